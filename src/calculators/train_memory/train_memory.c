/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: the tables, what is assumed, and compute(), which makes a plan of the job and
 * answers for the stage that needs most.
 */
#include <aicalc/train_memory.h>

#include "calculators/shared/parallel.h"
#include "calculators/train_memory/train_memory.h"

#define CALCULATOR train_memory
#define IN         struct aic_train_memory_in
#define OUT        struct aic_train_memory_out

static const char *const cp_methods[] = { "p2p", "a2a", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8", "fp32", "tf32", NULL };
static const char *const weight_dtypes[] = { "bf16", "fp16", "fp32", "fp8",
                                             "int8", "int4", "nf4",  NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const offloads[] = { "none", "optimizer", "all", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
static const char *const gradient_buffer_kinds[] = { "kept", "freed", NULL };
static const char *const instants[] = { "loss", "layer-backward", "backward-end", NULL };

enum { eager = AIC_KERNELS_EAGER, int8 = AIC_TRAIN_MEMORY_WEIGHT_INT8 };

#include "engine/rows/tables.inc"

static const struct aic_assumption assumptions[] = {
    { "megatron-te",
      "fused kernels with wgrad_buffers, fp32 gradients, zero 1 and fused loss, against 19 layouts "
      "on 8x B200: 15 dense rows within 0.11 % on every stage (TP 1 to 8, PP 2, CP 4 and 8, up to "
      "131,072 tokens), 4 latent-attention rows with experts within 1.2 %. Which small terms exist "
      "was checked on these rows. Blind: four rows of Mixtral-8x2B on 8 GPUs within 2.1 %",
      "MooreThreads/SimuMax docs/b200 at 4dcaae5; mbridge README", "allocated_memory" },
    { "golden-values",
      "20 dense and latent-attention rows of Megatron-LM's functional tests (H100 and A100, 0.9 to "
      "61 GB): median difference 0.2 %, 19 within 1.5 %; tiny models with experts 4 to 13 % too "
      "low, Mixtral up to 2 %. The workspace of 104 MiB was chosen with these rows in view",
      "NVIDIA/Megatron-LM functional tests at d98e8a64", "allocated_memory" },
    { "golden-values-2",
      "188 further rows of these tests (H100, GB200, A100, 0.7 to 113 GiB), converted "
      "mechanically: "
      "dense ones median 1.0 %, nine of ten within 6 %; with experts 3.5 and 14 % (tiny models "
      "with "
      "untrained routers). Ten with prediction modules or deferred gradients of the head: median "
      "1.6 "
      "% of the even rows, 2.7 % of the odd ones; two runs of other code 14 and 27 % above",
      "NVIDIA/Megatron-LM functional tests at d98e8a64", "allocated_memory" },
    { "unequal-chunks",
      "six layers on pp 4, vpp 2: the last rank of three GPUs within 0.9 % (-12 to -13 % with mean "
      "chunks)",
      "NVIDIA/Megatron-LM functional tests at d98e8a64", "open_share" },
    { "experts-blind",
      "two recipes, nothing fitted: Qwen3-30B-A3B on 16 H100 0.7 % above, Moonlight 16B on 8 H100 "
      "0.6 % "
      "below; what toy models with experts lack is imbalance",
      "NVIDIA-NeMo/Megatron-Bridge at 067f987", "experts_kept" },
    { "native-fusion",
      "softmax, gradient and an fp32 copy of a logit are 10 B: measured 10.0 and 8.6 B in two "
      "Megatron-LM models, the totals 0.1 % below and 3.6 % above",
      "NVIDIA/Megatron-LM, cross-entropy fusion native", "logits_at_loss" },
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
    { "gradient-buffers",
      "kept is Megatron-LM, DDP and DeepSpeed, and the safe side; freed is FSDP, torchtune and HF "
      "Trainer. freed against allocated memory or compiled code: torchtune 3B 4 % below to 5 % "
      "above, torchtitan Qwen3-32B 4 % below; eager code by its reserved memory needs 4 to 14 % "
      "more than freed says",
      "pytorch/torchtune, pytorch/torchtitan; PyTorch zero_grad", "allocated_memory" },
    { "model-fields",
      "gates, outputs in two parts, compressors and latent experts are counted as the equations "
      "say; no "
      "measured run of such a model was found",
      "the equations", "mixer_kept experts_kept" },
    { "not-counted",
      "temporaries of the optimizer (foreach AdamW: one more copy of the shard), CUDA graphs, FP8 "
      "copies and activations of the indexer",
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

/* Other tp are looked for this far; a message is not worth more. */
#define TP_REACH 100000

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

/* The user, a file or a catalog named a field of the architecture: one of the model that is no
 * figure of it as a whole. */
static bool describes_model(const struct aic_train_memory_in *in)
{
    int whole = 0;
#define WHOLE(name) whole += AIC_IN_PLAY(in, model.name);
    WHOLE(model)
    WHOLE(params)
    WHOLE(active_params)
    WHOLE(tower_params)
    WHOLE(max_context)
    WHOLE(released_dtype)
    WHOLE(released_kv_dtype)
    WHOLE(attention_bits)
    WHOLE(mixer_bits)
    WHOLE(mlp_bits)
    WHOLE(experts_bits)
    WHOLE(head_bits)
    WHOLE(embedding_bits)
#undef WHOLE
    int named = 0;
    for (size_t i = 0; i < aic_model_field_count; i++) {
        size_t offset = offsetof(struct aic_train_memory_in, model) + aic_model_fields[i].offset;
        named += aic_origin_get(in, offset) >= AIC_FROM_CATALOG;
    }
    return named > whole;
}

static bool splits_heads(const struct plan *plan, double tp)
{
    return !(plan->params.attention_layers > 0) || aic_divides(tp, plan->model->heads);
}

/* KV heads may also be fewer than the ranks, which then share them evenly. */
static bool splits_kv_heads(const struct plan *plan, double tp)
{
    double heads = plan->model->kv_heads;
    return !(plan->params.attention_layers > 0) || aic_model_is_latent(plan->model) ||
           aic_divides(tp, heads) || aic_divides(heads, tp);
}

bool aic_train_memory_splits_model(const struct plan *plan, double tp)
{
    return splits_heads(plan, tp) && splits_kv_heads(plan, tp) &&
           (!(plan->params.dense_layers > 0) || aic_divides(tp, plan->model->ffn));
}

/* The next degree from `tp` on, up or down, that splits the model; NaN: not within reach. */
static double next_tp(const struct plan *plan, double tp, double step)
{
    double most = plan->params.attention_layers > 0 ? plan->model->heads : plan->model->ffn;
    for (long n = 0; n < TP_REACH && tp >= 1 && tp <= most; n++, tp += step) {
        if (aic_train_memory_splits_model(plan, tp)) {
            return tp;
        }
    }
    return NAN;
}

static bool check_tp(const struct plan *plan, double tp, struct aic_error *error)
{
    if (aic_train_memory_splits_model(plan, tp)) {
        return true;
    }
    const struct aic_model *m = plan->model;
    double most = plan->params.attention_layers > 0 ? m->heads : m->ffn;
    double below = aic_or(next_tp(plan, min(tp - 1, most), -1), 1);
    double above = next_tp(plan, tp + 1, 1);
    bool heads = splits_heads(plan, tp), kv_heads = splits_kv_heads(plan, tp);
    aic_fail(error, AIC_ERR_CONFLICT, "tp", "%s %g %s a multiple of tp %g",
             !heads      ? "heads"
             : !kv_heads ? "kv_heads"
                         : "ffn",
             !heads      ? m->heads
             : !kv_heads ? m->kv_heads
                         : m->ffn,
             heads && !kv_heads ? "neither divides nor is" : "is not", tp);
    return aic_is_set(above) ? aic_suggest(error, "try tp of %g or %g", below, above)
                             : aic_suggest(error, "try tp of %g", below);
}

/* Whether a degree splits a number evenly; one that the model can do without need not be split. */
static bool check_split(const char *name, double number, const char *degree, double by,
                        struct aic_error *error)
{
    if (!aic_is_set(number) || aic_divides(by, number)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, degree, "%s %g is not a multiple of %s %g", name, number,
             degree, by);
    return aic_suggest_divisors(error, degree, number, by);
}

/* Chunks of layers run in rounds of pp micro batches. */
static bool check_chunks(const struct aic_train_memory_in *in, double dp, struct aic_error *error)
{
    double round = dp * in->micro_batch * in->pp;
    if (!(in->vpp > 1) || !known(in->global_batch) || aic_divides(round, in->global_batch)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "global_batch %g makes %g micro batches, with vpp %g not a multiple of pp %g",
             in->global_batch, in->global_batch / (dp * in->micro_batch), in->vpp, in->pp);
    return aic_suggest_multiples(error, in->global_batch, round, "");
}

static bool check_sequence(const struct aic_train_memory_in *in, struct aic_error *error)
{
    double ranks = sequence_ranks(in->sequence_parallel, in->tp);
    if (aic_divides(in->cp * ranks, in->seq)) {
        return true;
    }
    if (ranks > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "seq",
                 "seq %g is not a multiple of cp x tp (%g x %g), which split it with "
                 "sequence_parallel",
                 in->seq, in->cp, in->tp);
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "seq", "seq %g is not a multiple of cp %g", in->seq,
                 in->cp);
    }
    return aic_suggest_multiples(error, in->seq, in->cp * ranks, "");
}

/* One that was chosen. */
static bool check_shard_group(const struct aic_train_memory_in *in, double ranks,
                              struct aic_error *error)
{
    if (!AIC_IN_PLAY(in, shard_group) || aic_divides(in->shard_group, ranks)) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "shard_group",
             "shard_group %g does not divide dp x cp (%g x %g)", in->shard_group, ranks / in->cp,
             in->cp);
    return aic_suggest_divisors(error, "shard_group", ranks, in->shard_group);
}

/* Fewer stages, chunks that come out, or ends that leave an even rest; always false. */
static bool suggest_stages(double layers, double pp, double vpp, struct aic_error *error)
{
    if (pp > layers) {
        return aic_suggest(error, "try pp of at most %g", layers);
    }
    if (vpp > 1 && aic_divides(pp, layers)) {
        return aic_suggest_divisors(error, "vpp", layers / pp, vpp);
    }
    if (vpp > 1 && aic_divides(pp, layers + 2)) {
        return aic_suggest_divisors(error, "vpp", (layers + 2) / pp, vpp);
    }
    double ends = layers - ceil(layers / pp) * (pp - 2);
    if (ends < 2) {
        ends = layers - floor(layers / pp) * (pp - 2);
    }
    return aic_suggest(error, "try first_stage_layers of %g with last_stage_layers of %g%s",
                       ceil(ends / 2), floor(ends / 2), vpp > 1 ? ", with vpp 1" : "");
}

/* Stages share their layers evenly, or with the embedding and the head as a layer each. */
static bool check_stages(const struct aic_train_memory_in *in, struct aic_error *error)
{
    struct aic_stages stages;
    if (aic_train_memory_split(in, &stages)) {
        return true;
    }
    double layers = in->model.layers, pp = in->pp, vpp = in->vpp;
    bool first = aic_is_set(in->first_stage_layers), last = aic_is_set(in->last_stage_layers);
    if (first || last) {
        double ends = aic_or(in->first_stage_layers, 0) + aic_or(in->last_stage_layers, 0);
        aic_fail(error, AIC_ERR_CONFLICT, first ? "first_stage_layers" : "last_stage_layers",
                 "first_stage_layers and last_stage_layers ('%g' together) leave %g of %g layers "
                 "to %g stages",
                 ends, layers - ends, layers, pp - first - last);
    } else if (vpp > 1) {
        aic_fail(error, AIC_ERR_CONFLICT, "vpp",
                 "layers %g is not a multiple of pp x vpp (%g x %g), and neither is layers "
                 "+ 2",
                 layers, pp, vpp);
    } else {
        aic_fail(error, AIC_ERR_CONFLICT, "pp",
                 "layers %g is not a multiple of pp %g nor to be spread with the embedding "
                 "and the head as a layer each, and neither first_stage_layers nor "
                 "last_stage_layers is given",
                 layers, pp);
    }
    return suggest_stages(layers, pp, vpp, error);
}

void aic_train_memory_set_job(struct plan *plan, struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    plan->job = out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"
#define ONLY JOB_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

static void set_plan(struct plan *plan, struct aic_train_memory_out *out)
{
    aic_train_memory_set_job(plan, out);
    if (plan->known) {
        aic_train_memory_count(plan);
        aic_train_memory_rate(plan);
    }
    aic_train_memory_set_stages(plan);
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_train_memory_in *in = input;
    struct aic_train_memory_out *out = output;
    struct aic_error *error = &notes->error;
    struct plan plan_of_job, *plan = &plan_of_job;
    struct candidate suggestion = { .zero = NAN, .micro_batch = NAN, .recompute = UNSET_CHOICE };
    struct memory first, last;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    plan->in = in;
    plan->model = &in->model;
    aic_model_count(&in->model, &plan->params, notes);
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include "engine/rows/as_results.h"
#define ONLY LAYOUT_PART
#include RESULT_ROWS
    const bool attends = plan->params.attention_layers > 0, latent = kv_lora_rank > 0;
    plan->known = plan->params.counted && hidden > 0 && (!attends || heads > 0);
    const bool incomplete = !plan->known && describes_model(in);
#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    set_plan(plan, out);
    plan->given = (struct candidate){ dp, shard_group, micro_batch, seq, zero, recompute, offload };
    aic_train_memory_evaluate_peak(plan, out, &first, &last);
    const struct aic_train_memory_out *computed = out;
#include "engine/rows/as_loaded.h"
#define ONLY (JOB_PART | STATE_PART | KEPT_PART | TOTAL_PART)
#include RESULT_ROWS
#include "engine/rows/as_results.h"
#define ONLY ANSWER_PART
#include RESULT_ROWS
    if (!notes->quiet) {
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
    }
    return true;
}
#include "engine/rows/none.h"

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "at_loss", NULL, "peak_instant says when memory peaks" },
    { "loss_parts", NULL, "peak_instant says when memory peaks" },
    { NULL, NULL, NULL },
};

/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(allocated_memory), "activation_per_token" },
    { SLOT_OF(reserved_memory), "fragmentation, activation_per_token" },
    { SLOT_OF(total_memory), "fragmentation, activation_per_token" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "fits", AIC_GOAL_FLAG, NULL, "recompute", "selective full" },
    { "fits", AIC_GOAL_FLAG, NULL, "zero", "2 3" },
    { "fits", AIC_GOAL_FLAG, NULL, "micro_batch", "/2 1" },
    { "fits", AIC_GOAL_FLAG, NULL, "loss", "fused chunked" },
    { "fits", AIC_GOAL_FLAG, NULL, "optimizer", "adamw_8bit" },
    { "fits", AIC_GOAL_FLAG, NULL, "tp", "*2 *4 *8" },
    { "fits", AIC_GOAL_FLAG, NULL, "pp", "*2 *4 *8" },
    { "fits", AIC_GOAL_FLAG, NULL, "gpus", "*2 *4 *8" },
    { "fits", AIC_GOAL_FLAG, NULL, "offload", "optimizer" },
    { .verdict = NULL },
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model, INDEX_gpus,        INDEX_gpu, INDEX_tp,        INDEX_pp,
    INDEX_zero,  INDEX_micro_batch, INDEX_seq, INDEX_recompute, INDEX_optimizer,
};

const struct aic_calculator aic_train_memory = {
    .name = "train-memory",
    .help = "memory of each GPU during training, part by part, and what fits",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .old_names = old_names,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
};
