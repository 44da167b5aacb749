/* SPDX-License-Identifier: Apache-2.0 */
/* LoRA adapters: the parameters that they add to each kind of layer. */
#include "calculators/shared/lora.h"

#include "calculators/shared/matrices.h"

const char *const aic_lora_targets[] = { "qv", "attention", "all", NULL };

static void add_adapter(struct aic_lora_part *part, double rank, enum aic_split split, double tp,
                        double inputs, double outputs)
{
    part->params += rank * ((split == AIC_ROW_PARALLEL ? inputs / tp : inputs) +
                            (split == AIC_COLUMN_PARALLEL ? outputs / tp : outputs));
    part->matrices++;
}

static bool is_adapted(enum aic_matrix which, int targets)
{
    return targets != AIC_LORA_QV || which == AIC_MATRIX_QUERY || which == AIC_MATRIX_VALUE;
}

/* To `part`, of a function that knows rank, targets and tp: to a matrix, or where targets name it. */
#define ADD_ADAPTER(which, where, split, inputs, outputs, bias)                                    \
    if (where) {                                                                                   \
        add_adapter(part, rank, split, tp, inputs, outputs);                                       \
    }
#define ADD_WHERE_NAMED(which, where, split, inputs, outputs, bias)                                \
    if (is_adapted(which, targets)) {                                                              \
        add_adapter(part, rank, split, tp, inputs, outputs);                                       \
    }

void aic_lora_count(const struct aic_model *m, double rank, int targets, double tp,
                    struct aic_lora *lora)
{
    *lora = (struct aic_lora){ { 0, 0 }, { 0, 0 }, { 0, 0 } };
    struct aic_lora_part *part = &lora->attention;
    if (aic_model_is_latent(m)) {
        AIC_LATENT_MATRICES(ADD_ADAPTER, m) /* 'qv' names none: aic_lora_check() */
    } else {
        AIC_ATTENTION_MATRICES(ADD_WHERE_NAMED, m, m->kv_heads, m->head_dim, m->v_head_dim)
    }
    if (targets != AIC_LORA_ALL) {
        return;
    }
    part = &lora->dense;
    AIC_FEED_FORWARD_MATRICES(ADD_ADAPTER, m->hidden, m->ffn, m->gated, false)
    if (m->shared_experts > 0) {
        part = &lora->shared;
        AIC_FEED_FORWARD_MATRICES(ADD_ADAPTER, m->hidden, m->shared_expert_ffn, m->gated, false)
        part->params *= m->shared_experts;
        part->matrices *= m->shared_experts;
    }
}

bool aic_lora_check(const struct aic_model *model, int targets, struct aic_error *error)
{
    if (targets != AIC_LORA_QV || !aic_model_is_latent(model)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "lora_targets",
             "lora_targets 'qv' on latent attention, which has no value matrix of its own");
    return aic_suggest(error, "give lora_targets 'attention' or 'all'");
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
