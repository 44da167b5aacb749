/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interval search: the ranges of a question, and the lowest and highest value found of
 * every result. Each evaluation counts for all results at once.
 */
#ifndef AICALC_ANALYSIS_RANGE_SEARCH_H
#define AICALC_ANALYSIS_RANGE_SEARCH_H

#include "analysis/evaluator.h"

struct search_axis {
    const struct aic_field *field;
    size_t offset;
    double low, high;
    bool whole;    /* whole numbers only */
    double stride; /* of the possible ones among them, counted from `low` */
};

struct search_point {
    double at[AIC_RANGES_MAX];
};

/* Good points of one end that lie apart from each other, where further searches start. */
#define SEARCH_STARTS 6

struct search_start {
    double objective; /* the value; negated for a low end */
    struct search_point where;
};

/* The lowest or the highest value of one result, and where it was found. */
struct search_end {
    double value;
    size_t stamp; /* the evaluation that found it; 0: none */
    struct search_point where;
    size_t searched;                           /* the stamp whose neighbourhood was searched */
    double before;                             /* the value then */
    struct search_start starts[SEARCH_STARTS]; /* best first */
    size_t start_count;
};

struct search_result {
    size_t offset;
    enum aic_kind kind;
    bool missing;              /* does not apply somewhere */
    struct search_end ends[2]; /* low, high */
};

struct aic_search {
    struct aic_evaluator evaluator;
    struct search_axis axes[AIC_RANGES_MAX];
    size_t axis_count;
    struct search_result *results;
    size_t result_count;
    size_t evaluations;
    size_t limit;  /* of evaluations, while refining */
    bool sampling; /* good points are kept as starts */
};

/* Release with aic_search_clear(), also after a failure. */
bool aic_search_init(struct aic_search *search, const struct aic_question *question,
                     struct aic_error *error);
void aic_search_clear(struct aic_search *search);

/* Evaluates a point and takes its results in; false: impossible (evaluator.notes->error). */
bool aic_search_evaluate(struct aic_search *search, const struct search_point *point);

/* The value of a result at the last point evaluated; NaN where it does not apply. */
double aic_search_value(const struct aic_search *search, size_t result);

/* Corner `index` of 2^axis_count: bit i set means the high end of axis i. */
struct search_point aic_search_corner(const struct aic_search *search, size_t index);

/* Position `u` of 0..1 on an axis, evenly or, where it is wide, by factors. */
double aic_search_position(const struct search_axis *axis, double u, bool by_factor);
bool aic_search_is_wide(const struct search_axis *axis);

/* Evaluates points all over the region; true where these were all there are. */
bool aic_search_sample(struct aic_search *search);

/* Follows every result from its lowest and highest point so far to lower and higher ones. */
void aic_search_refine(struct aic_search *search);

#endif
