/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: from a wall time back to the GPUs, the speed and the tokens. */
#include "calculators/train_time/train_time.h"

#include <stdint.h>

#include "calculators/shared/rounding.h"

/* No job is larger. */
#define GPUS_MAX 1e7

static double gcd(double a, double b)
{
    while (b != 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

/* GPUs that jobs are made of: whole nodes, whole replicas. */
static double unit_of(const struct aic_train_time_in *in)
{
    double replica = in->tp * in->pp * in->cp;
    return in->gpus_per_node / gcd(in->gpus_per_node, replica) * replica;
}

/*
 * GPUs that the work needs where `gpus` share it: failures rise with their
 * number, and with fewer micro batches each so does the bubble. Infinite without progress.
 */
static double needed(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                     double gpus, double bubble)
{
    struct aic_train_time_failures failures;
    bool fails = aic_train_time_failures_at(in, gpus, &failures);
    double goodput = fails ? failures.shares.goodput : 1;
    if (!(goodput >= AIC_GOODPUT_MIN)) {
        return HUGE_VAL;
    }
    return out->flops_total * (1 + bubble) / (out->busy_flops * in->deadline * goodput);
}

/* Waiting over work of a pipeline stage with `replicas`, each with its share of the batch. */
static double bubble_of(const struct aic_train_time_in *in, double replicas)
{
    return in->bubble == 1
               ? (in->pp - 1) * replicas * in->micro_batch / (in->vpp * in->global_batch)
               : 0;
}

/*
 * The least multiple of `unit` that meets the deadline, NaN above GPUS_MAX. The need rises with
 * the GPUs, so taking it as the next try ends at the least answer.
 */
static double least_gpus(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         double unit)
{
    double gpus = unit;
    while (gpus <= GPUS_MAX) {
        double next = unit * aic_up(needed(in, out, gpus, 0) / unit);
        if (next <= gpus) {
            return gpus;
        }
        gpus = next;
    }
    return NAN;
}

/* True where `gpus` meet the deadline, with the bubble of their replicas. */
static bool is_enough(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                      double gpus)
{
    double bubble = bubble_of(in, gpus / (in->tp * in->pp * in->cp));
    return needed(in, out, gpus, bubble) * (1 - 1e-12) <= gpus;
}

/*
 * The same where the batch has to be spread over the replicas: their number divides the
 * micro batches. Replicas come in groups that fill whole nodes, so it is the
 * divisors of micro batches per group that are tried, in pairs.
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
        uint64_t partner = whole / i;
        const double pair[] = { (double)i * unit, (double)partner * unit };
        for (int k = 0; k < 2; k++) {
            if (pair[k] <= GPUS_MAX && pair[k] < least && is_enough(in, out, pair[k])) {
                least = pair[k];
            }
        }
    }
    return least <= GPUS_MAX ? least : (double)NAN;
}

static double find_gpus(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                        struct aic_notes *notes)
{
    double unit = unit_of(in);
    double plain = unit <= GPUS_MAX ? least_gpus(in, out, unit) : (double)NAN;
    if (!aic_is_set(plain)) {
        aic_warn(notes, "deadline-unreachable",
                 "no number of GPUs up to 10 million is done within the deadline");
        return NAN;
    }
    if (!aic_is_set(in->global_batch)) {
        return plain;
    }
    double gpus = least_gpus_of_batch(in, out, unit);
    if (!aic_is_set(gpus)) {
        aic_warn(notes, "batch-limits-gpus",
                 "%g GPUs would be done within the deadline, but global_batch ('%g') cannot be "
                 "spread over enough: one micro batch for each replica takes %g (max_gpus)",
                 plain, in->global_batch, out->max_gpus);
    }
    return gpus;
}

void aic_train_time_deadline(const struct aic_train_time_in *in, struct aic_train_time_out *out,
                             struct aic_notes *notes)
{
    double deadline = in->deadline;
    if (!aic_is_set(deadline)) {
        return;
    }
    double goodput = aic_or(out->goodput, 1);
    out->achieved_flops_for_deadline = out->flops_total / (in->gpus * deadline * goodput);
    out->mfu_for_deadline = out->achieved_flops_for_deadline / in->gpu_flops;
    out->tokens_by_deadline =
        in->gpus * out->achieved_model_flops * deadline * goodput / out->flops_per_token;
    if (aic_is_set(out->busy_flops)) {
        out->gpus_for_deadline = find_gpus(in, out, notes);
    }
}
