/* SPDX-License-Identifier: Apache-2.0 */
/* Checks as a host program uses them: limits that are relative, places, verdicts, saved answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include <aicalc/aicalc.h>

static struct aic_catalog catalog;

/* Checks read from a text; `error` says why where they could not be. */
struct fixture {
    struct aic_json json, earlier;
    struct aic_checks checks;
    struct aic_error error;
    bool ok;
};

static void parse(struct aic_json *json, const char *name, const char *text)
{
    struct aic_error error = { 0 };
    if (!aic_json_parse(json, name, text, strlen(text), AIC_JSON_FILE_MAX, 0, &error)) {
        fail_msg("%s", error.message);
    }
}

static void open_checks(struct fixture *fixture, const char *text, const char *earlier)
{
    memset(fixture, 0, sizeof *fixture);
    parse(&fixture->json, "test.json", text);
    if (earlier) {
        parse(&fixture->earlier, "old.json", earlier);
    }
    const struct aic_check_source source = { .json = &fixture->json,
                                             .name = "test.json",
                                             .earlier = earlier ? &fixture->earlier : NULL,
                                             .catalog = &catalog };
    fixture->ok = aic_checks_read(&fixture->checks, &source, &fixture->error) &&
                  aic_checks_run(&fixture->checks, &fixture->error);
}

static void close_checks(struct fixture *fixture)
{
    aic_checks_clear(&fixture->checks);
    aic_json_clear(&fixture->json);
    aic_json_clear(&fixture->earlier);
}

/* A check on what one sequence of 8Ki tokens of an 8B model keeps: 1 GiB. */
#define CHECK(budgets)                                                                             \
    "{\"schema\": \"aicalc-check/1\", \"checks\": [{\"name\": \"k\", \"calculator\": \"kvcache\"," \
    " \"inputs\": {\"model\": \"llama-3.1-8b\", \"context\": 8192}, \"budgets\": [" budgets "]}]}"

#define REPORT(actual)                                                                             \
    "{\"schema\": \"aicalc-report/1\", \"checks\": [{\"name\": \"k\", \"budgets\": ["              \
    "{\"result\": \"kv_total\", \"unit\": \"B\", \"actual\": " actual "}]}]}"

static void expect_limit(const char *text, enum aic_limit kind, double before, double limit)
{
    struct aic_budget budget;
    struct aic_error error = { 0 };
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    assert_true(aic_budget_read_relative(&budget, kvcache, text, &error));
    assert_int_equal(budget.kind, kind);
    assert_true(kind == AIC_LIMIT_PLAIN || isnan(budget.limit));
    assert_true(kind == AIC_LIMIT_PLAIN || !aic_budget_holds(&budget, 0));
    assert_true(aic_budget_settle(&budget, kvcache, before, &error));
    assert_true(fabs(budget.limit - limit) <= 1e-15 * fabs(limit));
    if (aic_budget_read(&budget, kvcache, text, &error) != (kind == AIC_LIMIT_PLAIN)) {
        fail_msg("%s is read as a plain budget", text);
    }
}

static void test_relative_limits(void **state)
{
    (void)state;
    expect_limit("kv_total <= 5GiB", AIC_LIMIT_PLAIN, 7, 5368709120);
    expect_limit("kv_total <= -5GiB", AIC_LIMIT_PLAIN, 7, -5368709120);
    expect_limit("kv_total <= +5GiB", AIC_LIMIT_MORE, 7, 5368709127);
    expect_limit("kv_total <= +10%", AIC_LIMIT_SHARE, 200, 220);
    expect_limit("kv_total <= -5%", AIC_LIMIT_SHARE, 200, 190);
    expect_limit("headroom >= -5%", AIC_LIMIT_SHARE, -200, -210);
    expect_limit("headroom >= +5%", AIC_LIMIT_SHARE, -200, -190);
    expect_limit("kv_total <= +0%", AIC_LIMIT_SHARE, 0.1, 0.1);
    expect_limit("kv_waste <= +5%", AIC_LIMIT_SHARE, 0.5, 0.525);
    expect_limit("kv_waste <= 5%", AIC_LIMIT_PLAIN, 0.5, 0.05);
    expect_limit("max_sequences >= +2", AIC_LIMIT_MORE, 5, 7);
    struct aic_budget budget;
    struct aic_error error = { 0 };
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    assert_true(aic_budget_read_relative(&budget, kvcache, "kv_total <= +1e300%", &error));
    assert_false(aic_budget_settle(&budget, kvcache, 1e300, &error));
    assert_int_equal(error.code, AIC_ERR_RANGE);
    assert_false(aic_budget_read_relative(&budget, kvcache, "fits == +10%", &error));
}

/* One walk finds the places that asking for each one finds. */
static void test_places(void **state)
{
    (void)state;
    struct aic_json json;
    parse(&json, "x", "{\"a\": [1, \"\xC3\xA4\", {\"b\": null}],\n  \"\xC3\xA4\": 2, \"c\": []}");
    const struct cJSON *a = aic_json_member(json.root, "a");
    const struct cJSON *nodes[] = { json.root, a, a->child->next, a->child->next->next,
                                    aic_json_member(json.root, "c") };
    struct aic_place places[6];
    aic_json_places(&json, nodes, places, 5);
    for (size_t i = 0; i < 5; i++) {
        size_t line, column;
        assert_true(aic_json_position(&json, nodes[i], &line, &column));
        assert_int_equal(places[i].line, line);
        assert_int_equal(places[i].column, column);
    }
    assert_int_equal(places[4].line, 2);
    assert_int_equal(places[4].column, 11);
    const struct cJSON stranger = { 0 };
    const struct cJSON *strangers[] = { &stranger };
    aic_json_places(&json, strangers, places, 1);
    assert_int_equal(places[0].line, 0);
    aic_json_clear(&json);
}

static void test_outcomes(void **state)
{
    (void)state;
    struct fixture f;
    open_checks(&f,
                CHECK("\"kv_total <= 2GiB\", \"warn: kv_total <= 512MiB\", \"kv_total > 1GiB\", "
                      "\"fits\""),
                NULL);
    assert_true(f.ok);
    const struct aic_check *check = &f.checks.at[0];
    const enum aic_outcome outcomes[] = { AIC_OUTCOME_PASS, AIC_OUTCOME_WARN, AIC_OUTCOME_FAIL,
                                          AIC_OUTCOME_ERROR };
    const double margins[] = { 0.5, -1, 0, NAN };
    assert_int_equal(check->line_count, 4);
    for (size_t i = 0; i < 4; i++) {
        const struct aic_check_line *line = &check->lines[i];
        assert_int_equal(line->outcome, outcomes[i]);
        assert_int_equal(f.checks.tally[outcomes[i]], 1);
        assert_int_equal(line->actual.set, i < 3);
        assert_true(isnan(margins[i]) ? isnan(line->margin) : line->margin == margins[i]);
        assert_true(isnan(line->change));
        assert_int_equal(line->place.line, 1);
    }
    assert_non_null(check->lines[3].why);
    assert_int_equal(check->outcome, AIC_OUTCOME_ERROR);
    assert_int_equal(f.checks.outcome, AIC_OUTCOME_ERROR);
    close_checks(&f);
}

static void test_earlier(void **state)
{
    (void)state;
    struct fixture f;
    open_checks(&f, CHECK("\"kv_total <= +100%\", \"kv_per_token <= 1MiB\""), REPORT("536870912"));
    assert_true(f.ok);
    assert_int_equal(f.checks.outcome, AIC_OUTCOME_PASS);
    assert_true(f.checks.lines[0].budget.limit == 1073741824);
    assert_true(f.checks.lines[0].change == 1);
    assert_false(f.checks.lines[1].before.set);
    close_checks(&f);

    open_checks(&f, CHECK("\"kv_total <= +100%\""), REPORT("\"much\""));
    assert_false(f.ok);
    assert_int_equal(f.error.code, AIC_ERR_MISSING);
    assert_int_equal(f.error.line, 1);
    close_checks(&f);

    open_checks(&f, CHECK("\"kv_total <= 1GiB\""), "{\"schema\": \"aicalc/1\"}");
    assert_false(f.ok);
    assert_non_null(strstr(f.error.message, "old.json: line 1"));
    close_checks(&f);
}

/* Two budgets on one result test the two ends of a range: each starts from its own. */
static void test_earlier_ends(void **state)
{
    (void)state;
    struct fixture f;
    open_checks(&f,
                "{\"schema\": \"aicalc-check/1\", \"checks\": [{\"name\": \"k\", \"calculator\": "
                "\"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\", \"context\": "
                "\"8Ki..16Ki\"}, \"budgets\": [\"kv_total >= -0%\", \"kv_total <= +0%\"]}]}",
                "{\"schema\": \"aicalc-report/1\", \"checks\": [{\"name\": \"k\", \"budgets\": ["
                "{\"budget\": \"kv_total <= 2GiB\", \"result\": \"kv_total\", \"actual\": "
                "2147483648}, {\"budget\": \"kv_total >= 1GiB\", \"result\": \"kv_total\", "
                "\"actual\": 1073741824}]}]}");
    assert_true(f.ok);
    assert_int_equal(f.checks.outcome, AIC_OUTCOME_PASS);
    assert_true(f.checks.lines[0].before.number == 1073741824);
    assert_true(f.checks.lines[1].before.number == 2147483648);
    close_checks(&f);
}

/* Without a loader no file is read: a path is an error at its place. */
static void test_no_loader(void **state)
{
    (void)state;
    struct fixture f;
    open_checks(&f,
                "{\"schema\": \"aicalc-check/1\",\n \"defaults\": {\"model\": \"x.json\"},\n"
                " \"checks\": [{\"name\": \"k\", \"calculator\": \"kvcache\", \"budgets\": "
                "[\"fits\"]}]}",
                NULL);
    assert_false(f.ok);
    assert_int_equal(f.error.code, AIC_ERR_FILE);
    assert_int_equal(f.error.line, 2);
    assert_int_equal(f.error.column, 15);
    close_checks(&f);
}

#define SAVED(results)                                                                             \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": {\"value\": " \
    "\"llama-3.1-8b\", \"origin\": \"flag\"}, \"context\": {\"value\": 8192, \"origin\": "         \
    "\"file\"}, "                                                                                  \
    "\"layers\": {\"value\": 31, \"origin\": \"catalog\"}}, \"results\": {" results "}}"

static void test_saved(void **state)
{
    (void)state;
    struct fixture f;
    open_checks(&f, SAVED("\"kv_total\": {\"value\": 1073741824}"), NULL);
    assert_true(f.ok);
    assert_true(f.checks.saved);
    assert_int_equal(f.checks.outcome, AIC_OUTCOME_PASS);
    assert_int_equal(f.checks.input_count, 0);
    close_checks(&f);

    open_checks(&f, SAVED("\"kv_total\": {\"value\": 1073741824.1}, \"fits\": {\"value\": true}"),
                NULL);
    assert_true(f.ok);
    assert_int_equal(f.checks.tally[AIC_OUTCOME_FAIL], 2);
    assert_true(f.checks.lines[0].actual.number == 1073741824);
    assert_null(f.checks.lines[0].why);
    assert_non_null(f.checks.lines[1].why);
    bool layers = false;
    for (size_t i = 0; i < f.checks.input_count; i++) {
        layers = layers || strcmp(f.checks.inputs[i].name, "layers") == 0;
    }
    assert_true(layers);
    close_checks(&f);
}

/* An end of a range that differs is a difference, where the middle does not. */
static void test_saved_range(void **state)
{
    (void)state;
    static const char text[] =
        "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": "
        "{\"value\": "
        "\"llama-3.1-8b\", \"origin\": \"flag\"}, \"context\": {\"value\": 12288, \"low\": 8192, "
        "\"high\": 16384, \"origin\": \"flag\"}}, \"results\": {\"kv_total\": {\"value\": "
        "1610612736, "
        "\"low\": 1073741824, \"high\": %s}}}";
    static const char *const highs[] = { "2147483648", "2147483649" };
    for (size_t i = 0; i < 2; i++) {
        char buffer[1024];
        struct aic_text out;
        struct fixture f;
        aic_text_init(&out, buffer, sizeof buffer);
        aic_text_format(&out, text, highs[i]);
        open_checks(&f, buffer, NULL);
        assert_true(f.ok);
        assert_int_equal(f.checks.outcome, i == 0 ? AIC_OUTCOME_PASS : AIC_OUTCOME_FAIL);
        assert_int_equal(f.checks.lines[0].why != NULL, i == 1);
        close_checks(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relative_limits), cmocka_unit_test(test_places),
        cmocka_unit_test(test_outcomes),        cmocka_unit_test(test_earlier),
        cmocka_unit_test(test_earlier_ends),    cmocka_unit_test(test_no_loader),
        cmocka_unit_test(test_saved),           cmocka_unit_test(test_saved_range),
    };
    aic_catalog_init(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
