/* SPDX-License-Identifier: Apache-2.0 */
/* The plot of a sweep: which axis is which, which results are drawn, and their values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>

#include "cli/sweep/sweep.h"
#include "cli/views/answer/screen.h"
#include "cli/views/plot/plots.h"

#define CASES_MAX 10000
#define NAMES_MAX 4 /* results that a title names: each panel has its own */

/* A plot under way, and what its head and its foot say of the sweep. */
struct sweep_plot {
    struct cli_sweep *sweep;
    struct svg_plot plot;
    size_t x; /* axis of the sweep */
    size_t results[SVG_RESULTS_MAX];
    size_t impossible, left_out;
    char why[CLI_REASON_SIZE]; /* the first impossible case is */
    struct svg_panel panels[SVG_PANELS_MAX];
    struct svg_page page;
};

/*
 * What was asked of the case under way, of which the `shown` results are drawn, without what is swept.
 * False without memory: then the query's error says so.
 */
static bool write_given(const struct cli_sweep *sweep, const size_t *shown, size_t count, char *out,
                        size_t capacity)
{
    struct aic_influence influence;
    struct cli_view view = cli_query_view(sweep->query);
    bool ok = aic_influence_init(&influence, sweep->answer, shown, count, &sweep->query->error) &&
              aic_influence_ask_again(&influence, sweep->answer, &sweep->query->error);
    view.answer = sweep->answer;
    view.influence = ok ? &influence : NULL;
    svg_given(&view, sweep->cases.inputs, sweep->cases.axis_count, out, capacity);
    aic_influence_clear(&influence);
    return ok;
}

/* Results that are named must be numbers; flags and choices are no heights. */
static bool check_fields(const struct cli_query *query, struct aic_error *error)
{
    for (size_t i = 0; query->options.fields && i < query->result_count; i++) {
        const struct aic_field *field =
            aic_table_at(&query->calculator->results, query->results[i], NULL);
        if (!cli_is_number(field)) {
            aic_fail(error, AIC_ERR_VALUE, field->name, "-o svg draws numbers, and %s is none",
                     field->name);
            return aic_suggest(error, "leave it out of --fields");
        }
    }
    if (query->options.fields && query->result_count > SVG_RESULTS_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "-o svg draws at most %d results", SVG_RESULTS_MAX);
        return aic_suggest(error, "choose with --fields");
    }
    return true;
}

bool svg_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error)
{
    const struct aic_sweep *cases = &sweep->cases;
    for (size_t i = 0; i < cases->axis_count; i++) {
        if (cases->axes[i].joined) {
            aic_fail(error, AIC_ERR_USAGE, NULL,
                     "-o svg together with inputs that are swept in pairs");
            return aic_suggest(error, "sweep one of them, or use -o table");
        }
    }
    if (cases->axis_count > 2) {
        aic_fail(error, AIC_ERR_RANGE, NULL,
                 "-o svg draws sweeps over one or two parameters, "
                 "this one is over %d",
                 (int)cases->axis_count);
        return aic_suggest(error, "use -o csv, or sweep fewer");
    }
    if (cases->case_count > CASES_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "-o svg draws at most %d cases, this sweep has %g",
                 CASES_MAX, (double)cases->case_count);
        return aic_suggest(error, "take larger steps, or use -o csv");
    }
    return check_fields(sweep->query, error);
}

/* x is the first axis of numbers, or the first at all; `by` is the other. */
static void choose_axes(struct sweep_plot *drawn)
{
    const struct aic_sweep *cases = &drawn->sweep->cases;
    struct svg_plot *plot = &drawn->plot;
    bool two = cases->axis_count == 2;
    drawn->x = two && !cli_is_number(cases->axes[0].field) && cli_is_number(cases->axes[1].field);
    plot->x = &cases->axes[drawn->x];
    plot->by = two ? &cases->axes[1 - drawn->x] : NULL;
    plot->columns = (size_t)plot->x->count;
    plot->rows = two ? (size_t)plot->by->count : 1;
}

static void choose_if_number(struct sweep_plot *drawn, size_t result)
{
    const struct aic_table *results = &drawn->sweep->query->calculator->results;
    const struct aic_field *field = aic_table_at(results, result, NULL);
    if (cli_is_number(field) && drawn->plot.result_count < SVG_RESULTS_MAX) {
        drawn->results[drawn->plot.result_count] = result;
        drawn->plot.results[drawn->plot.result_count++] = field;
    }
}

/* The results of --fields; or the numbers among those in which compositions are compared, or among
 * the keys. */
static void choose_results(struct sweep_plot *drawn)
{
    const struct cli_query *query = drawn->sweep->query;
    const struct aic_table *results = &query->calculator->results;
    size_t count = aic_table_size(results), result;
    if (query->options.fields) {
        for (size_t i = 0; i < query->result_count; i++) {
            choose_if_number(drawn, query->results[i]);
        }
        return;
    }
    for (size_t k = 0; (result = aic_deciding_at(query->calculator, k)) < count; k++) {
        choose_if_number(drawn, result);
    }
    for (size_t i = 0; aic_deciding_at(query->calculator, 0) == count && i < count; i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY) {
            choose_if_number(drawn, i);
        }
    }
}

static void store_case(struct sweep_plot *drawn, size_t row, size_t column)
{
    struct cli_sweep *sweep = drawn->sweep;
    struct svg_plot *plot = &drawn->plot;
    bool possible = sweep->is_possible;
    plot->cases[row * plot->columns + column] = possible ? SVG_POSSIBLE : SVG_IMPOSSIBLE;
    drawn->left_out--;
    if (!possible && drawn->impossible++ == 0) {
        cli_sweep_reason(sweep, drawn->why);
    }
    for (size_t i = 0; possible && i < plot->result_count; i++) {
        struct aic_value value = aic_evaluation_result(&sweep->evaluation, drawn->results[i]);
        if (value.set) {
            svg_line_values(plot, i * plot->rows + row)[column] = value.number;
        }
    }
}

/* Fills the values, and says of the first case what is given and assumed. */
static bool evaluate(struct sweep_plot *drawn)
{
    struct cli_sweep *sweep = drawn->sweep;
    struct svg_plot *plot = &drawn->plot;
    bool x_is_fast = drawn->x + 1 == sweep->cases.axis_count;
    uint64_t fast = x_is_fast ? plot->columns : plot->rows;
    drawn->left_out = plot->rows * plot->columns;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (sweep->index == sweep->first &&
            !(cli_sweep_answer(sweep) &&
              write_given(sweep, drawn->results, plot->result_count, drawn->page.given,
                          sizeof drawn->page.given))) {
            return false;
        }
        size_t slow_at = (size_t)(sweep->index / fast);
        size_t fast_at = (size_t)(sweep->index % fast);
        store_case(drawn, x_is_fast ? slow_at : fast_at, x_is_fast ? fast_at : slow_at);
    }
    return !aic_code_is_internal(sweep->query->error.code);
}

/* How many different values a result has: none, one, or more, which is told as 2. */
static int count_values(const struct svg_plot *plot, size_t result)
{
    const double *values = svg_line_values(plot, result * plot->rows);
    double first = NAN;
    for (size_t i = 0; i < plot->rows * plot->columns; i++) {
        if (isnan(first)) {
            first = values[i];
        } else if (!isnan(values[i]) && values[i] != first) {
            return 2;
        }
    }
    return isnan(first) ? 0 : 1;
}

/* Keeps the results that have at least so many different values. */
static void keep_results(struct sweep_plot *drawn, int least)
{
    struct svg_plot *plot = &drawn->plot;
    size_t kept = 0;
    for (size_t i = 0; i < plot->result_count; i++) {
        if (count_values(plot, i) >= least) {
            memmove(svg_line_values(plot, kept * plot->rows), svg_line_values(plot, i * plot->rows),
                    plot->rows * plot->columns * sizeof plot->values[0]);
            drawn->results[kept] = drawn->results[i];
            plot->results[kept++] = plot->results[i];
        }
    }
    plot->result_count = kept;
}

/* Drops results that apply nowhere; of those that nobody asked for also the ones that
 * never change, as long as another one does. */
static bool drop_results(struct sweep_plot *drawn, struct aic_error *error)
{
    bool any_changes = false;
    for (size_t i = 0; i < drawn->plot.result_count; i++) {
        any_changes = any_changes || count_values(&drawn->plot, i) > 1;
    }
    keep_results(drawn, any_changes && !drawn->sweep->query->options.fields ? 2 : 1);
    if (drawn->plot.result_count == 0) {
        aic_fail(error, AIC_ERR_MISSING, NULL, "-o svg: no case has a value to draw");
        return aic_suggest(error, "name results with --fields; -o table shows which apply");
    }
    return true;
}

/* Results of one unit have one scale, unless they are those of different parts: a run's time beside that
 * of a step. */
static bool share_panel(const struct sweep_plot *drawn, size_t a, size_t b)
{
    const struct aic_calculator *calculator = drawn->sweep->query->calculator;
    const struct aic_field *one = drawn->plot.results[a], *other = drawn->plot.results[b];
    return one->dimension == other->dimension &&
           strcmp(aic_field_unit(one), aic_field_unit(other)) == 0 &&
           aic_part_of_result(calculator, drawn->results[a]) ==
               aic_part_of_result(calculator, drawn->results[b]);
}

/* The panels: results of one unit together, or each alone, with the budgets on them. */
static void make_panels(struct sweep_plot *drawn)
{
    const struct cli_query *query = drawn->sweep->query;
    const struct svg_plot *plot = &drawn->plot;
    size_t *count = &drawn->page.count;
    for (size_t i = 0; i < plot->result_count; i++) {
        size_t p = plot->by ? *count : 0;
        while (p < *count && !share_panel(drawn, i, drawn->panels[p].results[0])) {
            p++;
        }
        *count += p == *count;
        struct svg_panel *panel = &drawn->panels[p];
        panel->plot = plot;
        panel->results[panel->result_count++] = i;
        panel->lines = plot->by ? plot->rows : panel->result_count;
    }
    for (size_t p = 0; p < *count; p++) {
        struct svg_panel *panel = &drawn->panels[p];
        size_t results[SVG_RESULTS_MAX];
        for (size_t i = 0; i < panel->result_count; i++) {
            results[i] = drawn->results[panel->results[i]];
        }
        svg_limits_add_budgets(&panel->limits, query->budgets, query->options.budgets.count,
                               results, panel->result_count);
    }
}

/* What draws a panel: a map where `by` has many values, bars over names, lines over numbers. */
struct kind {
    double (*fit)(struct svg_panel *panel);
    void (*draw)(const struct svg_panel *panel, double top, struct aic_sink *sink);
};

static const struct kind map = { svg_map_fit, svg_map_draw };
static const struct kind groups = { svg_groups_fit, svg_groups_draw };
static const struct kind lines = { svg_lines_fit, svg_lines_draw };

static const struct kind *kind_of(const struct svg_plot *plot)
{
    return plot->rows > SVG_SERIES_MAX ? &map : cli_is_number(plot->x->field) ? &lines : &groups;
}

static void draw_panel(const void *panels, size_t i, double top, struct aic_sink *sink)
{
    const struct svg_panel *panel = (const struct svg_panel *)panels + i;
    kind_of(panel->plot)->draw(panel, top, sink);
}

/* What all panels have alike: room for names at the right, then for labels at the left. */
static void fit_panels(struct sweep_plot *drawn)
{
    struct svg_plot *plot = &drawn->plot;
    const struct kind *kind = kind_of(plot);
    for (size_t i = 0; i < drawn->page.count && kind != &map; i++) {
        plot->legend_room = fmax(plot->legend_room, svg_legend_width(&drawn->panels[i]));
    }
    double label_room = 0;
    for (size_t i = 0; i < drawn->page.count && kind == &lines; i++) {
        label_room = fmax(label_room, svg_lines_label_room(&drawn->panels[i]));
    }
    plot->label_room = label_room;
    for (size_t i = 0; i < drawn->page.count; i++) {
        drawn->page.heights[i] = kind->fit(&drawn->panels[i]);
    }
}

static void write_title(struct sweep_plot *drawn)
{
    const struct svg_plot *plot = &drawn->plot;
    struct aic_text text;
    aic_text_init(&text, drawn->page.title, sizeof drawn->page.title);
    aic_text_format(&text, "%s: ", drawn->sweep->query->calculator->name);
    for (size_t i = 0; i < plot->result_count && plot->result_count <= NAMES_MAX; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "", plot->results[i]->name);
    }
    if (plot->result_count > NAMES_MAX) {
        aic_text_format(&text, "%g results", (double)plot->result_count);
    }
    aic_text_format(&text, " over %s", plot->x->field->name);
    if (plot->by) {
        aic_text_format(&text, " and %s", plot->by->field->name);
    }
}

/* "3 of 24 cases are impossible, the first: ...", and how many were not chosen; else empty. */
static void write_note(struct sweep_plot *drawn)
{
    const struct svg_plot *plot = &drawn->plot;
    const int cases = (int)(plot->rows * plot->columns);
    struct aic_text text;
    aic_text_init(&text, drawn->page.note, sizeof drawn->page.note);
    if (drawn->impossible > 0) {
        aic_text_format(&text, "x: %d of %d cases are impossible, the first: %s",
                        (int)drawn->impossible, cases, drawn->why);
    }
    if (drawn->left_out > 0) {
        aic_text_format(&text, "%s%d of %d cases are not chosen by --where or --top",
                        text.length > 0 ? "; " : "", (int)drawn->left_out, cases);
    }
    if (kind_of(plot) == &groups && plot->columns > SVG_BARS_MAX) {
        aic_text_format(&text, "%severy panel shows %d of %d, the best or largest first",
                        text.length > 0 ? "; " : "", SVG_BARS_MAX, (int)plot->columns);
    }
}

/* Evaluates the cases and draws them. False where that cannot be: `error`, or the query's, says why. */
static bool draw(struct sweep_plot *drawn, struct aic_error *error, struct aic_sink *sink)
{
    drawn->plot.units = cli_unit_style(&drawn->sweep->query->options);
    choose_axes(drawn);
    choose_results(drawn);
    if (!svg_plot_init(&drawn->plot)) {
        return aic_fail_memory(error);
    }
    if (!evaluate(drawn) || !drop_results(drawn, error)) {
        return false;
    }
    make_panels(drawn);
    fit_panels(drawn);
    write_title(drawn);
    write_note(drawn);
    if (drawn->page.place == SVG_FIGURE) {
        drawn->page.given[0] = '\0';
    }
    drawn->page.panels = drawn->panels;
    drawn->page.draw = draw_panel;
    svg_page_write(&drawn->page, sink);
    return true;
}

static void draw_sweep(struct cli_sweep *sweep, enum svg_place place, struct aic_error *error,
                       struct aic_sink *sink)
{
    struct sweep_plot *drawn = calloc(1, sizeof *drawn);
    if (!drawn) {
        aic_fail_memory(error);
        return;
    }
    drawn->sweep = sweep;
    drawn->page.place = place;
    draw(drawn, error, sink);
    svg_plot_clear(&drawn->plot);
    free(drawn);
}

/* The answers of a sweep, and what the first of them was asked. */
struct answers {
    struct cli_sweep *sweep;
    bool begun;
    char given[1024];
};

static bool next_answer(void *context, const struct aic_answer **answer, double *value)
{
    struct answers *answers = context;
    struct cli_sweep *sweep = answers->sweep;
    struct cli_screen screen;
    bool found = false;
    while (!found && cli_sweep_next(sweep)) {
        found = sweep->is_possible && cli_sweep_answer(sweep);
    }
    if (found && !answers->begun) {
        answers->begun = true;
        cli_find_screen(sweep->answer, &screen);
        found =
            write_given(sweep, screen.rows, screen.count, answers->given, sizeof answers->given);
    }
    *answer = sweep->answer;
    *value = sweep->values[0].number;
    return found;
}

/* What the calculator says is stacked, where that is what was swept. */
static bool draw_stacks(struct cli_sweep *sweep, enum svg_place place, struct aic_sink *sink)
{
    const struct aic_stack *row = svg_stack(sweep->query->calculator);
    const struct cli_view view = cli_query_view(sweep->query);
    struct answers answers = { sweep, false, "" };
    if (!row || sweep->query->options.fields || sweep->cases.axis_count != 1 ||
        sweep->cases.inputs[0] != row->input || sweep->cases.case_count > SVG_STACKS_MAX) {
        return false;
    }
    cli_sweep_rewind(sweep);
    return svg_stacks_each(row, &view, next_answer, &answers, answers.given, place, sink);
}

void svg_sweep(struct cli_sweep *sweep, struct aic_sink *sink)
{
    if (!draw_stacks(sweep, SVG_ALONE, sink)) {
        draw_sweep(sweep, SVG_ALONE, &sweep->query->error, sink);
    }
}

void svg_sweep_figure(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct aic_error error = { .code = AIC_OK };
    if (draw_stacks(sweep, SVG_FIGURE, sink)) {
        return;
    }
    if (svg_accepts_sweep(sweep, &error)) {
        draw_sweep(sweep, SVG_FIGURE, &error, sink);
    }
    if (aic_code_is_internal(error.code)) {
        sweep->query->error = error;
    }
}
