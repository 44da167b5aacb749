/* SPDX-License-Identifier: Apache-2.0 */
/* collective: what deserves attention in an answer. */
#include "calculators/collective/collective.h"

#include "calculators/shared/format_quantity.h"

/* A figure near half of what is expected has one of a few known causes. */
static const double half_low = 0.42;
static const double half_high = 0.58;

static void warn_inside(const struct aic_collective_in *in, const struct aic_collective_out *out,
                        struct aic_notes *notes)
{
    if (!aic_is_set(out->bus_rate)) {
        return;
    }
    double r = in->ranks_per_node;
    double mesh = aic_mesh_share(r, in->links.peer_bw, in->links.nvlink_bw);
    if (!aic_is_set(in->bus_bw) && mesh < 1) {
        aic_warn(notes, "mesh-small-group",
                 "%g GPUs of a mesh use %s of their links (peer_bw is that of one pair): the "
                 "others are idle",
                 r, aic_format(mesh, AIC_RATIO).text);
    }
    if (out->unmeasured == 1) {
        aic_warn(notes, "unmeasured-gpu",
                 "neither bus_bw nor bus_bw_limit is known: %s of the link (nvlink_efficiency) is "
                 "an assumption",
                 aic_format(in->links.nvlink_efficiency, AIC_RATIO).text);
    }
    if (!aic_is_set(in->bus_bw) && aic_is_set(in->bus_bw_limit) && r > aic_measured_ranks) {
        aic_warn(notes, "beyond-measured-group",
                 "%g ranks share a node; bus_bw_limit was fitted to 2, 4 and 8", r);
    }
}

static void warn_estimate(const struct aic_collective_in *in, const struct aic_collective_out *out,
                          struct aic_notes *notes)
{
    if (in->size < out->half_bandwidth_size) {
        aic_warn(
            notes, "below-half-bandwidth",
            "size is below half_bandwidth_size (%s): start-up and the way of measuring decide; "
            "compare like with like, or give call_overhead",
            aic_format(out->half_bandwidth_size, AIC_BYTES).text);
    }
    if (out->algorithm_used == AIC_ALGORITHM_NVLS || out->algorithm_used == AIC_ALGORITHM_SHARP) {
        aic_warn(notes, "busbw-above-wire",
                 "busbw of %s is what a ring would need: no rate of a wire, it may exceed the link",
                 aic_algorithms[out->algorithm_used]);
    }
    warn_inside(in, out, notes);
}

void aic_warn_pcie(const struct aic_links *links, struct aic_notes *notes)
{
    if (links->scale_up_is_pcie == 1) {
        aic_warn(notes, "pcie-scale-up",
                 "the scale-up link is PCIe: sockets and switches decide, measured figures differ "
                 "tenfold");
    }
}

void aic_warn_beyond_measured(double nodes, struct aic_notes *notes)
{
    if (nodes > aic_measured_nodes) {
        aic_warn(notes, "beyond-measured-nodes",
                 "a collective spans %g nodes: times were compared with measurements of 2 to 128 "
                 "nodes only",
                 nodes);
    }
}

void aic_collective_warn(const struct aic_collective_in *in, const struct aic_collective_out *out,
                         struct aic_notes *notes)
{
    if (aic_is_set(out->time)) {
        warn_estimate(in, out, notes);
    }
    if (in->operation == AIC_ALL_REDUCE && out->nodes == 2) {
        aic_warn(notes, "two-node-tree",
                 "over two nodes NCCL may take a tree, which shows up to %s; force a ring "
                 "(NCCL_ALGO) before more nodes are inferred from it",
                 aic_is_set(out->busbw_high) ? aic_format(out->busbw_high, AIC_RATE).text
                                             : "twice a ring's bus bandwidth");
    }
    if (out->actual_over_expected >= half_low && out->actual_over_expected <= half_high) {
        aic_warn(notes, "half-of-expected",
                 "measured is about half of expected (%s): PCIe access control (ACS), one rail "
                 "down, or a rate that counts both directions",
                 aic_format(out->actual_over_expected, AIC_RATIO).text);
    }
    aic_warn_pcie(&in->links, notes);
    aic_warn_beyond_measured(out->nodes, notes);
}
