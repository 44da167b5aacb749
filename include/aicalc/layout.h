/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: which degrees, shards, micro-batch and recomputation train a model fastest on a cluster
 * and fit into its memory, what comes next, and what the others lose to.
 *
 * Names, units, ranges and meanings of all members: src/calculators/layout, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_LAYOUT_H
#define AICALC_LAYOUT_H

#include <aicalc/calculator.h>
#include <aicalc/collective.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* In the order of the choices, as all enums here. */
enum aic_layout_among { AIC_AMONG_FIT, AIC_AMONG_ALL, AIC_AMONG_MISFIT };
enum aic_layout_distinct { AIC_DISTINCT_PARALLEL, AIC_DISTINCT_ALL };
enum aic_layout_compute { AIC_LAYOUT_BF16, AIC_LAYOUT_FP16, AIC_LAYOUT_FP8, AIC_LAYOUT_FP4 };
enum aic_layout_stack { AIC_STACK_MEGATRON, AIC_STACK_PYTORCH };
enum aic_layout_cp { AIC_LAYOUT_CP_P2P, AIC_LAYOUT_CP_A2A };

/* What a step spends its time on. */
enum aic_layout_loss {
    AIC_LOSES_EFFICIENCY,
    AIC_LOSES_RECOMPUTE,
    AIC_LOSES_TP,
    AIC_LOSES_PP,
    AIC_LOSES_CP,
    AIC_LOSES_EP,
    AIC_LOSES_DP,
    AIC_LOSES_OVERLAP,
    AIC_LOSES_IMBALANCE,
    AIC_LOSES_BUBBLE,
    AIC_LOSES_OPTIMIZER
};

struct aic_layout_in {
    struct aic_origins origins;
    struct aic_model model;
    /* question */
    AIC_SLOT struct aic_name node, gpu, fabric;
    AIC_SLOT double gpus, scale_up_gpus, gpus_per_node, seq, global_batch;
    double rank;
    AIC_SLOT int among, distinct;
    AIC_SLOT double memory_margin;
    /* axes; unset: looked for */
    double tp, pp, vpp, cp, ep, etp;
    double zero;
    AIC_SLOT aic_flag sequence_parallel;
    AIC_SLOT int recompute, offload;
    AIC_SLOT double micro_batch;
    double max_tp, max_cp, max_micro_batch;
    /* speed of compute */
    AIC_SLOT int compute_dtype;
    AIC_SLOT double gpu_flops, gpu_flops_16, gpu_memory, gpu_memory_bw;
    double matmul_efficiency, expert_efficiency;
    AIC_SLOT int stack;
    AIC_SLOT double stack_factor, attention_efficiency, memory_efficiency;
    double kernel_overhead, quantize_bytes;
    double host_bw, host_memory_bw;
    double overlap_cost, step_overhead;
    /* numbers, activations and overhead: those of train-memory */
    AIC_SLOT int cp_method;
    AIC_SLOT int grad_dtype;
    AIC_SLOT aic_flag master_weights;
    AIC_SLOT int optimizer, optimizer_dtype;
    AIC_SLOT double fsdp_prefetch, host_buffer_factor;
    AIC_SLOT int kernels;
    AIC_SLOT aic_flag flash_attention, dropout, qk_norm;
    AIC_SLOT int loss;
    AIC_SLOT double vocab_multiple, expert_imbalance;
    AIC_SLOT aic_flag wgrad_buffers;
    AIC_SLOT double workspace, fragmentation, cuda_context, nccl_per_group;
    /* communication: those of network */
    double shard_group, weight_gathers;
    AIC_SLOT int weight_gather, gradient_sync;
    AIC_SLOT double routed_nodes;
    AIC_SLOT int dispatch_copies, dispatch_dtype, combine_dtype;
    AIC_SLOT aic_flag dp_overlap;
    AIC_SLOT double tp_overlap, pp_overlap, cp_overlap, ep_overlap;
    AIC_SLOT int algorithm;
    AIC_SLOT double oversubscription;
    struct aic_links links;
    double bus_bw_limit, small_group_loss, latency_base, latency_per_rank, ramp_size;
    double all_reduce_bus_bw_limit, all_reduce_small_group_loss;
    double all_reduce_latency_base, all_reduce_latency_per_rank, all_reduce_ramp_size;
    double all_gather_bus_bw_limit, all_gather_small_group_loss;
    double all_gather_latency_base, all_gather_latency_per_rank, all_gather_ramp_size;
    double reduce_scatter_bus_bw_limit, reduce_scatter_small_group_loss;
    double reduce_scatter_latency_base, reduce_scatter_latency_per_rank;
    double reduce_scatter_ramp_size;
};

/* In the order in which the results are shown. */
struct aic_layout_out {
    /* layout */
    double tp_used, pp_used, vpp_used, cp_used, ep_used, etp_used, dp;
    double zero_used;
    AIC_SLOT aic_flag sequence_parallel_used;
    AIC_SLOT double micro_batch_used, micro_batches;
    AIC_SLOT int recompute_used;
    AIC_SLOT int offload_used;
    AIC_SLOT double first_stage_layers_used, last_stage_layers_used;
    /* step */
    double step_time, tokens_per_second, tokens_per_second_per_gpu, achieved_model_flops, mfu_used;
    double step_low, step_high;
    double compute_efficiency, compute_time, recompute_time;
    double exposed_time, tp_exposed_time, pp_exposed_time, cp_exposed_time, ep_exposed_time;
    double dp_exposed_time, network_step_time;
    double overlap_time, imbalance_time, bubble_time, optimizer_time;
    double stages_time, repeated_time, recomputed_flops, dp_time, busy_time, mean_time; /* terms */
    AIC_SLOT int measured_class;                                                        /* term */
    /* memory */
    AIC_SLOT double total_memory, peak_stage, headroom, memory_utilization;
    AIC_SLOT aic_flag fits;
    /* against the others */
    AIC_SLOT int largest_loss;
    AIC_SLOT int loses_by;
    AIC_SLOT double slower_than_best;
    double candidates, candidates_fit, candidates_ranked;
    double nearest_memory, memory_lacking;
    double flops_per_token, params_total;
    double tokens_per_step; /* term */
    /* terms: where nothing fits, the layout that takes least */
    AIC_SLOT double nearest_tp, nearest_pp, nearest_vpp, nearest_cp, nearest_ep, nearest_etp,
        nearest_dp;
    AIC_SLOT double nearest_zero, nearest_micro_batch, nearest_host_memory;
    AIC_SLOT int nearest_recompute;
    AIC_SLOT int nearest_offload;
};

extern const struct aic_calculator aic_layout;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
