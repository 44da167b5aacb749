/* SPDX-License-Identifier: Apache-2.0 */
/* Checks as a host program uses them: limits that are relative, places, verdicts, saved answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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
    assert_true(aic_budget_resolve(&budget, kvcache, before, &error));
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
    assert_false(aic_budget_resolve(&budget, kvcache, 1e300, &error));
    assert_int_equal(error.code, AIC_ERR_RANGE);
    assert_false(aic_budget_read_relative(&budget, kvcache, "fits == +10%", &error));
}

static void test_places(void **state)
{
    (void)state;
    struct aic_json json;
    parse(&json, "x", "{\"a\": [1, \"\xC3\xA4\", {\"b\": null}],\n  \"\xC3\xA4\": 2, \"c\": []}");
    const struct aic_json_value *a = aic_json_member(json.root, "a");
    const struct aic_json_value *second = aic_json_next(aic_json_first(a));
    const struct aic_json_value *values[] = { json.root, a, second, aic_json_next(second),
                                              aic_json_member(json.root, "c") };
    static const struct aic_place wanted[] = {
        { 1, 1 }, { 1, 2 }, { 1, 11 }, { 1, 16 }, { 2, 11 }
    };
    struct aic_place places[5];
    aic_json_places(&json, values, places, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(places[i].line, wanted[i].line);
        assert_int_equal(places[i].column, wanted[i].column);
    }
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

static void outcomes_have_names(void **state)
{
    (void)state;
    assert_string_equal(aic_outcome_name(AIC_OUTCOME_PASS), "pass");
    assert_string_equal(aic_outcome_name(AIC_OUTCOME_ERROR), "error");
    assert_string_equal(aic_outcome_name(AIC_OUTCOMES), "error");
}

static void expect_refusal(const char *text, const char *earlier, const char *message,
                           const char *suggestion)
{
    struct fixture f;
    open_checks(&f, text, earlier);
    if (f.ok) {
        fail_msg("%.200s: taken", text);
    }
    assert_true(f.checks.mistake_count > 0);
    assert_string_equal(f.error.message, f.checks.mistakes[0].message);
    bool is_told = false;
    for (size_t i = 0; i < f.checks.mistake_count; i++) {
        const struct aic_error *mistake = &f.checks.mistakes[i];
        is_told = is_told ||
                  (strstr(mistake->message, message) && strstr(mistake->suggestion, suggestion));
    }
    if (!is_told) {
        fail_msg("%.200s: %s; %s", text, f.error.message, f.error.suggestion);
    }
    close_checks(&f);
}

#define FILE_OF(check) "{\"schema\": \"aicalc-check/1\", \"checks\": [" check "]}"
#define KV(members)    FILE_OF("{\"name\": \"k\", \"calculator\": \"kvcache\", " members "}")

static const struct {
    const char *text, *message, *suggestion;
} files[] = {
    { "[]", "neither a check file", "begin with" },
    { "{\"schema\": 5}", "line 1 column 2: neither a check file", "begin with" },
    { "{\"schema\": \"aicalc-check/1\", \"checks\": {}}", "no checks", "at least one" },
    { "{\"schema\": \"aicalc-check/1\", \"checks\": []}", "no checks", "at least one" },
    { "{\"schema\": \"aicalc-check/1\", \"checks\": [1], \"remark\": 1}",
      "a check file has no key 'remark'", "its keys: schema, defaults, checks" },
    { "{\"schema\": \"aicalc-check/1\", \"default\": {}, \"checks\": [1]}",
      "a check file has no key 'default'", "did you mean 'defaults'?" },
    { FILE_OF("1"), "a check is an object", "name, calculator, inputs and budgets" },
    { FILE_OF("{}"), "a check without budgets", "[\"fits\"]" },
    { KV("\"budgets\": {}"), "a check without budgets", "[\"fits\"]" },
    { KV("\"budgets\": []"), "a check without budgets", "[\"fits\"]" },
    { KV("\"budgets\": [1]"), "a budget is a text", "75GiB" },
    { FILE_OF("{\"budgets\": [\"fits\"]}"), "a check without a name", "what must hold" },
    { FILE_OF("{\"name\": 5, \"budgets\": [\"fits\"]}"), "a check without a name", "what must" },
    { FILE_OF("{\"name\": \"\", \"budgets\": [\"fits\"]}"), "a check without a name", "what must" },
    { FILE_OF("{\"name\": \"k\", \"budgets\": [\"fits\"]}"), "names no calculator",
      "train-memory" },
    { FILE_OF("{\"name\": \"k\", \"calculator\": 5, \"budgets\": [\"fits\"]}"),
      "names no calculator", "train-memory" },
    { FILE_OF("{\"name\": \"k\", \"calculator\": \"kvcash\", \"budgets\": [\"fits\"]}"),
      "no calculator 'kvcash'", "did you mean 'kvcache'?" },
    { FILE_OF("{\"name\": \"k\", \"calculator\": \"orrery\", \"budgets\": [\"fits\"]}"),
      "no calculator 'orrery'", "'aicalc help' lists the calculators" },
    { KV("\"gate\": 1, \"budgets\": [\"fits\"]"), "'gate' is not one", "worst, low, mid, high" },
    { KV("\"gate\": \"top\", \"budgets\": [\"fits\"]"), "'gate' is not one", "worst, low, mid" },
    { KV("\"inputs\": [], \"budgets\": [\"fits\"]"), "'inputs' is not an object", "128Ki" },
    { KV("\"inputs\": {\"lifetime\": \"x\"}, \"budgets\": [\"fits\"]"), "no parameter 'lifetime'",
      "see 'aicalc help kvcache'" },
    { KV("\"budgets\": [\"fits\"]}, {\"name\": \"k\", \"calculator\": \"kvcache\", \"budgets\": "
         "[\"fits\"]"),
      "two checks are called 'k'", "tell checks apart" },
    { "{\"schema\": \"aicalc-check/1\", \"defaults\": 1, \"checks\": [{\"name\": \"k\", "
      "\"calculator\": \"kvcache\", \"budgets\": [\"fits\"]}]}",
      "'defaults' is not an object", "\"defaults\": {" },
    { "{\"schema\": \"aicalc-check/1\", \"defaults\": {\"zzz\": 1}, \"checks\": [{\"name\": \"k\", "
      "\"calculator\": \"kvcache\", \"budgets\": [\"fits\"]}]}",
      "no calculator of these checks has the parameter 'zzz'", "remove it from the defaults" },
    { "{\"schema\": \"aicalc-check/1\", \"defaults\": {\"contexd\": 1}, \"checks\": [{\"name\": "
      "\"k\", \"calculator\": \"kvcache\", \"budgets\": [\"fits\"]}, {\"name\": \"p\", "
      "\"calculator\": \"power\", \"budgets\": [\"it_power > 0W\"]}]}",
      "the parameter 'contexd'", "did you mean 'context'?" },
};

static void false_files_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        expect_refusal(files[i].text, NULL, files[i].message, files[i].suggestion);
    }
}

/* A file's size is bounded before memory is taken for its checks. */
static void files_have_an_end(void **state)
{
    (void)state;
    static char text[1 << 20];
    struct aic_text out;
    aic_text_init(&out, text, sizeof text);
    aic_text_add(&out, "{\"schema\": \"aicalc-check/1\", \"checks\": [{\"budgets\": [\"x\"");
    for (int i = 0; i < AIC_CHECK_LINES_MAX; i++) {
        aic_text_add(&out, ",\"x\"");
    }
    aic_text_add(&out, "]}]}");
    expect_refusal(text, NULL, "more than 100000 budgets", "cut the file in two");
    aic_text_init(&out, text, sizeof text);
    aic_text_add(&out, "{\"schema\": \"aicalc-check/1\", \"checks\": [{\"budgets\": [\"x\"]}");
    for (int i = 0; i < AIC_CHECKS_MAX; i++) {
        aic_text_add(&out, ",{\"budgets\": [\"x\"]}");
    }
    aic_text_add(&out, "]}");
    assert_false(out.cut);
    expect_refusal(text, NULL, "more than 10000 checks", "cut the file in two");
}

/* An entry that names another one which is not there fails the check, at the check. */
static void entries_are_read_with_the_file(void **state)
{
    (void)state;
    static const char overlay[] =
        "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"nodes\", \"entries\": [{\"name\": \"odd\", "
        "\"source\": \"x\", \"as_of\": \"2025-01\", \"fields\": {\"gpu\": \"of-nobody\"}}]}";
    struct aic_error error;
    assert_true(aic_catalog_add(&catalog, "mine.json", overlay, sizeof overlay - 1, &error));
    static const char *const models[] = { "", "\"model\": \"x\", " };
    for (size_t i = 0; i < 2; i++) {
        char text[512];
        struct aic_text out;
        aic_text_init(&out, text, sizeof text);
        aic_text_format(&out,
                        "{\"schema\": \"aicalc-check/1\", \"defaults\": {%s\"gpus\": 8},\n"
                        "\"checks\": [\n{\"name\": \"p\", \"calculator\": \"power\", \"inputs\": "
                        "{\"node\": \"odd\"}, \"budgets\": [\"it_power > 0W\"]}]}",
                        models[i]);
        expect_refusal(text, NULL, "test.json: line 3 column 1: ", "");
    }
    aic_catalog_clear(&catalog);
}

/* A question without an answer is the outcome of its check: here a corner of its ranges. */
static void corners_that_are_impossible_are_outcomes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        KV("\"inputs\": {\"model\": \"llama-3.1-8b\", \"context\": 8192, \"pp\": \"1..64\", "
           "\"kv_unified\": false}, \"budgets\": [\"kv_total <= 2GiB\"]"),
        "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": "
        "{\"value\": "
        "\"llama-3.1-8b\"}, \"context\": {\"value\": 8192}, \"pp\": {\"value\": 2, \"low\": 1, "
        "\"high\": 64}}, \"results\": {\"kv_total\": {\"value\": 1}}}",
    };
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        open_checks(&f, texts[i], NULL);
        assert_true(f.ok);
        assert_int_equal(f.checks.outcome, AIC_OUTCOME_ERROR);
        assert_int_equal(f.checks.lines[0].outcome, AIC_OUTCOME_ERROR);
        assert_non_null(strstr(f.checks.at[0].why->message, "at the corner of the ranges (pp 64)"));
        close_checks(&f);
    }
}

#define REPORT_OF(check) "{\"schema\": \"aicalc-report/1\", \"checks\": [" check "]}"

static void false_reports_are_refused(void **state)
{
    (void)state;
    static const char *const reports[] = {
        "[]",
        "{}",
        "{\"schema\": 1}",
        "{\"schema\": \"aicalc-report/1\"}",
        "{\"schema\": \"aicalc-report/1\", \"checks\": {}}",
        "{\"schema\": \"aicalc-report/2\", \"checks\": []}",
        REPORT_OF("1"),
        REPORT_OF("{\"budgets\": []}"),
        REPORT_OF("{\"name\": 1, \"budgets\": []}"),
        REPORT_OF("{\"name\": \"k\"}"),
        REPORT_OF("{\"name\": \"k\", \"budgets\": {}}"),
    };
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        expect_refusal(CHECK("\"kv_total <= 1GiB\""), reports[i],
                       "not a report of schema 'aicalc-report/1'", "aicalc check FILE -o json");
    }
}

/* What a report says of one budget, and whether that is the value from before. */
static const struct {
    const char *before; /* of the check's budget list */
    const char *budget;
    bool set;
    double number, change;
} befores[] = {
    { "{\"result\": \"kv_total\", \"actual\": 536870912}", "kv_total <= +100%", true, 536870912,
      1 },
    { "{\"result\": \"kv_total\", \"actual\": 0}", "kv_total <= 1GiB", true, 0, NAN },
    { "{\"result\": \"kv_waste\", \"actual\": 0}", "kv_waste <= +0%", true, 0, 0 },
    { "{\"result\": \"kv_total\", \"unit\": \"GB\", \"actual\": 1}", "kv_total > 0", false, 0,
      NAN },
    { "{\"result\": \"kv_total\", \"actual\": true}", "kv_total > 0", false, 0, NAN },
    { "{\"result\": \"kv_waste\", \"actual\": 1}", "kv_total > 0", false, 0, NAN },
    { "{\"actual\": 1}", "kv_total > 0", false, 0, NAN },
    { "{\"result\": 1, \"actual\": 1}", "kv_total > 0", false, 0, NAN },
    { "1", "kv_total > 0", false, 0, NAN },
    { "{\"result\": \"kv_total\", \"budget\": \"kv_total ~ 5\", \"actual\": 536870912}",
      "kv_total <= 1GiB", true, 536870912, 1 },
    { "{\"result\": \"kv_total\", \"budget\": \"kv_total <= 2GiB\", \"actual\": 536870912},"
      "{\"result\": \"kv_total\", \"budget\": \"kv_total <= 1GiB\", \"actual\": 1073741824}",
      "kv_total <= 1GiB", true, 1073741824, 0 },
    { "{\"result\": \"fits\", \"actual\": true}", "fits == true", true, 1, NAN },
    { "{\"result\": \"fits\", \"actual\": false}", "fits", true, 0, NAN },
    { "{\"result\": \"fits\", \"actual\": 1}", "fits", false, 0, NAN },
    { "{\"result\": \"write_bound_by\", \"actual\": \"storage\"}", "write_bound_by == storage",
      true, 0, NAN },
    { "{\"result\": \"write_bound_by\", \"actual\": \"magic\"}", "write_bound_by == storage", false,
      0, NAN },
    { "{\"result\": \"write_bound_by\", \"actual\": 1}", "write_bound_by == storage", false, 0,
      NAN },
};

#define CACHED                                                                                     \
    "\"name\": \"k\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\", "     \
    "\"context\": 8192, \"gpu\": \"h100-sxm\"}"
#define SAVING                                                                                     \
    "\"name\": \"k\", \"calculator\": \"checkpoint\", \"inputs\": {\"params\": 7e10, "             \
    "\"write_bw\": "                                                                               \
    "4e10}"

static void values_from_before_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof befores / sizeof befores[0]; i++) {
        char text[512], report[512];
        struct aic_text out;
        struct fixture f;
        bool is_choice = strstr(befores[i].budget, "bound_by") != NULL;
        aic_text_init(&out, text, sizeof text);
        aic_text_format(&out, FILE_OF("{%s, \"budgets\": [\"%s\"]}"), is_choice ? SAVING : CACHED,
                        befores[i].budget);
        aic_text_init(&out, report, sizeof report);
        aic_text_format(&out, REPORT_OF("{\"name\": \"k\", \"budgets\": [%s]}"), befores[i].before);
        open_checks(&f, text, report);
        if (!f.ok) {
            fail_msg("%s: %s", befores[i].before, f.error.message);
        }
        const struct aic_check_line *line = &f.checks.lines[0];
        if (line->before.set != befores[i].set || line->before.number != befores[i].number) {
            fail_msg("%s: %.17g", befores[i].before, line->before.number);
        }
        assert_true(isnan(befores[i].change) ? isnan(line->change)
                                             : line->change == befores[i].change);
        close_checks(&f);
    }
}

static void reports_of_another_calculator_say_nothing(void **state)
{
    (void)state;
    expect_refusal(CHECK("\"kv_total <= +1%\""),
                   REPORT_OF("{\"name\": \"k\", \"calculator\": \"power\", \"budgets\": "
                             "[{\"result\": \"kv_total\", \"actual\": 1}]}"),
                   "old.json has no kv_total of the check 'k'", "warn: kv_total >= 0");
    expect_refusal(CHECK("\"kv_total <= +1e300%\""), REPORT("1.7e308"),
                   "line 1 column 146: budget: the limit on kv_total is too large", "");
}

#define SAVED_RESULT(result)                                                                       \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": {\"value\": " \
    "\"llama-3.1-8b\"}, \"context\": {\"value\": 8192}, \"gpu\": {\"value\": \"h100-sxm\"}}, "     \
    "\"results\": {" result "}}"

#define SAVED_CHOICE(result)                                                                       \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"checkpoint\", \"inputs\": {\"params\": "         \
    "{\"value\": "                                                                                 \
    "7e10}, \"write_bw\": {\"value\": 4e10}}, \"results\": {\"write_bound_by\": {" result "}}}"

static void false_answers_are_refused(void **state)
{
    (void)state;
    static const char wrong[] = "the value is missing or of the wrong kind";
    expect_refusal(SAVED_RESULT("\"fits\": {\"value\": 1}"), NULL, wrong, "-o json");
    expect_refusal(SAVED_CHOICE("\"value\": 1"), NULL, wrong, "-o json");
    expect_refusal(SAVED_RESULT("\"kv_total\": {\"value\": \"1\"}"), NULL, wrong, "-o json");
    expect_refusal(SAVED_RESULT("\"zzz\": {\"value\": 1}"), NULL, "kvcache has no result 'zzz'",
                   "'aicalc help kvcache' lists the results");
    expect_refusal("{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {}, "
                   "\"results\": []}",
                   NULL, "'inputs' or 'results' is missing", "-o json");
    expect_refusal("{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"tp\": "
                   "{}}, \"results\": {\"kv_total\": {\"value\": 1}}}",
                   NULL, "line 1 column 60: input 'tp' has no value", "");
}

/* The ends of a range are part of a result: those of a saved answer must be there today. */
static void ends_of_saved_ranges_are_compared(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum aic_outcome outcome;
    } cases[] = {
        { SAVED_RESULT("\"kv_total\": {\"value\": 1073741824, \"unit\": \"B\"}"),
          AIC_OUTCOME_PASS },
        { SAVED_RESULT("\"kv_total\": {\"value\": 1073741824, \"low\": 1073741824}"),
          AIC_OUTCOME_FAIL },
        { SAVED_RESULT("\"kv_total\": {\"value\": 1073741824, \"high\": true}"), AIC_OUTCOME_FAIL },
        { SAVED_CHOICE("\"value\": \"storage\", \"unit\": \"any\""), AIC_OUTCOME_PASS },
        { SAVED_CHOICE("\"value\": \"storage\", \"low\": \"magic\""), AIC_OUTCOME_FAIL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture f;
        open_checks(&f, cases[i].text, NULL);
        assert_true(f.ok);
        if (f.checks.outcome != cases[i].outcome) {
            fail_msg("%s: %s", cases[i].text, aic_outcome_name(f.checks.outcome));
        }
        bool ends = cases[i].outcome == AIC_OUTCOME_FAIL;
        assert_true(!ends ||
                    strcmp(f.checks.lines[0].why->message, "the ends of its range differ") == 0);
        close_checks(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_relative_limits),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_earlier),
        cmocka_unit_test(test_earlier_ends),
        cmocka_unit_test(test_no_loader),
        cmocka_unit_test(test_saved),
        cmocka_unit_test(test_saved_range),
        cmocka_unit_test(outcomes_have_names),
        cmocka_unit_test(false_files_are_refused),
        cmocka_unit_test(files_have_an_end),
        cmocka_unit_test(entries_are_read_with_the_file),
        cmocka_unit_test(corners_that_are_impossible_are_outcomes),
        cmocka_unit_test(false_reports_are_refused),
        cmocka_unit_test(values_from_before_are_found),
        cmocka_unit_test(reports_of_another_calculator_say_nothing),
        cmocka_unit_test(false_answers_are_refused),
        cmocka_unit_test(ends_of_saved_ranges_are_compared),
    };
    aic_catalog_init(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
