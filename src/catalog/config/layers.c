/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which layers see a window or a chunk only, and which have a recurrent state.
 * layer_types says it where a file has it; older files leave it to the model type.
 */
#include "catalog/config/config.h"

#include <string.h>

/* Adds one to the kind that a value of layer_types names. */
static bool add_kind(struct aic_config_kinds *kinds, const char *name)
{
    const struct {
        const char *name;
        double *count;
    } known[] = {
        { "full_attention", &kinds->full },
        { "sliding_attention", &kinds->sliding },
        { "chunked_attention", &kinds->chunked },
        { "linear_attention", &kinds->linear },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) {
            *known[i].count += 1;
            return true;
        }
    }
    return false;
}

static void fail_kind(struct aic_config *config, const struct aic_json_value *type)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    if (aic_config_fail(config, type, AIC_ERR_UNKNOWN,
                        "'layer_types' has %s, which is not known here",
                        aic_config_describe(type, is))) {
        aic_suggest(&config->notes->error, "known are full_attention, sliding_attention, "
                                           "chunked_attention and, in a hybrid, linear_attention");
    }
}

/* Counts layer_types; false where the file has none. */
static bool count_listed(struct aic_config *config, struct aic_config_kinds *kinds)
{
    enum aic_config_layers layers = config->family->layers;
    bool is_hybrid = layers == AIC_LAYERS_INTERVAL || layers == AIC_LAYERS_OWN;
    const struct aic_json_value *list = aic_config_layer_list(config, "layer_types");
    AIC_JSON_EACH(type, list) {
        bool is_known =
            aic_json_is(type, AIC_JSON_STRING) && add_kind(kinds, aic_json_text_of(type));
        if (!is_known || (kinds->linear > 0 && !is_hybrid)) {
            fail_kind(config, type);
            break;
        }
    }
    return list != NULL;
}

/* Every p-th layer is full; p = 0: none is. */
static double all_but_every(double layers, double p)
{
    return p > 0 ? layers - floor(layers / p) : layers;
}

static double pattern_of(struct aic_config *config)
{
    static const char *const keys[] = { "sliding_window_pattern", "_sliding_window_pattern", NULL };
    double pattern = aic_config_first(config, keys, 0);
    return pattern > 0 ? pattern : config->family->missing.pattern;
}

/* Qwen: the first max_window_layers layers are full. */
static double upper_layers(struct aic_config *config)
{
    if (!aic_config_flag(config, "use_sliding_window", false)) {
        return 0;
    }
    return fmax(config->model->layers - aic_config_need(config, "max_window_layers"), 0);
}

/* Llama 4: layers without rotary positions are full, and with the others chunked. */
static double chunked_layers(struct aic_config *config)
{
    double interval = aic_config_count(config, "no_rope_layer_interval", 0);
    const struct aic_json_value *list = aic_config_find(config, "no_rope_layers");
    if (!aic_config_is_empty(list)) { /* released files hold an empty one */
        return aic_config_layer_marks(config, "no_rope_layers", false);
    }
    return all_but_every(config->model->layers, interval > 0 ? interval : 4);
}

static double hybrid_layers(struct aic_config *config)
{
    double sliding = aic_config_layer_marks(config, "hybrid_layer_pattern", true);
    if (!aic_is_set(sliding)) {
        aic_config_fail_missing(config, "hybrid_layer_pattern");
    }
    return sliding;
}

static double linear_layers(struct aic_config *config)
{
    double interval = aic_config_count(config, "full_attention_interval", 0);
    return all_but_every(config->model->layers, interval > 0 ? interval : 4);
}

/* The kinds where the file has no layer_types. */
static void count_unlisted(struct aic_config *config, struct aic_config_kinds *kinds)
{
    double layers = config->model->layers;
    switch (config->family->layers) {
    case AIC_LAYERS_PATTERN:
        kinds->sliding = all_but_every(layers, pattern_of(config));
        break;
    case AIC_LAYERS_UPPER:
        kinds->sliding = upper_layers(config);
        break;
    case AIC_LAYERS_LISTED:
        aic_config_fail_missing(config, "layer_types");
        break;
    case AIC_LAYERS_HYBRID:
        kinds->sliding = hybrid_layers(config);
        break;
    case AIC_LAYERS_CHUNKED:
        kinds->chunked = chunked_layers(config);
        break;
    case AIC_LAYERS_INTERVAL:
        kinds->linear = linear_layers(config);
        break;
    case AIC_LAYERS_FULL:
    case AIC_LAYERS_OWN: /* the family's function counts them */
        break;
    }
    kinds->full = layers - kinds->sliding - kinds->chunked - kinds->linear;
}

/* True for a window or chunk that is there and hides something of the context. */
static bool is_narrow(const struct aic_config *config, double width)
{
    double context = config->model->max_context;
    return width > 0 && !(aic_is_set(context) && width >= context);
}

/*
 * A window that is off or as wide as the context leaves full layers. But where
 * sliding layers have heads of their own they stay apart, because their matrices
 * and caches have another size at any window.
 */
static void set_window(struct aic_config *config)
{
    struct aic_config_kinds *kinds = &config->kinds;
    enum aic_config_layers layers = config->family->layers;
    bool has_own_heads = layers == AIC_LAYERS_LISTED || layers == AIC_LAYERS_HYBRID;
    double window = aic_config_count(config, "sliding_window", config->family->missing.window);
    if (layers == AIC_LAYERS_UPPER && !aic_config_flag(config, "use_sliding_window", false)) {
        window = 0;
    }
    if (has_own_heads && kinds->sliding > 0 && window == 0) {
        aic_config_fail_missing(config, "sliding_window");
    }
    if (kinds->sliding > 0 && (has_own_heads || is_narrow(config, window))) {
        config->model->sliding_window = window;
        config->model->sliding_layers = kinds->sliding;
    } else {
        kinds->full += kinds->sliding;
        kinds->sliding = 0;
    }
}

static void set_chunk(struct aic_config *config)
{
    struct aic_config_kinds *kinds = &config->kinds;
    double missing = config->family->missing.chunk;
    double chunk = missing > 0 ? aic_config_count(config, "attention_chunk_size", missing)
                               : aic_config_need(config, "attention_chunk_size");
    if (kinds->chunked > 0 && is_narrow(config, chunk)) {
        config->model->chunk_size = chunk;
        config->model->chunked_layers = kinds->chunked;
    } else {
        kinds->full += kinds->chunked;
        kinds->chunked = 0;
    }
}

void aic_config_read_layers(struct aic_config *config)
{
    enum aic_config_layers layers = config->family->layers;
    struct aic_config_kinds listed = { 0 };
    bool is_listed = count_listed(config, &listed);
    if (is_listed && layers != AIC_LAYERS_HYBRID) {
        config->kinds = listed;
    } else {
        count_unlisted(config, &config->kinds);
    }
    bool may_slide = layers == AIC_LAYERS_PATTERN || layers == AIC_LAYERS_UPPER ||
                     layers == AIC_LAYERS_LISTED || layers == AIC_LAYERS_HYBRID;
    if (may_slide || config->kinds.sliding > 0) {
        set_window(config);
    }
    if (layers == AIC_LAYERS_CHUNKED || config->kinds.chunked > 0) {
        set_chunk(config);
    }
}
