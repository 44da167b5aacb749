/* SPDX-License-Identifier: Apache-2.0 */
/* layout: lists of inputs that results rest on. */
#ifndef AICALC_CALCULATORS_LAYOUT_RESULTS_FIELDS_H
#define AICALC_CALCULATORS_LAYOUT_RESULTS_FIELDS_H

#define ATTENTION_FIELDS                                                                           \
    "layers hidden heads kv_heads head_dim v_head_dim vocab kv_lora_rank q_lora_rank "             \
    "qk_nope_head_dim qk_rope_head_dim index_heads index_head_dim linear_layers linear_params "    \
    "attention_layers sliding_layers sliding_kv_heads sliding_head_dim"
#define BLOCK_FIELDS                                                                               \
    "ffn gated experts experts_per_token expert_ffn shared_experts shared_expert_ffn "             \
    "dense_layers ffn_layers"
#define PARAMS_FIELDS                                                                              \
    ATTENTION_FIELDS " " BLOCK_FIELDS " params tied_embeddings learned_positions qkv_bias "        \
                     "linear_bias norms_per_layer norm_bias extra_params"
#define CORE_FIELDS "seq sliding_window chunk_size chunked_layers index_topk"
/* What a layout divides, and the values that are looked at. */
#define AXES_FIELDS                                                                                \
    "gpus gpus_per_node global_batch seq layers heads kv_heads kv_lora_rank attention_layers "     \
    "ffn dense_layers ffn_layers experts expert_ffn tp pp vpp cp ep etp zero sequence_parallel "   \
    "recompute offload micro_batch max_tp max_cp max_micro_batch flash_attention cp_method"
#define MEMORY_FIELDS                                                                              \
    AXES_FIELDS " " PARAMS_FIELDS " dense_leading gpu_memory memory_margin grad_dtype "            \
                "master_weights optimizer optimizer_dtype fsdp_prefetch kernels dropout qk_norm "  \
                "loss vocab_multiple expert_imbalance wgrad_buffers workspace fragmentation "      \
                "cuda_context nccl_per_group"
#define SPEED_FIELDS                                                                               \
    PARAMS_FIELDS " " CORE_FIELDS " compute_dtype gpu_flops gpu_memory_bw matmul_efficiency "      \
                  "expert_efficiency attention_efficiency memory_efficiency kernel_overhead "      \
                  "quantize_bytes grad_dtype kernels flash_attention dropout qk_norm "             \
                  "expert_imbalance"
#define LINK_FIELDS                                                                                \
    "gpus gpus_per_node weight_gathers weight_gather gradient_sync routed_nodes dispatch_copies "  \
    "dispatch_dtype combine_dtype dp_overlap tp_overlap pp_overlap cp_overlap ep_overlap "         \
    "algorithm oversubscription nvlink_bw nvlink_efficiency peer_bw nvls_bw nvls_latency "         \
    "nvls_ramp_size nvls_min_ranks nic_bw nic_efficiency staging_bw network_latency nvlink_hop "   \
    "nic_hop network_ramp_size tree_efficiency bus_bw_limit small_group_loss latency_base "        \
    "latency_per_rank ramp_size all_reduce_bus_bw_limit all_reduce_small_group_loss "              \
    "all_reduce_latency_base all_reduce_latency_per_rank all_reduce_ramp_size "                    \
    "all_gather_bus_bw_limit all_gather_small_group_loss all_gather_latency_base "                 \
    "all_gather_latency_per_rank all_gather_ramp_size reduce_scatter_bus_bw_limit "                \
    "reduce_scatter_small_group_loss reduce_scatter_latency_base "                                 \
    "reduce_scatter_latency_per_rank reduce_scatter_ramp_size"
#define SEARCH_FIELDS                                                                              \
    MEMORY_FIELDS " " SPEED_FIELDS " " LINK_FIELDS " rank among distinct host_bw host_memory_bw "  \
                  "overlap_cost step_overhead active_params"

#endif
