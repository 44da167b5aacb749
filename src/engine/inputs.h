/* SPDX-License-Identifier: Apache-2.0 */
/* Input structs from inside: resetting one input, forgetting derived defaults. */
#ifndef AICALC_ENGINE_INPUTS_H
#define AICALC_ENGINE_INPUTS_H

#include <aicalc/calculator.h>

/* Gives one input its default, or unsets it where it has none. */
void aic_input_reset(const struct aic_field *field, size_t offset, void *in);

/* Unsets every derived default: they are made anew, so that a changed input changes them. */
void aic_inputs_forget_derived(const struct aic_calculator *calculator, void *in);

#endif
