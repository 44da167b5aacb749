/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input rows of a served replica: its cache, its weights, its GPUs and the link between them, for
 * the calculators that ask how a model is served.
 */
#ifndef AICALC_CALCULATORS_SHARED_SERVING_INPUTS_H
#define AICALC_CALCULATORS_SHARED_SERVING_INPUTS_H

#include <math.h>
#include <string.h>

#include <aicalc/kvcache.h>

#include "calculators/shared/arithmetic.h"
#include "calculators/shared/stored_inputs.h"

static const double GiB = 1073741824.0;

/* Whether a name is given that begins so. */
static inline bool begins_with(const char *name, const char *head)
{
    return name != NULL && strncmp(name, head, strlen(head)) == 0;
}

/* Formats of llama.cpp's blocks are its own, and it has no narrow ones of the others. */
static inline bool engine_holds(int engine, int kv_dtype)
{
    bool blocks = kv_dtype == AIC_KV_Q8_0 || kv_dtype == AIC_KV_Q4_0;
    bool wide = kv_dtype == AIC_KV_BF16 || kv_dtype == AIC_KV_FP16 || kv_dtype == AIC_KV_FP32;
    return kv_dtype < 0 || engine == AIC_ENGINE_IDEAL || wide ||
           blocks == (engine == AIC_ENGINE_LLAMACPP);
}

/*
 * SGLang (server_args.py of 2025-10 to 2026-02) keeps memory for its own, for the activations of a step,
 * for the graphs of its batches and for parallel groups, in MiB; the rest of a GPU is its share.
 */
static inline double sglang_graphs(double gpu_memory, double ways)
{
    bool wide = ways >= 4;
    return gpu_memory < 20 * GiB    ? 8
           : gpu_memory < 35 * GiB  ? wide ? 80 : 24
           : gpu_memory < 60 * GiB  ? wide ? 160 : 32
           : gpu_memory < 160 * GiB ? wide ? 512 : 256
                                    : 512;
}

static inline double sglang_share(double gpu_memory, double tokens, double tp, double pp)
{
    const double MiB = GiB / 1024;
    double kept =
        512 + 1.5 * fmax(tokens, 2048) + 2 * sglang_graphs(gpu_memory, tp) + 128 * tp * pp;
    double least = gpu_memory > 60 * GiB ? 10240 : 0;
    double share = 1 - (kept < least ? least : kept) * MiB / gpu_memory;
    return share < 0.01 ? 0.01 : share;
}

/* clang-format off */

/*
 * Engines, and what they do by themselves. vLLM 001cabc (engine/arg_utils.py) takes larger steps where a
 * GPU has 70 GiB or more and "a100" is not in its name; SGLang 001ccef (server_args.py) by the memory of
 * the GPU alone.
 */
#define INPUT_ENGINE                                                                               \
    INPUT(CHOICE, engine,                                                                          \
          "engine whose use of memory is counted; ideal: weights and cache alone",                \
          (CHOICES(aic_kvcache_engines), DEFAULT("vllm")))
#define INPUT_KV_DTYPE_OF(released, sentence)                                                      \
    DERIVED(CHOICE, kv_dtype, "number format of the cache",                                        \
            (CHOICES(aic_kvcache_dtypes), FLAGS(AIC_ASSUMPTION), RESTS_ON("released_kv_dtype"),    \
             SENTENCE(sentence)),                                                                  \
            known(released) ? released : AIC_KV_BF16)                                              \
    ALIAS(kv_cache_dtype, kv_dtype, NULL)
#define INPUT_KV_DTYPE                                                                             \
    INPUT_KV_DTYPE_OF(engine_holds(engine, released_kv_dtype) ? released_kv_dtype : UNSET_CHOICE,  \
                      "released_kv_dtype where that is to be had, else bf16")
#define INPUT_BLOCK_SIZE                                                                           \
    DERIVED_CASES(INTEGER, block_size, "tokens in a block (page)", (TOKENS, AT_LEAST(1)),          \
                  WHEN(engine == vllm, 16)                                                         \
                  WHEN(engine == sglang, 1)                                                        \
                  WHEN(engine == trtllm, 32))
#define INPUT_MAX_NUM_BATCHED_TOKENS                                                               \
    DERIVED_CASES(INTEGER, max_num_batched_tokens,                                                 \
                  "tokens of one step, by which prompts are cut; windows hold them too (llamacpp: "\
                  "ubatch, sglang: chunked_prefill_size)",                                         \
                  (TOKENS, AT_LEAST(1)),                                                           \
                  WHEN(engine == vllm,                                                             \
                       gpu_memory < 70 * GiB || begins_with(gpu, "a100") ? 2048 : 8192)            \
                  WHEN(engine == sglang && gpu_memory < 35 * GiB, 2048)                            \
                  WHEN(engine == sglang && gpu_memory < 60 * GiB, 4096)                            \
                  WHEN(engine == sglang && gpu_memory >= 160 * GiB, 16384)                         \
                  WHEN(engine == sglang || engine == trtllm, 8192)                                 \
                  WHEN(engine == llamacpp, 512))
#define INPUT_MAX_NUM_SEQS                                                                         \
    DERIVED_CASES(INTEGER, max_num_seqs,                                                           \
                  "sequences of one step; they set the peak of vllm (sglang by itself: no limit)", \
                  (AT_LEAST(1)),                                                                   \
                  WHEN(engine == vllm,                                                             \
                       gpu_memory < 70 * GiB || begins_with(gpu, "a100") ? 256 : 1024)             \
                  WHEN(engine == trtllm, 2048))
#define INPUT_SWA_FULL                                                                             \
    INPUT(FLAG, swa_full,                                                                          \
          "windowed and chunked layers are held in full (llama.cpp --swa-full, vLLM without its "  \
          "hybrid manager)",                                                                       \
          (DEFAULT("no")))
#define INPUT_DCP                                                                                  \
    INPUT(INTEGER, dcp, "decode-context parallel degree: splits the KV cache inside tp",           \
          (DEFAULT("1"), AT_LEAST(1)))

/* Weights. Where files of the model say their bytes, those count, and no format is assumed. */
#define INPUT_SERVED_WEIGHTS                                                                       \
    DERIVED(CHOICE, weight_dtype, "number format of the weights",                                  \
          (CHOICES(aic_weight_dtypes), SPELT(aic_weight_spellings), FLAGS(AIC_ASSUMPTION),         \
           RESTS_ON("released_dtype"),          \
           SENTENCE("released_dtype, else bf16; none where weight_bits or files of the model "     \
                    "say it")),                                                                    \
          known(weight_bits) || (STORED_BYTES > 0 && !known(attention_dtype) &&                    \
              !known(weight_memory))                                                               \
              ? UNSET_CHOICE                                                                       \
              : known(released_dtype) ? released_dtype                                             \
              : bf16)                                                                              \
    ALIAS(quantization, weight_dtype, NULL)                                                        \
    ALIAS(precision, weight_dtype, "of the weights: weight_dtype; that of the cache is kv_dtype")  \
    ALIAS(quant, weight_dtype, NULL)                                                               \
    INPUT(CHOICE, attention_dtype,                                                                 \
          "number format of attention and linear mixers, where a checkpoint keeps them wider "     \
          "than weight_dtype",                                                                     \
          (CHOICES(aic_weight_dtypes)))                                                            \
    INPUT(REAL, weight_bits, "average bits of a parameter, instead of weight_dtype", (ABOVE_0))    \
    INPUT(REAL, weight_memory,                                                                     \
          "weights on one GPU as a log prints them, instead of the count", (BYTES, ABOVE_0))
#define ENGINE_RULES                                                                               \
    EXCLUDES(block_size, "llamacpp and content alone have no blocks",                              \
             EQUALS(engine, ideal), EQUALS(engine, llamacpp))                                      \
    EXCLUDES(max_num_batched_tokens, "content alone holds no tokens of a step",                    \
             EQUALS(engine, ideal))                                                                \
    EXCLUDES(max_num_seqs, "llamacpp and content alone have no such limit",                        \
             EQUALS(engine, ideal), EQUALS(engine, llamacpp))                                      \
    EXCLUDES(kv_free_fraction, "that engine takes gpu_memory_utilization",                         \
             EQUALS(engine, vllm), EQUALS(engine, sglang), EQUALS(engine, llamacpp))               \
    EXCLUDES(kv_free_fraction, "each says how much memory the cache gets",                         \
             GIVEN(kv_memory), GIVEN(gpu_memory_utilization))                                      \
    EXCLUDES(gpu_memory_utilization,                                                               \
             "its share is of what weights and overhead leave free: kv_free_fraction",             \
             EQUALS(engine, trtllm))
#define SERVED_WEIGHTS_RULES                                                                       \
    EXCLUDES(weight_memory, "both say how large the weights are",                                  \
             GIVEN(weight_dtype), GIVEN(weight_bits))                                              \
    EXCLUDES(weight_bits, "both say how large a parameter is", GIVEN(weight_dtype))                \
    EXCLUDES(attention_dtype, "its share of the weights is then not known",                        \
             GIVEN(weight_memory), GIVEN(weight_bits))

/*
 * Memory of a GPU. 0.92 is vLLM's default since 0.22 (config/cache.py), 0.9 the one before. SGLang's is
 * what its rule leaves. TensorRT-LLM has a share of what weights and overhead leave free instead, and so
 * has ideal where that is given.
 */
#define INPUT_GPU_MEMORY                                                                           \
    INPUT(REAL, gpu_memory, "usable memory of one GPU", (BYTES, ABOVE_0, EXAMPLE("80GiB")))
#define INPUT_GPU_MEMORY_UTILIZATION(ways)                                                         \
    DERIVED_CASES(REAL, kv_free_fraction,                                                          \
                  "trtllm, and ideal where given: share for the cache of what weights and "        \
                  "overhead leave free (free_gpu_memory_fraction)",                                \
                  (RATIO, AT_MOST(1), FLAGS(AIC_ABOVE_MIN | AIC_ASSUMPTION)),                      \
                  WHEN(engine == trtllm && !known(kv_memory), 0.9))                                \
    DERIVED_CASES(REAL, gpu_memory_utilization,                                                    \
                  "share of gpu_memory that the engine may use (vLLM before 0.22: 0.9; sglang: "   \
                  "mem_fraction_static)",                                                          \
                  (RATIO, AT_MOST(1), FLAGS(AIC_ABOVE_MIN | AIC_ASSUMPTION), EXAMPLE("0.9")),      \
                  WHEN(known(kv_free_fraction) || engine == trtllm, unset)                         \
                  WHEN(engine == vllm, 0.92)                                                       \
                  WHEN(engine == sglang,                                                           \
                       sglang_share(gpu_memory, max_num_batched_tokens, ways, pp))                 \
                  OTHERWISE(0.9))
#define INPUT_KV_MEMORY                                                                            \
    INPUT(REAL, kv_memory,                                                                         \
          "bytes for the cache on one GPU as a log prints them, instead of what weights and "      \
          "overhead leave",                                                                        \
          (BYTES, ABOVE_0))
/* The format in which matrices are multiplied, and the peak in it. */
#define ARITHMETIC_OF(in)                                                                          \
    (&(const struct aic_arithmetic){                                                               \
        .model = &(in)->model,                                                                     \
        .peaks = &(in)->peaks,                                                                     \
        .compute_dtype = (in)->compute_dtype,                                                      \
        .weight_dtype = (in)->weight_dtype,                                                        \
        .attention_dtype = (in)->attention_dtype,                                                  \
        .is_weight_dtype_given = AIC_GIVEN(in, weight_dtype),                                      \
        .is_sized = aic_is_set((in)->weight_bits) || aic_is_set((in)->weight_memory),              \
    })
#define PEAKS                                                                                      \
    "bf16_gpu_flops fp16_gpu_flops fp8_gpu_flops int8_gpu_flops fp4_gpu_flops tf32_gpu_flops "     \
    "fp32_gpu_flops fp64_gpu_flops "
#define INPUT_SERVED_COMPUTE_DTYPE                                                                 \
    DERIVED(CHOICE, compute_dtype, "narrowest number format in which matrices are multiplied",     \
            (CHOICES(aic_compute_dtypes), RESTS_ON(PEAKS "released_dtype weight_dtype"),           \
             SENTENCE("fp8 for fp8 weights, int8 for int8, fp4 for nvfp4, fp8 for mxfp4 beside "   \
                      "fp4 units, where the GPU has them; else bf16")),                            \
            aic_auto_compute_dtype(ARITHMETIC_OF(in)))
#define INPUT_SERVED_GPU_FLOPS                                                                     \
    DERIVED(REAL, gpu_flops, "dense peak FLOP per second of one GPU",                              \
            (FLOP_RATE, ABOVE_0, RESTS_ON(PEAKS "compute_dtype"),                                  \
             SENTENCE("what the gpu has in compute_dtype")),                                       \
            aic_peak_stated(&in->peaks, compute_dtype))
/* Estimates take the usual shares where none is given. */
#define INPUT_LAYER_OVERHEADS                                                                      \
    INPUT(REAL, layer_overhead, "time that a layer costs beside its bytes and FLOP",               \
          (TIME, FLAGS(AIC_ASSUMPTION), DEFAULT("50us")))                                          \
    INPUT(REAL, expert_overhead, "time that a layer with experts costs on top of layer_overhead",  \
          (TIME, FLAGS(AIC_ASSUMPTION), DEFAULT("50us")))
#define INPUT_GPU_MEMORY_BW                                                                        \
    INPUT(REAL, gpu_memory_bw, "peak memory bandwidth of one GPU", (RATE, DISK_ABOVE_0, EXAMPLE("3.35TB/s")))

/*
 * The scale-up link. Engines reduce with kernels of their own inside CUDA graphs, which the kind of
 * link decides and not the GPU: medians of measured all-reduces, see the assumption
 * tp-communication of kvcache.
 */
#define INPUT_SCALE_UP_LINK                                                                        \
    INPUT(REAL, nvlink_bw, "scale-up link of one GPU, one direction", (RATE, DISK_ABOVE_0, EXAMPLE("450GB/s")))        \
    DERIVED_CASES(CHOICE, link, "scale-up link: through switches, between pairs, or PCIe",         \
                  (CHOICES(aic_scale_up_links)),                                                   \
                  WHEN(scale_up_is_pcie == yes, pcie)                                              \
                  WHEN(known(peer_bw), mesh)                                                       \
                  OTHERWISE(switched))                                                             \
    INPUT(REAL, peer_bw, "rate of one pair in a point-to-point mesh; unset: switched",             \
          (RATE, DISK_ABOVE_0))                                                                    \
    INPUT(FLAG, scale_up_is_pcie, "the scale-up link is PCIe", (DEFAULT("no")))
#define INPUT_REDUCE                                                                               \
    DERIVED_CASES(REAL, reduce_latency, "start-up of an engine's all-reduce",                      \
                  (TIME, FLAGS(AIC_ASSUMPTION)),                                                   \
                  WHEN(link == switched, 4e-6)                                                     \
                  WHEN(link == mesh, 5e-6)                                                         \
                  OTHERWISE(1.5e-6))                                                               \
    DERIVED_CASES(REAL, reduce_latency_per_rank,                                                   \
                  "start-up that each further GPU adds to an all-reduce",                          \
                  (TIME, FLAGS(AIC_ASSUMPTION)),                                                   \
                  WHEN(link != pcie, 0.3e-6)                                                       \
                  OTHERWISE(3.5e-6))                                                               \
    DERIVED_CASES(REAL, reduce_efficiency,                                                         \
                  "share of the link that an engine's all-reduce reaches",                         \
                  (RATIO, AT_MOST(1), FLAGS(AIC_ABOVE_MIN | AIC_ASSUMPTION)),                      \
                  WHEN(link == switched, 0.3)                                                      \
                  WHEN(link == mesh, 0.55)                                                         \
                  OTHERWISE(0.2))

/* clang-format on */

/* Choices; model.c of kvcache. */
extern const char *const aic_kvcache_engines[];
extern const char *const aic_scale_up_links[];
enum {
    vllm = AIC_ENGINE_VLLM,
    sglang = AIC_ENGINE_SGLANG,
    trtllm = AIC_ENGINE_TRTLLM,
    llamacpp = AIC_ENGINE_LLAMACPP,
    ideal = AIC_ENGINE_IDEAL
};
enum { switched = AIC_LINK_SWITCHED, mesh = AIC_LINK_MESH, pcie = AIC_LINK_PCIE };

#endif
