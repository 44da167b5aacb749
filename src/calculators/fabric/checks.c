/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: what can be asked. */
#include "calculators/fabric/fabric.h"

#include <aicalc/text.h>

#include "calculators/shared/divisors.h"

static bool check_ports(const struct aic_fabric_in *in, double ports, struct aic_error *error)
{
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
    return true;
}

static bool fail_split(const struct aic_fabric_in *in, double down, struct aic_error *error)
{
    const char *name = aic_is_set(in->leaf_down_ports) ? "leaf_down_ports"
                       : aic_is_set(in->leaf_up_ports) ? "leaf_up_ports"
                                                       : "oversubscription";
    double value = aic_or(in->leaf_down_ports, aic_or(in->leaf_up_ports, in->oversubscription));
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "%s ('%g') leaves no %s of the ports of a leaf (leaf_radix '%g')", name, value,
             down >= 1 ? "uplink" : "downlink", in->leaf_radix);
    if (name[0] == 'o') {
        return aic_suggest(error, "%g to %g would do", 1 / (in->leaf_radix - 1),
                           in->leaf_radix - 1);
    }
    return aic_suggest(error, "give 1 to %g, or both leaf_down_ports and leaf_up_ports",
                       in->leaf_radix - 1);
}

/* One switch has no uplinks; the ports of a leaf must be split well all the same. */
static bool check_split(const struct aic_fabric_in *in, const struct aic_fabric_out *tree,
                        struct aic_error *error)
{
    struct aic_fabric_out two;
    if (!aic_is_set(tree->leaf_uplinks)) {
        aic_fabric_joins(in, AIC_TIERS_TWO, &two);
        tree = &two;
    }
    return (tree->leaf_downlinks >= 1 && tree->leaf_uplinks >= 1) ||
           fail_split(in, tree->leaf_downlinks, error);
}

static bool fail_fit(const struct aic_fabric_in *in, const struct aic_fabric_out *tree,
                     struct aic_error *error)
{
    static const char *const words[] = { "three tiers", "one tier", "two tiers", "three tiers" };
    bool automatic = in->tiers == AIC_TIERS_AUTO;
    const char *name = automatic ? "gpus" : "tiers";
    const char *which = words[in->tiers];
    if (tree->fabric_endpoints > tree->greatest_endpoints) {
        aic_fail(error, AIC_ERR_CONFLICT, name,
                 "%g endpoints of gpus ('%g') do not fit in %s: at most %g endpoints do",
                 tree->fabric_endpoints, in->gpus, which, tree->greatest_endpoints);
        return tree->max_gpus > 0
                   ? aic_suggest(error,
                                 "at most %g gpus would do, or more ports in a switch "
                                 "(leaf_radix, spine_radix)%s",
                                 tree->max_gpus, automatic ? "" : ", or tiers auto")
                   : aic_suggest(error, "give more ports in a switch (leaf_radix, spine_radix), "
                                        "or another oversubscription");
    }
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "%g leaves of gpus ('%g') with rails ('%g') do not fit in %s, which join at most %g "
             "endpoints on full leaves",
             tree->fabric_leaves, in->gpus, in->rails, which, tree->greatest_endpoints);
    return aic_suggest(error, "give rails 1, more ports in a switch (spine_radix, core_radix) or "
                              "fewer gpus");
}

bool aic_fabric_check(const struct aic_fabric_in *in, const struct aic_fabric_out *tree,
                      bool joined, struct aic_error *error)
{
    if (!aic_is_set(in->gpus)) {
        aic_fail(error, AIC_ERR_MISSING, "gpus", "gpus requires a value: how many are joined");
        return aic_suggest(error, "give gpus, such as 1024");
    }
    return check_ports(in, tree->node_ports, error) && check_split(in, tree, error) &&
           (joined || fail_fit(in, tree, error));
}
