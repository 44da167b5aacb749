/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: how many sequences a replica may hold, how many replicas a load takes, and how many sequences
 * one of them does hold.
 *
 * Times and rates grow with the sequences, so an interval that shrinks around it finds the largest number
 * at which something still holds.
 */
#include "calculators/serve/serve.h"

#include <math.h>

/* Steps of a search: more than it takes to halve an interval to the last bits of a number. */
#define TURNS     200
#define LAST_BITS 1e-14
/* More replicas than any service has, 2^52: all of them and their halves are whole numbers. */
#define MOST_REPLICAS 4503599627370496.0
/* Load of the prompt pool, at most: prefill_load_limit of the rows. */
#define POOL_LOAD 0.9
/* A wait that is no more than the last bits of a search, over the time of a cycle. */
#define NO_WAIT 1e-9

struct aic_serve_point aic_serve_point_at(const struct aic_serve_in *in,
                                          const struct aic_serve_out *computed, double count)
{
#include "engine/rows/code.inc"
    const double sequences = count, pool_replicas = computed->pool_replicas;
    const double load_rate = computed->load_rate, others_share = computed->others_share;
    (void)pool_replicas;
    (void)load_rate;
#include "engine/rows/as_loaded.h"
#define ONLY (LENGTH_PART | LAYOUT_PART | POOL_PART | PROMPT_PART | LIMIT_PART)
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY (STEP_PART | FIRST_PART | TAIL_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (struct aic_serve_point){ sequences,  token_time,   replica_rate, first_time,
                                     first_tail, request_time, queue_load };
}

/* The same but for the tail, whose logarithm costs more than all other rows. */
static struct aic_serve_point mean_at(const struct aic_serve_in *in,
                                      const struct aic_serve_out *computed, double count)
{
#include "engine/rows/code.inc"
    const double sequences = count, pool_replicas = computed->pool_replicas;
    const double load_rate = computed->load_rate, others_share = computed->others_share;
    (void)pool_replicas;
    (void)load_rate;
#include "engine/rows/as_loaded.h"
#define ONLY (LENGTH_PART | LAYOUT_PART | POOL_PART | PROMPT_PART | LIMIT_PART)
#include RESULT_ROWS
#include "engine/rows/as_locals.h"
#define ONLY (STEP_PART | FIRST_PART)
#include RESULT_ROWS
#include "engine/rows/none.h"
    return (struct aic_serve_point){ sequences, token_time,   replica_rate, first_time,
                                     NAN,       request_time, queue_load };
}

/* A search: what is asked, and the replica whose rows stand in `out`, with the load of the search. */
struct search {
    const struct aic_serve_in *in;
    struct aic_serve_out out;
    double share;  /* of the load: requests per second or users of a replica */
    bool has_tail; /* the tail decides */
};

/* By how much a point is beyond something, as a share of it; at most 0: it holds. */
typedef double (*excess_at)(const struct search *search, const struct aic_serve_point *point);

static struct aic_serve_point settle(const struct search *search, double sequences)
{
    return search->has_tail ? aic_serve_point_at(search->in, &search->out, sequences)
                            : mean_at(search->in, &search->out, sequences);
}

/* A number at which it holds, or at which it does not. */
struct end_of {
    struct aic_serve_point point;
    double excess;
};

static struct end_of look(const struct search *search, excess_at excess, double sequences)
{
    struct end_of end = { settle(search, sequences), 0 };
    end.excess = excess(search, &end.point);
    end.excess = end.excess > 0 ? end.excess : fmin(end.excess, -LAST_BITS);
    return end;
}

/*
 * Where to look next between the last number and the one on the other side of the crossing, as a share of
 * the way: where the curve through them and the one before crosses 0, if it bends one way between them,
 * else the middle (Chandrupatla, Advances in Engineering Software 28, 1997). Never nearer to an end than
 * `least`, so that the other side is found too once one is at the crossing.
 */
static double share_to(const struct end_of *last, const struct end_of *other,
                       const struct end_of *before, double least)
{
    double a = last->point.sequences, b = other->point.sequences, c = before->point.sequences;
    double fa = last->excess, fb = other->excess, fc = before->excess;
    double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
    double share = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
        share = fa / (fb - fa) * (fc / (fb - fc)) +
                (c - a) / (b - a) * (fa / (fc - fa)) * (fb / (fc - fb));
    }
    return fmin(1 - least, fmax(least, share));
}

/* The largest number up to `most` at which it holds, 0 where it holds at no larger one; and in
 * *beyond the number above it, at which it does not. */
static struct aic_serve_point largest(const struct search *search, excess_at excess, double most,
                                      struct aic_serve_point *beyond)
{
    struct end_of last = look(search, excess, most), other, before;
    if (!(last.excess > 0)) {
        return *beyond = last.point;
    }
    other = (struct end_of){ settle(search, 0), 0 };
    other.excess = fmin(excess(search, &other.point), -LAST_BITS);
    double share = 0.5;
    for (int turn = 0; turn < TURNS; turn++) {
        double a = last.point.sequences, b = other.point.sequences;
        struct end_of next = look(search, excess, a + share * (b - a));
        if ((next.excess > 0) == (last.excess > 0)) {
            before = last;
        } else {
            before = other;
            other = last;
        }
        last = next;
        double width = fabs(last.point.sequences - other.point.sequences);
        double least = LAST_BITS * fmax(last.point.sequences, other.point.sequences);
        if (!(width > least)) {
            break;
        }
        share = share_to(&last, &other, &before, least / width / 2);
    }
    *beyond = last.excess > 0 ? last.point : other.point;
    return last.excess > 0 ? other.point : last.point;
}

/* The least whole number from `least` on that is enough. */
static double least_count(struct search *search, bool (*is_enough)(struct search *, double),
                          double least)
{
    if (!(least < MOST_REPLICAS) || is_enough(search, least)) {
        return least;
    }
    double low = least, high = fmin(2 * least, MOST_REPLICAS);
    while (high < MOST_REPLICAS && !is_enough(search, high)) { /* so many are always enough */
        low = high;
        high = fmin(2 * high, MOST_REPLICAS);
    }
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        if (is_enough(search, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

static double loop_users(const struct aic_serve_in *in)
{
    return aic_or(in->users, in->concurrency);
}

static bool misses_tpot(const struct search *search, const struct aic_serve_point *point)
{
    return point->tpot > search->in->tpot_limit;
}

static bool misses_ttft(const struct search *search, const struct aic_serve_point *point)
{
    return point->ttft_tail > search->in->ttft_limit;
}

/* The first tokens of disaggregated replicas are a matter of the other pool. */
static double beyond_limits(const struct search *search, const struct aic_serve_point *point)
{
    const struct aic_serve_in *in = search->in;
    double tpot = point->tpot / in->tpot_limit - 1;
    double ttft = aic_serve_is_split(in) ? (double)NAN : point->ttft_tail / in->ttft_limit - 1;
    return fmax(fmax(tpot, ttft), -1);
}

static bool meets_limits(const struct search *search, const struct aic_serve_point *point)
{
    return !misses_tpot(search, point) &&
           (aic_serve_is_split(search->in) || !misses_ttft(search, point));
}

static double beyond_rate(const struct search *search, const struct aic_serve_point *point)
{
    return search->share > 0 ? point->rate / search->share - 1 : point->rate;
}

static double beyond_users(const struct search *search, const struct aic_serve_point *point)
{
    return point->rate * (point->e2e_time + search->in->think_time) / search->share - 1;
}

/* Requests that come, whatever becomes of them: more than all replicas finish have no number. */
static struct aic_serve_load under_rate(struct search *search)
{
    struct aic_serve_point beyond;
    const struct aic_serve_out *out = &search->out;
    search->share = out->load_rate / out->replicas_used;
    const struct aic_serve_point point =
        largest(search, beyond_rate, out->sequences_limit, &beyond);
    bool is_overloaded =
        search->share > point.rate * (1 + 1e-12) && point.sequences == out->sequences_limit;
    return (struct aic_serve_load){ is_overloaded || point.queue_load >= 1 ? (double)NAN
                                                                           : point.sequences,
                                    0 };
}

/* Users wait where memory is full. */
static struct aic_serve_load under_users(struct search *search)
{
    struct aic_serve_point beyond;
    struct aic_serve_out *out = &search->out;
    search->share = loop_users(search->in) / out->replicas_used;
    out->others_share = fmax(0, 1 - 1 / search->share);
    const struct aic_serve_point point =
        largest(search, beyond_users, out->sequences_limit, &beyond);
    bool is_full = point.sequences == out->sequences_limit;
    double wait = search->share / point.rate - point.e2e_time - search->in->think_time;
    return (struct aic_serve_load){ point.sequences, is_full ? fmax(0, wait) : 0 };
}

/* All requests are there: as few waves of the same size as the limits allow. */
static double in_waves(const struct aic_serve_in *in, const struct aic_serve_out *out)
{
    double share = in->requests / out->replicas_used;
    return share / up(share / out->sequences_max);
}

struct aic_serve_load aic_serve_find_load(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out)
{
    struct search search = { in, *out, NAN, false };
    if (!aic_is_set(out->replicas_used)) {
        return (struct aic_serve_load){ NAN, NAN };
    }
    if (aic_is_set(out->load_rate)) {
        return under_rate(&search);
    }
    if (aic_is_set(loop_users(in))) {
        return under_users(&search);
    }
    return (struct aic_serve_load){ aic_is_set(in->requests) ? in_waves(in, out)
                                                             : out->sequences_max,
                                    0 };
}

/* Whether so many replicas keep the users within the limits, and nobody waits for room. */
static bool holds_users(struct search *search, double replicas)
{
    search->out.replicas_used = replicas;
    const struct aic_serve_load load = under_users(search);
    const struct aic_serve_point point = settle(search, load.sequences);
    return meets_limits(search, &point) &&
           !(load.waiting_time > NO_WAIT * search->share / point.rate);
}

/* Whether a pool of so many replicas keeps ttft_limit at the rate. */
static bool holds_prompts(struct search *search, double pool)
{
    search->out.pool_replicas = pool;
    const struct aic_serve_point point = settle(search, 0);
    return !misses_ttft(search, &point);
}

static double replicas_of_prompts(struct search *search)
{
    const struct aic_serve_in *in = search->in;
    const double each = in->dp * in->pp;
    search->out.load_rate = in->rate;
    return least_count(search, holds_prompts,
                       up(in->rate * search->out.prefill_time / (POOL_LOAD * each)));
}

/* Requests per second that the given pool of prompts takes within ttft_limit. */
static double most_prompts(struct search *search)
{
    const struct aic_serve_in *in = search->in;
    double low = 0;
    double high = POOL_LOAD * in->prefill_replicas * in->dp * in->pp / search->out.prefill_time;
    search->out.pool_replicas = in->prefill_replicas;
    for (int i = 0; i <= TURNS && low < high; i++) {
        double rate = i == 0 ? high : (low + high) / 2;
        search->out.load_rate = rate;
        const struct aic_serve_point point = settle(search, 0);
        if (!misses_ttft(search, &point)) {
            low = rate;
        } else if (rate == high && i > 0) {
            break;
        } else {
            high = rate;
        }
    }
    return low;
}

/* A request alone: the limits that it misses no replica keeps. */
static bool misses_alone(struct search *search, struct aic_serve_size *size)
{
    search->out.load_rate = 0;
    search->out.pool_replicas = MOST_REPLICAS;
    const struct aic_serve_point one = settle(search, 0);
    search->out.load_rate = NAN;
    bool is_slow = misses_tpot(search, &one);
    bool has_room = !aic_serve_is_split(search->in) || search->out.pool_limit >= 1;
    if (!is_slow && has_room && !misses_ttft(search, &one)) {
        return false;
    }
    size->bound_by = is_slow    ? AIC_SERVE_BY_TPOT
                     : has_room ? AIC_SERVE_BY_TTFT
                                : AIC_SERVE_BY_MEMORY;
    size->tpot_of_one = one.tpot;
    size->ttft_of_one = one.ttft;
    size->tail_of_one = one.ttft_tail;
    return true;
}

/* What the limits allow a replica. */
static void limit(struct search *search, int memory_bound, struct aic_serve_size *size)
{
    struct aic_serve_point beyond;
    const struct aic_serve_point most =
        largest(search, beyond_limits, search->out.sequences_limit, &beyond);
    bool is_memory = most.sequences == search->out.sequences_limit;
    size->sequences = most.sequences;
    size->rate = most.rate;
    size->bound_by = is_memory                      ? memory_bound
                     : misses_tpot(search, &beyond) ? AIC_SERVE_BY_TPOT
                                                    : AIC_SERVE_BY_TTFT;
}

/* Replicas that answer. */
static double count_replicas(struct search *search, const struct aic_serve_size *size)
{
    const struct aic_serve_in *in = search->in;
    if (aic_is_set(in->replicas)) {
        return in->replicas;
    }
    if (aic_is_set(in->concurrency)) {
        return 1;
    }
    if (!aic_is_set(size->sequences)) {
        return NAN;
    }
    return aic_is_set(in->rate)    ? up(in->rate / size->rate)
           : aic_is_set(in->users) ? least_count(search, holds_users, 1)
                                   : 1;
}

/* Both pools, of which each may be given; a pool that keeps no limit is not sized. */
static void count_pools(struct search *search, struct aic_serve_size *size)
{
    const struct aic_serve_in *in = search->in;
    bool is_sized = aic_is_set(size->sequences);
    bool is_given = aic_is_set(in->replicas) && aic_is_set(in->prefill_replicas);
    if (!is_given && !is_sized) {
        size->replicas = NAN;
        return;
    }
    size->pool_replicas =
        aic_is_set(in->prefill_replicas) ? in->prefill_replicas : replicas_of_prompts(search);
    if (aic_is_set(in->rate) || !is_sized) {
        return;
    }
    double answers = size->replicas * size->rate, prompts = most_prompts(search);
    size->pools_rate = fmin(answers, prompts);
    if (prompts < answers) {
        size->bound_by = AIC_SERVE_BY_PROMPT_POOL;
    }
}

struct aic_serve_size aic_serve_find_size(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out, int memory_bound)
{
    struct search search = { in, *out, NAN, aic_is_set(in->ttft_limit) };
    struct aic_serve_size size = { NAN, memory_bound, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    search.out.others_share = 1;
    search.out.load_rate = search.out.pool_replicas = NAN;
    if (!(out->sequences_limit >= 1)) {
        return size;
    }
    size.full_rate = settle(&search, out->sequences_limit).rate;
    if (!misses_alone(&search, &size)) {
        limit(&search, memory_bound, &size);
    }
    size.replicas = count_replicas(&search, &size);
    if (aic_serve_is_split(in)) {
        count_pools(&search, &size);
    }
    return size;
}
