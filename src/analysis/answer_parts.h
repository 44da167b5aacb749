/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an answer, for those that fill it. */
#ifndef AICALC_ANALYSIS_ANSWER_PARTS_H
#define AICALC_ANALYSIS_ANSWER_PARTS_H

#include <aicalc/answer.h>

/* Makes an answer to the question whose results are not there yet. */
bool aic_answer_allocate(struct aic_answer *answer, struct aic_question *question,
                         struct aic_error *error);

#endif
