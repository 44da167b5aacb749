/* SPDX-License-Identifier: Apache-2.0 */
/* Rules over inputs: "x without y", "x excludes y". */
#ifndef AICALC_ENGINE_RULES_H
#define AICALC_ENGINE_RULES_H

#include <aicalc/calculator_rows.h>

/* Checks every rule; values of answers and catalogs that break one are ignored: reset. */
bool aic_rules_apply(const struct aic_calculator *calculator, void *in, struct aic_error *error);

/* True where a rule refuses the input of that name beside the other values; `error` says why. */
bool aic_rules_refuse(const struct aic_calculator *calculator, const void *in, const char *name,
                      struct aic_error *error);

#endif
