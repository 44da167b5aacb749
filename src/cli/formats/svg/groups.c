/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of bars over names and choices: a group of bars for each. */
#include <math.h>

#include "cli/formats/svg/plot.h"

#define HEAD       34.0
#define VALUE_SIZE 11.0
#define VALUE_ROOM 40.0 /* at least */

static const struct svg_bar_look look = { .gap = 9,
                                          .least_part = 0.5,
                                          .name_least = 20,
                                          .name_most = 210,
                                          .name_gap = 8,
                                          .name_drop = 4,
                                          .ticks = 5 };

/* Whether one column stands above another: the better or larger value, then the first. */
static bool is_above(const struct svg_panel *panel, size_t a, size_t b)
{
    size_t line = svg_plot_line(panel, 0);
    double x = svg_line_values(panel->plot, line)[a];
    double y = svg_line_values(panel->plot, line)[b];
    bool least_first = svg_line_result(panel->plot, line)->better == AIC_LESS_IS_BETTER;
    if (isnan(x) != isnan(y)) {
        return isnan(y);
    }
    if (isnan(x) || x == y) {
        return a < b;
    }
    return least_first ? x < y : x > y;
}

/* The columns to show: as they are, or the best first where they are names or too many. */
static void choose_columns(struct svg_panel *panel)
{
    const struct svg_plot *plot = panel->plot;
    bool sorts = plot->x->field->kind == AIC_REFERENCE || plot->columns > SVG_BARS_MAX;
    panel->group_count = plot->columns < SVG_BARS_MAX ? plot->columns : SVG_BARS_MAX;
    for (size_t i = 0; i < panel->group_count; i++) {
        size_t best = plot->columns;
        for (size_t column = 0; sorts && column < plot->columns; column++) {
            bool is_next = i == 0 || is_above(panel, panel->shown[i - 1], column);
            if (is_next && (best == plot->columns || is_above(panel, column, best))) {
                best = column;
            }
        }
        panel->shown[i] = sorts ? best : i;
    }
}

/* The value of a bar; NaN where it has none. */
static double value_of(const struct svg_panel *panel, size_t bar)
{
    size_t line = svg_plot_line(panel, bar % panel->lines);
    return svg_line_values(panel->plot, line)[panel->shown[bar / panel->lines]];
}

/* The value in words, or why there is none. */
static void word_value(const struct svg_panel *panel, size_t bar, char *out, size_t capacity)
{
    const struct svg_plot *plot = panel->plot;
    const size_t line = svg_plot_line(panel, bar % panel->lines);
    const size_t column = panel->shown[bar / panel->lines];
    double value = value_of(panel, bar);
    if (isnan(value)) {
        bool is_impossible = svg_line_case(plot, line, column) == SVG_IMPOSSIBLE;
        cli_print(out, capacity, "%s%s", is_impossible ? "x " : "",
                  svg_line_lack(plot, line, column));
    } else {
        cli_write_number(svg_line_result(plot, line), value, plot->units, out, capacity);
    }
}

double svg_groups_fit(struct svg_panel *panel)
{
    const struct svg_plot *plot = panel->plot;
    struct svg_bars *bars = &panel->bars;
    double low = 0, high = 0, widest = VALUE_ROOM, widest_name = 0;
    char words[CLI_VALUE_SIZE];
    choose_columns(panel);
    *bars = (struct svg_bars){ .look = look, .limits = panel->limits, .group = panel->lines };
    bars->look.row = panel->lines > 1 ? 14 : 16;
    bars->look.bar = bars->look.row - 1;
    bars->count = panel->group_count * panel->lines;
    for (size_t i = 0; i < bars->count; i++) {
        double value = value_of(panel, i);
        low = fmin(low, value);
        high = fmax(high, value);
        word_value(panel, i, words, sizeof words);
        widest = isnan(value) ? widest : fmax(widest, svg_text_width(words, VALUE_SIZE));
        svg_axis_value(plot, plot->x, panel->shown[i / panel->lines], INFINITY, words,
                       sizeof words);
        widest_name = fmax(widest_name, svg_text_width(words, SVG_NAME_SIZE));
    }
    bars->above = HEAD + (double)panel->limits.count * SVG_LIMIT_ROOM;
    bars->left = svg_bars_left(bars, widest_name);
    bars->right = svg_panel_right(plot) - widest - 8;
    svg_bars_fit(bars, plot->results[panel->results[0]], plot->units, low, high);
    return fmax(svg_bars_height(bars), bars->above + svg_legend_height(panel));
}

/* The bars, which begin at a line; what limits them; and their values behind them. */
static void draw_bars(const struct svg_panel *panel, const struct svg_bars *bars,
                      struct aic_sink *sink)
{
    const double zero = svg_axis_at(&bars->axis, 0);
    for (size_t i = 0; i < bars->count; i++) {
        char hint[512];
        if (!isnan(value_of(panel, i))) {
            svg_line_hint(panel->plot, svg_plot_line(panel, i % panel->lines),
                          panel->shown[i / panel->lines], hint, sizeof hint);
            svg_bars_part(bars, i, 0, value_of(panel, i), svg_color(i % panel->lines), hint, sink);
        }
    }
    svg_line(sink, zero, bars->first, zero, bars->last, SVG_FRAME, 1, NULL);
    svg_bars_limits(bars, sink);
    for (size_t i = 0; i < bars->count; i++) {
        double value = value_of(panel, i);
        const struct svg_font font = { VALUE_SIZE, isnan(value) ? SVG_MUTED : SVG_INK, SVG_START,
                                       .bold = false, .halo = true };
        char words[CLI_VALUE_SIZE];
        word_value(panel, i, words, sizeof words);
        svg_text(sink, fmax(zero, svg_axis_at(&bars->axis, value)) + 6,
                 svg_bars_place(bars, i) + bars->look.row / 2 + 3.5, font, words);
    }
}

void svg_groups_draw(const struct svg_panel *panel, double top, struct aic_sink *sink)
{
    const struct svg_plot *plot = panel->plot;
    struct svg_bars bars = panel->bars;
    char words[512];
    svg_panel_title(panel, bars.axis.unit, false, words, sizeof words);
    svg_subtitle(sink, top, words, svg_panel_help(panel));
    svg_bars_begin(&bars, top, sink);
    for (size_t i = 0; i < panel->group_count; i++) {
        svg_axis_value(plot, plot->x, panel->shown[i], INFINITY, words, sizeof words);
        svg_bars_name(&bars, i * panel->lines, words, false, sink);
    }
    draw_bars(panel, &bars, sink);
    svg_legend(panel, bars.first, sink);
}
