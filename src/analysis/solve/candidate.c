/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates: one evaluation each, judged by all budgets that can fail. */
#include "analysis/solve/candidate.h"

#include <float.h>
#include <string.h>

bool aic_candidates_init(struct aic_candidates *candidates, const struct aic_recipe *recipe,
                         size_t input, const struct aic_budget *budgets, size_t count,
                         struct aic_error *error)
{
    memset(candidates, 0, sizeof *candidates);
    candidates->budgets = budgets;
    candidates->budget_count = count;
    candidates->nearest_candidate.miss = INFINITY;
    return aic_evaluation_init(&candidates->evaluation, recipe, &input, 1, AIC_FROM_SOLVE, error);
}

void aic_candidates_clear(struct aic_candidates *candidates)
{
    aic_evaluation_clear(&candidates->evaluation);
}

/* How far a value is from meeting its budget, as a share of the limit. */
static double miss_of(const struct aic_budget *budget, const struct aic_field *field, double actual)
{
    if (!aic_field_is_number(field)) {
        return 1;
    }
    double distance = fabs(actual - budget->limit);
    double share = budget->limit != 0 ? distance / fabs(budget->limit) : distance;
    return share > 0 ? share : 1e-300; /* at the limit itself, which < and > exclude */
}

static struct aic_candidate impossible(struct aic_candidates *candidates)
{
    if (candidates->broken) {
        return (struct aic_candidate){ .outcome = CANDIDATE_IMPOSSIBLE, .miss = INFINITY };
    }
    candidates->broken = aic_code_is_internal(candidates->evaluation.notes.error.code);
    if (candidates->first_error.code == AIC_OK) {
        candidates->first_error = candidates->evaluation.notes.error;
    }
    candidates->error = candidates->evaluation.notes.error;
    return (struct aic_candidate){ .outcome = CANDIDATE_IMPOSSIBLE, .miss = INFINITY };
}

struct aic_candidate aic_candidate_judge(struct aic_candidates *candidates, struct aic_value value)
{
    const struct aic_calculator *calculator = candidates->evaluation.recipe->calculator;
    struct aic_candidate candidate = { .outcome = CANDIDATE_MEETS };
    candidates->evaluations++;
    if (candidates->multiple > 0 && fmod(value.number, candidates->multiple) != 0) {
        aic_fail(&candidates->evaluation.notes.error, AIC_ERR_CONFLICT, NULL,
                 "%g GPUs are not whole nodes of %g", value.number, candidates->multiple);
        return impossible(candidates);
    }
    if (!aic_evaluation_run(&candidates->evaluation, &value)) {
        return impossible(candidates);
    }
    for (size_t i = 0; i < candidates->budget_count; i++) {
        const struct aic_budget *budget = &candidates->budgets[i];
        struct aic_verdict verdict;
        if (budget->warns) {
            continue;
        }
        if (!aic_budget_judge_value(budget, calculator, candidates->evaluation.out, &verdict,
                                    &candidates->evaluation.notes.error)) {
            return impossible(candidates);
        }
        double miss = verdict.pass ? 0
                      : verdict.no
                          ? DBL_MAX /* farther than any that has a value */
                          : miss_of(budget, aic_budget_field(budget, calculator), verdict.actual);
        if (miss > candidate.miss) {
            candidate = (struct aic_candidate){ CANDIDATE_MISSES, miss, i, verdict.actual, NULL };
        }
    }
    const struct aic_field *lacks =
        candidates->must_hold ? aic_evaluation_lacks(&candidates->evaluation) : NULL;
    if (lacks) { /* farther than any that misses a budget */
        candidate =
            (struct aic_candidate){ .outcome = CANDIDATE_MISSES, .miss = DBL_MAX, .lacks = lacks };
    }
    candidates->any_possible = true;
    if (candidate.outcome == CANDIDATE_MISSES &&
        candidate.miss < candidates->nearest_candidate.miss) {
        candidates->nearest = value;
        candidates->nearest_candidate = candidate;
    }
    return candidate;
}

struct aic_candidate aic_candidate_judge_number(struct aic_candidates *candidates, double number)
{
    return aic_candidate_judge(candidates, (struct aic_value){ true, number, NULL });
}
