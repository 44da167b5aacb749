/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the collective calculator; calculator network times its collectives with them. */
#ifndef AICALC_CALCULATORS_COLLECTIVE_H
#define AICALC_CALCULATORS_COLLECTIVE_H

#include <aicalc/collective.h>

extern const char *const aic_operations[];
extern const char *const aic_algorithms[];

/* Beyond these sizes of a group nothing was compared. */
static const double aic_measured_nodes = 128;
static const double aic_measured_ranks = 8;

/* Whether the operation has the algorithm on that many nodes; auto always. */
bool aic_algorithm_exists(int operation, int algorithm, double nodes);

/* Share of the links to its peers that a group of a mesh uses; 1 where switched. */
double aic_mesh_share(double ranks_per_node, double peer_bw, double nvlink_bw);

/*
 * The rows of results_time.inc by an algorithm that exists; auto takes the least time of ring,
 * tree across nodes or the switch inside one, and pairwise. False where a rate is missing: the
 * rows are those of ring or pairwise, without the times.
 */
bool aic_collective_run(const struct aic_collective_in *in, struct aic_collective_out *out);

/* False: `error` says why these inputs have no answer. */
bool aic_collective_check(const struct aic_collective_in *in, struct aic_error *error);
/* The rate of a reduction in the switch is known where `algorithm` is one. */
bool aic_check_switch(int algorithm, const struct aic_links *links, struct aic_error *error);

/* What deserves attention in an answer. */
void aic_collective_warn(const struct aic_collective_in *in, const struct aic_collective_out *out,
                         struct aic_notes *notes);
void aic_warn_pcie(const struct aic_links *links, struct aic_notes *notes);
/* `nodes` of the widest collective */
void aic_warn_beyond_measured(double nodes, struct aic_notes *notes);

#endif
