/* SPDX-License-Identifier: Apache-2.0 */
/* The model group: its table, what follows from other fields, what no model can have. */
#include <aicalc/model.h>

#include <math.h>

#include "calculators/shared/divisors.h"

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

/* Stages and groups are walked layer by layer somewhere; no model comes near this many. */
#define LAYERS_MAX 1e5

#define INTEGER(member) AIC_FIELD_INTEGER(struct aic_model, member)
#define FLAG(member)    AIC_FIELD_FLAG(struct aic_model, member)

const struct aic_field aic_model_fields[] = {
    { AIC_FIELD_REFERENCE(struct aic_model, model, AIC_MODELS),
      .help = "a model of the catalog, or the path of a Hugging Face config.json (- reads stdin)" },
    { INTEGER(params), .help = "parameters in total, instead of the count from the fields",
      .unit = "parameter" },
    { INTEGER(active_params), .help = "parameters that one token uses, instead of the count",
      .unit = "parameter" },
    { INTEGER(layers), .help = "layers of every kind", .unit = "layer", .min = 1,
      .max = LAYERS_MAX },
    { INTEGER(hidden), .help = "width of the residual stream" },
    { INTEGER(heads), .help = "query heads" },
    { INTEGER(kv_heads), .help = "key/value heads of a full or chunked attention layer",
      .flags = AIC_AUTO, .formula = "heads" },
    { INTEGER(head_dim), .help = "width of one query and key head", .flags = AIC_AUTO,
      .formula = "hidden/heads" },
    { INTEGER(v_head_dim), .help = "width of one value head", .flags = AIC_AUTO,
      .formula = "head_dim" },
    { INTEGER(ffn), .help = "inner width of a dense feed-forward block" },
    { FLAG(gated), .help = "feed-forward blocks have three matrices (SwiGLU, GeGLU), not two",
      .preset = "yes" },
    { INTEGER(vocab), .help = "rows of the embedding", .dimension = AIC_TOKENS },
    { FLAG(tied_embeddings), .help = "the output matrix is the embedding", .preset = "no" },
    { INTEGER(learned_positions), .help = "positions that have a learned vector",
      .dimension = AIC_TOKENS, .preset = "0" },
    { FLAG(qkv_bias), .help = "query, key and value have biases", .preset = "no" },
    { FLAG(linear_bias), .help = "attention output, feed-forward, experts and router have biases",
      .preset = "no" },
    { INTEGER(experts), .help = "routed experts of a layer; 0 is a dense model", .preset = "0" },
    { INTEGER(experts_per_token), .help = "routed experts that one token uses" },
    { INTEGER(expert_ffn), .help = "inner width of one routed expert" },
    { INTEGER(shared_experts), .help = "experts that every token uses", .preset = "0" },
    { INTEGER(shared_expert_ffn), .help = "inner width of one shared expert", .flags = AIC_AUTO,
      .formula = "expert_ffn" },
    { INTEGER(dense_layers),
      .help = "feed-forward layers without experts (width ffn) in a model with experts",
      .unit = "layer", .preset = "0", .max = LAYERS_MAX },
    { FLAG(dense_leading), .help = "the dense layers come first; no: they are spread evenly",
      .preset = "yes" },
    { INTEGER(kv_lora_rank), .help = "width of the KV latent; above 0 attention is latent (MLA)",
      .preset = "0" },
    { INTEGER(q_lora_rank), .help = "width of the query latent; 0 is none", .preset = "0" },
    { INTEGER(qk_nope_head_dim), .help = "part of a latent head that is not rotated" },
    { INTEGER(qk_rope_head_dim), .help = "part of a latent head that is rotated" },
    { INTEGER(index_heads), .help = "heads of the sparse-attention indexer of a latent model",
      .preset = "0" },
    { INTEGER(index_head_dim), .help = "width of an indexer head, a multiple of 128",
      .preset = "0" },
    { INTEGER(index_topk), .help = "tokens that the indexer lets through", .dimension = AIC_TOKENS,
      .preset = "0" },
    { INTEGER(sliding_window), .help = "window of the sliding layers", .dimension = AIC_TOKENS },
    { INTEGER(sliding_layers), .help = "attention layers that see a sliding window",
      .unit = "layer", .preset = "0", .max = LAYERS_MAX },
    { INTEGER(sliding_kv_heads), .help = "key/value heads of a sliding layer", .flags = AIC_AUTO,
      .formula = "kv_heads" },
    { INTEGER(sliding_head_dim), .help = "width of a head of a sliding layer", .flags = AIC_AUTO,
      .formula = "head_dim" },
    { INTEGER(chunk_size), .help = "chunk of the chunked layers", .dimension = AIC_TOKENS },
    { INTEGER(chunked_layers), .help = "attention layers that see their own chunk only",
      .unit = "layer", .preset = "0", .max = LAYERS_MAX },
    { INTEGER(linear_layers),
      .help = "layers with a recurrent state instead of a KV cache (Mamba, delta net, lightning)",
      .unit = "layer", .preset = "0", .max = LAYERS_MAX },
    { INTEGER(linear_state), .help = "recurrent state of one linear layer and one sequence",
      .dimension = AIC_BYTES, .preset = "0" },
    { INTEGER(linear_conv),
      .help = "elements of a linear layer's convolution window: channels x (kernel - 1)",
      .preset = "0" },
    { INTEGER(linear_params), .help = "parameters of the mixer of one linear layer",
      .unit = "parameter" },
    { INTEGER(attention_layers),
      .help = "layers with attention (fewer where a layer is a feed-forward block alone)",
      .unit = "layer", .flags = AIC_AUTO, .formula = "layers - linear_layers", .max = LAYERS_MAX },
    { INTEGER(ffn_layers), .help = "layers with a feed-forward block, dense or of experts",
      .unit = "layer", .flags = AIC_AUTO, .formula = "layers", .max = LAYERS_MAX },
    { INTEGER(norms_per_layer), .help = "norms of width hidden in a layer", .preset = "2" },
    { FLAG(norm_bias), .help = "norms have a bias (LayerNorm)", .preset = "no" },
    { INTEGER(extra_params), .help = "parameters that the equations do not produce",
      .unit = "parameter", .preset = "0", .flags = AIC_SIGNED },
    { INTEGER(max_context), .help = "longest context that the model is made for",
      .dimension = AIC_TOKENS, .min = 1 },
    { AIC_FIELD_CHOICE(struct aic_model, released_dtype, aic_weight_dtypes),
      .help = "number format of the published weights" },
};
const size_t aic_model_field_count = AIC_MODEL_FIELD_COUNT;
_Static_assert(sizeof aic_model_fields / sizeof aic_model_fields[0] == AIC_MODEL_FIELD_COUNT,
               "AIC_MODEL_FIELD_COUNT is the length of the table");

void aic_model_settle(void *in, struct aic_model *m)
{
    aic_settle_number(in, &m->kv_heads, m->heads);
    if (m->heads > 0 && fmod(m->hidden, m->heads) == 0) {
        aic_settle_number(in, &m->head_dim, m->hidden / m->heads);
    }
    aic_settle_number(in, &m->v_head_dim, m->head_dim);
    aic_settle_number(in, &m->shared_expert_ffn, m->expert_ffn);
    aic_settle_number(in, &m->sliding_kv_heads, m->kv_heads);
    aic_settle_number(in, &m->sliding_head_dim, m->head_dim);
    if (m->linear_layers <= m->layers) {
        aic_settle_number(in, &m->attention_layers, m->layers - m->linear_layers);
    }
    aic_settle_number(in, &m->ffn_layers, m->layers);
}

static bool check_heads(const struct aic_model *m, struct aic_error *error)
{
    if (!aic_is_set(m->head_dim) && m->heads > 0 && aic_is_set(m->hidden)) {
        aic_fail(error, AIC_ERR_CONFLICT, "head_dim",
                 "hidden ('%g') is not a multiple of heads ('%g'), and head_dim is not given",
                 m->hidden, m->heads);
        return aic_suggest(error, "give head_dim");
    }
    /* fmod by 0 is NaN: no head at all serves no query head */
    if (m->heads > 0 && !(fmod(m->heads, m->kv_heads) == 0)) {
        aic_fail(error, AIC_ERR_CONFLICT, "kv_heads",
                 "kv_heads ('%g') does not divide heads ('%g')", m->kv_heads, m->heads);
        double below = aic_divisor_up_to(m->heads, fmax(m->kv_heads, 1));
        double above = aic_divisor_from(m->heads, m->kv_heads);
        return below == above ? aic_suggest(error, "kv_heads of %g would do", below)
                              : aic_suggest(error, "kv_heads of %g or %g would do", below, above);
    }
    return true;
}

static bool fail_layers(struct aic_error *error, const char *name, double value, const char *of,
                        double limit)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s ('%g') is above %s ('%g')", name, value, of, limit);
    return aic_suggest(error, "give at most %g", limit);
}

static bool check_layers(const struct aic_model *m, struct aic_error *error)
{
    if (m->linear_layers > m->layers) {
        return fail_layers(error, "linear_layers", m->linear_layers, "layers", m->layers);
    }
    if (m->attention_layers + m->linear_layers > m->layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "attention_layers",
                 "attention_layers ('%g') and linear_layers ('%g') are more than layers ('%g')",
                 m->attention_layers, m->linear_layers, m->layers);
        return aic_suggest(error, "attention_layers of at most %g would do",
                           m->layers - m->linear_layers);
    }
    if (m->sliding_layers + m->chunked_layers > m->attention_layers) {
        aic_fail(error, AIC_ERR_CONFLICT,
                 m->sliding_layers > 0 ? "sliding_layers" : "chunked_layers",
                 "sliding_layers ('%g') and chunked_layers ('%g') are more than "
                 "attention_layers ('%g')",
                 m->sliding_layers, m->chunked_layers, m->attention_layers);
        return aic_suggest(error, "their sum is at most %g", m->attention_layers);
    }
    if (m->ffn_layers > m->layers) {
        return fail_layers(error, "ffn_layers", m->ffn_layers, "layers", m->layers);
    }
    if (m->sliding_layers > 0 && !(m->sliding_window > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "sliding_window",
                 "sliding_layers ('%g') without sliding_window", m->sliding_layers);
        return aic_suggest(error, "give sliding_window in tokens, such as 4096");
    }
    if (m->chunked_layers > 0 && !(m->chunk_size > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "chunk_size", "chunked_layers ('%g') without chunk_size",
                 m->chunked_layers);
        return aic_suggest(error, "give chunk_size in tokens, such as 8192");
    }
    return true;
}

static bool check_experts(const struct aic_model *m, struct aic_error *error)
{
    if (m->experts > 0 && !aic_is_set(m->experts_per_token)) {
        aic_fail(error, AIC_ERR_MISSING, "experts_per_token",
                 "experts ('%g') without experts_per_token", m->experts);
        return aic_suggest(error, "give experts_per_token, from 1 to %g", m->experts);
    }
    if (m->experts > 0 && !(m->experts_per_token >= 1 && m->experts_per_token <= m->experts)) {
        aic_fail(error, AIC_ERR_CONFLICT, "experts_per_token",
                 "experts_per_token ('%g') is not within 1 to experts ('%g')", m->experts_per_token,
                 m->experts);
        return aic_suggest(error, "give experts_per_token from 1 to %g", m->experts);
    }
    if (m->dense_layers > m->ffn_layers) {
        return fail_layers(error, "dense_layers", m->dense_layers, "ffn_layers", m->ffn_layers);
    }
    /* a model whose every block is dense may say so */
    if (m->experts == 0 && m->dense_layers > 0 && m->dense_layers != m->ffn_layers) {
        aic_fail(error, AIC_ERR_CONFLICT, "dense_layers", "dense_layers ('%g') without experts",
                 m->dense_layers);
        return aic_suggest(error, "give experts, or leave dense_layers out: every layer is dense");
    }
    if (m->experts == 0 && m->shared_experts > 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "shared_experts", "shared_experts ('%g') without experts",
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
                     "kv_lora_rank ('%g') without qk_rope_head_dim", m->kv_lora_rank);
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
                 "index_head_dim ('%g') without kv_lora_rank", m->index_head_dim);
        return aic_suggest(error, "the indexer belongs to latent attention: give kv_lora_rank");
    }
    if (m->index_head_dim > 0 && fmod(m->index_head_dim, 128) != 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "index_head_dim",
                 "index_head_dim ('%g') is not a multiple of 128", m->index_head_dim);
        return aic_suggest(error, "%g would do", 128 * ceil(m->index_head_dim / 128));
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
                 "extra_params ('%g') takes all parameters away: the fields count to %g",
                 m->extra_params, params.count - m->extra_params);
        return aic_suggest(error, "give more than %g", m->extra_params - params.count);
    }
    if (m->active_params > params.total) {
        aic_fail(error, AIC_ERR_CONFLICT, "active_params",
                 "active_params ('%g') is above %s ('%g')", m->active_params,
                 aic_is_set(m->params) ? "params" : "the count of params", params.total);
        return aic_suggest(error, "give at most %g", params.total);
    }
    return true;
}

bool aic_model_check(const struct aic_model *m, struct aic_notes *notes)
{
    struct aic_error *error = &notes->error;
    return check_heads(m, error) && check_layers(m, error) && check_experts(m, error) &&
           check_latent(m, error) && check_params(m, error);
}
