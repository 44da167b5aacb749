/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of lines: results over a parameter that is a number. */
#include "cli/formats/svg/plot.h"
#include "core/elementary.h"

#define HEAD       34.0
#define AREA       250.0
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
#define LIMIT_WITHIN      2.5
#define LIMIT_WITHIN_LOGS 100.0

static bool is_whole_ki(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] < 1024 || fmod(values[i], 1024) != 0) {
            return false;
        }
    }
    return true;
}

static void fit_x(struct svg_panel *panel)
{
    const struct svg_plot *plot = panel->plot;
    const struct aic_axis *axis = plot->x;
    double low = plot->at[plot->order[0]];
    double high = plot->at[plot->order[plot->order_count - 1]];
    bool is_list = axis->kind == AIC_AXIS_LIST;
    bool is_geometric = axis->kind == AIC_AXIS_GEOMETRIC;
    bool spreads = is_list && plot->columns > 2 && high / low >= LOG_X_FROM;
    panel->x = (struct svg_axis){ .field = axis->field,
                                  .style = plot->units,
                                  .log = low > 0 && (is_geometric || spreads),
                                  .binary = axis->field->dimension == AIC_TOKENS &&
                                            is_whole_ki(plot->at, plot->columns),
                                  .from = panel->left + 8,
                                  .to = panel->right - 8 };
    svg_axis_fit(&panel->x, low, high, false, X_TICKS);
    bool whole_factor = axis->step >= 2 && axis->step == floor(axis->step);
    bool few = is_list && plot->columns <= SVG_TICKS_MAX;
    if (few || (is_geometric && whole_factor) || plot->columns == 1) {
        svg_axis_mark(&panel->x, plot->at, plot->columns);
    }
}

/* True where a logarithmic y shows more than a linear one. */
static bool wants_log_y(const struct svg_panel *panel, double low, double high)
{
    const struct aic_field *field = panel->plot->results[panel->results[0]];
    size_t below = 0;
    size_t all = 0;
    if (!svg_has_powers(field, panel->plot->units, low)) {
        return false;
    }
    if (panel->x.log) {
        return high / low >= LOG_Y_FROM;
    }
    for (size_t i = 0; i < panel->lines; i++) {
        const double *values = svg_line_values(panel->plot, svg_plot_line(panel, i));
        for (size_t column = 0; column < panel->plot->columns; column++) {
            below += values[column] < high * LOG_Y_BELOW ? 1 : 0;
            all += isnan(values[column]) ? 0 : 1;
        }
    }
    return 2 * below > all;
}

/* The ends of y: the values, zero where they reach near it, and limits that are near. */
static void fit_y(struct svg_panel *panel)
{
    double low, high;
    svg_panel_extent(panel, &low, &high);
    bool log = wants_log_y(panel, low, high);
    double within = log ? LIMIT_WITHIN_LOGS : LIMIT_WITHIN;
    panel->y = (struct svg_axis){ .field = panel->plot->results[panel->results[0]],
                                  .style = panel->plot->units,
                                  .log = log,
                                  .from = panel->bottom,
                                  .to = panel->top };
    svg_limits_widen(&panel->limits, log ? low / within : -INFINITY,
                     high > 0 ? high * within : high, &low, &high);
    if (log) {
        double room = exp((log(high) - log(low)) * 0.04);
        svg_axis_fit(&panel->y, low / room, high * room, true, Y_TICKS);
    } else {
        bool near_zero = low >= 0 && high - low > 0.2 * high;
        svg_axis_fit(&panel->y, near_zero ? 0 : low, high, true, Y_TICKS);
    }
}

/* Fits the axes of a panel that begins at 0. */
double svg_lines_fit(struct svg_panel *panel)
{
    panel->top = HEAD;
    panel->bottom = HEAD + AREA;
    panel->left = SVG_MARGIN + panel->plot->label_room;
    panel->right = svg_panel_right(panel->plot);
    fit_x(panel);
    fit_y(panel);
    return HEAD + fmax(svg_legend_height(panel), AREA + BELOW);
}

double svg_lines_label_room(struct svg_panel *panel)
{
    double widest = 20;
    svg_lines_fit(panel);
    for (size_t i = 0; i < panel->y.tick_count; i++) {
        widest = fmax(widest, svg_text_width(panel->y.ticks[i].label, SVG_TICK_SIZE));
    }
    return widest + 12;
}

static void draw_axes(const struct svg_panel *panel, struct aic_sink *sink)
{
    const struct svg_font x_font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_MIDDLE);
    const struct svg_font y_font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_END);
    const struct svg_axis *x = &panel->x, *y = &panel->y;
    const double left = panel->left, right = panel->right, bottom = panel->bottom;
    char title[128];
    for (size_t i = 0; i < y->tick_count; i++) {
        double at = svg_axis_at(y, y->ticks[i].value);
        svg_line(sink, left, at, right, at, SVG_GRID, 1, NULL);
        svg_text(sink, left - 8, at + 4, y_font, y->ticks[i].label);
    }
    for (size_t i = 0; i < x->tick_count; i++) {
        double at = svg_axis_at(x, x->ticks[i].value);
        svg_line(sink, at, bottom, at, bottom + 5, SVG_FRAME, 1, NULL);
        svg_text(sink, at, bottom + 18, x_font, x->ticks[i].label);
    }
    double base = y->low < 0 && y->high > 0 ? svg_axis_at(y, 0) : bottom;
    svg_line(sink, left, base, right, base, SVG_FRAME, 1, NULL);
    svg_line(sink, left, panel->top, left, bottom, SVG_FRAME, 1, NULL);
    svg_axis_title(x->field->name, x->unit, x->log, title, sizeof title);
    svg_text(sink, (left + right) / 2, bottom + 36, SVG_PLAIN(SVG_AXIS_SIZE, SVG_INK, SVG_MIDDLE),
             title);
}

/* True where one line hides the other. */
static bool lie_together(const struct svg_panel *panel, const double *a, const double *b)
{
    for (size_t i = 0; i < panel->plot->columns; i++) {
        if (isnan(a[i]) != isnan(b[i]) ||
            fabs(svg_axis_at(&panel->y, a[i]) - svg_axis_at(&panel->y, b[i])) > 1.5) {
            return false;
        }
    }
    return true;
}

/* How many lines that are drawn later lie on this one: it has to be wider, to be seen. */
static int count_above(const struct svg_panel *panel, size_t i)
{
    const double *values = svg_line_values(panel->plot, svg_plot_line(panel, i));
    int count = 0;
    for (size_t later = i + 1; later < panel->lines; later++) {
        count +=
            lie_together(panel, values, svg_line_values(panel->plot, svg_plot_line(panel, later)));
    }
    return count;
}

static void draw_line(const struct svg_panel *panel, size_t i, int above, struct aic_sink *sink)
{
    const struct svg_plot *plot = panel->plot;
    const double *values = svg_line_values(plot, svg_plot_line(panel, i));
    bool move = true;
    svg_path_open(sink);
    for (size_t k = 0; k < plot->order_count; k++) {
        size_t column = plot->order[k];
        if (!isnan(values[column])) {
            svg_path_point(sink, svg_axis_at(&panel->x, plot->at[column]),
                           svg_axis_at(&panel->y, values[column]), move);
        }
        move = isnan(values[column]);
    }
    if (move) { /* a path may not be empty */
        svg_path_point(sink, panel->left, panel->bottom, true);
    }
    svg_path_close(sink, svg_color(i), 2 + 3 * above);
}

/* How many lines before this one are impossible here too: their crosses stand below. */
static int crosses_below(const struct svg_plot *plot, size_t line, size_t column)
{
    int count = 0;
    for (size_t row = 0; row < line % plot->rows; row++) {
        count += svg_line_case(plot, row, column) == SVG_IMPOSSIBLE;
    }
    return count;
}

/* Dots at the points, or crosses at the bottom where a case is impossible. */
static void draw_points(const struct svg_panel *panel, size_t i, int above, struct aic_sink *sink)
{
    const struct svg_plot *plot = panel->plot;
    const size_t line = svg_plot_line(panel, i);
    for (size_t k = 0; k < plot->order_count; k++) {
        size_t column = plot->order[k];
        double x = svg_axis_at(&panel->x, plot->at[column]);
        double value = svg_line_values(plot, line)[column];
        char hint[512];
        if (svg_line_case(plot, line, column) == SVG_IMPOSSIBLE) {
            svg_cross(sink, x, panel->bottom - 5 - 9 * crosses_below(plot, line, column),
                      plot->by ? svg_color(i) : SVG_MUTED);
        } else if (!isnan(value) && plot->order_count <= DOTS_UP_TO) {
            svg_line_hint(plot, line, column, hint, sizeof hint);
            svg_dot(sink, x, svg_axis_at(&panel->y, value), 3.5 + 2 * above, svg_color(i), hint);
        }
    }
}

void svg_lines_draw(const struct svg_panel *fitted, double top, struct aic_sink *sink)
{
    struct svg_panel panel = *fitted;
    char title[512];
    panel.top += top;
    panel.bottom += top;
    panel.y.from += top;
    panel.y.to += top;
    svg_panel_title(&panel, panel.y.unit, panel.y.log, title, sizeof title);
    svg_subtitle(sink, top, title, svg_panel_help(&panel));
    draw_axes(&panel, sink);
    for (size_t i = 0; i < panel.lines; i++) {
        int above = count_above(&panel, i);
        draw_line(&panel, i, above, sink);
        draw_points(&panel, i, above, sink);
    }
    svg_limits_across(&panel.limits, &panel.y, panel.left, panel.right, sink);
    svg_legend(&panel, panel.top, sink);
}
