/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: engines, number formats of cache and weights, the rows that the model alone decides. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>
#include <string.h>

#include "calculators/kvcache/cache_of_model.h"
#include "calculators/shared/released_bytes.h"

const char *const aic_kvcache_engines[] = { "vllm", "sglang", "trtllm", "llamacpp", "ideal", NULL };
const char *const aic_scale_up_links[] = { "switched", "mesh", "pcie", NULL };

/*
 * A vector of w elements takes element * w + vector bytes; widths are multiples of `multiple`.
 */
static const struct {
    double element, vector;
    double multiple;
} formats[] = {
    [AIC_KV_BF16] = { 2, 0, 1 },
    [AIC_KV_FP16] = { 2, 0, 1 },
    [AIC_KV_FP32] = { 4, 0, 1 },
    [AIC_KV_FP8] = { 1, 0, 1 },                 /* one scale per tensor: not counted */
    [AIC_KV_FP8_DS_MLA] = { NAN, NAN, 1 },      /* its parts differ: latent_bytes */
    [AIC_KV_INT8] = { 1, 4, 1 },                /* vLLM 001cabc: fp32 scale per token, head */
    [AIC_KV_INT4] = { 0.5, 4, 2 },              /* lmdeploy: 16-bit scale and zero */
    [AIC_KV_NVFP4] = { 0.5 + 1.0 / 16, 0, 16 }, /* vLLM 001cabc: 8-bit scale per 16 */
    [AIC_KV_Q8_0] = { 34.0 / 32, 0, 32 },       /* llama.cpp: 32 bytes and a 16-bit scale */
    [AIC_KV_Q4_0] = { 18.0 / 32, 0, 32 },       /* llama.cpp: 16 bytes and a 16-bit scale */
};

static double element_bytes(int kv_dtype)
{
    return formats[kv_dtype].element;
}

static double vector_bytes(int kv_dtype)
{
    return formats[kv_dtype].vector;
}

/* llama.cpp cuts the heads of a GPU together, the others each head for itself. */
bool aic_kvcache_width_holds(int kv_dtype, double heads, double width)
{
    bool together = kv_dtype == AIC_KV_Q8_0 || kv_dtype == AIC_KV_Q4_0;
    double multiple = formats[kv_dtype].multiple; /* 1 mostly, and fmod() takes long */
    return multiple == 1 || fmod(together ? heads * width : width, multiple) == 0;
}

const char *aic_kvcache_width_rule(int kv_dtype)
{
    return kv_dtype == AIC_KV_INT4    ? "widths must be even; try int8"
           : kv_dtype == AIC_KV_NVFP4 ? "widths must be multiples of 16; try fp8"
                                      : "heads on a GPU x width must be a multiple of 32; try "
                                        "bf16";
}

/* Bytes of a parameter of that place, in the format that is asked for. */
static double parameter_bytes(const struct aic_kvcache_in *in, enum aic_weight_place place)
{
    const struct aic_weight_format format = {
        .weight_dtype = in->weight_dtype,
        .is_given = AIC_GIVEN(in, weight_dtype),
        .weight_bits = in->weight_bits,
        .attention_dtype = in->attention_dtype,
    };
    return aic_weight_bits(&in->model, &format, place) / 8;
}

/* Parameters that no other row counts. */
static double other_params(const struct aic_params *p)
{
    return p->counted ? p->routers + p->biases + p->routed_biases + p->norms + p->last_norm +
                            p->embedding + p->positions + p->head + p->lookup + p->extra
                      : (double)NAN;
}

void aic_kvcache_evaluate_model(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                struct aic_kvcache_out *out)
{
#include "engine/rows/code.inc"
#define ONLY MODEL_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

struct aic_cache_of_model aic_cache_of_model(const struct aic_model *model, int kv_dtype,
                                             const struct aic_params *counts)
{
    struct aic_kvcache_in in;
    struct aic_kvcache_out out;
    memset(&in, 0xFF, sizeof in);
    memset(&in.origins, 0, sizeof in.origins);
    memset(&out, 0xFF, sizeof out);
    in.gpu.text = NULL;
    in.model = *model;
    in.context = model->max_context;
    in.engine = AIC_ENGINE_IDEAL;
    in.kv_dtype = kv_dtype;
    in.weight_dtype = AIC_WEIGHT_BF16;
    in.sequences = in.linear_states = in.tp = in.pp = in.dcp = in.dp = in.ep = 1;
    in.shared_prefix = 0;
    aic_kvcache_evaluate_model(&in, counts, &out);
    return (struct aic_cache_of_model){
        .per_token = out.kv_per_token,
        .per_token_initial = out.kv_per_token_initial,
        .fixed = out.kv_fixed,
        .at_max_context = out.kv_per_sequence,
    };
}

/* An input by default is what the row of the estimate says. */
double aic_kvcache_overhead(const struct aic_kvcache_in *in)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_locals.h"
#define ONLY OVERHEAD_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return value_or(overhead_estimate, 0);
}
