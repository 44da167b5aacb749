/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the reader refuses: keys that change sizes, and that the row of the model type did not ask for. A
 * number that leaves them out would look right and be wrong.
 */
#include "catalog/config/config.h"

#include <string.h>

/* Keys that must be null, false, 0 or empty where they are not read, and what they do otherwise. */
static const struct {
    const char *key;
    const char *why;
} absent[] = {
    { "compress_ratios", "layers compress their caches by different factors" },
    { "num_kv_shared_layers", "layers use the cache of another layer" },
    { "moe_latent_size", "the experts work on a narrower stream" },
    { "routed_expert_hidden_size", "the experts work on a narrower stream" },
    { "block_configs", "each block has a shape of its own" },
    { "cross_attention_layers", "layers attend to another input" },
    { "linear_attn_config", "the linear attention is of an unknown kind" },
    { "sparse_attention_config", "the sparse attention is of an unknown kind" },
    { "is_encoder_decoder", "there are two stacks of layers" },
    { "hidden_size_per_layer_input", "each layer has an embedding of its own" },
    { "attn_res_block_size", "layers attend to the layers before them" },
    { "shared_intermediate_size", "there is a shared expert besides" },
    { "mamba_proj_bias", "the projections of the mixer have biases" },
    { "mlp_bias", "the feed-forward blocks have biases" },
    { "qk_layernorm", "queries and keys have norms with biases" },
};

/* Flags that are true in all that the tables describe. */
static const struct {
    const char *key;
    const char *why;
} present[] = {
    { "enable_bias", "the matrices have no biases" },
    { "do_layer_norm_before", "the norms follow the blocks" },
};

static void refuse(struct aic_config *config, const struct aic_json_value *value, const char *key,
                   const char *why)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    aic_config_fail(config, value, AIC_ERR_UNKNOWN,
                    "'%s' is %s: %s, which is not known of a model_type '%s'", key,
                    aic_config_describe(value, is), why, config->family->names[0]);
}

static void refuse_absent(struct aic_config *config, const char *key, const char *why)
{
    if (aic_config_was_asked(config, key)) {
        return;
    }
    const struct aic_json_value *value = aic_config_find(config, key);
    if (aic_config_is_empty(value)) {
        value = aic_config_find_in(config, config->outer, key);
    }
    if (!aic_config_is_empty(value)) {
        refuse(config, value, key, why);
    }
}

static void refuse_attention_bias(struct aic_config *config)
{
    static const char key[] = "attention_bias";
    bool has_latent = config->latent || config->model->tied_kv == 1;
    if (has_latent && aic_config_flag(config, key, false)) {
        refuse(config, aic_config_find(config, key), key, "the latent attention has biases");
    }
    if (strcmp(config->family->names[0], "gpt_neox") == 0 && !aic_config_flag(config, key, true)) {
        refuse(config, aic_config_find(config, key), key, "the attention has no biases");
    }
}

/* Other attention than full, layer by layer (MiniMax: 0 is lightning attention). */
static void refuse_attention_types(struct aic_config *config)
{
    static const char key[] = "attn_type_list";
    if (aic_config_was_asked(config, key)) {
        return;
    }
    AIC_JSON_EACH(type, aic_config_list(config, key)) {
        if (!aic_json_is(type, AIC_JSON_NUMBER) || aic_json_number_of(type) != 1) {
            refuse(config, type, key, "the layer has another kind of attention");
            return;
        }
    }
}

/* Streams and embeddings of another width than the hidden size. */
static void refuse_widths(struct aic_config *config)
{
    static const char projection[] = "word_embed_proj_dim", streams[] = "hc_mult";
    double width = aic_config_count(config, projection, config->model->hidden);
    if (width != config->model->hidden) {
        refuse(config, aic_config_find(config, projection), projection,
               "the embedding is not as wide as hidden_size");
    }
    if (!aic_config_was_asked(config, streams) && aic_config_count(config, streams, 1) > 1) {
        refuse(config, aic_config_find(config, streams), streams, "there are several streams");
    }
}

/* Experts in a family that has none. */
static void refuse_experts(struct aic_config *config)
{
    static const char *const keys[] = { "num_experts", "num_local_experts", "n_routed_experts",
                                        "moe_num_experts" };
    if (config->family->width || config->model->experts > 0) {
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        refuse_absent(config, keys[i], "there are experts");
    }
}

void aic_config_refuse(struct aic_config *config)
{
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        refuse_absent(config, absent[i].key, absent[i].why);
    }
    for (size_t i = 0; i < sizeof present / sizeof present[0]; i++) {
        if (!aic_config_flag(config, present[i].key, true)) {
            refuse(config, aic_config_find(config, present[i].key), present[i].key, present[i].why);
        }
    }
    refuse_attention_bias(config);
    refuse_attention_types(config);
    refuse_widths(config);
    refuse_experts(config);
}
