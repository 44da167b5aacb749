/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plot of a sweep over one or two parameters.
 *
 * One parameter runs along x: a number as lines, names and choices as bars. A
 * second one is a line of each of its values, or, where it has many, the other side of a
 * map. Results stand in panels below each other.
 */
#ifndef AICALC_CLI_SVG_PLOT_PLOT_H
#define AICALC_CLI_SVG_PLOT_PLOT_H

#include "cli/svg/axis.h"
#include "cli/sweep/sweep.h"

/* Most cases of a drawing, values of a second parameter that are lines, results. */
#define SVG_CASES_MAX   10000
#define SVG_SERIES_MAX  SVG_COLORS
#define SVG_RESULTS_MAX 12
/* Names that a panel of bars shows: the best or largest of more. */
#define SVG_BARS_MAX 20

/* What a case of the sweep is to the drawing. --where and --top leave cases out. */
enum svg_case { SVG_LEFT_OUT, SVG_IMPOSSIBLE, SVG_POSSIBLE };

struct svg_plot {
    struct cli_sweep *sweep;
    const struct cli_query *query;
    size_t x, by;         /* axes of the sweep; the same where there is one */
    size_t columns, rows; /* values of x; values of `by`, 1 without it */
    size_t results[SVG_RESULTS_MAX];
    size_t result_count;
    double *values;       /* of each result, row by row; NaN: does not apply */
    enum svg_case *cases; /* of each row and column */
    size_t impossible, left_out;
    char why[CLI_REASON_SIZE]; /* the first impossible case is */
    char given[1024];          /* the inputs that are the same everywhere */
    /* Widths for the labels of y and for the names of the lines, the same in all panels. */
    double label_room, legend_room;
};

/* Results that share a panel: those of one unit, or one alone where `by` makes the lines. */
struct svg_panel {
    size_t results[SVG_RESULTS_MAX]; /* places in plot->results */
    size_t count;
};

/* Evaluates all cases. False: `error` says why. Release with svg_plot_clear(). */
bool svg_plot_init(struct svg_plot *plot, struct cli_sweep *sweep, struct aic_error *error);
void svg_plot_clear(struct svg_plot *plot);

double svg_plot_value(const struct svg_plot *plot, size_t result, size_t row, size_t column);
enum svg_case svg_plot_case(const struct svg_plot *plot, size_t row, size_t column);
/* Words that stand where a case has no value: why it has none. */
const char *svg_plot_lack(const struct svg_plot *plot, size_t row, size_t column);
const struct aic_field *svg_plot_result(const struct svg_plot *plot, size_t result);
const struct aic_axis *svg_plot_x(const struct svg_plot *plot);
bool svg_plot_has_by(const struct svg_plot *plot);
/* True for bars: x has no order that a line could follow. */
bool svg_plot_is_named(const struct svg_plot *plot);
bool svg_plot_is_map(const struct svg_plot *plot);

/* Lines or bars of a panel: their number, what each is of, and its name. */
size_t svg_series_count(const struct svg_plot *plot, const struct svg_panel *panel);
double svg_series_value(const struct svg_plot *plot, const struct svg_panel *panel, size_t series,
                        size_t column);
const struct aic_field *svg_series_field(const struct svg_plot *plot, const struct svg_panel *panel,
                                         size_t series);
void svg_series_name(const struct svg_plot *plot, const struct svg_panel *panel, size_t series,
                     char *out, size_t capacity);

/* What a place shows under the pointer: "context 8Ki, tp 2: 1.000 GiB". */
void svg_plot_hint(const struct svg_plot *plot, size_t result, size_t row, size_t column, char *out,
                   size_t capacity);

/* The i-th budget on a result of the panel; NULL after the last. */
const struct aic_budget *svg_panel_budget(const struct svg_plot *plot,
                                          const struct svg_panel *panel, size_t i);

/* The least and the largest value of a panel; false where there is none. */
bool svg_panel_extent(const struct svg_plot *plot, const struct svg_panel *panel, double *low,
                      double *high);

/* Width of the widest label of y in a panel of lines. */
double svg_lines_label_room(const struct svg_plot *plot, const struct svg_panel *panel);

/* Panels: how high one is, and drawing it from `top` on. */
double svg_lines_panel_height(const struct svg_plot *plot, const struct svg_panel *panel);
double svg_bars_panel_height(const struct svg_plot *plot, const struct svg_panel *panel);
double svg_map_panel_height(const struct svg_plot *plot);
void svg_lines_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                     struct aic_sink *sink);
void svg_bars_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                    struct aic_sink *sink);
void svg_map_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                   struct aic_sink *sink);

/* The head of a panel: its result in bold, its unit and meaning behind it. */
void svg_panel_head(const struct svg_plot *plot, const struct svg_panel *panel, const char *unit,
                    bool log, double top, struct aic_sink *sink);

/* The names of the lines at the right, from `top` downwards. */
void svg_legend(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                struct aic_sink *sink);
/* Where a panel ends: there is room for the names beside it. */
double svg_panel_right(const struct svg_plot *plot);
double svg_legend_width(const struct svg_plot *plot, const struct svg_panel *panel);
double svg_legend_height(const struct svg_plot *plot, const struct svg_panel *panel);

#endif
