/* SPDX-License-Identifier: Apache-2.0 */
/*
 * collective: how long one collective takes, which link or latency makes
 * it, and whether a measured figure is what a healthy system shows.
 *
 * Names, units, ranges and meanings of all members: src/calculators/collective, inputs.inc
 * and results.inc.
 */
#ifndef AICALC_COLLECTIVE_H
#define AICALC_COLLECTIVE_H

#include <aicalc/calculator.h>
#include <aicalc/links.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* In the order of the choices, as all enums here. */
enum aic_operation {
    AIC_ALL_REDUCE,
    AIC_ALL_GATHER,
    AIC_REDUCE_SCATTER,
    AIC_ALL_TO_ALL,
    AIC_BROADCAST,
    AIC_REDUCE,
    AIC_GATHER,
    AIC_SCATTER,
    AIC_SEND_RECV
};

enum aic_algorithm {
    AIC_ALGORITHM_AUTO,
    AIC_ALGORITHM_RING,
    AIC_ALGORITHM_TREE,
    AIC_ALGORITHM_NVLS,
    AIC_ALGORITHM_HIERARCHICAL,
    AIC_ALGORITHM_SHARP,
    AIC_ALGORITHM_PAIRWISE
};

enum aic_protocol { AIC_PROTOCOL_RDMA, AIC_PROTOCOL_TCP };

enum aic_collective_bottleneck { AIC_LIMIT_LATENCY, AIC_LIMIT_NVLINK, AIC_LIMIT_NIC };

/* A measurement against what is expected. */
enum aic_collective_status { AIC_STATUS_BELOW, AIC_STATUS_WITHIN, AIC_STATUS_ABOVE };

struct aic_collective_in {
    struct aic_origins origins;
    /* message and group */
    AIC_SLOT int operation;
    AIC_SLOT double size;
    AIC_SLOT struct aic_name node, gpu, fabric;
    AIC_SLOT double ranks, gpus_per_node, ranks_per_node;
    AIC_SLOT int algorithm;
    struct aic_links links;
    /* ports between nodes */
    AIC_SLOT double slowest_nic_bw;
    AIC_SLOT int protocol;
    AIC_SLOT double socket_bw, sockets_per_port;
    /* inside a node, of this operation */
    double bus_bw, bus_bw_limit, small_group_loss;
    double latency_base, latency_per_rank, ramp_size;
    /* measurement */
    double call_overhead;
    double measured_time, measured_algbw, measured_busbw;
};

/* In the order in which the results are shown. */
struct aic_collective_out {
    /* expected */
    double time, busbw, algbw;
    AIC_SLOT int algorithm_used;
    AIC_SLOT int bottleneck;
    AIC_SLOT double latency_time, bandwidth_time;
    double busbw_ceiling, busbw_efficiency, half_bandwidth_size;
    /* measurement */
    AIC_SLOT int actual_status;
    AIC_SLOT double actual_over_expected;
    double actual_time, actual_algbw, actual_busbw, actual_nic_rate;
    /* range */
    double time_low, time_high, busbw_low, busbw_high;
    double error_fast, error_slow;
    AIC_SLOT aic_flag unmeasured;                           /* term */
    AIC_SLOT double two_node_ring_time, two_node_tree_time; /* terms */
    double shortest_time, longest_time;                     /* terms */
    /* traffic */
    double nodes;
    double phases;                 /* term */
    AIC_SLOT aic_flag moves_whole; /* term */
    AIC_SLOT double ring_factor;   /* term */
    double bus_factor;
    AIC_SLOT aic_flag by_local; /* this and all below but for the last five: terms */
    AIC_SLOT aic_flag by_switch;
    AIC_SLOT aic_flag by_ring;
    AIC_SLOT aic_flag by_tree;
    AIC_SLOT aic_flag by_tree_in_switch;
    AIC_SLOT aic_flag by_two_roots;
    AIC_SLOT aic_flag by_hierarchical;
    AIC_SLOT aic_flag by_sharp;
    AIC_SLOT aic_flag by_exchange;
    AIC_SLOT aic_flag by_transfer;
    AIC_SLOT double used_links_bw, bus_rate, port_share, socket_rate, sent_rate, fed_rate;
    double nic_step_time, start_base, rank_steps, nvlink_steps, nic_steps;
    double switch_load, nvlink_load, nic_load;
    double nvlink_rate, nvlink_byte_time, nic_byte_time;
    double switch_ramp, ramp_used, ramped_size;
    double nvlink_sent, nic_sent, even_time;
    double nvlink_bytes, nic_bytes, nic_rate, port_rate, slow_port_factor;
};

extern const struct aic_calculator aic_collective;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
