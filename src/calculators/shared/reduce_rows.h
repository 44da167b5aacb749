/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of an engine's exchanges among the GPUs of one scale-up link: how an exchange among `ways`
 * GPUs starts, and the rate of its bytes on each of them.
 */
#ifndef AICALC_CALCULATORS_SHARED_REDUCE_ROWS_H
#define AICALC_CALCULATORS_SHARED_REDUCE_ROWS_H

#include "engine/rows/rows.h"

/* clang-format off */

/* In a mesh a GPU has a link to each other one: a group uses those to its members. */
#define REDUCE_ROWS(start, rate, ways)                                                             \
    CASES(REAL, start, "start of an exchange among " #ways " GPUs", (TIME, TERM),                  \
          WHEN(ways > 1, reduce_latency + reduce_latency_per_rank * (ways - 1)))                   \
    CASES(REAL, rate, "rate of an exchange among " #ways " GPUs, each of them",                    \
          (RATE, FLAGS(AIC_DISK | AIC_TERM)),                                                      \
          WHEN(ways > 1 && link == mesh,                                                           \
               nvlink_bw * reduce_efficiency * min(1, (ways - 1) * peer_bw / nvlink_bw))           \
          WHEN(ways > 1, nvlink_bw * reduce_efficiency))

/* clang-format on */

#endif
