/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fabric: switches, links, cables and transceivers that join a number of GPUs in
 * a fat tree, a dragonfly, a Slim Fly or a torus, and the bandwidth that they leave each of them
 * across leaves, across pods and after a failure.
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
#pragma GCC visibility push(default)

/* In the order of the choices, as all enums here. */
enum aic_fabric_topology { AIC_FAT_TREE, AIC_DRAGONFLY, AIC_SLIMFLY, AIC_TORUS };

/* What a topology is called, with its rails and its tiers. */
enum aic_fabric_design {
    AIC_DESIGN_RAIL_ONLY,
    AIC_DESIGN_SINGLE_SWITCH,
    AIC_DESIGN_RAIL_OPTIMIZED,
    AIC_DESIGN_FAT_TREE,
    AIC_DESIGN_DRAGONFLY,
    AIC_DESIGN_SLIMFLY,
    AIC_DESIGN_TORUS
};

/* A number of tiers is its own value. */
enum aic_fabric_tiers { AIC_TIERS_AUTO, AIC_TIERS_ONE, AIC_TIERS_TWO, AIC_TIERS_THREE };

struct aic_fabric_in {
    struct aic_origins origins;
    /* endpoints */
    AIC_SLOT struct aic_name node, fabric;
    AIC_SLOT int topology;
    AIC_SLOT double gpus, gpus_per_node, nics_per_node, ports_per_gpu, ports_per_node;
    double other_endpoints;
    /* switches */
    AIC_SLOT int tiers;
    AIC_SLOT double rails;
    AIC_SLOT aic_flag isolated_rails;
    AIC_SLOT double planes;
    double leaf_radix, spine_radix, core_radix;
    double leaf_down_ports, leaf_up_ports;
    double oversubscription, spine_oversubscription;
    double ecmp_flows;
    /* other topologies */
    double router_endpoints, routers_per_group, global_ports;
    double torus_x, torus_y, torus_z;
    AIC_SLOT aic_flag wrap;
    /* links */
    AIC_SLOT double nic_bw, link_bw, uplink_bw;
    double links_per_cable, links_per_transceiver;
    AIC_SLOT aic_flag optical_node_links;
    /* power and price */
    AIC_SLOT double switch_power, transceiver_power;
    AIC_SLOT aic_flag switch_power_includes_optics;
    AIC_SLOT double switch_price, transceiver_price, cable_price;
    /* pause of a lossless Ethernet */
    double cable_length, max_frame, mtu, lossless_priorities, switch_buffer;
};

/* In the order in which the results are shown. */
struct aic_fabric_out {
    /* bandwidth */
    double bw_per_gpu, leaf_ratio, spine_ratio, cross_leaf_bw_per_gpu, cross_pod_bw_per_gpu;
    double ecmp_efficiency, loaded_ratio;
    double uplink_flows, fullest_uplink; /* terms */
    double bisection_bw, all_reduce_bw, bw_after_spine_loss, bw_after_plane_loss;
    /* switches */
    AIC_SLOT int topology_used;
    AIC_SLOT double switches, tiers_used, leaf_switches, spine_switches, core_switches, pods,
        fabrics;
    double groups, routers_per_group_used, router_endpoints_used, global_ports_used, slimfly_q;
    double diameter, worst_path_switches, nodes_per_leaf;
    double leaf_limit, spine_limit, leaf_downlinks, leaf_uplinks, spine_downlinks;
    double spine_uplinks, fabric_leaves, pod_leaves, spines_per_leaf, fabric_spines;
    double cores_per_spine_group, fabric_cores;
    double slimfly_shift, slimfly_links, slimfly_endpoints, slimfly_joined, routers, global_links;
    double torus_x_links, torus_x_hops, torus_x_ports, torus_y_links, torus_y_hops, torus_y_ports;
    double torus_z_links, torus_z_hops, torus_z_ports, torus_longest;
    /* links and parts */
    double transceivers, cables, node_cables, switch_cables, links, node_links, leaf_spine_links;
    double spine_core_links, switch_links, links_per_leaf_spine_pair;
    double node_transceivers; /* term */
    /* room */
    double nodes, endpoints, max_gpus, max_gpus_one_tier_less, spare_endpoints, spare_spine_ports;
    double replaced_ports, node_ports, fabric_node_ports, fabric_others, wired_ports;
    double fabric_endpoints, port_groups, greatest_groups, greatest_slimfly, greatest_endpoints;
    double nodes_one_tier_less;
    /* power and price */
    double fabric_power, power_per_gpu, fabric_cost, cost_per_gpu;
    AIC_SLOT aic_flag optics_in_switches; /* term */
    AIC_SLOT double powered_transceivers; /* term */
    /* pause of a lossless Ethernet */
    double pfc_headroom, pfc_buffer_per_switch, pfc_buffer_share;
    double link_bits, pause_response; /* terms */
};

extern const struct aic_calculator aic_fabric;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
