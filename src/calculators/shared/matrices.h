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

/* Attention that is not latent as adapters and fused kernels see it. */
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

/* Queries come from the query latent if there is one. */
static inline double aic_query_inputs(const struct aic_model *m)
{
    return m->q_lora_rank > 0 ? m->q_lora_rank : m->hidden;
}

/* Geometry of a kind of attention layer. */
struct aic_heads {
    double heads, kv_heads, head_dim, v_head_dim;
};

static inline struct aic_heads aic_usual_heads(const struct aic_model *m)
{
    return (struct aic_heads){ m->heads, m->kv_heads, m->head_dim, m->v_head_dim };
}

static inline struct aic_heads aic_sliding_heads(const struct aic_model *m)
{
    return (struct aic_heads){ m->sliding_heads, m->sliding_kv_heads, m->sliding_head_dim,
                               aic_model_sliding_v_head_dim(m) };
}

/* Parameters of matrices: those that tensor parallel ranks split, and those that each has; norms
 * inside and vectors of compressors, which each has. */
struct aic_elements {
    double split, replicated;
    double split_biases, replicated_biases;
    double norms;
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

/* The gate of each head, on what attention gives. */
static inline void aic_add_gate(struct aic_elements *sum, const struct aic_model *m, double heads)
{
    aic_add_elements(sum, AIC_COLUMN_PARALLEL, m->hidden, heads * m->attention_gate, false);
}

/* Any layer that is not latent, without what makes it csa, hca or indexed. */
static inline struct aic_elements aic_attention_elements(const struct aic_model *m,
                                                         struct aic_heads of)
{
    struct aic_elements sum = { .norms = m->q_lora_rank };
    double output = of.heads * of.v_head_dim;
    if (m->q_lora_rank > 0) {
        aic_add_elements(&sum, AIC_REPLICATED, m->hidden, m->q_lora_rank, false);
    }
    aic_add_elements(&sum, AIC_COLUMN_PARALLEL, aic_query_inputs(m), of.heads * of.head_dim,
                     m->qkv_bias);
    aic_add_elements(&sum, AIC_COLUMN_PARALLEL, m->hidden, of.kv_heads * of.head_dim, m->qkv_bias);
    if (m->tied_kv != 1) {
        aic_add_elements(&sum, AIC_COLUMN_PARALLEL, m->hidden, of.kv_heads * of.v_head_dim,
                         m->qkv_bias);
    }
    if (m->o_lora_rank > 0) { /* a matrix of each group of heads, and one from all of them */
        aic_add_elements(&sum, AIC_COLUMN_PARALLEL, output, m->o_lora_rank, false);
        output = m->o_groups * m->o_lora_rank;
    }
    aic_add_elements(&sum, AIC_ROW_PARALLEL, output, m->hidden, m->linear_bias);
    aic_add_gate(&sum, m, of.heads);
    return sum;
}

/* Without an indexer. */
static inline struct aic_elements aic_latent_elements(const struct aic_model *m)
{
    struct aic_elements sum = { .norms = m->q_lora_rank + m->kv_lora_rank };
    AIC_LATENT_MATRICES(AIC_ADD_ELEMENTS, m)
    aic_add_gate(&sum, m, m->heads);
    return sum;
}

/* A full layer, or any other that is not sliding; its inner norms included. */
static inline struct aic_elements aic_usual_elements(const struct aic_model *m)
{
    return aic_model_is_latent(m) ? aic_latent_elements(m)
                                  : aic_attention_elements(m, aic_usual_heads(m));
}

/* Of an indexer: queries, keys and weights of its heads. Keys have a norm with a bias. */
static inline struct aic_elements aic_indexer_elements(const struct aic_model *m)
{
    bool latent = aic_model_is_latent(m); /* else its heads have no weights */
    double head =
        (latent ? aic_query_inputs(m) : m->hidden) * m->index_head_dim + (latent ? m->hidden : 0);
    return (struct aic_elements){
        .replicated = m->index_heads * head + m->hidden * m->index_head_dim,
        .norms = 2 * m->index_head_dim,
    };
}

/* What makes keys of `ratio` tokens one: for each of `copies` that overlap a matrix of keys and one
 * of weights, positions in the block, and a norm. */
static inline struct aic_elements aic_compressor_elements(const struct aic_model *m, double copies,
                                                          double ratio, double width)
{
    return (struct aic_elements){ .replicated = 2 * copies * m->hidden * width,
                                  .norms = copies * ratio * width + width };
}

/* More than an attention layer: of csa, whose indexer has a compressor of its own, and of hca. */
static inline struct aic_elements aic_csa_elements(const struct aic_model *m)
{
    struct aic_elements sum = aic_compressor_elements(m, 2, m->csa_ratio, m->head_dim);
    struct aic_elements own = aic_compressor_elements(m, 2, m->csa_ratio, m->index_head_dim);
    double queries = m->index_heads * m->index_head_dim;
    sum.replicated += own.replicated + m->q_lora_rank * queries + m->hidden * m->index_heads;
    sum.norms += own.norms;
    return sum;
}

static inline struct aic_elements aic_hca_elements(const struct aic_model *m)
{
    return aic_compressor_elements(m, 1, m->hca_ratio, m->head_dim);
}

static inline struct aic_elements aic_feed_forward_elements(double hidden, double width,
                                                            aic_flag gated, aic_flag bias)
{
    struct aic_elements sum = { 0 };
    AIC_FEED_FORWARD_MATRICES(AIC_ADD_ELEMENTS, hidden, width, gated, bias)
    return sum;
}

#endif
