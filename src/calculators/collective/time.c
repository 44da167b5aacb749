/* SPDX-License-Identifier: Apache-2.0 */
/* collective: the algorithm that auto takes, and the time of a collective by it. */
#include "calculators/collective/rows.h"

const char *const aic_operations[] = {
    [AIC_ALL_REDUCE] = "all_reduce",
    [AIC_ALL_GATHER] = "all_gather",
    [AIC_REDUCE_SCATTER] = "reduce_scatter",
    [AIC_ALL_TO_ALL] = "all_to_all",
    [AIC_BROADCAST] = "broadcast",
    [AIC_REDUCE] = "reduce",
    [AIC_GATHER] = "gather",
    [AIC_SCATTER] = "scatter",
    [AIC_SEND_RECV] = "send_recv",
    NULL,
};
const char *const aic_algorithms[] = {
    [AIC_ALGORITHM_AUTO] = "auto",
    [AIC_ALGORITHM_RING] = "ring",
    [AIC_ALGORITHM_TREE] = "tree",
    [AIC_ALGORITHM_NVLS] = "nvls",
    [AIC_ALGORITHM_HIERARCHICAL] = "hierarchical",
    [AIC_ALGORITHM_SHARP] = "sharp",
    [AIC_ALGORITHM_PAIRWISE] = "pairwise",
    NULL,
};

static bool is_pairwise(int operation)
{
    return operation == AIC_ALL_TO_ALL || operation == AIC_GATHER || operation == AIC_SCATTER ||
           operation == AIC_SEND_RECV;
}

bool aic_algorithm_exists(int operation, int algorithm, double nodes)
{
    switch ((enum aic_algorithm)algorithm) {
    case AIC_ALGORITHM_AUTO:
        return true;
    case AIC_ALGORITHM_RING:
        return !is_pairwise(operation);
    case AIC_ALGORITHM_PAIRWISE:
        return is_pairwise(operation);
    case AIC_ALGORITHM_NVLS:
        return operation == AIC_ALL_REDUCE && nodes == 1;
    case AIC_ALGORITHM_TREE:
    case AIC_ALGORITHM_SHARP:
        return operation == AIC_ALL_REDUCE && nodes > 1;
    case AIC_ALGORITHM_HIERARCHICAL:
        break;
    }
    return (operation == AIC_ALL_REDUCE || operation == AIC_ALL_GATHER ||
            operation == AIC_REDUCE_SCATTER) &&
           nodes > 1;
}

double aic_mesh_share(double ranks_per_node, double peer_bw, double nvlink_bw)
{
    return min(1, (ranks_per_node - 1) * peer_bw / nvlink_bw); /* 1 where one of them is unset */
}

static void evaluate(const struct aic_collective_in *in, int algorithm_used,
                     struct aic_collective_out *out)
{
    out->algorithm_used = algorithm_used;
#include "engine/rows/code.inc"
#include TIME_ROWS
#include "engine/rows/none.h"
}

/* The other algorithm that auto has for an all_reduce; auto itself: none. */
static int rival_of(const struct aic_collective_in *in, double nodes)
{
    if (in->algorithm != AIC_ALGORITHM_AUTO || in->operation != AIC_ALL_REDUCE) {
        return AIC_ALGORITHM_AUTO;
    }
    if (nodes > 1) {
        return AIC_ALGORITHM_TREE;
    }
    return aic_is_set(in->links.nvls_bw) && in->ranks >= in->links.nvls_min_ranks
               ? AIC_ALGORITHM_NVLS
               : AIC_ALGORITHM_AUTO;
}

bool aic_collective_run(const struct aic_collective_in *in, struct aic_collective_out *out)
{
    evaluate(in,
             in->algorithm != AIC_ALGORITHM_AUTO ? in->algorithm
             : is_pairwise(in->operation)        ? AIC_ALGORITHM_PAIRWISE
                                                 : AIC_ALGORITHM_RING,
             out);
    if ((in->ranks_per_node > 1 && !aic_is_set(out->bus_rate)) ||
        (out->nodes > 1 && !aic_is_set(out->port_rate))) {
        out->latency_time = out->time = NAN;
        return false;
    }
    int rival = rival_of(in, out->nodes);
    if (rival != AIC_ALGORITHM_AUTO) {
        struct aic_collective_out other;
        evaluate(in, rival, &other);
        if (other.time < out->time) {
            *out = other;
        }
    }
    return true;
}
