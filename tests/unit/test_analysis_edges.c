/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Analysis of calculators of a test's own, which do what those of the library do not: refuse the
 * choice that they made, stop answering, have no answer between two values, name presets of nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/effect.h>
#include <aicalc/influence.h>
#include <aicalc/measured.h>

#include "unit/own.h"

static struct aic_error error;

/* ---- influence ---- */

static int answers_left; /* of compute_choice(): after them it refuses */

/* `n` is open: 3 is chosen, and refused where it is asked for alone and m is above 0. */
static bool compute_choice(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    if (answers_left-- <= 0) {
        return aic_fail(&notes->error, AIC_ERR_CONFLICT, "a", "no more");
    }
    if (in->n == 3 && in->m > 0) {
        return aic_fail(&notes->error, AIC_ERR_CONFLICT, "n", "not this one alone");
    }
    out->count = aic_is_set(in->n) ? in->n : 3;
    out->value = 10 * in->a + out->count;
    out->second = in->on == 1 ? 2 : 1;
    out->kind = in->pick;
    return true;
}

OWN(plain, compute_choice, { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "2" },
    { AIC_FIELD_INTEGER(IN, n), .help = "n" }, { AIC_FIELD_INTEGER(IN, m), .help = "m" },
    { AIC_FIELD_FLAG(IN, on), .help = "on", .default_text = "no" },
    { AIC_FIELD_CHOICE(IN, pick, own_kinds), .help = "pick", .default_text = "low" },
    { AIC_FIELD_REFERENCE(IN, label, AIC_GPUS), .help = "label", .default_text = "h100" });

enum { A, N, M, ON, PICK, LABEL };

static const struct aic_choice choices[] = { { N, "=count" } };

struct asked {
    struct aic_calculator calculator;
    struct aic_question question;
    struct aic_answer answer;
};

static void ask(struct asked *asked, const struct aic_calculator *calculator, double m)
{
    memset(asked, 0, sizeof *asked);
    asked->calculator = *calculator;
    answers_left = 1000;
    assert_true(aic_question_init(&asked->question, &asked->calculator, &error));
    if (m > 0) {
        assert_true(aic_question_set_number(&asked->question, M, m, AIC_FROM_FLAG, NULL, &error));
    }
    assert_true(aic_answer_init(&asked->answer, &asked->question, &error));
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
}

/* Every kind of default is moved; a name is not. */
static void defaults_of_all_kinds_are_moved(void **state)
{
    const size_t shown[] = { VALUE, SECOND, KIND };
    struct aic_influence influence = { 0 };
    struct asked asked;
    (void)state;
    ask(&asked, &plain, 0);
    assert_true(aic_influence_init(&influence, &asked.answer, shown, 3, &error));
    assert_true(influence.inputs[A] > 0 && influence.inputs[ON] > 0 && influence.inputs[PICK] > 0);
    assert_true(influence.inputs[LABEL] == 0 && influence.inputs[N] == 0);
    assert_true(influence.results[VALUE] > 0 && influence.results[COUNT] == 0);
    aic_influence_clear(&influence);
    clear(&asked);
}

/* A choice that cannot be asked for alone is not kept: defaults are moved in the question as it is. */
static void a_choice_that_is_refused_is_not_kept(void **state)
{
    const size_t shown[] = { VALUE };
    struct asked asked;
    (void)state;
    for (int m = 0; m < 2; m++) {
        struct aic_influence influence = { 0 };
        ask(&asked, &plain, m);
        asked.calculator.choices = choices;
        asked.calculator.choice_count = 1;
        if (!aic_influence_init(&influence, &asked.answer, shown, 1, &error)) {
            fail_msg("%s", error.message);
        }
        assert_true(influence.inputs[A] > 0);
        aic_influence_clear(&influence);
        clear(&asked);
    }
}

/* A calculator that does not answer again what it answered: its error is told. */
static void a_calculator_that_stops_is_told(void **state)
{
    const size_t shown[] = { VALUE };
    struct aic_influence influence = { 0 };
    struct asked asked;
    (void)state;
    ask(&asked, &plain, 0);
    answers_left = 0;
    assert_false(aic_influence_init(&influence, &asked.answer, shown, 1, &error));
    assert_string_equal(error.message, "no more");
    aic_influence_clear(&influence);
    clear(&asked);
}

/* Of one that refuses every other value no input is without effect. */
static void no_effect_is_not_told_of_what_stops(void **state)
{
    struct asked asked;
    struct aic_catalog catalog;
    const struct aic_recipe recipe = { .calculator = &asked.calculator, .catalog = &catalog };
    (void)state;
    aic_catalog_init(&catalog);
    ask(&asked, &plain, 1);
    assert_true(aic_effect_warn(&asked.answer, &recipe, &error));
    const size_t warnings = asked.answer.notes.count;
    answers_left = 0;
    assert_true(aic_effect_warn(&asked.answer, &recipe, &error));
    assert_int_equal(asked.answer.notes.count, warnings);
    clear(&asked);
}

/* ---- measurements ---- */

/* No answer from 0.3 to 0.7, where the values jump over what is measured. */
static bool compute_gap(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    if (in->a > 0.3 && in->a < 0.7) {
        return aic_fail(&notes->error, AIC_ERR_CONFLICT, "a", "in the gap");
    }
    out->value = in->b < 0.5 ? in->a : 1 - in->a;
    return true;
}

static const struct aic_field one_result[] = {
    { AIC_FIELD_REAL(OUT, value), .help = "the value", .dimension = AIC_BYTES, .formula = "a" },
};
static const struct aic_group only_value[] = { AIC_GROUP("Out", one_result) };

OWN_OF(gap, compute_gap, only_value,
       { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "0.1", .max = 1,
         .flags = AIC_ASSUMPTION },
       { AIC_FIELD_REAL(IN, b), .help = "b", .default_text = "0" });

static void what_lies_in_a_gap_is_not_explained(void **state)
{
    struct asked asked;
    struct aic_measured measured;
    (void)state;
    ask(&asked, &gap, 0);
    assert_true(aic_measured_read(&measured, &asked.calculator, "value=0.5B", &error));
    assert_true(aic_measured_explain(&measured, &asked.answer, &error));
    assert_int_equal(measured.explained, AIC_UNEXPLAINED);
    assert_true(aic_measured_read(&measured, &asked.calculator, "value=0.2B", &error));
    assert_true(aic_measured_explain(&measured, &asked.answer, &error));
    assert_int_equal(measured.explained, AIC_EXPLAINED);
    assert_true(measured.input_value > 0.199999 && measured.input_value < 0.200001);
    /* None of its results is a key of a dimension that could be an example. */
    assert_false(aic_measured_read(&measured, &asked.calculator, "value", &error));
    assert_string_equal(error.message, "measured: 'value' is not of the form RESULT=VALUE");
    assert_string_equal(error.suggestion,
                        "a result of 'aicalc help own' and what was measured of it");
    clear(&asked);
}

/* No answer between two neighbours of those that are tried, 0.63 and 0.635. */
static bool compute_crack(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    if (in->a > 0.631 && in->a < 0.634) {
        return aic_fail(&notes->error, AIC_ERR_CONFLICT, "a", "in the crack");
    }
    out->value = in->a;
    return true;
}

OWN_OF(crack, compute_crack, only_value,
       { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "0.1", .max = 1,
         .flags = AIC_ASSUMPTION });

static void what_lies_in_a_crack_is_not_explained(void **state)
{
    static const struct {
        const char *measured;
        enum aic_explained explained;
    } cases[] = {
        { "value=0.6325B", AIC_UNEXPLAINED },
        { "value=0.6305B", AIC_EXPLAINED },
        { "value=0.6345B", AIC_UNEXPLAINED }, /* the way there leads through the middle */
        { "value=0.6375B", AIC_EXPLAINED },
    };
    struct asked asked;
    struct aic_measured measured;
    (void)state;
    ask(&asked, &crack, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(aic_measured_read(&measured, &asked.calculator, cases[i].measured, &error));
        assert_true(aic_measured_explain(&measured, &asked.answer, &error));
        assert_int_equal(measured.explained, cases[i].explained);
    }
    clear(&asked);
}

/* ---- recipes ---- */

OWN(preset, compute_gap, { AIC_FIELD_REAL(IN, a), .help = "a", .default_text = "0" },
    { AIC_FIELD_REAL(IN, b), .help = "b", .default_text = "0" },
    { AIC_FIELD_FLAG(IN, on), .help = "on", .preset = "a 1, nothing 2" });

static bool no_file(void *context, const char *path, const char **text, size_t *length,
                    struct aic_error *why)
{
    (void)context;
    (void)text;
    (void)length;
    return aic_fail(why, AIC_ERR_FILE, "model", "%s is not there", path);
}

static void recipes_say_why_they_fail(void **state)
{
    static const struct aic_setting on = { "on", "yes", 0 }, model = { "model", "./m.json", 0 };
    struct aic_catalog catalog;
    struct aic_question question;
    const struct aic_loader loader = { .load = no_file };
    struct aic_recipe recipe = { .calculator = &preset,
                                 .catalog = &catalog,
                                 .settings = &on,
                                 .setting_count = 1,
                                 .settings_origin = AIC_FROM_FLAG,
                                 .loader = &loader };
    (void)state;
    aic_catalog_init(&catalog);
    assert_false(aic_recipe_ask(&recipe, &question, &error));
    assert_non_null(strstr(error.message, "'nothing'"));
    aic_question_clear(&question);
    recipe.calculator = aic_calculator_find("kvcache");
    recipe.settings = &model;
    assert_false(aic_recipe_ask(&recipe, &question, &error));
    assert_non_null(strstr(error.message, "./m.json is not there"));
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_of_all_kinds_are_moved),
        cmocka_unit_test(a_choice_that_is_refused_is_not_kept),
        cmocka_unit_test(a_calculator_that_stops_is_told),
        cmocka_unit_test(no_effect_is_not_told_of_what_stops),
        cmocka_unit_test(what_lies_in_a_gap_is_not_explained),
        cmocka_unit_test(what_lies_in_a_crack_is_not_explained),
        cmocka_unit_test(recipes_say_why_they_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
