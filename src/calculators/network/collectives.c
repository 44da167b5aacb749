/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: the collectives of a step, as calculator collective times them. Weights are gathered and
 * gradients reduced over the copies of dense parameters and, over groups of their own, of routed
 * experts; tensor groups exchange activations.
 *
 * ZeRO: arXiv 1910.02054; Megatron: arXiv 2104.04473, 2205.05198.
 */
#include "calculators/network/collectives.h"

#include "calculators/shared/divisors.h"

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
    job->collective.links.ports_per_node = NAN;
    job->collective.slowest_nic_bw = NAN;
    job->collective.protocol = AIC_PROTOCOL_RDMA;
    job->collective.bus_bw = NAN;
    job->collective.call_overhead = 0;
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

/* Between domains that are wider than a node of 8, data parallelism reduces inside each first. */
static bool reduces_inside_first(const struct aic_network_job *job,
                                 const struct aic_collective_in *collective)
{
    return job->out->domain_gpus > 8 && collective->algorithm == AIC_ALGORITHM_AUTO &&
           collective->ranks_per_node > 1 && collective->ranks > collective->ranks_per_node;
}

/* Times the collective; false where a rate is missing. */
static bool run(const struct aic_network_job *job, bool of_data_parallelism,
                struct aic_collective_out *timed)
{
    struct aic_collective_in collective = job->collective;
    if (!aic_collective_run(&collective, timed)) {
        return false;
    }
    if (of_data_parallelism && reduces_inside_first(job, &collective)) {
        struct aic_collective_out inside_first;
        collective.algorithm = AIC_ALGORITHM_HIERARCHICAL;
        aic_collective_run(&collective, &inside_first);
        *timed = inside_first.time < timed->time ? inside_first : *timed;
    }
    return true;
}

/* Marks the rates among the results that its time rests on. */
static struct aic_traffic exchange(struct aic_network_job *job, int operation, double bytes,
                                   double calls, double ranks, double ranks_per_node,
                                   bool of_data_parallelism)
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
    if (run(job, of_data_parallelism, &timed)) {
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

struct aic_traffic aic_network_exchange(struct aic_network_job *job, int operation, double bytes,
                                        double ranks, double ranks_per_node)
{
    return exchange(job, operation, bytes, 1, ranks, ranks_per_node, false);
}

double aic_network_share_params(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *out = job->out;
    struct aic_copies *dense = &job->copies[0];
    struct aic_copies *experts = &job->copies[1];
    double ranks = out->dp * in->cp;
    *dense = (struct aic_copies){
        .share = (out->params_total - aic_or(out->expert_params, 0)) / (in->tp * in->pp),
        .calls = aic_or(ceil(in->model.layers / in->pp), 1),
        .ranks = ranks,
        .shards = aic_or(in->shard_group, ranks),
        .stride = in->tp,
    };
    *experts = (struct aic_copies){ .share = 0, .stride = 1 };
    if (out->expert_params > 0) {
        *experts = (struct aic_copies){
            .share = out->expert_params / (in->etp * in->ep * in->pp),
            .calls = ceil(out->expert_layers / in->pp),
            .ranks = out->expert_ranks,
            .shards = out->expert_ranks,
            .stride = in->ep * in->etp,
        };
    }
    return dense->share + experts->share;
}

/* Adds a collective of groups of `ranks`, `stride` GPUs apart. */
static void collect(struct aic_network_job *job, int operation, double bytes, double calls,
                    double ranks, double stride, struct aic_traffic *sum)
{
    double per_node = aic_members_per_node(job->out->domain_gpus, stride, ranks);
    struct aic_traffic of = exchange(job, operation, bytes, calls, ranks, per_node, true);
    sum->nvlink += of.nvlink;
    sum->nic += of.nic;
    sum->latency += of.latency;
    sum->seconds += of.seconds;
}

struct aic_traffic aic_network_gather(struct aic_network_job *job)
{
    struct aic_traffic sum = { 0, 0, 0, 0 };
    if (job->in->zero == 0) {
        return sum;
    }
    for (const struct aic_copies *c = job->copies; c < job->copies + 2; c++) {
        collect(job, AIC_ALL_GATHER, job->out->weight_width * c->share, c->calls, c->shards,
                c->stride, &sum);
    }
    return sum;
}

/* Gradients are reduced to where they are needed, then between the copies. */
struct aic_traffic aic_network_sync(struct aic_network_job *job)
{
    struct aic_traffic sum = { 0, 0, 0, 0 };
    for (const struct aic_copies *c = job->copies; c < job->copies + 2; c++) {
        double bytes = job->out->grad_width * c->share;
        double shards = job->in->zero > 0 ? c->shards : 1;
        collect(job, AIC_REDUCE_SCATTER, bytes, c->calls, shards, c->stride, &sum);
        collect(job, AIC_ALL_REDUCE, bytes / shards, c->calls, c->ranks / shards,
                c->stride * shards, &sum);
    }
    return sum;
}

/* Tensor groups start at the first GPU of a job: the node with the fewest of one sets the pace. */
struct aic_traffic aic_network_tensor(struct aic_network_job *job, int operation, double bytes,
                                      double ranks)
{
    double domain = job->out->domain_gpus;
    double per_node = job->in->gpus <= domain ? ranks : aic_common_divisor(domain, ranks);
    return aic_network_exchange(job, operation, bytes, ranks, per_node);
}
