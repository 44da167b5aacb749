/* SPDX-License-Identifier: Apache-2.0 */
/* Lines as a server gets them, in pieces: each answer is a line of JSON, and none of them ends it. */
#include "fuzz.h"

#include "cli/mcp/mcp.h"

struct input {
    const uint8_t *data;
    size_t left;
};

/* In pieces that are no lines. */
static bool read_piece(void *context, char *bytes, size_t capacity, size_t *count)
{
    struct input *input = context;
    *count = input->left < 61 ? input->left : 61;
    must(*count <= capacity);
    memcpy(bytes, input->data, *count);
    input->data += *count;
    input->left -= *count;
    return true;
}

/* Most are looked at as far as their first letters. */
static void must_be_answer(const char *line, size_t length)
{
    static const char head[] = "{\"jsonrpc\": \"2.0\"";
    must(length > sizeof head && strncmp(line, head, sizeof head - 1) == 0 &&
         line[length - 1] == '}');
}

static void must_be_json(char *line, size_t length)
{
    struct aic_json json;
    struct aic_error error = { 0 };
    must(aic_json_parse(&json, "answer", line, length, AIC_JSON_FILE_MAX, 0, &error));
    must(aic_json_is_text(aic_json_member(json.root, "jsonrpc"), "2.0"));
    must(!aic_json_member(json.root, "result") != !aic_json_member(json.root, "error"));
    aic_json_clear(&json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, size };
    struct cli_gathered answers = { .at = NULL };
    struct aic_sink sink = cli_gather(&answers);
    must(mcp_serve(read_piece, &input, NULL, &sink));
    for (size_t at = 0; at < answers.length;) {
        char *end = memchr(answers.at + at, '\n', answers.length - at);
        must(end != NULL);
        must_be_answer(answers.at + at, (size_t)(end - answers.at) - at);
        if (fuzz_goes_on(size)) {
            must_be_json(answers.at + at, (size_t)(end - answers.at) - at);
        }
        at = (size_t)(end - answers.at) + 1;
    }
    cli_gathered_clear(&answers);
    return 0;
}
