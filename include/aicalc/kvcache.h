/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kvcache: memory and time of a model that is being served.
 *
 * Bytes of the KV cache of one sequence and of all, beside the weights on
 * each GPU; how many sequences and how long a context fit; the time
 * of a token, of a prompt, of loading, and of fetching a cache back.
 *
 * Names, units, ranges and meanings of all members: src/calculators/kvcache, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_KVCACHE_H
#define AICALC_KVCACHE_H

#include <aicalc/calculator.h>
#include <aicalc/model.h>
#include <aicalc/parts.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Whose layout of the cache and share of the memory; ideal: content alone. */
enum aic_engine {
    AIC_ENGINE_VLLM,
    AIC_ENGINE_SGLANG,
    AIC_ENGINE_TRTLLM,
    AIC_ENGINE_LLAMACPP,
    AIC_ENGINE_IDEAL
};

/* What joins the GPUs of a scale-up domain: switches, a link for each pair, PCIe. */
enum aic_scale_up_link { AIC_LINK_SWITCHED, AIC_LINK_MESH, AIC_LINK_PCIE };

/* Number formats in which matrices are multiplied. */
enum aic_compute_dtype {
    AIC_COMPUTE_BF16,
    AIC_COMPUTE_FP16,
    AIC_COMPUTE_FP8,
    AIC_COMPUTE_INT8,
    AIC_COMPUTE_FP4,
    AIC_COMPUTE_TF32,
    AIC_COMPUTE_FP32,
    AIC_COMPUTE_FP64
};

/* What a GPU states in each of them. */
struct aic_peaks {
    double bf16_gpu_flops, fp16_gpu_flops, fp8_gpu_flops, int8_gpu_flops;
    double fp4_gpu_flops, tf32_gpu_flops, fp32_gpu_flops, fp64_gpu_flops;
};

enum aic_sequences_bound { AIC_BOUND_MEMORY, AIC_BOUND_MAX_NUM_SEQS };

struct aic_kvcache_in {
    struct aic_origins origins;
    struct aic_model model;
    /* request */
    double context, sequences, shared_prefix;
    /* cache */
    AIC_SLOT int engine;
    AIC_SLOT int kv_dtype;
    AIC_SLOT double block_size, max_num_batched_tokens, max_num_seqs;
    double linear_states;
    AIC_SLOT aic_flag swa_full, kv_unified;
    /* layout */
    AIC_SLOT double tp, pp, dcp, dp, ep;
    /* weights */
    AIC_SLOT int weight_dtype, attention_dtype;
    AIC_SLOT double weight_bits, weight_memory;
    AIC_STORED_MEMBERS
    /* memory of a GPU */
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT struct aic_peaks peaks;
    AIC_SLOT int compute_dtype;
    AIC_SLOT double gpu_memory, kv_free_fraction, gpu_memory_utilization, overhead, kv_memory;
    /* speed */
    double gpu_memory_bw, gpu_flops, mbu, mfu;
    double layer_overhead, expert_overhead;
    double nvlink_bw;
    AIC_SLOT int link;
    AIC_SLOT double peer_bw;
    AIC_SLOT aic_flag scale_up_is_pcie;
    AIC_SLOT double scale_up_gpus;
    double reduce_latency, reduce_latency_per_rank, reduce_efficiency;
    double load_bw, gpu_price;
    double prefill_throughput, offload_bw, offload_latency, offload_capacity;
};

/* In the order in which the results are shown. */
struct aic_kvcache_out {
    /* bytes of the cache, one copy of the model */
    double kv_per_token, kv_per_token_initial, kv_fixed, kv_per_sequence, kv_total;
    double full_layers, cached_full, cached_sliding, indexed; /* terms */
    AIC_SLOT aic_flag content_alone;                          /* term */
    AIC_SLOT double sliding_span, chunked_span;               /* terms */
    double bytes_per_element, bytes_per_vector;               /* terms */
    double index_bytes, latent_bytes, sliding_value_width;    /* terms */
    double u1_full, u1_sliding, u1_linear, column_bytes;      /* terms */
    double csa_index_bytes, csa_state, hca_state;             /* terms */
    double csa_block, hca_block;                              /* terms */
    double compressed_per_sequence, compressed_total;         /* terms */
    double tokens_full, tokens_sliding, tokens_chunked;       /* terms */
    double entries_csa, entries_hca;                          /* terms */
    /* on one GPU */
    double kv_per_token_gpu, kv_per_sequence_gpu, kv_per_gpu, kv_waste, kv_replication;
    double block_bytes, block_tokens, blocks_per_sequence;
    double binding_stage;
    double u_full, u_sliding, u_linear;                                          /* terms */
    double stage_layers, stage_full, stage_sliding, stage_chunked, stage_linear; /* terms */
    double stage_indexed, stage_csa, stage_hca, stage_cross;                     /* terms */
    double full_bytes, compressed_per_gpu, content_per_gpu;                      /* terms */
    double block_unit, page_bytes, group_layers;                                 /* terms: vllm */
    double groups_full, groups_sliding, groups_chunked, groups_linear;           /* terms: vllm */
    double blocks_full, blocks_sliding, blocks_chunked, shared_blocks;           /* terms: vllm */
    double slot_full, slot_sliding, slot_chunked;    /* terms: llamacpp */
    double cells_full, cells_sliding, cells_chunked; /* terms: llamacpp */
    double paged_full, paged_sliding, paged_chunked; /* terms: sglang, trtllm */
    double pool_tokens;                              /* term: sglang */
    /* memory of one GPU */
    double weights_total, weights_per_gpu, overhead_per_gpu, memory_per_gpu;
    double stored_total, index_bits;                              /* terms */
    double file_bits, matrix_bytes, expert_bytes, other_bytes;    /* terms */
    double attention_file_bits, attention_bytes, expert_padding;  /* terms */
    double mixer_bytes, head_bytes, embedding_bytes;              /* terms */
    double params_head, params_embedding;                         /* terms */
    double weight_scale, stage_split, stage_copied, stage_routed; /* terms */
    double overhead_estimate, runtime_overhead;                   /* terms */
    double dense_peak, expert_peak, layer_peak;                   /* terms: vllm */
    /* fit */
    AIC_SLOT aic_flag fits, starts;
    AIC_SLOT double max_sequences;
    AIC_SLOT int max_sequences_bound_by;
    AIC_SLOT double max_context_fit, max_concurrency, max_tokens, blocks;
    double memory_limit, kv_pool, headroom;
    double gpu_memory_needed, gpu_memory_utilization_needed;
    double max_sequences_total, gpus_total;
    /* decode */
    double decode_time, user_rate, decode_time_floor, user_rate_at_best;
    double decode_memory_time, decode_compute_time, decode_communication_time;
    double decode_rate, compute_bound_sequences, cost_per_million_output;
    double weights_read, weights_read_always, experts_held;                          /* terms */
    double sparse_span, compressed_read;                                             /* terms */
    double kv_read, attention_flops;                                                 /* terms */
    double reduce_start, reduce_rate, reduce_large_start, reduce_large_rate;         /* terms */
    double exchange_start, exchange_rate, exchange_large_start, exchange_large_rate; /* terms */
    double reduce_time, exchange_time;                                               /* terms */
    double output_params, expert_params, expert_widening;                            /* terms */
    double attention_peak, mixer_peak, mlp_peak, experts_peak, scores_peak;          /* terms */
    double attention_rate, mixer_rate, mlp_rate, experts_rate, scores_rate;          /* terms */
    double memory_rate, matrix_time, output_time, layers_time;                       /* terms */
    double weights_time, matrices_time, cache_time, attention_time;                  /* terms */
    /* prefill */
    double prefill_time, prefill_time_floor, prefill_flops, prefill_communication_time;
    double prefill_rate;
    double prefill_attention_flops, new_tokens, chunks, chunk_tokens; /* terms */
    double prompt_weights_read, prompt_reduce_time, prompt_exchange_time,
        prompt_compute_time, prompt_alone_time; /* terms */
    /* load and reload */
    double load_time, load_time_total;
    double reload_bytes, reload_time, recompute_time, reload_speedup;
    double break_even_offload_bw, break_even_prefill_rate, offload_sequences;
    double recompute_flops, recompute_communication_time; /* terms */
    /* parameters */
    double params_total, params_active, params_matmul;
    double moe_layers, params_layers, params_mixers, params_attention, params_linear,
        params_dense;                                                 /* terms */
    double params_shared, params_routed, params_expert, params_other; /* terms */
};

extern const struct aic_calculator aic_kvcache;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
