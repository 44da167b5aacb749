/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model types with experts in (nearly) every layer; the form of dense.c.
 * gemma4 is here because its larger ones have experts.
 */
#include "catalog/config/config.h"

#include <string.h>

/*
 * gemma4_text: head_dim and num_key_value_heads are those of the sliding layers. Full
 * layers have fewer and wider ones, and may use their keys as values. All have
 * head norms. The dense block stays beside the experts, as a shared one.
 */
static void read_gemma4(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double width = aic_config_need(config, "intermediate_size");
    model->sliding_head_dim = model->head_dim;
    model->sliding_kv_heads = model->kv_heads;
    model->head_dim = aic_config_need(config, "global_head_dim");
    model->kv_heads = aic_config_need(config, "num_global_key_value_heads");
    config->extra += config->kinds.full * 2 * model->head_dim;
    config->extra += config->kinds.sliding * 2 * model->sliding_head_dim;
    if (aic_config_flag(config, "attention_k_eq_v", false)) {
        config->extra -= config->kinds.full * model->hidden * model->kv_heads * model->head_dim;
    }
    if (aic_config_flag(config, "enable_moe_block", false)) {
        aic_config_read_experts(config, "num_experts", "top_k_experts", "moe_intermediate_size");
        model->shared_experts = 1;
        model->shared_expert_ffn = width;
    } else {
        model->ffn = width;
    }
}

/* gpt_oss: an attention sink for each head of a layer. */
static void read_gpt_oss(struct aic_config *config)
{
    aic_config_read_local_experts(config);
    config->extra += config->model->heads * config->model->layers;
}

static void read_minimax_m2(struct aic_config *config)
{
    aic_config_read_local_experts(config);
    aic_config_layer_list(config, "attn_type_list");
    if (aic_config_flag(config, "use_qk_norm", true)) {
        aic_config_add_wide_norms(config);
    }
    if (aic_config_flag(config, "use_routing_bias", true)) {
        aic_config_add_routing_bias(config);
    }
}

/* qwen2_moe: newer files may switch off the biases that all older ones have. */
static void read_qwen2_moe(struct aic_config *config)
{
    if (aic_config_flag(config, "qkv_bias", true)) {
        config->model->qkv_bias = 1;
    }
    aic_config_read_gated_experts(config);
}

static void read_qwen3_moe(struct aic_config *config)
{
    aic_config_read_qwen_experts(config);
    aic_config_add_head_norms(config);
}

static void read_glm4_moe(struct aic_config *config)
{
    aic_config_read_dense_layers(config);
    aic_config_read_routed_experts(config);
    aic_config_add_routing_bias(config);
    if (aic_config_flag(config, "use_qk_norm", false)) {
        aic_config_add_head_norms(config);
    }
}

/* Layers step-1, 2*step-1, ... have experts, or those that moe_layers lists. */
static double llama4_expert_layers(struct aic_config *config, double step)
{
    double layers = config->model->layers;
    const struct aic_json_value *list = aic_config_find(config, "moe_layers");
    if (!list) {
        return floor(layers / step);
    }
    double listed = (double)aic_json_count(list);
    if (!aic_json_is(list, AIC_JSON_ARRAY) || listed > layers) {
        aic_config_fail(config, list, AIC_ERR_JSON, "'moe_layers' must list some of %g layers",
                        layers);
    }
    return listed;
}

/* llama4_text: intermediate_size is the width of an expert, and the shared one is as wide. */
static void read_llama4(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double step = fmax(aic_config_count(config, "interleave_moe_layer_step", 1), 1);
    aic_config_read_local_experts(config);
    model->shared_experts = 1;
    model->ffn = aic_config_need(config, "intermediate_size_mlp");
    model->dense_layers = model->layers - llama4_expert_layers(config, step);
    if (step > 1) {
        model->dense_leading = 0;
    }
}

/* Multi-head latent attention: the cache holds a latent, whatever num_key_value_heads says. */
static void read_latent(struct aic_config *config)
{
    struct aic_model *model = config->model;
    model->kv_lora_rank = aic_config_need(config, "kv_lora_rank");
    model->q_lora_rank = aic_config_count(config, "q_lora_rank", NAN);
    model->qk_nope_head_dim = aic_config_need(config, "qk_nope_head_dim");
    model->qk_rope_head_dim = aic_config_need(config, "qk_rope_head_dim");
    model->v_head_dim = aic_config_need(config, "v_head_dim");
    if (model->kv_lora_rank == 0) {
        aic_config_fail(config, aic_config_find(config, "kv_lora_rank"), AIC_ERR_JSON,
                        "'kv_lora_rank' is 0 in a model with latent attention");
    }
}

/* deepseek_v2: some of its routers have a bias. */
static void read_deepseek_v2(struct aic_config *config)
{
    const struct aic_json_value *method = aic_config_find(config, "topk_method");
    read_latent(config);
    aic_config_read_dense_layers(config);
    aic_config_read_routed_experts(config);
    if (aic_json_is_text(method, "noaux_tc")) {
        aic_config_add_routing_bias(config);
    }
}

/* deepseek_v3: all of them have it. */
static void read_deepseek_v3(struct aic_config *config)
{
    read_latent(config);
    aic_config_read_dense_layers(config);
    aic_config_read_routed_experts(config);
    aic_config_add_routing_bias(config);
}

/* deepseek_v32, glm_moe_dsa: V3 with an indexer that picks the tokens to attend to. */
static void read_deepseek_v32(struct aic_config *config)
{
    read_deepseek_v3(config);
    config->model->index_heads = aic_config_need(config, "index_n_heads");
    config->model->index_head_dim = aic_config_need(config, "index_head_dim");
    config->model->index_topk = aic_config_need(config, "index_topk");
}

/* Both kinds of layers of mimo may have a sink for each head. */
static void add_mimo_sinks(struct aic_config *config)
{
    if (aic_config_flag(config, "add_swa_attention_sink_bias", false)) {
        config->extra += config->model->heads * config->kinds.sliding;
    }
    if (aic_config_flag(config, "add_full_attention_sink_bias", false)) {
        config->extra += config->model->heads * config->kinds.full;
    }
}

/* mimo_v2_flash: key/value heads of sliding layers, and layers with experts, are listed. */
static void read_mimo_v2(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double expert_layers = aic_config_layer_marks(config, "moe_layer_freq", true);
    if (!aic_is_set(expert_layers)) {
        aic_config_fail_missing(config, "moe_layer_freq");
    }
    model->v_head_dim = aic_config_need(config, "v_head_dim");
    model->sliding_kv_heads = aic_config_need(config, "swa_num_key_value_heads");
    model->sliding_head_dim = aic_config_need(config, "swa_head_dim");
    model->ffn = aic_config_need(config, "intermediate_size");
    model->dense_layers = model->layers - expert_layers;
    aic_config_read_routed_experts(config);
    aic_config_add_routing_bias(config);
    add_mimo_sinks(config);
}

/* dbrx: attention and experts are described apart. */
static void read_dbrx(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *attention = aic_config_object(config, "attn_config");
    const struct aic_json_value *ffn = aic_config_object(config, "ffn_config");
    if (!ffn) {
        aic_config_fail_missing(config, "ffn_config");
    }
    model->kv_heads = aic_config_count_in(config, attention, "kv_n_heads", model->heads);
    model->experts = aic_config_need_in(config, ffn, "moe_num_experts");
    model->experts_per_token = aic_config_need_in(config, ffn, "moe_top_k");
    model->expert_ffn = aic_config_need_in(config, ffn, "ffn_hidden_size");
}

/* Keys of DeepSeek's kind that say nothing of a latent layer, or repeat what others say. */
#define LATENT_IGNORED "num_key_value_heads head_dim attention_head_dim qk_head_dim"

const struct aic_config_family aic_config_experts[] = {
    {
        .names = { "gemma4_text", "gemma4" },
        .properties = AIC_CONFIG_TIED,
        .layers = AIC_LAYERS_LISTED,
        .attention_bias = AIC_BIAS_ATTENTION,
        .norms_per_layer = 4,
        .ignored = "vocab_size_per_layer_input use_bidirectional_attention",
        .read = read_gemma4,
    },
    {
        .names = { "mixtral" },
        .layers = AIC_LAYERS_PATTERN,
        .missing = { .kv_heads = 8, .experts = 8, .experts_per_token = 2 },
        .read = aic_config_read_local_experts,
    },
    {
        .names = { "gpt_oss" },
        .properties = AIC_CONFIG_QKV_BIAS | AIC_CONFIG_LINEAR_BIAS,
        .layers = AIC_LAYERS_PATTERN,
        .missing = { .pattern = 2 },
        .ignored = "attention_bias",
        .read = read_gpt_oss,
    },
    {
        .names = { "minimax_m2" },
        .ignored = "qk_norm_type mlp_intermediate_size layernorm_full_attention_alpha "
                   "layernorm_full_attention_beta layernorm_linear_attention_alpha "
                   "layernorm_linear_attention_beta layernorm_mlp_alpha layernorm_mlp_beta",
        .read = read_minimax_m2,
    },
    {
        .names = { "qwen2_moe" },
        .ignored = "intermediate_size sliding_window max_window_layers",
        .read = read_qwen2_moe,
    },
    {
        .names = { "qwen3_moe", "qwen3_vl_moe_text" },
        .attention_bias = AIC_BIAS_QKV,
        .ignored = "intermediate_size sliding_window max_window_layers use_qk_norm",
        .read = read_qwen3_moe,
    },
    {
        .names = { "glm4_moe" },
        .attention_bias = AIC_BIAS_QKV,
        .missing = { .shared_experts = 1, .dense_layers = 1 },
        .read = read_glm4_moe,
    },
    {
        .names = { "llama4_text", "llama4" },
        .layers = AIC_LAYERS_CHUNKED,
        .missing = { .kv_heads = 8, .chunk = 8192, .experts = 16, .experts_per_token = 1 },
        .ignored = "no_rope_layers no_rope_layer_interval use_qk_norm attn_scale "
                   "attn_temperature_tuning",
        .read = read_llama4,
    },
    {
        .names = { "deepseek_v2" },
        .properties = AIC_CONFIG_LATENT,
        .attention_bias = AIC_BIAS_NEVER,
        .ignored = LATENT_IGNORED,
        .read = read_deepseek_v2,
    },
    {
        .names = { "deepseek_v3", "kimi_k2" },
        .properties = AIC_CONFIG_LATENT,
        .attention_bias = AIC_BIAS_NEVER,
        .ignored = LATENT_IGNORED,
        .read = read_deepseek_v3,
    },
    {
        .names = { "deepseek_v32", "glm_moe_dsa" },
        .properties = AIC_CONFIG_LATENT,
        .attention_bias = AIC_BIAS_NEVER,
        .ignored = LATENT_IGNORED " indexer_rope_interleave",
        .read = read_deepseek_v32,
    },
    {
        .names = { "mimo_v2_flash" },
        .layers = AIC_LAYERS_HYBRID,
        .ignored = "attention_chunk_size attention_value_scale",
        .read = read_mimo_v2,
    },
    {
        .names = { "dbrx" },
        .properties = AIC_CONFIG_OWN_KV,
        .read = read_dbrx,
    },
};

const size_t aic_config_experts_count = sizeof aic_config_experts / sizeof aic_config_experts[0];
