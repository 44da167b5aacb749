/* SPDX-License-Identifier: Apache-2.0 */
/* collective: the input table and the rules between inputs. */
#include "calculators/collective/collective.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_collective_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_collective_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_collective_in, member, names)
#define CATALOG(member, of)   AIC_FIELD_REFERENCE(struct aic_collective_in, member, of)

#define RATE .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
#define TIME .dimension = AIC_TIME

static const struct aic_field message_fields[] = {
    { CHOICE(operation, aic_operations), .help = "what the ranks do together",
      .preset = "all_reduce" },
    { REAL(size),
      .help = "size column of nccl-tests: the whole buffer of all_gather, reduce_scatter, "
              "all_to_all, gather and scatter, one message of the others; its 1G is 1GiB",
      .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN | AIC_DISK },
    { CATALOG(node, AIC_NODES), .help = "node of the catalog: its GPU and its ports" },
    { CATALOG(gpu, AIC_GPUS), .help = "GPU of the catalog: its link and what was measured on it" },
    { CATALOG(fabric, AIC_FABRICS), .help = "fabric of the catalog: port or link" },
    { INTEGER(ranks), .help = "GPUs in the group", .min = 2, .flags = AIC_AUTO | AIC_PROSE,
      .formula = "gpus_per_node, 2 for send_recv" },
    { INTEGER(gpus_per_node), .help = "GPUs of one scale-up domain", .preset = "8", .min = 1 },
    { INTEGER(ranks_per_node),
      .help = "members of this group in one node (1 for a data-parallel group under tensor "
              "parallelism of 8)",
      .min = 1, .flags = AIC_AUTO, .formula = "min(ranks, gpus_per_node)" },
    { CHOICE(algorithm, aic_algorithms),
      .help = "auto takes the fastest of ring, tree, nvls and pairwise", .preset = "auto" },
};

static const struct aic_field inside_fields[] = {
    { REAL(bus_bw),
      .help = "measured bus bandwidth of this operation inside the node, instead of the link or "
              "of the next two",
      RATE },
    { REAL(bus_bw_limit), .help = "measured bus bandwidth toward large groups", RATE },
    { REAL(small_group_loss),
      .help = "what small groups lose of it: n ranks reach 1 - loss/n (negative: they gain)",
      .dimension = AIC_RATIO, .preset = "0", .max = 2, .flags = AIC_SIGNED | AIC_BELOW_MAX },
    { REAL(latency_base), .help = "start-up inside one node", TIME, .preset = "8us" },
    { REAL(latency_per_rank), .help = "start-up inside one node, for each further rank",
      .dimension = AIC_TIME, .flags = AIC_AUTO | AIC_PROSE,
      .formula = "1.5us of all_reduce, 0.3us of all_to_all, 0 of send_recv, 0.9us of others" },
    { REAL(ramp_size), .help = "bytes by which a collective inside one node is slow to start",
      .dimension = AIC_BYTES, .preset = "10MB", .flags = AIC_DISK },
};

static const struct aic_field measurement_fields[] = {
    { REAL(call_overhead), .help = "added to every call; a blocking PyTorch loop needs about 25us",
      TIME, .preset = "0" },
    { REAL(measured_time), .help = "measured time of one call", .dimension = AIC_TIME,
      .flags = AIC_ABOVE_MIN },
    { REAL(measured_algbw), .help = "measured size over time", RATE },
    { REAL(measured_busbw), .help = "measured bus bandwidth", RATE },
};

const struct aic_group aic_collective_input_groups[AIC_COLLECTIVE_INPUT_GROUPS] = {
    AIC_GROUP("Message and group", message_fields, 0),
    AIC_LINKS_GROUP(offsetof(struct aic_collective_in, links)),
    AIC_GROUP("Inside a node", inside_fields, 0),
    AIC_GROUP("Measurement", measurement_fields, 0),
};

#define SUBJECT(member) AIC_RULE(struct aic_collective_in, member)
#define GIVEN(member)   AIC_IF_GIVEN(struct aic_collective_in, member)

const struct aic_rule aic_collective_rules[] = {
    { SUBJECT(measured_time),
      AIC_EXCLUDES,
      { GIVEN(measured_algbw), GIVEN(measured_busbw) },
      "each says what was measured" },
    { SUBJECT(measured_algbw),
      AIC_EXCLUDES,
      { GIVEN(measured_busbw) },
      "each says what was measured" },
};
_Static_assert(sizeof aic_collective_rules / sizeof aic_collective_rules[0] == AIC_COLLECTIVE_RULES,
               "AIC_COLLECTIVE_RULES is the length of the table");
