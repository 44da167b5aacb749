/* SPDX-License-Identifier: Apache-2.0 */
/* kvcache: the input table and the rules between inputs. */
#include "calculators/kvcache/kvcache.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_kvcache_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_kvcache_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_kvcache_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_kvcache_in, member, names)

#define WAYS  .preset = "1", .min = 1
#define BYTES .dimension = AIC_BYTES, .flags = AIC_ABOVE_MIN
#define RATE  .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
/* A ratio within (0, 1]. */
#define SHARE .dimension = AIC_RATIO, .max = 1

const char *const aic_kv_dtypes[] = {
    [AIC_KV_BF16] = "bf16",
    [AIC_KV_FP16] = "fp16",
    [AIC_KV_FP32] = "fp32",
    [AIC_KV_FP8] = "fp8",
    [AIC_KV_FP8_DS_MLA] = "fp8_ds_mla",
    [AIC_KV_INT8] = "int8",
    [AIC_KV_INT4] = "int4",
    [AIC_KV_NVFP4] = "nvfp4",
    [AIC_KV_Q8_0] = "q8_0",
    [AIC_KV_Q4_0] = "q4_0",
    NULL,
};
const char *const aic_engines[] = {
    [AIC_ENGINE_IDEAL] = "ideal",
    [AIC_ENGINE_VLLM] = "vllm",
    [AIC_ENGINE_LLAMACPP] = "llamacpp",
    NULL,
};
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8",  "int8", "fp4",
                                              "tf32", "fp32", "fp64", NULL };
static const char *const operations[] = { "all_reduce", NULL };

static const struct aic_field request_fields[] = {
    { INTEGER(context), .help = "tokens of one sequence, prompt and answer",
      .dimension = AIC_TOKENS, .min = 1, .flags = AIC_AUTO, .formula = "max_context" },
    { INTEGER(sequences), .help = "sequences at once in one replica", .preset = "1", .min = 1 },
    { INTEGER(shared_prefix), .help = "leading tokens that all sequences have in common",
      .dimension = AIC_TOKENS, .preset = "0" },
};

static const struct aic_field cache_fields[] = {
    { CHOICE(kv_dtype, aic_kv_dtypes), .help = "number format of the cache", .preset = "bf16",
      .flags = AIC_ASSUMPTION },
    { CHOICE(engine, aic_engines),
      .help = "whose layout: only what holds information, vLLM's blocks, llama.cpp's cells",
      .preset = "ideal" },
    { INTEGER(block_size), .help = "tokens in a block of vllm", .dimension = AIC_TOKENS, .min = 1,
      .flags = AIC_AUTO | AIC_PROSE, .formula = "16 with vllm" },
    { INTEGER(max_num_batched_tokens),
      .help = "tokens of one step, which windows must hold too (llamacpp: ubatch)",
      .dimension = AIC_TOKENS, .min = 1, .flags = AIC_AUTO | AIC_PROSE,
      .formula = "vllm: 8192, or 2048 where gpu_memory is below 70 GiB; llamacpp: 512" },
    { INTEGER(max_num_seqs), .help = "sequences of one step of vllm, which set its peak", .min = 1,
      .flags = AIC_AUTO | AIC_PROSE,
      .formula = "vllm: 1024, or 256 where gpu_memory is below 70 GiB" },
    { INTEGER(linear_states),
      .help = "states per sequence and linear layer: one more per draft token, and with vLLM's "
              "aligned prefix cache",
      WAYS },
    { FLAG(swa_full),
      .help = "windowed and chunked layers are held in full (llama.cpp --swa-full, vLLM without "
              "its hybrid manager)",
      .preset = "no" },
    { FLAG(kv_unified), .help = "llamacpp has one buffer for all slots", .preset = "no" },
};

static const struct aic_field layout_fields[] = {
    { INTEGER(tp), .help = "tensor parallel ways; a replica has tp x pp GPUs", WAYS },
    { INTEGER(pp), .help = "pipeline parallel ways", WAYS },
    { INTEGER(dcp), .help = "decode-context parallel ways, which split copies inside tp", WAYS },
    { INTEGER(dp), .help = "data parallel ways: replicas", WAYS },
    { INTEGER(ep), .help = "expert parallel ways, over tp x dp", WAYS },
};

static const struct aic_field weight_fields[] = {
    { CHOICE(weight_dtype, aic_weight_dtypes), .help = "number format of the weights",
      .flags = AIC_AUTO | AIC_ASSUMPTION | AIC_PROSE, .formula = "released_dtype else bf16" },
    { REAL(weight_bits), .help = "average bits of a parameter, instead of weight_dtype",
      .flags = AIC_ABOVE_MIN },
    { REAL(weight_memory), .help = "weights on one GPU as a log prints them, instead of the count",
      BYTES },
};

static const struct aic_field gpu_fields[] = {
    { AIC_FIELD_REFERENCE(struct aic_kvcache_in, gpu, AIC_GPUS),
      .help = "a GPU of the catalog: its memory, rates and link" },
    { CHOICE(compute_dtype, compute_dtypes), .help = "which of the GPU's peaks is gpu_flops",
      .preset = "bf16" },
    { REAL(gpu_memory), .help = "usable memory of one GPU", BYTES },
    { REAL(gpu_memory_utilization), .help = "share of it that the engine may use", SHARE,
      .preset = "0.9", .flags = AIC_ABOVE_MIN | AIC_ASSUMPTION },
    { REAL(overhead), .help = "bytes on one GPU for neither weights nor cache",
      .dimension = AIC_BYTES, .flags = AIC_AUTO,
      .formula = "9.7 * 4 * max_num_seqs * vocab + if(tp > 1, 0.55, 0.14) * 1073741824 else "
                 "4 * max_num_batched_tokens * (vocab + hidden) else 0" },
    { REAL(kv_memory),
      .help = "bytes for the cache on one GPU as a log prints them, instead of "
              "what weights and overhead leave",
      BYTES },
};

static const struct aic_field speed_fields[] = {
    { REAL(gpu_memory_bw), .help = "peak memory bandwidth of one GPU", RATE },
    { REAL(gpu_flops), .help = "peak FLOP/s of one GPU", .dimension = AIC_FLOP_RATE,
      .flags = AIC_ABOVE_MIN },
    { REAL(mbu), .help = "share of gpu_memory_bw that is reached; unset, times are floors", SHARE,
      .flags = AIC_ABOVE_MIN },
    { REAL(mfu), .help = "share of gpu_flops that is reached; unset, times are floors", SHARE,
      .flags = AIC_ABOVE_MIN },
    { REAL(nvlink_bw), .help = "scale-up link of one GPU, one direction", RATE },
    { REAL(nvlink_efficiency), .help = "share of the link that an all-reduce gets", SHARE,
      .preset = "1", .flags = AIC_ABOVE_MIN },
    { REAL(latency_base), .help = "start of an all-reduce", .dimension = AIC_TIME, .preset = "0" },
    { REAL(latency_per_rank), .help = "latency per further GPU of an all-reduce",
      .dimension = AIC_TIME, .preset = "0" },
    { CHOICE(operation, operations), .help = "whose latencies are taken from the GPU's entry",
      .preset = "all_reduce" },
    { REAL(gpu_price), .help = "price of one GPU", .dimension = AIC_MONEY_RATE },
};

static const struct aic_field move_fields[] = {
    { REAL(load_bw), .help = "rate from storage, of all replicas that load at once", RATE },
    { REAL(prefill_throughput),
      .help = "measured prefill of one replica, instead of the floor, to judge a reload by",
      .dimension = AIC_COUNT_RATE, .unit = "token/s", .flags = AIC_ABOVE_MIN },
    { REAL(offload_bw), .help = "rate from the offload tier into one GPU, one direction", RATE },
    { REAL(offload_latency), .help = "time before its first byte", .dimension = AIC_TIME,
      .preset = "0" },
    { REAL(offload_capacity), .help = "size of the offload tier", .dimension = AIC_BYTES,
      .flags = AIC_ABOVE_MIN | AIC_DISK },
};

const struct aic_group aic_kvcache_input_groups[AIC_KVCACHE_INPUT_GROUPS] = {
    AIC_MODEL_GROUP(offsetof(struct aic_kvcache_in, model)),
    AIC_GROUP("Request", request_fields, 0),
    AIC_GROUP("Cache", cache_fields, 0),
    AIC_GROUP("Layout", layout_fields, 0),
    AIC_GROUP("Weights", weight_fields, 0),
    AIC_GROUP("GPU", gpu_fields, 0),
    AIC_GROUP("Speed", speed_fields, 0),
    AIC_GROUP("Load and offload", move_fields, 0),
};

#define SUBJECT(member) AIC_RULE(struct aic_kvcache_in, member)
#define GIVEN(member)   AIC_IF_GIVEN(struct aic_kvcache_in, member)
#define ENGINE(value)   AIC_IF_EQUALS(struct aic_kvcache_in, engine, value)

const struct aic_rule aic_kvcache_rules[] = {
    { SUBJECT(block_size),
      AIC_EXCLUDES,
      { ENGINE(AIC_ENGINE_IDEAL), ENGINE(AIC_ENGINE_LLAMACPP) },
      "only vllm has blocks" },
    { SUBJECT(max_num_batched_tokens),
      AIC_EXCLUDES,
      { ENGINE(AIC_ENGINE_IDEAL) },
      "an ideal cache holds no tokens of a step" },
    { SUBJECT(max_num_seqs), AIC_NEEDS, { ENGINE(AIC_ENGINE_VLLM) }, NULL },
    { SUBJECT(weight_memory),
      AIC_EXCLUDES,
      { GIVEN(weight_dtype), GIVEN(weight_bits) },
      "both say how large the weights are" },
    { SUBJECT(weight_bits),
      AIC_EXCLUDES,
      { GIVEN(weight_dtype) },
      "both say how large a parameter is" },
};
_Static_assert(sizeof aic_kvcache_rules / sizeof aic_kvcache_rules[0] == AIC_KVCACHE_RULES,
               "AIC_KVCACHE_RULES is the length of the table");
