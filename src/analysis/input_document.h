/* SPDX-License-Identifier: Apache-2.0 */
/* Input documents: objects of inputs, answers fed back, answers of other calculators. */
#ifndef AICALC_ANALYSIS_INPUT_DOCUMENT_H
#define AICALC_ANALYSIS_INPUT_DOCUMENT_H

#include <aicalc/recipe.h>

/* True where the recipe has a setting for this input. */
bool aic_recipe_sets(const struct aic_recipe *recipe, const char *name);

/* True for the input that the recipe is asked without. */
bool aic_recipe_leaves_out(const struct aic_recipe *recipe, size_t input);

/* Sets one input from a JSON value: number, text, true or false. */
bool aic_document_set_input(struct aic_question *question, size_t index,
                            const struct aic_json_value *value, enum aic_origin origin,
                            const struct aic_source *source, struct aic_error *error);

/* Whether a question holds the value that a JSON input has. */
bool aic_document_is_same(const struct aic_question *question, size_t index,
                          const struct aic_json_value *value);

/* Sets what the input document gives before the settings: all that was chosen. */
bool aic_document_set_chosen(const struct aic_recipe *recipe, struct aic_question *question,
                             struct aic_error *error);

/*
 * Sets what an answer fed back says of defaults and catalog values that
 * today's tables and catalogs give differently, so that no value of the document
 * is ignored. Called after the catalogs were applied.
 */
bool aic_document_set_differences(const struct aic_recipe *recipe, struct aic_question *question,
                                  struct aic_error *error);

#endif
