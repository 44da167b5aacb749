/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: the result table. Rows of AIC_TERM are steps of the arithmetic
 * that make the formulas of the others closed. What names no stage is of the peak stage.
 */
#include "calculators/train_memory/train_memory.h"

#define REAL(member)          AIC_FIELD_REAL(struct aic_train_memory_out, member)
#define INTEGER(member)       AIC_FIELD_INTEGER(struct aic_train_memory_out, member)
#define FLAG(member)          AIC_FIELD_FLAG(struct aic_train_memory_out, member)
#define CHOICE(member, names) AIC_FIELD_CHOICE(struct aic_train_memory_out, member, names)

#define BYTES      .dimension = AIC_BYTES
#define PARAMS     .unit = "parameter"
#define LAYERS     .unit = "layer"
#define ESTIMATE   .basis = AIC_ESTIMATE
#define PROSE      .flags = AIC_PROSE
#define TERM       .flags = AIC_TERM
#define PROSE_TERM .flags = AIC_TERM | AIC_PROSE

static const char *const instants[] = { "loss", "layer-backward", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };

/* Fields of the architecture that widths of blocks follow from. */
#define ATTENTION_FIELDS                                                                           \
    "hidden heads kv_heads head_dim v_head_dim kv_lora_rank q_lora_rank qk_nope_head_dim "         \
    "qk_rope_head_dim layers attention_layers sliding_layers sliding_kv_heads sliding_head_dim "   \
    "linear_layers linear_params"
#define BLOCK_FIELDS                                                                               \
    "ffn gated experts experts_per_token expert_ffn shared_experts shared_expert_ffn"
#define LAYER_FIELDS ATTENTION_FIELDS " " BLOCK_FIELDS
#define STAGE_FIELDS                                                                               \
    "pp vpp layers ffn_layers dense_layers dense_leading experts first_stage_layers "              \
    "last_stage_layers"

/* Beside those: what makes the gradients of a layer, what is gathered whole, what is a buffer. */
#define WORK_FIELDS                                                                                \
    LAYER_FIELDS " tp compute_dtype kernels flash_attention dropout qk_norm expert_imbalance etp " \
                 "recompute_layers activation_per_token lora_rank weight_dtype norm_bias "         \
                 "norms_per_layer stage_dense_layers stage_expert_layers"
#define GATHERED_FIELDS                                                                            \
    LAYER_FIELDS " tp ep etp vocab vocab_multiple grad_dtype weight_dtype weight_bits "            \
                 "compute_dtype lora_rank at_loss"
#define BUFFER_FIELDS                                                                              \
    LAYER_FIELDS " vocab vocab_multiple micro_batch seq cp compute_dtype sequence_parallel "       \
                 "in_flight"
#define MIXER_FIELDS                                                                               \
    ATTENTION_FIELDS " compute_dtype kernels dropout qk_norm cp cp_method recompute lora_rank "    \
                     "lora_targets norm_bias sequence_parallel"
#define EXPERT_FIELDS                                                                              \
    BLOCK_FIELDS " compute_dtype kernels etp sequence_parallel lora_rank lora_targets"

static const struct aic_field answer_rows[] = {
    { REAL(total_memory), .help = "taken on the fullest GPU (nvidia-smi)", BYTES, ESTIMATE,
      .flags = AIC_KEY, .formula = "reserved_memory + overhead_memory" },
    { FLAG(fits), .help = "the total is within gpu_memory", ESTIMATE, .flags = AIC_KEY,
      .formula = "total_memory <= gpu_memory" },
    { REAL(headroom), .help = "what is left of gpu_memory", BYTES, ESTIMATE, .flags = AIC_KEY,
      .formula = "gpu_memory - total_memory" },
    { REAL(memory_utilization), .help = "share of gpu_memory that is taken", .dimension = AIC_RATIO,
      ESTIMATE, .formula = "total_memory / gpu_memory" },
    { INTEGER(peak_stage), .help = "pipeline stage that needs most, 1 is the first", ESTIMATE,
      .flags = AIC_KEY | AIC_PROSE, .formula = "the first of the pp stages with the largest total",
      .rests_on = STAGE_FIELDS " stage_kept in_flight matrix_params other_params" },
    { CHOICE(peak_instant, instants), .help = "when that stage needs most", ESTIMATE, PROSE,
      .formula = "loss where the last stage has more at the loss than in the backward pass of a "
                 "layer",
      .rests_on = "logits_at_loss working_memory unsharded_memory" },
};

static const struct aic_field peak_rows[] = {
    { REAL(states_memory), .help = "weights, gradients, master, optimizer", BYTES,
      .formula = "weights_memory + gradients_memory + master_memory + optimizer_memory" },
    { REAL(activations_memory), .help = "kept for the backward pass", BYTES, ESTIMATE,
      .part_of = "total_memory",
      .formula = "(1 - activation_offload) * activation_memory"
                 " else (1 - activation_offload) * micro_batch * seq / cp * in_flight * "
                 "stage_kept" },
    { REAL(logits_memory), .help = "logits, where the loss is the peak", BYTES, ESTIMATE,
      .part_of = "total_memory", .formula = "if(at_loss, logits_at_loss, 0)" },
    { REAL(working_memory), .help = "live while a layer or loss is computed", BYTES, ESTIMATE,
      PROSE, .part_of = "total_memory",
      .formula = "micro_batch * seq / cp x bytes of a token: in the backward pass of a layer the "
                 "larger of attention and block gradients (with recompute full the layer's kept "
                 "tensors once more; with weight_bits or a frozen format one dequantized matrix); "
                 "at the loss the last norm, its gradient and what sequence_parallel gathers",
      .rests_on = WORK_FIELDS },
    { REAL(unsharded_memory), .help = "whole weights, gradients beside shards", BYTES, ESTIMATE,
      PROSE, .part_of = "total_memory",
      .formula = "with shard_group above 1: from zero 2 on the gradients of the largest layer, at "
                 "the loss of the output matrix; at zero 3 its gathered weights and those of "
                 "fsdp_prefetch layers ahead",
      .rests_on = GATHERED_FIELDS },
    { REAL(buffer_memory), .help = "workspaces and buffers", BYTES, ESTIMATE, PROSE,
      .part_of = "total_memory",
      .formula = "workspace, with pp above 1 one input of a stage, in the first stage the dropout "
                 "masks of the embedding, and with wgrad_buffers 2 B / tp per element of each "
                 "shape of a matrix",
      .rests_on = BUFFER_FIELDS },
    { REAL(allocated_memory), .help = "live at the peak (torch.cuda.max_memory_allocated)", BYTES,
      ESTIMATE,
      .formula = "states_memory + activations_memory + logits_memory + working_memory + "
                 "unsharded_memory + buffer_memory"
                 " else states_memory + activations_memory + buffer_memory" },
    { REAL(fragmentation_memory), .help = "reserved, but in pieces too small", BYTES, ESTIMATE,
      .part_of = "total_memory",
      .formula = "allocated_memory / (1 - fragmentation) - allocated_memory" },
    { REAL(reserved_memory), .help = "held by the allocator (torch.cuda.max_memory_reserved)",
      BYTES, ESTIMATE, .formula = "allocated_memory + fragmentation_memory" },
    { REAL(overhead_memory), .help = "context and communicators, outside of the allocator", BYTES,
      ESTIMATE, .part_of = "total_memory", .formula = "cuda_context + nccl_per_group * groups" },
    { REAL(groups), .help = "parallel dimensions above 1, each with a communicator", TERM,
      .formula = "if(tp > 1, 1, 0) + if(pp > 1, 1, 0) + if(cp > 1, 1, 0) + if(ep > 1, 1, 0) + "
                 "if(dp > 1, 1, 0)" },
    { REAL(in_flight), .help = "micro batches with kept activations", ESTIMATE,
      .formula = "if(vpp > 1, min(micro_batches * vpp, 2 * (pp - peak_stage) + (vpp - 1) * pp + "
                 "1) / vpp, min(micro_batches, pp - peak_stage + 1))"
                 " else if(vpp > 1, (2 * (pp - peak_stage) + (vpp - 1) * pp + 1) / vpp, pp - "
                 "peak_stage + 1)" },
    { REAL(kept_per_token), .help = "kept by a layer per token, without recomputed layers", BYTES,
      .formula = "activation_per_token"
                 " else base_kept + mixer_kept + (stage_dense_layers * dense_kept + "
                 "stage_expert_layers * experts_kept) / stage_layers" },
    { REAL(stage_kept), .help = "kept by all layers of the stage per token", BYTES, TERM,
      .formula = "(stage_layers - recomputed_layers) * activation_per_token + recomputed_layers * "
                 "boundary_kept"
                 " else (stage_layers - recomputed_layers) * (base_kept + mixer_kept) + "
                 "(stage_dense_layers - recomputed_dense_layers) * dense_kept + "
                 "(stage_expert_layers - recomputed_expert_layers) * experts_kept + "
                 "recomputed_layers * boundary_kept" },
    { REAL(stage_layers), .help = "layers of the stage", LAYERS, PROSE_TERM,
      .formula = "layers / pp, or what first_stage_layers and last_stage_layers leave" },
    { REAL(stage_dense_layers), .help = "layers of the stage with a dense block", LAYERS,
      PROSE_TERM,
      .formula = "the share that falls on the stage of ffn_layers without experts, of which "
                 "dense_layers lead where dense_leading says so",
      .rests_on = "stage_layers vpp" },
    { REAL(stage_expert_layers), .help = "layers of the stage with experts", LAYERS, PROSE_TERM,
      .formula = "the share that falls on the stage of ffn_layers with experts",
      .rests_on = "stage_layers stage_dense_layers dense_layers" },
    { REAL(recomputed_layers), .help = "layers of the stage that are recomputed", LAYERS,
      PROSE_TERM,
      .formula = "with recompute full the lesser of recompute_layers and stage_layers, "
                 "otherwise 0" },
    { REAL(recomputed_dense_layers), .help = "of these, with a dense block", LAYERS, PROSE_TERM,
      .formula = "leading dense layers go first; without them the share of stage_dense_layers",
      .rests_on = "recomputed_layers dense_leading" },
    { REAL(recomputed_expert_layers), .help = "of these, with experts", LAYERS, PROSE_TERM,
      .formula = "the share of stage_expert_layers in recomputed_layers that are left after the "
                 "leading dense ones",
      .rests_on = "recomputed_dense_layers dense_leading" },
    { REAL(base_kept), .help = "kept around the blocks of a layer per token", BYTES, PROSE_TERM,
      .formula = "2 B (4 B with compute_dtype fp32 or tf32) x hidden x (norms_per_layer + inputs "
                 "of at most two blocks), with kernels eager an fp32 copy per norm, with dropout "
                 "two masks, split by sequence_parallel over tp",
      .rests_on = "norm_bias" },
    { REAL(mixer_kept), .help = "kept by attention or recurrence of a layer per token", BYTES,
      PROSE_TERM,
      .formula = "query, key, value and output of the heads on one of tp GPUs, 4 B per head with "
                 "flash_attention or a row of seq scores without, averaged over the layers",
      .rests_on = MIXER_FIELDS },
    { REAL(dense_kept), .help = "kept by a dense block per token", BYTES, PROSE_TERM,
      .formula = "2 B (4 B with compute_dtype fp32 or tf32) x ffn / tp x 3 where gated (4 with "
                 "kernels eager), else x 2, and the inputs of adapters" },
    { REAL(experts_kept), .help = "kept by a layer's experts per token", BYTES, PROSE_TERM,
      .formula = "experts_per_token * expert_imbalance x (two copies of hidden as dispatched, and "
                 "3 or 2 of expert_ffn / tp), and the same for shared_experts",
      .rests_on = EXPERT_FIELDS },
    { REAL(boundary_kept), .help = "input of a layer per token", BYTES, PROSE_TERM,
      .formula = "2 B (4 B with compute_dtype fp32 or tf32) x hidden, split by sequence_parallel "
                 "over tp" },
    { REAL(logits_at_loss), .help = "logits of the last stage, whatever the peak is", BYTES,
      .formula = "logit_bytes * padded_vocab * micro_batch * seq / cp / tp / loss_parts" },
    { REAL(padded_vocab), .help = "rows of the embedding with padding", .dimension = AIC_TOKENS,
      TERM, .formula = "ceil(vocab / (vocab_multiple * tp)) * vocab_multiple * tp" },
    { REAL(loss_parts), .help = "parts in which logits are made", PROSE_TERM,
      .formula = "loss_chunks with loss chunked, otherwise 1" },
    { FLAG(at_loss), .help = "the peak is at the loss", PROSE_TERM, ESTIMATE,
      .formula = "peak_instant is the loss" },
};

static const struct aic_field state_rows[] = {
    { REAL(params_total), .help = "parameters of the model", PARAMS, PROSE,
      .formula = "params else the sum of all matrices, biases and norms that follow from layers, "
                 "hidden, heads, kv_heads, head_dim, v_head_dim, ffn, gated, vocab, "
                 "tied_embeddings, learned_positions, qkv_bias, linear_bias, experts, expert_ffn, "
                 "shared_experts, shared_expert_ffn, dense_layers, kv_lora_rank, q_lora_rank, "
                 "qk_nope_head_dim, qk_rope_head_dim, index_heads, index_head_dim, "
                 "sliding_layers, sliding_kv_heads, sliding_head_dim, linear_layers, "
                 "linear_params, attention_layers, ffn_layers, norms_per_layer, norm_bias and "
                 "extra_params" },
    { REAL(params_per_gpu), .help = "parameters on a GPU of the peak stage, before ZeRO", PARAMS,
      .formula = "matrix_params + other_params + expert_matrix_params + expert_other_params + "
                 "adapter_params"
                 " else matrix_params + other_params + expert_matrix_params + "
                 "expert_other_params" },
    { REAL(params_trainable), .help = "parameters of the LoRA adapters of the model", PARAMS, PROSE,
      .formula = "lora_rank x (inputs + outputs) of every matrix that lora_targets names",
      .rests_on = LAYER_FIELDS " ffn_layers dense_layers" },
    { REAL(matrix_params), .help = "in matrices of the layers, routed experts apart", PARAMS,
      PROSE_TERM,
      .formula = "params_total / (tp * pp) where only params is known; otherwise the "
                 "matrices of stage_layers, split over tp",
      .rests_on = STAGE_FIELDS " " LAYER_FIELDS },
    { REAL(other_params), .help = "in norms, biases, routers and vocabulary", PARAMS, PROSE_TERM,
      .formula = "norms, biases and routers of the stage, and hidden / tp x padded_vocab in the "
                 "first and in the last stage",
      .rests_on = STAGE_FIELDS " norms_per_layer norm_bias qkv_bias linear_bias learned_positions "
                               "tied_embeddings extra_params" },
    { REAL(expert_matrix_params), .help = "in matrices of routed experts", PARAMS, PROSE_TERM,
      .formula = "experts / ep x (3 where gated, else 2) x hidden x expert_ffn / etp in each of "
                 "stage_expert_layers" },
    { REAL(expert_other_params), .help = "in biases of routed experts", PARAMS, PROSE_TERM,
      .formula = "with linear_bias those of experts / ep in each of stage_expert_layers",
      .rests_on = "hidden expert_ffn etp gated" },
    { REAL(adapter_params), .help = "in LoRA adapters", PARAMS, PROSE_TERM,
      .formula = "those of lora_rank on the matrices of the stage that lora_targets names",
      .rests_on = STAGE_FIELDS " " ATTENTION_FIELDS " ffn shared_experts shared_expert_ffn tp" },
    { REAL(weight_width), .help = "bytes of a weight in a matrix", BYTES, PROSE_TERM,
      .formula = "weight_bits / 8, or those of weight_dtype: 2, 2, 4, 1, 1, 4.15625 / 8 and "
                 "4.126953125 / 8" },
    { REAL(other_width), .help = "bytes of any other weight", BYTES, TERM,
      .formula = "max(2, weight_width)" },
    { REAL(gradient_width), .help = "bytes of a gradient", BYTES, PROSE_TERM,
      .formula = "those of grad_dtype: 2, 2, 4 and 6" },
    { REAL(master_width), .help = "bytes of the fp32 copy", BYTES, PROSE_TERM,
      .formula = "4 with master_weights, 0 where weight_dtype is fp32, optimizer none or "
                 "lora_rank above 0" },
    { REAL(state_width), .help = "bytes of the states of a matrix's parameter", BYTES, PROSE_TERM,
      .formula = "states that optimizer keeps (adamw 2, lion, muon and sgd-momentum 1, others 0) "
                 "x bytes of optimizer_dtype (fp32 4, 16 bits 2, int8 1 and an fp32 scale per "
                 "256)" },
    { REAL(other_state_width), .help = "bytes of the states of any other parameter", BYTES,
      PROSE_TERM, .formula = "state_width; muon leaves these to adamw: twice as much",
      .rests_on = "optimizer" },
    { REAL(expert_shards), .help = "GPUs over which ZeRO shards routed experts", TERM,
      .formula = "expert_dp * shard_group / (dp * cp) else shard_group" },
    { REAL(weight_shards), .help = "GPUs that share the weights", TERM,
      .formula = "if(zero >= 3, shard_group, 1)" },
    { REAL(gradient_shards), .help = "GPUs that share the gradients", TERM,
      .formula = "if(zero >= 2, shard_group, 1)" },
    { REAL(state_shards), .help = "GPUs that share master and states", TERM,
      .formula = "if(zero >= 1, shard_group, 1)" },
    { REAL(expert_weight_shards), .help = "GPUs that share the weights of experts", TERM,
      .formula = "if(zero >= 3, expert_shards, 1)" },
    { REAL(expert_gradient_shards), .help = "GPUs that share the gradients of experts", TERM,
      .formula = "if(zero >= 2, expert_shards, 1)" },
    { REAL(expert_state_shards), .help = "GPUs that share master and states of experts", TERM,
      .formula = "if(zero >= 1, expert_shards, 1)" },
    { FLAG(weights_on_gpu), .help = "weights are not offloaded", PROSE_TERM,
      .formula = "offload is not all" },
    { FLAG(gradients_on_gpu), .help = "gradients are not offloaded", PROSE_TERM,
      .formula = "offload is none, or zero is below 2" },
    { FLAG(optimizer_on_gpu), .help = "master and states are not offloaded", PROSE_TERM,
      .formula = "offload is none" },
    { REAL(bytes_per_param), .help = "states per parameter without sharding and offload", BYTES,
      .formula = "((matrix_params + expert_matrix_params) * (weight_width + gradient_width + "
                 "master_width + state_width) + (other_params + expert_other_params) * "
                 "(other_width + gradient_width + master_width + other_state_width)) / "
                 "params_per_gpu" },
    { REAL(states_per_param), .help = "states per parameter that the GPU computes with", BYTES,
      .formula = "states_memory / params_per_gpu" },
    { REAL(weights_memory), .help = "weights", BYTES, .part_of = "total_memory",
      .formula = "if(weights_on_gpu, (matrix_params * weight_width + other_params * other_width + "
                 "4 * adapter_params) / weight_shards + (expert_matrix_params * weight_width + "
                 "expert_other_params * other_width) / expert_weight_shards, 0)"
                 " else if(weights_on_gpu, (matrix_params * weight_width + other_params * "
                 "other_width) / weight_shards + (expert_matrix_params * weight_width + "
                 "expert_other_params * other_width) / expert_weight_shards, 0)" },
    { REAL(gradients_memory), .help = "gradients", BYTES, .part_of = "total_memory",
      .formula = "if(gradients_on_gpu, 4 * adapter_params / gradient_shards, 0)"
                 " else if(gradients_on_gpu, (matrix_params + other_params) * gradient_width / "
                 "gradient_shards + (expert_matrix_params + expert_other_params) * gradient_width "
                 "/ expert_gradient_shards, 0)" },
    { REAL(master_memory), .help = "fp32 copy of the weights", BYTES, .part_of = "total_memory",
      .formula = "if(optimizer_on_gpu, (matrix_params + other_params) * master_width / "
                 "state_shards + (expert_matrix_params + expert_other_params) * master_width / "
                 "expert_state_shards, 0)" },
    { REAL(optimizer_memory), .help = "states of the optimizer", BYTES, .part_of = "total_memory",
      .formula = "if(optimizer_on_gpu, adapter_params * state_width / state_shards, 0)"
                 " else if(optimizer_on_gpu, (matrix_params * state_width + other_params * "
                 "other_state_width) / state_shards + (expert_matrix_params * state_width + "
                 "expert_other_params * other_state_width) / expert_state_shards, 0)" },
    { REAL(host_bytes), .help = "offloaded by a GPU of the stage that offloads most", BYTES,
      ESTIMATE, PROSE_TERM,
      .formula = "with offload master, states, an fp32 copy of the gradients and (all) weights; "
                 "and the share activation_offload of what is kept",
      .rests_on = "zero matrix_params other_params expert_matrix_params expert_other_params "
                  "master_width state_width other_state_width shard_group expert_shards stage_kept "
                  "micro_batch seq cp in_flight" },
    { REAL(host_memory_per_node), .help = "host memory that offloading takes on a node", BYTES,
      ESTIMATE, .formula = "host_bytes * min(gpus, gpus_per_node) * host_buffer_factor" },
};

/* What a stage at one end rests on, as the peak does. */
#define END_STATES                                                                                 \
    "matrix_params other_params expert_matrix_params weight_width gradient_width master_width "    \
    "state_width zero shard_group offload"
#define END_KEPT                                                                                   \
    "stage_kept micro_batch seq cp global_batch activation_offload "                               \
    "activation_memory"
#define END_ALLOCATED "working_memory unsharded_memory buffer_memory logits_at_loss"

static const struct aic_field end_rows[] = {
    { REAL(first_stage_states), .help = "states of the first stage", BYTES, PROSE,
      .formula = "states_memory of the first of pp stages", .rests_on = END_STATES },
    { REAL(first_stage_activations), .help = "activations that the first stage keeps", BYTES,
      ESTIMATE, PROSE, .formula = "activations_memory of the first of pp stages",
      .rests_on = END_KEPT },
    { REAL(first_stage_allocated), .help = "live at the peak of the first stage", BYTES, ESTIMATE,
      PROSE, .formula = "allocated_memory of the first of pp stages", .rests_on = END_ALLOCATED },
    { REAL(first_stage_memory), .help = "total of the first stage", BYTES, ESTIMATE,
      .formula = "first_stage_allocated / (1 - fragmentation) + overhead_memory" },
    { REAL(last_stage_states), .help = "states of the last stage", BYTES, PROSE,
      .formula = "states_memory of the last of pp stages", .rests_on = END_STATES },
    { REAL(last_stage_activations), .help = "activations that the last stage keeps", BYTES,
      ESTIMATE, PROSE, .formula = "activations_memory of the last of pp stages",
      .rests_on = END_KEPT },
    { REAL(last_stage_allocated), .help = "live at the peak of the last stage", BYTES, ESTIMATE,
      PROSE, .formula = "allocated_memory of the last of pp stages", .rests_on = END_ALLOCATED },
    { REAL(last_stage_memory), .help = "total of the last stage", BYTES, ESTIMATE,
      .formula = "last_stage_allocated / (1 - fragmentation) + overhead_memory" },
};

static const struct aic_field fit_rows[] = {
    { REAL(memory_floor), .help = "total that more GPUs cannot get below", BYTES, ESTIMATE, PROSE,
      .formula = "total_memory with infinitely many shards, and with the fewest micro batches "
                 "that 2^20 GPUs leave",
      .rests_on = "global_batch" },
    { INTEGER(max_micro_batch), .help = "largest micro batch that fits; 0: none", ESTIMATE, PROSE,
      .formula = "the largest micro_batch whose total_memory is within gpu_memory",
      .rests_on = "global_batch" },
    { INTEGER(max_seq), .help = "longest sequence that fits at this micro batch; 0: none", ESTIMATE,
      PROSE, .formula = "the longest seq whose total_memory is within gpu_memory" },
    { INTEGER(min_gpus), .help = "fewest GPUs that fit, with the same tp, pp, cp, ep", ESTIMATE,
      PROSE, .formula = "the fewest gpus whose total_memory is within gpu_memory",
      .rests_on = "global_batch" },
    { INTEGER(min_gpus_states), .help = "fewest GPUs that hold the states, a lower bound", ESTIMATE,
      PROSE, .formula = "the fewest gpus whose states_memory is within gpu_memory" },
    { INTEGER(suggested_zero), .help = "does not fit: try this zero", ESTIMATE, PROSE,
      .formula = "zero of the first that fits: recompute from the given one to full, within it "
                 "micro_batch down to 1, within it zero up to 3 (with pp above 1: to 1)",
      .rests_on = "total_memory gpu_memory global_batch" },
    { INTEGER(suggested_micro_batch), .help = "with this micro batch", ESTIMATE, PROSE,
      .formula = "micro_batch of the same", .rests_on = "suggested_zero" },
    { CHOICE(suggested_recompute, recomputes), .help = "and this recomputation", ESTIMATE, PROSE,
      .formula = "recompute of the same", .rests_on = "suggested_zero" },
};

static const struct aic_field layout_rows[] = {
    { INTEGER(dp), .help = "data parallel degree", .formula = "gpus / (tp * pp * cp)" },
    { INTEGER(expert_dp), .help = "replicas of each routed expert",
      .formula = "dp * cp * tp / (ep * etp)" },
    { INTEGER(micro_batches), .help = "micro batches of one step",
      .formula = "global_batch / (dp * micro_batch)" },
};

const struct aic_group aic_train_memory_result_groups[AIC_TRAIN_MEMORY_RESULT_GROUPS] = {
    AIC_GROUP("Answer", answer_rows, 0),      AIC_GROUP("One GPU of the peak stage", peak_rows, 0),
    AIC_GROUP("States", state_rows, 0),       AIC_GROUP("First and last stage", end_rows, 0),
    AIC_GROUP("What would fit", fit_rows, 0), AIC_GROUP("Layout", layout_rows, 0),
};
