/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fabric: switches, links, cables and transceivers of a fat tree that joins a
 * number of GPUs, and the bandwidth that it leaves each of them across leaves, across pods
 * and after a failure.
 *
 * Names, units, ranges and meanings of all members: src/calculators/fabric, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_FABRIC_H
#define AICALC_FABRIC_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In the order of the choices; a number of tiers is its own value. */
enum aic_fabric_tiers { AIC_TIERS_AUTO, AIC_TIERS_ONE, AIC_TIERS_TWO, AIC_TIERS_THREE };

struct aic_fabric_in {
    struct aic_origins origins;
    /* endpoints */
    struct aic_name node, fabric;
    double gpus, gpus_per_node, nics_per_node, ports_per_gpu, other_endpoints;
    /* switches */
    int tiers;
    double rails;
    aic_flag isolated_rails;
    double planes;
    double leaf_radix, spine_radix, core_radix;
    double leaf_down_ports, leaf_up_ports;
    double oversubscription, spine_oversubscription;
    /* links */
    double nic_bw, link_bw, uplink_bw;
    double links_per_cable, links_per_transceiver;
    aic_flag optical_node_links;
    /* power and price */
    double switch_power, transceiver_power;
    double switch_price, transceiver_price, cable_price;
};

/* In the order in which the results are shown. */
struct aic_fabric_out {
    /* bandwidth */
    double bw_per_gpu, leaf_ratio, spine_ratio, cross_leaf_bw_per_gpu, cross_pod_bw_per_gpu;
    double bisection_bw, bw_after_spine_loss, bw_after_plane_loss;
    /* switches */
    double switches, tiers_used, leaf_switches, spine_switches, core_switches, pods, fabrics;
    double worst_path_switches, nodes_per_leaf, leaf_downlinks, leaf_uplinks, spine_downlinks;
    double spine_uplinks, fabric_leaves, pod_leaves, spines_per_leaf, fabric_spines;
    double cores_per_spine_group, fabric_cores;
    /* links and parts */
    double transceivers, cables, node_cables, switch_cables, links, node_links, leaf_spine_links;
    double spine_core_links, links_per_leaf_spine_pair;
    /* room */
    double nodes, endpoints, max_gpus, spare_endpoints, spare_spine_ports, replaced_ports;
    double node_ports, wired_ports, fabric_endpoints, port_groups, greatest_endpoints;
    /* power and price */
    double fabric_power, power_per_gpu, fabric_cost, cost_per_gpu;
};

extern const struct aic_calculator aic_fabric;

#ifdef __cplusplus
}
#endif
#endif
