/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A panel of bars below each other: each has a name, parts behind each other, and a value in words.
 * It is fitted, begun at its place, and then its bars are drawn in any order.
 */
#ifndef AICALC_CLI_FORMATS_SVG_BARS_H
#define AICALC_CLI_FORMATS_SVG_BARS_H

#include "cli/formats/svg/page.h"

/* How bars look. */
struct svg_bar_look {
    double row, bar;              /* from one to the next, and how high each is */
    double gap;                   /* around groups */
    double least_part;            /* width of one that is hardly there */
    double overhang;              /* of the lines of ticks, above the bars */
    double name_least, name_most; /* room for names */
    double name_gap, name_drop;   /* before the bars, and below the middle of the group */
    size_t ticks;
};

struct svg_bars {
    struct svg_bar_look look;
    struct svg_limits limits;
    size_t count, group; /* bars; of them stand together */
    double above;        /* room over the first bar, for the title and the words of limits */
    double left, right;  /* where bars begin, and where their axis ends */
    struct svg_axis axis;
    double first, last; /* places of the first and the end of the last bar */
};

/* Where bars may begin behind names of this width. */
double svg_bars_left(const struct svg_bars *bars, double widest);

/* Fits the axis to values from `low` to `high` and to limits that are not far beyond. */
void svg_bars_fit(struct svg_bars *bars, const struct aic_field *field, enum aic_unit_style units,
                  double low, double high);

double svg_bars_height(const struct svg_bars *bars);

/* Draws the axis of a panel that begins at `top`. */
void svg_bars_begin(struct svg_bars *bars, double top, struct aic_sink *sink);

/* The upper edge of a bar. */
double svg_bars_place(const struct svg_bars *bars, size_t bar);

void svg_bars_part(const struct svg_bars *bars, size_t bar, double from, double to,
                   const char *color, const char *hint, struct aic_sink *sink);

/* A thin line across a bar, where its value has two ends. */
void svg_bars_ends(const struct svg_bars *bars, size_t bar, double low, double high,
                   struct aic_sink *sink);

/* The name before a group of bars, of which `bar` is the first. */
void svg_bars_name(const struct svg_bars *bars, size_t bar, const char *name, bool strong,
                   struct aic_sink *sink);

/* The value of a bar at the right end of the drawing, and its share (may be "") behind it. */
void svg_bars_value(const struct svg_bars *bars, size_t bar, const char *value, const char *share,
                    bool strong, struct aic_sink *sink);

void svg_bars_limits(const struct svg_bars *bars, struct aic_sink *sink);

#endif
