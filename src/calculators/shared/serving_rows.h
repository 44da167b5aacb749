/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a served replica: what a step reads of the weights. kvcache has them for the sequences that it
 * is asked about, serve for any number of tokens.
 */
#ifndef AICALC_CALCULATORS_SHARED_SERVING_ROWS_H
#define AICALC_CALCULATORS_SHARED_SERVING_ROWS_H

#include "calculators/shared/reduce_rows.h"
#include "engine/rows/rows.h"

/* clang-format off */

/* `always` is what every step reads, `held` are the routed experts: one is read where a token of
 * the step chooses it, each choosing uniformly. */
#define WEIGHTS_READ_ROW(name, help, always, held, tokens)                                         \
    CASES(REAL, name, help, (BYTES, TERM, ESTIMATE),                                               \
          WHEN(held > 0,                                                                           \
               always + held * (1 - pow(1 - experts_per_token / experts,                           \
                                        tokens * (ep > 1 ? dp : 1))))                              \
          OTHERWISE(always))

/* clang-format on */

#endif
