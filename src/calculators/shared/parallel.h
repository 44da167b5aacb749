/* SPDX-License-Identifier: Apache-2.0 */
/* The parallel layout of a training job: what its degrees and its batch must divide, and how layers
 * lie on pipeline stages. */
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

/*
 * GPUs of a scale-up domain that a job takes, of all domains alike: all of them, or of a domain above 8
 * the greatest divisor of gpus above half of it. NaN where there is none.
 */
double aic_domain_gpus(double gpus, double gpus_per_node);
/* GPUs are within one domain, or fill several of them alike; what is advised is a multiple of `group`. */
bool aic_check_whole_domains(double gpus, double group, double gpus_per_node,
                             struct aic_error *error);

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

/* The warning of calculators that take any number of stages; `counted` says how they count them. */
#define UNEVEN_STAGES(counted)                                                                     \
    WARNING("uneven-stages", pp > 1 && known(layers) && !aic_divides(pp, layers),                  \
            "%g layers do not divide evenly among %g stages (pp): " counted, layers, pp)

/*
 * How the layers of a model lie on its pipeline stages. With vpp chunks a stage, chunk j of stage i
 * is number (j - 1) pp + i of all. Where layers do not come out even, the embedding and the head
 * count as a layer each (Megatron-LM: account_for_embedding_in_pipeline_split and
 * account_for_loss_in_pipeline_split), so that the first and the last stage have fewer: 126 layers on
 * 16 stages are 7, 14 x 8, 7 (Llama 3, arXiv 2407.21783).
 */
struct aic_stages {
    double layers, pp, vpp;
    double first, middle, last; /* layers of the first stage, of each between, of the last */
    double chunk;               /* places for layers in a chunk, where vpp is above 1 */
    double embedding;           /* places that the embedding takes in the first of them: 0 or 1 */
};

/*
 * False: the layers do not divide so. `first` and `last` are what the ends shall have, NaN where
 * nothing is said; the other stages share the rest evenly. Ends that are given go with vpp 1.
 */
bool aic_set_stages(struct aic_stages *stages, double layers, double pp, double vpp, double first,
                    double last);

/* Layers of stage `index`, from 1. */
static inline double aic_stage_layers(const struct aic_stages *stages, double index)
{
    return index == 1 ? stages->first : index == stages->pp ? stages->last : stages->middle;
}

/* How many of the first `leading` layers of the model are on stage `index`, from 1. */
double aic_stage_leading(const struct aic_stages *stages, double index, double leading);

#endif
