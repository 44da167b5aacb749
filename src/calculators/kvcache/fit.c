/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: the walk over the stages, and the largest answers that still fit on every stage. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

#include <aicalc/text.h>

#include "engine/rows/rows.h"

/* Sequences cost nothing where this many take what one takes. */
#define MANY_SEQUENCES 1048576.0
/* Contexts of a model without a limit are looked at up to here. */
#define CONTEXT_LIMIT 1073741824.0

/* The rows of one stage, with another weight_memory or none. */
static void evaluate_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                           double index, double given, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_stage layers_of_stage = aic_kvcache_stage(in, out, index);
    const struct aic_kvcache_stage *stage = &layers_of_stage;
    const struct aic_kvcache_parts parts_of_stage = aic_kvcache_parts(in, out, counts, stage);
    const struct aic_kvcache_parts *parts = &parts_of_stage;
#include "engine/rows/as_values.h"

#include "calculators/kvcache/inputs.inc"
    weight_memory = given;
#include "engine/rows/as_loaded.h"

#include "calculators/kvcache/results_model.inc"
#include "engine/rows/as_results.h"

#include "calculators/kvcache/results_stage.inc"
#include "engine/rows/none.h"
}

/* Tokens in the windows of all sequences: what of them lies in the prefix counts once. */
double aic_kvcache_window_tokens(double sequences, double context, double prefix, double window)
{
    if (!aic_is_set(context)) {
        return NAN;
    }
    double each = fmin(context, window);
    double common = fmax(0, prefix - (context - each));
    return common + sequences * (each - common);
}

/* What holds information on a GPU of the stage in *out, for other sequences. */
static double evaluate_content(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                               double other_sequences, double other_context, double other_prefix)
{
#include "engine/rows/as_values.h"

#include "calculators/kvcache/inputs.inc"
    sequences = other_sequences;
    context = other_context;
    shared_prefix = other_prefix;
#include "engine/rows/as_loaded.h"

#include "calculators/kvcache/results_model.inc"
#include "calculators/kvcache/results_stage.inc"
#include "engine/rows/as_results.h"

#include "calculators/kvcache/results_content.inc"
#include "engine/rows/none.h"
    return content_per_gpu;
}

/* What the engine sets aside there. */
static double evaluate_cache(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             double other_sequences, double other_context)
{
    if (in->engine != AIC_ENGINE_VLLM) {
        evaluate_content(in, out, other_sequences, other_context, in->shared_prefix);
    }
#include "engine/rows/as_values.h"

#include "calculators/kvcache/inputs.inc"
#include "calculators/kvcache/results_cache.inc"
    sequences = other_sequences;
    context = other_context;
#include "engine/rows/as_loaded.h"

#include "calculators/kvcache/results_content.inc"
#include "calculators/kvcache/results_model.inc"
#include "calculators/kvcache/results_stage.inc"
#include "engine/rows/as_results.h"

#include "calculators/kvcache/results_cache.inc"
#include "engine/rows/none.h"
    return kv_per_gpu;
}

/* Sequences at once, and their length. */
struct load {
    double sequences, context;
};

static bool holds(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                  const struct load *load)
{
    return evaluate_cache(in, out, load->sequences, load->context) <= out->kv_pool;
}

/* The largest *varied, a member of `load`, from `low`, which fits, to below `high`, which does
 * not. */
static double bisect(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                     const struct load *load, double *varied, double low, double high)
{
    while (high - low > 1) {
        *varied = floor((low + high) / 2);
        if (holds(in, out, load)) {
            low = *varied;
        } else {
            high = *varied;
        }
    }
    return low;
}

/* Largest number of sequences below `limit`, which does not fit; `first` is the cache of one. */
static double most_sequences(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             double first, double limit)
{
    if (!(first <= out->kv_pool)) {
        return 0;
    }
    struct load load = { 1, in->context };
    double low = 1, high = limit;
    /* bytes rise (nearly) in proportion: look there first */
    double second = evaluate_cache(in, out, 2, in->context);
    double guess = 1 + floor((out->kv_pool - first) / (second - first));
    for (double near = guess; near <= guess + 1 && near > low && near < high; near++) {
        load.sequences = near;
        if (!holds(in, out, &load)) {
            high = near;
            break;
        }
        low = near;
    }
    return bisect(in, out, &load, &load.sequences, low, high);
}

static void search_sequences(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             struct aic_kvcache_fit *fit)
{
    double first = evaluate_cache(in, out, 1, in->context);
    fit->costless = fit->costless && evaluate_cache(in, out, MANY_SEQUENCES, in->context) == first;
    const struct load most = { fit->sequences, in->context };
    if (!holds(in, out, &most)) {
        fit->sequences = most_sequences(in, out, first, fit->sequences);
    }
}

static double least_context(const struct aic_kvcache_in *in)
{
    return fmax(1, in->shared_prefix);
}

/* Narrows fit->context, 0 where not even the least fits. */
static void search_context(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                           struct aic_kvcache_fit *fit)
{
    double high = fit->context;
    struct load load = { in->sequences, high };
    if (high == 0 || holds(in, out, &load)) {
        return;
    }
    double low = load.context = least_context(in);
    fit->context = holds(in, out, &load) ? bisect(in, out, &load, &load.context, low, high) : 0;
}

static double blocks_in(const struct aic_kvcache_out *out)
{
    return fmax(0, floor(out->kv_pool / out->block_bytes));
}

/* Sequences that the pool of a stage holds at once, fractions included; `one` holds what one has
 * to keep. */
static void compare_concurrency(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                double one, struct aic_kvcache_fit *fit)
{
    double blocks = NAN, each = NAN, concurrency = NAN;
    if (in->engine == AIC_ENGINE_VLLM) {
        each = out->blocks_per_sequence;
        blocks = blocks_in(out);
        concurrency = blocks / each;
    } else if (in->engine == AIC_ENGINE_IDEAL) {
        concurrency = fmax(0, out->kv_pool) / one;
    }
    if (isfinite(concurrency) && !(concurrency >= fit->concurrency)) {
        fit->concurrency = concurrency;
        fit->blocks = blocks;
        fit->blocks_per_sequence = each;
    }
}

/* The cache of the stage in *out: searches, and what it comes to at the sequences asked for. */
static void visit_cache(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                        struct aic_kvcache_fit *fit)
{
    bool has_context = aic_is_set(in->context), has_pool = aic_is_set(out->kv_pool);
    double one = evaluate_content(in, out, 1, in->context, 0);
    fit->largest_content = fmax(fit->largest_content, one);
    if (has_context && has_pool) {
        search_sequences(in, out, fit);
    }
    if (has_pool) {
        search_context(in, out, fit);
    }
    double cache = evaluate_cache(in, out, in->sequences, in->context);
    fit->fits = fit->fits && cache <= out->kv_pool;
    if (has_context && has_pool) {
        compare_concurrency(in, out, one, fit);
    }
}

static bool visit_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                        double index, struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                        struct aic_error *error)
{
    evaluate_stage(in, counts, index, NAN, out);
    fit->weight_scale = out->weight_scale;
    fit->weights += out->weights_per_gpu;
    fit->largest_weights = fmax(fit->largest_weights, out->weights_per_gpu);
    if (aic_is_set(in->weight_memory)) {
        evaluate_stage(in, counts, index, in->weight_memory, out);
    }
    if (!aic_kvcache_check_pages(in, out, error)) {
        return false;
    }
    visit_cache(in, out, fit);
    bool cache_alone =
        aic_is_set(in->context) && (!aic_is_set(out->weights_per_gpu) || aic_is_set(in->kv_memory));
    double need = (cache_alone ? 0 : aic_or(out->weights_per_gpu, 0)) + aic_or(out->kv_per_gpu, 0);
    if (!(need <= fit->need)) {
        fit->need = need;
        fit->binding_stage = index;
    }
    fit->padded = fit->padded || aic_kvcache_is_padded(out);
    fit->raised = fmax(fit->raised, out->block_tokens > in->block_size ? out->block_tokens : 0);
    fit->starved = fit->starved || out->kv_pool <= 0;
    return true;
}

bool aic_kvcache_walk(const struct aic_kvcache_in *in, const struct aic_params *counts,
                      struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                      struct aic_error *error)
{
    double longest = aic_or(in->model.max_context, CONTEXT_LIMIT);
    *fit = (struct aic_kvcache_fit){
        .need = NAN,
        .concurrency = NAN,
        .fits = true,
        .costless = true,
        .sequences = AIC_MAX_INTEGER,
        .context = longest < least_context(in) ? 0 : longest,
    };
    for (double index = 1; index <= in->pp; index++) {
        if (!visit_stage(in, counts, index, out, fit, error)) {
            return false;
        }
    }
    if (fit->binding_stage != in->pp) {
        evaluate_stage(in, counts, fit->binding_stage, in->weight_memory, out);
    }
    evaluate_content(in, out, in->sequences, in->context, in->shared_prefix);
    evaluate_cache(in, out, in->sequences, in->context);
    bool has_pool = aic_is_set(out->kv_pool);
    if (!has_pool || !aic_is_set(in->context) || fit->costless ||
        fit->sequences == AIC_MAX_INTEGER) {
        fit->sequences = NAN;
    }
    if (!has_pool || (fit->context == CONTEXT_LIMIT && !aic_is_set(in->model.max_context))) {
        fit->context = NAN;
    }
    return true;
}

double aic_kvcache_blocks(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                          const struct aic_kvcache_fit *fit)
{
    if (in->engine != AIC_ENGINE_VLLM || !aic_is_set(out->kv_pool)) {
        return NAN;
    }
    if (aic_is_set(fit->concurrency)) {
        return fit->blocks;
    }
    return out->block_bytes > 0 ? blocks_in(out) : (double)NAN;
}

double aic_kvcache_max_tokens(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                              const struct aic_kvcache_fit *fit)
{
    switch ((enum aic_engine)in->engine) {
    case AIC_ENGINE_VLLM:
        return floor(fit->blocks * in->context / fit->blocks_per_sequence);
    case AIC_ENGINE_IDEAL:
        return down(fit->concurrency * in->context);
    case AIC_ENGINE_LLAMACPP:
        break;
    }
    return out->max_sequences * in->context;
}
