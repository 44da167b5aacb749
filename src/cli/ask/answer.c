/* SPDX-License-Identifier: Apache-2.0 */
/* From options to a question, its answer, its budgets and its exit code. */
#include <stdlib.h>
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/formats/exit.h"
#include "cli/query/query.h"
#include "cli/sweep/select.h"
#include "cli/views/answer/answer.h"
#include "cli/views/plot/plots.h"

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
    query->measured_count = measured->count;
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
    query->named = malloc((count + 1) * sizeof query->named[0]);
    query->missing = malloc((count + 1) * sizeof query->missing[0]);
    if (!query->results || !query->named || !query->missing) {
        return aic_fail_memory(&query->error);
    }
    if (!query->options.fields) {
        return true;
    }
    bool ok = cli_choose_fields(query->calculator, query->options.fields, query->results,
                                &query->result_count, &query->error);
    query->named_count = ok ? query->result_count : 0;
    memcpy(query->named, query->results, query->named_count * sizeof query->named[0]);
    return ok;
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
    const struct aic_loader *loader = &query->world->loader;
    const char *path = query->options.input, *text;
    size_t length;
    if (is_asked_twice(query)) {
        aic_fail(&query->error, AIC_ERR_USAGE, "model",
                 "--input and --model both ask for standard input");
        return aic_suggest(&query->error, "give a file to one of them");
    }
    return !path || (loader->load(loader->context, path, &text, &length, &query->error) &&
                     aic_json_parse(&query->input, aic_file_name(path), text, length,
                                    AIC_JSON_INPUT_MAX, 0, &query->error));
}

static void make_recipe(struct cli_query *query)
{
    query->recipe = (struct aic_recipe){
        .calculator = query->calculator,
        .catalog = &query->catalog,
        .input = query->options.input ? &query->input : NULL,
        .settings = query->options.settings,
        .setting_count = query->options.setting_count,
        .settings_origin = AIC_FROM_FLAG,
        .loader = &query->world->loader,
        .tick = query->world->tick,
        .tick_context = query->world->context,
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

/* --brief is JSON of one first screen: what it would have to leave out is refused. */
static bool check_brief(struct cli_query *query)
{
    const struct cli_options *options = &query->options;
    const struct cli_format *format;
    bool is_json = false;
    const char *other = options->explain            ? "explain"
                        : options->all              ? "all"
                        : options->sensitivity      ? "sensitivity"
                        : options->part             ? "part"
                        : options->sweeps.count > 0 ? "sweep"
                        : options->quiet            ? "quiet"
                                                    : NULL;
    for (size_t i = 0; (format = cli_format_written(options, i)); i++) {
        is_json = is_json || format->id == CLI_JSON;
    }
    if (!options->brief || (is_json && !other)) {
        return true;
    }
    if (!is_json) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--brief is JSON, which is not written");
        return aic_suggest(&query->error, "add '-o json', or leave --brief out");
    }
    aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--brief together with --%s", other);
    return aic_suggest(&query->error, "--brief has what decides; '--fields NAMES' chooses more");
}

/* The catalogs that hold without being named, then those that are. */
static bool add_catalogs(struct cli_query *query)
{
    const struct cli_world *world = query->world;
    const struct cli_list *paths = &query->options.catalogs;
    const char *text;
    size_t length;
    bool ok = query->options.no_config ||
              world->add_catalogs(world->context, &query->catalog, &query->error);
    for (size_t i = 0; ok && i < paths->count; i++) {
        const char *path = paths->at[i];
        ok = world->loader.load(world->loader.context, path, &text, &length, &query->error) &&
             aic_catalog_add(&query->catalog, aic_base_name(path), text, length, &query->error);
    }
    return ok;
}

/* Everything that must be right before anything is computed. */
static bool bind(struct cli_query *query)
{
    if (!check_quiet(query) || !check_brief(query) ||
        !query->world->check_places(&query->options, &query->error) || !bind_budgets(query) ||
        !bind_measured(query) || !bind_part(query) || !bind_fields(query) || !add_catalogs(query) ||
        !cli_named_bind(query) || !read_input(query)) {
        return false;
    }
    make_recipe(query);
    return cli_launched_bind(query);
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
    for (size_t i = 0; i < query->measured_count; i++) {
        if (!aic_measured_explain(&query->measured[i], &query->answer, &query->error)) {
            return false;
        }
    }
    return true;
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

/* The results of --fields that have no value: they are told, whatever the format. */
static void find_missing(struct cli_query *query)
{
    for (size_t i = 0; i < query->named_count; i++) {
        if (!aic_answer_result(&query->answer, query->named[i]).set) {
            query->missing[query->missing_count++] = query->named[i];
        }
    }
}

static void explain_missing(const struct cli_query *query, size_t i, struct aic_text *text)
{
    aic_text_format(
        text, "'%s': ", aic_table_at(&query->calculator->results, query->missing[i], NULL)->name);
    aic_explain_missing(&query->answer, query->missing[i], text);
}

/* With --strict a result that is named and not there makes the question wrong. */
static bool check_strict(struct cli_query *query)
{
    char words[sizeof query->error.message - 64];
    struct aic_text text;
    if (!query->options.strict || query->missing_count == 0) {
        return true;
    }
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < query->missing_count; i++) {
        aic_text_add(&text, i > 0 ? "; " : "");
        explain_missing(query, i, &text);
    }
    aic_fail(&query->error, AIC_ERR_MISSING, NULL, "--fields: no value for %s", words);
    return aic_suggest(&query->error, "give what it needs, or leave --strict out");
}

/* On standard error, where standard output is for a machine. */
static void tell_missing(const struct cli_query *query)
{
    const struct cli_options *options = &query->options;
    bool is_shown = query->for_people && !options->quiet && !options->brief;
    for (size_t i = 0; i < query->missing_count && !is_shown; i++) {
        struct aic_error note = { .code = AIC_ERR_MISSING };
        struct aic_text text;
        aic_text_init(&text, note.message, sizeof note.message);
        aic_text_add(&text, "--fields: no value for ");
        explain_missing(query, i, &text);
        query->world->tell(query->world->context, &note);
    }
}

static void write_answer(const struct cli_view *view, const struct cli_format *format,
                         struct aic_sink *sink)
{
    if (format->form) {
        cli_answer_write(view, format->form, sink);
    } else if (format->id == CLI_SVG) {
        svg_answer(view, sink);
    } else if (format->id == CLI_JSONL) {
        cli_answer_json_line(view, sink);
    } else if (view->brief) {
        cli_answer_brief(view, sink);
    } else {
        cli_answer_json(view, sink);
    }
}

static int write(struct cli_query *query, const struct cli_format *format, struct aic_sink *sink)
{
    struct cli_view view = cli_query_view(query);
    if (query->options.quiet && !query->to_file) {
        view.results =
            query->named; /* a line for each name, so that a script knows which is which */
        view.result_count = query->named_count;
        cli_answer_bare(&view, sink);
    } else {
        write_answer(&view, format, sink);
    }
    return exit_code(query);
}

static int show(struct cli_query *query)
{
    const struct cli_format *format;
    find_missing(query);
    if (!check_strict(query)) {
        return cli_query_fail(query);
    }
    query->result_count = cli_query_select(query, query->results);
    if (!cli_query_find_for_people(query)) {
        return cli_query_fail(query);
    }
    tell_missing(query);
    const struct cli_view view = cli_query_view(query);
    for (size_t i = 0; (format = cli_format_written(&query->options, i)); i++) {
        if (format->id == CLI_SVG && !svg_accepts_answer(&view, &query->error)) {
            return cli_query_fail(query);
        }
    }
    return cli_query_write(query, write);
}

static int run_single(struct cli_query *query)
{
    bool ok =
        aic_recipe_ask(&query->recipe, &query->question, &query->error) && check_gate(query) &&
        find_spread(query) && aic_answer_init(&query->answer, &query->question, &query->error) &&
        aic_effect_warn(&query->answer, &query->recipe, &query->error) && cli_query_judge(query) &&
        explain_measured(query) && cli_query_find_sensitivity(query);
    return ok ? show(query) : cli_query_fail(query);
}

/* What a search would have to ignore. */
static bool check_solve(struct cli_query *query)
{
    if (query->options.gate != AIC_GATE_WORST) {
        aic_fail(&query->error, AIC_ERR_USAGE, NULL, "--solve together with --gate");
        return aic_suggest(&query->error, "a solve has no ranges: leave --gate out");
    }
    return true;
}

/* Nobody knows how many values a search will try. */
static bool tick_search(void *context)
{
    struct cli_query *query = context;
    const struct cli_world *world = query->world;
    world->step(world->context, ++query->tried, 0);
    return !world->tick || world->tick(world->context);
}

/* Without a budget the calculator's own verdict is what must hold. */
static bool bind_own_budgets(struct cli_query *query)
{
    struct cli_list *budgets = &query->options.budgets;
    if (budgets->count > 0) {
        return true;
    }
    bool ok = aic_solve_own_budgets(&query->solution, &query->recipe, query->budgets,
                                    &budgets->count, &query->error);
    for (size_t i = 0; i < budgets->count; i++) {
        budgets->at[i] = query->solution.own[i];
    }
    return ok;
}

/* --solve: the answer at the smallest or the largest value that meets the budgets. */
static int run_solve(struct cli_query *query)
{
    const struct cli_world *world = query->world;
    world->begin(world->context, "values tried");
    query->recipe.tick = tick_search;
    query->recipe.tick_context = query;
    query->solved =
        check_solve(query) &&
        aic_solve_read(&query->solution, query->calculator, query->options.solve, &query->error) &&
        bind_own_budgets(query) &&
        aic_solve(&query->solution, &query->recipe, query->budgets, query->options.budgets.count,
                  &query->error) &&
        aic_solve_answer(&query->solution, &query->recipe, &query->question, &query->answer,
                         &query->error) &&
        cli_query_judge(query) && cli_query_find_sensitivity(query);
    world->end(world->context);
    if (query->solved) {
        return show(query);
    }
    int code = cli_query_fail(query);
    return query->error.code == AIC_ERR_UNSOLVED ? CLI_EXCEEDED : code;
}

static int run(struct cli_query *query)
{
    if (!bind(query)) {
        return cli_query_fail(query);
    }
    cli_family_bind(query);
    if (query->options.sweeps.count > 0) {
        return cli_run_sweep(query);
    }
    if (!cli_selection_check_unused(&query->options, &query->error)) {
        return cli_query_fail(query);
    }
    return query->options.solve ? run_solve(query) : run_single(query);
}

int cli_answer(const struct cli_options *options, const struct cli_world *world)
{
    struct cli_query query = { .calculator = options->calculator,
                               .world = world,
                               .options = *options };
    int code = run(&query);
    aic_answer_clear(&query.answer);
    aic_spread_clear(&query.spread);
    aic_solution_clear(&query.solution);
    aic_sensitivity_clear(&query.sensitivity);
    aic_question_clear(&query.question);
    aic_json_clear(&query.input);
    cli_launched_clear(&query.launched);
    aic_catalog_clear(&query.catalog);
    aic_influence_clear(&query.influence);
    aic_explanation_clear(&query.explanation);
    cli_entries_clear(&query.entries);
    free(query.missing);
    free(query.named);
    free(query.results);
    return code;
}
