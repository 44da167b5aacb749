/* SPDX-License-Identifier: Apache-2.0 */
/*
 * train-memory: what must hold for every job, over 100,000 random valid ones. Parts add up to
 * their totals; more sequences never take less; sharding more never adds model states. And
 * the stages of every model of the catalog hold its parameters.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/catalog.h>
#include <aicalc/recipe.h>
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

/* What `pp` stages hold, which is one or two, of weights and gradients in 16 bits. */
static double params_of_stages(const struct aic_catalog *catalog, const char *model, double pp)
{
    const struct aic_setting settings[] = {
        { "model", model, 0 }, { "pp", pp > 1 ? "2" : "1", 0 },
        { "zero", "0", 0 },    { "optimizer", "none", 0 },
        { "seq", "1024", 0 },
    };
    const struct aic_recipe recipe = { .calculator = &aic_train_memory,
                                       .catalog = catalog,
                                       .settings = settings,
                                       .setting_count = sizeof settings / sizeof settings[0],
                                       .settings_origin = AIC_FROM_FLAG };
    struct aic_question question;
    struct aic_error error = { 0 };
    struct aic_train_memory_out out;
    if (!aic_recipe_ask(&recipe, &question, &error)) {
        fail_msg("%s: %s", model, error.message);
    }
    const struct aic_train_memory_in *in = question.in;
    bool answered = answer(in, &out);
    if (!answered) {
        fail_msg("%s is not answered", model);
    }
    /* a tied output matrix stands on both ends */
    bool again = pp > 1 && in->model.tied_embeddings == 1 && in->model.output_head == 1;
    double held = (pp > 1 ? out.first_stage_states + out.last_stage_states : out.states_memory) / 4;
    double rest = held - (again ? in->model.vocab * in->model.hidden : 0) - out.params_total;
    aic_question_clear(&question);
    return rest / out.params_total;
}

struct walk {
    const struct aic_catalog *catalog;
    unsigned entries;
};

static bool adds_up(void *context, const struct aic_entry *entry)
{
    struct walk *walk = context;
    const char *model = aic_entry_name(entry);
    for (double pp = 1; pp <= 2; pp++) {
        double rest = params_of_stages(walk->catalog, model, pp);
        if (!(fabs(rest) <= 1e-12)) {
            fail_msg("%s on %g stages: %g of its parameters are left", model, pp, rest);
        }
    }
    walk->entries++;
    return true;
}

static void stages_add_up_to_every_model(void **unused)
{
    (void)unused;
    struct aic_catalog catalog;
    struct aic_error error;
    aic_catalog_init(&catalog);
    struct walk walk = { &catalog, 0 };
    assert_true(aic_catalog_each(&catalog, AIC_MODELS, adds_up, &walk, &error));
    aic_catalog_clear(&catalog);
    assert_true(walk.entries > 290);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(properties_hold_for_every_job),
                                        cmocka_unit_test(stages_add_up_to_every_model) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
