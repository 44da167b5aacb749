/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dataload: whether storage, network, loader processes and caches can feed
 * the GPUs, which of them sets the pace, and what would be enough.
 *
 * Names, units, ranges and meanings of all members: src/calculators/dataload, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_DATALOAD_H
#define AICALC_DATALOAD_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Whose cache holds a sample; in the order of the choices, as all enums here. */
enum aic_cache_scope { AIC_CACHE_OF_NODE, AIC_CACHE_OF_JOB };

enum aic_shuffle { AIC_SHUFFLE_NONE, AIC_SHUFFLE_BUFFER, AIC_SHUFFLE_INDEX };

/* A usual training, for whom no rate is known. */
enum aic_consumer {
    AIC_CONSUMER_NONE,
    AIC_CONSUMER_RESNET50,
    AIC_CONSUMER_UNET3D,
    AIC_CONSUMER_LLM
};

/* The stages of the input pipeline. */
enum aic_stage {
    AIC_STAGE_STORAGE,
    AIC_STAGE_NODE,
    AIC_STAGE_CONNECTIONS,
    AIC_STAGE_REQUESTS,
    AIC_STAGE_IOPS,
    AIC_STAGE_CACHE,
    AIC_STAGE_WORKERS,
    AIC_STAGE_CORES,
    AIC_STAGE_COPY,
    AIC_STAGE_GPU_DECODE,
    AIC_STAGE_GPU
};

struct aic_dataload_in {
    struct aic_origins origins;
    AIC_SLOT struct aic_name node, gpu, tier;
    /* job */
    AIC_SLOT double gpus, gpus_per_node, gpu_price;
    double target_utilization;
    AIC_SLOT aic_flag overlap;
    /* demand */
    AIC_SLOT int consumer;
    AIC_SLOT double sample_size, seq, bytes_per_token;
    double sample_rate, batch, step_time;
    double flop_per_sample, gpu_flops, mfu;
    AIC_SLOT int compute_dtype;
    AIC_SLOT double token_rate, compression_ratio;
    /* storage */
    double tier_capacity;
    AIC_SLOT int billing;
    AIC_SLOT double min_capacity, capacity_step;
    AIC_SLOT aic_flag node_local;
    AIC_SLOT double local_read_bw, read_throughput, read_throughput_per_tib, max_read_throughput;
    double min_throughput, max_iops, read_iops_per_tib, local_nvme_capacity;
    double read_bw, node_read_bw;
    double first_byte_latency, stream_throughput;
    double connections, prefix_read_rate, prefixes;
    double read_request_price, retrieval_price, retrieval_time;
    /* loader */
    double workers, requests_per_worker;
    double cpu_time, cpu_cores;
    double prefetch_factor, decompression_bw, decoded_size, host_memory;
    AIC_SLOT aic_flag pinned;
    AIC_SLOT double h2d_bw, numa_factor, gpu_decode_time, gpu_decode_rate;
    double slow_read_time, worker_start_time;
    AIC_SLOT aic_flag persistent_workers;
    AIC_SLOT double worker_memory;
    /* cache */
    double cache_hit_ratio, cache_capacity;
    AIC_SLOT int cache_scope;
    AIC_SLOT double cache_bw;
    /* data set */
    double samples, dataset_size;
    double samples_per_shard, shard_size, request_size;
    double epochs;
    AIC_SLOT int shuffle;
    AIC_SLOT double shuffle_buffer, shuffle_window;
    AIC_SLOT aic_flag whole_shards;
    /* restart and measurement */
    AIC_SLOT double resume_samples;
    AIC_SLOT aic_flag resume_by_index;
    AIC_SLOT double measured_sample_rate, measured_tolerance;
    /* benchmark */
    double memory_multiple, min_steps;
};

/* In the order in which the results are shown. */
struct aic_dataload_out {
    /* supply */
    double utilization;
    AIC_SLOT int supply_bound_by;
    AIC_SLOT double supply_rate, supply_bw, achieved_sample_rate, request_rate;
    double data_stall, first_epoch_utilization, warm_utilization, gpu_overhead, io_wait;
    double wasted_cost_per_hour, wasted_cost_per_day;
    double measured_ratio, implied_read_bw;
    double limit_storage, limit_node, limit_connections;           /* terms */
    double limit_requests, limit_iops, limit_cache, limit_workers; /* terms */
    double limit_cores, limit_copy, limit_gpu_decode, limit_gpu;   /* terms */
    double slowest_limit, serial_read_rate, serial_decode_rate;    /* terms */
    double serial_time, warm_supply_rate, first_epoch_rate;        /* terms */
    double warm_share, first_share, reads_waiting;                 /* terms */
    /* demand */
    double required_read_bw, required_read_bw_per_node, required_read_bw_per_gpu;
    double warm_required_read_bw, full_speed_read_bw, gpu_sample_rate, job_sample_rate;
    double nodes, samples_total, dataset_bytes, hit_ratio, warm_hit_ratio, storage_passes;
    /* terms */
    double stored_size, passes, local_gpus, cache_nodes;
    AIC_SLOT aic_flag has_cache;
    AIC_SLOT double cached_share, miss_ratio, run_miss_ratio, storage_share, work_share;
    /* demand */
    double tier_read_bw, fetch_time, stream_bw, h2d_time;
    AIC_SLOT aic_flag fetch_is_unknown;                        /* term */
    AIC_SLOT double fetch_wait, file_system, storage_bw;       /* terms */
    double storage_iops, core_time;                            /* terms */
    double copied_size, copy_time, gpu_time;                   /* terms */
    double asked_shard_samples, shard_samples, shard_requests; /* terms */
    double requests_per_sample, node_intake;                   /* terms */
    double loaders, worker_read_time, worker_time;             /* terms */
    /* enough for the target */
    double max_gpus, connections_needed, workers_needed, cpu_cores_needed, prefixes_needed;
    double cache_hit_needed, cache_capacity_needed;
    AIC_SLOT aic_flag dataset_fits_cache;
    AIC_SLOT double staging_bytes, staging_time;
    double shared_limit, loader_wait, loader_time_needed, intake_bw, fed; /* terms */
    AIC_SLOT aic_flag first_can_be_fed;                                   /* term */
    /* loader memory */
    AIC_SLOT double prefetch_memory_per_node, pin_memory_per_node, shuffle_memory_per_node,
        worker_memory_per_node;
    double host_memory_share;
    double prefetch_depth_needed, prefetch_memory_needed, slow_read_stall, shuffle_reach;
    /* first batch */
    double first_batch_time, first_batch_bytes, first_batch_shards;
    double cold_read_rate, first_batch_samples, window_shards, batch_decode_time; /* terms */
    /* run */
    double run_time, run_utilization, compute_time, run_cost, wasted_cost;
    double startup_time, resume_time;
    double first_epoch_time, later_epochs_time; /* terms */
    /* requests */
    double shards, requests_per_epoch, requests_per_epoch_unsharded, requests, bytes_read;
    double read_cost, read_cost_unsharded;
    double full_shards, rest_samples, rest_requests; /* terms */
    /* benchmark data set */
    double benchmark_samples, benchmark_files, benchmark_dataset_size;
};

extern const struct aic_calculator aic_dataload;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
