/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The weight matrices of a layer, each of which stands here once: parameter counts, LoRA adapters
 * and buffers of shapes are made from these lists.
 *
 * A list is used with a macro that takes its rows:
 *
 *   MATRIX(which, where, split, inputs, outputs, bias)
 *
 * `where`: there is such a matrix; `bias`: there is one, as wide as the outputs.
 */
#ifndef AICALC_CALCULATORS_SHARED_MATRICES_H
#define AICALC_CALCULATORS_SHARED_MATRICES_H

#include <aicalc/model.h>

/* Megatron-LM's names: what tensor parallel ranks split is the outputs, the inputs, or nothing. */
enum aic_split { AIC_COLUMN_PARALLEL, AIC_ROW_PARALLEL, AIC_REPLICATED };

enum aic_matrix {
    AIC_MATRIX_QUERY,
    AIC_MATRIX_VALUE,
    AIC_MATRIX_KEY,
    AIC_MATRIX_OUTPUT,
    AIC_MATRIX_QUERY_DOWN, /* into the latents */
    AIC_MATRIX_KEY_VALUE_DOWN,
    AIC_MATRIX_KEY_VALUE_UP,
    AIC_MATRIX_INDEXER,
    AIC_MATRIX_UP,
    AIC_MATRIX_GATE,
    AIC_MATRIX_DOWN
};

/* Fused kernels lay it beside the matrix before it, as one with the outputs of both. */
static inline bool aic_is_joined(enum aic_matrix which)
{
    return which == AIC_MATRIX_VALUE || which == AIC_MATRIX_KEY || which == AIC_MATRIX_GATE;
}

/* clang-format off */

/* A full, chunked or sliding layer. */
#define AIC_ATTENTION_MATRICES(MATRIX, m, kv_heads, head_dim, v_head_dim)                          \
    MATRIX(AIC_MATRIX_QUERY, true, AIC_COLUMN_PARALLEL,                                            \
           (m)->hidden, (m)->heads * (head_dim), (m)->qkv_bias)                                    \
    MATRIX(AIC_MATRIX_VALUE, true, AIC_COLUMN_PARALLEL,                                            \
           (m)->hidden, (kv_heads) * (v_head_dim), (m)->qkv_bias)                                  \
    MATRIX(AIC_MATRIX_KEY, true, AIC_COLUMN_PARALLEL,                                              \
           (m)->hidden, (kv_heads) * (head_dim), (m)->qkv_bias)                                    \
    MATRIX(AIC_MATRIX_OUTPUT, true, AIC_ROW_PARALLEL,                                              \
           (m)->heads * (v_head_dim), (m)->hidden, (m)->linear_bias)

/* Latent attention (DeepSeek-V2, arXiv 2405.04434). */
#define AIC_LATENT_MATRICES(MATRIX, m)                                                             \
    MATRIX(AIC_MATRIX_QUERY_DOWN, (m)->q_lora_rank > 0, AIC_REPLICATED,                            \
           (m)->hidden, (m)->q_lora_rank, false)                                                   \
    MATRIX(AIC_MATRIX_QUERY, true, AIC_COLUMN_PARALLEL,                                            \
           aic_query_inputs(m), (m)->heads * aic_latent_key_width(m), false)                       \
    MATRIX(AIC_MATRIX_KEY_VALUE_DOWN, true, AIC_REPLICATED,                                        \
           (m)->hidden, (m)->kv_lora_rank + (m)->qk_rope_head_dim, false)                          \
    MATRIX(AIC_MATRIX_KEY_VALUE_UP, true, AIC_COLUMN_PARALLEL,                                     \
           (m)->kv_lora_rank, (m)->heads * ((m)->qk_nope_head_dim + (m)->v_head_dim), false)       \
    MATRIX(AIC_MATRIX_OUTPUT, true, AIC_ROW_PARALLEL,                                              \
           (m)->heads * (m)->v_head_dim, (m)->hidden, (m)->linear_bias)

/* Queries, keys and weights of the heads of its indexer (DeepSeek-V3.2). */
#define AIC_INDEXER_MATRICES(MATRIX, m)                                                            \
    MATRIX(AIC_MATRIX_INDEXER, aic_has_indexer(m), AIC_REPLICATED,                                 \
           aic_query_inputs(m), (m)->index_heads * (m)->index_head_dim, false)                     \
    MATRIX(AIC_MATRIX_INDEXER, aic_has_indexer(m), AIC_REPLICATED,                                 \
           (m)->hidden, (m)->index_head_dim, false)                                                \
    MATRIX(AIC_MATRIX_INDEXER, aic_has_indexer(m), AIC_REPLICATED,                                 \
           (m)->hidden, (m)->index_heads, false)

/* A dense block or an expert; gated ones have three (SwiGLU, GeGLU). */
#define AIC_FEED_FORWARD_MATRICES(MATRIX, hidden, width, gated, bias)                              \
    MATRIX(AIC_MATRIX_UP, true, AIC_COLUMN_PARALLEL, hidden, width, bias)                          \
    MATRIX(AIC_MATRIX_GATE, gated, AIC_COLUMN_PARALLEL, hidden, width, bias)                       \
    MATRIX(AIC_MATRIX_DOWN, true, AIC_ROW_PARALLEL, width, hidden, bias)

/* clang-format on */

/* Width of a query and key head of latent attention. */
static inline double aic_latent_key_width(const struct aic_model *m)
{
    return m->qk_nope_head_dim + m->qk_rope_head_dim;
}

/* Queries of latent attention and of its indexer come from the query latent if there is one. */
static inline double aic_query_inputs(const struct aic_model *m)
{
    return m->q_lora_rank > 0 ? m->q_lora_rank : m->hidden;
}

static inline bool aic_has_indexer(const struct aic_model *m)
{
    return m->index_heads > 0 && m->index_head_dim > 0;
}

/* Parameters of matrices: those that tensor parallel ranks split, and those that each has. */
struct aic_elements {
    double split, replicated;
    double split_biases, replicated_biases;
};

static inline void aic_add_elements(struct aic_elements *sum, enum aic_split split, double inputs,
                                    double outputs, bool bias)
{
    if (split == AIC_REPLICATED) {
        sum->replicated += inputs * outputs;
    } else {
        sum->split += inputs * outputs;
    }
    if (bias && split == AIC_COLUMN_PARALLEL) {
        sum->split_biases += outputs;
    } else if (bias) {
        sum->replicated_biases += outputs;
    }
}
#define AIC_ADD_ELEMENTS(which, where, split, inputs, outputs, bias)                               \
    if (where) {                                                                                   \
        aic_add_elements(&sum, split, inputs, outputs, bias);                                      \
    }

static inline struct aic_elements aic_attention_elements(const struct aic_model *m, double kv_heads,
                                                         double head_dim, double v_head_dim)
{
    struct aic_elements sum = { 0, 0, 0, 0 };
    AIC_ATTENTION_MATRICES(AIC_ADD_ELEMENTS, m, kv_heads, head_dim, v_head_dim)
    return sum;
}

/* With the indexer. */
static inline struct aic_elements aic_latent_elements(const struct aic_model *m)
{
    struct aic_elements sum = { 0, 0, 0, 0 };
    AIC_LATENT_MATRICES(AIC_ADD_ELEMENTS, m)
    AIC_INDEXER_MATRICES(AIC_ADD_ELEMENTS, m)
    return sum;
}

static inline struct aic_elements aic_feed_forward_elements(double hidden, double width,
                                                            aic_flag gated, aic_flag bias)
{
    struct aic_elements sum = { 0, 0, 0, 0 };
    AIC_FEED_FORWARD_MATRICES(AIC_ADD_ELEMENTS, hidden, width, gated, bias)
    return sum;
}

#endif
