/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explanations: a result's formula with the numbers in it.
 */
#ifndef AICALC_EXPLAIN_H
#define AICALC_EXPLAIN_H

#include <aicalc/answer.h>
#include <aicalc/text.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Adds the alternative of the field's formula that holds, with every name
 * replaced by its value in base units: "80 * 4096". Names without a value stay.
 */
void aic_explain_numbers(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text);

/* Adds the formula as the table gives it, the alternative that holds only. */
void aic_explain_formula(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text);

#ifdef __cplusplus
}
#endif
#endif
