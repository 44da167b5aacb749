/* SPDX-License-Identifier: Apache-2.0 */
/* aic_ask_json(): a question that brings all it needs, in a world of its own. */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/formats/exit.h"
#include "cli/formats/gather.h"
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/query/query.h"

/* A text of "files": a string, or an object that stands there as itself; or one of the host's. */
struct text {
    const char *name;
    char *own;                /* name of one of the host's; else NULL */
    struct cli_gathered made; /* of an object; else `at` is the document's */
    const char *at;
    size_t length;
    struct aic_model_file *model; /* that the text is; NULL: no input named it yet */
};

struct asking {
    const struct aic_ask *host;
    struct aic_json json;
    struct text *texts;
    size_t text_count;
    struct cli_typed words;
    struct aic_registry registry; /* where the host keeps none */
    struct aic_sink *sink;
    struct aic_error *error;
};

static struct text *find_text(const struct asking *asking, const char *name)
{
    for (size_t i = 0; i < asking->text_count; i++) {
        if (strcmp(asking->texts[i].name, name) == 0) {
            return &asking->texts[i];
        }
    }
    return NULL;
}

static bool load(void *context, const char *path, const char **text, size_t *length,
                 struct aic_error *error)
{
    const struct asking *asking = context;
    const struct aic_loader *loader = asking->host->loader;
    const struct text *found = find_text(asking, path);
    if (found) {
        *text = found->at;
        *length = found->length;
        return true;
    }
    if (loader) {
        return loader->load(loader->context, path, text, length, error);
    }
    aic_fail(error, AIC_ERR_FILE, NULL, "no file '%s' here", path);
    return aic_suggest(error, "hand its text in: \"files\": {\"%s\": \"...\"}", path);
}

static enum aic_opened stands_at(void *context, const char *path)
{
    const struct asking *asking = context;
    const struct aic_loader *loader = asking->host->loader;
    return find_text(asking, path) ? AIC_OPENED_FILE
           : loader && loader->at  ? loader->at(loader->context, path)
                                   : AIC_OPENED_NOTHING;
}

/* The model that a text is: the recipe asks again for each case. */
static bool read_text_model(struct text *text, struct aic_error *error)
{
    if (text->model) {
        return true;
    }
    text->model = malloc(sizeof *text->model);
    if (!text->model) {
        return aic_fail_memory(error);
    }
    if (!aic_model_text_read(text->name, text->at, text->length, text->model, error)) {
        free(text->model);
        text->model = NULL;
    }
    return text->model != NULL;
}

/* One more text, which the host gives; NULL where it does not. */
static struct text *add_text(struct asking *asking, const char *path, struct aic_error *error)
{
    struct text *texts = realloc(asking->texts, (asking->text_count + 1) * sizeof *texts);
    char *own = malloc(strlen(path) + 1);
    asking->texts = texts ? texts : asking->texts;
    if (!texts || !own) {
        free(own);
        aic_fail_memory(error);
        return NULL;
    }
    struct text *text = &texts[asking->text_count];
    *text = (struct text){ .name = strcpy(own, path), .own = own };
    if (!load(asking, path, &text->at, &text->length, error)) {
        free(own);
        return NULL;
    }
    asking->text_count++;
    return text;
}

/* A model among the files, or one that the host reads, or gives as a text. */
static bool read_model(void *context, const char *path, const struct aic_model_file **file,
                       struct aic_error *error)
{
    struct asking *asking = context;
    const struct aic_loader *loader = asking->host->loader;
    struct text *text = find_text(asking, path);
    if (!text && loader && loader->model) {
        return loader->model(loader->context, path, file, error);
    }
    text = text ? text : add_text(asking, path, error);
    bool ok = text && read_text_model(text, error);
    *file = ok ? text->model : NULL;
    return ok;
}

static bool add_catalogs(void *context, struct aic_catalog *catalog, struct aic_error *error)
{
    const struct asking *asking = context;
    const struct aic_ask *host = asking->host;
    return !host->add_catalogs || host->add_catalogs(host->context, catalog, error);
}

static bool check_places(const struct cli_options *options, struct aic_error *error)
{
    (void)options, (void)error;
    return true;
}

static bool check_swept(const struct cli_options *options, const char *path,
                        struct aic_error *error)
{
    (void)options, (void)path, (void)error;
    return true;
}

static bool pass_on(void *context, const char *bytes, size_t length)
{
    const struct asking *asking = context;
    aic_sink_bytes(asking->sink, bytes, length);
    return !asking->sink->failed;
}

/* What fails without a write is memory. */
static int write_answer(void *context, struct cli_query *query, cli_writer *write)
{
    struct asking *asking = context;
    struct aic_sink sink = { pass_on, asking, false };
    int code = write(query, query->options.format, &sink);
    if (code >= CLI_WRONG || !sink.failed) {
        return code;
    }
    if (asking->sink->failed) {
        aic_fail(asking->error, AIC_ERR_WRITE, NULL, "cannot write the answer");
    } else {
        aic_fail_memory(asking->error);
    }
    return CLI_FAILED;
}

static int fail(void *context, const struct cli_query *query, const struct aic_error *error)
{
    struct asking *asking = context;
    (void)query;
    *asking->error = *error;
    return aic_code_is_internal(error->code) ? CLI_FAILED : CLI_WRONG;
}

static void note(void *context, struct aic_span words)
{
    const struct asking *asking = context;
    if (asking->host->notes) {
        aic_sink_bytes(asking->host->notes, words.at, words.length);
        aic_sink_text(asking->host->notes, "\n");
    }
}

static void tell(void *context, const struct aic_error *what)
{
    note(context, (struct aic_span){ what->message, strlen(what->message) });
}

static void begin(void *context, const char *things)
{
    (void)context, (void)things;
}

static void step(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
}

static void end(void *context)
{
    (void)context;
}

static bool tick(void *context)
{
    const struct asking *asking = context;
    return !asking->host->tick || asking->host->tick(asking->host->context);
}

/* Writes an object that stands among the files as text. */
static bool make_text(struct text *text, const struct aic_json_value *value,
                      struct aic_error *error)
{
    struct aic_sink sink = cli_gather(&text->made);
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    cli_json_node(&writer, value, 1);
    text->at = cli_gathered_text(&text->made);
    text->length = text->made.length;
    return !sink.failed || aic_fail_memory(error);
}

static bool read_texts(struct asking *asking)
{
    const struct aic_json_value *files = aic_json_member(asking->json.root, CLI_ASK_FILES);
    if (files && !aic_json_is(files, AIC_JSON_OBJECT)) {
        return aic_json_fail(&asking->json, files, asking->error, AIC_ERR_JSON, NULL,
                             "'files' is an object of names and texts");
    }
    asking->texts = calloc(aic_json_count(files) + 1, sizeof asking->texts[0]);
    if (!asking->texts) {
        return aic_fail_memory(asking->error);
    }
    AIC_JSON_EACH(member, files) {
        struct text *text = &asking->texts[asking->text_count];
        text->name = aic_json_key_of(member);
        text->at = aic_json_text_of(member);
        if (text->at) {
            text->length = strlen(text->at);
        }
        asking->text_count++;
        if (!text->at && !make_text(text, member, asking->error)) {
            return false;
        }
    }
    return true;
}

/* The calculator that the question names. */
static const struct aic_calculator *find_calculator(struct asking *asking)
{
    const struct aic_json *json = &asking->json;
    const struct aic_json_value *member = aic_json_member(json->root, CLI_ASK_CALCULATOR);
    const char *name = aic_json_text_of(member);
    struct aic_registry *registry =
        asking->host->registry ? asking->host->registry : &asking->registry;
    if (!name) {
        aic_json_fail(json, aic_json_is(json->root, AIC_JSON_OBJECT) ? member : json->root,
                      asking->error, AIC_ERR_MISSING, NULL, "a question names its calculator");
        aic_suggest(asking->error, "%s",
                    "for example {\"calculator\": \"kvcache\", \"inputs\": {...}}");
        return NULL;
    }
    asking->error->code = AIC_OK;
    const struct aic_calculator *calculator = aic_registry_find(registry, name, asking->error);
    if (!calculator && asking->error->code == AIC_OK) {
        aic_json_fail(json, member, asking->error, AIC_ERR_UNKNOWN, NULL, "no calculator '%s'",
                      name);
        const char *near = aic_nearest(name, aic_registry_name_at, NULL, AIC_ALL_NAMES);
        aic_suggest_name(asking->error, near, "'aicalc help' lists all");
    }
    return calculator;
}

static int ask(struct asking *asking, const struct aic_calculator *calculator)
{
    const struct cli_world world = {
        .context = asking,
        .loader = { load, asking, read_model, stands_at },
        .add_catalogs = add_catalogs,
        .check_places = check_places,
        .check_swept = check_swept,
        .write = write_answer,
        .fail = fail,
        .note = note,
        .tell = tell,
        .begin = begin,
        .step = step,
        .end = end,
        .tick = tick,
        .most_cases = asking->host->most_cases,
        .color = asking->host->color,
        .unicode = asking->host->unicode,
        .columns = asking->host->columns > 0 ? asking->host->columns : CLI_COLUMNS,
    };
    struct cli_options options;
    bool ok = cli_type_question(&asking->words, &asking->json, calculator, asking->error);
    if (!ok) {
        return aic_code_is_internal(asking->error->code) ? CLI_FAILED : CLI_WRONG;
    }
    int code = CLI_WRONG;
    if (cli_options_read(&options, CLI_ANSWER, calculator, (int)asking->words.count,
                         asking->words.at, asking->error)) {
        code = cli_answer(&options, &world);
    }
    cli_options_clear(&options);
    return code;
}

enum aic_asked aic_ask_json(const char *text, size_t length, const struct aic_ask *options,
                            struct aic_sink *sink, struct aic_error *error)
{
    static const struct aic_ask nothing = { .registry = NULL };
    struct asking asking = { .host = options ? options : &nothing, .sink = sink, .error = error };
    const struct aic_calculator *calculator;
    int code = CLI_WRONG;
    aic_registry_init(&asking.registry);
    *error = (struct aic_error){ .code = AIC_OK };
    if (aic_json_parse(&asking.json, "question", text, length, AIC_JSON_FILE_MAX, 0, error) &&
        (calculator = find_calculator(&asking)) && read_texts(&asking)) {
        code = ask(&asking, calculator);
    } else if (aic_code_is_internal(error->code)) {
        code = CLI_FAILED;
    }
    for (size_t i = 0; i < asking.text_count; i++) {
        cli_gathered_clear(&asking.texts[i].made);
        free(asking.texts[i].own);
        free(asking.texts[i].model);
    }
    free(asking.texts);
    cli_typed_clear(&asking.words);
    aic_json_clear(&asking.json);
    aic_registry_clear(&asking.registry);
    return (enum aic_asked)code;
}
