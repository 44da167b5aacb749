/* SPDX-License-Identifier: Apache-2.0 */
/* Documents of answers, for what compares them. */
#ifndef AICALC_ANALYSIS_ANSWER_DOCUMENT_H
#define AICALC_ANALYSIS_ANSWER_DOCUMENT_H

#include <aicalc/json.h>

/* True for an answer of one case: its parts are there, and each input and result has a value. */
bool aic_answer_document_check(const struct aic_json *json, struct aic_error *error);

#endif
