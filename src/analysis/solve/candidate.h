/* SPDX-License-Identifier: Apache-2.0 */
/* Candidates: values of the parameter that is solved for, judged by the budgets. */
#ifndef AICALC_ANALYSIS_SOLVE_CANDIDATE_H
#define AICALC_ANALYSIS_SOLVE_CANDIDATE_H

#include <aicalc/budget.h>
#include <aicalc/evaluation.h>

enum candidate_outcome { CANDIDATE_IMPOSSIBLE, CANDIDATE_MISSES, CANDIDATE_MEETS };

struct aic_candidate {
    enum candidate_outcome outcome;
    double miss;    /* the largest relative distance from a limit; 0: meets; infinite: impossible */
    size_t binding; /* the budget that misses by it */
    double actual;
    const struct aic_field *lacks; /* the flag that must hold and does not; no budget binds then */
};

struct aic_candidates {
    struct aic_evaluation evaluation;
    const struct aic_budget *budgets;
    size_t budget_count;
    double multiple; /* numbers that are none of it are impossible; 0: all are possible */
    bool must_hold; /* a value meets only where the flags hold that must (AIC_MUST_HOLD) */
    size_t evaluations;
    bool any_possible;
    bool broken; /* a candidate failed without memory: `error` is that, and nothing found holds */
    struct aic_value nearest; /* of those that miss */
    struct aic_candidate nearest_candidate;
    struct aic_error first_error; /* of the first impossible value */
    struct aic_error error;       /* of the last one */
};

/* Release with aic_candidates_clear(), also after a failure. */
bool aic_candidates_init(struct aic_candidates *candidates, const struct aic_recipe *recipe,
                         size_t input, const struct aic_budget *budgets, size_t count,
                         struct aic_error *error);
void aic_candidates_clear(struct aic_candidates *candidates);

struct aic_candidate aic_candidate_judge(struct aic_candidates *candidates, struct aic_value value);
struct aic_candidate aic_candidate_judge_number(struct aic_candidates *candidates, double number);

#endif
