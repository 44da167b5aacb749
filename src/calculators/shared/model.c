/* SPDX-License-Identifier: Apache-2.0 */
/* The model group: its table, and what no model can have. */
#include <aicalc/model.h>
#include <aicalc/text.h>

#include <math.h>

#include "calculators/shared/parallel.h"
#include "engine/rows/rows.h"

/* As names of checkpoints and flags of engines have them. */
const struct aic_spelling aic_weight_spellings[] = {
    { "awq", "int4" },  { "gptq", "int4" }, { "w4a16", "int4" },
    { "4bit", "int4" }, { "w8a8", "int8" }, { "8bit", "int8" },
    { "fp4", "nvfp4" }, { "bnb", "nf4" },   { NULL, NULL },
};

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

static bool check_kv_heads(const char *kv_name, double kv_heads, const char *name, double heads,
                           struct aic_error *error)
{
    /* no key/value head at all serves no query head */
    if (!(heads > 0) || (kv_heads > 0 && aic_divides(kv_heads, heads))) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, kv_name, "%s %g does not divide %s %g", kv_name, kv_heads,
             name, heads);
    return aic_suggest_divisors(error, kv_name, heads, kv_heads);
}

static bool check_heads(const struct aic_model *m, struct aic_error *error)
{
    /* a latent head has widths of its own */
    if (!aic_is_set(m->head_dim) && m->heads > 0 && aic_is_set(m->hidden) &&
        !aic_model_is_latent(m)) {
        aic_fail(error, AIC_ERR_CONFLICT, "head_dim",
                 "hidden %g is not a multiple of heads %g, and head_dim is not given", m->hidden,
                 m->heads);
        return aic_suggest(error, "give head_dim");
    }
    if (m->tied_kv == 1 && m->v_head_dim != m->head_dim) {
        aic_fail(error, AIC_ERR_CONFLICT, "v_head_dim",
                 "tied_kv with v_head_dim %g beside head_dim %g: one vector has one width",
                 m->v_head_dim, m->head_dim);
        return aic_suggest(error, "leave v_head_dim out, or say tied_kv no");
    }
    return check_kv_heads("kv_heads", m->kv_heads, "heads", m->heads, error) &&
           (!(m->sliding_layers > 0) || check_kv_heads("sliding_kv_heads", m->sliding_kv_heads,
                                                       "sliding_heads", m->sliding_heads, error));
}

/* More layers of a kind than there are to be of it. */
struct limit {
    const char *name;
    double layers;
    const char *of;
    double most;
};

static bool check_limits(const struct limit *limits, size_t count, struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const struct limit *limit = &limits[i];
        if (limit->layers > limit->most) {
            aic_fail(error, AIC_ERR_CONFLICT, limit->name, "%s %g is above %s %g", limit->name,
                     limit->layers, limit->of, limit->most);
            return aic_suggest(error, "give at most %g", limit->most);
        }
    }
    return true;
}

/* Kinds of attention that have more layers together than attend; the message names those. */
static bool check_attention(const struct aic_model *m, struct aic_error *error)
{
    const struct {
        const char *name;
        double layers;
    } kinds[] = {
        { "sliding_layers", m->sliding_layers }, { "chunked_layers", m->chunked_layers },
        { "csa_layers", m->csa_layers },         { "hca_layers", m->hca_layers },
        { "cross_layers", m->cross_layers },
    };
    if (!(aic_model_full_layers(m) < 0)) {
        return true;
    }
    char words[160];
    struct aic_text text;
    const char *first = NULL;
    size_t named = 0;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].layers > 0) {
            first = first ? first : kinds[i].name;
            aic_text_format(&text, "%s%s %g", named++ > 0 ? " and " : "", kinds[i].name,
                            kinds[i].layers);
        }
    }
    aic_fail(error, AIC_ERR_CONFLICT, first, "%s %s more than attention_layers %g", words,
             named > 1 ? "are" : "is", m->attention_layers);
    return aic_suggest(error, named > 1 ? "their sum is at most %g" : "give at most %g",
                       m->attention_layers);
}

static bool check_layers(const struct aic_model *m, struct aic_error *error)
{
    const struct limit of_all[] = {
        { "linear_layers", m->linear_layers, "layers", m->layers },
        { m->cross_layers > 0 ? "attention_layers without cross_layers" : "attention_layers",
          m->attention_layers - m->cross_layers, "layers", m->layers },
        { "ffn_layers", m->ffn_layers, "layers", m->layers },
        { "dense_layers", m->dense_layers, "ffn_layers", m->ffn_layers },
        { "uncached_sliding_layers", m->uncached_sliding_layers, "sliding_layers",
          m->sliding_layers },
    };
    const double full = aic_model_full_layers(m);
    const struct limit of_full[] = {
        { "uncached_full_layers", m->uncached_full_layers, "the full attention layers", full },
        { "index_layers", m->index_layers, "the full attention layers", full },
    };
    return check_limits(of_all, sizeof of_all / sizeof of_all[0], error) &&
           check_attention(m, error) &&
           check_limits(of_full, sizeof of_full / sizeof of_full[0], error);
}

/* What a kind of layer cannot be without. */
struct need {
    const char *name;
    double value;
    const char *needed;
    bool is_there;
    const char *such; /* as the advice */
};

static bool check_needs(const struct aic_model *m, struct aic_error *error)
{
    const bool window = m->sliding_window > 0, tied = m->tied_kv == 1;
    const bool indexer = m->index_heads > 0, index_width = m->index_head_dim > 0;
    const struct need needs[] = {
        { "sliding_layers", m->sliding_layers, "sliding_window", window,
          "in tokens, such as 4096" },
        { "csa_layers", m->csa_layers, "sliding_window", window, "in tokens, such as 128" },
        { "hca_layers", m->hca_layers, "sliding_window", window, "in tokens, such as 128" },
        { "chunked_layers", m->chunked_layers, "chunk_size", m->chunk_size > 0,
          "in tokens, such as 8192" },
        { "csa_layers", m->csa_layers, "csa_ratio", m->csa_ratio > 0, "in tokens, such as 4" },
        { "csa_layers", m->csa_layers, "tied_kv", tied, "they keep one vector" },
        { "csa_layers", m->csa_layers, "index_heads", indexer, "such as 64" },
        { "csa_layers", m->csa_layers, "index_head_dim", index_width, "such as 128" },
        { "csa_layers", m->csa_layers, "q_lora_rank", m->q_lora_rank > 0, "such as 1024" },
        { "hca_layers", m->hca_layers, "hca_ratio", m->hca_ratio > 0, "in tokens, such as 128" },
        { "hca_layers", m->hca_layers, "tied_kv", tied, "they keep one vector" },
        { "cross_layers", m->cross_layers, "cross_tokens", m->cross_tokens > 0,
          "the tokens that they attend to" },
        { "o_lora_rank", m->o_lora_rank, "o_groups", m->o_groups > 0, "such as 8" },
        { "index_heads", m->index_heads, "index_head_dim", index_width, "such as 128" },
        { "index_head_dim", m->index_head_dim, "index_heads", indexer, "such as 64" },
        { "index_layers", m->index_layers, "index_heads", indexer, "such as 64" },
        { "kv_lora_rank", m->kv_lora_rank, "qk_rope_head_dim", aic_is_set(m->qk_rope_head_dim),
          "such as 64" },
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        const struct need *need = &needs[i];
        if (need->value > 0 && !need->is_there) {
            aic_fail(error, AIC_ERR_MISSING, need->needed, "%s %g without %s", need->name,
                     need->value, need->needed);
            return aic_suggest(error, "give %s, %s", need->needed, need->such);
        }
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
    /* a model whose every block is dense may say so */
    const bool dense = m->dense_layers != m->ffn_layers && m->dense_layers > 0;
    const struct {
        const char *name;
        double value;
    } without[] = {
        { "dense_layers", dense ? m->dense_layers : 0 },
        { "shared_experts", m->shared_experts },
        { "expert_hidden", m->expert_hidden },
    };
    for (size_t i = 0; m->experts == 0 && i < sizeof without / sizeof without[0]; i++) {
        if (without[i].value > 0) {
            const char *name = without[i].name;
            aic_fail(error, AIC_ERR_CONFLICT, name, "%s %g without experts", name,
                     without[i].value);
            return aic_suggest(error, "give experts, or leave %s out%s", name,
                               i == 0 ? ": every layer is dense" : "");
        }
    }
    return true;
}

static bool check_latent(const struct aic_model *m, struct aic_error *error)
{
    const struct {
        const char *name;
        bool is_there;
    } others[] = {
        { "sliding_layers", m->sliding_layers > 0 },
        { "chunked_layers", m->chunked_layers > 0 },
        { "csa_layers", m->csa_layers > 0 },
        { "hca_layers", m->hca_layers > 0 },
        { "cross_layers", m->cross_layers > 0 },
        { "qkv_bias", m->qkv_bias == 1 },
        { "tied_kv", m->tied_kv == 1 },
    };
    for (size_t i = 0; aic_model_is_latent(m) && i < sizeof others / sizeof others[0]; i++) {
        if (others[i].is_there) {
            const char *name = others[i].name;
            aic_fail(error, AIC_ERR_CONFLICT, name, "%s together with kv_lora_rank", name);
            return aic_suggest(error, "latent attention has no %s: leave one of the two out", name);
        }
    }
    if (m->index_head_dim > 0 && fmod(m->index_head_dim, 128) != 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "index_head_dim",
                 "index_head_dim %g is not a multiple of 128", m->index_head_dim);
        return aic_suggest(error, "try %g", 128 * ceil(m->index_head_dim / 128));
    }
    return true;
}

/* A field that may be negative, and what it leaves of a part. */
static bool check_left(const char *name, double extra, double left, const char *of,
                       struct aic_error *error)
{
    if (!(extra < 0 && left < 0)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "%s %g takes all parameters of %s away: the fields count to %g", name, extra, of,
             left - extra);
    return aic_suggest(error, "give at least %g", extra - left);
}

static bool check_params(const struct aic_model *m, struct aic_error *error)
{
    const bool has_less = m->extra_params < 0 || m->attention_extra < 0 || m->mlp_extra < 0;
    if (!has_less && !aic_is_set(m->active_params)) {
        return true;
    }
    struct aic_params params;
    aic_model_count(m, &params, NULL);
    if (!check_left("attention_extra", m->attention_extra, params.attention, "attention", error) ||
        !check_left("mlp_extra", m->mlp_extra, params.dense + params.shared, "dense feed-forward",
                    error)) {
        return false;
    }
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
    return check_heads(m, error) && check_layers(m, error) && check_needs(m, error) &&
           check_experts(m, experts_given, error) && check_latent(m, error) &&
           check_params(m, error);
}

bool aic_model_check(const struct aic_model *m, struct aic_notes *notes)
{
    return aic_model_check_asked(m, true, notes);
}
