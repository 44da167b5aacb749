/* SPDX-License-Identifier: Apache-2.0 */
/*
 * collective: the answer from top to bottom. The time itself is in
 * collective_time.c; here are the range around it, the size that is worth
 * sending, and the conversion of a measurement.
 */
#include "calculators/collective/collective.h"

#include <math.h>

#define MIB 1048576.0

/* Start-up inside a node where nothing was measured, s: the means of the catalog's fits. */
static double latency_per_rank(int operation)
{
    switch (operation) {
    case AIC_ALL_REDUCE:
        return 1.5e-6;
    case AIC_ALL_TO_ALL:
        return 0.3e-6;
    case AIC_SEND_RECV:
        return 0;
    default:
        return 0.9e-6;
    }
}

static void settle(void *input)
{
    struct aic_collective_in *in = input;
    aic_settle_number(in, &in->ranks, in->operation == AIC_SEND_RECV ? 2 : in->gpus_per_node);
    aic_settle_number(in, &in->ranks_per_node, fmin(in->ranks, in->gpus_per_node));
    aic_settle_number(in, &in->latency_per_rank, latency_per_rank(in->operation));
}

static struct aic_paths paths_of(const struct aic_collective_in *in)
{
    double bus = aic_or(in->bus_bw, aic_bus_rate(&in->links, in->bus_bw_limit, in->small_group_loss,
                                                 in->ranks_per_node));
    return (struct aic_paths){
        .links = &in->links,
        .bus = bus,
        .nic = aic_port_rate(&in->links, 1),
        .call_overhead = in->call_overhead,
        .latency_base = in->latency_base,
        .latency_per_rank = in->latency_per_rank,
        .ramp_size = in->ramp_size,
    };
}

/* What a route lays on the links, for the formulas; `known` paths only. */
static void fill_route(const struct aic_paths *paths, const struct aic_message *message,
                       const struct aic_route *route, struct aic_collective_out *out)
{
    aic_flag *const flags[] = {
        [AIC_ROUTE_LOCAL] = &out->by_local,       [AIC_ROUTE_SWITCH] = &out->by_switch,
        [AIC_ROUTE_RING] = &out->by_ring,         [AIC_ROUTE_TREE] = &out->by_tree,
        [AIC_ROUTE_SHARP] = &out->by_sharp,       [AIC_ROUTE_HIERARCHICAL] = &out->by_hierarchical,
        [AIC_ROUTE_EXCHANGE] = &out->by_exchange, [AIC_ROUTE_TRANSFER] = &out->by_transfer,
    };
    *flags[route->kind] = 1;
    out->start_base = route->start_base;
    if (route->rank_steps > 0) {
        out->rank_steps = route->rank_steps;
    }
    if (message->per_node > 1) {
        out->bus_rate = paths->bus;
    }
    if (message->nodes > 1) {
        out->port_rate = paths->nic;
        out->nvlink_steps = route->nvlink_steps;
        out->nic_steps = route->nic_steps;
    }
    if (route->kind == AIC_ROUTE_SWITCH || route->kind == AIC_ROUTE_SHARP) {
        out->switch_load = route->nvlink_load;
    }
    out->nvlink_load = route->nvlink_load;
    out->nic_load = route->nic_load;
    if (route->nvlink_load > 0) {
        out->nvlink_rate = route->nvlink_rate;
    }
    out->ramp_used = route->ramp;
    out->nvlink_sent = route->nvlink_sent;
    out->nic_sent = route->nic_sent;
    out->nvlink_bytes = route->nvlink_sent * message->size;
    out->nic_bytes = route->nic_sent * message->size;
}

static int find_bottleneck(const struct aic_collective_out *out)
{
    return out->latency_time > out->bandwidth_time       ? AIC_LIMIT_LATENCY
           : out->nvlink_byte_time >= out->nic_byte_time ? AIC_LIMIT_NVLINK
                                                         : AIC_LIMIT_NIC;
}

/*
 * Half of the ceiling is reached where start-up takes as long as the bytes count beyond their
 * own time: S = L/u + s0 (1 - e^(-S/s0)). The right side grows ever slower, so bisection finds
 * the one root above 0.
 */
static double half_bandwidth_size(double latency, double byte_time, double ramp)
{
    double start = latency / byte_time;
    if (start == 0 || ramp == 0) {
        return start;
    }
    double low = 0;
    double high = start + ramp;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (start - ramp * expm1(-middle / ramp) > middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2;
}

static void fill_times(const struct aic_message *message, const struct aic_transit *transit,
                       struct aic_collective_out *out)
{
    double byte_time = fmax(transit->nvlink_byte_time, transit->nic_byte_time);
    out->nvlink_byte_time = transit->nvlink_byte_time;
    out->nic_byte_time = transit->nic_byte_time;
    out->ramped_size = transit->ramped_size;
    out->latency_time = transit->latency;
    out->bandwidth_time = byte_time * transit->ramped_size;
    out->time = transit->time;
    out->bottleneck = find_bottleneck(out);
    out->algbw = message->size / out->time;
    out->busbw = out->bus_factor * message->size / out->time;
    out->busbw_ceiling = out->bus_factor / byte_time;
    out->busbw_efficiency = out->busbw / out->busbw_ceiling;
    out->half_bandwidth_size = half_bandwidth_size(transit->latency, byte_time, out->ramp_used);
    if (message->nodes > 1) {
        out->nic_rate = out->nic_bytes / out->time;
    }
}

/* Error bands by size, from the largest down: those of the comparisons, see `ramp-model`. */
struct band {
    double from; /* B */
    double fast, slow;
};

static const struct band one_node_bands[] = {
    { 256 * MIB, 0.10, 0.10 }, { 16 * MIB, 0.15, 0.40 }, { MIB, 0.35, 1.0 }, { 0, 0.60, 1.5 }
};
static const struct band network_bands[] = { { 1024 * MIB, 0.12, 0.12 },
                                             { 64 * MIB, 0.35, 0.35 },
                                             { 0, 0.70, 2.0 } };

static void fill_errors(const struct aic_collective_in *in, struct aic_collective_out *out)
{
    const struct band *band = out->nodes > 1 ? network_bands : one_node_bands;
    while (in->size < band->from) {
        band++;
    }
    double wider = 0;
    if (out->nodes > aic_measured_nodes) {
        wider += 0.1 * log2(out->nodes / aic_measured_nodes);
    }
    out->unmeasured =
        in->ranks_per_node > 1 && !aic_is_set(in->bus_bw) && !aic_is_set(in->bus_bw_limit);
    if (out->unmeasured == 1) {
        wider += 0.15;
    }
    out->error_fast = band->fast + wider;
    out->error_slow = band->slow + wider;
}

/* On two nodes the trees are chains, and a good one sends every byte once. */
static double two_node_time(const struct aic_paths *paths, const struct aic_message *message,
                            struct aic_collective_out *out)
{
    struct aic_route tree;
    struct aic_transit transit;
    aic_route_of(paths, message, AIC_ALGORITHM_TREE, &tree);
    aic_route_time(paths, message, &tree, &transit);
    double r = message->per_node;
    double inside = 0;
    if (r > 1) {
        /* fmin() passes over the rate of a switch that is not known */
        inside = fmin(out->ring_factor / paths->bus, (1 + 1 / r) / paths->links->nvls_bw);
    }
    out->two_node_latency = transit.latency;
    out->two_node_inside = inside;
    return transit.latency + fmax(inside, 1 / (r * paths->nic)) * transit.ramped_size;
}

static void fill_range(const struct aic_collective_in *in, const struct aic_paths *paths,
                       const struct aic_message *message, struct aic_collective_out *out)
{
    bool tree = in->algorithm == AIC_ALGORITHM_AUTO || in->algorithm == AIC_ALGORITHM_TREE;
    fill_errors(in, out);
    out->shortest_time = out->time;
    if (in->operation == AIC_ALL_REDUCE && out->nodes == 2 && tree) {
        out->shortest_time = fmin(out->time, two_node_time(paths, message, out));
    }
    out->longest_time = out->time;
    if (out->by_hierarchical == 1) {
        out->longest_time =
            out->latency_time + (out->nvlink_byte_time + out->nic_byte_time) * out->ramped_size;
    }
    out->time_low = out->shortest_time / (1 + out->error_fast);
    out->time_high = out->longest_time * (1 + out->error_slow);
    out->busbw_low = out->bus_factor * in->size / out->time_high;
    out->busbw_high = out->bus_factor * in->size / out->time_low;
}

static void fill_measurement(const struct aic_collective_in *in, struct aic_collective_out *out)
{
    double converted = aic_is_set(in->measured_algbw)
                           ? in->size / in->measured_algbw
                           : out->ring_factor * in->size / in->measured_busbw;
    out->actual_time = aic_or(in->measured_time, converted);
    out->actual_algbw = aic_or(in->measured_algbw, in->size / out->actual_time);
    out->actual_busbw = aic_or(in->measured_busbw, out->ring_factor * out->actual_algbw);
    out->actual_over_expected = out->actual_busbw / out->busbw;
    if (out->nodes > 1) {
        out->actual_nic_rate = out->nic_bytes / out->actual_time;
    }
    if (aic_is_set(out->actual_over_expected)) {
        out->actual_status = out->actual_busbw < out->busbw_low    ? AIC_STATUS_BELOW
                             : out->actual_busbw > out->busbw_high ? AIC_STATUS_ABOVE
                                                                   : AIC_STATUS_WITHIN;
    }
}

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const struct aic_collective_in *in = input;
    struct aic_collective_out *out = output;
    if (!aic_collective_check(in, &notes->error)) {
        return false;
    }
    out->nodes = in->ranks / in->ranks_per_node;
    out->phases = aic_phases(in->operation);
    out->moves_whole = aic_moves_whole(in->operation);
    out->ring_factor = aic_bus_factor(in->operation, in->ranks);
    out->bus_factor = out->ring_factor;

    const struct aic_paths paths = paths_of(in);
    const struct aic_message message = { in->operation, in->size, in->ranks, in->ranks_per_node,
                                         out->nodes };
    struct aic_route route;
    struct aic_transit transit;
    if (aic_collective_run(&paths, &message, in->algorithm, &route, &transit)) {
        out->algorithm_used = route.algorithm;
        fill_route(&paths, &message, &route, out);
        fill_times(&message, &transit, out);
        fill_range(in, &paths, &message, out);
    }
    if (aic_collective_is_measured(in)) {
        fill_measurement(in, out);
    }
    aic_collective_warn(in, out, notes);
    return true;
}

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
      "stas00/ml-engineering at 744d01e; NVIDIA/nccl issue 1368", "by_tree" },
    { "quiet-fabric", "no other traffic, no oversubscription, all members equally fast",
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

const struct aic_calculator aic_collective = {
    .name = "collective",
    .help = "time and bus bandwidth of one collective, and whether a measured one is right",
    .in_size = sizeof(struct aic_collective_in),
    .out_size = sizeof(struct aic_collective_out),
    .inputs = { aic_collective_input_groups, AIC_COLLECTIVE_INPUT_GROUPS },
    .results = { aic_collective_result_groups, AIC_COLLECTIVE_RESULT_GROUPS },
    .rules = aic_collective_rules,
    .rule_count = AIC_COLLECTIVE_RULES,
    .assumptions = assumptions,
    .examples = examples,
    .settle = settle,
    .compute = compute,
};
