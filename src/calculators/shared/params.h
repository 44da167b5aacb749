/* SPDX-License-Identifier: Apache-2.0 */
/* Equations of parameter counts, for params.c and for lists of results. */
#ifndef AICALC_CALCULATORS_SHARED_PARAMS_H
#define AICALC_CALCULATORS_SHARED_PARAMS_H

#include <aicalc/model.h>

#include "engine/rows/rows.h"

/* Width of a query and key head of latent attention. */
static inline double aic_latent_key_width(const struct aic_model *model)
{
    return model->qk_nope_head_dim + model->qk_rope_head_dim;
}

/* Matrices of a feed-forward block: gate, up and down, or up and down. */
static inline double aic_feed_forward_matrices(double hidden, double width, aic_flag gated)
{
    return (gated ? 3 : 2) * hidden * width;
}

static inline double aic_feed_forward_bias(double hidden, double width, aic_flag gated,
                                           aic_flag bias)
{
    return bias ? (gated ? 2 : 1) * width + hidden : 0;
}

/* Parameters of one routed expert with its biases. */
static inline double aic_expert_params(double hidden, double width, aic_flag gated, aic_flag bias)
{
    return aic_feed_forward_matrices(hidden, width, gated) +
           aic_feed_forward_bias(hidden, width, gated, bias);
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
