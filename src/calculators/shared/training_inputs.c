/* SPDX-License-Identifier: Apache-2.0 */
/* Choices of a training step. */
#include "calculators/shared/training_inputs.h"

const char *const aic_kernel_kinds[] = { "fused", "eager", NULL };
const char *const aic_losses[] = { "plain",   "unfused",        "fused", "native-fused",
                                   "chunked", "chunked-logits", NULL };
const char *const aic_dispatch_copies[] = { "expert", "node", NULL };
const char *const aic_cadences[] = { "auto", "step", "micro_batch", NULL };
const char *const aic_activation_dtypes[] = { "bf16", "fp16", "fp32", "fp8", NULL };
const char *const aic_step_algorithms[] = { "auto",         "ring",  "tree", "nvls",
                                            "hierarchical", "sharp", NULL };
