/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: the parameters of a layer of each kind on one GPU, before ZeRO. */
#include "calculators/shared/matrices.h"
#include "calculators/train_memory/train_memory.h"
#include "engine/rows/rows.h"

/* KV heads are repeated where there are fewer than tp. */
static struct heads heads_of(const struct plan *plan, double kv_heads, double head_dim,
                             double v_head_dim)
{
    double tp = plan->in->tp;
    double heads = plan->model->heads / tp;
    double repeated = kv_heads > tp ? kv_heads / tp : 1;
    return (struct heads){ heads * head_dim, repeated * head_dim, repeated * v_head_dim,
                           heads * v_head_dim };
}

static void count_heads(struct plan *plan)
{
    const struct aic_model *m = plan->model;
    plan->full = plan->sliding = (struct heads){ 0, 0, 0, 0 };
    if (!(plan->params.attention_layers > 0)) {
        return;
    }
    plan->full =
        aic_model_is_latent(m) /* keys and values are made from the latent for each head */
            ? heads_of(plan, m->heads, m->qk_nope_head_dim + m->qk_rope_head_dim, m->v_head_dim)
            : heads_of(plan, m->kv_heads, m->head_dim, m->v_head_dim);
    if (plan->params.sliding_layers > 0) {
        plan->sliding = heads_of(plan, m->sliding_kv_heads, m->sliding_head_dim,
                                 aic_model_sliding_v_head_dim(m));
    }
}

/* Of matrices that `ranks` split. */
static struct params of_rank(struct aic_elements all, double ranks)
{
    return (struct params){ all.split / ranks + all.replicated,
                            all.split_biases / ranks + all.replicated_biases };
}

/* A full or chunked layer; norms of latents are on every GPU. */
static struct params attention(const struct plan *plan)
{
    const struct aic_model *m = plan->model;
    double tp = plan->in->tp;
    if (!aic_model_is_latent(m)) {
        return of_rank(aic_attention_elements(m, max(m->kv_heads, tp), m->head_dim, m->v_head_dim),
                       tp);
    }
    struct params one = of_rank(aic_latent_elements(m), tp);
    one.other += plan->params.latent_norms_layer;
    return one;
}

static struct params sliding_attention(const struct plan *plan)
{
    const struct aic_model *m = plan->model;
    double tp = plan->in->tp;
    return of_rank(aic_attention_elements(m, max(m->sliding_kv_heads, tp), m->sliding_head_dim,
                                          aic_model_sliding_v_head_dim(m)),
                   tp);
}

static void add(struct params *sum, double count, struct params one)
{
    sum->matrix += count * one.matrix;
    sum->other += count * one.other;
}

/* The mean layer: full and sliding attention, recurrences, and norms that each layer has. */
static void count_mixer(struct plan *plan)
{
    const struct aic_model *m = plan->model;
    const struct aic_params *p = &plan->params;
    struct params sum = { 0, 0 };
    if (p->attention_layers > 0) {
        add(&sum, p->attention_layers - p->sliding_layers, attention(plan));
    }
    if (p->sliding_layers > 0) {
        add(&sum, p->sliding_layers, sliding_attention(plan));
    }
    if (p->linear_layers > 0) {
        sum.matrix += p->linear_layers * m->linear_params / plan->in->tp;
    }
    /* what no equation produces is spread over layers and GPUs */
    double beside = m->extra_params + (p->total - p->count);
    plan->counts.mixer = (struct params){
        sum.matrix / m->layers,
        sum.other / m->layers + m->norms_per_layer * p->last_norm +
            beside / (m->layers * plan->in->tp),
    };
}

/* `count` feed-forward blocks of that width, each split over `ranks`. */
static struct params feed_forward(const struct aic_model *m, double count, double width,
                                  double ranks)
{
    struct params block =
        of_rank(aic_feed_forward_elements(m->hidden, width, m->gated, m->linear_bias), ranks);
    return (struct params){ count * block.matrix, count * block.other };
}

static void count_blocks(struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    struct counts *c = &plan->counts;
    c->dense = c->shared = c->routed = (struct params){ 0, 0 };
    if (plan->params.dense_layers > 0) {
        c->dense = feed_forward(m, 1, m->ffn, in->tp);
    }
    if (!aic_model_has_experts(m)) {
        return;
    }
    if (m->shared_experts > 0) {
        c->shared = feed_forward(m, m->shared_experts, m->shared_expert_ffn, in->tp);
    }
    c->shared.other += plan->params.router_layer + plan->params.router_layer_bias;
    c->routed = feed_forward(m, m->experts / in->ep, m->expert_ffn, in->etp);
}

static void count_adapters(struct plan *plan)
{
    struct aic_lora *adapters = &plan->counts.adapters;
    *adapters = (struct aic_lora){ { 0, 0 }, { 0, 0 }, { 0, 0 } };
    if (!(plan->in->lora_rank > 0)) {
        return;
    }
    aic_lora_count(plan->model, plan->in->lora_rank, plan->in->lora_targets, plan->in->tp,
                   adapters);
    /* fields that describe a kind of layer this model has not are unknown */
    double share = plan->params.attention_layers / plan->model->layers;
    adapters->attention.params = share > 0 ? share * adapters->attention.params : 0;
    adapters->attention.matrices *= share;
    if (!(plan->params.dense_layers > 0)) {
        adapters->dense = (struct aic_lora_part){ 0, 0 };
    }
}

void aic_train_memory_count(struct plan *plan)
{
    count_heads(plan);
    count_mixer(plan);
    count_blocks(plan);
    count_adapters(plan);
}
