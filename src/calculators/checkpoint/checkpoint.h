/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the checkpoint calculator. */
#ifndef AICALC_CALCULATORS_CHECKPOINT_H
#define AICALC_CALCULATORS_CHECKPOINT_H

#include <aicalc/checkpoint.h>

extern const struct aic_rule aic_checkpoint_rules[];
enum { AIC_CHECKPOINT_RULES = 47 };

/* What the rules cannot say of the inputs, and of `min_interval` where the answer is known. */
bool aic_checkpoint_check(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_error *error);
bool aic_checkpoint_check_interval(const struct aic_checkpoint_in *in,
                                   const struct aic_checkpoint_out *out, struct aic_error *error);

/* The goodput of an answer with another interval and what a checkpoint then adds to it. */
double aic_checkpoint_goodput_at(const struct aic_checkpoint_out *answer, double interval_used,
                                 double cost_per_period);

/* What deserves attention in an answer. */
void aic_checkpoint_warn(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         const struct aic_checkpoint_out *out, struct aic_notes *notes);

#endif
