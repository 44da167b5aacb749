/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plain families: a row each, a llama (gated, two norms a layer, ffn intermediate_size, no
 * biases) with differences. A new one is a row here, and a configuration with its count among the tests.
 */
#include "catalog/config/config.h"

#define DENSE       AIC_CONFIG_PLAIN_MLP
#define TIED        AIC_CONFIG_TIED
#define NOT_GATED   AIC_CONFIG_NOT_GATED
#define NORM_BIAS   AIC_CONFIG_NORM_BIAS
#define ALL_SLIDE   AIC_CONFIG_ALL_SLIDE
#define QWEN_WINDOW AIC_CONFIG_SWITCHED_WINDOW

/* internlm3: either switch; files have both, of which the first may be off. */
static void read_internlm3(struct aic_config *config)
{
    bool all = aic_config_flag(config, "bias", false);
    if (aic_config_flag(config, "qkv_bias", false) || all) {
        config->model->qkv_bias = 1;
    }
}

/* seed_oss: the output matrix has a switch of its own. */
static void read_seed_oss(struct aic_config *config)
{
    if (aic_config_flag(config, "attention_out_bias", false)) {
        config->extra += config->model->hidden * config->model->layers;
    }
}

/* olmo: norms have no weights. */
static void read_olmo(struct aic_config *config)
{
    config->extra -= (2 * config->model->layers + 1) * config->model->hidden;
}

/* gemma3: an encoder where attention looks both ways. */
static void shape_gemma3(struct aic_config *config)
{
    if (aic_config_flag(config, "use_bidirectional_attention", false)) {
        config->uncached = config->model->layers;
    }
}

/* stablelm: norms of queries and keys, a head each; parallel blocks share a norm. */
static void read_stablelm(struct aic_config *config)
{
    struct aic_model *model = config->model;
    if (aic_config_flag(config, "use_parallel_residual", false)) {
        model->norms_per_layer = 1;
    }
    if (aic_config_flag(config, "qk_layernorm", false)) {
        config->extra += (model->heads + model->kv_heads) * model->head_dim * model->layers;
    }
}

/* An output gate of attention, with an element for each of a head. */
static void read_gate(struct aic_config *config)
{
    config->model->attention_gate = config->model->head_dim;
}

const struct aic_config_family aic_config_plain[] = {
    /* clang-format off */
    { .names = { "llama", "internlm2", "baichuan", "exaone", "yi", "cwm", "iquestcoder", "helium",
                 "voxtral", "granite" }, .is = DENSE, .bias = AIC_BIAS_ATTENTION },
    { .names = { "smollm3" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION,
      .harmless = "no_rope_layers no_rope_layer_interval max_window_layers" },
    { .names = { "minicpm" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION },
    { .names = { "internlm3" }, .is = DENSE, .read = read_internlm3 },
    { .names = { "mistral", "ministral", "ministral3", "mistral3", "pixtral" },
      .is = DENSE | ALL_SLIDE, .defaults = "num_key_value_heads 8" },
    { .names = { "phi3", "phi3_v", "phi4mm", "phi4_multimodal" }, .is = DENSE | ALL_SLIDE },
    { .names = { "qwen2", "qwen2_vl", "qwen2_vl_text", "qwen2_5_vl", "qwen2_5_vl_text",
                 "qwen2_5_omni_text", "mimo" }, .is = DENSE | QWEN_WINDOW, .bias = AIC_BIAS_QKV,
      .bias_if = "yes", .harmless = "max_window_layers attention_bias" },
    { .names = { "qwen3", "qwen3_vl", "qwen3_vl_text" }, .is = DENSE | QWEN_WINDOW,
      .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD, .harmless = "max_window_layers" },
    { .names = { "seed_oss" }, .is = DENSE, .bias = AIC_BIAS_QKV, .read = read_seed_oss },
    { .names = { "exaone4", "exaone4_5_text" }, .is = DENSE, .qk = AIC_QK_HEAD },
    { .names = { "apertus" }, .is = DENSE | NOT_GATED, .bias = AIC_BIAS_ATTENTION,
      .qk = AIC_QK_HEAD },
    { .names = { "arcee" }, .is = DENSE | NOT_GATED, .bias = AIC_BIAS_ATTENTION },
    { .names = { "ernie4_5" }, .is = DENSE | TIED, .bias = AIC_BIAS_BOTH, .bias_if = "use_bias" },
    { .names = { "hunyuan_v1_dense" }, .is = DENSE, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD,
      .qk_if = "+use_qk_norm" },
    { .names = { "glm" }, .is = DENSE, .bias = AIC_BIAS_QKV },
    { .names = { "glm4", "glm4v", "glm4v_text", "glm_ocr_text" }, .is = DENSE,
      .bias = AIC_BIAS_QKV, .norms = 4 },
    { .names = { "olmo" }, .is = DENSE, .read = read_olmo },
    { .names = { "olmo2" }, .is = DENSE, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_WIDE },
    { .names = { "olmo3" }, .is = DENSE, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_WIDE,
      .period = 4 },
    { .names = { "gemma" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION },
    { .names = { "vaultgemma" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION,
      .harmless = "sliding_window use_bidirectional_attention" },
    { .names = { "gemma2" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION, .norms = 4,
      .period = 2, .defaults = "sliding_window 4096", .harmless = "use_bidirectional_attention" },
    { .names = { "gemma3_text", "gemma3" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION,
      .qk = AIC_QK_HEAD, .norms = 4, .period = 6,
      .defaults = "num_attention_heads 8 num_key_value_heads 4 head_dim 256 vocab_size 262208 "
        "max_position_embeddings 131072 sliding_window 4096 hidden_size 2304 intermediate_size "
        "9216 num_hidden_layers 26", .harmless = "sliding_window_pattern _sliding_window_pattern",
      .shape = shape_gemma3 },
    { .names = { "cohere" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_WIDE,
      .qk_if = "use_qk_norm", .norms = 1, .context = "model_max_length" },
    { .names = { "cohere2" }, .is = DENSE | TIED, .bias = AIC_BIAS_ATTENTION, .norms = 1,
      .period = 4, .defaults = "sliding_window 4096",
      .harmless = "layer_switch order_of_interleaved_layers use_embedding_sharing "
        "use_parallel_embedding" },
    { .names = { "nemotron" }, .is = DENSE | NOT_GATED | NORM_BIAS, .bias = AIC_BIAS_ATTENTION },
    { .names = { "stablelm" }, .is = DENSE | NORM_BIAS, .bias = AIC_BIAS_QKV,
      .bias_if = "use_qkv_bias", .read = read_stablelm },
    { .names = { "starcoder2" }, .is = DENSE | TIED | NOT_GATED | NORM_BIAS | ALL_SLIDE,
      .bias = AIC_BIAS_BOTH, .bias_if = "+use_bias" },
    { .names = { "muse_glimmer_text", "muse_glimmer" }, .is = DENSE, .bias = AIC_BIAS_ATTENTION,
      .norms = 4, .period = 4, .read = read_gate },
    /* clang-format on */
};

const size_t aic_config_plain_count = sizeof aic_config_plain / sizeof aic_config_plain[0];

/* Keys of most configurations with experts. */
#define MOE   "moe_intermediate_size"
#define LOCAL "intermediate_size"

/* gpt_oss: an attention sink for each head of a layer. */
static void read_gpt_oss(struct aic_config *config)
{
    config->extra += config->model->heads * config->model->layers;
}

/* phimoe: a bias of the output matrix. */
static void read_phimoe(struct aic_config *config)
{
    if (aic_config_flag(config, "lm_head_bias", false)) {
        config->extra += config->model->vocab;
    }
}

/* Heads of the sliding layers under keys of their own. */
static void shape_mimo_v2(struct aic_config *config)
{
    struct aic_model *model = config->model;
    model->v_head_dim = aic_config_need(config, "v_head_dim");
    model->sliding_kv_heads = aic_config_need(config, "swa_num_key_value_heads");
    model->sliding_head_dim = aic_config_need(config, "swa_head_dim");
    double heads = aic_config_count(config, "swa_num_attention_heads", model->heads);
    if (heads != model->heads) {
        model->sliding_heads = heads;
    }
}

/* mimo_v2: both kinds of layers may have a sink for each head. */
static void read_mimo_v2(struct aic_config *config)
{
    struct aic_model *model = config->model;
    if (aic_config_flag(config, "add_swa_attention_sink_bias", false)) {
        config->extra +=
            aic_or(model->sliding_heads, model->heads) * config->kinds[AIC_KIND_SLIDING];
    }
    if (aic_config_flag(config, "add_full_attention_sink_bias", false)) {
        config->extra += model->heads * config->kinds[AIC_KIND_FULL];
    }
}

/* laguna: heads layer by layer, one number on the sliding layers and one on the others. */
static void read_laguna_heads(struct aic_config *config)
{
    static const char key[] = "num_attention_heads_per_layer";
    struct aic_model *model = config->model;
    const struct aic_json_value *list = aic_config_layer_list(config, key, true);
    const struct aic_json_value *entry = aic_json_first(list);
    double wide = NAN, sliding = NAN;
    for (size_t i = 0; entry && i < (size_t)model->layers && !config->failed; i++) {
        double heads = aic_config_count_of(config, entry, key);
        double *kind = config->kind[i] == 's' ? &sliding : &wide;
        if (aic_is_set(*kind) && *kind != heads) {
            aic_config_fail(config, entry, AIC_ERR_UNKNOWN,
                            "'%s' has %g and %g heads in layers of one kind", key, *kind, heads);
        }
        *kind = heads;
        entry = aic_json_next(entry);
    }
    model->heads = aic_or(wide, model->heads);
    if (aic_is_set(sliding) && sliding != model->heads) {
        model->sliding_heads = sliding;
    }
}

/* laguna: a gate for each head, for each element, or none. */
static void read_laguna(struct aic_config *config)
{
    const struct aic_json_value *gating = aic_config_find(config, "gating");
    bool none = gating && aic_config_is_empty(gating);
    bool elements = aic_json_is_text(gating, "per-element");
    config->model->attention_gate = none ? 0 : elements ? config->model->head_dim : 1;
    read_laguna_heads(config);
}

static void shape_step3p5(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *other = aic_config_object(config, "attention_other_setting");
    model->attention_gate = aic_config_flag(config, "use_head_wise_attn_gate", true);
    if (other) {
        model->sliding_heads = aic_config_need_in(config, other, "num_attention_heads");
        model->sliding_kv_heads = aic_config_need_in(config, other, "num_attention_groups");
    }
}

/* llama4: experts in every step-th layer; layers with rotary positions see their chunk alone. */
static void shape_llama4(struct aic_config *config)
{
    double step = fmax(aic_config_count(config, "interleave_moe_layer_step", 1), 1);
    config->expert_period = step;
    config->expert_phase = step - 1;
    config->model->ffn = aic_config_need(config, "intermediate_size_mlp");
    config->period = fmax(aic_config_count(config, "no_rope_layer_interval", 4), 1);
    config->phase = config->period - 1;
}

static void read_llama4(struct aic_config *config)
{
    config->model->shared_experts = 1;
}

/* hunyuan: with cross-layer attention only every c-th layer has keys and values. */
static void read_hunyuan(struct aic_config *config)
{
    struct aic_model *model = config->model;
    if (!aic_config_flag(config, "use_cla", false)) {
        return;
    }
    double factor = fmax(aic_config_count(config, "cla_share_factor", 1), 1);
    double shared = model->layers - ceil(model->layers / factor);
    model->uncached_full_layers = shared;
    config->attention_extra -= shared * 2 * model->hidden * model->kv_heads * model->head_dim;
}

const struct aic_config_family aic_config_experts[] = {
    /* clang-format off */
    { .names = { "mixtral" }, .is = ALL_SLIDE, .width = LOCAL,
      .defaults = "num_key_value_heads 8 num_local_experts 8 num_experts_per_tok 2" },
    { .names = { "gpt_oss" }, .bias = AIC_BIAS_BOTH, .bias_if = "yes", .period = 2, .width = LOCAL,
      .harmless = "attention_bias", .read = read_gpt_oss },
    { .names = { "minimax_m2" }, .qk = AIC_QK_WIDE, .qk_if = "+use_qk_norm", .width = LOCAL,
      .router_bias = "+use_routing_bias",
      .harmless = "qk_norm_type mlp_intermediate_size layernorm_full_attention_alpha "
        "layernorm_full_attention_beta layernorm_linear_attention_alpha "
        "layernorm_linear_attention_beta layernorm_mlp_alpha layernorm_mlp_beta" },
    { .names = { "olmoe", "flex_olmo" }, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_WIDE,
      .width = LOCAL },
    { .names = { "phimoe" }, .is = NORM_BIAS | ALL_SLIDE, .bias = AIC_BIAS_ATTENTION,
      .width = LOCAL, .read = read_phimoe },
    { .names = { "granitemoe", "granitemoeshared" }, .is = TIED, .bias = AIC_BIAS_ATTENTION,
      .width = LOCAL, .shared_width = "shared_intermediate_size",
      .defaults = "shared_intermediate_size 0" },
    { .names = { "qwen2_moe" }, .is = QWEN_WINDOW, .bias = AIC_BIAS_QKV, .bias_if = "+qkv_bias",
      .width = MOE, .shared_width = "shared_expert_intermediate_size", .shared_gate = "yes",
      .harmless = "intermediate_size max_window_layers" },
    { .names = { "qwen3_moe", "qwen3_vl_moe", "qwen3_vl_moe_text", "qwen3_omni_moe_text" },
      .is = QWEN_WINDOW, .bias = AIC_BIAS_QKV, .qk = AIC_QK_HEAD, .width = MOE,
      .harmless = "intermediate_size max_window_layers use_qk_norm" },
    { .names = { "mellum" }, .bias = AIC_BIAS_QKV, .qk = AIC_QK_HEAD, .width = MOE },
    { .names = { "deepseek" }, .bias = AIC_BIAS_ATTENTION, .width = MOE,
      .shared = "n_shared_experts" },
    { .names = { "glm4_moe", "glm4v_moe", "glm4v_moe_text" }, .bias = AIC_BIAS_QKV,
      .qk = AIC_QK_HEAD, .qk_if = "use_qk_norm", .width = MOE, .shared = "n_shared_experts",
      .dense = 1, .router_bias = "yes", .defaults = "n_shared_experts 1" },
    { .names = { "dots1" }, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD, .width = MOE,
      .shared = "n_shared_experts", .router_bias = "yes", .harmless = "max_window_layers" },
    { .names = { "solar_open" }, .bias = AIC_BIAS_QKV, .qk = AIC_QK_HEAD, .qk_if = "use_qk_norm",
      .width = MOE, .shared = "n_shared_experts", .router_bias = "yes",
      .defaults = "n_shared_experts 1" },
    { .names = { "exaone_moe" }, .qk = AIC_QK_HEAD, .period = 4, .width = MOE,
      .shared = "num_shared_experts", .dense = 1, .router_bias = "yes",
      .defaults = "num_shared_experts 1" },
    { .names = { "hy_v3" }, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD, .width = MOE,
      .shared = "num_shared_experts", .dense = 1, .router_bias = "yes",
      .defaults = "num_shared_experts 1" },
    { .names = { "ernie4_5_moe", "ernie4_5_moe_vl_text", "ernie4_5_vl_moe_text" },
      .bias = AIC_BIAS_BOTH, .bias_if = "use_bias", .width = MOE,
      .shared = "moe_num_shared_experts", .harmless = "moe_norm_min", .dense = 1,
      .router_bias = "yes" },
    { .names = { "bailing_moe", "bailing_moe_v2" }, .bias = AIC_BIAS_QKV,
      .bias_if = "use_qkv_bias", .qk = AIC_QK_HEAD, .qk_if = "use_qk_norm", .width = MOE,
      .shared = "num_shared_experts", .shared_width = "moe_shared_expert_intermediate_size",
      .router_bias = "moe_router_enable_expert_bias" },
    { .names = { "afmoe" }, .qk = AIC_QK_HEAD, .norms = 4, .period = 4, .width = MOE,
      .shared = "num_shared_experts", .dense = 2, .router_bias = "yes",
      .defaults = "num_shared_experts 1", .read = read_gate },
    { .names = { "laguna" }, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD, .width = MOE,
      .shared_width = "shared_expert_intermediate_size", .dense = 1, .router_bias = "yes",
      .read = read_laguna },
    { .names = { "step3p5", "step3p7", "step3p5_text", "step3p7_text" }, .qk = AIC_QK_HEAD,
      .width = MOE, .shared_width = "share_expert_dim", .dense = 1, .router_bias = "yes",
      .harmless = "n_shared_experts use_moe_router_bias", .shape = shape_step3p5 },
    { .names = { "mimo_v2_flash", "mimo_v2" }, .is = AIC_CONFIG_LISTED, .words = "0 f 1 s",
      .lists = "hybrid_layer_pattern", .width = MOE, .shared = "n_shared_experts",
      .router_bias = "yes", .window = "sliding_window sliding_window_size",
      .harmless = "attention_chunk_size attention_value_scale", .shape = shape_mimo_v2,
      .read = read_mimo_v2 },
    { .names = { "llama4_text", "llama4" }, .bias = AIC_BIAS_ATTENTION, .words = "0 f 1 c",
      .lists = "no_rope_layers", .others = 'c', .ffn = "intermediate_size_mlp", .width = LOCAL,
      .defaults = "attention_chunk_size 8192 interleave_moe_layer_step 1 intermediate_size_mlp "
        "16384 num_local_experts 16 num_experts_per_tok 1 head_dim 128 num_key_value_heads 8",
      .harmless = "use_qk_norm attn_scale attn_temperature_tuning", .shape = shape_llama4,
      .read = read_llama4 },
    { .names = { "hunyuan_v1_moe", "hunyuan" }, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD,
      .qk_if = "+use_qk_norm", .width = "moe_intermediate_size intermediate_size",
      .shared = "num_shared_expert", .shared_width = LOCAL, .defaults = "num_shared_expert 1",
      .read = read_hunyuan },
    { .names = { "lfm2_moe" }, .is = TIED | AIC_CONFIG_LISTED, .qk = AIC_QK_HEAD, .width = MOE, .dense = 2,
      .router_bias = "+use_expert_bias", .mixer = aic_config_short_conv },
    /* clang-format on */
};

const size_t aic_config_experts_count = sizeof aic_config_experts / sizeof aic_config_experts[0];
