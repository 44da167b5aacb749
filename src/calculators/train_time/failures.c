/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: the share of the wall time that failures leave, at any number of GPUs. */
#include "calculators/train_time/train_time.h"

bool aic_train_time_failures_at(const struct aic_train_time_in *in, double gpus,
                                struct aic_train_time_failures *failures)
{
    double mtbf = aic_job_mtbf(in->job_mtbf, in->node_mtbf, in->gpu_mtbf,
                               ceil(gpus / in->gpus_per_node), gpus);
    failures->mtbf = mtbf;
    if (!aic_is_set(mtbf)) {
        return false;
    }
    double best = aic_optimal_interval(in->checkpoint_stall, mtbf);
    failures->interval = aic_or(in->interval, fmax(best, in->drain_time));
    /* A checkpoint waits until the one before it has drained. */
    failures->cost = in->checkpoint_stall + fmax(0, in->drain_time - failures->interval);
    const struct aic_failures what = { mtbf, in->drain_time, in->restart_time + in->restore_time };
    aic_goodput_count(&what, failures->interval, failures->cost, &failures->shares);
    return true;
}

bool aic_train_time_goodput(const struct aic_train_time_in *in, struct aic_train_time_out *out,
                            struct aic_error *error)
{
    struct aic_train_time_failures failures;
    if (!aic_train_time_failures_at(in, in->gpus, &failures)) {
        return true;
    }
    if (failures.shares.goodput < AIC_GOODPUT_MIN) {
        char mtbf[AIC_QUANTITY_SIZE];
        aic_quantity_write(mtbf, sizeof mtbf, failures.mtbf, AIC_TIME, NULL, AIC_UNITS_AUTO);
        aic_fail(error, AIC_ERR_CONFLICT, "checkpoint_stall",
                 "no progress: the job fails every %s on average, before a checkpoint counts",
                 mtbf);
        return aic_suggest(error, "give a longer mean time between failures, fewer gpus, or a "
                                  "shorter interval and checkpoint");
    }
    out->mtbf = failures.mtbf;
    if (!aic_is_set(in->interval)) {
        out->optimum_exponent = aic_optimum_exponent(in->checkpoint_stall, failures.mtbf);
    }
    out->interval_used = failures.interval;
    out->cost_per_period = failures.cost;
    out->period = failures.interval + failures.cost;
    out->kept_per_failure = failures.shares.kept;
    out->goodput = failures.shares.goodput;
    out->checkpoint_overhead = failures.shares.checkpoint_overhead;
    out->lost_work_overhead = failures.shares.lost_work_overhead;
    out->restart_overhead = failures.shares.restart_overhead;
    return true;
}
