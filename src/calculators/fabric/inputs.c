/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: the input table. */
#include "calculators/fabric/fabric.h"

#define REAL(member)        AIC_FIELD_REAL(struct aic_fabric_in, member)
#define INTEGER(member)     AIC_FIELD_INTEGER(struct aic_fabric_in, member)
#define FLAG(member)        AIC_FIELD_FLAG(struct aic_fabric_in, member)
#define CATALOG(member, of) AIC_FIELD_REFERENCE(struct aic_fabric_in, member, of)

#define RATIO .dimension = AIC_RATIO, .flags = AIC_ABOVE_MIN
#define RATE  .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
#define POWER .dimension = AIC_POWER
#define MONEY .dimension = AIC_MONEY
/* The default of a rate that follows from another one. */
#define AUTO_RATE .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK | AIC_AUTO

static const char *const tiers[] = { "auto", "1", "2", "3", NULL };

static const struct aic_field endpoint_fields[] = {
    { INTEGER(gpus), .help = "GPUs to join", .min = 1 },
    { CATALOG(node, AIC_NODES), .help = "node of the catalog: its GPUs, ports and their rate" },
    { CATALOG(fabric, AIC_FABRICS), .help = "fabric of the catalog: link rate, radixes, power" },
    { INTEGER(gpus_per_node), .help = "GPUs of one node; 1: every GPU is an endpoint of its own",
      .preset = "8", .min = 1 },
    { INTEGER(nics_per_node), .help = "ports of one node on this fabric", .min = 1,
      .flags = AIC_AUTO, .formula = "gpus_per_node * ports_per_gpu else gpus_per_node" },
    { INTEGER(ports_per_gpu),
      .help = "ports of one GPU: they replace those of the node's entry, not a given nics_per_node",
      .min = 1 },
    { INTEGER(other_endpoints), .help = "further ports: subnet manager, storage, head nodes",
      .preset = "0" },
};

static const struct aic_field switch_fields[] = {
    { AIC_FIELD_CHOICE(struct aic_fabric_in, tiers, tiers),
      .help = "tiers of switches; auto: the fewest that fit", .preset = "auto" },
    { INTEGER(rails),
      .help = "leaf groups that the ports of a node go to, one each; 1: whole nodes on a leaf",
      .min = 1, .flags = AIC_AUTO, .formula = "node_ports" },
    { FLAG(isolated_rails), .help = "each rail is a fabric of its own (rail-only)",
      .preset = "false" },
    { INTEGER(planes), .help = "identical fabrics that every port is split over (800G as 2 x 400G)",
      .preset = "1", .min = 1 },
    { INTEGER(leaf_radix), .help = "ports of a leaf at the link rate", .preset = "64", .min = 2 },
    { INTEGER(spine_radix), .help = "ports of a spine", .min = 2, .flags = AIC_AUTO,
      .formula = "leaf_radix" },
    { INTEGER(core_radix), .help = "ports of a core switch", .min = 2, .flags = AIC_AUTO,
      .formula = "spine_radix" },
    { INTEGER(leaf_down_ports),
      .help = "downlinks of a leaf, instead of oversubscription; breakout cables may make both "
              "more than the radix",
      .min = 1 },
    { INTEGER(leaf_up_ports),
      .help = "uplinks of a leaf; one of the two given: the other is the "
              "rest of leaf_radix",
      .min = 1 },
    { REAL(oversubscription), .help = "downlinks per uplink of a leaf, at most", RATIO,
      .preset = "1" },
    { REAL(spine_oversubscription), .help = "the same at a spine of three tiers", RATIO,
      .preset = "1" },
};

static const struct aic_field link_fields[] = {
    { REAL(nic_bw), .help = "scale-out of one GPU, per direction", RATE },
    { REAL(link_bw), .help = "one downlink of a leaf, per direction", AUTO_RATE,
      .formula = "nic_bw * gpus_per_node / node_ports / planes" },
    { REAL(uplink_bw), .help = "one uplink of a leaf, per direction", AUTO_RATE,
      .formula = "link_bw" },
    { INTEGER(links_per_cable), .help = "links in one cable; 2 for twin-port OSFP", .preset = "1",
      .min = 1 },
    { INTEGER(links_per_transceiver), .help = "links in one transceiver; 2 for twin-port OSFP",
      .preset = "1", .min = 1 },
    { FLAG(optical_node_links), .help = "links to nodes have transceivers; no: copper",
      .preset = "true" },
};

static const struct aic_field cost_fields[] = {
    { REAL(switch_power), .help = "draw of one switch", POWER },
    { REAL(transceiver_power), .help = "draw of one transceiver", POWER, .preset = "0" },
    { REAL(switch_price), .help = "price of one switch", MONEY },
    { REAL(transceiver_price), .help = "price of one transceiver", MONEY, .preset = "0" },
    { REAL(cable_price), .help = "price of one cable", MONEY, .preset = "0" },
};

const struct aic_group aic_fabric_input_groups[AIC_FABRIC_INPUT_GROUPS] = {
    AIC_GROUP("Endpoints", endpoint_fields, 0),
    AIC_GROUP("Switches", switch_fields, 0),
    AIC_GROUP("Links", link_fields, 0),
    AIC_GROUP("Power and price", cost_fields, 0),
};
