/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: bytes of the weights of a stage, and those that one step reads. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/* Share of a layer's routed experts on one GPU. */
static double expert_share(const struct aic_kvcache_in *in)
{
    return in->ep > 1 ? ceil(in->model.experts / in->ep) / in->model.experts : 1 / in->tp;
}

static double block_biases(const struct aic_params *p, const struct aic_kvcache_stage *stage)
{
    return (stage->full + stage->chunked) * p->attention_layer_bias +
           stage->sliding * p->sliding_layer_bias + stage->dense * p->dense_layer_bias +
           stage->moe * p->shared_layer_bias;
}

static struct aic_kvcache_parts layer_parts(const struct aic_kvcache_in *in,
                                            const struct aic_kvcache_out *out,
                                            const struct aic_params *p,
                                            const struct aic_kvcache_stage *stage)
{
    double attention =
        (stage->full + stage->chunked) * p->attention_layer + stage->sliding * p->sliding_layer;
    double linear = stage->linear > 0 ? stage->linear * in->model.linear_params : 0;
    double matrices =
        attention + linear + stage->dense * p->dense_layer + stage->moe * p->shared_layer;
    double layers = stage->layers / in->model.layers;
    double routed = stage->moe *
                    (out->expert_bytes * p->routed_layer + out->other_bytes * p->routed_layer_bias);
    return (struct aic_kvcache_parts){
        .split = out->matrix_bytes * matrices +
                 out->other_bytes * (block_biases(p, stage) + p->extra * layers),
        .copied = out->other_bytes *
                  (stage->moe * (p->router_layer + p->router_layer_bias) + p->norms * layers),
        .routed = routed * expert_share(in),
    };
}

/* The first stage has the embedding, the last one the output matrix: a tied one is there twice. */
struct aic_kvcache_parts aic_kvcache_parts(const struct aic_kvcache_in *in,
                                           const struct aic_kvcache_out *out,
                                           const struct aic_params *p,
                                           const struct aic_kvcache_stage *stage)
{
    struct aic_kvcache_parts parts = layer_parts(in, out, p, stage);
    if (stage->index == 1) {
        parts.split += out->other_bytes * p->embedding;
        parts.copied += out->other_bytes * p->positions;
    }
    if (stage->index == in->pp) {
        bool again = in->model.tied_embeddings == 1 && in->pp > 1;
        parts.split += out->other_bytes * (again ? p->embedding : p->head);
        parts.copied += out->other_bytes * p->last_norm;
    }
    return parts;
}

/* Bytes that one step reads on each GPU, all stages together. */
static double counted_read(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                           const struct aic_params *p, double scale)
{
    const struct aic_kvcache_stage all = aic_kvcache_all_layers(in, out);
    struct aic_kvcache_parts parts = layer_parts(in, out, p, &all);
    /* the input embedding is a lookup; the output matrix is read whole */
    parts.split += out->other_bytes * p->embedding;
    parts.copied += out->other_bytes * p->last_norm;
    double experts = 0;
    if (aic_model_has_experts(&in->model)) {
        /* an expert is idle when no token of the step chooses it, each choosing uniformly */
        double idle = 1 - in->model.experts_per_token / in->model.experts;
        double tokens = in->sequences * (in->ep > 1 ? in->dp : 1);
        experts = parts.routed * (1 - pow(idle, tokens));
    }
    return scale * (parts.split / in->tp + parts.copied + experts);
}

double aic_kvcache_weights_read(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                const struct aic_params *p, const struct aic_kvcache_fit *fit)
{
    bool given = aic_is_set(in->weight_memory);
    if (!p->counted) {
        return given ? in->weight_memory * in->pp : fit->weights;
    }
    double read = counted_read(in, out, p, fit->weight_scale);
    return given ? read * in->weight_memory / fit->largest_weights : read;
}
