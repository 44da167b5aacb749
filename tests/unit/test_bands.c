/* SPDX-License-Identifier: Apache-2.0 */
/* Bands, margins of flags, and what explains a measurement, on a calculator made of rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/measured.h>

#include "engine/rows/rows.h"
#include "unit/asked.h"

#define INPUT_ROWS  "unit/bands_inputs.inc"
#define RESULT_ROWS "unit/bands_results.inc"
#define NOTE_ROWS   "unit/bands_notes.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

struct bands_in {
    struct aic_origins origins;
#include "engine/rows/as_input_members.h"
#include INPUT_ROWS
};

struct bands_out {
#include "engine/rows/as_result_members.h"
#include RESULT_ROWS
};

#define IN  struct bands_in
#define OUT struct bands_out

#include "engine/rows/calculator.inc"

static const char *const examples[] = { "aicalc bands --work 1", NULL };

static const struct aic_cause causes[] = { { SLOT_OF(time), "share, start" } };

static const struct aic_calculator bands_calculator = {
    .name = "bands",
    .help = "a test",
    AIC_CALCULATOR_ROWS,
    .bands.causes = causes,
    .bands.cause_count = LENGTH_OF(causes),
    .examples = examples,
};

static void ask(struct asked *asked, const char *const *settings)
{
    ask_calculator(asked, &bands_calculator, settings);
}

static size_t result(const char *name)
{
    size_t index = aic_table_find(&bands_calculator.results, name, strlen(name));
    assert_true(index < aic_table_size(&bands_calculator.results));
    return index;
}

static void the_table_is_right(void **state)
{
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    if (!aic_calculator_check(&bands_calculator, &error)) {
        fail_msg("%s", error.message);
    }
}

static void the_first_band_that_holds_stands(void **state)
{
    struct asked asked;
    struct aic_error_band band;
    (void)state;
    ask(&asked, (const char *[]){ "work", "4", NULL });
    assert_true(aic_answer_band(&asked.answer, result("time"), &band));
    assert_true(band.ends.low == 4 && band.ends.high == 16);
    assert_string_equal(band.row->source, "a test");
    assert_string_equal(band.row->condition, "yes");
    assert_false(aic_answer_band(&asked.answer, result("twice"), &band));
    assert_false(aic_answer_band(&asked.answer, result("pages"), &band));
    clear(&asked);
    ask(&asked, (const char *[]){ "work", "4", "careful", "true", NULL });
    assert_true(aic_answer_band(&asked.answer, result("time"), &band));
    assert_string_equal(band.row->low, "0.9");
    assert_true(aic_answer_band(&asked.answer, result("twice"), &band));
    assert_true(band.ends.low == 4 && band.ends.high == 12 && !band.row->factors);
    clear(&asked);
    ask(&asked, (const char *[]){ NULL });
    assert_false(aic_answer_band(&asked.answer, result("time"), &band));
    clear(&asked);
}

static void flags_know_their_margin(void **state)
{
    static const struct {
        const char *limit, *careful;
        double margin;
        bool tight;
    } cases[] = {
        { "10s", "false", 0.2, true },        { "10s", "true", 0.2, false },
        { "8.5s", "true", 0.5 / 8.5, true },  { "4s", "false", -1, false },
        { "7.9s", "true", -0.1 / 7.9, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct asked asked;
        struct aic_comparison comparison;
        ask(&asked, (const char *[]){ "work", "4", "limit", cases[i].limit, "careful",
                                      cases[i].careful, NULL });
        assert_true(aic_answer_comparison(&asked.answer, result("in_time"), &comparison));
        assert_true(fabs(comparison.margin - cases[i].margin) < 1e-12);
        assert_int_equal(comparison.tight, cases[i].tight);
        assert_true(aic_answer_comparison(&asked.answer, result("enough"), &comparison));
        assert_true(comparison.margin == (8 - comparison.limit) / comparison.limit);
        assert_false(aic_answer_comparison(&asked.answer, result("time"), &comparison));
        clear(&asked);
    }
    struct asked asked;
    struct aic_comparison comparison;
    ask(&asked, (const char *[]){ "work", "4", NULL });
    assert_false(aic_answer_comparison(&asked.answer, result("in_time"), &comparison));
    clear(&asked);
}

static struct aic_measured explain(const char *const *settings, const char *text)
{
    struct asked asked;
    struct aic_measured measured;
    struct aic_error error = { .code = AIC_OK };
    ask(&asked, settings);
    assert_true(aic_measured_read(&measured, &bands_calculator, text, &error));
    if (!aic_measured_explain(&measured, &asked.answer, &error)) {
        fail_msg("%s: %s", text, error.message);
    }
    bool outside = measured.has_band && !measured.inside;
    assert_int_equal(aic_warned(&asked.answer.notes, AIC_MEASURED_OUTSIDE), outside);
    clear(&asked);
    return measured;
}

static const char *input_of(const struct aic_measured *measured)
{
    return aic_table_at(&bands_calculator.inputs, measured->input, NULL)->name;
}

static void a_measurement_is_explained_by_one_input(void **state)
{
    const char *const four[] = { "work", "4", NULL };
    const char *const started[] = { "work", "4", "start", "2s", NULL };
    const char *const quick[] = { "work", "4", "start", "9s", "share", "1", NULL };
    (void)state;
    struct aic_measured measured = explain(four, "time=5s");
    assert_true(measured.computed == 8 && measured.ratio == 0.625 && measured.inside);
    assert_int_equal(measured.explained, AIC_EXPLAINED);
    assert_string_equal(input_of(&measured), "share");
    assert_true(fabs(measured.input_value - 0.8) < 1e-9);
    measured = explain(four, "time=8s"); /* as computed: the value it has */
    assert_true(measured.input_value == 0.5);
    measured = explain(four, "time=3s"); /* too quick for any share; start is not set, and no use */
    assert_int_equal(measured.explained, AIC_UNEXPLAINED);
    assert_string_equal(input_of(&measured), "share");
    assert_false(measured.inside);
    measured = explain(started, "time=6.25s");
    assert_string_equal(input_of(&measured), "share");
    assert_true(fabs(measured.input_value - 4 / 4.25) < 1e-9);
    measured = explain(quick, "time=4.5s"); /* a share of 1 at best: the start was shorter */
    assert_string_equal(input_of(&measured), "start");
    assert_true(fabs(measured.input_value - 0.5) < 1e-9);
}

static void without_a_name_the_assumed_input_explains(void **state)
{
    const char *const four[] = { "work", "4", NULL };
    const char *const given[] = { "work", "4", "share", "0.5", NULL };
    (void)state;
    struct aic_measured measured = explain(four, "bare_time=16s");
    assert_int_equal(measured.explained, AIC_EXPLAINED);
    assert_string_equal(input_of(&measured), "share");
    assert_true(fabs(measured.input_value - 0.25) < 1e-9 && !measured.has_band);
    measured = explain(given, "bare_time=16s"); /* it is a guess, whoever made it */
    assert_true(fabs(measured.input_value - 0.25) < 1e-9);
    measured = explain(four, "pages=11"); /* a step: any share from 4/11 to 0.4 */
    assert_int_equal(measured.explained, AIC_EXPLAINED);
    assert_true(measured.input_value >= 4.0 / 11 && measured.input_value < 0.4);
    measured = explain(four, "pages=11.5"); /* between two steps */
    assert_int_equal(measured.explained, AIC_UNEXPLAINED);
    measured = explain(four, "twice=9"); /* rests on nothing that is assumed */
    assert_int_equal(measured.explained, AIC_NOT_EXPLAINED);
    measured = explain(four, "nothing=1");
    assert_true(isnan(measured.ratio));
}

static void what_cannot_be_compared_is_refused(void **state)
{
    static const struct {
        const char *text, *message, *suggestion;
    } cases[] = {
        { "time", "not of the form", "time=" },
        { "=5s", "not of the form", "time=" },
        { "time=", "not of the form", "time=" },
        { "tim=5s", "no result 'tim'", "time" },
        { "time=5", "no unit", "5s" },
        { "time=5GiB", "time", NULL },
        { "in_time=yes", "no number", "time=VALUE" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct aic_measured measured;
        struct aic_error error = { .code = AIC_OK };
        assert_false(aic_measured_read(&measured, &bands_calculator, cases[i].text, &error));
        if (!strstr(error.message, cases[i].message) ||
            (cases[i].suggestion && !strstr(error.suggestion, cases[i].suggestion))) {
            fail_msg("%s: %s; %s", cases[i].text, error.message, error.suggestion);
        }
    }
    struct asked asked;
    struct aic_measured measured;
    struct aic_error error = { .code = AIC_OK };
    ask(&asked, (const char *[]){ NULL });
    assert_true(aic_measured_read(&measured, &bands_calculator, "time=5s", &error));
    assert_false(aic_measured_explain(&measured, &asked.answer, &error));
    assert_int_equal(error.code, AIC_ERR_MISSING);
    clear(&asked);
}

static void mistakes_in_bands_are_found(void **state)
{
    static const struct aic_cause bad_cause[] = { { SLOT_OF(time), "careful" } };
    static const struct aic_judgement bad_flag[] = { { SLOT_OF(time), SLOT_OF(time), "<=", "" } };
    static const struct aic_band bad_band[] = { { SLOT_OF(in_time), "", "", "", true, "s" } };
    struct aic_calculator copy = bands_calculator;
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    copy.bands = (struct aic_bands){ .causes = bad_cause, .cause_count = 1 };
    assert_false(aic_calculator_check(&copy, &error));
    copy.bands = (struct aic_bands){ .judgements = bad_flag, .judgement_count = 1 };
    assert_false(aic_calculator_check(&copy, &error));
    copy.bands = (struct aic_bands){ .bands = bad_band, .band_count = 1 };
    assert_false(aic_calculator_check(&copy, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_right),
        cmocka_unit_test(the_first_band_that_holds_stands),
        cmocka_unit_test(flags_know_their_margin),
        cmocka_unit_test(a_measurement_is_explained_by_one_input),
        cmocka_unit_test(without_a_name_the_assumed_input_explains),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
        cmocka_unit_test(mistakes_in_bands_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
