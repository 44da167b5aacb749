/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the train-time calculator. */
#ifndef AICALC_CALCULATORS_TRAIN_TIME_H
#define AICALC_CALCULATORS_TRAIN_TIME_H

#include <aicalc/train_time.h>

/* Below this share of the wall time there is no progress to speak of. */
#define AIC_GOODPUT_MIN 1e-9

/*
 * The architecture is known, so that matrices and attention can be counted one by one. `params`
 * below the vocabulary's own parameters leaves no layers to count.
 */
static inline bool aic_train_time_has_architecture(const struct aic_params *params,
                                                   const struct aic_model *model)
{
    return params->counted && params->matmul > model->vocab * model->hidden;
}

/* False: `error` says why these inputs have no answer. */
bool aic_train_time_check(const struct aic_train_time_in *in, const struct aic_params *params,
                          struct aic_error *error);

/* The least GPUs that finish within the deadline; NaN without one or where none do. */
double aic_train_time_gpus_for_deadline(const struct aic_train_time_in *in,
                                        const struct aic_train_time_out *out,
                                        struct aic_notes *notes);

/* What deserves attention in an answer. */
void aic_train_time_warn(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         struct aic_notes *notes);

#endif
