/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: the input table and the rules between inputs. */
#include "calculators/train_time/train_time.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_train_time_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_train_time_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_train_time_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_train_time_in, member, names)
#define CATALOG(member, of)   AIC_FIELD_REFERENCE(struct aic_train_time_in, member, of)

/* A time or a speed that must be there to divide by; a ratio within (0, 1]. */
#define TIME      .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN
#define FLOP_RATE .dimension = AIC_FLOP_RATE, .flags = AIC_ABOVE_MIN
#define SHARE     .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN
#define ANY_TIME  .dimension = AIC_TIME

static const char *const dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                      "fp4",  "int8", "fp64", NULL };
const char *const aic_flops_methods[] = { "model", "6nd", NULL };
static const char *const attention_counts[] = { "causal", "full", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };

static const struct aic_field hardware_fields[] = {
    { CATALOG(node, AIC_NODES), .help = "node of the catalog: its GPU, GPUs, power and price" },
    { CATALOG(gpu, AIC_GPUS), .help = "GPU of the catalog: its peak and power" },
    { CATALOG(grid, AIC_GRIDS), .help = "grid of the catalog: its carbon intensity" },
    { CHOICE(compute_dtype, dtypes), .help = "number format whose peak the catalog gives",
      .preset = "bf16" },
    { REAL(gpu_flops), .help = "dense peak of one GPU", FLOP_RATE },
    { INTEGER(gpus), .help = "GPUs of the job; without them all is per token and per GPU",
      .min = 1 },
    { INTEGER(gpus_per_node), .help = "GPUs of one node", .preset = "8", .min = 1 },
    { INTEGER(tp), .help = "tensor parallel degree", .preset = "1", .min = 1 },
    { INTEGER(pp), .help = "pipeline parallel degree", .preset = "1", .min = 1 },
    { INTEGER(vpp), .help = "chunks of layers per pipeline stage (interleaved schedule)",
      .preset = "1", .min = 1 },
    { INTEGER(cp), .help = "context parallel degree", .preset = "1", .min = 1 },
};

static const struct aic_field work_fields[] = {
    { INTEGER(tokens), .help = "tokens that the run trains on", .dimension = AIC_TOKENS, .min = 1 },
    { INTEGER(steps), .help = "optimizer steps of the run, instead of tokens", .min = 1 },
    { INTEGER(global_batch), .help = "sequences of one step", .min = 1 },
    { INTEGER(micro_batch), .help = "sequences of one forward pass", .preset = "1", .min = 1 },
    { INTEGER(seq), .help = "tokens of one sequence", .dimension = AIC_TOKENS, .preset = "4096",
      .min = 1 },
    { CHOICE(flops_method, aic_flops_methods),
      .help = "what a token costs: the matrices and attention of the model (where the "
              "architecture is known), or 6 FLOP per parameter",
      .flags = AIC_AUTO },
    { CHOICE(attention_flops, attention_counts),
      .help = "keys that the model method counts: those a token sees, or the whole sequence",
      .preset = "causal" },
    { INTEGER(mtp_layers), .help = "modules that predict further tokens", .preset = "0" },
    { REAL(trainable_share),
      .help = "share of the matrices that get a weight gradient (LoRA: near 0)", SHARE,
      .preset = "1" },
    { CHOICE(recompute, recomputes),
      .help = "what runs a second time: nothing, the attention core, every layer",
      .preset = "none" },
};

static const struct aic_field speed_fields[] = {
    { REAL(mfu), .help = "share of the peak in FLOP of the model, over the whole step", SHARE },
    { REAL(hfu),
      .help = "share of the peak in executed FLOP, recomputation included (default 40 % without "
              "another speed; 20 % for fp8, int8 and fp4)",
      .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN | AIC_AUTO | AIC_ASSUMPTION },
    { REAL(achieved_flops), .help = "FLOP that one GPU reaches", FLOP_RATE },
    { FLAG(achieved_includes_recompute),
      .help = "achieved_flops counts what is run a second time (Megatron's paper of 2021)",
      .preset = "no" },
    { REAL(reported_step_time), .help = "measured time of one step", TIME },
    { REAL(reported_tokens_per_second), .help = "measured tokens per second of the whole job",
      .dimension = AIC_COUNT_RATE, .unit = "token/s", .flags = AIC_ABOVE_MIN },
    { REAL(reported_gpu_hours), .help = "GPU hours that the run took, failures included",
      .unit = "h", .flags = AIC_ABOVE_MIN },
    { FLAG(bubble), .help = "mfu or hfu is that of a busy pipeline stage: add the bubble",
      .preset = "no" },
};

static const struct aic_field failure_fields[] = {
    { REAL(gpu_mtbf),
      .help = "mean time between failures of one GPU, its share of the node's (about 50000h)",
      TIME },
    { REAL(node_mtbf), .help = "mean time between failures of one node", TIME },
    { REAL(job_mtbf), .help = "mean time between interruptions of the job", TIME,
      .fed_by = "checkpoint.mtbf" },
    { REAL(checkpoint_stall), .help = "training time that one checkpoint costs", ANY_TIME,
      .fed_by = "checkpoint.checkpoint_cost_time" },
    { REAL(drain_time), .help = "time until a checkpoint counts after training goes on", ANY_TIME,
      .preset = "0", .fed_by = "checkpoint.drain_time" },
    { REAL(interval), .help = "compute time between two checkpoints; unset: the best one", TIME,
      .fed_by = "checkpoint.interval_used" },
    { REAL(restart_time), .help = "from a failure until reading: detect, replace, start", ANY_TIME,
      .preset = "5min" },
    { REAL(restore_time), .help = "time that reading a checkpoint takes", ANY_TIME, .preset = "0",
      .fed_by = "checkpoint.restore_time" },
};

static const struct aic_field goal_fields[] = {
    { REAL(deadline), .help = "wall time in which all tokens are to be trained on", TIME },
    { REAL(chinchilla_ratio), .help = "tokens per parameter of compute-optimal training",
      .preset = "20", .flags = AIC_ABOVE_MIN },
};

static const struct aic_field money_fields[] = {
    { REAL(gpu_price), .help = "price of one GPU", .dimension = AIC_MONEY_RATE },
    { REAL(gpu_power), .help = "thermal design power of one GPU", .dimension = AIC_POWER },
    { REAL(node_power), .help = "maximum of one node; unset: its GPUs times host_factor",
      .dimension = AIC_POWER },
    { REAL(host_factor),
      .help = "power of a node over that of its GPUs, where the node's is not "
              "known",
      .dimension = AIC_RATIO, .preset = "1.8", .min = 1, .flags = AIC_ASSUMPTION },
    { REAL(load), .help = "mean draw over maximum", SHARE, .preset = "1" },
    { REAL(pue), .help = "draw of the facility over that of its machines", .dimension = AIC_RATIO,
      .preset = "1.3", .min = 1, .flags = AIC_ASSUMPTION },
    { REAL(electricity_price), .help = "price of energy", .dimension = AIC_ENERGY_PRICE },
    { REAL(carbon_intensity), .help = "carbon of energy", .dimension = AIC_CARBON_INTENSITY },
};

const struct aic_group aic_train_time_input_groups[AIC_TRAIN_TIME_INPUT_GROUPS] = {
    AIC_MODEL_GROUP(offsetof(struct aic_train_time_in, model)),
    AIC_GROUP("Hardware and layout", hardware_fields, 0),
    AIC_GROUP("Work", work_fields, 0),
    AIC_GROUP("Speed: one of these", speed_fields, 0),
    AIC_GROUP("Failures", failure_fields, 0),
    AIC_GROUP("Goals", goal_fields, 0),
    AIC_GROUP("Money and power", money_fields, 0),
};

#define SUBJECT(member) AIC_RULE(struct aic_train_time_in, member)
#define GIVEN(member)   AIC_IF_GIVEN(struct aic_train_time_in, member)
#define HAS(member)     AIC_IF_SET(struct aic_train_time_in, member)

#define ONE_SPEED "one speed is enough, all else follows from it"
#define HAS_MTBF                                                                                   \
    {                                                                                              \
        GIVEN(gpu_mtbf), GIVEN(node_mtbf), GIVEN(job_mtbf)                                         \
    }
#define OF_PEAK(member)                                                                            \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { HAS(gpu_flops) }, "it is a share of a GPU's peak (give gpu)" \
    }
/* A mean time between failures tells something only of a job of a size, with checkpoints. */
#define OF_JOB(member)                                                                             \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { HAS(gpus), HAS(deadline) }, "the job has no size"            \
    }
#define STALLED(member)                                                                            \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { HAS(checkpoint_stall) },                                     \
            "what a failure costs depends on what a checkpoint costs"                              \
    }
#define OF_FAILURES(member)                                                                        \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, HAS_MTBF, "without failures there is nothing to recover from"  \
    }

/*
 * The order matters where an answer of checkpoint comes along: what is left aside first (a
 * job_mtbf that nothing can be done with) takes what depends on it along.
 */
const struct aic_rule aic_train_time_rules[] = {
    { SUBJECT(tokens), AIC_EXCLUDES, { GIVEN(steps) }, "each says how long the run is" },
    { SUBJECT(steps), AIC_NEEDS, { HAS(global_batch) }, "tokens are steps x global_batch x seq" },
    { SUBJECT(mfu),
      AIC_EXCLUDES,
      { GIVEN(hfu), GIVEN(achieved_flops), GIVEN(reported_step_time),
        GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours) },
      ONE_SPEED },
    { SUBJECT(hfu),
      AIC_EXCLUDES,
      { GIVEN(achieved_flops), GIVEN(reported_step_time), GIVEN(reported_tokens_per_second),
        GIVEN(reported_gpu_hours) },
      ONE_SPEED },
    { SUBJECT(achieved_flops),
      AIC_EXCLUDES,
      { GIVEN(reported_step_time), GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours) },
      ONE_SPEED },
    { SUBJECT(reported_step_time),
      AIC_EXCLUDES,
      { GIVEN(reported_tokens_per_second), GIVEN(reported_gpu_hours) },
      ONE_SPEED },
    { SUBJECT(reported_tokens_per_second), AIC_EXCLUDES, { GIVEN(reported_gpu_hours) }, ONE_SPEED },
    OF_PEAK(mfu),
    OF_PEAK(hfu),
    { SUBJECT(reported_step_time), AIC_NEEDS, { HAS(gpus) }, "it is the time of all of them" },
    { SUBJECT(reported_step_time), AIC_NEEDS, { HAS(global_batch) }, "it is the time of a batch" },
    { SUBJECT(reported_tokens_per_second), AIC_NEEDS, { HAS(gpus) }, "it is that of all of them" },
    { SUBJECT(reported_gpu_hours),
      AIC_NEEDS,
      { HAS(tokens), HAS(steps) },
      "hours give a speed only with the work that was done in them" },
    { SUBJECT(deadline), AIC_NEEDS, { HAS(tokens), HAS(steps) }, "there is no work to be done" },
    { SUBJECT(reported_gpu_hours), AIC_EXCLUDES, HAS_MTBF,
      "reported hours already contain the failures" },
    { SUBJECT(job_mtbf), AIC_EXCLUDES, { GIVEN(gpu_mtbf), GIVEN(node_mtbf) }, NULL },
    { SUBJECT(node_mtbf), AIC_EXCLUDES, { GIVEN(gpu_mtbf) }, NULL },
    OF_JOB(gpu_mtbf),
    OF_JOB(node_mtbf),
    OF_JOB(job_mtbf),
    STALLED(gpu_mtbf),
    STALLED(node_mtbf),
    STALLED(job_mtbf),
    OF_FAILURES(checkpoint_stall),
    OF_FAILURES(drain_time),
    OF_FAILURES(interval),
    OF_FAILURES(restart_time),
    OF_FAILURES(restore_time),
};
_Static_assert(sizeof aic_train_time_rules / sizeof aic_train_time_rules[0] == AIC_TRAIN_TIME_RULES,
               "AIC_TRAIN_TIME_RULES is the length of the table");
