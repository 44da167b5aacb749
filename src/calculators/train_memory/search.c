/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: what would fit: the floor that more GPUs cannot get below, the largest micro
 * batch and sequence, the fewest GPUs, and settings to try instead.
 *
 * Memory rises with the micro batch and the sequence and falls with dp, so
 * bisection is exact. The one exception, from dp 1 to 2, where a communicator and gathered
 * layers come in, is looked at first.
 */
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

/* A question about a whole number from 1 on. */
typedef bool (*passes)(const struct plan *plan, double number);

/* Where the answers change between `low` and `high`: the last that is answered as `low` is. */
static double last_like_low(const struct plan *plan, passes test, bool low_passes, double low,
                            double high)
{
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (test(plan, middle) == low_passes) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The last number from 1 to `limit` that passes a test which holds up to some number; 0: none. */
static double last_passing(const struct plan *plan, passes test, double limit)
{
    return last_like_low(plan, test, true, 0, limit + 1);
}

/* The first number from `least` to `limit` that passes a test which holds from some number on;
 * NaN: none. */
static double first_passing(const struct plan *plan, passes test, double least, double limit)
{
    return least <= limit && test(plan, limit)
               ? last_like_low(plan, test, false, least - 1, limit) + 1
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

static bool fits_micro_batch(const struct plan *plan, double micro_batch)
{
    struct candidate candidate = plan->given;
    candidate.micro_batch = micro_batch;
    return fits(plan, &candidate);
}

double aic_train_memory_max_micro_batch(const struct plan *plan)
{
    if (!can_lengthen(plan)) {
        return NAN;
    }
    if (keeps_dp(plan)) {
        double given = plan->given.micro_batch;
        return given <= AIC_SEARCH_LIMIT && fits_micro_batch(plan, given) ? given : 0;
    }
    double most = last_passing(plan, fits_micro_batch, AIC_SEARCH_LIMIT);
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

static bool fits_seq(const struct plan *plan, double length_of_pieces)
{
    struct candidate candidate = plan->given;
    candidate.seq = length_of_pieces * pieces_of(plan);
    return fits(plan, &candidate);
}

double aic_train_memory_max_seq(const struct plan *plan)
{
    double pieces = pieces_of(plan);
    return can_lengthen(plan) ? pieces * last_passing(plan, fits_seq, floor(SEQ_LIMIT / pieces))
                              : (double)NAN;
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

static bool fits_steps(const struct plan *plan, double steps)
{
    struct candidate candidate = with_steps(plan, steps);
    return fits(plan, &candidate);
}

static bool states_fit_steps(const struct plan *plan, double steps)
{
    struct candidate candidate = with_steps(plan, steps);
    return aic_train_memory_most_states(plan, &candidate) <= plan->in->gpu_memory;
}

double aic_train_memory_min_gpus(const struct plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    if (!aic_train_memory_searches_gpus(plan)) {
        return NAN;
    }
    double most = most_steps(plan);
    if (keeps_dp(plan)) {
        double given = given_steps(plan);
        return given <= most && fits_steps(plan, given) ? gpus_of_steps(plan, given) : (double)NAN;
    }
    if (most >= 1 && fits_steps(plan, 1)) {
        return gpus_of_steps(plan, 1);
    }
    double steps = first_passing(plan, fits_steps, 2, most);
    if (aic_is_set(in->global_batch) && aic_is_set(steps)) {
        /* all above fit too: the next number that leaves whole micro batches, in whole rounds */
        double batches = batches_per_step(plan) / round_of(plan);
        steps = steps <= batches ? aic_divisor_from(batches, steps) : (double)NAN;
    }
    return steps <= most ? gpus_of_steps(plan, steps) : (double)NAN;
}

double aic_train_memory_min_gpus_states(const struct plan *plan)
{
    bool asked = can_grow(plan) && aic_is_set(plan->in->gpu_memory);
    return asked ? gpus_of_steps(plan, first_passing(plan, states_fit_steps, 1, most_steps(plan)))
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
