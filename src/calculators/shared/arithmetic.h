/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The number formats in which the parts of a served model are multiplied, and the peaks of a GPU in
 * them. Weights that are narrower than what a GPU multiplies are widened first, so a part runs in
 * the wider of compute_dtype and the format of its weights.
 */
#ifndef AICALC_CALCULATORS_SHARED_ARITHMETIC_H
#define AICALC_CALCULATORS_SHARED_ARITHMETIC_H

#include <aicalc/kvcache.h>

/* In the order of enum aic_compute_dtype. */
extern const char *const aic_compute_dtypes[];

/* Parts of a model that differ in their formats: `output` is the output matrix, and the scores of
 * attention; everything that has no name here goes with attention. */
enum aic_matmul_part {
    AIC_MATMUL_ATTENTION,
    AIC_MATMUL_MIXER,
    AIC_MATMUL_MLP,
    AIC_MATMUL_EXPERTS,
    AIC_MATMUL_OUTPUT
};

/* What decides formats; the same members of every question that has them. */
struct aic_arithmetic {
    const struct aic_model *model;
    const struct aic_peaks *peaks;
    int compute_dtype, weight_dtype, attention_dtype; /* negative: none */
    bool is_weight_dtype_given, is_sized; /* is_sized: weight_bits or weight_memory is known */
};

/* What engines take by themselves: the narrowest format that weights and GPU have in common. */
int aic_auto_compute_dtype(const struct aic_arithmetic *arithmetic);

/* The GPU's own figure in that format, NaN where it states none. */
double aic_peak_stated(const struct aic_peaks *peaks, int compute_dtype);

/* The peak in the format of a part; `gpu_flops` where the GPU states none in it or a wider one. */
double aic_part_peak(const struct aic_arithmetic *arithmetic, enum aic_matmul_part part,
                     double gpu_flops);

#endif
