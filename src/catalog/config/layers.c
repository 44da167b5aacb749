/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which kind each layer is of. Lists in the file say it, of words or of marks; older files
 * leave it to a pattern or to the model type.
 */
#include "catalog/config/config.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/formats/release.h"
#include "core/span.h"

/* Words of layer_types and the letters of their kinds; mixers count only where the row has one. */
static const char attention_words[] =
    "full_attention f attention f global_attention f sliding_attention s local_attention s "
    "chunked_attention c";
static const char mixer_words[] = "linear_attention l kda_attention l mamba l conv l";

/* The letter beside a word, '\0' without one. */
static char letter_of_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    while (words && *words) {
        size_t name = strcspn(words, " ");
        if (name == length && memcmp(words, word, length) == 0) {
            return words[name + 1];
        }
        words += name + 2;
        words += *words == ' ';
    }
    return '\0';
}

static char letter_of(const struct aic_config *config, const char *word)
{
    const char *lists[] = { config->family->words, attention_words,
                            config->family->mixer ? mixer_words : NULL };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char letter = letter_of_word(lists[i], word);
        if (letter) {
            return letter;
        }
    }
    return '\0';
}

/* Adds the words of a list of pairs. */
static void add_words(struct aic_text *out, const char *words)
{
    while (words && *words) {
        size_t name = strcspn(words, " ");
        aic_text_add(out, out->length ? ", " : "");
        aic_text_add_bytes(out, words, name);
        words += name + 2;
        words += *words == ' ';
    }
}

static void fail_kind(struct aic_config *config, const struct aic_json_value *at, const char *key,
                      const char *is)
{
    char known[240];
    struct aic_text text;
    aic_text_init(&text, known, sizeof known);
    add_words(&text, config->family->words);
    add_words(&text, attention_words);
    add_words(&text, config->family->mixer ? mixer_words : NULL);
    if (aic_config_fail(config, at, AIC_ERR_UNKNOWN, "'%s' has %s, a kind that is not known here",
                        key, is)) {
        aic_suggest(&config->notes->error, "known are %s", known);
    }
}

/* The letter of an entry of a list: a word, or a mark (a number, true or false). */
static char letter_of_entry(struct aic_config *config, const struct aic_json_value *entry)
{
    if (aic_json_is(entry, AIC_JSON_STRING)) {
        return letter_of(config, aic_json_text_of(entry));
    }
    double mark = aic_json_is(entry, AIC_JSON_BOOL) ? (double)aic_json_is_true(entry)
                                                    : aic_json_number_of(entry);
    if (mark == config->model->csa_ratio) {
        return 'a';
    }
    if (mark == config->model->hca_ratio) {
        return 'h';
    }
    return mark == 0 ? letter_of(config, "0") : mark == 1 ? letter_of(config, "1") : '\0';
}

/* From a list with an entry for each layer. */
static bool kinds_listed(struct aic_config *config, const char *keys, bool longer)
{
    const struct aic_json_value *list = aic_config_find(config, keys);
    if (!list || (aic_json_is(list, AIC_JSON_ARRAY) && !aic_json_first(list))) {
        return false; /* released files hold empty ones */
    }
    list = aic_config_layer_list(config, keys, longer);
    const struct aic_json_value *entry = aic_json_first(list);
    for (size_t i = 0; entry && i < (size_t)config->model->layers; i++) {
        config->kind[i] = letter_of_entry(config, entry);
        if (!config->kind[i]) {
            char is[AIC_CONFIG_VALUE_SIZE];
            fail_kind(config, entry, aic_json_key_of(list), aic_config_describe(entry, is));
            return true;
        }
        entry = aic_json_next(entry);
    }
    return true;
}

/* From a text with a letter for each layer. */
static bool kinds_written(struct aic_config *config, const char *key)
{
    const struct aic_json_value *value = aic_config_find(config, key);
    if (aic_json_is(value, AIC_JSON_ARRAY)) {
        return false;
    }
    const char *text = aic_config_text_at(config, key);
    if (!text) {
        return config->failed;
    }
    if ((double)strlen(text) != config->model->layers) {
        aic_config_fail(config, value, AIC_ERR_JSON, "'%s' has %g letters for %g layers", key,
                        (double)strlen(text), config->model->layers);
        return true;
    }
    for (size_t i = 0; text[i]; i++) {
        char letter[] = { text[i], '\0' };
        config->kind[i] = letter_of(config, letter);
        if (!config->kind[i]) {
            char quote[AIC_CONFIG_QUOTE_SIZE], is[AIC_CONFIG_VALUE_SIZE];
            struct aic_text words;
            aic_text_init(&words, is, sizeof is);
            aic_text_format(&words, "'%s'", aic_config_quote(quote, text + i));
            fail_kind(config, value, key, is);
            return true;
        }
    }
    return true;
}

/* LLLG: L slides, G is full, again and again. */
static void repeat_text(struct aic_config *config, const struct aic_json_value *value)
{
    const char *pattern = aic_json_text_of(value);
    size_t length = strlen(pattern);
    if (pattern[strspn(pattern, "LG")]) {
        aic_config_fail_value(config, value, aic_json_key_of(value),
                              "a number of layers, or letters L and G");
        return;
    }
    for (size_t i = 0; i < (size_t)config->model->layers && length > 0; i++) {
        config->kind[i] = pattern[i % length] == 'L' ? 's' : 'f';
    }
}

/* Qwen: layers from max_window_layers on slide. */
static void slide_upper(struct aic_config *config)
{
    for (size_t i = (size_t)aic_config_need(config, "max_window_layers");
         !config->failed && i < (size_t)config->model->layers; i++) {
        config->kind[i] = 's';
    }
}

/* Patterns of windows: a number, or a text. */
static const char pattern_keys[] = "sliding_window_pattern _sliding_window_pattern "
                                   "global_attn_every_n_layers";

static void kinds_unlisted(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    const struct aic_json_value *pattern = aic_config_find(config, pattern_keys);
    char others = family->others ? family->others : 's';
    if (family->is & AIC_CONFIG_LISTED) {
        aic_config_fail_missing(config, family->lists ? family->lists : "layer_types");
    } else if (family->is & AIC_CONFIG_SWITCHED_WINDOW) {
        slide_upper(config);
    } else if (aic_json_is(pattern, AIC_JSON_STRING)) {
        repeat_text(config, pattern);
    } else {
        double period = aic_config_count(config, pattern_keys, 0);
        if (period > 0) {
            config->period = period;
            config->phase = family->is & AIC_CONFIG_FIRST_FULL ? 0 : period - 1;
        }
        bool all = config->period == 0 && family->is & AIC_CONFIG_ALL_SLIDE;
        for (size_t i = 0; (config->period > 0 || all) && i < (size_t)config->model->layers; i++) {
            config->kind[i] =
                all || fmod((double)i, config->period) != config->phase ? others : 'f';
        }
    }
}

void aic_config_mark(struct aic_config *config, const struct aic_json_value *list, const char *key,
                     double base, char *marks, char letter)
{
    AIC_JSON_EACH(entry, list) {
        double number = aic_config_count_of(config, entry, key) - base;
        if (config->failed) {
            return;
        }
        if (number < 0 || number >= config->model->layers) {
            aic_config_fail(config, entry, AIC_ERR_JSON, "'%s' has layer %g, and there are %g", key,
                            number + base, config->model->layers);
            return;
        }
        marks[(size_t)number] = letter;
    }
}

/* True for a window or chunk that is there and hides something of the context. */
static bool is_narrow(const struct aic_config *config, double width)
{
    double context = config->model->max_context;
    return width > 0 && !(aic_is_set(context) && width >= context);
}

/* All layers of a kind become full. */
static void fold(struct aic_config *config, char kind)
{
    for (size_t i = 0; i < (size_t)config->model->layers; i++) {
        if (config->kind[i] == kind) {
            config->kind[i] = 'f';
        }
    }
}

/*
 * A window that is off or as wide as the context leaves full layers. But where
 * sliding layers have heads of their own they stay apart, because their matrices
 * and caches have another size at any window.
 */
static void set_window(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const char *keys = config->family->window ? config->family->window : "sliding_window";
    bool has_own_heads = aic_is_set(model->sliding_heads) || aic_is_set(model->sliding_kv_heads) ||
                         aic_is_set(model->sliding_head_dim);
    bool slides = strchr(config->kind, 's') != NULL;
    bool compressed = strpbrk(config->kind, "ah") != NULL;
    bool may_slide = slides || compressed || config->family->period > 0 ||
                     config->family->is & (AIC_CONFIG_ALL_SLIDE | AIC_CONFIG_SWITCHED_WINDOW) ||
                     aic_config_find(config, "layer_types");
    double window = may_slide ? aic_config_count(config, keys, 0) : 0;
    if ((compressed || (has_own_heads && slides)) && window == 0) {
        aic_config_fail_missing(config, keys);
    }
    if (compressed || (slides && (has_own_heads || is_narrow(config, window)))) {
        model->sliding_window = window;
    } else {
        fold(config, 's');
    }
}

static void set_chunk(struct aic_config *config)
{
    if (!strchr(config->kind, 'c')) {
        return;
    }
    double chunk = aic_config_need(config, "attention_chunk_size");
    if (is_narrow(config, chunk)) {
        config->model->chunk_size = chunk;
    } else {
        fold(config, 'c');
    }
}

static void count_kinds(struct aic_config *config)
{
    static const unsigned char holds[AIC_KINDS] = {
        [AIC_KIND_FULL] = AIC_HOLDS_ATTENTION,
        [AIC_KIND_SLIDING] = AIC_HOLDS_SLIDING,
        [AIC_KIND_CHUNKED] = AIC_HOLDS_ATTENTION,
        [AIC_KIND_LINEAR] = AIC_HOLDS_MIXER,
        [AIC_KIND_CSA] = AIC_HOLDS_ATTENTION | AIC_HOLDS_INDEXER,
        [AIC_KIND_HCA] = AIC_HOLDS_ATTENTION,
        [AIC_KIND_SPARSE] = AIC_HOLDS_ATTENTION | AIC_HOLDS_INDEXER,
        [AIC_KIND_BOTH] = AIC_HOLDS_ATTENTION | AIC_HOLDS_MIXER,
        [AIC_KIND_DENSE] = AIC_HOLDS_DENSE,
        [AIC_KIND_EXPERTS] = AIC_HOLDS_EXPERTS,
    };
    for (size_t i = 0; i < (size_t)config->model->layers; i++) {
        size_t kind = (size_t)(strchr(AIC_KIND_LETTERS, config->kind[i]) - AIC_KIND_LETTERS);
        config->kinds[kind]++;
        config->holds[i] = holds[kind];
    }
}

/* Which layers there are, in fields. */
static void set_layers(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const double *kinds = config->kinds;
    model->sliding_layers = kinds[AIC_KIND_SLIDING];
    model->chunked_layers = kinds[AIC_KIND_CHUNKED];
    model->csa_layers = kinds[AIC_KIND_CSA];
    model->hca_layers = kinds[AIC_KIND_HCA];
    model->linear_layers = kinds[AIC_KIND_LINEAR] + kinds[AIC_KIND_BOTH];
    if (config->family->is & AIC_CONFIG_ENCODER) {
        config->uncached = model->layers;
    }
    model->uncached_full_layers = aic_config_uncached_of(config, AIC_KIND_FULL);
    model->uncached_sliding_layers = aic_config_uncached_of(config, AIC_KIND_SLIDING);
}

void aic_config_read_layers(struct aic_config *config)
{
    const struct aic_config_family *family = config->family;
    bool off = family->is & AIC_CONFIG_SWITCHED_WINDOW &&
               !aic_config_flag(config, "use_sliding_window", false);
    if (config->failed) {
        return;
    }
    if (!config->kind[0]) { /* else the function of the row has filled them */
        char plain = family->is & AIC_CONFIG_NO_ATTENTION ? 'l' : 'f';
        memset(config->kind, plain, (size_t)config->model->layers);
        bool listed =
            kinds_listed(config, "layer_types", false) ||
            (family->is & AIC_CONFIG_BLOCKS && kinds_written(config, "hybrid_override_pattern")) ||
            (family->lists && kinds_listed(config, family->lists, true));
        if (!listed && !off) {
            kinds_unlisted(config);
        }
    }
    aic_config_find(config, pattern_keys); /* known, where a list says it too */
    aic_config_find(config, family->lists ? family->lists : "layer_types");
    if (off) {
        fold(config, 's');
    }
    if (!config->failed) {
        set_window(config);
        set_chunk(config);
        count_kinds(config);
        set_layers(config);
    }
}

double aic_config_uncached_of(const struct aic_config *config, enum aic_config_kind kind)
{
    double count = 0;
    size_t layers = (size_t)config->model->layers;
    for (size_t i = layers - (size_t)config->uncached; i < layers; i++) {
        count += config->kind[i] == AIC_KIND_LETTERS[kind];
    }
    return count;
}

double aic_config_wide_layers(const struct aic_config *config)
{
    const double *kinds = config->kinds;
    return kinds[AIC_KIND_FULL] + kinds[AIC_KIND_CHUNKED] + kinds[AIC_KIND_CSA] +
           kinds[AIC_KIND_HCA] + kinds[AIC_KIND_SPARSE] + kinds[AIC_KIND_BOTH];
}
