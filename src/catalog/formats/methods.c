/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row for each method that writes quantized releases: what marks it, how wide it makes the matrices of
 * layers, and under which keys it lists those that it leaves in 16 bits.
 *
 * Widths hold their share of the scales: 4 bits with a 16-bit scale for each 32 are 4.5. Keys are those
 * of Transformers' quantization_config.py, ModelOpt, compressed-tensors, GPTQModel, AutoRound, Quark, torchao and
 * mlx-lm.
 */
#include "catalog/formats/methods.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"
#include "core/span.h"

/* Weights to a scale, where a file does not say it. */
#define GROUP_USUAL 128

typedef const struct aic_json_value value;

static double number_of(value *object, const char *key)
{
    value *at = aic_json_member(object, key);
    return aic_json_is(at, AIC_JSON_NUMBER) ? aic_json_number_of(at) : (double)NAN;
}

static double first_number(value *object, const char *key, const char *other, double missing)
{
    return aic_or(number_of(object, key), aic_or(number_of(object, other), missing));
}

static const char *text_of(value *object, const char *key)
{
    const char *text = aic_json_member_text(object, key);
    return text ? text : "";
}

static bool is_true(value *object, const char *key)
{
    return aic_json_is_true(aic_json_member(object, key));
}

static bool is_false(value *at)
{
    return aic_json_is(at, AIC_JSON_BOOL) && !aic_json_is_true(at);
}

/* An object, the members of which have keys; NULL for all else. */
static value *object_of(value *object, const char *key)
{
    value *at = aic_json_member(object, key);
    return aic_json_is(at, AIC_JSON_OBJECT) ? at : NULL;
}

static struct width floating(double bits)
{
    return (struct width){ bits, FLOATING };
}

static struct width integers(double bits)
{
    return (struct width){ bits, INTEGERS };
}

static const struct width none = { 0, KEPT_WIDE };

static bool is_width(double bits)
{
    return bits >= 1 && bits <= 8 && bits == floor(bits);
}

/* Bits with `more` of them for each group of weights; no group, or one as wide as the row: none to speak of. */
static double grouped(double bits, double more, double group)
{
    return group > 0 ? bits + more / group : bits;
}

/* Letters in any case; '*' stands for anything at an end of the pattern. */
static bool is_like(const char *text, const char *pattern)
{
    bool open = pattern[0] == '*';
    pattern += open;
    size_t length = strcspn(pattern, "*"), whole = strlen(text);
    for (size_t start = 0; start + length <= whole; start++) {
        size_t i = 0;
        while (i < length && aic_lower(text[start + i]) == aic_lower(pattern[i])) {
            i++;
        }
        if (i == length && (pattern[length] == '*' || start + length == whole)) {
            return true;
        }
        if (!open) {
            return false;
        }
    }
    return false;
}

/* ---------------------------------------------------------- lists of what is otherwise --- */

/* A list of names (or one name) that have this width. */
static void except_list(struct reading *r, value *list, struct width width)
{
    if (aic_json_is(list, AIC_JSON_STRING)) {
        aic_matrices_except(r->matrices, aic_json_text_of(list), false, width);
    }
    for (value *item = aic_json_is(list, AIC_JSON_ARRAY) ? aic_json_first(list) : NULL; item;
         item = aic_json_next(item)) {
        if (aic_json_is(item, AIC_JSON_STRING)) {
            aic_matrices_except(r->matrices, aic_json_text_of(item), false, width);
        }
    }
}

/* The first of several keys that is there lists what stays in 16 bits. */
static void except_kept(struct reading *r, const char *keys)
{
    while (keys && *keys != '\0') {
        char key[40];
        struct aic_text text;
        size_t length = strcspn(keys, " ");
        aic_text_init(&text, key, sizeof key);
        aic_text_add_bytes(&text, keys, length);
        value *list = aic_json_member(r->says, key);
        if (list && !aic_json_is(list, AIC_JSON_NULL)) {
            except_list(r, list, aic_kept_wide());
            return;
        }
        keys += length + (keys[length] == ' ');
    }
}

/* Width of a module of its own; what cannot be told makes the whole unknown. */
static void except_name(struct reading *r, const char *name, struct width width)
{
    if (width.bits > 0) {
        aic_matrices_except(r->matrices, name, false, width);
    } else {
        r->unknown = true;
    }
}

/* -------------------------------------------------------------------------- ModelOpt --- */

/* Names of nvidia/Model-Optimizer: modelopt/torch/export. `group`: bits that a group adds. */
static const struct {
    const char *algo;
    double bits;
    enum number_kind kind;
    double group;
} algos[] = {
    { "MXFP8", 8.25, FLOATING, 0 },      { "*MXFP4*", 4.25, FLOATING, 0 },
    { "FP8*", 8, FLOATING, 0 },          { "NVFP4*", 4.5, FLOATING, 0 },
    { "W4A16_NVFP4", 4.5, FLOATING, 0 }, { "W4A8_NVFP4_FP8", 4.5, FLOATING, 0 },
    { "INT8_SQ", 8, INTEGERS, 0 },       { "W8A8*", 8, INTEGERS, 0 },
    { "W8A16*", 8, INTEGERS, 0 },        { "W4A16", 4, INTEGERS, 16 },
    { "W4A16_AWQ", 4, INTEGERS, 16 },    { "W4A16_GPTQ", 4, INTEGERS, 16 },
    { "W4A8_AWQ", 4, INTEGERS, 16 },     { "NONE", KEPT_BITS, KEPT_WIDE, 0 },
};

static struct width width_of_algo(const char *algo, double group)
{
    for (size_t i = 0; i < sizeof algos / sizeof algos[0]; i++) {
        if (is_like(algo, algos[i].algo)) {
            return (struct width){ grouped(algos[i].bits, algos[i].group, group), algos[i].kind };
        }
    }
    return none;
}

static double group_of(value *object, double missing)
{
    return first_number(object, "group_size", "q_group_size", missing);
}

static void read_modelopt(struct reading *r)
{
    value *algo = aic_json_member(r->says, "quant_algo");
    double group = group_of(r->says, GROUP_USUAL);
    r->usual = aic_json_is(algo, AIC_JSON_NULL)
                   ? aic_kept_wide()
                   : width_of_algo(text_of(r->says, "quant_algo"), group);
}

static bool names_fp8(const struct reading *r)
{
    return aic_list_has("fp8 fbgemm_fp8 finegrained_fp8 ptpc_fp8", r->method, strlen(r->method));
}

static void read_mixed(struct reading *r)
{
    double group = group_of(r->says, GROUP_USUAL);
    r->usual = names_fp8(r) ? floating(8) : aic_kept_wide();
    AIC_JSON_EACH(module, object_of(r->says, "quantized_layers")) {
        except_name(r, aic_json_key_of(module),
                    width_of_algo(text_of(module, "quant_algo"), group_of(module, group)));
    }
}

/* ------------------------------------------------------------------------------- fp8 --- */

static void read_fp8(struct reading *r)
{
    const char *of_experts = text_of(r->release->text, "expert_dtype");
    if (*of_experts == '\0') {
        of_experts = text_of(r->release->config, "expert_dtype");
    }
    if (strcmp(of_experts, "fp4") == 0) { /* DeepSeek-V4: an 8-bit scale for each 32 */
        aic_matrices_except_part(r->matrices, RELEASE_EXPERTS, floating(4.25));
    }
    r->usual = floating(8);
}

static void read_mixed_experts(struct reading *r)
{
    struct width experts =
        width_of_algo(text_of(r->says, "moe_quant_algo"), group_of(r->says, GROUP_USUAL));
    r->unknown = experts.bits == 0;
    aic_matrices_except_part(r->matrices, RELEASE_EXPERTS, experts);
    read_fp8(r);
}

static void read_mxfp8(struct reading *r)
{
    r->usual = floating(8.25);
}

static void read_mxfp4(struct reading *r)
{
    r->usual = floating(4.25);
}

/* gpt-oss: of a model with experts nothing else is packed. */
static void keep_all_but_experts(struct reading *r)
{
    for (int part = 0; part < RELEASE_HEAD && aic_model_has_experts(&r->matrices->model); part++) {
        if (part != RELEASE_EXPERTS) {
            aic_matrices_except_part(r->matrices, (enum release_part)part, aic_kept_wide());
        }
    }
}

/* -------------------------------------------------------------------------- integers --- */

/* A 16-bit scale for each group, and a zero as wide as a weight. */
static void read_integers(struct reading *r)
{
    double bits = first_number(r->says, "bits", "w_bit", NAN);
    double group = group_of(r->says, GROUP_USUAL);
    value *zeros = aic_json_member(r->says, "zero_point");
    bool symmetric = strncmp(r->method, "awq", 3) == 0 && is_false(zeros);
    if (is_width(bits)) {
        r->usual = integers(grouped(bits, symmetric ? 16 : 16 + bits, group));
    }
    AIC_JSON_EACH(module, object_of(r->says, "dynamic")) {
        const char *key = aic_json_key_of(module);
        if (strncmp(key, "-:", 2) == 0) {
            aic_matrices_except(r->matrices, key + 2, true, aic_kept_wide());
        } else { /* other bits for some modules */
            r->approximate = true;
        }
    }
    AIC_JSON_EACH(module, object_of(r->says, "extra_config")) {
        double own = number_of(module, "bits");
        if (own == KEPT_BITS) {
            aic_matrices_except(r->matrices, aic_json_key_of(module), false, aic_kept_wide());
        } else if (aic_is_set(own) && own != bits) {
            r->approximate = true;
        }
    }
}

static void read_bitsandbytes(struct reading *r)
{
    if (is_true(r->says, "load_in_4bit") || is_true(r->says, "_load_in_4bit")) {
        /* a 32-bit scale for each 64, or an 8-bit one and 32 bits for each 256 of those */
        bool twice = is_true(r->says, "bnb_4bit_use_double_quant");
        r->usual = (struct width){ twice ? 4 + 8.0 / 64 + 32.0 / (64 * 256) : 4.5, NORMAL_FLOAT };
    } else if (is_true(r->says, "load_in_8bit") || is_true(r->says, "_load_in_8bit")) {
        r->usual = integers(8);
    }
}

static void read_torchao(struct reading *r)
{
    static const struct {
        const char *name;
        double bits, group;
        enum number_kind kind;
    } types[] = {
        { "*int4*", 4, 32, INTEGERS },
        { "*int8*", 8, 0, INTEGERS },
        { "*float8*", 8, 0, FLOATING },
    };
    value *type = aic_json_member(r->says, "quant_type");
    value *own = aic_json_member(type, "default");
    const char *name =
        aic_json_is(type, AIC_JSON_STRING) ? aic_json_text_of(type) : text_of(own, "_type");
    value *data =
        own ? aic_json_member(own, "_data") : aic_json_member(r->says, "quant_type_kwargs");
    double group = group_of(data, GROUP_USUAL);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (is_like(name, types[i].name)) {
            r->usual =
                (struct width){ grouped(types[i].bits, types[i].group, group), types[i].kind };
            return;
        }
    }
}

/* eetq, quanto: per row. */
static void read_rows(struct reading *r)
{
    const char *weights = text_of(r->says, "weights");
    if (*weights == '\0' || strcmp(weights, "int8") == 0) {
        r->usual = integers(8);
    } else if (strcmp(weights, "int4") == 0) {
        r->usual = integers(4);
    } else if (strcmp(weights, "float8") == 0) {
        r->usual = floating(8);
    }
}

static void read_bits(struct reading *r)
{
    r->usual = integers(number_of(r->says, "bits"));
    r->approximate = true;
}

/* ------------------------------------------------------------------------------- MLX --- */

static struct width mlx_width(value *object, value *outer)
{
    double bits = aic_or(number_of(object, "bits"), number_of(outer, "bits"));
    double group =
        aic_or(number_of(object, "group_size"), aic_or(number_of(outer, "group_size"), 64));
    const char *mode = text_of(object, "mode");
    mode = *mode != '\0' ? mode : text_of(outer, "mode");
    bool affine = *mode == '\0' || strcmp(mode, "affine") == 0;
    if (!is_width(bits)) {
        return none;
    }
    return affine ? integers(grouped(bits, 32, group)) : floating(grouped(bits, 8, group));
}

static void read_mlx(struct reading *r)
{
    r->usual = r->vocabulary = mlx_width(r->says, r->says);
    AIC_JSON_EACH(module, r->says) {
        const char *key = aic_json_key_of(module);
        bool wide = is_false(module);
        if (wide || aic_json_is(module, AIC_JSON_OBJECT)) {
            except_name(r, key, wide ? aic_kept_wide() : mlx_width(module, r->says));
        }
    }
}

/* ---------------------------------------------------------------- compressed-tensors --- */

static struct width group_width(value *group)
{
    value *weights = object_of(group, "weights");
    if (!weights) { /* activations alone */
        return aic_kept_wide();
    }
    double bits = number_of(weights, "num_bits"),
           size = aic_or(number_of(weights, "group_size"), 0);
    bool is_float = strcmp(text_of(weights, "type"), "float") == 0;
    value *symmetric = aic_json_member(weights, "symmetric");
    bool zeros = is_false(symmetric);
    if (!is_width(bits)) {
        return none;
    }
    return is_float ? floating(grouped(bits, 8, size))
                    : integers(grouped(bits, zeros ? 16 + bits : 16, size));
}

static bool is_every_linear(value *target)
{
    const char *name = aic_json_text_of(target);
    return name && aic_list_has("Linear MoEGMM FusedMoE", name, strlen(name));
}

static void read_compressed(struct reading *r)
{
    value *groups = object_of(r->says, "config_groups");
    r->usual = aic_kept_wide();
    r->unknown = !groups;
    if (strcmp(text_of(r->says, "format"), "dense") == 0) {
        r->unknown = false;
        return;
    }
    except_kept(r, "ignore");
    AIC_JSON_EACH(group, groups) {
        struct width width = group_width(group);
        value *targets = aic_json_member(group, "targets");
        bool every = !targets;
        AIC_JSON_EACH(target, targets) {
            every = every || is_every_linear(target);
        }
        if (every && r->usual.kind == KEPT_WIDE) {
            r->usual = width;
        }
        AIC_JSON_EACH(target, targets) {
            if (!is_every_linear(target) && aic_json_is(target, AIC_JSON_STRING)) {
                except_name(r, aic_json_text_of(target), width);
            }
        }
        r->unknown = r->unknown || width.bits == 0;
    }
}

/* ----------------------------------------------------------------------------- Quark --- */

static struct width quark_width(value *config)
{
    static const struct {
        const char *name;
        double bits, group;
        enum number_kind kind;
    } types[] = {
        { "fp4*", 4, 8, FLOATING },    { "mxfp4*", 4, 8, FLOATING }, { "int4*", 4, 16, INTEGERS },
        { "uint4*", 4, 16, INTEGERS }, { "fp6*", 6, 8, FLOATING },   { "fp8*", 8, 8, FLOATING },
        { "int8*", 8, 16, INTEGERS },
    };
    value *weight = aic_json_member(config, "weight");
    const char *type = text_of(weight, "dtype");
    bool groups = strcmp(text_of(weight, "qscheme"), "per_group") == 0;
    double size = aic_or(number_of(weight, "group_size"), 0);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (is_like(type, types[i].name)) {
            double bits = groups ? grouped(types[i].bits, types[i].group, size) : types[i].bits;
            return (struct width){ bits, types[i].kind };
        }
    }
    return none;
}

static void read_quark(struct reading *r)
{
    r->usual = quark_width(aic_json_member(r->says, "global_quant_config"));
    except_kept(r, "exclude");
    AIC_JSON_EACH(module, object_of(r->says, "layer_quant_config")) {
        except_name(r, aic_json_key_of(module), quark_width(module));
    }
}

/* ------------------------------------------------------------------------- the table --- */

/* Conditions of rows that no quant_method marks. */
static bool lists_layers(const struct reading *r)
{
    return aic_json_count(object_of(r->says, "quantized_layers")) > 0;
}

static bool names_experts(const struct reading *r)
{
    return aic_json_member_text(r->says, "moe_quant_algo") != NULL;
}

static bool is_mlx(const struct reading *r)
{
    return r->is_mlx;
}

static bool has_groups_alone(const struct reading *r)
{
    return *r->method == '\0' && aic_json_member(r->says, "config_groups") &&
           !aic_json_member(r->says, "quant_algo");
}

static bool has_algo(const struct reading *r)
{
    return aic_json_member(r->says, "quant_algo") != NULL;
}

static bool has_bits(const struct reading *r)
{
    return is_width(number_of(r->says, "bits"));
}

/* The first row that fits decides. */
static const struct method {
    const char *names; /* of quant_method */
    bool (*fits)(const struct reading *reading);
    void (*read)(struct reading *reading);
    const char *kept;                       /* keys of lists of what stays in 16 bits */
    void (*after)(struct reading *reading); /* what matches last */
} methods[] = {
    { NULL, lists_layers, read_mixed, "modules_to_not_convert", NULL },
    { NULL, names_experts, read_mixed_experts, "modules_to_not_convert ignored_layers", NULL },
    { NULL, is_mlx, read_mlx, NULL, NULL },
    { NULL, names_fp8, read_fp8, "modules_to_not_convert ignored_layers", NULL },
    { "mxfp4 gpt_oss_mxfp4", NULL, read_mxfp4, "modules_to_not_convert", keep_all_but_experts },
    { "mxfp8", NULL, read_mxfp8, "modules_to_not_convert ignored_layers", NULL },
    { "awq awq_marlin gptq gptq_marlin auto-round auto_round intel/auto-round gptqmodel hqq", NULL,
      read_integers, "modules_to_not_convert", NULL },
    { "bitsandbytes", NULL, read_bitsandbytes, "llm_int8_skip_modules", NULL },
    { "compressed-tensors compressed_tensors", has_groups_alone, read_compressed, NULL, NULL },
    { "modelopt modelopt_fp4 modelopt_mixed", has_algo, read_modelopt, "exclude_modules ignore",
      NULL },
    { "quark", NULL, read_quark, NULL, NULL },
    { "torchao", NULL, read_torchao, "modules_to_not_convert", NULL },
    { "eetq quanto", NULL, read_rows, "modules_to_not_convert", NULL },
    { NULL, has_bits, read_bits, "modules_to_not_convert", NULL },
};

static bool fits(const struct method *method, const struct reading *r)
{
    return (method->names && *r->method != '\0' &&
            aic_list_has(method->names, r->method, strlen(r->method))) ||
           (method->fits && method->fits(r));
}

bool aic_method_read(struct reading *r)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (!fits(&methods[i], r)) {
            continue;
        }
        methods[i].read(r);
        except_kept(r, methods[i].kept);
        if (methods[i].after) {
            methods[i].after(r);
        }
        if (r->unknown || r->usual.bits == 0) {
            return false;
        }
        aic_matrices_rest(r->matrices, r->usual, r->vocabulary);
        return true;
    }
    return false;
}
