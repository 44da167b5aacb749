/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two values is better and by how much; which cases are not compared; saved answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/answer.h>
#include <aicalc/comparable.h>

static struct aic_value number(double value)
{
    return (struct aic_value){ !isnan(value), value, NULL };
}

static void the_row_says_what_is_better(void **state)
{
    static const struct {
        enum aic_better better;
        double first, value;
        enum aic_compares kind;
        double ratio;
    } pairs[] = {
        { AIC_LESS_IS_BETTER, 2, 3, AIC_COMPARES_WORSE, 1.5 },
        { AIC_LESS_IS_BETTER, 2, 1, AIC_COMPARES_BETTER, 0.5 },
        { AIC_MORE_IS_BETTER, 2, 3, AIC_COMPARES_BETTER, 1.5 },
        { AIC_MORE_IS_BETTER, 2, 0, AIC_COMPARES_WORSE, 0 },
        { AIC_NEITHER_IS_BETTER, 2, 3, AIC_COMPARES_OTHER, 1.5 },
        { AIC_MORE_IS_BETTER, 2, 2, AIC_COMPARES_SAME, 1 },
        { AIC_MORE_IS_BETTER, 0, 0, AIC_COMPARES_SAME, NAN },
        { AIC_MORE_IS_BETTER, 0, 2, AIC_COMPARES_BETTER, NAN },
        { AIC_MORE_IS_BETTER, -2, 2, AIC_COMPARES_BETTER, NAN }, /* -1 times says nothing */
        { AIC_MORE_IS_BETTER, 2, -2, AIC_COMPARES_WORSE, NAN },
        { AIC_LESS_IS_BETTER, 1e-300, 1e300, AIC_COMPARES_WORSE, NAN },
        { AIC_LESS_IS_BETTER, NAN, 1, AIC_COMPARES_NOT, NAN },
        { AIC_LESS_IS_BETTER, 1, NAN, AIC_COMPARES_NOT, NAN },
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct aic_field field = { .name = "x", .kind = AIC_REAL, .better = pairs[i].better };
        struct aic_ratio ratio =
            aic_compare(&field, number(pairs[i].first), number(pairs[i].value));
        assert_int_equal(ratio.kind, pairs[i].kind);
        assert_true(isnan(pairs[i].ratio) ? isnan(ratio.ratio) : ratio.ratio == pairs[i].ratio);
    }
    struct aic_field flag = { .name = "fits", .kind = AIC_FLAG, .better = AIC_MORE_IS_BETTER };
    assert_int_equal(aic_compare(&flag, number(0), number(1)).kind, AIC_COMPARES_BETTER);
    assert_true(isnan(aic_compare(&flag, number(1), number(1)).ratio));
    struct aic_field choice = { .name = "by", .kind = AIC_CHOICE, .better = AIC_MORE_IS_BETTER };
    assert_int_equal(aic_compare(&choice, number(0), number(1)).kind, AIC_COMPARES_OTHER);
}

static void warnings_say_what_is_left_out(void **state)
{
    (void)state;
    static const char *const left_out[] = { "not-counted", "requests-not-counted" };
    static const char *const other[] = { "counted", "ot-counted", "not-counted-twice", "" };
    for (size_t i = 0; i < 2; i++) {
        struct aic_note note = { .id = left_out[i] };
        assert_true(aic_note_leaves_out(&note));
    }
    for (size_t i = 0; i < 4; i++) {
        struct aic_note note = { .id = other[i] };
        assert_false(aic_note_leaves_out(&note));
    }
}

#define SAVED                                                                                      \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"power\", \"inputs\": {"                          \
    "\"gpu\": {\"value\": \"h100-sxm\", \"origin\": \"flag\"}, "                                   \
    "\"gpus\": {\"value\": 64, \"unit\": \"1\", \"origin\": \"file\"}, "                           \
    "\"pue\": {\"value\": 1.5, \"unit\": \"1\", \"origin\": \"default\"}, "                        \
    "\"gone\": {\"value\": 1, \"unit\": \"1\"}}, \"results\": {"                                   \
    "\"fits\": {\"value\": false, \"basis\": \"estimate\"}, "                                      \
    "\"facility_power\": {\"value\": 123, \"unit\": \"W\", \"basis\": \"assumed\"}, "              \
    "\"racks\": {\"value\": 7, \"unit\": \"rack\"}, "                                              \
    "\"cooling\": {\"value\": \"air\"}, "                                                          \
    "\"carbon\": {\"value\": 5, \"unit\": \"kg\"}, "                                               \
    "\"energy\": {\"value\": \"much\", \"unit\": \"J\"}, "                                         \
    "\"gone\": {\"value\": 1, \"unit\": \"1\"}}, "                                                 \
    "\"warnings\": [{\"id\": \"power-not-counted\", \"text\": \"no 100 %s\"}, {\"id\": \"x\"}]}"

static struct aic_value result_of(const struct aic_answer *answer, const char *name)
{
    const struct aic_table *results = &answer->question->calculator->results;
    size_t index = aic_table_find(results, name, strlen(name));
    assert_true(index < aic_table_size(results));
    return aic_answer_result(answer, index);
}

static void a_saved_answer_is_as_it_stands(void **state)
{
    (void)state;
    struct aic_json json;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    assert_true(
        aic_json_parse(&json, "a.json", SAVED, strlen(SAVED), AIC_JSON_FILE_MAX, 0, &error));
    assert_true(aic_answer_read(&answer, &question, &json, NULL, &error));
    const struct aic_table *inputs = &question.calculator->inputs;
    size_t gpus = aic_table_find(inputs, "gpus", 4);
    size_t pue = aic_table_find(inputs, "pue", 3);
    size_t gpu = aic_table_find(inputs, "gpu", 3);
    assert_true(aic_question_value(&question, gpus).number == 64);
    assert_int_equal(aic_question_origin(&question, gpus), AIC_FROM_FILE);
    assert_int_equal(aic_question_origin(&question, pue), AIC_FROM_DEFAULT);
    assert_string_equal(aic_question_value(&question, gpu).name, "h100-sxm");
    for (size_t i = 0; i < aic_table_size(inputs); i++) { /* defaults are those of the document */
        assert_true(i == gpus || i == pue || i == gpu || !aic_question_value(&question, i).set);
    }
    assert_true(result_of(&answer, "fits").set && result_of(&answer, "fits").number == 0);
    assert_true(result_of(&answer, "facility_power").number == 123); /* not computed */
    assert_true(result_of(&answer, "cooling").set);
    assert_false(result_of(&answer, "carbon").set); /* in another unit by now */
    assert_false(result_of(&answer, "energy").set); /* of another kind by now */
    assert_int_equal(answer.notes.count, 2);
    assert_true(aic_note_leaves_out(&answer.notes.notes[0]));
    assert_string_equal(answer.notes.notes[0].text, "no 100 %s");
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_json_clear(&json);
}

static void what_is_no_answer_is_refused(void **state)
{
    static const struct {
        const char *text, *says;
    } documents[] = {
        { "{}", "schema" },
        { "[]", "schema" },
        { "{\"schema\": \"aicalc/1\"}", "names no calculator" },
        { "{\"schema\": \"aicalc/1\", \"calculator\": \"power\"}", "'inputs' and 'results'" },
        { "{\"schema\": \"aicalc/1\", \"calculator\": \"power\", \"cases\": []}", "a sweep" },
        { "{\"schema\": \"aicalc/1\", \"calculator\": \"abacus\", \"inputs\": {}, \"results\": {}}",
          "a.json is an answer of 'abacus', which is no calculator" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        struct aic_json json;
        struct aic_question question;
        struct aic_answer answer;
        struct aic_error error;
        const char *text = documents[i].text;
        assert_true(
            aic_json_parse(&json, "a.json", text, strlen(text), AIC_JSON_FILE_MAX, 0, &error));
        assert_false(aic_answer_read(&answer, &question, &json, NULL, &error));
        assert_non_null(strstr(error.message, documents[i].says));
        aic_answer_clear(&answer);
        aic_question_clear(&question);
        aic_json_clear(&json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_says_what_is_better),
        cmocka_unit_test(warnings_say_what_is_left_out),
        cmocka_unit_test(a_saved_answer_is_as_it_stands),
        cmocka_unit_test(what_is_no_answer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
