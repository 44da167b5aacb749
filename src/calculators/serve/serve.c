/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: replicas, batch, latency and price of a service, within its limits.
 *
 * Memory, bytes and FLOP are kvcache's, which is asked for the layout at hand; this adds time. Every
 * layout is answered whole, then the best one is taken.
 */
#include "calculators/serve/serve.h"

#include <math.h>
#include <string.h>

#include "calculators/kvcache/cache_of_model.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/lora.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"

static const char *const modes[] = { "aggregated", "disaggregated", NULL };
static const char *const bounds[] = {
    "memory", "max-num-seqs", "tpot", "ttft", "prompt-pool", NULL
};
static const char *const verdicts[] = { "met", "tight", "missed", NULL };
enum { tight = 1 };
static const char *const rent_units[] = { "auto", "node", "gpu", NULL };
enum { by_memory = AIC_SERVE_BY_MEMORY, by_tpot = AIC_SERVE_BY_TPOT, by_ttft = AIC_SERVE_BY_TTFT };

/* Bytes of one adapter on a GPU: pairs of 16-bit factors, split by tensor parallelism. */
static double adapter_bytes_of(const struct aic_serve_in *in, double ways)
{
    struct aic_params counts;
    if (!(in->lora_adapters > 0)) {
        return 0;
    }
    aic_model_count(&in->model, &counts, NULL);
    return 2 * aic_lora_params(&in->model, &counts, in->lora_rank, AIC_LORA_ALL) / ways;
}

/* Families of accelerators that are neither NVIDIA's nor AMD's. */
static const char *const other_accelerators[] = { "tpu",    "trainium", "inferentia",
                                                  "ascend", "gaudi",    "arc" };

bool aic_serve_is_other_accelerator(const char *gpu)
{
    for (size_t i = 0; i < LENGTH_OF(other_accelerators); i++) {
        if (begins_with(gpu, other_accelerators[i])) {
            return true;
        }
    }
    return false;
}

#include "engine/rows/tables.inc"

#define THROUGHPUTS                                                                                \
    "594 of 1,337 measured throughputs, in which no constant was chosen: TensorRT-LLM's tables "   \
    "0.5 to "                                                                                      \
    "1.2, MLPerf Inference 4.1 and 5.1, LMDeploy"
static const struct aic_assumption assumptions[] = {
    { "step-time",
      "one set of constants for every GPU, engine and model. Throughput is off by 11 % in the "
      "median "
      "and 43 % at the 90th percentile: dense 7 and 27 %, experts 15 and 63 %, several GPUs over "
      "PCIe "
      "27 and 45 %, AMD 38 and 86 %. The same configuration measured again differs by 1 and 42 %",
      THROUGHPUTS, "tpot step_time" },
    { "beside-kvcache",
      "step_time is decode_time of calculator kvcache for as many sequences of half_way tokens; "
      "tpot "
      "is longer by the prompts that are read between the steps of an answer",
      "calculator kvcache", "tpot" },
    { "bands",
      "error_time is the least step of 0.1 that holds 85 % of the rows on which constants were "
      "chosen, by class; 90 % of the others are inside. Beyond 8 GPUs and accelerators of others "
      "than "
      "NVIDIA and AMD: 1.2, from few points",
      THROUGHPUTS, "error_time tpot_low tpot_high" },
    { "near-saturation",
      "near what a replica can finish an error of speed that is harmless at half load decides: "
      "below half load 48 of 49 measured times per token are inside the band, above 0.8 all 28, "
      "without an upper end",
      "157 times per token of open benchmarks", "no_upper_limit slo_verdict replicas_high" },
    { "kernels-differ",
      "the tail: sparse attention 25 to 40 % too fast, 4-bit weights without 4-bit units 15 to 30 "
      "% too "
      "fast, AMD and Trainium; give mbu, mfu, layer_overhead",
      "aiconfigurator 095f58a", "tpot step_time" },
    { "own-format",
      "matrices are multiplied as engines do by default: 8-bit weights in 8 bit, nvfp4 in 4 bit on "
      "4-bit units, weights widened to 16 bit where the GPU lacks their format",
      "vLLM, SGLang, TensorRT-LLM", "step_compute_time prefill_time" },
    { "disaggregated",
      "tpot of 259 measured answer pools 13 % off in the median, 40 % at the 90th percentile; "
      "replicas of more than 8 GPUs 25 and 114 %. Sizes of prompt pools were compared with nothing",
      "aiconfigurator 095f58a: DeepSeek and Kimi, H100 to GB300, up to EP 64", "prefill_replicas" },
    { "wide-experts",
      "between nodes 40 us a phase and 95 % of a port: DeepEP's kernels within 1 to 11 %; experts "
      "are "
      "chosen evenly, in 8 bit there and 16 bit back. Of six published deployments two agree "
      "within "
      "2 %, three are 10 to 17 % slower here, prompts on H20 take twice as long",
      "DeepEP's table, H800, EP 16 to 256; docs/methods/serve.md", "step_communication_time" },
    { "capacity",
      "the largest throughput within limits is off by 29 % in the median, 81 % at the 90th "
      "percentile: "
      "tpot is flat in the batch, so a small error of time is a large one of capacity",
      "75 rows of MLPerf Server and Interactive", "sequences_max replica_rate_max" },
    { "ttft",
      "against a simulation of chunked continuous batching with these step costs: mean 10 %, tail "
      "12 % "
      "off in the median. Measured first tokens come from users who start at once (ttft_burst): a "
      "lower estimate, not a promise. request_overhead takes 0.1 to 3 times in the band",
      "80 simulated cases", "ttft ttft_tail" },
    { "spread",
      "lengths are log-normal and independent, and every request hits the cache with the same "
      "share: a "
      "mix of hits and misses has a longer tail",
      "Pollaczek and Khinchine", "ttft_tail" },
    { "memory-limit",
      "half-way is the mean age of a mixed batch; TensorRT-LLM and llama.cpp reserve the whole "
      "answer: give the longest one that is permitted where it is far above the mean",
      "GUARANTEED_NO_EVICT of TensorRT-LLM's tuning guide", "sequences_limit" },
    { "queues",
      "arrivals at random; aggregated a queue for each replica and data rank, disaggregated one "
      "for "
      "the pool. In a closed loop a request meets the others, never itself",
      "M/G/1; M/G/c after Sakasegawa; arrival theorem", "ttft_tail" },
    { "speculative",
      "each token is accepted independently; checking proposals is counted, the draft's own "
      "weights and cache are not. Compared with nothing",
      "Leviathan et al., arXiv 2211.17192", "tokens_per_step" },
    { "lora", "every adapter of a batch is read once; what the extra kernels cost is not counted",
      "definition", "lora_memory" },
    { "offload",
      "reading back overlaps with the steps of others, and its rate is shared with nobody",
      "definition", "reload_time" },
    { "startup", "coldstart's steps, 85 s, 150 s with experts: a half to 2.6 times that",
      "calculator coldstart", "ready_time" },
    { NULL, NULL, NULL, NULL },
};
#undef THROUGHPUTS

static const char *const examples[] = {
    "aicalc serve --model llama-3.1-70b --gpu h100-sxm --weight-dtype fp8 --kv-dtype fp8 --prompt "
    "2Ki "
    "--answer 512 --rate 20/s --ttft-limit 1s --tpot-limit 30ms --gpu-price 2.5USD/h",
    "aicalc serve --model gpt-oss-120b --node p5.48xlarge --prompt 1Ki --answer 1Ki --users 500 "
    "--think-time 10s --tpot-limit 20ms",
    "aicalc serve --model llama-3.1-8b --gpu h100-sxm --prompt 1Ki --answer 256 --tpot-limit 25ms "
    "--sweep tp=1,2,4,8 --fields tpot,output_rate_per_gpu,sequences_max",
    "aicalc serve --model deepseek-r1 --gpu h200-sxm --tp 8 --prompt 4Ki --answer 1Ki --rate 8/s "
    "--mode disaggregated --transfer-bw 50GB/s --budget meets_slo",
    "aicalc serve --model llama-3.1-70b --gpu h200-sxm --tp 4 --prompt 8Ki --prefix-hit-ratio 0.6 "
    "--prompt-p95 20Ki --answer 512 --rate 5/s --ttft-limit 2s --budget 'ttft_tail <= 2s'",
    "aicalc serve --model deepseek-v3 --node dgx-h200 --tp 1 --dp 32 --ep 32 --prompt 2000 "
    "--answer 500 --concurrency 2048",
    "aicalc serve --model llama-3.1-8b --gpu h100-sxm --tp 1 --engine trtllm --prompt 2048 "
    "--answer 128 --requests 100000 --gpu-price 2.5USD/h --fields batch_time,batch_cost",
    NULL,
};

/* What kvcache is asked beside this question's own values. */
struct layout {
    double tp, context, prefix;
    int engine;
};

/* LoRA adapters lie beside the weights: the overhead grows by them. */
static void add_adapters(const struct aic_serve_in *in, struct aic_kvcache_in *kv)
{
    if (in->lora_adapters > 0) {
        kv->overhead = AIC_GIVEN(in, overhead) ? in->overhead : aic_kvcache_overhead(kv);
        kv->overhead += in->lora_adapters * adapter_bytes_of(in, kv->tp) / in->pp;
        *aic_origin_at(kv, offsetof(struct aic_kvcache_in, overhead)) = AIC_FROM_ANSWER;
    }
}

/* One sequence in that layout. What serve's question leaves open, such as floors of times, stays
 * unset; the longest context to look at is the one asked about. */
static bool ask_kvcache(const struct aic_serve_in *in, const struct layout *layout,
                        struct aic_kvcache_out *out, struct aic_notes *notes)
{
    struct aic_kvcache_in kv = {
        .model = in->model,
        .context = layout->context,
        .sequences = 1,
        .shared_prefix = layout->prefix,
        .engine = layout->engine,
        .linear_states = 1,
        .kv_unified = no,
        .tp = layout->tp,
        .scale_up_gpus = fmax(layout->tp, in->ep),
        .peaks = in->peaks,
        .load_bw = NAN,
        .gpu_price = NAN,
        .prefill_throughput = NAN,
        .offload_bw = NAN,
        .offload_latency = 0,
        .offload_capacity = NAN,
    };
    kv.model.max_context = layout->context;
#define SAME(name)                                                                                 \
    kv.name = in->name;                                                                            \
    *aic_origin_at(&kv, offsetof(struct aic_kvcache_in, name)) =                                   \
        (unsigned char)aic_origin_get(in, offsetof(struct aic_serve_in, name))
    SAME(kv_dtype);
    SAME(block_size);
    SAME(max_num_batched_tokens);
    SAME(max_num_seqs);
    SAME(swa_full);
    SAME(pp);
    SAME(dcp);
    SAME(dp);
    SAME(ep);
    SAME(weight_dtype);
    SAME(attention_dtype);
    SAME(weight_bits);
    SAME(weight_memory);
#define SAME_STORED(part) SAME(stored_##part);
    AIC_EACH_PART(SAME_STORED)
#undef SAME_STORED
    SAME(total_size);
    SAME(gpu);
    SAME(compute_dtype);
    SAME(gpu_memory);
    SAME(kv_free_fraction);
    SAME(gpu_memory_utilization);
    SAME(overhead);
    SAME(kv_memory);
    SAME(gpu_memory_bw);
    SAME(gpu_flops);
    SAME(mbu);
    SAME(mfu);
    SAME(layer_overhead);
    SAME(expert_overhead);
    SAME(nvlink_bw);
    SAME(link);
    SAME(peer_bw);
    SAME(scale_up_is_pcie);
    SAME(reduce_latency);
    SAME(reduce_latency_per_rank);
    SAME(reduce_efficiency);
#undef SAME
    if (in->engine == sglang && !AIC_GIVEN(in, gpu_memory_utilization)) {
        kv.gpu_memory_utilization =
            sglang_share(in->gpu_memory, in->max_num_batched_tokens, layout->tp, in->pp);
    }
    if (layout->engine != in->engine) {
        kv.swa_full = no; /* what moves is the content: nothing of it is held in full */
    }
    add_adapters(in, &kv);
    memset(out, 0xFF, sizeof *out); /* everything left out */
    return aic_kvcache.compute(&kv, out, notes);
}

/* Tokens that decide what kvcache is asked. */
struct lengths {
    double prompt, half_way, hit, known; /* known: hit, or read back */
};

/* Of a request of mean length, or of one whose prompt has prompt_p95 tokens: of these a cache has as
 * large a share. */
static struct lengths lengths_of(const struct aic_serve_in *in, bool is_tail)
{
#include "engine/rows/code.inc"
    if (is_tail && prompt_p95 > prompt) {
        const struct lengths mean = lengths_of(in, false);
        const double longer = prompt_p95 / prompt;
        cached = down(mean.hit * longer);
        offload_hit_ratio = known(offload_hit_ratio) ? (mean.known - mean.hit) / prompt : unset;
        shared_prefix = 0;
        prompt = prompt_p95;
    }
#include "engine/rows/as_locals.h"
#define ONLY LENGTH_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (struct lengths){ prompt, half_way, hit_tokens, hit_tokens + reloaded_tokens };
}

/* kvcache's answers: of a sequence half-way, of one as memory holds it, of the prompts that are read,
 * and of the cache that moves to its answer, on both ends. */
struct parts {
    struct aic_kvcache_out half_way, held;
    struct aic_serve_reading mean, tail;
    double moved;
};

static bool has_tail(const struct aic_serve_in *in)
{
    return in->prompt_p95 > in->prompt;
}

/* Engines that admit a request only where its whole answer has room. */
static bool reserves_answers(int engine)
{
    return engine == trtllm || engine == llamacpp;
}

/* Tensor parallel degree where prompts are read. */
static double reading_ways(const struct aic_serve_in *in, double ways)
{
    return aic_serve_is_split(in) ? aic_or(in->prefill_tp, ways) : ways;
}

static bool ask_half_way(const struct aic_serve_in *in, double ways, struct aic_kvcache_out *out,
                         struct aic_notes *notes)
{
    const struct layout layout = { ways, lengths_of(in, false).half_way, in->shared_prefix,
                                   in->engine };
    return ask_kvcache(in, &layout, out, notes);
}

/* Bytes of the cache of so many tokens on one GPU, its content alone. */
static double content_of(const struct aic_serve_in *in, double ways, double tokens,
                         struct aic_notes *notes)
{
    struct aic_kvcache_out kv;
    const struct layout layout = { ways, tokens, 0, AIC_ENGINE_IDEAL };
    return !(tokens > 0) ? 0 : ask_kvcache(in, &layout, &kv, notes) ? kv.kv_per_gpu : (double)NAN;
}

/* The FLOP of a prompt are the same in every layout. */
static bool ask_prompt(const struct aic_serve_in *in, double ways, bool is_tail,
                       struct aic_serve_reading *reading, struct aic_notes *notes)
{
    const struct lengths lengths = lengths_of(in, is_tail);
    const struct layout layout = { ways, lengths.prompt, lengths.known, in->engine };
    reading->reloaded_bytes = NAN;
    if (aic_is_set(in->offload_hit_ratio) && lengths.known > lengths.hit) {
        reading->reloaded_bytes =
            content_of(in, ways, lengths.known, notes) - content_of(in, ways, lengths.hit, notes);
    }
    return ask_kvcache(in, &layout, &reading->prompt, notes);
}

static bool ask_parts(const struct aic_serve_in *in, double ways, struct parts *parts,
                      struct aic_notes *notes)
{
    const double reads = reading_ways(in, ways);
    const struct layout held = { ways, in->prompt + in->answer, in->shared_prefix, in->engine };
    if (!ask_half_way(in, ways, &parts->half_way, notes) ||
        !ask_prompt(in, reads, false, &parts->mean, notes) ||
        (has_tail(in) && !ask_prompt(in, reads, true, &parts->tail, notes)) ||
        (reserves_answers(in->engine) && !ask_kvcache(in, &held, &parts->held, notes))) {
        return false;
    }
    parts->moved = aic_serve_is_split(in) ? content_of(in, ways, in->prompt, notes) : (double)NAN;
    if (reads != ways) {
        parts->moved = fmax(parts->moved, content_of(in, reads, in->prompt, notes));
    }
    return true;
}

/* Where sequences take no memory kvcache has no number: it looks at so many. */
#define MANY_SEQUENCES 1048576.0

/* Sequences that fit in one data rank. */
static double group_limit(const struct aic_serve_in *in, const struct aic_kvcache_out *kv)
{
    return aic_or(kv->max_sequences, aic_or(in->max_num_seqs, MANY_SEQUENCES));
}

/* What ends sequences_limit. */
static int limit_bound_by(const struct aic_kvcache_out *kv)
{
    return kv->max_sequences_bound_by == AIC_BOUND_MAX_NUM_SEQS ? AIC_SERVE_BY_MAX_NUM_SEQS
                                                                : AIC_SERVE_BY_MEMORY;
}

static const struct aic_kvcache_out *held_of(const struct aic_serve_in *in,
                                             const struct parts *parts)
{
    return reserves_answers(in->engine) ? &parts->held : &parts->half_way;
}

/* A prompt alone on a replica. */
struct read_prompt {
    double time, chunks, reload_time;
};

static struct read_prompt read_prompt(const struct aic_serve_in *in,
                                      const struct aic_serve_out *computed,
                                      const struct aic_serve_reading *reading, bool is_tail)
{
    const struct lengths lengths = lengths_of(in, is_tail);
#include "engine/rows/code.inc"
    const double pool_time = NAN, new_tokens = lengths.prompt - lengths.known;
    mode = aggregated;
#include "engine/rows/as_loaded.h"
#define ONLY LAYOUT_PART
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY PROMPT_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (struct read_prompt){ prefill_time, chunks, reload_time };
}

/* The pool that reads prompts: of one, its time alone on a replica and its cache on a GPU; how many
 * a replica has room for. */
struct pool {
    struct aic_serve_out replica;
    double time, cache, limit;
};

/* The rows of a replica, with the ways of that pool. */
static void find_pool(const struct aic_serve_in *in, double ways, const struct parts *parts,
                      struct pool *pool)
{
    const struct aic_kvcache_out *kv = &parts->mean.prompt, *held = kv;
    struct aic_serve_out *out = &pool->replica;
#include "engine/rows/code.inc"
#define ONLY (LENGTH_PART | LAYOUT_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
    pool->time = read_prompt(in, out, &parts->mean, false).time;
    pool->cache = parts->moved;
    pool->limit = sequences_limit;
}

/* The answer in the middle of the band of speed, with `ways` of tensor parallelism. */
static void solve(const struct aic_serve_in *in, double ways, const struct parts *parts,
                  struct aic_serve_out *out)
{
    const struct aic_kvcache_out *kv = &parts->half_way, *held = held_of(in, parts);
    const struct aic_serve_reading *reading = &parts->mean;
    struct pool pool = { .time = NAN, .cache = NAN, .limit = NAN };
    memset(out, 0xFF, sizeof *out); /* everything left out */
    if (aic_serve_is_split(in)) {
        find_pool(in, reading_ways(in, ways), parts, &pool);
    }
#include "engine/rows/code.inc"
#define ONLY (LENGTH_PART | LAYOUT_PART | POOL_PART | PROMPT_PART)
#include RESULT_ROWS
    const struct read_prompt tail =
        has_tail(in)
            ? read_prompt(in, aic_serve_is_split(in) ? &pool.replica : out, &parts->tail, true)
            : (struct read_prompt){ prefill_time, chunks, reload_time };
#define ONLY LIMIT_PART
#include RESULT_ROWS
    const struct aic_serve_size size = aic_serve_find_size(in, out, limit_bound_by(held));
#define ONLY SIZE_PART
#include RESULT_ROWS
    const struct aic_serve_load load = aic_serve_find_load(in, out);
#define ONLY (LOAD_PART | STEP_PART | FIRST_PART | TAIL_PART | ANSWER_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
}

/* And at both ends of it. */
static void solve_band(const struct aic_serve_in *in, struct aic_serve_out *out)
{
    const struct aic_serve_band band = aic_serve_find_band(in, out);
    const struct aic_serve_out *computed = out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_loaded.h"
#define ONLY ANSWER_PART
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY BAND_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

/* How far a layout misses the limits: the larger of both, over its limit. */
static double nearness(const struct aic_serve_in *in, const struct aic_serve_out *out)
{
    double tail = aic_or(out->ttft_tail, out->tail_of_one);
    return fmax(fmax(out->tpot / in->tpot_limit, tail / in->ttft_limit), 0);
}

static bool is_overloaded(const struct aic_serve_out *out)
{
    return aic_is_set(out->replicas_used) && !aic_is_set(out->sequences);
}

/* Of two that miss the limits. Overloaded ones come last, by what they can finish. */
static bool is_nearer(const struct aic_serve_in *in, const struct aic_serve_out *a,
                      const struct aic_serve_out *b)
{
    if (is_overloaded(a) != is_overloaded(b)) {
        return is_overloaded(b);
    }
    return is_overloaded(a)
               ? a->replicas_used * a->replica_rate_full > b->replicas_used * b->replica_rate_full
               : nearness(in, a) < nearness(in, b);
}

/* Whether the first answer is better: it meets the limits, with fewer GPUs; without a rate or users it
 * gives more for each GPU. */
static bool is_better(const struct aic_serve_in *in, const struct aic_serve_out *a,
                      const struct aic_serve_out *b)
{
    if (a->meets_slo != b->meets_slo) {
        return a->meets_slo > b->meets_slo;
    }
    if (a->meets_slo <= 0) {
        return is_nearer(in, a, b);
    }
    if (aic_is_set(in->rate) || aic_is_set(in->users)) {
        return aic_or(a->gpus_total, INFINITY) < aic_or(b->gpus_total, INFINITY);
    }
    return aic_or(a->output_rate_per_gpu, 0) > aic_or(b->output_rate_per_gpu, 0);
}

/* The best layout of those that kvcache accepts and that hold a sequence; where none does, the
 * widest, which comes nearest to it. False: kvcache accepts none. */
static bool find_layout(const struct aic_serve_in *in, struct aic_serve_out *out,
                        struct aic_notes *notes)
{
    struct parts parts;
    struct aic_serve_out candidate;
    bool is_found = false;
    for (double ways = 1; ways <= in->gpus_per_node; ways *= 2) {
        if (!ask_parts(in, ways, &parts, notes)) {
            continue;
        }
        solve(in, ways, &parts, &candidate);
        bool has_room = candidate.sequences_limit >= 1;
        bool had_room = is_found && out->sequences_limit >= 1;
        if (!is_found || (has_room ? !had_room || is_better(in, &candidate, out) : !had_room)) {
            *out = candidate;
            is_found = true;
        }
    }
    return is_found;
}

static bool find_answer(const struct aic_serve_in *in, struct aic_serve_out *out,
                        struct aic_notes *notes)
{
    struct parts parts;
    if (!aic_is_set(in->tp)) {
        return find_layout(in, out, notes);
    }
    if (!ask_parts(in, in->tp, &parts, notes)) {
        return false;
    }
    solve(in, in->tp, &parts, out);
    return true;
}

static bool check(const struct aic_serve_in *in, struct aic_notes *notes)
{
    struct aic_error *error = &notes->error;
    struct aic_params counts;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    aic_model_count(&in->model, &counts, NULL);
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    return true;
#include "engine/rows/none.h"
}

static void warn(const struct aic_serve_in *in, const struct aic_serve_out *computed,
                 struct aic_notes *notes)
{
#include "engine/rows/code.inc"

#include "engine/rows/as_loaded.h"
#include RESULT_ROWS
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
#include "engine/rows/none.h"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_serve_in *in = input;
    struct aic_serve_out *out = output;
    const bool is_quiet = notes->quiet;
    if (!check(in, notes)) {
        return false;
    }
    notes->quiet = true; /* candidates are not what is answered */
    bool is_answered = find_answer(in, out, notes);
    notes->quiet = is_quiet;
    if (is_answered && !notes->brief) {
        solve_band(in, out);
    }
    if (is_answered && !is_quiet) {
        struct aic_kvcache_out kv;
        struct aic_serve_in alone = *in; /* its overhead is an estimate beside adapters too */
        alone.lora_adapters = 0;
        alone.mfu = aic_or(in->mfu, 1); /* the shares of peaks have a warning here */
        ask_half_way(&alone, out->tp_used, &kv, notes); /* for its warnings */
        warn(in, out, notes);
    }
    return is_answered;
}

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(tpot), "mbu, mfu, layer_overhead" },
    { SLOT_OF(output_rate), "mbu, mfu, layer_overhead" },
    { SLOT_OF(output_rate_per_gpu), "mbu, mfu, layer_overhead" },
    { SLOT_OF(ttft), "request_overhead, mfu" },
    { SLOT_OF(sequences_limit), "overhead" },
    { SLOT_OF(load_time), "load_bw" },
    { SLOT_OF(ready_time), "startup_time, load_bw" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "meets_slo", AIC_GOAL_FLAG, NULL, "replicas", "=replicas_needed" },
    { "meets_slo", AIC_GOAL_FLAG, NULL, "tp", "*2 *4 *8" },
    { "meets_slo", AIC_GOAL_FLAG, NULL, "prefill_tp", "2 4 8" },
    { "meets_slo", AIC_GOAL_FLAG, NULL, "prefill_replicas", "*2 *4" },
    { "meets_slo", AIC_GOAL_FLAG, NULL, "kv_dtype", "fp8" },
    { "meets_slo", AIC_GOAL_FLAG, NULL, "weight_dtype", "fp8 int4 <replica_weights" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "weights-do-not-fit",    "slo-not-met-by-one", "overloaded",
    "users-wait-for-memory", "near-saturation",    NULL,
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model, INDEX_gpu,        INDEX_prompt,     INDEX_answer, INDEX_rate,
    INDEX_users, INDEX_ttft_limit, INDEX_tpot_limit, INDEX_tp,     INDEX_weight_dtype,
};

/* What the bills contain, and what they lack. */
static const struct aic_content contents[] = {
    { "cost_per_million_output", AIC_WITHIN, "GPUs at this load, prompts and idle hours too", NULL, NULL },
    { "cost_per_million_output", AIC_LACKS, "storage, egress, gateway and staff", NULL, NULL },
    { "cost_per_month", AIC_WITHIN, "GPUs with their power, cooling and building", NULL, NULL },
    { "cost_per_month", AIC_LACKS, "storage of the weights, egress, gateway and staff", NULL,
      NULL },
    { "batch_cost", AIC_WITHIN, "GPUs with their power, cooling and building", NULL, NULL },
    { "batch_cost", AIC_LACKS, "start of the replicas (coldstart has it), storage and staff", NULL,
      NULL },
    { "batch_cost", AIC_PERIOD, NULL, "batch_time", NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "model layers", "--model llama-3.1-70b" },
    { "gpu gpu_memory_bw", "--gpu h100-sxm" },
    { "prompt", "--prompt 2000" },
    { "answer", "--answer 300" },
    { NULL, NULL },
};

const struct aic_calculator aic_serve = {
    .name = "serve",
    .help = "replicas, batch, latency and price of a service, within its limits",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .demands = demands,
};
