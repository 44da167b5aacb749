/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of JSON-RPC: each is read, answered, and none of them ends the server. */
#include <stdlib.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/mcp/mcp.h"

#define MODERN      "2026-07-28"
#define VERSION_KEY "io.modelcontextprotocol/protocolVersion"
#define CLIENT_KEY  "io.modelcontextprotocol/clientCapabilities"
#define SERVER_KEY  "io.modelcontextprotocol/serverInfo"

static const char *const legacy[] = { "2025-11-25", "2025-06-18", NULL };

static const char instructions[] = "Calculators for sizing AI infrastructure: memory, throughput, "
                                   "time, money, power and storage of training and "
                                   "serving large models. Ask instead of estimating: every number "
                                   "comes with its basis, what it rests on and how far "
                                   "reality was found from it. Say in an answer what was assumed, "
                                   "and give the command that asks again.";

static void write_server(struct aic_json_writer *writer, const char *key)
{
    cli_json_open(writer, key, '{', false);
    cli_json_text(writer, "name", "aicalc");
    cli_json_text(writer, "title", "aicalc: sizing AI infrastructure");
    cli_json_text(writer, "version", AICALC_VERSION);
    aic_json_close(writer);
}

static void write_capabilities(struct aic_json_writer *writer)
{
    cli_json_open(writer, "capabilities", '{', false);
    cli_json_open(writer, "tools", '{', false);
    aic_json_close(writer);
    cli_json_open(writer, "resources", '{', false);
    aic_json_close(writer);
    aic_json_close(writer);
    cli_json_text(writer, "instructions", instructions);
}

/* The revision that was asked for, or the newest of those that begin so. */
static bool initialize(struct mcp_request *request, struct aic_json_writer *writer)
{
    const char *asked = aic_json_member_text(request->params, "protocolVersion");
    const char *taken = legacy[0];
    for (size_t i = 0; asked && legacy[i]; i++) {
        taken = strcmp(asked, legacy[i]) == 0 ? legacy[i] : taken;
    }
    cli_json_text(writer, "protocolVersion", taken);
    write_server(writer, "serverInfo");
    write_capabilities(writer);
    return true;
}

static void write_versions(struct aic_json_writer *writer, const char *key)
{
    cli_json_open(writer, key, '[', false);
    aic_json_string(writer, MODERN);
    for (size_t i = 0; legacy[i]; i++) {
        aic_json_string(writer, legacy[i]);
    }
    aic_json_close(writer);
}

static bool discover(struct mcp_request *request, struct aic_json_writer *writer)
{
    write_versions(writer, "supportedVersions");
    write_capabilities(writer);
    mcp_write_lifetime(request, writer);
    return true;
}

static bool ping(struct mcp_request *request, struct aic_json_writer *writer)
{
    (void)request, (void)writer;
    return true;
}

static const struct {
    const char *name;
    bool (*write)(struct mcp_request *request, struct aic_json_writer *writer);
} methods[] = {
    { "initialize", initialize },
    { "server/discover", discover },
    { "ping", ping },
    { "tools/list", mcp_list_tools },
    { "tools/call", mcp_call_tool },
    { "resources/list", mcp_list_resources },
    { "resources/templates/list", mcp_list_templates },
    { "resources/read", mcp_read_resource },
};

/* A request of the newest revision says so, and what its client can do. */
static bool read_revision(struct mcp_request *request, const char *method)
{
    const struct aic_json_value *meta = aic_json_member(request->params, "_meta");
    const struct aic_json_value *version = aic_json_member(meta, VERSION_KEY);
    bool discovers = strcmp(method, "server/discover") == 0;
    request->is_modern = version || discovers;
    if (!request->is_modern) {
        return true;
    }
    request->revision = aic_json_text_of(version);
    if (!request->revision || !aic_json_is(aic_json_member(meta, CLIENT_KEY), AIC_JSON_OBJECT)) {
        aic_fail(&request->error, AIC_ERR_MISSING, NULL,
                 "_meta needs " VERSION_KEY ", a text, and " CLIENT_KEY ", an object");
        return mcp_fail(request, MCP_INVALID_PARAMS);
    }
    if (strcmp(request->revision, MODERN) != 0) {
        aic_fail(&request->error, AIC_ERR_UNKNOWN, NULL, "revision '%s' is not known",
                 request->revision);
        return mcp_fail(request, MCP_NO_REVISION);
    }
    return true;
}

/* Writes the result of a request; false: the error says why there is none. */
static bool write_result(struct mcp_request *request, const char *method,
                         struct aic_json_writer *writer)
{
    size_t at = 0, count = sizeof methods / sizeof methods[0];
    while (at < count && strcmp(methods[at].name, method) != 0) {
        at++;
    }
    if (!read_revision(request, method)) {
        return false;
    }
    if (at == count || (request->is_modern && methods[at].write == initialize)) {
        aic_fail(&request->error, AIC_ERR_UNKNOWN, NULL, "no method '%s'", method);
        return mcp_fail(request, MCP_NO_METHOD);
    }
    cli_json_open(writer, "result", '{', false);
    if (!methods[at].write(request, writer)) {
        return false;
    }
    if (request->is_modern) {
        cli_json_text(writer, "resultType", "complete");
        cli_json_open(writer, "_meta", '{', false);
        write_server(writer, SERVER_KEY);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    return true;
}

static void write_id(const struct aic_json_value *id, struct aic_json_writer *writer)
{
    cli_json_text(writer, "jsonrpc", "2.0");
    aic_json_key(writer, "id");
    if (id) {
        cli_json_node(writer, id, 0);
    } else {
        aic_json_null(writer);
    }
}

static void write_error(const struct mcp_request *request, struct aic_json_writer *writer)
{
    const struct aic_error *error = &request->error;
    char words[sizeof error->message + sizeof error->suggestion + 4];
    cli_print(words, sizeof words, "%s%s%s", error->message, error->suggestion[0] ? "; " : "",
              error->suggestion);
    cli_json_open(writer, "error", '{', false);
    cli_json_number(writer, "code", request->failed);
    cli_json_text(writer, "message", words);
    if (request->failed == MCP_NO_REVISION) {
        cli_json_open(writer, "data", '{', false);
        write_versions(writer, "supported");
        cli_json_text(writer, "requested", request->revision);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

/* One line out: that of the error, where there is no result. */
static void respond(struct mcp_request *request, const struct aic_json_value *id,
                    const char *method, struct aic_sink *sink)
{
    struct cli_gathered line = { .at = NULL };
    struct aic_json_writer writer;
    struct aic_sink gather = cli_gather(&line);
    aic_json_writer_init(&writer, &gather);
    aic_json_open(&writer, '{', false);
    write_id(id, &writer);
    bool ok = request->failed == 0 && write_result(request, method, &writer);
    if (ok) {
        aic_json_close(&writer);
    }
    if (ok && gather.failed) {
        aic_fail_memory(&request->error);
        ok = mcp_fail(request, MCP_INTERNAL);
    }
    if (!ok) {
        cli_gathered_clear(&line);
        gather = cli_gather(&line);
        aic_json_writer_init(&writer, &gather);
        aic_json_open(&writer, '{', false);
        write_id(id, &writer);
        write_error(request, &writer);
        aic_json_close(&writer);
    }
    aic_sink_bytes(sink, cli_gathered_text(&line), line.length);
    aic_sink_text(sink, "\n");
    cli_gathered_clear(&line);
}

/* The method of a request; NULL: it is none, or one that wants no answer. */
static const char *find_method(struct mcp_request *request, const struct aic_json_value *id)
{
    const struct aic_json_value *root = request->json->root;
    const struct aic_json_value *params = aic_json_member(root, "params");
    const char *method = aic_json_member_text(root, "method");
    bool is_id = aic_json_is(id, AIC_JSON_STRING) || aic_json_is(id, AIC_JSON_NUMBER);
    request->params = params;
    if (!aic_json_is(root, AIC_JSON_OBJECT) ||
        !aic_json_is_text(aic_json_member(root, "jsonrpc"), "2.0") || !method || (id && !is_id)) {
        aic_fail(&request->error, AIC_ERR_JSON, NULL,
                 "no request: an object with jsonrpc \"2.0\", a method, and an id that is a text "
                 "or a number");
        mcp_fail(request, MCP_INVALID_REQUEST);
    } else if (params && !aic_json_is(params, AIC_JSON_OBJECT)) {
        aic_fail(&request->error, AIC_ERR_JSON, NULL, "params are an object");
        mcp_fail(request, MCP_INVALID_PARAMS);
    }
    return method;
}

/* A response to a request of the server, of which it sends none. */
static bool is_response(const struct aic_json_value *root)
{
    return !aic_json_member(root, "method") &&
           (aic_json_member(root, "result") || aic_json_member(root, "error"));
}

void mcp_answer(const char *line, size_t length, const char *folder, struct aic_sink *sink)
{
    struct aic_json json;
    struct mcp_request request = { .json = &json, .folder = folder };
    if (!aic_json_parse(&json, "request", line, length, MCP_LINE_MAX, 0, &request.error)) {
        mcp_fail(&request, MCP_PARSE_ERROR);
        respond(&request, NULL, NULL, sink);
    } else if (!is_response(json.root)) {
        const struct aic_json_value *id = aic_json_member(json.root, "id");
        const char *method = find_method(&request, id);
        bool is_id = aic_json_is(id, AIC_JSON_STRING) || aic_json_is(id, AIC_JSON_NUMBER);
        bool is_notification = !id && request.failed != MCP_INVALID_REQUEST;
        if (!is_notification) {
            respond(&request, is_id ? id : NULL, method, sink);
        }
    }
    aic_json_clear(&json);
}

static bool is_blank(const char *line, size_t length)
{
    size_t i = 0;
    while (i < length && (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')) {
        i++;
    }
    return i == length;
}

/* A line is too long to be kept: it is told once, and passed over. */
static void refuse_line(struct aic_sink *sink)
{
    struct mcp_request request = { .json = NULL };
    aic_fail(&request.error, AIC_ERR_RANGE, NULL, "a line of more than %g bytes",
             (double)MCP_LINE_MAX);
    mcp_fail(&request, MCP_INVALID_REQUEST);
    respond(&request, NULL, NULL, sink);
}

/* The line that is being read; `skips`: the rest of one that was too long. */
struct line {
    char *at;
    size_t length;
    bool skips;
};

/* Answers the lines that are whole; what is left is the beginning of the next. */
static void answer_lines(struct line *line, const char *folder, struct aic_sink *sink)
{
    char *begin = line->at, *end;
    while ((end = memchr(begin, '\n', line->length - (size_t)(begin - line->at)))) {
        size_t length = (size_t)(end - begin);
        if (!line->skips && length > MCP_LINE_MAX) {
            refuse_line(sink);
        } else if (!line->skips && !is_blank(begin, length)) {
            mcp_answer(begin, length, folder, sink);
        }
        line->skips = false;
        begin = end + 1;
    }
    line->length -= (size_t)(begin - line->at);
    memmove(line->at, begin, line->length);
    if (line->length > MCP_LINE_MAX) {
        if (!line->skips) {
            refuse_line(sink);
        }
        line->skips = true;
        line->length = 0;
    }
}

bool mcp_serve(mcp_reader *read, void *context, const char *folder, struct aic_sink *sink)
{
    enum { CHUNK = 1 << 16 };
    struct line line = { malloc(MCP_LINE_MAX + CHUNK + 1), 0, false };
    size_t count = 1;
    while (line.at && !sink->failed && count > 0 &&
           read(context, line.at + line.length, CHUNK, &count)) {
        line.length += count;
        answer_lines(&line, folder, sink);
    }
    if (line.at && !line.skips && !is_blank(line.at, line.length)) {
        mcp_answer(line.at, line.length, folder, sink); /* the last one, without its end */
    }
    bool ok = line.at && !sink->failed;
    free(line.at);
    return ok;
}
