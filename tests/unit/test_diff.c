/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between two answers, member by member; and what is no answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/diff.h>
#include <aicalc/text.h>

#define ANSWER(inputs, results, more)                                                              \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"orrery\", \"inputs\": {" inputs                  \
    "}, \"results\": {" results "}" more "}"

struct compared {
    struct aic_json before, after;
    struct aic_diff diff;
    struct aic_error error;
    bool ok;
};

static void compare(struct compared *compared, const char *before, const char *after)
{
    memset(compared, 0, sizeof *compared);
    if (!aic_json_parse(&compared->before, "old.json", before, strlen(before), AIC_JSON_FILE_MAX, 0,
                        &compared->error) ||
        !aic_json_parse(&compared->after, "new.json", after, strlen(after), AIC_JSON_FILE_MAX, 0,
                        &compared->error)) {
        fail_msg("%s", compared->error.message);
    }
    compared->ok =
        aic_diff_init(&compared->diff, &compared->before, &compared->after, &compared->error);
}

static void clear(struct compared *compared)
{
    aic_diff_clear(&compared->diff);
    aic_json_clear(&compared->before);
    aic_json_clear(&compared->after);
}

/* One result in two answers: whether it differs, and by how much. */
static const struct {
    const char *before, *after;
    bool differs;
    double absolute, relative;
} pairs[] = {
    { "\"value\": 1", "\"value\": 1", false, NAN, NAN },
    { "\"value\": 2, \"basis\": \"exact\"", "\"value\": 2, \"basis\": \"assumed\"", false, NAN,
      NAN },
    { "\"value\": 2", "\"value\": 3", true, 1, 0.5 },
    { "\"value\": -2", "\"value\": -3", true, -1, -0.5 },
    { "\"value\": 0", "\"value\": 3", true, 3, NAN },
    { "\"value\": 1e-300", "\"value\": 1e300", true, 1e300, NAN },
    { "\"value\": -1.7e308", "\"value\": 1.7e308", true, NAN, NAN },
    { "\"value\": 2, \"unit\": \"B\"", "\"value\": 3, \"unit\": \"B\"", true, 1, 0.5 },
    { "\"value\": 2, \"unit\": \"B\"", "\"value\": 3, \"unit\": \"s\"", true, NAN, NAN },
    { "\"value\": 2, \"unit\": \"B\"", "\"value\": 2", true, NAN, NAN },
    { "\"value\": 2", "\"value\": 2, \"unit\": \"B\"", true, NAN, NAN },
    { "\"value\": 2", "\"value\": \"2\"", true, NAN, NAN },
    { "\"value\": \"2\"", "\"value\": 2", true, NAN, NAN },
    { "\"value\": \"air\"", "\"value\": \"air\"", false, NAN, NAN },
    { "\"value\": \"air\"", "\"value\": \"water\"", true, NAN, NAN },
    { "\"value\": true", "\"value\": true", false, NAN, NAN },
    { "\"value\": true", "\"value\": false", true, NAN, NAN },
    { "\"value\": false", "\"value\": false", false, NAN, NAN },
    { "\"value\": true", "\"value\": \"true\"", true, NAN, NAN },
    { "\"value\": \"true\"", "\"value\": true", true, NAN, NAN },
    { "\"value\": true", "\"value\": 1", true, NAN, NAN },
    { "\"value\": 2, \"low\": 1, \"high\": 3", "\"value\": 2, \"low\": 1, \"high\": 3", false, NAN,
      NAN },
    { "\"value\": 2, \"low\": 1, \"high\": 3", "\"value\": 2, \"low\": 1, \"high\": 4", true, 0,
      0 },
    { "\"value\": 2", "\"value\": 2, \"low\": 1, \"high\": 3", true, 0, 0 },
};

static bool is_same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

static void values_are_compared(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char texts[2][256];
        for (size_t k = 0; k < 2; k++) {
            struct aic_text text;
            aic_text_init(&text, texts[k], sizeof texts[k]);
            aic_text_format(&text, ANSWER("", "\"moons\": {%s}", ""),
                            k ? pairs[i].after : pairs[i].before);
        }
        struct compared compared;
        compare(&compared, texts[0], texts[1]);
        assert_true(compared.ok);
        if (compared.diff.count != pairs[i].differs ||
            (pairs[i].differs && (!is_same(pairs[i].absolute, compared.diff.rows[0].absolute) ||
                                  !is_same(pairs[i].relative, compared.diff.rows[0].relative)))) {
            fail_msg("%s / %s: %d rows", pairs[i].before, pairs[i].after, (int)compared.diff.count);
        }
        clear(&compared);
    }
}

/* Rows: inputs, results, warnings; what changed or came before what went. */
static void rows_have_an_order(void **state)
{
    (void)state;
    static const struct {
        enum aic_diff_part part;
        const char *name;
        bool before, after;
    } expected[] = {
        { AIC_DIFF_INPUT, "mass", true, true },    { AIC_DIFF_INPUT, "spin", false, true },
        { AIC_DIFF_INPUT, "tilt", true, false },   { AIC_DIFF_RESULT, "year", true, true },
        { AIC_DIFF_WARNING, "dust", false, true }, { AIC_DIFF_WARNING, "dark", true, false },
    };
    struct compared compared;
    compare(&compared,
            ANSWER("\"tilt\": {\"value\": 1}, \"mass\": {\"value\": 1}", "\"year\": {\"value\": 1}",
                   ", \"warnings\": [{\"id\": \"dark\"}, {\"id\": \"dust\"}]"),
            ANSWER("\"mass\": {\"value\": 2}, \"spin\": {\"value\": 1}", "\"year\": {\"value\": 2}",
                   ", \"warnings\": [{\"id\": \"dust\"}, {\"id\": \"dust\"}]"));
    assert_true(compared.ok);
    assert_string_equal(compared.diff.calculator, "orrery");
    assert_int_equal(compared.diff.count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < compared.diff.count; i++) {
        const struct aic_difference *row = &compared.diff.rows[i];
        assert_int_equal(row->part, expected[i].part);
        assert_string_equal(row->name, expected[i].name);
        assert_int_equal(row->before != NULL, expected[i].before);
        assert_int_equal(row->after != NULL, expected[i].after);
    }
    clear(&compared);
    compare(&compared, ANSWER("", "", ""), ANSWER("", "", ", \"warnings\": [{\"id\": \"dust\"}]"));
    assert_true(compared.ok && compared.diff.count == 1);
    clear(&compared);
}

static const struct {
    const char *text, *says;
} refused[] = {
    { "[]", "its schema is not 'aicalc/1'" },
    { "{\"schema\": \"aicalc-report/1\"}", "line 1 column 2: not an answer: its schema" },
    { "{\"schema\": 1}", "its schema is not 'aicalc/1'" },
    { "{\"schema\": \"aicalc/1\", \"calculator\": 1}", "it names no calculator" },
    { "{\"schema\": \"aicalc/1\", \"calculator\": \"x\"}", "it needs 'inputs' and 'results'" },
    { "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"inputs\": []}",
      "it needs 'inputs' and 'results'" },
    { "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"inputs\": {}, \"results\": 1}",
      "it needs 'inputs' and 'results'" },
    { "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"inputs\": {}, \"cases\": []}",
      "a sweep has many of them" },
    { ANSWER("\"tp\": {\"value\": null}", "", ""), "an input or result without a value" },
    { ANSWER("", "\"tp\": {}", ""), "an input or result without a value" },
    { ANSWER("", "", ", \"warnings\": {}"), "'warnings' is no list" },
    { ANSWER("", "", ", \"warnings\": [{\"id\": 1}]"), "a warning without an id" },
};

static void expect_refusal(const char *text, const char *says)
{
    struct compared compared;
    compare(&compared, ANSWER("", "", ""), text);
    assert_false(compared.ok);
    assert_int_equal(compared.error.code, AIC_ERR_JSON);
    if (!strstr(compared.error.message, says) || strncmp(compared.error.message, "new.json", 8)) {
        fail_msg("%.80s: %s", text, compared.error.message);
    }
    clear(&compared);
    compare(&compared, text, ANSWER("", "", ""));
    assert_false(compared.ok);
    assert_non_null(strstr(compared.error.message, says));
    clear(&compared);
}

static void what_is_no_answer_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        expect_refusal(refused[i].text, refused[i].says);
    }
    struct compared compared;
    compare(&compared, ANSWER("", "", ""),
            "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"inputs\": {}, \"results\": {}}");
    assert_false(compared.ok);
    assert_string_equal(compared.error.message,
                        "old.json is an answer of 'orrery' and new.json one of 'x'");
    clear(&compared);
}

/* 1001 members: each name would be looked up among as many. */
static void answers_have_an_end(void **state)
{
    (void)state;
    static char many[65536];
    struct aic_text text;
    aic_text_init(&text, many, sizeof many);
    aic_text_add(&text, "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"results\": {}, "
                        "\"inputs\": {");
    for (int i = 0; i <= 1000; i++) {
        aic_text_format(&text, "%s\"x%d\": {\"value\": 1}", i ? ", " : "", i);
    }
    aic_text_add(&text, "}}");
    expect_refusal(many, "it has too many inputs or results");
    aic_text_init(&text, many, sizeof many);
    aic_text_add(&text, "{\"schema\": \"aicalc/1\", \"calculator\": \"x\", \"inputs\": {}, "
                        "\"results\": {}, \"warnings\": [");
    for (int i = 0; i <= 1000; i++) {
        aic_text_format(&text, "%s{\"id\": \"dust\"}", i ? ", " : "");
    }
    aic_text_add(&text, "]}");
    assert_false(text.cut);
    expect_refusal(many, "it has too many warnings");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_compared),
        cmocka_unit_test(rows_have_an_order),
        cmocka_unit_test(what_is_no_answer_is_refused),
        cmocka_unit_test(answers_have_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
