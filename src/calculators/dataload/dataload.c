/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: whether storage and CPUs can feed the GPUs, and what starvation costs. */
#include <aicalc/dataload.h>
#include <aicalc/storage.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"
#include "calculators/shared/tier.h"
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
static const char *const consumers[] = { "none", "resnet50", "unet3d", "llm", NULL };
static const char *const stages[] = { "storage",        "node",       "connections", "request-rate",
                                      "iops",           "cache",      "workers",     "cores",
                                      "host-to-device", "gpu-decode", "gpu",         NULL };
enum { resnet50 = AIC_CONSUMER_RESNET50, unet3d = AIC_CONSUMER_UNET3D, llm = AIC_CONSUMER_LLM };
enum { provisioned = AIC_BILLING_PROVISIONED };
enum { job = AIC_CACHE_OF_JOB };
enum { by__buffer = AIC_SHUFFLE_BUFFER, by__index = AIC_SHUFFLE_INDEX };

/* The slowest of the stages that bring the bytes, and of loaders that read themselves. */
static double slowest_read(const struct aic_dataload_out *limits, double by_loaders)
{
    double outside = min(limits->limit_storage, limits->limit_node, limits->limit_connections,
                         limits->limit_requests);
    return min(outside, limits->limit_iops, limits->limit_cache, by_loaders);
}

/* The first of the stages that are as slow as `slowest`, of those that bring or give samples. */
static int stage_of(const struct aic_dataload_out *limits, double slowest, int last)
{
    const double rates[] = {
        limits->limit_storage,    limits->limit_node,  limits->limit_connections,
        limits->limit_requests,   limits->limit_iops,  limits->limit_cache,
        limits->limit_workers,    limits->limit_cores, limits->limit_copy,
        limits->limit_gpu_decode, limits->limit_gpu,
    };
    int stage = 0;
    while (stage <= last && rates[stage] != slowest) {
        stage++;
    }
    return stage;
}

/* With workers 0 the part that takes the longest: reading, decoding, copying, decoding there. */
static int slowest_part(const struct aic_dataload_in *in, const struct aic_dataload_out *limits)
{
    const double parts[] = { 1 / limits->serial_read_rate, 1 / limits->serial_decode_rate,
                             limits->copy_time / in->gpus, 1 / (in->gpus * in->gpu_decode_rate),
                             in->gpu_decode_time / in->gpus };
    const int stages_after_reading[] = { AIC_STAGE_CORES, AIC_STAGE_COPY, AIC_STAGE_GPU_DECODE,
                                         AIC_STAGE_GPU };
    int longest = 0;
    for (int i = 1; i < (int)LENGTH_OF(parts); i++) {
        longest = !(parts[longest] >= parts[i]) && !isnan(parts[i]) ? i : longest;
    }
    if (longest == 0) { /* where no other stage reads so slowly, the process itself does */
        return stage_of(limits, limits->serial_read_rate, AIC_STAGE_CACHE);
    }
    bool by_process = limits->loaders / limits->core_time == limits->serial_decode_rate;
    return longest == 1 && by_process ? AIC_STAGE_WORKERS : stages_after_reading[longest - 1];
}

/* The stage that sets the pace of an epoch; -1 where nothing is limited. */
static int slowest_stage(const struct aic_dataload_in *in, const struct aic_dataload_out *limits)
{
    if (isnan(limits->warm_supply_rate)) {
        return -1;
    }
    return in->workers == 0 ? slowest_part(in, limits)
                            : stage_of(limits, limits->slowest_limit, AIC_STAGE_GPU);
}

struct cold_rates {
    double read_rate;   /* of what brings the bytes */
    double supply_rate; /* of the whole pipeline */
    int stage;          /* that sets its pace */
};

/* The limits with an empty cache, which is how a run starts. */
static struct cold_rates with_empty_cache(const struct aic_dataload_in *in,
                                          const struct aic_dataload_out *warm)
{
    const double cached_share = 0, miss_ratio = 1;
    const double nodes = warm->nodes, node_intake = warm->node_intake;
    const double storage_bw = warm->storage_bw, storage_iops = warm->storage_iops;
    const double stored_size = warm->stored_size, core_time = warm->core_time;
    const double copy_time = warm->copy_time, gpu_time = warm->gpu_time;
    const double gpu_sample_rate = warm->gpu_sample_rate;
    const double fetch_wait = warm->fetch_wait, loaders = warm->loaders;
    const double requests_per_sample = warm->requests_per_sample;
    const aic_flag fetch_is_unknown = warm->fetch_is_unknown;
    struct aic_dataload_out cold = *warm, *out = &cold;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"

#define ONLY LIMITS_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    const double by_loaders = known(workers) ? loaders / worker_read_time : NAN;
    return (struct cold_rates){
        .read_rate = fetch_is_unknown ? NAN : slowest_read(&cold, by_loaders),
        .supply_rate = warm_supply_rate,
        .stage = slowest_stage(in, &cold),
    };
}

/* The stage of the epochs that lose more: the warm ones, or the first. */
static int binding_stage(const struct aic_dataload_in *in, const struct aic_dataload_out *out)
{
    bool by_first = out->passes == 1 ||
                    (out->passes - 1) * (1 / out->warm_share - 1) < 1 / out->first_share - 1;
    return by_first ? with_empty_cache(in, out).stage : slowest_stage(in, out);
}

static const char mosaicml[] = "MosaicML streaming simulator";

static const struct aic_assumption assumptions[] = {
    { "steady-prefetch",
      "with overlap the slowest stage sets the pace; a simulator's last 100 of 400 steps give "
      "30.4, 70.0 and 100 % where this gives 27.3, 68.4 and 99.8 %; run_utilization is within 3 % "
      "of it, 6 % near the knee (87.5 measured, 92.6 here), within 9 % with a shuffle",
      mosaicml, "supply_rate" },
    { "run-mean",
      "the first epoch may be slower where the others make up for it: of ten epochs with all hits "
      "after the first and a target of 90 %, the first may take 2.11 times as long",
      "follows from the mean of the run", "required_read_bw" },
    { "host-copy",
      "25 GB/s from page-locked and 6 GB/s from pageable memory into one GPU over PCIe 5: a pinned "
      "copy runs beside compute, a pageable one does not; the wrong socket leaves 0.6 to 0.8 of it",
      "as in coldstart; measure yours", "h2d_time" },
    { "gpu-decode",
      "an engine decodes beside the step, kernels in it; no rate is assumed: published ones differ "
      "by the size of the picture",
      "DALI (A100: 5 engines, H100: 7)", "gpu_overhead limit_gpu_decode" },
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
    "aicalc dataload --gpus 64 --read-bw 10GB/s --consumer unet3d",
    "aicalc dataload --gpus 8 --sample-size 150kB --sample-rate 2000/s --tier s3-standard "
    "--workers 8 --cpu-time 2ms --gpu-price 4.09625USD/h",
    "aicalc dataload --gpus 16 --sample-size 146600628B --batch 7 --step-time 636ms "
    "--host-memory 128GiB --read-bw 20GB/s",
    "aicalc dataload --gpus 64 --sample-size 114660B --batch 400 --step-time 224ms "
    "--dataset-size 10TB --cache-capacity 3TB --cache-scope job --read-bw 5GB/s --epochs 90",
    "aicalc dataload --gpus 8 --sample-size 110kB --sample-rate 3000/s --decoded-size 602112B "
    "--no-pinned --read-bw 10GB/s",
    "aicalc dataload --gpus 64 --sample-size 400kB --sample-rate 800/s "
    "--tier fsx-lustre-persistent-2-250 --dataset-size 40TB --epochs 3 --compression-ratio 1.3 "
    "--decompression-bw 1GB/s",
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
static const char *const first_warnings[] = { "capacity-short", "unknown-fetch-time", "one-epoch",
                                              NULL };

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "target_rate", NULL, "required_read_bw says what target_utilization takes" },
    { "read_passes", NULL, "storage_passes says how often the data is read" },
    { NULL, NULL, NULL },
};

/* What trains is not said: three usual trainings. */
static const struct aic_usual_cases usual_cases = {
    "consumer=resnet50,unet3d,llm",
    "consumer sample_size seq sample_rate step_time token_rate model",
    "three usual trainings, since nothing says what reads the data; name one with consumer, or "
    "give "
    "sample_size and sample_rate",
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_gpus,     INDEX_sample_size, INDEX_sample_rate,       INDEX_tier,           INDEX_workers,
    INDEX_cpu_time, INDEX_read_bw,     INDEX_samples_per_shard, INDEX_cache_capacity, INDEX_epochs,
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "sample_size seq", "--sample-size 150kB" },
    { "sample_rate step_time flop_per_sample token_rate", "--sample-rate 2000/s" },
    { NULL, NULL },
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
    .old_names = old_names,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .named = "tier",
    .usual_cases = &usual_cases,
    .demands = demands,
};
