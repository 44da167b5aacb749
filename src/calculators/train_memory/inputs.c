/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: the input table and the rules between inputs. */
#include "calculators/train_memory/train_memory.h"

#include "calculators/shared/optimizer.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_train_memory_in, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_train_memory_in, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_train_memory_in, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_train_memory_in, member, names)

#define DEGREE .preset = "1", .min = 1
#define BYTES  .dimension = AIC_BYTES

static const char *const cp_methods[] = { "p2p", "a2a", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8", "fp32", "tf32", NULL };
static const char *const weight_dtypes[] = { "bf16", "fp16", "fp32", "fp8",
                                             "int8", "int4", "nf4",  NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const offloads[] = { "none", "optimizer", "all", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
static const char *const kernel_kinds[] = { "fused", "eager", NULL };
static const char *const losses[] = { "plain", "unfused", "fused", "chunked", NULL };

static const struct aic_field layout_fields[] = {
    { AIC_FIELD_REFERENCE(struct aic_train_memory_in, gpu, AIC_GPUS),
      .help = "GPU of the catalog: its usable memory" },
    { REAL(gpu_memory), .help = "usable memory of one GPU; without it nothing is said about fit",
      BYTES },
    { INTEGER(gpus), .help = "all GPUs of the job; what tp, pp and cp leave is data parallel",
      .min = 1, .flags = AIC_AUTO, .formula = "tp * pp * cp" },
    { INTEGER(gpus_per_node), .help = "GPUs of one node, which share its host memory",
      .preset = "8", .min = 1 },
    { INTEGER(tp), .help = "tensor parallel degree", DEGREE },
    { INTEGER(pp), .help = "pipeline parallel degree", DEGREE },
    { INTEGER(cp), .help = "context parallel degree", DEGREE },
    { INTEGER(ep), .help = "expert parallel degree", DEGREE },
    { INTEGER(vpp), .help = "chunks of layers per pipeline stage (interleaved schedule)", DEGREE },
    { INTEGER(etp),
      .help = "tensor parallel degree of the routed experts (as tp in Megatron; recipes often 1)",
      .min = 1, .flags = AIC_AUTO, .formula = "tp" },
    { INTEGER(first_stage_layers),
      .help = "layers of the first pipeline stage; the other stages share the rest evenly",
      .unit = "layer", .min = 1 },
    { INTEGER(last_stage_layers),
      .help = "layers of the last pipeline stage; the other stages share the rest evenly",
      .unit = "layer", .min = 1 },
    { FLAG(sequence_parallel),
      .help = "tensor parallel ranks split the sequence too, outside attention and MLP",
      .preset = "yes" },
    { CHOICE(cp_method, cp_methods),
      .help = "exchange of context parallel ranks; a2a keeps one more attention output",
      .preset = "p2p" },
    { INTEGER(zero), .help = "sharded: 0 nothing, 1 optimizer and master, 2 gradients, 3 weights",
      .preset = "1", .max = 3 },
    { INTEGER(shard_group),
      .help = "GPUs over which ZeRO shards; fewer than all: HSDP, replicated between groups",
      .min = 1, .flags = AIC_AUTO, .formula = "gpus / (tp * pp)" },
    { INTEGER(fsdp_prefetch), .help = "zero 3: layers gathered ahead", .unit = "layer",
      .preset = "1" },
    { INTEGER(micro_batch), .help = "sequences of one forward pass", DEGREE },
    { INTEGER(global_batch),
      .help = "sequences of one optimizer step; unset: enough to fill the pipeline", .min = 1 },
    { INTEGER(seq), .help = "tokens of one sequence", .dimension = AIC_TOKENS, .preset = "4096",
      .min = 1 },
};

static const struct aic_field state_fields[] = {
    { CHOICE(compute_dtype, compute_dtypes),
      .help = "width of activations: 4 B for fp32 and tf32, else 2 (also beside fp8)",
      .preset = "bf16" },
    { CHOICE(weight_dtype, weight_dtypes),
      .help = "number format of the stored weights; int8, int4 and nf4 are frozen (lora_rank)",
      .preset = "bf16" },
    { REAL(weight_bits),
      .help = "bits of a frozen quantized weight instead (nf4 without double quantization: 4.5)",
      .max = 32, .flags = AIC_ABOVE_MIN },
    { CHOICE(grad_dtype, grad_dtypes),
      .help = "gradients: 2, 2, 4 B, or 6 B for a bf16 one beside the fp32 main gradient",
      .preset = "bf16" },
    { FLAG(master_weights),
      .help = "an fp32 copy of each trained parameter (none beside fp32 weights, adapters or "
              "without optimizer)",
      .preset = "yes" },
    { CHOICE(optimizer, aic_optimizers), .help = "decides the states of each trained parameter",
      .preset = "adamw" },
    { CHOICE(optimizer_dtype, aic_state_dtypes),
      .help = "number format of a state; adamw-8bit always has int8", .preset = "fp32" },
    { INTEGER(lora_rank), .help = "rank of LoRA adapters on a frozen model; 0 is none",
      .preset = "0" },
    { CHOICE(lora_targets, aic_lora_targets),
      .help = "adapted: query and value, all of attention, or MLP and shared experts too",
      .preset = "all" },
    { CHOICE(offload, offloads),
      .help = "to host memory: master, states and fp32 gradients; all: sharded weights too",
      .preset = "none" },
    { REAL(activation_offload), .help = "share of the kept activations that goes to host memory",
      .dimension = AIC_RATIO, .preset = "0", .max = 1 },
    { REAL(host_buffer_factor), .help = "host bytes per offloaded byte (DeepSpeed's estimator)",
      .dimension = AIC_RATIO, .preset = "1.5", .min = 1 },
};

static const struct aic_field activation_fields[] = {
    { CHOICE(recompute, recomputes),
      .help = "run a second time: nothing, the attention core, or whole layers", .preset = "none" },
    { INTEGER(recompute_layers), .help = "recompute full: that many layers of each stage",
      .unit = "layer", .flags = AIC_AUTO, .formula = "layers" },
    { FLAG(flash_attention), .help = "the softmax is not kept", .preset = "yes" },
    { CHOICE(kernels, kernel_kinds),
      .help = "fused, or eager: plain PyTorch modules as in HF Transformers", .preset = "fused" },
    { FLAG(dropout), .help = "dropout keeps its masks", .preset = "no" },
    { FLAG(qk_norm), .help = "norms on query and key heads (Qwen3, Gemma 3, OLMo 2)",
      .preset = "no" },
    { CHOICE(loss, losses),
      .help = "what the loss keeps of a logit: 14 B, 6 (Megatron), 2, or 14 / loss_chunks",
      .preset = "plain" },
    { REAL(logit_bytes), .help = "bytes per logit at the loss, instead of those of loss", BYTES,
      .flags = AIC_AUTO },
    { INTEGER(loss_chunks), .help = "chunks of loss chunked", .preset = "8", .min = 1 },
    { INTEGER(vocab_multiple),
      .help = "vocab is padded to a multiple of this times tp (Megatron: 128)", DEGREE },
    { REAL(expert_imbalance), .help = "tokens of the fullest expert rank over the mean",
      .dimension = AIC_RATIO, DEGREE },
    { REAL(activation_per_token),
      .help = "bytes kept per token and layer on one GPU, measured or of another policy", BYTES },
    { REAL(activation_memory),
      .help = "all activations that one GPU keeps, measured; replaces the count", BYTES },
    { FLAG(wgrad_buffers),
      .help = "TransformerEngine since 2.3: a bf16 buffer per shape of a weight gradient",
      .preset = "no" },
    { REAL(workspace), .help = "cuBLAS workspaces of PyTorch and TransformerEngine", BYTES,
      .preset = "64MiB" },
    { REAL(fragmentation), .help = "share of the reserved memory that the allocator cannot use",
      .dimension = AIC_RATIO, .preset = "6%", .max = 0.999 },
    { REAL(cuda_context), .help = "context and kernels, outside of the allocator", BYTES,
      .preset = "0.9GiB", .flags = AIC_ASSUMPTION },
    { REAL(nccl_per_group),
      .help = "communicator of each parallel dimension above 1 (tp, pp, cp, dp, ep)", BYTES,
      .preset = "500MB", .flags = AIC_ASSUMPTION },
};

const struct aic_group aic_train_memory_input_groups[AIC_TRAIN_MEMORY_INPUT_GROUPS] = {
    AIC_MODEL_GROUP(offsetof(struct aic_train_memory_in, model)),
    AIC_GROUP("Job and layout", layout_fields, 0),
    AIC_GROUP("Numbers and states", state_fields, 0),
    AIC_GROUP("Activations and overhead", activation_fields, 0),
};

#define SUBJECT(member)      AIC_RULE(struct aic_train_memory_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_train_memory_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_train_memory_in, member, what)

/* Uneven ends belong to a pipeline whose stages are not interleaved. */
#define END_LAYERS(member)                                                                         \
    { SUBJECT(member), AIC_NEEDS, { ABOVE(pp, 1) }, "one stage has all layers" },                  \
    {                                                                                              \
        SUBJECT(member), AIC_EXCLUDES, { ABOVE(vpp, 1) }, "interleaved stages have equal chunks"   \
    }

const struct aic_rule aic_train_memory_rules[AIC_TRAIN_MEMORY_RULES] = {
    { SUBJECT(etp), AIC_NEEDS, { ABOVE(model.experts, 0) }, "it splits routed experts" },
    END_LAYERS(first_stage_layers),
    END_LAYERS(last_stage_layers),
    { SUBJECT(shard_group), AIC_EXCLUDES, { EQUALS(zero, 0) }, "nothing is sharded" },
    { SUBJECT(weight_bits), AIC_NEEDS, { ABOVE(lora_rank, 0) }, "quantized weights do not train" },
    { SUBJECT(recompute_layers),
      AIC_NEEDS,
      { EQUALS(recompute, AIC_TRAIN_MEMORY_RECOMPUTE_FULL) },
      "it counts layers that are recomputed whole" },
};
