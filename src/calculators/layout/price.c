/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: the questions to train-memory and to network, and what a step takes by a layout. Bytes,
 * traffic and FLOP are theirs; here stand the pipeline with unequal stages and the optimizer.
 */
#include "calculators/layout/layout.h"

#include <string.h>

_Static_assert((int)AIC_LAYOUT_FP8 == (int)AIC_TRAIN_MEMORY_COMPUTE_FP8, "as in train-memory");
_Static_assert((int)AIC_LAYOUT_CP_P2P == (int)AIC_TRAIN_MEMORY_CP_P2P &&
                   (int)AIC_LAYOUT_CP_A2A == (int)AIC_TRAIN_MEMORY_CP_A2A,
               "as in train-memory");

/* The value of an input, and who chose it: rules of precedence look at that. */
#define TAKE(of, name)                                                                             \
    (of)->name = in->name;                                                                         \
    *aic_origin_at(of, (size_t)((const char *)&(of)->name - (const char *)(of))) =                 \
        (unsigned char)AIC_ORIGIN(in, name);

#define BOTH_SHARE(X, of)                                                                          \
    X(of, gpus)                                                                                    \
    X(of, gpus_per_node)                                                                           \
    X(of, seq) X(of, global_batch) X(of, grad_dtype) X(of, expert_imbalance)

#define MEMORY_SHARES(X, of)                                                                       \
    X(of, gpu_memory)                                                                              \
    X(of, cp_method)                                                                               \
    X(of, master_weights)                                                                          \
    X(of, optimizer)                                                                               \
    X(of, optimizer_dtype)                                                                         \
    X(of, fsdp_prefetch)                                                                           \
    X(of, host_buffer_factor)                                                                      \
    X(of, kernels)                                                                                 \
    X(of, flash_attention)                                                                         \
    X(of, dropout)                                                                                 \
    X(of, qk_norm)                                                                                 \
    X(of, loss)                                                                                    \
    X(of, vocab_multiple) X(of, wgrad_buffers) X(of, workspace) X(of, fragmentation)               \
        X(of, cuda_context) X(of, nccl_per_group)

#define FIVE_OF(X, of, operation)                                                                  \
    X(of, operation##bus_bw_limit)                                                                 \
    X(of, operation##small_group_loss)                                                             \
    X(of, operation##latency_base) X(of, operation##latency_per_rank) X(of, operation##ramp_size)

#define NETWORK_SHARES(X, of)                                                                      \
    X(of, gpu_flops)                                                                               \
    X(of, weight_gathers)                                                                          \
    X(of, weight_gather)                                                                           \
    X(of, gradient_sync)                                                                           \
    X(of, dispatch_dtype)                                                                          \
    X(of, combine_dtype)                                                                           \
    X(of, dp_overlap)                                                                              \
    X(of, tp_overlap)                                                                              \
    X(of, pp_overlap)                                                                              \
    X(of, cp_overlap)                                                                              \
    X(of, ep_overlap)                                                                              \
    X(of, algorithm)                                                                               \
    X(of, oversubscription) FIVE_OF(X, of, ) FIVE_OF(X, of, all_reduce_)                           \
        FIVE_OF(X, of, all_gather_) FIVE_OF(X, of, reduce_scatter_)

/* Defaults of calculators of the library can be read: unit.tables. */
static void open_memory(struct layout_job *job, const struct aic_layout_in *in)
{
    struct aic_train_memory_in *memory = &job->memory;
    aic_inputs_init(&aic_train_memory, memory, NULL);
    BOTH_SHARE(TAKE, memory)
    MEMORY_SHARES(TAKE, memory)
    memory->model = in->model;
    /* what is kept in 4 bits as in 8 */
    memory->compute_dtype = (int)min(in->compute_dtype, AIC_LAYOUT_FP8);
    memory->recompute = full; /* all layers, where any are */
    aic_train_memory.derive_defaults(memory);
    job->plan.in = memory;
    job->plan.model = &memory->model;
    job->plan.params = job->params;
    job->plan.known = true;
}

static void open_network(struct layout_job *job, const struct aic_layout_in *in)
{
    struct aic_network_in *network = &job->network;
    aic_inputs_init(&aic_network, network, NULL);
    BOTH_SHARE(TAKE, network)
    NETWORK_SHARES(TAKE, network)
    network->model = in->model;
    network->links = in->links; /* a peak is all that network takes of compute_dtype */
    network->cp_method =
        in->cp_method == AIC_LAYOUT_CP_A2A ? AIC_NETWORK_CP_A2A : AIC_NETWORK_CP_P2P;
    memset(&job->sent, 0xFF, sizeof job->sent); /* all unset, as its compute() finds it */
    aic_network_open(&job->step, network, &job->sent, aic_network_port_rate(network));
    aic_network_set_model(network, &job->params, &job->sent);
}

void aic_layout_open(struct layout_job *job, const struct aic_layout_in *in)
{
    job->in = in;
    open_memory(job, in);
    open_network(job, in);
}

void aic_layout_ask_memory(struct layout_job *job, const struct layout *layout)
{
    struct aic_train_memory_in *memory = &job->memory;
    memory->tp = layout->tp;
    memory->pp = layout->pp;
    memory->cp = layout->cp;
    memory->ep = layout->ep;
    memory->etp = layout->etp;
    memory->vpp = layout->vpp;
    memory->zero = layout->zero;
    memory->sequence_parallel = layout->sequence_parallel;
    memory->recompute = layout->recompute;
    memory->offload = layout->offload;
    memory->micro_batch = layout->micro_batch;
    memory->shard_group = aic_layout_shard_group(job->in, layout);
}

/* Values that hold for some layouts only are left out elsewhere. */
void aic_layout_ask_network(struct layout_job *job, const struct layout *layout)
{
    const struct aic_layout_in *in = job->in;
    struct aic_network_in *network = &job->network;
    network->tp = layout->tp;
    network->pp = layout->pp;
    network->cp = layout->cp;
    network->ep = layout->ep;
    network->etp = layout->etp;
    network->vpp = layout->vpp;
    network->zero = layout->zero;
    network->sequence_parallel = layout->sequence_parallel;
    network->recompute = layout->recompute;
    network->micro_batch = layout->micro_batch;
    network->shard_group = layout->zero > 0 ? aic_layout_shard_group(in, layout) : (double)NAN;
    network->routed_nodes = layout->ep > 1 ? in->routed_nodes : 0;
    network->dispatch_copies = layout->ep > 1 ? in->dispatch_copies : (int)AIC_COPY_PER_EXPERT;
}

double aic_layout_busiest(const struct layout_job *job, const struct layout *layout,
                          const struct passes *passes, double micro_batches, double traffic)
{
    double most = 0;
    for (size_t i = 0; i < job->plan.stage_count; i++) {
        const struct stage *stage = &job->plan.stages[i];
        double busy = micro_batches * aic_layout_stage(passes, layout->recompute, stage->layers,
                                                       stage->dense, stage->experts, stage->last) +
                      traffic * (stage->layers * layout->pp / job->in->model.layers);
        most = busy > most ? busy : most;
    }
    return most;
}

/* Of one kind of parameters: `share` of them on a GPU, in `shards` parts with zero 1 and above. */
static double optimize(const struct layout_job *job, const struct layout *layout, double share,
                       double shards)
{
    const struct aic_layout_in *in = job->in;
    const struct aic_train_memory_out *widths = job->plan.job;
    double shard = layout->zero >= 1 ? share / shards : share;
    double cleared = layout->zero >= 2 ? shard : share;
    double gradient = widths->gradient_width, states = widths->master_width + widths->state_width;
    double streamed = in->gpu_memory_bw * in->memory_efficiency;
    if (layout->offload == none) {
        /* states are read and written, gradients read, weights written */
        return (shard * (2 * states + 2 * gradient + 2) + cleared * gradient) / streamed;
    }
    /* an fp32 gradient goes to the host, 2 B of a weight come back */
    return (shard + cleared) * gradient / streamed + shard * (4 + 2) / in->host_bw +
           shard * (2 * states + 4 + 2) / in->host_memory_bw;
}

/* Matrices of routed experts have replicas of their own; their biases count with all else. */
double aic_layout_optimizer_time(const struct layout_job *job, const struct layout *layout)
{
    double routed = job->params.routed, replicas = layout->dp * layout->cp;
    double time = optimize(job, layout, (job->params.total - routed) / (layout->tp * layout->pp),
                           aic_layout_shard_group(job->in, layout));
    if (!(routed > 0)) {
        return time;
    }
    double ways = layout->etp * layout->ep;
    return time + optimize(job, layout, routed / (ways * layout->pp), replicas * layout->tp / ways);
}

/* What it sends, beside compute of that efficiency. */
static const struct aic_network_out *send(struct layout_job *job, const struct layout_costs *costs,
                                          double compute_efficiency)
{
    job->network.compute_efficiency = compute_efficiency;
    aic_network_price(&job->network, &costs->collectives, &job->sent);
    return &job->sent;
}

#define CALCULATOR layout

void aic_layout_price(struct layout_job *job, const struct layout *used,
                      const struct layout_costs *costs, struct aic_layout_out *out)
{
    const struct aic_layout_in *in = job->in;
    const struct aic_network_out *sent = &job->sent;
    const struct passes *passes = costs->passes;
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_locals.h"
#define ONLY MODEL_PART
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY STEP_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

void aic_layout_price_alone(struct layout_job *job, const struct layout *layout,
                            struct aic_layout_out *out)
{
    aic_layout_ask_memory(job, layout);
    aic_train_memory_set_job(&job->plan, &job->memory_job);
    aic_train_memory_count(&job->plan);
    aic_train_memory_rate(&job->plan);
    aic_train_memory_set_stages(&job->plan);
    aic_layout_ask_network(job, layout);
    aic_network_lay_out(&job->step);
    const struct passes passes = aic_layout_passes(job, layout);
    const struct layout_costs costs = { &passes, aic_layout_optimizer_time(job, layout),
                                        aic_network_collect(&job->step) };
    aic_layout_price(job, layout, &costs, out);
}
