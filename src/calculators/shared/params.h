/* SPDX-License-Identifier: Apache-2.0 */
/* Equations of parameter counts, for params.c and for lists of results. */
#ifndef AICALC_CALCULATORS_SHARED_PARAMS_H
#define AICALC_CALCULATORS_SHARED_PARAMS_H

#include "calculators/shared/matrices.h"
#include "engine/rows/rows.h"

/* What one layer of a kind has, where the fields that describe it are known. */
struct aic_elements aic_layer_elements(const struct aic_model *m, enum aic_layer_kind kind);

/* Parameters of one routed expert with its biases. */
static inline double aic_expert_params(double hidden, double width, aic_flag gated, aic_flag bias)
{
    struct aic_elements expert = aic_feed_forward_elements(hidden, width, gated, bias);
    return expert.split + expert.split_biases + expert.replicated_biases;
}
/* The fields of the count. */
#define AIC_COUNT_FIELDS                                                                           \
    "params layers hidden heads kv_heads head_dim v_head_dim ffn gated vocab tied_embeddings "     \
    "output_head learned_positions qkv_bias linear_bias experts expert_ffn expert_hidden "         \
    "shared_experts shared_expert_ffn dense_layers kv_lora_rank q_lora_rank qk_nope_head_dim "     \
    "qk_rope_head_dim o_lora_rank o_groups attention_gate tied_kv index_heads index_head_dim "     \
    "index_layers sliding_layers sliding_heads sliding_kv_heads sliding_head_dim "                 \
    "chunked_layers csa_layers csa_ratio hca_layers hca_ratio cross_layers linear_layers "         \
    "linear_params attention_layers ffn_layers norms_per_layer norm_bias attention_extra "         \
    "mlp_extra lookup_params extra_params"

#define expert_params(hidden, width, gated, bias) aic_expert_params(hidden, width, gated, bias)

/* What a token uses: all but the experts that the router leaves out. */
/* clang-format off */
#define PARAMS_ACTIVE_ROW                                                                          \
    CASES(REAL, params_active, "parameters that one token uses", (UNIT("parameter")),              \
          WHEN(known(active_params), active_params)                                                \
          WHEN(experts > 0,                                                                        \
               params_total - (ffn_layers - dense_layers) * (experts - experts_per_token) *        \
               expert_params(value_or(expert_hidden, hidden), expert_ffn, gated, linear_bias))                              \
          OTHERWISE(params_total))
/* clang-format on */

#endif
