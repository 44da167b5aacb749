/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the network calculator, in the order in which compute() takes
 * them. Each reads the inputs and the results of the parts before it and writes its own.
 *
 * A result that is unknown is NaN, and so is all that is computed from it: what cannot be
 * answered leaves itself out. Only fmin() and fmax() swallow a NaN; where they stand, their
 * operands are known, or an unknown one is to be passed over.
 */
#ifndef AICALC_MODELS_NETWORK_PARTS_H
#define AICALC_MODELS_NETWORK_PARTS_H

#include <aicalc/network.h>

#include "calculators/collective/collective_time.h"

extern const struct aic_group aic_network_input_groups[];
extern const struct aic_group aic_network_result_groups[];
enum { AIC_NETWORK_INPUT_GROUPS = 9, AIC_NETWORK_RESULT_GROUPS = 4 };

extern const struct aic_rule aic_network_rules[];
enum { AIC_NETWORK_RULES = 5 };

/* Per GPU: bytes that it sends, and the time in which it does; NaN where a rate is missing. */
struct aic_traffic {
    double nvlink, nic; /* B */
    double latency;     /* s, the part of seconds before bytes move */
    double seconds;
};

/* A step being counted. */
struct aic_step {
    const struct aic_network_in *in;
    const struct aic_params *params;
    struct aic_network_out *out;
    double nvlink; /* B/s that point-to-point traffic gets of either link */
    double nic;
    double start_near; /* s that a message takes to start, inside a node and across */
    double start_far;
    double widest_span; /* nodes of the widest collective that was timed */
};

/* A collective of `bytes` in all (gathered or reduced), in `calls` calls of equal size. */
struct aic_exchange {
    int operation; /* enum aic_operation */
    double bytes, calls;
    double ranks, per_node;
};

/* network_check.c: what the rules cannot say. */
bool aic_network_check(const struct aic_network_in *in, const struct aic_params *params,
                       struct aic_error *error);
/* Routed experts of the model, with their biases; 0 where there are none or they are not known. */
double aic_network_expert_params(const struct aic_network_in *in, const struct aic_params *params);

/* network_traffic.c */
void aic_network_open(struct aic_step *step);
/* Bytes of one number. */
double aic_network_width(int dtype);
/* Members of a group of `ranks` that share a node; neighbours are `stride` GPUs apart. */
double aic_network_per_node(const struct aic_network_in *in, double ranks, double stride);
struct aic_traffic aic_network_collective(struct aic_step *step, struct aic_exchange exchange);
struct aic_traffic aic_network_transfer(const struct aic_step *step, double nvlink, double nic,
                                        double latency);
struct aic_traffic aic_network_sum(struct aic_traffic a, struct aic_traffic b);
struct aic_traffic aic_network_times(struct aic_traffic traffic, double count);
/* Start-up of one message; the term that gives it to the formulas is set. */
double aic_network_start(struct aic_step *step, bool crosses);

/* network_dp.c: data parallelism; needs the times of compute. */
void aic_network_data(struct aic_step *step);
void aic_network_hide_data(struct aic_step *step);

/* network_layers.c: what layers exchange, tensor, pipeline, context and expert parallelism. */
void aic_network_tensor(struct aic_step *step);
void aic_network_pipeline(struct aic_step *step);
void aic_network_context(struct aic_step *step);
void aic_network_experts(struct aic_step *step);

/* network_time.c */
void aic_network_compute(struct aic_step *step);
void aic_network_expose(struct aic_step *step);
void aic_network_ports(struct aic_step *step);

/* network_warn.c */
void aic_network_warn(const struct aic_step *step, struct aic_notes *notes);

#endif
