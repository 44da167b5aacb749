/* SPDX-License-Identifier: Apache-2.0 */
/* Bits of a parameter in a number format, and in a release. */
#include "calculators/shared/released_bytes.h"

#include <math.h>

/* What is not in a format's matrices stays in 16 bits. */
#define WIDE_BITS 16

/* What a format of weights covers, each including the next. */
enum cover { COVER_ALL, COVER_LAYERS, COVER_EXPERTS };

static const struct {
    double bits;
    enum cover cover;
    bool file; /* the average of a file, not a width */
} formats[] = {
    [AIC_WEIGHT_FP32] = { 32, COVER_ALL, false },
    [AIC_WEIGHT_BF16] = { 16, COVER_ALL, false },
    [AIC_WEIGHT_FP16] = { 16, COVER_ALL, false },
    [AIC_WEIGHT_FP8] = { 8, COVER_LAYERS, false },
    [AIC_WEIGHT_INT8] = { 8, COVER_LAYERS, false },
    /* AWQ, GPTQ: a 16-bit scale and a 4-bit zero per 128 */
    [AIC_WEIGHT_INT4] = { 4 + 20.0 / 128, COVER_LAYERS, false },
    /* an 8-bit scale per 16 */
    [AIC_WEIGHT_NVFP4] = { 4 + 8.0 / 16, COVER_LAYERS, false },
    /* QLoRA's double quantization: an 8-bit scale per 64, 32 bits per 256 of those */
    [AIC_WEIGHT_NF4] = { 4 + 8.0 / 64 + 32.0 / (64 * 256), COVER_LAYERS, false },
    /* an 8-bit scale per 32 */
    [AIC_WEIGHT_MXFP4] = { 4 + 8.0 / 32, COVER_EXPERTS, false },
    /* averages of the Llama-3.1-8B files, llama.cpp tools/quantize README */
    [AIC_WEIGHT_Q8_0] = { 8.5008, COVER_ALL, true },
    [AIC_WEIGHT_Q6_K] = { 6.5633, COVER_ALL, true },
    [AIC_WEIGHT_Q5_K_M] = { 5.7036, COVER_ALL, true },
    [AIC_WEIGHT_Q4_K_M] = { 4.8944, COVER_ALL, true },
    [AIC_WEIGHT_IQ4_XS] = { 4.4597, COVER_ALL, true },
    [AIC_WEIGHT_Q3_K_L] = { 4.2979, COVER_ALL, true },
    [AIC_WEIGHT_Q2_K] = { 3.1593, COVER_ALL, true },
};

double aic_format_bits(int weight_dtype, enum aic_weight_place place, bool has_experts)
{
    if (weight_dtype < 0) {
        return NAN;
    }
    enum cover cover = formats[weight_dtype].cover;
    enum cover is = place == AIC_PLACE_EXPERTS ? COVER_EXPERTS
                    : place < AIC_PLACE_HEAD   ? COVER_LAYERS
                                               : COVER_ALL;
    if (cover == COVER_EXPERTS && !has_experts) {
        cover = COVER_LAYERS;
    }
    return is >= cover ? formats[weight_dtype].bits : WIDE_BITS;
}

double aic_format_file_bits(int weight_dtype)
{
    bool measured = weight_dtype >= 0 && formats[weight_dtype].file;
    return measured ? formats[weight_dtype].bits : (double)NAN;
}

static double released_bits(const struct aic_model *model, enum aic_weight_place place)
{
    const double bits[] = {
        [AIC_PLACE_ATTENTION] = model->attention_bits,
        [AIC_PLACE_MIXER] = model->mixer_bits,
        [AIC_PLACE_MLP] = model->mlp_bits,
        [AIC_PLACE_EXPERTS] = model->experts_bits,
        [AIC_PLACE_HEAD] = model->head_bits,
        [AIC_PLACE_EMBEDDING] = model->embedding_bits,
        [AIC_PLACE_REST] = NAN,
    };
    return bits[place];
}

double aic_weight_bits(const struct aic_model *model, const struct aic_weight_format *format,
                       enum aic_weight_place place)
{
    if (aic_is_set(format->weight_bits)) {
        return format->weight_bits;
    }
    if (format->attention_dtype >= 0 && place <= AIC_PLACE_MIXER) {
        return formats[format->attention_dtype].bits;
    }
    double released = format->is_given ? (double)NAN : released_bits(model, place);
    return aic_or(released,
                  aic_format_bits(format->weight_dtype, place, aic_model_has_experts(model)));
}
