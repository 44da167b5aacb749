/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Failures of a job that writes checkpoints: how often to write one, and what
 * share of the time is left for training.
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

struct aic_failures {
    double mtbf;     /* M, s */
    double drain;    /* D, s; 0 for synchronous checkpoints */
    double recovery; /* R, s */
};

/* Shares of the wall time; the first four add up to 1. */
struct aic_goodput {
    double goodput;             /* compute time that is kept */
    double checkpoint_overhead; /* checkpoints of kept compute time */
    double lost_work_overhead;  /* work that is done again */
    double restart_overhead;
    double kept_per_failure; /* checkpoints kept per failure, on average */
    double kept;             /* the same, by its former name */
    double lost_per_failure; /* s of wall time without the recovery */
};

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

/* M of a job from whichever mean time is given, in this order; NaN where none is. */
double aic_job_mtbf(double job, double node, double gpu, double nodes, double gpus);

/*
 * The exact optimum t = -M expm1(-v): v > 0 solves v + expm1(-v) = B/M. That is
 * M (1 + W0(-e^(-1 - B/M))) without the cancellation. D and R do not move it.
 */
double aic_optimum_exponent(double block, double mtbf);
double aic_optimal_interval(double block, double mtbf);

/* Where the time goes with compute time `interval` between checkpoints that cost `cost` each. */
void aic_goodput_count(const struct aic_failures *failures, double interval, double cost,
                       struct aic_goodput *goodput);

#endif
