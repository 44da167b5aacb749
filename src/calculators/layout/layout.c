/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: which parallel layout trains fastest and fits: the tables, what is assumed, and
 * compute(), which searches and answers for the layout that has the rank.
 */
#include "calculators/layout/layout.h"

#include <string.h>

#include "calculators/shared/format_quantity.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/usual_batch.h"

#define CALCULATOR layout
#define IN         struct aic_layout_in
#define OUT        struct aic_layout_out

static const char *const amongs[] = { "fit", "all", "misfit", NULL };
static const char *const distincts[] = { "parallel", "all", NULL };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
static const char *const offloads[] = { "none", "optimizer", NULL };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8", "fp4", NULL };
enum { fp8 = AIC_LAYOUT_FP8, fp4 = AIC_LAYOUT_FP4 };
static const char *const stack_names[] = { "megatron", "pytorch", NULL };
static const char *const cp_methods[] = { "p2p", "a2a", NULL };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const char *const loss_names[] = { "efficiency", "recompute", "tp",        "pp",
                                          "cp",         "ep",        "dp",        "overlap",
                                          "imbalance",  "bubble",    "optimizer", NULL };
enum { misfit = AIC_AMONG_MISFIT };

/* What runs of that size took, as the GPUs divide it; degrees that are not given are open. */
static double usual_batch(const struct aic_layout_in *in)
{
    struct aic_params counts;
    aic_model_count(&in->model, &counts, NULL);
    return aic_usual_batch(counts.total, in->seq,
                           (struct aic_batch_shares){ .gpus = in->gpus,
                                                      .tp = in->tp,
                                                      .pp = in->pp,
                                                      .cp = in->cp,
                                                      .vpp = in->vpp,
                                                      .micro_batch = in->micro_batch });
}

/* B/s. A GPU without a node, in more than one domain. */
static double usual_port(const struct aic_layout_in *in)
{
    bool stands_alone = in->gpu.text && !AIC_GIVEN(in, node);
    return stands_alone && in->gpus > in->gpus_per_node ? 50e9 : (double)NAN;
}

/* A GPU without a node: whether what is taken of a usual one decides. */
static bool assumes_node(const struct aic_layout_in *in)
{
    bool stands_alone = in->gpu.text && !AIC_GIVEN(in, node);
    bool domain = in->gpus > 1 && !AIC_GIVEN(in, gpus_per_node) && !(in->scale_up_gpus > 8);
    bool port = in->gpus > in->gpus_per_node && !AIC_GIVEN(in, links.nic_bw) && !in->fabric.text;
    return stands_alone && (domain || port);
}

static const char *const measured_classes[] = {
    "hybrids",
    "experts-on-blackwell",
    "experts-on-hopper",
    "experts-on-tpu",
    "pytorch-on-hopper",
    "dense-on-hopper",
    "dense-on-hopper-fp8",
    "dense-on-blackwell",
    "dense-on-blackwell-fp4",
    "dense-on-a100",
    "dense-on-tpu",
    "dense-on-trainium",
    "unmeasured",
    NULL,
};

#include "engine/rows/tables.inc"

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

#include NOTE_ROWS
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

/* ---- what would fit ---- */

struct words {
    char text[160];
};

static void add_degree(struct aic_text *text, const char *name, double value)
{
    if (value > 1) {
        aic_text_format(text, "%s %g, ", name, value);
    }
}

/* The axes of a layout as they are given; those of 1 are left out. */
static struct words name_layout(const struct layout *layout)
{
    struct words words;
    struct aic_text text;
    aic_text_init(&text, words.text, sizeof words.text);
    add_degree(&text, "tp", layout->tp);
    add_degree(&text, "pp", layout->pp);
    add_degree(&text, "cp", layout->cp);
    add_degree(&text, "ep", layout->ep);
    add_degree(&text, "etp", layout->etp);
    add_degree(&text, "vpp", layout->vpp);
    aic_text_format(&text, "zero %g, recompute %s, offload %s, micro_batch %g", layout->zero,
                    recomputes[layout->recompute], offloads[layout->offload], layout->micro_batch);
    return words;
}

/* Where axes were given: that others may fit without them. */
static struct words name_given(const struct aic_layout_in *in)
{
    static const struct {
        const char *name;
        size_t offset;
    } axes[] = {
#define AXIS(name) { #name, offsetof(struct aic_layout_in, name) }
        AXIS(tp),  AXIS(pp),   AXIS(cp),        AXIS(ep),      AXIS(etp),
        AXIS(vpp), AXIS(zero), AXIS(recompute), AXIS(offload), AXIS(micro_batch),
#undef AXIS
    };
    struct words words;
    struct aic_text text;
    aic_text_init(&text, words.text, sizeof words.text);
    for (size_t i = 0; i < LENGTH_OF(axes); i++) {
        if (aic_origin_get(in, axes[i].offset) >= AIC_FROM_ANSWER) {
            aic_text_format(&text, "%s %s",
                            text.length ? "," : "; more are looked at without the given",
                            axes[i].name);
        }
    }
    return words;
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
    static const char *const ids[] = {
        "tp-straddles-nodes", "ep-crosses-nodes", "cp-crosses-nodes",
        "dp-not-hidden",      "latency-bound",    "beyond-measured-nodes",
        "pcie-scale-up",      "partial-domain",   NULL
    };
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

/* Host memory of a node that the layout takes; unset where it offloads nothing. */
static double host_memory_of(struct layout_job *job, const struct layout *layout)
{
    struct aic_train_memory_out out;
    struct aic_notes ignored;
    aic_notes_init(&ignored);
    ignored.quiet = true;
    aic_layout_ask_memory(job, layout);
    memset(&out, 0xFF, sizeof out);
    if (layout->recompute != full) {
        job->memory.recompute_layers = NAN;
    }
    return aic_train_memory.compute(&job->memory, &out, &ignored) ? out.host_memory_per_node
                                                                  : (double)NAN;
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
    const struct layout *least = known(ranking->nearest_memory) ? &ranking->nearest : NULL;
    double next = NAN;
    if (ranking->count > 0) {
        answer(job, ranking, out, best, memory);
        next = ranking->count > 1 ? ranking->at[1].time : (double)NAN;
    }
    const struct aic_layout_out *computed = out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_loaded.h"
#define ONLY STEP_PART
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY (MODEL_PART | RANK_PART | ANSWER_PART)
#include RESULT_ROWS
    if (!notes->quiet) {
#include "engine/rows/as_notes.h"
#include NOTE_ROWS
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
      "751 measured steps with complete layouts and 274 newer ones; of these the odd rows chose "
      "the constants, the 137 even ones judge: median error 6.0 %, 90th percentile 22 %, 128 "
      "within the stated band",
      BRIDGE
      "; NeMo 24.07; SimuMax at 4dcaae5; llm-foundry; arXiv 2311.05610; torchtitan at b5bcd76; "
      "arXiv 2407.21783, 2104.04473, 2205.05198; NVIDIA dgxc-benchmarking v25.02, v25.05; NeMo "
      "AutoModel at 36044ad3d; maxtext at e591f30cb; tpu-recipes at c8cfe2f; aws-neuron-sdk at "
      "7c165a3",
      "step_time" },
    { "asked-alone",
      "a plan asks train-time with mfu_used and network with compute_efficiency; alone, train-time "
      "takes a usual mfu and network half of the peak, so their steps differ from this one",
      "calculators train-time and network", "mfu_used" },
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
      "reaches 71 % on A100, 70 % (bf16) and 69 % (fp8) on Hopper, 47 and 58 % on B200, 54 and 52 "
      "% on GB200, 55 % in fp4, 68 to 93 % on TPUs; the attention core 30 %, on Blackwell 40 %",
      "calibrated on measured steps of each GPU", "compute_efficiency" },
    { "stack",
      "the same shapes take 1.2 times as long with PyTorch FSDP as with NVIDIA's recipes on H100, "
      "as long on A100; with PyTorch on Blackwell nothing was measured. Models with experts take "
      "no factor",
      "mosaicml/llm-foundry, 70 rows on H100 and 139 on A100; torchtitan at b5bcd76; NeMo "
      "AutoModel "
      "at 36044ad3d",
      "compute_time" },
    { "linear-scan",
      "a linear mixer moves 48 bytes for each element of its projections, twice that backward: of "
      "Mamba; delta rules and lightning attention are unverified",
      "Nemotron-H 56B on 32 to 2,048 H100 -32 to -4 %, Nemotron 3 Nano -26 to +4 %",
      "compute_time" },
    { "step-overhead", "12 ms of each step",
      "139 steps of 0.3 to 30 s of llm-foundry on A100: median error 4.7 to 4.1 %", "step_time" },
    { "tp-8", "eight-way tensor parallelism of narrow models is measured 12 to 20 % slower",
      "SimuMax at 4dcaae5; arXiv 2311.05610", "tp_exposed_time" },
    { "experts-layout",
      "a release moves the same layout by up to 77 %; expert_efficiency 50 % of narrow experts is "
      "of "
      "early 2026, 70 to 80 % of releases from 26.06 on; wide experts are large matrices (8,192: "
      "82 "
      "%). Where ep crosses nodes give dispatch_copies node, or routed_nodes",
      BRIDGE "; Grok-1, Llama 4 Maverick and Mixtral by the sources of measured-steps", "ep_used" },
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

#define BY_EFFICIENCY "matmul_efficiency, expert_efficiency"
/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(step_time), BY_EFFICIENCY },
    { SLOT_OF(tokens_per_second), BY_EFFICIENCY },
    { SLOT_OF(tokens_per_second_per_gpu), BY_EFFICIENCY },
    { SLOT_OF(achieved_model_flops), BY_EFFICIENCY },
    { SLOT_OF(mfu_used), BY_EFFICIENCY },
    { SLOT_OF(compute_time), BY_EFFICIENCY },
    { SLOT_OF(total_memory), "fragmentation" },
};

/* What the search chooses, and how that choice alone is asked for. */
static const struct aic_choice choices[] = {
    { INDEX_tp, "=tp_used" },
    { INDEX_pp, "=pp_used" },
    { INDEX_cp, "=cp_used" },
    { INDEX_ep, "=ep_used" },
    { INDEX_etp, "=etp_used" },
    { INDEX_vpp, "=vpp_used" },
    { INDEX_zero, "=zero_used" },
    { INDEX_sequence_parallel, "=sequence_parallel_used" },
    { INDEX_recompute, "=recompute_used" },
    { INDEX_offload, "=offload_used" },
    { INDEX_micro_batch, "=micro_batch_used" },
    { INDEX_rank, "1" },
    { INDEX_among, "all" },
};

static const struct aic_stack stacks[] = {
    { SLOT_OF(step_time), INDEX_rank, 10, "compute",
      "tp {tp_used}, pp {pp_used}, cp {cp_used}, ep {ep_used}, dp {dp}, micro-batch "
      "{micro_batch_used}" },
    { 0, 0, 0, NULL, NULL },
};

/* What a step is beside what is waited for. */
static const struct aic_content contents[] = {
    { "step_time", AIC_REST, "compute", NULL, NULL },
    { "step_time", AIC_LACKS, "checkpoints, failures and waits for data (plan has them)", NULL,
      NULL },
    { "step_time", AIC_PERIOD, "step", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

/* A GPU that is named alone stands in a node. */
static const struct aic_assumed_entry assumes[] = {
    { "node", AIC_DOMAIN_OF_GPU, "gpu", NULL, "node-assumed" },
    { NULL, AIC_ENTRY_NAMED, NULL, NULL, NULL },
};

/* Without a layout nothing has a time. */
static const struct aic_denial denials[] = {
    { "fits", "no layout fits" },
    { NULL, NULL },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "fits", AIC_GOAL_FLAG, NULL, "gpus", "*2 *4 *8 *16 *32 *64" },
    { "fits", AIC_GOAL_FLAG, NULL, "loss", "fused chunked" },
    { "fits", AIC_GOAL_FLAG, NULL, "seq", "/2 /4" },
    { "fits", AIC_GOAL_FLAG, NULL, "optimizer", "adamw_8bit" },
    { .verdict = NULL },
};

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model,        INDEX_node,          INDEX_gpu,  INDEX_gpus,  INDEX_seq,
    INDEX_global_batch, INDEX_compute_dtype, INDEX_loss, INDEX_among, INDEX_rank,
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "model layers", "--model llama-3.1-70b" },
    { "gpu gpu_flops", "--gpu h100-sxm" },
    { "gpus", "--gpus 64" },
    { NULL, NULL },
};

const struct aic_calculator aic_layout = {
    .name = "layout",
    .help = "the fastest parallel layout of a model that fits on a cluster, and what comes next",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .choices = choices,
    .choice_count = LENGTH_OF(choices),
    .stacks = stacks,
    .assumes = assumes,
    .denials = denials,
    .levers = levers,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .contents = contents,
    .demands = demands,
};
