/* SPDX-License-Identifier: Apache-2.0 */
/* Number formats of matrix products, and the peaks of a GPU in them. */
#include "calculators/shared/arithmetic.h"

#include <math.h>

/* Parts of a release with so many bits a parameter are in 16 bits; with so many in 8. */
#define BITS_OF_16 12.0
#define BITS_OF_8  6.0

/* Of a part whose format has no arithmetic of its own. */
#define ANY_FORMAT (-1)

const char *const aic_compute_dtypes[] = {
    [AIC_COMPUTE_BF16] = "bf16", [AIC_COMPUTE_FP16] = "fp16", [AIC_COMPUTE_FP8] = "fp8",
    [AIC_COMPUTE_INT8] = "int8", [AIC_COMPUTE_FP4] = "fp4",   [AIC_COMPUTE_TF32] = "tf32",
    [AIC_COMPUTE_FP32] = "fp32", [AIC_COMPUTE_FP64] = "fp64", NULL,
};

/* Bits of an element, as far as one format is wider than another. */
static const int widths[] = {
    [AIC_COMPUTE_BF16] = 16, [AIC_COMPUTE_FP16] = 16, [AIC_COMPUTE_FP8] = 8,
    [AIC_COMPUTE_INT8] = 8,  [AIC_COMPUTE_FP4] = 4,   [AIC_COMPUTE_TF32] = 32,
    [AIC_COMPUTE_FP32] = 32, [AIC_COMPUTE_FP64] = 64,
};

/* The next wider format that a GPU may state instead; itself: there is none. */
static const int wider[] = {
    [AIC_COMPUTE_FP4] = AIC_COMPUTE_FP8,   [AIC_COMPUTE_FP8] = AIC_COMPUTE_BF16,
    [AIC_COMPUTE_INT8] = AIC_COMPUTE_BF16, [AIC_COMPUTE_BF16] = AIC_COMPUTE_FP16,
    [AIC_COMPUTE_FP16] = AIC_COMPUTE_FP16, [AIC_COMPUTE_TF32] = AIC_COMPUTE_TF32,
    [AIC_COMPUTE_FP32] = AIC_COMPUTE_FP32, [AIC_COMPUTE_FP64] = AIC_COMPUTE_FP64,
};

double aic_peak_stated(const struct aic_peaks *peaks, int compute_dtype)
{
    const double stated[] = {
        [AIC_COMPUTE_BF16] = peaks->bf16_gpu_flops, [AIC_COMPUTE_FP16] = peaks->fp16_gpu_flops,
        [AIC_COMPUTE_FP8] = peaks->fp8_gpu_flops,   [AIC_COMPUTE_INT8] = peaks->int8_gpu_flops,
        [AIC_COMPUTE_FP4] = peaks->fp4_gpu_flops,   [AIC_COMPUTE_TF32] = peaks->tf32_gpu_flops,
        [AIC_COMPUTE_FP32] = peaks->fp32_gpu_flops, [AIC_COMPUTE_FP64] = peaks->fp64_gpu_flops,
    };
    return compute_dtype < 0 ? (double)NAN : stated[compute_dtype];
}

static bool is_stated(const struct aic_peaks *peaks, int compute_dtype)
{
    return aic_is_set(aic_peak_stated(peaks, compute_dtype));
}

/* The format of weights as they are stored. */
static int format_of(int weight_dtype)
{
    switch (weight_dtype) {
    case AIC_WEIGHT_FP32:
        return AIC_COMPUTE_FP32;
    case AIC_WEIGHT_BF16:
        return AIC_COMPUTE_BF16;
    case AIC_WEIGHT_FP16:
        return AIC_COMPUTE_FP16;
    case AIC_WEIGHT_FP8:
        return AIC_COMPUTE_FP8;
    case AIC_WEIGHT_INT8:
        return AIC_COMPUTE_INT8;
    case AIC_WEIGHT_INT4:
    case AIC_WEIGHT_NVFP4:
    case AIC_WEIGHT_MXFP4:
        return AIC_COMPUTE_FP4;
    default:
        return ANY_FORMAT;
    }
}

/* The same of a part: mxfp4 covers the experts of a model that has some, and nothing else. */
static int format_of_part(const struct aic_arithmetic *a, enum aic_matmul_part part,
                          int weight_dtype)
{
    bool is_body = part != AIC_MATMUL_EXPERTS && aic_model_has_experts(a->model);
    return is_body && weight_dtype == AIC_WEIGHT_MXFP4 ? AIC_COMPUTE_BF16 : format_of(weight_dtype);
}

/* Mean bits that the release states of the part; NaN: as released_dtype. */
static double stated_bits(const struct aic_arithmetic *a, enum aic_matmul_part part)
{
    const double bits[] = {
        [AIC_MATMUL_ATTENTION] = a->model->attention_bits,
        [AIC_MATMUL_MIXER] = a->model->mixer_bits,
        [AIC_MATMUL_MLP] = a->model->mlp_bits,
        [AIC_MATMUL_EXPERTS] = a->model->experts_bits,
        [AIC_MATMUL_OUTPUT] = (double)NAN,
    };
    return bits[part];
}

static int released_format(const struct aic_arithmetic *a, enum aic_matmul_part part)
{
    double bits = stated_bits(a, part);
    if (bits >= BITS_OF_16) {
        return AIC_COMPUTE_BF16;
    }
    if (bits >= BITS_OF_8) {
        return AIC_COMPUTE_FP8;
    }
    return aic_is_set(bits) ? format_of(a->model->released_dtype)
                            : format_of_part(a, part, a->model->released_dtype);
}

static int weight_format(const struct aic_arithmetic *a, enum aic_matmul_part part)
{
    if (a->attention_dtype >= 0 && (part == AIC_MATMUL_ATTENTION || part == AIC_MATMUL_MIXER)) {
        return format_of(a->attention_dtype);
    }
    if (a->is_weight_dtype_given) {
        return format_of_part(a, part, a->weight_dtype);
    }
    return a->is_sized ? ANY_FORMAT : released_format(a, part);
}

/* The format in which the part is multiplied. */
static int part_format(const struct aic_arithmetic *a, enum aic_matmul_part part)
{
    if (part == AIC_MATMUL_OUTPUT) {
        return a->compute_dtype;
    }
    int stored = weight_format(a, part);
    return stored != ANY_FORMAT && widths[stored] > widths[a->compute_dtype] ? stored
                                                                             : a->compute_dtype;
}

double aic_part_peak(const struct aic_arithmetic *a, enum aic_matmul_part part, double gpu_flops)
{
    if (a->compute_dtype < 0) {
        return gpu_flops; /* no format is known: the given peak holds for all parts */
    }
    int format = part_format(a, part);
    while (!is_stated(a->peaks, format) && wider[format] != format) {
        format = wider[format];
    }
    return aic_or(aic_peak_stated(a->peaks, format), gpu_flops);
}

/* The format for which weights of that format are made. */
static int wanted_format(const struct aic_arithmetic *a, int weight_dtype)
{
    double attention = stated_bits(a, AIC_MATMUL_ATTENTION);
    switch (weight_dtype) {
    case AIC_WEIGHT_FP8:
        return AIC_COMPUTE_FP8;
    case AIC_WEIGHT_INT8:
        return AIC_COMPUTE_INT8;
    case AIC_WEIGHT_NVFP4:
        return AIC_COMPUTE_FP4;
    case AIC_WEIGHT_MXFP4:
        /* 8-bit activations beside 4-bit units, and where the body is in 8 bits anyway */
        return is_stated(a->peaks, AIC_COMPUTE_FP4) ||
                       (attention >= BITS_OF_8 && attention < BITS_OF_16)
                   ? AIC_COMPUTE_FP8
                   : AIC_COMPUTE_BF16;
    default:
        return AIC_COMPUTE_BF16;
    }
}

int aic_auto_compute_dtype(const struct aic_arithmetic *a)
{
    int weights = a->is_weight_dtype_given ? a->weight_dtype
                  : a->is_sized            ? -1
                                           : a->model->released_dtype;
    int format = wanted_format(a, weights);
    if (is_stated(a->peaks, format)) {
        return format;
    }
    bool has_fp16_alone =
        !is_stated(a->peaks, AIC_COMPUTE_BF16) && is_stated(a->peaks, AIC_COMPUTE_FP16);
    return has_fp16_alone ? AIC_COMPUTE_FP16 : AIC_COMPUTE_BF16;
}
