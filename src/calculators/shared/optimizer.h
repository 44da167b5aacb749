/* SPDX-License-Identifier: Apache-2.0 */
/* What an optimizer keeps for every parameter that it trains. */
#ifndef AICALC_CALCULATORS_SHARED_OPTIMIZER_H
#define AICALC_CALCULATORS_SHARED_OPTIMIZER_H

/* In the order of aic_optimizers. */
enum aic_optimizer {
    AIC_ADAMW,
    AIC_ADAMW_8BIT,
    AIC_ADAFACTOR,
    AIC_LION,
    AIC_MUON,
    AIC_SGD,
    AIC_SGD_MOMENTUM,
    AIC_NO_OPTIMIZER
};
extern const char *const aic_optimizers[];

/* Number formats of its states, in the order of aic_state_dtypes. */
enum aic_state_dtype { AIC_STATE_FP32, AIC_STATE_BF16, AIC_STATE_FP16, AIC_STATE_INT8 };
extern const char *const aic_state_dtypes[];

/*
 * States per parameter. Muon keeps one for the matrices of the layers and, as
 * AdamW, two for all else; this is the one.
 */
double aic_optimizer_states(int optimizer);

/* Bytes of one state. */
double aic_optimizer_state_width(int optimizer, int state_dtype);

#endif
