/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: what deserves attention in an answer. */
#include "calculators/fabric/fabric.h"

#include <math.h>

#include "calculators/shared/format_quantity.h"

/* With this many spines or fewer the loss of one is a quarter of the bandwidth or more. */
static const double few_spines = 4;

static void warn_endpoints(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                           struct aic_notes *notes)
{
    if (aic_is_set(out->replaced_ports) && out->node_ports != in->nics_per_node) {
        aic_warn(notes, "ports-replaced",
                 "ports_per_gpu makes %g ports of a node, its entry has %g; give nics_per_node to "
                 "keep those",
                 out->node_ports, in->nics_per_node);
    }
    double rest = fmod(in->gpus, in->gpus_per_node);
    if (rest > 0) {
        aic_warn(notes, "partial-node",
                 "gpus ('%g') fill the last node with %g of %g: whole nodes are wired", in->gpus,
                 rest, in->gpus_per_node);
    }
    if (out->spare_endpoints == 0) {
        aic_warn(notes, "full", "every port of the leaves is in use: nothing can be added");
    }
}

static void warn_rails(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                       struct aic_notes *notes)
{
    double fewest = ceil(out->fabric_endpoints / out->leaf_downlinks);
    if (in->rails > 1 && out->fabric_leaves > fewest) {
        aic_warn(notes, "rails-add-leaves",
                 "rails take %g leaves where %g have the ports: a part-filled group of nodes costs "
                 "%g leaves",
                 out->fabric_leaves, fewest, in->rails);
    }
    if (in->isolated_rails == 1) {
        aic_warn(notes, "rail-only",
                 "isolated rails meet only inside a node: traffic between unequal ranks takes the "
                 "scale-up link first");
    }
}

static void warn_bandwidth(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                           struct aic_notes *notes)
{
    if (out->leaf_ratio > 1 || out->spine_ratio > 1) {
        aic_warn(notes, "oversubscribed",
                 "leaves are oversubscribed %s to 1%s: a collective runs at its slowest crossing; "
                 "keep jobs inside a leaf group or pod",
                 aic_format(out->leaf_ratio, AIC_COUNT).text,
                 out->spine_ratio > 1 ? ", spines too" : "");
    }
    if (out->tiers_used == AIC_TIERS_TWO && out->spines_per_leaf * in->planes <= few_spines) {
        aic_warn(notes, "spine-loss",
                 "losing one of %g spines takes %s of what a GPU has across leaves",
                 out->spines_per_leaf * in->planes,
                 aic_format(1 / (out->spines_per_leaf * in->planes), AIC_RATIO).text);
    }
}

void aic_fabric_warn(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                     struct aic_notes *notes)
{
    warn_endpoints(in, out, notes);
    warn_rails(in, out, notes);
    warn_bandwidth(in, out, notes);
    if (in->switch_power > 0 && in->transceiver_power > 0) {
        aic_warn(notes, "switch-power-includes-optics",
                 "switch_power and transceiver_power are both counted: the maximum of a switch "
                 "often contains its optics");
    }
}
