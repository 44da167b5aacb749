/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: FLOP of attention, prompts other than the one asked for, and the rows of the times. */
#include "calculators/kvcache/rows.h"

#include <math.h>

/* Queries of a latent model with an indexer see the tokens that it lets through. */
static double sparse_window(const struct aic_model *m)
{
    return aic_model_is_latent(m) && m->index_topk > 0 ? m->index_topk : (double)INFINITY;
}

/* Pairs of a token and one that it sees, by kind of layer. */
struct pairs {
    double full, sparse, sliding, chunked;
};

/* Scores and values: two FLOP for each pair and element, in all layers. */
static double attention(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                        double latent_width, const struct pairs *pairs)
{
    const struct aic_model *m = &in->model;
    if (aic_model_is_latent(m)) {
        return out->full_layers * (2 * m->heads * latent_width * pairs->sparse +
                                   2 * m->index_heads * m->index_head_dim * pairs->full);
    }
    double flops = 0;
    if (out->full_layers > 0) {
        flops += out->full_layers * (m->head_dim + m->v_head_dim) * pairs->full;
    }
    if (m->sliding_layers > 0) {
        flops +=
            m->sliding_layers * (m->sliding_head_dim + out->sliding_value_width) * pairs->sliding;
    }
    if (m->chunked_layers > 0) {
        flops += m->chunked_layers * (m->head_dim + m->v_head_dim) * pairs->chunked;
    }
    return 2 * m->heads * flops;
}

/* D: one token. A latent is attended as it is (absorbed), 2 * rank wide. */
static double decode_attention(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    const struct aic_model *m = &in->model;
    const struct pairs pairs = {
        .full = in->context,
        .sparse = fmin(in->context, sparse_window(m)),
        .sliding = fmin(in->context, out->sliding_span),
        .chunked = fmod(in->context - 1, m->chunk_size) + 1,
    };
    return attention(in, out, 2 * m->kv_lora_rank + m->qk_rope_head_dim, &pairs);
}

/* N: pairs among the first z tokens, causal. */
static double pairs_full(double z)
{
    return z * (z + 1) / 2;
}

static double pairs_in_window(double z, double window)
{
    double below = fmin(z, window);
    return pairs_full(below) + (z > window ? (z - window) * window : 0);
}

static double pairs_in_chunks(double z, double chunk)
{
    double rest = fmod(z, chunk);
    return (z - rest) / chunk * pairs_full(chunk) + pairs_full(rest);
}

/* Attention of the first z tokens, in all layers. */
static double prompt_attention(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                               double z)
{
    const struct aic_model *m = &in->model;
    const struct pairs pairs = {
        .full = pairs_full(z),
        .sparse = pairs_in_window(z, sparse_window(m)),
        .sliding = pairs_in_window(z, m->sliding_window),
        .chunked = pairs_in_chunks(z, m->chunk_size),
    };
    return attention(in, out, m->qk_nope_head_dim + m->qk_rope_head_dim + m->v_head_dim, &pairs);
}

/* All-reduces for other tokens than those of a step of decoding. */
static double all_reduces(const struct aic_kvcache_in *in, double tokens)
{
    struct aic_kvcache_out scratch, *out = &scratch;
#include "engine/rows/code.inc"
    sequences = tokens;
#include COMMUNICATION_ROWS
#include "engine/rows/none.h"
    return decode_communication_time;
}

/* Reading the whole context: the rows of a prefill without a shared prefix. */
struct prompt {
    double communication_time, flops, time;
};

static struct prompt whole_prompt(const struct aic_kvcache_in *in,
                                  const struct aic_kvcache_out *computed)
{
    if (in->shared_prefix == 0) {
        return (struct prompt){ computed->prefill_communication_time, computed->prefill_flops,
                                computed->prefill_time };
    }
    struct aic_kvcache_out scratch = *computed, *out = &scratch;
#include "engine/rows/code.inc"
    shared_prefix = 0;
#include "engine/rows/as_loaded.h"
#include MODEL_ROWS
#include "engine/rows/as_results.h"
#include PREFILL_ROWS
#include "engine/rows/none.h"
    return (struct prompt){ prefill_communication_time, prefill_flops, prefill_time };
}

void aic_kvcache_evaluate_rest(const struct aic_kvcache_in *in, const struct aic_params *counts,
                               const struct aic_kvcache_fit *fit, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_out *computed = out;
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"
#include CACHE_ROWS
#include CONTENT_ROWS
#include MODEL_ROWS
#include STAGE_ROWS
#include "engine/rows/as_results.h"
#include COMMUNICATION_ROWS
#include MEMORY_ROWS
#include PREFILL_ROWS
    const struct prompt whole = whole_prompt(in, out);
#include TIME_ROWS
#include "engine/rows/none.h"
}
