/* SPDX-License-Identifier: Apache-2.0 */
/* fabric: the number of tiers, found by the rows that compute the answer. */
#include "calculators/fabric/fabric.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/fabric/inputs.inc"
#define RESULT_ROWS "calculators/fabric/results.inc"

double aic_fabric_node_ports(const struct aic_fabric_in *in)
{
    struct aic_fabric_out ports;
    struct aic_fabric_out *out = &ports;
#include "engine/rows/code.inc"

#include "calculators/fabric/results_ports.inc"
    return node_ports;
}

bool aic_fabric_joins(const struct aic_fabric_in *in, double tiers_used, struct aic_fabric_out *out)
{
#include "engine/rows/code.inc"

#include "calculators/fabric/results_ports.inc"
#include "calculators/fabric/results_tiers.inc"
    return tiers_used == AIC_TIERS_ONE   ? fabric_endpoints <= leaf_radix
           : tiers_used == AIC_TIERS_TWO ? fabric_leaves <= spine_radix
                                         : spine_uplinks > 0 && pods <= core_radix;
}

double aic_fabric_fewest_tiers(const struct aic_fabric_in *in, struct aic_fabric_out *tree)
{
    int first = in->tiers == AIC_TIERS_AUTO ? AIC_TIERS_ONE : in->tiers;
    int last = in->tiers == AIC_TIERS_AUTO ? AIC_TIERS_THREE : in->tiers;
    for (int tiers = first; tiers <= last; tiers++) {
        if (aic_fabric_joins(in, tiers, tree)) {
            return tiers;
        }
    }
    return NAN;
}
