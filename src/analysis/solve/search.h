/* SPDX-License-Identifier: Apache-2.0 */
/* Searching a number for --solve: the values tried, and the edge between them. */
#ifndef AICALC_ANALYSIS_SOLVE_SEARCH_H
#define AICALC_ANALYSIS_SOLVE_SEARCH_H

#include <aicalc/solve.h>

#include "analysis/solve/candidate.h"

/* Whole numbers above this are tried sparingly. */
#define AIC_SOLVE_LARGE 1e7

/* Values of a numeric input that are tried first, rising. */
struct aic_grid {
    bool whole;
    double low, high; /* of what can be tried */
    bool endless[2];  /* by the goal: what is tried ends there, what can be asked does not */
    double dense;     /* whole: up to here all possible numbers are among them */
    double stride;    /* whole: distance of possible numbers beyond a thousand */
    double first;     /* whole: one of them */
    double *at;
    size_t count;
};

/* `start`: the value that the question has, which is tried too; NaN: none. */
bool aic_grid_init(struct aic_grid *grid, struct aic_candidates *candidates,
                   const struct aic_field *field, double start, struct aic_error *error);
void aic_grid_clear(struct aic_grid *grid);

/* Finds the value, its neighbour and whether the budgets are monotone; false: none found. */
bool aic_solve_on_grid(struct aic_solution *solution, struct aic_candidates *candidates,
                       const struct aic_grid *grid, struct aic_error *error);

#endif
