/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: what must hold for every service, over 1,000 random ones. More rate never takes fewer
 * replicas, tighter limits never leave more sequences, the layout that is found is at least as good
 * as any that is given, and users are the rate that they make (Little's law).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <aicalc/serve.h>

#include "draw.h"

#define SERVICES 1000

/* A number between the two, whose logarithm is spread evenly. */
static double between(double low, double high)
{
    return low * pow(high / low, draw(1u << 20) / (double)(1u << 20));
}

static void draw_model(struct aic_model *model)
{
    model->kv_heads = power_of_two(3);
    model->heads = model->kv_heads * power_of_two(3);
    model->head_dim = draw(2) ? 64 : 128;
    model->hidden = 1024 * (1 + draw(8));
    model->layers = 8 * (1 + draw(10));
    model->ffn = 1024 * (1 + draw(28));
    model->vocab = 1000 * (1 + draw(200));
    if (draw(3) == 0) {
        model->experts = 8 * power_of_two(4);
        model->experts_per_token = 1 + draw(8);
        model->expert_ffn = 256 * (1 + draw(8));
        model->dense_layers = draw(4);
    }
    if (draw(4) == 0) {
        model->sliding_layers = model->layers / 2;
        model->sliding_window = 1024;
    }
}

static void draw_gpu(struct aic_serve_in *in)
{
    in->gpu_memory = between(40e9, 200e9);
    in->gpu_memory_bw = between(1e12, 8e12);
    in->gpu_flops = between(3e14, 4e15);
    in->nvlink_bw = draw(8) ? between(5e10, 9e11) : (double)NAN;
    in->scale_up_is_pcie = draw(8) == 0;
    in->gpu_price = between(1, 10);
}

static void draw_service(struct aic_serve_in *in)
{
    draw_model(&in->model);
    draw_gpu(in);
    in->engine = draw(3) ? AIC_ENGINE_VLLM : AIC_ENGINE_IDEAL;
    in->kv_dtype = draw(2) ? AIC_KV_BF16 : AIC_KV_FP8;
    in->weight_dtype = draw(2) ? AIC_WEIGHT_BF16 : AIC_WEIGHT_FP8;
    in->prompt = ceil(between(16, 32768));
    in->answer = ceil(between(1, 4096));
    in->shared_prefix = draw(4) ? 0 : floor(in->prompt / 2);
    in->pp = draw(4) ? 1 : 2;
    in->dp = draw(4) ? 1 : 4;
    in->ep = in->model.experts > 0 && in->dp > 1 ? 4 : 1;
    in->tpot_limit = draw(2) ? between(0.005, 0.2) : (double)NAN;
    in->ttft_limit = draw(2) ? between(0.1, 10) : (double)NAN;
    if (draw(4) == 0) {
        in->draft_tokens = 1 + draw(4);
        in->acceptance = draw(11) / 10.0;
    }
}

static bool answer(const struct aic_serve_in *service, struct aic_serve_out *out)
{
    static struct aic_notes notes; /* large */
    struct aic_serve_in in = *service;
    aic_notes_init(&notes);
    notes.quiet = true;
    return aic_evaluate(&aic_serve, &in, out, &notes);
}

static void assert_near(double a, double b, double share)
{
    if (!(fabs(a - b) <= share * fmax(fabs(a), fabs(b)))) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

/* `less` may be above `more` by the last bits of a search only; a result that is left out is 0. */
static void assert_at_most(double less, double more)
{
    if (!(aic_or(less, 0) <= aic_or(more, 0) * (1 + 1e-9))) {
        fail_msg("%.17g is above %.17g", less, more);
    }
}

/* Tighter limits, with a layout that is given: not more sequences, not more requests. */
static void check_limits(const struct aic_serve_in *service, const struct aic_serve_out *out)
{
    struct aic_serve_in tighter = *service;
    struct aic_serve_out other;
    tighter.tpot_limit = aic_or(service->tpot_limit, 1) / 2;
    tighter.ttft_limit = aic_or(service->ttft_limit, 10) / 2;
    assert_true(answer(&tighter, &other));
    assert_at_most(other.sequences_max, out->sequences_max);
    assert_at_most(other.replica_rate_max, out->replica_rate_max);
}

/* A rate and twice that rate: what comes is finished, and never by fewer replicas. */
static void check_rate(const struct aic_serve_in *service, const struct aic_serve_out *most)
{
    struct aic_serve_in in = *service;
    struct aic_serve_out one, two;
    in.rate = most->replica_rate_max * between(0.1, 50);
    in.mode = draw(4) ? AIC_SERVE_AGGREGATED : AIC_SERVE_DISAGGREGATED;
    assert_true(answer(&in, &one));
    in.rate *= 2;
    assert_true(answer(&in, &two));
    assert_at_most(one.replicas, two.replicas);
    assert_at_most(one.gpus_total, two.gpus_total);
    if (aic_is_set(two.sequences)) {
        assert_near(two.request_rate, in.rate, 1e-9);
        assert_at_most(two.sequences, two.sequences_max);
        assert_at_most(two.utilization, 1);
    }
}

/* Users are a rate: the same replicas under that rate hold the same sequences. */
static void check_users(const struct aic_serve_in *service, const struct aic_serve_out *most)
{
    struct aic_serve_in in = *service;
    struct aic_serve_out users, rate;
    in.users = ceil(most->concurrency * between(0.01, 20));
    in.think_time = draw(2) ? 0 : between(0.1, 60);
    assert_true(answer(&in, &users));
    assert_near(users.concurrency + users.request_rate * in.think_time, in.users, 1e-9);
    in.rate = users.request_rate;
    in.replicas = users.replicas;
    in.users = NAN;
    in.think_time = 0;
    assert_true(answer(&in, &rate));
    if (aic_is_set(rate.sequences)) { /* a full replica may be a bit short of its own rate */
        assert_near(rate.sequences, users.sequences, 1e-6);
        assert_near(rate.tpot, users.tpot, 1e-6);
    }
}

static void check_sums(const struct aic_serve_in *in, const struct aic_serve_out *out)
{
    assert_near(out->step_time / (1 + in->draft_tokens * in->draft_cost),
                out->step_memory_time + out->step_compute_time + out->step_communication_time +
                    out->step_overhead_time,
                1e-12);
    assert_near(out->e2e_time, out->ttft + (in->answer - 1) * out->tpot, 1e-12);
    assert_near(out->concurrency, out->request_rate * out->e2e_time, 1e-12);
    assert_at_most(out->ttft, out->e2e_time);
    assert_int_equal(out->meets_slo, 1);
}

/* No layout that is given beats the one that is found. */
static bool check_layouts(const struct aic_serve_in *service, double *best_tp)
{
    struct aic_serve_in in = *service;
    struct aic_serve_out found, given;
    if (!answer(&in, &found)) {
        return false;
    }
    *best_tp = found.tp_used;
    for (in.tp = 1; in.tp <= 8; in.tp *= 2) {
        if (answer(&in, &given) && given.meets_slo) {
            assert_true(found.meets_slo);
            assert_at_most(given.output_rate_per_gpu, found.output_rate_per_gpu);
        }
    }
    return found.meets_slo == 1;
}

static void properties_hold_for_every_service(void **unused)
{
    (void)unused;
    unsigned met = 0, drawn = 0;
    while (met < SERVICES) {
        struct aic_serve_in in;
        struct aic_serve_out out;
        assert_true(aic_inputs_init(&aic_serve, &in, NULL));
        draw_service(&in);
        assert_true(++drawn < 20 * SERVICES);
        if (!check_layouts(&in, &in.tp)) {
            continue;
        }
        assert_true(answer(&in, &out));
        check_sums(&in, &out);
        check_limits(&in, &out);
        check_rate(&in, &out);
        check_users(&in, &out);
        met++;
    }
    print_message("%u services drawn, %u met their limits\n", drawn, met);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(properties_hold_for_every_service) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
