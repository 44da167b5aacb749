/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: memory of each GPU during training.
 *
 * The peak is looked for, not guessed from a sum: at the loss and in the backward pass of one
 * layer, in every pipeline stage that can need most. The equations are in the parts
 * (train_memory_parts.h); here they are put in order and their results are filled in.
 */
#include "calculators/train_memory/train_memory.h"

/* Bytes per logit at the loss: bf16, fp32 copy, log-softmax and gradient; Megatron's; fused. */
static const double logit_bytes[] = {
    [AIC_LOSS_PLAIN] = 14,
    [AIC_LOSS_UNFUSED] = 6,
    [AIC_LOSS_FUSED] = 2,
    [AIC_LOSS_CHUNKED] = 14,
};

static void settle(void *input)
{
    struct aic_train_memory_in *in = input;
    aic_model_settle(in, &in->model);
    aic_settle_number(in, &in->gpus, in->tp * in->pp * in->cp);
    aic_settle_number(in, &in->shard_group, in->gpus / (in->tp * in->pp));
    if (aic_model_has_experts(&in->model)) {
        aic_settle_number(in, &in->etp, in->tp);
    }
    if (in->recompute == AIC_TRAIN_MEMORY_RECOMPUTE_FULL) {
        aic_settle_number(in, &in->recompute_layers, in->model.layers);
    }
    aic_settle_number(in, &in->logit_bytes, logit_bytes[in->loss]);
}

static void fill_layout(const struct tm_plan *plan, struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    out->params_total = plan->params.total;
    out->dp = plan->dp;
    if (aic_model_has_experts(plan->model)) {
        out->expert_dp = plan->expert_dp;
    }
    out->micro_batches = in->global_batch / (plan->dp * in->micro_batch);
}

/* What the formulas of the states are made of. */
static void fill_state_terms(const struct tm_plan *plan, const struct tm_stage *stage,
                             struct aic_train_memory_out *out)
{
    const struct tm_widths *w = &plan->widths;
    int offload = plan->in->offload;
    double zero = plan->in->zero;
    out->matrix_params = stage->params.matrix;
    out->other_params = stage->params.other;
    out->expert_matrix_params = stage->routed.matrix;
    out->expert_other_params = stage->routed.other;
    if (w->lora) {
        out->adapter_params = stage->adapters;
        out->params_trainable = aic_lora_params(plan->model, &plan->params, plan->in->lora_rank,
                                                plan->in->lora_targets);
    }
    out->weight_width = w->matrix;
    out->other_width = w->other;
    out->gradient_width = w->gradient;
    out->master_width = w->master;
    out->state_width = w->matrix_states;
    out->other_state_width = w->other_states;
    out->expert_shards = plan->in->shard_group * plan->expert_ratio;
    out->weight_shards = zero >= 3 ? plan->in->shard_group : 1;
    out->gradient_shards = zero >= 2 ? plan->in->shard_group : 1;
    out->state_shards = zero >= 1 ? plan->in->shard_group : 1;
    out->expert_weight_shards = zero >= 3 ? out->expert_shards : 1;
    out->expert_gradient_shards = zero >= 2 ? out->expert_shards : 1;
    out->expert_state_shards = zero >= 1 ? out->expert_shards : 1;
    out->weights_on_gpu = offload != AIC_OFFLOAD_ALL;
    out->gradients_on_gpu = offload == AIC_OFFLOAD_NONE || zero < 2;
    out->optimizer_on_gpu = offload == AIC_OFFLOAD_NONE;
}

static void fill_states(const struct tm_plan *plan, const struct tm_stage *stage,
                        const struct tm_memory *memory, struct aic_train_memory_out *out)
{
    const struct tm_widths *w = &plan->widths;
    double matrix = stage->params.matrix + stage->routed.matrix;
    double other = stage->params.other + stage->routed.other;
    fill_state_terms(plan, stage, out);
    out->params_per_gpu = matrix + other + stage->adapters;
    out->weights_memory = memory->weights;
    out->gradients_memory = memory->gradients;
    out->master_memory = memory->master;
    out->optimizer_memory = memory->optimizer;
    out->states_memory = memory->states;
    out->states_per_param = memory->states / out->params_per_gpu;
    if (!w->lora) {
        double trained = w->gradient + w->master;
        out->bytes_per_param = (matrix * (w->matrix + trained + w->matrix_states) +
                                other * (w->other + trained + w->other_states)) /
                               out->params_per_gpu;
    }
}

static void fill_host(const struct tm_plan *plan, const struct tm_peak *peak,
                      struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    if (in->offload == AIC_OFFLOAD_NONE && in->activation_offload == 0) {
        return;
    }
    double most = 0;
    for (size_t i = 0; i < plan->stage_count; i++) {
        most = peak->at[i].host > most ? peak->at[i].host : most;
    }
    double gpus = in->gpus < in->gpus_per_node ? in->gpus : in->gpus_per_node;
    out->host_bytes = most;
    out->host_memory_per_node = most * gpus * in->host_buffer_factor;
}

/* What the formulas of the activations are made of, and what follows from them. */
static void fill_kept(const struct tm_plan *plan, const struct tm_stage *stage,
                      const struct tm_memory *memory, struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct tm_rates *r = &plan->rates;
    bool selective = in->recompute == AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE;
    double core = selective ? 0 : r->core + r->core_per_seq * in->seq;
    out->stage_layers = stage->layers;
    out->stage_dense_layers = stage->dense;
    out->stage_expert_layers = stage->experts;
    out->recomputed_layers = memory->recomputed;
    out->recomputed_dense_layers = memory->recomputed_dense;
    out->recomputed_expert_layers = memory->recomputed_experts;
    out->base_kept = r->base;
    out->mixer_kept = r->mixer + r->attention_share * core;
    out->dense_kept = r->dense;
    out->experts_kept = r->experts;
    out->boundary_kept = r->boundary;
    out->stage_kept = memory->stage_kept;
    double blocks = stage->dense * r->dense + stage->experts * r->experts;
    out->kept_per_token =
        aic_or(in->activation_per_token, r->base + out->mixer_kept + blocks / stage->layers);
}

static void fill_ends(const struct tm_plan *plan, const struct tm_peak *peak,
                      struct aic_train_memory_out *out)
{
    const struct tm_memory *first = &peak->at[0], *last = &peak->at[plan->stage_count - 1];
    out->first_stage_states = first->states;
    out->first_stage_activations = first->kept;
    out->first_stage_allocated = first->allocated;
    out->first_stage_memory = first->total;
    out->last_stage_states = last->states;
    out->last_stage_activations = last->kept;
    out->last_stage_allocated = last->allocated;
    out->last_stage_memory = last->total;
}

/* What needs layers to speak of. */
static void fill_architecture(const struct tm_plan *plan, const struct tm_peak *peak,
                              struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct tm_stage *stage = &plan->stages[peak->stage];
    const struct tm_memory *memory = &peak->at[peak->stage];
    out->peak_stage = stage->index;
    out->peak_instant = memory->at_loss ? AIC_PEAK_LOSS : AIC_PEAK_LAYER_BACKWARD;
    out->in_flight = memory->in_flight;
    out->at_loss = memory->at_loss;
    out->padded_vocab = plan->counts.vocab;
    out->loss_parts = in->loss == AIC_LOSS_CHUNKED ? in->loss_chunks : 1;
    out->logits_at_loss = plan->rates.logits * in->micro_batch * in->seq / in->cp;
    out->logits_memory = memory->logits;
    out->working_memory = memory->working;
    out->unsharded_memory = memory->unsharded;
    fill_kept(plan, stage, memory, out);
    fill_ends(plan, peak, out);
}

static void fill_total(const struct tm_plan *plan, const struct tm_peak *peak,
                       struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    const struct tm_memory *memory = &peak->at[peak->stage];
    if (!aic_is_set(memory->total)) {
        return;
    }
    out->activations_memory = memory->kept;
    out->buffer_memory = memory->buffers;
    out->allocated_memory = memory->allocated;
    out->reserved_memory = memory->allocated / (1 - in->fragmentation);
    out->fragmentation_memory = out->reserved_memory - memory->allocated;
    out->groups = peak->groups;
    out->overhead_memory = peak->overhead;
    out->total_memory = memory->total;
    if (!aic_is_set(in->gpu_memory)) {
        return;
    }
    out->fits = memory->total <= in->gpu_memory;
    out->headroom = in->gpu_memory - memory->total;
    if (in->gpu_memory > 0) {
        out->memory_utilization = memory->total / in->gpu_memory;
    }
}

/* The layout, before it is known to come out even. */
static void start_plan(const struct aic_train_memory_in *in, struct tm_plan *plan,
                       struct aic_notes *notes)
{
    bool experts = aic_model_has_experts(&in->model);
    *plan = (struct tm_plan){ .in = in, .model = &in->model };
    aic_model_count(&in->model, &plan->params, notes);
    plan->dp = in->gpus / (in->tp * in->pp * in->cp);
    plan->expert_ratio = experts ? in->tp / (in->ep * in->etp) : 1;
    plan->expert_dp = experts ? plan->dp * in->cp * in->tp / (in->ep * in->etp) : plan->dp * in->cp;
    plan->split = in->sequence_parallel == 1 ? in->tp : 1;
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = input;
    struct aic_train_memory_out *out = output;
    struct tm_plan plan;
    struct tm_peak peak;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    start_plan(in, &plan, notes);
    if (!aic_tm_check(&plan, &notes->error)) {
        return false;
    }
    aic_tm_widths(in, &plan.widths);
    if (plan.known) {
        aic_tm_counts(&plan);
        aic_tm_rates(&plan);
    }
    aic_tm_stages(&plan);
    struct tm_case given = aic_tm_given(&plan);
    aic_tm_peak(&plan, &given, &peak);
    fill_layout(&plan, out);
    fill_states(&plan, &plan.stages[peak.stage], &peak.at[peak.stage], out);
    fill_host(&plan, &peak, out);
    if (plan.known) {
        fill_architecture(&plan, &peak, out);
    }
    fill_total(&plan, &peak, out);
    aic_tm_search(&plan, out);
    aic_tm_warn(&plan, out, notes);
    return true;
}

static const struct aic_assumption assumptions[] = {
    { "megatron-te",
      "fused kernels with wgrad_buffers, fp32 gradients, zero 1 and fused loss, against 19 layouts "
      "on 8x B200: 15 dense rows within 0.11 % on every stage (TP 1 to 8, PP 2, CP 4 and 8, up to "
      "131,072 tokens), 4 latent-attention rows with experts within 1.1 %. Which small terms exist "
      "was checked on these rows. Blind: four rows of Mixtral-8x2B on 8 GPUs within 1.5 %",
      "MooreThreads/SimuMax docs/b200 at 4dcaae5; mbridge README", "allocated_memory" },
    { "layer-34",
      "dropout, no flash attention and a plain MLP give 34 h + 5 a seq bytes per token exactly",
      "Korthikanti et al., arXiv 2205.05198", "kept_per_token" },
    { "eager",
      "kernels eager against measured layers: Llama-3.1-8B, Mistral-7B and Qwen3-8B within 0.2 %, "
      "Qwen3-4B 0.6 %, SmolLM2-360M 3 %, Gemma 4 % too low (its norm keeps a second fp32 copy)",
      "stas00/ml-engineering", "kept_per_token" },
    { "fsdp",
      "estimates are 1 to 5 % above what torchtitan reserves in eager mode, 8 to 10 % above it "
      "with "
      "torch.compile, 15 % below with tensor parallel loss; its 405B pipeline rows give no micro "
      "batch and are not reproduced",
      "pytorch/torchtitan", "unsharded_memory" },
    { "lora",
      "estimates are 3 to 8 % above LitGPT's figures for 7B to 13B (nothing is dropped for frozen "
      "matrices), 6 % below for 3B and 12 % for 1B; bitsandbytes QLoRA measures 10 to 30 % more "
      "than estimated, for a reason not found",
      "Lightning-AI/litgpt", "params_trainable" },
    { "gradients-live",
      "gradients count as allocated at the loss; with one micro batch, and gradients set to none, "
      "the loss needs less",
      "order of allocations in PyTorch", "allocated_memory" },
    { "not-counted",
      "multi-token-prediction modules, temporaries of the optimizer (foreach AdamW: one more copy "
      "of the shard), CUDA graphs, FP8 copies and activations of the indexer",
      "the equations", "allocated_memory" },
    { "overhead",
      "0.9 GiB of context (A100, PyTorch 1.13), 0.5 GB per communicator, 6 % fragmentation, unless "
      "given",
      "stas00/ml-engineering; arXiv 2411.06465; MooreThreads/SimuMax", "total_memory" },
    { "states",
      "bytes of weights, gradients, master and states as mixed precision keeps them, sharded by "
      "ZeRO",
      "arXiv 1910.02054, 2104.04473, 2305.14314; Megatron-LM theoretical_memory_usage; DeepSpeed "
      "estimators",
      "states_memory" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc train-memory --model llama-3.1-70b --gpus 64 --zero 3 --recompute full --seq 8192 "
    "--gpu h100-sxm",
    "aicalc train-memory --model llama-3.1-405b --gpus 1024 --tp 8 --pp 8 --first-stage-layers 15 "
    "--last-stage-layers 15 --zero 1 --grad-dtype fp32 --recompute full "
    "--sweep loss=plain,unfused,fused",
    "aicalc train-memory --model llama-3.1-8b --lora-rank 16 --weight-dtype nf4 --kernels eager "
    "--recompute full --seq 2048 --gpu rtx-4090 --explain",
    "aicalc train-memory --model deepseek-v3 --gpus 512 --ep 64 --etp 1 --pp 8 "
    "--first-stage-layers 7 --last-stage-layers 6 --recompute full --gpu h200-sxm "
    "--solve recompute_layers=min --budget fits",
    NULL,
};

const struct aic_calculator aic_train_memory = {
    .name = "train-memory",
    .help = "memory of each GPU during training, part by part, and what fits",
    .in_size = sizeof(struct aic_train_memory_in),
    .out_size = sizeof(struct aic_train_memory_out),
    .inputs = { aic_train_memory_input_groups, AIC_TRAIN_MEMORY_INPUT_GROUPS },
    .results = { aic_train_memory_result_groups, AIC_TRAIN_MEMORY_RESULT_GROUPS },
    .rules = aic_train_memory_rules,
    .rule_count = AIC_TRAIN_MEMORY_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
