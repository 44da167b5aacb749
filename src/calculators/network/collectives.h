/* SPDX-License-Identifier: Apache-2.0 */
/* network: the collectives of a step. */
#ifndef AICALC_NETWORK_COLLECTIVES_H
#define AICALC_NETWORK_COLLECTIVES_H

#include <aicalc/network.h>

#include "calculators/collective/collective.h"
#include "engine/rows/rows.h"

/* Members of a group of `ranks` that share a node; neighbours are `stride` GPUs apart. */
static inline double aic_members_per_node(double gpus_per_node, double stride, double ranks)
{
    return min(max(floor(gpus_per_node / stride), 1), ranks);
}

/*
 * Whether the value for every operation counts, and not that of one: if it has a value, unless
 * the user chose the latter by stronger means (a flag over a file).
 */
#define prefers(every, one)                                                                        \
    (aic_is_set(in->every) && !(AIC_GIVEN(in, one) && AIC_ORIGIN(in, one) > AIC_ORIGIN(in, every)))

/* Per GPU: bytes that it sends, and the time in which it does; NaN where a rate is missing. */
struct aic_traffic {
    double nvlink, nic; /* B */
    double latency;     /* s, the part of seconds before bytes move */
    double seconds;
};

/* Copies of one kind of parameters, dense or routed experts; no experts: all 0. */
struct aic_copies {
    double share;  /* parameters on one GPU */
    double calls;  /* one per layer */
    double ranks;  /* GPUs that hold the same share */
    double shards; /* of them, those that divide one copy */
    double stride; /* GPUs between neighbours */
};

/* A step being counted. */
struct aic_network_job {
    const struct aic_network_in *in;
    struct aic_network_out *out;
    struct aic_collective_in collective; /* the links as collectives meet them */
    struct aic_copies copies[2];         /* dense, experts */
    double widest_span;                  /* nodes of the widest collective that was timed */
};

/* `port_rate` is what traffic gets of the port. */
void aic_network_open(struct aic_network_job *job, const struct aic_network_in *in,
                      struct aic_network_out *out, double port_rate);

/* A collective of `bytes` in all (gathered or reduced). */
struct aic_traffic aic_network_exchange(struct aic_network_job *job, int operation, double bytes,
                                        double ranks, double ranks_per_node);

/* Fills the copies of the parameters; the parameters of one GPU, before sharding. */
double aic_network_share_params(struct aic_network_job *job);

/* One round of gathers of the weights, and of reductions of the gradients. */
struct aic_traffic aic_network_gather(struct aic_network_job *job);
struct aic_traffic aic_network_sync(struct aic_network_job *job);
/* One exchange of a tensor group. */
struct aic_traffic aic_network_tensor(struct aic_network_job *job, int operation, double bytes,
                                      double ranks);

#endif
