/* SPDX-License-Identifier: Apache-2.0 */
#include "optimizer.h"

#include <stddef.h>

const char *const aic_optimizers[] = { "adamw", "adamw-8bit",   "adafactor", "lion", "muon",
                                       "sgd",   "sgd-momentum", "none",      NULL };

const char *const aic_state_dtypes[] = { "fp32", "bf16", "fp16", "int8", NULL };

double aic_optimizer_states(int optimizer)
{
    switch ((enum aic_optimizer)optimizer) {
    case AIC_ADAMW:
    case AIC_ADAMW_8BIT:
        return 2;
    case AIC_LION:
    case AIC_MUON:
    case AIC_SGD_MOMENTUM:
        return 1;
    case AIC_ADAFACTOR: /* a row and a column of each matrix: below 0.1 % of a state */
    case AIC_SGD:
    case AIC_NO_OPTIMIZER:
        break;
    }
    return 0;
}

double aic_optimizer_state_width(int optimizer, int state_dtype)
{
    /* int8 states come in blocks of 256 with an fp32 scale (bitsandbytes). */
    static const double int8_width = 1 + 4.0 / 256;
    if (optimizer == AIC_ADAMW_8BIT) {
        return int8_width;
    }
    switch ((enum aic_state_dtype)state_dtype) {
    case AIC_STATE_FP32:
        return 4;
    case AIC_STATE_BF16:
    case AIC_STATE_FP16:
        return 2;
    case AIC_STATE_INT8:
        break;
    }
    return int8_width;
}
