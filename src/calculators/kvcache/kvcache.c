/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kvcache: the answer from top to bottom.
 *
 * Two facts carry it. The cache of a sequence is affine in its length: windows, chunks and
 * recurrent states are fixed, full attention grows. And what an engine sets aside is more than what
 * holds information: both are given.
 */
#include "calculators/kvcache/kvcache.h"

#include <math.h>

#include <aicalc/text.h>

#include "calculators/shared/format_quantity.h"

static const char *const sequence_bounds[] = { "memory", "max-num-seqs", NULL };
enum { by__max_num_seqs = AIC_BOUND_MAX_NUM_SEQS };

#include "engine/rows/tables.inc"

static const struct aic_assumption assumptions[] = {
    { "kv-layout",
      "engines set memory aside as their sources say at these commits; vLLM's null block, draft "
      "layers and pools of recurrent states in SGLang are not counted. Of a known pool, tokens, "
      "concurrency and block sizes are within 0.1 % on 31 of 35 lines of start-up logs",
      "vLLM 001cabc (kv_cache_interface.py, kv_cache_utils.py); llama.cpp "
      "llama-kv-cache-iswa.cpp; sglang 001ccef; TensorRT-LLM kvCacheManager",
      "kv_per_gpu block_bytes" },
    { "starts",
      "vLLM starts where one sequence of the context has room beside weights and profile: right in "
      "5 of 5 logs, and the bytes and the longest context that it names when it refuses within 0.2 "
      "% "
      "in eight. SGLang and TensorRT-LLM start with any pool, and cut what a request may ask",
      "logs of vLLM 0.10 to 0.23", "starts" },
    { "pool",
      "the pool is 2.1 % off in the median of 16 logs of vLLM, 3.7 % at the 90th percentile of 15 "
      "of "
      "SGLang and TensorRT-LLM: with the default overhead a GiB on each GPU either way, up to 6 "
      "GiB "
      "low where max_num_seqs is set below its default and not told here, 2 to 4 GiB high for "
      "models that see; CUDA graphs are outside. Give overhead or kv_memory",
      "start-up logs of vLLM 0.10 to 0.30, SGLang, TensorRT-LLM", "kv_pool" },
    { "one-batch",
      "decode_time is of a batch that stands still: no prompt is read in between, nobody queues; "
      "under traffic a token takes tpot of calculator serve, which adds both",
      "calculator serve", "decode_time" },
    { "kv-kinds-even",
      "kinds of layers are spread evenly over the pipeline stages; exact for models of one kind",
      "vLLM's rule for the layers of a stage", "binding_stage" },
    { "weights-sharding",
      "tp divides everything but norms, routers and positions; engines keep latent projections and "
      "replicated KV projections whole (R1 over 16 GPUs: within 2.2 %). vLLM pads mxfp4 experts "
      "(gpt-oss: within 0.3 % of three logs of its Triton kernels, 2 % below those of Marlin); a "
      "405B in fp8 is 3 % low, for its first and last layers stay in 16 bits; other logged weights "
      "are within 0.3 % (a 0.6B: 1 %)",
      "weight sizes in logs of vLLM and llama.cpp", "weights_per_gpu" },
    { "overhead-vllm",
      "vLLM: the sampler's peak is fitted to eight breakdowns on H100, within 2 % on seven (a "
      "multimodal model took 2.3 GiB, not 5.0); the layers' is 2 B x (2 hidden + 3 ffn) a token, "
      "90,112 where 90,000 were measured; that of experts is not checked. 0.14 GiB over PCIe: "
      "pools "
      "of L40S, L4 and a 24 GB card -18.5 to -2.0 % with 0.55 and -10.5 to +0.9 % with it. "
      "llama.cpp: exact on logs of the 8B (258.5 MiB), with flash attention",
      "llm-d planner e50305a; vLLM pulls 48322 and 9003; llama.cpp logs", "overhead_estimate" },
    { "overhead-sglang",
      "free before loading: 78.4 to 78.8 GiB of an H100, 77.2 to 77.8 with tp. Its share is the "
      "rule of releases of 2025-10 to 2026-02 (0.911 on MI355X, logged and computed); those before "
      "took 0.88, later ones reserve for more graphs: give gpu_memory_utilization",
      "server_args.py; logs", "overhead_estimate" },
    { "overhead-trtllm",
      "chosen on one log (a 0.6B on an H100); 4.0 GiB with tp is assumed, and a DeepSeek-R1 "
      "profile "
      "held 13 GiB beside its weights: give overhead",
      "TensorRT-LLM 1.2 log", "overhead_estimate" },
    { "formats",
      "a format of the cache in the release's own files is what engines take by themselves; fp8 "
      "weights alone say nothing of it",
      "kv_cache_quant_algo and kv_cache_scheme of released configurations", "kv_dtype" },
    { "decode-floor",
      "no kernel overheads, memory and compute overlap perfectly, no link, experts are chosen "
      "uniformly, recurrences cost no FLOP: a floor. Measured steps are 1 to 3.6 times it",
      "arithmetic of bytes and FLOP over peaks; 2,292 measured points", "decode_time_floor" },
    { "prefill-floor",
      "no kernel overheads, causal attention without waste, recurrences cost no FLOP: a floor",
      "arithmetic of FLOP over peaks", "prefill_time_floor" },
    { "decode-estimate",
      "serve's step, with the same constants, for this batch alone: prompts of others are not "
      "counted. With pp the sequences pass the stages as one batch. Within a factor of 1.6",
      "throughputs of serve; docs/methods/serve.md", "decode_time" },
    { "prefill-estimate",
      "serve's prompt alone on the replica, with the same constants: 62 of 62 measured first "
      "tokens "
      "are within a factor of 1.6; 31 of them chose no constant: 7.5 % off in the median, 32 % at "
      "the 90th percentile",
      "first tokens of a request alone, A100 to H200 and L40S", "prefill_time recompute_time" },
    { "tp-communication",
      "nothing overlaps with the all-reduces of the tensor group and the exchange of experts, "
      "which "
      "stay inside one scale-up domain; traffic of vocabulary and pipeline is not counted. Start "
      "and "
      "rate are those of engines' kernels in CUDA graphs, by kind of link and the same for every "
      "GPU: through switches 20 % off in the median, 78 % at the 90th percentile of 513 points; "
      "xGMI meshes 19 %; PCIe a factor of 2 and more. NCCL's ring, which collective answers for, "
      "takes 1.5 to 3 times as long below 256 KiB; reduce_latency 0 and reduce_efficiency 1 give "
      "the floor",
      "aiconfigurator 095f58a; mscclpp pull request 736; sglang pull request 6619",
      "decode_communication_time prefill_communication_time" },
    { "linear-state-fp32",
      "recurrent states are 32-bit, convolution columns 16-bit (llama.cpp: 32)",
      "logs of vLLM and llama.cpp on hybrid models", "column_bytes" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc kvcache --model llama-3.1-70b --context 128Ki --tp 8 --gpu h100-sxm "
    "--weight-dtype fp8",
    "aicalc kvcache --model gpt-oss-120b --gpu h100-sxm --context 128Ki",
    "aicalc kvcache --model gpt-oss-120b --gpu h100-sxm --context 128Ki --engine ideal",
    "aicalc kvcache --model llama-3.3-70b --tp 4 --gpu h100-sxm --context 16Ki "
    "--sweep engine=vllm,sglang,trtllm --fields kv_pool,max_sequences",
    "aicalc kvcache --model gemma-3-27b --context 131072 --sequences 4 --engine llamacpp",
    "aicalc kvcache --model deepseek-v3 --context 32Ki --sequences 16 --tp 8 --gpu h200-sxm "
    "--budget fits",
    "aicalc kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm --solve sequences=max "
    "--budget 'decode_time <= 30ms'",
    "aicalc kvcache --model llama-3.1-8b --context 8Ki --sequences 32 --gpu h100-sxm --mbu 0.7 "
    "--mfu 0.5 --gpu-price 2.5USD/h --sweep tp=1,2,4,8",
    "aicalc kvcache --model llama-3.1-8b --gpu h100-sxm --offload-bw 50GB/s "
    "--sweep context=4Ki,16Ki,64Ki --fields reload_speedup",
    NULL,
};

/* What an indexer lets through: of all layers of a latent model, of those that have one otherwise. */
static double sparse_window(double topk)
{
    return topk > 0 ? topk : (double)INFINITY;
}

/* Pairs of a token and one that it sees, by kind of layer; `index_csa` are those that a csa layer's
 * indexer scores. */
struct pairs {
    double full, sparse, sliding, chunked, csa, index_csa, hca, cross;
};

/* 0 where there is no such layer, whose width is then unset. */
static double elements(double layers, double width, double pairs)
{
    return layers > 0 ? layers * width * pairs : 0;
}

/* Elements of heads of the usual geometry; those of latent layers stand in `latent_width`. */
static double usual_attention(const struct aic_model *m, const struct aic_kvcache_out *out,
                              const struct pairs *pairs)
{
    double width = m->head_dim + m->v_head_dim;
    return elements(out->full_layers - out->indexed, width, pairs->full) +
           elements(out->indexed, width, pairs->sparse) +
           elements(m->chunked_layers, width, pairs->chunked) +
           elements(m->csa_layers, width, pairs->csa) + elements(m->hca_layers, width, pairs->hca) +
           elements(m->cross_layers, width, pairs->cross);
}

/* Scores and values: two FLOP for each pair and element, in all layers. */
static double attention(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                        double latent_width, const struct pairs *pairs)
{
    const struct aic_model *m = &in->model;
    if (m->attention_layers == 0) {
        return 0; /* such a model may have no heads */
    }
    double index =
        2 * m->index_heads * m->index_head_dim *
        (elements(out->indexed, 1, pairs->full) + elements(m->csa_layers, 1, pairs->index_csa));
    if (aic_model_is_latent(m)) {
        double seen = out->indexed > 0 ? pairs->sparse : pairs->full;
        return 2 * m->heads * elements(out->full_layers, latent_width, seen) + index;
    }
    double sliding_width = m->sliding_head_dim + out->sliding_value_width;
    double sliding =
        m->sliding_layers > 0
            ? 2 * m->sliding_heads * (m->sliding_layers * sliding_width * pairs->sliding)
            : 0;
    return 2 * m->heads * usual_attention(m, out, pairs) + sliding + index;
}

/* D: one token. A latent is attended as it is (absorbed), 2 * rank wide. */
static double decode_attention(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out)
{
    const struct aic_model *m = &in->model;
    double window = fmin(in->context, out->sliding_span);
    double entries = floor(in->context / out->csa_block);
    const struct pairs pairs = {
        .full = in->context,
        .sparse = fmin(in->context, sparse_window(m->index_topk)),
        .sliding = window,
        .chunked = m->chunked_layers > 0 ? fmod(in->context - 1, m->chunk_size) + 1 : 0,
        .csa = fmin(entries, sparse_window(m->index_topk)) + window,
        .index_csa = entries,
        .hca = floor(in->context / out->hca_block) + window,
        .cross = m->cross_tokens,
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
    double window = pairs_in_window(z, m->sliding_window);
    double topk = sparse_window(m->index_topk);
    const struct pairs pairs = {
        .full = pairs_full(z),
        .sparse = pairs_in_window(z, topk),
        .sliding = window,
        .chunked = m->chunked_layers > 0 ? pairs_in_chunks(z, m->chunk_size) : 0,
        .csa = window + pairs_in_window(z, out->csa_block * topk) / out->csa_block,
        .index_csa = pairs_full(z) / out->csa_block,
        .hca = window + pairs_full(z) / out->hca_block,
        .cross = z * m->cross_tokens,
    };
    return attention(in, out, m->qk_nope_head_dim + m->qk_rope_head_dim + m->v_head_dim, &pairs);
}

/* The peak of a part of the model: of the GPU in its format, unless the user says one for all. */
static double peak_of(const struct aic_kvcache_in *in, enum aic_matmul_part part)
{
    return AIC_GIVEN(in, gpu_flops) ? in->gpu_flops
                                    : aic_part_peak(ARITHMETIC_OF(in), part, in->gpu_flops);
}

/* Reading the whole context: the rows of a prefill without a shared prefix. */
struct prompt {
    double communication_time, flops, time;
};

static struct prompt whole_prompt(const struct aic_kvcache_in *in,
                                  const struct aic_kvcache_out *out)
{
    if (in->shared_prefix == 0) {
        return (struct prompt){ out->prefill_communication_time, out->prefill_flops,
                                out->prefill_time };
    }
    const struct aic_kvcache_out *computed = out;
#include "engine/rows/code.inc"
    shared_prefix = 0;
#include "engine/rows/as_loaded.h"
#define ONLY (MODEL_PART | RATE_PART)
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY PREFILL_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (struct prompt){ prefill_communication_time, prefill_flops, prefill_time };
}

/* Of the values that a suggestion tries, the first that work: "1, 2, 7, 14". */
struct values {
    char text[128];
};

static struct values working_values(const struct aic_kvcache_in *in,
                                    bool (*works)(const struct aic_kvcache_in *in, double value))
{
    struct values values = { "" };
    struct aic_text text;
    aic_text_init(&text, values.text, sizeof values.text);
    for (int value = 1, named = 0; value <= 64 && named < 6; value++) {
        if (works(in, value)) {
            aic_text_format(&text, "%s%d", named++ > 0 ? ", " : "", value);
        }
    }
    return values;
}

/* Known heads that so many ways cut. */
static bool cuts_heads(double tp, double heads)
{
    return heads > 0 && !aic_divides(tp, heads);
}

static bool splits_unevenly(double tp, double heads)
{
    return cuts_heads(tp, heads) && !aic_divides(heads, tp);
}

/* Engines split query heads evenly, and split or repeat KV heads evenly. */
static bool tp_works(const struct aic_kvcache_in *in, double tp)
{
    const struct aic_model *m = &in->model;
    return !cuts_heads(tp, m->heads) &&
           !(m->sliding_layers > 0 && cuts_heads(tp, m->sliding_heads)) &&
           (aic_model_is_latent(m) || !splits_unevenly(tp, m->kv_heads)) &&
           !(m->sliding_layers > 0 && splits_unevenly(tp, m->sliding_kv_heads));
}

/* Decode-context ways split the copies of the cache that a tensor group holds. */
static bool dcp_works(const struct aic_kvcache_in *in, double dcp)
{
    const struct aic_model *m = &in->model;
    return dcp == 1 ||
           (aic_divides(dcp, in->tp) && (aic_model_is_latent(m) || !(in->tp < m->kv_heads * dcp)) &&
            !(m->sliding_layers > 0) && !(m->chunked_layers > 0) &&
            m->csa_layers + m->hca_layers + m->cross_layers == 0);
}

static bool ep_works(const struct aic_kvcache_in *in, double ep)
{
    return ep == 1 || (ep <= in->model.experts && aic_divides(ep, in->tp * in->dp));
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = input;
    struct aic_kvcache_out *out = output;
    const struct aic_kvcache_out *computed = out;
    struct aic_error *error = &notes->error;
    struct aic_params counts;
    struct aic_kvcache_fit fit;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
#include "engine/rows/code.inc"

#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    aic_model_count(&in->model, &counts, notes);
    aic_kvcache_evaluate_model(in, &counts, out);
    if (!aic_kvcache_walk(in, &counts, out, &fit, error)) {
        return false;
    }
#include "engine/rows/as_loaded.h"
#define ONLY (CACHE_PART | CONTENT_PART | MODEL_PART | STAGE_PART)
#include RESULT_ROWS
#include "engine/rows/as_results.h"
    const struct aic_kvcache_read read = aic_kvcache_weights_read(in, out, &counts, &fit);
#define ONLY (MEMORY_PART | RATE_PART | PREFILL_PART)
#include RESULT_ROWS
    const struct prompt whole = whole_prompt(in, out);
#define ONLY TIME_PART
#include RESULT_ROWS

    if (!notes->quiet) {
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
    }
    return true;
}
#include "engine/rows/none.h"

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "latency_base", "reduce_latency", NULL },
    { "latency_per_rank", "reduce_latency_per_rank", NULL },
    { "nvlink_efficiency", "reduce_efficiency", NULL },
    { "operation", NULL,
      "an engine's all-reduces have reduce_latency and reduce_efficiency, by link" },
    { "cost_per_million_tokens", "cost_per_million_output", NULL },
    { NULL, NULL, NULL },
};

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(memory_per_gpu), "overhead" }, { SLOT_OF(overhead_per_gpu), "overhead" },
    { SLOT_OF(kv_pool), "overhead" },        { SLOT_OF(max_sequences), "overhead" },
    { SLOT_OF(decode_time), "mbu, mfu" },    { SLOT_OF(decode_rate), "mbu, mfu" },
    { SLOT_OF(user_rate), "mbu, mfu" },      { SLOT_OF(prefill_time), "mfu" },
    { SLOT_OF(prefill_rate), "mfu" },        { SLOT_OF(load_time), "load_bw" },
    { SLOT_OF(reload_time), "offload_bw" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "fits", AIC_GOAL_FLAG, NULL, "sequences", "=max_sequences" },
    { "fits", AIC_GOAL_FLAG, NULL, "kv_dtype", "fp8" },
    { "fits", AIC_GOAL_FLAG, NULL, "weight_dtype", "fp8 int4 <weights_total" },
    { "fits", AIC_GOAL_FLAG, NULL, "tp", "*2 *4 *8" },
    { "fits", AIC_GOAL_FLAG, NULL, "max_num_seqs", "256 64" },
    { "fits", AIC_GOAL_FLAG, NULL, "context", "=max_context_fit" },
    { "fits", AIC_GOAL_FLAG, NULL, "gpu_memory_utilization", "0.95" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = {
    "weights-do-not-fit",
    "does-not-start",
    "layout-not-modelled",
    "context-above-model-limit",
    NULL,
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,
    INDEX_context,
    INDEX_sequences,
    INDEX_gpu,
    INDEX_tp,
    INDEX_kv_dtype,
    INDEX_weight_dtype,
    INDEX_engine,
    INDEX_shared_prefix,
    INDEX_gpu_memory_utilization,
};

/* What a price of tokens contains, and what it lacks. */
static const struct aic_content contents[] = {
    { "cost_per_million_output", AIC_WITHIN, "GPUs that decode all the time", NULL, NULL },
    { "cost_per_million_output", AIC_LACKS, "prompts, idle hours and whole nodes (serve has them)", NULL,
      NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_kvcache = {
    .name = "kvcache",
    .help = "how many requests fit in an engine and how long, and how fast one batch is (for "
            "traffic: serve)",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .old_names = old_names,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .contents = contents,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
};
