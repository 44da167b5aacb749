/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an answer and the steps of filling it. */
#ifndef AICALC_ANALYSIS_ANSWER_PARTS_H
#define AICALC_ANALYSIS_ANSWER_PARTS_H

#include <aicalc/answer.h>

/* Makes an answer to the question whose results are not there yet. */
bool aic_answer_allocate(struct aic_answer *answer, struct aic_question *question,
                         struct aic_error *error);

/* Of an answer whose results are there: the case of each formula, its bands and its limits. */
void aic_answer_find_rows(struct aic_answer *answer);
/* Then the basis of each result, and the inputs that are used. */
bool aic_answer_find_basis(struct aic_answer *answer, struct aic_error *error);
/* Then the warnings of what catalogs mark: values that were not checked, prices that aged. */
void aic_answer_warn_marked(struct aic_answer *answer);

#endif
