/* SPDX-License-Identifier: Apache-2.0 */
/* Floors of times: a token, a prompt, loading weights, and fetching a cache back. */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

#include "calculators/shared/rounding.h"

/* Queries of a latent model with an indexer see the tokens that it lets through. */
static double sparse_window(const struct aic_model *m)
{
    return aic_model_is_latent(m) && m->index_topk > 0 ? m->index_topk : (double)INFINITY;
}

/* Tokens that the last token of a context sees in a windowed layer. */
static double seen(const struct kv_plan *plan, enum kv_kind kind, double context)
{
    double window = plan->window[kind];
    return kind == KV_CHUNKED ? fmod(context - 1, window) + 1 : fmin(context, window);
}

/* A: bytes of the cache that one token reads, and of states that it reads and writes. */
static double cache_read(const struct kv_plan *plan)
{
    const struct kv_stage *all = &plan->all;
    double context = plan->in->context, dcp = plan->in->dcp;
    double window = sparse_window(plan->model);
    double bytes = all->of[KV_LINEAR] * 2 * plan->unit[KV_LINEAR];
    if (isfinite(window)) {
        double latent = plan->unit[KV_FULL] - plan->index_bytes;
        bytes += all->of[KV_FULL] * (latent * ceil(fmin(context, window) / dcp) +
                                     plan->index_bytes * ceil(context / dcp));
    } else {
        bytes += all->of[KV_FULL] * plan->unit[KV_FULL] * ceil(context / dcp);
    }
    for (int kind = KV_SLIDING; kind <= KV_CHUNKED; kind++) {
        if (all->of[kind] > 0) {
            bytes += all->of[kind] * plan->unit[kind] * seen(plan, (enum kv_kind)kind, context);
        }
    }
    return bytes;
}

/* Widths that a pair of tokens multiplies: scores and values. */
static double pair_width(const struct aic_model *m, enum kv_kind kind)
{
    return kind == KV_SLIDING ? m->sliding_head_dim + aic_model_sliding_v_head_dim(m)
                              : m->head_dim + m->v_head_dim;
}

/* D: attention of one token. A latent is attended as it is (absorbed), 2*rank wide. */
static double decode_attention(const struct kv_plan *plan)
{
    const struct aic_model *m = plan->model;
    const struct kv_stage *all = &plan->all;
    double context = plan->in->context;
    if (aic_model_is_latent(m)) {
        double width = 2 * m->kv_lora_rank + m->qk_rope_head_dim;
        return all->of[KV_FULL] * (2 * m->heads * width * fmin(context, sparse_window(m)) +
                                   2 * m->index_heads * m->index_head_dim * context);
    }
    double flops = 0;
    if (all->of[KV_FULL] > 0) {
        flops += all->of[KV_FULL] * pair_width(m, KV_FULL) * context;
    }
    for (int kind = KV_SLIDING; kind <= KV_CHUNKED; kind++) {
        if (all->of[kind] > 0) {
            flops += all->of[kind] * pair_width(m, (enum kv_kind)kind) *
                     seen(plan, (enum kv_kind)kind, context);
        }
    }
    return 2 * m->heads * flops;
}

/* N: pairs of a token and one that it sees among the first z tokens, causal. */
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
static double prompt_attention(const struct kv_plan *plan, double z)
{
    const struct aic_model *m = plan->model;
    const struct kv_stage *all = &plan->all;
    if (aic_model_is_latent(m)) {
        double width = m->qk_nope_head_dim + m->qk_rope_head_dim + m->v_head_dim;
        return all->of[KV_FULL] * (2 * m->heads * width * pairs_in_window(z, sparse_window(m)) +
                                   2 * m->index_heads * m->index_head_dim * pairs_full(z));
    }
    double flops = 0;
    if (all->of[KV_FULL] > 0) {
        flops += all->of[KV_FULL] * pair_width(m, KV_FULL) * pairs_full(z);
    }
    if (all->of[KV_SLIDING] > 0) {
        flops +=
            all->of[KV_SLIDING] * pair_width(m, KV_SLIDING) * pairs_in_window(z, m->sliding_window);
    }
    if (all->of[KV_CHUNKED] > 0) {
        flops +=
            all->of[KV_CHUNKED] * pair_width(m, KV_CHUNKED) * pairs_in_chunks(z, m->chunk_size);
    }
    return 2 * m->heads * flops;
}

/* Only the last token of a prompt needs the output matrix. */
static double prompt_flops(const struct kv_plan *plan, double tokens, double attention)
{
    double output = aic_or(plan->params.embedding, 0); /* vocab*hidden */
    double layers = plan->params.matmul - output;
    if (layers < 0) {
        return NAN; /* params or active_params below the output matrix alone */
    }
    return 2 * layers * tokens + 2 * output + attention;
}

/*
 * Q: all-reduces of the tensor group for `tokens` tokens, two per usual layer,
 * each by a ring: 2(tp-1)/tp of the 16-bit activations cross every link.
 * NaN where there is none or the link is unknown.
 */
static double communication(const struct kv_plan *plan, double tokens)
{
    const struct aic_kvcache_in *in = plan->in;
    const struct aic_model *m = plan->model;
    if (in->tp == 1) {
        return NAN;
    }
    double bytes = 2 * m->hidden * tokens;
    double each = in->latency_base + in->latency_per_rank * (in->tp - 1) +
                  2 * (in->tp - 1) / in->tp * bytes / (in->nvlink_bw * in->nvlink_efficiency);
    return (m->attention_layers + m->linear_layers + m->ffn_layers) * each;
}

/* Dense models: the batch from which on arithmetic takes longer than reading. */
static double compute_bound(const struct kv_plan *plan, const struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    double rate = in->gpu_memory_bw * aic_or(in->mbu, 1);
    double weights = out->weights_read / rate;
    double cache = out->kv_read / rate;
    double compute = out->decode_compute_time / in->sequences;
    if (aic_model_has_experts(plan->model) || !(compute > cache)) {
        return NAN;
    }
    return aic_up(weights / (compute - cache));
}

static void decode_rates(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    bool rated =
        aic_is_set(in->mbu) && (aic_is_set(in->mfu) || !aic_is_set(out->decode_compute_time));
    if (rated && out->fits != 0) {
        out->decode_rate = in->sequences * in->dp / out->decode_time;
        out->cost_per_million_tokens =
            in->gpu_price * out->gpus_total / 3600 / out->decode_rate * 1e6;
    }
}

static void decode(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    out->decode_communication_time = communication(plan, in->sequences);
    if (!aic_is_set(in->context) || !(in->gpu_memory_bw > 0 || in->gpu_flops > 0)) {
        return;
    }
    if (in->gpu_memory_bw > 0) {
        out->weights_read = aic_kv_weights_read(plan);
        out->kv_read = cache_read(plan);
        out->decode_memory_time = (out->weights_read + in->sequences * out->kv_read) /
                                  (in->gpu_memory_bw * aic_or(in->mbu, 1));
    }
    if (in->gpu_flops > 0) {
        out->attention_flops = decode_attention(plan);
        out->decode_compute_time = in->sequences *
                                   (2 * plan->params.matmul + out->attention_flops) /
                                   (in->tp * in->gpu_flops * aic_or(in->mfu, 1));
    }
    /* fmax() takes the other where one is unknown. */
    out->decode_time = fmax(out->decode_memory_time, out->decode_compute_time) +
                       aic_or(out->decode_communication_time, 0);
    out->compute_bound_sequences = compute_bound(plan, out);
    decode_rates(plan, out);
}

static void prefill(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    double tokens = in->context - in->shared_prefix;
    if (!(tokens > 0)) {
        return;
    }
    out->prefill_communication_time = communication(plan, tokens) / in->pp;
    out->prefill_attention_flops =
        prompt_attention(plan, in->context) - prompt_attention(plan, in->shared_prefix);
    out->prefill_flops = prompt_flops(plan, tokens, out->prefill_attention_flops);
    out->prefill_time =
        out->prefill_flops / (in->tp * in->pp * in->gpu_flops * aic_or(in->mfu, 1)) +
        aic_or(out->prefill_communication_time, 0);
    if (aic_is_set(in->mfu) && out->fits != 0) {
        out->prefill_rate = tokens / out->prefill_time;
    }
}

static void load(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    double replica = aic_or(out->weights_total, in->weight_memory * in->tp * in->pp);
    out->load_time = replica / in->load_bw;
    out->load_time_total = out->load_time * in->dp;
}

/* The whole context once more: measured, or the floor of a prefill without a prefix. */
static void recompute(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    if (aic_is_set(in->prefill_throughput)) {
        out->recompute_time = in->context / in->prefill_throughput;
        return;
    }
    if (!aic_is_set(in->gpu_flops)) {
        return;
    }
    out->recompute_communication_time = communication(plan, in->context) / in->pp;
    out->recompute_flops =
        in->shared_prefix > 0 ? prompt_flops(plan, in->context, prompt_attention(plan, in->context))
                              : out->prefill_flops;
    out->recompute_time =
        out->recompute_flops / (in->tp * in->pp * in->gpu_flops * aic_or(in->mfu, 1)) +
        aic_or(out->recompute_communication_time, 0);
}

/* Content of one sequence on the GPU that holds most of it. */
static double largest_content(const struct kv_plan *plan)
{
    double largest = 0;
    struct kv_load one = { 1, plan->in->context, 0 };
    for (double index = 1; index <= plan->in->pp; index++) {
        struct kv_stage stage;
        aic_kv_stage(plan, index, &stage);
        largest = fmax(largest, aic_kv_content(plan, &stage, plan->unit, plan->in->dcp, one));
    }
    return largest;
}

static void reload(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    if (!aic_is_set(in->context)) {
        return;
    }
    recompute(plan, out);
    out->offload_sequences = out->kv_per_sequence > 0
                                 ? aic_down(in->offload_capacity / out->kv_per_sequence)
                                 : (double)NAN;
    if (!aic_is_set(in->offload_bw) && !aic_is_set(out->recompute_time)) {
        return;
    }
    double bytes = largest_content(plan);
    if (!(bytes > 0)) {
        return;
    }
    out->reload_bytes = bytes;
    out->reload_time = in->offload_latency + bytes / in->offload_bw;
    out->reload_speedup = out->recompute_time / out->reload_time;
    out->break_even_prefill_rate = in->context / out->reload_time;
    double room = out->recompute_time - in->offload_latency;
    if (room > 0) {
        out->break_even_offload_bw = bytes / room;
    }
}

void aic_kv_times(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    decode(plan, out);
    prefill(plan, out);
    load(plan, out);
    reload(plan, out);
}
