/* SPDX-License-Identifier: Apache-2.0 */
/* Resources: entries of catalogs, words and pages of calculators, as the program shows them. */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/commands/commands.h"
#include "cli/formats/exit.h"
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/mcp/mcp.h"

#define SCHEME "aicalc://"

/* A kind of resources: what stands behind its name in an address, and the words that show it. */
static const struct kind {
    const char *name, *address, *title, *description, *type;
    mcp_command *command;
    const char *const words[4]; /* then the parts of the address */
    size_t parts;
    const char *const more[3]; /* and then these */
} kinds[] = {
    { "catalog",
      SCHEME "catalog/{kind}/{name}",
      "An entry of a catalog",
      "A model, GPU, node or other fact that can be named, with sources",
      "application/json",
      command_catalog,
      { "catalog", NULL },
      2,
      { "-o", "json", NULL } },
    { "explain",
      SCHEME "explain/{word}",
      "What a word means",
      "A parameter, result, warning, unit or term: meaning, formula, source",
      "application/json",
      command_explain,
      { "explain", NULL },
      1,
      { "-o", "json", NULL } },
    { "methods",
      SCHEME "methods/{calculator}",
      "How a calculator computes",
      "Parameters, checks, results with their formulas, bands, assumptions with sources",
      "text/markdown",
      command_help,
      { "help", "--markdown", NULL },
      1,
      { NULL } },
};
#define KINDS (sizeof kinds / sizeof kinds[0])

bool mcp_list_resources(struct mcp_request *request, struct aic_json_writer *writer)
{
    const struct kind *kind = &kinds[KINDS - 1];
    const char *name;
    char address[128];
    cli_json_open(writer, "resources", '[', false);
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        aic_json_open(writer, '{', false);
        cli_print(address, sizeof address, SCHEME "methods/%s", name);
        cli_json_text(writer, "uri", address);
        cli_json_text(writer, "name", name);
        cli_json_text(writer, "description", aic_registry_help_at(i));
        cli_json_text(writer, "mimeType", kind->type);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    mcp_write_lifetime(request, writer);
    return true;
}

bool mcp_list_templates(struct mcp_request *request, struct aic_json_writer *writer)
{
    cli_json_open(writer, "resourceTemplates", '[', false);
    for (size_t i = 0; i < KINDS; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "uriTemplate", kinds[i].address);
        cli_json_text(writer, "name", kinds[i].name);
        cli_json_text(writer, "title", kinds[i].title);
        cli_json_text(writer, "description", kinds[i].description);
        cli_json_text(writer, "mimeType", kinds[i].type);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    mcp_write_lifetime(request, writer);
    return true;
}

static int digit_of(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)((at - digits) % 16) : -1;
}

/* The part of an address up to a slash, without its percent signs; false: it is not well formed. */
static bool decode(const char *part, size_t length, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    for (size_t i = 0; i < length; i++) {
        char c = part[i];
        if (c == '%') {
            int high = digit_of(part[i + 1]); /* no digit ends a part */
            int low = high >= 0 ? digit_of(part[i + 2]) : -1;
            if (low < 0 || high * 16 + low < ' ') {
                return false;
            }
            c = (char)(high * 16 + low);
            i += 2;
        }
        aic_text_add_bytes(&text, &c, 1);
    }
    return !text.cut && text.length > 0 && out[0] != '-'; /* no options */
}

/* The words of the command that shows an address; NULL: there is no such kind, or part. */
static const struct kind *find_words(const char *address, struct cli_typed *words,
                                     struct aic_error *error)
{
    const char *rest = address + strlen(SCHEME);
    char part[256];
    if (strncmp(address, SCHEME, strlen(SCHEME)) != 0) {
        return NULL;
    }
    size_t length = strcspn(rest, "/"), at = 0;
    while (at < KINDS &&
           (strlen(kinds[at].name) != length || strncmp(kinds[at].name, rest, length) != 0)) {
        at++;
    }
    bool ok = at < KINDS;
    for (size_t i = 0; ok && kinds[at].words[i]; i++) {
        ok = cli_typed_add(words, kinds[at].words[i], error);
    }
    for (size_t i = 0; ok && i < kinds[at].parts; i++) {
        bool is_last = i + 1 == kinds[at].parts;
        rest += length;
        rest += *rest == '/';
        length = is_last ? strlen(rest) : strcspn(rest, "/"); /* names may have slashes */
        ok = decode(rest, length, part, sizeof part) && cli_typed_add(words, part, error);
    }
    for (size_t i = 0; ok && kinds[at].more[i]; i++) {
        ok = cli_typed_add(words, kinds[at].more[i], error);
    }
    return ok ? &kinds[at] : NULL;
}

bool mcp_read_resource(struct mcp_request *request, struct aic_json_writer *writer)
{
    const char *address = aic_json_member_text(request->params, "uri");
    struct mcp_run run = { .request = request, .out = { .most = MCP_ANSWER_MAX } };
    struct cli_typed words = { .count = 0 };
    const struct kind *kind = address ? find_words(address, &words, &request->error) : NULL;
    if (kind) {
        mcp_run_command(&run, kind->command, &words);
    }
    bool ok = kind && run.code < CLI_WRONG;
    if (!ok) {
        aic_fail(&request->error, AIC_ERR_UNKNOWN, NULL, "no resource '%s'",
                 address ? address : "");
        aic_suggest(&request->error, "resources are " SCHEME "catalog/KIND/NAME, " SCHEME
                                     "explain/WORD and " SCHEME "methods/CALCULATOR");
        mcp_fail(request, request->is_modern ? MCP_INVALID_PARAMS : MCP_NO_RESOURCE);
    } else {
        cli_json_open(writer, "contents", '[', false);
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "uri", address);
        cli_json_text(writer, "mimeType", kind->type);
        cli_json_text(writer, "text", cli_gathered_text(&run.out));
        aic_json_close(writer);
        aic_json_close(writer);
        mcp_write_lifetime(request, writer);
    }
    mcp_run_clear(&run);
    cli_typed_clear(&words);
    return ok;
}
