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

/* What the ranks of one operation meet inside a node. */
#define FIT(operation)                                                                             \
    collective->bus_bw_limit = PICK(bus_bw_limit, operation##_bus_bw_limit);                       \
    collective->small_group_loss = PICK(small_group_loss, operation##_small_group_loss);           \
    collective->latency_base = PICK(latency_base, operation##_latency_base);                       \
    collective->latency_per_rank = PICK(latency_per_rank, operation##_latency_per_rank);           \
    collective->ramp_size = PICK(ramp_size, operation##_ramp_size)

static void fit(const struct aic_network_in *in, struct aic_collective_in *collective)
{
    switch ((enum aic_operation)collective->operation) {
    case AIC_ALL_GATHER:
        FIT(all_gather);
        break;
    case AIC_REDUCE_SCATTER:
        FIT(reduce_scatter);
        break;
    default:
        FIT(all_reduce);
        break;
    }
    if (!aic_is_set(in->links.nvlink_bw)) {
        collective->bus_bw_limit = NAN; /* what is not there was not measured */
    }
}

/* The rates that a timed collective rests on: any value makes their rows results. */
static void mark_rates(const struct aic_network_job *job, const struct aic_collective_out *timed)
{
    if (job->collective.ranks_per_node == 1) {
        return;
    }
    if (timed->nvlink_rate == job->in->links.nvls_bw) {
        job->out->switch_rate = 0;
    }
    switch ((enum aic_operation)job->collective.operation) {
    case AIC_ALL_GATHER:
        job->out->all_gather_rate = 0;
        break;
    case AIC_REDUCE_SCATTER:
        job->out->reduce_scatter_rate = 0;
        break;
    default:
        job->out->all_reduce_rate = 0;
        break;
    }
}

struct aic_traffic aic_network_exchange(struct aic_network_job *job, struct aic_exchange exchange)
{
    struct aic_collective_in *collective = &job->collective;
    struct aic_collective_out timed;
    if (!(exchange.ranks > 1 && exchange.bytes > 0)) {
        return (struct aic_traffic){ 0, 0, 0, 0 };
    }
    collective->operation = exchange.operation;
    collective->size = exchange.bytes / exchange.calls;
    collective->ranks = exchange.ranks;
    collective->ranks_per_node = exchange.ranks_per_node;
    collective->algorithm = job->in->algorithm;
    if (!aic_algorithm_exists(exchange.operation, collective->algorithm,
                              ceil(exchange.ranks / exchange.ranks_per_node))) {
        collective->algorithm = AIC_ALGORITHM_AUTO;
    }
    fit(job->in, collective);
    if (aic_collective_run(collective, &timed)) {
        job->widest_span = fmax(job->widest_span, timed.nodes);
        mark_rates(job, &timed);
    }
    return (struct aic_traffic){
        .nvlink = exchange.bytes * timed.nvlink_sent,
        .nic = exchange.bytes * timed.nic_sent,
        .latency = exchange.calls * timed.latency_time,
        .seconds = exchange.calls * timed.time,
    };
}
