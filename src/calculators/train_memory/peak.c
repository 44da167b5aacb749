/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: evaluates the stages of a candidate, at the loss and in the backward pass of a
 * layer, and finds the one that needs most.
 */
#include "calculators/train_memory/train_memory.h"

/* What is live beside states and kept activations at the instant that needs most, and what of the
 * gradients is not. */
struct instant {
    double working, unsharded, logits, absent;
};

/* Recomputed layers of a stage: all, those with a dense block, those with experts. */
struct recomputed {
    double layers, dense, experts;
};

/* Of one micro batch on one GPU. */
static double tokens_of(const struct plan *plan, const struct candidate *candidate)
{
    return candidate->micro_batch * candidate->seq / plan->in->cp;
}

/* Kept by the core of one head, which selective recomputation makes anew. */
static double core_of(const struct rates *r, const struct candidate *candidate)
{
    return r->core + r->core_per_seq * candidate->seq;
}

static double mixer_kept_of(const struct rates *r, const struct candidate *candidate)
{
    return r->mixer +
           (candidate->recompute == selective ? 0 : r->heads_kept * core_of(r, candidate));
}

static double mixer_work(const struct rates *r, const struct candidate *candidate)
{
    double attention =
        r->attention_work + r->attention_work_per_seq * candidate->seq +
        (candidate->recompute == selective ? r->heads_live * core_of(r, candidate) : 0);
    return r->linear_work > attention ? r->linear_work : attention;
}

/* Bytes of a token while a layer runs backward; a recomputed one is there whole once more. */
static double kind_work(const struct plan *plan, double mixer_kept, double mixer, double block,
                        double block_kept, double recomputed)
{
    const struct aic_train_memory_out *job = plan->job;
    double live = block > mixer ? block : mixer;
    if (recomputed > 0) {
        double one =
            aic_or(plan->in->activation_per_token, job->base_kept + mixer_kept + block_kept);
        live += one > job->boundary_kept ? one - job->boundary_kept : 0;
    }
    return live + plan->rates.gathered_work;
}

/* Of the kinds of layers in the stage the one that has most. */
static double layer_work(const struct plan *plan, const struct stage *stage,
                         const struct candidate *candidate, double kept, struct recomputed again)
{
    const struct rates *r = &plan->rates;
    double mixer = mixer_work(r, candidate);
    double work = mixer; /* none has less */
    if (stage->has_dense) {
        work = kind_work(plan, kept, mixer, r->dense_work, r->dense, again.dense);
    }
    if (stage->has_experts) {
        double experts = kind_work(plan, kept, mixer, r->experts_work, r->experts, again.experts);
        work = experts > work ? experts : work;
    }
    if (!stage->has_dense && !stage->has_experts) {
        work = kind_work(plan, kept, mixer, mixer, 0, again.layers);
    }
    return work;
}

/* What passes through a stage, whose layers keep so much; `again`: which of them run twice. */
static struct passing passing_of(const struct plan *plan, const struct stage *stage,
                                 const struct candidate *candidate, double kept, double modules,
                                 double mixer_kept, struct recomputed again)
{
    const struct aic_train_memory_in *in = plan->in;
    bool masks = stage->first && in->dropout == 1;
    if (stage->modules > 0 && candidate->recompute == full) { /* run again like layers */
        again.dense += stage->has_dense && !stage->has_experts;
        again.experts += stage->has_experts;
        again.layers += stage->modules;
    }
    return (struct passing){
        .kept = kept,
        .modules = modules,
        .work = layer_work(plan, stage, candidate, mixer_kept, again),
        .received = in->pp > 1 ? plan->job->boundary_kept : 0,
        .masks = masks ? plan->model->hidden / sequence_ranks(in->sequence_parallel, in->tp) : 0,
    };
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

/* States of a stage with what else sharding decides: `gradients` of them in so many shards. */
static struct sharded sharded_of(const struct plan *plan, const struct stage *stage,
                                 const struct candidate *candidate, double states, double gradients,
                                 double shards)
{
    if (!plan->known) {
        return (struct sharded){ .states = states };
    }
    const struct whole *layer = &stage->largest, *head = &plan->head;
    double ahead = plan->in->fsdp_prefetch;
    struct sharded sharded = {
        .states = states,
        .unsharded_layer = whole_bytes(candidate, layer, layer->weights * (1 + ahead)),
        .unsharded_head = whole_bytes(candidate, head, head->weights + layer->weights * ahead),
    };
    if (plan->in->gradient_buffers == freed) {
        /* the loss has made those of the output matrix; adapters are not on it */
        double made =
            plan->in->lora_rank > 0 ? 0 : head->params * plan->job->gradient_width / shards;
        sharded.absent_layer = gradients > made ? gradients - made : 0;
        sharded.absent_loss = gradients;
    }
    return sharded;
}

/* Of instants that need the same it is the backward pass of a layer, then the loss. */
static int find_instant(const struct plan *plan, const struct stage *stage,
                        const struct candidate *candidate, struct sharded sharded,
                        struct passing layer, double kept, struct instant *instant)
{
    if (!plan->known) {
        *instant = (struct instant){ NAN, NAN, NAN, NAN };
        return UNSET_CHOICE;
    }
    double tokens = tokens_of(plan, candidate);
    struct instant backward = {
        .working = tokens * layer.work + stage->dequantized,
        .unsharded = sharded.unsharded_layer,
        .absent = sharded.absent_layer,
    };
    struct instant loss = {
        .working = tokens * plan->rates.loss_work,
        .unsharded = sharded.unsharded_head,
        .logits = tokens * plan->job->logits_per_token,
        .absent = sharded.absent_loss,
    };
    double live = backward.working + backward.unsharded;
    double most = live - backward.absent;
    double at_loss = loss.working + loss.unsharded + loss.logits - loss.absent;
    int which = AIC_PEAK_LAYER_BACKWARD;
    *instant = backward;
    if (stage->last && at_loss > most) {
        *instant = loss;
        most = at_loss;
        which = AIC_PEAK_LOSS;
    }
    /* all gradients are there when the activations of one layer are left */
    double layers = stage->layers + stage->modules;
    if (plan->in->gradient_buffers == freed && kept / layers + live > kept + most) {
        *instant = backward;
        instant->absent = 0;
        which = AIC_PEAK_BACKWARD_END;
    }
    return which;
}

/* Layers whose activations are kept over those of as many mean chunks. Forward passes run pp at a
 * time through one chunk after the other; the first chunk of the first stage, which begins again
 * before the pipeline is full, or the last one of the last stage has a layer less. */
static double open_share_of(const struct stage *stage, double pp, double vpp, double in_flight)
{
    double passes = in_flight * vpp;
    double lacking =
        stage->last ? max(passes - (vpp - 1) * pp, 0) : min(passes, pp) + max(passes - vpp * pp, 0);
    return (stage->places * passes - lacking) / (in_flight * stage->layers);
}

/* Of each micro batch that waits the gradient of its logits and the input of the head. */
static double deferred_per_token(const struct plan *plan, double micro_batches)
{
    const struct aic_train_memory_in *in = plan->in;
    double waiting = min(in->deferred_head_wgrads, aic_or(micro_batches, INFINITY));
    double logits = element_bytes(in->compute_dtype) * plan->job->padded_vocab / in->tp;
    return plan->head.params > 0 ? waiting * (logits + plan->job->boundary_kept) : 0;
}

static double buffers(const struct plan *plan, const struct stage *stage,
                      const struct candidate *candidate, const struct passing *layer,
                      double in_flight, double micro_batches)
{
    if (!plan->known) {
        return stage->buffers;
    }
    double live = layer->received + layer->masks * in_flight;
    if (stage->last && plan->in->deferred_head_wgrads > 0) {
        live += deferred_per_token(plan, micro_batches);
    }
    return stage->buffers + tokens_of(plan, candidate) * live;
}

/* Every evaluation of a stage starts with these names, and goes on with these rows. */
#define CALCULATOR      train_memory
#define CANDIDATE_NAMES "calculators/train_memory/candidate_names.inc"

struct sharded aic_train_memory_shard(const struct plan *plan, const struct stage *stage,
                                      const struct candidate *candidate)
{
#include CANDIDATE_NAMES
#include "engine/rows/as_locals.h"
#define ONLY STATE_PART
#include RESULT_ROWS
    return sharded_of(plan, stage, candidate, states_memory, gradients_memory, gradient_shards);
}

/* What the rows of KEPT_PART come to. */
#define PASSING                                                                                    \
    passing_of(plan, stage, candidate, stage_kept, modules_kept, mixer_kept,                       \
               (struct recomputed){ recomputed_layers, recomputed_dense_layers,                    \
                                    recomputed_expert_layers })

struct passing aic_train_memory_pass(const struct plan *plan, const struct stage *stage,
                                     const struct candidate *candidate)
{
#include CANDIDATE_NAMES
    const double stage_layers = stage->layers, stage_modules = stage->modules,
                 stage_dense_layers = stage->dense, stage_expert_layers = stage->experts;
#include "engine/rows/as_locals.h"
#define ONLY KEPT_PART
#include RESULT_ROWS
    return PASSING;
}

struct memory aic_train_memory_total(const struct plan *plan, const struct stage *stage,
                                     const struct candidate *candidate, struct sharded sharded,
                                     struct passing layer)
{
    struct instant instant;
#include CANDIDATE_NAMES
    const double peak_stage = stage->index, stage_layers = stage->layers,
                 stage_modules = stage->modules, stage_kept = layer.kept,
                 modules_kept = layer.modules, states_memory = sharded.states;
#include "engine/rows/as_locals.h"
#define ONLY TOTAL_PART
#include RESULT_ROWS
    return (struct memory){ states_memory, activations_memory, moved_activations, allocated_memory,
                            total_memory };
}

static struct memory evaluate(const struct plan *plan, const struct stage *stage,
                              const struct candidate *candidate)
{
    return aic_train_memory_total(plan, stage, candidate,
                                  aic_train_memory_shard(plan, stage, candidate),
                                  aic_train_memory_pass(plan, stage, candidate));
}

static double total_of(const struct plan *plan, const struct stage *stage,
                       const struct candidate *candidate)
{
    return evaluate(plan, stage, candidate).total;
}

static double states_of(const struct plan *plan, const struct stage *stage,
                        const struct candidate *candidate)
{
    return aic_train_memory_shard(plan, stage, candidate).states;
}

/* To the host: master, states and an fp32 copy of the gradients; "all": the weights too. */
static double offloaded(const struct plan *plan, const struct stage *stage,
                        const struct candidate *candidate)
{
    double bytes = 0;
#include CANDIDATE_NAMES
    offload = none; /* what there would be without offloading */
#include "engine/rows/as_locals.h"
#define ONLY STATE_PART
#include RESULT_ROWS
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
    return bytes + aic_or(evaluate(plan, stage, candidate).moved, 0);
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
#define ONLY (STATE_PART | KEPT_PART)
#include RESULT_ROWS
    const struct sharded sharded =
        sharded_of(plan, stage, candidate, states_memory, gradients_memory, gradient_shards);
    const struct passing layer = PASSING;
#define ONLY TOTAL_PART
#include RESULT_ROWS
#include "engine/rows/none.h"
    at[stage - plan->stages] = (struct memory){ states_memory, activations_memory,
                                                moved_activations, allocated_memory, total_memory };
    const struct memory unknown = { NAN, NAN, NAN, NAN, NAN };
    *first = plan->known ? at[0] : unknown;
    *last = plan->known ? at[plan->stage_count - 1] : unknown;
}
