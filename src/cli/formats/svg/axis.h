/* SPDX-License-Identifier: Apache-2.0 */
/* Axes: from values to pixels, with ticks at values that people would choose. */
#ifndef AICALC_CLI_FORMATS_SVG_AXIS_H
#define AICALC_CLI_FORMATS_SVG_AXIS_H

#include "cli/formats/grid.h"
#include "cli/formats/svg/svg.h"
#include "cli/formats/value.h"

#define SVG_TICKS_MAX  16
#define SVG_LABEL_SIZE 40

struct svg_tick {
    double value;
    char label[SVG_LABEL_SIZE];
};

struct svg_axis {
    const struct aic_field *field;
    enum aic_unit_style style;
    bool log;
    bool binary;      /* tokens in powers of two: 8Ki, 16Ki */
    double low, high; /* values at its ends */
    double from, to;  /* their places */
    struct svg_tick ticks[SVG_TICKS_MAX];
    size_t tick_count;
    char unit[SVG_LABEL_SIZE]; /* of all labels; "": each has its own, or there is none */
    double unit_size;          /* of a linear axis: of one of its labels, in base units */
    const char *suffix;        /* and what follows the number there: "k", "Ki" or nothing */
};

/*
 * Fits an axis to data: the ends become round where `round_ends`, and about
 * `wanted` ticks are set. A logarithmic axis needs low > 0. field, style, log and
 * binary are set before.
 */
void svg_axis_fit(struct svg_axis *axis, double low, double high, bool round_ends, size_t wanted);

/* Sets the ticks to these values, as many as fit beside each other. */
void svg_axis_mark(struct svg_axis *axis, const double *values, size_t count);

/* True where powers tell values from `least` on apart: none is 0, nor printed so, as tiny shares are. */
bool svg_has_powers(const struct aic_field *field, enum aic_unit_style style, double least);

/* The place of a value. */
double svg_axis_at(const struct svg_axis *axis, double value);

/* Draws the ticks of a horizontal axis: lines from `top` to `bottom`, labels below them. */
void svg_axis_below(const struct svg_axis *axis, double top, double bottom, struct aic_sink *sink);

/* A value as a label: "128Ki", "64 GiB", "0.4". */
void svg_label(const struct aic_field *field, struct aic_value value, enum aic_unit_style style,
               char *out, size_t capacity);

/* "64.00 GiB" to "64 GiB": digits that say nothing make labels long. */
void svg_trim_zeros(char *text);

/* "context, token": a name with a unit (may be ""), and the scale. */
void svg_axis_title(const char *name, const char *unit, bool log, char *out, size_t capacity);

#endif
