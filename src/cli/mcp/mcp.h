/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc mcp: the program as a server of the Model Context Protocol, JSON-RPC a line each on standard input and output.
 * Revisions 2025-06-18 and 2025-11-25 begin with `initialize`; of 2026-07-28 each request names its revision.
 */
#ifndef AICALC_CLI_MCP_MCP_H
#define AICALC_CLI_MCP_MCP_H

#include <aicalc/json.h>

#include "cli/formats/gather.h"

#define MCP_LINE_MAX   ((size_t)1 << 20) /* bytes of a request */
#define MCP_CASES_MAX  10000             /* of a sweep */
#define MCP_SECONDS    10.0              /* of a call */
#define MCP_TEXT_MAX   ((size_t)1 << 18) /* bytes of an answer as text */
#define MCP_ANSWER_MAX ((size_t)1 << 20) /* and as JSON */
#define MCP_BESIDE_MAX ((size_t)1 << 16) /* of JSON that stands beside a text without need */

/* What JSON-RPC and the protocol call errors. */
enum mcp_error {
    MCP_PARSE_ERROR = -32700,
    MCP_INVALID_REQUEST = -32600,
    MCP_NO_METHOD = -32601,
    MCP_INVALID_PARAMS = -32602,
    MCP_INTERNAL = -32603,
    MCP_NO_RESOURCE = -32002,
    MCP_NO_REVISION = -32022
};

/* A request while it is answered. */
struct mcp_request {
    const struct aic_json *json;
    const struct aic_json_value *params; /* an object, or NULL */
    bool is_modern;                      /* of revision 2026-07-28 */
    const char *folder;                  /* whose files may be read; NULL: none */
    int failed;                          /* an enum mcp_error; 0: not */
    const char *revision;                /* that is not known */
    struct aic_error error;
};

/* Fails a request; returns false. */
bool mcp_fail(struct mcp_request *request, enum mcp_error code);

/* Writes the members of the results of tools/list and tools/call. */
bool mcp_list_tools(struct mcp_request *request, struct aic_json_writer *writer);
bool mcp_call_tool(struct mcp_request *request, struct aic_json_writer *writer);

/* Those of the resources. */
bool mcp_list_resources(struct mcp_request *request, struct aic_json_writer *writer);
bool mcp_list_templates(struct mcp_request *request, struct aic_json_writer *writer);
bool mcp_read_resource(struct mcp_request *request, struct aic_json_writer *writer);

/* What lists say in which a client may keep them. */
void mcp_write_lifetime(const struct mcp_request *request, struct aic_json_writer *writer);

/*
 * Answers the line of a request; nothing is written for a notification. The line is JSON without its end.
 */
void mcp_answer(const char *line, size_t length, const char *folder, struct aic_sink *sink);

/* Where lines come from; false at the end, or where reading fails. */
typedef bool mcp_reader(void *context, char *bytes, size_t capacity, size_t *count);

/* Answers lines until there are no more; false: without memory, or nobody takes the answers. */
bool mcp_serve(mcp_reader *read, void *context, const char *folder, struct aic_sink *sink);

/* tools.json, and the name of the i-th tool. */
extern const char mcp_tools[];

/* A command of the program, run for a request. */
struct mcp_run {
    const struct mcp_request *request;
    const struct aic_json_value *files; /* texts under names; may be NULL */
    struct cli_gathered out, err;
    int code;     /* as the program would exit */
    double until; /* cli_seconds() at which it is stopped */
};

struct cli_typed;
struct cli_options;
typedef int mcp_command(const struct cli_options *options);

/* Runs a command of this name, which is the first of the words; `out` and `err` have what it wrote. */
void mcp_run_command(struct mcp_run *run, mcp_command *command, const struct cli_typed *words);

/* The same for a question as JSON. */
void mcp_run_question(struct mcp_run *run, const char *question, size_t length);
void mcp_run_clear(struct mcp_run *run);

#endif
