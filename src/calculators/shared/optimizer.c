/* SPDX-License-Identifier: Apache-2.0 */
/* States that each optimizer keeps, and their bytes. */
#include "calculators/shared/optimizer.h"

#include <stddef.h>

const char *const aic_optimizers[] = { "adamw", "adamw-8bit",   "adafactor", "lion", "muon",
                                       "sgd",   "sgd-momentum", "none",      NULL };

const char *const aic_state_dtypes[] = { "fp32", "bf16", "fp16", "int8", NULL };

double aic_optimizer_states(int optimizer)
{
    /* adafactor: a row and a column of each matrix, below 0.1 % of a state */
    static const double states[] = {
        [AIC_ADAMW] = 2, [AIC_ADAMW_8BIT] = 2, [AIC_ADAFACTOR] = 0,    [AIC_LION] = 1,
        [AIC_MUON] = 1,  [AIC_SGD] = 0,        [AIC_SGD_MOMENTUM] = 1, [AIC_NO_OPTIMIZER] = 0,
    };
    return states[optimizer];
}

double aic_optimizer_state_width(int optimizer, int state_dtype)
{
    /* int8 states come in blocks of 256 with an fp32 scale (bitsandbytes). */
    static const double widths[] = {
        [AIC_STATE_FP32] = 4,
        [AIC_STATE_BF16] = 2,
        [AIC_STATE_FP16] = 2,
        [AIC_STATE_INT8] = 1 + 4.0 / 256,
    };
    return widths[optimizer == AIC_ADAMW_8BIT ? AIC_STATE_INT8 : state_dtype];
}
