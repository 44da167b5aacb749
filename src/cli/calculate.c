/* SPDX-License-Identifier: Apache-2.0 */
/* A query: options to question to answer to budgets to renderer. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "render.h"

static const char *result_at(const void *context, size_t i)
{
    return aic_table_at(context, i, NULL)->name;
}

/* Finds a name of --fields among the results. */
static bool find_result(const struct aic_calculator *calculator, struct aic_span name,
                        size_t *index, struct aic_error *error)
{
    const struct aic_table *results = &calculator->results;
    size_t count = aic_table_size(results);
    *index = aic_table_find(results, name.at, name.length);
    if (*index < count) {
        return true;
    }
    char typed[64];
    struct aic_text text;
    aic_text_init(&text, typed, sizeof typed);
    aic_text_add_bytes(&text, name.at, name.length);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "--fields: %s has no result '%s'", calculator->name,
             typed);
    const char *near = aic_nearest(typed, result_at, results, count);
    return near ? aic_suggest(error, "did you mean '%s'?", near)
                : aic_suggest(error, "'aicalc help %s' lists the results", calculator->name);
}

/* Fills `chosen` with the results named in --fields. */
static bool choose_fields(const struct aic_calculator *calculator, const char *fields,
                          size_t *chosen, size_t *count, struct aic_error *error)
{
    *count = 0;
    for (;;) {
        size_t length = strcspn(fields, ",");
        if (*count == aic_table_size(&calculator->results)) {
            return aic_fail(error, AIC_ERR_USAGE, NULL, "--fields names more than there are");
        }
        if (!find_result(calculator, (struct aic_span){ fields, length }, &chosen[*count],
                         error)) {
            return false;
        }
        ++*count;
        if (fields[length] == '\0') {
            return true;
        }
        fields += length + 1;
    }
}

/* Everything one query holds, released in one place. */
struct query {
    struct cli_options options;
    struct cli_files files;
    struct aic_catalog catalog;
    struct aic_json input;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_budget budgets[CLI_REPEAT_MAX];
    struct aic_verdict verdicts[CLI_REPEAT_MAX];
    size_t *results;
    size_t result_count;
    struct aic_error error;
};

static bool load_file(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    return cli_files_read(context, path, text, length, error);
}

static bool bind_budgets(struct query *query, const struct aic_calculator *calculator)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!aic_budget_read(&query->budgets[i], calculator, query->options.budgets.at[i],
                             &query->error)) {
            return false;
        }
    }
    return true;
}

static bool bind_fields(struct query *query, const struct aic_calculator *calculator)
{
    size_t count = aic_table_size(&calculator->results);
    query->results = malloc((count + 1) * sizeof query->results[0]);
    if (!query->results) {
        return aic_fail(&query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return !query->options.fields ||
           choose_fields(calculator, query->options.fields, query->results, &query->result_count,
                         &query->error);
}

static const char *input_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
}

static bool read_input(struct query *query)
{
    const char *path = query->options.input;
    const char *text;
    size_t length;
    return !path || (cli_files_read(&query->files, path, &text, &length, &query->error) &&
                     aic_json_parse(&query->input, input_name(path), text, length,
                                    AIC_JSON_INPUT_MAX, 0, &query->error));
}

static bool ask(struct query *query, const struct aic_calculator *calculator)
{
    const struct aic_loader loader = { load_file, &query->files };
    const struct aic_recipe recipe = {
        .calculator = calculator,
        .catalog = &query->catalog,
        .input = query->options.input ? &query->input : NULL,
        .settings = query->options.settings,
        .setting_count = query->options.setting_count,
        .settings_origin = AIC_FROM_FLAG,
        .loader = &loader,
    };
    return aic_recipe_ask(&recipe, &query->question, &query->error) &&
           aic_answer_init(&query->answer, &query->question, &query->error);
}

static bool judge(struct query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!aic_budget_judge(&query->budgets[i], &query->answer, &query->verdicts[i],
                              &query->error)) {
            return false;
        }
    }
    return true;
}

/* Keeps the results that are there: the chosen ones, or all but the terms. */
static void select_results(struct query *query)
{
    const struct aic_table *results = &query->question.calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    query->result_count = 0;
    for (size_t i = 0; i < count; i++) {
        size_t index = chosen ? query->results[i] : i;
        bool is_term = aic_table_at(results, index, NULL)->flags & AIC_TERM;
        if (aic_answer_result(&query->answer, index).set &&
            (chosen || query->options.explain || !is_term)) {
            query->results[query->result_count++] = index;
        }
    }
}

static int exit_code(const struct query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!query->verdicts[i].pass && !query->budgets[i].warns) {
            return CLI_EXCEEDED;
        }
    }
    return CLI_OK;
}

static int render(struct query *query)
{
    static void (*const renderers[])(const struct cli_view *, struct aic_sink *) = {
        [CLI_TABLE] = cli_render_table,
        [CLI_JSON] = cli_render_json,
        [CLI_CSV] = cli_render_csv,
        [CLI_MARKDOWN] = cli_render_markdown,
    };
    const struct cli_view view = {
        .answer = &query->answer,
        .results = query->results,
        .result_count = query->result_count,
        .chosen = query->options.fields != NULL,
        .budgets = query->budgets,
        .verdicts = query->verdicts,
        .budget_count = query->options.budgets.count,
        .explain = query->options.explain,
        .units = query->options.units,
        .color = cli_use_color(query->options.color),
        .columns = cli_columns(),
    };
    struct cli_output output;
    cli_output_open(&output);
    renderers[query->options.format](&view, &output.sink);
    return cli_output_close(&output, exit_code(query), query->options.format);
}

int cli_calculate(const struct aic_calculator *calculator, int argc, char **argv)
{
    struct query query = { .error = { .code = AIC_OK } };
    enum cli_format format = cli_peek_format(argc, argv);
    int code;
    if (!cli_options_read(&query.options, calculator, argc, argv, &query.error)) {
        code = cli_report(&query.error, format);
    } else if (query.options.help) {
        code = cli_help_calculator(calculator);
    } else if (bind_budgets(&query, calculator) && bind_fields(&query, calculator) &&
               cli_load_catalogs(&query.catalog, &query.files, query.options.catalogs.at,
                                 query.options.catalogs.count, query.options.no_config,
                                 &query.error) &&
               read_input(&query) && ask(&query, calculator) && judge(&query)) {
        select_results(&query);
        code = render(&query);
    } else {
        code = cli_report(&query.error, format);
    }
    aic_answer_clear(&query.answer);
    aic_question_clear(&query.question);
    aic_json_clear(&query.input);
    aic_catalog_clear(&query.catalog);
    cli_files_clear(&query.files);
    cli_options_clear(&query.options);
    free(query.results);
    return code;
}
