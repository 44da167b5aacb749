/* SPDX-License-Identifier: Apache-2.0 */
/*
 * collective: the result table. Rows of AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed.
 *
 * A by_... flag is set for the one row of the method's table that is used and unset for all
 * others, so that of a formula's alternatives the one of that row holds.
 */
#include "calculators/collective/collective.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_collective_out, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_collective_out, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_collective_out, member, names)

#define TIME     .dimension = AIC_TIME, .basis = AIC_ESTIMATE
#define RATE     .dimension = AIC_RATE, .flags = AIC_DISK, .basis = AIC_ESTIMATE
#define RATIO    .dimension = AIC_RATIO, .basis = AIC_ESTIMATE
#define ESTIMATE .basis = AIC_ESTIMATE

#define TERM       .flags = AIC_TERM
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE
#define TIME_TERM  .dimension = AIC_TIME, .flags = AIC_TERM, .basis = AIC_ESTIMATE
#define RATE_TERM  .dimension = AIC_RATE, .flags = AIC_TERM | AIC_DISK, .basis = AIC_ESTIMATE
#define BYTE_TERM  .dimension = AIC_BYTES, .flags = AIC_TERM | AIC_DISK
#define PER_BYTE   .unit = "s/B", .flags = AIC_TERM, .basis = AIC_ESTIMATE

static const char *const bottlenecks[] = { "latency", "nvlink", "nic", NULL };
static const char *const statuses[] = { "below", "within", "above", NULL };

static const struct aic_field expected_rows[] = {
    { REAL(time), .help = "of one call", .dimension = AIC_TIME, ESTIMATE, .flags = AIC_KEY,
      .formula = "latency_time + bandwidth_time" },
    { REAL(busbw), .help = "bus bandwidth that nccl-tests should print", .dimension = AIC_RATE,
      ESTIMATE, .flags = AIC_DISK | AIC_KEY, .formula = "bus_factor * size / time" },
    { REAL(algbw), .help = "size over time", RATE, .formula = "size / time" },
    { CHOICE(algorithm_used, aic_algorithms), .help = "algorithm that the figures are of", ESTIMATE,
      .flags = AIC_PROSE,
      .formula = "algorithm; auto: the least time of ring, tree across nodes or nvls inside one, "
                 "and pairwise" },
    { CHOICE(bottleneck, bottlenecks), .help = "what makes the time", ESTIMATE, .flags = AIC_PROSE,
      .formula = "latency where latency_time is above bandwidth_time, else the link of the greater "
                 "of nvlink_byte_time and nic_byte_time" },
    { REAL(latency_time), .help = "before the first byte counts", TIME, .part_of = "time",
      .formula = "call_overhead + start_base + rank_steps * latency_per_rank + "
                 "nvlink_steps * nvlink_hop + nic_steps * nic_hop"
                 " else call_overhead + start_base + nvlink_steps * nvlink_hop + "
                 "nic_steps * nic_hop"
                 " else call_overhead + start_base + rank_steps * latency_per_rank"
                 " else call_overhead + start_base" },
    { REAL(bandwidth_time), .help = "in which bytes move", TIME, .part_of = "time",
      .formula = "max(nvlink_byte_time, nic_byte_time) * ramped_size" },
    { REAL(busbw_ceiling), .help = "bus bandwidth of a very large message", RATE,
      .formula = "bus_factor / max(nvlink_byte_time, nic_byte_time)" },
    { REAL(busbw_efficiency), .help = "share of that ceiling", RATIO,
      .formula = "busbw / busbw_ceiling" },
    { REAL(half_bandwidth_size),
      .help = "message that reaches half of the ceiling: the smallest "
              "worth sending",
      .dimension = AIC_BYTES, ESTIMATE, .flags = AIC_DISK | AIC_PROSE,
      .formula = "the S above 0 with S = latency_time / u + ramp_used * (1 - exp(-S / ramp_used)), "
                 "by bisection; u is the greater of nvlink_byte_time and nic_byte_time" },
};

static const struct aic_field measurement_rows[] = {
    { CHOICE(actual_status, statuses), .help = "the measurement against busbw_low and busbw_high",
      ESTIMATE, .flags = AIC_PROSE | AIC_KEY,
      .formula =
          "below where actual_busbw is below busbw_low, above where it is above busbw_high" },
    { REAL(actual_over_expected), .help = "measured over expected bus bandwidth", RATIO,
      .formula = "actual_busbw / busbw" },
    { REAL(actual_time), .help = "measured time of one call", .dimension = AIC_TIME,
      .formula = "measured_time else size / measured_algbw"
                 " else ring_factor * size / measured_busbw" },
    { REAL(actual_algbw), .help = "measured size over time", .dimension = AIC_RATE,
      .flags = AIC_DISK, .formula = "measured_algbw else size / actual_time" },
    { REAL(actual_busbw), .help = "measured bus bandwidth", .dimension = AIC_RATE,
      .flags = AIC_DISK, .formula = "measured_busbw else ring_factor * actual_algbw" },
    { REAL(actual_nic_rate), .help = "what the counter of a port showed", .dimension = AIC_RATE,
      .flags = AIC_DISK, .formula = "nic_bytes / actual_time" },
};

static const struct aic_field range_rows[] = {
    { REAL(time_low), .help = "quick end of what healthy systems show", TIME,
      .formula = "shortest_time / (1 + error_fast)" },
    { REAL(time_high), .help = "slow end of what healthy systems show", TIME,
      .formula = "longest_time * (1 + error_slow)" },
    { REAL(busbw_low), .help = "bus bandwidth at time_high", RATE,
      .formula = "bus_factor * size / time_high" },
    { REAL(busbw_high), .help = "bus bandwidth at time_low", RATE,
      .formula = "bus_factor * size / time_low" },
    { REAL(error_fast), .help = "how much quicker than expected it may be", RATIO,
      .formula =
          "if(nodes > 1, if(size >= 1073741824, 0.12, if(size >= 67108864, 0.35, 0.7)), "
          "if(size >= 268435456, 0.1, if(size >= 16777216, 0.15, if(size >= 1048576, 0.35, "
          "0.6)))) + if(nodes > 128, 0.1 * log2(nodes / 128), 0) + if(unmeasured, 0.15, 0)" },
    { REAL(error_slow), .help = "how much slower than expected it may be", RATIO,
      .formula =
          "if(nodes > 1, if(size >= 1073741824, 0.12, if(size >= 67108864, 0.35, 2)), "
          "if(size >= 268435456, 0.1, if(size >= 16777216, 0.4, if(size >= 1048576, 1, "
          "1.5)))) + if(nodes > 128, 0.1 * log2(nodes / 128), 0) + if(unmeasured, 0.15, 0)" },
    { FLAG(unmeasured), .help = "inside a node only the rate of the link is known", PROSE_TERM,
      .formula = "ranks_per_node is above 1 and neither bus_bw nor bus_bw_limit has a value" },
    { REAL(two_node_latency), .help = "start-up of a tree over two nodes", TIME_TERM,
      .formula = "call_overhead + network_latency + 2 * ((ranks_per_node - 1) * nvlink_hop + "
                 "nic_hop)" },
    { REAL(two_node_inside), .help = "time inside the nodes of a tree that sends a byte once",
      PER_BYTE,
      .formula = "min(ring_factor / bus_rate, (1 + 1 / ranks_per_node) / nvls_bw)"
                 " else ring_factor / bus_rate else 0" },
    { REAL(shortest_time), .help = "on two nodes a tree may send every byte once", TIME_TERM,
      .formula = "min(time, two_node_latency + max(two_node_inside, 1 / (ranks_per_node * "
                 "port_rate)) * ramped_size) else time" },
    { REAL(longest_time), .help = "phases of hierarchical may follow each other", TIME_TERM,
      .formula = "if(by_hierarchical, latency_time + (nvlink_byte_time + nic_byte_time) * "
                 "ramped_size, 0) else time" },
};

static const struct aic_field traffic_rows[] = {
    { REAL(nodes), .help = "nodes of the group", .formula = "ranks / ranks_per_node" },
    { REAL(phases), .help = "passes over the ranks", PROSE_TERM,
      .formula = "2 for operation all_reduce, 1 for others" },
    { FLAG(moves_whole), .help = "every rank sends or gets the whole message", PROSE_TERM,
      .formula = "operation is broadcast, reduce or send_recv" },
    { REAL(ring_factor), .help = "bytes that a rank of a ring sends per byte", TERM,
      .formula = "if(moves_whole, 1, phases * (ranks - 1) / ranks)" },
    { REAL(bus_factor), .help = "busbw over algbw", .basis = AIC_PUBLISHED,
      .formula = "ring_factor" },
    { FLAG(by_local), .help = "ring or pairwise inside one node", PROSE_TERM,
      .formula = "a ring or pairs inside one node" },
    { FLAG(by_switch), .help = "reduction in the switch of one node", PROSE_TERM,
      .formula = "nvls inside one node" },
    { FLAG(by_ring), .help = "a ring across nodes", PROSE_TERM,
      .formula = "a ring across several" },
    { FLAG(by_tree), .help = "a tree across nodes", PROSE_TERM,
      .formula = "a tree across several" },
    { FLAG(by_hierarchical), .help = "inside the nodes, then between them", PROSE_TERM,
      .formula = "hierarchical across several" },
    { FLAG(by_sharp), .help = "reduction in the switches of the network", PROSE_TERM,
      .formula = "sharp across several" },
    { FLAG(by_exchange), .help = "pairs across nodes", PROSE_TERM,
      .formula = "all_to_all, gather or scatter across several" },
    { FLAG(by_transfer), .help = "one pair across nodes", PROSE_TERM,
      .formula = "send_recv across several" },
    { REAL(bus_rate), .help = "bus bandwidth inside a node", RATE_TERM,
      .formula = "bus_bw"
                 " else bus_bw_limit * (1 - small_group_loss / ranks_per_node) * "
                 "min(1, (ranks_per_node - 1) * peer_bw / nvlink_bw)"
                 " else bus_bw_limit * (1 - small_group_loss / ranks_per_node)"
                 " else nvlink_efficiency * nvlink_bw * (1 - small_group_loss / ranks_per_node) * "
                 "min(1, (ranks_per_node - 1) * peer_bw / nvlink_bw)"
                 " else nvlink_efficiency * nvlink_bw * (1 - small_group_loss / ranks_per_node)" },
    { REAL(port_rate), .help = "what a collective gets of one GPU's port", RATE_TERM,
      .formula = "1 / (1 / (nic_bw * nic_efficiency) + 2 / staging_bw)"
                 " else nic_bw * nic_efficiency" },
    { REAL(start_base), .help = "start-up without steps", TIME_TERM,
      .formula = "if(by_local, latency_base, 0) else if(by_switch, nvls_latency, 0)"
                 " else network_latency" },
    { REAL(rank_steps), .help = "steps that every further rank adds", PROSE_TERM,
      .formula = "ranks - 1 of a ring or pairs in one node and of exchanges, none of others" },
    { REAL(nvlink_steps), .help = "steps inside nodes", TERM,
      .formula = "if(by_ring, phases * (ranks - nodes), 0)"
                 " else if(by_tree, 2 * (ranks_per_node - 1), 0)"
                 " else if(by_hierarchical, phases * (ranks_per_node - 1), 0)"
                 " else if(by_sharp, 2 * (ranks_per_node - 1), 0) else 0" },
    { REAL(nic_steps), .help = "steps between nodes", TERM,
      .formula = "if(by_ring, phases * (nodes - 1), 0)"
                 " else if(by_tree, 2 * ceil(log2(nodes)), 0)"
                 " else if(by_hierarchical, phases * (nodes - 1), 0)"
                 " else if(by_sharp, 2, 0) else 1" },
    { REAL(switch_load), .help = "bytes inside a node per byte that switches add up", TERM,
      .formula = "if(by_switch, 1 + 1 / ranks, 0)"
                 " else if(by_sharp, if(ranks_per_node > 1, 1 + 1 / ranks_per_node, 0), nvls_bw)"
                 " else if(by_sharp, 2 * (ranks_per_node - 1) / ranks_per_node, 0)" },
    { REAL(nvlink_load), .help = "bytes that take time inside a node, per byte", TERM,
      .formula = "switch_load else if(by_local, ring_factor, 0)"
                 " else if(by_ring, if(ranks_per_node > 1, ring_factor, 0), 0)"
                 " else if(by_tree, if(ranks_per_node > 1, ring_factor, 0) / tree_efficiency, 0)"
                 " else if(by_hierarchical, phases * (ranks_per_node - 1) / ranks_per_node, 0)"
                 " else if(by_exchange, (ranks_per_node - 1) / ranks, 0) else 0" },
    { REAL(nic_load), .help = "bytes that take time on a port, per byte", TERM,
      .formula = "if(by_ring, ring_factor / ranks_per_node, 0)"
                 " else if(by_tree, ring_factor / tree_efficiency / ranks_per_node, 0)"
                 " else if(by_hierarchical, phases * (nodes - 1) / nodes / ranks_per_node, 0)"
                 " else if(by_sharp, 1 / ranks_per_node, 0)"
                 " else if(by_exchange, (ranks - ranks_per_node) / ranks, 0)"
                 " else if(by_transfer, 1, 0) else 0" },
    { REAL(nvlink_rate), .help = "rate that these meet inside a node", RATE_TERM,
      .formula = "if(by_switch, nvls_bw, 0) else if(by_sharp, nvls_bw, 0) else bus_rate" },
    { REAL(nvlink_byte_time), .help = "time inside a node per byte", PER_BYTE,
      .formula = "nvlink_load / nvlink_rate else 0" },
    { REAL(nic_byte_time), .help = "time on a port per byte", PER_BYTE,
      .formula = "nic_load / port_rate else 0" },
    { REAL(ramp_used), .help = "bytes by which it is slow to start", BYTE_TERM, ESTIMATE,
      .formula = "if(by_local, ramp_size, 0) else if(by_switch, nvls_ramp_size, 0)"
                 " else network_ramp_size" },
    { REAL(ramped_size), .help = "bytes that take time", BYTE_TERM, ESTIMATE,
      .formula = "if(ramp_used > 0, size + ramp_used * (1 - exp(-size / ramp_used)), size)" },
    { REAL(nvlink_sent), .help = "bytes that one GPU sends inside its node, per byte", TERM,
      .formula = "if(by_ring, ring_factor * (ranks_per_node - 1) / ranks_per_node, 0)"
                 " else if(by_tree, 2 * (ranks_per_node - 1) / ranks_per_node, 0)"
                 " else nvlink_load" },
    { REAL(nic_sent), .help = "bytes that one GPU sends over its port, per byte", TERM,
      .formula = "if(by_tree, if(nodes > 2, 2, 1) / ranks_per_node, 0) else nic_load" },
    { REAL(nvlink_bytes), .help = "bytes that one GPU sends inside its node",
      .dimension = AIC_BYTES, .flags = AIC_DISK, .formula = "nvlink_sent * size" },
    { REAL(nic_bytes), .help = "bytes that one GPU sends over its port", .dimension = AIC_BYTES,
      .flags = AIC_DISK, .formula = "nic_sent * size" },
    { REAL(nic_rate), .help = "what the counter of a port shows", RATE,
      .formula = "nic_bytes / time" },
};

const struct aic_group aic_collective_result_groups[AIC_COLLECTIVE_RESULT_GROUPS] = {
    AIC_GROUP("Expected", expected_rows, 0),
    AIC_GROUP("Measurement", measurement_rows, 0),
    AIC_GROUP("Range of healthy systems", range_rows, 0),
    AIC_GROUP("Group, and traffic of one GPU", traffic_rows, 0),
};
