/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: what deserves attention in an answer. */
#include "calculators/dataload/dataload.h"

#include "calculators/shared/format_quantity.h"

/* Warnings start at these values. */
static const double cold_margin = 0.05;  /* utilization lost in the first epoch */
static const double latency_share = 0.5; /* of fetch_time */
static const double many_files = 100000;
static const double small_file = 1e6;   /* B */
static const double memory_share = 0.5; /* of a node's host memory */
static const double start_share = 0.05; /* of the run, spent on the first batch */
static const double noise = 1e-12;      /* a share that misses the target by less meets it */

/* Names the stage and the row that says what would be enough. */
static void warn_starved(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                         struct aic_notes *notes)
{
    const struct {
        const char *what_sets, *row;
        double enough;
        enum aic_dimension dimension;
    } stages[] = {
        { "the storage sets", "required_read_bw", out->required_read_bw, AIC_RATE },
        { "what a node takes in sets", "required_read_bw_per_node", out->required_read_bw_per_node,
          AIC_RATE },
        { "the connections set", "connections_needed", out->connections_needed, AIC_COUNT },
        { "the requests per prefix set", "prefixes_needed", out->prefixes_needed, AIC_COUNT },
        { "the cache sets", "full_speed_read_bw", out->full_speed_read_bw, AIC_RATE },
        { "the workers set", "workers_needed", out->workers_needed, AIC_COUNT },
        { "the cores set", "cpu_cores_needed", out->cpu_cores_needed, AIC_COUNT },
    };
    if (out->utilization < in->target_utilization * (1 - noise)) {
        size_t stage = (size_t)out->supply_bound_by;
        aic_warn(notes, "starved", "the GPUs work %s of the time: %s the pace; %s is %s",
                 aic_format(out->utilization, AIC_RATIO).text, stages[stage].what_sets,
                 stages[stage].row, aic_format(stages[stage].enough, stages[stage].dimension).text);
    }
}

static void warn_storage(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                         struct aic_notes *notes)
{
    double wait = in->first_byte_latency * out->requests_per_sample;
    bool bounded = aic_is_set(out->limit_storage) || aic_is_set(out->limit_node) ||
                   aic_is_set(out->limit_requests);
    if (in->tier.text && out->miss_ratio > 0 && !bounded) {
        aic_warn(notes, "supply-unbounded",
                 "nothing says what the storage as a whole gives, and connections and workers "
                 "scale for ever: give read_bw (storage answers it), or read_throughput of "
                 "node_local drives");
    }
    if (in->node_local == 1 && out->dataset_bytes > out->nodes * in->local_nvme_capacity) {
        aic_warn(notes, "capacity-short", "the data set is %s, the drives of %g nodes hold %s",
                 aic_format(out->dataset_bytes, AIC_BYTES).text, out->nodes,
                 aic_format(out->nodes * in->local_nvme_capacity, AIC_BYTES).text);
    }
    if (aic_is_set(in->stream_throughput) && wait > latency_share * out->fetch_time) {
        aic_warn(notes, "latency-bound",
                 "%s of the %s that fetch a sample are first_byte_latency: larger shards or ranges "
                 "help more than bandwidth",
                 aic_format(wait, AIC_TIME).text, aic_format(out->fetch_time, AIC_TIME).text);
    }
    if (out->prefixes_needed > in->prefixes) {
        aic_warn(notes, "one-prefix",
                 "%g prefixes are needed and %g counted: a store splits one only after minutes of "
                 "load (S3 answers 503 until then)",
                 out->prefixes_needed, in->prefixes);
    }
    if (out->shards > many_files && out->shard_samples * in->sample_size < small_file) {
        aic_warn(notes, "small-files", "%g files of %s: pack samples into shards", out->shards,
                 aic_format(out->shard_samples * in->sample_size, AIC_BYTES).text);
    }
}

static void warn_cache(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                       struct aic_notes *notes)
{
    if (out->utilization - out->first_epoch_utilization > cold_margin) {
        aic_warn(notes, "cold-cache",
                 "the first epoch reads all from storage: the GPUs work %s of it, later %s",
                 aic_format(out->first_epoch_utilization, AIC_RATIO).text,
                 aic_format(out->utilization, AIC_RATIO).text);
    }
    if (out->dataset_fits_cache == 0) {
        aic_warn(notes, "lru-cache",
                 "the cache holds less than the data set: one that drops the oldest entry hits "
                 "nothing when it is read in order; entries are assumed to stay");
    }
    if (in->shuffle_buffer < out->shard_samples) {
        aic_warn(notes, "shuffle-coverage",
                 "a buffer of %g samples is smaller than a shard of %g: neighbours stay together",
                 in->shuffle_buffer, out->shard_samples);
    }
}

static void warn_loader(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                        struct aic_notes *notes)
{
    if (out->local_gpus * in->workers > in->cpu_cores) {
        aic_warn(notes, "workers-exceed-cores", "%g workers of a node share %g cores",
                 out->local_gpus * in->workers, in->cpu_cores);
    }
    if (out->host_memory_share > memory_share) {
        aic_warn(notes, "host-memory", "the loaders keep %s of a node's host memory",
                 aic_format(out->host_memory_share, AIC_RATIO).text);
    }
    if (out->first_batch_time > start_share * out->run_time) {
        aic_warn(notes, "cold-start", "the first batch takes %s of a run of %s",
                 aic_format(out->first_batch_time, AIC_TIME).text,
                 aic_format(out->run_time, AIC_TIME).text);
    }
}

void aic_dataload_warn(const struct aic_dataload_in *in, const struct aic_dataload_out *out,
                       struct aic_notes *notes)
{
    warn_starved(in, out, notes);
    warn_storage(in, out, notes);
    warn_cache(in, out, notes);
    warn_loader(in, out, notes);
}
