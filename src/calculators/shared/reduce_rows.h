/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of an engine's exchanges among the GPUs of one scale-up link. Engines have kernels for small
 * messages, which start at once, and others for large ones, which get more of the link: an exchange
 * takes the quicker of the two.
 */
#ifndef AICALC_CALCULATORS_SHARED_REDUCE_ROWS_H
#define AICALC_CALCULATORS_SHARED_REDUCE_ROWS_H

#include "engine/rows/rows.h"

/* clang-format off */

/* Chosen on the odd rows of 1,337 measured throughputs; docs/methods/serve.md. */
#define CONSTANTS_OF_LARGE_MESSAGES                                                                \
    CONSTANT(large_start, 20e-6, "s", "start of an engine's kernels for large messages")           \
    CONSTANT(large_start_per_rank, 1e-6, "s", "the same, for each further GPU")                    \
    CONSTANT(large_share, 0.7, "1", "share of the link that they get")

/*
 * How an exchange among `ways` GPUs starts, and the rate of its bytes on each of them, by the
 * kernels for small messages (group_start, group_rate) and for large ones (group_large_...). In a
 * mesh a GPU has a link to each other one: a group uses those to its members, and there are no
 * others. Who says how an all-reduce performs means all of them.
 */
#define EXCHANGE_KERNELS(group, ways)                                                              \
    CASES(REAL, group##_start, "start of an exchange of small messages among " #ways " GPUs",      \
          (TIME, TERM),                                                                            \
          WHEN(ways > 1, reduce_latency + reduce_latency_per_rank * (ways - 1)))                   \
    CASES(REAL, group##_rate, "its rate, each of the GPUs", (RATE, FLAGS(AIC_DISK | AIC_TERM)),    \
          WHEN(ways > 1 && link == mesh && known(peer_bw),                                         \
               nvlink_bw * reduce_efficiency * min(1, (ways - 1) * peer_bw / nvlink_bw))           \
          WHEN(ways > 1, nvlink_bw * reduce_efficiency))                                           \
    CASES(REAL, group##_large_start, "start of an exchange of large messages among " #ways " GPUs",\
          (TIME, TERM),                                                                            \
          WHEN(ways > 1 && link != mesh && is_default(reduce_latency) &&                           \
                   is_default(reduce_latency_per_rank) && is_default(reduce_efficiency),           \
               large_start + large_start_per_rank * (ways - 1)))                                   \
    CASES(REAL, group##_large_rate, "its rate, each of the GPUs",                                  \
          (RATE, FLAGS(AIC_DISK | AIC_TERM)),                                                      \
          WHEN(known(group##_large_start), nvlink_bw * large_share))

/* All-reduces of a tensor group of `ways`, two in a usual layer, each by a ring: 2 (ways - 1) / ways
 * of the 16-bit activations cross every link. */
#define ALL_REDUCES_ROW(name, help, attributes, group, ways, tokens)                               \
    CASES(REAL, name, help, attributes,                                                            \
          WHEN(ways > 1,                                                                           \
               (attention_layers + linear_layers + ffn_layers) *                                   \
                   min(group##_start + 2 * (ways - 1) / ways * (2 * hidden * tokens) / group##_rate, \
                       group##_large_start +                                                       \
                           2 * (ways - 1) / ways * (2 * hidden * tokens) / group##_large_rate)))

/* DeepEP: tokens go to their experts in 8 bit and come back in 16; rate and start of an all-reduce. */
#define EXPERT_EXCHANGE_ROW(name, help, attributes, group, ways, tokens)                           \
    CASES(REAL, name, help, attributes,                                                            \
          WHEN(ways > 1 && dp > 1,                                                                 \
               moe_layers *                                                                        \
                   min(2 * group##_start + (ways - 1) / ways * 3 * hidden * experts_per_token *    \
                                               tokens / group##_rate,                              \
                       2 * group##_large_start + (ways - 1) / ways * 3 * hidden *                  \
                                                     experts_per_token * tokens /                  \
                                                     group##_large_rate)))

/* clang-format on */

#endif
