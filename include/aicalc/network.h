/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: what each parallel strategy of a training step moves over the
 * scale-up link and the scale-out port of a GPU, how long that takes, how much of it
 * hides under compute, and which port rate would be enough.
 *
 * Names, units, ranges and meanings of all members: src/calculators/network, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_NETWORK_H
#define AICALC_NETWORK_H

#include <aicalc/calculator.h>
#include <aicalc/collective.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* In the order of the choices, as all enums here. */
enum aic_network_dtype { AIC_NETWORK_BF16, AIC_NETWORK_FP16, AIC_NETWORK_FP32, AIC_NETWORK_FP8 };

enum aic_network_grad_dtype {
    AIC_NETWORK_GRAD_BF16,
    AIC_NETWORK_GRAD_FP16,
    AIC_NETWORK_GRAD_FP32,
    AIC_NETWORK_GRAD_BF16_FP32 /* bf16 gradients that are added up in fp32 */
};

/* How often something happens: once per step, or for every micro-batch. */
enum aic_network_cadence { AIC_CADENCE_AUTO, AIC_CADENCE_STEP, AIC_CADENCE_MICRO_BATCH };

enum aic_network_cp_method { AIC_NETWORK_CP_P2P, AIC_NETWORK_CP_ALL_GATHER, AIC_NETWORK_CP_A2A };

enum aic_network_recompute {
    AIC_NETWORK_RECOMPUTE_NONE,
    AIC_NETWORK_RECOMPUTE_SELECTIVE,
    AIC_NETWORK_RECOMPUTE_FULL
};

/* What of a token crosses nodes: a copy for each of its experts, or one for each of their nodes. */
enum aic_network_copies { AIC_COPY_PER_EXPERT, AIC_COPY_PER_NODE };

/* What a step waits for longest; compute where nothing takes more than 1 % of it. */
enum aic_network_bottleneck {
    AIC_WAITS_FOR_COMPUTE,
    AIC_WAITS_FOR_DP,
    AIC_WAITS_FOR_TP,
    AIC_WAITS_FOR_PP,
    AIC_WAITS_FOR_CP,
    AIC_WAITS_FOR_EP
};

struct aic_network_in {
    struct aic_origins origins;
    struct aic_model model;
    /* layout */
    AIC_SLOT struct aic_name node, gpu, fabric;
    AIC_SLOT double gpus, gpus_per_node;
    double tp, pp, vpp, cp, ep, etp;
    AIC_SLOT aic_flag sequence_parallel;
    AIC_SLOT int cp_method;
    AIC_SLOT double routed_nodes;
    AIC_SLOT int dispatch_copies;
    AIC_SLOT double expert_imbalance;
    /* data parallelism */
    double zero, shard_group;
    double weight_gathers;
    AIC_SLOT int weight_gather, gradient_sync;
    /* batch and number formats */
    AIC_SLOT double micro_batch, global_batch, seq;
    AIC_SLOT int recompute;
    AIC_SLOT int weight_dtype, grad_dtype, activation_dtype, dispatch_dtype, combine_dtype;
    /* links */
    AIC_SLOT int algorithm; /* enum aic_algorithm, pairwise not among the choices */
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
    /* compute and overlap */
    AIC_SLOT int compute_dtype;
    AIC_SLOT double gpu_flops, compute_efficiency;
    double exposed_tolerance;
    AIC_SLOT aic_flag dp_overlap;
    AIC_SLOT double tp_overlap, pp_overlap, cp_overlap, ep_overlap;
    /* stragglers */
    double compute_cv, slow_ranks, slow_share, slow_factor;
    /* presets: values of inputs above */
    AIC_SLOT aic_flag fsdp, grad_checkpointing;
};

/* In the order in which the results are shown. */
struct aic_network_out {
    /* step */
    double exposed_fraction, step_time, compute_time, exposed_time;
    AIC_SLOT int bottleneck;
    AIC_SLOT double network_efficiency, mfu_with_network, communication_time;
    double dp_time, dp_latency_time, tp_time, pp_time, cp_time, ep_time;
    double dp_exposed_time, tp_exposed_time, pp_exposed_time, cp_exposed_time, ep_exposed_time;
    double full_link_time;
    double straggler_factor, straggler_time, straggler_share, any_slow_probability;
    /* step: terms */
    double shown_time, latest_rank, slow_chance, slowest_factor;
    /* compute: terms */
    double core_flops, layer_params, head_params, forward_flops, forward_repeats, recomputed_core;
    double recomputed_flops;
    double forward_time, forward_window, backward_window;
    /* what hides: terms */
    double hidden_share, gather_hidden, regather_hidden, sync_hidden;
    double scale_out_low, scale_out_high;
    double cp_forward_time, cp_window, cp_backward_window;
    double cp_forward_hidden, cp_backward_hidden;
    /* ports */
    AIC_SLOT aic_flag nic_sufficient;
    AIC_SLOT double dp_critical_nic_bw, nic_margin, critical_bw, critical_bytes_per_flop;
    double dp_hidden_micro_batch;
    double scale_out_exposed_time, average_nic_bw, average_nvlink_bw, nic_time, nvlink_time;
    double staging_saved, rule_of_thumb_bw;
    /* rates and start-ups: terms */
    double port_load, port_rate, link_rate, pair_rate, cp_link_rate, ep_link_rate, switch_rate;
    double all_reduce_rate, all_gather_rate, reduce_scatter_rate;
    double near_start, far_start;
    /* bytes */
    double nic_bytes, nvlink_bytes, total_bytes;
    double dp_bytes, dp_nvlink_bytes, dp_nic_bytes;
    double tp_bytes, tp_nvlink_bytes, tp_nic_bytes, tp_collectives;
    double pp_bytes, pp_nvlink_bytes, pp_nic_bytes;
    double cp_bytes, cp_nvlink_bytes, cp_nic_bytes;
    double ep_bytes, ep_nvlink_bytes, ep_nic_bytes, ep_bytes_per_layer;
    /* data parallelism: terms, of one round */
    double gather_nvlink_bytes, gather_nic_bytes, gather_time, gather_latency;
    double sync_nvlink_bytes, sync_nic_bytes, sync_time, sync_latency;
    double gather_rounds, regathers, regather_rounds, sync_rounds;
    /* tensor parallelism: terms, of one call */
    double exchange_bytes;
    double block_calls, block_nvlink_bytes, block_nic_bytes, block_time;
    double expert_calls, cut_nvlink_bytes, cut_nic_bytes, cut_time;
    /* pipeline: terms */
    double pp_sends, pp_message;
    AIC_SLOT aic_flag pp_crosses;
    AIC_SLOT double pp_start;
    /* context parallelism: terms, of one pass over one layer and micro-batch */
    double cp_layers, cp_passes, cp_per_node, cp_start;
    double kv_width, kv_heads_per_gpu, cp_sent, cp_swapped;
    double cp_gather_nvlink_bytes, cp_gather_nic_bytes, cp_gather_time;
    double cp_pass_nvlink_bytes, cp_pass_nic_bytes, cp_pass_latency, cp_pass_time;
    /* expert parallelism: terms, of one pass over one layer and micro-batch */
    double ep_layers, ep_per_node, ep_nodes, ep_start;
    double ep_copies, ep_pair, ep_node_copies;
    double ep_pass_nvlink_bytes, ep_pass_nic_bytes, ep_pass_time;
    /* layout */
    double dp, nodes, ranks_per_node, gpus_per_node_used;
    double micro_batches, global_batch_used;
    double tokens_per_step, tokens_per_gpu, rank_tokens;
    double params_total, params_active, params_matmul, mean_params_per_gpu;
    /* terms */
    double domain_gpus, expert_layers, expert_params, expert_ranks;
    double weight_width, grad_width, activation_width;
};

extern const struct aic_calculator aic_network;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
