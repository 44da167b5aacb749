/* SPDX-License-Identifier: Apache-2.0 */
/* The tools: what is listed, and what a call of each runs. */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/commands/commands.h"
#include "cli/formats/exit.h"
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/mcp/mcp.h"
#include "cli/mcp/parameters.h"
#include "cli/views/calculators.h"
#include "cli/views/help/schema.h"

/* A call: its arguments, and what it gives. */
struct call {
    struct mcp_request *request;
    const struct aic_json_value *arguments;
    struct mcp_run run;
    struct cli_gathered text, answer; /* for people, and as JSON */
    bool is_wrong;                    /* the text says why there is no answer */
    bool needs_answer;                /* the tool has an output schema */
};

/* "ask" has a line for each calculator in its description, and the schema of answers. */
static void write_calculators(struct aic_sink *sink)
{
    const char *name;
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        cli_write(sink, "\n%s: %s", name, aic_registry_help_at(i));
    }
}

static void write_description(const struct aic_json_value *tool, struct aic_json_writer *writer)
{
    struct cli_gathered text = { .at = NULL };
    struct aic_sink sink = cli_gather(&text);
    aic_sink_text(&sink, aic_json_member_text(tool, "description"));
    if (aic_json_is_text(aic_json_member(tool, "name"), "ask")) {
        write_calculators(&sink);
    }
    cli_json_text(writer, "description", cli_gathered_text(&text));
    cli_gathered_clear(&text);
}

/* A document of the program on one line, as a member. */
static bool put_document(struct aic_json_writer *writer, const char *key, const char *text,
                         size_t length, struct aic_error *error)
{
    struct aic_json json;
    if (!aic_json_parse(&json, key, text, length, AIC_JSON_FILE_MAX, 0, error)) {
        return false;
    }
    aic_json_key(writer, key);
    cli_json_node(writer, json.root, 0);
    aic_json_clear(&json);
    return true;
}

static bool put_answer_schema(struct aic_json_writer *writer, struct aic_error *error)
{
    struct cli_gathered text = { .at = NULL };
    struct aic_sink sink = cli_gather(&text);
    bool ok = cli_schema_write("answer", NULL, &sink) && !sink.failed &&
              put_document(writer, "outputSchema", text.at, text.length, error);
    cli_gathered_clear(&text);
    return ok;
}

static bool write_tool(const struct aic_json_value *tool, struct aic_json_writer *writer,
                       struct aic_error *error)
{
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "name", aic_json_member_text(tool, "name"));
    cli_json_text(writer, "title", aic_json_member_text(tool, "title"));
    write_description(tool, writer);
    aic_json_key(writer, "inputSchema");
    cli_json_node(writer, aic_json_member(tool, "inputSchema"), 0);
    bool ok =
        !aic_json_is_text(aic_json_member(tool, "name"), "ask") || put_answer_schema(writer, error);
    cli_json_open(writer, "annotations", '{', false);
    cli_json_flag(writer, "readOnlyHint", true);
    aic_json_key(writer, "destructiveHint");
    aic_json_bool(writer, false);
    cli_json_flag(writer, "idempotentHint", true);
    aic_json_key(writer, "openWorldHint");
    aic_json_bool(writer, false);
    aic_json_close(writer);
    aic_json_close(writer);
    return ok;
}

bool mcp_list_tools(struct mcp_request *request, struct aic_json_writer *writer)
{
    struct aic_json json;
    struct aic_error *error = &request->error;
    if (!aic_json_parse(&json, "tools", mcp_tools, strlen(mcp_tools), AIC_JSON_INPUT_MAX, 0,
                        error)) {
        return mcp_fail(request, MCP_INTERNAL);
    }
    bool ok = true;
    cli_json_open(writer, "tools", '[', false);
    AIC_JSON_EACH(tool, json.root) {
        ok = ok && write_tool(tool, writer, error);
    }
    aic_json_close(writer);
    mcp_write_lifetime(request, writer);
    aic_json_clear(&json);
    return ok || mcp_fail(request, MCP_INTERNAL);
}

/* What the program said of a wrong question, as it says it, without the line's end. */
static void take_refusal(struct call *call)
{
    struct aic_sink sink = cli_gather(&call->text);
    size_t length = call->run.err.length;
    while (length > 0 && call->run.err.at[length - 1] == '\n') {
        length--;
    }
    cli_gathered_clear(&call->text);
    aic_sink_bytes(&sink, cli_gathered_text(&call->run.err), length);
    call->is_wrong = true;
}

/* The same of a question that was not run. */
static void refuse(struct call *call, const struct aic_error *error)
{
    struct aic_sink sink = cli_gather(&call->text);
    cli_write(&sink, "aicalc: %s%s%s", error->message, error->suggestion[0] ? "; " : "",
              error->suggestion);
    call->is_wrong = true;
}

/* What a run wrote becomes the text, or the answer as JSON; false: it refused. */
static bool take(struct call *call, struct cli_gathered *into)
{
    struct aic_sink sink = cli_gather(into);
    if (call->run.code >= CLI_WRONG) {
        take_refusal(call);
        return false;
    }
    aic_sink_bytes(&sink, cli_gathered_text(&call->run.out), call->run.out.length);
    if (into == &call->text && call->run.err.length > 0) {
        cli_write(&sink, "\n%s", call->run.err.at); /* notes */
    }
    return true;
}

static bool is_key(const struct aic_json_value *member, const char *const *keys)
{
    for (size_t i = 0; keys[i]; i++) {
        if (strcmp(aic_json_key_of(member), keys[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A member of the question under another key. */
static void put_member(struct aic_json_writer *writer, const char *key,
                       const struct aic_json_value *value)
{
    if (value) {
        aic_json_key(writer, key);
        cli_json_node(writer, value, 0);
    }
}

/* Asks the arguments as a question, but for members of `without`, with what `add` says. */
static void ask(struct call *call, const char *const *without,
                void (*add)(const struct call *call, struct aic_json_writer *writer))
{
    struct cli_gathered question = { .at = NULL };
    struct aic_sink sink = cli_gather(&question);
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    aic_json_open(&writer, '{', false);
    AIC_JSON_EACH(member, call->arguments) {
        if (!is_key(member, without)) {
            put_member(&writer, aic_json_key_of(member), member);
        }
    }
    if (add) {
        add(call, &writer);
    }
    aic_json_close(&writer);
    mcp_run_question(&call->run, cli_gathered_text(&question), question.length);
    cli_gathered_clear(&question);
}

/* Whether what is asked has a first screen: --brief refuses the others. */
static bool is_brief(const struct call *call)
{
    static const char *const others[] = { "sweep", "sensitivity", "explain", "all",
                                          "part",  "compare",     "quiet",   NULL };
    AIC_JSON_EACH(member, call->arguments) {
        bool is_off = aic_json_is(member, AIC_JSON_BOOL) && !aic_json_is_true(member);
        if (is_key(member, others) && !is_off && !aic_json_is(member, AIC_JSON_NULL)) {
            return false;
        }
    }
    return true;
}

static void add_json(const struct call *call, struct aic_json_writer *writer)
{
    cli_json_text(writer, "format", "json");
    cli_json_flag(writer, "brief", is_brief(call));
}

static const char *const none[] = { NULL };
static const char *const shown[] = { "format", "brief", NULL };

static void call_ask(struct call *call)
{
    call->needs_answer = true;
    call->run.out.most = MCP_TEXT_MAX;
    ask(call, none, NULL);
    if (take(call, &call->text)) {
        call->run.out.most = MCP_ANSWER_MAX;
        ask(call, shown, add_json);
        take(call, &call->answer);
    }
}

static void add_cases(const struct call *call, struct aic_json_writer *writer)
{
    put_member(writer, "compare", aic_json_member(call->arguments, "cases"));
}

static void add_cases_json(const struct call *call, struct aic_json_writer *writer)
{
    add_cases(call, writer);
    cli_json_text(writer, "format", "json");
}

static void call_compare(struct call *call)
{
    static const char *const cases[] = { "cases", NULL };
    call->run.out.most = MCP_TEXT_MAX;
    ask(call, cases, add_cases);
    if (take(call, &call->text)) {
        call->run.out.most = MCP_ANSWER_MAX;
        ask(call, cases, add_cases_json);
        take(call, &call->answer);
    }
}

static void add_explanation(const struct call *call, struct aic_json_writer *writer)
{
    put_member(writer, "fields", aic_json_member(call->arguments, "results"));
    cli_json_flag(writer, "explain", true);
}

/* The words of a command of the program. */
static bool add_words(struct cli_typed *words, struct aic_error *error, const char *const *more)
{
    for (size_t i = 0; more[i]; i++) {
        if (!cli_typed_add(words, more[i], error)) {
            return false;
        }
    }
    return true;
}

/* `--name value` of a text or a number, of each of a list; a flag of true. Nothing of what is not there. */
static bool add_option(struct cli_typed *words, const char *name,
                       const struct aic_json_value *value, struct aic_error *error)
{
    struct cli_gathered word = { .at = NULL };
    struct aic_sink sink = cli_gather(&word);
    if (aic_json_is(value, AIC_JSON_ARRAY)) {
        AIC_JSON_EACH(item, value) {
            if (!aic_json_is(item, AIC_JSON_ARRAY) && !add_option(words, name, item, error)) {
                return false;
            }
        }
        return true;
    }
    if (aic_json_is(value, AIC_JSON_STRING)) {
        cli_write(&sink, "--%s=%s", name, aic_json_text_of(value));
    } else if (aic_json_is(value, AIC_JSON_NUMBER)) {
        cli_write(&sink, "--%s=%g", name, aic_json_number_of(value));
    } else if (aic_json_is(value, AIC_JSON_BOOL)) {
        cli_write(&sink, "--%s%s", aic_json_is_true(value) ? "" : "no-", name);
    } else {
        return true;
    }
    bool ok = (!sink.failed || aic_fail_memory(error)) &&
              cli_typed_add(words, cli_gathered_text(&word), error);
    cli_gathered_clear(&word);
    return ok;
}

/* Runs a command, for people and as JSON; `words` have all but the format. */
static void run_both(struct call *call, mcp_command *command, struct cli_typed *words, bool made)
{
    static const char *const as_json[] = { "-o", "json", NULL };
    struct aic_error *error = &call->request->error;
    if (!made) {
        mcp_fail(call->request, MCP_INTERNAL);
        return;
    }
    call->run.out.most = MCP_TEXT_MAX;
    mcp_run_command(&call->run, command, words);
    if (take(call, &call->text) && add_words(words, error, as_json)) {
        call->run.out.most = MCP_ANSWER_MAX;
        mcp_run_command(&call->run, command, words);
        take(call, &call->answer);
    }
}

static void call_explain(struct call *call)
{
    static const char *const results[] = { "results", "word", NULL };
    const char *word = aic_json_member_text(call->arguments, "word");
    struct cli_typed words = { .count = 0 };
    const char *const explain[] = { "explain", word, NULL };
    if (word) {
        run_both(call, command_explain, &words, add_words(&words, &call->request->error, explain));
    } else {
        call->run.out.most = MCP_TEXT_MAX;
        ask(call, results, add_explanation);
        take(call, &call->text);
    }
    cli_typed_clear(&words);
}

static void call_catalog(struct call *call)
{
    static const char *const options[] = { "where", "sort", "top", NULL };
    const char *kind = aic_json_member_text(call->arguments, "kind");
    const char *name = aic_json_member_text(call->arguments, "words");
    struct aic_error *error = &call->request->error;
    struct cli_typed words = { .count = 0 };
    const char *const catalog[] = { "catalog", kind, kind ? name : NULL, NULL };
    bool ok = add_words(&words, error, catalog);
    for (size_t i = 0; ok && options[i]; i++) {
        ok = add_option(&words, options[i], aic_json_member(call->arguments, options[i]), error);
    }
    if (!kind && name) {
        aic_fail(error, AIC_ERR_MISSING, "kind", "words without the kind of entries");
        aic_suggest(error,
                    "give kind: models, gpus, nodes ...; without words the kinds are listed");
        refuse(call, error);
    } else {
        run_both(call, command_catalog, &words, ok);
    }
    cli_typed_clear(&words);
}

/* The document stands under a name as a file does. */
static void call_check(struct call *call)
{
    static const char *const check[] = { "check", "document", NULL };
    struct cli_gathered files = { .at = NULL };
    struct aic_sink sink = cli_gather(&files);
    struct aic_json_writer writer;
    struct aic_json json;
    struct cli_typed words = { .count = 0 };
    struct aic_error *error = &call->request->error;
    aic_json_writer_init(&writer, &sink);
    aic_json_open(&writer, '{', false);
    put_member(&writer, "document", aic_json_member(call->arguments, "document"));
    AIC_JSON_EACH(member, aic_json_member(call->arguments, "files")) {
        if (strcmp(aic_json_key_of(member), "document") != 0) {
            put_member(&writer, aic_json_key_of(member), member);
        }
    }
    aic_json_close(&writer);
    if (aic_json_parse(&json, "files", cli_gathered_text(&files), files.length, AIC_JSON_FILE_MAX,
                       0, error)) {
        call->run.files = json.root;
        run_both(call, command_check, &words, add_words(&words, error, check));
    } else {
        mcp_fail(call->request, MCP_INTERNAL);
    }
    aic_json_clear(&json);
    cli_gathered_clear(&files);
    cli_typed_clear(&words);
}

/* NAME=VALUE for each variable. */
static bool add_variables(struct cli_typed *words, const struct aic_json_value *set,
                          struct aic_error *error)
{
    bool ok = true;
    AIC_JSON_EACH(member, set) {
        struct cli_gathered word = { .at = NULL };
        struct aic_sink sink = cli_gather(&word);
        if (aic_json_is(member, AIC_JSON_NUMBER)) {
            cli_write(&sink, "--set=%s=%g", aic_json_key_of(member), aic_json_number_of(member));
        } else {
            const char *text = aic_json_text_of(member);
            cli_write(&sink, "--set=%s=%s", aic_json_key_of(member), text ? text : "");
        }
        ok = ok && cli_typed_add(words, cli_gathered_text(&word), error);
        cli_gathered_clear(&word);
    }
    return ok;
}

/* The calculators of --as, with commas between. */
static bool add_calculators(struct cli_typed *words, const struct aic_json_value *list,
                            struct aic_error *error)
{
    struct cli_gathered word = { .at = NULL };
    struct aic_sink sink = cli_gather(&word);
    AIC_JSON_EACH(item, list) {
        const char *name = aic_json_text_of(item);
        cli_write(&sink, "%s%s", word.length > 0 ? "," : "", name ? name : "");
    }
    const char *const as[] = { "--as", cli_gathered_text(&word), NULL };
    bool ok = !list || add_words(words, error, as);
    cli_gathered_clear(&word);
    return ok;
}

static bool add_inputs(struct cli_typed *words, const struct aic_json_value *inputs,
                       struct aic_error *error)
{
    bool ok = true;
    AIC_JSON_EACH(member, inputs) {
        char name[AIC_TYPED_SIZE];
        struct aic_text text;
        const char *key = aic_json_key_of(member);
        aic_text_init(&text, name, sizeof name);
        aic_text_add_spelt(&text, (struct aic_span){ key, strlen(key) }, '_', '-');
        ok = ok && add_option(words, name, member, error);
    }
    return ok;
}

static void call_read(struct call *call)
{
    static const char *const read[] = { "read", NULL };
    const struct aic_json_value *arguments = call->arguments;
    struct aic_error *error = &call->request->error;
    struct cli_typed words = { .count = 0 };
    call->run.files = aic_json_member(arguments, "texts");
    bool ok = add_words(&words, error, read);
    AIC_JSON_EACH(member, call->run.files) {
        const char *const name[] = { aic_json_key_of(member), NULL };
        ok = ok && add_words(&words, error, name);
    }
    ok = ok && add_inputs(&words, aic_json_member(arguments, "inputs"), error) &&
         add_option(&words, "budget", aic_json_member(arguments, "budget"), error) &&
         (!aic_json_is_true(aic_json_member(arguments, "all")) ||
          cli_typed_add(&words, "--all", error)) &&
         add_variables(&words, aic_json_member(arguments, "set"), error) &&
         add_calculators(&words, aic_json_member(arguments, "as"), error);
    run_both(call, command_read, &words, ok);
    cli_typed_clear(&words);
}

/* What it takes and gives is said by the tables alone. */
static void call_parameters(struct call *call)
{
    struct aic_sink text = cli_gather(&call->text), answer = cli_gather(&call->answer);
    const char *name = aic_json_member_text(call->arguments, "calculator");
    const char *words = aic_json_member_text(call->arguments, "words");
    struct aic_error error = { .code = AIC_OK };
    const struct aic_calculator *calculator =
        name ? aic_registry_find(cli_registry(), name, &error) : NULL;
    if (calculator) {
        mcp_write_parameters(calculator, words ? words : "", &text, &answer);
        return;
    }
    if (error.code == AIC_OK) {
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no calculator '%s'", name ? name : "");
        const char *near =
            name ? aic_nearest(name, aic_registry_name_at, NULL, AIC_ALL_NAMES) : NULL;
        aic_suggest_name(&error, near, "the description of ask lists them");
    }
    refuse(call, &error);
}

static const struct {
    const char *name;
    void (*run)(struct call *call);
} tools[] = {
    { "ask", call_ask },         { "parameters", call_parameters }, { "explain", call_explain },
    { "catalog", call_catalog }, { "compare", call_compare },       { "check", call_check },
    { "read", call_read },
};

static const char *tool_name_at(const void *context, size_t i)
{
    (void)context;
    return i < sizeof tools / sizeof tools[0] ? tools[i].name : NULL;
}

/* Arguments that the schema of a tool does not have, or of another type. */
static bool check_arguments(struct call *call, const char *name)
{
    static const char *const types[] = { "null", "boolean", "number", "string", "array", "object" };
    struct mcp_request *request = call->request;
    struct aic_json json;
    bool ok = aic_json_parse(&json, "tools", mcp_tools, strlen(mcp_tools), AIC_JSON_INPUT_MAX, 0,
                             &request->error);
    const struct aic_json_value *schema = NULL;
    AIC_JSON_EACH(tool, json.root) {
        if (aic_json_is_text(aic_json_member(tool, "name"), name)) {
            schema = aic_json_member(tool, "inputSchema");
        }
    }
    const struct aic_json_value *known = aic_json_member(schema, "properties");
    bool is_closed = !aic_json_is_true(aic_json_member(schema, "additionalProperties"));
    AIC_JSON_EACH(member, call->arguments) {
        const struct aic_json_value *row = aic_json_member(known, aic_json_key_of(member));
        const char *type = aic_json_member_text(row, "type");
        if (ok && !row && is_closed) {
            ok = aic_fail(&request->error, AIC_ERR_UNKNOWN, NULL, "%s has no argument '%s'", name,
                          aic_json_key_of(member));
        }
        for (enum aic_json_kind kind = AIC_JSON_NULL;
             ok && row && is_closed && kind <= AIC_JSON_OBJECT; kind++) {
            ok = !aic_json_is(member, kind) || strcmp(types[kind], type) == 0 ||
                 (kind == AIC_JSON_NUMBER && strcmp(type, "integer") == 0) ||
                 aic_fail(&request->error, AIC_ERR_VALUE, NULL, "argument '%s' of %s: %s is wanted",
                          aic_json_key_of(member), name, type);
        }
    }
    AIC_JSON_EACH(item, aic_json_member(schema, "required")) {
        const char *key = aic_json_text_of(item);
        if (ok && !aic_json_member(call->arguments, key)) {
            ok = aic_fail(&request->error, AIC_ERR_MISSING, NULL, "%s needs the argument '%s'",
                          name, key);
        }
    }
    aic_json_clear(&json);
    return ok;
}

/* A wrong question is an answer of the tool, so that a model mends it. */
static void put_result(struct call *call, struct aic_json_writer *writer)
{
    const struct cli_gathered *answer = &call->answer;
    bool beside = !call->needs_answer && answer->length > MCP_BESIDE_MAX;
    struct aic_sink sink = cli_gather(&call->text);
    if (beside && !call->is_wrong) {
        aic_sink_text(&sink, "\n(as JSON it is longer than is of use here: ask for less)\n");
    }
    cli_json_open(writer, "content", '[', false);
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "type", "text");
    aic_json_key(writer, "text");
    aic_json_string(writer, cli_gathered_text(&call->text));
    aic_json_close(writer);
    aic_json_close(writer);
    if (!call->is_wrong && !beside && answer->length > 0) {
        put_document(writer, "structuredContent", answer->at, answer->length,
                     &call->request->error);
    }
    aic_json_key(writer, "isError");
    aic_json_bool(writer, call->is_wrong);
}

bool mcp_call_tool(struct mcp_request *request, struct aic_json_writer *writer)
{
    const char *name = aic_json_member_text(request->params, "name");
    const struct aic_json_value *arguments = aic_json_member(request->params, "arguments");
    struct call call = { .request = request,
                         .arguments = arguments,
                         .run = { .request = request } };
    size_t at = 0;
    while (name && tool_name_at(NULL, at) && strcmp(tool_name_at(NULL, at), name) != 0) {
        at++;
    }
    if (!name || !tool_name_at(NULL, at)) {
        aic_fail(&request->error, AIC_ERR_UNKNOWN, NULL, "no tool '%s'", name ? name : "");
        aic_suggest_name(&request->error,
                         name ? aic_nearest(name, tool_name_at, NULL, AIC_ALL_NAMES) : NULL,
                         "tools/list has them");
        return mcp_fail(request, MCP_INVALID_PARAMS);
    }
    if (arguments && !aic_json_is(arguments, AIC_JSON_OBJECT)) {
        aic_fail(&request->error, AIC_ERR_VALUE, NULL, "arguments are an object");
        return mcp_fail(request, MCP_INVALID_PARAMS);
    }
    if (check_arguments(&call, name)) {
        tools[at].run(&call);
    } else {
        refuse(&call, &request->error);
    }
    bool ok = request->failed == 0;
    if (ok) {
        put_result(&call, writer);
    }
    mcp_run_clear(&call.run);
    cli_gathered_clear(&call.text);
    cli_gathered_clear(&call.answer);
    return ok;
}
