/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of lines: results over a parameter that is a number. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/svg/plot/plot.h"

#define HEAD       24.0
#define AREA       250.0
#define TICK_SIZE  11.5
#define TITLE_SIZE 12.5
#define BELOW      40.0
#define DOTS_UP_TO 60 /* points of a line that still have a dot each */
#define Y_TICKS    6
#define X_TICKS    8

/* From here on a logarithmic axis shows more: largest over least value. */
#define LOG_X_FROM 20.0
#define LOG_Y_FROM 10.0 /* where x is logarithmic too */
/* Where it is not: most values are below such a part of the largest. */
#define LOG_Y_BELOW (1.0 / 50)
/* A budget this far outside of the values is not drawn into their axis. */
#define BUDGET_WITHIN      2.5
#define BUDGET_WITHIN_LOGS 100.0

struct chart {
    const struct svg_plot *plot;
    const struct svg_panel *panel;
    struct svg_axis x, y;
    double *at; /* values of x */
    double top, bottom, left, right;
};

static bool is_whole_ki(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] < 1024 || fmod(values[i], 1024) != 0) {
            return false;
        }
    }
    return true;
}

static void fit_x(struct chart *chart)
{
    const struct svg_plot *plot = chart->plot;
    const struct aic_axis *axis = svg_plot_x(plot);
    double low = INFINITY;
    double high = -INFINITY;
    for (size_t i = 0; i < plot->columns; i++) {
        low = fmin(low, chart->at[i]);
        high = fmax(high, chart->at[i]);
    }
    bool list_spreads =
        axis->kind == AIC_AXIS_LIST && plot->columns > 2 && high / low >= LOG_X_FROM;
    chart->x =
        (struct svg_axis){ .field = axis->field,
                           .style = cli_unit_style(&plot->query->options),
                           .log = low > 0 && (axis->kind == AIC_AXIS_GEOMETRIC || list_spreads),
                           .binary = axis->field->dimension == AIC_TOKENS &&
                                     is_whole_ki(chart->at, plot->columns),
                           .from = chart->left + 8,
                           .to = chart->right - 8 };
    svg_axis_fit(&chart->x, low, high, false, X_TICKS);
    bool whole_factor = axis->step >= 2 && axis->step == floor(axis->step);
    bool few = axis->kind == AIC_AXIS_LIST && plot->columns <= SVG_TICKS_MAX;
    if (few || (axis->kind == AIC_AXIS_GEOMETRIC && whole_factor) || plot->columns == 1) {
        svg_axis_mark(&chart->x, chart->at, plot->columns, TICK_SIZE);
    }
}

/* True where a logarithmic y shows more than a linear one. */
static bool wants_log_y(const struct chart *chart, double low, double high)
{
    size_t below = 0;
    size_t all = 0;
    if (low <= 0 || chart->x.log) {
        return low > 0 && high / low >= LOG_Y_FROM;
    }
    for (size_t s = 0; s < svg_series_count(chart->plot, chart->panel); s++) {
        for (size_t i = 0; i < chart->plot->columns; i++) {
            double value = svg_series_value(chart->plot, chart->panel, s, i);
            below += value < high * LOG_Y_BELOW ? 1 : 0;
            all += isnan(value) ? 0 : 1;
        }
    }
    return 2 * below > all;
}

/* The ends of y: the values, zero where they reach near it, and budgets that are near. */
static void fit_y(struct chart *chart)
{
    const struct svg_plot *plot = chart->plot;
    const struct aic_budget *budget;
    double low, high;
    svg_panel_extent(plot, chart->panel, &low, &high);
    chart->y = (struct svg_axis){ .field = svg_plot_result(plot, chart->panel->results[0]),
                                  .style = cli_unit_style(&plot->query->options),
                                  .log = wants_log_y(chart, low, high),
                                  .from = chart->bottom,
                                  .to = chart->top };
    double reach = chart->y.log ? BUDGET_WITHIN_LOGS : BUDGET_WITHIN;
    double least = chart->y.log ? low / reach : -INFINITY;
    double most = high > 0 ? high * reach : high;
    for (size_t i = 0; (budget = svg_panel_budget(plot, chart->panel, i)); i++) {
        if (budget->limit >= least && budget->limit <= most) {
            low = fmin(low, budget->limit);
            high = fmax(high, budget->limit);
        }
    }
    if (chart->y.log) {
        double room = pow(high / low, 0.04);
        svg_axis_fit(&chart->y, low / room, high * room, true, Y_TICKS);
    } else {
        bool near_zero = low >= 0 && high - low > 0.2 * high;
        svg_axis_fit(&chart->y, near_zero ? 0 : low, high, true, Y_TICKS);
    }
}

static void draw_axes(const struct chart *chart, struct aic_sink *sink)
{
    static const struct svg_font x_font = { TICK_SIZE, SVG_MUTED, SVG_MIDDLE, false, false };
    static const struct svg_font y_font = { TICK_SIZE, SVG_MUTED, SVG_END, false, false };
    static const struct svg_font title_font = { TITLE_SIZE, SVG_INK, SVG_MIDDLE, false, false };
    char title[128];
    for (size_t i = 0; i < chart->y.tick_count; i++) {
        double y = svg_axis_at(&chart->y, chart->y.ticks[i].value);
        svg_line(sink, chart->left, y, chart->right, y, SVG_GRID, 1, NULL);
        svg_text(sink, chart->left - 8, y + 4, &y_font, chart->y.ticks[i].label);
    }
    for (size_t i = 0; i < chart->x.tick_count; i++) {
        double x = svg_axis_at(&chart->x, chart->x.ticks[i].value);
        svg_line(sink, x, chart->bottom, x, chart->bottom + 5, SVG_FRAME, 1, NULL);
        svg_text(sink, x, chart->bottom + 18, &x_font, chart->x.ticks[i].label);
    }
    double base = chart->y.low < 0 && chart->y.high > 0 ? svg_axis_at(&chart->y, 0) : chart->bottom;
    svg_line(sink, chart->left, base, chart->right, base, SVG_FRAME, 1, NULL);
    svg_line(sink, chart->left, chart->top, chart->left, chart->bottom, SVG_FRAME, 1, NULL);
    svg_axis_title(chart->x.field, chart->x.unit, chart->x.log, title, sizeof title);
    svg_text(sink, (chart->left + chart->right) / 2, chart->bottom + 36, &title_font, title);
}

/* Columns in the order of x: a list may be in any. */
static size_t next_column(const struct chart *chart, double after)
{
    size_t best = chart->plot->columns;
    for (size_t i = 0; i < chart->plot->columns; i++) {
        if (chart->at[i] > after &&
            (best == chart->plot->columns || chart->at[i] < chart->at[best])) {
            best = i;
        }
    }
    return best;
}

/* Fills `order` with the columns from left to right; a value that stands twice counts once. */
static size_t order_columns(const struct chart *chart, size_t *order)
{
    size_t count = 0;
    bool sorted = true;
    for (size_t i = 1; i < chart->plot->columns; i++) {
        sorted = sorted && chart->at[i] > chart->at[i - 1];
    }
    if (sorted) {
        for (; count < chart->plot->columns; count++) {
            order[count] = count;
        }
        return count;
    }
    double after = -INFINITY;
    for (size_t next; (next = next_column(chart, after)) < chart->plot->columns;) {
        order[count++] = next;
        after = chart->at[next];
    }
    return count;
}

/* True where one line hides the other. */
static bool lie_together(const struct chart *chart, size_t a, size_t b)
{
    for (size_t i = 0; i < chart->plot->columns; i++) {
        double first = svg_series_value(chart->plot, chart->panel, a, i);
        double second = svg_series_value(chart->plot, chart->panel, b, i);
        if (isnan(first) != isnan(second) ||
            fabs(svg_axis_at(&chart->y, first) - svg_axis_at(&chart->y, second)) > 1.5) {
            return false;
        }
    }
    return true;
}

/* How many lines that are drawn later lie on this one: it has to be wider, to be seen. */
static int count_above(const struct chart *chart, size_t series)
{
    int count = 0;
    for (size_t s = series + 1; s < svg_series_count(chart->plot, chart->panel); s++) {
        count += lie_together(chart, series, s);
    }
    return count;
}

static void draw_line(const struct chart *chart, size_t series, const size_t *order, size_t count,
                      struct aic_sink *sink)
{
    bool move = true;
    svg_path_open(sink);
    for (size_t i = 0; i < count; i++) {
        double value = svg_series_value(chart->plot, chart->panel, series, order[i]);
        if (!isnan(value)) {
            svg_path_point(sink, svg_axis_at(&chart->x, chart->at[order[i]]),
                           svg_axis_at(&chart->y, value), move);
        }
        move = isnan(value);
    }
    if (move && count > 0) { /* a path may not be empty */
        svg_path_point(sink, chart->left, chart->bottom, true);
    }
    svg_path_close(sink, svg_color(series), 2 + 3 * count_above(chart, series));
}

/* How many lines before this one are impossible here too: their crosses stand below. */
static int crosses_below(const struct chart *chart, size_t row, size_t column)
{
    int count = 0;
    for (size_t r = 0; r < row; r++) {
        count += svg_plot_case(chart->plot, r, column) == SVG_IMPOSSIBLE;
    }
    return count;
}

/* Dots at the points, or crosses at the bottom where a case is impossible. */
static void draw_points(const struct chart *chart, size_t series, const size_t *order, size_t count,
                        struct aic_sink *sink)
{
    const struct svg_plot *plot = chart->plot;
    bool has_by = svg_plot_has_by(plot);
    size_t result = chart->panel->results[has_by ? 0 : series];
    size_t row = has_by ? series : 0;
    double radius = 3.5 + 2 * count_above(chart, series);
    for (size_t i = 0; i < count; i++) {
        double x = svg_axis_at(&chart->x, chart->at[order[i]]);
        double value = svg_series_value(plot, chart->panel, series, order[i]);
        char hint[512];
        if (svg_plot_case(plot, row, order[i]) == SVG_IMPOSSIBLE) {
            svg_cross(sink, x, chart->bottom - 5 - 9 * crosses_below(chart, row, order[i]),
                      has_by ? svg_color(series) : SVG_MUTED);
        } else if (!isnan(value) && count <= DOTS_UP_TO) {
            svg_plot_hint(plot, result, row, order[i], hint, sizeof hint);
            svg_dot(sink, x, svg_axis_at(&chart->y, value), radius, svg_color(series), hint);
        }
    }
}

static void draw_budgets(const struct chart *chart, struct aic_sink *sink)
{
    const struct aic_budget *budget;
    for (size_t i = 0; (budget = svg_panel_budget(chart->plot, chart->panel, i)); i++) {
        double y = svg_axis_at(&chart->y, budget->limit);
        if (y >= chart->top - 0.5 && y <= chart->bottom + 0.5) {
            svg_budget_across(sink, budget, chart->left, chart->right, y);
        }
    }
}

static void place(struct chart *chart, double top)
{
    chart->top = top + HEAD + 10;
    chart->bottom = chart->top + AREA;
    chart->left = SVG_MARGIN + chart->plot->label_room;
    chart->right = svg_panel_right(chart->plot);
    fit_x(chart);
    fit_y(chart);
}

/* Fills `chart->at`; false without memory. */
static bool read_x(struct chart *chart)
{
    size_t columns = chart->plot->columns;
    chart->at = malloc(columns * sizeof chart->at[0]);
    for (size_t i = 0; chart->at && i < columns; i++) {
        chart->at[i] = aic_axis_value(svg_plot_x(chart->plot), i).number;
    }
    return chart->at != NULL;
}

double svg_lines_label_room(const struct svg_plot *plot, const struct svg_panel *panel)
{
    struct chart chart = { .plot = plot, .panel = panel };
    double widest = 20;
    if (read_x(&chart)) {
        place(&chart, 0);
        for (size_t i = 0; i < chart.y.tick_count; i++) {
            widest = fmax(widest, svg_text_width(chart.y.ticks[i].label, TICK_SIZE));
        }
    }
    free(chart.at);
    return widest + 12;
}

double svg_lines_panel_height(const struct svg_plot *plot, const struct svg_panel *panel)
{
    double legend = svg_legend_height(plot, panel);
    double area = AREA + BELOW;
    return HEAD + 10 + (legend > area ? legend : area);
}

void svg_lines_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                     struct aic_sink *sink)
{
    struct chart chart = { .plot = plot, .panel = panel };
    size_t *order = malloc(plot->columns * sizeof order[0]);
    if (order && read_x(&chart)) {
        size_t count = order_columns(&chart, order);
        place(&chart, top);
        svg_panel_head(plot, panel, chart.y.unit, chart.y.log, top, sink);
        draw_axes(&chart, sink);
        for (size_t i = 0; i < svg_series_count(plot, panel); i++) {
            draw_line(&chart, i, order, count, sink);
            draw_points(&chart, i, order, count, sink);
        }
        draw_budgets(&chart, sink);
        svg_legend(plot, panel, chart.top, sink);
    } else {
        aic_fail(&plot->sweep->query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    free(order);
    free(chart.at);
}
