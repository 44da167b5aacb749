/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input rows of a training step, which layout shares with train-memory (numbers, activations,
 * overhead) and with network (what is sent, and what of it hides).
 */
#ifndef AICALC_CALCULATORS_TRAINING_INPUTS_H
#define AICALC_CALCULATORS_TRAINING_INPUTS_H

#include "calculators/shared/shared_inputs.h"

/* In the order of their enums: of train-memory, then of network. */
extern const char *const aic_kernel_kinds[];
extern const char *const aic_losses[];
extern const char *const aic_dispatch_copies[];
extern const char *const aic_cadences[];
extern const char *const aic_activation_dtypes[];
extern const char *const aic_step_algorithms[]; /* none of the operations is pairwise */

#define SHARE RATIO, DEFAULT("0"), AT_MOST(1)

/* clang-format off */

#define INPUT_FSDP_PREFETCH                                                                        \
    INPUT(INTEGER, fsdp_prefetch, "zero 3: layers whose weights are gathered ahead",               \
          (UNIT("layer"), DEFAULT("1")))
#define INPUT_MASTER_WEIGHTS                                                                       \
    INPUT(FLAG, master_weights,                                                                    \
          "an fp32 copy of each trained parameter (none beside fp32 weights, adapters or without " \
          "optimizer)", (DEFAULT("yes")))
#define INPUT_HOST_BUFFER_FACTOR                                                                   \
    INPUT(REAL, host_buffer_factor, "host bytes per offloaded byte (DeepSpeed's estimator)",       \
          (RATIO, DEFAULT("1.5"), AT_LEAST(1)))
#define INPUT_FLASH_ATTENTION                                                                      \
    INPUT(FLAG, flash_attention, "FlashAttention: the softmax is not kept", (DEFAULT("yes")))
#define INPUT_KERNELS                                                                              \
    INPUT(CHOICE, kernels, "fused kernels, or eager: plain PyTorch modules as in HF Transformers", \
          (CHOICES(aic_kernel_kinds), DEFAULT("fused")))
#define INPUT_DROPOUT                                                                              \
    INPUT(FLAG, dropout, "dropout is used, and its masks are kept", (DEFAULT("no")))
#define INPUT_QK_NORM                                                                              \
    INPUT(FLAG, qk_norm, "norms on query and key heads (Qwen3, Gemma 3, OLMo 2)", (DEFAULT("no")))
#define INPUT_LOSS                                                                                 \
    INPUT(CHOICE, loss,                                                                            \
          "how the loss runs, and bytes per logit: plain 14, unfused 6 and fused 2 (Megatron), "    \
          "native-fused 10; "                                                                      \
          "chunked: the head runs chunk by chunk (Liger); chunked-logits: all logits stay (torchtune)", \
          (CHOICES(aic_losses), DEFAULT("plain")))
#define INPUT_VOCAB_MULTIPLE                                                                       \
    INPUT(INTEGER, vocab_multiple,                                                                 \
          "vocab is padded to a multiple of this times tp (Megatron: 128)",                        \
          (DEFAULT("1"), AT_LEAST(1)))
#define INPUT_WGRAD_BUFFERS                                                                        \
    INPUT(FLAG, wgrad_buffers,                                                                     \
          "TransformerEngine since 2.3: a bf16 buffer per shape of a weight gradient",             \
          (DEFAULT("no")))
#define INPUT_WORKSPACE                                                                            \
    INPUT(REAL, workspace, "cuBLAS workspaces of PyTorch and TransformerEngine",                   \
          (BYTES, DEFAULT("104MiB")))
#define INPUT_FRAGMENTATION                                                                        \
    INPUT(REAL, fragmentation, "share of the reserved memory that the allocator cannot use",       \
          (RATIO, DEFAULT("6%"), AT_MOST(0.999)))
#define INPUT_CUDA_CONTEXT                                                                         \
    INPUT(REAL, cuda_context, "CUDA context and kernels, outside of the allocator",                \
          (BYTES, DEFAULT("0.9GiB"), FLAGS(AIC_ASSUMPTION)))
#define INPUT_NCCL_PER_GROUP                                                                       \
    INPUT(REAL, nccl_per_group, "memory of one communicator, for each parallel dimension above 1", \
          (BYTES, DEFAULT("500MB"), FLAGS(AIC_ASSUMPTION)))
#define INPUT_ROUTED_NODES                                                                         \
    INPUT(INTEGER, routed_nodes,                                                                   \
          "node-limited routing: a token is sent once to each of at most so many nodes; 0: one "   \
          "copy per expert", (DEFAULT("0")))
#define INPUT_DISPATCH_COPIES                                                                      \
    INPUT(CHOICE, dispatch_copies,                                                                 \
          "without routed_nodes: a token crosses nodes once per chosen expert, or once per node "  \
          "that holds any of them (DeepEP, HybridEP)",                                             \
          (CHOICES(aic_dispatch_copies), DEFAULT("expert")))
#define INPUT_WEIGHT_GATHERS                                                                       \
    INPUT(INTEGER, weight_gathers,                                                                 \
          "zero 3: gathers of the weights: 1 kept after the forward pass, 2 again for the "        \
          "backward pass, 3 again for recomputation", (DEFAULT("2"), AT_LEAST(1), AT_MOST(3)))
#define INPUT_WEIGHT_GATHER                                                                        \
    INPUT(CHOICE, weight_gather,                                                                   \
          "zero 3: weights are gathered for every micro-batch (auto) or once per step",            \
          (CHOICES(aic_cadences), DEFAULT("auto")))
#define INPUT_GRADIENT_SYNC                                                                        \
    INPUT(CHOICE, gradient_sync,                                                                   \
          "gradients are reduced; auto: for every micro-batch of zero 2 and 3, else once per step", \
          (CHOICES(aic_cadences), DEFAULT("auto")))
#define INPUT_DISPATCH_DTYPE                                                                       \
    INPUT(CHOICE, dispatch_dtype, "number format of tokens sent to experts",                       \
          (CHOICES(aic_activation_dtypes), DEFAULT("bf16")))
#define INPUT_COMBINE_DTYPE                                                                        \
    INPUT(CHOICE, combine_dtype, "number format of what experts return",                           \
          (CHOICES(aic_activation_dtypes), DEFAULT("bf16")))
#define INPUT_ALGORITHM                                                                            \
    INPUT(CHOICE, algorithm, "algorithm of every collective that has it; the others take auto",    \
          (CHOICES(aic_step_algorithms), DEFAULT("auto")))
#define INPUT_OVERSUBSCRIPTION                                                                     \
    INPUT(REAL, oversubscription, "oversubscription of the fabric, which divides the port rate",   \
          (RATIO, DEFAULT("1"), ABOVE_0, FED_BY("fabric.leaf_ratio")))
#define INPUT_DP_OVERLAP                                                                           \
    INPUT(FLAG, dp_overlap, "data parallel communication runs under compute",                      \
          (DEFAULT("true")))
#define INPUT_TP_OVERLAP                                                                           \
    INPUT(REAL, tp_overlap,                                                                        \
          "share of tensor parallel communication that is hidden; about 0.4 with async TP "        \
          "(torchtitan, 8B and 70B), never all of it",                                             \
          (SHARE))
#define INPUT_PP_OVERLAP                                                                           \
    INPUT(REAL, pp_overlap, "share of pipeline parallel communication that is hidden",             \
          (SHARE))
#define INPUT_CP_OVERLAP                                                                           \
    INPUT(REAL, cp_overlap,                                                                        \
          "share of context parallel all_gather and a2a that is hidden; p2p hides by "             \
          "itself",                                                                                \
          (SHARE))
#define INPUT_EP_OVERLAP                                                                           \
    INPUT(REAL, ep_overlap, "share of expert parallel communication that is hidden",               \
          (SHARE))

/* clang-format on */

#endif
