/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-time: FLOP of a training run, its time, cost and energy, and what
 * failures add; and backwards: GPUs for a deadline, the utilization that reported hours mean.
 *
 * Names, units, ranges and meanings of all members: src/calculators/train_time, inputs.inc
 * and results.inc.
 */
#ifndef AICALC_TRAIN_TIME_H
#define AICALC_TRAIN_TIME_H

#include <aicalc/calculator.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Number formats that have a peak of their own; in the order of the choices, as all enums here. */
enum aic_train_time_dtype {
    AIC_TRAIN_TIME_BF16,
    AIC_TRAIN_TIME_FP16,
    AIC_TRAIN_TIME_FP8,
    AIC_TRAIN_TIME_FP32,
    AIC_TRAIN_TIME_TF32,
    AIC_TRAIN_TIME_FP4,
    AIC_TRAIN_TIME_INT8,
    AIC_TRAIN_TIME_FP64
};

/* What a token costs: its matrices and attention one by one, or 6 FLOP per parameter. */
enum aic_flops_method { AIC_FLOPS_MODEL, AIC_FLOPS_6ND };

/* Keys that attention is counted with: those a token sees, or the whole sequence. */
enum aic_attention_flops { AIC_ATTENTION_CAUSAL, AIC_ATTENTION_FULL };

/* What the backward pass runs a second time. */
enum aic_train_time_recompute {
    AIC_TRAIN_TIME_RECOMPUTE_NONE,
    AIC_TRAIN_TIME_RECOMPUTE_SELECTIVE,
    AIC_TRAIN_TIME_RECOMPUTE_FULL
};

struct aic_train_time_in {
    struct aic_origins origins;
    struct aic_model model;
    /* hardware and layout */
    AIC_SLOT struct aic_name node, gpu, grid;
    AIC_SLOT int compute_dtype;
    AIC_SLOT double gpu_flops, usual_mfu;
    double gpus, gpus_per_node;
    double tp, pp, vpp, cp;
    /* work */
    double tokens, steps;
    double global_batch, micro_batch, seq;
    AIC_SLOT int flops_method, attention_flops;
    AIC_SLOT double mtp_layers;
    double trainable_share;
    AIC_SLOT int recompute;
    /* speed */
    AIC_SLOT double mfu, hfu;
    double step_low, step_high;
    double achieved_flops;
    AIC_SLOT aic_flag achieved_includes_recompute;
    AIC_SLOT double reported_step_time, reported_tokens_per_second, reported_gpu_hours;
    AIC_SLOT aic_flag bubble;
    /* failures */
    AIC_SLOT double gpu_mtbf, node_mtbf, job_mtbf;
    double checkpoint_stall, drain_time, interval;
    double restart_time, restore_time;
    double preemption_rate, notice, replacement_time, spot_price;
    /* goals */
    double deadline, chinchilla_ratio;
    /* money and power */
    double gpu_price;
    double gpu_power, node_power, host_factor, load, pue;
    double electricity_price, carbon_intensity;
    /* presets: values of inputs above */
    AIC_SLOT aic_flag grad_checkpointing;
};

/* In the order in which the results are shown. */
struct aic_train_time_out {
    /* run */
    double train_time, train_time_low, train_time_high, compute_time, lost_time;
    double gpu_hours, productive_gpu_hours;
    double compute_low, compute_high;
    double tokens_total, steps_total, step_time, bubble_time;
    double tokens_per_second, tokens_per_second_per_gpu, tokens_per_day;
    /* cost and energy */
    double cost, productive_cost, cost_per_million_tokens;
    double gpu_draw; /* term */
    double average_power, energy, productive_energy;
    double electricity_cost, carbon;
    /* deadline */
    double gpus_for_deadline;
    double mfu_for_deadline, achieved_flops_for_deadline, tokens_by_deadline;
    /* speed */
    double assumed_mfu, planned_flops, reported_flops, busy_flops; /* terms */
    double mfu_used, hfu_used, run_mfu;
    double achieved_model_flops, achieved_hardware_flops;
    /* failures */
    double job_nodes, gpus_beside, on_demand_mtbf; /* terms */
    double mtbf, failures;
    double recovery_time, optimum_exponent; /* terms */
    double interval_used;
    double cost_per_period, period, kept_per_failure, running_share; /* terms */
    double goodput, checkpoint_overhead, lost_work_overhead, restart_overhead;
    /* spot nodes */
    double on_demand_goodput, preemption_overhead, preemptions;
    AIC_SLOT aic_flag preemption_survived;
    AIC_SLOT double effective_price, on_demand_cost, spot_saving;
    double job_preemption_rate;         /* term */
    AIC_SLOT aic_flag preemption_fails; /* term */
    AIC_SLOT double preempted_time;     /* term */
    /* layout */
    double dp, micro_batches, max_gpus, tokens_per_step;
    double bubble_overhead, bubble_fraction;
    /* FLOP */
    double flops_total, hardware_flops_total, flops_per_step, flops_per_token;
    AIC_SLOT int flops_method_used;
    AIC_SLOT double flops_per_token_6nd, flops_per_token_model, hardware_flops_per_token;
    double attention_flops_share, head_flops_share;
    AIC_SLOT aic_flag by_model; /* this and all below: terms */
    AIC_SLOT aic_flag causal;
    AIC_SLOT double all_keys, sparse_window, full_keys, chunked_keys, sliding_keys, index_keys;
    double latent_width, key_width, sliding_v_width, full_layers;
    double full_core, chunked_core, sliding_core, index_core, mtp_core, core_flops;
    double mtp_layer_params, layer_params, head_params;
    double recomputed_params, recomputed_core;
    /* model */
    double params_total, params_active, params_matmul;
    double tokens_per_param, tokens_per_active_param;
    double chinchilla_tokens, chinchilla_params_for_compute, chinchilla_tokens_for_compute;
};

extern const struct aic_calculator aic_train_time;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
