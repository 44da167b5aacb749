/* SPDX-License-Identifier: Apache-2.0 */
/* The batch of a step where none is given: what runs of that size took, as the GPUs can divide it. */
#ifndef AICALC_CALCULATORS_USUAL_BATCH_H
#define AICALC_CALCULATORS_USUAL_BATCH_H

/* What the batch has to divide by; a degree or a micro_batch that is not given is unset. */
struct aic_batch_shares {
    double gpus, tp, pp, cp, vpp, micro_batch;
};

/*
 * Sequences of `seq` tokens: 4 Mi tokens a step, 16 Mi above 200B parameters, in whole multiples of what
 * the replicas take at once. Where degrees are open these are as many as divide the GPUs and have a
 * micro-batch each. Unset without gpus.
 */
double aic_usual_batch(double params_total, double seq, struct aic_batch_shares shares);

#endif
