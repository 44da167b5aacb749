/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a config.json: which model it is, the sizes that every model has, what is left unset. */
#include <aicalc/config.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "catalog/config/config.h"
#include "catalog/formats/release.h"

/* Names of the same size in different families, the usual one first. */
#define LAYERS   "num_hidden_layers n_layer n_layers num_layers"
#define HIDDEN   "hidden_size n_embd d_model n_embed dim"
#define HEADS    "num_attention_heads n_head n_heads decoder_attention_heads"
#define KV_HEADS "num_key_value_heads num_kv_heads num_attention_groups"
#define HEAD_DIM "head_dim attention_head_dim kv_channels"
#define CONTEXT  "max_position_embeddings n_positions max_seq_len seq_length n_ctx"

static const struct {
    const struct aic_config_family *rows;
    const size_t *count;
} families[] = {
    { aic_config_plain, &aic_config_plain_count },
    { aic_config_experts, &aic_config_experts_count },
    { aic_config_own, &aic_config_own_count },
    { aic_config_hybrids, &aic_config_hybrids_count },
};

/* The i-th name of all families, NULL after the last; its row in `family`. */
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
    bool two_stacks = aic_json_is_true(aic_config_find_either(config, "is_encoder_decoder"));
    aic_config_fail(config, type, AIC_ERR_UNKNOWN,
                    "model_type '%s' is not known%s; give its fields instead",
                    aic_config_quote(quote, aic_json_text_of(type)),
                    two_stacks ? ", an encoder with a decoder" : "");
    if (nearest) {
        aic_suggest(&config->notes->error,
                    "the nearest known model_type is '%s'; its fields may be others", nearest);
    }
}

/* Finds the object that describes the model. */
static void find_text(struct aic_config *config)
{
    static const char *const keys[] = { "text_config", "llm_config", "language_config" };
    const struct aic_json_value *found[] = {
        aic_json_member(config->outer, keys[0]),
        aic_json_member(config->outer, keys[1]),
        aic_json_member(config->outer, keys[2]),
        aic_json_member(aic_json_member(config->outer, "thinker_config"), "text_config"),
    };
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        if (aic_json_is(found[i], AIC_JSON_OBJECT) && !aic_config_is_empty(found[i])) {
            config->text = found[i];
            return;
        }
        if (found[i] && !aic_json_is(found[i], AIC_JSON_OBJECT) &&
            !aic_json_is(found[i], AIC_JSON_NULL)) {
            aic_config_fail_value(config, found[i], aic_json_key_of(found[i]), "an object");
        }
    }
}

/* Finds the row of the model's type. */
static void find_model(struct aic_config *config)
{
    if (aic_json_is(config->outer, AIC_JSON_OBJECT)) {
        find_text(config);
    }
    if (!aic_json_is(config->text, AIC_JSON_OBJECT)) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "a model file must hold an object");
        return;
    }
    const struct aic_json_value *type = aic_config_find(config, "model_type");
    bool thinks = !type && aic_json_member(config->outer, "thinker_config");
    const char *thinker = aic_json_member(config->text, "num_experts") ? "qwen3_moe" : "qwen2";
    if (!thinks) {
        type = aic_config_find_either(config, "model_type");
    }
    if (!type && !thinks) {
        aic_config_fail_missing(config, "model_type");
        return;
    }
    if (type && !aic_json_is(type, AIC_JSON_STRING)) {
        aic_config_fail_value(config, type, "model_type", "a text");
        return;
    }
    size_t i = 0;
    const char *name;
    while ((name = family_name(i, &config->family)) &&
           strcmp(name, thinks ? thinker : aic_json_text_of(type)) != 0) {
        i++;
    }
    if (!name) {
        config->family = NULL;
        fail_model_type(config, type);
    }
}

/* A size that must be there and above 0; `own` are keys of the row before the usual ones. */
static double need_size(struct aic_config *config, const char *own, const char *keys)
{
    const struct aic_json_value *value = own ? aic_config_find(config, own) : NULL;
    double size = value ? aic_config_count(config, own, NAN) : aic_config_need(config, keys);
    if (size == 0) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "'%s' must be at least 1",
                        aic_json_key_of(value ? value : aic_config_find(config, keys)));
    }
    return size;
}

static double read_layer_count(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    const struct aic_json_value *blocks = aic_config_find(config, "layers_block_type");
    if (family->is & AIC_CONFIG_DOUBLE && !aic_config_find(config, "num_hidden_layers")) {
        return 2 * need_size(config, NULL, "num_layers");
    }
    if (!aic_config_find(config, LAYERS) && aic_json_first(blocks) &&
        aic_json_is(blocks, AIC_JSON_ARRAY)) {
        return (double)aic_json_count(blocks);
    }
    return need_size(config, family->layers, LAYERS);
}

static void read_sizes(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    struct aic_model *model = config->model;
    model->layers = read_layer_count(config);
    if (model->layers > AIC_CONFIG_LAYERS_MAX) {
        aic_config_fail(config, config->text, AIC_ERR_JSON, "%g layers are more than %d",
                        model->layers, AIC_CONFIG_LAYERS_MAX);
    }
    model->hidden = need_size(config, NULL, HIDDEN);
    model->vocab = aic_config_need(config, family->vocab ? family->vocab : "vocab_size");
    model->max_context = family->context ? aic_config_count(config, family->context, NAN) : NAN;
    double usual = aic_config_count(config, CONTEXT, NAN);
    model->max_context = aic_or(model->max_context, usual);
    if (model->max_context == 0) {
        model->max_context = NAN;
    }
    if (!(family->is & AIC_CONFIG_NO_ATTENTION)) {
        model->heads = need_size(config, NULL, HEADS);
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

static void read_heads(struct aic_config *config)
{
    unsigned properties = config->family->is;
    struct aic_model *model = config->model;
    config->latent =
        (properties & AIC_CONFIG_LATENT && aic_config_flag(config, "use_mla", true)) ||
        (properties & AIC_CONFIG_MAYBE_LATENT && aic_config_count(config, "kv_lora_rank", 0) > 0);
    if (config->latent) {
        read_latent(config);
    } else if (!(properties & AIC_CONFIG_NO_ATTENTION)) {
        model->head_dim = aic_config_count(config, HEAD_DIM, 0);
        if (model->head_dim == 0) {
            model->head_dim = model->hidden / model->heads;
        }
        model->kv_heads = aic_config_count(config, KV_HEADS, 0);
        if (model->kv_heads == 0) {
            model->kv_heads = model->heads;
        }
    }
    if (model->head_dim != floor(model->head_dim) && aic_is_set(model->head_dim)) {
        aic_config_fail(config, config->text, AIC_ERR_MISSING,
                        "'head_dim' is missing, and hidden_size %g is not a multiple of "
                        "num_attention_heads %g",
                        model->hidden, model->heads);
    }
}

/* What the row of the model type says, once layers and heads are known. */
static void read_row(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_config_family *family = config->family;
    double keys = model->kv_heads * model->head_dim;
    double sliding_dim = aic_or(model->sliding_head_dim, model->head_dim);
    double sliding = config->kinds[AIC_KIND_SLIDING];
    double wide = aic_config_wide_layers(config);
    bool has_bias = family->bias != AIC_BIAS_NONE &&
                    aic_config_switch(config, family->bias_if ? family->bias_if : "attention_bias");
    if (has_bias) {
        model->qkv_bias = 1;
        if (family->bias == AIC_BIAS_BOTH) {
            model->linear_bias = 1;
        } else if (family->bias == AIC_BIAS_ATTENTION) {
            config->extra += model->hidden * model->layers; /* the output matrix, and it alone */
        }
    }
    bool has_norms = family->qk != AIC_QK_NONE &&
                     aic_config_switch(config, family->qk_if ? family->qk_if : "yes");
    if (has_norms && family->qk == AIC_QK_HEAD) {
        config->extra += 2 * (model->head_dim * wide + sliding_dim * sliding);
    } else if (has_norms) {
        config->extra += (model->heads * model->head_dim + keys) * (wide + sliding);
    }
    if (family->is & AIC_CONFIG_PLAIN_MLP && aic_config_flag(config, "mlp_bias", false)) {
        double gates = family->is & AIC_CONFIG_NOT_GATED ? 1 : 2;
        config->extra += model->layers * (gates * model->ffn + model->hidden);
    }
}

static void read_flags(struct aic_config *config)
{
    static const char tied[] = "tie_word_embeddings";
    struct aic_model *model = config->model;
    unsigned properties = config->family->is;
    const struct aic_json_value *holder =
        aic_config_find(config, tied) ? config->text : config->outer;
    model->tied_embeddings = aic_config_flag_in(config, holder, tied, properties & AIC_CONFIG_TIED);
    if (properties & AIC_CONFIG_NOT_GATED) {
        model->gated = 0;
    }
    if (properties & AIC_CONFIG_NORM_BIAS) {
        model->norm_bias = 1;
    }
    model->norms_per_layer = config->family->norms;
    config->period = config->family->period;
    config->phase = properties & AIC_CONFIG_FIRST_FULL ? 0 : fmax(config->family->period - 1, 0);
}

/* Layers that the lists do not tell apart have the block that all have. */
static void complete_holds(struct aic_config *config)
{
    bool experts = config->model->experts > 0;
    for (size_t i = 0; i < (size_t)config->model->layers; i++) {
        bool known = config->holds[i] & (AIC_HOLDS_DENSE | AIC_HOLDS_EXPERTS);
        bool all = !aic_is_set(config->model->ffn_layers);
        if (!known && (all || config->kind[i] == 'b')) {
            config->holds[i] |= experts ? AIC_HOLDS_EXPERTS : AIC_HOLDS_DENSE;
        }
    }
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
    config->model->attention_extra = config->attention_extra;
    config->model->mlp_extra = config->mlp_extra;
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

/* Reads the model with the kinds of its layers, for which there is room. */
static void read_model(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    read_flags(config);
    read_heads(config);
    if (family->shape) {
        family->shape(config);
    }
    aic_config_read_layers(config);
    if (config->failed) {
        return; /* the counts that follow are of layers */
    }
    aic_config_read_ffn(config);
    if (config->model->linear_layers > 0) {
        family->mixer(config);
    }
    read_row(config);
    if (family->read) {
        family->read(config);
    }
    aic_config_read_head(config);
    complete_holds(config);
    aic_config_refuse(config);
    config->model->tower_params = config->failed ? NAN : aic_config_towers(config);
    adopt_numbers(config);
}

/* What the reader of number formats goes by. */
static void read_formats(struct aic_config *config, const struct aic_config_place *place)
{
    struct aic_release *release = &config->release;
    release->config = config->outer;
    release->text = config->text;
    release->layers = config->holds;
    if (place) {
        release->neighbour = place->quantization ? place->quantization->root : NULL;
        release->name = place->name;
    }
    config->failed = !aic_release_read(release, config->model, config->notes);
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
    if (!config.failed) {
        read_sizes(&config);
    }
    if (config.failed) {
        return false;
    }
    size_t layers = (size_t)model->layers;
    config.kind = calloc(2 * layers + 2, 1);
    if (!config.kind) {
        return aic_fail_memory(&notes->error);
    }
    config.holds = (unsigned char *)config.kind + layers + 1;
    read_model(&config);
    if (!config.failed) {
        read_formats(&config, place);
    }
    if (!config.failed) {
        aic_config_warn(&config);
    }
    free(config.kind);
    return !config.failed;
}
