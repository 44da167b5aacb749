/* SPDX-License-Identifier: Apache-2.0 */
/* A query: options to question to answer to budgets to renderer. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/query.h"

/* Finds a name of --fields among the results. */
static bool find_result(const struct aic_calculator *calculator, struct aic_span name,
                        size_t *index, struct aic_error *error)
{
    char typed[AIC_TYPED_SIZE];
    const char *near;
    if (aic_table_lookup(&calculator->results, name, index, &near, typed)) {
        return true;
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "--fields: %s has no result '%s'", calculator->name,
             typed);
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
        if (!find_result(calculator, (struct aic_span){ fields, length }, &chosen[*count], error)) {
            return false;
        }
        ++*count;
        if (fields[length] == '\0') {
            return true;
        }
        fields += length + 1;
    }
}

static bool load_file(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    return cli_files_read(context, path, text, length, error);
}

static bool bind_budgets(struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!aic_budget_read(&query->budgets[i], query->calculator, query->options.budgets.at[i],
                             &query->error)) {
            return false;
        }
    }
    return true;
}

static bool bind_fields(struct cli_query *query)
{
    size_t count = aic_table_size(&query->calculator->results);
    query->results = malloc((count + 1) * sizeof query->results[0]);
    if (!query->results) {
        return aic_fail(&query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return !query->options.fields ||
           choose_fields(query->calculator, query->options.fields, query->results,
                         &query->result_count, &query->error);
}

static const char *input_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
}

/* True where a setting takes standard input too: it can be read once. */
static bool is_asked_twice(const struct cli_query *query)
{
    for (size_t i = 0; i < query->options.setting_count; i++) {
        if (strcmp(query->options.settings[i].name, "model") == 0 &&
            strcmp(query->options.settings[i].text, "-") == 0) {
            return query->options.input && strcmp(query->options.input, "-") == 0;
        }
    }
    return false;
}

static bool read_input(struct cli_query *query)
{
    const char *path = query->options.input;
    const char *text;
    size_t length;
    if (is_asked_twice(query)) {
        aic_fail(&query->error, AIC_ERR_USAGE, "model",
                 "--input and --model both ask for standard input");
        return aic_suggest(&query->error, "give a file to one of them");
    }
    return !path || (cli_files_read(&query->files, path, &text, &length, &query->error) &&
                     aic_json_parse(&query->input, input_name(path), text, length,
                                    AIC_JSON_INPUT_MAX, 0, &query->error));
}

static void make_recipe(struct cli_query *query)
{
    query->loader = (struct aic_loader){ load_file, &query->files };
    query->recipe = (struct aic_recipe){
        .calculator = query->calculator,
        .catalog = &query->catalog,
        .input = query->options.input ? &query->input : NULL,
        .settings = query->options.settings,
        .setting_count = query->options.setting_count,
        .settings_origin = AIC_FROM_FLAG,
        .loader = &query->loader,
    };
}

bool cli_query_judge(struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!aic_spread_judge(&query->spread, &query->budgets[i], &query->answer,
                              query->options.gate, &query->verdicts[i], &query->error)) {
            return false;
        }
    }
    return true;
}

size_t cli_query_select(const struct cli_query *query, size_t *shown)
{
    const struct aic_table *results = &query->calculator->results;
    bool chosen = query->options.fields != NULL;
    size_t count = chosen ? query->result_count : aic_table_size(results);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t index = chosen ? query->results[i] : i;
        bool is_term = aic_table_at(results, index, NULL)->flags & AIC_TERM;
        if (aic_answer_result(&query->answer, index).set &&
            (chosen || query->options.explain || !is_term)) {
            shown[kept++] = index;
        }
    }
    return kept;
}

bool cli_query_move(struct cli_query *query)
{
    const struct aic_table *results = &query->calculator->results;
    size_t count = 0;
    if (!query->options.sensitivity) {
        return true;
    }
    if (query->options.fields) {
        return aic_sensitivity_init(&query->sensitivity, &query->answer, query->results,
                                    query->result_count, &query->error);
    }
    for (size_t i = 0; i < aic_table_size(results); i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY) {
            query->results[count++] = i;
        }
    }
    return aic_sensitivity_init(&query->sensitivity, &query->answer, query->results, count,
                                &query->error);
}

static int exit_code(const struct cli_query *query)
{
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        if (!query->verdicts[i].pass && !query->budgets[i].warns) {
            return CLI_EXCEEDED;
        }
    }
    return CLI_OK;
}

struct cli_view cli_query_view(const struct cli_query *query)
{
    return (struct cli_view){
        .answer = &query->answer,
        .results = query->results,
        .result_count = query->result_count,
        .chosen = query->options.fields != NULL,
        .budgets = query->budgets,
        .verdicts = query->verdicts,
        .budget_count = query->options.budgets.count,
        .spread = query->spread.ranged ? &query->spread : NULL,
        .solution = query->solved ? &query->solution : NULL,
        .sensitivity = query->options.sensitivity ? &query->sensitivity : NULL,
        .explain = query->options.explain,
        .units = query->options.units,
        .color = cli_use_color(query->options.color) && !query->to_file,
        .unicode = cli_use_unicode() && !query->to_file,
        .columns = query->to_file ? CLI_COLUMNS : cli_columns(),
    };
}

static int render(struct cli_query *query, struct aic_sink *sink)
{
    static void (*const renderers[])(const struct cli_view *, struct aic_sink *) = {
        [CLI_TABLE] = cli_render_table, [CLI_JSON] = cli_render_json,
        [CLI_CSV] = cli_render_csv,     [CLI_MARKDOWN] = cli_render_markdown,
        [CLI_SVG] = cli_render_svg,
    };
    const struct cli_view view = cli_query_view(query);
    renderers[query->options.format](&view, sink);
    return exit_code(query);
}

int cli_query_render(struct cli_query *query)
{
    query->result_count = cli_query_select(query, query->results);
    const struct cli_view view = cli_query_view(query);
    if (cli_options_want(&query->options, CLI_SVG) && !cli_check_svg(&view, &query->error)) {
        return cli_report(&query->error, query->options.format);
    }
    return cli_write_each(query, render);
}

/* Everything that must be right before anything is computed. */
static bool bind(struct cli_query *query)
{
    if (!cli_check_files(&query->options, &query->error) || !bind_budgets(query) ||
        !bind_fields(query) ||
        !cli_load_catalogs(&query->catalog, &query->files, query->options.catalogs.at,
                           query->options.catalogs.count, query->options.no_config,
                           &query->error) ||
        !read_input(query)) {
        return false;
    }
    make_recipe(query);
    return true;
}

/* --gate says nothing where no input has a range. */
static bool check_gate(struct cli_query *query)
{
    if (query->options.gate == AIC_GATE_WORST || query->question.range_count > 0) {
        return true;
    }
    aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--gate without a range");
    return aic_suggest(&query->error, "give an input as LOW..HIGH, or leave --gate out");
}

static int run_single(struct cli_query *query)
{
    bool ok = aic_recipe_ask(&query->recipe, &query->question, &query->error) &&
              check_gate(query) &&
              aic_spread_init(&query->spread, &query->question, &query->error) &&
              aic_answer_init(&query->answer, &query->question, &query->error) &&
              cli_query_judge(query) && cli_query_move(query);
    return ok ? cli_query_render(query) : cli_report(&query->error, query->options.format);
}

static int run(struct cli_query *query)
{
    if (query->options.help) {
        return cli_help_calculator(query->calculator);
    }
    if (!bind(query)) {
        return cli_report(&query->error, query->options.format);
    }
    if (query->options.sweeps.count > 0) {
        return cli_run_sweep(query);
    }
    return query->options.solve ? cli_run_solve(query) : run_single(query);
}

int cli_calculate(const struct aic_calculator *calculator, int argc, char **argv)
{
    struct cli_query query = { .calculator = calculator };
    enum cli_format format = cli_peek_format(argc, argv);
    int code = cli_options_read(&query.options, calculator, argc, argv, &query.error)
                   ? run(&query)
                   : cli_report(&query.error, format);
    aic_answer_clear(&query.answer);
    aic_spread_clear(&query.spread);
    aic_solution_clear(&query.solution);
    aic_sensitivity_clear(&query.sensitivity);
    aic_question_clear(&query.question);
    aic_json_clear(&query.input);
    aic_catalog_clear(&query.catalog);
    cli_files_clear(&query.files);
    cli_options_clear(&query.options);
    free(query.results);
    return code;
}
