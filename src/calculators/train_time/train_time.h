/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the train-time calculator, in the order in which compute()
 * takes them. Each reads the inputs and the results of the parts before it
 * and writes its own.
 *
 * A result that is unknown is NaN, and so is all that is computed from it: what cannot be
 * answered leaves itself out.
 */
#ifndef AICALC_MODELS_TRAIN_TIME_PARTS_H
#define AICALC_MODELS_TRAIN_TIME_PARTS_H

#include <aicalc/train_time.h>

#include "calculators/shared/failures.h"
#include "calculators/shared/flops.h"

extern const char *const aic_flops_methods[];

extern const struct aic_group aic_train_time_input_groups[];
extern const struct aic_group aic_train_time_result_groups[];
enum { AIC_TRAIN_TIME_INPUT_GROUPS = 7, AIC_TRAIN_TIME_RESULT_GROUPS = 8 };

extern const struct aic_rule aic_train_time_rules[];
enum { AIC_TRAIN_TIME_RULES = 28 };

/* The architecture is known, so that matrices and attention can be counted one by one. */
bool aic_train_time_has_architecture(const struct aic_params *params,
                                     const struct aic_model *model);

/* train_time_check.c: what the rules cannot say. */
bool aic_train_time_check(const struct aic_train_time_in *in, const struct aic_params *params,
                          struct aic_error *error);

/* train_time_flops.c */
void aic_train_time_flops(const struct aic_train_time_in *in, const struct aic_params *params,
                          struct aic_train_time_out *out);

/*
 * train_time_failures.c: what is left of the wall time on `gpus` GPUs. False where
 * nothing fails: then only mtbf is set, to NaN.
 */
struct aic_train_time_failures {
    double mtbf;
    double interval; /* compute time between checkpoints, s */
    double cost;     /* what each of them costs, s */
    struct aic_goodput shares;
};
/* Below this share of the wall time there is no progress to speak of. */
#define AIC_GOODPUT_MIN 1e-9
bool aic_train_time_failures_at(const struct aic_train_time_in *in, double gpus,
                                struct aic_train_time_failures *failures);
bool aic_train_time_goodput(const struct aic_train_time_in *in, struct aic_train_time_out *out,
                            struct aic_error *error);

/* train_time_deadline.c: from a wall time back to GPUs, speed and tokens. */
void aic_train_time_deadline(const struct aic_train_time_in *in, struct aic_train_time_out *out,
                             struct aic_notes *notes);

/* train_time_warn.c */
void aic_train_time_warn(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         struct aic_notes *notes);

#endif
