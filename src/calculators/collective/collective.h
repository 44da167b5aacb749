/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the collective calculator; calculator network times its collectives with them. */
#ifndef AICALC_CALCULATORS_COLLECTIVE_H
#define AICALC_CALCULATORS_COLLECTIVE_H

#include <aicalc/collective.h>

/* Nodes beyond which nothing was compared. */
static const double aic_measured_nodes = 128;

/* Whether the operation has the algorithm on that many nodes; auto always. */
bool aic_algorithm_exists(int operation, int algorithm, double nodes);

/*
 * The rows of TIME_PART by an algorithm that exists; auto takes the least time of ring,
 * tree across nodes or the switch inside one, and pairwise. False where a rate is missing: the
 * rows are those of ring or pairwise, without the times.
 */
bool aic_collective_run(const struct aic_collective_in *in, struct aic_collective_out *out);

/* Rows of checks and warnings that both calculators have. */
#define CHECK_SWITCH                                                                               \
    CHECK(MISSING, "algorithm", algorithm == AIC_ALGORITHM_NVLS && !known(nvls_bw),                \
          ("algorithm 'nvls' without nvls_bw"),                                                    \
          ("give nvls_bw, or a gpu of the catalog that has it"))
#define WARNING_PCIE                                                                               \
    WARNING("pcie-scale-up", scale_up_is_pcie == yes,                                              \
            "the scale-up link is PCIe: sockets and switches decide, measured figures differ "     \
            "tenfold")
#define WARNING_BEYOND_MEASURED(widest)                                                            \
    WARNING("beyond-measured-nodes", widest > aic_measured_nodes,                                  \
            "a collective spans %g nodes: times were compared with measurements of 2 to 128 "      \
            "nodes only",                                                                          \
            widest)

#endif
