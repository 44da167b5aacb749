/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kvcache: the result table. Rows of AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed: u_ and u1_ are bytes of one token in one layer, on one
 * GPU of the tensor group and in one copy of the model; stage_ is the stage that binds.
 */
#include "calculators/kvcache/kvcache.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_kvcache_out, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_kvcache_out, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_kvcache_out, member, names)

#define BYTES    .dimension = AIC_BYTES
#define SHARE    .dimension = AIC_RATIO
#define TIME     .dimension = AIC_TIME, .basis = AIC_ESTIMATE
#define ESTIMATE .basis = AIC_ESTIMATE

#define TERM        .flags = AIC_TERM
#define PROSE_TERM  .flags = AIC_TERM | AIC_PROSE
#define TOKENS_TERM .dimension = AIC_TOKENS, .flags = AIC_TERM
#define LAYER_TERM  .unit = "layer", .flags = AIC_TERM
#define STAGE_TERM  .unit = "layer", .flags = AIC_TERM | AIC_PROSE
#define PARAM_TERM  .unit = "parameter", .flags = AIC_TERM
#define PARAM_PROSE .unit = "parameter", .flags = AIC_TERM | AIC_PROSE

static const char *const sequence_bounds[] = {
    [AIC_BOUND_MEMORY] = "memory",
    [AIC_BOUND_MAX_NUM_SEQS] = "max-num-seqs",
    NULL,
};

static const struct aic_field content_rows[] = {
    { REAL(kv_per_token), .help = "growth per token beyond every window, one copy of the model",
      BYTES, .formula = "full_layers * u1_full" },
    { REAL(kv_per_token_initial), .help = "growth per token below every window", BYTES,
      .formula = "full_layers * u1_full + sliding_layers * u1_sliding + chunked_layers * u1_full" },
    { REAL(kv_fixed), .help = "full windows, full chunks and recurrent states of one sequence",
      BYTES,
      .formula = "sliding_layers * u1_sliding * sliding_span + chunked_layers * u1_full * "
                 "chunked_span + linear_layers * u1_linear * linear_states" },
    { REAL(kv_per_sequence), .help = "what one sequence has to keep, one copy of the model", BYTES,
      .flags = AIC_KEY,
      .formula = "full_layers * u1_full * context + sliding_layers * u1_sliding * min(context, "
                 "sliding_span) + chunked_layers * u1_full * min(context, chunked_span) + "
                 "linear_layers * u1_linear * linear_states" },
    { REAL(kv_total), .help = "the same of all sequences, a shared prefix once", BYTES,
      .formula = "full_layers * u1_full * tokens_full + sliding_layers * u1_sliding * "
                 "tokens_sliding + chunked_layers * u1_full * tokens_chunked + linear_layers * "
                 "u1_linear * sequences * linear_states" },
    { REAL(full_layers), .help = "attention layers that see everything", LAYER_TERM,
      .formula = "attention_layers - sliding_layers - chunked_layers" },
    { REAL(sliding_span), .help = "tokens that a sliding layer keeps", TOKENS_TERM,
      .formula = "sliding_window else 0" },
    { REAL(chunked_span), .help = "tokens that a chunked layer keeps", TOKENS_TERM,
      .formula = "chunk_size else 0" },
    { REAL(bytes_per_element), .help = "bytes of one element of a cached vector", BYTES, PROSE_TERM,
      .formula = "bytes of kv_dtype: fp32 4, bf16 and fp16 2, fp8 and int8 1, int4 1/2, nvfp4 "
                 "1/2 + 1/16, q8_0 34/32, q4_0 18/32" },
    { REAL(bytes_per_vector), .help = "bytes of the scales of one cached vector", BYTES, PROSE_TERM,
      .formula = "4 where kv_dtype is int8 or int4, 0 for others" },
    { REAL(index_bytes), .help = "index key of one token: 8 bit, a 4-byte scale per 128", BYTES,
      TERM, .formula = "index_head_dim + 4 * index_head_dim / 128" },
    { REAL(latent_bytes), .help = "latent, rotated key and index key of one token", BYTES, TERM,
      .formula = "bytes_per_element * (kv_lora_rank + qk_rope_head_dim) + bytes_per_vector + "
                 "index_bytes else kv_lora_rank + 4 * kv_lora_rank / 128 + 2 * qk_rope_head_dim + "
                 "index_bytes",
      .rests_on = "kv_dtype" },
    { REAL(sliding_value_width), .help = "width of a value head of a sliding layer", TERM,
      .formula = "if(v_head_dim != head_dim, v_head_dim, sliding_head_dim)" },
    { REAL(u1_full), .help = "bytes of a token in a full or chunked layer", BYTES, TERM,
      .formula = "latent_bytes else kv_heads * (bytes_per_element * (head_dim + v_head_dim) + 2 * "
                 "bytes_per_vector) else 0" },
    { REAL(u1_sliding), .help = "bytes of a token in a sliding layer", BYTES, TERM,
      .formula = "sliding_kv_heads * (bytes_per_element * (sliding_head_dim + "
                 "sliding_value_width) + 2 * bytes_per_vector) else 0" },
    { REAL(u1_linear), .help = "bytes of a recurrent state with its convolution", BYTES, TERM,
      .formula = "ceil(linear_state + linear_conv * column_bytes) else 0" },
    { REAL(column_bytes), .help = "bytes of an element of the convolution", BYTES, PROSE_TERM,
      .formula = "2, with engine llamacpp 4" },
    { REAL(tokens_full), .help = "tokens of all sequences, a shared prefix once", TOKENS_TERM,
      .formula = "shared_prefix + sequences * (context - shared_prefix)" },
    { REAL(tokens_sliding), .help = "tokens in the windows of all sequences", TOKENS_TERM,
      .formula = "max(0, shared_prefix - (context - min(context, sliding_span))) + sequences * "
                 "(min(context, sliding_span) - max(0, shared_prefix - (context - min(context, "
                 "sliding_span))))" },
    { REAL(tokens_chunked), .help = "tokens in the chunks of all sequences", TOKENS_TERM,
      .formula = "max(0, shared_prefix - (context - min(context, chunked_span))) + sequences * "
                 "(min(context, chunked_span) - max(0, shared_prefix - (context - min(context, "
                 "chunked_span))))" },
};

static const struct aic_field gpu_rows[] = {
    { REAL(kv_per_token_gpu), .help = "growth per token on one GPU", BYTES,
      .formula = "stage_full * u_full / dcp" },
    { REAL(kv_per_sequence_gpu), .help = "memory set aside for one sequence on one GPU", BYTES,
      .formula = "block_bytes * blocks_per_sequence else stage_full * u_full * slot_full + "
                 "stage_sliding * u_sliding * slot_sliding + stage_chunked * u_full * "
                 "slot_chunked + stage_linear * u_linear * linear_states else stage_full * u_full "
                 "* ceil(context / dcp) + stage_sliding * u_sliding * min(context, sliding_span) "
                 "+ stage_chunked * u_full * min(context, chunked_span) + stage_linear * u_linear "
                 "* linear_states" },
    { REAL(kv_per_gpu), .help = "memory set aside for all sequences on one GPU", BYTES,
      .part_of = "memory_per_gpu",
      .formula = "block_bytes * (shared_blocks + sequences * (blocks_per_sequence - "
                 "shared_blocks)) else stage_full * u_full * cells_full + stage_sliding * "
                 "u_sliding * cells_sliding + stage_chunked * u_full * cells_chunked + "
                 "stage_linear * u_linear * sequences * linear_states else content_per_gpu" },
    { REAL(kv_waste), .help = "share of it that holds no information", SHARE,
      .formula = "1 - content_per_gpu / kv_per_gpu" },
    { REAL(kv_replication), .help = "copies of a token that the tensor group holds", SHARE,
      .formula = "tp * u_full / (u1_full * dcp)" },
    { REAL(block_bytes), .help = "bytes of one block on one GPU", BYTES,
      .formula = "group_layers * page_bytes else block_tokens * (stage_full * u_full + "
                 "stage_sliding * u_sliding + stage_chunked * u_full + stage_linear * u_linear)" },
    { REAL(block_tokens), .help = "tokens of one block, raised where a state has to fit",
      .dimension = AIC_TOKENS, .flags = AIC_PROSE,
      .formula = "block_size, or with linear layers the next multiple of 16 at which a block of "
                 "the smallest kind holds a state; 1 where all layers are linear",
      .rests_on = "u_full u_sliding u_linear" },
    { REAL(blocks_per_sequence), .help = "blocks that one sequence needs", .unit = "block",
      .formula = "groups_full * blocks_full + groups_sliding * blocks_sliding + groups_chunked * "
                 "blocks_chunked + groups_linear * linear_states" },
    { REAL(binding_stage), .help = "pipeline stage that needs most, counted from 1",
      .flags = AIC_PROSE,
      .formula = "the first of the pp stages with the largest weights_per_gpu + kv_per_gpu" },
    { REAL(u_full), .help = "bytes of a token in a full or chunked layer on one GPU", BYTES, TERM,
      .formula = "latent_bytes else ceil(kv_heads / tp) * (bytes_per_element * (head_dim + "
                 "v_head_dim) + 2 * bytes_per_vector) else 0" },
    { REAL(u_sliding), .help = "bytes of a token in a sliding layer on one GPU", BYTES, TERM,
      .formula = "ceil(sliding_kv_heads / tp) * (bytes_per_element * (sliding_head_dim + "
                 "sliding_value_width) + 2 * bytes_per_vector) else 0" },
    { REAL(u_linear), .help = "bytes of a recurrent state on one GPU", BYTES, TERM,
      .formula = "ceil((linear_state + linear_conv * column_bytes) / tp) else 0" },
    { REAL(stage_layers), .help = "layers of the stage", STAGE_TERM,
      .formula =
          "down(layers / pp), and one more in the stages before the last that take the rest" },
    { REAL(stage_full), .help = "full layers of the stage", STAGE_TERM,
      .formula = "full_layers up to its end less those up to its start, spread evenly over pp" },
    { REAL(stage_sliding), .help = "sliding layers of the stage", STAGE_TERM,
      .formula = "sliding_layers up to its end less those up to its start, spread evenly over pp" },
    { REAL(stage_chunked), .help = "chunked layers of the stage", STAGE_TERM,
      .formula = "chunked_layers up to its end less those up to its start, spread evenly over pp" },
    { REAL(stage_linear), .help = "linear layers of the stage", STAGE_TERM,
      .formula = "linear_layers up to its end less those up to its start, spread evenly over pp" },
    { REAL(content_per_gpu), .help = "what holds information on one GPU", BYTES, TERM,
      .formula = "stage_full * u_full * ceil(tokens_full / dcp) + stage_sliding * u_sliding * "
                 "tokens_sliding + stage_chunked * u_full * tokens_chunked + stage_linear * "
                 "u_linear * sequences * linear_states" },
    { REAL(page_bytes), .help = "bytes of one layer in one block, the same for all kinds", BYTES,
      TERM,
      .formula = "block_tokens * max(if(stage_full + stage_chunked > 0, u_full, 0), "
                 "if(stage_sliding > 0, u_sliding, 0))" },
    { REAL(group_layers), .help = "layers of one group, the same for all kinds", STAGE_TERM,
      .formula = "the smallest number of layers of a kind in the stage, or the largest where it is "
                 "below 1.5 times the smallest",
      .rests_on = "stage_full stage_sliding stage_chunked stage_linear swa_full" },
    { REAL(groups_full), .help = "groups of layers held in full", TERM,
      .formula = "ceil((stage_full + if(swa_full, stage_sliding + stage_chunked, 0)) / "
                 "group_layers) else min(1, stage_full + if(swa_full, stage_sliding + "
                 "stage_chunked, 0))" },
    { REAL(groups_sliding), .help = "groups of sliding layers", TERM,
      .formula = "ceil(if(swa_full, 0, stage_sliding) / group_layers) else min(1, if(swa_full, 0, "
                 "stage_sliding))" },
    { REAL(groups_chunked), .help = "groups of chunked layers", TERM,
      .formula = "ceil(if(swa_full, 0, stage_chunked) / group_layers) else min(1, if(swa_full, 0, "
                 "stage_chunked))" },
    { REAL(groups_linear), .help = "groups of linear layers", TERM,
      .formula = "ceil(stage_linear / group_layers) else min(1, stage_linear)" },
    { REAL(blocks_full), .help = "blocks of a sequence in a group of full layers", .unit = "block",
      TERM,
      .formula = "ceil(ceil(context / dcp) / if(swa_full, block_tokens, page_bytes / u_full)) "
                 "else ceil(ceil(context / dcp) / block_tokens)" },
    { REAL(blocks_sliding), .help = "blocks of a sequence in a group of sliding layers",
      .unit = "block", TERM,
      .formula = "ceil(min(sliding_window - 1 + max_num_batched_tokens, context) / (page_bytes / "
                 "u_sliding)) + 1 else ceil(min(sliding_window - 1 + max_num_batched_tokens, "
                 "context) / block_tokens) + 1 else 0" },
    { REAL(blocks_chunked), .help = "blocks of a sequence in a group of chunked layers",
      .unit = "block", TERM,
      .formula = "ceil(min(chunk_size + max_num_batched_tokens, context) / (page_bytes / u_full)) "
                 "else ceil(min(chunk_size + max_num_batched_tokens, context) / block_tokens) else "
                 "0" },
    { REAL(shared_blocks), .help = "blocks of the prefix that all sequences share", .unit = "block",
      TERM,
      .formula = "groups_full * floor(shared_prefix / (dcp * if(swa_full, block_tokens, page_bytes "
                 "/ u_full))) else groups_full * floor(shared_prefix / (dcp * block_tokens))" },
    { REAL(slot_full), .help = "cells of a full layer for one sequence", TERM,
      .formula = "256 * ceil(context / 256)" },
    { REAL(slot_sliding), .help = "cells of a sliding layer for one sequence", TERM,
      .formula = "if(swa_full, slot_full, 256 * ceil(min(slot_full, sliding_span + "
                 "max_num_batched_tokens) / 256))" },
    { REAL(slot_chunked), .help = "cells of a chunked layer for one sequence", TERM,
      .formula = "if(swa_full, slot_full, 256 * ceil(min(slot_full, chunked_span + "
                 "max_num_batched_tokens) / 256))" },
    { REAL(cells_full), .help = "cells of a full layer for all sequences", TERM,
      .formula = "if(kv_unified, 256 * ceil(tokens_full / 256), sequences * slot_full)" },
    { REAL(cells_sliding), .help = "cells of a sliding layer for all sequences", TERM,
      .formula = "if(kv_unified, if(swa_full, cells_full, 256 * ceil(min(cells_full, sequences * "
                 "sliding_span + max_num_batched_tokens) / 256)), sequences * slot_sliding)" },
    { REAL(cells_chunked), .help = "cells of a chunked layer for all sequences", TERM,
      .formula = "if(kv_unified, if(swa_full, cells_full, 256 * ceil(min(cells_full, sequences * "
                 "chunked_span + max_num_batched_tokens) / 256)), sequences * slot_chunked)" },
};

static const struct aic_field weight_rows[] = {
    { REAL(weights_total), .help = "weights of one replica", BYTES,
      .formula = "weight_scale * (matrix_bytes * params_layers + expert_bytes * params_routed + "
                 "other_bytes * params_other) else weight_scale * (matrix_bytes * params_layers + "
                 "other_bytes * params_other) else params_total * expert_bytes" },
    { REAL(weights_per_gpu), .help = "weights on one GPU of the stage that binds", BYTES,
      .part_of = "memory_per_gpu",
      .formula = "weight_memory else weight_scale * (stage_split / tp + stage_copied + "
                 "stage_routed) else params_total * expert_bytes * stage_layers / layers / tp" },
    { REAL(overhead_per_gpu), .help = "bytes on one GPU for neither weights nor cache", BYTES,
      .part_of = "memory_per_gpu", .formula = "overhead_estimate else overhead" },
    { REAL(memory_per_gpu), .help = "weights, overhead and cache on one GPU", BYTES,
      .formula = "weights_per_gpu + overhead_per_gpu + kv_per_gpu" },
    { REAL(file_bits), .help = "average bits of a parameter in files of this format", PROSE_TERM,
      .basis = AIC_PUBLISHED, .formula = "measured on files of Llama-3.1-8B in weight_dtype" },
    { REAL(matrix_bytes), .help = "bytes of a parameter of a matrix in a layer", BYTES, PROSE_TERM,
      .formula = "weight_bits / 8, or what weight_dtype gives matrices in layers",
      .rests_on = "file_bits" },
    { REAL(expert_bytes), .help = "bytes of a parameter of a routed expert", BYTES, PROSE_TERM,
      .formula = "weight_bits / 8, or what weight_dtype gives routed experts",
      .rests_on = "file_bits" },
    { REAL(other_bytes), .help = "bytes of any other parameter", BYTES, PROSE_TERM,
      .formula = "weight_bits / 8, or 2 where weight_dtype does not cover vocabulary, norms, "
                 "routers and biases",
      .rests_on = "file_bits" },
    { REAL(weight_scale), .help = "params over what the fields count to", SHARE, TERM,
      .formula = "params_total / (params_layers + params_routed + params_other) else params_total "
                 "/ (params_layers + params_other)" },
    { REAL(stage_split), .help = "bytes of the stage that tp divides", BYTES, PROSE_TERM,
      .formula = "matrix_bytes of its attention, linear, dense and shared matrices, other_bytes of "
                 "their biases, its part of extra_params, embedding and output matrix",
      .rests_on = "params_layers params_other stage_layers pp" },
    { REAL(stage_copied), .help = "bytes of the stage that every GPU holds", BYTES, PROSE_TERM,
      .formula = "other_bytes of its routers, norms and positions",
      .rests_on = "params_other stage_layers pp" },
    { REAL(stage_routed), .help = "bytes of the stage's routed experts on one GPU", BYTES,
      PROSE_TERM,
      .formula = "expert_bytes of the matrices and other_bytes of the biases of its routed experts,"
                 " up(experts / ep) / experts or 1 / tp of them",
      .rests_on = "params_routed params_other stage_layers pp" },
    { REAL(overhead_estimate), .help = "overhead where it is not given", BYTES, TERM, ESTIMATE,
      .formula = "9.7 * 4 * max_num_seqs * vocab + if(tp > 1, 0.55, 0.14) * 1073741824 else "
                 "4 * max_num_batched_tokens * (vocab + hidden) else 0" },
};

static const struct aic_field fit_rows[] = {
    { FLAG(fits), .help = "all sequences fit on every GPU", .flags = AIC_KEY | AIC_PROSE,
      .formula = "kv_per_gpu <= kv_pool, on every stage" },
    { REAL(max_sequences), .help = "sequences that fit at once", .flags = AIC_KEY | AIC_PROSE,
      .formula = "the largest number at which kv_per_gpu <= kv_pool on every stage; with vllm at "
                 "most max_num_seqs" },
    { CHOICE(max_sequences_bound_by, sequence_bounds), .help = "what ends max_sequences",
      .flags = AIC_PROSE,
      .formula = "max-num-seqs where more than max_num_seqs would fit, memory where not",
      .rests_on = "max_sequences" },
    { REAL(max_context_fit), .help = "longest context at which the sequences fit",
      .dimension = AIC_TOKENS, .flags = AIC_PROSE,
      .formula = "the largest number of tokens up to max_context at which the cache of all "
                 "sequences fits into kv_pool on every stage",
      .rests_on = "u_full u_sliding u_linear stage_full stage_sliding stage_chunked stage_linear "
                  "shared_prefix dcp engine block_size max_num_batched_tokens sliding_span "
                  "chunked_span linear_states" },
    { REAL(max_concurrency), .help = "sequences that fit at once, fractions included", SHARE,
      .flags = AIC_PROSE,
      .formula = "kv_pool / kv_per_sequence_gpu in whole blocks of vllm, of the stage that holds "
                 "fewest sequences" },
    {
        REAL(max_tokens),
        .help = "tokens of context that fit at once",
        .dimension = AIC_TOKENS,
        .flags = AIC_PROSE,
        .formula = "max_concurrency x context, rounded down; llamacpp: max_sequences x context",
    },
    { REAL(blocks), .help = "blocks in the pool", .unit = "block", .flags = AIC_PROSE,
      .formula = "max(0, floor(kv_pool / block_bytes)) of the stage that holds fewest sequences" },
    { REAL(memory_limit), .help = "what the engine may use of one GPU", BYTES,
      .formula = "gpu_memory * gpu_memory_utilization" },
    { REAL(kv_pool),
      .help = "memory for the cache on one GPU; negative where the weights exceed it", BYTES,
      .formula = "kv_memory else gpu_memory * gpu_memory_utilization - weights_per_gpu - "
                 "overhead_per_gpu" },
    { REAL(headroom), .help = "what is left of it", BYTES, .formula = "kv_pool - kv_per_gpu" },
    { REAL(gpu_memory_needed), .help = "memory that a GPU must have", BYTES,
      .formula = "memory_per_gpu / gpu_memory_utilization" },
    { REAL(gpu_memory_utilization_needed), .help = "share of the GPU's memory that is needed",
      SHARE, .formula = "memory_per_gpu / gpu_memory" },
    { REAL(max_sequences_total), .help = "max_sequences of all replicas",
      .formula = "max_sequences * dp" },
    { REAL(gpus_total), .help = "GPUs of all replicas", .formula = "tp * pp * dp" },
};

static const struct aic_field decode_rows[] = {
    { REAL(decode_time), .help = "time per output token, one batch in flight", TIME,
      .flags = AIC_KEY,
      .formula = "max(decode_memory_time, decode_compute_time) + decode_communication_time else "
                 "max(decode_memory_time, decode_compute_time) else decode_memory_time + "
                 "decode_communication_time else decode_memory_time else decode_compute_time + "
                 "decode_communication_time else decode_compute_time" },
    { REAL(decode_memory_time), .help = "weights and cache read once", TIME,
      .formula = "(weights_read + sequences * kv_read) / (gpu_memory_bw * mbu) else (weights_read "
                 "+ sequences * kv_read) / gpu_memory_bw" },
    { REAL(decode_compute_time), .help = "arithmetic of one token of each sequence", TIME,
      .formula = "sequences * (2 * params_matmul + attention_flops) / (tp * gpu_flops * mfu) else "
                 "sequences * (2 * params_matmul + attention_flops) / (tp * gpu_flops)" },
    { REAL(decode_communication_time), .help = "all-reduces of the tensor group", TIME,
      .formula = "(attention_layers + linear_layers + ffn_layers) * (latency_base + "
                 "latency_per_rank * (tp - 1) + 2 * (tp - 1) / tp * 2 * hidden * sequences / "
                 "(nvlink_bw * nvlink_efficiency))" },
    { REAL(decode_rate), .help = "tokens per second of all replicas", .dimension = AIC_COUNT_RATE,
      .unit = "token/s", ESTIMATE, .formula = "sequences * dp / decode_time", .rests_on = "mbu" },
    { REAL(compute_bound_sequences), .help = "batch from which on arithmetic takes longer",
      ESTIMATE,
      .formula = "up(weights_read / (gpu_memory_bw * mbu) / (decode_compute_time / sequences - "
                 "kv_read / (gpu_memory_bw * mbu))) else up(weights_read / gpu_memory_bw / "
                 "(decode_compute_time / sequences - kv_read / gpu_memory_bw))" },
    { REAL(cost_per_million_tokens), .help = "price of a million output tokens",
      .dimension = AIC_MONEY, ESTIMATE,
      .formula = "gpu_price * gpus_total / 3600 / decode_rate * 1000000" },
    { REAL(weights_read), .help = "bytes of weights that one step reads, all stages", BYTES,
      .flags = AIC_TERM | AIC_PROSE, ESTIMATE,
      .formula = "weights but the embedding, of routed experts the share that a step touches: 1 - "
                 "(1 - experts_per_token / experts)^t, t the sequences, of all dp with ep",
      .rests_on = "weight_scale matrix_bytes expert_bytes other_bytes params_layers params_routed "
                  "params_other params_total weight_memory tp ep" },
    { REAL(kv_read), .help = "bytes of its cache that one sequence reads per token", BYTES,
      PROSE_TERM,
      .formula = "full_layers u_full x context, or index_topk with the index keys; sliding_layers "
                 "u_sliding x the window; chunked_layers u_full x the chunk so far; linear_layers "
                 "2 u_linear; all / dcp",
      .rests_on = "sliding_span chunked_span index_bytes" },
    { REAL(attention_flops), .help = "FLOP of attention for one token of one sequence",
      .dimension = AIC_FLOP, PROSE_TERM,
      .formula = "2 heads x (key + value width) x tokens seen, over the layers; latent: 2 "
                 "kv_lora_rank + qk_rope_head_dim wide, with the indexer",
      .rests_on = "full_layers sliding_layers chunked_layers context sliding_span chunked_span "
                  "index_topk index_heads index_head_dim head_dim v_head_dim sliding_head_dim" },
};

static const struct aic_field prefill_rows[] = {
    { REAL(prefill_time), .help = "time to read the prompt behind the prefix", TIME,
      .formula = "prefill_flops / (tp * pp * gpu_flops * mfu) + prefill_communication_time else "
                 "prefill_flops / (tp * pp * gpu_flops * mfu) else prefill_flops / (tp * pp * "
                 "gpu_flops) + prefill_communication_time else prefill_flops / (tp * pp * "
                 "gpu_flops)" },
    { REAL(prefill_flops), .help = "FLOP of the tokens behind the prefix, one sequence",
      .dimension = AIC_FLOP,
      .formula = "2 * (params_matmul - vocab * hidden) * (context - shared_prefix) + 2 * vocab * "
                 "hidden + prefill_attention_flops else 2 * params_matmul * (context - "
                 "shared_prefix) + prefill_attention_flops" },
    { REAL(prefill_communication_time), .help = "all-reduces of the tensor group", TIME,
      .formula = "(attention_layers + linear_layers + ffn_layers) * (latency_base + "
                 "latency_per_rank * (tp - 1) + 2 * (tp - 1) / tp * 2 * hidden * (context - "
                 "shared_prefix) / (nvlink_bw * nvlink_efficiency)) / pp" },
    { REAL(prefill_rate), .help = "prompt tokens per second of one replica",
      .dimension = AIC_COUNT_RATE, .unit = "token/s", ESTIMATE,
      .formula = "(context - shared_prefix) / prefill_time", .rests_on = "mfu" },
    { REAL(prefill_attention_flops), .help = "FLOP of causal attention behind the prefix",
      .dimension = AIC_FLOP, PROSE_TERM,
      .formula = "2 heads x (key + value width) x pairs of tokens that see each other, from "
                 "shared_prefix to context, over the layers",
      .rests_on = "full_layers sliding_layers chunked_layers sliding_span chunked_span index_topk "
                  "index_heads index_head_dim head_dim v_head_dim sliding_head_dim kv_lora_rank "
                  "qk_nope_head_dim qk_rope_head_dim" },
};

static const struct aic_field move_rows[] = {
    { REAL(load_time), .help = "time to load one replica", TIME,
      .formula = "weights_total / load_bw else weight_memory * tp * pp / load_bw" },
    { REAL(load_time_total), .help = "time to load all replicas", TIME,
      .formula = "load_time * dp" },
    { REAL(reload_bytes), .help = "cache of one sequence on the GPU that holds most of it", BYTES,
      .flags = AIC_PROSE,
      .formula = "content of one sequence without a shared prefix, of the stage with most of it",
      .rests_on = "full_layers sliding_layers chunked_layers linear_layers u_full u_sliding "
                  "u_linear context sliding_span chunked_span linear_states dcp pp" },
    { REAL(reload_time), .help = "time to fetch it from the offload tier", TIME,
      .formula = "offload_latency + reload_bytes / offload_bw" },
    { REAL(recompute_time), .help = "time to compute it again", TIME,
      .formula = "context / prefill_throughput else recompute_flops / (tp * pp * gpu_flops * mfu) "
                 "+ recompute_communication_time else recompute_flops / (tp * pp * gpu_flops * "
                 "mfu) else recompute_flops / (tp * pp * gpu_flops) + "
                 "recompute_communication_time else recompute_flops / (tp * pp * gpu_flops)" },
    { REAL(reload_speedup), .help = "above 1 fetching it wins", SHARE, ESTIMATE,
      .formula = "recompute_time / reload_time" },
    { REAL(break_even_offload_bw), .help = "rate of the tier at which both take as long",
      .dimension = AIC_RATE, .flags = AIC_DISK, ESTIMATE,
      .formula = "reload_bytes / (recompute_time - offload_latency)" },
    { REAL(break_even_prefill_rate), .help = "prefill rate at which both take as long",
      .dimension = AIC_COUNT_RATE, .unit = "token/s", ESTIMATE,
      .formula = "context / reload_time" },
    { REAL(offload_sequences), .help = "sequences that the offload tier holds",
      .formula = "down(offload_capacity / kv_per_sequence)" },
    { REAL(recompute_flops), .help = "FLOP of the whole context, one sequence",
      .dimension = AIC_FLOP, PROSE_TERM, .formula = "prefill_flops without a shared prefix",
      .rests_on = "params_matmul context vocab hidden prefill_attention_flops" },
    { REAL(recompute_communication_time), .help = "its all-reduces", TIME, TERM,
      .formula = "(attention_layers + linear_layers + ffn_layers) * (latency_base + "
                 "latency_per_rank * (tp - 1) + 2 * (tp - 1) / tp * 2 * hidden * context / "
                 "(nvlink_bw * nvlink_efficiency)) / pp" },
};

static const struct aic_field model_rows[] = {
    { REAL(params_total), .help = "parameters", .unit = "parameter",
      .formula = "params else params_layers + params_routed + params_other else params_layers + "
                 "params_other" },
    { REAL(params_active), .help = "parameters that one token uses", .unit = "parameter",
      .formula = "active_params else params_total - moe_layers * (experts - experts_per_token) * "
                 "params_expert else params_total" },
    { REAL(params_matmul),
      .help = "those that multiply it: without input embedding and positions, with the output "
              "matrix",
      .unit = "parameter",
      .formula = "params_active - learned_positions * hidden - if(tied_embeddings, 0, vocab * "
                 "hidden) else params_active - learned_positions * hidden else params_active" },
    { REAL(moe_layers), .help = "layers with experts", LAYER_TERM,
      .formula = "if(experts > 0, ffn_layers - dense_layers, 0)" },
    { REAL(params_layers), .help = "matrices of the layers but the routed experts", PARAM_PROSE,
      .formula = "the sum of params_attention, params_linear, params_dense and params_shared" },
    { REAL(params_attention), .help = "matrices of attention", PARAM_PROSE,
      .formula = "query, key, value and output of all attention_layers; of latent attention with "
                 "inner norms and indexer",
      .rests_on = "full_layers sliding_layers chunked_layers hidden heads kv_heads head_dim "
                  "v_head_dim sliding_kv_heads sliding_head_dim kv_lora_rank q_lora_rank "
                  "qk_nope_head_dim qk_rope_head_dim index_heads index_head_dim" },
    { REAL(params_linear), .help = "mixers of the linear layers", PARAM_TERM,
      .formula = "linear_layers * linear_params" },
    { REAL(params_dense), .help = "matrices of dense feed-forward blocks", PARAM_TERM,
      .formula = "(ffn_layers - moe_layers) * if(gated, 3, 2) * hidden * ffn" },
    { REAL(params_shared), .help = "matrices of shared experts", PARAM_TERM,
      .formula = "moe_layers * shared_experts * if(gated, 3, 2) * hidden * shared_expert_ffn" },
    { REAL(params_routed), .help = "matrices of routed experts", PARAM_TERM,
      .formula = "moe_layers * experts * if(gated, 3, 2) * hidden * expert_ffn" },
    { REAL(params_expert), .help = "one routed expert with its biases", PARAM_TERM,
      .formula = "if(gated, 3, 2) * hidden * expert_ffn + if(linear_bias, (if(gated, 3, 2) - 1) * "
                 "expert_ffn + hidden, 0)" },
    { REAL(params_other), .help = "all other parameters", PARAM_PROSE,
      .formula = "embedding, output matrix, positions, norms, routers, biases and extra_params",
      .rests_on = "layers hidden vocab tied_embeddings learned_positions norms_per_layer norm_bias "
                  "qkv_bias linear_bias experts moe_layers extra_params" },
};

const struct aic_group aic_kvcache_result_groups[AIC_KVCACHE_RESULT_GROUPS] = {
    AIC_GROUP("Cache", content_rows, 0),
    AIC_GROUP("Cache on one GPU", gpu_rows, 0),
    AIC_GROUP("Memory of one GPU", weight_rows, 0),
    AIC_GROUP("Fit", fit_rows, 0),
    AIC_GROUP("Decode", decode_rows, 0),
    AIC_GROUP("Prefill", prefill_rows, 0),
    AIC_GROUP("Load and reload", move_rows, 0),
    AIC_GROUP("Parameters", model_rows, 0),
};
