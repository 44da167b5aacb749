/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sensitivity: every numeric input that an answer rests on, moved by a tenth
 * each way (over its range where it has one), and what that does to results.
 */
#ifndef AICALC_SENSITIVITY_H
#define AICALC_SENSITIVITY_H

#include <aicalc/answer.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What moving one input does to one result. A side that is not possible is NaN. */
struct aic_effect {
    size_t input, result;
    double low, high;               /* the input's values */
    double result_low, result_high; /* what the result is there */
    double elasticity; /* relative change of the result over that of the input; NaN: none */
    double size;       /* change of the result as a share of its largest value */
};

/* An input that could not be moved either way; a default of 0 is not among them. */
struct aic_unmoved {
    size_t input;
    char why[256];
};

struct aic_sensitivity {
    struct aic_effect *effects; /* the largest first */
    size_t count;
    struct aic_unmoved *unmoved;
    size_t unmoved_count;
};

/*
 * Moves the inputs of an answer that `results` rest on; other than numbers are passed over
 * among both. Whole numbers move by 1 at least and on to the nearest that are possible;
 * ratios end at their largest value. A moved value counts as given, as if it were typed.
 * Release with aic_sensitivity_clear(), also after a failure.
 */
bool aic_sensitivity_init(struct aic_sensitivity *sensitivity, const struct aic_answer *answer,
                          const size_t *results, size_t result_count, struct aic_error *error);
void aic_sensitivity_clear(struct aic_sensitivity *sensitivity);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
