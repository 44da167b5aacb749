/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fabric: the fat tree. How many leaves the endpoints take, and how many
 * spines and cores reach all of them evenly.
 */
#include "calculators/fabric/fabric.h"

#include <math.h>

#include <aicalc/text.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/rounding.h"

double aic_fabric_node_ports(const struct aic_fabric_in *in)
{
    return aic_fabric_replaces_ports(in) ? in->gpus_per_node * in->ports_per_gpu
                                         : in->nics_per_node;
}

bool aic_fabric_replaces_ports(const struct aic_fabric_in *in)
{
    return AIC_ORIGIN(in, nics_per_node) == AIC_FROM_CATALOG && aic_is_set(in->ports_per_gpu);
}

/* Downlinks of a switch of `radix` ports at `ratio` downlinks per uplink, at most. */
static double downlinks(double radix, double ratio)
{
    return floor(radix * ratio / (1 + ratio) + 1e-9);
}

static bool fail_split(const struct aic_fabric_in *in, const struct aic_tree *tree,
                       struct aic_error *error)
{
    const char *name = aic_is_set(in->leaf_down_ports) ? "leaf_down_ports"
                       : aic_is_set(in->leaf_up_ports) ? "leaf_up_ports"
                                                       : "oversubscription";
    double value = aic_or(in->leaf_down_ports, aic_or(in->leaf_up_ports, in->oversubscription));
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "%s ('%g') leaves no %s of the ports of a leaf (leaf_radix '%g')", name, value,
             tree->down >= 1 ? "uplink" : "downlink", in->leaf_radix);
    if (name[0] == 'o') {
        return aic_suggest(error, "%g to %g would do", 1 / (in->leaf_radix - 1),
                           in->leaf_radix - 1);
    }
    return aic_suggest(error, "give 1 to %g, or both leaf_down_ports and leaf_up_ports",
                       in->leaf_radix - 1);
}

/* Both given: taken as they are. One given: the other is the rest. */
static bool split_switches(const struct aic_fabric_in *in, struct aic_tree *tree,
                           struct aic_error *error)
{
    tree->down = aic_or(in->leaf_down_ports, aic_is_set(in->leaf_up_ports)
                                                 ? in->leaf_radix - in->leaf_up_ports
                                                 : downlinks(in->leaf_radix, in->oversubscription));
    tree->up = aic_or(in->leaf_up_ports, in->leaf_radix - tree->down);
    tree->spine_down = downlinks(in->spine_radix, in->spine_oversubscription);
    tree->spine_up = in->spine_radix - tree->spine_down;
    if (tree->down >= 1 && tree->up >= 1) {
        return true;
    }
    return fail_split(in, tree, error);
}

static bool count_endpoints(const struct aic_fabric_in *in, struct aic_tree *tree,
                            struct aic_error *error)
{
    double ports = aic_fabric_node_ports(in);
    if (ports > AIC_MAX_INTEGER) {
        aic_fail(error, AIC_ERR_RANGE, "ports_per_gpu",
                 "gpus_per_node x ports_per_gpu ('%g' x '%g') is more than can be counted",
                 in->gpus_per_node, in->ports_per_gpu);
        return aic_suggest(error, "give smaller values");
    }
    if (!aic_divides(in->rails, ports)) {
        aic_fail(error, AIC_ERR_CONFLICT, "rails",
                 "rails ('%g') does not divide nics_per_node ('%g')", in->rails, ports);
        return aic_suggest(error, "rails of %g or %g would do", aic_divisor_up_to(ports, in->rails),
                           aic_divisor_from(ports, in->rails));
    }
    bool isolated = in->isolated_rails == 1;
    double rails = isolated ? in->rails : 1;
    tree->port_groups = isolated ? 1 : in->rails;
    tree->ports = aic_ceil_div(in->gpus, in->gpus_per_node) * (ports / rails);
    tree->endpoints = tree->ports + aic_ceil_div(in->other_endpoints, rails);
    return true;
}

/* A rail fills leaves of its own: the ports of a node are on as many leaves as there are rails. */
static double count_leaves(const struct aic_tree *tree)
{
    double by_rail =
        tree->port_groups * aic_ceil_div(aic_ceil_div(tree->ports, tree->port_groups), tree->down);
    return fmax(by_rail, aic_ceil_div(tree->endpoints, tree->down));
}

/*
 * Switches of the next tier: the smallest divisor of a switch's uplinks at which one switch of
 * `radix` ports reaches all `below` with the same number of links. It is
 * this rule that gives NVIDIA's tables (DGX SuperPOD reference architectures).
 */
static double spread(double uplinks, double below, double radix)
{
    return aic_divisor_from(uplinks, aic_ceil_div(uplinks * below, radix));
}

static bool build_one(const struct aic_fabric_in *in, struct aic_tree *tree)
{
    tree->greatest = in->leaf_radix;
    tree->down = in->leaf_radix;
    tree->up = 0;
    tree->leaves = 1;
    return tree->endpoints <= in->leaf_radix;
}

static bool build_two(const struct aic_fabric_in *in, struct aic_tree *tree)
{
    tree->greatest = in->spine_radix * tree->down;
    tree->leaves = count_leaves(tree);
    if (tree->leaves > in->spine_radix) {
        return false;
    }
    tree->spines_per_leaf = spread(tree->up, tree->leaves, in->spine_radix);
    tree->spines = tree->spines_per_leaf;
    return true;
}

/* Pods of two tiers; the i-th spine of every pod meets in the i-th group of cores. */
static bool build_three(const struct aic_fabric_in *in, struct aic_tree *tree)
{
    if (!(tree->spine_down >= 1 && tree->spine_up >= 1)) {
        tree->greatest = 0;
        return false;
    }
    tree->greatest = in->core_radix * tree->spine_down * tree->down;
    tree->leaves = count_leaves(tree);
    tree->pods = aic_ceil_div(tree->leaves, tree->spine_down);
    tree->pod_leaves = aic_ceil_div(tree->leaves, tree->pods);
    if (tree->pods > in->core_radix) {
        return false;
    }
    tree->spines_per_leaf = spread(tree->up, tree->pod_leaves, tree->spine_down);
    tree->spines = tree->pods * tree->spines_per_leaf;
    tree->cores_per_group = spread(tree->spine_up, tree->pods, in->core_radix);
    tree->cores = tree->spines_per_leaf * tree->cores_per_group;
    return true;
}

static bool build_tiers(const struct aic_fabric_in *in, int tiers, struct aic_tree *tree)
{
    tree->tiers = tiers;
    switch ((enum aic_fabric_tiers)tiers) {
    case AIC_TIERS_ONE:
        return build_one(in, tree);
    case AIC_TIERS_TWO:
        return build_two(in, tree);
    case AIC_TIERS_THREE:
    case AIC_TIERS_AUTO: /* which is one of the others by now */
        break;
    }
    return build_three(in, tree);
}

double aic_fabric_gpus_on(const struct aic_fabric_in *in, double endpoints)
{
    double all = endpoints * (in->isolated_rails == 1 ? in->rails : 1) - in->other_endpoints;
    return fmax(0, floor(all / aic_fabric_node_ports(in))) * in->gpus_per_node;
}

/* `tree` is the largest that was tried. */
static bool fail_fit(const struct aic_fabric_in *in, const struct aic_tree *tree,
                     struct aic_error *error)
{
    static const char *const words[] = { "three tiers", "one tier", "two tiers", "three tiers" };
    const char *name = in->tiers == AIC_TIERS_AUTO ? "gpus" : "tiers";
    const char *which = words[in->tiers];
    if (tree->endpoints > tree->greatest) {
        aic_fail(error, AIC_ERR_CONFLICT, name,
                 "%g endpoints of gpus ('%g') do not fit in %s: at most %g endpoints do",
                 tree->endpoints, in->gpus, which, tree->greatest);
        double gpus = aic_fabric_gpus_on(in, tree->greatest);
        return gpus > 0 ? aic_suggest(error,
                                      "at most %g gpus would do, or more ports in a switch "
                                      "(leaf_radix, spine_radix)%s",
                                      gpus, in->tiers == AIC_TIERS_AUTO ? "" : ", or tiers auto")
                        : aic_suggest(error, "give more ports in a switch (leaf_radix, "
                                             "spine_radix), or another oversubscription");
    }
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "%g leaves of gpus ('%g') with rails ('%g') do not fit in %s, which join at most %g "
             "endpoints on full leaves",
             tree->leaves, in->gpus, in->rails, which, tree->greatest);
    return aic_suggest(error, "give rails 1, more ports in a switch (spine_radix, core_radix) or "
                              "fewer gpus");
}

bool aic_fabric_build(const struct aic_fabric_in *in, struct aic_tree *tree,
                      struct aic_error *error)
{
    struct aic_tree empty = { .tiers = 0 };
    if (!count_endpoints(in, &empty, error) || !split_switches(in, &empty, error)) {
        return false;
    }
    int first = in->tiers == AIC_TIERS_AUTO ? AIC_TIERS_ONE : in->tiers;
    int last = in->tiers == AIC_TIERS_AUTO ? AIC_TIERS_THREE : in->tiers;
    for (int tiers = first; tiers <= last; tiers++) {
        *tree = empty;
        if (build_tiers(in, tiers, tree)) {
            return true;
        }
    }
    return fail_fit(in, tree, error);
}
