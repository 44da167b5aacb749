/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: the search. All layouts are visited in one order, each axis inside the one before it.
 * Four things are saved, none of which changes the answer: a layout that does not fit is not priced
 * where only those that fit are ranked; one that exceeds the memory does so with larger
 * micro-batches too; network is not asked where the pipeline alone takes longer than what is ranked
 * already; and what depends on fewer axes is kept.
 */
#include "calculators/layout/layout.h"

#include <string.h>

/* Micro-batches whose times are kept; beyond them they are computed again. */
enum { KEPT_MAX = 64 };

/* Of one micro-batch, for the degrees that are being looked at. */
struct kept {
    double micro_batch;
    bool has_passes, has_block;
    struct passes passes;
    struct aic_traffic block, cut;
};

/* What sequence_parallel decides of the plan. */
struct half {
    struct aic_train_memory_out job;
    struct rates rates;
    struct passing layers[AIC_TRAIN_MEMORY_RECOMPUTE_FULL + 1][STAGES_MAX];
    struct kept kept[KEPT_MAX];
};

struct values {
    size_t count;
    double at[BATCHES_MAX];
};
struct degrees {
    size_t count;
    double at[DEGREES_MAX];
};

struct search {
    struct layout_job *job;
    struct ranking *ranking;
    struct degrees gpus;      /* divisors of their number */
    struct values batches;    /* divisors of global_batch, up to the largest micro-batch */
    struct values micro;      /* of them, those of a replica's share */
    size_t even[BATCHES_MAX]; /* of these, with the chunks that are being looked at */
    size_t even_count;
    struct degrees chunks; /* vpp */
    struct half halves[2]; /* by sequence_parallel */
    struct sharded shards[AIC_OFFLOAD_OPTIMIZER + 1][STAGES_MAX];
    double optimizer[AIC_OFFLOAD_OPTIMIZER + 1];
    bool has_gather[2]; /* by zero above 0 */
    struct aic_traffic gather[2], sync[2];
    struct layout layout; /* that is being looked at */
    struct ranked best;   /* of the degrees that are being looked at */
    bool found;           /* one of them is ranked */
    bool
        finds_nearest; /* nothing fits: the layout that takes least is looked for, none is ranked */
    struct aic_layout_out priced;
};

/* A value that was given is the only one; otherwise those that are looked at. */
static bool wants(double given, double value, bool looked_at)
{
    return aic_is_set(given) ? value == given : looked_at;
}

/* ---- what is ranked ---- */

/* Times that agree in nine digits are the same, so that rounding decides nothing. Steps of a second to
 * an hour need no power. */
static double in_nine_digits(double time)
{
    if (!(time > 0) || isinf(time)) {
        return isnan(time) ? (double)INFINITY : time;
    }
    double unit = time < 1        ? 0
                  : time < 10     ? 1e-8
                  : time < 100    ? 1e-7
                  : time < 1000   ? 1e-6
                  : time < 10000  ? 1e-5
                                  : 0;
    if (unit == 0) {
        unit = pow(10, floor(log10(time)) - 8);
    }
    return round(time / unit) * unit;
}

/* Behind those that take the same time. */
static void insert(struct ranking *ranking, const struct ranked *one)
{
    size_t at = ranking->count;
    while (at > 0 && one->time < ranking->at[at - 1].time) {
        at--;
    }
    if (at == ranking->limit) {
        return;
    }
    size_t last = ranking->count < ranking->limit ? ranking->count++ : ranking->count - 1;
    memmove(&ranking->at[at + 1], &ranking->at[at], (last - at) * sizeof ranking->at[0]);
    ranking->at[at] = *one;
}

/* A time that changes nothing any more. */
static double slowest_of_use(const struct search *s)
{
    const struct ranking *ranking = s->ranking;
    double last =
        ranking->count == ranking->limit ? ranking->at[ranking->count - 1].time : (double)INFINITY;
    return s->best.time < last ? s->best.time : last;
}

static bool one_of_each(const struct search *s)
{
    return s->job->in->distinct == AIC_DISTINCT_PARALLEL;
}

/* ---- time ---- */

static struct kept *kept_at(struct search *s, size_t batch)
{
    struct half *half = &s->halves[s->layout.sequence_parallel];
    struct kept *kept = &half->kept[batch < KEPT_MAX ? batch : KEPT_MAX - 1];
    if (kept->micro_batch != s->layout.micro_batch) {
        *kept = (struct kept){ .micro_batch = s->layout.micro_batch };
    }
    if (!kept->has_passes) {
        kept->passes = aic_layout_passes(s->job, &s->layout);
        kept->has_passes = true;
    }
    return kept;
}

/* The pipeline and the optimizer without any traffic: network_step_time holds all that W_i do. */
static double least_time(const struct search *s, const struct passes *passes)
{
    const struct layout *l = &s->layout;
    const struct layout_job *job = s->job;
    double batches = job->in->global_batch / (l->dp * l->micro_batch);
    double busy = aic_layout_busiest(job, l, passes, batches, 0);
    double stages = batches * aic_layout_stages(job, passes, l->recompute);
    double rounds = l->vpp * batches;
    double pipeline = l->pp > 1 ? busy + (stages - busy) / rounds : busy;
    return pipeline + s->optimizer[l->offload] + job->in->step_overhead;
}

static void collect(struct search *s, struct kept *kept,
                    struct aic_network_collectives *collectives)
{
    struct aic_network_job *step = &s->job->step;
    bool shards = s->layout.zero > 0;
    if (!s->has_gather[shards]) {
        s->gather[shards] = aic_network_gather(step);
        s->sync[shards] = aic_network_sync(step);
        s->has_gather[shards] = true;
    }
    if (!kept->has_block) {
        kept->block = aic_network_block(step);
        kept->cut = aic_network_cut(step);
        kept->has_block = true;
    }
    const struct aic_traffic nothing = { NAN, NAN, NAN, NAN };
    *collectives = (struct aic_network_collectives){ s->gather[shards], s->sync[shards],
                                                     kept->block, kept->cut, nothing };
}

static void price(struct search *s, size_t batch)
{
    struct layout_job *job = s->job;
    struct kept *kept = kept_at(s, batch);
    /* rounding may not let the bound pass what it bounds */
    if (least_time(s, &kept->passes) * (1 - 1e-8) > slowest_of_use(s)) {
        return;
    }
    aic_layout_ask_network(job, &s->layout);
    aic_network_lay_out(&job->step);
    struct layout_costs costs = { .passes = &kept->passes,
                                  .optimizer_time = s->optimizer[s->layout.offload] };
    collect(s, kept, &costs.collectives);
    aic_layout_price(job, &s->layout, &costs, &s->priced);
    const struct ranked one = { s->layout, in_nine_digits(s->priced.step_time) };
    if (!one_of_each(s)) {
        insert(s->ranking, &one);
    } else if (one.time < s->best.time) {
        s->best = one;
    }
}

/* ---- memory ---- */

static struct candidate candidate_of(const struct search *s)
{
    const struct layout *l = &s->layout;
    return (struct candidate){ .dp = l->dp,
                               .shard_group = s->job->memory.shard_group,
                               .micro_batch = l->micro_batch,
                               .seq = s->job->in->seq,
                               .zero = l->zero,
                               .recompute = l->recompute,
                               .offload = l->offload };
}

static bool fits(struct search *s)
{
    const struct layout *l = &s->layout;
    const struct layout_job *job = s->job;
    const struct half *half = &s->halves[l->sequence_parallel];
    const struct candidate candidate = candidate_of(s);
    double limit = job->in->gpu_memory * (1 - job->in->memory_margin);
    for (size_t i = 0; i < job->plan.stage_count; i++) {
        struct memory need =
            aic_train_memory_total(&job->plan, &job->plan.stages[i], &candidate,
                                   s->shards[l->offload][i], half->layers[l->recompute][i]);
        if (!(need.total <= limit)) {
            return false;
        }
    }
    return true;
}

/* Need grows with the micro-batch, all else equal: the smallest is the nearest to a fit. */
static void keep_nearest(struct search *s)
{
    struct ranking *ranking = s->ranking;
    s->layout.micro_batch = s->micro.at[s->even[0]];
    const struct candidate candidate = candidate_of(s);
    double need = aic_train_memory_most_total(&s->job->plan, &candidate);
    if (need < ranking->nearest_memory) {
        ranking->nearest_memory = need;
        ranking->nearest = s->layout;
    }
}

static void keep_shards(struct search *s)
{
    const struct plan *plan = &s->job->plan;
    for (int offload = AIC_OFFLOAD_NONE; offload <= AIC_OFFLOAD_OPTIMIZER; offload++) {
        const struct candidate candidate = { .dp = s->layout.dp,
                                             .shard_group = s->job->memory.shard_group,
                                             .zero = s->layout.zero,
                                             .offload = offload };
        for (size_t i = 0; i < plan->stage_count; i++) {
            s->shards[offload][i] = aic_train_memory_shard(plan, &plan->stages[i], &candidate);
        }
        s->layout.offload = offload;
        s->optimizer[offload] = aic_layout_optimizer_time(s->job, &s->layout);
    }
}

/* Sets the half of the plan that sequence_parallel decides. */
static void turn_to(struct search *s, aic_flag sequence_parallel)
{
    struct layout_job *job = s->job;
    s->layout.sequence_parallel = sequence_parallel;
    job->memory.sequence_parallel = sequence_parallel;
    job->plan.job = &s->halves[sequence_parallel].job;
    job->plan.rates = s->halves[sequence_parallel].rates;
}

static void keep_layers(struct search *s, aic_flag sequence_parallel)
{
    const struct plan *plan = &s->job->plan;
    struct half *half = &s->halves[sequence_parallel];
    turn_to(s, sequence_parallel);
    for (int again = none; again <= full; again++) {
        const struct candidate candidate = { .seq = s->job->in->seq, .recompute = again };
        for (size_t i = 0; i < plan->stage_count; i++) {
            half->layers[again][i] = aic_train_memory_pass(plan, &plan->stages[i], &candidate);
        }
    }
}

/* ---- the axes, the innermost first ---- */

/* Of the micro-batches that come out even those that fit: need grows with them, all else equal. */
static size_t count_fits(struct search *s)
{
    size_t fit = 0, above = s->even_count;
    while (fit < above) {
        size_t middle = (fit + above) / 2;
        s->layout.micro_batch = s->micro.at[s->even[middle]];
        if (fits(s)) {
            fit = middle + 1;
        } else {
            above = middle;
        }
    }
    return fit;
}

static void visit_micro_batches(struct search *s)
{
    struct ranking *ranking = s->ranking;
    int among = s->job->in->among;
    if (s->finds_nearest) {
        keep_nearest(s);
        return;
    }
    size_t count = s->even_count;
    size_t fit = count_fits(s);
    size_t first = among == AIC_AMONG_MISFIT ? fit : 0;
    size_t end = among == AIC_AMONG_FIT ? fit : count;
    ranking->candidates += (double)count;
    ranking->fit += (double)fit;
    ranking->ranked += one_of_each(s) ? end > first && !s->found : (double)(end - first);
    s->found = s->found || end > first;
    for (size_t i = first; i < end; i++) {
        s->layout.micro_batch = s->micro.at[s->even[i]];
        price(s, s->even[i]);
    }
}

static void visit_recomputations(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    for (int again = none; again <= full; again++) {
        bool looked_at = again != selective || in->flash_attention == 0;
        if (in->recompute >= 0 ? again != in->recompute : !looked_at) {
            continue;
        }
        s->layout.recompute = again;
        for (int offload = AIC_OFFLOAD_NONE; offload <= AIC_OFFLOAD_OPTIMIZER; offload++) {
            if (in->offload < 0 || offload == in->offload) {
                s->layout.offload = offload;
                visit_micro_batches(s);
            }
        }
    }
}

/* Whether tokens may be split so: experts with tensor groups route each token once. */
static bool splits_sequence(const struct search *s, aic_flag sequence_parallel)
{
    const struct layout *l = &s->layout;
    const struct aic_layout_in *in = s->job->in;
    if (sequence_parallel == 1) {
        return in->sequence_parallel != 0 && aic_divides(l->cp * l->tp, in->seq);
    }
    bool experts = aic_model_has_experts(&in->model);
    if (experts && l->tp > 1) {
        return false;
    }
    return in->sequence_parallel == 0 || (in->sequence_parallel < 0 && l->tp > 1);
}

static void visit_shards(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    const struct layout *l = &s->layout;
    double most = l->dp * l->cp == 1 ? 0 : l->pp > 1 ? 1 : 3;
    for (double zero = 0; zero <= 3; zero++) {
        if (!wants(in->zero, zero, zero <= most)) {
            continue;
        }
        s->layout.zero = zero;
        keep_shards(s);
        for (aic_flag split = 1; split >= 0; split--) {
            if (splits_sequence(s, split)) {
                turn_to(s, split);
                visit_recomputations(s);
            }
        }
    }
}

/* Interleaved stages take turns: micro-batches in multiples of the stages. */
static void list_even(struct search *s)
{
    const struct layout *l = &s->layout;
    s->even_count = 0;
    for (size_t i = 0; i < s->micro.count; i++) {
        double batches = s->job->in->global_batch / (l->dp * s->micro.at[i]);
        if (!(l->vpp > 1) || aic_divides(l->pp, batches)) {
            s->even[s->even_count++] = i;
        }
    }
}

static void visit_chunks(struct search *s)
{
    struct layout_job *job = s->job;
    for (size_t i = 0; i < s->chunks.count; i++) {
        s->layout.vpp = job->memory.vpp = s->chunks.at[i];
        list_even(s);
        if (s->even_count == 0) {
            continue;
        }
        aic_train_memory_set_stages(&job->plan);
        for (aic_flag split = 0; split <= 1; split++) {
            if (splits_sequence(s, split)) {
                keep_layers(s, split);
            }
        }
        visit_shards(s);
    }
}

/* All degrees are set: what depends on nothing else. */
static void visit_degrees(struct search *s)
{
    struct layout_job *job = s->job;
    job->memory.tp = s->layout.tp;
    job->memory.pp = s->layout.pp;
    job->memory.cp = s->layout.cp;
    job->memory.ep = s->layout.ep;
    job->memory.etp = s->layout.etp;
    job->memory.shard_group = aic_layout_shard_group(job->in, &s->layout);
    bool possible = false;
    for (aic_flag split = 0; split <= 1; split++) {
        if (!splits_sequence(s, split)) {
            continue;
        }
        possible = true;
        struct half *half = &s->halves[split];
        job->memory.sequence_parallel = split;
        aic_train_memory_set_job(&job->plan, &half->job);
        aic_train_memory_count(&job->plan);
        aic_train_memory_rate(&job->plan);
        half->rates = job->plan.rates;
        for (size_t i = 0; i < KEPT_MAX; i++) {
            half->kept[i].micro_batch = 0;
        }
    }
    if (!possible) {
        return; /* the sequence cannot be split so, and may not be whole */
    }
    s->has_gather[0] = s->has_gather[1] = false;
    s->found = false;
    s->best.time = INFINITY;
    visit_chunks(s);
    if (!isinf(s->best.time)) {
        insert(s->ranking, &s->best);
    }
}

static void visit_experts(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    const struct aic_model *m = &in->model;
    struct layout *l = &s->layout;
    if (!aic_model_has_experts(m)) {
        l->ep = 1;
        l->etp = NAN;
        visit_degrees(s);
        return;
    }
    for (size_t i = 0; i < s->gpus.count; i++) {
        for (size_t j = 0; j < s->gpus.count && s->gpus.at[j] <= l->tp; j++) {
            l->ep = s->gpus.at[i];
            l->etp = s->gpus.at[j];
            bool whole = wants(in->ep, l->ep, true) && aic_divides(l->ep, m->experts) &&
                         wants(in->etp, l->etp, l->etp == 1 || l->etp == l->tp) &&
                         aic_divides(l->etp, l->tp) && aic_divides(l->etp, m->expert_ffn) &&
                         aic_divides(l->ep * l->etp, l->tp * l->cp * l->dp);
            if (whole) {
                visit_degrees(s);
            }
        }
    }
}

static void list_micro_batches(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    s->micro.count = 0;
    for (size_t i = 0; i < s->batches.count; i++) {
        if (aic_divides(s->layout.dp * s->batches.at[i], in->global_batch)) {
            s->micro.at[s->micro.count++] = s->batches.at[i];
        }
    }
}

static void visit_contexts(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    struct layout *l = &s->layout;
    double left = in->gpus / (l->tp * l->pp);
    for (size_t i = 0; i < s->gpus.count && s->gpus.at[i] <= left; i++) {
        l->cp = s->gpus.at[i];
        l->dp = left / l->cp;
        bool swapped = in->cp_method == AIC_LAYOUT_CP_A2A && aic_is_set(in->model.heads);
        bool whole = aic_divides(l->cp, left) && wants(in->cp, l->cp, l->cp <= in->max_cp) &&
                     aic_divides(l->cp, in->seq) && aic_divides(l->dp, in->global_batch) &&
                     (!swapped || aic_divides(l->cp, in->model.heads / l->tp));
        if (whole) {
            list_micro_batches(s);
            visit_experts(s);
        }
    }
}

/* The chunks per stage with which the layers come out. */
static void list_chunks(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    double layers = in->model.layers, pp = s->layout.pp;
    double most = pp == 1                       ? 1
                  : aic_divides(pp, layers)     ? layers / pp
                  : aic_divides(pp, layers + 2) ? (layers + 2) / pp
                                                : 1;
    double limit = aic_is_set(in->vpp) ? in->vpp : most;
    s->chunks.count = 0;
    for (double vpp = aic_is_set(in->vpp) ? in->vpp : 1; vpp <= limit; vpp++) {
        struct aic_stages stages;
        if ((vpp == 1 || pp > 1) && (aic_is_set(in->vpp) || aic_divides(vpp, most)) &&
            aic_set_stages(&stages, layers, pp, vpp, NAN, NAN)) {
            s->chunks.at[s->chunks.count++] = vpp;
        }
    }
}

static void visit_pipelines(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    double left = in->gpus / s->layout.tp;
    for (size_t i = 0; i < s->gpus.count && s->gpus.at[i] <= in->model.layers; i++) {
        s->layout.pp = s->gpus.at[i];
        if (aic_divides(s->layout.pp, left) && wants(in->pp, s->layout.pp, true)) {
            list_chunks(s);
            visit_contexts(s);
        }
    }
}

/* Over several nodes groups fill what is used of them evenly, as far as they fit into one. */
static bool looks_at_tp(const struct aic_layout_in *in, double tp)
{
    bool straddles = in->gpus > in->gpus_per_node && tp <= in->gpus_per_node &&
                     !aic_divides(tp, aic_domain_gpus(in->gpus, in->gpus_per_node));
    return tp <= in->max_tp && !straddles;
}

static void visit_tensors(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    for (size_t i = 0; i < s->gpus.count; i++) {
        double tp = s->layout.tp = s->gpus.at[i];
        bool heads = !(in->model.heads > 0) || aic_divides(tp, in->model.heads);
        if (wants(in->tp, tp, looks_at_tp(in, tp)) && heads &&
            aic_train_memory_splits_model(&s->job->plan, tp)) {
            visit_pipelines(s);
        }
    }
}

static void list_divisors(struct search *s)
{
    const struct aic_layout_in *in = s->job->in;
    for (double d = 1; d <= in->gpus; d = aic_divisor_from(in->gpus, d + 1)) {
        s->gpus.at[s->gpus.count++] = d;
        if (d == in->gpus) {
            break;
        }
    }
    double most = min(in->global_batch, in->max_micro_batch, AIC_SEARCH_LIMIT);
    if (aic_is_set(in->micro_batch)) {
        s->batches.at[s->batches.count++] = in->micro_batch;
        return;
    }
    for (double d = 1; d <= most; d++) {
        if (aic_divides(d, in->global_batch)) {
            s->batches.at[s->batches.count++] = d;
        }
    }
}

static void walk(struct layout_job *job, struct ranking *ranking, bool finds_nearest)
{
    struct search search;
    search.job = job;
    search.ranking = ranking;
    search.gpus.count = search.batches.count = 0;
    search.best.time = INFINITY;
    search.finds_nearest = finds_nearest;
    list_divisors(&search);
    visit_tensors(&search);
}

void aic_layout_search(struct layout_job *job, size_t limit, struct ranking *ranking)
{
    ranking->limit = limit;
    ranking->count = 0;
    ranking->candidates = ranking->fit = ranking->ranked = 0;
    ranking->nearest_memory = NAN;
    walk(job, ranking, false);
    if (job->in->among == AIC_AMONG_FIT && ranking->candidates > 0 && ranking->fit == 0) {
        ranking->nearest_memory = INFINITY;
        walk(job, ranking, true);
    }
}
