/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formula texts: the expressions that field tables carry.
 *
 * They are the code that ran: the row of a result is its expression and its text at once
 * (src/engine/rows). Names are inputs, results and constants of the same calculator; a name
 * before '(' is a function. Nothing here computes: formulas are read for the names they rest on,
 * and printed with the numbers in them.
 */
#ifndef AICALC_FORMULA_H
#define AICALC_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/text.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Takes the next name from the head of `rest`, which moves behind it; false at the end. */
bool aic_formula_next_name(struct aic_span *rest, struct aic_span *name);

/* Whether a formula has cases: "a when x; b when y; c otherwise; ". */
bool aic_formula_has_cases(const char *formula);
/* How many: 1 of a formula without cases. */
size_t aic_formula_cases(const char *formula);

/* The expression of case `number`, counted from 0, and its condition (empty: it always holds). A
 * formula without cases is its only one. */
struct aic_span aic_formula_case(const char *formula, size_t number, struct aic_span *condition);

/* All of a formula, without what ends its last case. */
struct aic_span aic_formula_text(const char *formula);

/* The name as people read it: where C needs another word in front of a choice, `by__node`, "node". */
struct aic_span aic_formula_spoken(struct aic_span name);
/* Adds a formula, or a part of one, as people read it. */
void aic_formula_add(struct aic_text *text, struct aic_span formula);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
