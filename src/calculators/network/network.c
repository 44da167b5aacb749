/* SPDX-License-Identifier: Apache-2.0 */
/*
 * network: what parallel training sends over both links of a GPU, and what of it a step waits for.
 * Bytes are those that one GPU sends in one optimizer step; stages of a pipeline count at their
 * average.
 */
#include "calculators/network/network.h"

#include "calculators/shared/collective_errors.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/training_inputs.h"

/* The exchange of experts as it was measured, over what is computed: see ep_time in notes.inc. */
#define QUICKEST_EXCHANGE 0.86
#define SLOWEST_EXCHANGE  1.37

#define CALCULATOR network
#define IN         struct aic_network_in
#define OUT        struct aic_network_out

static const double widths[] = { 2, 2, 4, 1 };
static const char *const grad_dtypes[] = { "bf16", "fp16", "fp32", "bf16+fp32", NULL };
static const double grad_widths[] = { 2, 2, 4, 4 };
static const char *const compute_dtypes[] = { "bf16", "fp16", "fp8",  "fp32", "tf32",
                                              "fp4",  "int8", "fp64", NULL };
enum {
    by__auto = AIC_CADENCE_AUTO,
    by__step = AIC_CADENCE_STEP,
    by__micro_batch = AIC_CADENCE_MICRO_BATCH
};
static const char *const cp_methods[] = { "p2p", "all_gather", "a2a", NULL };
enum { p2p = AIC_NETWORK_CP_P2P, all_gather = AIC_NETWORK_CP_ALL_GATHER, a2a = AIC_NETWORK_CP_A2A };
enum { to__expert = AIC_COPY_PER_EXPERT, to__node = AIC_COPY_PER_NODE };
static const char *const recomputes[] = { "none", "selective", "full", NULL };
enum { none = AIC_NETWORK_RECOMPUTE_NONE, full = AIC_NETWORK_RECOMPUTE_FULL };
static const char *const bottlenecks[] = { "compute", "dp", "tp", "pp", "cp", "ep", NULL };

#define members_per_node aic_members_per_node

/* Whether a collective of this step rests on the rate: the collective marked it. */
#define timed(rate) known(out->rate)

#include "engine/rows/tables.inc"

/* Routed experts of the model, with their biases; 0 where there are none or they are not known. */
static double count_experts(const struct aic_params *counts, double experts)
{
    return value_or(counts->moe_layers * experts * counts->expert, 0);
}

/* Attention core of one token, forward: what is unset, no such layer or no heads, counts 0. */
static double core_of(const struct aic_network_in *in)
{
    const double seq = in->seq;
    const aic_flag causal = yes;
#include "engine/rows/as_values.h"

#include "calculators/shared/model_inputs.inc"

#include "engine/rows/as_locals.h"

#include "calculators/shared/attention_core.inc"

#include "engine/rows/none.h"
    return value_or(full_core, 0) + value_or(chunked_core, 0) + value_or(sliding_core, 0) +
           value_or(index_core, 0);
}

/* The strategy that shows most, in the order of the choices; below 1 % of a step it is compute. */
static int find_bottleneck(const struct aic_network_out *out)
{
    const double exposed[] = { 0.01 * out->step_time, out->dp_exposed_time, out->tp_exposed_time,
                               out->pp_exposed_time,  out->cp_exposed_time, out->ep_exposed_time };
    int longest = AIC_WAITS_FOR_COMPUTE;
    for (int i = AIC_WAITS_FOR_DP; i <= AIC_WAITS_FOR_EP; i++) {
        longest = exposed[i] > exposed[longest] ? i : longest;
    }
    return known(out->step_time) ? longest : -1;
}

/*
 * Deviations by which the largest of `n` normal values is expected above their mean: Blom,
 * Statistical Estimates and Transformed Beta-Variables, 1958. The tail falls with z, so bisection
 * finds the one root.
 */
static double expected_largest(double n)
{
    const double tail = 0.625 / (n + 0.25);
    double low = 0;
    double high = 40; /* erfc is 0 there */
    double middle = high / 2;
    for (int i = 0; i < 200 && middle > low && middle < high; i++) {
        if (0.5 * erfc(middle / sqrt(2)) > tail) {
            low = middle;
        } else {
            high = middle;
        }
        middle = (low + high) / 2;
    }
    return middle;
}

/* The step of the same job with another port or another way to it. */
static void price_with(const struct aic_network_job *job, const struct aic_links *links,
                       struct aic_network_out *out)
{
    struct aic_network_in in = *job->in;
    struct aic_network_job other = *job;
    in.links = *links;
    *out = *job->out;
    other.in = &in;
    aic_network_open(&other, &in, out, aic_network_port_rate(&in));
    const struct aic_network_collectives collectives = aic_network_collect(&other);
    aic_network_price(&in, &collectives, out);
}

static double step_without_staging(const struct aic_network_job *job)
{
    struct aic_links links = job->in->links;
    struct aic_network_out out;
    links.staging_bw = NAN;
    price_with(job, &links, &out);
    return out.step_time;
}

/* A port, by the seconds that a byte takes, and what it leaves to be seen of data parallelism above what
 * may be. */
struct port {
    double pace, excess;
};

static struct port try_port(const struct aic_network_job *job, double pace)
{
    struct aic_links links = job->in->links;
    struct aic_network_out out;
    links.nic_bw = 1 / pace;
    price_with(job, &links, &out);
    return (struct port){ pace, out.dp_exposed_time - job->in->exposed_tolerance * out.step_time };
}

/*
 * The least port rate that hides data parallelism; unset where that of `greatest` does not. A faster
 * port never shows more, so halving finds it; times are lines in the seconds of a byte, but for a few
 * bends, so that the port just beside the root of the line through both ends closes in at once.
 */
static double critical_port(const struct aic_network_job *job, double least, double greatest)
{
    const double beside = 1e-12;
    struct port fast = try_port(job, 1 / greatest), slow = try_port(job, 1 / least);
    if (!(fast.excess <= 0)) {
        return NAN;
    }
    if (slow.excess <= 0) {
        return least;
    }
    for (int i = 0; i < 180 && slow.pace > fast.pace * (1 + 3 * beside); i++) {
        double root =
            fast.pace - fast.excess * (slow.pace - fast.pace) / (slow.excess - fast.excess);
        double pace = root * (i % 3 == 0 ? 1 + beside : 1 - beside);
        bool is_inside = i % 3 < 2 && pace > fast.pace && pace < slow.pace;
        struct port middle = try_port(job, is_inside ? pace : sqrt(slow.pace * fast.pace));
        if (middle.excess <= 0) {
            fast = middle;
        } else {
            slow = middle;
        }
    }
    return 1 / fast.pace;
}

/* Of data parallelism in so many rounds: what shows where `window` hides some of it. */
static double shown_in(const struct aic_network_in *in, const struct aic_network_out *out,
                       double rounds, double seconds, double window)
{
    double hidden = in->dp_overlap ? min(window, seconds * out->hidden_share) : 0;
    return rounds > 0 ? rounds * (seconds - hidden) : 0;
}

/* How far off calls of this size over several nodes were found. */
static double off_by_size(const struct aic_network_in *in, const struct aic_network_out *out,
                          bool slow)
{
    double calls = known(in->model.layers) ? ceil(in->model.layers / in->pp) : 1;
    double call = min(out->weight_width, out->grad_width) * out->mean_params_per_gpu / calls;
    const double mib = 0x1p20;
    return slow ? SLOWER_BETWEEN_NODES(call) : QUICKER_BETWEEN_NODES(call);
}

/* scale_out_exposed_time at an end of what was found of its collectives; unset where no port is used. */
static double scale_out_at(const struct aic_network_in *in, const struct aic_network_out *out,
                           bool slow)
{
    double off = off_by_size(in, out, slow), dp = slow ? 1 + off : 1 / (1 + off);
    double exchange = slow ? SLOWEST_EXCHANGE : QUICKEST_EXCHANGE;
    double again = value_or(out->regathers * out->gather_time, 0);
    double shown =
        shown_in(in, out, out->gather_rounds, dp * out->gather_time, out->forward_window) +
        shown_in(in, out, out->regather_rounds, dp * again, out->backward_window) +
        shown_in(in, out, out->sync_rounds, dp * (again + out->sync_time), out->backward_window);
    return out->nic_bytes > 0
               ? out->scale_out_exposed_time +
                     (out->dp_nic_bytes > 0 ? shown - out->dp_exposed_time : 0) +
                     (out->ep_nic_bytes > 0 ? out->ep_exposed_time * (exchange - 1) : 0)
               : (double)NAN;
}

double aic_network_port_rate(const struct aic_network_in *in)
{
    struct aic_network_out rates;
    struct aic_network_out *out = &rates;
    const double nvlink_bytes = 1;
    const double nic_bytes = 1;
    const double domain_gpus = aic_domain_gpus(in->gpus, in->gpus_per_node);
#include "engine/rows/code.inc"
#define ONLY RATE_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    return port_rate;
}

static bool check(const struct aic_network_in *in, const struct aic_params *counts,
                  struct aic_error *error)
{
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_checks.h"

#include NOTE_ROWS
    return true;
}

void aic_network_set_model(const struct aic_network_in *in, const struct aic_params *counts,
                           struct aic_network_out *out)
{
#include "engine/rows/code.inc"
#define ONLY MODEL_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

void aic_network_lay_out(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *computed = job->out;
    struct aic_network_out *out = job->out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include RESULT_ROWS

#include "engine/rows/as_loaded.h"
#define ONLY MODEL_PART
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY LAYOUT_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

static const struct aic_traffic nothing = { NAN, NAN, NAN, NAN };

struct aic_traffic aic_network_block(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    int operation = in->sequence_parallel ? AIC_ALL_GATHER : AIC_ALL_REDUCE;
    return in->tp > 1 ? aic_network_tensor(job, operation, job->out->exchange_bytes, in->tp)
                      : nothing;
}

/* Experts that are cut gather the copies of all tokens that were routed to them. */
struct aic_traffic aic_network_cut(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    return in->etp > 1 ? aic_network_tensor(job, AIC_ALL_GATHER,
                                            job->out->exchange_bytes * in->etp / in->tp *
                                                in->model.experts_per_token * in->expert_imbalance,
                                            in->etp)
                       : nothing;
}

static struct aic_traffic gather_keys(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *out = job->out;
    return known(out->cp_layers) && in->cp_method == all_gather
               ? aic_network_exchange(job, AIC_ALL_GATHER,
                                      in->micro_batch * in->seq * out->kv_heads_per_gpu *
                                          out->kv_width * out->activation_width,
                                      in->cp, out->cp_per_node)
               : nothing;
}

struct aic_network_collectives aic_network_collect(struct aic_network_job *job)
{
    return (struct aic_network_collectives){
        .gather = aic_network_gather(job),
        .sync = aic_network_sync(job),
        .block = aic_network_block(job),
        .cut = aic_network_cut(job),
        .cp_gather = gather_keys(job),
    };
}

void aic_network_price(const struct aic_network_in *in,
                       const struct aic_network_collectives *collectives,
                       struct aic_network_out *out)
{
    const struct aic_traffic gather = collectives->gather;
    const struct aic_traffic sync = collectives->sync;
    const struct aic_traffic block = collectives->block;
    const struct aic_traffic cut = collectives->cut;
    const struct aic_traffic cp_gather = collectives->cp_gather;
    const struct aic_network_out *computed = out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include RESULT_ROWS

#include "engine/rows/as_loaded.h"
#define ONLY (MODEL_PART | LAYOUT_PART)
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY (TRAFFIC_PART | STEP_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
}

static void solve(struct aic_network_job *job)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *computed = job->out;
    struct aic_network_out *out = job->out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS
#include RESULT_ROWS

#include "engine/rows/as_loaded.h"
#define ONLY (TRAFFIC_PART | STEP_PART)
#include RESULT_ROWS

#include "engine/rows/as_results.h"
#define ONLY SOLVED_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

static void warn(const struct aic_network_job *job, struct aic_notes *notes)
{
    const struct aic_network_in *in = job->in;
    const struct aic_network_out *computed = job->out;
#include "engine/rows/as_values.h"
#include INPUT_ROWS

#include "engine/rows/as_loaded.h"
#include RESULT_ROWS

#include "engine/rows/as_notes.h"
#include NOTE_ROWS
#include "engine/rows/none.h"
}

/* Collectives are timed between the rows that they need and those that need them. */
static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_network_in *in = input;
    struct aic_network_out *out = output;
    struct aic_params counts;
    struct aic_network_job job;
    if (!AIC_MODEL_CHECK(in, notes)) {
        return false;
    }
    aic_model_count(&in->model, &counts, notes);
    if (!check(in, &counts, &notes->error)) {
        return false;
    }
    aic_network_open(&job, in, out, aic_network_port_rate(in));
    aic_network_set_model(in, &counts, out);
    aic_network_lay_out(&job);
    const struct aic_network_collectives collectives = aic_network_collect(&job);
    aic_network_price(in, &collectives, out);
    solve(&job);
    if (!notes->quiet) {
        warn(&job, notes);
    }
    return true;
}

static const struct aic_assumption assumptions[] = {
    { "volumes",
      "what the schemes send: exact for them; embedding and loss exchanges (below 1 %) are left "
      "out. With sequence parallelism a layer has 6 all-gathers and 4 reduce-scatters, 25 % more "
      "than plain tensor parallelism",
      "ZeRO (arXiv 1910.02054), Megatron (2104.04473, 2205.05198), Ulysses (2309.14509), generated "
      "lists of aliyun/aicb, DeepEP, DeepSeek-V3 (2412.19437, 2505.09343)",
      NULL },
    { "collectives",
      "each collective takes what calculator collective says, with NCCL's choice (auto): an "
      "all-reduce over two nodes or more is a tree, reduce-scatter and all-gather are rings whose "
      "start-up grows with the ranks (PAT of NCCL 2.23, for one rank per node, is not modelled)",
      "calculator collective", "dp_time" },
    { "overlap",
      "data parallelism hides under its pass but for one layer; tensor, pipeline and expert "
      "traffic shows unless told. What a ring of context parallelism hides is taken from the "
      "window of "
      "data parallelism, so a faster GPU never makes a step longer",
      "how frameworks schedule it", "exposed_time" },
    { "step-alone",
      "step_time is compute and what shows of the traffic; the pipeline bubble, kernels that "
      "hidden "
      "traffic slows and the optimizer's step are in step_time of calculator layout, which a plan "
      "asks too",
      "calculator layout", "step_time" },
    { "cp-window",
      "a ring of keys and values hides under the attention core at compute_efficiency; the core "
      "alone is slower than that, so its window is 1.5 to 2 times as long and cp_exposed_time an "
      "upper bound",
      "NeMo 24.03, one million tokens on H100: the core runs at 27 % of the peak", "cp_window" },
    { "racks",
      "domains above 8 GPUs reduce inside a domain first, then across, where that is faster: 512 "
      "GPUs of "
      "NVL72 racks start in 0.32 ms a call instead of 1.7 ms. None of 46 measured steps on 128 to "
      "512 "
      "GB200 and GB300 moves by more than 1.3 % by it; it decides for small models on many racks",
      "Megatron-Core, distributed optimizer with several instances; hybrid sharding (recalled)",
      "dp_time" },
    { "latency", "steps cost NCCL's tuning constants; data parallelism makes one call per layer",
      "NVIDIA/nccl, src/graph/tuning.cc at 5067397", "dp_latency_time" },
    { "expert-time", "against DeepEP on H100 and H200: +15 % on 8 GPUs, -27 % on 16, +5 % on 32",
      "DeepEP", "ep_pass_time" },
    { "stragglers",
      "ranks differ independently and normally, with one barrier a step: a deviation of 2 % costs "
      "6.5 % on 1,024 ranks and 7.9 % on 16,384. Jobs in production often lose more, by uneven "
      "stages and sequences",
      "Blom 1958; ByteDance (arXiv 2505.05713, recalled): 42.5 % of its jobs are at least 10 % "
      "slower, few of them by bad hardware",
      "straggler_factor" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc network --model llama-3.1-70b --node dgx-h100 --gpus 256 --tp 8 --zero 1 "
    "--grad-dtype fp32 --seq 8192 --global-batch 512",
    "aicalc network --model llama-3.1-8b --node p4d.24xlarge --gpus 64 --zero 3 "
    "--sweep micro_batch=1,2,4,8",
    "aicalc network --model deepseek-v3 --gpu h800-sxm --fabric ib-ndr --gpus 2048 --pp 16 --ep 64 "
    "--routed-nodes 4 --dispatch-dtype fp8 --global-batch 15360",
    "aicalc network --model llama-3.1-405b --node dgx-h100 --gpus 16384 --tp 8 --pp 16 --zero 1 "
    "--seq 8192 --global-batch 2048 --solve nic_bw=min --budget 'exposed_fraction <= 20%'",
    NULL,
};

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "mfu", "compute_efficiency", NULL },
    { "params_per_gpu", "mean_params_per_gpu", NULL },
    { NULL, NULL, NULL },
};

/* What may be changed so that a verdict holds, nearest values first. */
static const struct aic_lever levers[] = {
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "micro_batch", "*2 *4" },
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "global_batch", "*2 *4" },
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "zero", "1 0" },
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "grad_dtype", "bf16" },
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "pp", "*2 *4" },
    { "nic_sufficient", AIC_GOAL_FLAG, NULL, "nic_bw", "*2 *4" },
    { .verdict = NULL },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "tp-straddles-nodes", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_model, INDEX_node, INDEX_gpus,        INDEX_tp,           INDEX_pp,
    INDEX_ep,    INDEX_zero, INDEX_micro_batch, INDEX_global_batch, INDEX_seq,
};

/* What a person has to give. */
static const struct aic_demand demands[] = {
    { "model params layers", "--model llama-3.1-70b" },
    { "gpus", "--gpus 64" },
    { NULL, NULL },
};

/* What a step lacks here and has in a layout. */
static const struct aic_content contents[] = {
    { "step_time", AIC_LACKS, "pipeline bubble, optimizer (layout has them)", NULL, NULL },
    { "step_time", AIC_LACKS, "memory: whether these degrees fit (layout tells)", NULL, NULL },
    { "step_time", AIC_PERIOD, "step", NULL, NULL },
    { NULL, AIC_CONTAINS, NULL, NULL, NULL },
};

const struct aic_calculator aic_network = {
    .name = "network",
    .help = "traffic of parallel training on both links, what of it shows, and the port it needs",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .old_names = old_names,
    .levers = levers,
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .named = "model node gpu",
    .demands = demands,
    .contents = contents,
};
