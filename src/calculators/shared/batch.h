/* SPDX-License-Identifier: Apache-2.0 */
/* The batch of a step where none is given: what runs of that size take, as the GPUs can divide it. */
#ifndef AICALC_CALCULATORS_BATCH_H
#define AICALC_CALCULATORS_BATCH_H

/* What decides it; NaN where it is not given. */
struct aic_batch_question {
    double params, seq, gpus;
    double tp, pp, vpp, cp, micro_batch;
};

/* Sequences of one optimizer step; NaN without seq. */
double aic_usual_batch(const struct aic_batch_question *asked);

#endif
