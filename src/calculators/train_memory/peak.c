/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One case: every stage that matters, at the loss and in the backward pass of
 * a layer, and the one that needs most.
 */
#include "calculators/train_memory/train_memory.h"

#include <math.h>

/* What follows from a case for all stages. */
struct load {
    int recompute;
    double zero;
    double tokens;        /* of one micro batch on one GPU */
    double micro_batches; /* of one step; infinite where the batch is not given */
    double weight_shards, gradient_shards, state_shards;
    double expert_weight_shards, expert_gradient_shards, expert_state_shards;
    bool sharded;
    double recompute_layers; /* of each stage at most */
    double mixer, core;      /* kept by a layer; by its attention core alone */
    double attention_work;
};

struct tm_case aic_tm_given(const struct tm_plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    return (struct tm_case){ .dp = plan->dp,
                             .micro_batch = in->micro_batch,
                             .seq = in->seq,
                             .zero = in->zero,
                             .recompute = in->recompute,
                             .endless = false };
}

/* ZeRO's stages (arXiv 1910.02054): 1 the optimizer, 2 gradients, 3 weights. */
static void set_shards(const struct tm_plan *plan, const struct tm_case *c, struct load *load)
{
    const struct aic_train_memory_in *in = plan->in;
    bool grouped = AIC_IN_PLAY(in, shard_group);
    double shards = c->endless ? (double)INFINITY : grouped ? in->shard_group : c->dp * in->cp;
    double expert_shards = shards * plan->expert_ratio;
    load->sharded = shards > 1;
    load->state_shards = c->zero >= 1 ? shards : 1;
    load->gradient_shards = c->zero >= 2 ? shards : 1;
    load->weight_shards = c->zero >= 3 ? shards : 1;
    load->expert_state_shards = c->zero >= 1 ? expert_shards : 1;
    load->expert_gradient_shards = c->zero >= 2 ? expert_shards : 1;
    load->expert_weight_shards = c->zero >= 3 ? expert_shards : 1;
}

static void set_load(const struct tm_plan *plan, const struct tm_case *c, struct load *load)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct tm_rates *r = &plan->rates;
    bool selective = c->recompute == AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE;
    load->recompute = c->recompute;
    load->zero = c->zero;
    load->tokens = c->micro_batch * c->seq / in->cp;
    load->micro_batches = aic_is_set(in->global_batch) ? in->global_batch / (c->dp * c->micro_batch)
                                                       : (double)INFINITY;
    /* a number of layers belongs to the recomputation that was asked for */
    load->recompute_layers = in->recompute == AIC_TRAIN_MEMORY_RECOMPUTE_FULL
                                 ? aic_or(in->recompute_layers, INFINITY)
                                 : (double)INFINITY;
    load->core = r->core + r->core_per_seq * c->seq;
    load->mixer = r->mixer + (selective ? 0 : r->attention_share * load->core);
    load->attention_work =
        r->attention_work + r->attention_work_per_seq * c->seq + (selective ? load->core : 0);
    if (r->linear_work > load->attention_work) {
        load->attention_work = r->linear_work;
    }
    set_shards(plan, c, load);
}

/* Micro batches whose activations a stage holds: 1F1B, or interleaved (arXiv 2104.04473). */
static double in_flight(const struct tm_plan *plan, const struct tm_stage *stage,
                        const struct load *load)
{
    double p = plan->in->pp, chunks = plan->in->vpp;
    double behind = p - stage->index;
    double most = chunks == 1 ? behind + 1 : 2 * behind + (chunks - 1) * p + 1;
    double there = load->micro_batches * chunks;
    return (most < there ? most : there) / chunks;
}

/* All but the routed experts. */
static void set_plain_states(const struct tm_plan *plan, const struct tm_stage *stage,
                             const struct load *load, struct tm_memory *m)
{
    const struct tm_widths *w = &plan->widths;
    const struct tm_params *own = &stage->params;
    m->weights = (own->matrix * w->matrix + own->other * w->other + 4 * stage->adapters) /
                 load->weight_shards;
    if (w->lora) { /* adapters train in fp32, without a master copy */
        m->gradients = 4 * stage->adapters / load->gradient_shards;
        m->master = 0;
        m->optimizer = stage->adapters * w->matrix_states / load->state_shards;
        return;
    }
    double params = own->matrix + own->other;
    m->gradients = params * w->gradient / load->gradient_shards;
    m->master = params * w->master / load->state_shards;
    m->optimizer =
        (own->matrix * w->matrix_states + own->other * w->other_states) / load->state_shards;
}

/* Routed experts have fewer replicas to shard over; adapters leave them frozen. */
static void add_routed_states(const struct tm_plan *plan, const struct tm_stage *stage,
                              const struct load *load, struct tm_memory *m)
{
    const struct tm_widths *w = &plan->widths;
    const struct tm_params *own = &stage->routed;
    m->weights += (own->matrix * w->matrix + own->other * w->other) / load->expert_weight_shards;
    if (w->lora) {
        return;
    }
    double params = own->matrix + own->other;
    m->gradients += params * w->gradient / load->expert_gradient_shards;
    m->master += params * w->master / load->expert_state_shards;
    m->optimizer +=
        (own->matrix * w->matrix_states + own->other * w->other_states) / load->expert_state_shards;
}

/* To the host: master, states and an fp32 copy of the gradients; "all": the weights too. */
static void offload_states(const struct tm_plan *plan, const struct tm_stage *stage,
                           const struct load *load, struct tm_memory *m)
{
    const struct tm_params *own = &stage->params, *routed = &stage->routed;
    m->host = m->master + m->optimizer;
    if (plan->widths.lora) {
        m->host += 4 * stage->adapters / load->state_shards;
    } else {
        m->host += 4 * (own->matrix + own->other) / load->state_shards +
                   4 * (routed->matrix + routed->other) / load->expert_state_shards;
    }
    m->master = m->optimizer = 0;
    if (load->zero >= 2) {
        m->gradients = 0;
    }
    if (plan->in->offload == AIC_OFFLOAD_ALL) {
        m->host += m->weights;
        m->weights = 0;
    }
}

static void set_states(const struct tm_plan *plan, const struct tm_stage *stage,
                       const struct load *load, struct tm_memory *m)
{
    m->host = 0;
    set_plain_states(plan, stage, load, m);
    if (stage->experts > 0) {
        add_routed_states(plan, stage, load, m);
    }
    if (plan->in->offload != AIC_OFFLOAD_NONE) {
        offload_states(plan, stage, load, m);
    }
    m->states = m->weights + m->gradients + m->master + m->optimizer;
}

/* Layers that keep their input alone; leading dense layers go first. */
static void set_recomputed(const struct tm_plan *plan, const struct tm_stage *stage,
                           const struct load *load, struct tm_memory *m)
{
    if (load->recompute != AIC_TRAIN_MEMORY_RECOMPUTE_FULL) {
        m->recomputed = m->recomputed_dense = m->recomputed_experts = 0;
        return;
    }
    m->recomputed = fmin(load->recompute_layers, stage->layers);
    if (aic_tm_leads_dense(plan)) {
        double others = stage->layers - stage->dense;
        m->recomputed_dense = fmin(m->recomputed, stage->dense);
        m->recomputed_experts =
            others > 0 ? (m->recomputed - m->recomputed_dense) * stage->experts / others : 0;
    } else {
        m->recomputed_dense = m->recomputed * stage->dense / stage->layers;
        m->recomputed_experts = m->recomputed * stage->experts / stage->layers;
    }
}

/* Bytes of a token in all layers of the stage. */
static double stage_kept(const struct tm_plan *plan, const struct tm_stage *stage,
                         const struct load *load, const struct tm_memory *m)
{
    const struct tm_rates *r = &plan->rates;
    double inputs = m->recomputed * r->boundary;
    double whole = stage->layers - m->recomputed;
    if (aic_is_set(plan->in->activation_per_token)) {
        return whole * plan->in->activation_per_token + inputs;
    }
    return whole * (r->base + load->mixer) + (stage->dense - m->recomputed_dense) * r->dense +
           (stage->experts - m->recomputed_experts) * r->experts + inputs;
}

static void set_kept(const struct tm_plan *plan, const struct tm_stage *stage,
                     const struct load *load, struct tm_memory *m)
{
    const struct aic_train_memory_in *in = plan->in;
    m->kept = in->activation_memory;
    if (plan->known) {
        m->in_flight = in_flight(plan, stage, load);
        set_recomputed(plan, stage, load, m);
        m->stage_kept = stage_kept(plan, stage, load, m);
        if (!aic_is_set(in->activation_memory)) {
            m->kept = load->tokens * m->in_flight * m->stage_kept;
        }
    }
    if (in->activation_offload > 0 && aic_is_set(m->kept)) {
        double gone = m->kept * in->activation_offload;
        m->host += gone;
        m->kept -= gone;
    }
}

/* Bytes of a token while one layer runs backward; a recomputed one is there whole once more. */
static double kind_work(const struct tm_plan *plan, const struct load *load, double work,
                        double kept, double recomputed)
{
    const struct tm_rates *r = &plan->rates;
    double live = work > load->attention_work ? work : load->attention_work;
    if (recomputed > 0) {
        double one = aic_or(plan->in->activation_per_token, r->base + load->mixer + kept);
        live += one > r->boundary ? one - r->boundary : 0;
    }
    return live + r->gathered_work;
}

static double layer_work(const struct tm_plan *plan, const struct tm_stage *stage,
                         const struct load *load, const struct tm_memory *m)
{
    const struct tm_rates *r = &plan->rates;
    double work = 0;
    if (stage->dense > 0) {
        work = kind_work(plan, load, r->dense_work, r->dense, m->recomputed_dense);
    }
    if (stage->experts > 0) {
        double experts = kind_work(plan, load, r->experts_work, r->experts, m->recomputed_experts);
        work = experts > work ? experts : work;
    }
    if (!(stage->dense > 0 || stage->experts > 0)) {
        work = kind_work(plan, load, 0, 0, m->recomputed);
    }
    return load->tokens * work + stage->dequantized;
}

/* Whole gradients of what is reduced, and whole weights of what is gathered. */
struct unsharded {
    double layer, loss;
};

static struct unsharded unsharded(const struct tm_plan *plan, const struct tm_stage *stage,
                                  const struct load *load)
{
    const struct tm_widths *w = &plan->widths;
    double layer = stage->gathered, head = plan->counts.head;
    double ahead = plan->in->fsdp_prefetch;
    struct unsharded u = { 0, 0 };
    if (!load->sharded) {
        return u;
    }
    if (load->zero >= 2 && !w->lora) {
        double reduced = w->activation + fmin(4, w->gradient);
        u = (struct unsharded){ reduced * layer, reduced * head };
    }
    if (load->zero >= 3) {
        double cast = fmin(w->matrix, w->activation);
        u.layer += cast * layer * (1 + ahead);
        u.loss += fmin(w->other, w->activation) * head + cast * layer * ahead;
    }
    return u;
}

/* The larger of the two instants; of equal ones the backward pass. */
static void set_instant(const struct tm_plan *plan, const struct tm_stage *stage,
                        const struct load *load, struct tm_memory *m)
{
    const struct tm_rates *r = &plan->rates;
    struct unsharded u = unsharded(plan, stage, load);
    m->working = layer_work(plan, stage, load, m);
    m->unsharded = u.layer;
    m->logits = 0;
    m->at_loss = false;
    if (!stage->last) {
        return;
    }
    double working = load->tokens * r->loss_work, logits = load->tokens * r->logits;
    if (working + u.loss + logits > m->working + u.layer) {
        m->working = working;
        m->unsharded = u.loss;
        m->logits = logits;
        m->at_loss = true;
    }
}

static double buffers(const struct tm_plan *plan, const struct tm_stage *stage,
                      const struct load *load, const struct tm_memory *m)
{
    double bytes = stage->buffers;
    if (plan->in->pp > 1) { /* what comes from the neighbour */
        bytes += load->tokens * plan->rates.boundary;
    }
    if (stage->first && plan->in->dropout == 1) { /* mask of the embedding */
        bytes += load->tokens * plan->model->hidden / plan->split * m->in_flight;
    }
    return bytes;
}

static double count_groups(const struct tm_plan *plan, double dp)
{
    const struct aic_train_memory_in *in = plan->in;
    return (in->tp > 1) + (in->pp > 1) + (in->cp > 1) + (in->ep > 1) + (dp > 1);
}

static void set_memory(const struct tm_plan *plan, const struct tm_stage *stage,
                       const struct load *load, double overhead, struct tm_memory *m)
{
    set_states(plan, stage, load, m);
    set_kept(plan, stage, load, m);
    if (plan->known) {
        set_instant(plan, stage, load, m);
        m->buffers = buffers(plan, stage, load, m);
    } else {
        m->logits = m->working = m->unsharded = 0;
        m->at_loss = false;
        m->buffers = stage->buffers;
    }
    m->allocated = m->states + m->kept + m->logits + m->working + m->unsharded + m->buffers;
    m->total = m->allocated / (1 - plan->in->fragmentation) + overhead;
}

void aic_tm_peak(const struct tm_plan *plan, const struct tm_case *c, struct tm_peak *peak)
{
    struct load load;
    set_load(plan, c, &load);
    peak->stage = 0;
    peak->groups = count_groups(plan, c->dp);
    peak->overhead = plan->in->cuda_context + plan->in->nccl_per_group * peak->groups;
    for (size_t i = 0; i < plan->stage_count; i++) {
        set_memory(plan, &plan->stages[i], &load, peak->overhead, &peak->at[i]);
        if (peak->at[i].total > peak->at[peak->stage].total) {
            peak->stage = i;
        }
    }
}

double aic_tm_most_states(const struct tm_plan *plan, const struct tm_case *c)
{
    struct load load;
    struct tm_memory memory;
    double most = 0;
    set_load(plan, c, &load);
    for (size_t i = 0; i < plan->stage_count; i++) {
        set_states(plan, &plan->stages[i], &load, &memory);
        most = memory.states > most ? memory.states : most;
    }
    return most;
}
