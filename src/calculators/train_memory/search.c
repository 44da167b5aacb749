/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: what would fit: the floor that more GPUs cannot get below, the largest micro
 * batch and sequence, the fewest GPUs, and settings to try instead.
 *
 * Memory rises with the micro batch and the sequence and falls with dp, so
 * bisection is exact. The one exception, from dp 1 to 2, where a communicator and gathered
 * layers come in, is looked at first.
 */
#include "calculators/shared/boundary.h"
#include "calculators/train_memory/train_memory.h"

/* Longest sequence that is looked at: 2^30. */
#define SEQ_LIMIT 1073741824.0

static bool fits(const struct plan *plan, const struct candidate *candidate)
{
    return aic_train_memory_most_total(plan, candidate) <= plan->in->gpu_memory;
}

/* Activations are known, counted or measured, so that there is a total. */
static bool has_total(const struct plan *plan)
{
    return plan->known || aic_is_set(plan->in->activation_memory);
}

/* A shard_group that was chosen stays. */
static bool can_grow(const struct plan *plan)
{
    return !AIC_IN_PLAY(plan->in, shard_group);
}

bool aic_train_memory_searches_gpus(const struct plan *plan)
{
    return has_total(plan) && can_grow(plan) && aic_is_set(plan->in->gpu_memory);
}

/* Larger batches and sequences: activations are counted, and there is a limit. */
static bool can_lengthen(const struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    return plan->known && !aic_is_set(in->activation_memory) && aic_is_set(in->gpu_memory);
}

/* A search for a number, and what stays the same of the stages while it goes on. */
struct search {
    const struct plan *plan;
    bool keeps_states, keeps_layers;
    struct sharded sharded[STAGES_MAX];
    struct passing layers[STAGES_MAX];
};

/* What a number that is looked at takes of the stage that needs most. */
typedef double needed(const void *search, double number);

/* What a candidate takes of the stage that needs most; it differs from the given one in nothing that
 * is kept. */
static double most_total(const struct search *search, const struct candidate *candidate)
{
    const struct plan *plan = search->plan;
    double most = NAN;
    for (size_t i = 0; i < plan->stage_count; i++) {
        const struct stage *stage = &plan->stages[i];
        struct sharded sharded = search->keeps_states
                                     ? search->sharded[i]
                                     : aic_train_memory_shard(plan, stage, candidate);
        struct passing layers = search->keeps_layers
                                    ? search->layers[i]
                                    : aic_train_memory_pass(plan, stage, candidate);
        most = max(most, aic_train_memory_total(plan, stage, candidate, sharded, layers).total);
    }
    return most;
}

static void begin(struct search *search, const struct plan *plan, bool keeps_states,
                  bool keeps_layers)
{
    search->plan = plan;
    search->keeps_states = keeps_states;
    search->keeps_layers = keeps_layers;
    for (size_t i = 0; i < plan->stage_count; i++) {
        const struct stage *stage = &plan->stages[i];
        if (keeps_states) {
            search->sharded[i] = aic_train_memory_shard(plan, stage, &plan->given);
        }
        if (keeps_layers) {
            search->layers[i] = aic_train_memory_pass(plan, stage, &plan->given);
        }
    }
}

/* The last number from 1 to `limit` that fits, where needs rise; 0: none. */
static double last_fitting(const struct search *search, needed *need, double limit)
{
    const struct aic_boundary boundary = { .need = need,
                                           .context = search,
                                           .most = search->plan->in->gpu_memory };
    return aic_boundary_find(&boundary, 0, limit + 1);
}

/* The first number from `least` to `limit` that fits, where needs fall; NaN: none. */
static double first_fitting(const struct search *search, needed *need, double least, double limit)
{
    double memory = search->plan->in->gpu_memory;
    const struct aic_boundary boundary = {
        .need = need, .context = search, .most = memory, .falls = true
    };
    return least <= limit && need(search, limit) <= memory
               ? aic_boundary_find(&boundary, least - 1, limit) + 1
               : (double)NAN;
}

/* Micro batches of a step come in rounds of pp where stages are interleaved. */
static double round_of(const struct plan *plan)
{
    return plan->in->vpp > 1 ? plan->in->pp : 1;
}

/* Gradients that are freed live for one micro batch: with a global batch that is all of the
 * replica's share, so that neither the micro batch nor dp can change alone. */
static bool keeps_dp(const struct plan *plan)
{
    return plan->in->gradient_buffers == freed && aic_is_set(plan->in->global_batch);
}

static double micro_batch_needs(const void *context, double micro_batch)
{
    const struct search *search = context;
    struct candidate candidate = search->plan->given;
    candidate.micro_batch = micro_batch;
    return most_total(search, &candidate);
}

double aic_train_memory_max_micro_batch(const struct plan *plan)
{
    struct search search;
    if (!can_lengthen(plan)) {
        return NAN;
    }
    if (keeps_dp(plan)) {
        double given = plan->given.micro_batch;
        return given <= AIC_SEARCH_LIMIT && fits(plan, &plan->given) ? given : 0;
    }
    begin(&search, plan, true, true);
    double most = last_fitting(&search, micro_batch_needs, AIC_SEARCH_LIMIT);
    if (most == 0 || !aic_is_set(plan->in->global_batch)) {
        return most;
    }
    return aic_divisor_up_to(plan->in->global_batch / (plan->job->dp * round_of(plan)), most);
}

/* What sequences are split into. */
static double pieces_of(const struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    return in->cp * sequence_ranks(in->sequence_parallel, in->tp);
}

static double pieces_need(const void *context, double length_of_pieces)
{
    const struct search *search = context;
    struct candidate candidate = search->plan->given;
    candidate.seq = length_of_pieces * pieces_of(search->plan);
    return most_total(search, &candidate);
}

double aic_train_memory_max_seq(const struct plan *plan)
{
    struct search search;
    double pieces = pieces_of(plan);
    if (!can_lengthen(plan)) {
        return NAN;
    }
    begin(&search, plan, true, false);
    return pieces * last_fitting(&search, pieces_need, floor(SEQ_LIMIT / pieces));
}

/* Micro batches over dp steps: what a number of steps must divide. NaN without a global batch. */
static double batches_per_step(const struct plan *plan)
{
    return plan->in->global_batch / (plan->in->micro_batch * aic_train_memory_dp_step(plan->in));
}

static double gpus_of_steps(const struct plan *plan, double steps)
{
    const struct aic_train_memory_in *in = plan->in;
    return steps * aic_train_memory_dp_step(plan->in) * in->tp * in->pp * in->cp;
}

/* Most steps of dp that searches look at. */
static double most_steps(const struct plan *plan)
{
    return floor(AIC_SEARCH_LIMIT / gpus_of_steps(plan, 1));
}

/* Steps of the given dp. */
static double given_steps(const struct plan *plan)
{
    return plan->given.dp / aic_train_memory_dp_step(plan->in);
}

/* All GPUs that share tp and pp are one shard group. */
static struct candidate with_steps(const struct plan *plan, double steps)
{
    struct candidate candidate = plan->given;
    candidate.dp = steps * aic_train_memory_dp_step(plan->in);
    candidate.shard_group = candidate.dp * plan->in->cp;
    return candidate;
}

static double steps_need(const void *context, double steps)
{
    const struct search *search = context;
    const struct candidate candidate = with_steps(search->plan, steps);
    return most_total(search, &candidate);
}

static double states_of_steps(const void *context, double steps)
{
    const struct search *search = context;
    const struct candidate candidate = with_steps(search->plan, steps);
    return aic_train_memory_most_states(search->plan, &candidate);
}

double aic_train_memory_min_gpus(const struct plan *plan)
{
    struct search search;
    const struct aic_train_memory_in *in = plan->in;
    if (!aic_train_memory_searches_gpus(plan)) {
        return NAN;
    }
    double most = most_steps(plan);
    begin(&search, plan, false, true);
    if (keeps_dp(plan)) {
        double given = given_steps(plan);
        return given <= most && steps_need(&search, given) <= in->gpu_memory
                   ? gpus_of_steps(plan, given)
                   : (double)NAN;
    }
    if (most >= 1 && steps_need(&search, 1) <= in->gpu_memory) {
        return gpus_of_steps(plan, 1);
    }
    double steps = first_fitting(&search, steps_need, 2, most);
    if (aic_is_set(in->global_batch) && aic_is_set(steps)) {
        /* all above fit too: the next number that leaves whole micro batches, in whole rounds */
        double batches = batches_per_step(plan) / round_of(plan);
        steps = steps <= batches ? aic_divisor_from(batches, steps) : (double)NAN;
    }
    return steps <= most ? gpus_of_steps(plan, steps) : (double)NAN;
}

double aic_train_memory_min_gpus_states(const struct plan *plan)
{
    const struct search search = { .plan = plan };
    bool asked = can_grow(plan) && aic_is_set(plan->in->gpu_memory);
    return asked ? gpus_of_steps(plan, first_fitting(&search, states_of_steps, 1, most_steps(plan)))
                 : (double)NAN;
}

/* As if the states took nothing, on as many GPUs as min_gpus may take. */
double aic_train_memory_floor(const struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    if (!has_total(plan) || !can_grow(plan)) {
        return NAN;
    }
    double steps = most_steps(plan);
    if (steps >= 1 && aic_is_set(in->global_batch)) {
        steps = aic_divisor_up_to(batches_per_step(plan) / round_of(plan), steps);
    }
    steps = keeps_dp(plan) ? given_steps(plan) : max(steps, given_steps(plan));
    struct candidate candidate = with_steps(plan, steps);
    bool shared = candidate.shard_group > 1;
    candidate.shard_group = INFINITY;
    return shared ? aic_train_memory_most_total(plan, &candidate) : (double)NAN;
}

/* The first level of sharding that fits, from the given one on; NaN: none. A pipeline keeps
 * gradients until its last micro batch, so that level 1 is the last there. */
static double fitting_zero(const struct plan *plan, struct candidate candidate)
{
    double given = plan->in->zero;
    double last = plan->in->pp > 1 ? max(1, given) : 3;
    for (candidate.zero = given; candidate.zero <= last; candidate.zero++) {
        if (fits(plan, &candidate)) {
            return candidate.zero;
        }
    }
    return NAN;
}

/* The same over micro batches that keep to the batch: the given one, then the powers of two below
 * it. */
static bool fitting_batch(const struct plan *plan, struct candidate *c)
{
    double given = plan->in->micro_batch, batch = plan->in->global_batch, next = 0.5;
    while (next * 2 < given) {
        next *= 2;
    }
    for (c->micro_batch = given; c->micro_batch >= 1; c->micro_batch = next, next /= 2) {
        bool any = !aic_is_set(batch);
        bool whole = any || (aic_divides(plan->job->dp * c->micro_batch * round_of(plan), batch) &&
                             (c->micro_batch == given || !keeps_dp(plan)));
        c->zero = whole ? fitting_zero(plan, *c) : (double)NAN;
        if (aic_is_set(c->zero)) {
            return true;
        }
    }
    return false;
}

/* Sharding costs least, then smaller micro batches; recomputation up to a third of the step. */
double aic_train_memory_suggest(const struct plan *plan, struct candidate *suggestion)
{
    struct candidate candidate = plan->given;
    if (!can_lengthen(plan)) {
        return NAN;
    }
    for (; candidate.recompute <= AIC_TRAIN_MEMORY_RECOMPUTE_FULL; candidate.recompute++) {
        if (fitting_batch(plan, &candidate)) {
            *suggestion = candidate;
            return candidate.zero;
        }
    }
    return NAN;
}
