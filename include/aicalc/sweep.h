/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps: the cross product of lists of values, one list for each swept input.
 *
 *     P=a,b,c         values as a user types them
 *     P=A..B+STEP     A, A + STEP, A + 2 STEP, ... up to B
 *     P=A..B*FACTOR   A, A FACTOR, A FACTOR^2, ... up to B
 *     P=*             all names of a catalog, all choices, or no and yes
 *     P,Q=a:b,c:d     several inputs together: a case has a and b, the next c and d
 *
 * Every value is made from its index, never from the one before it, so that
 * case 1,000,000 is as exact as case 1 and a sweep of any length needs no memory.
 * The first axis is the slowest. With values of a case in hand, evaluate it with
 * aic_evaluation_run(), or aic_evaluation_answer() for the whole answer:
 *
 *     aic_sweep_init(&sweep, &recipe, texts, count, &error);
 *     aic_evaluation_init(&evaluation, &recipe, sweep.inputs, sweep.axis_count, AIC_FROM_FLAG,
 *                        &error);
 *     for (uint64_t i = 0; i < sweep.case_count; i++) {
 *         aic_sweep_case(&sweep, i, values);
 *         if (aic_evaluation_run(&evaluation, values)) { ... aic_evaluation_result(&evaluation, r) }
 *     }
 */
#ifndef AICALC_SWEEP_H
#define AICALC_SWEEP_H

#include <stdint.h>

#include <aicalc/evaluation.h>
#include <aicalc/recipe.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum aic_axis_kind { AIC_AXIS_LIST, AIC_AXIS_LINEAR, AIC_AXIS_GEOMETRIC };

struct aic_axis {
    const struct aic_field *field; /* of the input that is swept */
    enum aic_axis_kind kind;
    uint64_t count;           /* of values, at least 1 */
    double first, last;       /* ends as typed, base units; of a list: not used */
    double step;              /* what is added; the factor of a geometric axis */
    struct aic_value *values; /* of a list */
    char *names;              /* the bytes behind the values of a list of names */
    bool joined;              /* it goes along with the axis before it, value by value */
};

struct aic_sweep {
    size_t inputs[AIC_VARIED_MAX]; /* indices of the swept inputs, one an axis */
    struct aic_axis axes[AIC_VARIED_MAX];
    size_t axis_count;
    uint64_t case_count; /* at most 2^53, so that it is a number as well */
    char notes[1024];    /* a line for each name that was short for several entries */
};

/*
 * Reads `count` texts "P=SPEC". Names of catalog entries and model files must exist; a number
 * only needs to be one: a value out of range makes a case impossible, not the sweep.
 * Release with aic_sweep_clear(), also after a failure.
 */
bool aic_sweep_init(struct aic_sweep *sweep, const struct aic_recipe *recipe,
                    const char *const *texts, size_t count, struct aic_error *error);
void aic_sweep_clear(struct aic_sweep *sweep);

/* The i-th value of an axis. */
struct aic_value aic_axis_value(const struct aic_axis *axis, uint64_t i);

/* The values of case `index`, in the order of the axes. */
void aic_sweep_case(const struct aic_sweep *sweep, uint64_t index, struct aic_value *values);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
