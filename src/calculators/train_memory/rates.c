/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Activations: bytes that one token leaves behind in a layer for the backward
 * pass, and those that live for the time of one layer.
 *
 * The terms follow Megatron-LM and TransformerEngine; with dropout, without flash attention and
 * with a plain MLP they add up to 34 h + 5 a seq (arXiv 2205.05198). "Eager" is
 * plain PyTorch as in HF Transformers: nothing is fused.
 */
#include "calculators/train_memory/train_memory.h"

#include <math.h>

/* Shorthands of one question. */
struct shape {
    double a; /* bytes of an element */
    double h;
    bool eager, eager_norms; /* eager RMSNorm works on fp32 copies */
    bool dropout;
    double split;
};

static struct shape shape_of(const struct tm_plan *plan)
{
    bool eager = plan->in->kernels == AIC_KERNELS_EAGER;
    return (struct shape){
        .a = plan->widths.activation,
        .h = plan->model->hidden,
        .eager = eager,
        .eager_norms = eager && plan->model->norm_bias != 1,
        .dropout = plan->in->dropout == 1,
        .split = plan->split,
    };
}

/* Norm inputs, block inputs, and the masks of dropout on both blocks' outputs. */
static void rate_ends(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    double norms = plan->model->norms_per_layer;
    double inputs = norms < 2 ? norms : 2;
    double bytes = s->a * s->h * (norms + inputs) + (s->eager_norms ? 4 * s->h * norms : 0) +
                   (s->dropout ? 2 * s->h : 0);
    r->base = bytes / s->split;
    r->boundary = s->a * s->h / s->split;
    /* what sequence parallel ranks gather for one layer */
    r->gathered_work = s->split > 1 ? s->a * s->h : 0;
}

/* Query, key, value and output of one layer; eager kernels repeat KV heads for each query. */
static double attention_kept(const struct tm_plan *plan, const struct shape *s,
                             const struct tm_heads *heads)
{
    const struct aic_model *m = plan->model;
    double outer = s->a * (heads->query + heads->output);
    double kept;
    if (aic_model_is_latent(m)) {
        double latent = m->q_lora_rank + m->kv_lora_rank;
        kept = 2 * outer + (s->eager ? s->a * heads->output : 0) +
               (2 * s->a + (s->eager_norms ? 4 : 0)) * latent / s->split;
    } else {
        kept = s->eager ? 2 * outer + s->a * heads->output
                        : outer + s->a * (heads->key + heads->value);
        if (plan->in->qk_norm == 1) {
            kept += (s->eager ? s->a + 4 : s->a) * (heads->query + heads->key);
        }
    }
    bool copies = plan->in->cp > 1 && plan->in->cp_method == AIC_TRAIN_MEMORY_CP_A2A;
    return kept + (copies ? s->a * heads->output : 0);
}

static double attention_work(const struct tm_plan *plan, const struct shape *s,
                             const struct tm_heads *heads)
{
    double outer = s->a * (heads->query + heads->output);
    return aic_model_is_latent(plan->model) || s->eager
               ? 2 * outer
               : outer + s->a * (heads->key + heads->value);
}

/* Flash attention keeps a statistic of each row; without it the softmax stays. */
static void rate_core(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    double heads = plan->model->heads / plan->in->tp;
    if (plan->in->flash_attention == 1) {
        r->core = 4 * heads;
        return;
    }
    double copies = s->a + (s->eager ? 4 : 0) + (s->dropout ? 1 + s->a : 0);
    r->core_per_seq = copies * heads;
    r->attention_work_per_seq = 2 * s->a * heads;
}

static void rate_mixer(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    const struct aic_model *m = plan->model;
    const struct aic_params *p = &plan->params;
    if (p->attention_layers > 0) {
        double usual = p->attention_layers - p->sliding_layers;
        double sum = usual * attention_kept(plan, s, &plan->full);
        r->attention_work = attention_work(plan, s, &plan->full);
        if (p->sliding_layers > 0) {
            sum += p->sliding_layers * attention_kept(plan, s, &plan->sliding);
            r->attention_work = fmax(r->attention_work, attention_work(plan, s, &plan->sliding));
        }
        r->attention_share = p->attention_layers / m->layers;
        r->mixer = sum / m->layers;
        rate_core(plan, s, r);
    }
    if (p->linear_layers > 0) {
        r->linear_work = s->a * m->linear_params / (s->h * plan->in->tp);
        r->mixer += r->linear_work * p->linear_layers / m->layers;
    }
    r->mixer += s->a * plan->in->lora_rank * plan->counts.adapters.attention.matrices;
}

static void rate_dense(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    if (!(plan->params.dense_layers > 0)) {
        return;
    }
    double inner = s->a * plan->model->ffn / plan->in->tp;
    bool gated = plan->model->gated == 1;
    r->dense = (gated ? s->eager ? 4 : 3 : 2) * inner +
               s->a * plan->in->lora_rank * plan->counts.adapters.dense.matrices;
    r->dense_work = (gated ? s->eager ? 3 : 2 : 1) * inner;
}

static void rate_experts(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct aic_model *m = plan->model;
    if (!aic_model_has_experts(m)) {
        return;
    }
    double routed = m->experts_per_token * in->expert_imbalance;
    double share = in->sequence_parallel == 1 ? in->etp / in->tp : 1; /* of tokens a rank sends */
    double dispatched = 2 * s->a * s->h * share;
    double inner = s->a * m->expert_ffn / in->tp;
    bool gated = m->gated == 1;
    double copies = gated ? s->eager ? 4 : 3 : 2;
    r->experts = routed * (dispatched + copies * inner) +
                 s->a * in->lora_rank * plan->counts.adapters.shared.matrices;
    if (m->shared_experts > 0) {
        r->experts +=
            r->boundary + m->shared_experts * copies * s->a * m->shared_expert_ffn / in->tp;
    }
    r->experts_work = routed * (dispatched + (gated ? s->eager ? 3 : 2 : 1) * inner);
}

static void rate_loss(const struct tm_plan *plan, const struct shape *s, struct tm_rates *r)
{
    const struct aic_train_memory_in *in = plan->in;
    double gathered = s->split > 1 ? s->a * s->h + s->a * s->h / in->tp : 0;
    double chunks = in->loss == AIC_LOSS_CHUNKED ? in->loss_chunks : 1;
    r->loss_work = (2 * s->a + (s->eager_norms ? 4 : 0)) * s->h / s->split + s->a * s->h + gathered;
    r->logits = in->logit_bytes * plan->counts.vocab / in->tp / chunks;
}

void aic_tm_rates(struct tm_plan *plan)
{
    struct tm_rates *r = &plan->rates;
    struct shape s = shape_of(plan);
    *r = (struct tm_rates){ 0 };
    rate_ends(plan, &s, r);
    rate_mixer(plan, &s, r);
    rate_dense(plan, &s, r);
    rate_experts(plan, &s, r);
    rate_loss(plan, &s, r);
}
