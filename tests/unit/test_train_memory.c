/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: what must hold for every job, over 100,000 random valid ones. Parts add up to
 * their totals; more sequences never take less; sharding more never adds model states.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/train_memory.h>

#include "draw.h"

#define JOBS 100000

/* Whole architectures and layouts in which the divisions come out, most of the time. */
static void draw_model(struct aic_model *model)
{
    model->heads = 8 * power_of_two(4);
    model->kv_heads = draw(2) ? model->heads : 8;
    model->head_dim = draw(2) ? 64 : 128;
    model->hidden = model->heads * model->head_dim;
    model->layers = draw(4) ? 8 * (1 + draw(12)) - 2 * draw(2) : 16 + draw(100);
    model->ffn = 1024 * (1 + draw(28));
    model->vocab = 1000 * (1 + draw(200));
    model->gated = (aic_flag)draw(2);
    model->tied_embeddings = (aic_flag)draw(2);
    model->qkv_bias = (aic_flag)draw(2);
    model->linear_bias = (aic_flag)draw(2);
    model->norm_bias = (aic_flag)draw(2);
    if (draw(3) == 0) {
        model->experts = 8 * power_of_two(3);
        model->experts_per_token = 1 + draw(4);
        model->expert_ffn = 512 * (1 + draw(8));
        model->shared_experts = draw(2);
        model->dense_layers = draw(4);
    }
}

static void draw_job(struct aic_train_memory_in *in)
{
    in->tp = power_of_two(3);
    in->pp = power_of_two(3);
    in->cp = power_of_two(1);
    in->ep = in->model.experts > 0 ? power_of_two(3) : 1;
    in->vpp = in->pp > 1 && draw(4) == 0 ? 2 : 1;
    in->gpus = in->tp * in->pp * in->cp * in->ep * power_of_two(6);
    in->zero = draw(4);
    in->micro_batch = 1 + draw(4);
    in->seq = 1024 * power_of_two(5);
    in->grad_dtype = (int)draw(4);
    in->optimizer = (int)draw(8);
    in->optimizer_dtype = (int)draw(4);
    in->recompute = (int)draw(3);
    in->kernels = (int)draw(2);
    in->loss = (int)draw(6);
    in->gradient_buffers = in->pp == 1 ? (int)draw(2) : AIC_GRADIENTS_KEPT;
    in->flash_attention = (aic_flag)draw(2);
    in->sequence_parallel = (aic_flag)(in->model.experts > 0 || draw(2));
    in->dropout = (aic_flag)draw(2);
    in->wgrad_buffers = (aic_flag)draw(2);
    in->fsdp_prefetch = draw(3);
    in->mtp_layers = draw(4) ? 0 : 1 + draw(2);
    in->deferred_head_wgrads = draw(4) ? 0 : 1 + draw(3);
}

static bool answer(const struct aic_train_memory_in *job, struct aic_train_memory_out *out)
{
    static struct aic_notes notes; /* large */
    struct aic_train_memory_in in = *job;
    aic_notes_init(&notes);
    notes.quiet = true;
    return aic_evaluate(&aic_train_memory, &in, out, &notes);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)))) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

/* `less` may be above `more` by rounding only. */
static void assert_at_most(double less, double more)
{
    if (!(less <= more * (1 + 1e-12))) {
        fail_msg("%.17g is above %.17g", less, more);
    }
}

static void check_sums(const struct aic_train_memory_out *out)
{
    assert_near(out->weights_memory + out->gradients_memory + out->master_memory +
                    out->optimizer_memory,
                out->states_memory);
    assert_near(out->states_memory + out->activations_memory + out->logits_memory +
                    out->working_memory + out->unsharded_memory + out->buffer_memory -
                    out->absent_gradients_memory,
                out->allocated_memory);
    assert_near(out->allocated_memory + out->fragmentation_memory, out->reserved_memory);
    assert_near(out->reserved_memory + out->overhead_memory, out->total_memory);
    assert_at_most(out->first_stage_memory, out->total_memory);
    assert_at_most(out->last_stage_memory, out->total_memory);
}

static void check_states(const struct aic_train_memory_out *less,
                         const struct aic_train_memory_out *more)
{
    assert_at_most(less->first_stage_states, more->first_stage_states);
    assert_at_most(less->last_stage_states, more->last_stage_states);
}

/* One job and its neighbours; false where the drawn job is impossible. */
static bool check_job(const struct aic_train_memory_in *job, unsigned *compared)
{
    struct aic_train_memory_out out, other;
    struct aic_train_memory_in changed = *job;
    if (!answer(job, &out)) {
        return false;
    }
    check_sums(&out);
    changed.micro_batch *= 2;
    assert_true(answer(&changed, &other));
    assert_at_most(out.total_memory, other.total_memory);
    changed = *job;
    changed.zero += 1;
    if (job->zero < 3) {
        assert_true(answer(&changed, &other));
        check_states(&other, &out);
    }
    changed = *job;
    changed.tp *= 2;
    changed.gpus *= 2;
    if (answer(&changed, &other)) {
        check_states(&other, &out);
        ++*compared;
    }
    return true;
}

static void properties_hold_for_every_job(void **unused)
{
    (void)unused;
    unsigned valid = 0, drawn = 0, compared = 0;
    while (valid < JOBS) {
        struct aic_train_memory_in in;
        assert_true(aic_inputs_init(&aic_train_memory, &in, NULL));
        draw_model(&in.model);
        draw_job(&in);
        valid += check_job(&in, &compared);
        assert_true(++drawn < 20 * JOBS);
    }
    print_message("%u jobs drawn, %u valid, %u also with twice the tp\n", drawn, valid, compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(properties_hold_for_every_job) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
