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

/* vLLM's defaults of one step; the smaller ones hold on GPUs below this size. */
#define SMALL_GPU       (70 * GIB)
#define STEP_TOKENS     8192.0
#define STEP_SMALL      2048.0
#define STEP_LLAMACPP   512.0 /* llama.cpp's ubatch */
#define STEP_SEQS       1024.0
#define STEP_SEQS_SMALL 256.0
#define BLOCK_SIZE      16.0

static void settle(void *input)
{
    struct aic_kvcache_in *in = input;
    bool small = in->gpu_memory < SMALL_GPU;
    aic_model_settle(in, &in->model);
    aic_settle_number(in, &in->context, in->model.max_context);
    if (in->engine == AIC_ENGINE_VLLM) {
        aic_settle_number(in, &in->block_size, BLOCK_SIZE);
        aic_settle_number(in, &in->max_num_batched_tokens, small ? STEP_SMALL : STEP_TOKENS);
        aic_settle_number(in, &in->max_num_seqs, small ? STEP_SEQS_SMALL : STEP_SEQS);
    } else if (in->engine == AIC_ENGINE_LLAMACPP) {
        aic_settle_number(in, &in->max_num_batched_tokens, STEP_LLAMACPP);
    }
    if (!aic_is_set(in->weight_bits)) {
        aic_settle_choice(in, &in->weight_dtype, in->model.released_dtype);
        aic_settle_choice(in, &in->weight_dtype, AIC_WEIGHT_BF16);
    }
    aic_settle_number(in, &in->overhead, aic_kv_overhead(in));
}

/* One copy of the model, whatever the engine and the layout. */
static void fill_content(const struct kv_plan *plan, struct aic_kvcache_out *out)
{
    const struct aic_kvcache_in *in = plan->in;
    const struct kv_stage *all = &plan->all;
    const double *unit = plan->unit1;
    double windows = all->of[KV_SLIDING] * unit[KV_SLIDING] * plan->window[KV_SLIDING] +
                     all->of[KV_CHUNKED] * unit[KV_CHUNKED] * plan->window[KV_CHUNKED];
    out->full_layers = all->of[KV_FULL];
    out->kv_per_token = all->of[KV_FULL] * unit[KV_FULL];
    out->kv_per_token_initial = out->kv_per_token + all->of[KV_SLIDING] * unit[KV_SLIDING] +
                                all->of[KV_CHUNKED] * unit[KV_CHUNKED];
    out->kv_fixed = windows + all->of[KV_LINEAR] * unit[KV_LINEAR] * in->linear_states;
    if (all->of[KV_FULL] > 0) {
        out->kv_replication = in->tp * plan->unit[KV_FULL] / (unit[KV_FULL] * in->dcp);
    }
    if (!aic_is_set(in->context)) {
        return;
    }
    struct kv_load load = { in->sequences, in->context, in->shared_prefix };
    out->kv_per_sequence =
        aic_kv_content(plan, all, unit, 1, (struct kv_load){ 1, in->context, 0 });
    out->kv_total = aic_kv_content(plan, all, unit, 1, load);
    out->tokens_full = load.prefix + load.sequences * (load.context - load.prefix);
    out->tokens_sliding = aic_kv_window_tokens(load, plan->window[KV_SLIDING]);
    out->tokens_chunked = aic_kv_window_tokens(load, plan->window[KV_CHUNKED]);
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = input;
    struct aic_kvcache_out *out = output;
    if (!aic_model_check(&in->model, notes) || !aic_kv_check(in, &notes->error)) {
        return false;
    }
    struct kv_plan plan = { .in = in, .model = &in->model };
    aic_model_count(&in->model, &plan.params, notes);
    aic_kv_all_layers(&plan);
    aic_kv_units(&plan, out);
    aic_kv_precision(&plan);
    fill_content(&plan, out);
    if (!aic_kv_fit(&plan, out, notes)) {
        return false;
    }
    out->moe_layers = plan.params.moe_layers;
    aic_kv_times(&plan, out);
    aic_kv_warn(&plan, out, notes);
    return true;
}

static const struct aic_assumption assumptions[] = {
    { "kv-layout",
      "engines set memory aside as their sources say at these commits; vLLM's null block is not "
      "counted",
      "vLLM 001cabc (kv_cache_interface.py, kv_cache_utils.py); llama.cpp "
      "llama-kv-cache-iswa.cpp; sglang 001ccef",
      "kv_per_gpu block_bytes" },
    { "kv-kinds-even",
      "kinds of layers are spread evenly over the pipeline stages; exact for models of one kind",
      "vLLM's rule for the layers of a stage", "binding_stage" },
    { "weights-sharding",
      "tp divides everything but norms, routers and positions; engines keep latent projections and "
      "replicated KV projections whole (R1 over 16 GPUs: within 2.2 %) and pad mxfp4 experts "
      "(gpt-oss: 5 to 6 % over the stored bytes); other logged weights are within 0.3 % (a 0.6B: "
      "1 %)",
      "weight sizes in logs of vLLM and llama.cpp", "weights_per_gpu" },
    { "overhead-vllm",
      "vLLM: fitted to eight breakdowns on H100, within 2 % on seven (a multimodal model took 2.3 "
      "GiB, not 5.0); that the sampler makes the peak, with max_num_seqs 1024, is a reading of "
      "them; CUDA graphs are outside. llama.cpp: exact on logs of the 8B (258.5 MiB), with flash "
      "attention",
      "llm-d planner e50305a (vLLM V1); llama.cpp logs", "overhead_estimate" },
    { "decode-floor",
      "no kernel overheads, memory and compute overlap perfectly, experts are chosen uniformly, "
      "recurrences cost no FLOP: a floor",
      "arithmetic of bytes and FLOP over peaks", "decode_time" },
    { "prefill-floor",
      "no kernel overheads, causal attention without waste, recurrences cost no FLOP: a floor",
      "arithmetic of FLOP over peaks", "prefill_time recompute_flops" },
    { "tp-communication",
      "nothing overlaps with the all-reduces of the tensor group, which stay inside one scale-up "
      "domain; traffic of vocabulary, pipeline and experts is not counted, a prefill is one step. "
      "Latencies of a catalog entry are those of NCCL rings: an engine's kernel for small messages "
      "is faster, and 0 gives the floor",
      "fits of NCCL 2.27-2.29 all-reduces, ai-dynamo/aiconfigurator",
      "decode_communication_time prefill_communication_time" },
    { "linear-state-fp32",
      "recurrent states are 32-bit, convolution columns 16-bit (llama.cpp: 32)",
      "logs of vLLM and llama.cpp on hybrid models", "column_bytes" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc kvcache --model llama-3.1-70b --context 128Ki --tp 8 --gpu h100-sxm "
    "--weight-dtype fp8 --engine vllm",
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

const struct aic_calculator aic_kvcache = {
    .name = "kvcache",
    .help = "KV cache, weights, what fits, and floors of the times of a served model",
    .in_size = sizeof(struct aic_kvcache_in),
    .out_size = sizeof(struct aic_kvcache_out),
    .inputs = { aic_kvcache_input_groups, AIC_KVCACHE_INPUT_GROUPS },
    .results = { aic_kvcache_result_groups, AIC_KVCACHE_RESULT_GROUPS },
    .rules = aic_kvcache_rules,
    .rule_count = AIC_KVCACHE_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
