/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: the walk over the stages, and the largest answers that still fit on every stage. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

/* Sequences cost nothing where this many take what one takes. */
#define MANY_SEQUENCES 1048576.0
/* Contexts of a model without a limit are looked at up to here. */
#define CONTEXT_LIMIT 1073741824.0

/* llama.cpp pads its cells to a multiple of this. */
#define CELL_PADDING 256.0

static double padded(double cells)
{
    return CELL_PADDING * ceil(cells / CELL_PADDING);
}

static double in_pages(double tokens, double block)
{
    return block * ceil(tokens / block);
}

/* Tokens in the windows of all sequences: what of them lies in the prefix counts once. */
static double window_tokens(double sequences, double context, double prefix, double window)
{
    if (!aic_is_set(context)) {
        return NAN;
    }
    double each = min(context, window);
    double common = max(0, prefix - (context - each));
    return common + sequences * (each - common);
}

/* What holds information on a GPU of the stage in *out, for other sequences. */
static double evaluate_content(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                               double other_sequences, double other_context, double other_prefix)
{
    const struct aic_kvcache_out *computed = out;
#include "engine/rows/code.inc"
    sequences = other_sequences;
    context = other_context;
    shared_prefix = other_prefix;
#include "engine/rows/as_loaded.h"
#define ONLY (MODEL_PART | STAGE_PART)
#include RESULT_ROWS
#include "engine/rows/as_results.h"
#define ONLY CONTENT_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return content_per_gpu;
}

/* What the engine sets aside there. */
static double evaluate_cache(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             double other_sequences, double other_context, double other_prefix)
{
    if (in->engine == AIC_ENGINE_LLAMACPP || out->content_alone) {
        evaluate_content(in, out, other_sequences, other_context, other_prefix);
    }
    const struct aic_kvcache_out *computed = out;
#include "engine/rows/code.inc"
    sequences = other_sequences;
    context = other_context;
    shared_prefix = other_prefix;
#include "engine/rows/as_loaded.h"
#define ONLY (CONTENT_PART | MODEL_PART | STAGE_PART)
#include RESULT_ROWS
#include "engine/rows/as_results.h"
#define ONLY CACHE_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return kv_per_gpu;
}

/* Which of the two a search varies. */
enum varied { SEQUENCES, CONTEXT };

static bool holds(const struct aic_kvcache_in *in, struct aic_kvcache_out *out, enum varied varied,
                  double value)
{
    double bytes = varied == SEQUENCES
                       ? evaluate_cache(in, out, value, in->context, in->shared_prefix)
                       : evaluate_cache(in, out, in->sequences, value, in->shared_prefix);
    return bytes <= out->kv_pool;
}

/* The largest value that fits, from `low`, which does, to below `high`, which does not. */
static double bisect(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                     enum varied varied, double low, double high)
{
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (holds(in, out, varied, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Largest number of sequences below `limit`, which does not fit; `first` is the cache of one, and
 * `each` about what one more takes. */
static double most_sequences(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             double first, double each, double limit)
{
    if (!(first <= out->kv_pool)) {
        return 0;
    }
    double low = 1, high = limit;
    /* bytes rise (nearly) in proportion: look there first */
    double guess = 1 + floor((out->kv_pool - first) / each);
    for (double near = guess; near <= guess + 1 && near > low && near < high; near++) {
        if (!holds(in, out, SEQUENCES, near)) {
            high = near;
            break;
        }
        low = near;
    }
    return bisect(in, out, SEQUENCES, low, high);
}

static void search_sequences(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                             struct aic_kvcache_fit *fit)
{
    double first = evaluate_cache(in, out, 1, in->context, in->shared_prefix);
    double many = evaluate_cache(in, out, MANY_SEQUENCES, in->context, in->shared_prefix);
    fit->costless = fit->costless && many == first;
    bool is_below = fit->sequences > MANY_SEQUENCES && !(many <= out->kv_pool);
    if (is_below) {
        fit->sequences = MANY_SEQUENCES;
    }
    if (is_below || !holds(in, out, SEQUENCES, fit->sequences)) {
        double each = (many - first) / (MANY_SEQUENCES - 1);
        fit->sequences = most_sequences(in, out, first, each, fit->sequences);
    }
}

static double least_context(const struct aic_kvcache_in *in)
{
    return max(1, in->shared_prefix);
}

/* Narrows fit->context, to 0 where not even the least fits. */
static void search_context(const struct aic_kvcache_in *in, struct aic_kvcache_out *out,
                           struct aic_kvcache_fit *fit)
{
    double high = fit->context, low = least_context(in);
    if (high > 0 && !holds(in, out, CONTEXT, high)) {
        fit->context = holds(in, out, CONTEXT, low) ? bisect(in, out, CONTEXT, low, high) : 0;
    }
}

double aic_kvcache_blocks_in(const struct aic_kvcache_out *out)
{
    return max(0, floor(out->kv_pool / out->block_bytes));
}

/* Cache that one sequence of the context takes by itself. */
static double one_sequence(const struct aic_kvcache_in *in, struct aic_kvcache_out *out)
{
    return evaluate_cache(in, out, 1, in->context, 0);
}

/* Tokens of context in whole pages, where every layer keeps every token; otherwise unset. */
static double paged_tokens(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    bool paged = in->engine == AIC_ENGINE_SGLANG || in->engine == AIC_ENGINE_TRTLLM;
    double others = out->stage_sliding + out->stage_chunked + out->stage_linear;
    if (!paged || out->content_alone || in->dcp != 1 || others > 0) {
        return NAN;
    }
    double page = in->block_size * out->full_bytes;
    return in->block_size * floor(max(0, out->kv_pool) / page);
}

/* Sequences that the pool of a stage holds at once, fractions included. */
static void compare_concurrency(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                double one, struct aic_kvcache_fit *fit)
{
    double blocks = NAN, each = NAN, concurrency = NAN;
    if (in->engine == AIC_ENGINE_VLLM && !out->content_alone) {
        each = out->blocks_per_sequence;
        blocks = aic_kvcache_blocks_in(out);
        concurrency = blocks / each;
    } else if (in->engine != AIC_ENGINE_LLAMACPP) {
        concurrency = max(0, out->kv_pool) / one;
    }
    fit->tokens = min(fit->tokens, paged_tokens(in, out));
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
    double content = evaluate_content(in, out, 1, in->context, 0);
    fit->largest_content = max(fit->largest_content, content);
    if (has_context && has_pool) {
        search_sequences(in, out, fit);
        double one = one_sequence(in, out);
        fit->holds_one = fit->holds_one && out->kv_pool > 0 && one <= out->kv_pool;
        compare_concurrency(in, out, one, fit);
    }
    if (has_pool) {
        search_context(in, out, fit);
    }
    double cache = evaluate_cache(in, out, in->sequences, in->context, in->shared_prefix);
    fit->fits = fit->fits && cache <= out->kv_pool;
}

static bool visit_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                        double index, struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                        struct aic_error *error)
{
    if (!aic_kvcache_evaluate_stage(in, counts, index, NAN, out, error)) {
        return false;
    }
    fit->weight_scale = out->weight_scale;
    fit->weights += out->weights_per_gpu;
    fit->largest_weights = max(fit->largest_weights, out->weights_per_gpu);
    if (aic_is_set(in->weight_memory)) {
        aic_kvcache_evaluate_stage(in, counts, index, in->weight_memory, out, error);
    }
    visit_cache(in, out, fit);
    bool cache_alone =
        aic_is_set(in->context) && (!aic_is_set(out->weights_per_gpu) || aic_is_set(in->kv_memory));
    double need = (cache_alone ? 0 : aic_or(out->weights_per_gpu, 0)) + aic_or(out->kv_per_gpu, 0);
    if (!(need <= fit->need)) {
        fit->need = need;
        fit->binding_stage = index;
    }
    double groups =
        out->groups_full + out->groups_sliding + out->groups_chunked + out->groups_linear;
    double layers = out->stage_full + out->stage_sliding + out->stage_chunked + out->stage_linear;
    fit->padded = fit->padded || groups * out->group_layers > layers;
    fit->raised = max(fit->raised, out->block_tokens > in->block_size ? out->block_tokens : 0);
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
        .tokens = NAN,
        .fits = true,
        .holds_one = true,
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
        aic_kvcache_evaluate_stage(in, counts, fit->binding_stage, in->weight_memory, out, error);
    }
    fit->one = one_sequence(in, out);
    evaluate_content(in, out, in->sequences, in->context, in->shared_prefix);
    evaluate_cache(in, out, in->sequences, in->context, in->shared_prefix);
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

double aic_kvcache_longest(const struct aic_kvcache_in *in, const struct aic_params *counts,
                           const struct aic_kvcache_out *out)
{
    struct aic_kvcache_in alone = *in;
    struct aic_kvcache_out stage = *out;
    struct aic_kvcache_fit fit;
    struct aic_error error;
    alone.sequences = 1;
    alone.shared_prefix = 0;
    return aic_kvcache_walk(&alone, counts, &stage, &fit, &error) ? fit.context : (double)NAN;
}
