/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boxes: the ranges of a question, and the lowest and highest value found of
 * every result. Each evaluation counts for all results at once.
 */
#ifndef AICALC_STUDY_BOX_H
#define AICALC_STUDY_BOX_H

#include "analysis/probe.h"

struct box_axis {
    const struct aic_field *field;
    size_t offset;
    double low, high;
    bool whole;    /* whole numbers only */
    double stride; /* of the possible ones among them, counted from `low` */
};

struct box_point {
    double at[AIC_RANGES_MAX];
};

/* Good points of one end that lie apart from each other, where further searches start. */
#define BOX_STARTS 6

struct box_start {
    double height; /* the value; negated for a low end */
    struct box_point where;
};

/* The lowest or the highest value of one result, and where it was found. */
struct box_end {
    double value;
    size_t stamp; /* the evaluation that found it; 0: none */
    struct box_point where;
    size_t searched;                     /* the stamp whose neighbourhood was searched */
    double before;                       /* the value then */
    struct box_start starts[BOX_STARTS]; /* best first */
    size_t start_count;
};

struct box_result {
    size_t offset;
    enum aic_kind kind;
    bool missing;           /* does not apply somewhere */
    struct box_end ends[2]; /* low, high */
};

struct aic_box {
    struct aic_probe probe;
    struct box_axis axes[AIC_RANGES_MAX];
    size_t axis_count;
    struct box_result *results;
    size_t result_count;
    size_t evaluations;
    size_t limit;  /* of evaluations, while climbing */
    bool sampling; /* good points are kept as starts */
};

/* Release with aic_box_clear(), also after a failure. */
bool aic_box_init(struct aic_box *box, const struct aic_question *question,
                  struct aic_error *error);
void aic_box_clear(struct aic_box *box);

/* Evaluates a point and takes its results in; false: impossible (probe.notes.error). */
bool aic_box_try(struct aic_box *box, const struct box_point *point);

/* The value of a result at the last point tried; NaN where it does not apply. */
double aic_box_value(const struct aic_box *box, size_t result);

/* Corner `index` of 2^axis_count: bit i set means the high end of axis i. */
struct box_point aic_box_corner(const struct aic_box *box, size_t index);

/* Position `u` of 0..1 on an axis, evenly or, where it is wide, by factors. */
double aic_box_position(const struct box_axis *axis, double u, bool by_factor);
bool aic_box_is_wide(const struct box_axis *axis);

/* Evaluates points all over the box; true where these were all there are. */
bool aic_box_sample(struct aic_box *box);

/* Follows every result from its lowest and highest point so far to lower and higher ones. */
void aic_box_climb(struct aic_box *box);

#endif
