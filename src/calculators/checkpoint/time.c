/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: how long one takes, how often it pays, and what goodput that leaves. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/failures.h"

static const double day = 86400;

/* The slowest of the parts whose rate is known; the first of equals. */
static void find_slowest(struct aic_checkpoint_out *out)
{
    const double times[] = {
        [AIC_BY_STORAGE] = out->storage_write_time,
        [AIC_BY_NODE] = out->node_write_time,
        [AIC_BY_RANK] = out->rank_write_time,
        [AIC_BY_COMPRESSION] = out->compression_write_time,
    };
    int slowest = -1;
    for (int i = 0; i < (int)(sizeof times / sizeof times[0]); i++) {
        if (aic_is_set(times[i]) && (slowest < 0 || times[i] > times[slowest])) {
            slowest = i;
        }
    }
    if (slowest >= 0) {
        out->slowest_write_time = times[slowest];
        out->write_bound_by = slowest;
    }
}

static void count_write(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double share = out->mean_share;
    double node = out->largest_node_bytes * share;
    double rank = out->largest_rank_bytes * share;
    out->storage_write_time = out->written_bytes / in->write_bw;
    out->node_write_time = node / in->compression_ratio / in->node_write_bw;
    out->rank_write_time = rank / in->compression_ratio / in->rank_write_bw;
    if (aic_is_set(in->write_bw) || aic_is_set(in->node_write_bw) ||
        aic_is_set(in->rank_write_bw)) {
        out->compression_write_time = node / in->compression_bw;
    }
    find_slowest(out);
    out->write_time = in->write_latency + out->slowest_write_time;
    out->effective_write_bw = out->written_bytes / out->write_time;
}

static void count_host_memory(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    if (in->mode == AIC_MODE_ASYNC) {
        out->host_copies = in->buffers;
        out->host_memory_needed = in->buffers * out->largest_node_bytes;
    } else if (in->format == AIC_FORMAT_SINGLE && aic_is_set(in->gpus)) {
        out->host_memory_needed = out->checkpoint_bytes;
    }
    out->host_memory_share = out->host_memory_needed / in->host_memory;
}

void aic_checkpoint_write(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    if (aic_is_set(in->checkpoint_time)) {
        out->write_time = in->checkpoint_time;
    } else {
        count_write(in, out);
    }
    out->file_create_rate = out->files / out->write_time;
    if (in->mode == AIC_MODE_ASYNC) {
        out->device_copy_time =
            aic_or(in->snapshot_time, out->largest_rank_bytes / in->snapshot_bw);
        out->snapshot_time = out->device_copy_time;
        out->drain_time = out->write_time;
        out->checkpoint_cost_time = out->device_copy_time + in->drain_slowdown * out->drain_time;
    } else {
        out->checkpoint_cost_time = out->write_time;
    }
    count_host_memory(in, out);
}

/* Async: the compute time after which a buffer is free for the next snapshot. */
static double buffer_free_time(const struct aic_checkpoint_in *in,
                               const struct aic_checkpoint_out *out)
{
    double overlapped = in->buffers > 1 ? out->device_copy_time : 0;
    return fmax(0, out->drain_time * (1 - in->drain_slowdown) - overlapped);
}

static void find_optimum(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double block = out->checkpoint_cost_time;
    if (!aic_is_set(block)) {
        return;
    }
    if (in->mode == AIC_MODE_ASYNC) {
        out->buffer_free_time = buffer_free_time(in, out);
    }
    if (!aic_is_set(out->mtbf)) {
        return;
    }
    out->young_interval = aic_young_interval(block, out->mtbf);
    out->daly_interval = aic_daly_interval(block, out->mtbf);
    out->optimum_exponent = aic_optimum_exponent(block, out->mtbf);
    double best = aic_optimal_interval(block, out->mtbf);
    double least = fmax(aic_or(out->buffer_free_time, 0), aic_or(in->min_interval, 0));
    out->optimal_interval = fmax(best, least);
}

void aic_checkpoint_interval(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    out->mtbf = aic_job_mtbf(in->job_mtbf, in->node_mtbf, in->gpu_mtbf, out->nodes, in->gpus);
    out->failures_per_day = day / out->mtbf;
    out->failures = in->duration / out->mtbf;
    find_optimum(in, out);

    double interval = aic_or(in->interval, out->optimal_interval);
    double block = out->checkpoint_cost_time;
    out->interval_used = interval;
    if (!aic_is_set(interval)) {
        return;
    }
    if (aic_is_set(out->buffer_free_time)) {
        out->drain_wait = fmax(0, out->buffer_free_time - interval);
    }
    out->cost_per_period = block + aic_or(out->drain_wait, 0);
    out->period = interval + aic_or(out->cost_per_period, 0);
    out->stall_fraction = out->cost_per_period / out->period;
    if (!aic_is_set(block)) {
        return;
    }
    if (in->mode == AIC_MODE_ASYNC) {
        out->stall = out->device_copy_time + out->drain_wait;
        out->time_to_safe = out->stall + out->drain_time;
        out->rpo = out->period + out->drain_time;
    } else {
        out->stall = block;
        out->time_to_safe = block;
        out->rpo = out->period;
    }
}

void aic_checkpoint_goodput(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    if (!aic_is_set(out->mtbf) || !aic_is_set(out->cost_per_period)) {
        return;
    }
    const struct aic_failures failures = { out->mtbf, aic_or(out->drain_time, 0), out->rto };
    struct aic_goodput shares;
    aic_goodput_count(&failures, out->interval_used, out->cost_per_period, &shares);
    out->kept_per_failure = shares.kept;
    out->goodput = shares.goodput;
    out->checkpoint_overhead = shares.checkpoint_overhead;
    out->lost_work_overhead = shares.lost_work_overhead;
    out->restart_overhead = shares.restart_overhead;
    out->lost_work_per_failure = shares.lost_per_failure;
    out->productive_time = in->duration * shares.goodput;

    out->gpu_hours_lost_per_day = in->gpus * 24 * (1 - shares.goodput);
    out->lost_cost_per_day = out->gpu_hours_lost_per_day * in->gpu_price;
    out->stall_cost_per_day = in->gpus * 24 * shares.checkpoint_overhead * in->gpu_price;
}
