/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checkpoint: how big one is, how long it stops training and takes to be
 * safe, how often it pays, and what bandwidth, memory and drives that needs.
 *
 * Names, units, ranges and meanings of all members: src/calculators/checkpoint, inputs.inc and
 * results.inc.
 */
#ifndef AICALC_CHECKPOINT_H
#define AICALC_CHECKPOINT_H

#include <aicalc/calculator.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Number formats of the saved weights; in the order of the choices, as all enums here. */
enum aic_checkpoint_dtype {
    AIC_CHECKPOINT_BF16,
    AIC_CHECKPOINT_FP16,
    AIC_CHECKPOINT_FP32,
    AIC_CHECKPOINT_FP8
};

/* Which index follows the tensor parallel one in the rank number. */
enum aic_rank_order { AIC_RANKS_TP_DP_PP, AIC_RANKS_TP_PP_DP };

enum aic_checkpoint_format { AIC_FORMAT_SHARDED, AIC_FORMAT_DEEPSPEED, AIC_FORMAT_SINGLE };

enum aic_checkpoint_mode { AIC_MODE_SYNC, AIC_MODE_ASYNC };

enum aic_restore { AIC_RESTORE_EACH, AIC_RESTORE_SHARED };

/* What bounds a write. */
enum aic_write_bound { AIC_BY_STORAGE, AIC_BY_NODE, AIC_BY_RANK, AIC_BY_COMPRESSION };

struct aic_checkpoint_in {
    struct aic_origins origins;
    struct aic_model model;
    /* bytes */
    double checkpoint_size, bytes_per_param;
    AIC_SLOT int weight_dtype;
    AIC_SLOT aic_flag master_weights;
    AIC_SLOT int optimizer, optimizer_dtype;
    AIC_SLOT double trainable_share;
    double lora_rank;
    AIC_SLOT int lora_targets;
    AIC_SLOT aic_flag save_frozen;
    AIC_SLOT double incremental_share, full_every;
    double compression_ratio, compression_bw;
    double extra_bytes;
    /* layout and path */
    double gpus, gpus_per_node;
    double tp, pp, cp, ep, etp;
    double zero;
    AIC_SLOT aic_flag parallel_save;
    AIC_SLOT int rank_order;
    AIC_SLOT int format;
    AIC_SLOT int mode;
    AIC_SLOT double write_bw, node_write_bw, rank_write_bw, write_latency;
    double checkpoint_time;
    double snapshot_bw, snapshot_time;
    double buffers, drain_slowdown;
    double nic_bw, exposed_fraction;
    double read_bw, node_read_bw;
    AIC_SLOT int restore;
    AIC_SLOT double restart_time;
    /* policy */
    double interval, min_interval;
    double job_mtbf, node_mtbf, gpu_mtbf;
    double duration;
    double target_stall, max_stall, target_overhead;
    double keep_hot, warm_retention, cold_every;
    double host_memory;
    double drive_capacity, drive_writes_per_day, drive_warranty, drive_endurance;
    double write_amplification, drive_copies;
    double gpu_price;
    /* two levels */
    double levels;
    double local_write_bw, local_checkpoint_time, local_share, local_restore_time;
    double global_every;
    /* spares and loss */
    double repair_time, spare_confidence;
    double loss_rate, storage_servers;
    /* presets: values of inputs above */
    AIC_SLOT aic_flag fsdp;
};

/* In the order in which the results are shown. */
struct aic_checkpoint_out {
    /* checkpoint */
    double params_total, params_trainable, weight_width, master_width, states, state_width;
    double two_state_params, weight_bytes, optimizer_bytes, weight_state, optimizer_state;
    double checkpoint_bytes, bytes_per_param_saved, mean_share, written_bytes, restore_chain_bytes;
    /* write and stall */
    double storage_write_time, node_write_time, rank_write_time, compression_write_time;
    double slowest_write_time, write_time;
    AIC_SLOT int write_bound_by;
    AIC_SLOT double effective_write_bw, file_create_rate, device_copy_time, snapshot_time,
        drain_time;
    double drain_port_share, port_left, drain_slowdown_used, drain_loss;
    double checkpoint_cost_time, drain_wait, stall, time_to_safe, stall_fraction, host_copies;
    double host_memory_needed, host_memory_share;
    /* interval */
    double young_interval, daly_interval, optimum_exponent, buffer_free_time, optimal_interval;
    double interval_used, cost_per_period, period;
    /* goodput */
    double kept_per_failure, goodput, checkpoint_overhead, lost_work_overhead, restart_overhead;
    double lost_work_per_failure, productive_time, gpu_hours_lost_per_day, lost_cost_per_day;
    double stall_cost_per_day;
    /* two levels */
    double local_cost_time, local_mtbf, global_mtbf, best_pattern, global_every_used;
    double local_interval, pattern_loss, global_interval, two_level_overhead, two_level_goodput;
    double one_level_overhead, two_level_gain, local_written_per_day;
    /* required bandwidth */
    double allowed_stall, drain_room, required_write_bw, required_snapshot_bw, best_exponent;
    double best_interval, best_share, affordable_write_time, required_write_bw_optimal;
    /* layout */
    double replicas, dp, nodes, local_gpus, embedding_params, head_params, layer_params;
    double first_stage_params, middle_stage_params, last_stage_params, stage_share, routed_params;
    double weight_expert_share, optimizer_expert_share;
    AIC_SLOT aic_flag weights_spread;
    AIC_SLOT aic_flag optimizer_spread;
    AIC_SLOT double node_stages, dense_shards, expert_shards, weight_rank_bytes,
        optimizer_rank_bytes;
    double weight_node_bytes, optimizer_node_bytes, largest_rank_bytes, mean_rank_bytes;
    double largest_node_bytes, mean_node_bytes, writers, metadata_files, optimizer_files;
    double weight_files, files, largest_file_bytes, min_part_size;
    /* failures and restore */
    double mtbf, failures_per_day, failures, dense_reads, expert_reads, weight_reads;
    double optimizer_reads, restore_bytes, restore_time, rto, rpo;
    /* volumes and retention */
    double checkpoints_per_day, checkpoints, bytes_per_day, run_bytes, hot_checkpoints, hot_kept;
    double hot_bytes, warm_checkpoints, warm_kept, warm_bytes, cold_checkpoints, cold_bytes;
    /* drives */
    double node_written_per_day, worn_per_day, drive_writes_per_day_used, drive_life;
    /* spares and loss */
    double nodes_in_repair, spare_nodes, spare_share, expected_losses, loss_probability;
};

extern const struct aic_calculator aic_checkpoint;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
