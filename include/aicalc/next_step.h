/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Next steps: the nearest changes of an answer that mend what it says no to, found by asking.
 *
 * A calculator's levers (struct aic_lever) say which inputs may be changed and to what. Each alone
 * is tried, then each two of them, and each three where nothing smaller helps; a change that holds is
 * kept, and what contains it is not tried.
 */
#ifndef AICALC_NEXT_STEP_H
#define AICALC_NEXT_STEP_H

#include <aicalc/answer.h>
#include <aicalc/budget.h>
#include <aicalc/recipe.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define AIC_STEPS_MAX   3  /* steps that are kept */
#define AIC_CHANGES_MAX 16 /* inputs that one step changes */

#define AIC_CHANGE_NAME 96 /* room for the name of an entry */

struct aic_change {
    size_t input;
    double value;               /* in base units; the place of a choice; 0 or 1 of a flag */
    bool without;               /* the input is not given */
    char name[AIC_CHANGE_NAME]; /* of a reference */
};

struct aic_step {
    struct aic_change changes[AIC_CHANGES_MAX];
    size_t change_count;
    double number; /* what `deciding` is then; NaN where it is left out */
};

struct aic_steps {
    struct aic_step steps[AIC_STEPS_MAX];
    size_t count;
    size_t tried;                    /* evaluations that were possible */
    size_t deciding;                 /* the result that each step tells */
    const struct aic_lever *verdict; /* what is to hold; NULL: `holds` */
    const char *holds;               /* in words, "fits"; NULL: the budgets */
    double within; /* so many GPUs were tried in vain; 0: none beside those asked about */
};

/*
 * Looks for changes with which the answer's verdict holds: the first with levers that does
 * not hold; or, if all do, the budgets. `deciding` is a number among the
 * results. steps->tried is 0 where there is nothing to mend or nothing to change.
 */
bool aic_steps_find(struct aic_steps *steps, const struct aic_answer *answer,
                    const struct aic_budget *budgets, size_t budget_count, size_t deciding,
                    struct aic_error *error);

/*
 * The same of a composition whose verdict is no, or that exceeds one of the budgets, by its table of ways out:
 * each is the question of the recipe with one thing changed, else with all that was fixed left out and one thing
 * changed, asked anew. At most AIC_STEPS_MAX, nearest first.
 */
bool aic_ways_out_find(struct aic_steps *steps, const struct aic_answer *answer,
                       const struct aic_recipe *recipe, const struct aic_budget *budgets,
                       size_t budget_count, struct aic_error *error);

/* A change as the flags to type: "--zero 3"; nothing where it leaves a flag out. */
void aic_change_flag(const struct aic_calculator *calculator, const struct aic_change *change,
                     struct aic_text *text);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
