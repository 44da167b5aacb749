/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: which parallel layout trains fastest and fits: the tables, what is assumed, and
 * compute(), which searches and answers for the layout that has the rank.
 */
#include "calculators/layout/layout.h"

#include <string.h>

#include "calculators/layout/results_fields.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"

#define IN          struct aic_layout_in
#define OUT         struct aic_layout_out
#define INPUT_ROWS  "calculators/layout/inputs.inc"
#define RESULT_ROWS "calculators/layout/results.inc"
#define SCREEN_ROWS "calculators/layout/screen.inc"
#define MODEL_ROWS  "calculators/layout/results_model.inc"
#define STEP_ROWS   "calculators/layout/results_step.inc"
#define RANK_ROWS   "calculators/layout/results_rank.inc"
#define ANSWER_ROWS "calculators/layout/results_answer.inc"

static const char *const amongs[] = { "fit", "all", "misfit", NULL };
static const char *const distincts[] = { "parallel", "all", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
static const char *const offloads[] = { "none", "optimizer", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8", NULL };
static const char *const cp_methods[] = { "p2p", "a2a", NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const loss_names[] = { "efficiency", "recompute", "tp",        "pp",
                                          "cp",         "ep",        "dp",        "overlap",
                                          "imbalance",  "bubble",    "optimizer", NULL };
enum { misfit = AIC_AMONG_MISFIT };

#define BAND_ROWS    "calculators/layout/bands.inc"
#define WARNING_ROWS "calculators/layout/warnings.inc"
#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Model", model, released_dtype),
    INPUT_GROUP("Question", node, memory_margin),
    INPUT_GROUP("Axes: a given value is fixed, the others are looked for", tp, max_micro_batch),
    INPUT_GROUP("Speed of compute", compute_dtype, step_overhead),
    INPUT_GROUP("Numbers, activations and overhead, as in train-memory", cp_method, nccl_per_group),
    INPUT_GROUP("Communication, as in network", weight_gathers, oversubscription),
    INPUT_GROUP("Links", nvlink_bw, tree_efficiency),
    INPUT_GROUP("Inside a node: a value for every operation counts before those of one",
                bus_bw_limit, ramp_size),
    INPUT_GROUP("Inside a node, one operation", all_reduce_bus_bw_limit, reduce_scatter_ramp_size),
};

static const struct aic_group results[] = {
    RESULT_GROUP("Layout", tp_used, last_stage_layers_used),
    RESULT_GROUP("Step", step_time, mean_time),
    RESULT_GROUP("Memory of the fullest GPU", total_memory, fits),
    RESULT_GROUP("Against the others", largest_loss, candidates_ranked),
    RESULT_GROUP("Model", flops_per_token, tokens_per_step),
};

/* What a step spends its time on, in the order of the choices. */
enum { LOSSES = AIC_LOSES_OPTIMIZER + 1 };

static void list_losses(const struct aic_layout_out *out, double *losses)
{
    losses[AIC_LOSES_EFFICIENCY] = out->compute_time - out->recompute_time;
    losses[AIC_LOSES_RECOMPUTE] = out->recompute_time;
    losses[AIC_LOSES_TP] = out->tp_exposed_time;
    losses[AIC_LOSES_PP] = out->pp_exposed_time;
    losses[AIC_LOSES_CP] = out->cp_exposed_time;
    losses[AIC_LOSES_EP] = out->ep_exposed_time;
    losses[AIC_LOSES_DP] = out->dp_exposed_time;
    losses[AIC_LOSES_OVERLAP] = out->overlap_time;
    losses[AIC_LOSES_IMBALANCE] = out->imbalance_time;
    losses[AIC_LOSES_BUBBLE] = out->bubble_time;
    losses[AIC_LOSES_OPTIMIZER] = out->optimizer_time;
}

static int find_largest(const struct aic_layout_out *out)
{
    double losses[LOSSES];
    list_losses(out, losses);
    losses[AIC_LOSES_EFFICIENCY] = 0.01 * out->step_time;
    int largest = AIC_LOSES_EFFICIENCY;
    for (int i = AIC_LOSES_RECOMPUTE; i < LOSSES; i++) {
        largest = losses[i] > losses[largest] ? i : largest;
    }
    return known(out->step_time) ? largest : UNSET_CHOICE;
}

/* Steps that agree in nine digits are the same: so do what they consist of. */
static int find_excess(const struct aic_layout_out *out, const struct aic_layout_out *best)
{
    double losses[LOSSES], of_best[LOSSES];
    list_losses(out, losses);
    list_losses(best, of_best);
    const double same = 1e-9 * best->step_time;
    int most = AIC_LOSES_EFFICIENCY;
    for (int i = AIC_LOSES_RECOMPUTE; i < LOSSES; i++) {
        most = losses[i] - of_best[i] > losses[most] - of_best[most] + same ? i : most;
    }
    return most;
}

/* The ends have other numbers of layers than the stages between. */
static bool splits_unevenly(const struct layout *layout, double layers)
{
    return layout->pp > 1 && layout->vpp == 1 && !aic_divides(layout->pp, layers);
}

static bool check(const struct layout_job *job, struct aic_error *error)
{
    const struct aic_layout_in *in = job->in;
    const bool attends = job->params.attention_layers > 0;
    const bool architecture =
        job->params.counted && in->model.hidden > 0 && (!attends || in->model.heads > 0);
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_checks.h"

#include "calculators/layout/checks.inc"
    return true;
}
#include "engine/rows/none.h"

/* A layout is there without the value of that axis; the question is asked again without it. */
#define WITHOUT(axis, nothing)                                                                     \
    if (AIC_IN_PLAY(in, axis)) {                                                                   \
        struct aic_layout_in other = *in;                                                          \
        other.axis = nothing;                                                                      \
        job->in = &other;                                                                          \
        aic_layout_search(job, 1, ranking);                                                        \
        job->in = in;                                                                              \
        if (ranking->candidates > 0) {                                                             \
            aic_fail(error, AIC_ERR_CONFLICT, #axis,                                               \
                     "no layout of %g GPUs has the given %s: without it there are %g", in->gpus,   \
                     #axis, ranking->candidates);                                                  \
            return aic_suggest(error, "leave " #axis " out, or give another value");               \
        }                                                                                          \
    }

/* Which of the given values leaves none; always false. */
static bool fail_empty(struct layout_job *job, struct ranking *ranking, struct aic_error *error)
{
    const struct aic_layout_in *in = job->in;
    WITHOUT(tp, NAN)
    WITHOUT(pp, NAN)
    WITHOUT(cp, NAN)
    WITHOUT(ep, NAN)
    WITHOUT(etp, NAN)
    WITHOUT(vpp, NAN)
    WITHOUT(zero, NAN)
    WITHOUT(sequence_parallel, UNSET_FLAG)
    WITHOUT(micro_batch, NAN)
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "no layout: on %g GPUs no degrees and micro-batches come out even with global_batch "
             "%g and the given values",
             in->gpus, in->global_batch);
    return aic_suggest(error, "try a global_batch of %g, or give fewer values",
                       ceil(in->global_batch / in->gpus) * in->gpus);
}
#undef WITHOUT

static bool check_rank(const struct layout_job *job, const struct ranking *ranking,
                       struct aic_error *error)
{
    double rank = job->in->rank;
    if (ranking->ranked > 0 && rank > ranking->ranked) {
        aic_fail(error, AIC_ERR_CONFLICT, "rank",
                 "'rank' %g is above the %g layouts that are ranked", rank, ranking->ranked);
        return aic_suggest(error, "give at most %g, or distinct 'all'", ranking->ranked);
    }
    if (ranking->ranked > 0 && rank > (double)ranking->count) {
        aic_fail(error, AIC_ERR_OVERFLOW, "step_time",
                 "the time of a step is too large for a number");
        return aic_suggest(error, "give smaller values");
    }
    return true;
}

/* Of the warnings of a calculator that was asked about this layout, those of these ids. */
static void pass_on(const struct aic_notes *of, const char *const *ids, struct aic_notes *notes)
{
    for (size_t i = 0; i < of->count; i++) {
        for (const char *const *id = ids; *id; id++) {
            if (strcmp(of->notes[i].id, *id) == 0) {
                aic_warn(notes, *id, "%s", of->notes[i].text);
            }
        }
    }
}

static void warn_of_memory(struct layout_job *job, const struct layout *layout,
                           struct aic_notes *notes)
{
    static const char *const ids[] = { "pipeline-not-filled",     "tight-fit",
                                       "balanced-experts",        "seq-above-context",
                                       "linear-layers-estimated", NULL };
    struct aic_train_memory_out out;
    struct aic_notes others;
    aic_notes_init(&others);
    aic_layout_ask_memory(job, layout);
    memset(&out, 0xFF, sizeof out);
    if (layout->recompute != full) {
        job->memory.recompute_layers = NAN;
    }
    if (aic_train_memory.compute(&job->memory, &out, &others)) {
        /* of another number of GPUs it says the same, which is not asked here */
        bool filled = !(out.micro_batches < layout->pp);
        pass_on(&others, filled ? ids + 1 : ids, notes);
    }
}

static void warn_of_network(struct layout_job *job, const struct layout *layout,
                            double compute_efficiency, struct aic_notes *notes)
{
    static const char *const ids[] = { "tp-straddles-nodes", "ep-crosses-nodes",
                                       "cp-crosses-nodes",   "dp-not-hidden",
                                       "latency-bound",      "beyond-measured-nodes",
                                       "pcie-scale-up",      NULL };
    struct aic_network_out out;
    struct aic_notes others;
    aic_notes_init(&others);
    aic_layout_ask_network(job, layout);
    job->network.compute_efficiency = compute_efficiency;
    memset(&out, 0xFF, sizeof out);
    if (aic_network.compute(&job->network, &out, &others)) {
        pass_on(&others, ids, notes);
    }
}

/* The step of the layout and of the fastest, and what it takes of memory. */
static void answer(struct layout_job *job, const struct ranking *ranking,
                   struct aic_layout_out *out, struct aic_layout_out *best,
                   struct aic_train_memory_out *memory)
{
    const struct layout *used = &ranking->at[(size_t)job->in->rank - 1].layout;
    struct memory first, last;
    aic_layout_price_alone(job, &ranking->at[0].layout, best);
    aic_layout_price_alone(job, used, out);
    job->plan.given = (struct candidate){ .dp = used->dp,
                                          .shard_group = job->memory.shard_group,
                                          .micro_batch = used->micro_batch,
                                          .seq = job->in->seq,
                                          .zero = used->zero,
                                          .recompute = used->recompute,
                                          .offload = used->offload };
    aic_train_memory_evaluate_peak(&job->plan, memory, &first, &last);
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_layout_in *in = input;
    struct aic_layout_out *out = output;
    struct layout_job job_of_question, *job = &job_of_question;
    struct ranking ranks, *ranking = &ranks;
    struct aic_layout_out best_out, *best = &best_out;
    struct aic_train_memory_out memory_out, *memory = &memory_out;
    if (!aic_model_check(&in->model, notes)) {
        return false;
    }
    aic_model_count(&in->model, &job->params, notes);
    job->in = in;
    if (!check(job, &notes->error)) {
        return false;
    }
    aic_layout_open(job, in);
    /* the second is looked at for how close it comes */
    aic_layout_search(job, (size_t)max(in->rank, notes->quiet ? 1 : 2), ranking);
    if (ranking->candidates == 0) {
        return fail_empty(job, ranking, &notes->error);
    }
    if (!check_rank(job, ranking, &notes->error)) {
        return false;
    }
    memset(best, 0xFF, sizeof *best);
    memset(memory, 0xFF, sizeof *memory);
    const struct layout *used = &ranking->at[ranking->count ? (size_t)in->rank - 1 : 0].layout;
    double next = NAN;
    if (ranking->count > 0) {
        answer(job, ranking, out, best, memory);
        next = ranking->count > 1 ? ranking->at[1].time : (double)NAN;
    }
    const struct aic_layout_out *computed = out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_loaded.h"
#include STEP_ROWS

#include "engine/rows/as_results.h"
#include MODEL_ROWS
#include RANK_ROWS
#include ANSWER_ROWS
    if (!notes->quiet) {
#include "engine/rows/as_checks.h"

#include WARNING_ROWS
        if (ranking->count > 0) {
            warn_of_memory(job, used, notes);
            warn_of_network(job, used, compute_efficiency, notes);
        }
    }
    return true;
}
#include "engine/rows/none.h"

#define BRIDGE "NVIDIA Megatron-Bridge at 067f987, performance summary and archive"

static const struct aic_assumption assumptions[] = {
    { "measured-steps",
      "751 measured steps with complete layouts; efficiencies were chosen on 241 of them. Of the "
      "others, 437 dense: median error 7.1 %, 90th percentile 22.7 %, bias -4 %; 73 with experts: "
      "13 %, 49 %, +5 %",
      BRIDGE
      "; NeMo 24.07; SimuMax at 4dcaae5; llm-foundry; arXiv 2311.05610; torchtitan at b5bcd76; "
      "arXiv 2407.21783, 2104.04473, 2205.05198",
      "step_time" },
    { "rank-order",
      "of 14 sets of measured layouts of one job the rank correlation is 0.71 to 0.95 in twelve; "
      "the layout measured best is predicted within 2 % of the predicted best in eleven",
      "Aleph Alpha, arXiv 2311.05610", "slower_than_best" },
    { "fsdp-optimistic",
      "sharded data parallelism wins often; measured it slows with scale by 1.6 % on 128 GPUs and "
      "9 "
      "% on 512, which is not modelled",
      "mosaicml/llm-foundry benchmarks, 7B on H100", "dp_exposed_time" },
    { "overlap-cost",
      "20 of 132 multiprocessors carry communication while it hides: 15 % of the compute beside it",
      BRIDGE "; DeepSeek-V3, arXiv 2412.19437", "overlap_time" },
    { "kernel-efficiencies",
      "shares of the peak hold what no kernel shows: clocks under load, gaps, libraries. A product "
      "reaches 71 % on A100, 60 % (bf16) and 69 % (fp8) on H100, 47 and 58 % on B200; the "
      "attention "
      "core 30 %, on Blackwell 40 %",
      "calibrated on measured steps of each GPU", "compute_efficiency" },
    { "tp-8", "eight-way tensor parallelism of narrow models is measured 12 to 20 % slower",
      "SimuMax at 4dcaae5; arXiv 2311.05610", "tp_exposed_time" },
    { "experts-layout",
      "a release moves the same layout by up to 77 %; expert_efficiency 50 % is of early 2026, 70 "
      "to "
      "80 % of releases from 26.06 on. Where ep crosses nodes give dispatch_copies node, or "
      "routed_nodes",
      BRIDGE, "ep_used" },
    { "bubble", "1F1B and interleaved schedules; zero-bubble and dual-pipe ones are not modelled",
      "arXiv 2104.04473", "bubble_time" },
    { "not-modelled",
      "partial recomputation, experts that hide their exchange unless ep_overlap is given, fp8 "
      "gathers of weights, multi-token prediction, stragglers, failures, data loading, power caps",
      "the equations", NULL },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc layout --model llama-3.1-70b --node dgx-h100 --gpus 64 --seq 8192 --global-batch 256 "
    "--loss fused",
    "aicalc layout --model llama-3.1-8b --node dgx-h100 --gpus 8 --seq 8192 --global-batch 128 "
    "--compute-dtype fp8 --sweep rank=1..10+1",
    "aicalc layout --model gpt-3-175b --node dgx-a100-640gb --gpus 1024 --seq 2048 "
    "--global-batch 1536 --memory-margin 10% --sweep rank=1..5+1 -o csv",
    "aicalc layout --model llama-3.1-70b --node dgx-h100 --gpus 64 --seq 8192 --global-batch 256 "
    "--tp 4 --pp 8 --vpp 5 --zero 1 --micro-batch 1 --recompute none --among all --explain",
    "aicalc layout --model qwen3-30b-a3b --node dgx-b200 --gpus 16 --global-batch 512 "
    "--among misfit --sweep rank=1..3+1",
    "aicalc layout --model llama-3.1-70b --node dgx-h100 --seq 8192 --global-batch 512 "
    "--solve gpus=min --budget 'step_time <= 30s'",
    NULL,
};

const struct aic_calculator aic_layout = {
    .name = "layout",
    .help =
        "which parallel layout trains a model fastest on a cluster and fits, and what comes next",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .compute = compute,
};
