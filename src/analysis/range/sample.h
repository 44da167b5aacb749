/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Samples of a question with ranges: points of the box that its ranges span are evaluated, and the
 * lowest and highest value of every result is kept.
 */
#ifndef AICALC_ANALYSIS_RANGE_SAMPLE_H
#define AICALC_ANALYSIS_RANGE_SAMPLE_H

#include <aicalc/range.h>

#include "analysis/probe.h"

/* One range. */
struct sample_axis {
    size_t input;
    const struct aic_field *field;
    double low, high;
    bool whole;    /* whole numbers only */
    double stride; /* of the possible ones among them, counted from `low` */
};

struct sample_point {
    double at[AIC_RANGES_MAX];
};

struct aic_samples {
    struct aic_probe probe;
    struct sample_axis axes[AIC_RANGES_MAX];
    size_t axis_count;
    struct aic_spread *spread; /* the intervals that grow */
};

/* `spread` has an interval for each result, none set. Release with aic_samples_clear(), also after
 * a failure. */
bool aic_samples_init(struct aic_samples *samples, struct aic_spread *spread,
                      const struct aic_question *question, struct aic_error *error);
void aic_samples_clear(struct aic_samples *samples);

/* Evaluates a point and takes its results in; false: impossible (probe.notes->error). */
bool aic_sample_at(struct aic_samples *samples, const struct sample_point *point);

/* Corner `index` of 2^axis_count: bit i set means the high end of axis i. */
struct sample_point aic_sample_corner(const struct aic_samples *samples, size_t index);

/* Evaluates points all over the box; true where these were all there are. */
bool aic_sample_box(struct aic_samples *samples);

#endif
