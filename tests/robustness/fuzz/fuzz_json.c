/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON: what is read is written, and that is read as the same text again. The first byte
 * chooses whether NaN and Infinity count as null.
 */
#include "fuzz.h"

#include <cjson/cJSON.h>

struct buffer {
    char *bytes;
    size_t length, capacity;
};

static bool append(void *context, const char *bytes, size_t length)
{
    struct buffer *buffer = context;
    if (buffer->length + length > buffer->capacity) {
        buffer->capacity = 2 * (buffer->length + length);
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
        must(buffer->bytes != NULL);
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

/* Recursion ends: a document has AIC_JSON_DEPTH_MAX levels at most. */
static void write_value(struct aic_json_writer *writer,
                        const cJSON *value) /* NOLINT(misc-no-recursion) */
{
    if (cJSON_IsObject(value) || cJSON_IsArray(value)) {
        aic_json_open(writer, cJSON_IsObject(value) ? '{' : '[', false);
        for (const cJSON *child = value->child; child; child = child->next) {
            if (cJSON_IsObject(value)) {
                aic_json_key(writer, child->string);
            }
            write_value(writer, child);
        }
        aic_json_close(writer);
    } else if (cJSON_IsString(value)) {
        aic_json_string(writer, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        must(isfinite(value->valuedouble));
        aic_json_number(writer, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        aic_json_bool(writer, cJSON_IsTrue(value));
    } else {
        aic_json_null(writer);
    }
}

static struct buffer write_document(const struct aic_json *json)
{
    struct buffer buffer = { NULL, 0, 0 };
    struct aic_sink sink = { append, &buffer, false };
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    write_value(&writer, json->root);
    must(!sink.failed);
    return buffer;
}

static void check_positions(const struct aic_json *json)
{
    for (const cJSON *child = json->root->child; child; child = child->next) {
        size_t line, column;
        must(aic_json_position(json, child, &line, &column));
        must(line >= 1 && column >= 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    unsigned options = data[0] % 2 ? AIC_JSON_NONFINITE_IS_NULL : 0;
    char *text = fuzz_text(data + 1, size - 1);
    struct aic_json json, again;
    struct aic_error error = { 0 };
    if (aic_json_parse(&json, "input", text, size - 1, AIC_JSON_INPUT_MAX, options, &error)) {
        struct buffer first = write_document(&json);
        check_positions(&json);
        must(aic_json_parse(&again, "input", first.bytes, first.length, AIC_JSON_FILE_MAX, 0,
                            &error));
        struct buffer second = write_document(&again);
        must(first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0);
        aic_json_clear(&again);
        free(first.bytes);
        free(second.bytes);
    } else {
        must_explain(&error);
    }
    aic_json_clear(&json);
    free(text);
    return 0;
}
