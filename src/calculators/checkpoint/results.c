/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checkpoint: the result table. Rows of AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed.
 */
#include "calculators/checkpoint/checkpoint.h"

#define REAL(member) AIC_FIELD_REAL(struct aic_checkpoint_out, member)
#define FLAG(member) AIC_FIELD_FLAG(struct aic_checkpoint_out, member)

/* What lies on storage or travels there is read in decimal units. */
#define BYTES  .dimension = AIC_BYTES, .flags = AIC_DISK
#define RATE   .dimension = AIC_RATE, .flags = AIC_DISK, .basis = AIC_ESTIMATE
#define TIME   .dimension = AIC_TIME, .basis = AIC_ESTIMATE
#define SHARE  .dimension = AIC_RATIO, .basis = AIC_ESTIMATE
#define PARAMS .unit = "parameter"

#define TERM       .flags = AIC_TERM
#define BYTES_TERM .dimension = AIC_BYTES, .flags = AIC_DISK | AIC_TERM
#define TIME_TERM  .dimension = AIC_TIME, .flags = AIC_TERM, .basis = AIC_ESTIMATE
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE

static const char *const bounds[] = { "storage", "node", "rank", "compression", NULL };

static const struct aic_field byte_rows[] = {
    { REAL(params_total), .help = "parameters of the model", PARAMS, .flags = AIC_PROSE,
      .formula = "params else the sum of all matrices, biases and norms that follow from layers, "
                 "hidden, heads, kv_heads, head_dim, v_head_dim, ffn, gated, vocab, "
                 "tied_embeddings, learned_positions, qkv_bias, linear_bias, experts, expert_ffn, "
                 "shared_experts, shared_expert_ffn, dense_layers, kv_lora_rank, q_lora_rank, "
                 "qk_nope_head_dim, qk_rope_head_dim, index_heads, index_head_dim, "
                 "sliding_layers, sliding_kv_heads, sliding_head_dim, linear_layers, "
                 "linear_params, attention_layers, ffn_layers, norms_per_layer, norm_bias and "
                 "extra_params" },
    { REAL(params_trainable), .help = "parameters of the LoRA adapters", PARAMS, .flags = AIC_PROSE,
      .formula = "lora_rank x (inputs + outputs) of every matrix that lora_targets names",
      .rests_on = "hidden heads kv_heads head_dim v_head_dim ffn gated attention_layers ffn_layers "
                  "dense_layers shared_experts shared_expert_ffn kv_lora_rank q_lora_rank "
                  "qk_nope_head_dim qk_rope_head_dim" },
    { REAL(weight_width), .help = "bytes of one saved weight", .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "bytes of weight_dtype: bf16 and fp16 2, fp32 4, fp8 1" },
    { REAL(master_width), .help = "bytes of the fp32 copy of one trained parameter",
      .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "4 with master_weights, 0 where weight_dtype is fp32 or optimizer none" },
    { REAL(states), .help = "optimizer states of one trained parameter", PROSE_TERM,
      .formula = "states that optimizer keeps: adamw 2, lion, muon and sgd-momentum 1, others 0" },
    { REAL(state_width), .help = "bytes of one optimizer state", .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "bytes of optimizer_dtype: fp32 4, 16 bits 2, int8 1 and an fp32 scale per 256",
      .rests_on = "optimizer" },
    { REAL(two_state_params), .help = "parameters that muon trains as AdamW, with a second state",
      PARAMS, TERM,
      .formula = "(vocab + learned_positions) * hidden + if(tied_embeddings, 0, vocab * hidden) + "
                 "(layers * norms_per_layer + 1) * hidden * if(norm_bias, 2, 1)" },
    { REAL(weight_bytes), .help = "saved weights", BYTES,
      .formula = "params_total * min(weight_width, bytes_per_param)"
                 " else min(checkpoint_size, params_total * weight_width)"
                 " else params_total * weight_width * if(save_frozen, 1, 0) + 4 * params_trainable"
                 " else params_total * weight_width * if(save_frozen, 1, trainable_share)" },
    { REAL(optimizer_bytes), .help = "saved optimizer states and master weights", BYTES,
      .formula = "params_total * bytes_per_param - weight_bytes"
                 " else checkpoint_size - weight_bytes"
                 " else params_trainable * states * state_width"
                 " else params_total * trainable_share * (master_width + states * state_width) + "
                 "trainable_share * state_width * two_state_params"
                 " else params_total * trainable_share * (master_width + states * state_width)" },
    { REAL(weight_state), .help = "bytes laid out as weights", BYTES_TERM,
      .part_of = "checkpoint_bytes", .formula = "weight_bytes else 0" },
    { REAL(optimizer_state), .help = "bytes laid out as optimizer", BYTES_TERM,
      .part_of = "checkpoint_bytes", .formula = "optimizer_bytes else checkpoint_size" },
    { REAL(checkpoint_bytes), .help = "bytes of one full checkpoint, uncompressed",
      .dimension = AIC_BYTES, .flags = AIC_DISK | AIC_KEY,
      .formula = "weight_state + optimizer_state + extra_bytes" },
    { REAL(bytes_per_param_saved), .help = "saved bytes per parameter",
      .formula = "checkpoint_bytes / params_total" },
    { REAL(mean_share), .help = "what a checkpoint writes of a full one, on average",
      .dimension = AIC_RATIO, TERM,
      .formula = "(1 + (full_every - 1) * incremental_share) / full_every" },
    { REAL(written_bytes), .help = "bytes that one checkpoint writes, on average", BYTES,
      .formula = "checkpoint_bytes * mean_share / compression_ratio" },
    { REAL(restore_chain_bytes), .help = "a full checkpoint and all incremental ones after it",
      BYTES,
      .formula =
          "checkpoint_bytes * (1 + (full_every - 1) * incremental_share) / compression_ratio" },
};

static const struct aic_field write_rows[] = {
    { REAL(storage_write_time), .help = "time of the storage", TIME_TERM,
      .formula = "written_bytes / write_bw" },
    { REAL(node_write_time), .help = "time of the node that writes most", TIME_TERM,
      .formula = "largest_node_bytes * mean_share / compression_ratio / node_write_bw" },
    { REAL(rank_write_time), .help = "time of the rank that writes most", TIME_TERM,
      .formula = "largest_rank_bytes * mean_share / compression_ratio / rank_write_bw" },
    { REAL(compression_write_time), .help = "time that the fullest node compresses", TIME_TERM,
      .formula = "largest_node_bytes * mean_share / compression_bw" },
    { REAL(slowest_write_time), .help = "time of the slowest part of the path",
      .dimension = AIC_TIME, .basis = AIC_ESTIMATE, PROSE_TERM,
      .formula = "the greatest of storage_write_time, node_write_time, rank_write_time and "
                 "compression_write_time" },
    { REAL(write_time), .help = "time until one checkpoint is stored", TIME,
      .formula = "checkpoint_time else write_latency + slowest_write_time" },
    { AIC_FIELD_CHOICE(struct aic_checkpoint_out, write_bound_by, bounds),
      .help = "slowest part of the write path", .flags = AIC_PROSE, .basis = AIC_ESTIMATE,
      .formula = "the part whose time is slowest_write_time" },
    { REAL(effective_write_bw), .help = "bytes per second that the write reaches", RATE,
      .formula = "written_bytes / write_time" },
    { REAL(file_create_rate), .help = "files created per second", .dimension = AIC_COUNT_RATE,
      .basis = AIC_ESTIMATE, .formula = "files / write_time" },
    { REAL(device_copy_time), .help = "time in which a snapshot leaves the GPUs", TIME_TERM,
      .formula = "snapshot_time else largest_rank_bytes / snapshot_bw" },
    { REAL(snapshot_time), .help = "time that a snapshot blocks", TIME,
      .formula = "device_copy_time" },
    { REAL(drain_time), .help = "time in which a snapshot is written in the background", TIME,
      .formula = "write_time" },
    { REAL(checkpoint_cost_time), .help = "training time that one checkpoint costs", TIME,
      .formula = "device_copy_time + drain_slowdown * drain_time else write_time" },
    { REAL(drain_wait), .help = "time that a snapshot waits for a free buffer", TIME,
      .formula = "max(0, buffer_free_time - interval_used)" },
    { REAL(stall), .help = "time that one checkpoint stops training", TIME,
      .formula = "device_copy_time + drain_wait else checkpoint_cost_time" },
    { REAL(time_to_safe), .help = "from the start of a checkpoint until it counts", TIME,
      .formula = "stall + drain_time else stall" },
    { REAL(stall_fraction), .help = "share of failure-free time that checkpoints cost", SHARE,
      .formula = "cost_per_period / period" },
    { REAL(host_copies), .help = "snapshots in host memory", TERM, .formula = "buffers" },
    { REAL(host_memory_needed), .help = "host memory of the fullest node for checkpoints",
      .dimension = AIC_BYTES, .formula = "host_copies * largest_node_bytes else checkpoint_bytes" },
    { REAL(host_memory_share), .help = "share of a node's host memory that this is",
      .dimension = AIC_RATIO, .formula = "host_memory_needed / host_memory" },
};

static const struct aic_field interval_rows[] = {
    { REAL(young_interval), .help = "best compute time between checkpoints, first order", TIME,
      .formula = "sqrt(2 * checkpoint_cost_time * mtbf)" },
    { REAL(daly_interval), .help = "best compute time between checkpoints, Daly's series", TIME,
      .formula = "if(checkpoint_cost_time < 2 * mtbf, young_interval * (1 + "
                 "sqrt(checkpoint_cost_time / (2 * mtbf)) / 3 + checkpoint_cost_time / "
                 "(2 * mtbf) / 9) - checkpoint_cost_time, mtbf)" },
    { REAL(optimum_exponent), .help = "solution v of the optimum", PROSE_TERM,
      .basis = AIC_ESTIMATE,
      .formula = "v > 0 with v + expm1(-v) = checkpoint_cost_time / mtbf, by Newton's iteration" },
    { REAL(buffer_free_time), .help = "compute time until a buffer is free again", TIME_TERM,
      .formula =
          "max(0, drain_time * (1 - drain_slowdown) - if(buffers > 1, device_copy_time, 0))" },
    { REAL(optimal_interval), .help = "best compute time between checkpoints, exact", TIME,
      .formula = "max(-mtbf * expm1(-optimum_exponent), buffer_free_time, min_interval)"
                 " else max(-mtbf * expm1(-optimum_exponent), buffer_free_time)"
                 " else max(-mtbf * expm1(-optimum_exponent), min_interval)"
                 " else -mtbf * expm1(-optimum_exponent)" },
    { REAL(interval_used), .help = "compute time between checkpoints", .dimension = AIC_TIME,
      .basis = AIC_ESTIMATE, .flags = AIC_KEY, .formula = "interval else optimal_interval" },
    { REAL(cost_per_period), .help = "time that a checkpoint adds to the interval", TIME_TERM,
      .formula = "checkpoint_cost_time + drain_wait else checkpoint_cost_time" },
    { REAL(period), .help = "wall time between checkpoints: what a timer is set to", TIME,
      .formula = "interval_used + cost_per_period else interval_used" },
};

static const struct aic_field goodput_rows[] = {
    { REAL(kept_per_failure), .help = "checkpoints kept per failure, on average", TERM,
      .basis = AIC_ESTIMATE,
      .formula = "exp(-drain_time / mtbf) / expm1(period / mtbf) else 1 / expm1(period / mtbf)" },
    { REAL(goodput), .help = "share of the wall time that is training and is kept",
      .dimension = AIC_RATIO, .basis = AIC_ESTIMATE, .flags = AIC_KEY,
      .formula = "exp(-rto / mtbf) * interval_used * kept_per_failure / mtbf" },
    { REAL(checkpoint_overhead), .help = "share of the wall time that checkpoints take", SHARE,
      .formula = "exp(-rto / mtbf) * cost_per_period * kept_per_failure / mtbf" },
    { REAL(lost_work_overhead), .help = "share of the wall time that is done again", SHARE,
      .formula = "exp(-rto / mtbf) * (1 - period * kept_per_failure / mtbf)" },
    { REAL(restart_overhead), .help = "share of the wall time that recovery takes", SHARE,
      .formula = "-expm1(-rto / mtbf)" },
    { REAL(lost_work_per_failure), .help = "wall time that one failure takes back, on average",
      TIME, .formula = "mtbf - period * kept_per_failure" },
    { REAL(productive_time), .help = "training time that is kept in the run", TIME,
      .formula = "duration * goodput" },
    { REAL(gpu_hours_lost_per_day), .help = "GPU hours of a day that do not train",
      .dimension = AIC_HOURS_PER_DAY, .basis = AIC_ESTIMATE,
      .formula = "gpus * 24 * (1 - goodput)" },
    { REAL(lost_cost_per_day), .help = "price of those hours", .dimension = AIC_MONEY_PER_DAY,
      .basis = AIC_ESTIMATE, .formula = "gpu_hours_lost_per_day * gpu_price" },
    { REAL(stall_cost_per_day), .help = "price of the hours that checkpoints take",
      .dimension = AIC_MONEY_PER_DAY, .basis = AIC_ESTIMATE,
      .formula = "gpus * 24 * checkpoint_overhead * gpu_price" },
};

static const struct aic_field required_rows[] = {
    { REAL(allowed_stall), .help = "stall that one checkpoint may cause", TIME_TERM,
      .formula = "max_stall else interval * target_stall / (1 - target_stall)" },
    { REAL(drain_room), .help = "time in which a drain must end", TIME_TERM,
      .formula = "interval + if(buffers > 1, device_copy_time, 0) else interval" },
    { REAL(required_write_bw), .help = "write bandwidth that keeps to the allowed stall",
      .dimension = AIC_RATE, .basis = AIC_ESTIMATE, .flags = AIC_DISK | AIC_KEY,
      .formula = "written_bytes / (drain_room - write_latency)"
                 " else written_bytes / (allowed_stall - write_latency)" },
    { REAL(required_snapshot_bw), .help = "bandwidth of one GPU that keeps to the allowed stall",
      RATE, .formula = "largest_rank_bytes / allowed_stall" },
    { REAL(best_exponent), .help = "solution v of the optimum of snapshots alone", PROSE_TERM,
      .basis = AIC_ESTIMATE,
      .formula = "v > 0 with v + expm1(-v) = device_copy_time / mtbf, by Newton's iteration" },
    { REAL(best_interval), .help = "interval at which a loss of target_overhead is allowed",
      TIME_TERM,
      .formula = "max(-mtbf * expm1(-best_exponent), min_interval)"
                 " else -mtbf * expm1(-best_exponent)"
                 " else max(target_overhead * mtbf, min_interval)"
                 " else target_overhead * mtbf",
      .rests_on = "mode" },
    { REAL(best_share), .help = "goodput there, with neither drain nor recovery", TERM,
      .basis = AIC_ESTIMATE,
      .formula = "best_interval / mtbf / expm1((best_interval + device_copy_time) / mtbf)" },
    { REAL(affordable_write_time), .help = "longest write that keeps to target_overhead", TIME_TERM,
      .formula = "min(mtbf * log(best_share / (1 - target_overhead)), best_interval + "
                 "if(buffers > 1, device_copy_time, 0))"
                 " else mtbf * log1p(best_interval / (mtbf * (1 - target_overhead))) - "
                 "best_interval" },
    { REAL(required_write_bw_optimal),
      .help = "write bandwidth that keeps to target_overhead at the best interval", RATE,
      .formula = "written_bytes / (affordable_write_time - write_latency)" },
};

static const struct aic_field layout_rows[] = {
    { REAL(replicas), .help = "copies of the model: data x context parallel", TERM,
      .formula = "gpus / (tp * pp)" },
    { REAL(dp), .help = "data parallel degree", .formula = "gpus / (tp * pp * cp)" },
    { REAL(nodes), .help = "nodes of the job", .formula = "up(gpus / gpus_per_node)" },
    { REAL(local_gpus), .help = "GPUs of the job on one node", TERM,
      .formula = "min(gpus, gpus_per_node)" },
    { REAL(embedding_params), .help = "embedding and positions, on the first stage", PARAMS, TERM,
      .formula = "(vocab + learned_positions) * hidden" },
    { REAL(head_params), .help = "output matrix, on the last stage", PARAMS, TERM,
      .formula = "if(tied_embeddings, 0, vocab * hidden)" },
    { REAL(layer_params), .help = "one layer, on average", PARAMS, TERM,
      .formula = "(params_total - embedding_params - head_params) / layers" },
    { REAL(first_stage_params), .help = "first pipeline stage", PARAMS, TERM,
      .formula = "ceil(layers / pp) * layer_params + embedding_params" },
    { REAL(middle_stage_params), .help = "largest stage between first and last", PARAMS, TERM,
      .formula = "(floor(layers / pp) + if(layers - floor(layers / pp) * pp > 1, 1, 0)) * "
                 "layer_params" },
    { REAL(last_stage_params), .help = "last pipeline stage", PARAMS, TERM,
      .formula = "floor(layers / pp) * layer_params + head_params" },
    { REAL(stage_share), .help = "largest stage as a share of the model", .dimension = AIC_RATIO,
      TERM,
      .formula = "max(first_stage_params, middle_stage_params, last_stage_params) / params_total"
                 " else max(first_stage_params, last_stage_params) / params_total else 1 / pp" },
    { REAL(routed_params), .help = "parameters of the routed experts", PARAMS, TERM,
      .formula = "(ffn_layers - dense_layers) * experts * (if(gated, 3, 2) * hidden * expert_ffn + "
                 "if(linear_bias, if(gated, 2, 1) * expert_ffn + hidden, 0))" },
    { REAL(weight_expert_share), .help = "share of the weights that expert parallelism divides",
      .dimension = AIC_RATIO, TERM,
      .formula = "min(1, routed_params / params_total) * (1 - 4 * params_trainable / weight_bytes)"
                 " else min(1, routed_params / params_total) else 0",
      .rests_on = "ep" },
    { REAL(optimizer_expert_share),
      .help = "share of the optimizer that expert parallelism divides", .dimension = AIC_RATIO,
      TERM, .formula = "if(lora_rank > 0, 0, min(1, routed_params / params_total)) else 0",
      .rests_on = "ep" },
    { FLAG(weights_spread), .help = "replicas share the writing of the weights", TERM,
      .formula = "if(parallel_save, 1, if(zero >= 3, 1, 0))" },
    { FLAG(optimizer_spread), .help = "replicas share the writing of the optimizer", TERM,
      .formula = "if(parallel_save, 1, if(zero >= 1, 1, 0))" },
    { REAL(node_stages), .help = "pipeline stages on one node", TERM,
      .formula = "up(local_gpus / (tp * replicas))", .rests_on = "rank_order" },
    { REAL(dense_shards), .help = "distinct shards of dense layers on one node", TERM,
      .formula = "min(local_gpus, tp * node_stages) else min(local_gpus, tp * pp)",
      .rests_on = "rank_order" },
    { REAL(expert_shards), .help = "distinct shards of routed experts on one node", TERM,
      .formula = "min(local_gpus, tp * min(ep, up(local_gpus / tp)) * node_stages)"
                 " else min(local_gpus, tp * pp * ep)",
      .rests_on = "rank_order" },
    { REAL(weight_rank_bytes), .help = "weights that the largest rank writes", BYTES_TERM,
      .formula = "weight_state * stage_share / tp * if(weights_spread, 1 / replicas, "
                 "1 - weight_expert_share + weight_expert_share / ep)" },
    { REAL(optimizer_rank_bytes), .help = "optimizer that the largest rank writes", BYTES_TERM,
      .formula = "optimizer_state * stage_share / tp * if(optimizer_spread, 1 / replicas, "
                 "1 - optimizer_expert_share + optimizer_expert_share / ep)" },
    { REAL(weight_node_bytes), .help = "weights that the largest node writes", BYTES_TERM,
      .formula =
          "if(weights_spread, local_gpus * weight_rank_bytes, weight_state * stage_share / tp "
          "* (dense_shards * (1 - weight_expert_share) + expert_shards * "
          "weight_expert_share / ep))" },
    { REAL(optimizer_node_bytes), .help = "optimizer that the largest node writes", BYTES_TERM,
      .formula =
          "if(optimizer_spread, local_gpus * optimizer_rank_bytes, optimizer_state * "
          "stage_share / tp * (dense_shards * (1 - optimizer_expert_share) + expert_shards * "
          "optimizer_expert_share / ep))" },
    { REAL(largest_rank_bytes), .help = "bytes of the rank that writes most", BYTES,
      .formula = "min(checkpoint_bytes, weight_rank_bytes + optimizer_rank_bytes + extra_bytes)"
                 " else checkpoint_bytes",
      .rests_on = "format" },
    { REAL(mean_rank_bytes), .help = "bytes per rank, on average", BYTES,
      .formula = "checkpoint_bytes / gpus" },
    { REAL(largest_node_bytes), .help = "bytes of the node that writes most, at most this", BYTES,
      .formula = "min(checkpoint_bytes, weight_node_bytes + optimizer_node_bytes + extra_bytes)"
                 " else checkpoint_bytes",
      .rests_on = "format" },
    { REAL(mean_node_bytes), .help = "bytes per node, on average", BYTES,
      .formula = "checkpoint_bytes / nodes" },
    { REAL(writers), .help = "ranks that write",
      .formula = "if(weights_spread, gpus, if(optimizer_spread, gpus, tp * pp * ep)) else 1",
      .rests_on = "format" },
    { REAL(metadata_files), .help = "files that describe the others", TERM, .formula = "1" },
    { REAL(optimizer_files), .help = "DeepSpeed's files of optimizer states", TERM,
      .formula = "if(optimizer_spread, gpus, tp * pp)" },
    { REAL(weight_files), .help = "DeepSpeed's files of weights", TERM,
      .formula = "if(zero >= 3, gpus, if(zero < 1, tp * pp, if(pp > 1, (layers + 3) * tp, tp)))"
                 " else if(zero >= 3, gpus, if(zero < 1, tp * pp, tp))" },
    { REAL(files), .help = "files of one checkpoint",
      .formula = "optimizer_files + weight_files else writers + metadata_files else 1",
      .rests_on = "format" },
    { REAL(largest_file_bytes), .help = "largest file, as stored", BYTES,
      .formula = "largest_rank_bytes / compression_ratio else checkpoint_bytes / compression_ratio",
      .rests_on = "format" },
    { REAL(min_part_size), .help = "smallest upload part that 10,000 parts hold the file with",
      BYTES, .formula = "up(largest_file_bytes / 10000)" },
};

static const struct aic_field failure_rows[] = {
    { REAL(mtbf), .help = "mean time between interruptions of the job", TIME,
      .formula = "job_mtbf else node_mtbf / nodes else gpu_mtbf / gpus" },
    { REAL(failures_per_day), .help = "interruptions per day", .dimension = AIC_PER_DAY,
      .basis = AIC_ESTIMATE, .formula = "86400 / mtbf" },
    { REAL(failures), .help = "interruptions in the run", .formula = "duration / mtbf" },
    { REAL(dense_reads), .help = "times that the dense layers' state is read", TERM,
      .formula = "min(replicas, nodes * dense_shards / (tp * pp))", .rests_on = "restore format" },
    { REAL(expert_reads), .help = "times that the routed experts' state is read", TERM,
      .formula = "min(replicas / ep, nodes * expert_shards / (tp * pp * ep))",
      .rests_on = "restore format" },
    { REAL(weight_reads), .help = "times that the weights are read", PROSE_TERM,
      .formula =
          "1 where restore is shared or zero 3; nodes with format single; otherwise dense_reads "
          "and expert_reads in the proportion of weight_expert_share" },
    { REAL(optimizer_reads), .help = "times that the optimizer is read", PROSE_TERM,
      .formula = "1 where restore is shared or zero above 0; nodes with format single; otherwise "
                 "dense_reads and expert_reads in the proportion of optimizer_expert_share" },
    { REAL(restore_bytes), .help = "bytes that a restore reads", BYTES,
      .formula = "restore_chain_bytes / checkpoint_bytes * (weight_state * weight_reads + "
                 "optimizer_state * optimizer_reads + extra_bytes) else restore_chain_bytes" },
    { REAL(restore_time), .help = "time in which a restore reads", TIME,
      .formula = "max(restore_bytes / read_bw, restore_bytes / nodes / node_read_bw)"
                 " else restore_bytes / read_bw else restore_bytes / nodes / node_read_bw" },
    { REAL(rto), .help = "from a failure until training runs again", TIME,
      .formula = "restart_time + restore_time else restart_time" },
    { REAL(rpo), .help = "most wall time that one failure can take back", TIME,
      .formula = "period + drain_time else period" },
};

static const struct aic_field volume_rows[] = {
    { REAL(checkpoints_per_day), .help = "checkpoints per day", .dimension = AIC_PER_DAY,
      .basis = AIC_ESTIMATE, .formula = "86400 / period" },
    { REAL(checkpoints), .help = "checkpoints of the run", .formula = "down(duration / period)" },
    { REAL(bytes_per_day), .help = "bytes written per day", .dimension = AIC_BYTES_PER_DAY,
      .flags = AIC_DISK, .formula = "written_bytes * 86400 / period" },
    { REAL(run_bytes), .help = "bytes written in the run", BYTES,
      .formula = "checkpoints * written_bytes" },
    { REAL(hot_checkpoints), .help = "checkpoints in the hot tier",
      .formula = "min(checkpoints, keep_hot)" },
    { REAL(hot_kept), .help = "those, and the one being written", TERM,
      .formula = "if(hot_checkpoints > 0, min(checkpoints, hot_checkpoints + 1), 0)" },
    { REAL(hot_bytes), .help = "hot tier, with room for the one being written", BYTES,
      .formula = "if(hot_kept > 0, (checkpoint_bytes * (up(hot_kept / full_every) + "
                 "if(full_every > 1, 1, 0)) + checkpoint_bytes * incremental_share * (hot_kept - "
                 "up(hot_kept / full_every))) / compression_ratio, 0)" },
    { REAL(warm_checkpoints), .help = "checkpoints in the warm tier",
      .formula = "min(checkpoints, up(warm_retention / period))" },
    { REAL(warm_kept), .help = "those, and the one being written", TERM,
      .formula = "if(warm_checkpoints > 0, min(checkpoints, warm_checkpoints + 1), 0)" },
    { REAL(warm_bytes), .help = "warm tier, with room for the one being written", BYTES,
      .formula = "if(warm_kept > 0, (checkpoint_bytes * (up(warm_kept / full_every) + "
                 "if(full_every > 1, 1, 0)) + checkpoint_bytes * incremental_share * (warm_kept - "
                 "up(warm_kept / full_every))) / compression_ratio, 0)" },
    { REAL(cold_checkpoints), .help = "checkpoints kept to the end",
      .formula = "if(cold_every > 0, down(checkpoints / cold_every), 0)" },
    { REAL(cold_bytes), .help = "checkpoints kept to the end, each a full one", BYTES,
      .formula = "cold_checkpoints * checkpoint_bytes / compression_ratio" },
};

static const struct aic_field drive_rows[] = {
    { REAL(node_written_per_day), .help = "bytes that the drives of the fullest node write per day",
      .dimension = AIC_BYTES_PER_DAY, .flags = AIC_DISK,
      .formula = "largest_node_bytes * mean_share / compression_ratio * 86400 / period * "
                 "drive_copies * write_amplification" },
    { REAL(drive_writes_per_day_used), .help = "drive writes per day that this is",
      .dimension = AIC_PER_DAY, .basis = AIC_ESTIMATE,
      .formula = "node_written_per_day / drive_capacity" },
    { REAL(drive_life), .help = "time until the rated endurance is used up", TIME,
      .formula = "drive_endurance / node_written_per_day * 86400 else drive_capacity * "
                 "drive_writes_per_day * drive_warranty / node_written_per_day" },
};

const struct aic_group aic_checkpoint_result_groups[AIC_CHECKPOINT_RESULT_GROUPS] = {
    AIC_GROUP("Checkpoint", byte_rows, 0),
    AIC_GROUP("Write and stall", write_rows, 0),
    AIC_GROUP("Interval", interval_rows, 0),
    AIC_GROUP("Goodput", goodput_rows, 0),
    AIC_GROUP("Required bandwidth", required_rows, 0),
    AIC_GROUP("Layout", layout_rows, 0),
    AIC_GROUP("Failures and restore", failure_rows, 0),
    AIC_GROUP("Volumes and retention", volume_rows, 0),
    AIC_GROUP("Drives", drive_rows, 0),
};
