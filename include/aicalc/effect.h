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

/* What is kept of the question before, where one after another is asked, as in a sweep. */
struct aic_effect_memory {
    unsigned char *places; /* of each input: which of the values that are tried changed something */
    void *in, *out;        /* the question before, and its results */
    bool filled;
};

/* Release with aic_effect_memory_clear(), also after a failure, which is without memory only. */
bool aic_effect_memory_init(struct aic_effect_memory *memory,
                            const struct aic_calculator *calculator, struct aic_error *error);
void aic_effect_memory_clear(struct aic_effect_memory *memory);

/*
 * The same warnings as above, sooner: an input in which alone the question before differs has an effect
 * if that one's results are others, and of the values that are tried the one that changed something there
 * comes first. Keeps this question for the next.
 */
bool aic_effect_warn_again(struct aic_answer *answer, const struct aic_recipe *recipe,
                           struct aic_effect_memory *memory, struct aic_error *error);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
