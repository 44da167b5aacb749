/* SPDX-License-Identifier: Apache-2.0 */
/* checkpoint: the input table and the rules between inputs. */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/lora.h"
#include "calculators/shared/optimizer.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_checkpoint_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_checkpoint_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_checkpoint_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_checkpoint_in, member, names)

/* A time or a rate that must be there to divide by. */
#define TIME .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN
#define RATE .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
/* A ratio within (0, 1], within (0, 1). */
#define SHARE      .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN
#define OPEN_SHARE .dimension = AIC_RATIO, .max = 1, .flags = AIC_ABOVE_MIN | AIC_BELOW_MAX

static const char *const dtypes[] = { "bf16", "fp16", "fp32", "fp8", NULL };
static const char *const rank_orders[] = { "tp-dp-pp", "tp-pp-dp", NULL };
static const char *const formats[] = { "sharded", "deepspeed", "single", NULL };
static const char *const modes[] = { "sync", "async", NULL };
static const char *const restores[] = { "each", "shared", NULL };

static const struct aic_field byte_fields[] = {
    { REAL(checkpoint_size), .help = "measured bytes of one full checkpoint, instead of the recipe",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK },
    { REAL(bytes_per_param), .help = "bytes saved per parameter, the recipe in one number",
      .flags = AIC_ABOVE_MIN },
    { CHOICE(weight_dtype, dtypes), .help = "number format of the saved weights",
      .preset = "bf16" },
    { FLAG(master_weights),
      .help =
          "an fp32 copy of each trained parameter (none beside fp32 weights or without optimizer)",
      .preset = "true" },
    { CHOICE(optimizer, aic_optimizers), .help = "decides the states of each trained parameter",
      .preset = "adamw" },
    { CHOICE(optimizer_dtype, aic_state_dtypes),
      .help = "number format of a state; adamw-8bit always has int8", .preset = "fp32" },
    { REAL(trainable_share), .help = "share of the parameters that is trained", SHARE,
      .preset = "1" },
    { INTEGER(lora_rank), .help = "rank of LoRA adapters on a frozen model; 0 is none",
      .preset = "0" },
    { CHOICE(lora_targets, aic_lora_targets), .help = "matrices that have adapters",
      .preset = "all" },
    { FLAG(save_frozen), .help = "frozen weights are written too; no: LoRA saves adapters only",
      .preset = "true" },
    { REAL(incremental_share), .help = "what an incremental checkpoint writes of a full one", SHARE,
      .preset = "1" },
    { INTEGER(full_every), .help = "every n-th checkpoint is a full one", .preset = "1", .min = 1 },
    { REAL(compression_ratio), .help = "uncompressed over stored bytes", .preset = "1", .min = 1 },
    { REAL(compression_bw), .help = "uncompressed bytes that one node compresses per second",
      RATE },
    { REAL(extra_bytes), .help = "random, scheduler and data loader state", .dimension = AIC_BYTES,
      .preset = "0", .flags = AIC_DISK },
};

static const struct aic_field layout_fields[] = {
    { INTEGER(gpus), .help = "GPUs of the job; without them nothing is said per rank or node",
      .min = 1 },
    { INTEGER(gpus_per_node), .help = "GPUs of one node", .preset = "8", .min = 1 },
    { INTEGER(tp), .help = "tensor parallel degree", .preset = "1", .min = 1 },
    { INTEGER(pp), .help = "pipeline parallel degree", .preset = "1", .min = 1 },
    { INTEGER(cp), .help = "context parallel degree", .preset = "1", .min = 1 },
    { INTEGER(ep), .help = "expert parallel degree", .preset = "1", .min = 1 },
    { INTEGER(zero), .help = "sharded over replicas: 0 nothing, 1 and 2 optimizer, 3 weights too",
      .preset = "1", .max = 3 },
    { FLAG(parallel_save), .help = "replicas share the writing of what they hold alike",
      .preset = "false" },
    { CHOICE(rank_order, rank_orders),
      .help = "index that follows tp in the rank number: which writers share a node",
      .preset = "tp-dp-pp" },
    { CHOICE(format, formats),
      .help = "a file per writer, DeepSpeed's files, or all gathered into one",
      .preset = "sharded" },
    { CHOICE(mode, modes),
      .help = "async takes a snapshot to host memory and drains it in the background",
      .preset = "sync" },
    { REAL(write_bw), .help = "what the storage takes from the job", RATE },
    { REAL(node_write_bw), .help = "what one node can send (storage NIC, drives)", RATE },
    { REAL(rank_write_bw), .help = "what one writer can send", RATE },
    { REAL(write_latency), .help = "fixed part of a write: metadata, serialization, commit",
      .dimension = AIC_TIME, .preset = "0" },
    { REAL(checkpoint_time), .help = "measured time of a write, instead of the rates", TIME },
    { REAL(snapshot_bw), .help = "async: bytes that one GPU copies to its host per second",
      .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK | AIC_AUTO | AIC_ASSUMPTION,
      .preset = "25GB/s" },
    { REAL(snapshot_time), .help = "async: measured time that a snapshot blocks", TIME },
    { INTEGER(buffers), .help = "async: snapshots that a node has room for", .preset = "1",
      .min = 1 },
    { REAL(drain_slowdown), .help = "async: training speed lost while draining",
      .dimension = AIC_RATIO, .preset = "0", .max = 1, .flags = AIC_BELOW_MAX },
    { REAL(read_bw), .help = "what the storage gives to a restore", RATE },
    { REAL(node_read_bw), .help = "what one node can read", RATE },
    { CHOICE(restore, restores),
      .help = "each replica reads its state, or one reads and broadcasts", .preset = "each" },
    { REAL(restart_time),
      .help = "from a failure until reading: detect, replace, start, initialize",
      .dimension = AIC_TIME, .preset = "5min" },
};

static const struct aic_field policy_fields[] = {
    { REAL(interval), .help = "compute time between two checkpoints; unset: the best one", TIME },
    { REAL(min_interval), .help = "the best interval is not looked for below this", TIME },
    { REAL(job_mtbf), .help = "mean time between interruptions of the job", TIME },
    { REAL(node_mtbf), .help = "mean time between failures of one node", TIME },
    { REAL(gpu_mtbf), .help = "mean time between failures of one GPU, its share of the node's",
      .dimension = AIC_TIME, .flags = AIC_ABOVE_MIN | AIC_AUTO | AIC_ASSUMPTION,
      .preset = "50000h" },
    { REAL(duration), .help = "wall time of the run", TIME, .preset = "30d",
      .fed_by = "train-time.train_time" },
    { REAL(target_stall), .help = "share of failure-free time that checkpoints may take",
      OPEN_SHARE, .preset = "5%" },
    { REAL(max_stall), .help = "longest stall of one checkpoint, instead of a share", TIME },
    { REAL(target_overhead),
      .help = "loss to checkpoints and repeated work that is allowed at the best interval",
      OPEN_SHARE, .preset = "5%" },
    { INTEGER(keep_hot), .help = "latest checkpoints that stay in the hot tier", .preset = "2" },
    { REAL(warm_retention), .help = "age up to which checkpoints stay in the warm tier",
      .dimension = AIC_TIME, .preset = "24h" },
    { INTEGER(cold_every), .help = "every n-th checkpoint is kept to the end; 0 is none",
      .preset = "0" },
    { REAL(host_memory), .help = "host memory of one node", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN },
    { REAL(drive_capacity), .help = "drives of one node that take checkpoints",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK },
    { REAL(drive_writes_per_day), .help = "rated drive writes per day (DWPD)",
      .flags = AIC_ABOVE_MIN },
    { REAL(drive_warranty), .help = "period that the drive writes per day are rated for", TIME,
      .preset = "1825d" },
    { REAL(drive_endurance), .help = "rated bytes written (TBW) of a node's drives",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK },
    { REAL(write_amplification), .help = "bytes that a drive writes per byte it is given",
      .preset = "1", .min = 1 },
    { REAL(drive_copies), .help = "copies that land on each node; 2 with a partner's copy",
      .preset = "1", .min = 1 },
    { REAL(gpu_price), .help = "price of one GPU", .dimension = AIC_MONEY_RATE },
};

const struct aic_group aic_checkpoint_input_groups[AIC_CHECKPOINT_INPUT_GROUPS] = {
    AIC_MODEL_GROUP(offsetof(struct aic_checkpoint_in, model)),
    AIC_GROUP("Bytes", byte_fields, 0),
    AIC_GROUP("Layout and path", layout_fields, 0),
    AIC_GROUP("Policy", policy_fields, 0),
};

#define SUBJECT(member)      AIC_RULE(struct aic_checkpoint_in, member)
#define GIVEN(member)        AIC_IF_GIVEN(struct aic_checkpoint_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_checkpoint_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_checkpoint_in, member, what)

/* The saved bytes come from the recipe, or from a number that replaces it. */
#define RECIPE(member)                                                                             \
    {                                                                                              \
        SUBJECT(member), AIC_EXCLUDES, { GIVEN(bytes_per_param), GIVEN(checkpoint_size) },         \
            "that number already says what is saved"                                               \
    }
#define PER_RANK(member)                                                                           \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { GIVEN(gpus) }, "it says how the job is laid out"             \
    }
#define PER_NODE(member)                                                                           \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { GIVEN(gpus) }, "it is a figure of one node or GPU"           \
    }
#define ASYNC(member)                                                                              \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { EQUALS(mode, AIC_MODE_ASYNC) },                              \
            "a synchronous checkpoint takes no snapshot"                                           \
    }

const struct aic_rule aic_checkpoint_rules[] = {
    { SUBJECT(checkpoint_size),
      AIC_EXCLUDES,
      { GIVEN(bytes_per_param) },
      "each says how many bytes are saved" },
    RECIPE(weight_dtype),
    RECIPE(master_weights),
    RECIPE(optimizer),
    RECIPE(optimizer_dtype),
    RECIPE(trainable_share),
    RECIPE(lora_rank),
    RECIPE(lora_targets),
    RECIPE(save_frozen),
    { SUBJECT(trainable_share),
      AIC_EXCLUDES,
      { ABOVE(lora_rank, 0) },
      "adapters say what is trained" },
    { SUBJECT(lora_targets), AIC_NEEDS, { ABOVE(lora_rank, 0) }, NULL },
    { SUBJECT(compression_bw),
      AIC_NEEDS,
      { ABOVE(compression_ratio, 1) },
      "nothing is compressed" },
    { SUBJECT(checkpoint_time),
      AIC_EXCLUDES,
      { GIVEN(write_bw), GIVEN(node_write_bw), GIVEN(rank_write_bw), GIVEN(write_latency) },
      "a measured time already contains it" },
    { SUBJECT(job_mtbf), AIC_EXCLUDES, { GIVEN(node_mtbf), GIVEN(gpu_mtbf) }, NULL },
    { SUBJECT(node_mtbf), AIC_EXCLUDES, { GIVEN(gpu_mtbf) }, NULL },
    { SUBJECT(snapshot_bw), AIC_EXCLUDES, { GIVEN(snapshot_time) }, NULL },
    { SUBJECT(max_stall), AIC_EXCLUDES, { GIVEN(target_stall) }, NULL },
    { SUBJECT(drive_endurance), AIC_EXCLUDES, { GIVEN(drive_writes_per_day) }, NULL },
    ASYNC(snapshot_bw),
    ASYNC(snapshot_time),
    ASYNC(buffers),
    ASYNC(drain_slowdown),
    { SUBJECT(host_memory),
      AIC_NEEDS,
      { EQUALS(mode, AIC_MODE_ASYNC), EQUALS(format, AIC_FORMAT_SINGLE) },
      "only these gather a checkpoint in host memory" },
    PER_RANK(tp),
    PER_RANK(pp),
    PER_RANK(cp),
    PER_RANK(ep),
    PER_RANK(zero),
    PER_RANK(parallel_save),
    PER_RANK(rank_order),
    PER_RANK(restore),
    PER_NODE(node_write_bw),
    PER_NODE(rank_write_bw),
    PER_NODE(node_read_bw),
    PER_NODE(node_mtbf),
    PER_NODE(gpu_mtbf),
    PER_NODE(host_memory),
    PER_NODE(drive_capacity),
    PER_NODE(drive_writes_per_day),
    PER_NODE(drive_warranty),
    PER_NODE(drive_endurance),
    PER_NODE(write_amplification),
    PER_NODE(drive_copies),
    PER_NODE(compression_bw),
    PER_NODE(gpu_price),
    { SUBJECT(drive_writes_per_day), AIC_NEEDS, { GIVEN(drive_capacity) }, NULL },
    { SUBJECT(drive_warranty), AIC_NEEDS, { GIVEN(drive_writes_per_day) }, NULL },
};
_Static_assert(sizeof aic_checkpoint_rules / sizeof aic_checkpoint_rules[0] == AIC_CHECKPOINT_RULES,
               "AIC_CHECKPOINT_RULES is the length of the table");
