/* SPDX-License-Identifier: Apache-2.0 */
/* What a release says of its number formats: where it says it, and the fields that follow. */
#include "catalog/formats/release.h"

#include <math.h>
#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/text.h>

#include "calculators/shared/released_bytes.h"
#include "catalog/formats/methods.h"
#include "core/ascii.h"
#include "core/span.h"
#include "core/utf8.h"

/* Names of torch, with or without "torch." before them. */
static const struct {
    const char *name;
    enum aic_weight_dtype dtype;
} torch_names[] = {
    { "float32", AIC_WEIGHT_FP32 },    { "float", AIC_WEIGHT_FP32 },
    { "bfloat16", AIC_WEIGHT_BF16 },   { "float16", AIC_WEIGHT_FP16 },
    { "half", AIC_WEIGHT_FP16 },       { "float8_e4m3fn", AIC_WEIGHT_FP8 },
    { "float8_e5m2", AIC_WEIGHT_FP8 },
};

/* Formats of the cache, as ModelOpt names them. */
static const struct {
    const char *name;
    enum aic_kv_dtype dtype;
} cache_names[] = {
    { "FP8", AIC_KV_FP8 },
    { "FP8_E4M3", AIC_KV_FP8 },
    { "NVFP4", AIC_KV_NVFP4 },
    { "INT8", AIC_KV_INT8 },
};

/* Names of formats by the width of their matrices; of whole numbers from that width on. */
static const struct {
    enum number_kind kind;
    double from, to;
    enum aic_weight_dtype dtype;
} width_names[] = {
    { FLOATING, 8, 8, AIC_WEIGHT_FP8 },
    { FLOATING, 8.25, 8.25, AIC_WEIGHT_FP8 },
    { FLOATING, 4.5, 4.5, AIC_WEIGHT_NVFP4 },
    { FLOATING, 4.25, 4.25, AIC_WEIGHT_MXFP4 },
    { INTEGERS, 7.5, INFINITY, AIC_WEIGHT_INT8 },
    { INTEGERS, 3.5, 7.5, AIC_WEIGHT_INT4 },
    { NORMAL_FLOAT, 0, INFINITY, AIC_WEIGHT_NF4 },
};

static bool is_empty(const struct aic_json_value *value)
{
    bool holds = aic_json_is(value, AIC_JSON_ARRAY) || aic_json_is(value, AIC_JSON_OBJECT);
    const char *text = aic_json_text_of(value);
    return !value || aic_json_is(value, AIC_JSON_NULL) ||
           (aic_json_is(value, AIC_JSON_BOOL) && !aic_json_is_true(value)) ||
           (holds && !aic_json_first(value)) || (text && *text == '\0');
}

/* A key of the text part, else of the whole file. */
static const struct aic_json_value *either(const struct aic_release *release, const char *key)
{
    const struct aic_json_value *value = aic_json_member(release->text, key);
    return is_empty(value) ? aic_json_member(release->config, key) : value;
}

/* ----------------------------------------------------------------- without quantization --- */

/* -1: it stands for no format that is known. */
static int torch_dtype_of(const char *name)
{
    name += strncmp(name, "torch.", 6) == 0 ? 6 : 0;
    for (size_t i = 0; i < sizeof torch_names / sizeof torch_names[0]; i++) {
        if (strcmp(name, torch_names[i].name) == 0) {
            return (int)torch_names[i].dtype;
        }
    }
    return -1;
}

static const char *torch_dtype(const struct aic_release *release)
{
    const struct aic_json_value *value = either(release, "torch_dtype");
    value = is_empty(value) ? either(release, "dtype") : value;
    const char *name = aic_json_text_of(value);
    return name ? name : !value || aic_json_is(value, AIC_JSON_NULL) ? "auto" : "?";
}

static void add_bytes(struct aic_text *text, double bits, double matrices, double others)
{
    char quantity[AIC_QUANTITY_SIZE];
    aic_quantity_write(quantity, sizeof quantity, matrices * bits / 8 + others * 2, AIC_BYTES, NULL,
                       AIC_UNITS_AUTO);
    aic_text_add(text, quantity);
}

/* "released_dtype-unknown", with the bytes at stake. */
static void warn_unknown(const struct matrices *matrices, const char *key, const char *says,
                         struct aic_notes *notes)
{
    char words[300], quote[64];
    struct aic_text text;
    double in_layers = 0;
    struct aic_params counts;
    aic_text_init(&text, words, sizeof words);
    aic_utf8_excerpt(quote, sizeof quote, says, strlen(says));
    aic_text_format(
        &text,
        "released_dtype is left out, because %s '%s' stands for no number format that is "
        "known: ",
        key, quote);
    for (int part = 0; part < RELEASE_HEAD; part++) {
        in_layers += aic_matrices_mean(matrices, (enum release_part)part).params;
    }
    aic_model_count(&matrices->model, &counts, NULL);
    double others = counts.total - in_layers;
    if (others >= 0) {
        aic_text_add(&text, "weights are ");
        add_bytes(&text, 16, in_layers, others);
        aic_text_add(&text, " with 16 bits, ");
        add_bytes(&text, 8, in_layers, others);
        aic_text_add(&text, " with 8, ");
        add_bytes(&text, 4, in_layers, others);
        aic_text_add(&text, " with 4; ");
    }
    aic_text_add(&text, "weight_dtype says it where it matters");
    aic_warn(notes, "released-dtype-unknown", "%s", words);
}

/* A word of the name that stands for a format of 8 bits or less. */
static bool names_format(const char *name, char format[16])
{
    static const char formats[] =
        "nvfp4 mxfp4 mxfp8 fp8 fp4 awq gptq int4 int8 w4a16 w8a8 w8a16 w4afp8 nf4 bnb";
    while (name && *name != '\0') {
        size_t length = 0;
        while (aic_is_letter(name[length]) || aic_is_digit(name[length])) {
            format[length < 15 ? length : 15] = aic_lower(name[length]);
            length++;
        }
        format[length < 15 ? length : 15] = '\0';
        if (length < 15 && aic_list_has(formats, format, length)) {
            return true;
        }
        name += length + (name[length] != '\0');
    }
    return false;
}

static void read_plain(const struct aic_release *release, const struct matrices *matrices,
                       struct aic_model *model, struct aic_notes *notes)
{
    char format[16];
    const char *name = torch_dtype(release);
    model->released_dtype = torch_dtype_of(name);
    if (model->released_dtype < 0 && strcmp(name, "auto") != 0) {
        warn_unknown(matrices, "torch_dtype", name, notes);
    } else if (names_format(release->name, format)) {
        aic_warn(
            notes, "quantization-by-name-only",
            "the name says %s, but no file says how the weights are packed: they may be smaller "
            "than counted; give weight_dtype, or the folder with its hf_quant_config.json",
            format);
    }
}

/* -------------------------------------------------------------------- with quantization --- */

/* The object that says how weights are packed; NULL: none does. */
static const struct aic_json_value *find_quantization(const struct aic_release *release,
                                                      bool *is_mlx)
{
    const struct aic_json_value *places[] = {
        either(release, "quantization_config"),
        either(release, "compression_config"),
        aic_json_member(release->neighbour, "quantization"),
        aic_json_member(release->config, "quantization"),
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        *is_mlx = i == 3;
        if (!is_empty(places[i])) {
            return places[i];
        }
    }
    return NULL;
}

/* The format of the cache. */
static void read_cache(const struct aic_json_value *says, struct aic_model *model)
{
    const struct aic_json_value *scheme = aic_json_member(says, "kv_cache_scheme");
    const char *name = aic_json_member_text(says, "kv_cache_quant_algo");
    name = name ? name : aic_json_text_of(scheme);
    for (size_t i = 0; name && i < sizeof cache_names / sizeof cache_names[0]; i++) {
        if (strcmp(name, cache_names[i].name) == 0) {
            model->released_kv_dtype = (int)cache_names[i].dtype;
        }
    }
    if (aic_json_number_of(aic_json_member(scheme, "num_bits")) == 8 &&
        aic_json_is_text(aic_json_member(scheme, "type"), "float")) {
        model->released_kv_dtype = AIC_KV_FP8;
    }
}

static int dtype_of(struct width width)
{
    for (size_t i = 0; i < sizeof width_names / sizeof width_names[0]; i++) {
        if (width.kind == width_names[i].kind && width.bits >= width_names[i].from &&
            width.bits <= width_names[i].to) {
            return (int)width_names[i].dtype;
        }
    }
    return -1;
}

/* The name that stands for the widths: that of the part with the most parameters. */
static int main_dtype(const struct reading *r, const struct aic_release *release, bool *nameless)
{
    struct part_mean largest = { 0, 0 };
    enum release_part part = RELEASE_ATTENTION;
    for (int i = 0; i < RELEASE_HEAD; i++) {
        struct part_mean mean = aic_matrices_mean(r->matrices, (enum release_part)i);
        if (mean.params > largest.params) {
            largest = mean;
            part = (enum release_part)i;
        }
    }
    struct width width = aic_matrices_nearest(r->matrices, part, largest.bits);
    int dtype = dtype_of(width);
    *nameless = dtype < 0 && width.kind != KEPT_WIDE;
    if (dtype < 0) {
        dtype = torch_dtype_of(torch_dtype(release));
    }
    return dtype < 0 ? AIC_WEIGHT_BF16 : dtype;
}

static void set_bits(const struct matrices *matrices, struct aic_model *model)
{
    const struct {
        double *bits;
        enum aic_weight_place place;
        bool is_there;
    } parts[RELEASE_PARTS] = {
        [RELEASE_ATTENTION] = { &model->attention_bits, AIC_PLACE_ATTENTION, true },
        [RELEASE_MIXER] = { &model->mixer_bits, AIC_PLACE_MIXER, true },
        [RELEASE_MLP] = { &model->mlp_bits, AIC_PLACE_MLP, true },
        [RELEASE_EXPERTS] = { &model->experts_bits, AIC_PLACE_EXPERTS, true },
        [RELEASE_HEAD] = { &model->head_bits, AIC_PLACE_HEAD,
                           matrices->model.tied_embeddings != 1 &&
                               matrices->model.output_head != 0 },
        [RELEASE_EMBEDDING] = { &model->embedding_bits, AIC_PLACE_EMBEDDING, true },
    };
    for (int i = 0; i < RELEASE_PARTS; i++) {
        struct part_mean mean = aic_matrices_mean(matrices, (enum release_part)i);
        double usual = aic_format_bits(model->released_dtype, parts[i].place,
                                       aic_model_has_experts(&matrices->model));
        if (parts[i].is_there && mean.params > 0 && mean.bits != usual) {
            *parts[i].bits = mean.bits;
        }
    }
}

static void warn_patterns(const struct matrices *matrices, struct aic_notes *notes)
{
    if (matrices->unknown > 0) {
        aic_warn(
            notes, "quantization-pattern-unknown",
            "patterns that say which matrices are packed otherwise are not understood and left "
            "out (%g): the first is '%s'",
            (double)matrices->unknown, matrices->first_unknown);
    }
}

static void read_packed(struct reading *r, struct aic_model *model, struct aic_notes *notes)
{
    bool nameless = false;
    const char *method = aic_json_member_text(r->says, "quant_method");
    const char *algo = aic_json_member_text(r->says, "quant_algo");
    r->method = method ? method : "";
    r->vocabulary = aic_kept_wide();
    read_cache(r->says, model);
    bool known = aic_method_read(r);
    warn_patterns(r->matrices, notes);
    if (!known) {
        warn_unknown(r->matrices,
                     algo                   ? "quant_algo"
                     : method || !r->is_mlx ? "quant_method"
                                            : "quantization",
                     algo     ? algo
                     : method ? method
                              : "(none)",
                     notes);
        return;
    }
    model->released_dtype = main_dtype(r, r->release, &nameless);
    set_bits(r->matrices, model);
    if (r->approximate || nameless) {
        aic_warn(notes, "quantization-approximate",
                 "what the release says of its number format does not give every width: bytes of "
                 "weights are near, but not exact; weight_bits says it where it matters");
    }
}

bool aic_release_read(const struct aic_release *release, struct aic_model *model,
                      struct aic_notes *notes)
{
    struct matrices matrices;
    struct reading reading = { .release = release, .matrices = &matrices };
    if (!aic_matrices_init(&matrices, model, release)) {
        return aic_fail_memory(&notes->error);
    }
    reading.says = find_quantization(release, &reading.is_mlx);
    if (reading.says) {
        read_packed(&reading, model, notes);
    } else {
        read_plain(release, &matrices, model, notes);
    }
    aic_matrices_clear(&matrices);
    return true;
}
