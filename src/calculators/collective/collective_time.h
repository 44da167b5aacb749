/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The time of one collective: start-up, then bytes over the slower of two links.
 *
 *     time = call_overhead + start + max(nvlink, nic seconds per byte) * ramped(size)
 *     ramped(S) = S + s0 (1 - e^(-S/s0))
 *
 * A route is a row of the table of docs/methods/collective.md: what an
 * algorithm loads on either link per byte of the message, and how many steps it takes.
 * Sizes are those of nccl-tests: the whole buffer for all_gather, reduce_scatter,
 * all_to_all, gather and scatter, one message for the others.
 */
#ifndef AICALC_MODELS_COLLECTIVE_TIME_H
#define AICALC_MODELS_COLLECTIVE_TIME_H

#include <stdbool.h>

#include <aicalc/collective.h>

extern const char *const aic_operations[];
extern const char *const aic_algorithms[];

/* Beyond these sizes of a group nothing was compared. */
static const double aic_measured_nodes = 128;
static const double aic_measured_ranks = 8;

/* What is sent, and among whom. */
struct aic_message {
    int operation; /* enum aic_operation */
    double size;   /* B */
    double ranks;
    double per_node; /* ranks that share a node, 1 .. ranks */
    double nodes;
};

/* What the ranks of one operation meet. */
struct aic_paths {
    const struct aic_links *links;
    double bus; /* bus bandwidth inside a node; NaN: unknown */
    double nic; /* what a collective gets of the port; NaN: unknown */
    double call_overhead;
    double latency_base, latency_per_rank, ramp_size; /* inside one node */
};

enum aic_route_kind {
    AIC_ROUTE_LOCAL,        /* one node: ring or pairwise */
    AIC_ROUTE_SWITCH,       /* one node: reduction in the switch */
    AIC_ROUTE_RING,         /* this and all below: across nodes */
    AIC_ROUTE_TREE,         /* chains inside the nodes, a double binary tree between them */
    AIC_ROUTE_HIERARCHICAL, /* inside the nodes, then between them */
    AIC_ROUTE_SHARP,        /* reduction in the switches of the network */
    AIC_ROUTE_EXCHANGE,     /* all_to_all, gather, scatter */
    AIC_ROUTE_TRANSFER      /* send_recv */
};

struct aic_route {
    enum aic_route_kind kind;
    int algorithm;     /* enum aic_algorithm, never auto */
    double start_base; /* s */
    double rank_steps, nvlink_steps, nic_steps;
    double nvlink_load, nic_load; /* bytes that take time, per byte of the message */
    double nvlink_rate;           /* B/s that the first meet; NaN: unknown */
    double nvlink_sent, nic_sent; /* bytes that one GPU sends, per byte */
    double ramp;                  /* s0, B */
};

/* The times of a route; NaN where a rate is missing. */
struct aic_transit {
    double latency;          /* s, call_overhead included */
    double nvlink_byte_time; /* s per byte of the message */
    double nic_byte_time;
    double ramped_size; /* B */
    double time;        /* s */
};

/* busbw is this times algbw. */
double aic_bus_factor(int operation, double ranks);

/* 2 where all_reduce goes round twice, to reduce and to spread the result; 1 otherwise. */
double aic_phases(int operation);

/* Message copied byte by byte: broadcast, reduce, send_recv. */
bool aic_moves_whole(int operation);

/*
 * Bus bandwidth of `per_node` ranks inside a node: `limit` toward large groups where one was
 * measured, else a share of the link; small groups lose some, and those of a mesh leave links idle.
 */
double aic_bus_rate(const struct aic_links *links, double limit, double small_group_loss,
                    double per_node);

/* Share of the links to its peers that a group of a mesh uses; 1 where switched. */
double aic_mesh_share(const struct aic_links *links, double per_node);

/* What a collective gets of the port, which `oversubscription` >= 1 flows share. */
double aic_port_rate(const struct aic_links *links, double oversubscription);

/* Whether the operation has the algorithm on that many nodes; auto always. */
bool aic_algorithm_exists(int operation, int algorithm, double nodes);

/* Whether every rate is known that the message needs. */
bool aic_paths_known(const struct aic_paths *paths, const struct aic_message *message);

/* The row of the table of an algorithm that exists, auto not among them. */
void aic_route_of(const struct aic_paths *paths, const struct aic_message *message, int algorithm,
                  struct aic_route *route);

/* Times of a route over known paths. */
void aic_route_time(const struct aic_paths *paths, const struct aic_message *message,
                    const struct aic_route *route, struct aic_transit *transit);

/*
 * Both for any algorithm that exists. Auto takes the least time of ring, tree across
 * nodes or the switch inside one, and pairwise; a ring where paths are unknown. All times are
 * NaN then; false.
 */
bool aic_collective_run(const struct aic_paths *paths, const struct aic_message *message,
                        int algorithm, struct aic_route *route, struct aic_transit *transit);

#endif
