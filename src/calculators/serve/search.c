/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: how many sequences a replica may hold, and how many it does hold under a load.
 *
 * Times and rates grow with the sequences, so halving an interval finds the largest number at which
 * something still holds.
 */
#include "calculators/serve/serve.h"

#include <math.h>

/* Halvings of an interval: more than a double has bits between two numbers of one sign. */
#define HALVINGS 100
/* More replicas than any pool has, 2^52: all of them and their halves are whole numbers. */
#define POOL_LIMIT 4503599627370496.0

/* A replica with some number of sequences. */
struct point {
    double sequences;
    double tpot, rate;
    double ttft, ttft_tail, e2e_time; /* without the wait for memory */
};

static struct point point_at(const struct aic_serve_in *in, const struct aic_serve_out *computed,
                             double count, double pool)
{
#include "engine/rows/code.inc"
    const double sequences = count, prefill_replicas = pool;
    (void)prefill_replicas;
#include "engine/rows/as_loaded.h"
#define ONLY (LAYOUT_PART | PROMPT_PART | POOL_PART)
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY (STEP_PART | FIRST_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (
        struct point){ sequences, token_time, replica_rate, first_time, first_tail, request_time };
}

/* A search: what is asked, and the layout whose rows stand in *out. */
struct search {
    const struct aic_serve_in *in;
    const struct aic_serve_out *out;
    double share; /* of the load: requests per second or users of a replica */
};

typedef bool (*holds_at)(const struct search *search, const struct point *point);

static struct point settle(const struct search *search, double sequences)
{
    return point_at(search->in, search->out, sequences, NAN);
}

/* The largest number up to `high` at which it holds, `low` where it holds at no larger one; and in
 * *beyond the number above it, at which it does not. */
static struct point largest(const struct search *search, holds_at holds, double low, double high,
                            struct point *beyond)
{
    *beyond = settle(search, high);
    if (holds(search, beyond)) {
        return *beyond;
    }
    struct point best = settle(search, low);
    double middle = (low + high) / 2;
    for (int i = 0; i < HALVINGS && low < middle && middle < high; i++) {
        struct point point = settle(search, middle);
        if (holds(search, &point)) {
            best = point;
            low = middle;
        } else {
            *beyond = point;
            high = middle;
        }
        middle = (low + high) / 2;
    }
    return best;
}

static bool misses_tpot(const struct search *search, const struct point *point)
{
    return point->tpot > search->in->tpot_limit;
}

/* The first tokens of disaggregated replicas are a matter of the other pool. */
static bool meets_limits(const struct search *search, const struct point *point)
{
    return !misses_tpot(search, point) && (search->in->mode == AIC_SERVE_DISAGGREGATED ||
                                           !(point->ttft_tail > search->in->ttft_limit));
}

/* The answer where even one sequence misses a limit. */
static struct aic_serve_limit miss_with_one(const struct search *search, const struct point *one)
{
    return (struct aic_serve_limit){
        .sequences = NAN,
        .bound_by = misses_tpot(search, one) ? AIC_SERVE_BY_TPOT : AIC_SERVE_BY_TTFT,
        .rate = NAN,
        .e2e_time = NAN,
        .tpot_of_one = one->tpot,
        .ttft_of_one = one->ttft,
    };
}

struct aic_serve_limit aic_serve_find_limit(const struct aic_serve_in *in,
                                            const struct aic_serve_out *out, int memory_bound)
{
    const struct search search = { in, out, NAN };
    if (!(out->sequences_limit >= 1)) {
        return (struct aic_serve_limit){ NAN, memory_bound, NAN, NAN, NAN, NAN };
    }
    const struct point one = settle(&search, 1);
    if (!meets_limits(&search, &one)) {
        return miss_with_one(&search, &one);
    }
    struct point beyond;
    const struct point most = largest(&search, meets_limits, 1, out->sequences_limit, &beyond);
    bool is_memory = most.sequences == out->sequences_limit;
    return (struct aic_serve_limit){
        .sequences = most.sequences,
        .bound_by = is_memory                       ? memory_bound
                    : misses_tpot(&search, &beyond) ? AIC_SERVE_BY_TPOT
                                                    : AIC_SERVE_BY_TTFT,
        .rate = most.rate,
        .e2e_time = most.e2e_time,
        .tpot_of_one = NAN,
        .ttft_of_one = NAN,
    };
}

/* Whether a pool of so many replicas keeps ttft_limit beside replicas of so many sequences. */
static bool is_enough(const struct aic_serve_in *in, const struct aic_serve_out *out,
                      double sequences, double pool)
{
    return !(point_at(in, out, sequences, pool).ttft_tail > in->ttft_limit);
}

double aic_serve_prefill_replicas(const struct aic_serve_in *in, const struct aic_serve_out *out)
{
    const double least = out->prefill_replicas_least;
    double sequences = out->sequences_max;
    if (!(least < POOL_LIMIT)) {
        return least;
    }
    if (!is_enough(in, out, sequences, POOL_LIMIT)) {
        sequences = aic_serve_find_load(in, out).sequences; /* fewer: their steps are shorter */
    }
    if (is_enough(in, out, sequences, least) || !is_enough(in, out, sequences, POOL_LIMIT)) {
        return least; /* where no pool meets the limit, the least says so as well as any */
    }
    double low = least, high = 2 * least;
    while (!is_enough(in, out, sequences, high)) {
        low = high;
        high = fmin(2 * high, POOL_LIMIT);
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (is_enough(in, out, sequences, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

static bool finishes_no_more(const struct search *search, const struct point *point)
{
    return point->rate <= search->share;
}

static bool busies_no_more(const struct search *search, const struct point *point)
{
    return point->rate * (point->e2e_time + search->in->think_time) <= search->share;
}

/* Requests that come, whatever becomes of them: more than all replicas finish have no number. */
static struct aic_serve_load under_rate(struct search *search)
{
    struct point beyond;
    const struct aic_serve_out *out = search->out;
    search->share = search->in->rate / out->replicas_used;
    const struct point point = largest(search, finishes_no_more, 0, out->sequences_limit, &beyond);
    bool is_overloaded =
        search->share > point.rate * (1 + 1e-12) && point.sequences == out->sequences_limit;
    return (struct aic_serve_load){ is_overloaded ? (double)NAN : point.sequences, 0 };
}

/* Users wait where memory is full. */
static struct aic_serve_load under_users(struct search *search)
{
    struct point beyond;
    const struct aic_serve_out *out = search->out;
    search->share = search->in->users / out->replicas_used;
    const struct point point = largest(search, busies_no_more, 0, out->sequences_limit, &beyond);
    bool is_full = point.sequences == out->sequences_limit;
    double wait = search->share / point.rate - point.e2e_time - search->in->think_time;
    return (struct aic_serve_load){ point.sequences, is_full ? fmax(0, wait) : 0 };
}

struct aic_serve_load aic_serve_find_load(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out)
{
    struct search search = { in, out, NAN };
    if (!aic_is_set(out->replicas_used)) {
        return (struct aic_serve_load){ NAN, NAN };
    }
    if (aic_is_set(in->rate)) {
        return under_rate(&search);
    }
    if (aic_is_set(in->users)) {
        return under_users(&search);
    }
    return (struct aic_serve_load){ out->sequences_max, 0 };
}
