/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model types without experts, one row each: defaults of its configuration
 * class, what its code fixes, and a function for what columns cannot say.
 *
 * In comments h, L, H, K and d are hidden, layers, heads, kv_heads and head_dim.
 */
#include "catalog/config/config.h"

#include <string.h>

/* cohere, cohere2: norms on queries and keys in the largest ones only. */
static void read_cohere(struct aic_config *config)
{
    if (aic_config_flag(config, "use_qk_norm", false)) {
        aic_config_add_wide_norms(config);
    }
}

/* The GPT-2 generation has several names for the feed-forward width, and 4*h where it says none. */
static void read_classic_ffn(struct aic_config *config)
{
    static const char *const keys[] = { "intermediate_size", "n_inner", "ffn_dim", NULL };
    config->model->ffn = aic_config_first(config, keys, 4 * config->model->hidden);
}

static void read_gpt2(struct aic_config *config)
{
    read_classic_ffn(config);
    config->model->learned_positions = aic_config_need(config, "n_positions");
}

/* opt: the first two rows of the table of positions are never used. */
static void read_opt(struct aic_config *config)
{
    read_classic_ffn(config);
    config->model->learned_positions = aic_config_need(config, "max_position_embeddings") + 2;
}

/* bloom: a norm with a bias follows the embedding. */
static void read_bloom(struct aic_config *config)
{
    read_classic_ffn(config);
    config->extra += 2 * config->model->hidden;
}

/* phi: the output matrix has a bias. */
static void read_phi(struct aic_config *config)
{
    read_classic_ffn(config);
    config->extra += config->model->vocab;
}

/*
 * falcon: num_kv_heads counts in the new architecture only. The old one has one
 * key/value head, or as many as query heads; 7B files say 71 and mean one.
 */
static void read_falcon(struct aic_config *config)
{
    struct aic_model *model = config->model;
    bool is_new = aic_config_flag(config, "new_decoder_architecture", false);
    bool is_multi_query = aic_config_flag(config, "multi_query", true);
    bool is_parallel = aic_config_flag(config, "parallel_attn", true);
    double kv_heads = aic_config_count(config, "num_kv_heads", model->heads);
    double norms = aic_config_count(config, "num_ln_in_parallel_attn", 2);
    model->kv_heads = is_new ? kv_heads : is_multi_query ? 1 : model->heads;
    model->norms_per_layer = is_new ? norms : is_parallel ? 1 : 2;
    model->ffn = aic_config_count(config, "ffn_hidden_size", 4 * model->hidden);
    if (aic_config_flag(config, "bias", false)) {
        model->qkv_bias = 1;
        model->linear_bias = 1;
    }
}

/* A real number where it is one, because released ratios are not all whole. */
static double expansion_ratio(struct aic_config *config)
{
    const struct aic_json_value *ratio = aic_config_find(config, "expansion_ratio");
    return aic_json_is(ratio, AIC_JSON_NUMBER) ? aic_json_number_of(ratio)
                                               : aic_config_count(config, "expansion_ratio", 4);
}

/* mpt: attention is described apart; ALiBi stands in for learned positions. */
static void read_mpt(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *attention = aic_config_object(config, "attn_config");
    const struct aic_json_value *type = aic_config_find_in(config, attention, "attn_type");
    double kv_heads = aic_config_count_in(config, attention, "kv_n_heads", model->heads);
    model->kv_heads = aic_json_is_text(type, "multiquery_attention") ? 1 : kv_heads;
    model->ffn = expansion_ratio(config) * model->hidden;
    if (!aic_config_flag(config, "no_bias", true)) {
        model->qkv_bias = 1;
        model->linear_bias = 1;
        model->norm_bias = 1;
    }
    bool has_positions = aic_config_flag(config, "learned_pos_emb", true);
    if (!aic_config_flag_in(config, attention, "alibi", false) && has_positions) {
        model->learned_positions = aic_config_need(config, "max_seq_len");
    }
}

/* What GPT-2, GPT-NeoX, BLOOM, OPT and Phi have in common. */
#define CLASSIC                                                                                    \
    (AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_QKV_BIAS | AIC_CONFIG_LINEAR_BIAS)

const struct aic_config_family aic_config_dense[] = {
    {
        .names = { "llama", "granite" },
        .properties = AIC_CONFIG_FFN,
        .attention_bias = AIC_BIAS_ATTENTION,
    },
    {
        .names = { "mistral" },
        .properties = AIC_CONFIG_FFN,
        .layers = AIC_LAYERS_PATTERN,
        .attention_bias = AIC_BIAS_ATTENTION,
        .missing = { .kv_heads = 8 },
    },
    {
        .names = { "phi3" },
        .properties = AIC_CONFIG_FFN,
        .layers = AIC_LAYERS_PATTERN,
        .attention_bias = AIC_BIAS_ATTENTION,
    },
    {
        .names = { "qwen2" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_QKV_BIAS,
        .layers = AIC_LAYERS_UPPER,
        .ignored = "max_window_layers",
    },
    {
        .names = { "qwen3", "qwen3_vl_text" },
        .properties = AIC_CONFIG_FFN,
        .layers = AIC_LAYERS_UPPER,
        .attention_bias = AIC_BIAS_ATTENTION,
        .ignored = "max_window_layers",
        .read = aic_config_add_head_norms,
    },
    {
        .names = { "olmo2" },
        .properties = AIC_CONFIG_FFN,
        .attention_bias = AIC_BIAS_ATTENTION,
        .read = aic_config_add_wide_norms,
    },
    {
        .names = { "gemma" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_TIED,
        .attention_bias = AIC_BIAS_ATTENTION,
    },
    {
        .names = { "gemma2" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_TIED,
        .layers = AIC_LAYERS_PATTERN,
        .attention_bias = AIC_BIAS_ATTENTION,
        .norms_per_layer = 4,
        .missing = { .window = 4096, .pattern = 2 },
        .ignored = "use_bidirectional_attention",
    },
    {
        .names = { "gemma3_text", "gemma3" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_TIED,
        .layers = AIC_LAYERS_PATTERN,
        .attention_bias = AIC_BIAS_ATTENTION,
        .norms_per_layer = 4,
        .missing = { .layers = 26,
                     .hidden = 2304,
                     .heads = 8,
                     .kv_heads = 4,
                     .head_dim = 256,
                     .ffn = 9216,
                     .vocab = 262208,
                     .max_context = 131072,
                     .window = 4096,
                     .pattern = 6 },
        .ignored = "sliding_window_pattern _sliding_window_pattern use_bidirectional_attention",
        .read = aic_config_add_head_norms,
    },
    {
        .names = { "cohere" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_TIED | AIC_CONFIG_MODEL_MAX,
        .attention_bias = AIC_BIAS_ATTENTION,
        .norms_per_layer = 1,
        .read = read_cohere,
    },
    {
        .names = { "cohere2" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_TIED,
        .layers = AIC_LAYERS_PATTERN,
        .attention_bias = AIC_BIAS_ATTENTION,
        .norms_per_layer = 1,
        .missing = { .window = 4096, .pattern = 4 },
        .ignored = "sliding_window_pattern _sliding_window_pattern layer_switch "
                   "order_of_interleaved_layers use_embedding_sharing use_parallel_embedding",
        .read = read_cohere,
    },
    {
        .names = { "nemotron" },
        .properties = AIC_CONFIG_FFN | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS,
        .attention_bias = AIC_BIAS_ATTENTION,
    },
    {
        .names = { "gpt2" },
        .properties = CLASSIC | AIC_CONFIG_TIED,
        .read = read_gpt2,
    },
    {
        .names = { "gpt_neox" },
        .properties = CLASSIC,
        .attention_bias = AIC_BIAS_ALWAYS,
        .read = read_classic_ffn,
    },
    {
        .names = { "bloom" },
        .properties = CLASSIC | AIC_CONFIG_TIED,
        .read = read_bloom,
    },
    {
        .names = { "opt" },
        .properties = CLASSIC | AIC_CONFIG_TIED,
        .read = read_opt,
    },
    {
        .names = { "phi" },
        .properties = CLASSIC,
        .norms_per_layer = 1,
        .read = read_phi,
    },
    {
        .names = { "falcon" },
        .properties =
            AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_OWN_KV,
        .read = read_falcon,
    },
    {
        .names = { "mpt" },
        .properties = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_OWN_KV,
        .read = read_mpt,
    },
};

const size_t aic_config_dense_count = sizeof aic_config_dense / sizeof aic_config_dense[0];
