/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents as inputs: answers fed back, answers of other calculators, and what is wrong with
 * either; and the recipe around them, as a host program puts it together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/recipe.h>

#include "own.h"

static struct aic_catalog catalog;

/* A document read as the input of a recipe; `error` says why where it could not be. */
struct fed {
    struct aic_json json;
    struct aic_question question;
    struct aic_error error;
    bool ok;
};

static void feed_with(struct fed *fed, const struct aic_calculator *calculator, const char *text,
                      const struct aic_setting *settings, size_t count)
{
    memset(fed, 0, sizeof *fed);
    if (!aic_json_parse(&fed->json, "in.json", text, strlen(text), AIC_JSON_INPUT_MAX, 0,
                        &fed->error)) {
        fail_msg("%s", fed->error.message);
    }
    const struct aic_recipe recipe = { .calculator = calculator,
                                       .catalog = &catalog,
                                       .input = &fed->json,
                                       .settings = settings,
                                       .setting_count = count,
                                       .settings_origin = AIC_FROM_FLAG };
    fed->ok = aic_recipe_ask(&recipe, &fed->question, &fed->error);
}

static void clear(struct fed *fed)
{
    aic_question_clear(&fed->question);
    aic_json_clear(&fed->json);
}

static void expect_refusal(const struct aic_calculator *calculator, const char *text,
                           enum aic_code code, const char *message)
{
    struct fed fed;
    feed_with(&fed, calculator, text, NULL, 0);
    if (fed.ok) {
        fail_msg("%s: taken", text);
    }
    if (fed.error.code != code || !strstr(fed.error.message, message)) {
        fail_msg("%s: %s: %s", text, aic_code_name(fed.error.code), fed.error.message);
    }
    clear(&fed);
}

static struct aic_value value_of(const struct fed *fed, const char *name)
{
    const struct aic_table *inputs = &fed->question.calculator->inputs;
    return aic_question_value(&fed->question, aic_table_find(inputs, name, strlen(name)));
}

static enum aic_origin origin_of(const struct fed *fed, const char *name)
{
    const struct aic_table *inputs = &fed->question.calculator->inputs;
    return aic_question_origin(&fed->question, aic_table_find(inputs, name, strlen(name)));
}

/* ------------------------------------------------------- a calculator's own --- */

static bool compute_sum(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
    out->value = in->a + in->n;
    return true;
}

static const char *const picks[] = { "red", "green", NULL };

OWN(own, compute_sum,
    { AIC_FIELD_REAL(IN, a), .help = "a", .fed_by = "orbit.period  station.value" },
    { AIC_FIELD_REAL(IN, b), .help = "b", .fed_by = "station.second" },
    { AIC_FIELD_INTEGER(IN, n), .help = "n", .default_text = "1" },
    { AIC_FIELD_CHOICE(IN, pick, picks), .help = "pick", .default_text = "red" },
    { AIC_FIELD_FLAG(IN, on), .help = "on", .default_text = "false" },
    { AIC_FIELD_REFERENCE(IN, label, AIC_GPUS), .help = "label", .default_text = "h100-sxm" });

#define ANSWER(inputs)                                                                             \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"own\", \"inputs\": {" inputs "}, \"results\": "  \
    "{}}"

#define OF(calculator, results)                                                                    \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"" calculator "\", \"inputs\": {}, \"results\": " \
    "{" results "}}"

static void what_is_no_input_is_refused(void **state)
{
    (void)state;
    expect_refusal(&own, "[]", AIC_ERR_JSON, "not an object of inputs");
    expect_refusal(&own, "{\"a\": true}", AIC_ERR_VALUE, "a: the JSON value is of the wrong kind");
    expect_refusal(&own, "{\"on\": 1}", AIC_ERR_VALUE, "on: the JSON value is of the wrong kind");
    expect_refusal(&own, "{\"schema\": \"aicalc-check/1\"}", AIC_ERR_JSON, "not an answer");
    expect_refusal(&own, "{\"schema\": 1}", AIC_ERR_JSON, "not an answer");
    expect_refusal(&own, "{\"schema\": \"aicalc/1\", \"inputs\": {}, \"results\": {}}",
                   AIC_ERR_JSON, "not a single answer");
    expect_refusal(&own, "{\"schema\": \"aicalc/1\", \"calculator\": \"own\", \"results\": {}}",
                   AIC_ERR_JSON, "not a single answer");
    expect_refusal(&own,
                   "{\"schema\": \"aicalc/1\", \"calculator\": \"own\", \"inputs\": {}, "
                   "\"results\": []}",
                   AIC_ERR_JSON, "not a single answer");
}

static void inputs_of_answers_are_checked(void **state)
{
    (void)state;
    expect_refusal(&own, ANSWER("\"a\": {}"), AIC_ERR_JSON, "input 'a' has no value");
    expect_refusal(&own, ANSWER("\"a\": {\"value\": \"x\", \"origin\": \"flag\"}"), AIC_ERR_VALUE,
                   "line 1");
    expect_refusal(&own, ANSWER("\"c\": {\"value\": 1, \"origin\": \"flag\"}"), AIC_ERR_UNKNOWN,
                   "own has no parameter 'c'");
    expect_refusal(&own, ANSWER("\"a\": {\"value\": 1, \"low\": 1}"), AIC_ERR_JSON,
                   "'a' has a range without two numbers");
    expect_refusal(&own, ANSWER("\"a\": {\"value\": 1, \"high\": 1}"), AIC_ERR_JSON,
                   "'a' has a range without two numbers");
    expect_refusal(&own, ANSWER("\"a\": {\"value\": 1, \"low\": 1, \"high\": \"2\"}"), AIC_ERR_JSON,
                   "'a' has a range without two numbers");
    expect_refusal(&own, ANSWER("\"c\": {\"value\": 1, \"low\": 1, \"high\": 2}"), AIC_ERR_UNKNOWN,
                   "own has no parameter 'c'");
    expect_refusal(&own, ANSWER("\"a\": {\"value\": 1, \"low\": 2, \"high\": 1}"), AIC_ERR_RANGE,
                   "starts above its end");
}

/* An input without an origin, or with one that is none, was chosen. */
static void inputs_of_answers_are_restored(void **state)
{
    (void)state;
    struct fed fed;
    feed_with(&fed, &own,
              ANSWER("\"a\": {\"value\": 1, \"low\": 1, \"high\": 4, \"origin\": \"flag\"},"
                     "\"b\": {\"value\": 7},"
                     "\"n\": {\"value\": 3, \"origin\": \"magic\"},"
                     "\"on\": {\"value\": true, \"origin\": \"solve\"},"
                     "\"pick\": {\"value\": \"green\", \"origin\": \"answer\", \"basis\": \"firm\","
                     "           \"source\": \"station.kind\"}"),
              NULL, 0);
    assert_true(fed.ok);
    assert_int_equal(fed.question.range_count, 1);
    assert_true(value_of(&fed, "a").number == 2.5);
    assert_true(value_of(&fed, "b").number == 7);
    assert_int_equal(origin_of(&fed, "b"), AIC_FROM_FILE);
    assert_int_equal(origin_of(&fed, "n"), AIC_FROM_FILE);
    assert_int_equal(origin_of(&fed, "on"), AIC_FROM_SOLVE);
    assert_int_equal(origin_of(&fed, "pick"), AIC_FROM_ANSWER);
    assert_int_equal(fed.question.sources[3].basis, AIC_EXACT);
    clear(&fed);
}

/* Defaults of another version stay those of the answer: they were its arithmetic. */
static void defaults_that_changed_are_kept(void **state)
{
    (void)state;
    struct fed fed;
    feed_with(&fed, &own,
              ANSWER("\"a\": {\"value\": 2, \"origin\": \"default\"},"
                     "\"n\": {\"value\": 1, \"origin\": \"default\"},"
                     "\"on\": {\"value\": true, \"origin\": \"default\"},"
                     "\"pick\": {\"value\": \"green\", \"origin\": \"default\"},"
                     "\"label\": {\"value\": \"a100-80gb-sxm\", \"origin\": \"default\"}"),
              NULL, 0);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "a").number == 2);
    assert_int_equal(origin_of(&fed, "a"), AIC_FROM_FILE);
    assert_int_equal(origin_of(&fed, "n"), AIC_FROM_DEFAULT);
    assert_true(value_of(&fed, "on").number == 1);
    assert_true(value_of(&fed, "pick").number == 1);
    assert_string_equal(value_of(&fed, "label").name, "a100-80gb-sxm");
    clear(&fed);
    feed_with(&fed, &own,
              ANSWER("\"on\": {\"value\": false, \"origin\": \"default\"},"
                     "\"pick\": {\"value\": \"red\", \"origin\": \"default\"},"
                     "\"label\": {\"value\": \"h100-sxm\", \"origin\": \"default\"}"),
              NULL, 0);
    assert_true(fed.ok);
    assert_int_equal(origin_of(&fed, "on"), AIC_FROM_DEFAULT);
    assert_int_equal(origin_of(&fed, "pick"), AIC_FROM_DEFAULT);
    assert_int_equal(origin_of(&fed, "label"), AIC_FROM_DEFAULT);
    clear(&fed);
}

static void defaults_of_another_kind_are_refused(void **state)
{
    (void)state;
    static const char wrong[] = "the JSON value is of the wrong kind";
    expect_refusal(&own, ANSWER("\"n\": {\"value\": true, \"origin\": \"default\"}"), AIC_ERR_VALUE,
                   wrong);
    expect_refusal(&own, ANSWER("\"on\": {\"value\": 0, \"origin\": \"default\"}"), AIC_ERR_VALUE,
                   wrong);
    expect_refusal(&own, ANSWER("\"pick\": {\"value\": true, \"origin\": \"default\"}"),
                   AIC_ERR_VALUE, wrong);
    expect_refusal(&own, ANSWER("\"label\": {\"value\": 7, \"origin\": \"default\"}"),
                   AIC_ERR_VALUE, "label: '7' is a number, but a name is wanted");
    expect_refusal(&own, ANSWER("\"label\": {\"value\": null, \"origin\": \"default\"}"),
                   AIC_ERR_VALUE, wrong);
    expect_refusal(&own, ANSWER("\"gone\": {\"value\": 7, \"origin\": \"default\"}"),
                   AIC_ERR_UNKNOWN, "own has no parameter 'gone'");
}

/* ----------------------------------------------- answers of other calculators --- */

static void answers_feed_other_calculators(void **state)
{
    (void)state;
    struct fed fed;
    feed_with(&fed, &own, OF("orbit", "\"period\": {\"value\": 9, \"basis\": \"estimate\"}"), NULL,
              0);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "a").number == 9);
    assert_int_equal(origin_of(&fed, "a"), AIC_FROM_ANSWER);
    assert_string_equal(fed.question.sources[0].name, "orbit.period");
    assert_int_equal(fed.question.sources[0].basis, AIC_ESTIMATE);
    clear(&fed);
    feed_with(&fed, &own, OF("station", "\"value\": {\"value\": 8}, \"second\": {}"), NULL, 0);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "a").number == 8);
    assert_string_equal(fed.question.sources[0].name, "station.value");
    assert_false(value_of(&fed, "b").set);
    clear(&fed);
    expect_refusal(&own, OF("station", "\"value\": {\"value\": true}"), AIC_ERR_VALUE,
                   "in.json: line 1");
    expect_refusal(&own, OF("orb", "\"period\": {\"value\": 9}"), AIC_ERR_CONFLICT,
                   "no result of orb feeds own");
    expect_refusal(&own, OF("orbit-of-a-far-comet", "\"period\": {\"value\": 9}"), AIC_ERR_CONFLICT,
                   "feeds own");
}

/* ------------------------------------------------- what catalogs say by now --- */

#define CACHE_OF(model, inputs, more)                                                              \
    "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {\"model\": {\"value\": " \
    "\"" model "\", \"origin\": \"flag\"}" inputs "}, \"results\": {}" more "}"

#define CACHE(inputs) CACHE_OF("llama-3.1-8b", inputs, "")

static bool is_warned(const struct fed *fed, const char *id)
{
    return aic_warned(&fed->question.notes, id);
}

static void catalogs_that_changed_are_told(void **state)
{
    (void)state;
    static const char text[] =
        CACHE(", \"kv_heads\": {\"value\": 4, \"origin\": \"catalog\", \"source\": "
              "\"models:llama-3.1-8b\"}");
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    struct fed fed;
    feed_with(&fed, kvcache, text, NULL, 0);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "kv_heads").number == 4);
    assert_true(is_warned(&fed, "catalog-differs"));
    clear(&fed);
    /* What is given anew is not the catalog's affair, however its name is written. */
    static const char *const names[] = { "kv_heads", "kv-heads" };
    for (size_t i = 0; i < 2; i++) {
        const struct aic_setting setting = { names[i], "2", 0 };
        feed_with(&fed, kvcache, text, &setting, 1);
        assert_true(fed.ok);
        assert_true(value_of(&fed, "kv_heads").number == 2);
        assert_false(is_warned(&fed, "catalog-differs"));
        clear(&fed);
    }
    /* Another input's name that begins alike is another input. */
    const struct aic_setting width = { "head-dim", "64", 0 };
    feed_with(&fed, kvcache, CACHE(", \"heads\": {\"value\": 16, \"origin\": \"catalog\"}"), &width,
              1);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "heads").number == 16);
    assert_true(is_warned(&fed, "catalog-differs"));
    clear(&fed);
}

/* A model file is not read again: its values and warnings are the answer's. */
static void model_files_are_not_read_again(void **state)
{
    (void)state;
    static const char text[] =
        CACHE_OF("x.json",
                 ", \"kv_heads\": {\"value\": 4, \"origin\": \"catalog\", \"source\": "
                 "\"config:x.json\"}, \"context\": {\"value\": 1024, \"origin\": \"flag\"}",
                 ", \"warnings\": [{\"id\": \"mtp-not-counted\", \"text\": \"a tail\"}, "
                 "{\"id\": \"config-key-unknown\"}, {\"text\": \"of nothing\"}, "
                 "{\"id\": \"unverified\", \"text\": \"of a catalog\"}]");
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    struct fed fed;
    feed_with(&fed, kvcache, text, NULL, 0);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "kv_heads").number == 4);
    assert_int_equal(fed.question.notes.count, 1);
    assert_string_equal(fed.question.notes.notes[0].text, "a tail");
    clear(&fed);
    const struct aic_setting other = { "model", "llama-3.1-70b", 0 };
    feed_with(&fed, kvcache, text, &other, 1);
    assert_true(fed.ok);
    assert_true(value_of(&fed, "kv_heads").number == 8);
    assert_true(value_of(&fed, "layers").number == 80);
    assert_int_equal(fed.question.notes.count, 0);
    clear(&fed);
}

/* The answer alone must make a question today, even where settings replace parts of it. */
static void answers_that_are_none_today_are_refused(void **state)
{
    (void)state;
    const struct aic_calculator *kvcache = aic_calculator_find("kvcache");
    const struct aic_setting model = { "model", "llama-3.1-70b", 0 };
    struct fed fed;
    feed_with(&fed, kvcache,
              CACHE(", \"layers\": {\"value\": \"some\", \"origin\": \"catalog\", \"source\": "
                    "\"config:x.json\"}"),
              &model, 1);
    assert_false(fed.ok);
    assert_string_equal(fed.error.parameter, "layers");
    clear(&fed);
    const struct aic_setting gpu = { "gpu", "h100-sxm", 0 };
    feed_with(&fed, kvcache, CACHE(", \"gpu\": {\"value\": \"h100-of-old\", \"origin\": \"flag\"}"),
              &gpu, 1);
    assert_false(fed.ok);
    assert_int_equal(fed.error.code, AIC_ERR_UNKNOWN);
    clear(&fed);
    /* Inputs that exclude each other are for the calculator to refuse. */
    feed_with(
        &fed, kvcache,
        CACHE(", \"kv_free_fraction\": {\"value\": 0.5, \"origin\": \"flag\"}, \"tp\": {\"value\": "
              "2, \"origin\": \"default\"}"),
        NULL, 0);
    assert_true(fed.ok);
    assert_int_equal(origin_of(&fed, "tp"), AIC_FROM_DEFAULT);
    clear(&fed);
}

/* ------------------------------------------------------------------- recipes --- */

static bool load_text(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    (void)path;
    (void)error;
    *text = context;
    *length = strlen(context);
    return true;
}

static void ask_model(struct fed *fed, const char *path, const char *text)
{
    static char bytes[512];
    const struct aic_loader loader = { load_text, bytes, NULL, NULL };
    const struct aic_setting model = { "model", path, 0 };
    const struct aic_recipe recipe = { .calculator = aic_calculator_find("kvcache"),
                                       .catalog = &catalog,
                                       .settings = &model,
                                       .setting_count = 1,
                                       .settings_origin = AIC_FROM_FLAG,
                                       .loader = &loader };
    struct aic_text copy;
    memset(fed, 0, sizeof *fed);
    aic_text_init(&copy, bytes, sizeof bytes);
    aic_text_add(&copy, text);
    fed->ok = aic_recipe_ask(&recipe, &fed->question, &fed->error);
}

static void model_files_have_names(void **state)
{
    (void)state;
    static const char config[] =
        "{\"model_type\": \"llama\", \"num_hidden_layers\": 32, \"hidden_size\": 4096, "
        "\"num_attention_heads\": 32, \"vocab_size\": 32000, \"intermediate_size\": 11008}";
    struct fed fed;
    ask_model(&fed, "some/where/x.json", config);
    assert_true(fed.ok);
    assert_string_equal(value_of(&fed, "model").name, "x.json");
    assert_true(value_of(&fed, "layers").number == 32);
    clear(&fed);
    ask_model(&fed, "-", "{");
    assert_false(fed.ok);
    assert_non_null(strstr(fed.error.message, "standard input: line 1"));
    clear(&fed);
    ask_model(&fed, "some/where/x.json", "{\"model_type\": \"llama\"");
    assert_false(fed.ok);
    assert_non_null(strstr(fed.error.message, "x.json: line 1"));
    clear(&fed);
    ask_model(&fed, "-", "{\"model_type\": \"orrery\"}");
    assert_false(fed.ok);
    assert_non_null(strstr(fed.error.message, "orrery"));
    clear(&fed);
    ask_model(&fed, "./some/where/", config);
    assert_true(fed.ok);
    assert_string_equal(value_of(&fed, "model").name, "where");
    clear(&fed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_input_is_refused),
        cmocka_unit_test(inputs_of_answers_are_checked),
        cmocka_unit_test(inputs_of_answers_are_restored),
        cmocka_unit_test(defaults_that_changed_are_kept),
        cmocka_unit_test(defaults_of_another_kind_are_refused),
        cmocka_unit_test(answers_feed_other_calculators),
        cmocka_unit_test(catalogs_that_changed_are_told),
        cmocka_unit_test(model_files_are_not_read_again),
        cmocka_unit_test(answers_that_are_none_today_are_refused),
        cmocka_unit_test(model_files_have_names),
    };
    aic_catalog_init(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
