/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which results are monotone in each ranged input: read from their formulas, not tried. Such a
 * result is lowest and highest at corners of the ranges, so its interval is known, not searched.
 * Of a composition none is marked.
 */
#ifndef AICALC_ANALYSIS_RANGE_MONOTONE_H
#define AICALC_ANALYSIS_RANGE_MONOTONE_H

#include <aicalc/answer.h>

/* Marks the results of the answer that are monotone in each input with a range. False without
 * memory. */
bool aic_find_monotone(const struct aic_answer *answer, bool *monotone, struct aic_error *error);

#endif
