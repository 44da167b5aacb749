/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: what the GPUs consume, and how a sample is fetched. */
#include "calculators/dataload/dataload.h"

#include "calculators/shared/rounding.h"

/* The way of saying how fast one GPU consumes samples that was chosen. */
static double gpu_sample_rate(const struct aic_dataload_in *in)
{
    if (aic_is_set(in->sample_rate)) {
        return in->sample_rate;
    }
    if (aic_is_set(in->step_time)) {
        return in->batch / in->step_time;
    }
    if (aic_is_set(in->flop_per_sample)) {
        return in->gpu_flops * in->mfu / in->flop_per_sample;
    }
    return in->token_rate * in->bytes_per_token / in->sample_size;
}

double aic_dataload_samples(const struct aic_dataload_in *in)
{
    return aic_or(in->samples, aic_up(in->dataset_size / in->sample_size));
}

static void find_hits(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    out->cache_nodes = in->cache_scope == AIC_CACHE_OF_JOB ? out->nodes : 1;
    if (aic_is_set(in->cache_hit_ratio)) {
        out->hit_ratio = in->cache_hit_ratio;
    } else if (aic_is_set(in->cache_capacity)) {
        out->hit_ratio = fmin(1, in->cache_capacity * out->cache_nodes / out->dataset_bytes);
    }
    out->miss_ratio = 1 - aic_or(out->hit_ratio, 0);
}

void aic_dataload_demand(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    out->nodes = aic_up(in->gpus / in->gpus_per_node);
    out->local_gpus = fmin(in->gpus, in->gpus_per_node);
    out->gpu_sample_rate = gpu_sample_rate(in);
    out->job_sample_rate = in->gpus * out->gpu_sample_rate;
    out->full_speed_read_bw = out->job_sample_rate * in->sample_size;
    out->samples_total = aic_dataload_samples(in);
    out->dataset_bytes = out->samples_total * in->sample_size;
    find_hits(in, out);
    out->required_read_bw = in->target_utilization * out->full_speed_read_bw * out->miss_ratio;
    out->required_read_bw_per_node = out->required_read_bw / out->nodes;
    out->required_read_bw_per_gpu = out->required_read_bw / in->gpus;
    out->target_rate = in->target_utilization * out->job_sample_rate;
}

/* A shard is read in ranges of request_size, without it in one request. */
static double requests_for(const struct aic_dataload_in *in, double bytes)
{
    return aic_is_set(in->request_size) ? fmax(1, aic_up(bytes / in->request_size)) : 1;
}

/* Time of one sample on one connection: each request waits, then the bytes flow. */
static double fetch_time(const struct aic_dataload_in *in, const struct aic_dataload_out *out)
{
    double shard = out->shard_samples * in->sample_size;
    double wait = aic_or(in->first_byte_latency, 0) * out->shard_requests;
    double flow = aic_or(shard / in->stream_throughput, 0);
    double time = (wait + flow) / out->shard_samples;
    return time > 0 ? time : NAN;
}

void aic_dataload_fetch(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    out->asked_shard_samples = aic_is_set(in->shard_size)
                                   ? fmax(1, aic_down(in->shard_size / in->sample_size))
                                   : in->samples_per_shard;
    out->shard_samples = fmin(out->asked_shard_samples, out->samples_total);
    out->shard_requests = requests_for(in, out->shard_samples * in->sample_size);
    out->requests_per_sample = out->shard_requests / out->shard_samples;
    out->fetch_time = fetch_time(in, out);
    out->stream_bw = in->sample_size / out->fetch_time;
    out->full_shards =
        (out->samples_total - fmod(out->samples_total, out->shard_samples)) / out->shard_samples;
    out->rest_samples = out->samples_total - out->full_shards * out->shard_samples;
    if (aic_is_set(out->rest_samples)) {
        out->rest_requests =
            out->rest_samples > 0 ? requests_for(in, out->rest_samples * in->sample_size) : 0;
    }
    if (aic_is_set(out->samples_total)) {
        out->requests_per_epoch_unsharded = out->samples_total * requests_for(in, in->sample_size);
    }
    /* The drives of a node are one more way in; aic_dataload_rules unsets them elsewhere. */
    out->node_intake = fmin(in->node_read_bw, in->read_throughput);
}
