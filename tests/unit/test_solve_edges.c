/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solving where the answer is known: ends of fields, gaps between the values that are possible,
 * narrow windows, budgets that are met here and there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <aicalc/solve.h>

#include "own.h"

static struct aic_catalog catalog;

/* A solution of one or more budgets, with what it was asked of. */
struct solved {
    struct aic_solution solution;
    struct aic_error error;
    bool ok;
};

/* `budgets` end with NULL; `given` is a setting, or has no name. */
static void solve_with(struct solved *solved, const struct aic_calculator *calculator,
                       const char *what, const char *const *budgets, struct aic_setting given)
{
    const struct aic_recipe recipe = { .calculator = calculator,
                                       .catalog = &catalog,
                                       .settings = &given,
                                       .setting_count = given.name != NULL,
                                       .settings_origin = AIC_FROM_FLAG };
    struct aic_budget bound[4];
    size_t count = 0;
    memset(solved, 0, sizeof *solved);
    for (; budgets[count]; count++) {
        assert_true(aic_budget_read(&bound[count], calculator, budgets[count], &solved->error));
    }
    assert_true(aic_solve_read(&solved->solution, calculator, what, &solved->error));
    solved->ok = aic_solve(&solved->solution, &recipe, bound, count, &solved->error);
}

static void solve(struct solved *solved, const struct aic_calculator *calculator, const char *what,
                  const char *budget)
{
    solve_with(solved, calculator, what, (const char *const[]){ budget, NULL },
               (struct aic_setting){ NULL, NULL, 0 });
}

static void expect(const struct aic_calculator *calculator, const char *what, const char *budget,
                   double value, enum aic_neighbor kind, double neighbor)
{
    struct solved solved;
    solve(&solved, calculator, what, budget);
    if (!solved.ok) {
        fail_msg("%s, %s: %s", what, budget, solved.error.message);
    }
    if (solved.solution.value.number != value || solved.solution.kind != kind) {
        fail_msg("%s, %s: %.17g instead of %.17g, neighbour of kind %d", what, budget,
                 solved.solution.value.number, value, (int)solved.solution.kind);
    }
    assert_true(kind == AIC_NEIGHBOR_NONE || solved.solution.neighbor.number == neighbor);
    aic_solution_clear(&solved.solution);
}

static void expect_unsolved(const struct aic_calculator *calculator, const char *what,
                            const char *budget, const char *says, const char *tried)
{
    struct solved solved;
    solve(&solved, calculator, what, budget);
    assert_false(solved.ok);
    assert_int_equal(solved.error.code, AIC_ERR_UNSOLVED);
    if (!strstr(solved.error.message, says) || !strstr(solved.error.suggestion, tried)) {
        fail_msg("%s; %s", solved.error.message, solved.error.suggestion);
    }
    aic_solution_clear(&solved.solution);
}

/* ------------------------------------------------------------- ends of fields --- */

static bool compute_same(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->a + in->n;
    out->second = in->a - 3;
    out->count = in->n;
    out->kind = in->n > 4;
    out->holds = in->a > 0;
    return true;
}

OWN(few, compute_same, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 20 });
OWN(open_ends, compute_same,
    { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 10, .flags = AIC_ABOVE_MIN | AIC_BELOW_MAX });
OWN(some, compute_same, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 3000 });
OWN(negative, compute_same, { AIC_FIELD_INTEGER(IN, n), .help = "n", .flags = AIC_SIGNED });
OWN(whole, compute_same, { AIC_FIELD_INTEGER(IN, n), .help = "n" });
OWN(below_ten, compute_same,
    { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 9, .flags = AIC_SIGNED });
OWN(real, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .flags = AIC_ABOVE_MIN });
OWN(from_one, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .min = 1, .max = 9 });
OWN(from_three, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .min = 3 });
OWN(from_the_first, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .min = 1e-15 });
OWN(below_two, compute_same,
    { AIC_FIELD_REAL(IN, a), .help = "a", .max = 2, .flags = AIC_BELOW_MAX });
OWN(real_line, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .flags = AIC_SIGNED });
OWN(half_line, compute_same, { AIC_FIELD_REAL(IN, a), .help = "a", .max = 7, .flags = AIC_SIGNED });

static void whole_numbers_end_with_their_field(void **state)
{
    (void)state;
    expect(&few, "n=min", "value >= 7", 7, AIC_NEIGHBOR_MISSES, 6);
    expect(&few, "n=max", "value <= 7", 7, AIC_NEIGHBOR_MISSES, 8);
    expect(&few, "n=max", "value >= 7", 20, AIC_NEIGHBOR_NONE, 0);
    expect(&few, "n=min", "value <= 7", 0, AIC_NEIGHBOR_NONE, 0);
    expect(&few, "n=min", "kind == high", 5, AIC_NEIGHBOR_MISSES, 4);
    expect(&few, "n=max", "count < 7", 6, AIC_NEIGHBOR_MISSES, 7);
    expect(&few, "n=max", "value <= 0", 0, AIC_NEIGHBOR_MISSES, 1);
    expect(&open_ends, "n=min", "value >= 0", 1, AIC_NEIGHBOR_NONE, 0);
    expect(&open_ends, "n=max", "value >= 0", 9, AIC_NEIGHBOR_NONE, 0);
    expect(&some, "n=max", "value <= 2999", 2999, AIC_NEIGHBOR_MISSES, 3000);
    expect(&whole, "n=max", "value <= 123456789", 123456789, AIC_NEIGHBOR_MISSES, 123456790);
    expect(&whole, "n=min", "value > 123456789", 123456790, AIC_NEIGHBOR_MISSES, 123456789);
    expect(&negative, "n=min", "value >= -5", -5, AIC_NEIGHBOR_MISSES, -6);
    expect(&below_ten, "n=max", "value <= -3", -3, AIC_NEIGHBOR_MISSES, -2);
}

static void real_numbers_end_with_their_field(void **state)
{
    (void)state;
    expect(&real, "a=max", "value <= 0.75", 0.75, AIC_NEIGHBOR_MISSES, nextafter(0.75, 1));
    expect(&real, "a=max", "second <= 0", 3, AIC_NEIGHBOR_MISSES, nextafter(3, 4));
    expect(&from_one, "a=min", "value >= 0", 1, AIC_NEIGHBOR_NONE, 0);
    expect(&from_one, "a=max", "value >= 0", 9, AIC_NEIGHBOR_NONE, 0);
    expect(&from_three, "a=min", "value >= 0", 3, AIC_NEIGHBOR_NONE, 0);
    expect(&from_the_first, "a=min", "value >= 0", 1e-15, AIC_NEIGHBOR_NONE, 0);
    expect(&below_two, "a=max", "value >= 0", nextafter(2, 0), AIC_NEIGHBOR_NONE, 0);
    expect(&real_line, "a=min", "value >= -5", -5, AIC_NEIGHBOR_MISSES, nextafter(-5, -6));
    expect(&real_line, "a=max", "value <= 0", 0, AIC_NEIGHBOR_MISSES, nextafter(0, 1));
    expect(&half_line, "a=max", "value >= 0", 7, AIC_NEIGHBOR_NONE, 0);
    expect(&half_line, "a=max", "value <= -0.125", -0.125, AIC_NEIGHBOR_MISSES,
           nextafter(-0.125, 0));
}

static void what_comes_nearest_is_told(void **state)
{
    (void)state;
    expect_unsolved(&few, "n=min", "value >= 21", "nearest is 20, where value is 20",
                    "every whole number from 0 to 20");
    expect_unsolved(&few, "n=min", "holds", "where holds is false", "0 to 20");
    expect_unsolved(&from_one, "a=max", "kind == high", "where kind is low", "values from 1 to 9");
    expect_unsolved(&from_one, "a=max", "holds == false", "where holds is true", "from 1 to 9");
    expect_unsolved(&few, "n=max", "count == 7.5", "where count is 8", "0 to 20");
}

/* An end that only the search has is no answer: nobody could defend that number. */
static void an_end_that_only_the_search_has_is_none(void **state)
{
    (void)state;
    expect_unsolved(&whole, "n=max", "value >= 0", "no value of n is the largest",
                    "the smallest is --solve n=min");
    expect_unsolved(&below_ten, "n=min", "value <= 3", "no value of n is the smallest",
                    "--solve n=max");
    expect_unsolved(&real, "a=min", "value >= 0", "all down to 1e-15 meet", "--solve a=max");
    expect_unsolved(&real, "a=max", "value >= 0", "no value of a is the largest", "add a budget");
    expect_unsolved(&real_line, "a=min", "value >= -1e24", "is the smallest: all down to -", "--solve a=max");
}

/* The value that the question has is among those tried, and one that only warns stops nothing. */
static void what_is_given_is_tried(void **state)
{
    (void)state;
    struct solved solved;
    solve_with(&solved, &real, "a=max",
               (const char *const[]){ "warn: value <= 1", "value == 12.3456789", NULL },
               (struct aic_setting){ "a", "12.3456789", 0 });
    assert_true(solved.ok);
    assert_true(solved.solution.value.number == 12.3456789);
    aic_solution_clear(&solved.solution);
    solve_with(&solved, &real, "a=max", (const char *const[]){ "value <= 1", "value >= 2", NULL },
               (struct aic_setting){ NULL, NULL, 0 });
    assert_false(solved.ok);
    assert_int_equal(solved.error.code, AIC_ERR_UNSOLVED);
    aic_solution_clear(&solved.solution);
    solve_with(&solved, &real, "a=max", (const char *const[]){ "value <= 1", NULL },
               (struct aic_setting){ "b", "1", 0 });
    assert_false(solved.ok);
    assert_int_equal(solved.error.code, AIC_ERR_UNKNOWN);
}

static void goals_have_names(void **state)
{
    (void)state;
    assert_string_equal(aic_goal_name(AIC_SMALLEST), "min");
    assert_string_equal(aic_goal_name(AIC_LARGEST), "max");
    struct aic_solution solution;
    struct aic_error error;
    assert_false(aic_solve_read(&solution, &few, "temperature=max", &error));
    assert_string_equal(error.suggestion, "'aicalc help own' lists them");
}

/* -------------------------------------------------- gaps between possible values --- */

static bool refuse(struct aic_notes *notes)
{
    return aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "n is not possible");
}

static bool compute_single(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return in->n == 19999 || refuse(notes);
}

OWN(single, compute_single, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 20000 });

/* Only one number is possible, and no rule of the search leads to it but that it was seen. */
static void the_only_possible_number_is_found(void **state)
{
    (void)state;
    expect(&single, "n=min", "value >= 1", 19999, AIC_NEIGHBOR_IMPOSSIBLE, 19998);
    expect(&single, "n=max", "value >= 1", 19999, AIC_NEIGHBOR_IMPOSSIBLE, 20000);
    expect_unsolved(&single, "n=min", "value >= 20000", "nearest is 19999, where value is 19999",
                    "then the gap");
}

static bool compute_none(const void *input, void *output, struct aic_notes *notes)
{
    (void)input;
    (void)output;
    return refuse(notes);
}

OWN(none, compute_none, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 20000 });

OWN(never, compute_none, { AIC_FIELD_INTEGER(IN, n), .help = "n" });

static void no_possible_number_is_an_error(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved, &none, "n=min", "value >= 1");
    assert_false(solved.ok);
    assert_string_equal(solved.error.message, "n is not possible");
    aic_solution_clear(&solved.solution);
    solve(&solved, &never, "n=max", "value >= 1");
    assert_false(solved.ok);
    assert_string_equal(solved.error.message, "n is not possible");
    aic_solution_clear(&solved.solution);
}

/* Multiples of 8 up to 65536, then 2^24 alone. */
static bool compute_far(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return (fmod(in->n, 8) == 0 && in->n <= 65536) || in->n == 16777216 || refuse(notes);
}

OWN(far, compute_far, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 16777216 + 513 });

/* Where all of a gap is impossible, its halves are too. */
static void gaps_may_be_empty(void **state)
{
    (void)state;
    expect(&far, "n=max", "value > 65536", 16777216, AIC_NEIGHBOR_IMPOSSIBLE, 16777217);
    expect(&far, "n=max", "value >= 0", 16777216, AIC_NEIGHBOR_IMPOSSIBLE, 16777217);
    expect(&far, "n=min", "value > 65536", 16777216, AIC_NEIGHBOR_IMPOSSIBLE, 16777215);
}

/* Beyond 65536 the numbers that are possible are no longer those that the lowest showed. */
static bool compute_late(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    out->value = in->n;
    return in->n > 65536 || fmod(in->n, 8) == 0 || refuse(notes);
}

OWN(late, compute_late, { AIC_FIELD_INTEGER(IN, n), .help = "n" });

static void neighbors_are_looked_at_one_by_one(void **state)
{
    (void)state;
    expect(&late, "n=min", "value >= 1000003", 1000003, AIC_NEIGHBOR_MISSES, 1000002);
    expect(&late, "n=max", "value <= 2000003", 2000003, AIC_NEIGHBOR_MISSES, 2000004);
}

/* Up to 65536 and from 2^20 on multiples of 8 are possible, from 70000 on all others. */
static bool compute_chain(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    bool is_multiple = fmod(in->n, 8) == 0;
    out->value = in->n;
    return (is_multiple ? in->n <= 65536 || in->n >= 1048576 : in->n > 70000) || refuse(notes);
}

OWN(chain, compute_chain, { AIC_FIELD_INTEGER(IN, n), .help = "n" });

/* Neighbours that all meet the budget are followed, but not for ever. */
static void a_chain_of_neighbors_is_followed(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved, &chain, "n=min", "value > 65536");
    assert_true(solved.ok);
    /* 16384 of these are no multiples of 8 */
    assert_true(solved.solution.value.number == 1048576 - 18724);
    assert_int_equal(solved.solution.kind, AIC_NEIGHBOR_NONE);
    assert_true(solved.solution.evaluations < 100000);
    aic_solution_clear(&solved.solution);
}

/* ------------------------------------------------------------------ windows --- */

static bool compute_peaks(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = -fabs(in->a - 3.3337) * 1e3;
    out->second = -fabs(in->n - 1234567);
    out->count = fabs(in->n - 50);
    return true;
}

OWN(narrow, compute_peaks, { AIC_FIELD_REAL(IN, a), .help = "a" });
OWN(narrow_whole, compute_peaks, { AIC_FIELD_INTEGER(IN, n), .help = "n" });
OWN(hundred, compute_peaks, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 100 });
OWN(below_hundred, compute_peaks, { AIC_FIELD_INTEGER(IN, n), .help = "n", .max = 99 });

static void windows_between_the_values_tried_are_found(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved, &narrow, "a=min", "value >= -0.1");
    assert_true(solved.ok);
    assert_true(fabs(solved.solution.value.number - 3.3336) < 1e-12);
    assert_int_equal(solved.solution.kind, AIC_NEIGHBOR_MISSES);
    assert_false(solved.solution.monotone);
    aic_solution_clear(&solved.solution);
    solve(&solved, &narrow, "a=max", "value >= -0.1");
    assert_true(solved.ok);
    assert_true(fabs(solved.solution.value.number - 3.3338) < 1e-12);
    aic_solution_clear(&solved.solution);
    expect(&narrow_whole, "n=min", "second >= -3", 1234564, AIC_NEIGHBOR_MISSES, 1234563);
    expect(&narrow_whole, "n=max", "second >= -3", 1234570, AIC_NEIGHBOR_MISSES, 1234571);
    expect(&narrow_whole, "n=max", "second >= 0", 1234567, AIC_NEIGHBOR_MISSES, 1234568);
    expect_unsolved(&narrow_whole, "n=max", "second >= 1", "nearest is 1234567", "then the gap");
    expect_unsolved(&narrow, "a=max", "value > 0", "nearest is 3.334", "bisection");
}

/* Near 8.85 it meets; near 8.9034 it comes nearer than at the values tried. */
static bool compute_basin(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    double basin = fabs(in->a - 8.9034);
    (void)notes;
    out->value = -(basin < 0.003 ? 0.001 + basin : fabs(in->a - 8.85)) * 1e3;
    return true;
}

OWN(basin, compute_basin, { AIC_FIELD_REAL(IN, a), .help = "a", .max = 9 });

/* What lies beyond the values beside the one that comes nearest leads away from its window. */
static void a_window_is_looked_for_between_its_neighbors(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved, &basin, "a=max", "value >= -0.1");
    assert_true(solved.ok);
    assert_true(fabs(solved.solution.value.number - 8.8501) < 1e-12);
    aic_solution_clear(&solved.solution);
}

/* Met, missed and met again; and met until it is missed. */
static void budgets_that_are_met_twice_are_not_monotone(void **state)
{
    (void)state;
    static const struct {
        const char *budget;
        double value;
        bool monotone;
    } cases[] = { { "count >= 40", 0, false },  /* 0..10 and 90..100 */
                  { "count <= 40", 10, false }, /* 10..90: misses, meets, misses */
                  { "count >= 50", 0, false },
                  { "count <= 50", 0, true },
                  { "count <= 45", 5, false } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct solved solved;
        solve(&solved, &hundred, "n=min", cases[i].budget);
        assert_true(solved.ok);
        assert_true(solved.solution.value.number == cases[i].value);
        assert_int_equal(solved.solution.monotone, cases[i].monotone);
        aic_solution_clear(&solved.solution);
    }
    struct solved solved;
    for (int i = 0; i < 2; i++) { /* 50 alone misses, at an even or an odd distance */
        solve(&solved, i ? &hundred : &below_hundred, "n=max", "count >= 1");
        assert_true(solved.ok && !solved.solution.monotone);
        aic_solution_clear(&solved.solution);
    }
    solve(&solved, &few, "n=min", "value <= 7"); /* may stop once */
    assert_true(solved.ok && solved.solution.monotone);
    aic_solution_clear(&solved.solution);
}

/* As many as there are, but from 4e9 to 16e9 none. */
static bool compute_interrupted(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->n < 4e9 || in->n > 16e9 ? in->n : 0;
    return true;
}

OWN(interrupted, compute_interrupted, { AIC_FIELD_INTEGER(IN, n), .help = "n" });

/* Beyond a large value too, up to some times as far. */
static void large_values_are_looked_beyond(void **state)
{
    (void)state;
    struct solved solved;
    solve(&solved, &interrupted, "n=min", "value >= 2000000000");
    assert_true(solved.ok && solved.solution.value.number == 2e9);
    assert_false(solved.solution.monotone);
    aic_solution_clear(&solved.solution);
}

/* -------------------------------------------------------------------- names --- */

static bool compute_picks(const void *input, void *output, struct aic_notes *notes)
{
    static const double values[] = { 1, 5, 2, 6 };
    const IN *in = input;
    OUT *out = output;
    out->value = values[in->pick];
    return in->pick != 2 || refuse(notes);
}

static const char *const picks[] = { "red", "green", "blue", "grey", NULL };

OWN(colors, compute_picks, { AIC_FIELD_CHOICE(IN, pick, picks), .help = "pick", .default_text = "red" });

static void choices_are_tried_in_their_order(void **state)
{
    (void)state;
    expect(&colors, "pick=min", "value >= 2", 1, AIC_NEIGHBOR_MISSES, 0);
    expect(&colors, "pick=max", "value <= 5", 1, AIC_NEIGHBOR_MISSES, 3);
    expect(&colors, "pick=min", "value >= 0", 0, AIC_NEIGHBOR_NONE, 0);
    expect_unsolved(&colors, "pick=min", "value >= 7", "nearest is grey, where value is 6",
                    "every choice");
    struct solved solved;
    solve(&solved, &colors, "pick=min", "value == 1"); /* met, then missed */
    assert_true(solved.ok && solved.solution.monotone);
    aic_solution_clear(&solved.solution);
    solve(&solved, &colors, "pick=max", "value >= 2"); /* grey and green */
    assert_true(solved.ok && solved.solution.monotone && solved.solution.value.number == 3);
    aic_solution_clear(&solved.solution);
}

static void names_are_told_as_names(void **state)
{
    (void)state;
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    struct solved solved;
    solve_with(&solved, kvcache, "model=min", (const char *const[]){ "kv_per_token <= -1B", NULL },
               (struct aic_setting){ "context", "1Ki", 0 });
    assert_false(solved.ok);
    assert_int_equal(solved.error.code, AIC_ERR_UNSOLVED);
    assert_non_null(
        strstr(solved.error.message, "no value of model meets the budgets; nearest is "));
    assert_null(strstr(solved.error.message, "nearest is ,"));
    assert_non_null(strstr(solved.error.suggestion, "every name, in the order of the catalog"));
    aic_solution_clear(&solved.solution);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_end_with_their_field),
        cmocka_unit_test(real_numbers_end_with_their_field),
        cmocka_unit_test(what_comes_nearest_is_told),
        cmocka_unit_test(an_end_that_only_the_search_has_is_none),
        cmocka_unit_test(what_is_given_is_tried),
        cmocka_unit_test(goals_have_names),
        cmocka_unit_test(the_only_possible_number_is_found),
        cmocka_unit_test(no_possible_number_is_an_error),
        cmocka_unit_test(gaps_may_be_empty),
        cmocka_unit_test(neighbors_are_looked_at_one_by_one),
        cmocka_unit_test(a_chain_of_neighbors_is_followed),
        cmocka_unit_test(windows_between_the_values_tried_are_found),
        cmocka_unit_test(a_window_is_looked_for_between_its_neighbors),
        cmocka_unit_test(budgets_that_are_met_twice_are_not_monotone),
        cmocka_unit_test(large_values_are_looked_beyond),
        cmocka_unit_test(choices_are_tried_in_their_order),
        cmocka_unit_test(names_are_told_as_names),
    };
    aic_catalog_init(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
