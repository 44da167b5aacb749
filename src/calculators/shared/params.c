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
    p->full_layers = aic_model_full_layers(m);
    p->linear_layers = m->linear_layers;
    p->moe_layers = aic_model_has_experts(m) ? m->ffn_layers - m->dense_layers : 0;
    p->dense_layers = m->ffn_layers - p->moe_layers;
}

/* Layers of each kind. */
static double layers_of(const struct aic_model *m, const struct aic_params *p,
                        enum aic_layer_kind kind)
{
    switch (kind) {
    case AIC_LAYER_FULL:
        return p->full_layers;
    case AIC_LAYER_INDEXER:
        return aic_or(m->index_layers, 0);
    case AIC_LAYER_SLIDING:
        return m->sliding_layers;
    case AIC_LAYER_CHUNKED:
        return m->chunked_layers;
    case AIC_LAYER_CSA:
        return m->csa_layers;
    case AIC_LAYER_HCA:
        return m->hca_layers;
    case AIC_LAYER_CROSS:
        return m->cross_layers;
    case AIC_LAYER_LINEAR:
        return m->linear_layers;
    case AIC_LAYER_DENSE:
        return p->dense_layers;
    default:
        return p->moe_layers;
    }
}

static struct aic_elements both(struct aic_elements a, struct aic_elements b)
{
    return (struct aic_elements){ a.split + b.split, a.replicated + b.replicated,
                                  a.split_biases + b.split_biases,
                                  a.replicated_biases + b.replicated_biases, a.norms + b.norms };
}

static struct aic_elements times(double count, struct aic_elements one)
{
    return (struct aic_elements){ count * one.split, count * one.replicated,
                                  count * one.split_biases, count * one.replicated_biases,
                                  count * one.norms };
}

static struct aic_elements router(const struct aic_model *m)
{
    return (struct aic_elements){ .replicated = m->hidden * m->experts,
                                  .replicated_biases = m->linear_bias == 1 ? m->experts : 0 };
}

/* With the matrices to the width of latent experts and back. */
static struct aic_elements shared_experts(const struct aic_model *m)
{
    struct aic_elements all = { .replicated =
                                    m->expert_hidden > 0 ? 2 * m->hidden * m->expert_hidden : 0 };
    if (m->shared_experts > 0) {
        struct aic_elements one =
            aic_feed_forward_elements(m->hidden, m->shared_expert_ffn, m->gated, m->linear_bias);
        all = both(all, times(m->shared_experts, one));
    }
    return all;
}

static struct aic_elements routed_experts(const struct aic_model *m)
{
    return times(m->experts, aic_feed_forward_elements(aic_model_expert_hidden(m), m->expert_ffn,
                                                       m->gated, m->linear_bias));
}

struct aic_elements aic_layer_elements(const struct aic_model *m, enum aic_layer_kind kind)
{
    switch (kind) {
    case AIC_LAYER_INDEXER:
        return aic_indexer_elements(m);
    case AIC_LAYER_SLIDING:
        return aic_attention_elements(m, aic_sliding_heads(m));
    case AIC_LAYER_CSA:
        return both(aic_usual_elements(m), aic_csa_elements(m));
    case AIC_LAYER_HCA:
        return both(aic_usual_elements(m), aic_hca_elements(m));
    case AIC_LAYER_LINEAR:
        return (struct aic_elements){ .split = m->linear_params };
    case AIC_LAYER_DENSE:
        return aic_feed_forward_elements(m->hidden, m->ffn, m->gated, m->linear_bias);
    case AIC_LAYER_ROUTER:
        return router(m);
    case AIC_LAYER_SHARED:
        return shared_experts(m);
    case AIC_LAYER_ROUTED:
        return routed_experts(m);
    default: /* full, chunked and cross layers */
        return aic_usual_elements(m);
    }
}

static void count_kinds(const struct aic_model *m, struct aic_params *p)
{
    for (int kind = 0; kind < AIC_LAYER_KINDS; kind++) {
        struct aic_layer_params *of = &p->kinds[kind];
        of->layers = layers_of(m, p, (enum aic_layer_kind)kind);
        if (of->layers == 0) { /* fields that describe such a layer may be unknown */
            continue;
        }
        struct aic_elements one = aic_layer_elements(m, (enum aic_layer_kind)kind);
        of->matrices = one.split + one.replicated + one.norms;
        of->norms = one.norms;
        of->biases = one.split_biases + one.replicated_biases;
    }
}

/* `layers` times what one has; 0 of none. */
static double of_layers(double layers, double one)
{
    return layers == 0 ? 0 : layers * one;
}

/* Of the kinds from `first` to `last`. */
static double matrices_of(const struct aic_params *p, int first, int last)
{
    double sum = 0;
    for (int kind = first; kind <= last; kind++) {
        sum += of_layers(p->kinds[kind].layers, p->kinds[kind].matrices);
    }
    return sum;
}

static double biases_of(const struct aic_params *p, int first, int last)
{
    double sum = 0;
    for (int kind = first; kind <= last; kind++) {
        sum += of_layers(p->kinds[kind].layers, p->kinds[kind].biases);
    }
    return sum;
}

static void add_up(const struct aic_model *m, struct aic_params *p)
{
    enum { FIRST = AIC_LAYER_FULL, LAST = AIC_LAYER_CROSS };
    double norm = m->hidden * (m->norm_bias ? 2 : 1);
    p->attention = matrices_of(p, FIRST, LAST) + m->attention_extra;
    p->attention_biases = biases_of(p, FIRST, LAST);
    p->linear = matrices_of(p, AIC_LAYER_LINEAR, AIC_LAYER_LINEAR);
    p->dense = matrices_of(p, AIC_LAYER_DENSE, AIC_LAYER_DENSE) + m->mlp_extra;
    p->shared = matrices_of(p, AIC_LAYER_SHARED, AIC_LAYER_SHARED);
    p->routed = matrices_of(p, AIC_LAYER_ROUTED, AIC_LAYER_ROUTED);
    p->routed_biases = biases_of(p, AIC_LAYER_ROUTED, AIC_LAYER_ROUTED);
    p->routers = matrices_of(p, AIC_LAYER_ROUTER, AIC_LAYER_ROUTER) +
                 biases_of(p, AIC_LAYER_ROUTER, AIC_LAYER_ROUTER);
    p->biases = p->attention_biases + biases_of(p, AIC_LAYER_DENSE, AIC_LAYER_DENSE) +
                biases_of(p, AIC_LAYER_SHARED, AIC_LAYER_SHARED);
    p->norms = m->layers * m->norms_per_layer * norm;
    p->last_norm = norm;
    p->head = m->tied_embeddings == 1 || m->output_head == 0 ? 0 : p->embedding;
    p->lookup = m->lookup_params;
    p->extra = m->extra_params;
    p->count = p->attention + p->linear + p->dense + p->shared + p->routed + p->routers +
               p->biases + p->routed_biases + p->norms + p->last_norm + p->embedding +
               p->positions + p->head + p->lookup + p->extra;
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

/* What multiplies every token: a tied embedding does, as the output matrix, and blocks that several
 * layers share do once for each. */
static double count_matmul(const struct aic_model *m, const struct aic_params *p)
{
    bool is_head = m->tied_embeddings == 1 && m->output_head != 0;
    double looked_up = aic_or(p->positions, 0) + aic_or(m->lookup_params, 0) +
                       (is_head ? 0 : aic_or(p->embedding, 0));
    double matmul = p->active - looked_up + aic_or(m->reused_params, 0);
    return matmul > 0 ? matmul : (double)NAN;
}

void aic_model_count(const struct aic_model *m, struct aic_params *p, struct aic_notes *notes)
{
    memset(p, 0, sizeof *p);
    count_layers(m, p);
    p->embedding = m->vocab * m->hidden;
    p->positions = m->learned_positions > 0 ? m->learned_positions * m->hidden : 0;
    p->expert =
        aic_expert_params(aic_model_expert_hidden(m), m->expert_ffn, m->gated, m->linear_bias);
    p->active = p->matmul = NAN;
    count_kinds(m, p);
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
