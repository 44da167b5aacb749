/* SPDX-License-Identifier: Apache-2.0 */
/* Answers and their formulas: names that are found, bases that follow, numbers that are put in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/explain.h>

#include "own.h"

static const char *const picks[] = { "red", "green", NULL };

static const struct aic_field result_fields[] = {
    { AIC_FIELD_REAL(OUT, value), .help = "the value",
      .formula = "tau * a + b when known(b); a + n when known(a); 7 otherwise; " },
    { AIC_FIELD_REAL(OUT, second), .help = "another one", .formula = "value + (second + pick)" },
    { AIC_FIELD_INTEGER(OUT, count), .help = "a count", .sentence = "label, on and holds as given",
      .rests_on = "n nothing" },
    { AIC_FIELD_CHOICE(OUT, kind, own_kinds), .help = "a kind" },
    { AIC_FIELD_FLAG(OUT, holds), .help = "whether it holds", .formula = "n > kind" },
};
static const struct aic_group results[] = { AIC_GROUP("Out", result_fields) };

static const struct aic_field input_fields[] = {
    { AIC_FIELD_REAL(IN, a), .help = "a" },
    { AIC_FIELD_REAL(IN, b), .help = "b" },
    { AIC_FIELD_INTEGER(IN, n), .help = "n", .default_text = "4", .flags = AIC_ASSUMPTION },
    { AIC_FIELD_CHOICE(IN, pick, picks), .help = "pick", .default_text = "green" },
    { AIC_FIELD_FLAG(IN, on), .help = "on", .default_text = "false" },
    { AIC_FIELD_REFERENCE(IN, label, AIC_GPUS), .help = "label", .default_text = "h100-sxm" },
};
static const struct aic_group inputs[] = { AIC_GROUP("In", input_fields) };

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->a + aic_or(in->b, 0);
    out->count = 3;
    out->kind = 1;
    out->holds = false;
    return true;
}

static void find_cases(const void *input, const void *output, unsigned char *input_cases,
                       unsigned char *result_cases)
{
    const IN *in = input;
    (void)output;
    (void)input_cases;
    result_cases[VALUE] = aic_is_set(in->b) ? 0 : aic_is_set(in->a) ? 1 : 2;
}

static const struct aic_constant constants[] = {
    { "tau", 6.25, "1", "of a test" },
    { NULL, 0, NULL, NULL },
};

static const struct aic_calculator own = {
    .name = "own",
    .help = "of a test",
    .in_size = sizeof(IN),
    .out_size = sizeof(OUT),
    .inputs = AIC_TABLE(inputs),
    .results = AIC_TABLE(results),
    .compute = compute,
    .constants = constants,
    .find_cases = find_cases,
};

struct asked {
    struct aic_question question;
    struct aic_answer answer;
};

static void ask(struct asked *asked, const char *const *arguments)
{
    struct aic_error error;
    assert_true(aic_question_init(&asked->question, &own, &error));
    for (; arguments[0]; arguments += 2) {
        size_t index;
        assert_true(aic_question_find(&asked->question, arguments[0], &index, &error));
        assert_true(aic_question_set_text(&asked->question, index, arguments[1], AIC_FROM_FLAG,
                                          NULL, &error));
    }
    assert_true(aic_answer_init(&asked->answer, &asked->question, &error));
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
}

static void expect_formula(const struct asked *asked, size_t result, const char *formula,
                           const char *numbers)
{
    char words[128];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_explain_formula(&asked->answer, &result_fields[result], &text);
    assert_string_equal(words, formula);
    aic_text_init(&text, words, sizeof words);
    aic_explain_numbers(&asked->answer, &result_fields[result], &text);
    assert_string_equal(words, numbers);
}

/* The case that holds is shown with its condition, and the values of constants among its numbers. */
static void formulas_show_what_is_known(void **state)
{
    (void)state;
    struct asked asked;
    ask(&asked, (const char *[]){ "a", "2", "b", "5", NULL });
    expect_formula(&asked, VALUE, "tau * a + b when known(b)", "6.25 * 2 + 5");
    expect_formula(&asked, SECOND, "value + (second + pick)", "7 + (second + green)");
    expect_formula(&asked, COUNT, "label, on and holds as given",
                   "h100-sxm, false and false as given");
    expect_formula(&asked, HOLDS, "n > kind", "4 > high");
    clear(&asked);
    ask(&asked, (const char *[]){ "a", "2", "on", "true", NULL });
    expect_formula(&asked, VALUE, "a + n when known(a)", "2 + 4");
    expect_formula(&asked, COUNT, "label, on and holds as given",
                   "h100-sxm, true and false as given");
    clear(&asked);
    ask(&asked, (const char *[]){ NULL });
    expect_formula(&asked, VALUE, "7", "7");
    clear(&asked);
}

/* A result is as good as the worst that it rests on; what it does not use is not marked. */
static void bases_follow_the_names(void **state)
{
    (void)state;
    struct asked asked;
    ask(&asked, (const char *[]){ "a", "2", "b", "5", NULL });
    assert_int_equal(asked.answer.basis[VALUE], AIC_EXACT);
    assert_int_equal(asked.answer.basis[COUNT], AIC_ASSUMED); /* n is a default */
    assert_int_equal(asked.answer.basis[KIND], AIC_EXACT);    /* it rests on nothing */
    assert_int_equal(asked.answer.basis[HOLDS], AIC_ASSUMED);
    assert_true(asked.answer.used[0] && asked.answer.used[1] && asked.answer.used[2]);
    assert_false(asked.answer.used[3]); /* the result that shows it is not there */
    clear(&asked);
    ask(&asked, (const char *[]){ "a", "2", NULL });
    assert_int_equal(asked.answer.basis[VALUE], AIC_ASSUMED);
    assert_false(asked.answer.used[1]);
    clear(&asked);
}

/* Every name is found and no part of one is, whatever slots their hashes share. */
static void parts_of_names_are_no_names(void **state)
{
    (void)state;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        const struct aic_table *tables[] = { &calculator->inputs, &calculator->results };
        for (size_t t = 0; t < 2; t++) {
            for (size_t i = 0; i < aic_table_size(tables[t]); i++) {
                const char *name = aic_table_at(tables[t], i, NULL)->name;
                for (size_t length = 1; length <= strlen(name); length++) {
                    size_t index;
                    bool is_input;
                    const struct aic_span span = { name, length };
                    bool is_one = aic_name_find(calculator, NULL, NULL, span, &is_input, &index);
                    bool in = aic_table_find(tables[0], name, length) < aic_table_size(tables[0]);
                    bool out = aic_table_find(tables[1], name, length) < aic_table_size(tables[1]);
                    assert_true(is_one == (in || out) && (!is_one || is_input == in));
                }
            }
        }
    }
}

/* A host that mistypes a name is told, whatever it does with what it was given. */
static void mistyped_names_are_errors(void **state)
{
    (void)state;
    struct aic_question question;
    struct aic_answer answer = { .question = NULL };
    struct aic_error error;
    size_t index;
    assert_false(aic_question_init(&question, aic_calculator_find("kvcach"), &error));
    assert_int_equal(error.code, AIC_ERR_UNKNOWN);
    aic_question_clear(&question);
    assert_true(aic_question_init(&question, aic_calculator_find("power"), &error));
    assert_true(aic_question_find(&question, "gpus", &index, &error));
    assert_true(aic_question_set_number(&question, index, 8, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_question_find(&question, "gpu_power", &index, &error));
    assert_true(aic_question_set_number(&question, index, 700, AIC_FROM_FLAG, NULL, &error));
    assert_true(aic_answer_init(&answer, &question, &error));
    const struct aic_table *table = &question.calculator->results;
    assert_false(aic_answer_result(&answer, aic_table_find(table, "facility_powr", 13)).set);
    assert_false(aic_answer_part(&answer, aic_table_find(table, "facility_powr", 13)).set);
    assert_false(aic_answer_find(&answer, "facility_powr", &index, &error));
    assert_string_equal(error.message, "power has no result 'facility_powr'");
    assert_non_null(strstr(error.suggestion, "facility_power"));
    assert_true(aic_answer_find(&answer, "facility_power", &index, &error));
    assert_true(aic_answer_result(&answer, index).set);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_show_what_is_known),
        cmocka_unit_test(bases_follow_the_names),
        cmocka_unit_test(parts_of_names_are_no_names),
        cmocka_unit_test(mistyped_names_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
