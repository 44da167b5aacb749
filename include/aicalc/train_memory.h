/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: memory of each GPU during a training step, stage by stage and
 * part by part; whether it fits, and what would.
 *
 * Names, units, ranges and meanings of all members: src/calculators/train_memory, inputs.inc
 * and results.inc.
 */
#ifndef AICALC_TRAIN_MEMORY_H
#define AICALC_TRAIN_MEMORY_H

#include <aicalc/calculator.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* How context parallel ranks exchange; in the order of the choices, as all enums here. */
enum aic_train_memory_cp { AIC_TRAIN_MEMORY_CP_P2P, AIC_TRAIN_MEMORY_CP_A2A };

enum aic_train_memory_compute {
    AIC_TRAIN_MEMORY_COMPUTE_BF16,
    AIC_TRAIN_MEMORY_COMPUTE_FP16,
    AIC_TRAIN_MEMORY_COMPUTE_FP8,
    AIC_TRAIN_MEMORY_COMPUTE_FP32,
    AIC_TRAIN_MEMORY_COMPUTE_TF32
};

/* Stored weights; the last three only where they are frozen. */
enum aic_train_memory_weight {
    AIC_TRAIN_MEMORY_WEIGHT_BF16,
    AIC_TRAIN_MEMORY_WEIGHT_FP16,
    AIC_TRAIN_MEMORY_WEIGHT_FP32,
    AIC_TRAIN_MEMORY_WEIGHT_FP8,
    AIC_TRAIN_MEMORY_WEIGHT_INT8,
    AIC_TRAIN_MEMORY_WEIGHT_INT4,
    AIC_TRAIN_MEMORY_WEIGHT_NF4
};

enum aic_train_memory_grad {
    AIC_TRAIN_MEMORY_GRAD_BF16,
    AIC_TRAIN_MEMORY_GRAD_FP16,
    AIC_TRAIN_MEMORY_GRAD_FP32,
    AIC_TRAIN_MEMORY_GRAD_BF16_FP32
};

/* What lies in host memory instead. */
enum aic_offload { AIC_OFFLOAD_NONE, AIC_OFFLOAD_OPTIMIZER, AIC_OFFLOAD_ALL };

/* What the backward pass runs a second time instead of keeping it. */
enum aic_train_memory_recompute {
    AIC_TRAIN_MEMORY_RECOMPUTE_NONE,
    AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE,
    AIC_TRAIN_MEMORY_RECOMPUTE_FULL
};

enum aic_kernels { AIC_KERNELS_FUSED, AIC_KERNELS_EAGER };

enum aic_loss {
    AIC_LOSS_PLAIN,
    AIC_LOSS_UNFUSED,
    AIC_LOSS_FUSED,
    AIC_LOSS_NATIVE_FUSED,
    AIC_LOSS_CHUNKED,
    AIC_LOSS_CHUNKED_LOGITS
};

/* Gradients between two steps: in buffers that stay, or none before the backward pass makes them. */
enum aic_gradient_buffers { AIC_GRADIENTS_KEPT, AIC_GRADIENTS_FREED };

/* When a stage holds most: at the loss, in the backward pass of a layer, or of the first one. */
enum aic_peak_instant { AIC_PEAK_LOSS, AIC_PEAK_LAYER_BACKWARD, AIC_PEAK_BACKWARD_END };

struct aic_train_memory_in {
    struct aic_origins origins;
    struct aic_model model;
    /* job and layout */
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT double gpu_memory;
    double gpus, gpus_per_node;
    double tp, pp, cp, ep;
    double vpp, etp, mtp_layers;
    double first_stage_layers, last_stage_layers;
    AIC_SLOT aic_flag sequence_parallel;
    AIC_SLOT int cp_method;
    AIC_SLOT double zero, shard_group, fsdp_prefetch;
    double micro_batch, global_batch, seq;
    /* numbers and states */
    AIC_SLOT int compute_dtype, weight_dtype;
    AIC_SLOT double weight_bits;
    AIC_SLOT int grad_dtype;
    AIC_SLOT aic_flag master_weights;
    AIC_SLOT int optimizer, optimizer_dtype;
    AIC_SLOT double lora_rank;
    AIC_SLOT int lora_targets;
    AIC_SLOT int offload;
    AIC_SLOT double activation_offload, host_buffer_factor;
    /* activations and overhead */
    AIC_SLOT int recompute;
    AIC_SLOT double recompute_layers;
    AIC_SLOT aic_flag flash_attention;
    AIC_SLOT int kernels;
    AIC_SLOT aic_flag dropout, qk_norm;
    AIC_SLOT int loss;
    AIC_SLOT double logit_bytes, loss_chunks, deferred_head_wgrads;
    AIC_SLOT int gradient_buffers;
    AIC_SLOT double vocab_multiple, expert_imbalance;
    double activation_per_token, activation_memory;
    AIC_SLOT aic_flag wgrad_buffers;
    AIC_SLOT double workspace, fragmentation, cuda_context, nccl_per_group;
    /* presets: values of inputs above */
    AIC_SLOT aic_flag fsdp, grad_checkpointing, lora, qlora;
};

/*
 * In the order in which the results are shown. Where nothing else is said: of the stage that needs
 * most, the peak stage.
 */
struct aic_train_memory_out {
    /* the answer */
    double total_memory;
    AIC_SLOT aic_flag fits;
    AIC_SLOT double headroom, memory_utilization;
    double peak_stage;
    AIC_SLOT int peak_instant;
    /* what is live at the peak */
    AIC_SLOT double states_memory, activations_memory, logits_memory, working_memory,
        unsharded_memory;
    double buffer_memory, absent_gradients_memory;
    double allocated_memory, fragmentation_memory, reserved_memory;
    double overhead_memory;
    double groups; /* term */
    double in_flight, kept_per_token;
    double open_share, all_kept, moved_activations, kept_memory, stage_kept,
        modules_kept;                                                            /* terms */
    double stage_layers, stage_modules, stage_dense_layers, stage_expert_layers; /* terms */
    double recomputed_layers, recomputed_dense_layers, recomputed_expert_layers; /* terms */
    double base_kept, mixer_kept, dense_kept, experts_kept, boundary_kept;       /* terms */
    double logits_at_loss;
    double padded_vocab, live_logit_bytes, module_logit_bytes, logits_per_token; /* terms */
    /* states */
    double params_total, params_per_gpu, params_trainable;
    double matrix_params, other_params;                                       /* terms */
    double expert_matrix_params, expert_other_params, adapter_params;         /* terms */
    double weight_width, other_width, gradient_width, master_width;           /* terms */
    double state_width, other_state_width;                                    /* terms */
    double expert_shards, weight_shards, gradient_shards, state_shards;       /* terms */
    double expert_weight_shards, expert_gradient_shards, expert_state_shards; /* terms */
    AIC_SLOT aic_flag weights_on_gpu;                                         /* term */
    AIC_SLOT aic_flag gradients_on_gpu;                                       /* term */
    AIC_SLOT aic_flag optimizer_on_gpu;                                       /* term */
    AIC_SLOT double bytes_per_param, states_per_param;
    double weights_memory, gradients_memory, master_memory, optimizer_memory;
    double host_bytes; /* term */
    double host_memory_per_node;
    /* first and last stage */
    double first_stage_states, first_stage_activations, first_stage_allocated;
    double first_stage_memory;
    double last_stage_states, last_stage_activations, last_stage_allocated, last_stage_memory;
    /* what would fit */
    double memory_floor;
    double max_micro_batch, max_seq, min_gpus, min_gpus_states;
    double suggested_zero, suggested_micro_batch;
    AIC_SLOT int suggested_recompute;
    /* layout */
    AIC_SLOT double dp, expert_dp, micro_batches;
};

extern const struct aic_calculator aic_train_memory;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
