/* SPDX-License-Identifier: Apache-2.0 */
#include "calculators/collective/collective_time.h"

#include <math.h>
#include <stddef.h>

const char *const aic_operations[] = {
    [AIC_ALL_REDUCE] = "all_reduce",
    [AIC_ALL_GATHER] = "all_gather",
    [AIC_REDUCE_SCATTER] = "reduce_scatter",
    [AIC_ALL_TO_ALL] = "all_to_all",
    [AIC_BROADCAST] = "broadcast",
    [AIC_REDUCE] = "reduce",
    [AIC_GATHER] = "gather",
    [AIC_SCATTER] = "scatter",
    [AIC_SEND_RECV] = "send_recv",
    NULL,
};
const char *const aic_algorithms[] = {
    [AIC_ALGORITHM_AUTO] = "auto",
    [AIC_ALGORITHM_RING] = "ring",
    [AIC_ALGORITHM_TREE] = "tree",
    [AIC_ALGORITHM_NVLS] = "nvls",
    [AIC_ALGORITHM_HIERARCHICAL] = "hierarchical",
    [AIC_ALGORITHM_SHARP] = "sharp",
    [AIC_ALGORITHM_PAIRWISE] = "pairwise",
    NULL,
};

double aic_phases(int operation)
{
    return operation == AIC_ALL_REDUCE ? 2 : 1;
}

bool aic_moves_whole(int operation)
{
    return operation == AIC_BROADCAST || operation == AIC_REDUCE || operation == AIC_SEND_RECV;
}

/* NVIDIA/nccl-tests, doc/PERFORMANCE.md at a0b82b2. */
double aic_bus_factor(int operation, double ranks)
{
    return aic_moves_whole(operation) ? 1 : aic_phases(operation) * (ranks - 1) / ranks;
}

double aic_mesh_share(const struct aic_links *links, double per_node)
{
    double share = (per_node - 1) * links->peer_bw / links->nvlink_bw;
    return share < 1 ? share : 1; /* also where one of the two is unset */
}

double aic_bus_rate(const struct aic_links *links, double limit, double small_group_loss,
                    double per_node)
{
    double large = aic_or(limit, links->nvlink_efficiency * links->nvlink_bw);
    return large * (1 - small_group_loss / per_node) * aic_mesh_share(links, per_node);
}

double aic_port_rate(const struct aic_links *links, double oversubscription)
{
    double direct = links->nic_bw * links->nic_efficiency;
    if (!aic_is_set(links->staging_bw) && oversubscription == 1) {
        return direct;
    }
    /* host memory is passed twice, one copy after the other and neither while sending */
    return 1 / (oversubscription / direct + aic_or(2 / links->staging_bw, 0));
}

static bool is_pairwise(int operation)
{
    return operation == AIC_ALL_TO_ALL || operation == AIC_GATHER || operation == AIC_SCATTER ||
           operation == AIC_SEND_RECV;
}

bool aic_algorithm_exists(int operation, int algorithm, double nodes)
{
    switch ((enum aic_algorithm)algorithm) {
    case AIC_ALGORITHM_AUTO:
        return true;
    case AIC_ALGORITHM_RING:
        return !is_pairwise(operation);
    case AIC_ALGORITHM_PAIRWISE:
        return is_pairwise(operation);
    case AIC_ALGORITHM_NVLS:
        return operation == AIC_ALL_REDUCE && nodes == 1;
    case AIC_ALGORITHM_TREE:
    case AIC_ALGORITHM_SHARP:
        return operation == AIC_ALL_REDUCE && nodes > 1;
    case AIC_ALGORITHM_HIERARCHICAL:
        break;
    }
    return (operation == AIC_ALL_REDUCE || operation == AIC_ALL_GATHER ||
            operation == AIC_REDUCE_SCATTER) &&
           nodes > 1;
}

bool aic_paths_known(const struct aic_paths *paths, const struct aic_message *message)
{
    return (message->per_node == 1 || aic_is_set(paths->bus)) &&
           (message->nodes == 1 || aic_is_set(paths->nic));
}

static void route_local(const struct aic_paths *paths, const struct aic_message *message,
                        struct aic_route *route)
{
    double factor = aic_bus_factor(message->operation, message->ranks);
    route->start_base = paths->latency_base;
    route->rank_steps = message->ranks - 1;
    route->nvlink_load = factor;
    route->nvlink_sent = factor;
    route->ramp = paths->ramp_size;
}

/* The switch adds up: each GPU sends its part and gets one sum back for its share. */
static void route_switch(const struct aic_paths *paths, const struct aic_message *message,
                         struct aic_route *route)
{
    route->start_base = paths->links->nvls_latency;
    route->nvlink_load = 1 + 1 / message->ranks;
    route->nvlink_rate = paths->links->nvls_bw;
    route->nvlink_sent = route->nvlink_load;
    route->ramp = paths->links->nvls_ramp_size;
}

/* One ring per port: each port carries 1/r of the message. */
static void route_ring(const struct aic_message *message, struct aic_route *route)
{
    double factor = aic_bus_factor(message->operation, message->ranks);
    double phases = aic_phases(message->operation);
    double r = message->per_node;
    route->nvlink_steps = phases * (message->ranks - message->nodes);
    route->nic_steps = phases * (message->nodes - 1);
    route->nvlink_load = r > 1 ? factor : 0;
    route->nic_load = factor / r;
    route->nvlink_sent = factor * (r - 1) / r;
    route->nic_sent = factor / r;
}

/* Chains inside the nodes, a double binary tree between them; of two nodes each sends once. */
static void route_tree(const struct aic_paths *paths, const struct aic_message *message,
                       struct aic_route *route)
{
    double efficiency = paths->links->tree_efficiency;
    double r = message->per_node;
    route_ring(message, route);
    route->nvlink_steps = 2 * (r - 1);
    route->nic_steps = 2 * ceil(log2(message->nodes));
    route->nvlink_load /= efficiency;
    route->nic_load /= efficiency;
    route->nvlink_sent = 2 * (r - 1) / r;
    route->nic_sent = (message->nodes == 2 ? 1 : 2) / r;
}

static void route_hierarchical(const struct aic_message *message, struct aic_route *route)
{
    double phases = aic_phases(message->operation);
    double r = message->per_node;
    double k = message->nodes;
    route->nvlink_steps = phases * (r - 1);
    route->nic_steps = phases * (k - 1);
    route->nvlink_load = route->nvlink_sent = phases * (r - 1) / r;
    route->nic_load = route->nic_sent = phases * (k - 1) / k / r;
}

static void route_sharp(const struct aic_paths *paths, const struct aic_message *message,
                        struct aic_route *route)
{
    double r = message->per_node;
    route->nvlink_steps = 2 * (r - 1);
    route->nic_steps = 2;
    route->nic_load = route->nic_sent = 1 / r;
    if (r == 1) {
        return;
    }
    if (aic_is_set(paths->links->nvls_bw)) {
        route->nvlink_load = 1 + 1 / r;
        route->nvlink_rate = paths->links->nvls_bw;
    } else {
        route->nvlink_load = 2 * (r - 1) / r;
    }
    route->nvlink_sent = route->nvlink_load;
}

/* A byte in n goes to each rank; of gather and scatter this is the root. */
static void route_exchange(const struct aic_message *message, struct aic_route *route)
{
    double n = message->ranks;
    double r = message->per_node;
    route->rank_steps = n - 1;
    route->nic_steps = 1;
    route->nvlink_load = route->nvlink_sent = (r - 1) / n;
    route->nic_load = route->nic_sent = (n - r) / n;
}

static void route_transfer(struct aic_route *route)
{
    route->nic_steps = 1;
    route->nic_load = route->nic_sent = 1;
}

static enum aic_route_kind kind_of(const struct aic_message *message, int algorithm)
{
    if (message->nodes == 1) {
        return algorithm == AIC_ALGORITHM_NVLS ? AIC_ROUTE_SWITCH : AIC_ROUTE_LOCAL;
    }
    switch ((enum aic_algorithm)algorithm) {
    case AIC_ALGORITHM_TREE:
        return AIC_ROUTE_TREE;
    case AIC_ALGORITHM_HIERARCHICAL:
        return AIC_ROUTE_HIERARCHICAL;
    case AIC_ALGORITHM_SHARP:
        return AIC_ROUTE_SHARP;
    case AIC_ALGORITHM_PAIRWISE:
        return message->operation == AIC_SEND_RECV ? AIC_ROUTE_TRANSFER : AIC_ROUTE_EXCHANGE;
    default:
        return AIC_ROUTE_RING;
    }
}

void aic_route_of(const struct aic_paths *paths, const struct aic_message *message, int algorithm,
                  struct aic_route *route)
{
    *route = (struct aic_route){
        .kind = kind_of(message, algorithm),
        .algorithm = algorithm,
        .start_base = paths->links->network_latency,
        .nvlink_rate = paths->bus,
        .ramp = paths->links->network_ramp_size,
    };
    switch (route->kind) {
    case AIC_ROUTE_LOCAL:
        route_local(paths, message, route);
        break;
    case AIC_ROUTE_SWITCH:
        route_switch(paths, message, route);
        break;
    case AIC_ROUTE_RING:
        route_ring(message, route);
        break;
    case AIC_ROUTE_TREE:
        route_tree(paths, message, route);
        break;
    case AIC_ROUTE_HIERARCHICAL:
        route_hierarchical(message, route);
        break;
    case AIC_ROUTE_SHARP:
        route_sharp(paths, message, route);
        break;
    case AIC_ROUTE_EXCHANGE:
        route_exchange(message, route);
        break;
    case AIC_ROUTE_TRANSFER:
        route_transfer(route);
        break;
    }
}

/* Small messages do not fill the link: the first bytes count up to twice. */
static double ramped(double size, double ramp)
{
    return ramp > 0 ? size - ramp * expm1(-size / ramp) : size;
}

void aic_route_time(const struct aic_paths *paths, const struct aic_message *message,
                    const struct aic_route *route, struct aic_transit *transit)
{
    const struct aic_links *links = paths->links;
    transit->latency = paths->call_overhead + route->start_base +
                       route->rank_steps * paths->latency_per_rank +
                       route->nvlink_steps * links->nvlink_hop + route->nic_steps * links->nic_hop;
    transit->nvlink_byte_time =
        route->nvlink_load > 0 ? route->nvlink_load / route->nvlink_rate : 0;
    transit->nic_byte_time = route->nic_load > 0 ? route->nic_load / paths->nic : 0;
    transit->ramped_size = ramped(message->size, route->ramp);
    transit->time = transit->latency +
                    fmax(transit->nvlink_byte_time, transit->nic_byte_time) * transit->ramped_size;
}

static void try_algorithm(const struct aic_paths *paths, const struct aic_message *message,
                          int algorithm, struct aic_route *route, struct aic_transit *transit)
{
    aic_route_of(paths, message, algorithm, route);
    aic_route_time(paths, message, route, transit);
}

/* The other algorithm that auto has for an all_reduce; auto itself: none. */
static int rival_of(const struct aic_paths *paths, const struct aic_message *message)
{
    const struct aic_links *links = paths->links;
    if (message->operation != AIC_ALL_REDUCE) {
        return AIC_ALGORITHM_AUTO;
    }
    if (message->nodes > 1) {
        return AIC_ALGORITHM_TREE;
    }
    return aic_is_set(links->nvls_bw) && message->ranks >= links->nvls_min_ranks
               ? AIC_ALGORITHM_NVLS
               : AIC_ALGORITHM_AUTO;
}

bool aic_collective_run(const struct aic_paths *paths, const struct aic_message *message,
                        int algorithm, struct aic_route *route, struct aic_transit *transit)
{
    bool known = aic_paths_known(paths, message);
    int first = algorithm != AIC_ALGORITHM_AUTO   ? algorithm
                : is_pairwise(message->operation) ? AIC_ALGORITHM_PAIRWISE
                                                  : AIC_ALGORITHM_RING;
    if (!known) {
        aic_route_of(paths, message, first, route);
        *transit = (struct aic_transit){ NAN, NAN, NAN, NAN, NAN };
        return false;
    }
    try_algorithm(paths, message, first, route, transit);
    int rival = algorithm == AIC_ALGORITHM_AUTO ? rival_of(paths, message) : AIC_ALGORITHM_AUTO;
    if (rival != AIC_ALGORITHM_AUTO) {
        struct aic_route other_route;
        struct aic_transit other;
        try_algorithm(paths, message, rival, &other_route, &other);
        if (other.time < transit->time) {
            *route = other_route;
            *transit = other;
        }
    }
    return true;
}
