/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: size, bandwidth, stall, interval, goodput and retention of training checkpoints. */
#include <aicalc/checkpoint.h>

#include "calculators/shared/failure_rows.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/lora.h"
#include "calculators/shared/optimizer.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/shared_constants.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR checkpoint
#define IN         struct aic_checkpoint_in
#define OUT        struct aic_checkpoint_out

static const char *const dtypes[] = { "bf16", "fp16", "fp32", "fp8", NULL };
static const char *const rank_orders[] = { "tp-dp-pp", "tp-pp-dp", NULL };
static const char *const formats[] = { "sharded", "deepspeed", "single", NULL };
static const char *const modes[] = { "sync", "async", NULL };
static const char *const restores[] = { "each", "shared", NULL };
static const char *const bounds[] = { "storage", "node", "rank", "compression", NULL };
enum { fp32 = AIC_CHECKPOINT_FP32, fp8 = AIC_CHECKPOINT_FP8 };
enum { qv = AIC_LORA_QV };
enum { muon = AIC_MUON, none = AIC_NO_OPTIMIZER };
enum { tp_dp_pp = AIC_RANKS_TP_DP_PP };
enum { sharded = AIC_FORMAT_SHARDED, deepspeed = AIC_FORMAT_DEEPSPEED, single = AIC_FORMAT_SINGLE };
enum { sync = AIC_MODE_SYNC, async = AIC_MODE_ASYNC };
enum { each = AIC_RESTORE_EACH };
enum { storage = AIC_BY_STORAGE, node = AIC_BY_NODE };
enum { rank = AIC_BY_RANK, compression = AIC_BY_COMPRESSION };

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
    { "two-levels",
      "first order: each failure takes back half an interval of its level; against an event "
      "simulation two_level_goodput is 0.6 % high where 10 % are lost, below 0.1 % where 4 % are; "
      "local_share defaults to 85 %, recalled from SCR: look into your own logs; goodput and its "
      "parts stay those of global checkpoints alone",
      "Benoit, Cavelan, Le Fevre, Robert, Sun, IEEE TC 2017", "two_level_overhead" },
    { "shared-port",
      "training and a drain share a port evenly; what a step waits for the network takes longer by "
      "what the drain takes away",
      "definition: fair sharing of one link", "drain_slowdown_used" },
    { "spares", "nodes fail independently, and each is away for repair_time",
      "Palm's theorem: such nodes are Poisson distributed", "spare_nodes" },
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
    "aicalc checkpoint --model deepseek-v3 --gpus 2048 --pp 16 --ep 64 --write-bw 200GB/s "
    "--read-bw 400GB/s",
    "aicalc checkpoint --model llama-3.1-405b --gpus 16384 --tp 8 --pp 16 --mode async "
    "--write-bw 500GB/s --host-memory 2TiB --explain",
    "aicalc checkpoint --params 405B --gpus 16384 --write-bw 200GB/s --levels 2 "
    "--local-write-bw 20GB/s --repair-time 3d",
    "aicalc checkpoint --params 70B --gpus 512 --gpu-mtbf 50677h --solve write_bw=min "
    "--budget 'goodput >= 97%'",
    NULL,
};

/* Calls of the rows. */

#define excess(v) aic_excess(v)

/* Bytes of the latest `count` checkpoints of `size`, and of the full one that the oldest may
 * build on. */
static double kept_bytes(const struct aic_checkpoint_in *in, double size, double count)
{
    double full = up(count / in->full_every);
    double base = in->full_every > 1 && count > 0 ? 1 : 0;
    return (size * (full + base) + size * in->incremental_share * (count - full)) /
           in->compression_ratio;
}

/* The goodput at an interval, also at another than that asked about. */
static double goodput_at(double interval_used, double cost_per_period, double mtbf,
                         double drain_time, double rto)
{
/* clang-format off */
#include "engine/rows/as_values.h"
#define ONLY GOODPUT_PART
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY GOODPUT_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    /* clang-format on */
    return goodput;
}

/* What a pattern loses, also with another number of local checkpoints than that used. */
static double pattern_loss_at(const struct aic_checkpoint_in *in,
                              const struct aic_checkpoint_out *found, double global_every_used)
{
    const double local_cost_time = found->local_cost_time;
    const double checkpoint_cost_time = found->checkpoint_cost_time;
    const double local_mtbf = found->local_mtbf;
    const double global_mtbf = found->global_mtbf;
    const double interval = in->interval;
/* clang-format off */
#include "engine/rows/as_locals.h"
#define ONLY PATTERN_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    /* clang-format on */
    return pattern_loss;
}

/* The loss has one minimum, so a neighbour of best_pattern is the best whole number. */
static double best_global_every(const struct aic_checkpoint_in *in,
                                const struct aic_checkpoint_out *found)
{
    double below = max(floor(found->best_pattern), 1);
    double above = floor(found->best_pattern) + 1;
    return pattern_loss_at(in, found, above) < pattern_loss_at(in, found, below) ? above : below;
}

#include "engine/rows/tables.inc"

static void warn(const IN *in, const OUT *out, struct aic_notes *notes)
{
    struct aic_params counts;
    aic_model_count(&in->model, &counts, NULL);
#include "engine/rows/warn.inc"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_checkpoint_in *in = input;
    struct aic_checkpoint_out *out = output;
    struct aic_params counts;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    aic_model_count(&in->model, &counts, notes);
    const bool unsized = !known(counts.total) && !known(in->checkpoint_size);
#include "engine/rows/compute.inc"
}

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(mtbf), "gpu_mtbf, node_mtbf, job_mtbf" },
    { SLOT_OF(failures_per_day), "gpu_mtbf, node_mtbf, job_mtbf" },
    { SLOT_OF(failures), "gpu_mtbf, node_mtbf, job_mtbf" },
    { SLOT_OF(goodput), "gpu_mtbf, node_mtbf, job_mtbf" },
    { SLOT_OF(write_time), "write_bw, node_write_bw, rank_write_bw" },
    { SLOT_OF(stall), "write_bw, snapshot_bw" },
    { SLOT_OF(checkpoint_bytes), "bytes_per_param, extra_bytes" },
    { SLOT_OF(restore_time), "read_bw, node_read_bw" },
};

/* Results that are asked for by an input. */
static const struct aic_asked_as asked_as[] = {
    { "write_time", "max_stall" },
    { "stall", "max_stall" },
    { "checkpoint_cost_time", "max_stall" },
    { "interval_used", "interval" },
    { "mtbf", "job_mtbf" },
    { NULL, NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "not-resumable",
    "host-memory-short",
    "interval-below-stall",
    NULL,
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,    INDEX_gpus, INDEX_tp,       INDEX_pp,       INDEX_zero,
    INDEX_write_bw, INDEX_mode, INDEX_interval, INDEX_gpu_mtbf, INDEX_weight_dtype,
};

const struct aic_calculator aic_checkpoint = {
    .name = "checkpoint",
    .help = "checkpoints: size, bandwidth, stall, best interval, goodput and retention",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .asked_as = asked_as,
};
