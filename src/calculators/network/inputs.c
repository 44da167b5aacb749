/* SPDX-License-Identifier: Apache-2.0 */
/* network: the input table and the rules between inputs. */
#include "calculators/network/network.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_network_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_network_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_network_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_network_in, member, names)
#define CATALOG(member, of)   AIC_FIELD_REFERENCE(struct aic_network_in, member, of)

#define WAYS  .preset = "1", .min = 1
#define RATE  .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
#define LOSS  .dimension = AIC_RATIO, .max = 2, .flags = AIC_SIGNED | AIC_BELOW_MAX
#define TIME  .dimension = AIC_TIME
#define BYTES .dimension = AIC_BYTES, .flags = AIC_DISK
#define SHARE .dimension = AIC_RATIO, .preset = "0", .max = 1

static const char *const dtypes[] = { "bf16", "fp16", "fp32", "fp8", NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                              "fp4",  "int8", "fp64", NULL };
static const char *const cadences[] = { "auto", "step", "micro_batch", NULL };
static const char *const cp_methods[] = { "p2p", "all_gather", "a2a", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
/* Those of collective; none of the operations here is pairwise. */
static const char *const algorithms[] = { "auto",         "ring",  "tree", "nvls",
                                          "hierarchical", "sharp", NULL };

static const struct aic_field layout_fields[] = {
    { CATALOG(node, AIC_NODES), .help = "node of the catalog: its GPU and its ports" },
    { CATALOG(gpu, AIC_GPUS), .help = "GPU of the catalog: its peak and its link" },
    { CATALOG(fabric, AIC_FABRICS), .help = "fabric of the catalog: port or link" },
    { INTEGER(gpus), .help = "GPUs of the job", .min = 1 },
    { INTEGER(gpus_per_node), .help = "GPUs of one scale-up domain", .preset = "8", .min = 1 },
    { INTEGER(tp), .help = "tensor parallel degree", WAYS },
    { INTEGER(pp), .help = "pipeline parallel degree", WAYS },
    { INTEGER(vpp), .help = "chunks of layers per pipeline stage (interleaved schedule)", WAYS },
    { INTEGER(cp), .help = "context parallel degree", WAYS },
    { INTEGER(ep), .help = "groups that the experts are spread over", WAYS },
    { INTEGER(etp), .help = "ways that each expert is cut", .min = 1, .flags = AIC_AUTO,
      .formula = "tp" },
    { FLAG(sequence_parallel), .help = "tensor groups share the tokens between their blocks",
      .preset = "true" },
    { CHOICE(cp_method, cp_methods),
      .help = "a ring of key/value blocks, gathered keys and values, or swapped heads (Ulysses)",
      .preset = "p2p" },
    { INTEGER(routed_nodes),
      .help = "node-limited routing: a token is sent once to each of at most so many nodes; 0: one "
              "copy per expert",
      .preset = "0" },
    { REAL(expert_imbalance), .help = "load of the busiest rank over the mean",
      .dimension = AIC_RATIO, .preset = "1", .min = 1 },
};

static const struct aic_field data_fields[] = {
    { INTEGER(zero),
      .help =
          "sharded over replicas: 0 nothing, 1 optimizer, 2 gradients too, 3 weights too (FSDP)",
      .preset = "1", .max = 3 },
    { INTEGER(shard_group), .help = "GPUs that share one copy (hybrid sharding)", .min = 1,
      .flags = AIC_AUTO, .formula = "gpus / (tp * pp)" },
    { INTEGER(weight_gathers),
      .help = "zero 3: gathers of the weights: 1 kept after the forward pass, 2 again for the "
              "backward pass, 3 again for recomputation",
      .preset = "2", .min = 1, .max = 3 },
    { CHOICE(weight_gather, cadences),
      .help = "zero 3: weights are gathered for every micro-batch (auto) or once per step",
      .preset = "auto" },
    { CHOICE(gradient_sync, cadences),
      .help = "gradients are reduced; auto: for every micro-batch of zero 2 and 3, else once per "
              "step",
      .preset = "auto" },
};

static const struct aic_field batch_fields[] = {
    { INTEGER(micro_batch), .help = "sequences of one forward pass", WAYS },
    { INTEGER(global_batch), .help = "sequences of one step", .min = 1, .flags = AIC_AUTO,
      .formula = "gpus / (tp * pp * cp) * micro_batch" },
    { INTEGER(seq), .help = "tokens of one sequence", .dimension = AIC_TOKENS, .preset = "4096",
      .min = 1 },
    { CHOICE(recompute, recomputes),
      .help = "what runs a second time; full repeats the forward "
              "exchanges",
      .preset = "none" },
    { CHOICE(weight_dtype, dtypes), .help = "number format of gathered weights", .preset = "bf16" },
    { CHOICE(grad_dtype, grad_dtypes), .help = "number format in which gradients are reduced",
      .preset = "bf16" },
    { CHOICE(activation_dtype, dtypes), .help = "number format of activations", .preset = "bf16" },
    { CHOICE(dispatch_dtype, dtypes), .help = "number format of tokens sent to experts",
      .preset = "bf16" },
    { CHOICE(combine_dtype, dtypes), .help = "number format of what experts return",
      .preset = "bf16" },
};

static const struct aic_field collective_fields[] = {
    { CHOICE(algorithm, algorithms), .help = "of every collective that has it, auto for the others",
      .preset = "auto" },
    { REAL(oversubscription), .help = "divides the port rate where it is above 1",
      .dimension = AIC_RATIO, .preset = "1", .flags = AIC_ABOVE_MIN,
      .fed_by = "fabric.leaf_ratio" },
};

static const struct aic_field every_fields[] = {
    { REAL(bus_bw_limit), .help = "measured bus bandwidth toward large groups", RATE },
    { REAL(small_group_loss),
      .help = "what small groups lose of it: n ranks reach 1 - loss/n (negative: they gain)",
      LOSS },
    { REAL(latency_base), .help = "start-up inside one node; 8us for messages where unset", TIME },
    { REAL(latency_per_rank), .help = "start-up inside one node, for each further rank", TIME },
    { REAL(ramp_size), .help = "bytes by which a collective inside one node is slow to start",
      BYTES },
};

/* The same five of one operation, with collective's defaults. */
#define OPERATION(op, per_rank)                                                                    \
    { REAL(op##_bus_bw_limit), .help = "the same of " #op, RATE },                                 \
        { REAL(op##_small_group_loss), .help = "the same of " #op, .preset = "0", LOSS },          \
        { REAL(op##_latency_base), .help = "the same of " #op, .preset = "8us", TIME },            \
        { REAL(op##_latency_per_rank), .help = "the same of " #op, .preset = per_rank, TIME },     \
    {                                                                                              \
        REAL(op##_ramp_size), .help = "the same of " #op, .preset = "10MB", BYTES                  \
    }

static const struct aic_field operation_fields[] = {
    OPERATION(all_reduce, "1.5us"),
    OPERATION(all_gather, "0.9us"),
    OPERATION(reduce_scatter, "0.9us"),
};

static const struct aic_field compute_fields[] = {
    { CHOICE(compute_dtype, compute_dtypes), .help = "number format whose peak the catalog gives",
      .preset = "bf16" },
    { REAL(gpu_flops), .help = "dense peak of one GPU", .dimension = AIC_FLOP_RATE,
      .flags = AIC_ABOVE_MIN },
    { REAL(mfu),
      .help = "share of the peak while computing, communication and recomputation not counted",
      .dimension = AIC_RATIO, .preset = "0.5", .max = 1, .flags = AIC_ABOVE_MIN | AIC_ASSUMPTION },
    { REAL(exposed_tolerance), .help = "share of the step that exposed communication may take",
      .dimension = AIC_RATIO, .preset = "5%", .max = 1, .flags = AIC_BELOW_MAX },
    { FLAG(dp_overlap), .help = "data parallelism hides under compute", .preset = "true" },
    { REAL(tp_overlap), .help = "share of tensor traffic that is hidden", SHARE },
    { REAL(pp_overlap), .help = "share of pipeline traffic that is hidden", SHARE },
    { REAL(cp_overlap), .help = "share of all_gather and a2a that is hidden; p2p hides by itself",
      SHARE },
    { REAL(ep_overlap), .help = "share of expert traffic that is hidden", SHARE },
};

const struct aic_group aic_network_input_groups[AIC_NETWORK_INPUT_GROUPS] = {
    AIC_MODEL_GROUP(offsetof(struct aic_network_in, model)),
    AIC_GROUP("Layout", layout_fields, 0),
    AIC_GROUP("Data parallelism", data_fields, 0),
    AIC_GROUP("Batch and number formats", batch_fields, 0),
    AIC_GROUP("Compute and overlap", compute_fields, 0),
    AIC_GROUP("Collectives", collective_fields, 0),
    AIC_LINKS_GROUP(offsetof(struct aic_network_in, links)),
    AIC_GROUP("Inside a node: a value for every operation counts before those of one", every_fields,
              0),
    AIC_GROUP("Inside a node, one operation", operation_fields, 0),
};

#define SUBJECT(member)     AIC_RULE(struct aic_network_in, member)
#define ABOVE(member, what) AIC_IF_ABOVE(struct aic_network_in, member, what)
#define ZERO_3                                                                                     \
    {                                                                                              \
        AIC_IF_EQUALS(struct aic_network_in, zero, 3)                                              \
    }

const struct aic_rule aic_network_rules[] = {
    { SUBJECT(weight_gathers), AIC_NEEDS, ZERO_3, "weights are whole on every GPU" },
    { SUBJECT(weight_gather), AIC_NEEDS, ZERO_3, "weights are whole on every GPU" },
    { SUBJECT(shard_group), AIC_NEEDS, { ABOVE(zero, 0) }, "nothing is sharded" },
    { SUBJECT(shard_group),
      AIC_EXCLUDES,
      { ABOVE(model.experts, 0) },
      "hybrid sharding is of dense models" },
    { SUBJECT(etp), AIC_NEEDS, { ABOVE(model.experts, 0) }, "it cuts experts" },
};
_Static_assert(sizeof aic_network_rules / sizeof aic_network_rules[0] == AIC_NETWORK_RULES,
               "AIC_NETWORK_RULES is the length of the table");
