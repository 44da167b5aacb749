/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: the first batch on a cold cache, and a whole run. */
#include "calculators/dataload/dataload.h"

#include "calculators/shared/rounding.h"

static const double gib = 0x1p30;             /* prices of bytes are per 2^30 */
static const double requests_per_unit = 1000; /* prices of requests are per 1,000 */
static const double seconds_per_hour = 3600;

/* Shards that `draws` random samples out of `shards` shards touch, on average. */
static double distinct_shards(double shards, double draws)
{
    return shards > 1 ? -shards * expm1(draws * log1p(-1 / shards)) : 1;
}

void aic_dataload_first_batch(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    if (!aic_is_set(in->batch) || !aic_is_set(out->cold_read_rate)) {
        return;
    }
    double wanted = fmax(in->gpus * in->batch, aic_or(out->loaders * in->shuffle_buffer, 0));
    double n = fmin(wanted, out->samples_total);
    out->first_batch_samples = n;
    if (in->shuffle == AIC_SHUFFLE_INDEX) {
        out->window_shards = aic_up(in->shuffle_window / out->shard_samples);
        out->first_batch_shards = distinct_shards(out->window_shards, n);
    } else {
        out->first_batch_shards = aic_up(n / out->shard_samples);
    }
    double samples = in->whole_shards == 1 ? out->first_batch_shards * out->shard_samples : n;
    out->first_batch_bytes = samples * in->sample_size;
    out->batch_decode_time = in->batch * aic_or(in->cpu_time, 0) / fmax(1, aic_or(in->workers, 1));
    out->first_batch_time = aic_or(in->first_byte_latency, 0) +
                            out->first_batch_bytes / (out->cold_read_rate * in->sample_size) +
                            out->batch_decode_time;
}

/* The charges of a run for requests and for bytes; NaN where neither has a price. */
static double read_cost(const struct aic_dataload_in *in, double requests, double bytes)
{
    double by_requests = requests / requests_per_unit * in->read_request_price;
    double by_bytes = bytes / gib * in->retrieval_price;
    return isnan(by_requests) ? by_bytes : by_requests + aic_or(by_bytes, 0);
}

static void count_requests(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    out->shards = out->full_shards + (out->rest_samples > 0 ? 1 : 0);
    out->requests_per_epoch = out->full_shards * out->shard_requests + out->rest_requests;
    /* The first epoch reads all, the others what the cache does not hold. */
    out->read_passes = 1 + (in->epochs - 1) * out->miss_ratio;
    out->requests = out->requests_per_epoch * out->read_passes;
    out->bytes_read = out->dataset_bytes * out->read_passes;
    out->read_cost = read_cost(in, out->requests, out->bytes_read);
    out->read_cost_unsharded =
        read_cost(in, out->requests_per_epoch_unsharded * out->read_passes, out->bytes_read);
}

void aic_dataload_run(const struct aic_dataload_in *in, struct aic_dataload_out *out)
{
    if (!aic_is_set(out->samples_total)) {
        return;
    }
    count_requests(in, out);
    double rate = out->job_sample_rate;
    double first = aic_or(out->first_epoch_utilization, out->utilization);
    out->compute_time = in->epochs * out->samples_total / rate;
    out->first_epoch_time = out->samples_total / rate / first;
    out->later_epochs_time = (in->epochs - 1) * out->samples_total / rate / out->utilization;
    out->run_time =
        aic_or(out->first_batch_time, 0) + out->first_epoch_time + out->later_epochs_time;
    double share = out->compute_time / out->run_time;
    out->run_utilization = share > 1 ? 1 : share; /* the sum of the parts may round down */
    out->run_cost = in->gpus * in->gpu_price * out->run_time / seconds_per_hour;
    out->wasted_cost = out->run_cost * (1 - out->run_utilization);
}
