/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of one token in one layer, layers of a pipeline stage, and what holds information. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/*
 * A vector of w elements takes element*w + vector bytes. Widths must be a
 * multiple of `multiple`; llama.cpp cuts the heads of a GPU together, the
 * others each head for itself.
 */
static const struct {
    double element, vector;
    double multiple;
} formats[] = {
    [AIC_KV_BF16] = { 2, 0, 1 },
    [AIC_KV_FP16] = { 2, 0, 1 },
    [AIC_KV_FP32] = { 4, 0, 1 },
    [AIC_KV_FP8] = { 1, 0, 1 },                 /* one scale per tensor: not counted */
    [AIC_KV_FP8_DS_MLA] = { NAN, NAN, 1 },      /* see latent_bytes() */
    [AIC_KV_INT8] = { 1, 4, 1 },                /* vLLM 001cabc: fp32 scale per token, head */
    [AIC_KV_INT4] = { 0.5, 4, 2 },              /* lmdeploy: 16-bit scale and zero */
    [AIC_KV_NVFP4] = { 0.5 + 1.0 / 16, 0, 16 }, /* vLLM 001cabc: 8-bit scale per 16 */
    [AIC_KV_Q8_0] = { 34.0 / 32, 0, 32 },       /* llama.cpp: 32 bytes and a 16-bit scale */
    [AIC_KV_Q4_0] = { 18.0 / 32, 0, 32 },       /* llama.cpp: 16 bytes and a 16-bit scale */
};

bool aic_kv_width_holds(int kv_dtype, double heads, double width)
{
    bool together = kv_dtype == AIC_KV_Q8_0 || kv_dtype == AIC_KV_Q4_0;
    return fmod(together ? heads * width : width, formats[kv_dtype].multiple) == 0;
}

/* Keys and values of `heads` heads. */
static double heads_bytes(int kv_dtype, double heads, double key_width, double value_width)
{
    return heads *
           (formats[kv_dtype].element * (key_width + value_width) + 2 * formats[kv_dtype].vector);
}

/*
 * The latent and the rotated key, which every GPU holds whole. fp8_ds_mla
 * (vLLM 001cabc) keeps the latent in 8 bit with an fp32 scale per 128, the rotated
 * part in 16 bit.
 */
static double latent_bytes(const struct kv_plan *plan)
{
    const struct aic_model *m = plan->model;
    int kv_dtype = plan->in->kv_dtype;
    if (kv_dtype == AIC_KV_FP8_DS_MLA) {
        return m->kv_lora_rank + 4 * m->kv_lora_rank / 128 + 2 * m->qk_rope_head_dim +
               plan->index_bytes;
    }
    return formats[kv_dtype].element * (m->kv_lora_rank + m->qk_rope_head_dim) +
           formats[kv_dtype].vector + plan->index_bytes;
}

/* Bytes of a token in a full (or chunked) layer on one of `ways` GPUs. */
static double full_unit(const struct kv_plan *plan, double ways)
{
    const struct aic_model *m = plan->model;
    if (aic_model_is_latent(m)) {
        return latent_bytes(plan);
    }
    if (!aic_is_set(m->kv_heads) || !aic_is_set(m->head_dim)) {
        return 0; /* no attention: checked */
    }
    return heads_bytes(plan->in->kv_dtype, ceil(m->kv_heads / ways), m->head_dim, m->v_head_dim);
}

static double sliding_unit(const struct kv_plan *plan, double ways)
{
    const struct aic_model *m = plan->model;
    if (!(m->sliding_layers > 0)) {
        return 0;
    }
    return heads_bytes(plan->in->kv_dtype, ceil(m->sliding_kv_heads / ways), m->sliding_head_dim,
                       aic_model_sliding_v_head_dim(m));
}

/* States are 32-bit; llama.cpp keeps the convolution's columns in 32 bit too. */
static double column_bytes(const struct kv_plan *plan)
{
    return plan->in->engine == AIC_ENGINE_LLAMACPP ? 4 : 2;
}

static double linear_unit(const struct kv_plan *plan, double ways)
{
    const struct aic_model *m = plan->model;
    if (!(m->linear_layers > 0)) {
        return 0;
    }
    return ceil((m->linear_state + m->linear_conv * column_bytes(plan)) / ways);
}

static void fill_units(const struct kv_plan *plan, double ways, double unit[KV_KINDS])
{
    unit[KV_FULL] = full_unit(plan, ways);
    unit[KV_SLIDING] = sliding_unit(plan, ways);
    unit[KV_CHUNKED] = unit[KV_FULL];
    unit[KV_LINEAR] = linear_unit(plan, ways);
}

void aic_kv_units(struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_model *m = plan->model;
    /* index keys are 8-bit with an fp32 scale per 128, whatever the format of the rest */
    plan->index_bytes = m->index_head_dim + 4 * m->index_head_dim / 128;
    fill_units(plan, plan->in->tp, plan->unit);
    fill_units(plan, 1, plan->unit1);
    plan->window[KV_SLIDING] = aic_or(m->sliding_window, 0);
    plan->window[KV_CHUNKED] = aic_or(m->chunk_size, 0);
    out->sliding_span = plan->window[KV_SLIDING];
    out->chunked_span = plan->window[KV_CHUNKED];
    out->bytes_per_element = formats[plan->in->kv_dtype].element;
    out->bytes_per_vector = formats[plan->in->kv_dtype].vector;
    if (aic_model_is_latent(m)) {
        out->index_bytes = plan->index_bytes;
        out->latent_bytes = plan->unit1[KV_FULL];
    }
    if (m->sliding_layers > 0) {
        out->sliding_value_width = aic_model_sliding_v_head_dim(m);
    }
    out->u_full = plan->unit[KV_FULL];
    out->u_sliding = plan->unit[KV_SLIDING];
    out->u_linear = plan->unit[KV_LINEAR];
    out->u1_full = plan->unit1[KV_FULL];
    out->u1_sliding = plan->unit1[KV_SLIDING];
    out->u1_linear = plan->unit1[KV_LINEAR];
    if (m->linear_layers > 0) {
        out->column_bytes = column_bytes(plan);
    }
}

void aic_kv_all_layers(struct kv_plan *plan)
{
    const struct aic_params *p = &plan->params;
    plan->all = (struct kv_stage){
        .index = 1,
        .layers = plan->model->layers,
        .of = { p->full_layers, p->sliding_layers, p->chunked_layers, p->linear_layers },
        .ffn = plan->model->ffn_layers,
        .dense = p->dense_layers,
        .moe = p->moe_layers,
    };
}

/* part*whole/of, rounded down; 0 of nothing. */
static double share(double part, double whole, double of)
{
    return of > 0 ? floor(part * whole / of) : 0;
}

/* Layers of each kind among the first `z`: kinds are spread evenly, dense blocks may lead. */
static void first_layers(const struct kv_plan *plan, double z, struct kv_stage *first)
{
    const struct kv_stage *all = &plan->all;
    first->layers = z;
    first->of[KV_FULL] = share(z, all->of[KV_FULL], all->layers);
    double rest = z - first->of[KV_FULL];
    double room = all->layers - all->of[KV_FULL];
    for (int kind = KV_SLIDING; kind < KV_KINDS; kind++) {
        first->of[kind] = share(rest, all->of[kind], room);
    }
    first->ffn = share(z, all->ffn, all->layers);
    first->dense = plan->model->dense_leading && all->moe > 0
                       ? fmin(first->ffn, all->dense)
                       : share(first->ffn, all->dense, all->ffn);
    first->moe = first->ffn - first->dense;
}

/* Layers up to the end of stage `index`. Stages before the last take the remainder, the later
 * ones first (vLLM's rule): the last one has the output matrix. */
static double stage_end(const struct kv_plan *plan, double index)
{
    double pp = plan->in->pp;
    double each = floor(plan->model->layers / pp);
    double rest = plan->model->layers - each * pp;
    return index * each + fmin(rest, fmax(0, index - (pp - rest) + 1));
}

void aic_kv_stage(const struct kv_plan *plan, double index, struct kv_stage *stage)
{
    if (plan->in->pp == 1) {
        *stage = plan->all;
        return;
    }
    struct kv_stage before;
    first_layers(plan, stage_end(plan, index - 1), &before);
    first_layers(plan, stage_end(plan, index), stage);
    stage->index = index;
    stage->layers -= before.layers;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        stage->of[kind] -= before.of[kind];
    }
    stage->ffn -= before.ffn;
    stage->dense -= before.dense;
    stage->moe -= before.moe;
}

/* Tokens at the end of the prefix that the last window still sees. */
static double prefix_in_window(struct kv_load load, double window)
{
    return fmax(0, load.prefix - (load.context - fmin(load.context, window)));
}

/* Tokens that a windowed layer keeps for all sequences, the common part of the window once. */
double aic_kv_window_tokens(struct kv_load load, double window)
{
    double common = prefix_in_window(load, window);
    return common + load.sequences * (fmin(load.context, window) - common);
}

double aic_kv_content(const struct kv_plan *plan, const struct kv_stage *stage,
                      const double unit[KV_KINDS], double dcp, struct kv_load load)
{
    double tokens = load.prefix + load.sequences * (load.context - load.prefix);
    return stage->of[KV_FULL] * unit[KV_FULL] * ceil(tokens / dcp) +
           stage->of[KV_SLIDING] * unit[KV_SLIDING] *
               aic_kv_window_tokens(load, plan->window[KV_SLIDING]) +
           stage->of[KV_CHUNKED] * unit[KV_CHUNKED] *
               aic_kv_window_tokens(load, plan->window[KV_CHUNKED]) +
           stage->of[KV_LINEAR] * unit[KV_LINEAR] * load.sequences * plan->in->linear_states;
}
