/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-time: the result table. Rows of AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed.
 *
 * What rests on a speed gets its basis from planned_flops (estimate) or
 * reported_flops (published), the two ways in which a speed comes in.
 */
#include "calculators/train_time/train_time.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_train_time_out, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_train_time_out, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_train_time_out, member, names)

#define TIME      .dimension = AIC_TIME
#define RATIO     .dimension = AIC_RATIO
#define FLOP      .dimension = AIC_FLOP
#define FLOP_RATE .dimension = AIC_FLOP_RATE
#define TOKENS    .dimension = AIC_TOKENS
#define HOURS     .dimension = AIC_HOURS
#define MONEY     .dimension = AIC_MONEY
#define ENERGY    .dimension = AIC_ENERGY
#define PARAMS    .unit = "parameter"
/* A share of the wall time. */
#define WALL_SHARE .dimension = AIC_RATIO, .basis = AIC_ESTIMATE
#define TERM       .flags = AIC_TERM
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE

static const struct aic_field run_rows[] = {
    { REAL(train_time), .help = "wall time of the run", TIME, .flags = AIC_KEY,
      .formula = "compute_time / goodput else compute_time" },
    { REAL(compute_time), .help = "wall time without failures", TIME, .part_of = "train_time",
      .formula = "flops_total / (gpus * achieved_model_flops)" },
    { REAL(lost_time), .help = "wall time that checkpoints and failures take", TIME,
      .part_of = "train_time", .formula = "train_time - compute_time" },
    { REAL(gpu_hours), .help = "GPU hours of the run", HOURS, .flags = AIC_KEY,
      .formula = "gpus * train_time / 3600 else flops_total / achieved_model_flops / 3600" },
    { REAL(productive_gpu_hours), .help = "GPU hours without what failures take", HOURS,
      .formula = "gpus * compute_time / 3600" },
    { REAL(tokens_total), .help = "tokens of the run", TOKENS,
      .formula = "tokens else steps * tokens_per_step" },
    { REAL(steps_total), .help = "optimizer steps of the run",
      .formula = "up(tokens_total / tokens_per_step)" },
    { REAL(step_time), .help = "time of one step", TIME,
      .formula = "tokens_per_step * flops_per_token / (gpus * achieved_model_flops)" },
    { REAL(bubble_time), .help = "part of a step in which pipeline stages wait", TIME,
      .formula = "step_time * bubble_fraction" },
    { REAL(tokens_per_second), .help = "of the whole job", .dimension = AIC_COUNT_RATE,
      .unit = "token/s", .formula = "gpus * achieved_model_flops / flops_per_token" },
    { REAL(tokens_per_second_per_gpu), .help = "of one GPU", .dimension = AIC_COUNT_RATE,
      .unit = "token/s", .formula = "achieved_model_flops / flops_per_token" },
    { REAL(tokens_per_day), .help = "of the job, failures included",
      .dimension = AIC_TOKENS_PER_DAY,
      .formula = "tokens_per_second * goodput * 86400 else tokens_per_second * 86400" },
};

static const struct aic_field money_rows[] = {
    { REAL(cost), .help = "price of all GPU hours", MONEY, .flags = AIC_KEY,
      .formula = "gpu_hours * gpu_price" },
    { REAL(productive_cost), .help = "price without what failures take", MONEY,
      .formula = "productive_gpu_hours * gpu_price" },
    { REAL(cost_per_million_tokens), .help = "price of a million tokens", MONEY,
      .formula = "cost / tokens_total * 1e6" },
    { REAL(gpu_draw), .help = "draw at the meter for each GPU", .dimension = AIC_POWER,
      .basis = AIC_PUBLISHED, TERM,
      .formula =
          "node_power / gpus_per_node * load * pue else gpu_power * host_factor * load * pue" },
    { REAL(average_power), .help = "draw of the job at the meter", .dimension = AIC_POWER,
      .formula = "gpus * gpu_draw" },
    { REAL(energy), .help = "energy of the run at the meter", ENERGY,
      .formula = "gpu_hours * 3600 * gpu_draw" },
    { REAL(productive_energy), .help = "energy without what failures take", ENERGY,
      .formula = "productive_gpu_hours * 3600 * gpu_draw" },
    { REAL(electricity_cost), .help = "price of the energy", MONEY,
      .formula = "energy / 3.6e6 * electricity_price" },
    { REAL(carbon), .help = "carbon of the energy", .dimension = AIC_CARBON,
      .formula = "energy / 3.6e6 * carbon_intensity" },
};

static const struct aic_field deadline_rows[] = {
    { REAL(gpus_for_deadline), .help = "GPUs that finish in time", .flags = AIC_PROSE,
      .formula = "the least multiple of gpus_per_node and tp * pp * cp on which flops_total at "
                 "busy_flops per GPU, bubble and failures included, is done within deadline; with "
                 "global_batch its replicas divide global_batch / micro_batch",
      .rests_on = "vpp gpu_mtbf node_mtbf job_mtbf checkpoint_stall drain_time interval "
                  "restart_time restore_time" },
    { REAL(mfu_for_deadline), .help = "mfu that finishes in time", RATIO,
      .formula = "achieved_flops_for_deadline / gpu_flops" },
    { REAL(achieved_flops_for_deadline), .help = "speed of a GPU that finishes in time", FLOP_RATE,
      .formula = "flops_total / (gpus * deadline * goodput) else flops_total / (gpus * deadline)" },
    { REAL(tokens_by_deadline), .help = "tokens that are done in time", TOKENS,
      .formula = "gpus * achieved_model_flops * deadline * goodput / flops_per_token"
                 " else gpus * achieved_model_flops * deadline / flops_per_token" },
};

static const struct aic_field speed_rows[] = {
    { REAL(assumed_hfu), .help = "hfu that stands in for a speed", RATIO, TERM, .formula = "hfu" },
    { REAL(planned_flops), .help = "given speed of a busy GPU, FLOP of the model", FLOP_RATE, TERM,
      .basis = AIC_ESTIMATE,
      .formula = "mfu * gpu_flops"
                 " else hfu * gpu_flops * flops_per_token / hardware_flops_per_token"
                 " else if(achieved_includes_recompute, achieved_flops * flops_per_token / "
                 "hardware_flops_per_token, achieved_flops)" },
    { REAL(reported_flops), .help = "measured speed of a GPU, FLOP of the model", FLOP_RATE, TERM,
      .basis = AIC_PUBLISHED,
      .formula = "tokens_per_step * flops_per_token / (gpus * reported_step_time)"
                 " else reported_tokens_per_second * flops_per_token / gpus"
                 " else tokens_total * flops_per_token / (reported_gpu_hours * 3600)" },
    { REAL(busy_flops), .help = "speed of a busy GPU, FLOP of the model", FLOP_RATE, TERM,
      .formula = "planned_flops else reported_flops" },
    { REAL(mfu_used), .help = "model FLOP over the peak, in a step", RATIO, .flags = AIC_KEY,
      .formula = "achieved_model_flops / gpu_flops" },
    { REAL(hfu_used), .help = "executed FLOP over the peak", RATIO,
      .formula = "achieved_hardware_flops / gpu_flops" },
    { REAL(run_mfu), .help = "model FLOP over the peak, in the run", WALL_SHARE,
      .formula = "mfu_used * goodput" },
    { REAL(achieved_model_flops), .help = "model FLOP of one GPU", FLOP_RATE,
      .formula = "if(bubble, busy_flops / (1 + bubble_overhead), busy_flops)"
                 " else busy_flops" },
    { REAL(achieved_hardware_flops), .help = "executed FLOP of one GPU", FLOP_RATE,
      .formula = "achieved_model_flops * hardware_flops_per_token / flops_per_token" },
};

static const struct aic_field failure_rows[] = {
    { REAL(mtbf), .help = "mean time between interruptions of the job", TIME, .basis = AIC_ESTIMATE,
      .formula = "job_mtbf else node_mtbf / ceil(gpus / gpus_per_node) else gpu_mtbf / gpus" },
    { REAL(failures), .help = "interruptions that the run expects", .basis = AIC_ESTIMATE,
      .formula = "train_time / mtbf" },
    { REAL(optimum_exponent), .help = "solution v of the best interval", PROSE_TERM,
      .basis = AIC_ESTIMATE,
      .formula = "v > 0 with v + expm1(-v) = checkpoint_stall / mtbf, by Newton's iteration" },
    { REAL(interval_used), .help = "compute time between checkpoints", TIME, .basis = AIC_ESTIMATE,
      .formula = "interval else max(-mtbf * expm1(-optimum_exponent), drain_time)" },
    { REAL(cost_per_period), .help = "stall and wait for the drain of one checkpoint", TIME, TERM,
      .basis = AIC_ESTIMATE, .formula = "checkpoint_stall + max(0, drain_time - interval_used)" },
    { REAL(period), .help = "wall time between checkpoints", TIME, TERM, .basis = AIC_ESTIMATE,
      .formula = "interval_used + cost_per_period" },
    { REAL(kept_per_failure), .help = "checkpoints kept per failure, on average", TERM,
      .basis = AIC_ESTIMATE,
      .formula = "if(period / mtbf < 709, exp(-drain_time / mtbf) / expm1(period / mtbf), 0)" },
    { REAL(goodput), .help = "wall time that is progress", WALL_SHARE,
      .formula =
          "exp(-(restart_time + restore_time) / mtbf) * interval_used * kept_per_failure / mtbf" },
    { REAL(checkpoint_overhead), .help = "wall time of checkpoints", WALL_SHARE,
      .formula = "exp(-(restart_time + restore_time) / mtbf) * cost_per_period * "
                 "kept_per_failure / mtbf" },
    { REAL(lost_work_overhead), .help = "wall time that is done again", WALL_SHARE,
      .formula = "exp(-(restart_time + restore_time) / mtbf) * "
                 "(1 - period * kept_per_failure / mtbf)" },
    { REAL(restart_overhead), .help = "wall time of restarts", WALL_SHARE,
      .formula = "-expm1(-(restart_time + restore_time) / mtbf)" },
};

static const struct aic_field layout_rows[] = {
    { REAL(dp), .help = "data parallel replicas", .formula = "gpus / (tp * pp * cp)" },
    { REAL(micro_batches), .help = "forward passes of a replica per step",
      .formula = "global_batch / (dp * micro_batch)" },
    { REAL(max_gpus), .help = "GPUs at which every replica has one micro batch",
      .formula = "tp * pp * cp * global_batch / micro_batch" },
    { REAL(tokens_per_step), .help = "tokens of one step", TOKENS,
      .formula = "global_batch * seq" },
    { REAL(bubble_overhead), .help = "waiting of a pipeline stage over its work", WALL_SHARE,
      .formula = "(pp - 1) / (vpp * micro_batches)" },
    { REAL(bubble_fraction), .help = "share of a step that pipeline stages wait", WALL_SHARE,
      .formula = "bubble_overhead / (1 + bubble_overhead)" },
};

/* The model method: core (attention), layers and head of one token. */
#define CORE_HELP(what) .help = "forward FLOP of attention per token, " what, FLOP, TERM
#define WINDOW(window)                                                                             \
    "if(seq <= " window ", all_keys, if(causal, " window " - " window " * (" window                \
    " - 1) / (2 * seq), " window "))"

static const struct aic_field flops_rows[] = {
    { REAL(flops_total), .help = "FLOP of the run", FLOP,
      .formula = "tokens_total * flops_per_token" },
    { REAL(hardware_flops_total), .help = "FLOP of the run, recomputation included", FLOP,
      .formula = "tokens_total * hardware_flops_per_token" },
    { REAL(flops_per_step), .help = "FLOP of one step", FLOP,
      .formula = "tokens_per_step * flops_per_token" },
    { REAL(flops_per_token), .help = "FLOP of one token, forward and backward", FLOP,
      .formula = "if(by_model, flops_per_token_model, flops_per_token_6nd)"
                 " else flops_per_token_6nd" },
    { CHOICE(flops_method_used, aic_flops_methods), .help = "how a token's FLOP were counted",
      .flags = AIC_PROSE, .formula = "flops_method" },
    { REAL(flops_per_token_6nd), .help = "6 FLOP per active parameter, fewer with frozen ones",
      FLOP, .formula = "(4 + 2 * trainable_share) * params_active" },
    { REAL(flops_per_token_model), .help = "FLOP of matrices and attention", FLOP,
      .formula = "(4 + 2 * trainable_share) * (layer_params + head_params) + 3 * core_flops" },
    { REAL(hardware_flops_per_token), .help = "executed FLOP of one token", FLOP,
      .formula = "flops_per_token + 2 * recomputed_params + recomputed_core" },
    { REAL(attention_flops_share), .help = "share of attention scores and values", RATIO,
      .formula = "3 * core_flops / flops_per_token_model" },
    { REAL(head_flops_share), .help = "share of the output matrix", RATIO,
      .formula = "(4 + 2 * trainable_share) * head_params / flops_per_token_model" },
    { FLAG(by_model), .help = "the model method is used", PROSE_TERM,
      .formula = "whether flops_method counts matrices and attention" },
    { FLAG(causal), .help = "a token sees itself and what is before it", PROSE_TERM,
      .formula = "whether attention_flops counts only the keys that a token sees" },
    { REAL(all_keys), .help = "keys of a token without a window, mean", TERM,
      .formula = "if(causal, (seq + 1) / 2, seq)" },
    { REAL(sparse_window), .help = "keys that sparse attention lets through", TERM,
      .formula = "index_topk" },
    { REAL(full_keys), .help = "keys of a token in a full layer, mean", TERM,
      .formula = WINDOW("sparse_window") " else all_keys" },
    { REAL(chunked_keys), .help = "keys of a token in a chunked layer, mean", TERM,
      .formula = "if(causal, (floor(seq / chunk_size) * chunk_size * (chunk_size + 1) + (seq - "
                 "floor(seq / chunk_size) * chunk_size) * (seq - floor(seq / chunk_size) * "
                 "chunk_size + 1)) / (2 * seq), min(seq, chunk_size))" },
    { REAL(sliding_keys), .help = "keys of a token in a sliding layer, mean", TERM,
      .formula = WINDOW("sliding_window") },
    { REAL(index_keys), .help = "keys that the indexer scores for a token, mean", TERM,
      .formula = "all_keys" },
    { REAL(latent_width), .help = "width of a key head of latent attention", TERM,
      .formula = "qk_nope_head_dim + qk_rope_head_dim" },
    { REAL(key_width), .help = "width of a query and key head", TERM,
      .formula = "latent_width else head_dim" },
    { REAL(sliding_v_width), .help = "width of a value head of the sliding layers", TERM,
      .formula = "if(v_head_dim == head_dim, sliding_head_dim, v_head_dim)" },
    { REAL(full_layers), .help = "attention layers that see every key", .unit = "layer", TERM,
      .formula = "attention_layers - sliding_layers - chunked_layers" },
    { REAL(full_core), CORE_HELP("full layers"),
      .formula = "2 * heads * (key_width + v_head_dim) * full_layers * full_keys else 0" },
    { REAL(chunked_core), CORE_HELP("chunked layers"),
      .formula = "2 * heads * (key_width + v_head_dim) * chunked_layers * chunked_keys else 0" },
    { REAL(sliding_core), CORE_HELP("sliding layers"),
      .formula = "2 * heads * (sliding_head_dim + sliding_v_width) * sliding_layers * sliding_keys"
                 " else 0" },
    { REAL(index_core), CORE_HELP("indexer of sparse attention"),
      .formula = "2 * index_heads * index_head_dim * full_layers * index_keys else 0" },
    { REAL(mtp_core), CORE_HELP("multi-token-prediction modules"),
      .formula = "if(attention_layers > 0, mtp_layers * 2 * heads * (key_width + v_head_dim) * "
                 "all_keys, 0)"
                 " else 0" },
    { REAL(core_flops), CORE_HELP("all layers"),
      .formula = "full_core + chunked_core + sliding_core + index_core + mtp_core" },
    { REAL(mtp_layer_params), .help = "parameters of one multi-token-prediction module", PARAMS,
      PROSE_TERM,
      .formula = "one attention layer, one feed-forward layer with the experts of a token, and "
                 "2 * hidden * hidden",
      .rests_on = "heads kv_heads head_dim v_head_dim kv_lora_rank q_lora_rank qk_nope_head_dim "
                  "qk_rope_head_dim index_heads index_head_dim ffn gated experts "
                  "experts_per_token expert_ffn shared_experts shared_expert_ffn" },
    { REAL(layer_params), .help = "matrices that a token passes in the layers", PARAMS, TERM,
      .formula = "params_matmul - vocab * hidden + mtp_layers * mtp_layer_params"
                 " else params_matmul - vocab * hidden" },
    { REAL(head_params), .help = "output matrices that a token passes", PARAMS, TERM,
      .formula = "(1 + mtp_layers) * vocab * hidden" },
    { REAL(recomputed_params), .help = "matrices that run a second time", PARAMS, PROSE_TERM,
      .formula = "layer_params where recompute is full (all active ones with flops_method 6nd), "
                 "otherwise 0",
      .rests_on = "params_active" },
    { REAL(recomputed_core), .help = "attention FLOP that run a second time", FLOP, PROSE_TERM,
      .formula = "core_flops where recompute is selective, or full with flops_method model, "
                 "otherwise 0" },
};

static const struct aic_field model_rows[] = {
    { REAL(params_total), .help = "parameters of the model", PARAMS, .flags = AIC_PROSE,
      .formula = "params else what layers, hidden, heads, kv_heads, head_dim, v_head_dim, ffn, "
                 "gated, vocab, tied_embeddings, learned_positions, qkv_bias, linear_bias, "
                 "experts, expert_ffn, shared_experts, shared_expert_ffn, dense_layers, "
                 "kv_lora_rank, q_lora_rank, qk_nope_head_dim, qk_rope_head_dim, index_heads, "
                 "index_head_dim, sliding_layers, sliding_kv_heads, sliding_head_dim, "
                 "linear_layers, linear_params, attention_layers, ffn_layers, norms_per_layer, "
                 "norm_bias and extra_params come to" },
    { REAL(params_active), .help = "parameters that one token uses", PARAMS,
      .formula = "active_params"
                 " else params_total - (ffn_layers - dense_layers) * max(0, experts - "
                 "experts_per_token) * (if(gated, 3, 2) * hidden * expert_ffn + if(linear_bias, "
                 "if(gated, 2, 1) * expert_ffn + hidden, 0))"
                 " else params_total" },
    { REAL(params_matmul), .help = "parameters that multiply every token", PARAMS,
      .formula = "params_active - learned_positions * hidden - if(tied_embeddings, 0, vocab * "
                 "hidden)" },
    { REAL(tokens_per_param), .help = "tokens per parameter", RATIO,
      .formula = "tokens_total / params_total" },
    { REAL(tokens_per_active_param), .help = "tokens per parameter that a token uses", RATIO,
      .formula = "tokens_total / params_active" },
    { REAL(chinchilla_tokens), .help = "compute-optimal tokens for this model", TOKENS,
      .basis = AIC_PUBLISHED, .formula = "chinchilla_ratio * params_total" },
    { REAL(chinchilla_params_for_compute), .help = "compute-optimal model for these FLOP", PARAMS,
      .basis = AIC_PUBLISHED, .formula = "sqrt(flops_total / (6 * chinchilla_ratio))" },
    { REAL(chinchilla_tokens_for_compute), .help = "its tokens", TOKENS, .basis = AIC_PUBLISHED,
      .formula = "chinchilla_ratio * chinchilla_params_for_compute" },
};

const struct aic_group aic_train_time_result_groups[AIC_TRAIN_TIME_RESULT_GROUPS] = {
    AIC_GROUP("Run", run_rows, 0),           AIC_GROUP("Cost and energy", money_rows, 0),
    AIC_GROUP("Deadline", deadline_rows, 0), AIC_GROUP("Speed", speed_rows, 0),
    AIC_GROUP("Failures", failure_rows, 0),  AIC_GROUP("Layout", layout_rows, 0),
    AIC_GROUP("FLOP", flops_rows, 0),        AIC_GROUP("Model", model_rows, 0),
};
