/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: switches, links and optics of a fat tree, and the bandwidth it leaves each GPU. */
#include <aicalc/fabric.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define IN          struct aic_fabric_in
#define OUT         struct aic_fabric_out
#define INPUT_ROWS  "calculators/fabric/inputs.inc"
#define RESULT_ROWS "calculators/fabric/results.inc"

static const char *const tier_counts[] = { "auto", "1", "2", "3", NULL };

/* The ports of a node: those of its entry, unless ports_per_gpu replaces them. */
static double node_ports_of(const struct aic_fabric_in *in)
{
    const double tiers_used = NAN;
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#include "calculators/fabric/results_tree.inc"
    return node_ports;
}

/* Whether a leaf has downlinks and uplinks: one switch has none of these, but is checked too. */
static bool splits_leaf(const struct aic_fabric_in *in)
{
    const double tiers_used = 2;
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#include "calculators/fabric/results_tree.inc"
    return leaf_downlinks >= 1 && leaf_uplinks >= 1;
}

/* Whether a tree of that many tiers joins all endpoints. */
static bool joins(const struct aic_fabric_in *in, double tiers_used)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#include "calculators/fabric/results_tree.inc"
    return tiers_used == 1   ? fabric_endpoints <= leaf_radix
           : tiers_used == 2 ? fabric_leaves <= spine_radix
                             : spine_uplinks > 0 && pods <= core_radix;
}

/* The fewest tiers that join all endpoints, or those asked for; three where none do. */
static double fewest_tiers(const struct aic_fabric_in *in, bool *joined)
{
    if (in->tiers != AIC_TIERS_AUTO) {
        *joined = joins(in, in->tiers);
        return in->tiers;
    }
    double tiers = 1;
    while (!(*joined = joins(in, tiers)) && tiers < 3) {
        tiers++;
    }
    return tiers;
}

#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Endpoints", gpus, other_endpoints),
    INPUT_GROUP("Switches", tiers, spine_oversubscription),
    INPUT_GROUP("Links", nic_bw, optical_node_links),
    INPUT_GROUP("Power and price", switch_power, cable_price),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Bandwidth", bw_per_gpu, bw_after_plane_loss),
    RESULT_GROUP("Switches", switches, fabric_cores),
    RESULT_GROUP("Links and parts", transceivers, links_per_leaf_spine_pair),
    RESULT_GROUP("Room", nodes, greatest_endpoints),
    RESULT_GROUP("Power and price", fabric_power, cost_per_gpu),
};

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

/* Switches of the next tier: the smallest divisor of a switch's uplinks at which one switch of
 * `radix` ports reaches all `below` evenly, as in NVIDIA's tables; unset without such a tier. */
static double spread(double uplinks, double below, double radix)
{
    double least = ceil(uplinks * below / radix);
    return aic_is_set(least) ? aic_divisor_from(uplinks, least) : (double)NAN;
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_fabric_in *in = input;
    struct aic_fabric_out *out = output;
    struct aic_error *error = &notes->error;
    bool joined;
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include "calculators/fabric/results.inc"

    if (!notes->quiet) {
#include "calculators/fabric/warnings.inc"
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_fabric = {
    .name = "fabric",
    .help = "switches, links and optics of a fat tree, and the bandwidth it leaves each GPU",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
