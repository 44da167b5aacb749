/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets: their forms, what each relation holds, limits from earlier values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/budget.h>

#include "own.h"

static bool compute_none(const void *input, void *output, struct aic_notes *notes)
{
    (void)input;
    (void)output;
    (void)notes;
    return true;
}

OWN(own, compute_none, { AIC_FIELD_REAL(IN, a), .help = "a" });

static void expect(const char *text, const char *trimmed, size_t result, enum aic_relation relation,
                   double limit, bool warns)
{
    struct aic_budget budget;
    struct aic_error error;
    if (!aic_budget_read(&budget, &own, text, &error)) {
        fail_msg("%s: %s", text, error.message);
    }
    assert_int_equal(budget.text.length, strlen(trimmed));
    assert_memory_equal(budget.text.at, trimmed, budget.text.length);
    assert_int_equal(budget.result, result);
    assert_int_equal(budget.relation, relation);
    assert_true(budget.limit == limit);
    assert_int_equal(budget.warns, warns);
}

static void blanks_and_tabs_do_not_matter(void **state)
{
    (void)state;
    expect("value<=5", "value<=5", VALUE, AIC_AT_MOST, 5, false);
    expect(" \tvalue\t<= \t5 \t", "value\t<= \t5", VALUE, AIC_AT_MOST, 5, false);
    expect("\twarn:\tvalue < 5\t", "value < 5", VALUE, AIC_LESS, 5, true);
    expect("value >-5\t ", "value >-5", VALUE, AIC_MORE, -5, false);
    expect("count >= 7", "count >= 7", COUNT, AIC_AT_LEAST, 7, false);
    expect("kind==high", "kind==high", KIND, AIC_EQUAL, 1, false);
    expect("holds\t", "holds", HOLDS, AIC_EQUAL, 1, false);
    expect("holds == no", "holds == no", HOLDS, AIC_EQUAL, 0, false);
}

static const struct {
    const char *text, *message, *suggestion;
    enum aic_code code;
} refusals[] = {
    { "", "not of the form", "operators", AIC_ERR_VALUE },
    { "\t \t", "not of the form", "operators", AIC_ERR_VALUE },
    { "<= 5", "not of the form", "operators", AIC_ERR_VALUE },
    { "value", "not of the form", "operators", AIC_ERR_VALUE },
    { "value 5", "not of the form", "operators", AIC_ERR_VALUE },
    { "value <=", "not of the form", "operators", AIC_ERR_VALUE },
    { "value = 5", "not of the form", "operators", AIC_ERR_VALUE },
    { "valu <= 5", "own has no result 'valu'", "did you mean 'value'?", AIC_ERR_UNKNOWN },
    { "zzz <= 5", "own has no result 'zzz'", "lists the results", AIC_ERR_UNKNOWN },
    { "holds <= true", "holds is no number, only == fits it", "'holds == true'", AIC_ERR_VALUE },
    { "kind > low", "kind is no number, only == fits it", "'kind == low'", AIC_ERR_VALUE },
    { "kind == middle", "'middle' is not one of its values", "low, high", AIC_ERR_UNKNOWN },
    { "value <= +5", "relative to an earlier report", "without '+'", AIC_ERR_CONFLICT },
    { "value <= -5%", "relative to an earlier report", "the limit itself", AIC_ERR_CONFLICT },
};

static void refusals_teach(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct aic_budget budget;
        struct aic_error error;
        assert_false(aic_budget_read(&budget, &own, refusals[i].text, &error));
        if (error.code != refusals[i].code || !strstr(error.message, refusals[i].message) ||
            !strstr(error.suggestion, refusals[i].suggestion)) {
            fail_msg("%s: %s; %s", refusals[i].text, error.message, error.suggestion);
        }
    }
}

static void relations_hold(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool below, at, above;
    } cases[] = {
        { "value <= 5", true, true, false },  { "value < 5", true, false, false },
        { "value >= 5", false, true, true },  { "value > 5", false, false, true },
        { "value == 5", false, true, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_budget budget;
        struct aic_error error;
        assert_true(aic_budget_read(&budget, &own, cases[i].text, &error));
        assert_int_equal(aic_budget_holds(&budget, 4), cases[i].below);
        assert_int_equal(aic_budget_holds(&budget, 5), cases[i].at);
        assert_int_equal(aic_budget_holds(&budget, 6), cases[i].above);
        assert_false(aic_budget_holds(&budget, NAN));
    }
}

/* An earlier value that is none gives no limit. */
static void limits_are_finite(void **state)
{
    (void)state;
    static const double befores[] = { NAN, INFINITY, -INFINITY, 1.7e308 };
    for (size_t i = 0; i < sizeof befores / sizeof befores[0]; i++) {
        struct aic_budget budget;
        struct aic_error error;
        assert_true(aic_budget_read_relative(&budget, &own, "value <= +1e308", &error));
        assert_false(aic_budget_resolve(&budget, &own, befores[i], &error));
        assert_int_equal(error.code, AIC_ERR_RANGE);
        assert_string_equal(error.message, "budget: the limit on value is too large");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_and_tabs_do_not_matter),
        cmocka_unit_test(refusals_teach),
        cmocka_unit_test(relations_hold),
        cmocka_unit_test(limits_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
