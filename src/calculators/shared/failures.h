/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Failures of a job that writes checkpoints: how often to write one, and what
 * share of the time is left for training; and the spares that failed nodes need.
 *
 * Failures are memoryless with mean time M between them. Every t of compute
 * time a checkpoint blocks the job for B. It counts D after it was taken (an asynchronous
 * one drains that long); a failure takes the job back to the last one that counts,
 * and R passes until training runs again. R may be interrupted too.
 *
 * Young 1974; Daly 2006, doi 10.1016/j.future.2004.11.016 (the complete model).
 */
#ifndef AICALC_CALCULATORS_SHARED_FAILURES_H
#define AICALC_CALCULATORS_SHARED_FAILURES_H

/* Period over M above which no checkpoint is ever kept: expm1() is near its overflow. */
#define AIC_EXPONENT_MAX 709

/*
 * v + e^-v - 1, v of either sign, to full digits: written directly it loses them where v
 * is small, and with a small B/M it is.
 */
double aic_excess(double v);

/*
 * 1 - period * kept / M, written without the difference: what is done again of the time
 * between recoveries.
 */
double aic_lost_share(double period, double drain, double mtbf);

/*
 * The exact optimum t = -M expm1(-v): v > 0 solves v + expm1(-v) = B/M. That is
 * M (1 + W0(-e^(-1 - B/M))) without the cancellation. D and R do not move it.
 */
double aic_optimum_exponent(double block, double mtbf);

/* Mean above which aic_poisson_quantile() would take long: its loops go with the root of the mean. */
#define AIC_POISSON_MEAN_MAX 1e9

/* The least whole s that a Poisson number of that mean does not exceed with that confidence. */
double aic_poisson_quantile(double mean, double confidence);

#endif
