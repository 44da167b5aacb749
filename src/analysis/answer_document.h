/* SPDX-License-Identifier: Apache-2.0 */
/* Documents of answers: what their members say, whether one is whole. */
#ifndef AICALC_ANALYSIS_ANSWER_DOCUMENT_H
#define AICALC_ANALYSIS_ANSWER_DOCUMENT_H

#include <aicalc/json.h>
#include <aicalc/question.h>

/* True for an answer of one case: its parts are there, and each input and result has a value. */
bool aic_answer_document_check(const struct aic_json *json, struct aic_error *error);

/* A value for a field; not set where it is of another kind, or a choice that there is no more. */
struct aic_value aic_document_value(const struct aic_field *field,
                                    const struct aic_json_value *value);

/* The "origin" of a member: AIC_FROM_FILE where it names none. Its "basis": AIC_EXACT. */
enum aic_origin aic_document_origin(const struct aic_json_value *member);
enum aic_basis aic_document_basis(const struct aic_json_value *member);

#endif
