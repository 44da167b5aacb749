/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: the same load, solved again at both ends of the band of speed.
 *
 * An end is a replica whose engine takes longer, or shorter, for everything: the rows that times and
 * rates rest on are multiplied, and what stands below them is evaluated as ever.
 */
#include "calculators/serve/serve.h"

#include <math.h>

/* The request's way to the engine was measured between a tenth and three times what is assumed. */
#define OVERHEAD_FAST 0.1
#define OVERHEAD_SLOW 3.0

/* A limit that is met to the last bits of a search is met: as in the row meets_slo. */
#define LIMIT_ROOM 1e-9

struct end {
    struct aic_serve_in in;
    struct aic_serve_out out;
    struct aic_serve_size size;
    struct aic_serve_point point;
    double waiting_time;
    bool finishes; /* the load has a number of sequences */
};

static void slow_down(struct aic_serve_out *out, double factor)
{
    double *const times[] = {
        &out->matrix_time,          &out->output_time,
        &out->layers_time,          &out->reduce_start,
        &out->reduce_large_start,   &out->exchange_start,
        &out->exchange_large_start, &out->port_start,
        &out->prefill_time,         &out->pool_time,
        &out->prompt_time,          &out->tail_prefill_time,
    };
    double *const rates[] = {
        &out->memory_rate,   &out->scores_rate,         &out->reduce_rate, &out->reduce_large_rate,
        &out->exchange_rate, &out->exchange_large_rate, &out->port_rate,
    };
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        *times[i] *= factor;
    }
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        *rates[i] /= factor;
    }
}

/* The load on the replicas of the middle. */
static void settle(struct end *end, const struct aic_serve_out *middle)
{
    const struct aic_serve_in *in = &end->in;
    end->out.load_rate = in->rate;
    if (aic_serve_is_split(in) && !aic_is_set(in->rate)) {
        end->out.load_rate = aic_or(end->size.pools_rate, 0);
    }
    struct aic_serve_load load = { middle->sequences, 0 };
    if (aic_is_set(end->out.load_rate) || aic_is_set(middle->loop_users)) {
        load = aic_serve_find_load(in, &end->out);
    }
    end->finishes = aic_is_set(load.sequences);
    end->waiting_time = load.waiting_time;
    end->point = aic_serve_point_at(in, &end->out, load.sequences);
}

static void find_end(struct end *end, const struct aic_serve_in *in,
                     const struct aic_serve_out *middle, double factor, double overhead)
{
    end->in = *in;
    end->out = *middle;
    slow_down(&end->out, factor);
    if (!AIC_GIVEN(in, request_overhead)) {
        end->in.request_overhead *= overhead;
    }
    end->size = aic_serve_find_size(&end->in, &end->out, middle->bound_by);
    settle(end, middle);
}

/* The least and the greatest of the middle and both ends; what an end has not does not count. */
static struct aic_serve_range range(double middle, double slow, double fast)
{
    return (struct aic_serve_range){ fmin(middle, fmin(slow, fast)),
                                     fmax(middle, fmax(slow, fast)) };
}

/* The same of a time, which has no end where the load is not finished at the slow one. */
static struct aic_serve_range times(double middle, double slow, double fast)
{
    struct aic_serve_range found = range(middle, slow, fast);
    if (aic_is_set(found.low) && !aic_is_set(slow)) {
        found.high = INFINITY;
    }
    return found;
}

static double tpot_of(const struct end *end)
{
    return end->finishes ? end->point.tpot : (double)NAN;
}

static double ttft_of(const struct end *end)
{
    return end->finishes ? end->point.ttft + end->waiting_time : (double)NAN;
}

static double tail_of(const struct end *end)
{
    return end->finishes ? end->point.ttft_tail + end->waiting_time : (double)NAN;
}

static double output_rate_of(const struct end *end)
{
    return end->out.replicas_used * end->point.rate * end->in.answer;
}

static double batch_time_of(const struct end *end)
{
    return fmax(end->in.requests / end->out.replicas_used / end->point.rate, end->point.e2e_time);
}

static bool is_limited(const struct aic_serve_in *in)
{
    return aic_is_set(in->tpot_limit) || aic_is_set(in->ttft_limit);
}

static bool holds(const struct end *end)
{
    const struct aic_serve_in *in = &end->in;
    double cycle = end->point.e2e_time + in->think_time;
    return end->finishes && !(tpot_of(end) > in->tpot_limit * (1 + LIMIT_ROOM)) &&
           !(tail_of(end) > in->ttft_limit * (1 + LIMIT_ROOM)) &&
           !(end->waiting_time > LIMIT_ROOM * (cycle + end->waiting_time));
}

/* Of a load, and where not even a request alone keeps the limits. */
static int judge(const struct aic_serve_in *in, const struct aic_serve_out *middle,
                 const struct end *slow, const struct end *fast)
{
    bool is_loaded = aic_is_set(in->rate) || aic_is_set(middle->loop_users);
    if (!is_limited(in) || (!is_loaded && aic_is_set(middle->sequences_max))) {
        return -1;
    }
    if (!aic_is_set(middle->replicas_used) || !is_loaded) {
        return aic_is_set(fast->size.sequences) ? AIC_SERVE_TIGHT : AIC_SERVE_MISSED;
    }
    bool is_met = middle->meets_slo > 0;
    return is_met && holds(slow) && holds(fast)   ? AIC_SERVE_MET
           : is_met || holds(slow) || holds(fast) ? AIC_SERVE_TIGHT
                                                  : AIC_SERVE_MISSED;
}

/* The GPUs of an end. */
static double gpus_of(const struct end *end, const struct aic_serve_out *middle)
{
    double pools = aic_serve_is_split(&end->in)
                       ? end->size.pool_replicas * middle->prefill_ways * end->in.pp * end->in.dp
                       : 0;
    return end->size.replicas * middle->gpus_per_replica + pools;
}

/* Where the load sizes the service, as it would at either end. */
static void count_ends(const struct end *slow, const struct end *fast,
                       const struct aic_serve_out *middle, struct aic_serve_band *band)
{
    const struct aic_serve_in *in = &slow->in;
    bool is_counted = aic_is_set(in->rate) || (aic_is_set(in->users) && is_limited(in));
    bool is_given = aic_is_set(in->replicas) || aic_is_set(in->prefill_replicas);
    if (!is_counted || is_given || !aic_is_set(middle->replicas_used) ||
        (aic_serve_is_split(in) && !(is_limited(in) && aic_is_set(slow->size.pool_replicas)))) {
        return;
    }
    band->replicas = slow->size.replicas;
    band->gpus.high = gpus_of(slow, middle);
    band->gpus.low = fmin(gpus_of(fast, middle), middle->gpus_total);
}

struct aic_serve_band aic_serve_find_band(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out)
{
    const struct aic_serve_range none = { NAN, NAN };
    struct aic_serve_band band = { none, none, none, none, none, none, -1, NAN, none, -1 };
    if (!(out->sequences_limit >= 1)) {
        bool is_loaded = aic_is_set(in->rate) || aic_is_set(out->loop_users);
        band.verdict = is_limited(in) && is_loaded ? AIC_SERVE_MISSED : -1;
        return band;
    }
    struct end slow, fast;
    find_end(&slow, in, out, 1 + out->error_time, OVERHEAD_SLOW);
    find_end(&fast, in, out, 1 / (1 + out->error_time), OVERHEAD_FAST);
    band.verdict = judge(in, out, &slow, &fast);
    if (aic_is_set(out->replica_rate_max)) {
        band.replica_rate_max =
            range(out->replica_rate_max, aic_or(slow.size.rate, 0), aic_or(fast.size.rate, 0));
    }
    count_ends(&slow, &fast, out, &band);
    if (!aic_is_set(out->sequences) && !fast.finishes) {
        return band;
    }
    band.no_upper_limit = !slow.finishes;
    band.tpot =
        times(aic_is_set(out->sequences) ? out->tpot : (double)NAN, tpot_of(&slow), tpot_of(&fast));
    band.ttft =
        times(aic_is_set(out->sequences) ? out->ttft : (double)NAN, ttft_of(&slow), ttft_of(&fast));
    band.ttft_tail = times(out->ttft_tail, tail_of(&slow), tail_of(&fast));
    if (!aic_is_set(in->rate)) {
        band.output_rate = range(out->output_rate, output_rate_of(&slow), output_rate_of(&fast));
    }
    if (aic_is_set(in->requests)) {
        band.batch_time = range(out->batch_time, batch_time_of(&slow), batch_time_of(&fast));
    }
    return band;
}
