/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of failures: the results that train-time and checkpoint both have, for their lists of
 * results and for the functions of failures.h. They are macros, because `nodes`, the nodes of
 * the job, and `recovery`, the time from a failure until training runs again, are other names or
 * expressions in each.
 */
#ifndef AICALC_CALCULATORS_SHARED_FAILURE_ROWS_H
#define AICALC_CALCULATORS_SHARED_FAILURE_ROWS_H

#include "calculators/shared/failures.h"
#include "engine/rows/rows.h"

/* clang-format off */

#define MTBF_ROW(nodes)                                                                            \
    CASES(REAL, mtbf, "mean time between interruptions of the job", (TIME, ESTIMATE),              \
          WHEN(known(job_mtbf), job_mtbf)                                                          \
          WHEN(known(node_mtbf), node_mtbf / nodes)                                                \
          OTHERWISE(gpu_mtbf / gpus))

/* Shares of the wall time, which add up to 1; goodput_flags: KEY or FLAGS(0). */
#define GOODPUT_ROWS(recovery, goodput_flags)                                                      \
    CONSTANT(largest_exponent, AIC_EXPONENT_MAX, "1",                                              \
             "period over mtbf above which no checkpoint is kept: expm1() is near its overflow")   \
    CASES(REAL, kept_per_failure, "checkpoints kept per failure, on average",                      \
          (TERM, ESTIMATE, RESTS_ON("period mtbf")),                                               \
          WHEN(known(cost_per_period) && period / mtbf <= largest_exponent,                        \
               exp(-value_or(drain_time, 0) / mtbf) / expm1(period / mtbf))                        \
          WHEN(known(cost_per_period) && period / mtbf > largest_exponent, 0))                     \
    CASES(REAL, goodput, "share of the wall time that is progress",                                \
          (RATIO, ESTIMATE, goodput_flags),                                                        \
          WHEN(known(kept_per_failure),                                                            \
               exp(-(recovery) / mtbf) * interval_used * kept_per_failure / mtbf))                 \
    CASES(REAL, checkpoint_overhead, "share of the wall time that checkpoints take",               \
          (RATIO, ESTIMATE),                                                                       \
          WHEN(known(kept_per_failure),                                                            \
               exp(-(recovery) / mtbf) * cost_per_period * kept_per_failure / mtbf))               \
    CASES(REAL, lost_work_overhead,                                                                \
          "share of the wall time that is done again; lost_share is 1 - period * kept_per_failure" \
          " / mtbf, without the difference",                                                       \
          (RATIO, ESTIMATE),                                                                       \
          WHEN(known(kept_per_failure),                                                            \
               exp(-(recovery) / mtbf) * lost_share(period, value_or(drain_time, 0), mtbf)))       \
    CASES(REAL, restart_overhead, "share of the wall time that recovery takes", (RATIO, ESTIMATE), \
          WHEN(known(kept_per_failure), -expm1(-(recovery) / mtbf)))

/* clang-format on */

#define lost_share(period, drain, mtbf) aic_lost_share(period, drain, mtbf)

#endif
