/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fabric: the answer from top to bottom. The tree is built in
 * fabric_tree.c; here its parts are counted and its bandwidth follows.
 */
#include "calculators/fabric/fabric.h"

#include <math.h>

#include "calculators/shared/rounding.h"

static void settle(void *input)
{
    struct aic_fabric_in *in = input;
    aic_settle_number(in, &in->nics_per_node, in->gpus_per_node * aic_or(in->ports_per_gpu, 1));
    double ports = aic_fabric_node_ports(in);
    aic_settle_number(in, &in->rails, ports);
    aic_settle_number(in, &in->spine_radix, in->leaf_radix);
    aic_settle_number(in, &in->core_radix, in->spine_radix);
    aic_settle_number(in, &in->link_bw, in->nic_bw * in->gpus_per_node / ports / in->planes);
    aic_settle_number(in, &in->uplink_bw, in->link_bw);
}

/* Steps of the arithmetic, for the formulas. */
static void fill_terms(const struct aic_fabric_in *in, const struct aic_tree *tree,
                       struct aic_fabric_out *out)
{
    out->node_ports = aic_fabric_node_ports(in);
    if (aic_fabric_replaces_ports(in)) {
        out->replaced_ports = out->node_ports;
    }
    out->wired_ports = tree->ports;
    out->fabric_endpoints = tree->endpoints;
    out->port_groups = tree->port_groups;
    out->leaf_downlinks = tree->down;
    out->fabric_leaves = tree->leaves;
    out->fabric_spines = tree->spines;
    out->fabric_cores = tree->cores;
    out->greatest_endpoints = tree->greatest;
    if (tree->tiers >= AIC_TIERS_TWO) {
        out->leaf_uplinks = tree->up;
        out->spines_per_leaf = tree->spines_per_leaf;
    }
    if (tree->tiers == AIC_TIERS_THREE) {
        out->spine_downlinks = tree->spine_down;
        out->spine_uplinks = tree->spine_up;
        out->pods = tree->pods;
        out->pod_leaves = tree->pod_leaves;
        out->cores_per_spine_group = tree->cores_per_group;
    }
}

static void count_switches(const struct aic_fabric_in *in, const struct aic_tree *tree,
                           struct aic_fabric_out *out)
{
    double rails = in->isolated_rails == 1 ? in->rails : 1;
    out->fabrics = in->planes * rails;
    out->nodes = aic_ceil_div(in->gpus, in->gpus_per_node);
    out->endpoints = tree->endpoints * out->fabrics;
    out->tiers_used = tree->tiers;
    out->leaf_switches = tree->leaves * out->fabrics;
    out->spine_switches = tree->spines * out->fabrics;
    out->core_switches = tree->cores * out->fabrics;
    out->switches = out->leaf_switches + out->spine_switches + out->core_switches;
    out->worst_path_switches = 2 * tree->tiers - 1;
    /* one switch takes whole nodes; a leaf, or the switch of one rail, a port of each rail */
    bool whole = tree->tiers == AIC_TIERS_ONE && in->isolated_rails != 1;
    double ports = out->node_ports / (whole ? 1 : in->rails);
    out->nodes_per_leaf = floor(tree->down / ports);
    out->max_gpus = aic_fabric_gpus_on(in, tree->greatest);
}

static void count_links(const struct aic_fabric_in *in, const struct aic_tree *tree,
                        struct aic_fabric_out *out)
{
    double cable = in->links_per_cable;
    double optic = in->links_per_transceiver;
    double spine_up = tree->tiers == AIC_TIERS_THREE ? tree->spine_up : 0;
    out->node_links = out->endpoints;
    out->leaf_spine_links = tree->leaves * tree->up * out->fabrics;
    out->spine_core_links = tree->spines * spine_up * out->fabrics;
    out->links = out->node_links + out->leaf_spine_links + out->spine_core_links;
    out->node_cables = aic_ceil_div(out->node_links, cable);
    out->switch_cables =
        aic_ceil_div(out->leaf_spine_links, cable) + aic_ceil_div(out->spine_core_links, cable);
    out->cables = out->node_cables + out->switch_cables;
    out->transceivers = 2 * aic_ceil_div(out->leaf_spine_links, optic) +
                        2 * aic_ceil_div(out->spine_core_links, optic);
    if (in->optical_node_links == 1) {
        out->transceivers += 2 * aic_ceil_div(out->node_links, optic);
    }
    out->spare_endpoints = (tree->leaves * tree->down - tree->endpoints) * out->fabrics;
    if (tree->tiers >= AIC_TIERS_TWO) {
        double down = tree->tiers == AIC_TIERS_THREE ? tree->spine_down : in->spine_radix;
        out->spare_spine_ports = (tree->spines * down - tree->leaves * tree->up) * out->fabrics;
        out->links_per_leaf_spine_pair = tree->up / tree->spines_per_leaf;
    }
}

static void find_bandwidth(const struct aic_fabric_in *in, const struct aic_tree *tree,
                           struct aic_fabric_out *out)
{
    double rates = aic_is_set(in->link_bw) ? in->link_bw / in->uplink_bw : 1;
    out->bw_per_gpu = out->node_ports * in->planes * in->link_bw / in->gpus_per_node;
    double narrowest = out->bw_per_gpu;
    if (tree->tiers >= AIC_TIERS_TWO) {
        out->leaf_ratio = tree->down / tree->up * rates;
        narrowest = out->cross_leaf_bw_per_gpu = out->bw_per_gpu / fmax(1, out->leaf_ratio);
    }
    if (tree->tiers == AIC_TIERS_THREE) {
        out->spine_ratio = tree->spine_down / tree->spine_up;
        double crossing = out->bw_per_gpu / (out->leaf_ratio * out->spine_ratio);
        narrowest = out->cross_pod_bw_per_gpu = fmin(out->cross_leaf_bw_per_gpu, crossing);
    }
    out->bisection_bw = out->nodes * in->gpus_per_node / 2 * narrowest;
    if (tree->tiers >= AIC_TIERS_TWO) {
        double left = 1 - 1 / (tree->spines_per_leaf * in->planes);
        out->bw_after_spine_loss = fmin(out->bw_per_gpu, out->bw_per_gpu / out->leaf_ratio * left);
    }
    if (in->planes > 1) {
        out->bw_after_plane_loss = out->bw_per_gpu * (in->planes - 1) / in->planes;
    }
}

static void add_up_costs(const struct aic_fabric_in *in, struct aic_fabric_out *out)
{
    out->fabric_power =
        out->switches * in->switch_power + out->transceivers * in->transceiver_power;
    out->power_per_gpu = out->fabric_power / in->gpus;
    out->fabric_cost = out->switches * in->switch_price +
                       out->transceivers * in->transceiver_price + out->cables * in->cable_price;
    out->cost_per_gpu = out->fabric_cost / in->gpus;
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_fabric_in *in = input;
    struct aic_fabric_out *out = output;
    struct aic_tree tree;
    if (!aic_is_set(in->gpus)) {
        aic_fail(&notes->error, AIC_ERR_MISSING, "gpus", "gpus is missing: how many are joined");
        return aic_suggest(&notes->error, "give gpus, such as 1024");
    }
    if (!aic_fabric_build(in, &tree, &notes->error)) {
        return false;
    }
    fill_terms(in, &tree, out);
    count_switches(in, &tree, out);
    count_links(in, &tree, out);
    find_bandwidth(in, &tree, out);
    add_up_costs(in, out);
    aic_fabric_warn(in, &tree, out, notes);
    return true;
}

static const struct aic_assumption assumptions[] = {
    { "spine-rule",
      "a leaf spreads its uplinks over the smallest divisor of them that reaches every leaf: all "
      "20 rows of NVIDIA's SuperPOD architectures come out (H100 4, B200 6, B300 dual plane 5, "
      "B300 XDR 5); rounding up alone fails on three of them",
      "docs.nvidia.com, DGX SuperPOD reference architectures H100, B200, B300, B300 XDR; Al-Fares "
      "et al., SIGCOMM 2008",
      "spines_per_leaf" },
    { "uniform",
      "one link rate per tier, leaves alike, uplinks spread evenly: flows hash without collisions",
      "MegaScale, NSDI 2024", NULL },
    { "plane", "a plane carries 1/planes of a port, and the host balances over planes",
      "arXiv 2505.09343 (multi-plane)", "bw_after_plane_loss" },
    { "provisioned",
      "ratios are of the wired ports, not of those in use: downlinks left free only help",
      "definition", "leaf_ratio" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc fabric --node dgx-h100 --gpus 1016 --other-endpoints 4 --fabric ib-ndr",
    "aicalc fabric --gpus 8192 --planes 2 --leaf-radix 128 --links-per-cable 2 --link-bw 50GB/s",
    "aicalc fabric --gpus 16384 --isolated-rails --leaf-radix 64 --sweep oversubscription=1,2,3",
    "aicalc fabric --node dgx-b200 --gpus 4096 --fabric ib-ndr "
    "--budget 'cross_pod_bw_per_gpu >= 50GB/s' --budget 'switches <= 400'",
    NULL,
};

const struct aic_calculator aic_fabric = {
    .name = "fabric",
    .help = "switches, links and optics of a fat tree, and the bandwidth it leaves each GPU",
    .in_size = sizeof(struct aic_fabric_in),
    .out_size = sizeof(struct aic_fabric_out),
    .inputs = { aic_fabric_input_groups, AIC_FABRIC_INPUT_GROUPS },
    .results = { aic_fabric_result_groups, AIC_FABRIC_RESULT_GROUPS },
    .rules = NULL,
    .rule_count = 0,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
