/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: engines, number formats of cache and weights, the rows that the model alone decides. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>
#include <string.h>

#include "calculators/kvcache/cache_of_model.h"

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

/* What a format of weights covers, each including the next; all else stays in 16 bit. */
enum cover { COVER_ALL, COVER_LAYERS, COVER_EXPERTS };

static const struct {
    double bits;
    enum cover cover;
    bool file; /* the average of a file, not a width */
} weights[] = {
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

static double file_bits_of(int weight_dtype)
{
    bool measured = weight_dtype >= 0 && weights[weight_dtype].file;
    return measured ? weights[weight_dtype].bits : (double)NAN;
}

/* Bytes of a parameter that formats of that cover reach. A format of experts covers all layers of a
 * model without them. */
static double parameter_bytes(const struct aic_kvcache_in *in, enum cover place)
{
    if (aic_is_set(in->weight_bits)) {
        return in->weight_bits / 8;
    }
    enum cover cover = weights[in->weight_dtype].cover;
    bool dense = cover == COVER_EXPERTS && !aic_model_has_experts(&in->model);
    bool covered = place >= (dense ? COVER_LAYERS : cover);
    return covered ? weights[in->weight_dtype].bits / 8 : 2;
}

/* Checkpoints in narrow formats may keep attention in a wider one. */
static double mixer_bytes(const struct aic_kvcache_in *in)
{
    return in->attention_dtype < 0 ? parameter_bytes(in, COVER_LAYERS)
                                   : weights[in->attention_dtype].bits / 8;
}

/* Parameters that no other row counts. */
static double other_params(const struct aic_params *p)
{
    return p->counted ? p->routers + p->biases + p->routed_biases + p->norms + p->last_norm +
                            p->embedding + p->positions + p->head + p->extra
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
                                             int weight_dtype, double weight_bits,
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
    in.weight_dtype = weight_dtype >= 0 ? weight_dtype : AIC_WEIGHT_BF16;
    in.weight_bits = weight_bits;
    in.sequences = in.linear_states = in.tp = in.pp = in.dcp = in.dp = in.ep = 1;
    in.shared_prefix = 0;
    aic_kvcache_evaluate_model(&in, counts, &out);
    return (struct aic_cache_of_model){
        .per_token = out.kv_per_token,
        .per_token_initial = out.kv_per_token_initial,
        .fixed = out.kv_fixed,
        .at_max_context = out.kv_per_sequence,
        .matrix_bytes = out.matrix_bytes,
        .expert_bytes = out.expert_bytes,
        .other_bytes = out.other_bytes,
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
