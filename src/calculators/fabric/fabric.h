/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the fabric calculator. */
#ifndef AICALC_MODELS_FABRIC_PARTS_H
#define AICALC_MODELS_FABRIC_PARTS_H

#include <aicalc/fabric.h>

extern const struct aic_group aic_fabric_input_groups[];
extern const struct aic_group aic_fabric_result_groups[];
enum { AIC_FABRIC_INPUT_GROUPS = 4, AIC_FABRIC_RESULT_GROUPS = 5 };

/*
 * One of the fabrics, which are all alike: how its switches are split and how
 * many there are. Tiers that it does not have count 0.
 */
struct aic_tree {
    double tiers;
    double endpoints;          /* E */
    double ports, port_groups; /* P of the nodes, in q rails */
    double down, up;           /* of a leaf */
    double spine_down, spine_up;
    double leaves, spines, cores;
    double pods, pod_leaves;
    double spines_per_leaf; /* d: switches that the uplinks of a leaf go to */
    double cores_per_group; /* c */
    double greatest;        /* endpoints that as many tiers can join */
};

/* Ports of a node: those of its entry, unless ports_per_gpu replaces them. */
double aic_fabric_node_ports(const struct aic_fabric_in *in);
/* The ports of the node's entry are replaced. */
bool aic_fabric_replaces_ports(const struct aic_fabric_in *in);

/* fabric_tree.c: the fewest tiers that fit, or those asked for. */
bool aic_fabric_build(const struct aic_fabric_in *in, struct aic_tree *tree,
                      struct aic_error *error);
/* GPUs that a number of endpoints of one fabric has room for. */
double aic_fabric_gpus_on(const struct aic_fabric_in *in, double endpoints);

/* fabric_warn.c */
void aic_fabric_warn(const struct aic_fabric_in *in, const struct aic_tree *tree,
                     const struct aic_fabric_out *out, struct aic_notes *notes);

#endif
