/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parameter counts: how many follow from the fields of the model group.
 *
 * Matrices and biases are kept apart because formats of weights and the ways
 * of sharing them between GPUs treat them differently.
 */
#include "calculators/shared/params.h"

#include <math.h>
#include <string.h>

/* A deviation of `params` from the count beyond this is worth a word. */
#define PARAMS_TOLERANCE 0.02

static void count_layers(const struct aic_model *m, struct aic_params *p)
{
    p->attention_layers = m->attention_layers;
    p->sliding_layers = m->sliding_layers;
    p->chunked_layers = m->chunked_layers;
    p->full_layers = m->attention_layers - m->sliding_layers - m->chunked_layers;
    p->linear_layers = m->linear_layers;
    p->moe_layers = aic_model_has_experts(m) ? m->ffn_layers - m->dense_layers : 0;
    p->dense_layers = m->ffn_layers - p->moe_layers;
}

static double matrices_of(struct aic_elements all)
{
    return all.split + all.replicated;
}

static double biases_of(struct aic_elements all)
{
    return all.split_biases + all.replicated_biases;
}

static void count_attention(const struct aic_model *m, struct aic_params *p)
{
    if (!(p->attention_layers > 0)) {
        return;
    }
    struct aic_elements usual = aic_usual_elements(m);
    p->attention_layer = matrices_of(usual) + usual.norms;
    p->attention_layer_bias = biases_of(usual);
    if (m->index_layers > 0) {
        struct aic_elements indexer = aic_indexer_elements(m);
        p->attention_layer += matrices_of(indexer) + indexer.norms;
    }
    if (p->sliding_layers > 0) {
        struct aic_elements sliding = aic_attention_elements(m, aic_sliding_heads(m));
        p->sliding_layer = matrices_of(sliding);
        p->sliding_layer_bias = biases_of(sliding);
    }
}

static struct aic_elements feed_forward(const struct aic_model *m, double width)
{
    return aic_feed_forward_elements(m->hidden, width, m->gated, m->linear_bias);
}

static void count_feed_forward(const struct aic_model *m, struct aic_params *p)
{
    if (p->dense_layers > 0) {
        struct aic_elements block = feed_forward(m, m->ffn);
        p->dense_layer = matrices_of(block);
        p->dense_layer_bias = biases_of(block);
    }
    if (aic_model_has_experts(m)) {
        struct aic_elements expert = feed_forward(m, m->expert_ffn);
        p->routed_layer = m->experts * matrices_of(expert);
        p->routed_layer_bias = m->experts * biases_of(expert);
        p->router_layer = m->hidden * m->experts;
        p->router_layer_bias = m->linear_bias ? m->experts : 0;
    }
    if (m->shared_experts > 0) {
        struct aic_elements expert = feed_forward(m, m->shared_expert_ffn);
        p->shared_layer = m->shared_experts * matrices_of(expert);
        p->shared_layer_bias = m->shared_experts * biases_of(expert);
    }
}

static void add_up(const struct aic_model *m, struct aic_params *p)
{
    double usual = p->full_layers + p->chunked_layers;
    double norm = m->hidden * (m->norm_bias ? 2 : 1);
    p->attention = usual * p->attention_layer + p->sliding_layers * p->sliding_layer;
    p->linear = p->linear_layers > 0 ? p->linear_layers * m->linear_params : 0;
    p->dense = p->dense_layers * p->dense_layer;
    p->routed = p->moe_layers * p->routed_layer;
    p->shared = p->moe_layers * p->shared_layer;
    p->routers = p->moe_layers * (p->router_layer + p->router_layer_bias);
    p->biases = usual * p->attention_layer_bias + p->sliding_layers * p->sliding_layer_bias +
                p->dense_layers * p->dense_layer_bias + p->moe_layers * p->shared_layer_bias;
    p->routed_biases = p->moe_layers * p->routed_layer_bias;
    p->norms = m->layers * m->norms_per_layer * norm;
    p->last_norm = norm;
    p->head = m->tied_embeddings ? 0 : p->embedding;
    p->extra = m->extra_params;
    p->count = p->attention + p->linear + p->dense + p->routed + p->shared + p->routers +
               p->biases + p->routed_biases + p->norms + p->last_norm + p->embedding +
               p->positions + p->head + p->extra;
}

#define MODEL_MEMBER(name) name

static double count_active(const struct aic_model *in, double params_total)
{
    struct {
        double params_active;
    } count, *out = &count;
/* clang-format off */
#include "engine/rows/as_values.h"
#include "calculators/shared/model_inputs.inc"
#include "engine/rows/as_results.h"
    PARAMS_ACTIVE_ROW
#include "engine/rows/none.h"
    /* clang-format on */
    /* `params` may be below what the idle experts take. */
    bool is_counted = known(active_params) || !(experts > 0);
    return is_counted || params_active > 0 ? params_active : (double)NAN;
}

/* What multiplies every token: a tied embedding does, as the output matrix. */
static double count_matmul(const struct aic_model *m, const struct aic_params *p)
{
    double embedding = m->tied_embeddings ? 0 : p->embedding;
    double matmul = p->active - aic_or(p->positions, 0) - aic_or(embedding, 0);
    return matmul > 0 ? matmul : (double)NAN;
}

void aic_model_count(const struct aic_model *m, struct aic_params *p, struct aic_notes *notes)
{
    memset(p, 0, sizeof *p);
    count_layers(m, p);
    p->embedding = m->vocab * m->hidden;
    p->positions = m->learned_positions > 0 ? m->learned_positions * m->hidden : 0;
    p->expert = aic_expert_params(m->hidden, m->expert_ffn, m->gated, m->linear_bias);
    p->active = p->matmul = NAN;
    count_attention(m, p);
    count_feed_forward(m, p);
    add_up(m, p); /* of a field that is needed and not set comes no number */
    p->counted = p->count > 0;
    p->total = aic_or(m->params, p->counted ? p->count : (double)NAN);
    if (!aic_is_set(p->total)) {
        return;
    }
    p->active = count_active(m, p->total);
    p->matmul = count_matmul(m, p);
    if (notes && m->experts > 0 && !aic_is_set(m->experts_per_token)) {
        aic_warn(notes, "experts-per-token-unknown",
                 "the weights have %g experts a layer, but do not say how many a token uses: what "
                 "rests on that is left out; give experts_per_token",
                 m->experts);
    }
    if (notes && p->counted && fabs(p->total - p->count) > PARAMS_TOLERANCE * p->count) {
        aic_warn(notes, "params-differ",
                 "params %g is not within 2 %% of the %g parameters that the fields count to; "
                 "check the fields, or leave params out",
                 p->total, p->count);
    }
}
