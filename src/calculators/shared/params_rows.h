/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of parameter counts that several calculators have as results, from struct aic_params
 * `counts`: the equations stand in params.c.
 */
#ifndef AICALC_CALCULATORS_SHARED_PARAMS_ROWS_H
#define AICALC_CALCULATORS_SHARED_PARAMS_ROWS_H

#include "calculators/shared/params.h"
#include "engine/rows/rows.h"

/* clang-format off */

#define PARAMS_TOTAL_ROW(counts)                                                                   \
    RESULT(REAL, params_total, "parameters of the model",                                          \
          (UNIT("parameter"), RESTS_ON(AIC_COUNT_FIELDS),                                          \
           SENTENCE("params, or the sum of all matrices, biases and norms that follow from the "   \
                    "fields")), (counts)->total)

#define PARAMS_ACTIVE_COUNTED_ROW(counts)                                                          \
    RESULT(REAL, params_active, "parameters that one token uses",                                  \
          (UNIT("parameter"), RESTS_ON("experts experts_per_token expert_ffn expert_hidden"),      \
           SENTENCE("active_params, or params_total without the experts that a token is not "      \
                    "routed to")), (counts)->active)

#define MATMUL_SENTENCE                                                                            \
    "params_active without what is only looked up (learned_positions, lookup_params, and the "     \
    "embedding, vocab x hidden, unless it is the output matrix too), and reused_params once more"
#define PARAMS_MATMUL_ROW(counts)                                                                  \
    RESULT(REAL, params_matmul, "parameters in matrices that every token passes",                  \
          (UNIT("parameter"), SENTENCE(MATMUL_SENTENCE)), (counts)->matmul)

/* A given count that leaves less than nothing for the layers: what they compute has no FLOP. */
#define CHECK_PARAMS_HOLD_HEAD(counts)                                                             \
    CHECK(CONFLICT, known(active_params) ? "active_params" : "params",                             \
          (counts)->matmul < vocab * hidden,                                                       \
          ("%s %g leaves nothing for the layers: the output matrix alone has %g parameters, "  \
           "vocab x hidden",                                                                       \
           known(active_params) ? "active_params" : "params", value_or(active_params, params),     \
           vocab * hidden),                                                                        \
          ("leave it out: the fields count it; or give the fields of that model"))

/* clang-format on */

#endif
