/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the layout calculator. A job holds what no layout changes, and the inputs of
 * train-memory and network, in which the layout that is looked at is set; their parts say what it
 * takes and sends. A search visits the layouts and keeps the fastest; what it saves does not change
 * its answer.
 */
#ifndef AICALC_CALCULATORS_LAYOUT_H
#define AICALC_CALCULATORS_LAYOUT_H

#include <aicalc/layout.h>

#include "calculators/network/network.h"
#include "calculators/train_memory/train_memory.h"

/* Divisors of a number of GPUs are at most 240, of a batch up to 1e9 at most 1344. */
enum { DEGREES_MAX = 240, BATCHES_MAX = 1344 };

/* Ranks that can be asked for. */
enum { RANKS_MAX = 100 };

struct layout {
    double tp, pp, cp, ep, etp, vpp, dp; /* etp: unset without experts */
    double zero;
    aic_flag sequence_parallel;
    int recompute, offload;
    double micro_batch;
};

/* Seconds of one micro-batch on one GPU. */
struct pass {
    double forward, backward;
};

/* One layer of each kind, and the head. */
struct passes {
    struct pass mixer, core, dense, experts, head;
};

/* What no layout changes, and the two questions that are asked of each. */
struct layout_job {
    const struct aic_layout_in *in;
    struct aic_params params;
    struct aic_train_memory_in memory;
    struct aic_train_memory_out memory_job;
    struct plan plan;
    struct aic_network_in network;
    struct aic_network_out sent;
    struct aic_network_job step;
};

/* What a layout comes to: its passes, the optimizer's step and its collectives. */
struct layout_costs {
    const struct passes *passes;
    double optimizer_time;
    struct aic_network_collectives collectives;
};

/* The questions, with all that layouts share. */
void aic_layout_open(struct layout_job *job, const struct aic_layout_in *in);

/* GPUs that share one copy of what does not route: the given number where it divides the replicas and
 * no experts have replicas of their own, else all of them. */
static inline double aic_layout_shard_group(const struct aic_layout_in *in,
                                            const struct layout *layout)
{
    double replicas = layout->dp * layout->cp;
    bool holds = aic_is_set(in->shard_group) && !aic_model_has_experts(&in->model) &&
                 aic_divides(in->shard_group, replicas);
    return holds ? in->shard_group : replicas;
}

/* Sets the layout in the question to train-memory and network. */
void aic_layout_ask_memory(struct layout_job *job, const struct layout *layout);
void aic_layout_ask_network(struct layout_job *job, const struct layout *layout);

/* Layer times, in speed.c. They depend on tp, sequence_parallel, cp, ep, etp and micro_batch. */
struct passes aic_layout_passes(const struct layout_job *job, const struct layout *layout);

/* Of one stage: all of its passes; and what of them runs a second time. */
static inline double aic_layout_repeated(const struct passes *p, int again, double layers,
                                         double dense, double experts)
{
    if (again == full) {
        return layers * (p->mixer.forward + p->core.forward) + dense * p->dense.forward +
               experts * p->experts.forward;
    }
    return again == selective ? layers * p->core.forward : 0;
}
static inline double aic_layout_stage(const struct passes *p, int again, double layers,
                                      double dense, double experts, bool last)
{
    double once =
        layers * (p->mixer.forward + p->mixer.backward + (p->core.forward + p->core.backward)) +
        dense * (p->dense.forward + p->dense.backward) +
        experts * (p->experts.forward + p->experts.backward) +
        (last ? p->head.forward + p->head.backward : 0);
    return once + aic_layout_repeated(p, again, layers, dense, experts);
}
/* All stages, one after the other. */
static inline double aic_layout_stages(const struct layout_job *job, const struct passes *p,
                                       int again)
{
    return aic_layout_stage(p, again, job->in->model.layers, job->params.dense_layers,
                            job->params.moe_layers, true);
}
/* The stage that is busy longest: its passes in `micro_batches`, and its share of `traffic`. */
double aic_layout_busiest(const struct layout_job *job, const struct layout *layout,
                          const struct passes *passes, double micro_batches, double traffic);

/* The optimizer's step. */
double aic_layout_optimizer_time(const struct layout_job *job, const struct layout *layout);

/* The rows of STEP_PART of a layout whose stages are in the plan; its collectives are known
 * where they are given. */
void aic_layout_price(struct layout_job *job, const struct layout *layout,
                      const struct layout_costs *costs, struct aic_layout_out *out);
/* The same from the layout alone. */
void aic_layout_price_alone(struct layout_job *job, const struct layout *layout,
                            struct aic_layout_out *out);

/* What was measured: models on GPUs, whose steps lie alike around those computed; in the order of the choices. */
enum measured_class {
    hybrids,
    experts_on_blackwell,
    experts_on_hopper,
    experts_on_tpu,
    pytorch_on_hopper,
    dense_on_hopper,
    dense_on_hopper_fp8,
    dense_on_blackwell,
    dense_on_blackwell_fp4,
    dense_on_a100,
    dense_on_tpu,
    dense_on_trainium,
    unmeasured
};

/*
 * How far measured steps lie from those computed, by the class of what was measured and only by that:
 * about nine of ten rows lie within the ends (128 of the 137 that chose nothing). docs/methods/layout.md
 * has the rows.
 */
/* clang-format off */
#define MEASURED_CLASSES(X, row) \
    X(row, measured_class == hybrids, 0.6, 1.1, "Mamba hybrids on Hopper and Blackwell: 15 measured steps, median error 5 %") \
    X(row, measured_class == experts_on_blackwell, 0.65, 1.6, "models with experts on Blackwell: 116 measured steps, median error 12 %") \
    X(row, measured_class == experts_on_hopper, 0.7, 1.55, "models with experts on Hopper: 25 measured steps, median error 17 %") \
    X(row, measured_class == experts_on_tpu, 0.85, 1.7, "models with experts on TPUs: 6 measured steps, median error 10 %") \
    X(row, measured_class == pytorch_on_hopper, 0.9, 1.4, "dense models on Hopper with PyTorch: 94 measured steps, median error 8 %") \
    X(row, measured_class == dense_on_hopper, 0.85, 1.05, "dense models on Hopper in 16 bits: 24 measured steps, median error 3 %") \
    X(row, measured_class == dense_on_hopper_fp8, 0.85, 1.12, "dense models on Hopper in fp8: 54 measured steps, median error 6 %") \
    X(row, measured_class == dense_on_blackwell, 0.85, 1.12, "dense models on Blackwell in 16 and 8 bits: 86 measured steps, median error 4 %") \
    X(row, measured_class == dense_on_blackwell_fp4, 0.83, 1.2, "dense models on Blackwell in fp4: 10 measured steps, median error 8 %") \
    X(row, measured_class == dense_on_a100, 0.9, 1.25, "dense models on A100 SXM in 16 bits: 407 measured steps, median error 6 %") \
    X(row, measured_class == dense_on_tpu, 0.82, 1.17, "dense models on TPUs: 18 measured steps, median error 8 %") \
    X(row, measured_class == dense_on_trainium, 0.9, 1.3, "dense models on Trainium 1 in bf16: 6 measured steps, median error 5 %") \
    X(row, yes, 0.5, 1.25, "not measured on this GPU")
/* clang-format on */

/* The class that a question is in. */
enum measured_class aic_layout_measured_class(const struct aic_layout_in *in);

/* The fastest layouts. */
struct ranked {
    struct layout layout;
    double time; /* step_time in nine digits */
};
struct ranking {
    size_t limit, count;
    struct ranked at[RANKS_MAX];
    double candidates, fit, ranked;
    /* where nothing fits: the layout that takes least memory, the first of equals */
    struct layout nearest;
    double nearest_memory;
};

/* All layouts that the question admits: how many there are, and the fastest `limit` of them. */
void aic_layout_search(struct layout_job *job, size_t limit, struct ranking *ranking);

#endif
