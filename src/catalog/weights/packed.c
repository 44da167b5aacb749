/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements are not parameters: an I32 of GPTQ holds eight of four bits, and scales hold none. Which format it
 * is the tensors beside a tensor say. AutoGPTQ, AutoAWQ, bitsandbytes, compressed-tensors, ModelOpt,
 * MLX, and the blocks of gpt-oss.
 */
#include <math.h>
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/span.h"

/* A tensor with the module that it belongs to. */
struct module {
    const struct tensors *tensors;
    const struct tensor *tensor;
    const struct widths *widths;
    const char **missing;
    bool in_block;    /* of a layer's attention, mixer, feed-forward block or experts */
    const char *last; /* the word behind the last dot */
    size_t stem;      /* bytes up to that dot, with it; 0: there is none */
};

static const struct tensor *beside(const struct module *m, const char *word)
{
    return aic_tensors_find(m->tensors, m->tensor->name, m->stem, word);
}

static bool is_last(const struct module *m, const char *list)
{
    return m->stem > 0 && aic_list_has(list, m->last, m->tensor->length - m->stem);
}

static bool is_byte(const struct tensor *tensor)
{
    return tensor->type == AIC_TYPE_u8 || tensor->type == AIC_TYPE_i8;
}

static double elements(const struct tensor *tensor)
{
    return (double)tensor->elements;
}

static bool ends(const struct tensor *tensor, const char *end)
{
    size_t length = strlen(end);
    return tensor->length > length && strcmp(tensor->name + tensor->length - length, end) == 0;
}

/* "y_blocks" and "y_scales". */
static const struct tensor *twin(const struct module *m, const char *own, const char *other)
{
    if (!ends(m->tensor, own)) {
        return NULL;
    }
    return aic_tensors_find(m->tensors, m->tensor->name, m->tensor->length - strlen(own), other);
}

/* Weights that are narrow enough to need a scale: 8 bits or less, or whole numbers. */
static bool is_narrow(const struct tensor *weight)
{
    if (!weight || weight->type == AIC_TYPE_bool) {
        return false;
    }
    struct block block = aic_type_block((enum aic_type)weight->type);
    return aic_type_is_integer((enum aic_type)weight->type) || block.bytes <= block.elements;
}

/* "y_weight_scale" beside a narrow "y": experts that are stacked in one tensor have no module each. */
static bool is_scale_of_stack(const struct module *m)
{
    static const char *const ends_of[] = { "_weight_scale", "_weight_scale_2", "_weight_scale_inv",
                                           "_scale_inv", "_input_scale" };
    for (size_t i = 0; i < sizeof ends_of / sizeof ends_of[0]; i++) {
        if (is_narrow(twin(m, ends_of[i], ""))) {
            return true;
        }
    }
    return is_last(m, "scale") && is_narrow(beside(m, "weight"));
}

/* A state of bitsandbytes: "x.weight.absmax" beside "x.weight". */
static bool is_bitsandbytes_state(const struct module *m)
{
    static const char state[] = ".weight.quant_state.";
    const char *at = strstr(m->tensor->name, state);
    if (at) {
        return aic_tensors_find(m->tensors, m->tensor->name, (size_t)(at - m->tensor->name),
                                ".weight") != NULL;
    }
    return is_last(m, "absmax quant_map nested_absmax nested_quant_map") && m->stem >= 8 &&
           memcmp(m->tensor->name + m->stem - 8, ".weight.", 8) == 0 &&
           aic_tensors_find(m->tensors, m->tensor->name, m->stem - 1, "") != NULL;
}

/* Scales, zeros, tables: they are there beside what counts. */
static bool is_beside_weights(const struct module *m)
{
    const struct tensor *tensor = m->tensor;
    if (tensor->type == AIC_TYPE_f8_e8m0) {
        return true;
    }
    if (is_last(m, "weight_scale weight_scale_inv weight_scale_2 weight_global_scale "
                   "weight_zero_point weight_shape weight_g_idx input_scale input_scale_inv "
                   "input_global_scale input_zero_point activation_scale SCB weight_format "
                   "output_scale pre_quant_scale k_scale v_scale q_scale") &&
        (beside(m, "weight") || beside(m, "weight_packed"))) {
        return true;
    }
    if (is_last(m, "k_scale v_scale q_scale") && tensor->elements == 1) {
        return true;
    }
    if (is_last(m, "qzeros scales g_idx") && beside(m, "qweight")) {
        return true;
    }
    if (is_bitsandbytes_state(m) || is_scale_of_stack(m) ||
        (tensor->type == AIC_TYPE_u8 && twin(m, "_scales", "_blocks"))) {
        return true;
    }
    const struct tensor *weight = beside(m, "weight");
    if (is_last(m, "scales biases") && weight && weight->type == AIC_TYPE_u32) {
        return true;
    }
    return is_last(m, "inv_freq masked_bias") || (is_last(m, "bias") && tensor->dimensions == 4);
}

/* 32 bits of an element hold 32 / b weights. */
static double unpacked(const struct module *m, double bits, const char *missing)
{
    double count = elements(m->tensor) * 32 / bits;
    if (!(bits >= 1 && bits <= 8) || bits != floor(bits) || count != floor(count)) {
        *m->missing = missing;
        return NAN;
    }
    return count;
}

/* The zeros of a row of scales are packed as the weights are. */
static double count_gptq(const struct module *m)
{
    const struct tensor *zeros = beside(m, "qzeros"), *scales = beside(m, "scales");
    double bits = m->widths->bits;
    if (zeros && scales) {
        bits = 32 * (double)zeros->last / (double)scales->last;
    }
    return unpacked(m, bits, "qzeros, or bits of quantization_config");
}

/* One scale for each 16 (nvfp4) or 32 (mxfp4) weights of four bits. */
static bool has_fp4_scales(const struct module *m, const struct tensor *scales)
{
    double width = 2 * (double)m->tensor->last;
    return scales && (width == 16 * (double)scales->last || width == 32 * (double)scales->last);
}

static double count_packed(const struct module *m)
{
    if (is_byte(m->tensor)) {
        if (has_fp4_scales(m, beside(m, "weight_scale"))) {
            return 2 * elements(m->tensor);
        }
        *m->missing = "weight_scale of a group of 16 or 32";
        return NAN;
    }
    return unpacked(m, m->widths->num_bits, "num_bits of quantization_config");
}

static bool is_scale_of_fp4(const struct tensor *scales)
{
    return scales && (scales->type == AIC_TYPE_f8_e4m3 || scales->type == AIC_TYPE_f8_e8m0 ||
                      scales->type == AIC_TYPE_u8);
}

/* ModelOpt puts two rows of four bits into a byte: its scales have twice the rows. */
static bool has_two_rows(const struct module *m, const struct tensor *scales)
{
    const struct tensor *tensor = m->tensor;
    return scales && tensor->type == AIC_TYPE_u8 && tensor->dimensions == 2 &&
           scales->dimensions == 2 && 2 * (double)tensor->rows == (double)scales->rows;
}

/* Stacked experts: one scale for each 16 (nvfp4) or 32 (mxfp4) weights of four bits. */
static bool is_stack_of_fp4(const struct module *m)
{
    const struct tensor *scales =
        aic_tensors_find(m->tensors, m->tensor->name, m->tensor->length, "_weight_scale");
    double weights = 2 * elements(m->tensor);
    return is_byte(m->tensor) && scales &&
           (weights == 16 * elements(scales) || weights == 32 * elements(scales));
}

/* Matrices of layers that no rule knows hold something: EXL2, EXL3, HQQ, AQLM and other packings. */
#define PACKED_ELEMENTS 65536

static double count_others(const struct module *m)
{
    const struct tensor *tensor = m->tensor;
    bool packed = m->in_block && tensor->type != AIC_TYPE_bool && tensor->dimensions >= 2 &&
                  tensor->elements >= PACKED_ELEMENTS;
    if (packed) {
        *m->missing = "a packing that is known";
        return NAN;
    }
    return 0;
}

/* "x.weight" of whole numbers. */
static double count_integers(const struct module *m)
{
    const struct tensor *tensor = m->tensor;
    const struct tensor *scale = beside(m, "weight_scale"), *other = beside(m, "scale");
    if (aic_tensors_has_prefix(m->tensors, tensor->name, tensor->length, ".quant_state.")) {
        return 2 * elements(tensor);
    }
    if (beside(m, "SCB")) {
        return elements(tensor);
    }
    if (tensor->type == AIC_TYPE_u32 && beside(m, "scales")) {
        return unpacked(m, m->widths->bits, "bits of quantization");
    }
    if (is_byte(tensor) && ((is_scale_of_fp4(scale) && has_fp4_scales(m, scale)) ||
                            (is_scale_of_fp4(other) && has_fp4_scales(m, other)))) {
        return 2 * elements(tensor);
    }
    if (has_two_rows(m, scale) || has_two_rows(m, other)) {
        return 2 * elements(tensor);
    }
    return scale || other ? elements(tensor) : count_others(m);
}

double aic_parameters_of(const struct tensors *tensors, const struct tensor *tensor,
                         const struct widths *widths, bool in_block, const char **missing)
{
    const char *dot = strrchr(tensor->name, '.');
    struct module m = {
        .tensors = tensors,
        .tensor = tensor,
        .widths = widths,
        .missing = missing,
        .in_block = in_block,
        .last = dot ? dot + 1 : tensor->name,
        .stem = dot ? (size_t)(dot + 1 - tensor->name) : 0,
    };
    bool integer = aic_type_is_integer((enum aic_type)tensor->type);
    if (is_beside_weights(&m)) {
        return 0;
    }
    if (is_last(&m, "qweight") && tensor->type == AIC_TYPE_i32) {
        return count_gptq(&m);
    }
    if (tensor->type == AIC_TYPE_u8 && twin(&m, "_blocks", "_scales")) {
        return 2 * elements(tensor);
    }
    if (is_last(&m, "weight_packed") && (is_byte(tensor) || tensor->type == AIC_TYPE_i32)) {
        return count_packed(&m);
    }
    if (!integer) {
        return elements(tensor);
    }
    if (is_stack_of_fp4(&m)) {
        return 2 * elements(tensor);
    }
    return is_last(&m, "weight") && tensor->type != AIC_TYPE_bool ? count_integers(&m)
                                                                  : count_others(&m);
}
