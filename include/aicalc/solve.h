/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solving: the smallest or the largest value of one input that meets all
 * budgets, and the neighbour that does not.
 *
 *     aic_solve_read(&solution, calculator, "gpus=min", &error);
 *     aic_solve(&solution, &recipe, budgets, budget_count, &error);
 *     ... solution.value, solution.neighbor, aic_solve_answer() ...
 *     aic_solution_clear(&solution);
 *
 * How values are searched, and what that can miss: docs/analysis.md.
 */
#ifndef AICALC_SOLVE_H
#define AICALC_SOLVE_H

#include <aicalc/answer.h>
#include <aicalc/budget.h>
#include <aicalc/recipe.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum aic_goal { AIC_SMALLEST, AIC_LARGEST };

/* "min", "max". */
const char *aic_goal_name(enum aic_goal goal);

/* What is beyond the value found. */
enum aic_neighbor {
    AIC_NEIGHBOR_NONE,      /* nothing: the value is an end of what can be asked */
    AIC_NEIGHBOR_MISSES,    /* a value that does not meet the budget `binding` */
    AIC_NEIGHBOR_IMPOSSIBLE /* a value that makes no question; `why` says so */
};

/* Verdicts of a calculator that a solve without budgets takes for them, and room for their words. */
#define AIC_OWN_BUDGETS_MAX 2
#define AIC_OWN_BUDGET_SIZE 96

struct aic_solution {
    size_t input;
    enum aic_goal goal;
    double multiple; /* values are multiples of it: GPUs of whole nodes; 0: any */
    char own[AIC_OWN_BUDGETS_MAX][AIC_OWN_BUDGET_SIZE]; /* the words of budgets, see below */
    struct aic_value value;
    enum aic_neighbor kind;
    struct aic_value neighbor;
    size_t binding; /* index of the budget that the neighbour misses */
    double actual;  /* what its result is there */
    struct aic_error why;
    bool monotone;    /* along the values tried, the budgets begin or cease to be met but once */
    char method[160]; /* how values were searched, in words */
    size_t evaluations;
    void *names; /* behind the values of a catalog's names */
};

/* Reads "PARAMETER=min" or "PARAMETER=max", "PARAMETER" alone being the former; fails with the nearest
 * name. */
bool aic_solve_read(struct aic_solution *solution, const struct aic_calculator *calculator,
                    const char *text, struct aic_error *error);

/*
 * What a solve without budgets means: that the calculator's own verdict holds (`fits`), and that a goal
 * which is given is reached (`train_time` within `deadline`). Fills `budgets`, which has room for
 * AIC_OWN_BUDGETS_MAX; their words are in the solution. GPUs are then those of whole nodes, where one is
 * named. False: the calculator has no verdict, or the question is wrong.
 */
bool aic_solve_own_budgets(struct aic_solution *solution, const struct aic_recipe *recipe,
                           struct aic_budget *budgets, size_t *count, struct aic_error *error);

/*
 * Searches. Budgets that only warn count for nothing; one at least must not. False:
 * where no value meets the budgets, AIC_ERR_UNSOLVED names the nearest, and where all do of
 * an input that has no such end, it says so; where no value makes a question at all, its
 * error. Release with aic_solution_clear(), also then.
 */
bool aic_solve(struct aic_solution *solution, const struct aic_recipe *recipe,
               const struct aic_budget *budgets, size_t count, struct aic_error *error);
void aic_solution_clear(struct aic_solution *solution);

/* The answer at the value found; the input has origin `solve`. Both are the caller's to
 * clear, also after a failure. */
bool aic_solve_answer(const struct aic_solution *solution, const struct aic_recipe *recipe,
                      struct aic_question *question, struct aic_answer *answer,
                      struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
