/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the reader refuses: features that change sizes in ways that no field of
 * the group can say. A number that leaves them out would look right and be wrong.
 */
#include "catalog/config/config.h"

/* Keys that must be null, false, 0 or empty, and what they do otherwise. */
static const struct {
    const char *key;
    const char *why;
} absent[] = {
    { "compress_ratios", "layers compress their caches by different factors" },
    { "num_kv_shared_layers", "layers use the cache of another layer" },
    { "moe_latent_size", "the experts work on a narrower stream" },
    { "block_configs", "each block has a shape of its own" },
    { "cross_attention_layers", "layers attend to another input" },
    { "linear_attn_config", "the linear attention is of an unknown kind" },
    { "sparse_attention_config", "the sparse attention is of an unknown kind" },
    { "is_encoder_decoder", "there are two stacks of layers" },
    { "hidden_size_per_layer_input", "each layer has an embedding of its own" },
    { "indexer_types", "layers may share their indexers" },
    { "mlp_only_layers", "single layers have no experts" },
    { "shared_intermediate_size", "there is a shared expert besides" },
};

/* Flags that have one value in everything that the table of model types describes. */
static const struct {
    const char *key;
    bool refused;
    const char *why;
} fixed[] = {
    { "mlp_bias", true, "the feed-forward blocks have biases" },
    { "use_bias", true, "the projections have biases" },
    { "mamba_proj_bias", true, "the projections of the mixer have biases" },
    { "qk_layernorm", true, "queries and keys have norms with biases" },
    { "enable_bias", false, "the matrices have no biases" },
    { "do_layer_norm_before", false, "the norms follow the blocks" },
};

/* Counts that have one value there. */
static const struct {
    const char *key;
    const char *why;
} only_one[] = {
    { "moe_layer_freq", "experts are not in every layer" },
    { "decoder_sparse_step", "experts are not in every layer" },
};

static void refuse(struct aic_config *config, const struct aic_json_value *value, const char *key,
                   const char *why)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    if (aic_config_fail(config, value, AIC_ERR_UNKNOWN,
                        "'%s' is %s: %s, which the fields of a model cannot say", key,
                        aic_config_describe(value, is), why)) {
        aic_suggest(&config->notes->error,
                    "give the fields of the model that come nearest instead of the file");
    }
}

static void refuse_flag(struct aic_config *config, const char *key, bool refused, const char *why)
{
    if (aic_config_flag(config, key, !refused) == refused) {
        refuse(config, aic_config_find(config, key), key, why);
    }
}

static void refuse_attention_bias(struct aic_config *config)
{
    switch (config->family->attention_bias) {
    case AIC_BIAS_NEVER:
        refuse_flag(config, "attention_bias", true, "the latent attention has biases");
        break;
    case AIC_BIAS_ALWAYS:
        refuse_flag(config, "attention_bias", false, "the attention has no biases");
        break;
    default:
        break;
    }
}

/* Other attention than full, layer by layer (MiniMax: 0 is lightning attention). */
static void refuse_attention_types(struct aic_config *config)
{
    const struct aic_json_value *list = aic_config_find(config, "attn_type_list");
    AIC_JSON_EACH(type, list) {
        if (!aic_json_is(type, AIC_JSON_NUMBER) || aic_json_number_of(type) != 1) {
            refuse(config, type, "attn_type_list", "the layer has another kind of attention");
            return;
        }
    }
}

/* OPT with an embedding narrower than the stream has two more matrices. */
static void refuse_projection(struct aic_config *config)
{
    const struct aic_json_value *width = aic_config_find(config, "word_embed_proj_dim");
    if (width && aic_config_count(config, "word_embed_proj_dim", NAN) !=
                     aic_config_count(config, "hidden_size", NAN)) {
        refuse(config, width, "word_embed_proj_dim", "the embedding is not as wide as hidden_size");
    }
}

void aic_config_refuse(struct aic_config *config)
{
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        const struct aic_json_value *value = aic_config_find(config, absent[i].key);
        if (aic_config_is_empty(value)) {
            value = aic_config_find_in(config, config->outer, absent[i].key);
        }
        if (!aic_config_is_empty(value)) {
            refuse(config, value, absent[i].key, absent[i].why);
        }
    }
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        refuse_flag(config, fixed[i].key, fixed[i].refused, fixed[i].why);
    }
    for (size_t i = 0; i < sizeof only_one / sizeof only_one[0]; i++) {
        const struct aic_json_value *value = aic_config_find(config, only_one[i].key);
        bool is_list_known = config->family->layers == AIC_LAYERS_HYBRID; /* read there */
        if (value && !is_list_known &&
            !(aic_json_is(value, AIC_JSON_NUMBER) && aic_json_number_of(value) == 1)) {
            refuse(config, value, only_one[i].key, only_one[i].why);
        }
    }
    refuse_attention_bias(config);
    refuse_attention_types(config);
    refuse_projection(config);
}
