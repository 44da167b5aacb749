/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges: intervals that are exact hold every value inside random boxes, searched ones nearly
 * all, on every calculator; the middle, the corners, the gates; and sensitivities are what direct questions give.
 * AICALC_TEST_QUESTIONS shortens the walk through boxes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/range.h>
#include <aicalc/sensitivity.h>

#include "walk.h"

#define POINTS      2500 /* inside boxes, on each calculator */
#define POINTS_EACH 100  /* of one question; of a composition's a tenth, for they are few */
#define RANGES_MOST 3
#define SELDOM      1000 /* of so many values one may lie beyond the samples */

/* Asks a calculator; `arguments` is name, value, name, value, ..., NULL. */
static void ask(struct aic_question *question, const char *calculator, const char *const *arguments)
{
    static struct aic_catalog catalog;
    struct aic_setting settings[16];
    struct aic_recipe recipe = { .calculator = aic_calculator_find(calculator),
                                 .catalog = &catalog,
                                 .settings = settings,
                                 .settings_origin = AIC_FROM_FLAG };
    struct aic_error error;
    for (; arguments[0]; arguments += 2) {
        settings[recipe.setting_count++] = (struct aic_setting){ arguments[0], arguments[1], 0 };
    }
    if (!aic_recipe_ask(&recipe, question, &error)) {
        fail_msg("%s", error.message);
    }
}

static size_t result_of(const char *calculator, const char *name)
{
    return aic_table_find(&aic_calculator_find(calculator)->results, name, strlen(name));
}

/* A range of up to three times the value each way, cut at the ends of its field. */
static void add_range(struct walk *walk, struct aic_question *question, size_t input)
{
    const struct aic_field *field = aic_table_at(&walk->calculator->inputs, input, NULL);
    double value = aic_question_value(question, input).number;
    double low = value / (1 + 2 * walk_real(walk));
    double high = value * (1 + 2 * walk_real(walk));
    if (field->kind == AIC_INTEGER) {
        uint64_t doublings = walk_below(walk, 4);
        low = fmod(value, 2) == 0 ? value / 2 : value;
        high = value * (double)(1u << doublings);
    }
    if (field->max > 0 && high >= field->max) {
        high = value;
    }
    struct aic_error ignored;
    aic_question_set_range(question, input, low, high, AIC_FROM_FLAG, &ignored);
}

/* Gives some of the question's numbers ranges. */
static void add_ranges(struct walk *walk, struct aic_question *question)
{
    size_t count = aic_table_size(&walk->calculator->inputs);
    size_t wanted = 1 + walk_below(walk, RANGES_MOST);
    for (int i = 0; i < 200 && question->range_count < wanted; i++) {
        size_t input = walk_below(walk, count);
        const struct aic_field *field = aic_table_at(&walk->calculator->inputs, input, NULL);
        struct aic_value value = aic_question_value(question, input);
        bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
        if (is_number && value.set && value.number > 0) {
            add_range(walk, question, input);
        }
    }
}

/* Evaluates random points within the ranges; how many were possible, and how many values lay outside. */
static long try_points(struct walk *walk, const struct aic_question *question, const void *base,
                       const struct aic_spread *spread, long *values, long *outside)
{
    const struct aic_calculator *calculator = walk->calculator;
    static struct aic_notes notes;
    static char in[1 << 17], out[1 << 17];
    long possible = 0;
    assert_true(calculator->in_size <= sizeof in && calculator->out_size <= sizeof out);
    aic_notes_init(&notes);
    notes.quiet = true;
    const int points = POINTS_EACH / (aic_part_count(calculator) > 0 ? 10 : 1);
    for (int i = 0; i < points; i++) {
        memcpy(in, base, calculator->in_size);
        for (size_t k = 0; k < question->range_count; k++) {
            const struct aic_range *range = &question->ranges[k];
            size_t offset;
            const struct aic_field *field =
                aic_table_at(&calculator->inputs, range->input, &offset);
            double value = range->low + (range->high - range->low) * walk_real(walk);
            value = field->kind == AIC_INTEGER ? round(value) : value;
            memcpy(in + offset, &value, sizeof value);
        }
        if (!aic_evaluate(calculator, in, out, &notes)) {
            continue;
        }
        possible++;
        for (size_t r = 0; r < spread->result_count; r++) {
            size_t offset;
            const struct aic_field *field = aic_table_at(&calculator->results, r, &offset);
            struct aic_value value = aic_value_load(field, out + offset);
            const struct aic_interval *interval = &spread->results[r];
            if (!value.set) {
                continue;
            }
            ++*values;
            if (!interval->set || value.number < interval->low || value.number > interval->high) {
                assert_false(interval->exact);
                ++*outside;
            }
        }
    }
    return possible;
}

/* Ranges around the walk's question; the number of points tried. */
static long try_ranges(struct walk *walk, long *values, long *outside)
{
    struct aic_question question;
    struct aic_spread spread = { .ranged = false };
    struct aic_recipe recipe = { .calculator = walk->calculator,
                                 .catalog = &walk->catalog,
                                 .settings = walk->settings,
                                 .setting_count = walk->count,
                                 .settings_origin = AIC_FROM_FLAG };
    struct aic_error error;
    long points = 0;
    if (aic_recipe_ask(&recipe, &question, &error)) {
        void *base = malloc(walk->calculator->in_size);
        assert_non_null(base);
        add_ranges(walk, &question);
        memcpy(base, question.in, walk->calculator->in_size);
        if (aic_spread_init(&spread, &question, &error) && spread.ranged) {
            points = try_points(walk, &question, base, &spread, values, outside);
        }
        free(base);
    }
    aic_spread_clear(&spread);
    aic_question_clear(&question);
    return points;
}

static void random_points_lie_inside(void **state)
{
    (void)state;
    static struct walk walk;
    const char *fewer = getenv("AICALC_TEST_QUESTIONS");
    long wanted = fewer ? atol(fewer) : POINTS;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        /* each evaluation of layout is a search, and one of a composition asks a dozen */
        long enough = calculator == &aic_layout        ? wanted / 10
                      : aic_part_count(calculator) > 0 ? wanted / 50
                                                       : wanted;
        long points = 0, values = 0, outside = 0;
        walk_init(&walk, calculator, 400);
        while (points < enough) {
            points += try_ranges(&walk, &values, &outside);
            walk_step(&walk);
        }
        walk_clear(&walk);
        if (outside * SELDOM > values) {
            fail_msg("%s: %ld of %ld values outside", calculator->name, outside, values);
        }
    }
}

/* Exact is what was looked at everywhere. */
static void intervals_say_how_they_were_found(void **state)
{
    (void)state;
    static const struct {
        const char *input, *range;
        bool exact;
    } cases[] = { { "mfu", "0.3..0.5", false },
                  { "gpus", "64..128", true },
                  { "gpus", "64..20000", false } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_question question;
        struct aic_spread spread;
        struct aic_error error;
        ask(&question, "train-time",
            (const char *[]){ "model", "llama-3.1-8b", "tokens", "1T", "gpus", "64", "gpu",
                              "h100-sxm", "mfu", "0.4", cases[i].input, cases[i].range, NULL });
        assert_true(aic_spread_init(&spread, &question, &error));
        const struct aic_interval *time = &spread.results[result_of("train-time", "train_time")];
        assert_true(time->set && time->low < time->high);
        assert_int_equal(time->exact, cases[i].exact);
        assert_true(spread.samples > 64);
        aic_spread_clear(&spread);
        aic_question_clear(&question);
    }
}

/* Bytes in another format follow from the fields, also beside headers that count the parts. */
static void bytes_of_a_format_move_with_the_fields(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, "model",
        (const char *[]){ "model", "llama-3.1-70b", "params", "256", "stored_experts", "8GiB",
                          "weight_dtype", "bf16", "vocab", "1000..1000000", NULL });
    assert_true(aic_spread_init(&spread, &question, &error));
    const struct aic_interval *head = &spread.results[result_of("model", "head_by_format")];
    assert_true(head->low < head->high);
    assert_false(head->exact);
    assert_false(spread.results[result_of("model", "format_total")].exact);
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

static void a_single_answer_costs_nothing(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, "kvcache", (const char *[]){ "model", "llama-3.1-8b", "context", "4Ki", NULL });
    assert_true(aic_spread_init(&spread, &question, &error));
    assert_false(spread.ranged);
    struct aic_value low, high;
    aic_spread_ends(&spread, 0, &low, &high);
    assert_false(low.set || high.set);
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

static void whole_numbers_are_all_tried(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, "kvcache",
        (const char *[]){ "layers", "2", "kv_heads", "1", "head_dim", "64", "context", "1..999",
                          "block_size", "16", "engine", "vllm", NULL });
    assert_true(aic_spread_init(&spread, &question, &error));
    size_t waste = result_of("kvcache", "kv_waste");
    assert_true(spread.results[waste].set);
    assert_true(spread.results[waste].low == 0);
    assert_true(spread.results[waste].high == 1 - 1.0 / 16); /* one token in a block of 16 */
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

/* A middle that is no layout moves to the nearest that is; a corner does not. */
static void the_middle_is_possible(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, "train-time",
        (const char *[]){ "model", "llama-3.1-8b", "tokens", "1T", "gpu", "h100-sxm", "mfu", "0.4",
                          "tp", "8", "gpus", "8..80", NULL });
    assert_true(aic_spread_init(&spread, &question, &error));
    size_t gpus = aic_table_find(&question.calculator->inputs, "gpus", 4);
    assert_true(aic_question_value(&question, gpus).number == 40); /* 44 is no multiple of 8 */
    aic_spread_clear(&spread);
    aic_question_clear(&question);

    ask(&question, "train-time",
        (const char *[]){ "model", "llama-3.1-8b", "tokens", "1T", "gpu", "h100-sxm", "mfu", "0.4",
                          "tp", "8", "gpus", "8..81", NULL });
    assert_false(aic_spread_init(&spread, &question, &error));
    assert_non_null(strstr(error.message, "corner"));
    assert_non_null(strstr(error.message, "gpus 81"));
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

/* Judges one budget on train_time with mfu 0.4..0.5. */
static bool holds(const char *budget_text, enum aic_gate gate, double *actual)
{
    struct aic_question question;
    struct aic_answer answer;
    struct aic_spread spread;
    struct aic_budget budget;
    struct aic_verdict verdict;
    struct aic_error error;
    ask(&question, "train-time",
        (const char *[]){ "params", "7B", "tokens", "2T", "gpus", "256", "gpu", "a100-80gb-sxm",
                          "mfu", "0.4..0.5", NULL });
    assert_true(aic_spread_init(&spread, &question, &error));
    assert_true(aic_answer_init(&answer, &question, &error));
    assert_true(aic_budget_read(&budget, question.calculator, budget_text, &error));
    assert_true(aic_spread_judge(&spread, &budget, &answer, gate, &verdict, &error));
    *actual = verdict.actual;
    aic_answer_clear(&answer);
    aic_spread_clear(&spread);
    aic_question_clear(&question);
    return verdict.pass;
}

static void gates_choose_the_end(void **state)
{
    (void)state;
    double low, middle, high, worst;
    holds("train_time <= 30d", AIC_GATE_LOW, &low);
    holds("train_time <= 30d", AIC_GATE_MID, &middle);
    holds("train_time <= 30d", AIC_GATE_HIGH, &high);
    assert_true(low < middle && middle < high);
    holds("train_time <= 30d", AIC_GATE_WORST, &worst);
    assert_true(worst == high);
    holds("train_time >= 1d", AIC_GATE_WORST, &worst);
    assert_true(worst == low);
    assert_false(holds("train_time == 1d", AIC_GATE_WORST, &worst));
    assert_true(worst == high);
}

static void moved_inputs_are_direct_questions(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_sensitivity sensitivity;
    struct aic_error error;
    const size_t wanted[] = { result_of("train-time", "train_time") };
    ask(&question, "train-time",
        (const char *[]){ "params", "7B", "tokens", "2T", "gpus", "256", "gpu", "a100-80gb-sxm",
                          "mfu", "0.4", NULL });
    assert_true(aic_answer_init(&answer, &question, &error));
    assert_true(aic_sensitivity_init(&sensitivity, &answer, wanted, 1, &error));
    double base = aic_answer_result(&answer, wanted[0]).number;
    bool found = false;
    for (size_t i = 0; i < sensitivity.count; i++) {
        const struct aic_effect *effect = &sensitivity.effects[i];
        assert_true(i == 0 || effect->size <= sensitivity.effects[i - 1].size);
        if (strcmp(aic_table_at(&question.calculator->inputs, effect->input, NULL)->name, "mfu") ==
            0) {
            found = true;
            assert_true(fabs(effect->low - 0.36) < 1e-15 && fabs(effect->high - 0.44) < 1e-15);
            assert_true(fabs(effect->result_low - base / 0.9) < 1e-9 * base);
            assert_true(fabs(effect->result_high - base / 1.1) < 1e-9 * base);
            assert_true(fabs(effect->elasticity + 1 / 0.99) < 1e-9);
        }
    }
    assert_true(found);
    aic_sensitivity_clear(&sensitivity);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_points_lie_inside),
        cmocka_unit_test(intervals_say_how_they_were_found),
        cmocka_unit_test(bytes_of_a_format_move_with_the_fields),
        cmocka_unit_test(a_single_answer_costs_nothing),
        cmocka_unit_test(whole_numbers_are_all_tried),
        cmocka_unit_test(the_middle_is_possible),
        cmocka_unit_test(gates_choose_the_end),
        cmocka_unit_test(moved_inputs_are_direct_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
