/* SPDX-License-Identifier: Apache-2.0 */
/*
 * coldstart: how long a replica of a served model takes to start, which step and
 * which link make it, what happens when many start at once, the replicas that must
 * stand ready for a load that grows meanwhile, and what scaling to zero saves.
 *
 * Names, units, ranges and meanings of all members: src/calculators/coldstart, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_COLDSTART_H
#define AICALC_COLDSTART_H

#include <aicalc/calculator.h>
#include <aicalc/model.h>
#include <aicalc/parts.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Where the weights come from; in the order of the choices, as all enums here. */
enum aic_weights_path { AIC_PATH_STREAM, AIC_PATH_DOWNLOAD, AIC_PATH_LOCAL, AIC_PATH_HOST };

/* How they enter a GPU: through host memory, or from storage directly. */
enum aic_weights_transfer { AIC_TRANSFER_BOUNCE, AIC_TRANSFER_GDS };

enum aic_weights_bound {
    AIC_WEIGHTS_BY_SOURCE,
    AIC_WEIGHTS_BY_NODE,
    AIC_WEIGHTS_BY_CONNECTIONS,
    AIC_WEIGHTS_BY_LOCAL_WRITE,
    AIC_WEIGHTS_BY_LOCAL_READ,
    AIC_WEIGHTS_BY_PEERS,
    AIC_WEIGHTS_BY_HOST_COPY,
    AIC_WEIGHTS_BY_H2D
};

/* Steps of a start. */
enum aic_start_step {
    AIC_START_PROVISION,
    AIC_START_IMAGE,
    AIC_START_ENGINE,
    AIC_START_WEIGHTS,
    AIC_START_COMPILE,
    AIC_START_CAPTURE,
    AIC_START_PROFILE
};

struct aic_coldstart_in {
    struct aic_origins origins;
    struct aic_model model;
    double weights_size;
    AIC_SLOT int weight_dtype;
    AIC_SLOT double weight_bits;
    AIC_STORED_MEMBERS
    /* replica */
    AIC_SLOT struct aic_name node;
    AIC_SLOT double gpus_per_node, tp, pp;
    double starting_replicas;
    /* store */
    AIC_SLOT struct aic_name tier;
    AIC_SLOT double tier_capacity, request_size, prefixes;
    AIC_SLOT int billing;
    AIC_SLOT double min_capacity, capacity_step;
    AIC_SLOT aic_flag node_local;
    AIC_SLOT double read_throughput, min_throughput, read_throughput_per_tib, max_read_throughput;
    double prefix_read_rate, first_byte_latency, stream_throughput, retrieval_time;
    double nic_bw;
    /* path of the weights */
    AIC_SLOT int path, transfer;
    AIC_SLOT double source_bw, connections, connection_bw, node_read_bw, replica_bw;
    double local_write_bw, local_read_bw, loader_efficiency;
    double host_copy_bw;
    AIC_SLOT aic_flag pinned;
    AIC_SLOT double h2d_bw;
    /* rest of the start */
    double provision_time, image_size, image_bw;
    double start_time, compile_time, capture_time, profile_time;
    /* load */
    double metric_window;
    double request_rate, peak_rate, ramp_time, rate_per_replica, target_load;
    double gpu_price, idle_time;
};

/* In the order in which the results are shown. */
struct aic_coldstart_out {
    /* start */
    double cold_start_time;
    AIC_SLOT int cold_start_bound_by;
    AIC_SLOT double engine_time, image_time, weights_share;
    double longest_step, assumed_time; /* terms */
    /* weights */
    double weights_time;
    AIC_SLOT int weights_bound_by;
    AIC_SLOT double weights_rate, fetch_rate;
    double download_time, read_time, peer_time, host_copy_time, h2d_time;
    double weights_total, weights_per_node, weights_per_gpu, source_bytes;
    double gpus_per_replica, nodes_per_replica;
    double released_weights, capacity_bought, system_rate, tier_rate; /* terms */
    double readers, source_share, connections_rate, fetch_time;       /* terms */
    AIC_SLOT int fetch_bound_by;                                      /* term */
    AIC_SLOT double load_time;                                        /* term */
    double params_total;
    /* load */
    double spare_replicas, lead_time, replicas_before, replicas_after;
    double backlog, max_wait, drain_time, late_requests;
    double warm_spare_cost, scale_to_zero_saving;
    double growth, capacity, overload_start; /* terms */
};

extern const struct aic_calculator aic_coldstart;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
