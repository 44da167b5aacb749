/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a calculator of rows; aic_evaluate() takes compositions too. */
#ifndef AICALC_ENGINE_EVALUATE_H
#define AICALC_ENGINE_EVALUATE_H

#include <aicalc/calculator.h>

bool aic_derive_rows(const struct aic_calculator *calculator, void *in, struct aic_error *error);
bool aic_evaluate_rows(const struct aic_calculator *calculator, void *in, void *out,
                       struct aic_notes *notes);

#endif
