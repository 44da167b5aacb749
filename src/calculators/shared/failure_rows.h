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

/* Shares of the wall time, which add up to 1; goodput_flags: KEY or none. */
#define GOODPUT_ROWS(recovery, goodput_flags)                                                      \
    CONSTANT(largest_exponent, AIC_LARGEST_EXPONENT, "1",                                          \
             "above it no checkpoint is ever kept: the exponential is near its overflow")          \
    CASES(REAL, kept_per_failure, "checkpoints kept per failure, on average", (TERM, ESTIMATE),    \
          WHEN(period / mtbf <= largest_exponent,                                                  \
               exp(-value_or(drain_time, 0) / mtbf) / expm1(period / mtbf))                        \
          WHEN(known(mtbf), 0))                                                                    \
    CASES(REAL, goodput, "wall time that is progress", (RATIO, ESTIMATE, goodput_flags),           \
          WHEN(known(mtbf),                                                                        \
               exp(-(recovery) / mtbf) * interval_used * kept_per_failure / mtbf))                 \
    CASES(REAL, checkpoint_overhead, "wall time of checkpoints", (RATIO, ESTIMATE),                \
          WHEN(known(mtbf),                                                                        \
               exp(-(recovery) / mtbf) * cost_per_period * kept_per_failure / mtbf))               \
    CASES(REAL, lost_work_overhead,                                                                \
          "wall time that is done again; lost_share(x, d) is 1 - x e^-d / (e^x - 1)",              \
          (RATIO, ESTIMATE),                                                                       \
          WHEN(known(mtbf), exp(-(recovery) / mtbf) *                                              \
                                lost_share(period / mtbf, value_or(drain_time, 0) / mtbf)))        \
    CASES(REAL, restart_overhead, "wall time of restarts", (RATIO, ESTIMATE),                      \
          WHEN(known(mtbf), -expm1(-(recovery) / mtbf)))

/* clang-format on */

/* What a period of `exponent` mean times between failures loses: 1 - exponent * kept. */
#define lost_share(exponent, drain) aic_lost_share(exponent, drain)

#endif
