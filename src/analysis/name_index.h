/* SPDX-License-Identifier: Apache-2.0 */
/* The index from names to fields of both tables of a calculator. */
#ifndef AICALC_ANALYSIS_NAME_INDEX_H
#define AICALC_ANALYSIS_NAME_INDEX_H

#include <aicalc/answer.h>

void aic_names_init(struct aic_names *names, const struct aic_calculator *calculator);
enum aic_name_kind aic_names_find(const struct aic_names *names, struct aic_span name,
                                  size_t *index);

#endif
