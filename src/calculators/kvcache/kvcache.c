/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kvcache: the answer from top to bottom.
 *
 * Two facts carry it. The cache of a sequence is affine in its length: windows, chunks and
 * recurrent states are fixed, full attention grows. And what an engine sets aside is more than what
 * holds information: both are given.
 */
#include "calculators/kvcache/rows.h"

static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8",  "int8", "fp4",
                                              "tf32", "fp32", "fp64", NULL };
static const char *const operations[] = { "all_reduce", NULL };
static const char *const sequence_bounds[] = { "memory", "max-num-seqs", NULL };

#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Model", model, released_dtype),
    INPUT_GROUP("Request", context, shared_prefix),
    INPUT_GROUP("Cache", kv_dtype, kv_unified),
    INPUT_GROUP("Layout", tp, ep),
    INPUT_GROUP("Weights", weight_dtype, weight_memory),
    INPUT_GROUP("GPU", gpu, kv_memory),
    INPUT_GROUP("Speed", gpu_memory_bw, gpu_price),
    INPUT_GROUP("Load and offload", load_bw, offload_capacity),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Cache", kv_per_token, tokens_chunked),
    RESULT_GROUP("Cache on one GPU", kv_per_token_gpu, cells_chunked),
    RESULT_GROUP("Memory of one GPU", weights_total, overhead_estimate),
    RESULT_GROUP("Fit", fits, gpus_total),
    RESULT_GROUP("Decode", decode_time, attention_flops),
    RESULT_GROUP("Prefill", prefill_time, prefill_attention_flops),
    RESULT_GROUP("Load and reload", load_time, recompute_communication_time),
    RESULT_GROUP("Parameters", params_total, params_other),
};

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

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_kvcache_in *in = input;
    struct aic_kvcache_out *out = output;
    struct aic_params counts;
    struct aic_kvcache_fit fit;
    if (!aic_model_check(&in->model, notes) || !aic_kvcache_check(in, &notes->error)) {
        return false;
    }
    aic_model_count(&in->model, &counts, notes);
    aic_kvcache_evaluate_model(in, &counts, out);
    if (!aic_kvcache_walk(in, &counts, out, &fit, &notes->error)) {
        return false;
    }
    aic_kvcache_evaluate_rest(in, &counts, &fit, out);
    if (!notes->quiet) {
        aic_kvcache_warn(in, out, &fit, notes);
    }
    return true;
}

const struct aic_calculator aic_kvcache = {
    .name = "kvcache",
    .help = "KV cache, weights, what fits, and floors of the times of a served model",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
