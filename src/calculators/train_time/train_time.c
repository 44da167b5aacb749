/* SPDX-License-Identifier: Apache-2.0 */
/* train-time: FLOP, time, cost, energy and failures of a training run, from one speed. */
#include <aicalc/train_time.h>

#include <stdint.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/failure_rows.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/power_rows.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR train_time
#define IN         struct aic_train_time_in
#define OUT        struct aic_train_time_out

static const char *const dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                      "fp4",  "int8", "fp64", NULL };
static const char *const flops_methods[] = { "model", "6nd", NULL };
static const char *const attention_counts[] = { "causal", "full", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
enum { fp8 = AIC_TRAIN_TIME_FP8, int8 = AIC_TRAIN_TIME_INT8, fp4 = AIC_TRAIN_TIME_FP4 };
enum { by__model = AIC_FLOPS_MODEL };
enum { by__causal = AIC_ATTENTION_CAUSAL };
enum { none = AIC_TRAIN_TIME_RECOMPUTE_NONE };
enum { selective = AIC_TRAIN_TIME_RECOMPUTE_SELECTIVE, full = AIC_TRAIN_TIME_RECOMPUTE_FULL };

/* Below this share of the wall time there is no progress to speak of. */
static const double least_goodput = 1e-9;

/*
 * The architecture is known, so that matrices and attention can be counted one by one. `params`
 * below the vocabulary's own parameters leaves no layers to count.
 */
static bool knows_architecture(const struct aic_params *params, const struct aic_model *model)
{
    return params->counted && params->matmul > model->vocab * model->hidden;
}

/* 6nd where only the number of parameters is known. */
static int default_method(const struct aic_model *model)
{
    struct aic_params counts;
    aic_model_count(model, &counts, NULL);
    return knows_architecture(&counts, model) ? AIC_FLOPS_MODEL : AIC_FLOPS_6ND;
}

/*
 * The mfu of a run of which no speed is told. Models with experts are slower: their matrices are
 * small, and tokens travel to them. Sources: the assumption mfu-default.
 */
static double assume_mfu(const struct aic_train_time_in *in)
{
    if (!known(in->gpu_flops) || known(in->mfu) || known(in->hfu) || known(in->achieved_flops) ||
        known(in->reported_step_time) || known(in->reported_tokens_per_second) ||
        known(in->reported_gpu_hours)) {
        return NAN;
    }
    struct aic_params counts;
    aic_model_count(&in->model, &counts, NULL);
    bool has_experts = in->model.experts > 0 || counts.active < counts.total;
    bool is_narrow =
        in->compute_dtype == fp8 || in->compute_dtype == int8 || in->compute_dtype == fp4;
    double most = !has_experts ? 1 : is_narrow ? 0.2 : 0.25;
    return min(in->usual_mfu, most);
}

/* Parameters that a token uses in one multi-token-prediction module. */
static double count_mtp_layer(const struct aic_model *m, const struct aic_params *p)
{
    double layer = p->kinds[AIC_LAYER_FULL].matrices + p->kinds[AIC_LAYER_INDEXER].matrices;
    if (p->moe_layers > 0) {
        double expert = p->kinds[AIC_LAYER_ROUTED].matrices / m->experts;
        layer += m->experts_per_token * expert + p->kinds[AIC_LAYER_ROUTER].matrices +
                 p->kinds[AIC_LAYER_SHARED].matrices;
    } else {
        layer += p->kinds[AIC_LAYER_DENSE].matrices;
    }
    /* and the matrix that joins the hidden state and the next token's embedding */
    return layer + 2 * m->hidden * m->hidden;
}

/* No job is larger. */
static const double most_gpus = 1e7;

struct run {
    double train_time, goodput;
};

/* The run on `count` GPUs, with a bubble or without, preempted that often. */
static struct run run_on(const struct aic_train_time_in *in, const struct aic_train_time_out *found,
                         double count, aic_flag with_bubble, double at_preemption_rate)
{
    const double flops_total = found->flops_total;
    const double busy_flops = found->busy_flops;
/* clang-format off */
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#define ONLY TIME_PART
#include RESULT_ROWS
    gpus = count;
    bubble = with_bubble;
    preemption_rate = at_preemption_rate;
#include "engine/rows/as_locals.h"
#define ONLY TIME_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    /* clang-format on */
    return (struct run){ train_time, goodput };
}

/* Wall time of the run on `count` GPUs, with or without a bubble; infinite without progress. */
static double time_on(const struct aic_train_time_in *in, const struct aic_train_time_out *found,
                      double count, bool with_bubble)
{
    aic_flag bubble = with_bubble ? in->bubble : no;
    struct run run = run_on(in, found, count, bubble, in->preemption_rate);
    return run.goodput < least_goodput ? HUGE_VAL : run.train_time;
}

/* GPUs that jobs are made of: whole nodes, whole replicas. */
static double unit_of(const struct aic_train_time_in *in)
{
    double replica = in->tp * in->pp * in->cp;
    return in->gpus_per_node / aic_common_divisor(in->gpus_per_node, replica) * replica;
}

/*
 * The least multiple of `unit` that meets the deadline without a bubble, NaN above most_gpus.
 * Failures rise with the GPUs, and so does the need: taking it as the next candidate ends at the
 * least answer.
 */
static double least_gpus(const struct aic_train_time_in *in, const struct aic_train_time_out *out,
                         double unit)
{
    double gpus = unit;
    while (gpus <= most_gpus) {
        double needed = gpus * time_on(in, out, gpus, false) / in->deadline;
        double next = unit * up(needed / unit);
        if (next <= gpus) {
            return gpus;
        }
        gpus = next;
    }
    return NAN;
}

/*
 * The same with a bubble, where the batch has to be spread over the replicas: their number divides
 * the micro batches. Replicas come in groups that fill whole nodes, so the candidates are the
 * divisors of micro batches per group, in pairs.
 */
static double least_gpus_of_batch(const struct aic_train_time_in *in,
                                  const struct aic_train_time_out *out, double unit)
{
    double group = unit / (in->tp * in->pp * in->cp);
    double micro_batches = in->global_batch / in->micro_batch;
    double least = HUGE_VAL;
    if (fmod(micro_batches, group) != 0) {
        return NAN;
    }
    /* Integers: their remainder is many times faster than fmod(). Both are below 2^53. */
    uint64_t whole = (uint64_t)(micro_batches / group);
    uint64_t limit = (uint64_t)(most_gpus / unit);
    for (uint64_t i = 1; i <= limit && i <= whole / i; i++) {
        if (whole % i != 0) {
            continue;
        }
        uint64_t other = whole / i;
        const double pair[] = { (double)i * unit, (double)other * unit };
        for (int k = 0; k < 2; k++) {
            /* A bit too long is in time. */
            if (pair[k] <= most_gpus && pair[k] < least &&
                time_on(in, out, pair[k], true) * (1 - 1e-12) <= in->deadline) {
                least = pair[k];
            }
        }
    }
    return least <= most_gpus ? least : (double)NAN;
}

/* The least GPUs that finish within the deadline, if the batch could be spread over any; NaN without a deadline or
 * where none do. */
static double find_gpus_of_any_batch(const struct aic_train_time_in *in,
                                     const struct aic_train_time_out *out)
{
    const double unit = unit_of(in);
    bool asked = known(in->deadline) && known(out->busy_flops);
    return asked && unit <= most_gpus ? least_gpus(in, out, unit) : (double)NAN;
}

static double find_gpus(const struct aic_train_time_in *in, const struct aic_train_time_out *out)
{
    const double gpus = find_gpus_of_any_batch(in, out);
    return known(gpus) && known(in->global_batch) ? least_gpus_of_batch(in, out, unit_of(in))
                                                  : gpus;
}

static const struct aic_assumption assumptions[] = {
    { "flop-count",
      "against NVIDIA's published pairs of TFLOP/s and tokens/s (DeepSeek-V3 with its module for "
      "further tokens, Llama 405B and 70B, Qwen3 235B and 30B, GPT-OSS 120B) within 0.45 %, the "
      "pairs among themselves differ by 0.1 to 0.4 %; norms, biases and the router count as "
      "matrices, below 0.3 %; the state update of linear mixers, norms, softmax, router gates, "
      "dropout and the optimizer are left out, below 1 %",
      "Megatron-LM num_floating_point_operations; NVIDIA-NeMo Megatron-Bridge performance tables",
      "flops_per_token_model" },
    { "full-count",
      "with attention_flops full the count is Megatron's formula: 12 run times of its table 2 "
      "within 1.2 % (whole days are printed), the MFU of arXiv 2205.05198 within 0.5 %, PaLM's "
      "45.7 % (6nd) and 46.2 % (with attention)",
      "arXiv 2104.04473; arXiv 2205.05198; arXiv 2204.02311", "flops_per_token_model" },
    { "bubble-rule",
      "m micro batches through p stages take m + p - 1 turns; measured on 8 B200 with pp 2, from "
      "32 micro batches down to 8 and 4: dense -2 to +0.4 %, with experts -4 to -9 %, because "
      "what a step does besides (optimizer, reduction of gradients) weighs more in a short one",
      "arXiv 2104.04473; MooreThreads/SimuMax docs/b200 at 4dcaae5", "bubble_fraction" },
    { "whole-runs",
      "a run is more than its steps: restarts, evaluations, slow starts, work thrown away; the GPU "
      "hours of 15 of 17 published runs are 0.88 to 1.7 times those of the fastest layout's steps "
      "(Llama 4 Scout 0.96, Falcon 180B 0.98, Llama 2 70B and Llama 3 70B 1.2, Llama 3.1 405B "
      "1.17, "
      "MPT-7B 1.55, BLOOM 1.7; outside are GPT-NeoX-20B with 1.8 and DeepSeek-V3 with 0.65), and "
      "those of 16 of 18 are 0.67 to 2 times the answer at the usual mfu; Llama 3 405B reports 41 "
      "% "
      "a step, its hours mean 34.6 % (6nd)",
      "model cards and papers of the runs, listed in docs/methods/train-time.md",
      "train_time train_time_low train_time_high mfu_used" },
    { "failures", "failures are memoryless; reported hours and a goodput are never combined",
      "Daly 2006, doi 10.1016/j.future.2004.11.016", "goodput" },
    { "energy",
      "rated power times hours, as papers publish it (BLOOM's 433,196 kWh to the digit, LLaMA with "
      "a PUE of 1.1, GPT-3's 1,287 MWh within 0.4 %); a node draws 1.8 times its GPUs' rating at "
      "full load (DGX H100: 10.2 of 5.6 kW)",
      "arXiv 2211.02001; arXiv 2302.13971; NVIDIA DGX SuperPOD documents", "average_power energy" },
    { "spot",
      "a preemption whose checkpoint is safe within the notice costs that checkpoint and the way "
      "back; any other loses work as a failure does; one node that is taken away stops the job",
      "AWS gives two minutes, GCP and Azure 30 s", "preemption_survived preemption_overhead" },
    { "mfu-default",
      "by type of GPU in 16 bits and fp8: A100 50 %; H100, H200, H800 and GH200 40 and 36 %; "
      "Blackwell 36 and 38 %; TPU v4 55 %, v5e 58, v5p 65, v6e 41, v7x 50 and 40 %, trn1 30 %: "
      "medians of their makers' recipes; "
      "others 40 and 20 %: near the medians of 751 measured steps of dense models (H100 "
      "38 %, with full recomputation too; A100 47 %, with it 33 %; B200 36 %; GB300 in fp8 47 %); "
      "with experts at most 25 and 20 % (H100 19 %, Blackwell 20 to 25 %, fp8 11 to 22 %; "
      "DeepSeek-V3's hours are 20 % with attention and its module for further tokens); LoRA with "
      "full recomputation runs at 45 to 56 % in executed FLOP on one A100, so there it is an hfu; "
      "int8, fp4 and other GPUs rest on no measurement; half to one and a half times is common",
      "arXiv 2407.21783; arXiv 2412.19437; the sources of usual_mfu in the catalog of GPUs",
      "assumed_mfu" },
    { "chinchilla", "20 tokens per parameter, fitted on dense models", "arXiv 2203.15556",
      "chinchilla_tokens chinchilla_params_for_compute" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc train-time --model llama-3.1-70b --tokens 15T --gpus 4096 --tp 8 --seq 8192 "
    "--global-batch 2048 --mfu 0.40 --gpu h100-sxm --gpu-price 2.5USD/h",
    "aicalc train-time --model llama-3.1-405b --tokens 15.6T --gpus 16384 --mfu 0.38..0.43 "
    "--gpu h100-sxm --gpu-mtbf 50000h --checkpoint-stall 30s --budget 'train_time <= 80d'",
    "aicalc train-time --params 7B --tokens 1T --gpus 64 --gpu h100-sxm --mfu 0.4 "
    "--preemption-rate 0.1/h --checkpoint-stall 30s --spot-price 1USD/h --gpu-price 3USD/h",
    "aicalc train-time --params 7B --tokens 2T --reported-gpu-hours 184320 --gpu a100-80gb-sxm",
    "aicalc train-time --model llama-3.1-8b --tokens 15T --gpu h100-sxm --mfu 0.4 --deadline 30d "
    "--fields gpus_for_deadline,flops_total",
    NULL,
};

#include "engine/rows/tables.inc"

static void warn(const IN *in, const OUT *out, struct aic_notes *notes)
{
#include "engine/rows/warn.inc"
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_train_time_in *in = input;
    struct aic_train_time_out *out = output;
    struct aic_params counts;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    aic_model_count(&in->model, &counts, notes);
    const bool has_architecture = knows_architecture(&counts, &in->model);
#include "engine/rows/compute.inc"
}

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "assumed_hfu", "assumed_mfu", NULL },
    { NULL, NULL, NULL },
};

#define BY_SPEED "mfu, hfu, achieved_flops"
/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(mfu_used), BY_SPEED },
    { SLOT_OF(tokens_per_second), BY_SPEED },
    { SLOT_OF(tokens_per_second_per_gpu), BY_SPEED },
    { SLOT_OF(tokens_per_day), BY_SPEED },
    { SLOT_OF(step_time), BY_SPEED },
    { SLOT_OF(compute_time), BY_SPEED },
    { SLOT_OF(train_time), BY_SPEED },
    { SLOT_OF(gpu_hours), BY_SPEED },
    { SLOT_OF(cost), BY_SPEED },
    { SLOT_OF(average_power), "load, host_factor" },
    { SLOT_OF(energy), "load, host_factor" },
    { SLOT_OF(failures), "gpu_mtbf, node_mtbf, job_mtbf" },
    { SLOT_OF(mtbf), "gpu_mtbf, node_mtbf, job_mtbf" },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "train_time", AIC_GOAL_AT_MOST, "deadline", "gpus", "=gpus_for_deadline" },
    { "train_time", AIC_GOAL_AT_MOST, "deadline", "mfu", "=mfu_for_deadline" },
    { .verdict = NULL },
};

/* Results that are asked for by an input. */
static const struct aic_asked_as asked_as[] = {
    { "train_time", "deadline" },
    { NULL, NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "above-peak", "active-params-tiny",
                                              "failures-not-counted", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,         INDEX_tokens,   INDEX_gpus, INDEX_gpu,      INDEX_mfu,
    INDEX_compute_dtype, INDEX_deadline, INDEX_seq,  INDEX_gpu_mtbf, INDEX_gpu_price,
};

/* What the time and the bills contain, and what they lack. */
static const struct aic_content contents[] = {
    { "train_time", AIC_CONTAINS, "computing", "compute_time", NULL },
    { "train_time", AIC_CONTAINS, "checkpoints and failures", "lost_time", NULL },
    { "train_time", AIC_LACKS, "checkpoints and failures",
      "--gpu-mtbf 50000h --checkpoint-stall 30s", "!lost_time !reported_gpu_hours" },
    { "train_time", AIC_LACKS, "waits for data (plan has them)", NULL, NULL },
    { "train_time", AIC_PERIOD, "run", NULL, NULL },
    { "cost", AIC_WITHIN, "GPU hours of the run", NULL, NULL },
    { "cost", AIC_WITHIN, "checkpoints and failures", "lost_time", "lost_time" },
    { "cost", AIC_LACKS, "checkpoints and failures", "--gpu-mtbf 50000h --checkpoint-stall 30s",
      "!lost_time !reported_gpu_hours" },
    { "cost", AIC_LACKS, "GPUs of the last node beside them, {gpus_beside} (cost has whole nodes)",
      NULL, "gpus_beside" },
    { "cost", AIC_LACKS, "storage, moving data and waits for it (plan has them)", NULL, NULL },
    { "cost", AIC_PERIOD, "run", NULL, NULL },
    { "electricity_cost", AIC_WITHIN, "nodes, cooling and losses of the site", NULL, NULL },
    { "electricity_cost", AIC_LACKS, "network between the nodes (power has it)", NULL, NULL },
    { "electricity_cost", AIC_PERIOD, "run", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* What they would cost at the usual price of the GPU. */
static const struct aic_hired hired = { "gpu_hours", "cost", "gpu_price" };

const struct aic_calculator aic_train_time = {
    .name = "train-time",
    .help = "FLOP, time, cost, energy and failures of a training run; GPUs for a deadline",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .old_names = old_names,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .levers = levers,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .asked_as = asked_as,
    .hired = &hired,
};
