/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: a layer of each kind on one GPU: its parameters before ZeRO, the bytes that one
 * token leaves behind in it for the backward pass, and those that live for the time of one layer.
 *
 * The terms follow Megatron-LM and TransformerEngine; with dropout, without flash attention and
 * with a plain MLP they add up to 34 h + 5 a seq (arXiv 2205.05198). "Eager" is
 * plain PyTorch as in HF Transformers: nothing is fused.
 */
#include "calculators/shared/matrices.h"
#include "calculators/shared/params.h"
#include "calculators/train_memory/train_memory.h"

/* On one GPU; KV heads are repeated where there are fewer than tp. */
static struct heads heads_of(const struct plan *plan, struct aic_heads of)
{
    double tp = plan->in->tp;
    double heads = of.heads / tp;
    double repeated = of.kv_heads > tp ? of.kv_heads / tp : 1;
    double value = plan->model->tied_kv == 1 ? 0 : of.v_head_dim;
    return (struct heads){ heads, heads * of.head_dim, repeated * of.head_dim, repeated * value,
                           heads * of.v_head_dim };
}

static void count_heads(struct plan *plan)
{
    const struct aic_model *m = plan->model;
    plan->full = plan->sliding = (struct heads){ 0 };
    if (!(plan->params.attention_layers > 0)) {
        return;
    }
    struct aic_heads usual = aic_usual_heads(m);
    if (aic_model_is_latent(m)) { /* keys and values are made from the latent for each head */
        usual = (struct aic_heads){ m->heads, m->heads, aic_latent_key_width(m), m->v_head_dim };
    }
    plan->full = heads_of(plan, usual);
    if (plan->params.sliding_layers > 0) {
        plan->sliding = heads_of(plan, aic_sliding_heads(m));
    }
}

/* Of matrices that `ranks` split. */
static struct params of_rank(struct aic_elements of, double ranks)
{
    return (struct params){ of.split / ranks + of.replicated,
                            of.split_biases / ranks + of.replicated_biases + of.norms };
}

/* The mean layer: attention of all kinds, recurrences, and norms that each layer has. */
static void count_mixer(struct plan *plan)
{
    const struct aic_params *p = &plan->params;
    double tp = plan->in->tp;
    struct params sum = { 0, 0 };
    struct aic_model held = *plan->model; /* KV heads are repeated, so that each rank has one */
    held.kv_heads = max(held.kv_heads, tp);
    held.sliding_kv_heads = max(held.sliding_kv_heads, tp);
    for (int kind = AIC_LAYER_FULL; kind <= AIC_LAYER_LINEAR; kind++) {
        if (p->kinds[kind].layers > 0) {
            add_params(&sum, p->kinds[kind].layers,
                       of_rank(aic_layer_elements(&held, (enum aic_layer_kind)kind), tp));
        }
    }
    sum.matrix += (held.attention_extra + held.mlp_extra) / tp;
    /* what no equation produces is spread over layers and GPUs */
    double beside = held.extra_params + (p->total - p->count);
    plan->counts.mixer = (struct params){
        sum.matrix / held.layers,
        sum.other / held.layers + held.norms_per_layer * p->last_norm + beside / (held.layers * tp),
    };
}

static void count_blocks(struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    struct counts *c = &plan->counts;
    c->dense = c->shared = c->routed = (struct params){ 0, 0 };
    if (plan->params.dense_layers > 0) {
        c->dense = of_rank(aic_layer_elements(m, AIC_LAYER_DENSE), in->tp);
    }
    if (aic_model_has_experts(m)) {
        struct aic_elements router = aic_layer_elements(m, AIC_LAYER_ROUTER);
        c->shared = of_rank(aic_layer_elements(m, AIC_LAYER_SHARED), in->tp);
        c->shared.other += router.replicated + router.replicated_biases;
        add_params(&c->routed, 1 / in->ep,
                   of_rank(aic_layer_elements(m, AIC_LAYER_ROUTED), in->etp));
    }
}

static void count_adapters(struct plan *plan)
{
    static const struct aic_lora nothing;
    struct aic_lora *adapters = &plan->counts.adapters;
    if (plan->in->lora_rank == 0) {
        *adapters = nothing;
        return;
    }
    aic_lora_count(plan->model, plan->in->lora_rank, plan->in->lora_targets, plan->in->tp,
                   adapters);
    /* fields that describe a kind of layer this model has not are unknown */
    double share = plan->params.attention_layers / plan->model->layers;
    adapters->attention.params = share > 0 ? share * adapters->attention.params : 0;
    adapters->attention.matrices *= share;
    if (!(plan->params.dense_layers > 0)) {
        adapters->dense = nothing.dense;
    }
}

/* What many terms of one question need. */
struct terms {
    double element, norm_copy; /* bytes: of an element; of the fp32 copy that a norm keeps */
    double hidden;             /* bytes of one token's residual stream */
    double split;              /* ranks that share a sequence outside attention and blocks */
    bool eager;
    double copies_kept; /* of its inner width that a feed-forward block keeps */
    double copies_live; /* and those live as it runs backward */
};

/* Query, key, value and output of one layer; eager kernels repeat KV heads for each query. What a
 * gate makes, and what it has multiplied, are kept beside. */
static double attention_kept(const struct plan *plan, const struct terms *t,
                             const struct heads *heads)
{
    const struct aic_model *m = plan->model;
    bool latent = aic_model_is_latent(m);
    double outer = t->element * (heads->query + heads->output);
    double latents = m->q_lora_rank + (latent ? m->kv_lora_rank : 0);
    double kept = outer + (latent || t->eager ? outer : t->element * (heads->key + heads->value));
    kept += t->eager ? t->element * heads->output : 0;
    kept += (2 * t->element + t->norm_copy) * latents / t->split;
    if (!latent && plan->in->qk_norm == 1) {
        kept += (t->eager ? t->element + 4 : t->element) * (heads->query + heads->key);
    }
    if (!latent && m->o_lora_rank > 0) {
        kept += t->element * m->o_groups * m->o_lora_rank / plan->in->tp;
    }
    if (m->attention_gate > 0) {
        kept += t->element * (heads->count * m->attention_gate + heads->output);
    }
    bool copies = plan->in->cp > 1 && plan->in->cp_method == AIC_TRAIN_MEMORY_CP_A2A;
    return kept + (copies ? t->element * heads->output : 0);
}

static double attention_work(const struct plan *plan, const struct terms *t,
                             const struct heads *heads)
{
    double outer = t->element * (heads->query + heads->output);
    double value = plan->model->tied_kv == 1 ? heads->key : heads->value;
    return aic_model_is_latent(plan->model) || t->eager ? 2 * outer
                                                        : outer + t->element * (heads->key + value);
}

/* Flash attention keeps a statistic of each row; without it the softmax stays. */
static void rate_core(const struct plan *plan, const struct terms *t, struct rates *r)
{
    if (plan->in->flash_attention == 1) {
        r->core = 4;
        return;
    }
    r->core_per_seq =
        t->element + (t->eager ? 4 : 0) + (plan->in->dropout == 1 ? 1 + t->element : 0);
    r->attention_work_per_seq = 2 * t->element * r->heads_live;
}

static void rate_mixer(const struct plan *plan, const struct terms *t, struct rates *r)
{
    const struct aic_model *m = plan->model;
    const struct aic_params *p = &plan->params;
    if (p->attention_layers > 0) {
        const struct heads *others = &plan->full, *sliding = &plan->sliding;
        double usual = p->attention_layers - p->sliding_layers;
        double sum = usual * attention_kept(plan, t, others);
        r->attention_work = attention_work(plan, t, others);
        if (p->sliding_layers > 0) {
            sum += p->sliding_layers * attention_kept(plan, t, sliding);
            r->attention_work = max(r->attention_work, attention_work(plan, t, sliding));
        }
        r->heads_kept = (usual * others->count + p->sliding_layers * sliding->count) / m->layers;
        r->heads_live = max(others->count, sliding->count);
        r->mixer = sum / m->layers;
        rate_core(plan, t, r);
    }
    if (p->linear_layers > 0) {
        r->linear_work = t->element * m->linear_params / (m->hidden * plan->in->tp);
        r->mixer += r->linear_work * p->linear_layers / m->layers;
    }
    r->mixer += t->element * plan->in->lora_rank * plan->counts.adapters.attention.matrices;
}

static void rate_dense(const struct plan *plan, const struct terms *t, struct rates *r)
{
    if (plan->params.dense_layers > 0) {
        double inner = t->element * plan->model->ffn / plan->in->tp;
        r->dense = t->copies_kept * inner +
                   t->element * plan->in->lora_rank * plan->counts.adapters.dense.matrices;
        r->dense_work = t->copies_live * inner;
    }
}

static void rate_experts(const struct plan *plan, const struct terms *t, struct rates *r)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    if (!aic_model_has_experts(m)) {
        return;
    }
    double routed = m->experts_per_token * in->expert_imbalance;
    double share = in->sequence_parallel == 1 ? in->etp / in->tp : 1; /* of tokens a rank sends */
    double dispatched = 2 * t->element * aic_model_expert_hidden(m) * share;
    double inner = t->element * m->expert_ffn / in->tp;
    r->experts = routed * (dispatched + t->copies_kept * inner) +
                 t->element * in->lora_rank * plan->counts.adapters.shared.matrices;
    if (m->shared_experts > 0) {
        r->experts += plan->job->boundary_kept + m->shared_experts * t->copies_kept * t->element *
                                                     m->shared_expert_ffn / in->tp;
    }
    if (m->expert_hidden > 0) { /* latent ones */
        r->experts += t->element * (m->hidden + m->expert_hidden) / t->split;
    }
    r->experts_work = routed * (dispatched + t->copies_live * inner);
}

void aic_train_memory_rate(struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    bool eager = in->kernels == AIC_KERNELS_EAGER;
    double element = element_bytes(in->compute_dtype);
    struct terms t = {
        .element = element,
        .norm_copy = norms_in_fp32(in->kernels, m->norm_bias) ? 4 : 0,
        .hidden = element * m->hidden,
        .split = sequence_ranks(in->sequence_parallel, in->tp),
        .eager = eager,
        .copies_kept = m->gated == 1 ? 3 + eager : 2,
        .copies_live = m->gated == 1 ? 2 + eager : 1,
    };
    struct rates *r = &plan->rates;
    *r = (struct rates){ 0 };
    rate_mixer(plan, &t, r);
    rate_dense(plan, &t, r);
    rate_experts(plan, &t, r);
    /* what sequence parallel ranks gather for one layer, and at the loss */
    r->gathered_work = t.split > 1 ? t.hidden : 0;
    double gathered = t.split > 1 ? t.hidden + t.hidden / in->tp : 0;
    r->loss_work = (2 * element + t.norm_copy) * m->hidden / t.split + t.hidden + gathered;
}

void aic_train_memory_count(struct plan *plan)
{
    count_heads(plan);
    count_mixer(plan);
    count_blocks(plan);
    count_adapters(plan);
}
