/* SPDX-License-Identifier: Apache-2.0 */
/* The model group: its table, and what no model can have. */
#include <aicalc/model.h>

#include <math.h>

#include "calculators/shared/parallel.h"
#include "engine/rows/rows.h"

const char *const aic_weight_dtypes[] = {
    [AIC_WEIGHT_FP32] = "fp32",
    [AIC_WEIGHT_BF16] = "bf16",
    [AIC_WEIGHT_FP16] = "fp16",
    [AIC_WEIGHT_FP8] = "fp8",
    [AIC_WEIGHT_INT8] = "int8",
    [AIC_WEIGHT_INT4] = "int4",
    [AIC_WEIGHT_NVFP4] = "nvfp4",
    [AIC_WEIGHT_NF4] = "nf4",
    [AIC_WEIGHT_MXFP4] = "mxfp4",
    [AIC_WEIGHT_Q8_0] = "q8_0",
    [AIC_WEIGHT_Q6_K] = "q6_k",
    [AIC_WEIGHT_Q5_K_M] = "q5_k_m",
    [AIC_WEIGHT_Q4_K_M] = "q4_k_m",
    [AIC_WEIGHT_IQ4_XS] = "iq4_xs",
    [AIC_WEIGHT_Q3_K_L] = "q3_k_l",
    [AIC_WEIGHT_Q2_K] = "q2_k",
    NULL,
};

const char *const aic_kvcache_dtypes[] = {
    [AIC_KV_BF16] = "bf16",
    [AIC_KV_FP16] = "fp16",
    [AIC_KV_FP32] = "fp32",
    [AIC_KV_FP8] = "fp8",
    [AIC_KV_FP8_DS_MLA] = "fp8_ds_mla",
    [AIC_KV_INT8] = "int8",
    [AIC_KV_INT4] = "int4",
    [AIC_KV_NVFP4] = "nvfp4",
    [AIC_KV_Q8_0] = "q8_0",
    [AIC_KV_Q4_0] = "q4_0",
    NULL,
};

#define IN                 struct aic_model
#define MODEL_MEMBER(name) name

/* clang-format off */
const struct aic_field aic_model_fields[] = {
#include "engine/rows/as_input_fields.h"
#include "calculators/shared/model_inputs.inc"
};
#include "engine/rows/none.h"
_Static_assert(sizeof aic_model_fields / sizeof aic_model_fields[0] == AIC_MODEL_FIELDS,
               "model_inputs.inc and struct aic_model differ");
const size_t aic_model_field_count = sizeof aic_model_fields / sizeof aic_model_fields[0];
/* clang-format on */

static bool check_heads(const struct aic_model *m, struct aic_error *error)
{
    if (!aic_is_set(m->head_dim) && m->heads > 0 && aic_is_set(m->hidden)) {
        aic_fail(error, AIC_ERR_CONFLICT, "head_dim",
                 "hidden %g is not a multiple of heads %g, and head_dim is not given", m->hidden,
                 m->heads);
        return aic_suggest(error, "give head_dim");
    }
    /* no key/value head at all serves no query head */
    if (m->heads > 0 && !(m->kv_heads > 0 && aic_divides(m->kv_heads, m->heads))) {
        aic_fail(error, AIC_ERR_CONFLICT, "kv_heads", "kv_heads %g does not divide heads %g",
                 m->kv_heads, m->heads);
        return aic_suggest_divisors(error, "kv_heads", m->heads, m->kv_heads);
    }
    return true;
}

static bool fail_layers(struct aic_error *error, const char *name, double value, const char *of,
                        double limit)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s %g is above %s %g", name, value, of, limit);
    return aic_suggest(error, "give at most %g", limit);
}

static bool check_layers(const struct aic_model *m, struct aic_error *error)
{
    if (m->linear_layers > m->layers) {
        return fail_layers(error, "linear_layers", m->linear_layers, "layers", m->layers);
    }
    if (m->attention_layers + m->linear_layers > m->layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "attention_layers",
                 "attention_layers %g and linear_layers %g are more than layers %g",
                 m->attention_layers, m->linear_layers, m->layers);
        return aic_suggest(error, "try attention_layers of at most %g",
                           m->layers - m->linear_layers);
    }
    if (m->sliding_layers + m->chunked_layers > m->attention_layers) {
        aic_fail(error, AIC_ERR_CONFLICT,
                 m->sliding_layers > 0 ? "sliding_layers" : "chunked_layers",
                 "sliding_layers %g and chunked_layers %g are more than "
                 "attention_layers %g",
                 m->sliding_layers, m->chunked_layers, m->attention_layers);
        return aic_suggest(error, "their sum is at most %g", m->attention_layers);
    }
    if (m->ffn_layers > m->layers) {
        return fail_layers(error, "ffn_layers", m->ffn_layers, "layers", m->layers);
    }
    if (m->sliding_layers > 0 && !(m->sliding_window > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "sliding_window",
                 "sliding_layers %g without sliding_window", m->sliding_layers);
        return aic_suggest(error, "give sliding_window in tokens, such as 4096");
    }
    if (m->chunked_layers > 0 && !(m->chunk_size > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "chunk_size", "chunked_layers %g without chunk_size",
                 m->chunked_layers);
        return aic_suggest(error, "give chunk_size in tokens, such as 8192");
    }
    return true;
}

static bool check_experts(const struct aic_model *m, bool given, struct aic_error *error)
{
    bool known = aic_is_set(m->experts_per_token);
    if (m->experts > 0 && given && !known) {
        aic_fail(error, AIC_ERR_MISSING, "experts_per_token",
                 "experts %g without experts_per_token", m->experts);
        return aic_suggest(error, "give experts_per_token, from 1 to %g", m->experts);
    }
    if (m->experts > 0 && known &&
        !(m->experts_per_token >= 1 && m->experts_per_token <= m->experts)) {
        aic_fail(error, AIC_ERR_CONFLICT, "experts_per_token",
                 "experts_per_token %g is not within 1 to experts %g", m->experts_per_token,
                 m->experts);
        return aic_suggest(error, "give experts_per_token from 1 to %g", m->experts);
    }
    if (m->dense_layers > m->ffn_layers) {
        return fail_layers(error, "dense_layers", m->dense_layers, "ffn_layers", m->ffn_layers);
    }
    /* a model whose every block is dense may say so */
    if (m->experts == 0 && m->dense_layers > 0 && m->dense_layers != m->ffn_layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "dense_layers", "dense_layers %g without experts",
                 m->dense_layers);
        return aic_suggest(error, "give experts, or leave dense_layers out: every layer is dense");
    }
    if (m->experts == 0 && m->shared_experts > 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "shared_experts", "shared_experts %g without experts",
                 m->shared_experts);
        return aic_suggest(error, "give experts, or leave shared_experts out");
    }
    return true;
}

static bool fail_latent(struct aic_error *error, const char *name)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s together with kv_lora_rank", name);
    return aic_suggest(error, "latent attention has no %s: leave one of the two out", name);
}

static bool check_latent(const struct aic_model *m, struct aic_error *error)
{
    if (aic_model_is_latent(m)) {
        if (!aic_is_set(m->qk_rope_head_dim)) {
            aic_fail(error, AIC_ERR_MISSING, "qk_rope_head_dim",
                     "kv_lora_rank %g without qk_rope_head_dim", m->kv_lora_rank);
            return aic_suggest(error, "give qk_rope_head_dim, such as 64");
        }
        if (m->sliding_layers > 0) {
            return fail_latent(error, "sliding_layers");
        }
        if (m->chunked_layers > 0) {
            return fail_latent(error, "chunked_layers");
        }
        if (m->qkv_bias == 1) {
            return fail_latent(error, "qkv_bias");
        }
    } else if (m->index_head_dim > 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "index_head_dim",
                 "index_head_dim %g without kv_lora_rank", m->index_head_dim);
        return aic_suggest(error, "the indexer belongs to latent attention: give kv_lora_rank");
    }
    if (m->index_head_dim > 0 && fmod(m->index_head_dim, 128) != 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "index_head_dim",
                 "index_head_dim %g is not a multiple of 128", m->index_head_dim);
        return aic_suggest(error, "try %g", 128 * ceil(m->index_head_dim / 128));
    }
    return true;
}

static bool check_params(const struct aic_model *m, struct aic_error *error)
{
    if (!(m->extra_params < 0) && !aic_is_set(m->active_params)) {
        return true;
    }
    struct aic_params params;
    aic_model_count(m, &params, NULL);
    if (params.count <= 0 && m->extra_params < 0 && !aic_is_set(m->params)) {
        aic_fail(error, AIC_ERR_CONFLICT, "extra_params",
                 "extra_params %g takes all parameters away: the fields count to %g",
                 m->extra_params, params.count - m->extra_params);
        return aic_suggest(error, "give more than %g", m->extra_params - params.count);
    }
    if (m->active_params > params.total) {
        aic_fail(error, AIC_ERR_CONFLICT, "active_params", "active_params %g is above %s %g",
                 m->active_params, aic_is_set(m->params) ? "params" : "the count of params",
                 params.total);
        return aic_suggest(error, "give at most %g", params.total);
    }
    return true;
}

bool aic_model_check_asked(const struct aic_model *m, bool experts_given, struct aic_notes *notes)
{
    struct aic_error *error = &notes->error;
    return check_heads(m, error) && check_layers(m, error) &&
           check_experts(m, experts_given, error) && check_latent(m, error) &&
           check_params(m, error);
}

bool aic_model_check(const struct aic_model *m, struct aic_notes *notes)
{
    return aic_model_check_asked(m, true, notes);
}
