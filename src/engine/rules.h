/* SPDX-License-Identifier: Apache-2.0 */
/* Rules over inputs ("x without y", "x excludes y"), and resetting one input. */
#ifndef AICALC_CORE_RULES_H
#define AICALC_CORE_RULES_H

#include <aicalc/calculator.h>

/* Checks every rule; leaves values of answers and catalogs aside that break one. */
bool aic_rules_apply(const struct aic_calculator *calculator, void *in, struct aic_error *error);

/* Gives one input its default, or unsets it where it has none. */
void aic_input_reset(const struct aic_field *field, size_t offset, void *in);

#endif
