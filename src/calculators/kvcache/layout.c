/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an engine sets aside for a cache.
 *
 * vLLM 001cabc (kv_cache_interface.py, kv_cache_utils.py) cuts memory into
 * blocks of one size. Layers of one kind that share block tables are a group; where
 * there are several kinds all groups have as many layers, and all kinds the
 * same page per block and layer. llama.cpp (llama-kv-cache-iswa.cpp) gives
 * each layer rows of cells, padded to 256.
 */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/* llama.cpp pads its cells to this. */
#define CELL_PADDING 256.0
/* vLLM's attention kernels want blocks of a multiple of this where they are raised. */
#define BLOCK_PADDING 16.0
/* One group size for all: the largest kind's where it is below this many times the smallest's. */
#define GROUP_SLACK 1.5

/* Layers of each kind as vLLM sees them: swa_full makes full layers of windowed ones. */
static void kinds_of(const struct kv_plan *plan, const struct kv_stage *stage, double of[KV_KINDS])
{
    for (int kind = 0; kind < KV_KINDS; kind++) {
        of[kind] = stage->of[kind];
    }
    if (plan->in->swa_full == 1) {
        of[KV_FULL] += of[KV_SLIDING] + of[KV_CHUNKED];
        of[KV_SLIDING] = of[KV_CHUNKED] = 0;
    }
}

/* All layers in one group; a recurrent state is a block of its own. */
static void lay_one_group(const struct kv_plan *plan, const struct kv_stage *stage,
                          const double of[KV_KINDS], struct kv_layout *layout)
{
    double bytes = 0;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        bytes += stage->of[kind] * plan->unit[kind];
        layout->groups[kind] = of[kind] > 0 ? 1 : 0;
    }
    layout->block_tokens = of[KV_LINEAR] > 0 ? 1 : plan->in->block_size;
    layout->block_bytes = layout->block_tokens * bytes;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        layout->tokens[kind] = layout->block_tokens;
    }
}

static bool fail_pages(const struct kv_plan *plan, double page, double other,
                       struct aic_error *error)
{
    bool linear = plan->model->linear_layers > 0;
    aic_fail(error, AIC_ERR_CONFLICT, "engine",
             "vllm cannot make the pages of all kinds of layers equal: %g bytes do not divide %g",
             other, page);
    return aic_suggest(error,
                       "make sliding_kv_heads x sliding_head_dim a divisor of kv_heads x "
                       "head_dim, or take %s",
                       linear ? "engine ideal" : "swa_full or engine ideal");
}

/* Extremes over the kinds of a stage that have attention. */
struct extremes {
    double least, most;
};

static struct extremes attention_units(const struct kv_plan *plan, const struct kv_stage *stage)
{
    struct extremes unit = { INFINITY, 0 };
    for (int kind = 0; kind < KV_LINEAR; kind++) {
        if (stage->of[kind] > 0) {
            unit.least = fmin(unit.least, plan->unit[kind]);
            unit.most = fmax(unit.most, plan->unit[kind]);
        }
    }
    return unit;
}

/* One page for all kinds: blocks are raised until the smallest holds a recurrent state. */
static bool lay_pages(const struct kv_plan *plan, const struct kv_stage *stage,
                      struct kv_layout *layout, struct aic_error *error)
{
    struct extremes unit = attention_units(plan, stage);
    double tokens = plan->in->block_size;
    if (stage->of[KV_LINEAR] > 0) {
        double state = ceil(plan->unit[KV_LINEAR] / unit.least);
        tokens = fmax(tokens, BLOCK_PADDING * ceil(state / BLOCK_PADDING));
        layout->raised = tokens > plan->in->block_size;
    }
    layout->block_tokens = tokens;
    layout->page = tokens * unit.most;
    layout->tokens[KV_LINEAR] = 1;
    for (int kind = 0; kind < KV_LINEAR; kind++) {
        if (stage->of[kind] > 0 && fmod(layout->page, tokens * plan->unit[kind]) != 0) {
            return fail_pages(plan, layout->page, tokens * plan->unit[kind], error);
        }
        layout->tokens[kind] = plan->unit[kind] > 0 ? layout->page / plan->unit[kind] : tokens;
    }
    if (plan->in->swa_full == 1) {
        layout->tokens[KV_FULL] = tokens; /* also where only windowed layers are held in full */
    }
    return true;
}

static void lay_groups(const double of[KV_KINDS], struct kv_layout *layout)
{
    struct extremes layers = { INFINITY, 0 };
    for (int kind = 0; kind < KV_KINDS; kind++) {
        if (of[kind] > 0) {
            layers.least = fmin(layers.least, of[kind]);
            layers.most = fmax(layers.most, of[kind]);
        }
    }
    double size = layers.most < GROUP_SLACK * layers.least ? layers.most : layers.least;
    layout->group_layers = size;
    layout->block_bytes = size * layout->page;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        layout->groups[kind] = ceil(of[kind] / size);
        layout->padded = layout->padded || layout->groups[kind] * size != of[kind];
    }
}

static bool has_unequal_windows(const struct kv_plan *plan, const struct kv_stage *stage)
{
    struct extremes unit = attention_units(plan, stage);
    return plan->in->swa_full == 1 && stage->of[KV_LINEAR] > 0 && unit.least < unit.most;
}

bool aic_kv_layout(const struct kv_plan *plan, const struct kv_stage *stage,
                   struct kv_layout *layout, struct aic_error *error)
{
    *layout = (struct kv_layout){ .page = NAN, .group_layers = NAN };
    if (plan->in->engine != AIC_ENGINE_VLLM) {
        return true;
    }
    if (has_unequal_windows(plan, stage)) {
        aic_fail(error, AIC_ERR_CONFLICT, "swa_full",
                 "vllm with swa_full and linear_layers keeps all attention layers alike, but "
                 "sliding_kv_heads x sliding_head_dim differs from kv_heads x head_dim");
        return aic_suggest(error, "leave swa_full out, or take engine ideal");
    }
    double of[KV_KINDS];
    kinds_of(plan, stage, of);
    int kinds = 0;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        kinds += of[kind] > 0;
    }
    if (kinds <= 1) {
        lay_one_group(plan, stage, of, layout);
        return true;
    }
    if (!lay_pages(plan, stage, layout, error)) {
        return false;
    }
    lay_groups(of, layout);
    return true;
}

/* Blocks of one sequence in one group. A window also holds the tokens of the running step. */
double aic_kv_kind_blocks(const struct kv_plan *plan, const struct kv_layout *layout,
                          enum kv_kind kind, double context)
{
    const struct aic_kvcache_in *in = plan->in;
    double tokens = layout->tokens[kind];
    double held = plan->window[kind] + in->max_num_batched_tokens;
    switch (kind) {
    case KV_FULL:
        return ceil(ceil(context / in->dcp) / tokens);
    case KV_SLIDING:
        return ceil(fmin(held - 1, context) / tokens) + 1;
    case KV_CHUNKED:
        return ceil(fmin(held, context) / tokens);
    case KV_LINEAR:
    case KV_KINDS:
        break;
    }
    return in->linear_states;
}

double aic_kv_blocks(const struct kv_plan *plan, const struct kv_layout *layout, double context)
{
    double blocks = 0;
    for (int kind = 0; kind < KV_KINDS; kind++) {
        if (layout->groups[kind] > 0) {
            blocks += layout->groups[kind] *
                      aic_kv_kind_blocks(plan, layout, (enum kv_kind)kind, context);
        }
    }
    return blocks;
}

/* Whole blocks of the prefix; only full layers share them. */
double aic_kv_shared_blocks(const struct kv_plan *plan, const struct kv_layout *layout,
                            double prefix)
{
    return layout->groups[KV_FULL] * floor(prefix / (plan->in->dcp * layout->tokens[KV_FULL]));
}

static double pad(double cells)
{
    return CELL_PADDING * ceil(cells / CELL_PADDING);
}

/* Cells of a layer for all sequences: one buffer for all slots, or one for each of them. */
double aic_kv_cells(const struct kv_plan *plan, enum kv_kind kind, struct kv_load load)
{
    const struct aic_kvcache_in *in = plan->in;
    bool unified = in->kv_unified == 1;
    double full = unified ? pad(load.prefix + load.sequences * (load.context - load.prefix))
                          : pad(load.context);
    double slots = unified ? 1 : load.sequences;
    if (kind == KV_FULL || in->swa_full == 1) {
        return slots * full;
    }
    double windows = plan->window[kind] * (unified ? load.sequences : 1);
    return slots * pad(fmin(full, windows + in->max_num_batched_tokens));
}

double aic_kv_allocation(const struct kv_plan *plan, const struct kv_stage *stage,
                         const struct kv_layout *layout, struct kv_load load)
{
    if (plan->in->engine == AIC_ENGINE_IDEAL) {
        return aic_kv_content(plan, stage, plan->unit, plan->in->dcp, load);
    }
    if (plan->in->engine == AIC_ENGINE_VLLM) {
        double blocks = aic_kv_blocks(plan, layout, load.context);
        double shared = aic_kv_shared_blocks(plan, layout, load.prefix);
        return layout->block_bytes * (shared + load.sequences * (blocks - shared));
    }
    double bytes = 0;
    for (int kind = 0; kind < KV_LINEAR; kind++) {
        if (stage->of[kind] > 0) {
            bytes +=
                stage->of[kind] * plan->unit[kind] * aic_kv_cells(plan, (enum kv_kind)kind, load);
        }
    }
    return bytes +
           stage->of[KV_LINEAR] * plan->unit[KV_LINEAR] * load.sequences * plan->in->linear_states;
}
