/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: the result table. Rows of AIC_TERM are steps of the arithmetic that make the
 * formulas of the others closed.
 *
 * Terms that end in _rate and _start are set only where timed traffic rests on them, so that an
 * answer depends on no link that it does not use.
 */
#include "calculators/network/network.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_network_out, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_network_out, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_network_out, member, names)

#define TIME   .dimension = AIC_TIME, .basis = AIC_ESTIMATE
#define RATE   .dimension = AIC_RATE, .flags = AIC_DISK, .basis = AIC_ESTIMATE
#define RATIO  .dimension = AIC_RATIO, .basis = AIC_ESTIMATE
#define BYTES  .dimension = AIC_BYTES, .flags = AIC_DISK
#define TOKENS .dimension = AIC_TOKENS
#define PARAMS .unit = "parameter"

#define TERM       .flags = AIC_TERM
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE
#define TIME_TERM  .dimension = AIC_TIME, .basis = AIC_ESTIMATE, .flags = AIC_TERM
#define RATE_TERM  .dimension = AIC_RATE, .basis = AIC_ESTIMATE, .flags = AIC_TERM | AIC_DISK
#define BYTES_TERM .dimension = AIC_BYTES, .flags = AIC_TERM | AIC_DISK
#define FLOP_TERM  .dimension = AIC_FLOP, .flags = AIC_TERM
/* What calculator collective gives; the text says of what. */
#define GIVEN_BYTES .dimension = AIC_BYTES, .flags = AIC_TERM | AIC_DISK | AIC_PROSE
#define GIVEN_TIME  .dimension = AIC_TIME, .basis = AIC_ESTIMATE, .flags = AIC_TERM | AIC_PROSE

static const char *const bottlenecks[] = { "compute", "dp", "tp", "pp", "cp", "ep", NULL };

/* Messages between pairs: the slower link and the start-up; what carries nothing may be unknown. */
#define TRANSFER(nvlink, nic, start)                                                               \
    "max(" nvlink " / link_rate, " nic " / port_rate) + " start " else " nic                       \
    " / port_rate + " start " else " nvlink " / link_rate + " start " else " start

static const struct aic_field step_rows[] = {
    { REAL(exposed_fraction), .help = "share of a step that waits for communication",
      .dimension = AIC_RATIO, .basis = AIC_ESTIMATE, .flags = AIC_KEY,
      .formula = "exposed_time / step_time" },
    { REAL(step_time), .help = "compute and what shows of communication, without a bubble", TIME,
      .formula = "compute_time + exposed_time" },
    { REAL(compute_time), .help = "time of compute in one step", TIME, .part_of = "step_time",
      .formula = "(3 * forward_flops + recomputed_flops) * tokens_per_gpu / (gpu_flops * mfu)" },
    { REAL(exposed_time), .help = "communication that does not hide under compute", TIME,
      .formula = "max(dp_exposed_time + tp_exposed_time + pp_exposed_time + cp_exposed_time + "
                 "ep_exposed_time, nvlink_bytes / nvlink_bw - compute_time, nic_bytes * max(1, "
                 "oversubscription) / nic_bw - compute_time)"
                 " else max(dp_exposed_time + tp_exposed_time + pp_exposed_time + cp_exposed_time "
                 "+ ep_exposed_time, nic_bytes * max(1, oversubscription) / nic_bw - compute_time)"
                 " else max(dp_exposed_time + tp_exposed_time + pp_exposed_time + cp_exposed_time "
                 "+ ep_exposed_time, nvlink_bytes / nvlink_bw - compute_time)"
                 " else dp_exposed_time + tp_exposed_time + pp_exposed_time + cp_exposed_time + "
                 "ep_exposed_time" },
    { CHOICE(bottleneck, bottlenecks), .help = "what a step waits for longest",
      .basis = AIC_ESTIMATE, .flags = AIC_PROSE,
      .formula = "the greatest of dp_exposed_time, tp_exposed_time, pp_exposed_time, "
                 "cp_exposed_time and ep_exposed_time if above 1 % of step_time, else compute" },
    { REAL(network_efficiency), .help = "share of a step that computes", RATIO,
      .formula = "compute_time / step_time" },
    { REAL(mfu_with_network), .help = "share of the peak in FLOP of the model", RATIO,
      .formula = "3 * forward_flops * tokens_per_gpu / (gpu_flops * step_time)" },
    { REAL(communication_time), .help = "of all strategies, hidden or not", TIME,
      .formula = "dp_time + tp_time + pp_time + cp_time + ep_time" },
    { REAL(dp_time), .help = "data parallelism", TIME,
      .formula = "(gather_rounds + regathers * micro_batches) * gather_time + sync_rounds * "
                 "sync_time" },
    { REAL(dp_latency_time), .help = "its start-up part", TIME,
      .formula = "(gather_rounds + regathers * micro_batches) * gather_latency + sync_rounds * "
                 "sync_latency" },
    { REAL(tp_time), .help = "tensor parallelism", TIME,
      .formula = "block_calls * block_time + expert_calls * cut_time"
                 " else block_calls * block_time else 0" },
    { REAL(pp_time), .help = "pipeline parallelism", TIME,
      .formula = TRANSFER("pp_nvlink_bytes", "pp_nic_bytes", "pp_sends * pp_start") " else 0" },
    { REAL(cp_time), .help = "context parallelism", TIME,
      .formula = "cp_passes * cp_layers * micro_batches * cp_pass_time else 0" },
    { REAL(ep_time), .help = "expert parallelism", TIME,
      .formula = "(2 + forward_repeats) * ep_layers * micro_batches * ep_pass_time else 0" },
    { REAL(dp_exposed_time), .help = "part of dp_time that shows", TIME, .part_of = "step_time",
      .formula = "gather_rounds * (gather_time - gather_hidden) + regather_rounds * (regathers * "
                 "gather_time - regather_hidden) + sync_rounds * (regathers * gather_time + "
                 "sync_time - sync_hidden)" },
    { REAL(tp_exposed_time), .help = "part of tp_time that shows", TIME, .part_of = "step_time",
      .formula = "tp_time * (1 - tp_overlap)" },
    { REAL(pp_exposed_time), .help = "part of pp_time that shows", TIME, .part_of = "step_time",
      .formula = "pp_time * (1 - pp_overlap)" },
    { REAL(cp_exposed_time), .help = "part of cp_time that shows", TIME, .part_of = "step_time",
      .formula = "max(0, cp_layers * micro_batches * cp_pass_time - cp_window) + max(0, (cp_passes "
                 "- 1) * cp_layers * micro_batches * cp_pass_time - cp_backward_window)"
                 " else cp_time * (1 - cp_overlap)" },
    { REAL(ep_exposed_time), .help = "part of ep_time that shows", TIME, .part_of = "step_time",
      .formula = "ep_time * (1 - ep_overlap)" },
    { REAL(core_flops), .help = "attention core of one token, forward", .dimension = AIC_FLOP,
      PROSE_TERM,
      .formula = "scores and weighted values over the keys that a token of seq sees on average, as "
                 "calculator train-time counts them (causal)",
      .rests_on = "heads head_dim v_head_dim attention_layers sliding_layers sliding_window "
                  "sliding_head_dim chunked_layers chunk_size kv_lora_rank qk_nope_head_dim "
                  "qk_rope_head_dim index_heads index_head_dim index_topk" },
    { REAL(layer_params), .help = "parameters that multiply a token, without the head", PARAMS,
      TERM, .formula = "params_matmul - head_params else params_active" },
    { REAL(head_params), .help = "parameters of the output matrix", PARAMS, TERM,
      .formula = "vocab * hidden else 0" },
    { REAL(forward_flops), .help = "FLOP of one token, forward", FLOP_TERM,
      .formula = "2 * (layer_params + head_params) + core_flops"
                 " else 2 * layer_params + core_flops" },
    { REAL(forward_repeats), .help = "forward passes that run again", PROSE_TERM,
      .formula = "1 with recompute full, 0 otherwise" },
    { REAL(recomputed_core), .help = "attention core that runs again", .dimension = AIC_FLOP,
      PROSE_TERM, .formula = "core_flops, 0 with recompute none" },
    { REAL(recomputed_flops), .help = "FLOP of one token that run again", FLOP_TERM,
      .formula = "2 * forward_repeats * layer_params + recomputed_core" },
    { REAL(forward_time), .help = "forward passes of one step", TIME_TERM,
      .formula = "forward_flops * tokens_per_gpu / (gpu_flops * mfu)" },
    { REAL(forward_window), .help = "forward pass of one micro-batch", TIME_TERM,
      .formula = "forward_time / micro_batches" },
    { REAL(backward_window), .help = "backward pass of one micro-batch", TIME_TERM,
      .formula = "(compute_time - forward_time) / micro_batches" },
    { REAL(hidden_share), .help = "share that can hide: all layers but one", TERM,
      .formula = "1 - 1 / ceil(layers / pp) else 1" },
    { REAL(gather_hidden), .help = "of a gather in the forward pass", TIME_TERM,
      .formula = "if(dp_overlap, min(forward_window, gather_time * hidden_share), 0)" },
    { REAL(regather_hidden), .help = "of gathers in a backward pass alone", TIME_TERM,
      .formula =
          "if(dp_overlap, min(backward_window, regathers * gather_time * hidden_share), 0)" },
    { REAL(sync_hidden), .help = "of gathers and reductions in a backward pass", TIME_TERM,
      .formula = "if(dp_overlap, min(backward_window, (regathers * gather_time + sync_time) * "
                 "hidden_share), 0)" },
    { REAL(cp_window), .help = "attention core of all forward passes", TIME_TERM,
      .formula = "core_flops * tokens_per_gpu / (gpu_flops * mfu)" },
    { REAL(cp_backward_window), .help = "attention core of all backward passes", TIME_TERM,
      .formula = "if(recomputed_flops > 0, 3, 2) * cp_window" },
};

static const struct aic_field port_rows[] = {
    { FLAG(nic_sufficient), .help = "the port keeps what shows of it within the tolerance",
      .basis = AIC_ESTIMATE, .flags = AIC_KEY,
      .formula = "scale_out_exposed_time <= exposed_tolerance * step_time" },
    { REAL(dp_critical_nic_bw), .help = "port rate that hides data parallelism",
      .dimension = AIC_RATE, .basis = AIC_ESTIMATE, .flags = AIC_DISK | AIC_KEY,
      .formula = "max(gather_nic_bytes / forward_window, (regathers * gather_nic_bytes + "
                 "sync_nic_bytes) / backward_window) * max(1, oversubscription) / nic_efficiency" },
    { REAL(nic_margin), .help = "port rate over that, without start-up", RATIO,
      .formula = "nic_bw / dp_critical_nic_bw" },
    { REAL(critical_bw), .help = "rate that hides data parallelism of any dense model", RATE,
      .formula = "critical_bytes_per_flop * gpu_flops * mfu / rank_tokens" },
    { REAL(critical_bytes_per_flop), .help = "bytes over FLOP of the phase that needs most", TERM,
      .unit = "B/FLOP", .basis = AIC_ESTIMATE,
      .formula =
          "if(zero > 0, max(weight_width / 2, (regathers * weight_width + grad_width) / (4 + "
          "2 * forward_repeats)), 2 * grad_width / (4 + 2 * forward_repeats))" },
    { REAL(dp_hidden_micro_batch), .help = "smallest micro-batch that hides data parallelism",
      .basis = AIC_ESTIMATE,
      .formula = "max(1, up(micro_batch * max(gather_time / forward_window, (regathers * "
                 "gather_time + sync_time) / backward_window)))" },
    { REAL(scale_out_exposed_time), .help = "what shows of strategies that cross nodes", TIME,
      .formula = "if(dp_nic_bytes > 0, dp_exposed_time, 0) + if(tp_nic_bytes > 0, tp_exposed_time, "
                 "0) + if(pp_nic_bytes > 0, pp_exposed_time, 0) + if(cp_nic_bytes > 0, "
                 "cp_exposed_time, 0) + if(ep_nic_bytes > 0, ep_exposed_time, 0)" },
    { REAL(average_nic_bw), .help = "mean load of a port over the step", RATE,
      .formula = "nic_bytes / step_time" },
    { REAL(average_nvlink_bw), .help = "mean load of the scale-up link over the step", RATE,
      .formula = "nvlink_bytes / step_time" },
    { REAL(nic_time), .help = "all bytes of a port at its rate", TIME,
      .formula = "nic_bytes / port_rate else 0" },
    { REAL(nvlink_time), .help = "all bytes of the scale-up link at its rate", TIME,
      .formula = "nvlink_bytes / link_rate else 0" },
    { REAL(rule_of_thumb_bw), .help = "a byte per 10,000 FLOP: a rule that tokens decide", RATE,
      .formula = "gpu_flops / 10000" },
    { REAL(port_rate), .help = "what traffic gets of a port", RATE_TERM,
      .formula = "1 / (max(1, oversubscription) / (nic_bw * nic_efficiency) + 2 / staging_bw)"
                 " else 1 / (max(1, oversubscription) / (nic_bw * nic_efficiency))",
      .rests_on = "network_latency nvlink_hop nic_hop network_ramp_size" },
    { REAL(link_rate), .help = "what traffic gets of the scale-up link", RATE_TERM,
      .formula = "nvlink_bw * nvlink_efficiency" },
    { REAL(switch_rate), .help = "of a reduction in the switch", RATE_TERM, .formula = "nvls_bw",
      .rests_on = "nvls_latency nvls_ramp_size" },
    { REAL(all_reduce_rate), .help = "all_reduce of a large group inside a node", RATE_TERM,
      .formula = "bus_bw_limit else all_reduce_bus_bw_limit else nvlink_bw * nvlink_efficiency",
      .rests_on = "small_group_loss all_reduce_small_group_loss peer_bw latency_base "
                  "all_reduce_latency_base latency_per_rank all_reduce_latency_per_rank "
                  "ramp_size all_reduce_ramp_size" },
    { REAL(all_gather_rate), .help = "all_gather of a large group inside a node", RATE_TERM,
      .formula = "bus_bw_limit else all_gather_bus_bw_limit else nvlink_bw * nvlink_efficiency",
      .rests_on = "small_group_loss all_gather_small_group_loss peer_bw latency_base "
                  "all_gather_latency_base latency_per_rank all_gather_latency_per_rank "
                  "ramp_size all_gather_ramp_size" },
    { REAL(reduce_scatter_rate), .help = "reduce_scatter of a large group inside a node", RATE_TERM,
      .formula = "bus_bw_limit else reduce_scatter_bus_bw_limit"
                 " else nvlink_bw * nvlink_efficiency",
      .rests_on = "small_group_loss reduce_scatter_small_group_loss peer_bw latency_base "
                  "reduce_scatter_latency_base latency_per_rank reduce_scatter_latency_per_rank "
                  "ramp_size reduce_scatter_ramp_size" },
    { REAL(near_start), .help = "start-up of a message inside a node", TIME_TERM,
      .formula = "latency_base else 8e-6" },
    { REAL(far_start), .help = "start-up of a message between nodes", TIME_TERM,
      .formula = "network_latency + nic_hop" },
};

#define EXPERTS_TOO " and of those of routed experts over expert_ranks"

static const struct aic_field byte_rows[] = {
    { REAL(nic_bytes), .help = "that one GPU sends over its port in a step", .dimension = AIC_BYTES,
      .flags = AIC_DISK | AIC_KEY,
      .formula = "dp_nic_bytes + tp_nic_bytes + pp_nic_bytes + cp_nic_bytes + ep_nic_bytes" },
    { REAL(nvlink_bytes), .help = "that one GPU sends inside its node in a step", BYTES,
      .formula = "dp_nvlink_bytes + tp_nvlink_bytes + pp_nvlink_bytes + cp_nvlink_bytes + "
                 "ep_nvlink_bytes" },
    { REAL(total_bytes), .help = "that one GPU sends in a step", BYTES,
      .formula = "nvlink_bytes + nic_bytes" },
    { REAL(dp_bytes), .help = "data parallelism", BYTES, .part_of = "total_bytes",
      .formula = "dp_nvlink_bytes + dp_nic_bytes" },
    { REAL(dp_nvlink_bytes), .help = "of it inside the node", BYTES,
      .formula =
          "(gather_rounds + regathers * micro_batches) * gather_nvlink_bytes + sync_rounds * "
          "sync_nvlink_bytes" },
    { REAL(dp_nic_bytes), .help = "of it over the port", BYTES,
      .formula = "(gather_rounds + regathers * micro_batches) * gather_nic_bytes + sync_rounds * "
                 "sync_nic_bytes" },
    { REAL(tp_bytes), .help = "tensor parallelism", BYTES, .part_of = "total_bytes",
      .formula = "tp_nvlink_bytes + tp_nic_bytes" },
    { REAL(tp_nvlink_bytes), .help = "of it inside the node", BYTES,
      .formula = "block_calls * block_nvlink_bytes + expert_calls * cut_nvlink_bytes"
                 " else block_calls * block_nvlink_bytes else 0" },
    { REAL(tp_nic_bytes), .help = "of it over the port", BYTES,
      .formula = "block_calls * block_nic_bytes + expert_calls * cut_nic_bytes"
                 " else block_calls * block_nic_bytes else 0" },
    { REAL(tp_collectives), .help = "collectives of tensor parallelism in a step",
      .formula = "block_calls + expert_calls else block_calls else 0" },
    { REAL(pp_bytes), .help = "pipeline parallelism", BYTES, .part_of = "total_bytes",
      .formula = "pp_nvlink_bytes + pp_nic_bytes" },
    { REAL(pp_nvlink_bytes), .help = "of it inside the node", BYTES,
      .formula = "if(pp_crosses, 0, pp_sends * pp_message) else 0" },
    { REAL(pp_nic_bytes), .help = "of it over the port", BYTES,
      .formula = "if(pp_crosses, pp_sends * pp_message, 0) else 0" },
    { REAL(cp_bytes), .help = "context parallelism", BYTES, .part_of = "total_bytes",
      .formula = "cp_nvlink_bytes + cp_nic_bytes" },
    { REAL(cp_nvlink_bytes), .help = "of it inside the node", BYTES,
      .formula = "cp_passes * cp_layers * micro_batches * cp_pass_nvlink_bytes else 0" },
    { REAL(cp_nic_bytes), .help = "of it over the port", BYTES,
      .formula = "cp_passes * cp_layers * micro_batches * cp_pass_nic_bytes else 0" },
    { REAL(ep_bytes), .help = "expert parallelism", BYTES, .part_of = "total_bytes",
      .formula = "ep_nvlink_bytes + ep_nic_bytes" },
    { REAL(ep_nvlink_bytes), .help = "of it inside the node", BYTES,
      .formula =
          "(2 + forward_repeats) * ep_layers * micro_batches * ep_pass_nvlink_bytes else 0" },
    { REAL(ep_nic_bytes), .help = "of it over the port", BYTES,
      .formula = "(2 + forward_repeats) * ep_layers * micro_batches * ep_pass_nic_bytes else 0" },
    { REAL(ep_bytes_per_layer), .help = "dispatch and combine of one forward pass of a layer",
      BYTES, .formula = "ep_pass_nvlink_bytes + ep_pass_nic_bytes" },
    { REAL(gather_nvlink_bytes), .help = "of one gather of the weights, inside the node",
      GIVEN_BYTES,
      .formula =
          "what calculator collective sends for an all_gather of weight_width * "
          "params_per_gpu over shard_group ranks, tp GPUs apart," EXPERTS_TOO ", in one call "
          "per layer",
      .rests_on = "ranks_per_node layers" },
    { REAL(gather_nic_bytes), .help = "of one gather of the weights, over the port", GIVEN_BYTES,
      .formula = "the same over the port as gather_nvlink_bytes inside the node" },
    { REAL(gather_time), .help = "one gather of the weights", GIVEN_TIME,
      .formula = "time of gather_nvlink_bytes and gather_nic_bytes, as calculator collective gives "
                 "it",
      .rests_on = "all_gather_rate port_rate" },
    { REAL(gather_latency), .help = "its start-up", GIVEN_TIME,
      .formula = "start-up within gather_time" },
    { REAL(sync_nvlink_bytes), .help = "of one reduction of the gradients, inside the node",
      GIVEN_BYTES,
      .formula = "what calculator collective sends for grad_width * params_per_gpu: an all_reduce "
                 "over dp * cp ranks with zero 0, otherwise a reduce_scatter over shard_group and "
                 "an all_reduce of its shards over the rest," EXPERTS_TOO ", in one call per layer",
      .rests_on = "ranks_per_node layers tp" },
    { REAL(sync_nic_bytes), .help = "of one reduction of the gradients, over the port", GIVEN_BYTES,
      .formula = "the same over the port as sync_nvlink_bytes inside the node" },
    { REAL(sync_time), .help = "one reduction of the gradients", GIVEN_TIME,
      .formula = "time of sync_nvlink_bytes and sync_nic_bytes, as calculator collective gives it",
      .rests_on = "all_reduce_rate reduce_scatter_rate switch_rate port_rate" },
    { REAL(sync_latency), .help = "its start-up", GIVEN_TIME,
      .formula = "start-up within sync_time" },
    { REAL(gather_rounds), .help = "gathers in forward passes", PROSE_TERM,
      .formula =
          "none with zero 0, 1 with zero 1 and 2 or weight_gather step, else micro_batches" },
    { REAL(regathers), .help = "gathers in each backward pass", PROSE_TERM,
      .formula = "weight_gathers - 1 with zero 3, 0 otherwise and with weight_gather step" },
    { REAL(regather_rounds), .help = "backward passes with gathers alone", PROSE_TERM,
      .formula = "micro_batches - 1 where regathers are made and gradients reduced once per step, "
                 "else 0",
      .rests_on = "gradient_sync" },
    { REAL(sync_rounds), .help = "reductions of the gradients", PROSE_TERM,
      .formula = "micro_batches with gradient_sync micro_batch (auto: with zero 2 and 3), else 1" },
    { REAL(exchange_bytes), .help = "activations of one micro-batch between blocks", BYTES_TERM,
      .formula = "activation_width * rank_tokens * hidden" },
    { REAL(block_calls), .help = "exchanges of attention and dense blocks", TERM,
      .formula = "(attention_layers + linear_layers + ffn_layers - if(shared_experts > 0, 0, "
                 "expert_layers)) / pp * micro_batches * if(sequence_parallel, 5 + 2 * "
                 "forward_repeats, 2 + forward_repeats)"
                 " else (attention_layers + linear_layers + ffn_layers) / pp * micro_batches * "
                 "if(sequence_parallel, 5 + 2 * forward_repeats, 2 + forward_repeats)" },
    { REAL(block_nvlink_bytes), .help = "of one such exchange, inside the node", GIVEN_BYTES,
      .formula = "what calculator collective sends for exchange_bytes over tp ranks: an all_gather "
                 "with sequence_parallel, else an all_reduce",
      .rests_on = "gpus gpus_per_node" },
    { REAL(block_nic_bytes), .help = "of one such exchange, over the port", GIVEN_BYTES,
      .formula = "the same over the port as block_nvlink_bytes inside the node" },
    { REAL(block_time), .help = "one such exchange", GIVEN_TIME,
      .formula =
          "time of block_nvlink_bytes and block_nic_bytes, as calculator collective gives it",
      .rests_on = "all_gather_rate all_reduce_rate switch_rate port_rate" },
    { REAL(expert_calls), .help = "exchanges of experts that are cut", TERM,
      .formula = "expert_layers / pp * micro_batches * (4 + 2 * forward_repeats)" },
    { REAL(cut_nvlink_bytes), .help = "of one such exchange, inside the node", GIVEN_BYTES,
      .formula =
          "what calculator collective sends for an all_gather of exchange_bytes * etp / tp * "
          "experts_per_token * expert_imbalance over etp ranks",
      .rests_on = "gpus gpus_per_node" },
    { REAL(cut_nic_bytes), .help = "of one such exchange, over the port", GIVEN_BYTES,
      .formula = "the same over the port as cut_nvlink_bytes inside the node" },
    { REAL(cut_time), .help = "one such exchange", GIVEN_TIME,
      .formula = "time of cut_nvlink_bytes and cut_nic_bytes, as calculator collective gives it",
      .rests_on = "all_gather_rate port_rate" },
    { REAL(pp_sends), .help = "messages of the busiest stage", TERM,
      .formula = "micro_batches * if(pp > 2, 2 * vpp, 2 * vpp - 1)" },
    { REAL(pp_message), .help = "one of them", BYTES_TERM,
      .formula = "exchange_bytes / if(sequence_parallel, tp, 1)" },
    { FLAG(pp_crosses), .help = "stages are on several nodes", TERM,
      .formula = "gpus > gpus_per_node" },
    { REAL(pp_start), .help = "start-up of a message", TIME_TERM,
      .formula = "if(pp_crosses, far_start, near_start) else far_start else near_start" },
    { REAL(cp_layers), .help = "attention layers of one stage", TERM,
      .formula = "attention_layers / pp" },
    { REAL(cp_passes), .help = "passes of a layer: forward, backward and repeated", PROSE_TERM,
      .formula = "3, or 2 with cp_method a2a, and forward_repeats" },
    { REAL(cp_per_node), .help = "ranks of a context group that share a node", TERM,
      .formula = "min(max(floor(gpus_per_node / tp), 1), cp)" },
    { REAL(cp_start), .help = "start-up of a message", TIME_TERM,
      .formula = "if(cp_per_node < cp, far_start, near_start) else far_start else near_start" },
    { REAL(kv_width), .help = "elements of a key and a value", TERM,
      .formula = "if(kv_lora_rank > 0, qk_nope_head_dim + qk_rope_head_dim, head_dim) + v_head_dim"
                 " else qk_nope_head_dim + qk_rope_head_dim + v_head_dim"
                 " else head_dim + v_head_dim" },
    { REAL(kv_heads_per_gpu), .help = "key and value heads of one GPU", TERM,
      .formula = "ceil(if(kv_lora_rank > 0, heads, kv_heads) / tp) else ceil(kv_heads / tp)"
                 " else ceil(heads / tp)" },
    { REAL(cp_sent), .help = "keys and values that a ring hands on in one pass", BYTES_TERM,
      .formula = "(cp - 1) / cp * micro_batch * seq * kv_heads_per_gpu * kv_width * "
                 "activation_width" },
    { REAL(cp_swapped), .help = "heads that are swapped in one pass", BYTES_TERM,
      .formula = "rank_tokens * (ceil(heads / tp) + max(kv_heads_per_gpu, cp)) * kv_width * "
                 "activation_width" },
    { REAL(cp_gather_nvlink_bytes), .help = "of one gather of keys and values, inside the node",
      GIVEN_BYTES,
      .formula = "what calculator collective sends for an all_gather of micro_batch * seq * "
                 "kv_heads_per_gpu * kv_width * activation_width over cp ranks, cp_per_node in a "
                 "node" },
    { REAL(cp_gather_nic_bytes), .help = "of one gather of keys and values, over the port",
      GIVEN_BYTES, .formula = "the same over the port as cp_gather_nvlink_bytes inside the node" },
    { REAL(cp_gather_time), .help = "one gather of keys and values", GIVEN_TIME,
      .formula = "time of cp_gather_nvlink_bytes and cp_gather_nic_bytes, as calculator collective "
                 "gives it",
      .rests_on = "all_gather_rate port_rate" },
    { REAL(cp_pass_nvlink_bytes), .help = "of one pass of a layer, inside the node", BYTES_TERM,
      .formula = "cp_gather_nvlink_bytes else if(cp_per_node > 1, cp_sent, 0)"
                 " else cp_swapped / cp * (cp_per_node - 1)" },
    { REAL(cp_pass_nic_bytes), .help = "of one pass of a layer, over the port", BYTES_TERM,
      .formula = "cp_gather_nic_bytes else if(cp_per_node < cp, cp_sent, 0)"
                 " else cp_swapped / cp * (cp - cp_per_node)" },
    { REAL(cp_pass_latency), .help = "start-up of one pass of a layer", TIME_TERM,
      .formula =
          "if(cp_sent >= 0, (cp - 1) * cp_start, 0) else if(cp_swapped >= 0, 4 * cp_start, 0)" },
    { REAL(cp_pass_time), .help = "one pass of a layer", TIME_TERM,
      .formula = "cp_gather_time else " TRANSFER("cp_pass_nvlink_bytes", "cp_pass_nic_bytes",
                                                 "cp_pass_latency") },
    { REAL(ep_layers), .help = "layers with experts of one stage", TERM,
      .formula = "expert_layers / pp" },
    { REAL(ep_per_node), .help = "ranks of an expert group that share a node", TERM,
      .formula = "min(max(floor(gpus_per_node / etp), 1), ep)" },
    { REAL(ep_nodes), .help = "nodes that an expert group spans", TERM,
      .formula = "ceil(ep / ep_per_node)" },
    { REAL(ep_start), .help = "start-up of dispatch and of combine", TIME_TERM,
      .formula = "if(ep_per_node < ep, far_start, near_start) else far_start else near_start" },
    { REAL(ep_copies), .help = "tokens that the busiest rank routes", TERM,
      .formula = "rank_tokens / tp * expert_imbalance" },
    { REAL(ep_pair), .help = "bytes of an element sent and returned", .dimension = AIC_BYTES,
      PROSE_TERM, .formula = "bytes of dispatch_dtype and of combine_dtype" },
    { REAL(ep_pass_nvlink_bytes), .help = "of one pass of a layer, inside the node", BYTES_TERM,
      .formula = "ep_copies * experts_per_token * hidden * ep_pair * (ep_per_node - 1) / "
                 "if(routed_nodes > 0, ep_per_node, ep)" },
    { REAL(ep_pass_nic_bytes), .help = "of one pass of a layer, over the port", BYTES_TERM,
      .formula =
          "ep_copies * hidden * ep_pair * if(routed_nodes > 0, min(routed_nodes, "
          "experts_per_token, ep_nodes) * (ep_nodes - 1) / ep_nodes, experts_per_token * (ep "
          "- ep_per_node) / ep)" },
    { REAL(ep_pass_time), .help = "dispatch and combine of a layer", TIME_TERM,
      .formula = TRANSFER("ep_pass_nvlink_bytes", "ep_pass_nic_bytes", "2 * ep_start") },
};

static const struct aic_field layout_rows[] = {
    { REAL(dp), .help = "data parallel degree", .formula = "gpus / (tp * pp * cp)" },
    { REAL(nodes), .help = "nodes of the job", .formula = "ceil(gpus / gpus_per_node)" },
    { REAL(ranks_per_node), .help = "members of a data parallel group in one node",
      .formula = "min(max(floor(gpus_per_node / tp), 1), dp * cp)" },
    { REAL(micro_batches), .help = "micro-batches of one replica in a step",
      .formula = "global_batch / (dp * micro_batch)" },
    { REAL(global_batch_used), .help = "sequences of one step", .formula = "global_batch" },
    { REAL(tokens_per_step), .help = "tokens of one step", TOKENS,
      .formula = "global_batch * seq" },
    { REAL(tokens_per_gpu), .help = "tokens of one step over all GPUs", TOKENS,
      .formula = "tokens_per_step / gpus" },
    { REAL(rank_tokens), .help = "tokens of one micro-batch on one rank", TOKENS, TERM,
      .formula = "micro_batch * seq / cp" },
    { REAL(params_total), .help = "parameters of the model", PARAMS, .flags = AIC_PROSE,
      .formula = "params else the sum of all matrices, biases and norms that follow from layers, "
                 "hidden, heads, kv_heads, head_dim, v_head_dim, ffn, gated, vocab, "
                 "tied_embeddings, learned_positions, qkv_bias, linear_bias, experts, expert_ffn, "
                 "shared_experts, shared_expert_ffn, dense_layers, kv_lora_rank, q_lora_rank, "
                 "qk_nope_head_dim, qk_rope_head_dim, index_heads, index_head_dim, "
                 "sliding_layers, sliding_kv_heads, sliding_head_dim, linear_layers, "
                 "linear_params, attention_layers, ffn_layers, norms_per_layer, norm_bias and "
                 "extra_params" },
    { REAL(params_active), .help = "parameters that a token uses", PARAMS, .flags = AIC_PROSE,
      .formula = "active_params else params_total without the experts that a token is not routed "
                 "to",
      .rests_on = "experts experts_per_token expert_ffn" },
    { REAL(params_matmul), .help = "parameters that multiply every token", PARAMS,
      .flags = AIC_PROSE,
      .formula = "params_active without learned_positions and, unless tied_embeddings, without the "
                 "embedding (vocab x hidden)" },
    { REAL(params_per_gpu), .help = "parameters of one GPU, before sharding", PARAMS,
      .formula = "(params_total - expert_params) / (tp * pp) + expert_params / (etp * ep * pp)"
                 " else params_total / (tp * pp)" },
    { REAL(expert_layers), .help = "layers with experts", TERM,
      .formula = "if(experts > 0, ffn_layers - dense_layers, 0)" },
    { REAL(expert_params), .help = "parameters of routed experts", PARAMS, PROSE_TERM,
      .formula = "expert_layers * experts * the parameters of one expert: hidden, expert_ffn, "
                 "gated, linear_bias" },
    { REAL(expert_ranks), .help = "GPUs that hold the same experts", TERM,
      .formula = "tp * cp * dp / (ep * etp)" },
    { REAL(weight_width), .help = "bytes of a gathered weight", .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "bytes of weight_dtype: bf16 and fp16 2, fp32 4, fp8 1" },
    { REAL(grad_width), .help = "bytes of a reduced gradient", .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "bytes of grad_dtype: bf16 and fp16 2, fp32 and bf16+fp32 4" },
    { REAL(activation_width), .help = "bytes of an activation", .dimension = AIC_BYTES, PROSE_TERM,
      .formula = "bytes of activation_dtype: bf16 and fp16 2, fp32 4, fp8 1" },
};

const struct aic_group aic_network_result_groups[AIC_NETWORK_RESULT_GROUPS] = {
    AIC_GROUP("Step", step_rows, 0),
    AIC_GROUP("Ports", port_rows, 0),
    AIC_GROUP("Bytes that one GPU sends in a step", byte_rows, 0),
    AIC_GROUP("Layout", layout_rows, 0),
};
