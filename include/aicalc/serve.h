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
    AIC_SERVE_BY_TTFT
};

struct aic_serve_in {
    struct aic_origins origins;
    struct aic_model model;
    /* load */
    double prompt, answer, shared_prefix, cached;
    double rate, users, think_time, replicas;
    /* limits */
    double ttft_limit, tpot_limit, quantile;
    /* layout */
    double tp, pp, dcp, dp, ep, gpus_per_node;
    AIC_SLOT int mode;
    AIC_SLOT double prefill_tp, transfer_bw;
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
    double gpu_price;
    /* speed */
    double gpu_memory_bw, gpu_flops, mbu, mfu;
    double layer_overhead, expert_overhead, request_overhead;
    double nvlink_bw;
    AIC_SLOT int link;
    AIC_SLOT double peer_bw;
    AIC_SLOT aic_flag scale_up_is_pcie;
    AIC_SLOT double reduce_latency, reduce_latency_per_rank, reduce_efficiency;
    /* speculative decoding */
    double draft_tokens, acceptance, draft_cost;
    /* start */
    double load_bw, startup_time;
};

/* In the order in which the results are shown. */
struct aic_serve_out {
    /* layout */
    double tp_used, gpus_per_replica, weights_per_gpu, kv_pool;
    double half_way, params_matmul, moe_layers;               /* terms */
    double stored_total, index_bits, matrix_bytes;            /* terms */
    double file_bits, attention_file_bits, weights_total;     /* terms */
    double memory_limit, overhead_per_gpu, overhead_estimate; /* terms */
    /* sequences of a replica */
    double sequences_limit, sequences_max;
    AIC_SLOT int bound_by;
    AIC_SLOT double replica_rate_max;
    double longest_request, tpot_of_one, ttft_of_one; /* terms */
    /* replicas */
    double replicas, prefill_replicas, gpus_total, utilization, prefill_utilization, sequences;
    double replicas_needed, replicas_used, prefill_replicas_least, prefill_gpus,
        waiting_time; /* terms */
    /* step */
    double step_time;
    double step_memory_time, step_compute_time, step_communication_time, step_overhead_time;
    double tokens_per_step;
    double batch, step_tokens;                                       /* terms */
    double weights_read, weights_read_always, experts_held;          /* terms */
    double kv_read, attention_flops, memory_rate, scores_rate;       /* terms */
    double matrix_time, output_time;                                 /* terms */
    double weights_time, matrices_time, cache_time, attention_time;  /* terms */
    double reduce_time, exchange_time, layers_time, token_time;      /* terms */
    double replica_rate;                                             /* term */
    double reduce_start, reduce_rate, exchange_start, exchange_rate; /* terms */
    double reduce_large_start, reduce_large_rate;                    /* terms */
    double exchange_large_start, exchange_large_rate;                /* terms */
    /* prompt */
    double prefill_time, transfer_time;
    double new_tokens, further_tokens, prefill_ways, chunks, chunk_tokens;      /* terms */
    double prefill_attention_flops, prompt_cache;                               /* terms */
    double prompt_weights_read, pool_time, pool_limit;                          /* terms */
    double prompt_reduce_time, prompt_exchange_time, prompt_communication_time; /* terms */
    double prompt_compute_time, prompt_time;                                    /* terms */
    /* latency */
    double tpot, error_time, tpot_low, tpot_high;
    double ttft, ttft_tail, ttft_burst, e2e_time;
    double servers, service_time, queue_load, late_share;                   /* terms */
    double unqueued_time, queue_time, first_time, first_tail, request_time; /* terms */
    /* throughput */
    double request_rate, output_rate, output_rate_per_gpu, token_rate_per_gpu, concurrency;
    AIC_SLOT aic_flag meets_slo;
    /* price */
    AIC_SLOT double cost_per_hour, cost_per_million_output, cost_per_million_tokens;
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
