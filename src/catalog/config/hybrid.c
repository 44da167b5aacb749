/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Model types in which most layers have a recurrent state in place of a KV
 * cache; the form of dense.c.
 */
#include "catalog/config/config.h"

#include <string.h>

/* How many of the layers i = 0, 1, ... have i mod period = offset. */
static double periodic_layers(struct aic_config *config, const char *period_key,
                              const char *offset_key, double period, double offset)
{
    period = aic_config_count(config, period_key, period);
    offset = aic_config_count(config, offset_key, offset);
    if (period == 0) {
        aic_config_fail(config, aic_config_find(config, period_key), AIC_ERR_JSON,
                        "'%s' must be at least 1", period_key);
    }
    bool is_reached = offset < period && offset < config->model->layers;
    return is_reached ? ceil((config->model->layers - offset) / period) : 0;
}

/* jamba: every eighth layer is attention, every second one has experts. With one expert the
 * code builds plain feed-forward blocks. */
static void read_jamba(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double attention = periodic_layers(config, "attn_layer_period", "attn_layer_offset", 8, 4);
    double with_experts =
        periodic_layers(config, "expert_layer_period", "expert_layer_offset", 2, 1);
    double experts = aic_config_count(config, "num_experts", config->family->missing.experts);
    model->ffn = aic_config_need(config, "intermediate_size");
    if (experts > 1) {
        aic_config_read_experts(config, "num_experts", "num_experts_per_tok", "intermediate_size");
        model->dense_layers = model->layers - with_experts;
        model->dense_leading = 0;
    }
    if (attention < model->layers) {
        aic_config_mamba1(config, model->layers - attention);
    }
}

/* Layers of nemotron_h: each is a mixer, an attention or a feed-forward block alone. */
struct blocks {
    double mamba, attention, dense, experts;
};

/* Counts one block; it is named by a letter in the pattern, by a word in the list. */
static bool add_block(struct blocks *blocks, bool is_letter, const char *name, size_t length)
{
    const struct {
        const char *letter, *word;
        double *count;
    } known[] = {
        { "M", "mamba", &blocks->mamba },
        { "*", "attention", &blocks->attention },
        { "-", "mlp", &blocks->dense },
        { "E", "moe", &blocks->experts },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const char *form = is_letter ? known[i].letter : known[i].word;
        if (strlen(form) == length && memcmp(form, name, length) == 0) {
            *known[i].count += 1;
            return true;
        }
    }
    return false;
}

/* Blocks are looked at while nothing has failed, so that this is the first error. */
static void fail_block(struct aic_config *config, const struct aic_json_value *at, const char *key,
                       const char *name)
{
    char quote[AIC_CONFIG_QUOTE_SIZE];
    aic_config_fail(config, at, AIC_ERR_UNKNOWN, "'%s' has '%s', which is not known", key,
                    aic_config_quote(quote, name));
    aic_suggest(&config->notes->error,
                "known are M, *, - and E, in a list mamba, attention, mlp and moe");
}

static void count_pattern(struct aic_config *config, const char *pattern, struct blocks *blocks)
{
    static const char key[] = "hybrid_override_pattern";
    const struct aic_json_value *at = aic_config_find(config, key);
    double length = (double)strlen(pattern);
    if (length != config->model->layers) {
        aic_config_fail(config, at, AIC_ERR_JSON, "'%s' has %g letters for %g layers", key, length,
                        config->model->layers);
    }
    for (const char *letter = pattern; *letter && !config->failed; letter++) {
        if (!add_block(blocks, true, letter, 1)) {
            fail_block(config, at, key, letter);
        }
    }
}

static void count_list(struct aic_config *config, struct blocks *blocks)
{
    static const char key[] = "layers_block_type";
    const struct aic_json_value *list = aic_config_layer_list(config, key);
    if (!list) {
        aic_config_fail_missing(config, "hybrid_override_pattern");
        return;
    }
    for (const struct aic_json_value *type = aic_json_first(list); type && !config->failed;
         type = aic_json_next(type)) {
        const char *word = aic_config_text(type);
        if (!add_block(blocks, false, word, strlen(word))) {
            fail_block(config, type, key, word);
        }
    }
}

static void read_nemotron_h_experts(struct aic_config *config, const struct blocks *blocks)
{
    struct aic_model *model = config->model;
    aic_config_read_routed_experts(config);
    if (model->shared_experts > 0) {
        model->shared_expert_ffn = aic_config_need(config, "moe_shared_expert_intermediate_size");
    }
    model->dense_layers = blocks->dense;
    config->extra += model->experts * blocks->experts; /* biases of the routers */
}

/* nemotron_h: Mamba-2, attention and feed-forward blocks in a row, a layer each. */
static void read_nemotron_h(struct aic_config *config)
{
    struct aic_model *model = config->model;
    struct blocks blocks = { 0 };
    if (aic_config_find(config, "hybrid_override_pattern")) {
        const char *pattern = aic_config_need_text(config, "hybrid_override_pattern");
        count_pattern(config, pattern ? pattern : "", &blocks);
    } else {
        count_list(config, &blocks);
    }
    model->attention_layers = blocks.attention;
    model->ffn_layers = blocks.dense + blocks.experts;
    if (blocks.mamba > 0) {
        aic_config_mamba2(config, blocks.mamba);
    }
    if (blocks.dense > 0) {
        model->ffn = aic_config_need(config, "intermediate_size");
    }
    if (blocks.experts > 0) {
        read_nemotron_h_experts(config, &blocks);
    }
}

/* qwen3_next, qwen3_5: the attention layers have an output gate as wide as their queries, which
 * is part of the query matrix, and head norms. */
static void read_qwen3_next(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double attention = model->layers - config->kinds.linear;
    if (aic_config_flag(config, "attn_output_gate", true)) {
        config->extra += attention * model->hidden * model->heads * model->head_dim;
    }
    config->extra += attention * 2 * model->head_dim;
    if (config->kinds.linear > 0) {
        aic_config_delta_net(config, config->kinds.linear);
    }
    if (aic_config_count(config, "num_experts", 0) > 0) {
        aic_config_read_gated_experts(config);
    } else {
        model->ffn = aic_config_need(config, "intermediate_size");
    }
}

const struct aic_config_family aic_config_hybrids[] = {
    {
        .names = { "jamba" },
        .layers = AIC_LAYERS_OWN,
        .missing = { .experts = 16, .experts_per_token = 2 },
        .ignored = "num_experts_per_tok mamba_inner_layernorms use_mamba_kernels",
        .read = read_jamba,
    },
    {
        .names = { "nemotron_h" },
        .properties = AIC_CONFIG_NOT_GATED,
        .layers = AIC_LAYERS_OWN,
        .norms_per_layer = 1,
        .ignored = "layers_block_type intermediate_size moe_intermediate_size n_routed_experts "
                   "num_experts_per_tok n_shared_experts moe_shared_expert_intermediate_size "
                   "moe_shared_expert_overlap chunk_size time_step_rank rescale_prenorm_residual "
                   "use_mamba_kernels",
        .read = read_nemotron_h,
    },
    {
        .names = { "qwen3_next", "qwen3_5_text", "qwen3_5", "qwen3_5_moe", "qwen3_5_moe_text" },
        .layers = AIC_LAYERS_INTERVAL,
        .ignored = "full_attention_interval intermediate_size num_experts_per_tok",
        .read = read_qwen3_next,
    },
};

const size_t aic_config_hybrid_count = sizeof aic_config_hybrids / sizeof aic_config_hybrids[0];
