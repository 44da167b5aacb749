/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the fabric calculator. */
#ifndef AICALC_CALCULATORS_FABRIC_H
#define AICALC_CALCULATORS_FABRIC_H

#include <aicalc/fabric.h>

/* Whether an input has the value of a catalog's entry. */
#define from_catalog(input) (AIC_ORIGIN(in, input) == AIC_FROM_CATALOG)

/* The ports of a node: those of its entry, unless ports_per_gpu replaces them. */
double aic_fabric_node_ports(const struct aic_fabric_in *in);
/* The fewest tiers that join all endpoints, or the number asked for; unset where none does. */
double aic_fabric_tiers_used(const struct aic_fabric_in *in);
/* Computes what decides that for a number of tiers, into `out`; true: they join all endpoints. */
bool aic_fabric_joins(const struct aic_fabric_in *in, double tiers_used,
                      struct aic_fabric_out *out);
/* Computes how the ports of a leaf below spines are split, into `out`. */
void aic_fabric_split(const struct aic_fabric_in *in, struct aic_fabric_out *out);

/* False: `error` says why these inputs have no answer. */
bool aic_fabric_check(const struct aic_fabric_in *in, struct aic_error *error);
/* Says which number of tiers does not join the endpoints; false. */
bool aic_fabric_fail_fit(const struct aic_fabric_in *in, struct aic_error *error);

/* What deserves attention in an answer. */
void aic_fabric_warn(const struct aic_fabric_in *in, const struct aic_fabric_out *out,
                     struct aic_notes *notes);

#endif
