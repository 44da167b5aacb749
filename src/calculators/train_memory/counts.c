/* SPDX-License-Identifier: Apache-2.0 */
/* Parameters on one GPU before ZeRO, and the bytes of each. */
#include "calculators/train_memory/train_memory.h"

#include <math.h>

#include "calculators/shared/optimizer.h"

/* Bits of a stored weight: nf4 and int4 with their scales (bitsandbytes; arXiv 2305.14314). */
static const double weight_bits[] = {
    [AIC_TRAIN_MEMORY_WEIGHT_BF16] = 16,         [AIC_TRAIN_MEMORY_WEIGHT_FP16] = 16,
    [AIC_TRAIN_MEMORY_WEIGHT_FP32] = 32,         [AIC_TRAIN_MEMORY_WEIGHT_FP8] = 8,
    [AIC_TRAIN_MEMORY_WEIGHT_INT8] = 8,          [AIC_TRAIN_MEMORY_WEIGHT_INT4] = 4.15625,
    [AIC_TRAIN_MEMORY_WEIGHT_NF4] = 4.126953125,
};

/* Bytes of a gradient; the last holds a bf16 gradient beside the fp32 main gradient. */
static const double gradient_bytes[] = {
    [AIC_TRAIN_MEMORY_GRAD_BF16] = 2,
    [AIC_TRAIN_MEMORY_GRAD_FP16] = 2,
    [AIC_TRAIN_MEMORY_GRAD_FP32] = 4,
    [AIC_TRAIN_MEMORY_GRAD_BF16_FP32] = 6,
};

void aic_tm_widths(const struct aic_train_memory_in *in, struct tm_widths *w)
{
    bool wide = in->compute_dtype == AIC_TRAIN_MEMORY_COMPUTE_FP32 ||
                in->compute_dtype == AIC_TRAIN_MEMORY_COMPUTE_TF32;
    double states = aic_optimizer_states(in->optimizer);
    double state = aic_optimizer_state_width(in->optimizer, in->optimizer_dtype);
    bool copies = in->master_weights == 1 && in->optimizer != AIC_NO_OPTIMIZER &&
                  in->weight_dtype != AIC_TRAIN_MEMORY_WEIGHT_FP32;
    w->lora = in->lora_rank > 0;
    w->quantized = in->weight_dtype >= AIC_TRAIN_MEMORY_WEIGHT_INT8 || aic_is_set(in->weight_bits);
    w->activation = wide ? 4 : 2; /* fp8 frameworks keep bf16 activations */
    w->matrix = aic_or(in->weight_bits, weight_bits[in->weight_dtype]) / 8;
    w->other = w->matrix > 2 ? w->matrix : 2; /* norms and embeddings stay 16-bit */
    w->gradient = gradient_bytes[in->grad_dtype];
    w->master = copies && !w->lora ? 4 : 0;
    w->matrix_states = states * state;
    /* Muon serves the matrices of the layers; AdamW all else. */
    w->other_states = (in->optimizer == AIC_MUON ? 2 : states) * state;
}

/* KV heads are repeated where there are fewer than t. */
static struct tm_heads heads_of(const struct tm_plan *plan, double kv_heads, double head_dim,
                                double v_head_dim)
{
    double t = plan->in->tp;
    double heads = plan->model->heads / t;
    double repeated = kv_heads > t ? kv_heads / t : 1;
    return (struct tm_heads){ heads * head_dim, repeated * head_dim, repeated * v_head_dim,
                              heads * v_head_dim };
}

static void count_heads(struct tm_plan *plan)
{
    const struct aic_model *m = plan->model;
    plan->full = plan->sliding = (struct tm_heads){ 0, 0, 0, 0 };
    if (!(plan->params.attention_layers > 0)) {
        return;
    }
    if (aic_model_is_latent(m)) { /* keys and values are made anew from the latent for each head */
        double width = m->qk_nope_head_dim + m->qk_rope_head_dim;
        plan->full = heads_of(plan, m->heads, width, m->v_head_dim);
    } else {
        plan->full = heads_of(plan, m->kv_heads, m->head_dim, m->v_head_dim);
    }
    if (plan->params.sliding_layers > 0) {
        plan->sliding = heads_of(plan, m->sliding_kv_heads, m->sliding_head_dim,
                                 aic_model_sliding_v_head_dim(m));
    }
}

static struct tm_params attention(const struct aic_model *m, const struct tm_heads *heads)
{
    double made = heads->query + heads->key + heads->value;
    return (struct tm_params){
        m->hidden * (made + heads->output),
        (m->qkv_bias ? made : 0) + (m->linear_bias ? m->hidden : 0),
    };
}

/* Multi-head latent attention; down projections, norms and the indexer are on every GPU. */
static struct tm_params latent_attention(const struct tm_plan *plan)
{
    const struct aic_model *m = plan->model;
    double from = m->q_lora_rank > 0 ? m->q_lora_rank : m->hidden; /* of queries */
    double expanded = m->heads / plan->in->tp * (m->qk_nope_head_dim + m->v_head_dim);
    struct tm_params one = {
        from * plan->full.query + m->hidden * (m->kv_lora_rank + m->qk_rope_head_dim) +
            m->kv_lora_rank * expanded + plan->full.output * m->hidden,
        m->kv_lora_rank + (m->linear_bias ? m->hidden : 0),
    };
    if (m->q_lora_rank > 0) {
        one.matrix += m->hidden * m->q_lora_rank;
        one.other += m->q_lora_rank;
    }
    if (m->index_heads > 0 && m->index_head_dim > 0) {
        one.matrix += from * m->index_heads * m->index_head_dim + m->hidden * m->index_head_dim +
                      m->hidden * m->index_heads;
        one.other += 2 * m->index_head_dim;
    }
    return one;
}

/* The mean layer: full and sliding attention, recurrences, and norms that each layer has. */
static void count_mixer(struct tm_plan *plan)
{
    const struct aic_model *m = plan->model;
    const struct aic_params *p = &plan->params;
    struct tm_params sum = { 0, 0 };
    if (p->attention_layers > 0) {
        double usual = p->attention_layers - p->sliding_layers;
        struct tm_params one =
            aic_model_is_latent(m) ? latent_attention(plan) : attention(m, &plan->full);
        sum = (struct tm_params){ usual * one.matrix, usual * one.other };
    }
    if (p->sliding_layers > 0) {
        struct tm_params one = attention(m, &plan->sliding);
        sum.matrix += p->sliding_layers * one.matrix;
        sum.other += p->sliding_layers * one.other;
    }
    if (p->linear_layers > 0) {
        sum.matrix += p->linear_layers * m->linear_params / plan->in->tp;
    }
    /* what no equation produces is spread over layers and GPUs */
    double beside = m->extra_params + (p->total - p->count);
    double norms = m->norms_per_layer * m->hidden * (m->norm_bias ? 2 : 1);
    plan->counts.mixer = (struct tm_params){
        sum.matrix / m->layers,
        sum.other / m->layers + norms + beside / (m->layers * plan->in->tp),
    };
}

/* A feed-forward block of that width, split over `ranks`. */
static struct tm_params feed_forward(const struct aic_model *m, double width, double ranks)
{
    double matrices = m->gated ? 3 : 2;
    return (struct tm_params){
        matrices * m->hidden * width / ranks,
        m->linear_bias ? (matrices - 1) * width / ranks + m->hidden : 0,
    };
}

static struct tm_params times(double count, struct tm_params one)
{
    return (struct tm_params){ count * one.matrix, count * one.other };
}

static void count_blocks(struct tm_plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    struct tm_counts *c = &plan->counts;
    c->dense = c->shared = c->routed = (struct tm_params){ 0, 0 };
    if (plan->params.dense_layers > 0) {
        c->dense = feed_forward(m, m->ffn, in->tp);
    }
    if (!aic_model_has_experts(m)) {
        return;
    }
    if (m->shared_experts > 0) {
        c->shared = times(m->shared_experts, feed_forward(m, m->shared_expert_ffn, in->tp));
    }
    c->shared.other += m->hidden * m->experts + (m->linear_bias ? m->experts : 0); /* the router */
    c->routed = times(m->experts / in->ep, feed_forward(m, m->expert_ffn, in->etp));
}

static void count_ends(struct tm_plan *plan)
{
    const struct aic_model *m = plan->model;
    double t = plan->in->tp;
    double multiple = plan->in->vocab_multiple * t;
    struct tm_counts *c = &plan->counts;
    c->vocab = ceil(m->vocab / multiple) * multiple;
    c->head = c->vocab * m->hidden / t;
    c->positions = m->learned_positions * m->hidden;
    c->last_norm = m->hidden * (m->norm_bias ? 2 : 1);
}

static void count_adapters(struct tm_plan *plan)
{
    struct aic_lora *adapters = &plan->counts.adapters;
    if (!plan->widths.lora) {
        *adapters = (struct aic_lora){ { 0, 0 }, { 0, 0 }, { 0, 0 } };
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

void aic_tm_counts(struct tm_plan *plan)
{
    count_heads(plan);
    count_mixer(plan);
    count_blocks(plan);
    count_ends(plan);
    count_adapters(plan);
}
