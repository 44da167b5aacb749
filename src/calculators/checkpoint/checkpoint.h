/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the checkpoint calculator, in the order in which compute()
 * takes them. Each reads the inputs and the results of the parts before it
 * and writes its own.
 *
 * A result that is unknown is NaN, and so is all that is computed from it: what cannot be
 * answered leaves itself out. Only fmin() and fmax() swallow a NaN; where they stand, their
 * operands are known.
 */
#ifndef AICALC_MODELS_CHECKPOINT_PARTS_H
#define AICALC_MODELS_CHECKPOINT_PARTS_H

#include <aicalc/checkpoint.h>

extern const struct aic_group aic_checkpoint_input_groups[];
extern const struct aic_group aic_checkpoint_result_groups[];
enum { AIC_CHECKPOINT_INPUT_GROUPS = 4, AIC_CHECKPOINT_RESULT_GROUPS = 9 };

extern const struct aic_rule aic_checkpoint_rules[];
enum { AIC_CHECKPOINT_RULES = 47 };

/* checkpoint_check.c: what the rules cannot say. */
bool aic_checkpoint_check(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_error *error);

/* checkpoint_bytes.c */
void aic_checkpoint_bytes(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_checkpoint_out *out);

/* checkpoint_layout.c */
void aic_checkpoint_layout(const struct aic_checkpoint_in *in, const struct aic_params *params,
                           struct aic_checkpoint_out *out);
void aic_checkpoint_restore(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);

/* checkpoint_time.c */
void aic_checkpoint_write(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);
void aic_checkpoint_interval(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);
void aic_checkpoint_goodput(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);

/* checkpoint_required.c */
void aic_checkpoint_required(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);

/* checkpoint_volumes.c */
void aic_checkpoint_volumes(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out);

/* checkpoint_warn.c */
void aic_checkpoint_warn(const struct aic_checkpoint_in *in, const struct aic_params *params,
                         const struct aic_checkpoint_out *out, struct aic_notes *notes);

#endif
