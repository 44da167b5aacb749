/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Results over one or two parameters, as values: what lines, groups of bars and maps are drawn from.
 *
 * One parameter runs along x: a number as lines, names and choices as bars. A second one is a line
 * of each of its values, or, where it has many, the other side of a map. Results stand in panels
 * below each other.
 */
#ifndef AICALC_CLI_FORMATS_SVG_PLOT_H
#define AICALC_CLI_FORMATS_SVG_PLOT_H

#include <aicalc/sweep.h>

#include "cli/formats/svg/bars.h"

/* Most values of a second parameter that are lines, results, and names in a panel of bars. */
#define SVG_SERIES_MAX  SVG_COLORS
#define SVG_RESULTS_MAX SVG_PANELS_MAX
#define SVG_BARS_MAX    20

/* What a case is to the drawing. --where and --top leave cases out. */
enum svg_case { SVG_LEFT_OUT, SVG_IMPOSSIBLE, SVG_POSSIBLE };

struct svg_plot {
    const struct aic_axis *x, *by; /* by: NULL where there is one parameter */
    enum aic_unit_style units;
    size_t columns, rows; /* values of x; values of `by`, 1 without it */
    const struct aic_field *results[SVG_RESULTS_MAX];
    size_t result_count;
    double *values;       /* a line for each row of each result; NaN: does not apply */
    enum svg_case *cases; /* of each row and column */
    double *at;           /* values of an x that is a number */
    size_t *order;        /* columns from left to right; a value that stands twice counts once */
    size_t order_count;
    /* Widths for the labels of y and for the names of the lines, the same in all panels. */
    double label_room, legend_room;
};

/* Results that share a panel: those of one unit, or one alone where `by` makes the lines. */
struct svg_panel {
    const struct svg_plot *plot;
    size_t results[SVG_RESULTS_MAX]; /* places in plot->results */
    size_t result_count;
    size_t lines; /* of results, or of values of `by` */
    struct svg_limits limits;
    double top, bottom, left, right;
    struct svg_axis x, y; /* of lines; of a map the key and the unit in which cells show values */
    /* Of bars: the columns that are shown, the best first where their order says nothing. */
    struct svg_bars bars;
    size_t shown[SVG_BARS_MAX], group_count;
};

/* Room for the values; false without memory. Release with svg_plot_clear(). */
bool svg_plot_init(struct svg_plot *plot);
void svg_plot_clear(struct svg_plot *plot);

/* A line of a plot: a row of a result. Its values, its result and its row. */
double *svg_line_values(const struct svg_plot *plot, size_t line);
size_t svg_plot_line(const struct svg_panel *panel, size_t i);
const struct aic_field *svg_line_result(const struct svg_plot *plot, size_t line);
enum svg_case svg_line_case(const struct svg_plot *plot, size_t line, size_t column);

/* Words that stand where a case has no value: why it has none. */
const char *svg_line_lack(const struct svg_plot *plot, size_t line, size_t column);

/* What a place shows under the pointer: "context 8Ki, tp 2: kv_total 1.000 GiB". */
void svg_line_hint(const struct svg_plot *plot, size_t line, size_t column, char *out,
                   size_t capacity);

/* A value of an axis as a label, cut to a width. */
void svg_axis_value(const struct svg_plot *plot, const struct aic_axis *axis, size_t i,
                    double width, char *out, size_t capacity);

/* The least and the largest value of a panel. */
void svg_panel_extent(const struct svg_panel *panel, double *low, double *high);

/* The names of the results, the unit and the scale; the meaning of one alone. */
void svg_panel_title(const struct svg_panel *panel, const char *unit, bool log, char *out,
                     size_t capacity);
const char *svg_panel_help(const struct svg_panel *panel);

/* The names of the lines at the right, and the room that they take. */
void svg_legend(const struct svg_panel *panel, double top, struct aic_sink *sink);
double svg_legend_width(const struct svg_panel *panel);
double svg_legend_height(const struct svg_panel *panel);
/* Where a panel ends: there is room for the names beside it. */
double svg_panel_right(const struct svg_plot *plot);

/*
 * Panels: their limits are set before, they are fitted once the rooms of the plot are known, and
 * then they know how high they are. The room for labels is that of the widest of y.
 */
double svg_lines_label_room(struct svg_panel *panel);
double svg_lines_fit(struct svg_panel *panel);
double svg_map_fit(struct svg_panel *panel);
double svg_groups_fit(struct svg_panel *panel);
void svg_lines_draw(const struct svg_panel *panel, double top, struct aic_sink *sink);
void svg_map_draw(const struct svg_panel *panel, double top, struct aic_sink *sink);
void svg_groups_draw(const struct svg_panel *panel, double top, struct aic_sink *sink);

#endif
