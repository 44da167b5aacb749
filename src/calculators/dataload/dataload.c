/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: whether storage and CPUs can feed the GPUs, and what starvation costs. */
#include <aicalc/dataload.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier_rows.h"
#include "engine/rows/rows.h"

#define CALCULATOR dataload
#define IN         struct aic_dataload_in
#define OUT        struct aic_dataload_out

#define PER_SECOND .dimension = AIC_COUNT_RATE

static const char *const dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                      "fp4",  "int8", "fp64", NULL };
static const char *const scopes[] = { "node", "job", NULL };
static const char *const shuffles[] = { "none", "buffer", "index", NULL };
static const char *const stages[] = { "storage", "node",    "connections", "request-rate",
                                      "cache",   "workers", "cores",       NULL };
enum { job = AIC_CACHE_OF_JOB };
enum { by_buffer = AIC_SHUFFLE_BUFFER, by_index = AIC_SHUFFLE_INDEX };

/* The slowest of the stages that bring the bytes, and of loaders that read themselves. */
static double slowest_read(const struct aic_dataload_out *limits, double by_loaders)
{
    double outside = min(limits->limit_storage, limits->limit_node, limits->limit_connections,
                         limits->limit_requests);
    return min(outside, limits->limit_cache, by_loaders);
}

/* The first of the stages that are as slow as the slowest; -1 where nothing is limited. */
static int slowest_stage(const struct aic_dataload_in *in, const struct aic_dataload_out *out)
{
    const double slowest = min(out->slowest_limit, out->serial_read_rate, out->serial_decode_rate);
    const double limits[] = { out->limit_storage, out->limit_node, out->limit_connections,
                              out->limit_requests, out->limit_cache };
    for (int stage = AIC_STAGE_STORAGE; stage <= AIC_STAGE_CACHE; stage++) {
        if (limits[stage] == slowest) {
            return stage;
        }
    }
    bool is_workers = in->workers == 0 ? out->loaders / out->worker_read_time == slowest ||
                                             out->loaders / in->cpu_time == slowest
                                       : out->limit_workers == slowest;
    return isnan(slowest) ? -1 : is_workers ? AIC_STAGE_WORKERS : AIC_STAGE_CORES;
}

struct cold_rates {
    double read_rate;   /* of what brings the bytes */
    double supply_rate; /* of the whole pipeline */
};

/* The limits with an empty cache, which is how a run starts. */
static struct cold_rates with_empty_cache(const struct aic_dataload_in *in,
                                          const struct aic_dataload_out *warm)
{
    const double hit_ratio = 0, miss_ratio = 1;
    const double nodes = warm->nodes, node_intake = warm->node_intake;
    const double fetch_time = warm->fetch_time, loaders = warm->loaders;
    const double requests_per_sample = warm->requests_per_sample;
    struct aic_dataload_out cold, *out = &cold;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"

#define ONLY LIMITS_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    const double by_loaders = known(workers) ? loaders / worker_read_time : NAN;
    return (struct cold_rates){ slowest_read(&cold, by_loaders), supply_rate };
}

static const char mosaicml[] = "MosaicML streaming simulator";

static const struct aic_assumption assumptions[] = {
    { "steady-prefetch",
      "with overlap the slowest stage sets the pace; a simulator's last 100 of 400 steps give "
      "30.4, 70.0 and 100 % where this gives 27.3, 68.4 and 99.8 %; run_utilization is within 3 % "
      "of it, 6 % near the knee (87.5 measured, 92.6 here), within 9 % with a shuffle",
      mosaicml, "supply_rate" },
    { "parallel-hits", "cache hits and misses are served at the same time",
      "DS-Analyzer and CoorDL (VLDB 2021)", "hit_ratio" },
    { "static-cache", "what the cache holds stays in it: hits do not depend on the order",
      "DS-Analyzer and CoorDL (VLDB 2021)", "hit_ratio" },
    { "random-reassignment",
      "with cache_scope node the next epoch gives a node a random part of the data set",
      "DS-Analyzer and CoorDL (VLDB 2021)", "staging_bytes" },
    { "bytes-per-token",
      "a stored token is 4 B unless given, the middle of 2 to 4.5; it is read once, not by every "
      "GPU of a tensor or pipeline group",
      "Lockwood's digital garden (FLOP per byte rule)", "full_speed_read_bw" },
    { "whole-window",
      "an index shuffle draws evenly from its window; py1e moves a sample by up to half a block: "
      "give half the block",
      mosaicml, "first_batch_shards" },
    { "request-rates",
      "figures of S3: 3,500 writes and 5,500 reads per second and prefix, 100 to 200 ms to the "
      "first byte, 85 to 90 MB/s per request; elsewhere they differ",
      "S3 performance guidelines", "limit_requests" },
    { "benchmark-rules",
      "a benchmark's data set is five times the host memory and 500 steps at least, its target 0.9 "
      "(3D-UNet, ResNet-50) or 0.7 (CosmoFlow)",
      "MLPerf Storage rules and workload files, https://github.com/mlcommons/storage",
      "benchmark_samples" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc dataload --gpus 8 --sample-size 150kB --sample-rate 2000/s --tier s3-standard "
    "--workers 8 --cpu-time 2ms --gpu-price 4.09625USD/h",
    "aicalc dataload --gpus 16 --sample-size 146600628B --batch 7 --step-time 636ms "
    "--host-memory 128GiB --read-bw 20GB/s",
    "aicalc dataload --gpus 64 --sample-size 114660B --batch 400 --step-time 224ms "
    "--dataset-size 10TB --cache-capacity 3TB --cache-scope job --read-bw 5GB/s --epochs 90",
    "aicalc dataload --gpus 256 --sample-size 150kB --sample-rate 2000/s --tier s3-standard "
    "--samples-per-shard 4000 --request-size 8MiB --prefixes 4 --solve connections=min "
    "--budget 'utilization >= 95%'",
    NULL,
};

#include "engine/rows/calculator.inc"

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(utilization), "read_bw" },
    { SLOT_OF(run_utilization), "read_bw" },
    { SLOT_OF(achieved_sample_rate), "read_bw" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "workers", "=workers_needed" },
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "connections",
      "=connections_needed" },
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "prefixes", "=prefixes_needed" },
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "samples_per_shard",
      "100 1000 10000" },
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "cache_capacity",
      "=cache_capacity_needed" },
    { "utilization", AIC_GOAL_AT_LEAST, "target_utilization", "read_bw", "*2 *4 *8" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "capacity-short", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_gpus,     INDEX_sample_size, INDEX_sample_rate,       INDEX_tier,           INDEX_workers,
    INDEX_cpu_time, INDEX_read_bw,     INDEX_samples_per_shard, INDEX_cache_capacity, INDEX_epochs,
};

const struct aic_calculator aic_dataload = {
    .name = "dataload",
    .help = "whether storage and CPUs can feed the GPUs, and what starvation costs",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
};
