/* SPDX-License-Identifier: Apache-2.0 */
/* The plot of a sweep: which axis is which, which results are drawn, and their values. */
#include "cli/svg/plot/plot.h"
#include "cli/svg/charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct aic_axis *svg_plot_x(const struct svg_plot *plot)
{
    return &plot->sweep->cases.axes[plot->x];
}

bool svg_plot_has_by(const struct svg_plot *plot)
{
    return plot->by != plot->x;
}

bool svg_plot_is_named(const struct svg_plot *plot)
{
    return !cli_is_number(svg_plot_x(plot)->field);
}

bool svg_plot_is_map(const struct svg_plot *plot)
{
    return plot->rows > SVG_SERIES_MAX;
}

const struct aic_field *svg_plot_result(const struct svg_plot *plot, size_t result)
{
    return aic_table_at(&plot->query->calculator->results, plot->results[result], NULL);
}

static double *value_at(const struct svg_plot *plot, size_t result, size_t row, size_t column)
{
    return &plot->values[(result * plot->rows + row) * plot->columns + column];
}

double svg_plot_value(const struct svg_plot *plot, size_t result, size_t row, size_t column)
{
    return *value_at(plot, result, row, column);
}

enum svg_case svg_plot_case(const struct svg_plot *plot, size_t row, size_t column)
{
    return plot->cases[row * plot->columns + column];
}

const char *svg_plot_lack(const struct svg_plot *plot, size_t row, size_t column)
{
    static const char *const words[] = { [SVG_LEFT_OUT] = "not chosen",
                                         [SVG_IMPOSSIBLE] = "impossible",
                                         [SVG_POSSIBLE] = "does not apply" };
    return words[svg_plot_case(plot, row, column)];
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
    if (cases->case_count > SVG_CASES_MAX) {
        aic_fail(error, AIC_ERR_RANGE, NULL, "-o svg draws at most %d cases, this sweep has %g",
                 SVG_CASES_MAX, (double)cases->case_count);
        return aic_suggest(error, "take larger steps, or use -o csv");
    }
    return check_fields(sweep->query, error);
}

/* x is the first axis of numbers, or the first at all; `by` is the other. */
static void choose_axes(struct svg_plot *plot)
{
    const struct aic_sweep *cases = &plot->sweep->cases;
    bool second = cases->axis_count == 2 && !cli_is_number(cases->axes[0].field) &&
                  cli_is_number(cases->axes[1].field);
    plot->x = second ? 1 : 0;
    plot->by = cases->axis_count == 2 ? 1 - plot->x : plot->x;
    plot->columns = (size_t)cases->axes[plot->x].count;
    plot->rows = svg_plot_has_by(plot) ? (size_t)cases->axes[plot->by].count : 1;
}

static void choose_if_number(struct svg_plot *plot, size_t result)
{
    const struct aic_field *field = aic_table_at(&plot->query->calculator->results, result, NULL);
    if (cli_is_number(field) && plot->result_count < SVG_RESULTS_MAX) {
        plot->results[plot->result_count++] = result;
    }
}

/* The results of --fields; or the numbers among those in which compositions are compared, or among
 * the keys. */
static void choose_results(struct svg_plot *plot)
{
    const struct cli_query *query = plot->query;
    const struct aic_table *results = &query->calculator->results;
    size_t count = aic_table_size(results), result;
    if (query->options.fields) {
        for (size_t i = 0; i < query->result_count && i < SVG_RESULTS_MAX; i++) {
            plot->results[plot->result_count++] = query->results[i];
        }
        return;
    }
    for (size_t k = 0; (result = aic_deciding_at(query->calculator, k)) < count; k++) {
        choose_if_number(plot, result);
    }
    for (size_t i = 0; aic_deciding_at(query->calculator, 0) == count && i < count; i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY) {
            choose_if_number(plot, i);
        }
    }
}

static void store_case(struct svg_plot *plot, size_t row, size_t column)
{
    struct cli_sweep *sweep = plot->sweep;
    plot->cases[row * plot->columns + column] = sweep->is_possible ? SVG_POSSIBLE : SVG_IMPOSSIBLE;
    plot->left_out--;
    if (!sweep->is_possible && plot->impossible++ == 0) {
        cli_sweep_reason(sweep, plot->why);
    }
    for (size_t i = 0; i < plot->result_count; i++) {
        struct aic_value value = { false, NAN, NULL };
        if (sweep->is_possible) {
            value = aic_evaluation_result(&sweep->evaluation, plot->results[i]);
        }
        *value_at(plot, i, row, column) = value.set ? value.number : NAN;
    }
}

/* Says what is given and assumed, from the answer of the case under way. */
static bool describe(struct svg_plot *plot)
{
    struct cli_sweep *sweep = plot->sweep;
    if (!cli_sweep_answer(sweep)) {
        return false;
    }
    return svg_given_case(sweep, plot->results, plot->result_count, plot->given,
                          sizeof plot->given);
}

/* What every case is until it is stored. */
static void leave_all_out(struct svg_plot *plot)
{
    plot->left_out = plot->rows * plot->columns;
    for (size_t i = 0; i < plot->left_out; i++) {
        plot->cases[i] = SVG_LEFT_OUT;
    }
    for (size_t i = 0; i < plot->result_count * plot->left_out; i++) {
        plot->values[i] = NAN;
    }
}

static bool evaluate(struct svg_plot *plot)
{
    struct cli_sweep *sweep = plot->sweep;
    uint64_t fast = sweep->cases.axes[sweep->cases.axis_count - 1].count;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (sweep->index == sweep->first && !describe(plot)) {
            return false;
        }
        size_t slow_at = (size_t)(sweep->index / fast);
        size_t fast_at = (size_t)(sweep->index % fast);
        bool alone = sweep->cases.axis_count == 1;
        size_t column = alone || plot->x == 1 ? fast_at : slow_at;
        size_t row = alone ? 0 : plot->x == 1 ? slow_at : fast_at;
        store_case(plot, row, column);
    }
    return !aic_code_is_internal(sweep->query->error.code);
}

/* True where a result has at least one value, or more than one. */
static bool has_values(const struct svg_plot *plot, size_t result, bool different)
{
    const double *values = value_at(plot, result, 0, 0);
    double first = NAN;
    for (size_t i = 0; i < plot->rows * plot->columns; i++) {
        if (isnan(values[i])) {
            continue;
        }
        if (isnan(first)) {
            first = values[i];
        }
        if (!different || values[i] != first) {
            return true;
        }
    }
    return false;
}

static void remove_result(struct svg_plot *plot, size_t result)
{
    size_t size = plot->rows * plot->columns;
    double *at = value_at(plot, result, 0, 0);
    size_t after = --plot->result_count - result;
    memmove(&plot->results[result], &plot->results[result + 1], after * sizeof plot->results[0]);
    memmove(at, at + size, after * size * sizeof at[0]);
}

/* Drops results that apply nowhere; of those that nobody asked for also the ones that
 * never change, as long as another one does. */
static bool drop_results(struct svg_plot *plot, struct aic_error *error)
{
    bool any_changes = false;
    for (size_t i = plot->result_count; i-- > 0;) {
        if (!has_values(plot, i, false)) {
            remove_result(plot, i);
        } else {
            any_changes = any_changes || has_values(plot, i, true);
        }
    }
    for (size_t i = plot->result_count; i-- > 0 && any_changes && !plot->query->options.fields;) {
        if (!has_values(plot, i, true)) {
            remove_result(plot, i);
        }
    }
    if (plot->result_count == 0) {
        aic_fail(error, AIC_ERR_MISSING, NULL, "-o svg: no case has a value to draw");
        return aic_suggest(error, "name results with --fields; -o table shows which apply");
    }
    return true;
}

bool svg_plot_init(struct svg_plot *plot, struct cli_sweep *sweep, struct aic_error *error)
{
    memset(plot, 0, sizeof *plot);
    plot->sweep = sweep;
    plot->query = sweep->query;
    choose_axes(plot);
    choose_results(plot);
    size_t size = plot->rows * plot->columns;
    plot->values = malloc((plot->result_count + 1) * size * sizeof plot->values[0]);
    plot->cases = malloc(size * sizeof plot->cases[0]);
    if (!plot->values || !plot->cases) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    leave_all_out(plot);
    return evaluate(plot) && drop_results(plot, error);
}

void svg_plot_clear(struct svg_plot *plot)
{
    free(plot->values);
    free(plot->cases);
    plot->values = NULL;
    plot->cases = NULL;
}

size_t svg_series_count(const struct svg_plot *plot, const struct svg_panel *panel)
{
    return svg_plot_has_by(plot) ? plot->rows : panel->count;
}

double svg_series_value(const struct svg_plot *plot, const struct svg_panel *panel, size_t series,
                        size_t column)
{
    return svg_plot_has_by(plot) ? *value_at(plot, panel->results[0], series, column)
                                 : *value_at(plot, panel->results[series], 0, column);
}

const struct aic_field *svg_series_field(const struct svg_plot *plot, const struct svg_panel *panel,
                                         size_t series)
{
    return svg_plot_result(plot, panel->results[svg_plot_has_by(plot) ? 0 : series]);
}

void svg_series_name(const struct svg_plot *plot, const struct svg_panel *panel, size_t series,
                     char *out, size_t capacity)
{
    if (svg_plot_has_by(plot)) {
        const struct aic_axis *by = &plot->sweep->cases.axes[plot->by];
        svg_label(by->field, aic_axis_value(by, series), cli_unit_style(&plot->query->options), out,
                  capacity);
    } else {
        cli_print(out, capacity, "%s", svg_series_field(plot, panel, series)->name);
    }
}

void svg_plot_hint(const struct svg_plot *plot, size_t result, size_t row, size_t column, char *out,
                   size_t capacity)
{
    const size_t axes[] = { plot->x, plot->by };
    const size_t places[] = { column, row };
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    for (size_t i = 0; i < (svg_plot_has_by(plot) ? 2 : 1); i++) {
        const struct aic_axis *axis = &plot->sweep->cases.axes[axes[i]];
        svg_label(axis->field, aic_axis_value(axis, places[i]),
                  cli_unit_style(&plot->query->options), words, sizeof words);
        aic_text_format(&text, "%s%s %s", i > 0 ? ", " : "", axis->field->name, words);
    }
    const struct aic_field *field = svg_plot_result(plot, result);
    double value = *value_at(plot, result, row, column);
    if (!isnan(value)) {
        cli_write_number(field, value, cli_unit_style(&plot->query->options), words, sizeof words);
    }
    aic_text_format(&text, ": %s %s", field->name,
                    isnan(value) ? svg_plot_lack(plot, row, column) : words);
}

const struct aic_budget *svg_panel_budget(const struct svg_plot *plot,
                                          const struct svg_panel *panel, size_t i)
{
    for (size_t b = 0; b < plot->query->options.budgets.count; b++) {
        const struct aic_budget *budget = &plot->query->budgets[b];
        for (size_t r = 0; r < panel->count; r++) {
            if (budget->result == plot->results[panel->results[r]] && i-- == 0) {
                return budget;
            }
        }
    }
    return NULL;
}

bool svg_panel_extent(const struct svg_plot *plot, const struct svg_panel *panel, double *low,
                      double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t r = 0; r < panel->count; r++) {
        const double *values = value_at(plot, panel->results[r], 0, 0);
        for (size_t i = 0; i < plot->rows * plot->columns; i++) {
            *low = fmin(*low, values[i]);
            *high = fmax(*high, values[i]);
        }
    }
    return *low <= *high;
}
