/* SPDX-License-Identifier: Apache-2.0 */
/*
 * serve: a better machine or a looser limit never makes an answer worse, over random services: 2,000,
 * or AICALC_TEST_SERVICES. Verdicts, GPUs, capacity and times; what may be worse is what the page on
 * the methods names, and is not looked at: times of a replica that is filled to its limits, those of a
 * request in a batch of one wave, which queues behind the others; and larger nodes for experts that were
 * over several, where the exchange of a prompt no longer runs under the other half of its batch. In a
 * closed loop a faster machine brings the users back sooner: more prompts wait and more answers are in
 * memory at once, so limits, or a place for everybody, may take a replica more, which is counted; rates
 * and times of whole requests are never worse.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "draw_service.h"

#define SERVICES     2000
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Loads of open services, of batches, and closed loops. */
enum load {
    RATE,
    RATE_ON_REPLICAS,
    POOLS,
    BATCH,
    NO_LOAD,
    USERS,
    USERS_ON_REPLICAS,
    BENCHMARK,
    LOADS
};

struct service {
    struct aic_serve_in in;
    enum load load;
};

/* The given values of the cache's steps: engines have other ones from 35, 60, 70 and 160 GiB on. */
static void draw_engine(struct aic_serve_in *in)
{
    in->engine = (int)draw(5);
    if (in->engine == AIC_ENGINE_LLAMACPP) {
        in->tp = 1;
        in->max_num_batched_tokens = 512 * power_of_two(2);
        return;
    }
    if (in->engine == AIC_ENGINE_IDEAL) {
        return;
    }
    in->max_num_batched_tokens = 2048 * power_of_two(3);
    in->max_num_seqs = 64 * power_of_two(5);
    if (in->engine == AIC_ENGINE_SGLANG) {
        in->gpu_memory_utilization = 0.85;
        *aic_origin_at(in, offsetof(struct aic_serve_in, gpu_memory_utilization)) = AIC_FROM_FLAG;
    }
}

static void draw_lengths(struct aic_serve_in *in)
{
    in->prompt = ceil(between(16, 32768));
    in->answer = ceil(between(1, 4096));
    in->shared_prefix = draw(4) ? 0 : floor(in->prompt / 2);
    if (draw(4) == 0) {
        in->prompt_p95 = floor(in->prompt * between(1, 3.8));
        in->answer_p95 = floor(in->answer * between(1, 3.8));
    }
    if (draw(4) == 0) {
        in->offload_hit_ratio = between(0.01, 0.9);
        in->offload_bw = between(1e9, 1e11);
    }
}

static void draw_layout(struct aic_serve_in *in)
{
    if (in->engine != AIC_ENGINE_LLAMACPP) {
        in->tp = draw(2) ? (double)NAN : power_of_two(4);
        in->dp = draw(4) ? 1 : power_of_two(4);
        /* a port of a machine is slower than its scale-up link */
        in->nic_bw = draw(2) ? in->nvlink_bw * between(0.02, 0.2) : (double)NAN;
    }
    in->pp = draw(4) ? 1 : 2;
    in->ep = in->model.experts > 0 && in->dp > 1 && draw(2) ? in->dp : 1;
    in->gpus_per_node = power_of_two(3);
}

static bool is_closed(const struct service *service)
{
    return service->load >= USERS;
}

static void draw_load(struct service *service)
{
    struct aic_serve_in *in = &service->in;
    service->load = (enum load)draw(LOADS);
    bool has_users = service->load == USERS || service->load == USERS_ON_REPLICAS;
    bool has_replicas = service->load == RATE_ON_REPLICAS || service->load == USERS_ON_REPLICAS;
    in->rate = service->load < BATCH ? between(0.01, 100) : (double)NAN;
    in->requests = service->load == BATCH ? ceil(between(10, 1e5)) : (double)NAN;
    in->users = has_users ? ceil(between(1, 1e4)) : (double)NAN;
    in->think_time = has_users && draw(2) ? between(0.1, 100) : 0;
    in->concurrency = service->load == BENCHMARK ? ceil(between(1, 1000)) : (double)NAN;
    in->replicas = has_replicas ? 1 + draw(8) : (double)NAN;
    in->mode = service->load == POOLS ? AIC_SERVE_DISAGGREGATED : AIC_SERVE_AGGREGATED;
    in->transfer_bw = service->load == POOLS && draw(2) ? between(1e9, 1e11) : (double)NAN;
    in->tpot_limit = draw(2) ? between(0.005, 0.2) : (double)NAN;
    in->ttft_limit = draw(2) && service->load != BATCH ? between(0.1, 10) : (double)NAN;
}

static void draw_service(struct service *service)
{
    struct aic_serve_in *in = &service->in;
    assert_true(aic_inputs_init(&aic_serve, in, NULL));
    draw_model(&in->model);
    draw_gpu(in);
    in->kv_dtype = AIC_KV_BF16;
    in->weight_dtype = draw(2) ? AIC_WEIGHT_BF16 : AIC_WEIGHT_INT8;
    draw_engine(in);
    draw_lengths(in);
    draw_layout(in);
    draw_load(service);
}

/* What can be better, and whether more of it is. */
static const struct {
    size_t at;
    bool is_whole;
} better[] = {
#define BETTER(member, is_whole)                                                                   \
    {                                                                                              \
        offsetof(struct aic_serve_in, member), is_whole                                            \
    }
    BETTER(gpu_memory, false), BETTER(gpu_memory_bw, false), BETTER(gpu_flops, false),
    BETTER(nvlink_bw, false),  BETTER(nic_bw, false),        BETTER(transfer_bw, false),
    BETTER(offload_bw, false), BETTER(tpot_limit, false),    BETTER(ttft_limit, false),
    BETTER(replicas, true),    BETTER(gpus_per_node, true),
};

/* One of them, more; false where the service has none of it. */
static bool improve(struct service *service, size_t *which)
{
    *which = draw(COUNT(better));
    double *value = (double *)(void *)((char *)&service->in + better[*which].at);
    bool is_node = better[*which].at == offsetof(struct aic_serve_in, gpus_per_node);
    if (!aic_is_set(*value) || (is_node && service->in.ep > 1)) {
        return false;
    }
    *value *= better[*which].is_whole ? 2 : between(1.0001, 4);
    return true;
}

static bool is_limit(size_t which)
{
    return better[which].at == offsetof(struct aic_serve_in, tpot_limit) ||
           better[which].at == offsetof(struct aic_serve_in, ttft_limit);
}

/* `now` is not above `before`, by more than the last bits of searches. */
static bool at_most(double now, double before)
{
    return !aic_is_set(now) || !aic_is_set(before) || now <= before * (1 + 1e-7) + 1e-12;
}

/* No verdict is the best of all: nothing is limited. */
static int verdict_of(const struct aic_serve_out *out)
{
    return out->slo_verdict < 0 ? 0 : out->slo_verdict;
}

static bool times_hold(const struct aic_serve_out *before, const struct aic_serve_out *now)
{
    return at_most(now->tpot, before->tpot) && at_most(now->ttft, before->ttft) &&
           at_most(now->ttft_tail, before->ttft_tail) &&
           at_most(now->tpot_high, before->tpot_high) &&
           at_most(now->ttft_high, before->ttft_high) &&
           at_most(now->ttft_tail_high, before->ttft_tail_high);
}

static bool capacity_holds(const struct aic_serve_out *before, const struct aic_serve_out *now)
{
    return at_most(before->sequences_limit, now->sequences_limit) &&
           at_most(aic_or(before->replica_rate_max, 0), aic_or(now->replica_rate_max, 0)) &&
           at_most(aic_or(before->replica_rate_max_low, 0), aic_or(now->replica_rate_max_low, 0)) &&
           at_most(aic_or(before->replica_rate_max_high, 0), aic_or(now->replica_rate_max_high, 0));
}

/* Of the same layout; a batch in fewer waves and a full replica may have longer times. */
static const char *compare_layout(const struct service *service, size_t which,
                                  const struct aic_serve_out *before,
                                  const struct aic_serve_out *now)
{
    if (!capacity_holds(before, now)) {
        return "capacity";
    }
    if (service->load == BATCH && !at_most(before->output_rate, now->output_rate)) {
        return "output_rate";
    }
    bool is_same = now->replicas_used == before->replicas_used &&
                   (service->load != POOLS || now->pool_replicas == before->pool_replicas);
    if (is_closed(service)) {
        return now->replicas_used >= before->replicas_used &&
                       !(at_most(before->request_rate, now->request_rate) &&
                         at_most(now->e2e_time, before->e2e_time))
                   ? "request_rate, e2e_time"
                   : NULL;
    }
    return service->load < BATCH && is_same && !is_limit(which) && !times_hold(before, now)
               ? "times"
               : NULL;
}

/* Whether the limits hold, on how many GPUs. */
static const char *compare_verdict(const struct service *service,
                                   const struct aic_serve_out *before,
                                   const struct aic_serve_out *now)
{
    bool is_sized = service->load == RATE || service->load == POOLS || service->load == USERS;
    if (now->meets_slo < before->meets_slo) {
        return "meets_slo";
    }
    if (is_sized && now->meets_slo == before->meets_slo &&
        !at_most(now->gpus_total, before->gpus_total)) {
        return "gpus_total";
    }
    return aic_is_set(service->in.replicas) && now->tp_used == before->tp_used &&
                   verdict_of(now) > verdict_of(before)
               ? "slo_verdict"
               : NULL;
}

/* What is worse, NULL: nothing; *is_crowded: users that are back sooner take more. */
static const char *compare(const struct service *service, size_t which,
                           const struct aic_serve_out *before, const struct aic_serve_out *now,
                           bool *is_crowded)
{
    const char *verdict = compare_verdict(service, before, now);
    *is_crowded = verdict && is_closed(service);
    if (verdict && !*is_crowded) {
        return verdict;
    }
    return now->tp_used == before->tp_used ? compare_layout(service, which, before, now) : NULL;
}

static void better_is_never_worse(void **unused)
{
    (void)unused;
    const char *wanted = getenv("AICALC_TEST_SERVICES");
    const unsigned long services = wanted ? strtoul(wanted, NULL, 10) : SERVICES;
    unsigned long compared = 0, worse = 0, closed = 0, crowded = 0;
    while (compared < services) {
        static struct service service, other;
        struct aic_serve_out before, now;
        size_t which;
        draw_service(&service);
        other = service;
        if (!improve(&other, &which) || !answer(&service.in, &before)) {
            continue;
        }
        assert_true(answer(&other.in, &now));
        bool is_crowded;
        const char *what = compare(&service, which, &before, &now, &is_crowded);
        closed += is_closed(&service);
        crowded += is_crowded;
        if (what) {
            print_message("service %lu, load %d, better by number %zu: %s is worse\n", compared,
                          (int)service.load, which, what);
            worse++;
        }
        compared++;
    }
    print_message(
        "%lu changes for the better, %lu made an answer worse; of %lu closed loops %lu take "
        "more\n",
        compared, worse, closed, crowded);
    assert_true(crowded * 100 <= closed);
    assert_int_equal(worse, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(better_is_never_worse) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
