/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the checkpoint calculator. */
#ifndef AICALC_CALCULATORS_CHECKPOINT_H
#define AICALC_CALCULATORS_CHECKPOINT_H

#include <aicalc/checkpoint.h>

/* What the rules cannot say of the inputs, and of `min_interval` where the answer is known. */
bool aic_checkpoint_check(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_error *error);
bool aic_checkpoint_check_interval(const struct aic_checkpoint_in *in,
                                   const struct aic_checkpoint_out *out, struct aic_error *error);

/* What deserves attention in an answer. */
void aic_checkpoint_warn(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         const struct aic_checkpoint_out *out, struct aic_notes *notes);

#endif
