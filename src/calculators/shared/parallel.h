/* SPDX-License-Identifier: Apache-2.0 */
/* The parallel layout of a training job: what its degrees and its batch must divide. */
#ifndef AICALC_CALCULATORS_SHARED_PARALLEL_H
#define AICALC_CALCULATORS_SHARED_PARALLEL_H

#include <math.h>

#include <aicalc/error.h>

#include "calculators/shared/divisors.h"

/*
 * Suggests the multiples of `step` on either side of `value`, `note` after the only one where
 * there is none below; always false.
 */
bool aic_suggest_multiples(struct aic_error *error, double value, double step, const char *note);

/*
 * Suggests values of `name`: the divisors of `number` on either side of `value`, which is none;
 * always false.
 */
bool aic_suggest_divisors(struct aic_error *error, const char *name, double number, double value);

/* What fails where a check below does not hold; always false. */
bool aic_fail_gpus(double gpus, double tp, double pp, double cp, struct aic_error *error);
bool aic_fail_batch(double global_batch, double dp, double micro_batch, struct aic_error *error);
bool aic_fail_interleaving(double vpp, struct aic_error *error);

/* gpus is a multiple of tp x pp x cp; an unset number of GPUs is. */
static inline bool aic_check_gpus_divide(double gpus, double tp, double pp, double cp,
                                         struct aic_error *error)
{
    return isnan(gpus) || aic_divides(tp * pp * cp, gpus) || aic_fail_gpus(gpus, tp, pp, cp, error);
}

/* global_batch is a multiple of dp x micro_batch; an unset one is. */
static inline bool aic_check_batch_divides(double global_batch, double dp, double micro_batch,
                                           struct aic_error *error)
{
    return isnan(global_batch) || aic_divides(dp * micro_batch, global_batch) ||
           aic_fail_batch(global_batch, dp, micro_batch, error);
}

/* Interleaving needs stages. */
static inline bool aic_check_interleaving(double vpp, double pp, struct aic_error *error)
{
    return !(vpp > 1) || pp > 1 || aic_fail_interleaving(vpp, error);
}

#endif
