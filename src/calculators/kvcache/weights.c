/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of weights: per parameter, on one GPU, and those that one token reads. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/* What a format of weights covers; all else stays in 16 bit. */
enum cover { COVER_ALL, COVER_LAYERS, COVER_EXPERTS };

static const struct {
    double bits;
    enum cover cover;
    bool file; /* the average of a file, not a width */
} formats[] = {
    [AIC_WEIGHT_FP32] = { 32, COVER_ALL, false },
    [AIC_WEIGHT_BF16] = { 16, COVER_ALL, false },
    [AIC_WEIGHT_FP16] = { 16, COVER_ALL, false },
    [AIC_WEIGHT_FP8] = { 8, COVER_LAYERS, false },
    [AIC_WEIGHT_INT8] = { 8, COVER_LAYERS, false },
    /* AWQ, GPTQ: a 16-bit scale and a 4-bit zero per 128 */
    [AIC_WEIGHT_INT4] = { 4 + 20.0 / 128, COVER_LAYERS, false },
    /* an 8-bit scale per 16 */
    [AIC_WEIGHT_NVFP4] = { 4 + 8.0 / 16, COVER_LAYERS, false },
    /* QLoRA's double quantization: an 8-bit scale per 64, 32 bits per 256 of those */
    [AIC_WEIGHT_NF4] = { 4 + 8.0 / 64 + 32.0 / (64 * 256), COVER_LAYERS, false },
    /* an 8-bit scale per 32 */
    [AIC_WEIGHT_MXFP4] = { 4 + 8.0 / 32, COVER_EXPERTS, false },
    /* averages of the Llama-3.1-8B files, llama.cpp tools/quantize README */
    [AIC_WEIGHT_Q8_0] = { 8.5008, COVER_ALL, true },
    [AIC_WEIGHT_Q6_K] = { 6.5633, COVER_ALL, true },
    [AIC_WEIGHT_Q5_K_M] = { 5.7036, COVER_ALL, true },
    [AIC_WEIGHT_Q4_K_M] = { 4.8944, COVER_ALL, true },
    [AIC_WEIGHT_IQ4_XS] = { 4.4597, COVER_ALL, true },
    [AIC_WEIGHT_Q3_K_L] = { 4.2979, COVER_ALL, true },
    [AIC_WEIGHT_Q2_K] = { 3.1593, COVER_ALL, true },
};

/*
 * vLLM V1, fitted to the memory breakdowns of llm-d planner e50305a (H100):
 * the peak is the sampler's, 9.7 fp32 copies of the logits of every sequence.
 */
#define SAMPLER_COPIES   9.7
#define VLLM_OTHER       (0.14 * GIB)
#define VLLM_OTHER_OF_TP (0.55 * GIB)

double aic_kv_overhead(const struct aic_kvcache_in *in)
{
    const struct aic_model *m = &in->model;
    double bytes = 0;
    if (in->engine == AIC_ENGINE_VLLM) {
        bytes = SAMPLER_COPIES * 4 * in->max_num_seqs * m->vocab +
                (in->tp > 1 ? VLLM_OTHER_OF_TP : VLLM_OTHER);
    } else if (in->engine == AIC_ENGINE_LLAMACPP) {
        /* logits and one residual stream of a step, fp32: exact on the 8B's logs */
        bytes = 4 * in->max_num_batched_tokens * (m->vocab + m->hidden);
    }
    return aic_or(bytes, 0);
}

void aic_kv_precision(struct kv_plan *plan)
{
    const struct aic_kvcache_in *in = plan->in;
    const struct aic_params *p = &plan->params;
    struct kv_precision *precision = &plan->precision;
    precision->file_bits = NAN;
    if (aic_is_set(in->weight_bits)) {
        precision->matrix = precision->expert = precision->other = in->weight_bits / 8;
    } else {
        enum cover cover = formats[in->weight_dtype].cover;
        double bytes = formats[in->weight_dtype].bits / 8;
        bool experts_only = cover == COVER_EXPERTS && aic_model_has_experts(plan->model);
        precision->expert = bytes;
        precision->matrix = experts_only ? 2 : bytes;
        precision->other = cover == COVER_ALL ? bytes : 2;
        if (formats[in->weight_dtype].file) {
            precision->file_bits = formats[in->weight_dtype].bits;
        }
    }
    precision->scale = p->counted ? p->total / p->count : 1;
    plan->weights_known = aic_is_set(p->total) || aic_is_set(in->weight_memory);
}

/* Share of a layer's routed experts on one GPU. */
static double expert_share(const struct aic_kvcache_in *in)
{
    return in->ep > 1 ? ceil(in->model.experts / in->ep) / in->model.experts : 1 / in->tp;
}

/* Bytes of a stage by what happens to them: divided by tp, held whole, or routed experts. */
struct parts {
    double split, copied, routed;
};

static double attention_params(const struct aic_params *p, const struct kv_stage *stage)
{
    return (stage->of[KV_FULL] + stage->of[KV_CHUNKED]) * p->attention_layer +
           stage->of[KV_SLIDING] * p->sliding_layer;
}

static double block_biases(const struct aic_params *p, const struct kv_stage *stage)
{
    return (stage->of[KV_FULL] + stage->of[KV_CHUNKED]) * p->attention_layer_bias +
           stage->of[KV_SLIDING] * p->sliding_layer_bias + stage->dense * p->dense_layer_bias +
           stage->moe * p->shared_layer_bias;
}

static struct parts layer_parts(const struct kv_plan *plan, const struct kv_stage *stage)
{
    const struct aic_params *p = &plan->params;
    const struct kv_precision *b = &plan->precision;
    double linear =
        stage->of[KV_LINEAR] > 0 ? stage->of[KV_LINEAR] * plan->model->linear_params : 0;
    double matrices = attention_params(p, stage) + linear + stage->dense * p->dense_layer +
                      stage->moe * p->shared_layer;
    double layers = stage->layers / plan->model->layers;
    return (struct parts){
        .split = b->matrix * matrices + b->other * (block_biases(p, stage) + p->extra * layers),
        .copied =
            b->other * (stage->moe * (p->router_layer + p->router_layer_bias) + p->norms * layers),
        .routed = stage->moe * (b->expert * p->routed_layer + b->other * p->routed_layer_bias),
    };
}

/* The first stage has the embedding, the last one the output matrix: a tied one is there twice. */
static struct parts stage_parts(const struct kv_plan *plan, const struct kv_stage *stage)
{
    const struct aic_params *p = &plan->params;
    struct parts parts = layer_parts(plan, stage);
    double other = plan->precision.other;
    double pp = plan->in->pp;
    if (stage->index == 1) {
        parts.split += other * p->embedding;
        parts.copied += other * p->positions;
    }
    if (stage->index == pp) {
        bool again = plan->model->tied_embeddings == 1 && pp > 1;
        parts.split += other * (again ? p->embedding : p->head);
        parts.copied += other * p->last_norm;
    }
    return parts;
}

/* Without weight_memory: what the count comes to, or `params` spread over the layers. */
static double counted_weights(const struct kv_plan *plan, const struct kv_stage *stage)
{
    const struct aic_kvcache_in *in = plan->in;
    if (!plan->params.counted) {
        return plan->params.total * plan->precision.expert * stage->layers / plan->model->layers /
               in->tp;
    }
    struct parts parts = stage_parts(plan, stage);
    return plan->precision.scale *
           (parts.split / in->tp + parts.copied + parts.routed * expert_share(in));
}

double aic_kv_weights(const struct kv_plan *plan, const struct kv_stage *stage)
{
    return aic_is_set(plan->in->weight_memory) ? plan->in->weight_memory
                                               : counted_weights(plan, stage);
}

double aic_kv_weights_total(const struct kv_plan *plan)
{
    const struct aic_params *p = &plan->params;
    const struct kv_precision *b = &plan->precision;
    if (aic_is_set(plan->in->weight_memory)) {
        return NAN;
    }
    if (!p->counted) {
        return p->total * b->expert;
    }
    double matrices = p->attention + p->linear + p->dense + p->shared;
    return b->scale * (b->matrix * matrices + b->expert * p->routed +
                       b->other * (p->count - matrices - p->routed));
}

/* Bytes of weights that one step reads on each GPU, all stages together. */
static double counted_read(const struct kv_plan *plan)
{
    const struct aic_kvcache_in *in = plan->in;
    const struct aic_params *p = &plan->params;
    double other = plan->precision.other;
    struct parts parts = layer_parts(plan, &plan->all);
    /* the input embedding is a lookup; the output matrix is read whole */
    parts.split += other * p->embedding;
    parts.copied += other * p->last_norm;
    double experts = 0;
    if (aic_model_has_experts(plan->model)) {
        /* an expert is idle when no token of the step chooses it, each choosing uniformly */
        double idle = 1 - in->model.experts_per_token / in->model.experts;
        double tokens = in->sequences * (in->ep > 1 ? in->dp : 1);
        experts = parts.routed * expert_share(in) * (1 - pow(idle, tokens));
    }
    return plan->precision.scale * (parts.split / in->tp + parts.copied + experts);
}

double aic_kv_weights_read(const struct kv_plan *plan)
{
    double largest = 0, sum = 0;
    struct kv_stage stage;
    bool given = aic_is_set(plan->in->weight_memory);
    if (plan->params.counted && !given) {
        return counted_read(plan);
    }
    if (given && !plan->params.counted) {
        return plan->in->weight_memory * plan->in->pp;
    }
    for (double index = 1; index <= plan->in->pp; index++) {
        aic_kv_stage(plan, index, &stage);
        double weights = counted_weights(plan, &stage);
        largest = fmax(largest, weights);
        sum += weights;
    }
    return given ? counted_read(plan) * plan->in->weight_memory / largest : sum;
}

/* The sums over kinds of parameters that the formulas of the results name. */
static void parameter_terms(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_params *p = &plan->params;
    double matrices = p->attention + p->linear + p->dense + p->shared;
    out->params_layers = matrices;
    out->params_other = p->count - matrices - p->routed;
    if (p->attention_layers > 0) {
        out->params_attention = p->attention;
    }
    if (p->linear_layers > 0) {
        out->params_linear = p->linear;
    }
    if (p->dense_layers > 0) {
        out->params_dense = p->dense;
    }
    if (p->moe_layers > 0) {
        out->params_routed = p->routed;
    }
    if (p->moe_layers > 0 && plan->model->shared_experts > 0) {
        out->params_shared = p->shared;
    }
}

void aic_kv_weight_terms(const struct kv_plan *plan, const struct kv_stage *stage,
                         struct aic_kvcache_out *out)
{
    const struct aic_params *p = &plan->params;
    const struct kv_precision *b = &plan->precision;
    out->params_total = p->total;
    out->params_active = p->active;
    out->params_matmul = p->matmul;
    if (p->moe_layers > 0 && aic_is_set(p->expert)) {
        out->params_expert = p->expert;
    }
    if (p->counted) {
        parameter_terms(plan, out);
    }
    if (!aic_is_set(p->total)) {
        return;
    }
    out->file_bits = b->file_bits;
    out->matrix_bytes = b->matrix;
    out->expert_bytes = b->expert;
    out->other_bytes = b->other;
    if (p->counted && !aic_is_set(plan->in->weight_memory)) {
        struct parts parts = stage_parts(plan, stage);
        out->weight_scale = b->scale;
        out->stage_split = parts.split;
        out->stage_copied = parts.copied;
        out->stage_routed = parts.routed * expert_share(plan->in);
    }
}
