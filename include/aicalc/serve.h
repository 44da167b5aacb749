/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: how many GPUs serve a load, how fast and at what price: the layout, the
 * sequences that limits of latency allow, replicas, time to the first and to
 * every further token, throughput.
 *
 * Names, units, ranges and meanings of all members: src/calculators/serve, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_SERVE_H
#define AICALC_SERVE_H

#include <aicalc/calculator.h>
#include <aicalc/kvcache.h>
#include <aicalc/model.h>
#include <aicalc/parts.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Whether prompts are read where answers are made; in the order of the choices, as all enums. */
enum aic_serve_mode { AIC_SERVE_AGGREGATED, AIC_SERVE_DISAGGREGATED };

/* What sets the sequences of a replica. */
enum aic_serve_bound {
    AIC_SERVE_BY_MEMORY,
    AIC_SERVE_BY_MAX_NUM_SEQS,
    AIC_SERVE_BY_TPOT,
    AIC_SERVE_BY_TTFT,
    AIC_SERVE_BY_PROMPT_POOL
};

/* Whether the limits hold all over the band of speed, somewhere in it, nowhere. */
enum aic_serve_verdict { AIC_SERVE_MET, AIC_SERVE_TIGHT, AIC_SERVE_MISSED };

/* What is rented whole. */
enum aic_serve_unit { AIC_SERVE_UNIT_AUTO, AIC_SERVE_UNIT_NODE, AIC_SERVE_UNIT_GPU };

struct aic_serve_in {
    struct aic_origins origins;
    struct aic_model model;
    /* load */
    double prompt, answer, prompt_p95, answer_p95;
    double shared_prefix, prefix_hit_ratio, cached, offload_hit_ratio;
    double rate, users, think_time, concurrency, requests, replicas;
    /* limits */
    double ttft_limit, tpot_limit, quantile;
    /* layout */
    double tp, pp, dcp, dp, ep, gpus_per_node, scale_up_gpus;
    AIC_SLOT int mode;
    AIC_SLOT double prefill_tp, prefill_replicas, transfer_bw;
    /* engine */
    AIC_SLOT int engine, kv_dtype;
    AIC_SLOT double block_size, max_num_batched_tokens, max_num_seqs;
    AIC_SLOT aic_flag swa_full;
    /* weights */
    AIC_SLOT int weight_dtype, attention_dtype;
    AIC_SLOT double weight_bits, weight_memory;
    AIC_STORED_MEMBERS
    /* GPU */
    AIC_SLOT struct aic_name node, gpu;
    AIC_SLOT struct aic_peaks peaks;
    AIC_SLOT int compute_dtype;
    AIC_SLOT double gpu_memory, kv_free_fraction, gpu_memory_utilization, overhead, kv_memory;
    double lora_adapters, lora_rank;
    /* price */
    double gpu_price, node_price;
    AIC_SLOT int rent_unit;
    AIC_SLOT double usual_price;
    /* speed */
    double gpu_memory_bw, gpu_flops, mbu, mfu;
    double layer_overhead, expert_overhead, request_overhead;
    double nvlink_bw;
    AIC_SLOT int link;
    AIC_SLOT double peer_bw;
    AIC_SLOT aic_flag scale_up_is_pcie;
    AIC_SLOT double reduce_latency, reduce_latency_per_rank, reduce_efficiency;
    double nic_bw, nic_efficiency, offload_bw, offload_latency;
    /* speculative decoding */
    double draft_tokens, acceptance, draft_cost;
    /* start */
    double load_bw, startup_time;
};

/* In the order in which the results are shown. */
struct aic_serve_out {
    /* layout */
    double tp_used, gpus_per_replica, weights_per_gpu, kv_pool, lora_memory;
    double prompt_sigma, prompt_spread, answer_sigma, answer_spread, half_way; /* terms */
    double hit_tokens, reloaded_tokens, new_tokens;                            /* terms */
    double params_matmul, moe_layers, stored_total, index_bits, matrix_bytes;  /* terms */
    double file_bits, attention_file_bits, weights_total;                      /* terms */
    double memory_limit, overhead_per_gpu, overhead_estimate, adapter_bytes;   /* terms */
    /* sequences of a replica */
    double sequences_limit, sequences_max;
    AIC_SLOT int bound_by;
    AIC_SLOT double replica_rate_max, replica_rate_max_low, replica_rate_max_high;
    double tpot_of_one, ttft_of_one, tail_of_one, replica_rate_full; /* terms */
    /* replicas */
    double replicas, prefill_replicas, gpus_total, replicas_high, gpus_total_high;
    double utilization, prefill_utilization, sequences;
    double loop_users, replicas_needed, replicas_used, pool_replicas, load_rate,
        others_share;                                  /* terms */
    double pools_rate;                                 /* term */
    double prefill_gpus, waiting_time, gpus_total_low; /* terms */
    /* step */
    double step_time;
    double step_memory_time, step_compute_time, step_communication_time, step_overhead_time;
    double tokens_per_step;
    double batch, step_tokens, adapters_read;                                        /* terms */
    double weights_read, weights_read_always, experts_held;                          /* terms */
    double kv_read, attention_flops, memory_rate, scores_rate;                       /* terms */
    double matrix_time, output_time;                                                 /* terms */
    double weights_time, matrices_time, cache_time, attention_time;                  /* terms */
    double reduce_time, nodes_reduce_time, exchange_time;                            /* terms */
    double nodes_exchange_time, layers_time, token_time, replica_rate;               /* terms */
    double domain, reduce_ways, exchange_ways, tp_nodes, ep_nodes;                   /* terms */
    double port_start, port_rate;                                                    /* terms */
    double reduce_start, reduce_rate, reduce_large_start, reduce_large_rate;         /* terms */
    double exchange_start, exchange_rate, exchange_large_start, exchange_large_rate; /* terms */
    /* prompt */
    double prefill_time, transfer_time, reload_time;
    double further_tokens, prefill_ways, chunks, chunk_tokens;                 /* terms */
    double prefill_attention_flops, reloaded_bytes, prompt_weights_read;       /* terms */
    double pool_time, pool_limit, prompt_cache;                                /* terms */
    double tail_prefill_time, tail_chunks, tail_reload_time;                   /* terms */
    double prompt_reduce_time, prompt_nodes_reduce_time, prompt_exchange_time; /* terms */
    double prompt_nodes_time, prompt_communication_time;                       /* terms */
    double prompt_compute_time, prompt_alone_time, prompt_time;                /* terms */
    /* latency */
    double tpot, ttft, ttft_tail, e2e_time;
    AIC_SLOT aic_flag meets_slo;
    AIC_SLOT int slo_verdict;
    AIC_SLOT double error_time;
    AIC_SLOT aic_flag no_upper_limit;
    AIC_SLOT double tpot_low, tpot_high, ttft_low, ttft_high, ttft_tail_low, ttft_tail_high;
    double ttft_burst, user_token_rate;
    double servers, met_share, service_time, tail_service_time, queue_load, late_share; /* terms */
    double unqueued_time, queue_time, tail_share, first_time, first_tail, request_time; /* terms */
    /* throughput */
    double request_rate, output_rate, output_rate_low, output_rate_high;
    double output_rate_per_gpu, token_rate_per_gpu, concurrency;
    double batch_time, batch_time_low, batch_time_high;
    /* price */
    double gpus_billed, cost_per_hour, cost_per_month, batch_cost;
    double cost_per_million_output, cost_per_million_tokens;
    double price_of_gpu, rented_together, nodes_billed; /* terms */
    double compute_low, compute_high, tokens_low, tokens_high;
    /* start */
    double load_time, ready_time;
    double replica_weights; /* term */
};

extern const struct aic_calculator aic_serve;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
