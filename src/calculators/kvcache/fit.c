/* SPDX-License-Identifier: Apache-2.0 */
/* One GPU of the stage that binds, and the largest answers that still fit on every stage. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

#include <aicalc/text.h>

#include "calculators/shared/rounding.h"

/* Sequences cost nothing where this many take what one takes. */
#define MANY_SEQUENCES 1048576.0
/* Contexts of a model without a limit are looked at up to here. */
#define CONTEXT_LIMIT 1073741824.0

/* What a walk over the stages finds. */
struct walk {
    struct kv_stage stage; /* that binds: the first with the largest need */
    struct kv_layout layout;
    double weights, need;
    bool fits, starved, padded;
    double raised; /* block size that some stage raised it to; 0 where none did */
    double concurrency, blocks, blocks_per_sequence; /* of the stage that holds fewest sequences */
};

static struct kv_load load_of(const struct kv_plan *plan)
{
    return (struct kv_load){ plan->in->sequences, plan->in->context, plan->in->shared_prefix };
}

static struct kv_load one_of(const struct kv_plan *plan)
{
    return (struct kv_load){ 1, plan->in->context, 0 };
}

/* Bytes for the cache on a GPU of that stage: NaN where unknown, negative where weights exceed. */
static double pool_of(const struct kv_plan *plan, double weights)
{
    const struct aic_kvcache_in *in = plan->in;
    return aic_is_set(in->kv_memory)
               ? in->kv_memory
               : in->gpu_memory * in->gpu_memory_utilization - weights - in->overhead;
}

static double blocks_in(double pool, const struct kv_layout *layout)
{
    return fmax(0, floor(pool / layout->block_bytes));
}

/* Sequences that the pool of a stage holds at once, fractions included. */
static void walk_concurrency(const struct kv_plan *plan, const struct kv_stage *stage,
                             const struct kv_layout *layout, double pool, struct walk *walk)
{
    double blocks = NAN, each = NAN, concurrency = NAN;
    if (plan->in->engine == AIC_ENGINE_VLLM) {
        each = aic_kv_blocks(plan, layout, plan->in->context);
        blocks = blocks_in(pool, layout);
        concurrency = blocks / each;
    } else if (plan->in->engine == AIC_ENGINE_IDEAL) {
        concurrency = fmax(0, pool) / aic_kv_allocation(plan, stage, layout, one_of(plan));
    }
    if (isfinite(concurrency) && !(concurrency >= walk->concurrency)) {
        walk->concurrency = concurrency;
        walk->blocks = blocks;
        walk->blocks_per_sequence = each;
    }
}

static void walk_stage(const struct kv_plan *plan, const struct kv_stage *stage,
                       const struct kv_layout *layout, struct walk *walk)
{
    bool has_context = aic_is_set(plan->in->context);
    double weights = aic_kv_weights(plan, stage);
    double cache =
        has_context ? aic_kv_allocation(plan, stage, layout, load_of(plan)) : (double)NAN;
    bool cache_alone = has_context && (!plan->weights_known || aic_is_set(plan->in->kv_memory));
    double need = (cache_alone ? 0 : aic_or(weights, 0)) + aic_or(cache, 0);
    if (!(need <= walk->need)) {
        walk->stage = *stage;
        walk->layout = *layout;
        walk->weights = weights;
        walk->need = need;
    }
    walk->padded = walk->padded || layout->padded;
    walk->raised = fmax(walk->raised, layout->raised ? layout->block_tokens : 0);
    double pool = pool_of(plan, weights);
    walk->starved = walk->starved || pool <= 0;
    walk->fits = walk->fits && cache <= pool;
    if (has_context && aic_is_set(pool)) {
        walk_concurrency(plan, stage, layout, pool, walk);
    }
}

static bool walk_stages(const struct kv_plan *plan, struct walk *walk, struct aic_error *error)
{
    *walk = (struct walk){ .need = NAN, .concurrency = NAN, .fits = true };
    for (double index = 1; index <= plan->in->pp; index++) {
        struct kv_stage stage;
        struct kv_layout layout;
        aic_kv_stage(plan, index, &stage);
        if (!aic_kv_layout(plan, &stage, &layout, error)) {
            return false;
        }
        walk_stage(plan, &stage, &layout, walk);
    }
    return true;
}

/* A stage together with what fits in it, for the searches. */
struct room {
    const struct kv_plan *plan;
    struct kv_stage stage;
    struct kv_layout layout;
    double pool;
};

static void enter_room(const struct kv_plan *plan, double index, struct room *room)
{
    room->plan = plan;
    aic_kv_stage(plan, index, &room->stage);
    aic_kv_layout(plan, &room->stage, &room->layout, NULL); /* the walk has been here */
    room->pool = pool_of(plan, aic_kv_weights(plan, &room->stage));
}

static double allocation(const struct room *room, double sequences, double context)
{
    struct kv_load load = { sequences, context, room->plan->in->shared_prefix };
    return aic_kv_allocation(room->plan, &room->stage, &room->layout, load);
}

static bool holds(const struct room *room, double sequences, double context)
{
    return allocation(room, sequences, context) <= room->pool;
}

/* Largest number of sequences below `limit`, which does not fit. */
static double most_sequences(const struct room *room, double limit)
{
    double context = room->plan->in->context;
    double first = allocation(room, 1, context);
    if (!(first <= room->pool)) {
        return 0;
    }
    double low = 1, high = limit;
    /* bytes rise (nearly) in proportion: look there first */
    double guess = 1 + floor((room->pool - first) / (allocation(room, 2, context) - first));
    for (double near = guess; near <= guess + 1 && near > low && near < high; near++) {
        if (!holds(room, near, context)) {
            high = near;
            break;
        }
        low = near;
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (holds(room, middle, context)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Sequences that fit on every stage; AIC_MAX_INTEGER where there is no end to them. */
static double find_max_sequences(const struct kv_plan *plan)
{
    double context = plan->in->context;
    double most = AIC_MAX_INTEGER;
    bool costless = true;
    for (double index = 1; index <= plan->in->pp; index++) {
        struct room room;
        enter_room(plan, index, &room);
        costless =
            costless && allocation(&room, MANY_SEQUENCES, context) == allocation(&room, 1, context);
        if (!holds(&room, most, context)) {
            most = most_sequences(&room, most);
        }
    }
    return costless ? AIC_MAX_INTEGER : most;
}

/* Longest context from `least` up to below `limit`, which does not fit; 0 where none does. */
static double most_context(const struct room *room, double least, double limit)
{
    double sequences = room->plan->in->sequences;
    if (!holds(room, sequences, least)) {
        return 0;
    }
    double low = least, high = limit;
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (holds(room, sequences, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* NaN where a model without a limit has no end within CONTEXT_LIMIT either. */
static double find_max_context(const struct kv_plan *plan)
{
    double limit = aic_or(plan->model->max_context, CONTEXT_LIMIT);
    double least = fmax(1, plan->in->shared_prefix);
    double longest = limit;
    if (limit < least) {
        return 0;
    }
    for (double index = 1; index <= plan->in->pp && longest > 0; index++) {
        struct room room;
        enter_room(plan, index, &room);
        if (!holds(&room, plan->in->sequences, longest)) {
            longest = most_context(&room, least, longest);
        }
    }
    bool endless = longest == limit && !aic_is_set(plan->model->max_context);
    return endless ? (double)NAN : longest;
}

static void fill_stage(const struct kv_plan *plan, const struct walk *walk,
                       struct aic_kvcache_out *out)
{
    const struct kv_stage *stage = &walk->stage;
    out->stage_layers = stage->layers;
    out->stage_full = stage->of[KV_FULL];
    out->stage_sliding = stage->of[KV_SLIDING];
    out->stage_chunked = stage->of[KV_CHUNKED];
    out->stage_linear = stage->of[KV_LINEAR];
    out->kv_per_token_gpu = stage->of[KV_FULL] * plan->unit[KV_FULL] / plan->in->dcp;
    if (plan->in->pp > 1) {
        out->binding_stage = stage->index;
    }
    aic_kv_weight_terms(plan, stage, out);
    out->weights_per_gpu = walk->weights;
    out->weights_total = aic_kv_weights_total(plan);
    out->overhead_per_gpu = plan->in->overhead;
    if (AIC_ORIGIN(plan->in, overhead) == AIC_FROM_DEFAULT &&
        plan->in->engine != AIC_ENGINE_IDEAL) {
        out->overhead_estimate = plan->in->overhead;
    }
}

static void fill_blocks(const struct kv_plan *plan, const struct kv_layout *layout,
                        struct aic_kvcache_out *out)
{
    out->block_bytes = layout->block_bytes;
    out->block_tokens = layout->block_tokens;
    out->page_bytes = layout->page;
    out->group_layers = layout->group_layers;
    out->groups_full = layout->groups[KV_FULL];
    out->groups_sliding = layout->groups[KV_SLIDING];
    out->groups_chunked = layout->groups[KV_CHUNKED];
    out->groups_linear = layout->groups[KV_LINEAR];
    double context = plan->in->context;
    if (!aic_is_set(context)) {
        return;
    }
    out->blocks_full = aic_kv_kind_blocks(plan, layout, KV_FULL, context);
    /* no window, no blocks: as the formulas say */
    out->blocks_sliding = aic_is_set(plan->model->sliding_window)
                              ? aic_kv_kind_blocks(plan, layout, KV_SLIDING, context)
                              : 0;
    out->blocks_chunked = aic_is_set(plan->model->chunk_size)
                              ? aic_kv_kind_blocks(plan, layout, KV_CHUNKED, context)
                              : 0;
    out->blocks_per_sequence = aic_kv_blocks(plan, layout, context);
    out->shared_blocks = aic_kv_shared_blocks(plan, layout, plan->in->shared_prefix);
}

static void fill_cells(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    struct kv_load load = load_of(plan), one = one_of(plan);
    out->slot_full = aic_kv_cells(plan, KV_FULL, one);
    out->slot_sliding = aic_kv_cells(plan, KV_SLIDING, one);
    out->slot_chunked = aic_kv_cells(plan, KV_CHUNKED, one);
    out->cells_full = aic_kv_cells(plan, KV_FULL, load);
    out->cells_sliding = aic_kv_cells(plan, KV_SLIDING, load);
    out->cells_chunked = aic_kv_cells(plan, KV_CHUNKED, load);
}

/* The cache of the binding stage, and what of it holds information. */
static void fill_cache(const struct kv_plan *plan, const struct walk *walk,
                       struct aic_kvcache_out *out)
{
    const struct kv_stage *stage = &walk->stage;
    struct kv_load load = load_of(plan);
    if (plan->in->engine == AIC_ENGINE_VLLM) {
        fill_blocks(plan, &walk->layout, out);
    }
    if (!aic_is_set(load.context)) {
        return;
    }
    if (plan->in->engine == AIC_ENGINE_LLAMACPP) {
        fill_cells(plan, out);
    }
    out->kv_per_sequence_gpu = aic_kv_allocation(plan, stage, &walk->layout, one_of(plan));
    out->kv_per_gpu = aic_kv_allocation(plan, stage, &walk->layout, load);
    out->content_per_gpu = aic_kv_content(plan, stage, plan->unit, plan->in->dcp, load);
    if (out->kv_per_gpu > 0) {
        out->kv_waste = 1 - out->content_per_gpu / out->kv_per_gpu;
    }
}

static void fill_memory(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    out->memory_per_gpu = out->weights_per_gpu + in->overhead + out->kv_per_gpu;
    out->gpu_memory_needed = out->memory_per_gpu / in->gpu_memory_utilization;
    out->gpu_memory_utilization_needed = out->memory_per_gpu / in->gpu_memory;
    if (!aic_is_set(in->kv_memory)) {
        out->memory_limit = in->gpu_memory * in->gpu_memory_utilization;
    }
    out->kv_pool = pool_of(plan, out->weights_per_gpu);
    out->headroom = out->kv_pool - out->kv_per_gpu;
    out->gpus_total = in->tp * in->pp * in->dp;
}

static void fill_max_sequences(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    double most = find_max_sequences(plan);
    if (most == AIC_MAX_INTEGER) {
        return;
    }
    if (plan->in->engine == AIC_ENGINE_VLLM) {
        bool capped = most > plan->in->max_num_seqs;
        out->max_sequences_bound_by = capped ? AIC_BOUND_MAX_NUM_SEQS : AIC_BOUND_MEMORY;
        most = fmin(most, plan->in->max_num_seqs);
    }
    out->max_sequences = most;
    out->max_sequences_total = most * plan->in->dp;
}

static void fill_concurrency(const struct kv_plan *plan, const struct walk *walk,
                             struct aic_kvcache_out *out)
{
    double context = plan->in->context;
    out->max_concurrency = walk->concurrency;
    switch ((enum aic_engine)plan->in->engine) {
    case AIC_ENGINE_VLLM:
        out->blocks = aic_is_set(walk->concurrency)  ? walk->blocks
                      : walk->layout.block_bytes > 0 ? blocks_in(out->kv_pool, &walk->layout)
                                                     : (double)NAN;
        out->max_tokens = floor(walk->blocks * context / walk->blocks_per_sequence);
        break;
    case AIC_ENGINE_IDEAL:
        out->max_tokens = aic_down(walk->concurrency * context);
        break;
    case AIC_ENGINE_LLAMACPP:
        out->max_tokens = out->max_sequences * context;
        break;
    }
}

static void fill_fit(const struct kv_plan *plan, const struct walk *walk,
                     struct aic_kvcache_out *out)
{
    if (!aic_is_set(out->kv_pool)) {
        return;
    }
    if (aic_is_set(plan->in->context)) {
        out->fits = walk->fits;
        fill_max_sequences(plan, out);
    }
    fill_concurrency(plan, walk, out);
    out->max_context_fit = find_max_context(plan);
}

static void warn_stages(const struct kv_plan *plan, const struct walk *walk,
                        struct aic_notes *notes)
{
    if (walk->raised > 0) {
        aic_warn(notes, "block-size-raised",
                 "block_size is raised from %g to %g tokens, so that a block of attention is as "
                 "large as one recurrent state; kernels may want a multiple of 32: give block_size",
                 plan->in->block_size, walk->raised);
    }
    if (walk->padded) {
        aic_warn(notes, "padding-layers",
                 "kinds of layers do not fill groups of the same size: some places stay empty but "
                 "take memory");
    }
    if (walk->starved) {
        aic_warn(notes, "weights-do-not-fit",
                 "weights and overhead leave nothing for the cache on a GPU; take more tp or pp, "
                 "smaller weights or a larger GPU");
    }
}

bool aic_kv_fit(const struct kv_plan *plan, struct aic_kvcache_out *out, struct aic_notes *notes)
{
    struct walk walk;
    if (!walk_stages(plan, &walk, &notes->error)) {
        return false;
    }
    fill_stage(plan, &walk, out);
    fill_cache(plan, &walk, out);
    fill_memory(plan, out);
    fill_fit(plan, &walk, out);
    warn_stages(plan, &walk, notes);
    return true;
}
