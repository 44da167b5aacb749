/* SPDX-License-Identifier: Apache-2.0 */
/* Trials: one evaluation, judged by all budgets that can fail. */
#include "analysis/solve/trial.h"

#include <string.h>

bool aic_trials_init(struct aic_trials *trials, const struct aic_recipe *recipe, size_t input,
                     const struct aic_budget *budgets, size_t count, struct aic_error *error)
{
    memset(trials, 0, sizeof *trials);
    trials->budgets = budgets;
    trials->budget_count = count;
    trials->nearest_trial.miss = INFINITY;
    return aic_variation_init(&trials->variation, recipe, &input, 1, AIC_FROM_SOLVE, error);
}

void aic_trials_clear(struct aic_trials *trials)
{
    aic_variation_clear(&trials->variation);
}

/* How far a value is from meeting its budget, as a share of the limit. */
static double miss_of(const struct aic_budget *budget, const struct aic_field *field, double actual)
{
    if (field->kind != AIC_REAL && field->kind != AIC_INTEGER) {
        return 1;
    }
    double distance = fabs(actual - budget->limit);
    double share = budget->limit != 0 ? distance / fabs(budget->limit) : distance;
    return share > 0 ? share : 1e-300; /* at the limit itself, which < and > exclude */
}

static struct aic_trial impossible(struct aic_trials *trials)
{
    if (trials->broken) {
        return (struct aic_trial){ TRIAL_IMPOSSIBLE, INFINITY, 0, 0 };
    }
    trials->broken = aic_code_is_internal(trials->variation.notes.error.code);
    if (trials->first_error.code == AIC_OK) {
        trials->first_error = trials->variation.notes.error;
    }
    trials->error = trials->variation.notes.error;
    return (struct aic_trial){ TRIAL_IMPOSSIBLE, INFINITY, 0, 0 };
}

struct aic_trial aic_trial(struct aic_trials *trials, struct aic_value value)
{
    const struct aic_calculator *calculator = trials->variation.recipe->calculator;
    struct aic_trial trial = { TRIAL_MEETS, 0, 0, 0 };
    trials->evaluations++;
    if (!aic_variation_try(&trials->variation, &value)) {
        return impossible(trials);
    }
    for (size_t i = 0; i < trials->budget_count; i++) {
        const struct aic_budget *budget = &trials->budgets[i];
        struct aic_verdict verdict;
        if (budget->warns) {
            continue;
        }
        if (!aic_budget_judge_value(budget, calculator,
                                    aic_variation_result(&trials->variation, budget->result),
                                    &verdict, &trials->variation.notes.error)) {
            return impossible(trials);
        }
        double miss = verdict.pass
                          ? 0
                          : miss_of(budget, aic_budget_field(budget, calculator), verdict.actual);
        if (miss > trial.miss) {
            trial = (struct aic_trial){ TRIAL_MISSES, miss, i, verdict.actual };
        }
    }
    trials->any_possible = true;
    if (trial.outcome == TRIAL_MISSES && trial.miss < trials->nearest_trial.miss) {
        trials->nearest = value;
        trials->nearest_trial = trial;
    }
    return trial;
}

struct aic_trial aic_trial_number(struct aic_trials *trials, double number)
{
    return aic_trial(trials, (struct aic_value){ true, number, NULL });
}
