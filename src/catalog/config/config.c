/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a config.json: which model it is, the sizes that every model has, what is left unset. */
#include <aicalc/config.h>

#include <string.h>

#include <aicalc/text.h>

#include "catalog/config/config.h"

/* Names of the same size in different families, the usual one first. */
static const char *const layers_keys[] = { "num_hidden_layers", "n_layer", "n_layers", "num_layers",
                                           NULL };
static const char *const hidden_keys[] = { "hidden_size", "n_embd", "d_model", "n_embed", NULL };
static const char *const heads_keys[] = { "num_attention_heads", "n_head", "n_heads", NULL };
static const char *const kv_heads_keys[] = { "num_key_value_heads", "num_kv_heads", NULL };
static const char *const head_dim_keys[] = { "head_dim", "attention_head_dim", NULL };
static const char *const context_keys[] = {
    "max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx", NULL
};

static const struct {
    const struct aic_config_family *rows;
    const size_t *count;
} families[] = {
    { aic_config_dense, &aic_config_dense_count },
    { aic_config_experts, &aic_config_experts_count },
    { aic_config_hybrids, &aic_config_hybrid_count },
};

/* The i-th name of all families in `names` order, NULL after the last; its row in `family`. */
static const char *family_name(size_t i, const struct aic_config_family **family)
{
    for (size_t part = 0; part < sizeof families / sizeof families[0]; part++) {
        for (size_t row = 0; row < *families[part].count; row++) {
            *family = &families[part].rows[row];
            for (const char *const *name = (*family)->names; *name; name++) {
                if (i-- == 0) {
                    return *name;
                }
            }
        }
    }
    return NULL;
}

static const char *family_name_at(const void *context, size_t i)
{
    const struct aic_config_family *family;
    (void)context;
    return family_name(i, &family);
}

static void fail_model_type(struct aic_config *config, const struct aic_json_value *type)
{
    char quote[AIC_CONFIG_QUOTE_SIZE];
    const char *nearest = aic_nearest(aic_json_text_of(type), family_name_at, NULL, AIC_ALL_NAMES);
    aic_config_fail(config, type, AIC_ERR_UNKNOWN,
                    "model_type '%s' is not known; give its fields instead",
                    aic_config_quote(quote, aic_json_text_of(type)));
    if (nearest) {
        aic_suggest(&config->notes->error,
                    "the nearest known model_type is '%s'; its fields may be others", nearest);
    }
}

/* Finds the object that describes the model, and the row of its model_type. */
static void find_model(struct aic_config *config)
{
    const struct aic_json_value *text = aic_json_member(config->outer, "text_config");
    if (aic_json_is(text, AIC_JSON_OBJECT)) {
        config->text = text;
    }
    if (!aic_json_is(config->text, AIC_JSON_OBJECT)) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "a model file must hold an object");
        return;
    }
    const struct aic_json_value *type = aic_config_find_either(config, "model_type");
    if (!aic_json_is(type, AIC_JSON_STRING)) {
        aic_config_need_text(config, "model_type"); /* says what is wrong with it */
        return;
    }
    size_t i = 0;
    const char *name;
    while ((name = family_name(i, &config->family)) && strcmp(name, aic_json_text_of(type)) != 0) {
        i++;
    }
    if (!name) {
        fail_model_type(config, type);
    }
}

/* A size that must be there and above 0. */
static double need_size(struct aic_config *config, const char *const *keys, double missing)
{
    double size = aic_config_need_first(config, keys, missing);
    if (size == 0) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "'%s' must be at least 1", keys[0]);
    }
    return size;
}

static void read_sizes(struct aic_config *config)
{
    static const char *const vocab_keys[] = { "vocab_size", NULL };
    const struct aic_config_missing *missing = &config->family->missing;
    struct aic_model *model = config->model;
    model->layers = need_size(config, layers_keys, missing->layers);
    if (model->layers > AIC_CONFIG_LAYERS_MAX) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "%g layers are more than %d",
                        model->layers, AIC_CONFIG_LAYERS_MAX);
    }
    model->hidden = need_size(config, hidden_keys, missing->hidden);
    model->heads = need_size(config, heads_keys, missing->heads);
    model->vocab = aic_config_need_first(config, vocab_keys, missing->vocab);
    model->max_context = aic_config_first(config, context_keys,
                                          missing->max_context > 0 ? missing->max_context : NAN);
    if (config->family->properties & AIC_CONFIG_MODEL_MAX) {
        model->max_context = aic_config_count(config, "model_max_length", model->max_context);
    }
    if (model->max_context == 0) {
        model->max_context = NAN;
    }
}

/* Heads of an attention with keys and values; latent attention has neither number. */
static void read_heads(struct aic_config *config)
{
    const struct aic_config_missing *missing = &config->family->missing;
    struct aic_model *model = config->model;
    if (config->family->properties & AIC_CONFIG_LATENT) {
        return;
    }
    model->head_dim = aic_config_first(config, head_dim_keys, 0);
    if (model->head_dim == 0) {
        model->head_dim = missing->head_dim > 0 ? missing->head_dim : model->hidden / model->heads;
    }
    if (model->head_dim != floor(model->head_dim) &&
        aic_config_fail(config, config->text, AIC_ERR_MISSING,
                        "'head_dim' is missing, and hidden_size %g is not a multiple of "
                        "num_attention_heads %g",
                        model->hidden, model->heads)) {
        aic_suggest(&config->notes->error, "add head_dim to the file");
    }
    if (config->family->properties & AIC_CONFIG_OWN_KV) {
        return;
    }
    model->kv_heads = aic_config_first(config, kv_heads_keys, missing->kv_heads);
    if (model->kv_heads == 0) {
        model->kv_heads = model->heads;
    }
}

static void read_biases(struct aic_config *config)
{
    struct aic_model *model = config->model;
    enum aic_config_bias bias = config->family->attention_bias;
    bool is_read = bias == AIC_BIAS_QKV || bias == AIC_BIAS_ATTENTION;
    if (!is_read || !aic_config_flag(config, "attention_bias", false)) {
        return;
    }
    model->qkv_bias = 1;
    if (bias == AIC_BIAS_ATTENTION) {
        config->extra += model->hidden * model->layers; /* the output matrix, and it alone */
    }
}

/* What the row of the model type says. */
static void read_row(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_config_family *family = config->family;
    static const char tied[] = "tie_word_embeddings";
    const struct aic_json_value *holder =
        aic_config_find(config, tied) ? config->text : config->outer;
    model->tied_embeddings =
        aic_config_flag_in(config, holder, tied, family->properties & AIC_CONFIG_TIED);
    if (family->properties & AIC_CONFIG_NOT_GATED) {
        model->gated = 0;
    }
    if (family->properties & AIC_CONFIG_NORM_BIAS) {
        model->norm_bias = 1;
    }
    if (family->properties & AIC_CONFIG_QKV_BIAS) {
        model->qkv_bias = 1;
    }
    if (family->properties & AIC_CONFIG_LINEAR_BIAS) {
        model->linear_bias = 1;
    }
    if (family->properties & AIC_CONFIG_FFN) {
        model->ffn = aic_config_need_or(config, "intermediate_size", family->missing.ffn);
    }
    model->norms_per_layer = family->norms_per_layer;
}

/* Fields that are not 0 where they are unset, so that a 0 must be kept. */
static bool may_be_zero(const struct aic_field *field)
{
    return field->offset == offsetof(struct aic_model, attention_layers) ||
           field->offset == offsetof(struct aic_model, ffn_layers);
}

/* Unsets what came out 0, and refuses what no field can hold. */
static void adopt_numbers(struct aic_config *config)
{
    config->model->extra_params = config->extra;
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        struct aic_value value = aic_value_load(field, (char *)config->model + field->offset);
        if (!value.set || (field->kind != AIC_REAL && field->kind != AIC_INTEGER)) {
            continue;
        }
        if (value.number == 0 && !may_be_zero(field)) {
            value.set = false;
            aic_value_store(field, (char *)config->model + field->offset, value);
        }
        bool is_signed = field->flags & AIC_SIGNED;
        if (!(fabs(value.number) <= AIC_MAX_INTEGER && value.number == floor(value.number) &&
              (is_signed || value.number >= 0))) {
            aic_config_fail(config, config->text, AIC_ERR_JSON,
                            "%s comes out as %g, not as a whole number from 0 to 2^53", field->name,
                            value.number);
        }
    }
}

static void read_formats(struct aic_config *config, const struct aic_config_place *place)
{
    struct aic_release *release = &config->release;
    release->config = config->outer;
    release->text = config->text;
    if (place) {
        release->neighbour = place->quantization ? place->quantization->root : NULL;
        release->name = place->name;
    }
    aic_release_read(release, config->model, config->notes);
}

bool aic_config_read(const struct aic_json *json, const struct aic_config_place *place,
                     struct aic_model *model, struct aic_notes *notes)
{
    struct aic_config config = {
        .json = json,
        .outer = json->root,
        .text = json->root,
        .model = model,
        .notes = notes,
    };
    find_model(&config);
    if (config.failed) {
        return false;
    }
    aic_config_refuse(&config);
    read_sizes(&config);
    read_row(&config);
    read_heads(&config);
    read_biases(&config);
    aic_config_read_layers(&config);
    if (config.family->read) {
        config.family->read(&config);
    }
    adopt_numbers(&config);
    if (config.failed) {
        return false;
    }
    read_formats(&config, place);
    aic_config_warn(&config);
    return true;
}
