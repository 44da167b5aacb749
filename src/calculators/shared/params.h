/* SPDX-License-Identifier: Apache-2.0 */
/* Equations of parameter counts, for params.c and for lists of results. */
#ifndef AICALC_CALCULATORS_SHARED_PARAMS_H
#define AICALC_CALCULATORS_SHARED_PARAMS_H

#include "calculators/shared/matrices.h"
#include "engine/rows/rows.h"

/* Parameters of one routed expert with its biases. */
static inline double aic_expert_params(double hidden, double width, aic_flag gated, aic_flag bias)
{
    struct aic_elements expert = aic_feed_forward_elements(hidden, width, gated, bias);
    return expert.split + expert.split_biases + expert.replicated_biases;
}
#define expert_params(hidden, width, gated, bias) aic_expert_params(hidden, width, gated, bias)

/* What a token uses: all but the experts that the router leaves out. */
/* clang-format off */
#define PARAMS_ACTIVE_ROW                                                                          \
    CASES(REAL, params_active, "parameters that one token uses", (UNIT("parameter")),              \
          WHEN(known(active_params), active_params)                                                \
          WHEN(experts > 0,                                                                        \
               params_total - (ffn_layers - dense_layers) * (experts - experts_per_token) *        \
               expert_params(hidden, expert_ffn, gated, linear_bias))                              \
          OTHERWISE(params_total))
/* clang-format on */

#endif
