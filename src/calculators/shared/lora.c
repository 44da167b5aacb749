/* SPDX-License-Identifier: Apache-2.0 */
/* LoRA adapters: the parameters that they add to each kind of layer. */
#include "calculators/shared/lora.h"

#include "calculators/shared/params.h"

const char *const aic_lora_targets[] = { "qv", "attention", "all", NULL };

/* Where the adapters of one kind of layer are added up. */
struct adapters {
    double rank, tp;
    struct aic_lora_part *part;
};

static void add_column(const struct adapters *to, double in, double out)
{
    to->part->params += to->rank * (in + out / to->tp);
    to->part->matrices++;
}

static void add_row(const struct adapters *to, double in, double out)
{
    to->part->params += to->rank * (in / to->tp + out);
    to->part->matrices++;
}

static void add_replicated(const struct adapters *to, double in, double out)
{
    to->part->params += to->rank * (in + out);
    to->part->matrices++;
}

static void add_latent_attention(const struct aic_model *m, const struct adapters *to)
{
    double key_width = aic_latent_key_width(m);
    if (m->q_lora_rank > 0) {
        add_replicated(to, m->hidden, m->q_lora_rank);
        add_column(to, m->q_lora_rank, m->heads * key_width);
    } else {
        add_column(to, m->hidden, m->heads * key_width);
    }
    add_replicated(to, m->hidden, m->kv_lora_rank + m->qk_rope_head_dim);
    add_column(to, m->kv_lora_rank, m->heads * (m->qk_nope_head_dim + m->v_head_dim));
    add_row(to, m->heads * m->v_head_dim, m->hidden);
}

static void add_attention(const struct aic_model *m, int targets, const struct adapters *to)
{
    add_column(to, m->hidden, m->heads * m->head_dim);
    add_column(to, m->hidden, m->kv_heads * m->v_head_dim);
    if (targets != AIC_LORA_QV) {
        add_column(to, m->hidden, m->kv_heads * m->head_dim);
        add_row(to, m->heads * m->v_head_dim, m->hidden);
    }
}

static void add_feed_forward(const struct aic_model *m, double width, const struct adapters *to)
{
    if (m->gated) {
        add_column(to, m->hidden, width);
    }
    add_column(to, m->hidden, width);
    add_row(to, width, m->hidden);
}

void aic_lora_count(const struct aic_model *model, double rank, int targets, double tp,
                    struct aic_lora *lora)
{
    *lora = (struct aic_lora){ { 0, 0 }, { 0, 0 }, { 0, 0 } };
    struct adapters to = { rank, tp, &lora->attention };
    if (aic_model_is_latent(model)) {
        add_latent_attention(model, &to);
    } else {
        add_attention(model, targets, &to);
    }
    if (targets != AIC_LORA_ALL) {
        return;
    }
    to.part = &lora->dense;
    add_feed_forward(model, model->ffn, &to);
    if (model->shared_experts > 0) {
        to.part = &lora->shared;
        add_feed_forward(model, model->shared_expert_ffn, &to);
        lora->shared.params *= model->shared_experts;
        lora->shared.matrices *= model->shared_experts;
    }
}

/* `count` layers of a kind that a model without such layers need not describe. */
static double of_layers(double count, double per_layer)
{
    return count > 0 ? count * per_layer : 0;
}

double aic_lora_params(const struct aic_model *model, const struct aic_params *params, double rank,
                       int targets)
{
    struct aic_lora lora;
    aic_lora_count(model, rank, targets, 1, &lora);
    return of_layers(params->attention_layers, lora.attention.params) +
           of_layers(params->dense_layers, lora.dense.params) +
           of_layers(params->moe_layers, lora.shared.params);
}
