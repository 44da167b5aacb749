/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the collective calculator. */
#ifndef AICALC_MODELS_COLLECTIVE_PARTS_H
#define AICALC_MODELS_COLLECTIVE_PARTS_H

#include <aicalc/collective.h>

#include "calculators/collective/collective_time.h"

extern const struct aic_group aic_collective_input_groups[];
extern const struct aic_group aic_collective_result_groups[];
enum { AIC_COLLECTIVE_INPUT_GROUPS = 4, AIC_COLLECTIVE_RESULT_GROUPS = 4 };

extern const struct aic_rule aic_collective_rules[];
enum { AIC_COLLECTIVE_RULES = 2 };

/* collective_check.c: what the rules cannot say. */
bool aic_collective_check(const struct aic_collective_in *in, struct aic_error *error);

/* A time was measured, in one of the three ways. */
static inline bool aic_collective_is_measured(const struct aic_collective_in *in)
{
    return aic_is_set(in->measured_time) || aic_is_set(in->measured_algbw) ||
           aic_is_set(in->measured_busbw);
}

/* collective_warn.c */
void aic_collective_warn(const struct aic_collective_in *in, const struct aic_collective_out *out,
                         struct aic_notes *notes);

#endif
