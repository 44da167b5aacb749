/* SPDX-License-Identifier: Apache-2.0 */
/* Influence of defaults where a search chose: the choice is kept, and no search is repeated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/influence.h>
#include <aicalc/layout.h>
#include <aicalc/power.h>
#include <aicalc/recipe.h>
#include <aicalc/train_memory.h>

struct asked {
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer;
};

static size_t input(const char *name)
{
    return aic_table_find(&aic_layout.inputs, name, strlen(name));
}

static size_t result(const char *name)
{
    return aic_table_find(&aic_layout.results, name, strlen(name));
}

static void ask_one(struct asked *asked, const struct aic_calculator *calculator,
                    const struct aic_setting *settings, size_t count)
{
    const struct aic_recipe recipe = {
        .calculator = calculator,
        .catalog = &asked->catalog,
        .settings = settings,
        .setting_count = count,
        .settings_origin = AIC_FROM_FLAG,
    };
    struct aic_error error;
    memset(asked, 0, sizeof *asked);
    aic_catalog_init(&asked->catalog);
    if (!aic_recipe_ask(&recipe, &asked->question, &error) ||
        !aic_answer_init(&asked->answer, &asked->question, &error)) {
        fail_msg("%s", error.message);
    }
}

static void ask(struct asked *asked, const char *gpus, const char *seq)
{
    const struct aic_setting settings[] = {
        { "model", "llama-3.1-8b", 0 }, { "node", "dgx-h100", 0 }, { "gpus", gpus, 0 },
        { "global_batch", "128", 0 },   { "seq", seq, 0 },
    };
    ask_one(asked, &aic_layout, settings, sizeof settings / sizeof settings[0]);
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
    aic_catalog_clear(&asked->catalog);
}

/* The layout that was found, asked about alone. */
static void fix(const struct aic_layout_out *out, struct aic_layout_in *in)
{
    in->tp = out->tp_used;
    in->pp = out->pp_used;
    in->cp = out->cp_used;
    in->vpp = out->vpp_used;
    in->zero = out->zero_used;
    in->micro_batch = out->micro_batch_used;
    in->sequence_parallel = out->sequence_parallel_used;
    in->recompute = out->recompute_used;
    in->offload = out->offload_used;
    in->among = AIC_AMONG_ALL;
}

/* How far step_time moves where an overhead grows by a quarter or shrinks by a fifth. */
static double moved_by_hand(const struct asked *asked)
{
    static struct aic_notes notes;
    const struct aic_layout_out *found = asked->answer.out;
    double largest = 0;
    for (int i = 0; i < 2; i++) {
        struct aic_layout_in in;
        struct aic_layout_out out;
        memcpy(&in, asked->question.in, sizeof in);
        fix(found, &in);
        in.kernel_overhead *= i ? 1.25 : 0.8;
        aic_notes_init(&notes);
        assert_true(aic_evaluate(&aic_layout, &in, &out, &notes));
        assert_true(out.candidates == 1);
        double most = fmax(out.step_time, found->step_time);
        largest = fmax(largest, fabs(out.step_time - found->step_time) / most);
    }
    return largest;
}

static void the_choice_of_a_search_is_kept(void **state)
{
    struct asked asked;
    struct aic_influence influence;
    struct aic_error error;
    const size_t shown[] = { result("step_time"), result("tp_used") };
    (void)state;
    ask(&asked, "16", "8192");
    assert_true(aic_influence_init(&influence, &asked.answer, shown, 2, &error));
    double by_hand = moved_by_hand(&asked);
    assert_true(by_hand > 0 && by_hand < AIC_INFLUENCE_COUNTS);
    assert_true(influence.inputs[input("kernel_overhead")] == by_hand);
    assert_true(influence.results[shown[0]] > AIC_INFLUENCE_COUNTS);
    aic_influence_clear(&influence);
    clear(&asked);
}

/* What the choice decides is never surer than the search; by what one asks for it counts. */
static void what_was_chosen_keeps_the_basis_of_the_search(void **state)
{
    static const char *const chosen[] = { "tp_used",          "dp",
                                          "micro_batch_used", "candidates_fit",
                                          "recompute_used",   "candidates_ranked" };
    struct asked asked;
    struct aic_influence influence;
    struct aic_error error;
    (void)state;
    ask(&asked, "16", "8192");
    assert_true(aic_influence_init(&influence, &asked.answer, NULL, 0, &error));
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0]; i++) {
        assert_int_equal(asked.answer.basis[result(chosen[i])], AIC_ASSUMED);
        if (influence.results[result(chosen[i])] != 1) {
            fail_msg("%s: %g", chosen[i], influence.results[result(chosen[i])]);
        }
    }
    assert_int_equal(asked.answer.basis[result("params_total")], AIC_EXACT);
    assert_true(influence.results[result("params_total")] == 0);
    assert_true(influence.inputs[input("rank")] == 1);
    assert_true(influence.inputs[input("among")] == 1);
    assert_true(influence.inputs[input("tp")] == 0);
    aic_influence_clear(&influence);
    clear(&asked);
}

/* Where nothing was chosen the search is what defaults move. */
static void without_a_choice_defaults_move_the_search(void **state)
{
    struct asked asked;
    struct aic_influence influence;
    struct aic_error error;
    const size_t shown[] = { result("candidates") };
    (void)state;
    ask(&asked, "1", "1048576");
    assert_true(isnan(((const struct aic_layout_out *)asked.answer.out)->tp_used));
    assert_true(aic_influence_init(&influence, &asked.answer, shown, 1, &error));
    assert_true(influence.inputs[input("max_micro_batch")] > 0.1);
    assert_true(influence.results[shown[0]] > 0.1);
    aic_influence_clear(&influence);
    clear(&asked);
}

static void a_table_of_choices_is_checked(void **state)
{
    static const char *const wrong[] = { "=tp", "=step_time", "=fits", "=", "8" };
    static const char *const text[] = { "0.5", "0", "=tp_used_" };
    struct aic_calculator copy = aic_layout;
    struct aic_error error;
    (void)state;
    assert_true(aic_calculator_check(&copy, &error));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct aic_choice choice = { (unsigned short)input("tp"), wrong[i] };
        copy.choices = &choice;
        copy.choice_count = 1;
        assert_false(aic_calculator_check(&copy, &error));
        assert_non_null(strstr(error.message, i < 4 ? "is chosen as no result" : "cannot be read"));
    }
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        const struct aic_choice choices[] = { { (unsigned short)input("tp"), "=tp_used" },
                                              { (unsigned short)input("rank"), text[i] } };
        copy.choices = choices;
        copy.choice_count = 2;
        assert_false(aic_calculator_check(&copy, &error));
    }
}

static void what_is_stacked_has_parts(void **state)
{
    const struct aic_stack right = aic_layout.stacks[0], none = { 0, 0, 0, NULL, NULL };
    struct aic_stack stacks[] = { right, none };
    struct aic_calculator copy = aic_layout;
    struct aic_error error;
    (void)state;
    copy.stacks = stacks;
    assert_true(aic_calculator_check(&copy, &error));
    stacks[0].result = result("total_memory");
    assert_false(aic_calculator_check(&copy, &error));
    stacks[0] = right;
    stacks[0].input = input("memory_margin");
    assert_false(aic_calculator_check(&copy, &error));
    stacks[0] = right;
    stacks[0].last = 1;
    assert_false(aic_calculator_check(&copy, &error));
}

/* Eight GPUs a node are moved to four and to sixteen: twice or half as many nodes, a half of the larger. */
static void whole_numbers_are_halved_and_doubled(void **state)
{
    const struct aic_setting settings[] = { { "gpu", "h100-sxm", 0 }, { "gpus", "64", 0 } };
    const struct aic_table *inputs = &aic_power.inputs, *results = &aic_power.results;
    const size_t nodes = aic_table_find(results, "nodes", strlen("nodes"));
    struct asked asked;
    struct aic_influence influence;
    struct aic_error error;
    (void)state;
    ask_one(&asked, &aic_power, settings, 2);
    assert_true(aic_answer_result(&asked.answer, nodes).number == 8);
    assert_true(aic_influence_init(&influence, &asked.answer, &nodes, 1, &error));
    assert_true(
        influence.inputs[aic_table_find(inputs, "gpus_per_node", strlen("gpus_per_node"))] == 0.5);
    aic_influence_clear(&influence);
    clear(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_choice_of_a_search_is_kept),
        cmocka_unit_test(whole_numbers_are_halved_and_doubled),
        cmocka_unit_test(what_was_chosen_keeps_the_basis_of_the_search),
        cmocka_unit_test(without_a_choice_defaults_move_the_search),
        cmocka_unit_test(a_table_of_choices_is_checked),
        cmocka_unit_test(what_is_stacked_has_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
