/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dataload: whether storage and CPUs can feed the GPUs, and what starvation
 * costs. The equations are in the parts (dataload_parts.h); here they are put in order.
 */
#include "calculators/dataload/dataload.h"

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
      "a stored token is 4 B unless told, the middle of 2 to 4.5; it is read once, not by every "
      "GPU "
      "of a tensor or pipeline group",
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

static void settle(void *input)
{
    struct aic_dataload_in *in = input;
    aic_derive_flag(in, &in->overlap, !(in->workers == 0));
    aic_settle_number(in, &in->sample_size, in->seq * in->bytes_per_token);
    double samples = aic_dataload_samples(in);
    if (aic_is_set(samples) && !aic_is_set(in->cache_hit_ratio) && in->node_local == 0) {
        aic_settle_number(in, &in->cache_capacity, in->local_nvme_capacity);
    }
    if (aic_is_set(in->batch) && aic_is_set(in->workers)) {
        aic_settle_number(in, &in->decoded_size, in->sample_size);
    }
    if (in->shuffle == AIC_SHUFFLE_INDEX) {
        aic_settle_number(in, &in->shuffle_window, samples);
    }
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_dataload_in *in = input;
    struct aic_dataload_out *out = output;
    if (!aic_dataload_check(in, &notes->error)) {
        return false;
    }
    aic_dataload_demand(in, out);
    aic_dataload_fetch(in, out);
    aic_dataload_supply(in, out);
    aic_dataload_enough(in, out);
    aic_dataload_memory(in, out);
    aic_dataload_first_batch(in, out);
    aic_dataload_run(in, out);
    aic_dataload_benchmark(in, out);
    aic_dataload_warn(in, out, notes);
    return true;
}

const struct aic_calculator aic_dataload = {
    .name = "dataload",
    .help = "whether storage and CPUs can feed the GPUs, and what starvation costs",
    .in_size = sizeof(struct aic_dataload_in),
    .out_size = sizeof(struct aic_dataload_out),
    .inputs = { aic_dataload_input_groups, AIC_DATALOAD_INPUT_GROUPS },
    .results = { aic_dataload_result_groups, AIC_DATALOAD_RESULT_GROUPS },
    .rules = aic_dataload_rules,
    .rule_count = AIC_DATALOAD_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
