/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: the rows of one pipeline stage, and the blocks that vLLM cuts it into. */
#include "calculators/kvcache/rows.h"

#include <math.h>

/* vLLM's attention kernels want blocks of a multiple of this where they are raised. */
#define BLOCK_PADDING 16.0
/* One group size for all: the largest kind's where it is below this many times the smallest's. */
#define GROUP_SLACK 1.5

/* The smallest and the largest of those above 0, and how many these are. */
struct extremes {
    double least, most;
    int count;
};

static struct extremes extremes_of(const double *values, int count)
{
    struct extremes found = { INFINITY, 0, 0 };
    for (int i = 0; i < count; i++) {
        if (values[i] > 0) {
            found.least = fmin(found.least, values[i]);
            found.most = fmax(found.most, values[i]);
            found.count++;
        }
    }
    return found;
}

/* Layers of each kind as vLLM sees them: swa_full makes full layers of windowed ones. */
static struct extremes held_layers(const struct aic_kvcache_in *in,
                                   const struct aic_kvcache_out *out)
{
    double windowed = out->stage_sliding + out->stage_chunked;
    bool held = in->swa_full == 1;
    const double layers[] = { out->stage_full + (held ? windowed : 0),
                              held ? 0 : out->stage_sliding, held ? 0 : out->stage_chunked,
                              out->stage_linear };
    return extremes_of(layers, 4);
}

/* Bytes of a token in the attention layers of a stage. */
static struct extremes attention_units(const struct aic_kvcache_out *out)
{
    const double units[] = { out->stage_full + out->stage_chunked > 0 ? out->u_full : 0,
                             out->stage_sliding > 0 ? out->u_sliding : 0 };
    return extremes_of(units, 2);
}

static double block_tokens_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    if (in->engine != AIC_ENGINE_VLLM) {
        return NAN;
    }
    if (!(out->stage_linear > 0)) {
        return in->block_size;
    }
    if (held_layers(in, out).count == 1) {
        return 1; /* a recurrent state is a block of its own */
    }
    double state = ceil(out->u_linear / attention_units(out).least);
    return fmax(in->block_size, BLOCK_PADDING * ceil(state / BLOCK_PADDING));
}

static double group_layers_of(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    if (in->engine != AIC_ENGINE_VLLM) {
        return NAN;
    }
    struct extremes layers = held_layers(in, out);
    if (layers.count <= 1) {
        return NAN; /* one group holds every layer */
    }
    return layers.most < GROUP_SLACK * layers.least ? layers.most : layers.least;
}

static bool check_pages(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                        struct aic_error *error)
{
    if (!aic_is_set(out->group_layers)) {
        return true;
    }
    struct extremes unit = attention_units(out);
    if (in->swa_full == 1 && out->stage_linear > 0 && unit.least < unit.most) {
        aic_fail(error, AIC_ERR_CONFLICT, "swa_full",
                 "vllm with swa_full and linear_layers keeps all attention layers alike, but "
                 "sliding_kv_heads x sliding_head_dim differs from kv_heads x head_dim");
        return aic_suggest(error, "leave swa_full out, or take engine ideal");
    }
    double smallest = out->block_tokens * unit.least;
    if (fmod(out->page_bytes, smallest) == 0) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "engine",
             "vllm cannot make the pages of all kinds of layers equal: %g bytes do not divide %g",
             smallest, out->page_bytes);
    return aic_suggest(error,
                       "make sliding_kv_heads x sliding_head_dim a divisor of kv_heads x "
                       "head_dim, or take %s",
                       in->model.linear_layers > 0 ? "engine ideal" : "swa_full or engine ideal");
}

bool aic_kvcache_evaluate_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                double index, double given, struct aic_kvcache_out *out,
                                struct aic_error *error)
{
    const struct aic_kvcache_out *computed = out;
    const struct aic_kvcache_stage stage = aic_kvcache_stage_of(in, out, index);
    const struct aic_kvcache_parts parts = aic_kvcache_parts(in, out, counts, &stage);
#include "engine/rows/code.inc"
    weight_memory = given;
#include "engine/rows/as_loaded.h"
#include MODEL_ROWS
#include "engine/rows/as_results.h"
#include STAGE_ROWS
#include "engine/rows/none.h"
    return check_pages(in, out, error);
}
