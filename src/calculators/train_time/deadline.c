/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: the search for the least GPUs that finish within the deadline. */
#include "calculators/train_time/train_time.h"

#include <stdint.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/failure_rows.h"
#include "calculators/shared/shared_inputs.h"

/* No job is larger. */
#define GPUS_MAX 1e7

/* Wall time of the run on `count` GPUs, with or without a bubble; infinite without progress. */
static double time_on(const struct aic_train_time_in *in, const struct aic_train_time_out *found,
                      double count, bool with_bubble)
{
    const double flops_total = found->flops_total;
    const double busy_flops = found->busy_flops;
/* clang-format off */
#include "engine/rows/as_values.h"
#include "calculators/train_time/inputs.inc"
#include "calculators/train_time/results_time.inc"
    gpus = count;
    bubble = bubble == yes && with_bubble;
#include "engine/rows/as_locals.h"
#include "calculators/train_time/results_time.inc"
#include "engine/rows/none.h"
    /* clang-format on */
    return goodput < AIC_GOODPUT_MIN ? HUGE_VAL : train_time;
}

/* GPUs that jobs are made of: whole nodes, whole replicas. */
static double unit_of(const struct aic_train_time_in *in)
{
    double replica = in->tp * in->pp * in->cp;
    return in->gpus_per_node / aic_common_divisor(in->gpus_per_node, replica) * replica;
}

/*
 * The least multiple of `unit` that meets the deadline without a bubble, NaN above GPUS_MAX.
 * Failures rise with the GPUs, and so does the need: taking it as the next candidate ends at the
 * least answer.
 */
static double least_gpus(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         double unit)
{
    double gpus = unit;
    while (gpus <= GPUS_MAX) {
        double needed = gpus * time_on(in, out, gpus, false) / in->deadline;
        double next = unit * up(needed / unit);
        if (next <= gpus) {
            return gpus;
        }
        gpus = next;
    }
    return NAN;
}

/*
 * The same with a bubble, where the batch has to be spread over the replicas: their number divides
 * the micro batches. Replicas come in groups that fill whole nodes, so the candidates are the
 * divisors of micro batches per group, in pairs.
 */
static double least_gpus_of_batch(const struct aic_train_time_in *in,
                                  const struct aic_train_time_out *out, double unit)
{
    double group = unit / (in->tp * in->pp * in->cp);
    double micro_batches = in->global_batch / in->micro_batch;
    double least = HUGE_VAL;
    if (fmod(micro_batches, group) != 0) {
        return NAN;
    }
    /* Integers: their remainder is many times faster than fmod(). Both are below 2^53. */
    uint64_t whole = (uint64_t)(micro_batches / group);
    uint64_t limit = (uint64_t)(GPUS_MAX / unit);
    for (uint64_t i = 1; i <= limit && i <= whole / i; i++) {
        if (whole % i != 0) {
            continue;
        }
        const double pair[] = { (double)i * unit, (double)(whole / i) * unit };
        for (int k = 0; k < 2; k++) {
            /* A bit too long is in time. */
            if (pair[k] <= GPUS_MAX && pair[k] < least &&
                time_on(in, out, pair[k], true) * (1 - 1e-12) <= in->deadline) {
                least = pair[k];
            }
        }
    }
    return least <= GPUS_MAX ? least : (double)NAN;
}

double aic_train_time_gpus_for_deadline(const struct aic_train_time_in *in,
                                        const struct aic_train_time_out *out,
                                        struct aic_notes *notes)
{
    if (!known(in->deadline) || !known(out->busy_flops)) {
        return NAN;
    }
    double unit = unit_of(in);
    double plain = unit <= GPUS_MAX ? least_gpus(in, out, unit) : (double)NAN;
    if (!known(plain)) {
        aic_warn(notes, "deadline-unreachable",
                 "no number of GPUs up to 10 million is done within the deadline");
        return NAN;
    }
    if (!known(in->global_batch)) {
        return plain;
    }
    double gpus = least_gpus_of_batch(in, out, unit);
    if (!known(gpus)) {
        aic_warn(notes, "batch-limits-gpus",
                 "%g GPUs would be done within the deadline, but global_batch ('%g') cannot be "
                 "spread over enough: one micro batch for each replica takes %g (max_gpus)",
                 plain, in->global_batch, out->max_gpus);
    }
    return gpus;
}
