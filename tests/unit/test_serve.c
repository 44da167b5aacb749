/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: what must hold for every service, over 1,000 random ones. More rate never takes fewer
 * replicas, tighter limits never leave more sequences, the layout that is found is at least as good
 * as any that is given, and users get the fewest replicas that do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "draw_service.h"

#define SERVICES 1000

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

/* Each user sends one request after another (Little's law), and so many that nobody waits and both
 * limits hold: one replica less does not do. */
static void check_users(const struct aic_serve_in *service, const struct aic_serve_out *most)
{
    struct aic_serve_in in = *service;
    struct aic_serve_out users, fewer;
    in.users = ceil(most->concurrency * between(0.01, 20));
    in.think_time = draw(2) ? 0 : between(0.1, 60);
    assert_true(answer(&in, &users));
    assert_near(users.concurrency + users.request_rate * in.think_time, in.users, 1e-9);
    assert_int_equal(users.meets_slo, 1);
    assert_true(users.waiting_time <= 1e-9 * (users.e2e_time + in.think_time));
    if (users.replicas > 1) {
        in.replicas = users.replicas - 1;
        assert_true(answer(&in, &fewer));
        assert_true(fewer.meets_slo == 0 || fewer.waiting_time > 0);
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
