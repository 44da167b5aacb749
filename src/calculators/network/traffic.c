/* SPDX-License-Identifier: Apache-2.0 */
/* network: groups of ranks, and the traffic of one collective or of messages between pairs. */
#include "calculators/network/network.h"

#include <math.h>

#include "calculators/shared/rounding.h"

/* Start-up of a message inside a node where latency_base is not given, s. */
static const double usual_start = 8e-6;

void aic_network_open(struct aic_step *step)
{
    const struct aic_network_in *in = step->in;
    const struct aic_links *links = &in->links;
    step->nvlink = links->nvlink_bw * links->nvlink_efficiency;
    step->nic = aic_port_rate(links, fmax(1, in->oversubscription));
    step->start_near = aic_or(in->latency_base, usual_start);
    step->start_far = links->network_latency + links->nic_hop;
    step->widest_span = 0;
}

double aic_network_width(int dtype)
{
    static const double widths[] = {
        [AIC_NETWORK_BF16] = 2,
        [AIC_NETWORK_FP16] = 2,
        [AIC_NETWORK_FP32] = 4,
        [AIC_NETWORK_FP8] = 1,
    };
    return widths[dtype];
}

double aic_network_per_node(const struct aic_network_in *in, double ranks, double stride)
{
    return fmin(fmax(floor(in->gpus_per_node / stride), 1), ranks);
}

/*
 * A value for every operation counts before that of one operation, unless the
 * user chose the latter by stronger means (a flag over a file).
 */
#define PICK(in, general, own)                                                                     \
    (aic_is_set((in)->general) &&                                                                  \
             !(AIC_GIVEN(in, own) && AIC_ORIGIN(in, own) > AIC_ORIGIN(in, general))                \
         ? (in)->general                                                                           \
         : (in)->own)

/* What the ranks of an operation meet; `limit` and `loss` make up the bus bandwidth. */
struct fit {
    double limit, loss;
    double latency_base, latency_per_rank, ramp_size;
};

#define FIT(in, operation)                                                                         \
    (struct fit)                                                                                   \
    {                                                                                              \
        PICK(in, bus_bw_limit, operation##_bus_bw_limit),                                          \
            PICK(in, small_group_loss, operation##_small_group_loss),                              \
            PICK(in, latency_base, operation##_latency_base),                                      \
            PICK(in, latency_per_rank, operation##_latency_per_rank),                              \
            PICK(in, ramp_size, operation##_ramp_size)                                             \
    }

static struct fit fit_of(const struct aic_network_in *in, int operation)
{
    switch ((enum aic_operation)operation) {
    case AIC_ALL_GATHER:
        return FIT(in, all_gather);
    case AIC_REDUCE_SCATTER:
        return FIT(in, reduce_scatter);
    default:
        return FIT(in, all_reduce);
    }
}

static struct aic_paths paths_of(const struct aic_step *step, const struct fit *fit,
                                 double per_node)
{
    const struct aic_links *links = &step->in->links;
    return (struct aic_paths){
        .links = links,
        .bus = aic_is_set(links->nvlink_bw) ? aic_bus_rate(links, fit->limit, fit->loss, per_node)
                                            : (double)NAN,
        .nic = step->nic,
        .call_overhead = 0,
        .latency_base = fit->latency_base,
        .latency_per_rank = fit->latency_per_rank,
        .ramp_size = fit->ramp_size,
    };
}

/* The rates that a timed collective rests on, for the formulas. */
static void note_rates(struct aic_step *step, const struct aic_message *message,
                       const struct aic_route *route, const struct fit *fit)
{
    const struct aic_links *links = &step->in->links;
    struct aic_network_out *out = step->out;
    step->widest_span = fmax(step->widest_span, message->nodes);
    if (message->per_node == 1) {
        return;
    }
    if (route->nvlink_rate == links->nvls_bw) {
        out->switch_rate = links->nvls_bw;
    }
    double rate = aic_or(fit->limit, step->nvlink);
    switch ((enum aic_operation)message->operation) {
    case AIC_ALL_GATHER:
        out->all_gather_rate = rate;
        break;
    case AIC_REDUCE_SCATTER:
        out->reduce_scatter_rate = rate;
        break;
    default:
        out->all_reduce_rate = rate;
        break;
    }
}

struct aic_traffic aic_network_collective(struct aic_step *step, struct aic_exchange exchange)
{
    if (!(exchange.ranks > 1 && exchange.bytes > 0)) {
        return (struct aic_traffic){ 0, 0, 0, 0 };
    }
    const struct aic_message message = {
        .operation = exchange.operation,
        .size = exchange.bytes / exchange.calls,
        .ranks = exchange.ranks,
        .per_node = exchange.per_node,
        .nodes = aic_ceil_div(exchange.ranks, exchange.per_node),
    };
    int algorithm = step->in->algorithm;
    if (!aic_algorithm_exists(message.operation, algorithm, message.nodes)) {
        algorithm = AIC_ALGORITHM_AUTO;
    }
    const struct fit fit = fit_of(step->in, message.operation);
    const struct aic_paths paths = paths_of(step, &fit, message.per_node);
    struct aic_route route;
    struct aic_transit transit;
    if (aic_collective_run(&paths, &message, algorithm, &route, &transit)) {
        note_rates(step, &message, &route, &fit);
    }
    return (struct aic_traffic){
        .nvlink = exchange.bytes * route.nvlink_sent,
        .nic = exchange.bytes * route.nic_sent,
        .latency = exchange.calls * transit.latency,
        .seconds = exchange.calls * transit.time,
    };
}

struct aic_traffic aic_network_transfer(const struct aic_step *step, double nvlink, double nic,
                                        double latency)
{
    double inside = nvlink > 0 ? nvlink / step->nvlink : 0;
    double across = nic > 0 ? nic / step->nic : 0;
    bool known = aic_is_set(inside) && aic_is_set(across);
    return (struct aic_traffic){
        .nvlink = nvlink,
        .nic = nic,
        .latency = latency,
        .seconds = known ? fmax(inside, across) + latency : (double)NAN,
    };
}

struct aic_traffic aic_network_sum(struct aic_traffic a, struct aic_traffic b)
{
    return (struct aic_traffic){ a.nvlink + b.nvlink, a.nic + b.nic, a.latency + b.latency,
                                 a.seconds + b.seconds };
}

struct aic_traffic aic_network_times(struct aic_traffic traffic, double count)
{
    if (count == 0) {
        return (struct aic_traffic){ 0, 0, 0, 0 }; /* also where its time is not known */
    }
    return (struct aic_traffic){ count * traffic.nvlink, count * traffic.nic,
                                 count * traffic.latency, count * traffic.seconds };
}

double aic_network_start(struct aic_step *step, bool crosses)
{
    if (crosses) {
        step->out->far_start = step->start_far;
        return step->start_far;
    }
    step->out->near_start = step->start_near;
    return step->start_near;
}
