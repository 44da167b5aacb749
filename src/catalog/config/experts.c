/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Feed-forward blocks: how wide they are, which layers have experts and which are dense among them.
 * Files say it in half a dozen ways; each is read wherever it stands.
 */
#include "catalog/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/formats/release.h"

#define EXPERTS "num_experts num_local_experts n_routed_experts moe_num_experts"
#define PER_TOKEN                                                                                  \
    "num_experts_per_tok num_experts_per_token experts_per_token top_k_experts moe_top_k "         \
    "moe_topk moe_k"

/* Layers from a list with an entry each; false where there is none. */
static bool mark_listed(struct aic_config *config, char *blocks)
{
    const struct aic_json_value *types = aic_config_layer_list(config, "mlp_layer_types", false);
    const struct aic_json_value *freq = aic_config_find(config, "moe_layer_freq");
    const struct aic_json_value *list = types;
    if (!list) {
        list = aic_config_layer_list(config, "is_moe_layer", true);
    }
    if (!list && aic_json_is(freq, AIC_JSON_ARRAY)) {
        list = aic_config_layer_list(config, "moe_layer_freq", true);
    }
    const struct aic_json_value *entry = aic_json_first(list);
    for (size_t i = 0; entry && blocks[i]; i++) {
        bool dense = types ? aic_json_is_text(entry, "dense") : aic_config_is_empty(entry);
        blocks[i] = dense ? 'd' : 'e';
        entry = aic_json_next(entry);
    }
    return list != NULL;
}

/* moe_layers_enum: "3,4,5", the layers with experts. */
static bool mark_enumerated(struct aic_config *config, char *blocks)
{
    const char *text = aic_config_text_at(config, "moe_layers_enum");
    if (!text || !*text) {
        return false;
    }
    memset(blocks, 'd', strlen(blocks));
    while (*text && !config->failed) {
        double layer = NAN;
        size_t length = strcspn(text, ","), at = strspn(text, " ");
        at += aic_number_read(text + at, strlen(text + at), 0, &layer);
        at += strspn(text + at, " ");
        if (at < length ||
            !(layer >= 0 && layer < config->model->layers && layer == floor(layer))) {
            aic_config_fail(config, aic_config_find(config, "moe_layers_enum"), AIC_ERR_JSON,
                            "'moe_layers_enum' must be numbers of layers with a comma between");
            return true;
        }
        blocks[(size_t)layer] = 'e';
        text += length + (text[length] == ',');
    }
    return true;
}

/* The number of a key at which layers are dense that are no multiple of it; 1: none is. */
static double step_of(struct aic_config *config, const char *keys)
{
    double step = aic_config_count(config, keys, 1);
    if (step == 0) {
        aic_config_fail(config, aic_config_find(config, keys), AIC_ERR_JSON,
                        "'%s' must be at least 1", aic_json_key_of(aic_config_find(config, keys)));
    }
    return step;
}

/* moe_layer_end_index: -1 is the last layer. */
static double last_of(struct aic_config *config)
{
    static const char key[] = "moe_layer_end_index";
    const struct aic_json_value *end = aic_config_find(config, key);
    double last = config->model->layers;
    return end && aic_json_number_of(end) != -1 ? aic_config_count(config, key, last) : last;
}

#define FIRST_DENSE "first_k_dense_replace num_dense_layers moe_layer_start_index dense_mlp_idx"

static void mark_by_rules(struct aic_config *config, char *blocks)
{
    double first = aic_config_count(config, FIRST_DENSE, config->family->dense);
    double last = last_of(config);
    double interval = step_of(config, "moe_layer_interval moe_layer_freq");
    double sparse = step_of(config, "decoder_sparse_step");
    double from = aic_config_find(config, "moe_layer_interval") ? 1 : 0; /* Ernie counts from 1 */
    for (double i = 0; blocks[(size_t)i]; i++) {
        bool dense =
            i < first || i > last || fmod(i + from, interval) != 0 || fmod(i + 1, sparse) != 0 ||
            (config->expert_period > 0 && fmod(i, config->expert_period) != config->expert_phase);
        blocks[(size_t)i] = dense ? 'd' : 'e';
    }
    aic_config_mark(config, aic_config_list(config, "mlp_only_layers"), "mlp_only_layers", 0,
                    blocks, 'd');
    if (first > config->model->layers) {
        const struct aic_json_value *value = aic_config_find(config, FIRST_DENSE);
        aic_config_fail(config, value ? value : config->text, AIC_ERR_JSON,
                        "'%s' (%g) is above the number of layers (%g)",
                        value ? aic_json_key_of(value) : "first_k_dense_replace", first,
                        config->model->layers);
    }
}

/* Which layers are dense among those with experts. */
static void read_dense_layers(struct aic_config *config)
{
    struct aic_model *model = config->model;
    size_t layers = (size_t)model->layers;
    char *blocks = calloc(layers + 1, 1);
    if (!blocks) {
        aic_config_fail(config, config->text, AIC_ERR_MEMORY, "out of memory");
        return;
    }
    memset(blocks, 'e', layers);
    aic_config_find(config, FIRST_DENSE); /* known, where a list says it too */
    const struct aic_json_value *moe_layers = aic_config_list(config, "moe_layers");
    if (!aic_config_is_empty(moe_layers)) {
        memset(blocks, 'd', layers);
        aic_config_mark(config, moe_layers, "moe_layers", 0, blocks, 'e');
    } else if (!mark_listed(config, blocks) && !mark_enumerated(config, blocks)) {
        mark_by_rules(config, blocks);
    }
    size_t dense = 0;
    for (size_t i = 0; i < layers; i++) {
        dense += blocks[i] == 'd';
        config->holds[i] |= blocks[i] == 'd' ? AIC_HOLDS_DENSE : AIC_HOLDS_EXPERTS;
    }
    model->dense_layers = (double)dense;
    if (strspn(blocks, "d") < dense) {
        model->dense_leading = 0;
    }
    free(blocks);
}

static void read_shared(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    struct aic_model *model = config->model;
    double width = family->shared_width ? aic_config_count(config, family->shared_width, NAN) : NAN;
    if (family->shared) {
        model->shared_experts = aic_config_count(config, family->shared, 0);
    } else if (family->shared_width) {
        model->shared_experts = width > 0;
    }
    if (model->shared_experts > 0 && family->shared_width) {
        model->shared_expert_ffn = aic_or(width, model->expert_ffn);
    }
    if (family->shared_width && !family->shared && !aic_is_set(width)) {
        aic_config_fail_missing(config, family->shared_width);
    }
}

double aic_config_expert_layers(const struct aic_config *config)
{
    const struct aic_model *model = config->model;
    return aic_or(model->ffn_layers, model->layers) - model->dense_layers;
}

void aic_config_check_experts(struct aic_config *config, const struct aic_json_value *count)
{
    if (config->model->experts == 0) {
        aic_config_fail(config, count, AIC_ERR_JSON, "'%s' is 0 in a model of experts",
                        aic_json_key_of(count));
    }
}

static void read_experts(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    struct aic_model *model = config->model;
    model->experts = aic_config_need(config, EXPERTS);
    model->experts_per_token = aic_config_need(config, PER_TOKEN);
    model->expert_ffn = aic_config_need(config, family->width);
    aic_config_check_experts(config, aic_config_find(config, EXPERTS));
    read_shared(config);
    if (family->is & AIC_CONFIG_BLOCKS) {
        model->dense_layers = config->kinds[AIC_KIND_DENSE];
        if (model->dense_layers > 0) {
            model->dense_leading = 0;
        }
    } else {
        read_dense_layers(config);
    }
    double expert_layers = aic_config_expert_layers(config);
    if (aic_config_switch(config, family->router_bias)) {
        config->extra += model->experts * expert_layers;
    }
    if (aic_config_switch(config, family->shared_gate)) {
        config->extra += model->hidden * expert_layers;
    }
}

/* True where the model has experts. */
static bool has_experts(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    if (!family->width || config->dense_only) {
        return false;
    }
    if (family->is & AIC_CONFIG_BLOCKS) {
        return config->kinds[AIC_KIND_EXPERTS] > 0;
    }
    return !(family->is & AIC_CONFIG_MAYBE_DENSE) || aic_config_count(config, EXPERTS, 0) > 0;
}

void aic_config_read_ffn(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    struct aic_model *model = config->model;
    bool experts = has_experts(config);
    if (family->is & AIC_CONFIG_BLOCKS) {
        model->ffn_layers = config->kinds[AIC_KIND_DENSE] + config->kinds[AIC_KIND_EXPERTS];
    }
    if (experts) {
        read_experts(config);
    }
    bool dense = experts ? model->dense_layers > 0
                         : !(family->is & AIC_CONFIG_BLOCKS) || config->kinds[AIC_KIND_DENSE] > 0;
    if (dense && !(family->is & AIC_CONFIG_NO_FFN) && !config->failed) {
        const char *keys = family->ffn ? family->ffn : "intermediate_size";
        model->ffn = family->is & AIC_CONFIG_FFN_4H
                         ? aic_config_count(config, keys, 4 * model->hidden)
                         : aic_config_need(config, keys);
    }
}
