/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: switches, links and optics of a topology, and the bandwidth it leaves each GPU. */
#include <aicalc/fabric.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define CALCULATOR fabric
#define IN         struct aic_fabric_in
#define OUT        struct aic_fabric_out

static const char *const topologies[] = { "fat-tree", "dragonfly", "slimfly", "torus", NULL };
enum {
    fat_tree = AIC_FAT_TREE,
    dragonfly = AIC_DRAGONFLY,
    slimfly = AIC_SLIMFLY,
    torus = AIC_TORUS
};
static const char *const designs[] = { "rail-only", "single-switch", "rail-optimized", "fat-tree",
                                       "dragonfly", "slimfly",       "torus",          NULL };
enum {
    rail_only = AIC_DESIGN_RAIL_ONLY,
    single_switch = AIC_DESIGN_SINGLE_SWITCH,
    rail_optimized = AIC_DESIGN_RAIL_OPTIMIZED,
    design__fat_tree = AIC_DESIGN_FAT_TREE,
    a_dragonfly = AIC_DESIGN_DRAGONFLY,
    a_slimfly = AIC_DESIGN_SLIMFLY,
    a_torus = AIC_DESIGN_TORUS
};
enum { tiers__auto = AIC_TIERS_AUTO };
static const char *const tier_counts[] = { "auto", "1", "2", "3", NULL };

/* The ports of a node: those of its entry, unless ports_per_node or ports_per_gpu replaces them. */
static double node_ports_of(const struct aic_fabric_in *in)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#define ONLY PORTS_PART
#include RESULT_ROWS
    return node_ports;
}

/* Switches of the next tier: the smallest divisor of a switch's uplinks at which one switch of
 * `radix` ports reaches all `below` evenly, as in NVIDIA's tables; unset without such a tier. */
static double spread(double uplinks, double below, double radix)
{
    double least = ceil(uplinks * below / radix);
    /* More downlinks than ports are refused, but only once the tiers have been looked for. */
    return uplinks >= 0 && aic_is_set(least) ? aic_divisor_from(uplinks, least) : (double)NAN;
}

/* Downlinks of a leaf and, in three tiers, of a spine, with what their tree comes to. */
struct split {
    double leaf, spine;
    double switches, links; /* links between switches */
    bool fits;
};

static inline struct split split_of(const struct aic_fabric_in *in, double tiers_used,
                                    double leaf_downlinks, double spine_downlinks)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#define ONLY (PORTS_PART | TREE_PART)
#include RESULT_ROWS
    return (struct split){
        .leaf = leaf_downlinks,
        .spine = spine_downlinks,
        .switches = fabric_leaves + fabric_spines + fabric_cores,
        .links =
            fabric_leaves * leaf_uplinks + (tiers_used == 3 ? fabric_spines * spine_uplinks : 0),
        .fits = tiers_used == 1   ? fabric_endpoints <= leaf_radix
                : tiers_used == 2 ? fabric_leaves <= spine_radix
                                  : spine_uplinks > 0 && spine_downlinks > 0 && pods <= core_radix,
    };
}

/* The whole ratios. */
static struct split limits_of(const struct aic_fabric_in *in, double tiers_used)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#define ONLY LIMIT_PART
#include RESULT_ROWS
    return (struct split){ .leaf = leaf_limit, .spine = spine_limit };
}

/* Whether a leaf has downlinks and uplinks: one switch has none of these, but is checked too. */
static bool splits_leaf(const struct aic_fabric_in *in)
{
    double down = limits_of(in, 2).leaf;
    return down >= 1 && aic_or(in->leaf_up_ports, in->leaf_radix - down) >= 1;
}

static bool is_cheaper(const struct split *a, const struct split *b)
{
    return a->switches < b->switches || (a->switches == b->switches && a->links < b->links);
}

/* Splits that are looked at of one switch: all of up to 4,096 ports, every n-th of more. */
#define MOST_SPLITS 2048

struct range {
    double least, step;
};

static struct range range_of(double radix, double ratio, double limit)
{
    double least = ratio > 1 ? floor(radix / 2) : limit;
    return (struct range){ least, fmax(1, ceil((limit - least) / MOST_SPLITS)) };
}

/* The cheapest split within the limits, of equals that with the fewest downlinks; the limits themselves
 * where none fits. `leaf` and `spine` go down from them. */
static struct split cheapest(const struct aic_fabric_in *in, double tiers_used)
{
    const struct split limits = limits_of(in, tiers_used);
    const bool leaf_is_given = aic_is_set(in->leaf_down_ports) || aic_is_set(in->leaf_up_ports);
    const struct range leaves = range_of(
        in->leaf_radix, leaf_is_given || tiers_used == 1 ? 1 : in->oversubscription, limits.leaf);
    const struct range spines = range_of(in->spine_radix, in->spine_oversubscription, limits.spine);
    struct split best = split_of(in, tiers_used, limits.leaf, limits.spine);
    for (double leaf = limits.leaf; leaf >= leaves.least; leaf -= leaves.step) {
        double spine = limits.spine;
        do {
            struct split split = split_of(in, tiers_used, leaf, spine);
            if (split.fits && (!best.fits || !is_cheaper(&best, &split))) {
                best = split;
            }
            spine -= spines.step;
        } while (spine >= spines.least);
    }
    return best;
}

/* The fewest tiers that join all endpoints, or those asked for; three where none do. */
static double fewest_tiers(const struct aic_fabric_in *in, struct split *split)
{
    if (in->topology != fat_tree) {
        *split = (struct split){ NAN, NAN, NAN, NAN, true };
        return NAN;
    }
    double tiers = in->tiers != AIC_TIERS_AUTO ? in->tiers : 1;
    *split = cheapest(in, tiers);
    while (in->tiers == AIC_TIERS_AUTO && !split->fits && tiers < 3) {
        *split = cheapest(in, ++tiers);
    }
    return tiers;
}

/* Flows of one uplink up to which their collisions are counted: in so many steps as its square root. */
#define MOST_FLOWS 1e9

/* The logarithm of m!: a sum, or from 16 on Stirling's series, whose next term is below 1e-11. */
static double log_factorial(double m)
{
    if (m < 16) {
        double sum = 0;
        for (double k = 2; k <= m; k++) {
            sum += log(k);
        }
        return sum;
    }
    const double half_log_2_pi = 0.91893853320467274178;
    double square = m * m;
    return (m + 0.5) * log(m) - m + half_log_2_pi +
           (1 / 12.0 - (1 / 360.0 - 1 / (1260 * square)) / square) / m;
}

/*
 * Flows that the fullest of `uplinks` is expected to have: the sum of the chances that it has more than
 * 0, 1, 2, .. where each has a Poisson count. Far below the mean the chance is 1, far above it 0.
 */
static double fullest_of(double mean, double uplinks)
{
    if (!(mean > 0)) {
        return NAN;
    }
    double m = fmax(0, floor(mean - 12 * sqrt(mean) - 12));
    double chance = exp(m * log(mean) - mean - log_factorial(m));
    double at_most = chance;
    double fullest = fmax(1, m); /* more than 0 in any case */
    for (; m == 0 || m < mean || chance >= 1e-15; m++) {
        fullest += m > 0 ? 1 - pow(fmin(at_most, 1), uplinks) : 0;
        chance *= mean / (m + 1);
        at_most += chance;
    }
    return fullest;
}

/* Of a Slim Fly with a larger q there would be more endpoints than can be counted. */
#define GREATEST_Q (1 << 18)

/* Endpoints of the Slim Fly of such a q; unset where its routers need more ports. */
static double slimfly_of(const struct aic_fabric_in *in, double slimfly_q)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"

#define ONLY SLIMFLY_PART
#include RESULT_ROWS
    return slimfly_links + slimfly_endpoints <= leaf_radix ? slimfly_joined : (double)NAN;
}

static bool is_slimfly(unsigned q)
{
    return q > 2 && q % 4 != 2 && aic_is_prime_power(q);
}

/* Endpoints grow as 3/2 q^3 and a little more, which says where to begin. */
static double least_slimfly(const struct aic_fabric_in *in, double endpoints)
{
    double begin = fmax(3, floor(pow(endpoints / 1.5, 1.0 / 3)) - 3);
    for (unsigned q = begin < GREATEST_Q ? (unsigned)begin : GREATEST_Q; q < GREATEST_Q; q++) {
        double joined = is_slimfly(q) ? slimfly_of(in, q) : 0;
        if (!(joined < endpoints)) {
            return aic_is_set(joined) ? q : (double)NAN;
        }
    }
    return NAN;
}

/* A router needs at least 9/4 q - 3/4 ports, which says where to begin. */
static double greatest_slimfly_of(const struct aic_fabric_in *in)
{
    double begin = floor((in->leaf_radix + 1) / 2.25);
    for (unsigned q = begin < GREATEST_Q ? (unsigned)begin : 0; q > 2; q--) {
        double joined = is_slimfly(q) ? slimfly_of(in, q) : (double)NAN;
        if (aic_is_set(joined)) {
            return joined;
        }
    }
    return NAN;
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
      "one link rate per tier, leaves alike, uplinks spread evenly: flows do not collide unless "
      "ecmp_flows is given",
      "MegaScale, NSDI 2024", NULL },
    { "cheapest-split",
      "a switch counts more than its links: with 1,720 W a switch and 17 W a transceiver, or "
      "25,000 and "
      "600 USD (assumed), no wider limit was dearer in 13,957 pairs of limits",
      "every split within the limits is counted", "leaf_downlinks spine_downlinks" },
    { "hashing",
      "an ideal hash, all ports busy at once, equal flows: one flow a port on 32 uplinks leaves 28 "
      "%, 4 "
      "leave 46 %, 16 65 % and 64 79 %; a lower bound, since a ring inside a rail crosses no "
      "spine. Meta "
      "measured up to 40 % more all-reduce bandwidth by hashing many queue pairs",
      "balls into bins, within 0.7 % of drawing lots from 16 flows on, 3 % for four; Meta, SIGCOMM "
      "2024",
      "fullest_uplink" },
    { "plane", "a plane carries 1/planes of a port, and the host balances over planes",
      "arXiv 2505.09343 (multi-plane)", "bw_after_plane_loss" },
    { "provisioned",
      "ratios are of the wired ports, not of those in use: downlinks left free only help",
      "definition", "leaf_ratio" },
    { "closed-forms",
      "switches and links are counted, not routed: under load adaptive routing leaves less than "
      "bisection_bw",
      "Kim, Dally, Scott, Abts, ISCA 2008 (dragonfly); Besta, Hoefler, SC 2014 (Slim Fly); Google, "
      "TPU v5e (torus)",
      "diameter" },
    { "node-optics",
      "optics at the ports of nodes are counted, though the maximum of a DGX may contain them: 1 "
      "to "
      "2 % of it",
      "NVIDIA, DGX user guides", "fabric_power" },
    { "pause",
      "each port holds what arrives until a pause takes effect: a frame that has just begun, the "
      "pause itself, the cable both ways, the sender's response and one more frame",
      "IEEE 802.1Qbb; its terms as published at besthub.dev", "pfc_headroom" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc fabric --node dgx-h100 --gpus 1016 --other-endpoints 4 --fabric ib-ndr",
    "aicalc fabric --gpus 8192 --planes 2 --leaf-radix 128 --links-per-cable 2 --link-bw 50GB/s",
    "aicalc fabric --gpus 16384 --isolated-rails --leaf-radix 64 --sweep oversubscription=1,2,3",
    "aicalc fabric --gpus 1024 --fabric roce-400g --node dgx-h100 --sweep ecmp_flows=1,4,16,64",
    "aicalc fabric --topology torus --gpus 256 --torus-x 16 --torus-y 16 --link-bw 50GB/s",
    "aicalc fabric --gpus 512 --fabric roce-400g --cable-length 100 --switch-buffer 64MB",
    "aicalc fabric --node dgx-b200 --gpus 4096 --fabric ib-ndr "
    "--budget 'cross_pod_bw_per_gpu >= 50GB/s' --budget 'switches <= 400'",
    NULL,
};

#include "engine/rows/tables.inc"

static void warn(const IN *in, const OUT *out, struct aic_notes *notes)
{
#include "engine/rows/warn.inc"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_fabric_in *in = input;
    struct aic_fabric_out *out = output;
    struct split split;
#include "engine/rows/compute.inc"
}

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "ports-replaced", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_node,  INDEX_gpus,   INDEX_fabric,           INDEX_topology,   INDEX_tiers,
    INDEX_rails, INDEX_planes, INDEX_oversubscription, INDEX_leaf_radix, INDEX_other_endpoints,
};

/* What the price contains, and what it lacks. */
static const struct aic_content contents[] = {
    { "fabric_cost", AIC_WITHIN, "switches", NULL, "switch_price" },
    { "fabric_cost", AIC_WITHIN, "transceivers", NULL, "transceiver_price" },
    { "fabric_cost", AIC_WITHIN, "cables", NULL, "cable_price" },
    { "fabric_cost", AIC_LACKS, "transceivers", "--transceiver-price 800USD",
      "!transceiver_price" },
    { "fabric_cost", AIC_LACKS, "cables", "--cable-price 100USD", "!cable_price" },
    { "fabric_cost", AIC_LACKS, "adapters of the nodes", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_fabric = {
    .name = "fabric",
    .help = "switches, links and optics that join GPUs, and the bandwidth they leave each of them",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .named = "fabric",
};
