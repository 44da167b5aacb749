/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: one pipeline stage: its layers, its weights and the blocks that vLLM cuts it into. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/* vLLM's attention kernels want blocks of a multiple of this where they are raised. */
#define BLOCK_PADDING 16.0
/* One group size for all: the largest kind's where it is below this many times the smallest's. */
#define GROUP_SLACK 1.5

/* Layers of one pipeline stage, or of the whole model as its one stage. */
struct stage {
    double layers;
    double full, sliding, chunked, linear, csa, hca, cross;
    double cached_full, cached_sliding,
        indexed;            /* of these with a cache, an indexer, of their own */
    double ffn, dense, moe; /* feed-forward layers: all, without experts, with experts */
};

/* Bytes of weights by what happens to them: divided by tp, held whole, or routed experts. */
struct parts {
    double split, copied, routed;
};

static struct stage all_layers(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    const struct aic_model *m = &in->model;
    return (struct stage){
        .layers = m->layers,
        .full = out->full_layers,
        .sliding = m->sliding_layers,
        .chunked = m->chunked_layers,
        .linear = m->linear_layers,
        .csa = m->csa_layers,
        .hca = m->hca_layers,
        .cross = m->cross_layers,
        .cached_full = out->cached_full,
        .cached_sliding = out->cached_sliding,
        .indexed = out->indexed,
        .ffn = m->ffn_layers,
        .dense = m->ffn_layers - out->moe_layers,
        .moe = out->moe_layers,
    };
}

/* part * whole / of, rounded down; 0 of nothing. */
static double share(double part, double whole, double of)
{
    return of > 0 ? floor(part * whole / of) : 0;
}

/* Some layers have attention and a recurrent state. */
static bool attends_and_recurs(const struct stage *all)
{
    double kinds = all->full + all->sliding + all->chunked + all->csa + all->hca;
    return kinds + all->linear > all->layers;
}

/* Layers of each kind among the first `z`: kinds are spread evenly, dense blocks may lead. */
static struct stage first_layers(const struct aic_kvcache_in *in, const struct stage *all, double z)
{
    struct stage first = { .layers = z };
    first.full = share(z, all->full, all->layers);
    double rest = z - first.full;
    double others = all->layers - all->full;
    first.sliding = share(rest, all->sliding, others);
    first.chunked = share(rest, all->chunked, others);
    first.csa = share(rest, all->csa, others);
    first.hca = share(rest, all->hca, others);
    first.linear = attends_and_recurs(all) ? share(z, all->linear, all->layers)
                                           : share(rest, all->linear, others);
    first.cross = share(z, all->cross, all->layers);
    first.cached_full = first.full - share(first.full, all->full - all->cached_full, all->full);
    first.cached_sliding =
        first.sliding - share(first.sliding, all->sliding - all->cached_sliding, all->sliding);
    first.indexed = share(first.full, all->indexed, all->full);
    first.ffn = share(z, all->ffn, all->layers);
    first.dense = in->model.dense_leading && all->moe > 0 ? fmin(first.ffn, all->dense)
                                                          : share(first.ffn, all->dense, all->ffn);
    first.moe = first.ffn - first.dense;
    return first;
}

/* Layers up to the end of stage `index`. Stages before the last take the remainder, the later
 * ones first (vLLM's rule): the last one has the output matrix. */
static double stage_end(const struct aic_kvcache_in *in, double index)
{
    double each = floor(in->model.layers / in->pp);
    double rest = in->model.layers - each * in->pp;
    return index * each + fmin(rest, fmax(0, index - (in->pp - rest) + 1));
}

static struct stage stage_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                             double index)
{
    struct stage all = all_layers(in, out);
    if (in->pp == 1) {
        return all;
    }
    struct stage before = first_layers(in, &all, stage_end(in, index - 1));
    struct stage upto = first_layers(in, &all, stage_end(in, index));
#define BETWEEN(kind) .kind = upto.kind - before.kind
    return (struct stage){
        BETWEEN(layers),
        BETWEEN(full),
        BETWEEN(sliding),
        BETWEEN(chunked),
        BETWEEN(linear),
        BETWEEN(csa),
        BETWEEN(hca),
        BETWEEN(cross),
        BETWEEN(indexed),
        BETWEEN(cached_full),
        BETWEEN(cached_sliding),
        BETWEEN(ffn),
        BETWEEN(dense),
        BETWEEN(moe),
    };
#undef BETWEEN
}

static double layers_of_kind(const struct stage *stage, enum aic_layer_kind kind)
{
    switch (kind) {
    case AIC_LAYER_FULL:
        return stage->full;
    case AIC_LAYER_INDEXER:
        return stage->indexed;
    case AIC_LAYER_SLIDING:
        return stage->sliding;
    case AIC_LAYER_CHUNKED:
        return stage->chunked;
    case AIC_LAYER_CSA:
        return stage->csa;
    case AIC_LAYER_HCA:
        return stage->hca;
    case AIC_LAYER_CROSS:
        return stage->cross;
    case AIC_LAYER_LINEAR:
        return stage->linear;
    case AIC_LAYER_DENSE:
        return stage->dense;
    default:
        return stage->moe;
    }
}

/* Bytes of a parameter of the matrices of a kind. */
static double matrix_bytes(const struct aic_kvcache_out *out, enum aic_layer_kind kind)
{
    return kind < AIC_LAYER_LINEAR    ? out->attention_bytes
           : kind == AIC_LAYER_LINEAR ? out->mixer_bytes
           : kind == AIC_LAYER_ROUTER ? out->other_bytes
           : kind == AIC_LAYER_ROUTED ? out->expert_bytes * aic_or(out->expert_padding, 1)
                                      : out->matrix_bytes;
}

static struct parts layer_parts(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                const struct aic_params *p, const struct stage *stage)
{
    double bytes[AIC_LAYER_KINDS], split = 0;
    for (int kind = 0; kind < AIC_LAYER_KINDS; kind++) {
        const struct aic_layer_params *one = &p->kinds[kind];
        double layers = layers_of_kind(stage, (enum aic_layer_kind)kind);
        bytes[kind] = layers * (matrix_bytes(out, (enum aic_layer_kind)kind) * one->matrices +
                                out->other_bytes * one->biases);
        split += kind == AIC_LAYER_ROUTER || kind == AIC_LAYER_ROUTED ? 0 : bytes[kind];
    }
    const struct aic_model *m = &in->model;
    double share = stage->layers / m->layers;
    double extra = out->attention_bytes * m->attention_extra + out->matrix_bytes * m->mlp_extra +
                   out->other_bytes * p->extra;
    double expert_share = in->ep > 1 ? ceil(m->experts / in->ep) / m->experts : 1 / in->tp;
    return (struct parts){
        .split = split + extra * share,
        .copied = bytes[AIC_LAYER_ROUTER] + out->other_bytes * p->norms * share,
        .routed = bytes[AIC_LAYER_ROUTED] * expert_share,
    };
}

/* The part of `whole` that a stage has; of a kind that no field tells, its share of all layers. */
static double stage_part(double whole, double part, double of, double layers)
{
    return aic_or(whole, 0) * (of > 0 ? part / of : layers);
}

/* What the files hold, spread over the layers of each kind. */
static struct parts stored_parts(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                 const struct stage *stage)
{
    const struct stage all = all_layers(in, out);
    double layers = stage->layers / all.layers;
    double attention = stage->full + stage->sliding + stage->chunked;
    double experts = in->model.experts;
    double expert_share = in->ep > 1 ? ceil(experts / in->ep) / experts : 1 / in->tp;
    return (struct parts){
        .split = stage_part(in->stored_attention, attention, all.full + all.sliding + all.chunked,
                            layers) +
                 stage_part(in->stored_mixer, stage->linear, all.linear, layers) +
                 stage_part(in->stored_mlp, stage->ffn, all.ffn, layers) +
                 aic_or(in->stored_other, 0) * layers,
        .copied = stage_part(in->stored_router, stage->moe, all.moe, layers) +
                  aic_or(in->stored_norms, 0) * layers,
        .routed = stage_part(in->stored_experts, stage->moe, all.moe, layers) * expert_share,
    };
}

/* The same for the vocabulary's matrices, a tied one on the last stage too. */
static struct parts stored_parts_of(const struct aic_kvcache_in *in,
                                    const struct aic_kvcache_out *out, const struct stage *stage,
                                    double index)
{
    struct parts parts = stored_parts(in, out, stage);
    double embedding = aic_or(in->stored_embedding, 0);
    if (index == 1) {
        parts.split += embedding;
    }
    if (index == in->pp) {
        bool again = in->model.tied_embeddings == 1 && in->pp > 1;
        parts.split += aic_or(in->stored_head, 0) + (again ? embedding : 0);
    }
    return parts;
}

/* The first stage has the embedding, the last one the output matrix: a tied one is there twice. */
static struct parts parts_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                             const struct aic_params *p, const struct stage *stage, double index)
{
    if (aic_is_set(out->stored_total)) {
        return stored_parts_of(in, out, stage, index);
    }
    struct parts parts = layer_parts(in, out, p, stage);
    if (index == 1) {
        parts.split += out->embedding_bytes * (p->embedding + p->lookup);
        parts.copied += out->other_bytes * p->positions;
    }
    if (index == in->pp) {
        bool again = in->model.tied_embeddings == 1 && in->pp > 1;
        parts.split += again ? out->embedding_bytes * p->embedding : out->head_bytes * p->head;
        parts.copied += out->other_bytes * p->last_norm;
    }
    return parts;
}

/* A step looks rows of the embedding up; the output matrix, which a tied one is, it reads whole. */
static struct aic_kvcache_read stored_read(const struct aic_kvcache_in *in,
                                           const struct aic_kvcache_out *out)
{
    const struct stage all = all_layers(in, out);
    const struct parts parts = stored_parts(in, out, &all);
    double output = in->model.tied_embeddings == 1 ? in->stored_embedding : in->stored_head;
    return (struct aic_kvcache_read){
        .always = (parts.split + aic_or(output, 0)) / in->tp + parts.copied,
        .experts = aic_model_has_experts(&in->model) ? parts.routed : (double)NAN,
    };
}

struct aic_kvcache_read aic_kvcache_weights_read(const struct aic_kvcache_in *in,
                                                 const struct aic_kvcache_out *out,
                                                 const struct aic_params *p,
                                                 const struct aic_kvcache_fit *fit)
{
    bool given = aic_is_set(in->weight_memory);
    if (aic_is_set(out->stored_total)) {
        return stored_read(in, out);
    }
    if (!p->counted) {
        return (struct aic_kvcache_read){ given ? in->weight_memory * in->pp : fit->weights, NAN };
    }
    const struct stage all = all_layers(in, out);
    const struct parts parts = layer_parts(in, out, p, &all);
    double scale = fit->weight_scale * (given ? in->weight_memory / fit->largest_weights : 1);
    /* the input embedding is a lookup; the output matrix, as large, is read whole */
    bool tied = in->model.tied_embeddings == 1 && in->model.output_head != 0;
    double split =
        parts.split + (tied ? out->embedding_bytes * p->embedding : out->head_bytes * p->head);
    double copied = parts.copied + out->other_bytes * p->last_norm;
    return (struct aic_kvcache_read){
        .always = scale * (split / in->tp + copied),
        .experts = aic_model_has_experts(&in->model) ? scale * parts.routed : (double)NAN,
    };
}

/* The smallest and the largest of those above 0, and how many these are. */
struct extremes {
    double least, most;
    int count;
};

static struct extremes extremes_of(const double *values, int count)
{
    struct extremes found = { INFINITY, 0, 0 };
    for (int i = 0; i < count; i++) {
        if (values[i] > 0) {
            found.least = fmin(found.least, values[i]);
            found.most = fmax(found.most, values[i]);
            found.count++;
        }
    }
    return found;
}

/* Layers of each kind as vLLM sees them: swa_full makes full layers of windowed ones. */
static struct extremes held_layers(const struct aic_kvcache_in *in,
                                   const struct aic_kvcache_out *out)
{
    double windowed = out->stage_sliding + out->stage_chunked;
    bool held = in->swa_full == 1;
    const double layers[] = { out->stage_full + (held ? windowed : 0),
                              held ? 0 : out->stage_sliding, held ? 0 : out->stage_chunked,
                              out->stage_linear };
    return extremes_of(layers, 4);
}

/* Bytes of a token in the attention layers of a stage. */
static struct extremes attention_units(const struct aic_kvcache_out *out)
{
    const double units[] = {
        out->stage_full > 0 ? out->u_full + (out->stage_indexed > 0 ? out->index_bytes : 0) : 0,
        out->stage_chunked > 0 ? out->u_full : 0, out->stage_sliding > 0 ? out->u_sliding : 0
    };
    return extremes_of(units, 3);
}

static double block_tokens_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    if (in->engine != AIC_ENGINE_VLLM || out->content_alone) {
        return NAN;
    }
    if (!(out->stage_linear > 0)) {
        return in->block_size;
    }
    if (held_layers(in, out).count == 1) {
        return 1; /* a recurrent state is a block of its own */
    }
    double state = ceil(out->u_linear / attention_units(out).least);
    return fmax(in->block_size, BLOCK_PADDING * ceil(state / BLOCK_PADDING));
}

static double group_layers_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    if (in->engine != AIC_ENGINE_VLLM || out->content_alone) {
        return NAN;
    }
    struct extremes layers = held_layers(in, out);
    if (layers.count <= 1) {
        return NAN; /* one group holds every layer */
    }
    return layers.most < GROUP_SLACK * layers.least ? layers.most : layers.least;
}

/* Whether `part` divides `whole` without a rest, both of any size; fmod() would take longer than all else here. */
static bool goes_into(double part, double whole)
{
    double quotient = whole / part;
    return quotient == floor(quotient) && fma(-quotient, part, whole) == 0;
}

bool aic_kvcache_evaluate_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                double index, double given, struct aic_kvcache_out *out,
                                struct aic_error *error)
{
    const struct aic_kvcache_out *computed = out;
    const struct stage stage = stage_of(in, out, index);
    const struct parts parts = parts_of(in, out, counts, &stage, index);
#include "engine/rows/code.inc"
    weight_memory = given;
#include "engine/rows/as_loaded.h"
#define ONLY MODEL_PART
#include RESULT_ROWS
#include "engine/rows/as_results.h"
#define ONLY STAGE_PART
#include RESULT_ROWS
#include "engine/rows/as_checks.h"
    if (!known(group_layers)) {
        return true;
    }
    const struct extremes unit = attention_units(out);
    CHECK(CONFLICT, "swa_full", swa_full == yes && stage_linear > 0 && unit.least < unit.most,
          ("vllm with swa_full and linear_layers keeps all attention layers alike, but "
           "sliding_kv_heads x sliding_head_dim differs from kv_heads x head_dim"),
          ("leave swa_full out, or take engine ideal"))
    CHECK(CONFLICT, "engine", !goes_into(block_tokens * unit.least, page_bytes),
          ("vllm cannot make the pages of all kinds of layers equal: %g bytes do not divide %g",
           block_tokens * unit.least, page_bytes),
          ("make sliding_kv_heads x sliding_head_dim a divisor of kv_heads x head_dim, or take %s",
           linear_layers > 0 ? "engine ideal" : "swa_full or engine ideal"))
    return true;
#include "engine/rows/none.h"
}
