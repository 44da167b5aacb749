/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checkpoint: size, bandwidth, stall, interval, goodput and retention of
 * training checkpoints. The equations are in the parts (checkpoint_parts.h);
 * here they are put in order.
 */
#include "calculators/checkpoint/checkpoint.h"

static const struct aic_assumption assumptions[] = {
    { "recipe",
      "mixed-precision AdamW saves 14 B per parameter (bf16 weight 2, fp32 copy 4, two fp32 states "
      "8) and no gradients; running DLIO's own arithmetic for every rank of MLPerf's models gives "
      "14.0002 to 14.003, a 744B model on 16 nodes reports about 650 GB a node (here 651); the "
      "format's own overhead, below 1e-6, is left out",
      "DLIO base_checkpointing at e1919d7; MLPerf Storage v2 rules", "states" },
    { "stage-share",
      "the optimizer stays in its pipeline stage, as in real frameworks; DLIO spreads it evenly "
      "over all ranks, which puts 2 % (70B, pp 4) to 12 % (405B, pp 32) less on the largest rank",
      "DLIO base_checkpointing at e1919d7", "stage_share" },
    { "exponential",
      "failures are memoryless; against an event simulation goodput is within 0.04 %, within 2 % "
      "with a drain_wait and 0.4 % with a drain_slowdown",
      "Young 1974; Daly 2006, doi 10.1016/j.future.2004.11.016", "goodput optimal_interval" },
    { "gpu-mtbf",
      "gpu_mtbf defaults to 50,000 h; Llama 3 saw 50,677 h (419 interruptions in 54 days of "
      "16,384 GPUs), Meta's clusters 29,538 h (RSC-1) and 82,051 h (RSC-2)",
      "MLCommons checkpoint benchmark; arXiv 2407.21783; Meta reliability study (HPCA 2025)",
      "mtbf" },
    { "async-exposure", "what has not drained yet is lost with its node",
      "definition: a snapshot in host memory goes with its host", "drain_time" },
    { "node-local",
      "a checkpoint on drives of a node survives the process and not the node; a partner's copy "
      "(drive_copies 2) does",
      "definition: node-local drives go with their node", "drive_life drive_writes_per_day_used" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc checkpoint --model llama-3.1-70b --gpus 512 --tp 8 --write-bw 100GB/s "
    "--read-bw 200GB/s",
    "aicalc checkpoint --params 70B --interval 30min --bytes-per-param 14 --duration 30d "
    "--cold-every 1",
    "aicalc checkpoint --model llama-3.1-405b --gpus 16384 --tp 8 --pp 16 --mode async "
    "--write-bw 500GB/s --host-memory 2TiB --explain",
    "aicalc checkpoint --params 70B --gpus 512 --gpu-mtbf 50677h --solve write_bw=min "
    "--budget 'goodput >= 97%'",
    NULL,
};

/* The defaults of the table, where they hold: MLCommons' GPU; one GPU's copy over PCIe 4. */
static const double gpu_mtbf_assumed = 50000.0 * 3600;
static const double snapshot_bw_assumed = 25e9;

static void settle(void *input)
{
    struct aic_checkpoint_in *in = input;
    aic_model_settle(in, &in->model);
    if (aic_is_set(in->gpus) && !aic_is_set(in->job_mtbf) && !aic_is_set(in->node_mtbf)) {
        aic_settle_number(in, &in->gpu_mtbf, gpu_mtbf_assumed);
    }
    if (in->mode == AIC_MODE_ASYNC && !aic_is_set(in->snapshot_time)) {
        aic_settle_number(in, &in->snapshot_bw, snapshot_bw_assumed);
    }
}

/* min_interval bounds an optimum: there must be one. */
static bool check_min_interval(const struct aic_checkpoint_in *in,
                               const struct aic_checkpoint_out *out, struct aic_error *error)
{
    if (!aic_is_set(in->min_interval) || aic_is_set(out->optimal_interval)) {
        return true;
    }
    aic_fail(error, AIC_ERR_MISSING, "min_interval",
             "min_interval where no optimal_interval can be computed: %s is not known",
             aic_is_set(out->mtbf) ? "the time that a checkpoint costs"
                                   : "the mean time between failures");
    return aic_is_set(out->mtbf)
               ? aic_suggest(error, "give write_bw or checkpoint_time, or an interval instead")
               : aic_suggest(error, "give gpus or job_mtbf, or an interval instead");
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_checkpoint_in *in = input;
    struct aic_checkpoint_out *out = output;
    struct aic_params params;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    aic_model_count(&in->model, &params, notes);
    if (!aic_checkpoint_check(in, &params, &notes->error)) {
        return false;
    }
    aic_checkpoint_bytes(in, &params, out);
    aic_checkpoint_layout(in, &params, out);
    aic_checkpoint_write(in, out);
    aic_checkpoint_restore(in, out);
    aic_checkpoint_interval(in, out);
    if (!check_min_interval(in, out, &notes->error)) {
        return false;
    }
    aic_checkpoint_goodput(in, out);
    aic_checkpoint_required(in, out);
    aic_checkpoint_volumes(in, out);
    aic_checkpoint_warn(in, &params, out, notes);
    return true;
}

const struct aic_calculator aic_checkpoint = {
    .name = "checkpoint",
    .help = "size, bandwidth, stall, best interval, goodput and retention of checkpoints",
    .in_size = sizeof(struct aic_checkpoint_in),
    .out_size = sizeof(struct aic_checkpoint_out),
    .inputs = { aic_checkpoint_input_groups, AIC_CHECKPOINT_INPUT_GROUPS },
    .results = { aic_checkpoint_result_groups, AIC_CHECKPOINT_RESULT_GROUPS },
    .rules = aic_checkpoint_rules,
    .rule_count = AIC_CHECKPOINT_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
