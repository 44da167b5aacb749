/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of bars: results of names and choices, a group of bars for each. */
#include <math.h>
#include <string.h>

#include "cli/svg/plot/plot.h"

#define HEAD       24.0
#define LABEL_SIZE 12.0
#define LABEL_MOST 210.0
#define VALUE_SIZE 11.0
#define BAR        16.0
#define THIN_BAR   14.0
#define GROUP_GAP  9.0
#define BELOW      24.0

struct bars {
    const struct svg_plot *plot;
    const struct svg_panel *panel;
    struct svg_axis axis;
    size_t series;
    size_t shown[SVG_BARS_MAX]; /* columns, the best first where their order says nothing */
    size_t count;
    double bar; /* height of one */
    double top, bottom, left, right;
};

static double bar_height(size_t series)
{
    return series > 1 ? THIN_BAR : BAR;
}

static double groups_height(const struct svg_plot *plot, const struct svg_panel *panel)
{
    size_t series = svg_series_count(plot, panel);
    size_t count = plot->columns < SVG_BARS_MAX ? plot->columns : SVG_BARS_MAX;
    return (double)count * (bar_height(series) * (double)series + GROUP_GAP) + GROUP_GAP;
}

/* Room above the bars for the words of budgets. */
static double budget_room(const struct svg_plot *plot, const struct svg_panel *panel)
{
    size_t count = 0;
    while (svg_panel_budget(plot, panel, count)) {
        count++;
    }
    return (double)count * SVG_BUDGET_ROOM;
}

double svg_bars_panel_height(const struct svg_plot *plot, const struct svg_panel *panel)
{
    double legend = svg_legend_height(plot, panel);
    double groups = groups_height(plot, panel) + BELOW;
    return HEAD + 10 + budget_room(plot, panel) + fmax(groups, legend);
}

static void name_column(const struct bars *bars, size_t column, char *out, size_t capacity)
{
    const struct aic_axis *axis = svg_plot_x(bars->plot);
    char name[CLI_VALUE_SIZE];
    svg_label(axis->field, aic_axis_value(axis, column),
              cli_unit_style(&bars->plot->query->options), name, sizeof name);
    svg_cut(name, LABEL_SIZE, LABEL_MOST, out, capacity);
}

static double widest_name(const struct bars *bars)
{
    double widest = 20;
    for (size_t i = 0; i < bars->count; i++) {
        char name[CLI_VALUE_SIZE];
        name_column(bars, bars->shown[i], name, sizeof name);
        widest = fmax(widest, svg_text_width(name, LABEL_SIZE));
    }
    return widest;
}

static void name_value(const struct bars *bars, size_t column, size_t series, char *out,
                       size_t capacity)
{
    double value = svg_series_value(bars->plot, bars->panel, series, column);
    cli_write_number(svg_series_field(bars->plot, bars->panel, series), value,
                     cli_unit_style(&bars->plot->query->options), out, capacity);
}

static double widest_value(const struct bars *bars)
{
    double widest = 40;
    for (size_t i = 0; i < bars->count; i++) {
        for (size_t s = 0; s < bars->series; s++) {
            char words[CLI_VALUE_SIZE];
            if (!isnan(svg_series_value(bars->plot, bars->panel, s, bars->shown[i]))) {
                name_value(bars, bars->shown[i], s, words, sizeof words);
                widest = fmax(widest, svg_text_width(words, VALUE_SIZE));
            }
        }
    }
    return widest;
}

/* From zero to the longest bar, and to budgets that are not far beyond it. */
static void fit(struct bars *bars)
{
    const struct aic_budget *budget;
    double low = 0, high = 0;
    for (size_t i = 0; i < bars->count; i++) {
        for (size_t s = 0; s < bars->series; s++) {
            double value = svg_series_value(bars->plot, bars->panel, s, bars->shown[i]);
            low = fmin(low, value);
            high = fmax(high, value);
        }
    }
    double most = high * 2.5;
    for (size_t i = 0; (budget = svg_panel_budget(bars->plot, bars->panel, i)); i++) {
        high = budget->limit <= most ? fmax(high, budget->limit) : high;
    }
    bars->axis = (struct svg_axis){ .field = svg_plot_result(bars->plot, bars->panel->results[0]),
                                    .style = cli_unit_style(&bars->plot->query->options),
                                    .from = bars->left,
                                    .to = bars->right - widest_value(bars) - 8 };
    svg_axis_fit(&bars->axis, low, high, true, 5);
}

static void draw_bar(const struct bars *bars, size_t column, size_t series, double y,
                     struct aic_sink *sink)
{
    bool has_by = svg_plot_has_by(bars->plot);
    double value = svg_series_value(bars->plot, bars->panel, series, column);
    double zero = svg_axis_at(&bars->axis, 0);
    double end = svg_axis_at(&bars->axis, value);
    char hint[512];
    if (!isnan(value)) {
        svg_plot_hint(bars->plot, bars->panel->results[has_by ? 0 : series], has_by ? series : 0,
                      column, hint, sizeof hint);
        svg_rect(sink, fmin(zero, end), y, fmax(fabs(end - zero), 0.5), bars->bar - 1,
                 svg_color(series), hint);
    }
}

/* The value behind a bar, or why there is none. */
static void write_value(const struct bars *bars, size_t column, size_t series, double y,
                        struct aic_sink *sink)
{
    static const struct svg_font value_font = { VALUE_SIZE, SVG_INK, SVG_START, false, true };
    static const struct svg_font none_font = { VALUE_SIZE, SVG_MUTED, SVG_START, false, true };
    const struct svg_plot *plot = bars->plot;
    size_t row = svg_plot_has_by(plot) ? series : 0;
    double value = svg_series_value(plot, bars->panel, series, column);
    double zero = svg_axis_at(&bars->axis, 0);
    double middle = y + bars->bar / 2 + 3.5;
    char words[CLI_VALUE_SIZE];
    if (isnan(value)) {
        bool is_impossible = svg_plot_case(plot, row, column) == SVG_IMPOSSIBLE;
        cli_print(words, sizeof words, "%s%s", is_impossible ? "x " : "",
                  svg_plot_lack(plot, row, column));
        svg_text(sink, zero + 6, middle, &none_font, words);
        return;
    }
    name_value(bars, column, series, words, sizeof words);
    svg_text(sink, fmax(zero, svg_axis_at(&bars->axis, value)) + 6, middle, &value_font, words);
}

/* Calls `draw` for every bar, with the place of its upper edge. */
static void each_bar(const struct bars *bars, struct aic_sink *sink,
                     void (*draw)(const struct bars *, size_t column, size_t series, double y,
                                  struct aic_sink *))
{
    double y = bars->top + GROUP_GAP;
    for (size_t i = 0; i < bars->count; i++) {
        for (size_t s = 0; s < bars->series; s++) {
            draw(bars, bars->shown[i], s, y + (double)s * bars->bar, sink);
        }
        y += bars->bar * (double)bars->series + GROUP_GAP;
    }
}

/* The name of a group stands beside the middle of its bars. */
static void draw_names(const struct bars *bars, struct aic_sink *sink)
{
    static const struct svg_font font = { LABEL_SIZE, SVG_INK, SVG_END, false, false };
    double height = bars->bar * (double)bars->series;
    for (size_t i = 0; i < bars->count; i++) {
        char name[CLI_VALUE_SIZE];
        double y = bars->top + GROUP_GAP + (double)i * (height + GROUP_GAP);
        name_column(bars, bars->shown[i], name, sizeof name);
        svg_text(sink, bars->left - 8, y + height / 2 + 4, &font, name);
    }
}

static void draw_budgets(const struct bars *bars, struct aic_sink *sink)
{
    const struct aic_budget *budget;
    for (size_t i = 0; (budget = svg_panel_budget(bars->plot, bars->panel, i)); i++) {
        double x = svg_axis_at(&bars->axis, budget->limit);
        if (x >= bars->left && x <= bars->axis.to + 0.5) {
            double above = budget_room(bars->plot, bars->panel) - (double)i * SVG_BUDGET_ROOM;
            svg_budget_down(sink, budget, x, bars->top - above, bars->bottom);
        }
    }
}

/* Whether one column stands above another: the better or larger value, then the first. */
static bool is_above(const struct bars *bars, size_t a, size_t b)
{
    double x = svg_series_value(bars->plot, bars->panel, 0, a);
    double y = svg_series_value(bars->plot, bars->panel, 0, b);
    bool least_first = svg_series_field(bars->plot, bars->panel, 0)->better == AIC_LESS_IS_BETTER;
    if (isnan(x) != isnan(y)) {
        return isnan(y);
    }
    if (isnan(x) || x == y) {
        return a < b;
    }
    return least_first ? x < y : x > y;
}

/* The columns to show: as they are, or sorted where they are names or too many. */
static void choose_columns(struct bars *bars)
{
    size_t columns = bars->plot->columns;
    bool sorts = svg_plot_x(bars->plot)->field->kind == AIC_REFERENCE || columns > SVG_BARS_MAX;
    bars->count = columns < SVG_BARS_MAX ? columns : SVG_BARS_MAX;
    for (size_t i = 0; i < bars->count; i++) {
        size_t best = columns;
        for (size_t column = 0; sorts && column < columns; column++) {
            bool is_next = i == 0 || is_above(bars, bars->shown[i - 1], column);
            if (is_next && (best == columns || is_above(bars, column, best))) {
                best = column;
            }
        }
        bars->shown[i] = sorts ? best : i;
    }
}

void svg_bars_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                    struct aic_sink *sink)
{
    struct bars bars = { .plot = plot, .panel = panel, .series = svg_series_count(plot, panel) };
    choose_columns(&bars);
    bars.bar = bar_height(bars.series);
    bars.top = top + HEAD + 10 + budget_room(plot, panel);
    bars.bottom = bars.top + groups_height(plot, panel);
    bars.left = SVG_MARGIN + widest_name(&bars) + 8;
    bars.right = svg_panel_right(plot);
    fit(&bars);
    svg_panel_head(plot, panel, bars.axis.unit, false, top, sink);
    svg_axis_below(&bars.axis, bars.top, bars.bottom, sink);
    draw_names(&bars, sink);
    each_bar(&bars, sink, draw_bar);
    double zero = svg_axis_at(&bars.axis, 0);
    svg_line(sink, zero, bars.top, zero, bars.bottom, SVG_FRAME, 1, NULL);
    draw_budgets(&bars, sink);
    each_bar(&bars, sink, write_value);
    svg_legend(plot, panel, bars.top, sink);
}
