/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the fabric calculator. */
#ifndef AICALC_CALCULATORS_FABRIC_H
#define AICALC_CALCULATORS_FABRIC_H

#include <aicalc/fabric.h>

/* Whether an input has the value of a catalog's entry. */
#define from_catalog(input) (AIC_ORIGIN(in, input) == AIC_FROM_CATALOG)

/* The ports of a node: those of its entry, unless ports_per_gpu replaces them. */
double aic_fabric_node_ports(const struct aic_fabric_in *in);
/* Computes the ports and a tree of that many tiers, into `out`; true: it joins all endpoints. */
bool aic_fabric_joins(const struct aic_fabric_in *in, double tiers_used,
                      struct aic_fabric_out *out);
/* The fewest tiers that join all endpoints, or the number asked for; unset where none does. `tree`
 * is of the last number tried. */
double aic_fabric_fewest_tiers(const struct aic_fabric_in *in, struct aic_fabric_out *tree);

/* False: `error` says why these inputs have no answer. `joined`: `tree` joins all endpoints. */
bool aic_fabric_check(const struct aic_fabric_in *in, const struct aic_fabric_out *tree,
                      bool joined, struct aic_error *error);

/* What deserves attention in an answer. */
void aic_fabric_warn(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                     struct aic_notes *notes);

#endif
