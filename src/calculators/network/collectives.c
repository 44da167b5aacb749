/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: the groups of a step. Weights are gathered and gradients reduced over the copies of
 * dense parameters and, over groups of their own, of routed experts; tensor groups exchange
 * activations.
 *
 * ZeRO: arXiv 1910.02054; Megatron: arXiv 2104.04473, 2205.05198.
 */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/divisors.h"

double aic_network_share_params(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *out = job->out;
    double ranks = out->dp * in->cp;
    job->dense = (struct aic_copies){
        .share = (out->params_total - aic_or(out->expert_params, 0)) / (in->tp * in->pp),
        .calls = aic_or(ceil(in->model.layers / in->pp), 1),
        .ranks = ranks,
        .shards = aic_or(in->shard_group, ranks),
        .stride = in->tp,
    };
    job->experts.share = 0;
    if (out->expert_params > 0) {
        job->experts = (struct aic_copies){
            .share = out->expert_params / (in->etp * in->ep * in->pp),
            .calls = ceil(out->expert_layers / in->pp),
            .ranks = out->expert_ranks,
            .shards = out->expert_ranks,
            .stride = in->ep * in->etp,
        };
    }
    return job->dense.share + job->experts.share;
}

static struct aic_traffic add(struct aic_traffic a, struct aic_traffic b)
{
    return (struct aic_traffic){ a.nvlink + b.nvlink, a.nic + b.nic, a.latency + b.latency,
                                 a.seconds + b.seconds };
}

/* A collective of `bytes` over `ranks` GPUs that are `stride` apart. */
static struct aic_traffic collect(struct aic_network_job *job, int operation, double bytes,
                                  double calls, double ranks, double stride)
{
    double per_node = aic_network_members_per_node(job->in->gpus_per_node, stride, ranks);
    return aic_network_exchange(job, operation, bytes, calls, ranks, per_node);
}

static struct aic_traffic gather_weights(struct aic_network_job *job,
                                         const struct aic_copies *copies)
{
    return collect(job, AIC_ALL_GATHER, job->out->weight_width * copies->share, copies->calls,
                   copies->shards, copies->stride);
}

struct aic_traffic aic_network_gather(struct aic_network_job *job)
{
    if (job->in->zero == 0) {
        return (struct aic_traffic){ 0, 0, 0, 0 };
    }
    struct aic_traffic gather = gather_weights(job, &job->dense);
    return job->experts.share > 0 ? add(gather, gather_weights(job, &job->experts)) : gather;
}

/* Reduced to where it is needed, then between the copies. */
static struct aic_traffic reduce_gradients(struct aic_network_job *job,
                                           const struct aic_copies *copies)
{
    double bytes = job->out->grad_width * copies->share;
    double shards = copies->shards;
    if (job->in->zero == 0) {
        return collect(job, AIC_ALL_REDUCE, bytes, copies->calls, copies->ranks, copies->stride);
    }
    struct aic_traffic scattered =
        collect(job, AIC_REDUCE_SCATTER, bytes, copies->calls, shards, copies->stride);
    return add(scattered, collect(job, AIC_ALL_REDUCE, bytes / shards, copies->calls,
                                  copies->ranks / shards, copies->stride * shards));
}

struct aic_traffic aic_network_sync(struct aic_network_job *job)
{
    struct aic_traffic sync = reduce_gradients(job, &job->dense);
    return job->experts.share > 0 ? add(sync, reduce_gradients(job, &job->experts)) : sync;
}

/* Tensor groups start at the first GPU of a job: the node with the fewest of one sets the pace. */
struct aic_traffic aic_network_tensor(struct aic_network_job *job, int operation, double bytes,
                                      double ranks)
{
    const struct aic_network_in *in = job->in;
    double per_node =
        in->gpus <= in->gpus_per_node ? ranks : aic_common_divisor(in->gpus_per_node, ranks);
    return aic_network_exchange(job, operation, bytes, 1, ranks, per_node);
}
