/* SPDX-License-Identifier: Apache-2.0 */
/* Searching a number for --solve: the values tried, and the edge between them. */
#ifndef AICALC_STUDY_SOLVE_SEARCH_H
#define AICALC_STUDY_SOLVE_SEARCH_H

#include <aicalc/solve.h>

#include "analysis/solve/trial.h"

/* Whole numbers above this are tried sparingly. */
#define AIC_SOLVE_LARGE 1e7

/* Values of a numeric input that are tried first, rising. */
struct aic_candidates {
    bool whole;
    double low, high; /* of what can be tried */
    double dense;     /* whole: up to here all possible numbers are among them */
    double stride;    /* whole: distance of possible numbers beyond a thousand */
    double first;     /* whole: one of them */
    double *at;
    size_t count;
};

/* `start`: the value that the question has, which is tried too; NaN: none. */
bool aic_candidates_init(struct aic_candidates *candidates, struct aic_trials *trials,
                         const struct aic_field *field, double start, struct aic_error *error);
void aic_candidates_clear(struct aic_candidates *candidates);

/* Finds the value, its neighbour and whether the budgets are monotone; false: none found. */
bool aic_solve_candidates(struct aic_solution *solution, struct aic_trials *trials,
                          const struct aic_candidates *candidates, struct aic_error *error);

#endif
