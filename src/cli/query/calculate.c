/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc CALCULATOR: from options to a question, its answer, its budgets and its exit code. */
#include <stdlib.h>
#include <string.h>

#include "cli/catalog/catalogs.h"
#include "cli/commands.h"
#include "cli/docs/help.h"
#include "cli/io/report.h"
#include "cli/query/query.h"
#include "cli/sweep/select.h"

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
    if (!aic_suggest_former(error, calculator, name)) {
        aic_suggest_name(error, near, "'aicalc help %s' lists the results", calculator->name);
    }
    return false;
}

bool cli_choose_fields(const struct aic_calculator *calculator, const char *fields, size_t *chosen,
                       size_t *count, struct aic_error *error)
{
    *count = 0;
    for (;;) {
        size_t length = strcspn(fields, ",");
        if (*count == aic_table_size(&calculator->results)) {
            return aic_fail(error, AIC_ERR_USAGE, NULL,
                            "--fields names more results than there are");
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

/* A measurement is of one job, which neither many cases nor a search ask about. */
static bool bind_measured(struct cli_query *query)
{
    const struct cli_list *measured = &query->options.measured;
    const char *other = query->options.sweeps.count > 0 ? "sweep"
                        : query->options.solve          ? "solve"
                                                        : NULL;
    if (measured->count > 0 && other) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--measured together with --%s", other);
        return aic_suggest(&query->error,
                           "a measurement is of one job: ask about that one, without --%s", other);
    }
    for (size_t i = 0; i < measured->count; i++) {
        if (!aic_measured_read(&query->measured[i], query->calculator, measured->at[i],
                               &query->error)) {
            return false;
        }
    }
    return true;
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

static const char *part_name_at(const void *context, size_t i)
{
    const struct aic_calculator *calculator = context;
    return i < aic_part_count(calculator) ? aic_part_at(calculator, i).name : NULL;
}

/* The part of --part. */
static bool bind_part(struct cli_query *query)
{
    const char *wanted = query->options.part, *name;
    size_t count = aic_part_count(query->calculator);
    query->part = count;
    for (size_t i = 0; wanted && (name = part_name_at(query->calculator, i)); i++) {
        query->part = strcmp(name, wanted) == 0 ? i : query->part;
    }
    if (!wanted || query->part < count) {
        return true;
    }
    if (count == 0) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--part: %s has no parts",
                 query->calculator->name);
        return aic_suggest(&query->error, "leave --part out; --all shows all results");
    }
    char list[256];
    struct aic_text names;
    aic_text_init(&names, list, sizeof list);
    aic_text_add_names(&names, part_name_at, query->calculator);
    const char *near = aic_nearest(wanted, part_name_at, query->calculator, AIC_ALL_NAMES);
    aic_fail(&query->error, AIC_ERR_UNKNOWN, NULL, "--part: %s has no part '%s'",
             query->calculator->name, wanted);
    return aic_suggest_name(&query->error, near, "parts: %s", list);
}

static bool bind_fields(struct cli_query *query)
{
    size_t count = aic_table_size(&query->calculator->results);
    query->results = malloc((count + 1) * sizeof query->results[0]);
    query->missing = malloc((count + 1) * sizeof query->missing[0]);
    if (!query->results || !query->missing) {
        return aic_fail(&query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return !query->options.fields ||
           cli_choose_fields(query->calculator, query->options.fields, query->results,
                             &query->result_count, &query->error);
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
    if (is_asked_twice(query)) {
        aic_fail(&query->error, AIC_ERR_USAGE, "model",
                 "--input and --model both ask for standard input");
        return aic_suggest(&query->error, "give a file to one of them");
    }
    return !path || cli_read_json(&query->files, path, aic_file_name(path), AIC_JSON_INPUT_MAX,
                                  &query->input, &query->error);
}

static void make_recipe(struct cli_query *query)
{
    query->loader = cli_loader(&query->files);
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

/* -q prints values of --fields: without it there are none, and a sweep has a table. */
static bool check_quiet(struct cli_query *query)
{
    if (query->options.quiet && query->options.sweeps.count > 0) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "-q together with --sweep");
        return aic_suggest(&query->error, "'-o csv' has a row for each case");
    }
    if (query->options.quiet && !query->options.fields) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "-q without --fields");
        return aic_suggest(&query->error, "name the results: --fields %s",
                           aic_table_at(&query->calculator->results, 0, NULL)->name);
    }
    return true;
}

/* Everything that must be right before anything is computed. */
static bool bind(struct cli_query *query)
{
    if (!check_quiet(query) || !cli_check_files(&query->options, &query->error) ||
        !bind_budgets(query) || !bind_measured(query) || !bind_part(query) || !bind_fields(query) ||
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

/* What the search needs is not laid out where there is nothing to search. */
static bool find_spread(struct cli_query *query)
{
    return query->question.range_count == 0 ||
           aic_spread_init(&query->spread, &query->question, &query->error);
}

static bool explain_measured(struct cli_query *query)
{
    for (size_t i = 0; i < query->options.measured.count; i++) {
        if (!aic_measured_explain(&query->measured[i], &query->answer, &query->error)) {
            return false;
        }
    }
    return true;
}

static int run_single(struct cli_query *query)
{
    bool ok =
        aic_recipe_ask(&query->recipe, &query->question, &query->error) && check_gate(query) &&
        find_spread(query) && aic_answer_init(&query->answer, &query->question, &query->error) &&
        aic_effect_warn(&query->answer, &query->recipe, &query->error) && cli_query_judge(query) &&
        explain_measured(query) && cli_query_find_sensitivity(query);
    return ok ? cli_query_show(query) : cli_query_fail(query);
}

static int run(struct cli_query *query)
{
    if (query->options.help) {
        return query->options.brief ? cli_brief_calculator(query->calculator)
                                    : cli_help_calculator(query->calculator);
    }
    if (!bind(query)) {
        return cli_query_fail(query);
    }
    if (query->options.sweeps.count > 0) {
        return cli_run_sweep(query);
    }
    if (!cli_selection_check_unused(&query->options, &query->error)) {
        return cli_query_fail(query);
    }
    return query->options.solve ? cli_run_solve(query) : run_single(query);
}

/* Releases what the query holds, however far it came. */
static void clear(struct cli_query *query)
{
    aic_answer_clear(&query->answer);
    aic_spread_clear(&query->spread);
    aic_solution_clear(&query->solution);
    aic_sensitivity_clear(&query->sensitivity);
    aic_question_clear(&query->question);
    aic_json_clear(&query->input);
    aic_catalog_clear(&query->catalog);
    cli_files_clear(&query->files);
    cli_options_clear(&query->options);
    aic_influence_clear(&query->influence);
    aic_explanation_clear(&query->explanation);
    cli_entries_clear(&query->entries);
    free(query->missing);
    free(query->results);
}

int cli_calculate(const struct aic_calculator *calculator, int argc, char **argv)
{
    /* There is one in a run of the program. Most of its 72 KB are room for warnings and budgets that
     * nobody sees: here, pages that nothing is written to cost nothing. Tests run the program again. */
    static struct cli_query query;
    static bool was_used;
    const struct cli_format *format = cli_peek_format(argc, argv);
    if (was_used) {
        memset(&query, 0, sizeof query);
    }
    was_used = true;
    query.calculator = calculator;
    int code = cli_options_read(&query.options, CLI_ANSWER, calculator, argc, argv, &query.error)
                   ? run(&query)
                   : cli_report(&query.error, format);
    clear(&query);
    return code;
}
