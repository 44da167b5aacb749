/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What would fit: the floor that more GPUs cannot get below, the largest micro
 * batch and sequence, the fewest GPUs, and settings to try instead.
 *
 * Memory rises with the micro batch and the sequence and falls with dp, so
 * bisection is exact. The one exception, from dp 1 to 2, where a communicator and gathered
 * layers come in, is looked at first.
 */
#include "calculators/train_memory/train_memory.h"

#include <math.h>

#include "calculators/shared/divisors.h"

/* Longest sequence that is looked at: 2^30. */
#define SEQ_LIMIT 1073741824.0

static double total_of(const struct tm_plan *plan, const struct tm_case *c)
{
    struct tm_peak peak;
    aic_tm_peak(plan, c, &peak);
    return peak.at[peak.stage].total;
}

static bool fits(const struct tm_plan *plan, const struct tm_case *c)
{
    return total_of(plan, c) <= plan->in->gpu_memory;
}

/* A question about a whole number from 1 on. */
typedef bool (*tm_test)(const struct tm_plan *plan, double number);

/* The last number from 1 to `limit` that passes a test which holds up to some number; 0: none. */
static double last_passing(const struct tm_plan *plan, tm_test test, double limit)
{
    double low = 0, high = limit + 1;
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (test(plan, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The first number from `least` to `limit` that passes a test which holds from some number on;
 * NaN: none. */
static double first_passing(const struct tm_plan *plan, tm_test test, double least, double limit)
{
    if (!(least <= limit) || !test(plan, limit)) {
        return NAN;
    }
    double low = least - 1, high = limit;
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (test(plan, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

/* Micro batches of a step come in rounds of pp where stages are interleaved. */
static double round_of(const struct tm_plan *plan)
{
    return plan->in->vpp > 1 ? plan->in->pp : 1;
}

static bool fits_micro_batch(const struct tm_plan *plan, double micro_batch)
{
    struct tm_case c = aic_tm_given(plan);
    c.micro_batch = micro_batch;
    return fits(plan, &c);
}

static double max_micro_batch(const struct tm_plan *plan)
{
    double most = last_passing(plan, fits_micro_batch, AIC_SEARCH_LIMIT);
    if (most == 0 || !aic_is_set(plan->in->global_batch)) {
        return most;
    }
    return aic_divisor_up_to(plan->in->global_batch / (plan->dp * round_of(plan)), most);
}

static bool fits_seq(const struct tm_plan *plan, double pieces)
{
    struct tm_case c = aic_tm_given(plan);
    c.seq = pieces * plan->in->cp * plan->split;
    return fits(plan, &c);
}

static double max_seq(const struct tm_plan *plan)
{
    double piece = plan->in->cp * plan->split;
    return piece * last_passing(plan, fits_seq, floor(SEQ_LIMIT / piece));
}

/* dp grows by this much, so that experts divide among the ranks: ep etp / gcd(ep etp, cp t). */
static double dp_step(const struct tm_plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    if (!aic_model_has_experts(plan->model)) {
        return 1;
    }
    double wanted = in->ep * in->etp;
    return wanted / aic_common_divisor(wanted, in->cp * in->tp);
}

/* Most steps of dp that searches look at. */
static double most_steps(const struct tm_plan *plan)
{
    const struct aic_train_memory_in *in = plan->in;
    return floor(AIC_SEARCH_LIMIT / (in->tp * in->pp * in->cp * dp_step(plan)));
}

/* Micro batches over dp steps: what a number of steps must divide. NaN without a global batch. */
static double batches_per_step(const struct tm_plan *plan)
{
    return plan->in->global_batch / (plan->in->micro_batch * dp_step(plan));
}

static bool fits_steps(const struct tm_plan *plan, double steps)
{
    struct tm_case c = aic_tm_given(plan);
    c.dp = steps * dp_step(plan);
    return fits(plan, &c);
}

static bool states_fit_steps(const struct tm_plan *plan, double steps)
{
    struct tm_case c = aic_tm_given(plan);
    c.dp = steps * dp_step(plan);
    return aic_tm_most_states(plan, &c) <= plan->in->gpu_memory;
}

static double gpus_of_steps(const struct tm_plan *plan, double steps)
{
    const struct aic_train_memory_in *in = plan->in;
    return steps * dp_step(plan) * in->tp * in->pp * in->cp;
}

static double min_gpus(const struct tm_plan *plan)
{
    double most = most_steps(plan);
    if (most >= 1 && fits_steps(plan, 1)) {
        return gpus_of_steps(plan, 1);
    }
    double steps = first_passing(plan, fits_steps, 2, most);
    if (aic_is_set(plan->in->global_batch) && aic_is_set(steps)) {
        /* all above fit too: the next number that leaves whole micro batches, in whole rounds */
        double batches = batches_per_step(plan) / round_of(plan);
        steps = steps <= batches ? aic_divisor_from(batches, steps) : (double)NAN;
    }
    return steps <= most ? gpus_of_steps(plan, steps) : (double)NAN;
}

static double min_gpus_states(const struct tm_plan *plan)
{
    double steps = first_passing(plan, states_fit_steps, 1, most_steps(plan));
    return gpus_of_steps(plan, steps);
}

/* As if the states took nothing, on as many GPUs as min_gpus may take. */
static double memory_floor(const struct tm_plan *plan)
{
    struct tm_case c = aic_tm_given(plan);
    double steps = most_steps(plan);
    if (steps >= 1 && aic_is_set(plan->in->global_batch)) {
        steps = aic_divisor_up_to(batches_per_step(plan), steps);
    }
    c.dp = fmax(c.dp, steps * dp_step(plan));
    c.endless = true;
    return c.dp * plan->in->cp > 1 ? total_of(plan, &c) : (double)NAN;
}

/* The case keeps to the batch that was asked for. */
static bool keeps_batch(const struct tm_plan *plan, double micro_batch)
{
    double batch = plan->in->global_batch;
    return !aic_is_set(batch) || aic_divides(plan->dp * micro_batch * round_of(plan), batch);
}

/* The first level of sharding that fits, from the given one on; NaN: none. A pipeline keeps
 * gradients until its last micro batch, so that level 1 is the last there. */
static double fitting_zero(const struct tm_plan *plan, struct tm_case c)
{
    double given = plan->in->zero;
    double last = plan->in->pp > 1 ? fmax(1, given) : 3;
    for (c.zero = given; c.zero <= last; c.zero++) {
        if (fits(plan, &c)) {
            return c.zero;
        }
    }
    return NAN;
}

/* The largest power of two below a whole number; below 1 for 1. */
static double power_below(double number)
{
    double power = 0.5;
    while (power * 2 < number) {
        power *= 2;
    }
    return power;
}

/* The same over micro batches: the given one, then the powers of two below it. */
static bool fitting_batch(const struct tm_plan *plan, struct tm_case *c)
{
    double given = plan->in->micro_batch;
    double next = power_below(given);
    for (c->micro_batch = given; c->micro_batch >= 1; c->micro_batch = next, next /= 2) {
        if (!keeps_batch(plan, c->micro_batch)) {
            continue;
        }
        c->zero = fitting_zero(plan, *c);
        if (aic_is_set(c->zero)) {
            return true;
        }
    }
    return false;
}

/* Sharding costs least, then smaller micro batches; recomputation up to a third of the step. */
static void suggest(const struct tm_plan *plan, struct aic_train_memory_out *out)
{
    struct tm_case c = aic_tm_given(plan);
    for (; c.recompute <= AIC_TRAIN_MEMORY_RECOMPUTE_FULL; c.recompute++) {
        if (fitting_batch(plan, &c)) {
            out->suggested_zero = c.zero;
            out->suggested_micro_batch = c.micro_batch;
            out->suggested_recompute = c.recompute;
            return;
        }
    }
}

void aic_tm_search(const struct tm_plan *plan, struct aic_train_memory_out *out)
{
    const struct aic_train_memory_in *in = plan->in;
    bool grouped = AIC_IN_PLAY(in, shard_group);
    bool measured = aic_is_set(in->activation_memory);
    bool has_total = plan->known || measured;
    if (has_total && !grouped) {
        out->memory_floor = memory_floor(plan);
    }
    if (!aic_is_set(in->gpu_memory)) {
        return;
    }
    if (!grouped) {
        out->min_gpus_states = min_gpus_states(plan);
        if (has_total) {
            out->min_gpus = min_gpus(plan);
        }
    }
    if (plan->known && !measured) {
        out->max_micro_batch = max_micro_batch(plan);
        out->max_seq = max_seq(plan);
        if (out->fits == 0) {
            suggest(plan, out);
        }
    }
}
