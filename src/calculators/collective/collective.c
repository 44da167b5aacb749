/* SPDX-License-Identifier: Apache-2.0 */
/* collective: time and bus bandwidth of one collective, their range, and a measurement's place. */
#include "calculators/collective/collective.h"

#include <aicalc/text.h>

#include "calculators/shared/collective_errors.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"

#define CALCULATOR collective
#define IN         struct aic_collective_in
#define OUT        struct aic_collective_out

/* In the order of their enums. */
static const char *const operations[] = {
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast",
    "reduce",     "gather",     "scatter",        "send_recv",  NULL,
};
enum {
    all_reduce = AIC_ALL_REDUCE,
    all_gather = AIC_ALL_GATHER,
    reduce_scatter = AIC_REDUCE_SCATTER,
    all_to_all = AIC_ALL_TO_ALL,
    broadcast = AIC_BROADCAST,
    reduce = AIC_REDUCE,
    gather = AIC_GATHER,
    scatter = AIC_SCATTER,
    send_recv = AIC_SEND_RECV
};
static const char *const algorithms[] = { "auto",         "ring",  "tree",     "nvls",
                                          "hierarchical", "sharp", "pairwise", NULL };
enum {
    automatic = AIC_ALGORITHM_AUTO,
    ring = AIC_ALGORITHM_RING,
    tree = AIC_ALGORITHM_TREE,
    nvls = AIC_ALGORITHM_NVLS,
    hierarchical = AIC_ALGORITHM_HIERARCHICAL,
    sharp = AIC_ALGORITHM_SHARP,
    pairwise = AIC_ALGORITHM_PAIRWISE
};
static const char *const protocols[] = { "rdma", "tcp", NULL };
enum { tcp = AIC_PROTOCOL_TCP };
static const char *const bottlenecks[] = { "latency", "nvlink", "nic", NULL };
enum { latency = AIC_LIMIT_LATENCY, nvlink = AIC_LIMIT_NVLINK, nic = AIC_LIMIT_NIC };
static const char *const statuses[] = { "below", "within", "above", NULL };
enum { below = AIC_STATUS_BELOW, within = AIC_STATUS_WITHIN, above = AIC_STATUS_ABOVE };

#define is_given_link(name) AIC_GIVEN(in, links.name)

static bool is_pairwise(int operation)
{
    return operation == all_to_all || operation == gather || operation == scatter ||
           operation == send_recv;
}

bool aic_algorithm_exists(int operation, int algorithm, double nodes)
{
    switch ((enum aic_algorithm)algorithm) {
    case automatic:
        return true;
    case ring:
        return !is_pairwise(operation);
    case pairwise:
        return is_pairwise(operation);
    case nvls:
        return operation == all_reduce && nodes == 1;
    case tree:
    case sharp:
        return operation == all_reduce && nodes > 1;
    case hierarchical:
        break;
    }
    return (operation == all_reduce || operation == all_gather || operation == reduce_scatter) &&
           nodes > 1;
}

/* Names of those that exist: "auto, ring, hierarchical". */
struct names {
    char text[128];
};
static struct names algorithms_of(int operation, double nodes)
{
    struct names names = { "" };
    struct aic_text text;
    aic_text_init(&text, names.text, sizeof names.text);
    for (int i = 0; algorithms[i]; i++) {
        if (aic_algorithm_exists(operation, i, nodes)) {
            aic_text_format(&text, "%s%s", text.length > 0 ? ", " : "", algorithms[i]);
        }
    }
    return names;
}

static void evaluate(const struct aic_collective_in *in, int algorithm_used,
                     struct aic_collective_out *out)
{
    out->algorithm_used = algorithm_used;
#include "engine/rows/code.inc"
#define ONLY TIME_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
}

/* The other algorithm that auto has for an all_reduce; auto itself: none. */
static int rival_of(const struct aic_collective_in *in, double nodes)
{
    if (in->algorithm != automatic || in->operation != all_reduce) {
        return automatic;
    }
    if (nodes > 1) {
        return tree;
    }
    return aic_is_set(in->links.nvls_bw) && in->ranks >= in->links.nvls_min_ranks ? nvls
                                                                                  : automatic;
}

bool aic_collective_run(const struct aic_collective_in *in, struct aic_collective_out *out)
{
    evaluate(in,
             in->algorithm != automatic   ? in->algorithm
             : is_pairwise(in->operation) ? pairwise
                                          : ring,
             out);
    if ((in->ranks_per_node > 1 && !aic_is_set(out->bus_rate)) ||
        (out->nodes > 1 && !aic_is_set(out->port_rate))) {
        out->latency_time = out->time = NAN;
        return false;
    }
    int rival = rival_of(in, out->nodes);
    if (rival != automatic) {
        struct aic_collective_out other;
        evaluate(in, rival, &other);
        if (other.time < out->time) {
            *out = other;
        }
    }
    return true;
}

/* The algorithm of the least time; unset where a rate is missing. */
static int fastest(const struct aic_collective_in *in)
{
    struct aic_collective_out out;
    return aic_collective_run(in, &out) ? out.algorithm_used : UNSET_CHOICE;
}

/* Time by one algorithm, trees with an efficiency of their own. */
static double time_by(const struct aic_collective_in *in, int algorithm, double tree_efficiency)
{
    struct aic_collective_in other = *in;
    struct aic_collective_out out;
    other.algorithm = algorithm;
    other.links.tree_efficiency = tree_efficiency;
    return aic_collective_run(&other, &out) ? out.time : (double)NAN;
}

static double time_with_even_ports(const struct aic_collective_in *in)
{
    struct aic_collective_in other = *in;
    struct aic_collective_out out;
    other.slowest_nic_bw = NAN;
    return aic_collective_run(&other, &out) ? out.time : (double)NAN;
}

static bool over_two_nodes(const struct aic_collective_in *in)
{
    return in->operation == all_reduce && in->ranks == 2 * in->ranks_per_node;
}

/*
 * Half of the ceiling is reached where start-up takes as long as the bytes count beyond their
 * own time: S = L/u + s0 (1 - e^(-S/s0)), with start = L/u. The right side grows ever slower, so
 * bisection finds the one root above 0.
 */
static double half_bandwidth(double start, double ramp)
{
    if (start == 0 || ramp == 0 || isnan(start)) {
        return start;
    }
    double low = 0;
    double high = start + ramp;
    double middle = high / 2;
    while (middle > low && middle < high) {
        if (start - ramp * expm1(-middle / ramp) > middle) {
            low = middle;
        } else {
            high = middle;
        }
        middle = (low + high) / 2;
    }
    return middle;
}

#include "engine/rows/calculator.inc"

static const struct aic_assumption assumptions[] = {
    { "bus-factors", "busbw is algbw times a factor that makes it comparable with a link's rate",
      "NVIDIA/nccl-tests, src and doc/PERFORMANCE.md at a0b82b2", NULL },
    { "ramp-model",
      "start-up + f/B (S + s0 (1 - e^(-S/s0))), fitted to NCCL 2.27-2.29. Mean and 90th percentile "
      "error of the catalog's fits: from 64 MiB 1-3 % and 1-9 %, from 1 MiB 5-15 % and 9-31 %, "
      "below 3-21 % and 5-37 %; 98-100 % of the points lie between time_low and time_high. On an "
      "independent machine 1-6 % from 256 MiB up, but B200 from 8 GiB up is 12 % above its own "
      "plateau",
      "ai-dynamo/aiconfigurator at 095f58a; stas00/ml-engineering at 744d01e", "time" },
    { "group-size",
      "B(n) = limit (1 - loss/n) meets the 2, 4 and 8 GPUs that were measured within 3 %, and 4 to "
      "8 of H200 within 4 %",
      "ai-dynamo/aiconfigurator at 095f58a; stas00/ml-engineering at 744d01e", "bus_rate" },
    { "nvls",
      "a GPU sends S (1 + 1/n) to a reduction in the switch; 308 GB/s gives 411, 441, 463 and 480 "
      "GB/s of busbw for 5 to 8 H200 (measured 414, 436, 460 and 473 to 480)",
      "stas00/ml-engineering at 744d01e", "switch_load" },
    { "ring-steps",
      "steps cost what NCCL's Simple protocol counts: 2 to 128 nodes come out within 28 % (mean 13 "
      "%) from 16 MiB and within 13 % (mean 4 %) from 1 GiB up; small messages use LL and may be "
      "several times quicker",
      "NVIDIA/nccl, src/graph/tuning.cc at 5067397; table of SimAI", "nic_steps" },
    { "nic-share",
      "0.95 of the port lies between 0.92 (EFA v3: 369 of 400 GB/s per node) and 0.96 (HDR: 48 of "
      "50)",
      "stas00/ml-engineering at 744d01e; NCCL reports", "port_rate" },
    { "tree",
      "a tree reaches 0.85 of a ring: 310 of 365 GB/s on four nodes; NCCL's own constant is 0.92, "
      "one report gives 0.79",
      "stas00/ml-engineering at 744d01e; NVIDIA/nccl issue 1368",
      "by_tree by_two_roots by_tree_in_switch" },
    { "two-node-tree",
      "of two nodes each is the root of one of NCCL's two trees and sends half of the message in "
      "each; a ramp of twice network_ramp_size, a pipeline up and one down, is assumed. 18 points "
      "of "
      "2 x p5, 2 x p4de and 2 x A100 with 8 HDR ports: -6 to +12 % from 1 GiB, -13 to +10 % at 256 "
      "MiB, -6 and +18 % at 64 MiB; below NCCL may choose otherwise (-18 to +33 %, once +89 %). "
      "The "
      "ramp was chosen with these points in view",
      "NVIDIA/nccl issue 949, nccl-tests issue 100, and published logs of these systems",
      "two_node_tree_time by_two_roots by_tree_in_switch" },
    { "nvls-domain",
      "the switch reduces a slice of every rank, so its ramp grows with the ranks beyond 8: 72 "
      "GB200 "
      "come out +10, +7, +3 and +8 % at 0.5, 1, 4 and 8 GiB. One system was compared; over 20 "
      "racks "
      "it ran at half of what is computed for no known cause, so time_high is wider there",
      "CoreWeave, published runs on GB200 NVL72", "switch_ramp" },
    { "efa-hop",
      "a step over EFA takes 28 us, twice the protocol's 14, chosen on the points it is compared "
      "with: two p5 nodes +3 and +20 % at 1 MiB and 64 KiB, four B200 nodes -3 to +20 % from 16 to "
      "256 MiB; no latency of EFA is published. TCP takes at least 75 us",
      "stas00/ml-engineering at 744d01e; published logs of p5", "nic_step_time" },
    { "quiet-fabric",
      "no other traffic, no oversubscription, all members equally fast but for slowest_nic_bw",
      "what the measurements were taken under", "time" },
    { NULL, NULL, NULL, NULL },
};

static const char *const examples[] = {
    "aicalc collective --gpu h100-sxm --ranks 8 --size 1GiB",
    "aicalc collective --node dgx-h100 --ranks 64 --size 8GiB --measured-busbw 231GB/s",
    "aicalc collective --node p5en.48xlarge --fabric efa-v3-200g --ranks 32 --size 4GiB "
    "--sweep algorithm=ring,tree,hierarchical",
    "aicalc collective --operation all_to_all --node dgx-h100 --ranks 64 --size 256MiB "
    "--budget 'time <= 10ms'",
    NULL,
};

/* Names of earlier versions. */
static const struct aic_old_name old_names[] = {
    { "two_node_latency", NULL,
      "time_low and time_high are of a tree and of a ring over two nodes" },
    { "two_node_inside", NULL,
      "time_low and time_high are of a tree and of a ring over two nodes" },
    { NULL, NULL, NULL },
};

#define BY_A_RATE "nic_efficiency, bus_bw, bus_bw_limit, nvlink_efficiency, nvls_bw"
/* The inputs that a measurement of a result tells. */
static const struct aic_cause causes[] = {
    { SLOT_OF(time), BY_A_RATE },
    { SLOT_OF(busbw), BY_A_RATE },
    { SLOT_OF(algbw), BY_A_RATE },
    { SLOT_OF(latency_time), "network_latency, latency_base, call_overhead" },
};

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "half-of-expected", NULL };

/* The inputs that -h shows. */
static const unsigned short asks[] = {
    INDEX_operation, INDEX_size,   INDEX_node,      INDEX_ranks,    INDEX_ranks_per_node,
    INDEX_algorithm, INDEX_nic_bw, INDEX_nvlink_bw, INDEX_protocol, INDEX_measured_busbw,
};

const struct aic_calculator aic_collective = {
    .name = "collective",
    .help = "time and bus bandwidth of one collective, and whether a measured one is right",
    AIC_CALCULATOR_ROWS,
    .assumptions = assumptions,
    .examples = examples,
    .old_names = old_names,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .first_warnings = first_warnings,
    .asks = asks,
    .asks_count = LENGTH_OF(asks),
    .named = "node gpu",
};
