/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: evaluates the stages of a candidate, at the loss and in the backward pass of a
 * layer, and finds the one that needs most.
 */
#include "calculators/train_memory/train_memory.h"

/* What is live beside states and activations at the instant that needs most. */
struct instant {
    double working, unsharded, logits;
};

/* Results of the stage that its instants follow from. */
struct passing {
    double recomputed, recomputed_dense, recomputed_experts; /* layers */
    double mixer_kept;
};

/* Of one micro batch on one GPU. */
static double tokens_of(const struct plan *plan, const struct candidate *candidate)
{
    return candidate->micro_batch * candidate->seq / plan->in->cp;
}

/* Kept by the core of one attention layer, which selective recomputation makes anew. */
static double core_of(const struct rates *r, const struct candidate *candidate)
{
    return r->core + r->core_per_seq * candidate->seq;
}

static double mixer_kept_of(const struct rates *r, const struct candidate *candidate)
{
    return r->mixer +
           (candidate->recompute == selective ? 0 : r->attention_share * core_of(r, candidate));
}

static double mixer_work(const struct rates *r, const struct candidate *candidate)
{
    double attention = r->attention_work + r->attention_work_per_seq * candidate->seq +
                       (candidate->recompute == selective ? core_of(r, candidate) : 0);
    return r->linear_work > attention ? r->linear_work : attention;
}

/* Bytes of a token while a layer runs backward; a recomputed one is there whole once more. */
static double kind_work(const struct plan *plan, const struct passing *p, double mixer,
                        double block, double block_kept, double recomputed)
{
    const struct aic_train_memory_out *job = plan->job;
    double live = block > mixer ? block : mixer;
    if (recomputed > 0) {
        double one =
            aic_or(plan->in->activation_per_token, job->base_kept + p->mixer_kept + block_kept);
        live += one > job->boundary_kept ? one - job->boundary_kept : 0;
    }
    return live + plan->rates.gathered_work;
}

static double layer_work(const struct plan *plan, const struct stage *stage,
                         const struct candidate *candidate, const struct passing *p)
{
    const struct rates *r = &plan->rates;
    double mixer = mixer_work(r, candidate);
    double work = 0;
    if (stage->dense > 0) {
        work = kind_work(plan, p, mixer, r->dense_work, r->dense, p->recomputed_dense);
    }
    if (stage->experts > 0) {
        double experts =
            kind_work(plan, p, mixer, r->experts_work, r->experts, p->recomputed_experts);
        work = experts > work ? experts : work;
    }
    if (!(stage->dense > 0 || stage->experts > 0)) {
        work = kind_work(plan, p, mixer, 0, 0, p->recomputed);
    }
    return tokens_of(plan, candidate) * work + stage->dequantized;
}

/* Gradients that are whole until they are reduced, and `gathered` bytes of weights. */
static double whole_bytes(const struct candidate *candidate, const struct whole *whole,
                          double gathered)
{
    if (!(candidate->shard_group > 1)) {
        return 0;
    }
    return (candidate->zero >= 2 ? whole->gradients : 0) + (candidate->zero >= 3 ? gathered : 0);
}

/* True at the loss. Of two instants that need the same it is the backward pass. */
static aic_flag find_instant(const struct plan *plan, const struct stage *stage,
                             const struct candidate *candidate, const struct passing *p,
                             struct instant *instant)
{
    if (!plan->known) {
        *instant = (struct instant){ NAN, NAN, NAN };
        return UNSET_FLAG;
    }
    const struct whole *layer = &stage->largest, *head = &plan->head;
    double ahead = plan->in->fsdp_prefetch;
    struct instant backward = {
        .working = layer_work(plan, stage, candidate, p),
        .unsharded = whole_bytes(candidate, layer, layer->weights * (1 + ahead)),
    };
    struct instant loss = {
        .working = tokens_of(plan, candidate) * plan->rates.loss_work,
        .unsharded = whole_bytes(candidate, head, head->weights + layer->weights * ahead),
        .logits = tokens_of(plan, candidate) * plan->rates.logits,
    };
    bool at_loss = stage->last && loss.working + loss.unsharded + loss.logits >
                                      backward.working + backward.unsharded;
    *instant = at_loss ? loss : backward;
    return at_loss;
}

static double buffers(const struct plan *plan, const struct stage *stage,
                      const struct candidate *candidate, double in_flight)
{
    const struct aic_train_memory_in *in = plan->in;
    double tokens = tokens_of(plan, candidate);
    double bytes = stage->buffers;
    if (plan->known && in->pp > 1) { /* what comes from the neighbour */
        bytes += tokens * plan->job->boundary_kept;
    }
    if (stage->first && in->dropout == 1) { /* mask of the embedding */
        bytes += tokens * plan->model->hidden / sequence_ranks(in->sequence_parallel, in->tp) *
                 in_flight;
    }
    return bytes;
}

/* Every evaluation of a stage starts with these names, and goes on with these rows. */
#define CANDIDATE_NAMES "calculators/train_memory/candidate_names.inc"
#define STATE_ROWS      "calculators/train_memory/results_states.inc"
#define TOTAL_ROWS      "calculators/train_memory/results_total.inc"

static struct memory evaluate(const struct plan *plan, const struct stage *stage,
                              const struct candidate *candidate)
{
    struct instant instant;
#include CANDIDATE_NAMES
#include "engine/rows/as_locals.h"
#include STATE_ROWS
#include TOTAL_ROWS
    return (struct memory){ states_memory, activations_memory, allocated_memory, total_memory };
}

static double total_of(const struct plan *plan, const struct stage *stage,
                       const struct candidate *candidate)
{
    return evaluate(plan, stage, candidate).total;
}

static double states_of(const struct plan *plan, const struct stage *stage,
                        const struct candidate *candidate)
{
#include CANDIDATE_NAMES
#include "engine/rows/as_locals.h"
#include STATE_ROWS
    return states_memory;
}

/* To the host: master, states and an fp32 copy of the gradients; "all": the weights too. */
static double offloaded(const struct plan *plan, const struct stage *stage,
                        const struct candidate *candidate)
{
    struct instant instant;
    double bytes = 0;
#include CANDIDATE_NAMES
    offload = none; /* what there would be without offloading */
    activation_offload = 0;
#include "engine/rows/as_locals.h"
#include STATE_ROWS
#include TOTAL_ROWS
    if (in->offload != none) {
        bytes = master_memory + optimizer_memory;
        bytes += lora_rank > 0
                     ? 4 * adapter_params / state_shards
                     : 4 * (matrix_params + other_params) / state_shards +
                           4 * (expert_matrix_params + expert_other_params) / expert_state_shards;
    }
    if (in->offload == all) {
        bytes += weights_memory;
    }
    return bytes + aic_or(activations_memory * in->activation_offload, 0);
}

/* NAME, the largest of what OF_STAGE says of the stages. */
#define MOST(name, of_stage)                                                                       \
    double name(const struct plan *plan, const struct candidate *candidate)                        \
    {                                                                                              \
        double most = of_stage(plan, plan->stages, candidate);                                     \
        for (size_t i = 1; i < plan->stage_count; i++) {                                           \
            most = max(most, of_stage(plan, &plan->stages[i], candidate));                         \
        }                                                                                          \
        return most;                                                                               \
    }
MOST(aic_train_memory_most_total, total_of)
MOST(aic_train_memory_most_states, states_of)
MOST(aic_train_memory_most_offloaded, offloaded)

void aic_train_memory_evaluate_peak(const struct plan *plan, struct aic_train_memory_out *out,
                                    struct memory *first, struct memory *last)
{
    const struct candidate *candidate = &plan->given;
    const struct stage *stage = plan->stages;
    struct memory at[STAGES_MAX];
    struct instant instant;
    for (size_t i = 0, most = 0; plan->stage_count > 1 && i < plan->stage_count; i++) {
        at[i] = evaluate(plan, &plan->stages[i], candidate);
        if (at[i].total > at[most].total) {
            most = i;
            stage = &plan->stages[i];
        }
    }
#include CANDIDATE_NAMES
#include "engine/rows/as_results.h"
#include STATE_ROWS
#include TOTAL_ROWS
#include "engine/rows/none.h"
    at[stage - plan->stages] =
        (struct memory){ states_memory, activations_memory, allocated_memory, total_memory };
    const struct memory unknown = { NAN, NAN, NAN, NAN };
    *first = plan->known ? at[0] : unknown;
    *last = plan->known ? at[plan->stage_count - 1] : unknown;
}
