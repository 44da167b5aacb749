/* SPDX-License-Identifier: Apache-2.0 */
/* network: one collective, as calculator collective times it. */
#include "calculators/network/network.h"

#include <math.h>

void aic_network_open(struct aic_network_job *job, const struct aic_network_in *in,
                      struct aic_network_out *out, double port_rate)
{
    job->in = in;
    job->out = out;
    job->widest_span = 0;
    job->collective.links = in->links;
    /* collectives meet what sharing and staging leave of the port */
    job->collective.links.nic_bw = port_rate;
    job->collective.links.nic_efficiency = 1;
    job->collective.links.staging_bw = NAN;
    job->collective.bus_bw = NAN;
    job->collective.call_overhead = 0;
}

double aic_network_members_per_node(double gpus_per_node, double stride, double ranks)
{
    return fmin(fmax(floor(gpus_per_node / stride), 1), ranks);
}

#define PICK(every, one) (prefers(every, one) ? in->every : in->one)
#define FIT(operation)                                                                             \
    collective->bus_bw_limit = PICK(bus_bw_limit, operation##_bus_bw_limit);                       \
    collective->small_group_loss = PICK(small_group_loss, operation##_small_group_loss);           \
    collective->latency_base = PICK(latency_base, operation##_latency_base);                       \
    collective->latency_per_rank = PICK(latency_per_rank, operation##_latency_per_rank);           \
    collective->ramp_size = PICK(ramp_size, operation##_ramp_size);                                \
    return &job->out->operation##_rate

/* Sets what the ranks of the operation meet inside a node; the result that stands for it. */
static double *fit(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    struct aic_collective_in *collective = &job->collective;
    switch ((enum aic_operation)collective->operation) {
    case AIC_ALL_GATHER:
        FIT(all_gather);
    case AIC_REDUCE_SCATTER:
        FIT(reduce_scatter);
    default:
        FIT(all_reduce);
    }
}

struct aic_traffic aic_network_exchange(struct aic_network_job *job, int operation, double bytes,
                                        double calls, double ranks, double ranks_per_node)
{
    struct aic_collective_in *collective = &job->collective;
    struct aic_collective_out timed;
    if (!(ranks > 1 && bytes > 0)) {
        return (struct aic_traffic){ 0, 0, 0, 0 };
    }
    collective->operation = operation;
    collective->size = bytes / calls;
    collective->ranks = ranks;
    collective->ranks_per_node = ranks_per_node;
    bool exists = aic_algorithm_exists(operation, job->in->algorithm, ceil(ranks / ranks_per_node));
    collective->algorithm = exists ? job->in->algorithm : AIC_ALGORITHM_AUTO;
    double *rate = fit(job);
    if (!aic_is_set(collective->links.nvlink_bw)) {
        collective->bus_bw_limit = NAN; /* what is not there was not measured */
    }
    if (aic_collective_run(collective, &timed)) {
        job->widest_span = fmax(job->widest_span, timed.nodes);
        if (ranks_per_node > 1) {
            *rate = 0; /* any value makes it a result */
            if (timed.nvlink_rate == collective->links.nvls_bw) {
                job->out->switch_rate = 0;
            }
        }
    }
    return (struct aic_traffic){
        .nvlink = bytes * timed.nvlink_sent,
        .nic = bytes * timed.nic_sent,
        .latency = calls * timed.latency_time,
        .seconds = calls * timed.time,
    };
}
