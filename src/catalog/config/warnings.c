/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a file has beside the part of the model that is read: towers, modules
 * that predict further tokens, and keys that the reader does not know.
 */
#include "catalog/config/config.h"

#include <string.h>

#include <aicalc/text.h>

#include "core/span.h"

/* A key with one of these in its name may change a size. */
static const char *const size_words[] = {
    "head",  "layer", "expert",    "moe",    "lora",   "rank",         "window", "chunk",
    "state", "conv",  "compress",  "share",  "hidden", "intermediate", "index",  "mamba",
    "ssm",   "attn",  "attention", "kv",     "ffn",    "mlp",          "latent", "embed",
    "vocab", "tie",   "dense",     "sparse", "bias",   "norm",
};

/* Keys of that kind that change none. What only one family has stands in its row. */
static const char *const harmless[] = {
    /* every configuration */
    "output_attentions",
    "output_hidden_states",
    "original_max_position_embeddings",
    "position_embedding_type",
    "norm_topk_prob",
    "_attn_implementation_internal",
    "_attn_implementation_autoset",
    "max_position_embeddings",
    "chunk_size_feed_forward",
    "attention_multiplier",
    "embedding_multiplier",
    /* how attention is computed */
    "scale_attn_weights",
    "scale_attn_by_inverse_layer_idx",
    "reorder_and_upcast_attn",
    "query_pre_attn_scalar",
    "full_attn_mod",
    "attn_impl",
    "attn_uses_sequence_id",
    "alibi_bias_max",
    "clip_qkv",
    /* what norms and biases do, not whether they are there */
    "layer_norm_elementwise_affine",
    "apply_residual_connection_post_layernorm",
    "norm_type",
    "bias_dropout_fusion",
    "skip_bias_add",
    "layerdrop",
    /* training */
    "embedding_fraction",
    "use_pad_tok_in_ffn",
    "moe_loss_weight",
    "moe_normalize_expert_weights",
    "uniform_expert_assignment",
};

/* The same by how a name begins or ends: rates, functions, formats, ids. */
static const char *const harmless_heads[] = { "mtp_",   "summary_", "vision_",
                                              "image_", "audio_",   "video_" };
static const char *const harmless_tails[] = {
    "_eps",
    "_epsilon",
    "dropout",
    "dropout_prob",
    "pdrop",
    "_act",
    "_act_fn",
    "_activation",
    "_coef",
    "_dtype",
    "_in_fp32",
    "_init",
    "_init_std",
    "_initializer_range",
    "_softcapping",
    "_scaling_factor",
    "_token_id",
    "_token_index",
    "_implementation",
};

/* Keys that say once more what a field says, and are harmless while they agree. */
static const struct {
    const char *key;
    size_t offset;
} repeats[] = {
    { "experts_per_token", offsetof(struct aic_model, experts_per_token) },
    { "num_experts", offsetof(struct aic_model, experts) },
    { "num_local_experts", offsetof(struct aic_model, experts) },
    { "kv_channels", offsetof(struct aic_model, head_dim) },
    { "sliding_window_size", offsetof(struct aic_model, sliding_window) },
    { "swa_num_attention_heads", offsetof(struct aic_model, heads) },
    { "swa_v_head_dim", offsetof(struct aic_model, v_head_dim) },
};

/* Keys that count modules which predict further tokens. */
static const char *const prediction_keys[] = {
    "num_nextn_predict_layers",
    "num_mtp_modules",
    "mtp_num_hidden_layers",
    "mtp_num_layers",
    "num_mtp_layers",
    "mtp_layers_block_type",
    "mtp_hybrid_override_pattern",
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static bool is_among(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_size_word(const char *name)
{
    for (size_t i = 0; i < COUNT(size_words); i++) {
        if (strstr(name, size_words[i])) {
            return true;
        }
    }
    return false;
}

static bool has_harmless_form(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < COUNT(harmless_heads); i++) {
        if (strncmp(name, harmless_heads[i], strlen(harmless_heads[i])) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < COUNT(harmless_tails); i++) {
        size_t tail = strlen(harmless_tails[i]);
        if (length >= tail && strcmp(name + length - tail, harmless_tails[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool repeats_field(const struct aic_config *config, const struct aic_json_value *value)
{
    for (size_t i = 0; i < COUNT(repeats); i++) {
        double field;
        memcpy(&field, (const char *)config->model + repeats[i].offset, sizeof field);
        if (strcmp(repeats[i].key, aic_json_key_of(value)) == 0 &&
            aic_json_number_of(value) == field) {
            return true;
        }
    }
    return false;
}

static bool is_unknown(const struct aic_config *config, const struct aic_json_value *value)
{
    const char *name = aic_json_key_of(value);
    return has_size_word(name) && !aic_config_is_empty(value) &&
           !aic_config_was_asked(config, name) && !is_among(harmless, COUNT(harmless), name) &&
           !has_harmless_form(name) && !is_among(prediction_keys, COUNT(prediction_keys), name) &&
           !aic_list_has(config->family->harmless, name, strlen(name)) &&
           !repeats_field(config, value);
}

/* Adds the unknown keys of an object to a list of names, whole names as far as there is room;
 * `inside` is the key that holds the object, with its dot. */
static void list_unknown(const struct aic_config *config, const struct aic_json_value *object,
                         const char *inside, struct aic_text *names)
{
    const struct aic_json_value *value =
        aic_json_is(object, AIC_JSON_OBJECT) ? aic_json_first(object) : NULL;
    for (; value; value = aic_json_next(value)) {
        char quote[AIC_CONFIG_QUOTE_SIZE];
        const char *name = aic_config_quote(quote, aic_json_key_of(value));
        size_t room = names->capacity - names->length;
        if (is_unknown(config, value) && room > strlen(inside) + strlen(name) + strlen(", ")) {
            aic_text_format(names, "%s%s%s", names->length ? ", " : "", inside, name);
        }
    }
}

static void warn_unknown_keys(struct aic_config *config)
{
    char buffer[220];
    struct aic_text names;
    aic_text_init(&names, buffer, sizeof buffer);
    list_unknown(config, config->text, "", &names);
    static const char *const objects[][2] = {
        { "attn_config", "attn_config." },
        { "ffn_config", "ffn_config." },
        { "linear_attn_config", "linear_attn_config." },
        { "sparse_attention_config", "sparse_attention_config." },
    };
    for (size_t i = 0; i < COUNT(objects); i++) {
        list_unknown(config, aic_json_member(config->text, objects[i][0]), objects[i][1], &names);
    }
    if (names.length > 0) {
        aic_warn(config->notes, "config-key-unknown",
                 "keys that may change a size and are not known: %s; compare params_total with "
                 "the published figure",
                 buffer);
    }
}

/* A vision or audio part: an object so named, or the path of a vision tower. */
static bool is_tower(const struct aic_json_value *value)
{
    const char *name = aic_json_key_of(value);
    bool is_named = strstr(name, "vision") || strstr(name, "visual") || strstr(name, "audio") ||
                    strstr(name, "speech");
    bool is_path = strstr(name, "vision_tower") && aic_json_is(value, AIC_JSON_STRING);
    return is_named && (aic_json_is(value, AIC_JSON_OBJECT) || is_path) &&
           !aic_config_is_empty(value);
}

/* The name of a tower in an object, NULL without one. */
static const char *tower_in(const struct aic_json_value *object)
{
    AIC_JSON_EACH(value, object) {
        if (is_tower(value)) {
            return aic_json_key_of(value);
        }
    }
    return NULL;
}

/* Towers stand in 16 bits beside the weights. */
#define TOWER_BYTES 2

static void warn_of_towers(struct aic_config *config)
{
    char quote[AIC_CONFIG_QUOTE_SIZE];
    double params = config->model->tower_params;
    const char *name = tower_in(config->outer);
    if (!name) {
        name = tower_in(config->text);
    }
    if (aic_is_set(params)) {
        aic_warn(config->notes, "towers-not-counted",
                 "%s is not counted: %g million parameters and %g MB in 16 bits stand beside the "
                 "text part",
                 name ? aic_config_quote(quote, name) : "the encoder", round(params / 1e6),
                 round(TOWER_BYTES * params / 1e6));
    } else if (name) {
        aic_warn(
            config->notes, "towers-not-counted",
            "%s is not counted, and its parameters are not known: the fields describe the text "
            "part alone; the weights of the folder count it",
            aic_config_quote(quote, name));
    }
}

static bool warn_of_prediction(struct aic_config *config, const struct aic_json_value *object)
{
    for (size_t i = 0; i < COUNT(prediction_keys); i++) {
        const struct aic_json_value *value = aic_json_member(object, prediction_keys[i]);
        char is[AIC_CONFIG_VALUE_SIZE];
        if (aic_json_is(value, AIC_JSON_ARRAY) && !aic_config_is_empty(value)) {
            aic_warn(config->notes, "mtp-not-counted",
                     "%s lists %g: the layers that predict further tokens are not counted",
                     prediction_keys[i], (double)aic_json_count(value));
            return true;
        }
        if (!aic_config_is_empty(value)) {
            aic_warn(config->notes, "mtp-not-counted",
                     "%s is %s: the modules that predict further tokens are not counted",
                     prediction_keys[i], aic_config_describe(value, is));
            return true;
        }
    }
    return false;
}

void aic_config_warn(struct aic_config *config)
{
    warn_of_towers(config);
    if (!warn_of_prediction(config, config->text)) {
        warn_of_prediction(config, config->outer);
    }
    warn_unknown_keys(config);
}
