/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: what would be enough for the target, and what the loaders keep in memory. */
#include "calculators/dataload/dataload.h"

#include "calculators/shared/rounding.h"

/* A need of 0 is no need. */
static double need(double amount)
{
    return amount > 0 ? aic_up(amount) : NAN;
}

static void size_stages(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    double rate = out->target_rate;
    double gpu_rate = in->target_utilization * out->gpu_sample_rate;
    out->shared_limit = fmin(out->limit_storage, fmin(out->limit_connections, out->limit_requests));
    out->max_gpus = aic_down(out->shared_limit / gpu_rate);
    out->connections_needed = need(rate * out->miss_ratio * out->fetch_time);
    out->workers_needed = need(gpu_rate * out->worker_time);
    out->cpu_cores_needed = need(rate * in->cpu_time / out->nodes);
    out->prefixes_needed =
        need(rate * out->miss_ratio * out->requests_per_sample / in->prefix_read_rate);
}

static void size_cache(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    double held = in->cache_capacity * out->cache_nodes;
    out->intake_bw = fmin(in->read_bw, out->nodes * out->node_intake);
    if (aic_is_set(out->intake_bw)) {
        out->cache_hit_needed = fmax(0, 1 - out->intake_bw / (out->target_rate * in->sample_size));
    }
    out->cache_capacity_needed = out->cache_hit_needed * out->dataset_bytes / out->cache_nodes;
    if (aic_is_set(held)) {
        /* Of one node each, or of the job together. */
        out->staging_bytes = fmin(out->dataset_bytes, held) * (out->nodes / out->cache_nodes);
        out->dataset_fits_cache = held >= out->dataset_bytes;
        out->staging_time = out->staging_bytes / out->intake_bw;
    }
}

void aic_dataload_enough(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    size_stages(in, out);
    size_cache(in, out);
}

void aic_dataload_memory(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    if (!aic_is_set(in->batch) || !aic_is_set(in->workers)) {
        return;
    }
    out->prefetch_memory_per_node =
        out->local_gpus * in->workers * in->prefetch_factor * in->batch * in->decoded_size;
    out->shuffle_memory_per_node =
        out->local_gpus * fmax(1, in->workers) * in->shuffle_buffer * in->sample_size;
    out->host_memory_share =
        (out->prefetch_memory_per_node + aic_or(out->shuffle_memory_per_node, 0)) / in->host_memory;
}

/* MLPerf Storage: so much data that host memory cannot hide the storage, and steps enough. */
void aic_dataload_benchmark(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    if (!aic_is_set(in->host_memory)) {
        return;
    }
    double memory = in->memory_multiple * out->nodes * in->host_memory;
    out->benchmark_samples =
        fmax(aic_up(memory / in->sample_size), in->min_steps * in->gpus * in->batch);
    out->benchmark_files = aic_up(out->benchmark_samples / out->asked_shard_samples);
    out->benchmark_dataset_size = out->benchmark_files * out->asked_shard_samples * in->sample_size;
}
