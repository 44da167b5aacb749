/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: the tables, what is assumed, and compute(), which makes a plan of the job and
 * answers for the
 * stage that needs most.
 */
#include <aicalc/train_memory.h>

#include "calculators/train_memory/expressions.h"
#include "calculators/train_memory/train_memory.h"

#define IN          struct aic_train_memory_in
#define OUT         struct aic_train_memory_out
#define INPUT_ROWS  "calculators/train_memory/inputs.inc"
#define RESULT_ROWS "calculators/train_memory/results.inc"
#define LAYOUT_ROWS "calculators/train_memory/results_layout.inc"
#define JOB_ROWS    "calculators/train_memory/results_job.inc"
#define STATE_ROWS  "calculators/train_memory/results_states.inc"
#define TOTAL_ROWS  "calculators/train_memory/results_total.inc"
#define ANSWER_ROWS "calculators/train_memory/results_answer.inc"

static const char *const cp_methods[] = { "p2p", "a2a", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8", "fp32", "tf32", NULL };
static const char *const weight_dtypes[] = { "bf16", "fp16", "fp32", "fp8",
                                             "int8", "int4", "nf4",  NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const offloads[] = { "none", "optimizer", "all", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
static const char *const kernel_kinds[] = { "fused", "eager", NULL };
static const char *const losses[] = { "plain", "unfused", "fused", "chunked", NULL };
static const char *const instants[] = { "loss", "layer-backward", NULL };

#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Model", model, released_dtype),
    INPUT_GROUP("Job and layout", gpu, seq),
    INPUT_GROUP("Numbers and states", compute_dtype, host_buffer_factor),
    INPUT_GROUP("Activations and overhead", recompute, nccl_per_group),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Answer", total_memory, peak_instant),
    RESULT_GROUP("One GPU of the peak stage", states_memory, at_loss),
    RESULT_GROUP("States", params_total, host_memory_per_node),
    RESULT_GROUP("First and last stage", first_stage_states, last_stage_memory),
    RESULT_GROUP("What would fit", memory_floor, suggested_recompute),
    RESULT_GROUP("Layout", dp, micro_batches),
};

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

/* Bits of a stored weight: nf4 and int4 with their scales (bitsandbytes; arXiv 2305.14314). */
static const double bits_of_weight[] = {
    [AIC_TRAIN_MEMORY_WEIGHT_BF16] = 16,         [AIC_TRAIN_MEMORY_WEIGHT_FP16] = 16,
    [AIC_TRAIN_MEMORY_WEIGHT_FP32] = 32,         [AIC_TRAIN_MEMORY_WEIGHT_FP8] = 8,
    [AIC_TRAIN_MEMORY_WEIGHT_INT8] = 8,          [AIC_TRAIN_MEMORY_WEIGHT_INT4] = 4.15625,
    [AIC_TRAIN_MEMORY_WEIGHT_NF4] = 4.126953125,
};

/* The last holds a bf16 gradient beside the fp32 main gradient. */
static const double bytes_of_gradient[] = {
    [AIC_TRAIN_MEMORY_GRAD_BF16] = 2,
    [AIC_TRAIN_MEMORY_GRAD_FP16] = 2,
    [AIC_TRAIN_MEMORY_GRAD_FP32] = 4,
    [AIC_TRAIN_MEMORY_GRAD_BF16_FP32] = 6,
};

/* Whether there is an fp32 copy of what is trained. */
static bool has_master(const struct aic_train_memory_in *in)
{
    return in->master_weights == 1 && in->optimizer != AIC_NO_OPTIMIZER &&
           in->weight_dtype != AIC_TRAIN_MEMORY_WEIGHT_FP32 && !(in->lora_rank > 0);
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = input;
    struct aic_train_memory_out *out = output;
    struct plan plan_of_job, *plan = &plan_of_job;
    struct candidate suggestion = { .zero = NAN, .micro_batch = NAN, .recompute = -1 };
    struct memory first, last;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    plan->in = in;
    plan->model = &in->model;
    plan->job = out;
    aic_model_count(&in->model, &plan->params, notes);
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"
#include LAYOUT_ROWS
    if (!aic_train_memory_check(plan, out, &notes->error)) {
        return false;
    }
#include JOB_ROWS
    aic_train_memory_set_stages(plan);
    const struct candidate given = aic_train_memory_given(plan);
    aic_train_memory_evaluate_peak(plan, &given, out, &first, &last);
    const struct aic_train_memory_out *computed = out;
#include "engine/rows/as_loaded.h"
#include STATE_ROWS
#include TOTAL_ROWS
#include "engine/rows/as_results.h"
#include ANSWER_ROWS
    if (!notes->quiet) {
        aic_train_memory_warn(plan, out, notes);
    }
    return true;
}
#include "engine/rows/none.h"

const struct aic_calculator aic_train_memory = {
    .name = "train-memory",
    .help = "memory of each GPU during training, part by part, and what fits",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
