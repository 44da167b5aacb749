/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges and sensitivities of functions whose ends are known: a peak, teeth, middles that
 * are impossible, and fields that leave an input little room to move.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <aicalc/range.h>
#include <aicalc/sensitivity.h>

#include "own.h"

/* `arguments` is name, value, name, value, ..., NULL. */
static void ask(struct aic_question *question, const struct aic_calculator *calculator,
                const char *const *arguments)
{
    static struct aic_catalog catalog;
    struct aic_setting settings[AIC_RANGES_MAX];
    struct aic_recipe recipe = { .calculator = calculator,
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

/* The interval of `value`. */
static void spread_of(const struct aic_calculator *calculator, const char *const *arguments,
                      struct aic_interval *interval)
{
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, calculator, arguments);
    if (!aic_spread_init(&spread, &question, &error)) {
        fail_msg("%s", error.message);
    }
    *interval = spread.results[VALUE];
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

static void expect_failure(const struct aic_calculator *calculator, const char *const *arguments,
                           const char *message, const char *suggestion)
{
    struct aic_question question;
    struct aic_spread spread;
    struct aic_error error;
    ask(&question, calculator, arguments);
    assert_false(aic_spread_init(&spread, &question, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.suggestion, suggestion);
    aic_spread_clear(&spread);
    aic_question_clear(&question);
}

/* ------------------------------------------------------------------ shapes --- */

/* A peak in the middle, twice as high as the corners. */
static bool compute_peak(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = 2 - fabs(in->a - 0.5) - fabs(aic_or(in->b, 0.5) - 0.5);
    return true;
}

OWN(peak, compute_peak, { AIC_FIELD_REAL(IN, a), .help = "a" },
    { AIC_FIELD_REAL(IN, b), .help = "b" });

static void a_peak_inside_is_seen(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&peak, (const char *[]){ "a", "0.1..1", NULL }, &interval);
    assert_true(interval.low == 1.5 && interval.high <= 2 && interval.high > 1.999);
    assert_false(interval.exact);
    spread_of(&peak, (const char *[]){ "a", "0.1..1", "b", "0..0.8", NULL }, &interval);
    assert_true(interval.low == 1 && interval.high <= 2 && interval.high > 1.97);
}

/* Rises, but falls back at every multiple of 1000: the highest is just before the last. */
static bool compute_saw(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = fmod(in->n, 1000) + in->n / 1e6;
    return true;
}

OWN(saw, compute_saw, { AIC_FIELD_INTEGER(IN, n), .help = "n" });

static void few_whole_numbers_are_exact(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&saw, (const char *[]){ "n", "7..9500", NULL }, &interval);
    assert_true(interval.exact);
    assert_true(interval.low == 0 + 1000 / 1e6 && interval.high == 999 + 8999 / 1e6);
    spread_of(&saw, (const char *[]){ "n", "7..20500", NULL }, &interval);
    assert_false(interval.exact);
    assert_true(interval.low < 10 && interval.high > 990);
}

/* 0 half way between the ends, by factors: among 4096 even steps there is none that is near. */
static bool compute_valley(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = fabs(in->a - 1);
    return true;
}

OWN(valley, compute_valley, { AIC_FIELD_REAL(IN, a), .help = "a" });

static void a_wide_range_is_looked_at_by_factors(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&valley, (const char *[]){ "a", "0.01..100", NULL }, &interval);
    assert_true(interval.low < 1e-9 && interval.high == 99);
    spread_of(&valley, (const char *[]){ "a", "0.5..2.3", NULL }, &interval);
    assert_true(interval.low > 1e-9 && interval.low < 1e-3);
}

struct box_in {
    struct aic_origins origins;
    double a, b, c, d, e, f, g, h, i, j, k, l;
};

/* 0 at the second point of a box of twelve sides, whose coordinates are 2 over the first primes and 1/4; the spread
 * of the coordinates would not be even if any of these were another number. */
static bool compute_box(const void *input, void *output, struct aic_notes *notes)
{
    const struct box_in *in = input;
    const double at[] = { in->a, in->b, in->c, in->d, in->e, in->f,
                          in->g, in->h, in->i, in->j, in->k, in->l };
    const double second[] = { 1.0 / 4,  2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 11, 2.0 / 13,
                              2.0 / 17, 2.0 / 19, 2.0 / 23, 2.0 / 29, 2.0 / 31, 2.0 / 37 };
    OUT *out = output;
    (void)notes;
    out->value = 0;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        out->value += fabs(at[i] - second[i]);
    }
    return true;
}

#define SIDE(name)                                                                                 \
    {                                                                                              \
        AIC_FIELD_REAL(struct box_in, name), .help = #name                                         \
    }
static const struct aic_field box_fields[] = {
    SIDE(a), SIDE(b), SIDE(c), SIDE(d), SIDE(e), SIDE(f),
    SIDE(g), SIDE(h), SIDE(i), SIDE(j), SIDE(k), SIDE(l)
};
static const struct aic_group box_inputs[] = { AIC_GROUP("In", box_fields) };
static const struct aic_calculator box = { .name = "own",
                                           .help = "of a test",
                                           .in_size = sizeof(struct box_in),
                                           .out_size = sizeof(OUT),
                                           .inputs = AIC_TABLE(box_inputs),
                                           .results = AIC_TABLE(own_results),
                                           .compute = compute_box };

static void a_box_is_looked_at_evenly(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&box,
              (const char *[]){ "a", "0..1", "b", "0..1", "c", "0..1", "d", "0..1", "e", "0..1",
                                "f", "0..1", "g", "0..1", "h", "0..1", "i", "0..1", "j", "0..1",
                                "k", "0..1", "l", "0..1", NULL },
              &interval);
    assert_true(interval.low < 1e-9);
}

/* Possible are multiples of the other number; beside both ends of that those of 4. */
static bool compute_multiple(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = fmod(in->m, 8);
    return fmod(in->m, in->n) == 0 ||
           aic_fail(&notes->error, AIC_ERR_CONFLICT, "m", "m is not a multiple of n");
}

OWN(multiple, compute_multiple, { AIC_FIELD_INTEGER(IN, n), .help = "n" },
    { AIC_FIELD_INTEGER(IN, m), .help = "m" });

/* Multiples of 8 are possible at one end of n, of 12 at the other, and 4 is the distance of both. */
static void possible_numbers_are_found_at_both_ends(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&multiple, (const char *[]){ "n", "8..12", "m", "24..12024", NULL }, &interval);
    assert_true(interval.low == 0 && interval.high >= 4);
    assert_false(interval.exact);
}

/* ------------------------------------------------------------------ middles --- */

static bool compute_holed(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->a + in->n + in->m + in->k;
    return in->a != 0.5 || aic_fail(&notes->error, AIC_ERR_CONFLICT, "a", "a is in its hole");
}

OWN(holed, compute_holed, { AIC_FIELD_REAL(IN, a), .help = "a" },
    { AIC_FIELD_INTEGER(IN, n), .help = "n", .default_text = "1" },
    { AIC_FIELD_INTEGER(IN, m), .help = "m", .default_text = "1" },
    { AIC_FIELD_INTEGER(IN, k), .help = "k", .default_text = "1" });

#define EVERY "every range must start and end at values that are possible"

/* Whole numbers are looked at around the middle, for as long as that makes sense. */
static void an_impossible_middle_is_told(void **state)
{
    (void)state;
    expect_failure(&holed, (const char *[]){ "a", "0..1", NULL },
                   "at the middle of the ranges (a 0.5): a is in its hole", EVERY);
    expect_failure(&holed, (const char *[]){ "a", "0..1", "n", "1..5", NULL },
                   "at the middle of the ranges (a 0.5, n 3): a is in its hole", EVERY);
    expect_failure(&holed, (const char *[]){ "a", "0..1", "n", "0..1M", NULL },
                   "at the middle of the ranges (a 0.5, n 500000): a is in its hole", EVERY);
    expect_failure(
        &holed, (const char *[]){ "a", "0..1", "n", "0..1M", "m", "0..1M", "k", "0..9", NULL },
        "at the middle of the ranges (a 0.5, n 500000, m 500000, k 4): a is in its hole", EVERY);
    expect_failure(&holed, (const char *[]){ "a", "0.5..1", NULL },
                   "at the corner of the ranges (a 0.5): a is in its hole", EVERY);
}

/* A square hole in the middle: just so large that its edge is still looked for. */
static bool compute_square_hole(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return fabs(in->n - 500) >= 65 || fabs(in->m - 500) >= 65 ||
           aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "both are in the hole");
}

OWN(square_hole, compute_square_hole, { AIC_FIELD_INTEGER(IN, n), .help = "n" },
    { AIC_FIELD_INTEGER(IN, m), .help = "m" });

static void a_middle_moves_to_the_edge_of_its_hole(void **state)
{
    (void)state;
    struct aic_interval interval;
    spread_of(&square_hole, (const char *[]){ "n", "0..1000", "m", "0..1000", NULL }, &interval);
    assert_true(interval.low == 0 && interval.high == 1000);
}

static bool compute_odd(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    if (fmod(in->n, 2) == 0) {
        aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "n is even");
        return aic_suggest(&notes->error, "make it odd");
    }
    return true;
}

OWN(odd, compute_odd, { AIC_FIELD_INTEGER(IN, n), .help = "n", .min = 1, .max = 1e15 });

static void advice_of_the_calculator_stays(void **state)
{
    (void)state;
    expect_failure(&odd, (const char *[]){ "n", "1..4", NULL },
                   "at the corner of the ranges (n 4): n is even", "make it odd; " EVERY);
    struct aic_interval interval;
    spread_of(&odd, (const char *[]){ "n", "1..99999", NULL }, &interval);
    assert_true(interval.low == 1 && interval.high == 99999);
}

/* ------------------------------------------------------------- sensitivities --- */

struct moved {
    struct aic_question question;
    struct aic_answer answer;
    struct aic_sensitivity sensitivity;
};

static void move(struct moved *moved, const struct aic_calculator *calculator,
                 const char *const *arguments)
{
    static const size_t wanted[] = { VALUE, KIND, HOLDS, SECOND };
    struct aic_error error;
    ask(&moved->question, calculator, arguments);
    if (!aic_answer_init(&moved->answer, &moved->question, &error) ||
        !aic_sensitivity_init(&moved->sensitivity, &moved->answer, wanted, 4, &error)) {
        fail_msg("%s", error.message);
    }
}

static void clear(struct moved *moved)
{
    aic_sensitivity_clear(&moved->sensitivity);
    aic_answer_clear(&moved->answer);
    aic_question_clear(&moved->question);
}

static bool is_same(double a, double b)
{
    return isnan(a) ? isnan(b) : fabs(a - b) <= 1e-12 * fabs(a);
}

/* The only input moves between these two values; NaN: that side is not possible. */
static void expect_sides(const struct aic_calculator *calculator, const char *const *arguments,
                         double low, double high)
{
    struct moved moved;
    move(&moved, calculator, arguments);
    assert_int_equal(moved.sensitivity.count, 1);
    const struct aic_effect *effect = &moved.sensitivity.effects[0];
    if (!is_same(low, effect->low) || !is_same(high, effect->high)) {
        fail_msg("%s %s: %.17g..%.17g", arguments[0], arguments[1], effect->low, effect->high);
    }
    assert_int_equal(isnan(effect->result_low), isnan(low));
    assert_int_equal(isnan(effect->result_high), isnan(high));
    clear(&moved);
}

static void expect_unmoved(const struct aic_calculator *calculator, const char *const *arguments,
                           const char *why)
{
    struct moved moved;
    move(&moved, calculator, arguments);
    assert_int_equal(moved.sensitivity.count, 0);
    assert_int_equal(moved.sensitivity.unmoved_count, why != NULL);
    assert_true(!why || strcmp(moved.sensitivity.unmoved[0].why, why) == 0);
    clear(&moved);
}

/* Results rest on what their formula names. */
#define RESTING(name_, compute_, names_, ...)                                                      \
    static const struct aic_field name_##_result_fields[] = {                                      \
        { AIC_FIELD_REAL(OUT, value), .help = "the value", .formula = names_ },                    \
        { AIC_FIELD_REAL(OUT, second), .help = "another one", .formula = names_ },                 \
        { AIC_FIELD_INTEGER(OUT, count), .help = "a count" },                                      \
        { AIC_FIELD_CHOICE(OUT, kind, own_kinds), .help = "a kind" },                              \
        { AIC_FIELD_FLAG(OUT, holds), .help = "whether it holds" },                                \
    };                                                                                             \
    static const struct aic_group name_##_results[] = { AIC_GROUP("Out", name_##_result_fields) }; \
    OWN_OF(name_, compute_, name_##_results, __VA_ARGS__)

static bool compute_sum(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = aic_or(in->a, 0) + aic_or(in->n, 0);
    return true;
}

RESTING(share, compute_sum, "a", { AIC_FIELD_REAL(IN, a), .help = "a", .max = 1 });
RESTING(open_share, compute_sum, "a",
        { AIC_FIELD_REAL(IN, a), .help = "a", .max = 1, .flags = AIC_BELOW_MAX });
RESTING(above_one, compute_sum, "a",
        { AIC_FIELD_REAL(IN, a), .help = "a", .min = 1, .flags = AIC_ABOVE_MIN });
RESTING(from_one, compute_sum, "a", { AIC_FIELD_REAL(IN, a), .help = "a", .min = 1 });
RESTING(any_sign, compute_sum, "a", { AIC_FIELD_REAL(IN, a), .help = "a", .flags = AIC_SIGNED });
RESTING(pinned, compute_sum, "n",
        { AIC_FIELD_INTEGER(IN, n), .help = "n", .min = 1, .max = 1, .default_text = "1" });
RESTING(by_default, compute_sum, "a", { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "0" });

static void inputs_move_as_far_as_their_field_goes(void **state)
{
    (void)state;
    expect_sides(&share, (const char *[]){ "a", "0.5", NULL }, 0.45, 0.55);
    expect_sides(&share, (const char *[]){ "a", "0.95", NULL }, 0.855, 1);
    expect_sides(&open_share, (const char *[]){ "a", "0.95", NULL }, 0.855, 0.975);
    expect_sides(&from_one, (const char *[]){ "a", "1.05", NULL }, 1, 1.155);
    expect_sides(&above_one, (const char *[]){ "a", "1.05", NULL }, NAN, 1.155);
    expect_sides(&any_sign, (const char *[]){ "a", "-10", NULL }, -11, -9);
    expect_sides(&any_sign, (const char *[]){ "a", "-10..20", NULL }, -10, 20);
    expect_unmoved(&any_sign, (const char *[]){ "a", "0", NULL },
                   "it is 0, and a tenth of that is nothing");
    expect_unmoved(&by_default, (const char *[]){ NULL }, NULL);
    expect_unmoved(&pinned, (const char *[]){ NULL }, "its range allows no other value");
}

/* Only a few whole numbers are possible. */
static bool compute_some(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return in->n == 2 || in->n == 4 || in->n == 9 || in->n == 18 ||
           aic_fail(&notes->error, AIC_ERR_RANGE, "n", "n is impossible");
}

RESTING(some, compute_some, "n", { AIC_FIELD_INTEGER(IN, n), .help = "n", .min = 1 });

/* To the next that is possible, from half to twice the value: 9 is too far from 4, and 4 from 9. */
static void whole_numbers_move_to_twice_and_to_half(void **state)
{
    (void)state;
    expect_sides(&some, (const char *[]){ "n", "4", NULL }, 2, NAN);
    expect_sides(&some, (const char *[]){ "n", "9", NULL }, NAN, 18);
}

/* A middle of 0, and a result of 0, have no share of themselves. */
static void nothing_has_no_elasticity(void **state)
{
    (void)state;
    struct moved moved;
    move(&moved, &any_sign, (const char *[]){ "a", "-1..1", NULL });
    assert_int_equal(moved.sensitivity.count, 1);
    assert_true(isnan(moved.sensitivity.effects[0].elasticity));
    assert_true(moved.sensitivity.effects[0].size == 2);
    clear(&moved);
}

static bool compute_nothing(const void *input, void *output, struct aic_notes *notes)
{
    (void)input;
    (void)notes;
    OUT *out = output;
    out->value = 0;
    return true;
}

RESTING(nothing, compute_nothing, "a + b", { AIC_FIELD_REAL(IN, a), .help = "a" },
        { AIC_FIELD_REAL(IN, b), .help = "b", .default_text = "5" });

/* Effects of one size stand in the order of the table. */
static void equal_effects_keep_their_order(void **state)
{
    (void)state;
    struct moved moved;
    move(&moved, &nothing, (const char *[]){ "a", "3", NULL });
    assert_int_equal(moved.sensitivity.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct aic_effect *effect = &moved.sensitivity.effects[i];
        assert_int_equal(effect->input, i);
        assert_true(effect->size == 0 && isnan(effect->elasticity));
    }
    clear(&moved);
}

/* Possible are multiples of 1000, and all numbers above a million that are not. */
static bool compute_sparse(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return fmod(in->n, 1000) == 0 || in->n == 90012 ||
           aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "n is not round");
}

static bool compute_alone(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return in->n == 3 || in->n == 90000 ||
           aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "n is not free");
}

RESTING(sparse, compute_sparse, "n", { AIC_FIELD_INTEGER(IN, n), .help = "n" });
RESTING(alone, compute_alone, "n", { AIC_FIELD_INTEGER(IN, n), .help = "n" });

/* A whole number that is impossible a tenth away is looked for beyond, then on the way back. */
static void whole_numbers_move_to_possible_ones(void **state)
{
    (void)state;
    expect_sides(&sparse, (const char *[]){ "n", "5000", NULL }, 4000, 6000);
    expect_sides(&sparse, (const char *[]){ "n", "1000", NULL }, NAN, 2000);
    expect_sides(&sparse, (const char *[]){ "n", "90000", NULL }, 81000, 99000);
    expect_unmoved(&alone, (const char *[]){ "n", "3", NULL }, "n is not free");
    expect_unmoved(&alone, (const char *[]){ "n", "90000", NULL }, "n is not free");
}

/* Beyond a tenth nothing is possible, but on the way there something is. */
static bool compute_near(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return fabs(in->n - 100) <= 3 || aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "n is too far");
}

RESTING(near_hundred, compute_near, "n", { AIC_FIELD_INTEGER(IN, n), .help = "n" });

static void whole_numbers_move_back_where_they_must(void **state)
{
    (void)state;
    expect_sides(&near_hundred, (const char *[]){ "n", "100", NULL }, 97, 103);
}

/* Both ends of n are possible beside the middle of a, or only one of them is. */
static bool compute_pair(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n + in->a;
    return in->a != 1.5 || in->n != 4 ||
           aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "4 and 1.5 do not go together");
}

RESTING(pair, compute_pair, "n + a", { AIC_FIELD_INTEGER(IN, n), .help = "n" },
        { AIC_FIELD_REAL(IN, a), .help = "a" });

static void an_end_of_a_range_is_taken_or_left(void **state)
{
    (void)state;
    struct moved moved;
    move(&moved, &pair, (const char *[]){ "n", "2..4", "a", "1..2", NULL });
    bool found = false;
    for (size_t i = 0; i < moved.sensitivity.count; i++) {
        const struct aic_effect *effect = &moved.sensitivity.effects[i];
        if (effect->input == 0) {
            found = true;
            assert_true(effect->low == 2 && isnan(effect->high));
        }
    }
    assert_true(found);
    clear(&moved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_peak_inside_is_seen),
        cmocka_unit_test(few_whole_numbers_are_exact),
        cmocka_unit_test(a_wide_range_is_looked_at_by_factors),
        cmocka_unit_test(a_box_is_looked_at_evenly),
        cmocka_unit_test(possible_numbers_are_found_at_both_ends),
        cmocka_unit_test(an_impossible_middle_is_told),
        cmocka_unit_test(a_middle_moves_to_the_edge_of_its_hole),
        cmocka_unit_test(advice_of_the_calculator_stays),
        cmocka_unit_test(inputs_move_as_far_as_their_field_goes),
        cmocka_unit_test(whole_numbers_move_to_twice_and_to_half),
        cmocka_unit_test(nothing_has_no_elasticity),
        cmocka_unit_test(equal_effects_keep_their_order),
        cmocka_unit_test(whole_numbers_move_to_possible_ones),
        cmocka_unit_test(whole_numbers_move_back_where_they_must),
        cmocka_unit_test(an_end_of_a_range_is_taken_or_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
