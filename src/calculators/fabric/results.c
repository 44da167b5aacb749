/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fabric: the result table. Counts are over all fabrics; rows of AIC_TERM are of one fabric and
 * make the formulas of the others closed.
 */
#include "calculators/fabric/fabric.h"

#define REAL(member) AIC_FIELD_REAL(struct aic_fabric_out, member)

#define RATE       .dimension = AIC_RATE, .flags = AIC_DISK
#define RATIO      .dimension = AIC_RATIO
#define KEY        .flags = AIC_KEY
#define TERM       .flags = AIC_TERM
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE

static const struct aic_field bandwidth_rows[] = {
    { REAL(bw_per_gpu), .help = "of one GPU to its leaves, per direction", .dimension = AIC_RATE,
      .flags = AIC_DISK | AIC_KEY, .formula = "node_ports * planes * link_bw / gpus_per_node" },
    { REAL(leaf_ratio), .help = "oversubscription of a leaf: bandwidth in over out", RATIO, KEY,
      .formula = "leaf_downlinks * link_bw / (leaf_uplinks * uplink_bw)"
                 " else leaf_downlinks / leaf_uplinks" },
    { REAL(spine_ratio), .help = "downlinks of a spine over its uplinks", RATIO,
      .formula = "spine_downlinks / spine_uplinks" },
    { REAL(cross_leaf_bw_per_gpu), .help = "of one GPU when all talk across leaves", RATE,
      .formula = "bw_per_gpu / max(1, leaf_ratio)" },
    { REAL(cross_pod_bw_per_gpu), .help = "of one GPU when all talk across pods", RATE,
      .formula = "min(cross_leaf_bw_per_gpu, bw_per_gpu / (leaf_ratio * spine_ratio))" },
    { REAL(bisection_bw), .help = "between two halves of the nodes, one direction", RATE,
      .formula = "nodes * gpus_per_node / 2 * cross_pod_bw_per_gpu"
                 " else nodes * gpus_per_node / 2 * cross_leaf_bw_per_gpu"
                 " else nodes * gpus_per_node / 2 * bw_per_gpu" },
    { REAL(bw_after_spine_loss), .help = "across leaves, with one spine lost", RATE,
      .formula =
          "min(bw_per_gpu, bw_per_gpu / leaf_ratio * (1 - 1 / (spines_per_leaf * planes)))" },
    { REAL(bw_after_plane_loss), .help = "of one GPU, with one plane lost", RATE,
      .formula = "bw_per_gpu * (planes - 1) / planes" },
};

static const struct aic_field switch_rows[] = {
    { REAL(switches), .help = "switches in all", KEY,
      .formula = "leaf_switches + spine_switches + core_switches" },
    { REAL(tiers_used), .help = "tiers of switches", .flags = AIC_PROSE,
      .formula = "tiers; auto: the fewest in which fabric_endpoints fit" },
    { REAL(leaf_switches), .help = "switches that nodes are connected to", .part_of = "switches",
      .formula = "fabric_leaves * fabrics" },
    { REAL(spine_switches), .help = "switches above the leaves", .part_of = "switches",
      .formula = "fabric_spines * fabrics" },
    { REAL(core_switches), .help = "switches above the spines", .part_of = "switches",
      .formula = "fabric_cores * fabrics" },
    { REAL(pods), .help = "groups of leaves with spines of their own, in one fabric",
      .formula = "ceil(fabric_leaves / spine_downlinks)" },
    { REAL(fabrics), .help = "identical fabrics that do not meet",
      .formula = "planes * if(isolated_rails, rails, 1)" },
    { REAL(worst_path_switches), .help = "switches on the longest way",
      .formula = "2 * tiers_used - 1" },
    { REAL(nodes_per_leaf), .help = "nodes that lose a port with one leaf",
      .formula = "floor(leaf_downlinks / if(tiers_used > 1, node_ports / rails, if(isolated_rails, "
                 "node_ports / rails, node_ports)))" },
    { REAL(leaf_downlinks), .help = "ports of a leaf to nodes", TERM,
      .formula = "if(tiers_used > 1, leaf_down_ports, leaf_radix)"
                 " else if(tiers_used > 1, leaf_radix - leaf_up_ports, leaf_radix)"
                 " else if(tiers_used > 1, floor(leaf_radix * oversubscription / (1 + "
                 "oversubscription) + 1e-9), leaf_radix)" },
    { REAL(leaf_uplinks), .help = "ports of a leaf to spines", TERM,
      .formula = "leaf_up_ports else leaf_radix - leaf_downlinks" },
    { REAL(spine_downlinks), .help = "ports of a spine to leaves, three tiers", TERM,
      .formula = "floor(spine_radix * spine_oversubscription / (1 + spine_oversubscription) + "
                 "1e-9)" },
    { REAL(spine_uplinks), .help = "ports of a spine to cores, three tiers", TERM,
      .formula = "spine_radix - spine_downlinks" },
    { REAL(fabric_leaves), .help = "leaves of one fabric", TERM,
      .formula = "if(tiers_used > 1, max(port_groups * ceil(ceil(wired_ports / port_groups) / "
                 "leaf_downlinks), ceil(fabric_endpoints / leaf_downlinks)), 1)" },
    { REAL(pod_leaves), .help = "leaves of one pod, at most", TERM,
      .formula = "ceil(fabric_leaves / pods)" },
    { REAL(spines_per_leaf), .help = "spines that the uplinks of a leaf go to, evenly", PROSE_TERM,
      .formula =
          "the smallest divisor of leaf_uplinks whose spines reach every leaf with the same "
          "number of links: d with leaf_uplinks / d * pod_leaves <= spine_downlinks"
          " else the smallest divisor of leaf_uplinks whose spines reach every leaf with the "
          "same number of links: d with leaf_uplinks / d * fabric_leaves <= spine_radix" },
    { REAL(fabric_spines), .help = "spines of one fabric", TERM,
      .formula = "pods * spines_per_leaf else spines_per_leaf else 0" },
    { REAL(cores_per_spine_group), .help = "cores that the uplinks of a spine go to, evenly",
      PROSE_TERM,
      .formula = "the smallest divisor c of spine_uplinks with spine_uplinks / c * pods <= "
                 "core_radix" },
    { REAL(fabric_cores), .help = "cores of one fabric", TERM,
      .formula = "spines_per_leaf * cores_per_spine_group else 0" },
};

static const struct aic_field part_rows[] = {
    { REAL(transceivers), .help = "transceivers, two on every optical cable", KEY,
      .formula = "2 * ceil(leaf_spine_links / links_per_transceiver) + 2 * ceil(spine_core_links / "
                 "links_per_transceiver) + if(optical_node_links, 2 * ceil(node_links / "
                 "links_per_transceiver), 0)" },
    { REAL(cables), .help = "cables in all", .formula = "node_cables + switch_cables" },
    { REAL(node_cables), .help = "cables between nodes and leaves",
      .formula = "ceil(node_links / links_per_cable)" },
    { REAL(switch_cables), .help = "cables between switches",
      .formula = "ceil(leaf_spine_links / links_per_cable) + ceil(spine_core_links / "
                 "links_per_cable)" },
    { REAL(links), .help = "links in all",
      .formula = "node_links + leaf_spine_links + spine_core_links" },
    { REAL(node_links), .help = "links between nodes and leaves", .part_of = "links",
      .formula = "fabric_endpoints * fabrics" },
    { REAL(leaf_spine_links), .help = "links between leaves and spines", .part_of = "links",
      .formula = "fabric_leaves * leaf_uplinks * fabrics else 0" },
    { REAL(spine_core_links), .help = "links between spines and cores", .part_of = "links",
      .formula = "fabric_spines * spine_uplinks * fabrics else 0" },
    { REAL(links_per_leaf_spine_pair), .help = "links between one leaf and one of its spines",
      .formula = "leaf_uplinks / spines_per_leaf" },
};

static const struct aic_field room_rows[] = {
    { REAL(nodes), .help = "nodes to wire", .formula = "ceil(gpus / gpus_per_node)" },
    { REAL(endpoints), .help = "ports of nodes and others",
      .formula = "fabric_endpoints * fabrics" },
    { REAL(max_gpus), .help = "GPUs that as many tiers can join",
      .formula = "floor((greatest_endpoints * if(isolated_rails, rails, 1) - other_endpoints) / "
                 "node_ports) * gpus_per_node" },
    { REAL(spare_endpoints), .help = "ports of the leaves that are free",
      .formula = "(fabric_leaves * leaf_downlinks - fabric_endpoints) * fabrics" },
    { REAL(spare_spine_ports), .help = "ports of the spines that are free for leaves",
      .formula = "(fabric_spines * spine_downlinks - fabric_leaves * leaf_uplinks) * fabrics"
                 " else (fabric_spines * spine_radix - fabric_leaves * leaf_uplinks) * fabrics" },
    { REAL(replaced_ports), .help = "ports of a node in place of those of its entry", TERM,
      .formula = "gpus_per_node * ports_per_gpu" },
    { REAL(node_ports), .help = "ports of a node", TERM,
      .formula = "replaced_ports else nics_per_node" },
    { REAL(wired_ports), .help = "ports of nodes in one fabric", TERM,
      .formula = "nodes * node_ports / if(isolated_rails, rails, 1)" },
    { REAL(fabric_endpoints), .help = "endpoints of one fabric", TERM,
      .formula = "wired_ports + ceil(other_endpoints / if(isolated_rails, rails, 1))" },
    { REAL(port_groups), .help = "leaf groups of one fabric", TERM,
      .formula = "if(isolated_rails, 1, rails)" },
    { REAL(greatest_endpoints), .help = "endpoints that one fabric of so many tiers joins, at most",
      TERM,
      .formula = "core_radix * spine_downlinks * leaf_downlinks"
                 " else if(tiers_used > 1, spine_radix * leaf_downlinks, leaf_radix)" },
};

static const struct aic_field cost_rows[] = {
    { REAL(fabric_power), .help = "draw of switches and transceivers", .dimension = AIC_POWER,
      .basis = AIC_PUBLISHED,
      .formula = "switches * switch_power + transceivers * transceiver_power" },
    { REAL(power_per_gpu), .help = "the same for each GPU", .dimension = AIC_POWER,
      .basis = AIC_PUBLISHED, .formula = "fabric_power / gpus" },
    { REAL(fabric_cost), .help = "price of switches, transceivers and cables",
      .dimension = AIC_MONEY,
      .formula = "switches * switch_price + transceivers * transceiver_price + cables * "
                 "cable_price" },
    { REAL(cost_per_gpu), .help = "the same for each GPU", .dimension = AIC_MONEY,
      .formula = "fabric_cost / gpus" },
};

const struct aic_group aic_fabric_result_groups[AIC_FABRIC_RESULT_GROUPS] = {
    AIC_GROUP("Bandwidth", bandwidth_rows, 0),  AIC_GROUP("Switches", switch_rows, 0),
    AIC_GROUP("Links and parts", part_rows, 0), AIC_GROUP("Room", room_rows, 0),
    AIC_GROUP("Power and price", cost_rows, 0),
};
