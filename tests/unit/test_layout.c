/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout: random layouts agree with train-memory and network asked about them, to the last digit;
 * and the ranks of random jobs are those of a walk over all layouts, each asked by itself and none
 * left out. AICALC_TEST_LAYOUTS: how many times as many as usual.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/layout.h>
#include <aicalc/network.h>
#include <aicalc/train_memory.h>

#include "draw.h"

#ifndef LAYOUTS
#define LAYOUTS 2500
#define JOBS    250
#endif

static long times(void)
{
    const char *many = getenv("AICALC_TEST_LAYOUTS");
    return many ? strtol(many, NULL, 10) : 1;
}

static struct aic_notes notes; /* large */

static bool ask(const struct aic_calculator *calculator, void *in, void *out)
{
    aic_notes_init(&notes);
    notes.quiet = true;
    return aic_evaluate(calculator, in, out, &notes);
}

static void start(const struct aic_calculator *calculator, void *in)
{
    struct aic_error error;
    assert_true(aic_inputs_init(calculator, in, &error));
}

/* ---- jobs ---- */

static void draw_attention(struct aic_model *model)
{
    model->heads = 8 * power_of_two(2);
    model->kv_heads = draw(2) ? model->heads : 4;
    model->head_dim = 64;
    model->hidden = model->heads * model->head_dim;
    if (draw(5) == 0) {
        model->kv_heads = NAN;
        model->head_dim = NAN;
        model->kv_lora_rank = 512;
        model->q_lora_rank = draw(2) ? 768 : 0;
        model->qk_nope_head_dim = 128;
        model->qk_rope_head_dim = 64;
        model->v_head_dim = 128;
    } else if (draw(5) == 0) {
        model->sliding_layers = 2;
        model->sliding_window = 1024;
    }
    if (draw(6) == 0) {
        model->linear_layers = 2;
        model->linear_params = 4 * model->hidden * model->hidden;
    }
}

static void draw_model(struct aic_model *model)
{
    static const double depths[] = { 8, 12, 14, 16, 22, 24, 30, 32 };
    draw_attention(model);
    model->layers = depths[draw(8)];
    model->ffn = 1536 * (1 + draw(8));
    model->vocab = 1000 * (1 + draw(200));
    model->gated = (aic_flag)draw(2);
    model->tied_embeddings = (aic_flag)draw(2);
    model->qkv_bias = (aic_flag)(model->kv_lora_rank > 0 ? 0 : draw(2));
    model->linear_bias = (aic_flag)draw(2);
    model->norm_bias = (aic_flag)draw(2);
    if (draw(3) == 0) {
        model->experts = 8 * power_of_two(3);
        model->experts_per_token = 1 + draw(4);
        model->expert_ffn = 512 * (1 + draw(4));
        model->shared_experts = draw(2);
        model->dense_layers = draw(4);
        model->dense_leading = (aic_flag)draw(2);
    }
}

static void draw_machine(struct aic_layout_in *in, unsigned gpus)
{
    in->gpus_per_node = 4 * power_of_two(1);
    in->gpus = power_of_two(gpus) * (draw(4) ? 1 : 3);
    if (in->gpus > in->gpus_per_node) {
        in->gpus = ceil(in->gpus / in->gpus_per_node) * in->gpus_per_node;
    }
    if (draw(6) == 0) {
        in->gpus_per_node = draw(2) ? 12 : 72; /* of which a job may take a part */
    }
    in->gpu_flops = 1e14 * (1 + draw(30));
    in->gpu_memory = 1e9 * (10 + draw(100));
    in->gpu_memory_bw = 1e12 * (1 + draw(8));
    in->links.nvlink_bw = 1e10 * (5 + draw(80));
    in->links.nic_bw = 1e9 * (5 + draw(90));
    if (draw(3) == 0) {
        in->links.nvls_bw = 2 * in->links.nvlink_bw / 3;
    }
    if (draw(3) == 0) {
        in->all_gather_bus_bw_limit = 0.7 * in->links.nvlink_bw;
        in->latency_base = 1e-6 * draw(20);
    }
    in->oversubscription = draw(3) ? 1 : 2;
    if (draw(6) == 0) {
        in->links.ports_per_node = 1 + draw(4);
    }
}

static void draw_recipe(struct aic_layout_in *in)
{
    in->seq = 1024 * power_of_two(4);
    in->global_batch = 4 * power_of_two(5) * (draw(3) ? 1 : 3);
    in->memory_margin = draw(3) ? 0 : 0.1;
    in->compute_dtype = (int)draw(4);
    in->stack = (int)draw(2);
    if (draw(4) == 0) {
        in->shard_group = power_of_two(4);
    }
    in->cp_method = (int)draw(2);
    in->grad_dtype = (int)draw(4);
    in->master_weights = (aic_flag)draw(2);
    in->optimizer = (int)draw(8);
    in->optimizer_dtype = (int)draw(4);
    in->fsdp_prefetch = draw(3);
    in->kernels = (int)draw(2);
    in->flash_attention = (aic_flag)draw(2);
    in->dropout = (aic_flag)draw(2);
    in->qk_norm = (aic_flag)draw(2);
    in->loss = (int)draw(6);
    in->vocab_multiple = draw(2) ? 1 : 128;
    in->expert_imbalance = draw(2) ? 1 : 1.25;
    in->wgrad_buffers = (aic_flag)draw(2);
    in->weight_gathers = 1 + draw(3);
    in->weight_gather = (int)draw(3);
    in->gradient_sync = (int)draw(3);
    in->routed_nodes = draw(2) ? 0 : 2;
    in->dispatch_copies = (int)draw(2);
    in->dispatch_dtype = (int)draw(4);
    in->combine_dtype = (int)draw(4);
    in->dp_overlap = (aic_flag)(draw(4) > 0);
    in->tp_overlap = draw(2) ? 0 : 0.5;
    in->ep_overlap = draw(2) ? 0 : 0.3;
}

static void draw_job(struct aic_layout_in *in, unsigned gpus)
{
    start(&aic_layout, in);
    draw_model(&in->model);
    draw_machine(in, gpus);
    draw_recipe(in);
}

/* ---- the same layout, asked elsewhere ---- */

#define BOTH(X)                                                                                    \
    X(gpus)                                                                                        \
    X(gpus_per_node) X(seq) X(global_batch) X(grad_dtype) X(expert_imbalance)
#define MEMORY(X)                                                                                  \
    X(gpu_memory)                                                                                  \
    X(master_weights)                                                                              \
    X(optimizer)                                                                                   \
    X(optimizer_dtype) X(fsdp_prefetch) X(kernels) X(flash_attention) X(dropout) X(qk_norm)        \
        X(loss) X(vocab_multiple) X(wgrad_buffers)
#define NETWORK(X)                                                                                 \
    X(gpu_flops)                                                                                   \
    X(links)                                                                                       \
    X(all_gather_bus_bw_limit)                                                                     \
    X(latency_base) X(oversubscription) X(gradient_sync) X(dispatch_dtype) X(combine_dtype)        \
        X(dp_overlap) X(tp_overlap) X(ep_overlap)
#define FOUND(X) X(tp) X(pp) X(cp) X(vpp) X(zero) X(micro_batch) X(sequence_parallel) X(recompute)

/* GPUs of a copy: the given one where weights are shared out, without experts, as far as it divides. */
static double shard_group_of(const struct aic_layout_in *in, const struct aic_layout_out *out)
{
    bool holds = out->zero_used > 0 && !(in->model.experts > 0) &&
                 fmod(out->dp * out->cp_used, in->shard_group) == 0;
    return holds ? in->shard_group : (double)NAN;
}

#define SAME(name)  other.name = in->name;
#define GIVEN(name) other.name = out->name##_used;

static void check_memory(const struct aic_layout_in *in, const struct aic_layout_out *out)
{
    struct aic_train_memory_in other;
    struct aic_train_memory_out need;
    start(&aic_train_memory, &other);
    other.model = in->model;
    BOTH(SAME)
    MEMORY(SAME)
    FOUND(GIVEN)
    other.compute_dtype =
        in->compute_dtype == AIC_LAYOUT_FP4 ? AIC_TRAIN_MEMORY_COMPUTE_FP8 : in->compute_dtype;
    other.shard_group = shard_group_of(in, out);
    other.cp_method = in->cp_method;
    other.offload = out->offload_used;
    if (in->model.experts > 0) {
        other.ep = out->ep_used;
        other.etp = out->etp_used;
    }
    if (!ask(&aic_train_memory, &other, &need)) {
        fail_msg("train-memory refuses: %s", notes.error.message);
    }
    assert_true(need.total_memory == out->total_memory);
    assert_true(need.headroom == out->headroom);
    assert_true(need.peak_stage == out->peak_stage);
    assert_true(out->fits == (need.total_memory <= in->gpu_memory * (1 - in->memory_margin)));
    assert_true((out->candidates_fit == 1) == (out->fits == 1));
}

static void check_network(const struct aic_layout_in *in, const struct aic_layout_out *out)
{
    struct aic_network_in other;
    struct aic_network_out sent;
    start(&aic_network, &other);
    other.model = in->model;
    BOTH(SAME)
    NETWORK(SAME)
    FOUND(GIVEN)
    other.shard_group = shard_group_of(in, out);
    other.cp_method = in->cp_method == AIC_LAYOUT_CP_A2A ? AIC_NETWORK_CP_A2A : AIC_NETWORK_CP_P2P;
    other.compute_efficiency = out->compute_efficiency;
    if (in->model.experts > 0) {
        other.ep = out->ep_used;
        other.etp = out->etp_used;
        if (other.ep > 1) {
            other.routed_nodes = in->routed_nodes;
            other.dispatch_copies = in->dispatch_copies;
        }
    }
    if (other.zero == 3) {
        other.weight_gathers = in->weight_gathers;
        other.weight_gather = in->weight_gather;
    }
    if (!ask(&aic_network, &other, &sent)) {
        fail_msg("network refuses: %s", notes.error.message);
    }
    assert_true(sent.step_time == out->network_step_time);
    assert_true(sent.exposed_time == out->exposed_time);
    assert_true(sent.tp_exposed_time == out->tp_exposed_time);
    assert_true(sent.pp_exposed_time == out->pp_exposed_time);
    assert_true(sent.cp_exposed_time == out->cp_exposed_time);
    assert_true(sent.ep_exposed_time == out->ep_exposed_time);
    assert_true(sent.dp_exposed_time == out->dp_exposed_time);
    assert_true(sent.dp_time == out->dp_time);
    assert_true(fabs(sent.compute_time / out->compute_time - 1) < 1e-12);
}

static void layouts_agree_with_others(void **fixture)
{
    (void)fixture;
    long wanted = LAYOUTS * times(), compared = 0;
    for (long tried = 0; compared < wanted; tried++) {
        struct aic_layout_in in;
        struct aic_layout_out out;
        assert_true(tried < 200 * wanted);
        draw_job(&in, 7);
        in.tp = power_of_two(3);
        in.pp = draw(2) ? 1 : draw(2) ? power_of_two(4) : 3;
        in.cp = draw(2) ? 1 : power_of_two(2);
        if (in.model.experts > 0) {
            in.ep = power_of_two(4);
            in.etp = draw(2) ? 1 : in.tp;
        }
        in.vpp = in.pp == 1 || draw(2) ? 1 : 1 + draw(5);
        in.zero = draw(4);
        in.sequence_parallel = (aic_flag)draw(2);
        in.recompute = (int)draw(3);
        in.offload = (int)draw(2);
        in.micro_batch = power_of_two(4);
        in.among = AIC_AMONG_ALL;
        if (ask(&aic_layout, &in, &out)) {
            assert_true(out.candidates == 1);
            check_memory(&in, &out);
            check_network(&in, &out);
            compared++;
        }
    }
}

/* ---- all layouts, one after the other ---- */

#define VISITED_MAX 60000

struct visited {
    double degrees[5]; /* tp, pp, cp, ep, etp */
    double time, nine, memory;
    bool fits;
};
static struct visited all[VISITED_MAX];
static size_t all_count;

static double in_nine_digits(double time)
{
    char text[32];
    snprintf(text, sizeof text, "%.8e", time);
    return strtod(text, NULL);
}

static void visit(const struct aic_layout_in *in)
{
    struct aic_layout_in one = *in;
    struct aic_layout_out out;
    one.among = AIC_AMONG_ALL;
    one.rank = 1;
    if (ask(&aic_layout, &one, &out)) {
        assert_true(out.candidates == 1);
        assert_true(all_count < VISITED_MAX);
        all[all_count++] = (struct visited){
            .degrees = { in->tp, in->pp, in->cp, aic_or(in->ep, 1), aic_or(in->etp, 1) },
            .time = out.step_time,
            .nine = in_nine_digits(out.step_time),
            .memory = out.total_memory,
            .fits = out.fits == 1,
        };
    }
}

#define EACH(axis, from, to) for (in.axis = (from); in.axis <= (to); in.axis++)

/* What is looked at without a given value; what does not come out even is refused when asked. */
static void visit_inner(struct aic_layout_in in)
{
    double dp = in.gpus / (in.tp * in.pp * in.cp);
    double chunks = fmod(in.model.layers, in.pp) == 0       ? in.model.layers / in.pp
                    : fmod(in.model.layers + 2, in.pp) == 0 ? (in.model.layers + 2) / in.pp
                                                            : 1;
    double most_zero = dp * in.cp == 1 ? 0 : in.pp > 1 ? 1 : 3;
    bool one_way = in.tp == 1 || in.model.experts > 0;
    EACH(vpp, 1, in.pp > 1 ? chunks : 1)
    {
        if (fmod(chunks, in.vpp) != 0) {
            continue;
        }
        EACH(zero, 0, most_zero)
        for (in.sequence_parallel = 1; in.sequence_parallel >= one_way; in.sequence_parallel--)
            EACH(recompute, 0, 2)
            {
                if (in.recompute == 1 && in.flash_attention == 1) {
                    continue;
                }
                EACH(offload, 0, 1)
                EACH(micro_batch, 1, fmin(64, in.global_batch / dp))
                {
                    if (fmod(in.global_batch, dp * in.micro_batch) == 0) {
                        visit(&in);
                    }
                }
            }
    }
}

/* GPUs that a job takes of each domain. */
static double domain_of(const struct aic_layout_in *in)
{
    double domain = in->gpus_per_node;
    while (in->gpus > in->gpus_per_node && domain > 1 && fmod(in->gpus, domain) != 0) {
        domain--;
    }
    return domain;
}

static void visit_all(struct aic_layout_in in)
{
    all_count = 0;
    EACH(tp, 1, fmin(in.gpus_per_node, in.gpus))
    {
        if (fmod(in.gpus, in.tp) != 0 ||
            (in.gpus > in.gpus_per_node && fmod(domain_of(&in), in.tp) != 0)) {
            continue;
        }
        EACH(pp, 1, in.gpus / in.tp)
        EACH(cp, 1, fmin(in.gpus / (in.tp * in.pp), fmax(1, floor(in.seq / 4096))))
        {
            if (fmod(in.gpus, in.tp * in.pp * in.cp) != 0) {
                continue;
            }
            if (!(in.model.experts > 0)) {
                visit_inner(in);
                continue;
            }
            EACH(ep, 1, in.model.experts)
            for (in.etp = 1; in.etp <= in.tp; in.etp = in.etp < in.tp ? in.tp : in.tp + 1) {
                if (fmod(in.model.experts, in.ep) == 0 &&
                    fmod(in.gpus / in.pp, in.ep * in.etp) == 0) {
                    visit_inner(in);
                }
            }
        }
    }
}

static bool same_degrees(const struct visited *a, const struct visited *b)
{
    return memcmp(a->degrees, b->degrees, sizeof a->degrees) == 0;
}

/* The layout after `last` in the order of ranks, and the first of its degrees if these are distinct;
 * an index below 0 is before all. */
static long next_best(const struct aic_layout_in *in, long last)
{
    long best = -1;
    for (size_t i = 0; i < all_count; i++) {
        bool ranked = in->among == AIC_AMONG_ALL || all[i].fits == (in->among == AIC_AMONG_FIT);
        bool later = last < 0 || all[i].nine > all[last].nine ||
                     (all[i].nine == all[last].nine && (long)i > last);
        if (!ranked || !later || (best >= 0 && !(all[i].nine < all[best].nine))) {
            continue;
        }
        bool first = true;
        for (size_t j = 0; in->distinct == AIC_DISTINCT_PARALLEL && j < all_count; j++) {
            bool rival = in->among == AIC_AMONG_ALL || all[j].fits == all[i].fits;
            first =
                first && !(rival && same_degrees(&all[i], &all[j]) &&
                           (all[j].nine < all[i].nine || (all[j].nine == all[i].nine && j < i)));
        }
        best = first ? (long)i : best;
    }
    return best;
}

/* Nothing is ranked; where nothing fits the layout that takes least is named. */
static void check_none(const struct aic_layout_in *in, const struct aic_layout_out *out)
{
    double least = INFINITY;
    for (size_t i = 0; i < all_count; i++) {
        least = fmin(least, all[i].memory);
    }
    assert_true(out->candidates_ranked == 0);
    if (in->among == AIC_AMONG_FIT) {
        assert_true(out->nearest_memory == least);
        assert_true(out->memory_lacking == least - in->gpu_memory * (1 - in->memory_margin));
    }
}

static void check_rank(const struct aic_layout_in *job, double rank, long at)
{
    struct aic_layout_in in = *job;
    struct aic_layout_out out;
    double fit = 0;
    for (size_t i = 0; i < all_count; i++) {
        fit += all[i].fits;
    }
    in.rank = rank;
    bool answered = ask(&aic_layout, &in, &out);
    if (all_count == 0) {
        assert_false(answered);
        return;
    }
    if (at < 0) {
        assert_true(answered == (rank == 1));
        if (answered) {
            check_none(&in, &out);
        }
        return;
    }
    if (!answered) {
        fail_msg("rank %g of %zu: %s", rank, all_count, notes.error.message);
    }
    assert_true(out.candidates == (double)all_count);
    assert_true(out.candidates_fit == fit);
    if (out.step_time != all[at].time) {
        fail_msg("rank %g: %.17g, walked %.17g", rank, out.step_time, all[at].time);
    }
    assert_true(out.tp_used == all[at].degrees[0] && out.pp_used == all[at].degrees[1] &&
                out.cp_used == all[at].degrees[2]);
}

static void ranks_are_those_of_a_walk(void **fixture)
{
    (void)fixture;
    for (long job = 0; job < JOBS * times(); job++) {
        struct aic_layout_in in;
        draw_job(&in, 3);
        in.global_batch = 4 * power_of_two(2) * (draw(3) ? 1 : 3);
        in.among = (int)draw(3);
        in.distinct = (int)draw(2);
        visit_all(in);
        long at = -1;
        for (double rank = 1; rank <= 12; rank++) {
            at = next_best(&in, at);
            check_rank(&in, rank, at);
            if (at < 0) {
                break;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_agree_with_others),
        cmocka_unit_test(ranks_are_those_of_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
