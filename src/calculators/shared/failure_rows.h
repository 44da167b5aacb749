/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of failures: the results that train-time and checkpoint both have, for their lists of
 * results and for the functions of failures.h. They are macros, because what they rest on has other
 * names in each.
 */
#ifndef AICALC_CALCULATORS_SHARED_FAILURE_ROWS_H
#define AICALC_CALCULATORS_SHARED_FAILURE_ROWS_H

#include "calculators/shared/failures.h"
#include "engine/rows/rows.h"

/* clang-format off */

#define MTBF_ROW(...)                                                                              \
    CASES(REAL, mtbf, "mean time between interruptions of the job", (TIME, ESTIMATE), __VA_ARGS__)
#define MTBF_CASES(nodes)                                                                          \
    WHEN(known(job_mtbf), job_mtbf)                                                                \
    WHEN(known(node_mtbf), node_mtbf / nodes)                                                      \
    OTHERWISE(gpu_mtbf / gpus)

/*
 * Shares of the wall time, which add up to 1. `running` is the share that is no recovery;
 * goodput_flags is KEY or FLAGS(0); without_failures(share) gives the cases of a job that none
 * interrupts.
 */
#define GOODPUT_ROWS(running, goodput_flags, without_failures)                                     \
    CONSTANT(largest_exponent, AIC_EXPONENT_MAX, "1",                                              \
             "period over mtbf above which no checkpoint is kept: expm1() is near its overflow")   \
    CASES(REAL, kept_per_failure, "checkpoints kept per failure, on average",                      \
          (TERM, ESTIMATE, RESTS_ON("period mtbf")),                                               \
          WHEN(known(cost_per_period) && period / mtbf <= largest_exponent,                        \
               exp(-value_or(drain_time, 0) / mtbf) / expm1(period / mtbf))                        \
          WHEN(known(cost_per_period) && period / mtbf > largest_exponent, 0))                     \
    CASES(REAL, goodput, "share of the wall time that is progress",                                \
          (RATIO, ESTIMATE, goodput_flags, MORE_IS_BETTER),                                        \
          WHEN(known(kept_per_failure),                                                            \
               running * interval_used * kept_per_failure / mtbf)                                  \
          without_failures(running))                                                               \
    CASES(REAL, checkpoint_overhead, "share of the wall time that checkpoints take",               \
          (RATIO, ESTIMATE),                                                                       \
          WHEN(known(kept_per_failure),                                                            \
               running * cost_per_period * kept_per_failure / mtbf)                                \
          without_failures(0))                                                                     \
    CASES(REAL, lost_work_overhead,                                                                \
          "share of the wall time that is done again",                                             \
          (RATIO, ESTIMATE),                                                                       \
          WHEN(known(kept_per_failure),                                                            \
               running * lost_share(period, value_or(drain_time, 0), mtbf))                        \
          without_failures(0))

#define RESTART_ROW(...)                                                                           \
    CASES(REAL, restart_overhead, "share of the wall time that recovery takes", (RATIO, ESTIMATE), \
          __VA_ARGS__)

/* clang-format on */

#define lost_share(period, drain, mtbf) aic_lost_share(period, drain, mtbf)

#endif
