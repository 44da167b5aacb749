/* SPDX-License-Identifier: Apache-2.0 */
/* Families in which layers have a recurrent state; the form of plain.c. */
#include "catalog/config/config.h"

#include <stdlib.h>
#include <string.h>

#define MOE         "moe_intermediate_size"
#define BLOCK_WORDS "mamba l attention f mlp d moe e M l * f - d E e"

/* Fills the kinds by a list of layers that are of one kind, where the others are of another. */
static void fill_by_list(struct aic_config *config, const struct aic_json_value *list,
                         const char *key, double base, char listed, char others)
{
    memset(config->kind, others, (size_t)config->model->layers);
    aic_config_mark(config, list, key, base, config->kind, listed);
}

/* Every period-th layer, that with the offset, attends; the same of experts. */
static void read_periods(struct aic_config *config)
{
    config->period = aic_config_need(config, "attn_layer_period");
    config->phase = aic_config_need(config, "attn_layer_offset");
    config->expert_period = aic_config_need(config, "expert_layer_period");
    config->expert_phase = aic_config_need(config, "expert_layer_offset");
    if (config->period == 0 || config->expert_period == 0) {
        aic_config_fail(config, config->text, AIC_ERR_JSON,
                        "'attn_layer_period' and 'expert_layer_period' must be at least 1");
    }
}

/* jamba: with one expert the code builds plain feed-forward blocks. */
static void shape_jamba(struct aic_config *config)
{
    read_periods(config);
    config->dense_only = aic_config_need(config, "num_experts") <= 1;
}

static void shape_bamba(struct aic_config *config)
{
    static const char key[] = "attn_layer_indices";
    const struct aic_json_value *list = aic_config_list(config, key);
    if (!aic_config_find(config, "layer_types")) {
        fill_by_list(config, list, key, 0, 'f', 'l');
    }
}

static void shape_mamba(struct aic_config *config)
{
    config->model->attention_layers = 0;
    config->model->ffn_layers = 0;
}

/* granitemoehybrid: dense ones call their feed-forward block shared. */
static void read_granite_hybrid(struct aic_config *config)
{
    struct aic_model *model = config->model;
    if (!(model->experts > 0)) {
        model->ffn = aic_config_need(config, "shared_intermediate_size");
    }
    if (aic_config_flag(config, "attention_bias", false)) {
        model->qkv_bias = 1;
        config->extra += model->hidden * aic_config_wide_layers(config);
    }
}

/* falcon_h1: every layer attends and recurs. */
static void shape_falcon_h1(struct aic_config *config)
{
    memset(config->kind, 'b', (size_t)config->model->layers);
    config->model->attention_layers = config->model->layers;
}

/* nemotron_h: latent experts work on a narrower stream. */
static void read_nemotron_h(struct aic_config *config)
{
    struct aic_model *model = config->model;
    model->attention_layers = config->kinds[AIC_KIND_FULL];
    if (model->experts > 0) {
        double width = aic_config_count(config, "moe_latent_size", 0);
        model->expert_hidden = width == model->hidden ? 0 : width;
    }
}

/* zamba2: the layers that attend besides. */
static void shape_zamba2(struct aic_config *config)
{
    static const char key[] = "hybrid_layer_ids";
    if (!aic_config_find(config, "layers_block_type layer_types")) {
        const struct aic_json_value *list = aic_config_list(config, key);
        if (!list) {
            aic_config_fail_missing(config, key);
        }
        fill_by_list(config, list, key, 0, 'b', 'l');
    }
}

/*
 * zamba2: the hybrid layers share a few blocks, which work on the stream and the embedding side by side;
 * adapters tell the layers apart. The fields count a block for each layer, as narrow as the stream.
 */
static void read_zamba2(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double h = model->hidden, ffn = model->ffn;
    double heads = model->heads * model->head_dim, kv_heads = model->kv_heads * model->head_dim;
    double n = config->kinds[AIC_KIND_BOTH];
    double blocks = fmin(aic_config_count(config, "num_mem_blocks", 1), n);
    double width = aic_config_count(config, "attention_hidden_size", 2 * h);
    double rank = aic_config_count(config, "adapter_rank", 128);
    double attention = 3 * width * heads + heads * h;
    double mlp = 3 * h * ffn;
    double adapter = aic_config_flag(config, "use_shared_attention_adapter", false);
    double mlp_adapter = aic_config_flag(config, "use_shared_mlp_adapter", true);
    model->attention_layers = n;
    model->ffn_layers = n;
    config->attention_extra +=
        blocks * attention + n * adapter * 6 * width * rank - n * (2 * heads + 2 * kv_heads) * h;
    config->mlp_extra += blocks * mlp + n * mlp_adapter * (h + 2 * ffn) * rank - n * mlp;
    config->extra += n * h * h + blocks * (width + h);
    model->reused_params = (n - blocks) * (attention + mlp);
}

/* qwen3_next, qwen3_5: an output gate as wide as the queries. */
static void shape_interval(struct aic_config *config)
{
    config->period = aic_config_need(config, "full_attention_interval");
    config->phase = config->period - 1;
    if (config->period == 0) {
        aic_config_fail(config, aic_config_find(config, "full_attention_interval"), AIC_ERR_JSON,
                        "'full_attention_interval' must be at least 1");
    }
}

static void read_qwen3_next(struct aic_config *config)
{
    if (aic_config_flag(config, "attn_output_gate", true)) {
        config->model->attention_gate = config->model->head_dim;
    }
}

/* kimi_linear: the layers with a delta net are listed from 1; experts may work on a narrower stream. */
static void shape_kimi_linear(struct aic_config *config)
{
    const struct aic_json_value *mixer = aic_config_object(config, "linear_attn_config");
    const struct aic_json_value *list = aic_config_find_in(config, mixer, "kda_layers");
    if (!aic_config_find(config, "layer_types")) {
        if (!aic_json_is(list, AIC_JSON_ARRAY)) {
            aic_config_fail_missing(config, "kda_layers");
        }
        fill_by_list(config, list, "kda_layers", 1, 'l', 'f');
    }
}

static void read_kimi_linear(struct aic_config *config)
{
    struct aic_model *model = config->model;
    if (aic_config_flag(config, "mla_use_output_gate", false)) {
        model->attention_gate = model->v_head_dim;
    }
    double width = aic_config_count(config, "routed_expert_hidden_size", 0);
    model->expert_hidden = width;
    if (width > 0 && aic_config_flag(config, "latent_moe_use_norm", false)) {
        config->extra += width * aic_config_expert_layers(config);
    }
    if (aic_config_count(config, "attn_res_block_size", 0) > 0) {
        config->extra += (2 * model->layers + 1) * 2 * model->hidden;
    }
}

/* bailing_hybrid: every group-th layer attends, and those after the last whole group. */
static void shape_bailing(struct aic_config *config)
{
    if (aic_config_find(config, "layer_types")) {
        return;
    }
    size_t layers = (size_t)config->model->layers;
    double group = aic_config_need(config, "layer_group_size");
    if (!(group >= 1)) {
        aic_config_fail(config, aic_config_find(config, "layer_group_size"), AIC_ERR_JSON,
                        "'layer_group_size' must be at least 1");
        return;
    }
    for (size_t i = 0; i < layers; i++) {
        bool rest = (double)i >= floor((double)layers / group) * group;
        config->kind[i] = rest || fmod((double)i + 1, group) == 0 ? 'f' : 'l';
    }
}

static void read_bailing(struct aic_config *config)
{
    static const char key[] = "gated_attention_proj_granularity_type";
    struct aic_model *model = config->model;
    const char *gate = aic_config_text_at(config, key);
    double width = config->latent ? model->v_head_dim : model->head_dim;
    if (gate && strcmp(gate, "head_wise") != 0 && strcmp(gate, "element_wise") != 0) {
        char quote[AIC_CONFIG_QUOTE_SIZE];
        aic_config_fail(config, aic_config_find(config, key), AIC_ERR_UNKNOWN,
                        "'%s' is '%s'; known are head_wise and element_wise", key,
                        aic_config_quote(quote, gate));
    } else if (gate) {
        model->attention_gate = strcmp(gate, "head_wise") == 0 ? 1 : width;
    }
    if (!config->latent && aic_config_flag(config, "use_qk_norm", false)) {
        config->extra += 2 * model->head_dim * aic_config_wide_layers(config);
    }
}

/* lfm2: layers with attention are listed, the rest are convolutions. */
static void shape_lfm2(struct aic_config *config)
{
    static const char key[] = "full_attn_idxs";
    const struct aic_json_value *list = aic_config_list(config, key);
    if (list && !aic_config_find(config, "layer_types")) {
        fill_by_list(config, list, key, 0, 'f', 'l');
    }
}

/* lfm2: the width of the block may be two thirds of what the file says, rounded up. */
static void read_lfm2(struct aic_config *config)
{
    static const char multiplier[] = "block_ffn_dim_multiplier";
    double multiple = aic_config_count(config, "block_multiple_of", 256);
    double width = aic_config_need(config, "block_ff_dim intermediate_size");
    if (aic_config_flag(config, "block_auto_adjust_ff_dim", true)) {
        width = floor(2 * width / 3);
        width = floor(aic_config_real(config, multiplier, 1) * width);
        width = multiple > 0 ? multiple * ceil(width / multiple) : width;
    }
    config->model->ffn = width;
}

const struct aic_config_family aic_config_hybrids[] = {
    /* clang-format off */
    { .names = { "jamba" }, .others = 'l', .width = "intermediate_size",
      .defaults = "attn_layer_period 8 attn_layer_offset 4 expert_layer_period 2 "
        "expert_layer_offset 1 mamba_d_state 16 mamba_d_conv 4 mamba_expand 2 num_experts 16 "
        "num_experts_per_tok 2",
      .harmless = "num_experts_per_tok mamba_inner_layernorms use_mamba_kernels",
      .shape = shape_jamba, .mixer = aic_config_mamba1_jamba },
    { .names = { "bamba" }, .harmless = "mamba_expand mamba_chunk_size use_mamba_kernels",
      .shape = shape_bamba, .mixer = aic_config_mamba2_bamba },
    { .names = { "mamba", "falcon_mamba" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_NO_ATTENTION | AIC_CONFIG_NO_FFN, .norms = 1,
      .defaults = "expand 2 state_size 16 conv_kernel 4",
      .harmless = "hidden_act use_mambapy use_mamba_kernels", .shape = shape_mamba,
      .mixer = aic_config_mamba1 },
    { .names = { "mamba2" }, .is = AIC_CONFIG_TIED | AIC_CONFIG_NO_ATTENTION | AIC_CONFIG_NO_FFN,
      .norms = 1, .defaults = "expand 2 state_size 128 conv_kernel 4 n_groups 8 head_dim 64",
      .harmless = "chunk_size expand use_mamba_kernels", .shape = shape_mamba,
      .mixer = aic_config_mamba2 },
    { .names = { "granitemoehybrid" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_MAYBE_DENSE | AIC_CONFIG_NO_FFN | AIC_CONFIG_LISTED,
      .width = "intermediate_size", .shared_width = "shared_intermediate_size",
      .harmless = "mamba_expand mamba_chunk_size intermediate_size num_experts_per_tok "
        "normalization_function", .mixer = aic_config_mamba2_bamba, .read = read_granite_hybrid },
    { .names = { "falcon_h1" },
      .harmless = "mamba_d_head mamba_expand mamba_chunk_size mamba_norm_before_gate "
        "mamba_use_mlp mlp_expansion_factor mlp_multipliers ssm_multipliers ssm_in_multiplier "
        "ssm_out_multiplier attention_in_multiplier attention_out_multiplier lm_head_multiplier",
      .shape = shape_falcon_h1, .mixer = aic_config_mamba2_falcon },
    { .names = { "nemotron_h" },
      .is = AIC_CONFIG_NOT_GATED | AIC_CONFIG_BLOCKS | AIC_CONFIG_LISTED, .norms = 1,
      .words = BLOCK_WORDS, .lists = "hybrid_override_pattern layers_block_type", .width = MOE,
      .shared = "n_shared_experts", .shared_width = "moe_shared_expert_intermediate_size",
      .router_bias = "yes",
      .harmless = "layers_block_type intermediate_size moe_intermediate_size n_routed_experts "
        "num_experts_per_tok n_shared_experts moe_shared_expert_intermediate_size "
        "moe_shared_expert_overlap chunk_size time_step_rank rescale_prenorm_residual "
        "use_mamba_kernels mamba_hidden_act expand", .mixer = aic_config_mamba2_nemotron,
      .read = read_nemotron_h },
    { .names = { "zamba2" }, .is = AIC_CONFIG_TIED, .norms = 1, .words = "hybrid b",
      .lists = "layers_block_type",
      .harmless = "mamba_headdim kv_channels num_query_groups ffn_hidden_size hybrid_layer_ids "
        "use_mem_rope use_mem_eff_path chunk_size use_mamba_kernels", .shape = shape_zamba2,
      .mixer = aic_config_mamba2_zamba, .read = read_zamba2 },
    { .names = { "qwen3_next", "qwen3_5_text", "qwen3_5", "qwen3_5_moe", "qwen3_5_moe_text" },
      .is = AIC_CONFIG_MAYBE_DENSE, .qk = AIC_QK_HEAD, .others = 'l', .width = MOE,
      .shared_width = "shared_expert_intermediate_size", .shared_gate = "yes",
      .defaults = "full_attention_interval 4", .harmless = "intermediate_size num_experts_per_tok",
      .shape = shape_interval, .mixer = aic_config_delta_net, .read = read_qwen3_next },
    { .names = { "minimax", "minimax_text01", "minimax_m1" }, .period = 2, .others = 'l',
      .words = "0 l 1 f", .lists = "attn_type_list", .width = "intermediate_size",
      .shared_width = "shared_intermediate_size", .defaults = "shared_intermediate_size 0",
      .mixer = aic_config_lightning },
    { .names = { "kimi_linear", "kimi_k3" }, .is = AIC_CONFIG_LATENT, .width = MOE,
      .shared = "num_shared_experts n_shared_experts", .router_bias = "yes",
      .context = "model_max_length",
      .harmless = "num_key_value_heads head_dim qk_head_dim full_attn_layers moe_renormalize "
        "moe_router_activation_func num_expert_group", .shape = shape_kimi_linear,
      .mixer = aic_config_kimi_delta, .read = read_kimi_linear },
    { .names = { "bailing_hybrid", "bailing_moe_linear" }, .is = AIC_CONFIG_MAYBE_LATENT,
      .bias = AIC_BIAS_QKV, .bias_if = "use_qkv_bias", .width = MOE,
      .shared = "num_shared_experts", .shared_width = "moe_shared_expert_intermediate_size",
      .router_bias = "moe_router_enable_expert_bias",
      .harmless = "num_key_value_heads head_dim qk_head_dim use_qk_norm", .shape = shape_bailing,
      .mixer = aic_config_bailing_mixer, .read = read_bailing },
    { .names = { "lfm2", "lfm2_vl_text" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_NO_FFN | AIC_CONFIG_LISTED,
      .qk = AIC_QK_HEAD, .shape = shape_lfm2, .mixer = aic_config_short_conv, .read = read_lfm2 },
    /* clang-format on */
};

const size_t aic_config_hybrids_count = sizeof aic_config_hybrids / sizeof aic_config_hybrids[0];
