/* SPDX-License-Identifier: Apache-2.0 */
/* Trials: whether a value of the parameter that is solved for meets the budgets. */
#ifndef AICALC_STUDY_SOLVE_TRIAL_H
#define AICALC_STUDY_SOLVE_TRIAL_H

#include <aicalc/budget.h>
#include <aicalc/variation.h>

enum trial_outcome { TRIAL_IMPOSSIBLE, TRIAL_MISSES, TRIAL_MEETS };

struct aic_trial {
    enum trial_outcome outcome;
    double miss;    /* the largest relative distance from a limit; 0: meets; infinite: impossible */
    size_t binding; /* the budget that misses by it */
    double actual;
};

struct aic_trials {
    struct aic_variation variation;
    const struct aic_budget *budgets;
    size_t budget_count;
    size_t evaluations;
    bool any_possible;
    bool broken; /* a trial failed without memory: `error` is that, and nothing found holds */
    struct aic_value nearest; /* of those that miss */
    struct aic_trial nearest_trial;
    struct aic_error first_error; /* of the first impossible value */
    struct aic_error error;       /* of the last one */
};

/* Release with aic_trials_clear(), also after a failure. */
bool aic_trials_init(struct aic_trials *trials, const struct aic_recipe *recipe, size_t input,
                     const struct aic_budget *budgets, size_t count, struct aic_error *error);
void aic_trials_clear(struct aic_trials *trials);

struct aic_trial aic_trial(struct aic_trials *trials, struct aic_value value);
struct aic_trial aic_trial_number(struct aic_trials *trials, double number);

#endif
