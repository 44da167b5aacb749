/* SPDX-License-Identifier: Apache-2.0 */
/* layout: which measured steps a question is like, so that it carries how far those were off. */
#include "calculators/layout/layout.h"

#include <string.h>

/* Whose steps were measured, by the names of their entries; the others of a class have the same cores. */
enum family { a100, hopper, blackwell, tpu, trainium, not_measured };

static const struct {
    const char *gpu;
    enum family family;
} measured_gpus[] = {
    { "a100-40gb-sxm", a100 }, { "a100-80gb-sxm", a100 }, { "h100-sxm", hopper },
    { "h200-sxm", hopper },    { "h800-sxm", hopper },    { "gh200-96gb", hopper },
    { "gh200-144gb", hopper }, { "b200", blackwell },     { "gb200", blackwell },
    { "b300", blackwell },     { "gb300", blackwell },    { "tpu-v4", tpu },
    { "tpu-v5e", tpu },        { "tpu-v5p", tpu },        { "tpu-v6e", tpu },
    { "tpu-v7x", tpu },        { "trainium1", trainium },
};

static enum family family_of(const char *gpu)
{
    for (size_t i = 0; gpu && i < sizeof measured_gpus / sizeof measured_gpus[0]; i++) {
        if (strcmp(gpu, measured_gpus[i].gpu) == 0) {
            return measured_gpus[i].family;
        }
    }
    return not_measured;
}

static enum measured_class of_experts(enum family family)
{
    return family == blackwell ? experts_on_blackwell
           : family == hopper  ? experts_on_hopper
           : family == tpu     ? experts_on_tpu
                               : unmeasured;
}

/* PyTorch was measured on A100 too, where it is as fast. */
static enum measured_class of_pytorch(enum family family, bool wide)
{
    return family == hopper         ? pytorch_on_hopper
           : family == a100 && wide ? dense_on_a100
                                    : unmeasured;
}

static enum measured_class of_dense(enum family family, int compute_dtype)
{
    bool wide = compute_dtype <= AIC_LAYOUT_FP16;
    switch (family) {
    case a100:
        return wide ? dense_on_a100 : unmeasured;
    case hopper:
        return wide                              ? dense_on_hopper
               : compute_dtype == AIC_LAYOUT_FP8 ? dense_on_hopper_fp8
                                                 : unmeasured;
    case blackwell:
        return compute_dtype == AIC_LAYOUT_FP4 ? dense_on_blackwell_fp4 : dense_on_blackwell;
    case tpu:
        return dense_on_tpu;
    case trainium:
        return compute_dtype == AIC_LAYOUT_BF16 ? dense_on_trainium : unmeasured;
    default:
        return unmeasured;
    }
}

enum measured_class aic_layout_measured_class(const struct aic_layout_in *in)
{
    enum family family = family_of(in->gpu.text);
    if (AIC_ORIGIN(in, matmul_efficiency) == AIC_FROM_DEFAULT) {
        return unmeasured; /* nothing is known of this GPU and this type */
    }
    if (in->model.linear_layers > 0) {
        return family == hopper || family == blackwell ? hybrids : unmeasured;
    }
    if (aic_model_has_experts(&in->model)) {
        return of_experts(family);
    }
    return in->stack == AIC_STACK_PYTORCH ? of_pytorch(family, in->compute_dtype <= AIC_LAYOUT_FP16)
                                          : of_dense(family, in->compute_dtype);
}
