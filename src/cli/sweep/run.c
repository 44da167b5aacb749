/* SPDX-License-Identifier: Apache-2.0 */
/* --sweep: what it refuses, and its exit code. */
#include "cli/sweep/sweep.h"

#include <math.h>
#include <string.h>

#include "cli/formats/exit.h"
#include "cli/formats/lines.h"
#include "cli/views/compare/compare.h"
#include "cli/views/plot/plots.h"

/* `unset`: a result of --where that no case has; NULL if each has a value in one. */
static bool fail_none_taken(const struct cli_sweep *sweep, const char *unset,
                            struct aic_error *error)
{
    const struct cli_list *wheres = &sweep->query->options.wheres;
    if (wheres->count == 1) {
        aic_fail(error, AIC_ERR_UNSOLVED, NULL, "no case meets --where '%s'", wheres->at[0]);
    } else {
        aic_fail(error, AIC_ERR_UNSOLVED, NULL, "no case meets all of --where");
    }
    return unset ? aic_suggest(error, "no case has a %s: 'aicalc help %s' shows what it needs",
                               unset, sweep->query->calculator->name)
                 : false;
}

/* Notes which results of --where the case under way has. */
static void note_values(const struct cli_sweep *sweep, bool *has)
{
    for (size_t i = 0; sweep->is_possible && i < sweep->selection.where_count; i++) {
        size_t result = sweep->selection.wheres[i].result;
        has[i] = has[i] || aic_evaluation_result(&sweep->evaluation, result).set;
    }
}

static const char *find_unset(const struct cli_sweep *sweep, const bool *has)
{
    for (size_t i = 0; i < sweep->selection.where_count; i++) {
        if (!has[i]) {
            return aic_budget_field(&sweep->selection.wheres[i], sweep->query->calculator)->name;
        }
    }
    return NULL;
}

static void note(const struct cli_sweep *sweep, const struct aic_text *text)
{
    const struct cli_world *world = sweep->query->world;
    world->note(world->context, (struct aic_span){ text->at, text->length });
}

/* A part without a possible case that is shown is no wrong question: others have their own. */
static bool accept_none(struct cli_sweep *sweep, const struct aic_error *first)
{
    char words[CLI_REASON_SIZE];
    struct aic_text text;
    sweep->none = true;
    if (first) {
        aic_text_init(&text, words, sizeof words);
        cli_shard_add(&sweep->shard, "case", &text);
        aic_text_format(&text, "; none is possible, the first because %s", first->message);
        note(sweep, &text);
    }
    return true;
}

/* Finds the first possible case that is shown. Where none is possible, the first says why. */
static bool find_first(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    struct aic_error first = { 0 };
    bool has[CLI_REPEAT_MAX] = { false };
    bool any = false;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next_of_all(sweep)) {
        if (sweep->is_possible && !cli_selection_unmet(&sweep->selection, sweep)) {
            sweep->first = sweep->index;
            return true;
        }
        any = any || sweep->is_possible;
        note_values(sweep, has);
        if (sweep->walked == 1 && !sweep->is_possible) {
            first = *sweep->error;
        }
    }
    if (aic_code_is_internal(query->error.code)) {
        return false;
    }
    if (!cli_shard_is_whole(&sweep->shard)) {
        return accept_none(sweep, any || sweep->shard.count == 0 ? NULL : &first);
    }
    if (any) {
        return fail_none_taken(sweep, find_unset(sweep, has), &query->error);
    }
    query->error = first;
    return false;
}

/* Puts the cases in order, where one is asked for. */
static bool sort(struct cli_sweep *sweep)
{
    if (!sweep->selection.sorts || sweep->none) {
        return true;
    }
    if (!cli_selection_sort(&sweep->selection, sweep)) {
        return false;
    }
    sweep->ordered = true;
    sweep->exceeded = false; /* of cases that --top leaves out */
    sweep->none = sweep->selection.count == 0;
    sweep->first = sweep->none ? 0 : sweep->selection.order[0].index;
    return true;
}

static bool fail_together(struct aic_error *error, const char *what, const char *advice)
{
    aic_fail(error, AIC_ERR_USAGE, NULL, "--sweep together with %s", what);
    return aic_suggest(error, "%s", advice);
}

/* Refuses what a sweep would have to ignore. */
static bool check_options(const struct cli_options *options, struct aic_error *error)
{
    if (options->solve) {
        return fail_together(error, "--solve", "solve one case at a time");
    }
    if (options->sensitivity) {
        return fail_together(error, "--sensitivity", "ask it of one case at a time");
    }
    if (options->compare && options->explain) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--compare together with --explain");
        return aic_suggest(error, "ask for the explanation of one case at a time");
    }
    if (options->gate != AIC_GATE_WORST) {
        return fail_together(error, "--gate", "a case has no ranges: leave --gate out");
    }
    return true;
}

/* Parts follow each other in rows and lines alone; those for people say of which cases they are. */
static bool check_shard(const struct cli_options *options, const struct cli_format *format,
                        struct aic_error *error)
{
    if (options->header && format->id != CLI_CSV) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--header together with -o %s", format->name);
        return aic_suggest(error, "it is of -o csv: leave it out");
    }
    bool shows_all = options->compare || format->id == CLI_HTML || format->id == CLI_SVG;
    if (!options->shard || !shows_all) {
        return true;
    }
    aic_fail(error, AIC_ERR_USAGE, NULL, "--shard together with %s%s",
             options->compare ? "" : "-o ", options->compare ? "--compare" : format->name);
    return aic_suggest(error,
                       "that is of all cases at once; parts are for -o csv and -o jsonl, and "
                       "can be looked at as table, json or markdown");
}

/* Refuses what a format that is asked for cannot show. */
static bool check_formats(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct cli_options *options = &sweep->query->options;
    const struct cli_format *format;
    for (size_t i = 0; (format = cli_format_written(options, i)); i++) {
        if (options->compare && !(format->subjects & CLI_COMPARE)) {
            aic_fail(error, AIC_ERR_USAGE, NULL, "-o %s shows no cases side by side", format->name);
            return aic_suggest(error, "leave --compare out, or use -o table, json or markdown");
        }
        if (!(format->subjects & CLI_SWEEP)) {
            return aic_fail(error, AIC_ERR_USAGE, NULL, "-o %s shows no sweeps", format->name);
        }
        if (options->explain && !format->explains_sweeps) {
            return fail_together(error, "--explain", "use -o json, or ask one case at a time");
        }
        if (!check_shard(options, format, error)) {
            return false;
        }
    }
    return true;
}

/* Cases that are evaluated at all: hours. Beyond, somebody mistyped a step. */
#define CASES_MAX 1e10

/* Rows that people are shown: a table is measured before it is written, and nobody reads more. */
#define ROWS_MAX 1e6

/* Refuses what would run for days, or fill a disk with a table for people. */
static bool check_count(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct cli_options *options = &sweep->query->options;
    const struct cli_format *format;
    uint64_t most = sweep->query->world->most_cases;
    double count = (double)sweep->shard.count;
    if (most > 0 && sweep->shard.count > most) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "a sweep of %g cases, the most here is %g", count,
                 (double)most);
        return aic_suggest(error, "take larger steps, or ask for a part of it at a time");
    }
    if (count > CASES_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "a sweep of %g cases would take days, the most is %g",
                 count, CASES_MAX);
        return aic_suggest(error,
                           "take larger steps, or a factor: A..B*2; or ask them in parts: "
                           "--shard 1/%g",
                           ceil(count / CASES_MAX));
    }
    bool chooses = options->top || options->wheres.count > 0;
    for (size_t i = 0; (format = cli_format_written(options, i)); i++) {
        if (format->for_people && !chooses && count > ROWS_MAX) {
            aic_fail(error, AIC_ERR_RANGE, NULL, "-o %s shows at most %g cases, this sweep has %g",
                     format->name, ROWS_MAX, count);
            return aic_suggest(error,
                               "choose with --where, or with --sort and --top, or use -o csv");
        }
    }
    return true;
}

static bool check_cases(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct cli_format *format;
    if (!check_count(sweep, error)) {
        return false;
    }
    for (size_t i = 0; (format = cli_format_written(&sweep->query->options, i)); i++) {
        if ((format->id == CLI_HTML && !html_accepts_sweep(sweep, error)) ||
            (format->id == CLI_SVG && !svg_accepts_sweep(sweep, error))) {
            return false;
        }
    }
    return true;
}

static bool check_ranges(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct aic_question *question = aic_evaluation_question(&sweep->evaluation);
    if (!question || question->range_count == 0) { /* NULL: no case of the part is possible */
        return true;
    }
    const char *name =
        aic_table_at(&question->calculator->inputs, question->ranges[0].input, NULL)->name;
    aic_fail(error, AIC_ERR_USAGE, name, "--sweep together with a range of %s", name);
    return aic_suggest(error, "sweep %s as well: --sweep %s=LOW..HIGH+STEP", name, name);
}

/* Refuses a model file that --input reads as well, or that -O would overwrite. */
static bool check_file(const struct cli_query *query, const char *path, struct aic_error *error)
{
    const struct cli_options *options = &query->options;
    if (strcmp(path, "-") == 0 && options->input && strcmp(options->input, "-") == 0) {
        aic_fail(error, AIC_ERR_USAGE, "model", "--input and --sweep both ask for standard input");
        return aic_suggest(error, "give a file to one of them");
    }
    return query->world->check_swept(options, path, error);
}

static bool check_files(const struct cli_sweep *sweep, struct aic_error *error)
{
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_axis *axis = &sweep->cases.axes[i];
        bool is_model = axis->field->kind == AIC_REFERENCE && axis->field->catalog == AIC_MODELS;
        for (uint64_t v = 0; is_model && v < axis->count; v++) {
            const char *name = axis->values[v].name;
            if (aic_recipe_is_path(&sweep->query->recipe, name) &&
                !check_file(sweep->query, name, error)) {
                return false;
            }
        }
    }
    return true;
}

/* Names that were short for several: a line of messages each. */
static void tell_notes(const struct cli_world *world, const char *notes)
{
    while (*notes) {
        size_t length = strcspn(notes, "\n");
        world->note(world->context, (struct aic_span){ notes, length });
        notes += length + (notes[length] == '\n');
    }
}

/* What each part puts in order, where no table says that it is a part. */
static void tell_order(const struct cli_sweep *sweep)
{
    const struct cli_options *options = &sweep->query->options;
    char words[256];
    struct aic_text text;
    if (sweep->shard.parts > 1 && options->sort && !options->format->for_people) {
        aic_text_init(&text, words, sizeof words);
        cli_shard_add(&sweep->shard, "case", &text);
        aic_text_add(&text, options->top ? "; --sort and --top are of this part"
                                         : "; --sort is of this part");
        note(sweep, &text);
    }
}

/* Finds out which cases there are, and which of them are asked. */
static bool find_cases(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    const struct cli_options *options = &query->options;
    if (!cli_shard_read(&sweep->shard, options->shard, &query->error) ||
        !aic_sweep_init(&sweep->cases, &query->recipe, options->sweeps.at, options->sweeps.count,
                        &query->error)) {
        return false;
    }
    cli_shard_take(&sweep->shard, sweep->cases.case_count);
    return aic_effect_memory_init(&sweep->effects, query->calculator, &query->error);
}

static bool begin(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    const struct cli_options *options = &query->options;
    return check_options(options, &query->error) && check_formats(sweep, &query->error) &&
           cli_selection_read(&sweep->selection, query->calculator, options, &query->error) &&
           find_cases(sweep) && check_files(sweep, &query->error) &&
           aic_evaluation_init(&sweep->evaluation, &query->recipe, sweep->cases.inputs,
                               sweep->cases.axis_count, AIC_FROM_FLAG, &query->error) &&
           check_cases(sweep, &query->error) && find_first(sweep) &&
           check_ranges(sweep, &query->error) && sort(sweep);
}

static int write_comparison(struct cli_query *query, const struct cli_format *format,
                            struct aic_sink *sink)
{
    struct cli_comparison *comparison = query->comparison;
    const struct cli_view view = cli_query_view(query);
    comparison->color = view.color;
    comparison->columns = view.columns;
    cli_comparison_write(format, comparison, sink);
    return query->sweep->exceeded ? CLI_EXCEEDED : CLI_OK;
}

/* --compare: the cases side by side. */
static int run_comparison(struct cli_sweep *sweep)
{
    struct cli_query *query = sweep->query;
    struct cli_comparison comparison = {
        .calculator = query->calculator,
        .asked = query->options.asked,
        .budgets = query->budgets,
        .budget_count = query->options.budgets.count,
        .units = cli_unit_style(&query->options),
    };
    bool ok = cli_comparison_of_sweep(&comparison, sweep, &query->error) &&
              cli_comparison_choose(&comparison, query->options.fields ? query->results : NULL,
                                    query->result_count, query->options.all, &query->error);
    query->comparison = &comparison;
    int code = ok ? cli_query_write(query, write_comparison) : cli_query_fail(query);
    query->comparison = NULL;
    cli_comparison_clear(&comparison);
    return code;
}

static void write_csv(struct cli_sweep *sweep, struct aic_sink *sink)
{
    cli_sweep_values(sweep, &cli_layout_csv, sink);
}

static void write_text(struct cli_sweep *sweep, struct aic_sink *sink)
{
    cli_sweep_document(sweep, DOC_TEXT, sink);
}

static void write_markdown(struct cli_sweep *sweep, struct aic_sink *sink)
{
    cli_sweep_document(sweep, DOC_MARKDOWN, sink);
}

static void (*const writers[CLI_FORMATS])(struct cli_sweep *sweep, struct aic_sink *sink) = {
    [CLI_TABLE] = write_text, [CLI_JSON] = cli_sweep_json,     [CLI_JSONL] = cli_sweep_json_lines,
    [CLI_CSV] = write_csv,    [CLI_MARKDOWN] = write_markdown, [CLI_HTML] = html_sweep,
    [CLI_SVG] = svg_sweep,
};

static int write(struct cli_query *query, const struct cli_format *format, struct aic_sink *sink)
{
    struct cli_sweep *sweep = query->sweep;
    writers[format->id](sweep, sink);
    if (query->error.code != AIC_OK) {
        return cli_query_fail(query);
    }
    return sweep->exceeded ? CLI_EXCEEDED : CLI_OK;
}

int cli_run_sweep(struct cli_query *query)
{
    struct cli_sweep sweep = { .query = query };
    query->sweep = &sweep;
    query->world->begin(query->world->context, "cases");
    bool ok = begin(&sweep);
    tell_notes(query->world, sweep.cases.notes);
    if (ok) {
        tell_order(&sweep);
    }
    int code = !ok                      ? cli_query_fail(query)
               : query->options.compare ? run_comparison(&sweep)
                                        : cli_query_write(query, write);
    code = query->error.code == AIC_ERR_UNSOLVED ? CLI_EXCEEDED : code;
    query->world->end(query->world->context);
    cli_selection_clear(&sweep.selection);
    aic_evaluation_clear(&sweep.evaluation);
    aic_sweep_clear(&sweep.cases);
    aic_effect_memory_clear(&sweep.effects);
    query->sweep = NULL;
    return code;
}
