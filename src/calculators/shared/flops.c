/* SPDX-License-Identifier: Apache-2.0 */
#include "calculators/shared/flops.h"

/* Keys without a window: half of the sequence and itself, on average, or all of it. */
static double all_keys(double seq, bool causal)
{
    return causal ? (seq + 1) / 2 : seq;
}

/* The first `window` tokens see fewer keys than the window holds. */
static double window_keys(double seq, double window, bool causal)
{
    if (seq <= window) {
        return all_keys(seq, causal);
    }
    return causal ? window - window * (window - 1) / (2 * seq) : window;
}

/* Every chunk is a sequence of its own; the last may be shorter. */
static double chunk_keys(double seq, double chunk, bool causal)
{
    if (!causal) {
        return fmin(seq, chunk);
    }
    double whole = floor(seq / chunk);
    double rest = seq - whole * chunk;
    return (whole * chunk * (chunk + 1) / 2 + rest * (rest + 1) / 2) / seq;
}

/* Sparse attention (DeepSeek-V3.2): an indexer picks the keys that a token attends to. */
static bool is_sparse(const struct aic_model *m)
{
    return aic_model_is_latent(m) && m->index_heads > 0 && m->index_head_dim > 0 &&
           m->index_topk > 0;
}

static void count_keys(const struct aic_model *m, const struct aic_params *p, double seq,
                       bool causal, struct aic_core *core)
{
    core->all_keys = all_keys(seq, causal);
    core->full_keys = core->all_keys;
    core->sparse_window = core->index_keys = core->chunked_keys = core->sliding_keys = NAN;
    if (is_sparse(m)) {
        core->sparse_window = m->index_topk;
        core->full_keys = window_keys(seq, m->index_topk, causal);
        core->index_keys = core->all_keys;
    }
    if (p->chunked_layers > 0) {
        core->chunked_keys = chunk_keys(seq, m->chunk_size, causal);
    }
    if (p->sliding_layers > 0) {
        core->sliding_keys = window_keys(seq, m->sliding_window, causal);
    }
}

static void find_widths(const struct aic_model *m, struct aic_core *core)
{
    core->latent_width =
        aic_model_is_latent(m) ? m->qk_nope_head_dim + m->qk_rope_head_dim : (double)NAN;
    core->key_width = aic_or(core->latent_width, m->head_dim);
    core->v_width = m->v_head_dim;
    core->sliding_width = m->sliding_head_dim;
    core->sliding_v_width = aic_model_sliding_v_head_dim(m);
}

/* Scores take a multiply and an add per element of a key, the sum of values one per element. */
static double heads_core(const struct aic_model *m, double key_width, double v_width, double keys)
{
    return 2 * m->heads * (key_width + v_width) * keys;
}

void aic_core_count(const struct aic_model *m, const struct aic_params *p, double seq, bool causal,
                    struct aic_core *core)
{
    count_keys(m, p, seq, causal, core);
    find_widths(m, core);
    double full = p->full_layers * heads_core(m, core->key_width, core->v_width, core->full_keys);
    double chunked =
        p->chunked_layers * heads_core(m, core->key_width, core->v_width, core->chunked_keys);
    double sliding = p->sliding_layers *
                     heads_core(m, core->sliding_width, core->sliding_v_width, core->sliding_keys);
    double index = p->full_layers * 2 * m->index_heads * m->index_head_dim * core->index_keys;
    /* NaN: no such layer, or no heads */
    core->full = aic_or(full, 0);
    core->chunked = aic_or(chunked, 0);
    core->sliding = aic_or(sliding, 0);
    core->index = aic_or(index, 0);
    core->total = core->full + core->chunked + core->sliding + core->index;
}

double aic_mtp_core(const struct aic_model *m, const struct aic_params *p,
                    const struct aic_core *core)
{
    return p->attention_layers > 0 ? heads_core(m, core->key_width, core->v_width, core->all_keys)
                                   : 0;
}

double aic_mtp_layer_params(const struct aic_model *m, const struct aic_params *p)
{
    double layer = p->attention_layer;
    if (p->moe_layers > 0) {
        double expert = p->routed_layer / m->experts;
        layer += m->experts_per_token * expert + p->router_layer + p->shared_layer;
    } else {
        layer += p->dense_layer;
    }
    /* and the matrix that joins the hidden state and the next token's embedding */
    return layer + 2 * m->hidden * m->hidden;
}

struct aic_flops aic_flops_of(const struct aic_model *m, const struct aic_params *p, double core)
{
    double head = aic_or(m->vocab * m->hidden, 0);
    return aic_is_set(p->matmul) ? (struct aic_flops){ p->matmul - head, head, core }
                                 : (struct aic_flops){ p->active, 0, core };
}
