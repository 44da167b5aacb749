/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inputs that were given and change nothing, such as experts_per_token of a model without experts: a
 * person who gives one expects that it counts.
 */
#ifndef AICALC_EFFECT_H
#define AICALC_EFFECT_H

#include <aicalc/answer.h>
#include <aicalc/recipe.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* The warning of an input that was given and changes nothing. */
#define AIC_NO_EFFECT "no-effect"

/*
 * Moves each number, choice and flag that was given by flag or in a file to other values, near and far
 * ones, and adds a warning to the answer where no result and no warning changes and no value is refused; with the
 * reason where the table tells it. `recipe` is what the answer's question was made of: other choices may
 * pick other values of catalogs. Costs an evaluation for each input that has an effect, a few for one
 * that has none. Fails without memory only.
 */
bool aic_effect_warn(struct aic_answer *answer, const struct aic_recipe *recipe,
                     struct aic_error *error);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
