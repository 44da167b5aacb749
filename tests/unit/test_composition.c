/* SPDX-License-Identifier: Apache-2.0 */
/* Compositions: tables of parts, right ones and wrong ones, and what the parts hand to each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/calculator_rows.h>

/* Another composition is a table and nothing else: what a run costs and draws. */
static const struct aic_part_row small_parts[] = {
    { .calculator = &aic_train_time },
    { .calculator = &aic_power,
      .unasked = { { "!node !gpu_power", AIC_LACKS_INPUT, "no machine is named",
                     "--node dgx-h100" } } },
    { .calculator = NULL },
};
static const char *const small_examples[] = { "aicalc small --tokens 1T", NULL };
static const struct aic_composition_table small = {
    .name = "small",
    .help = "time and energy of a run",
    .parts = small_parts,
    .examples = small_examples,
    .asks = "model tokens",
    .verdict = NULL,
};

/* A question to a composition, answered. */
struct asked {
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    bool ok;
};

static void ask(struct asked *asked, const struct aic_calculator *calculator,
                const struct aic_setting *settings, size_t count)
{
    const struct aic_recipe recipe = { .calculator = calculator,
                                       .catalog = &asked->catalog,
                                       .settings = settings,
                                       .setting_count = count,
                                       .settings_origin = AIC_FROM_FLAG };
    memset(asked, 0, sizeof *asked);
    aic_catalog_init(&asked->catalog);
    asked->ok = aic_recipe_ask(&recipe, &asked->question, &asked->error) &&
                aic_answer_init(&asked->answer, &asked->question, &asked->error);
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
    aic_catalog_clear(&asked->catalog);
}

static struct aic_value result(const struct asked *asked, const char *name)
{
    const struct aic_table *results = &asked->question.calculator->results;
    size_t index = aic_table_find(results, name, strlen(name));
    assert_true(index < aic_table_size(results));
    return aic_answer_result(&asked->answer, index);
}

static void test_second_composition_is_a_table(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-8b", 0 }, { "node", "dgx-h100", 0 }, { "gpus", "64", 0 },
        { "tokens", "1T", 0 },          { "power.pue", "1.1", 0 },
    };
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(&small, &error);
    struct asked asked;
    (void)state;
    assert_non_null(composition);
    ask(&asked, aic_composition_calculator(composition), settings, 5);
    assert_true(asked.ok);
    assert_true(aic_calculator_check(asked.question.calculator, &error));
    assert_true(result(&asked, "power.energy").number > 0);
    /* fed by the part before it */
    size_t hours, index = aic_table_find(&asked.question.calculator->inputs, "power.gpu_hours", 15);
    assert_true(aic_part_feeder(asked.question.calculator, asked.question.in, asked.answer.out,
                                index, &hours));
    assert_string_equal(aic_table_at(&asked.question.calculator->results, hours, NULL)->name,
                        "train-time.gpu_hours");
    clear(&asked);
    aic_composition_free(composition);
}

/* A table with one mistake, and a word of the message that says so. */
static void refused(const struct aic_composition_table *table, const char *words)
{
    struct aic_error error = { .code = AIC_OK };
    assert_null(aic_composition_form(table, &error));
    assert_int_equal(error.code, AIC_ERR_TABLE);
    if (!strstr(error.message, words)) {
        fail_msg("'%s' does not say '%s'", error.message, words);
    }
}

static void test_wrong_tables(void **state)
{
    static const struct aic_part_row none[] = { { .calculator = NULL } };
    static const struct aic_part_row twice[] = { { .calculator = &aic_power },
                                                 { .calculator = &aic_power },
                                                 { .calculator = NULL } };
    static const struct aic_part_row before[] = { { .calculator = &aic_power, .after = "cost" },
                                                  { .calculator = NULL } };
    static const struct aic_part_row asked[] = {
        { .calculator = &aic_power, .unasked = { { "nodes", AIC_LACKS_INPUT, "no nodes", NULL } } },
        { .calculator = NULL },
    };
    static const struct aic_part_row fed[] = {
        { .calculator = &aic_power, .feeds = { { .input = "gpus", .results = "serve.gpus" } } },
        { .calculator = NULL },
    };
    static const struct aic_part_row into[] = {
        { .calculator = &aic_train_time },
        { .calculator = &aic_power,
          .feeds = { { .input = "hours", .results = "train-time.gpu_hours" } } },
        { .calculator = NULL },
    };
    static const struct aic_plain_name only[] = { { "gpus", "cost" }, { NULL, NULL } };
    struct aic_composition_table table = small;
    (void)state;
    table.asks = NULL;
    table.parts = none;
    refused(&table, "no parts");
    table.parts = twice;
    refused(&table, "twice");
    table.parts = before;
    refused(&table, "not before");
    table.parts = asked;
    refused(&table, "'nodes'");
    table.parts = fed;
    refused(&table, "'serve.gpus'");
    table.parts = into;
    refused(&table, "'hours'");
    table.parts = small_parts;
    table.only = only;
    refused(&table, "cost");
    table.only = NULL;
    table.asks = "model nothing";
    refused(&table, "no input");
    table.asks = NULL;
    table.decides = "train-time.train_time power.nothing";
    refused(&table, "decides");
    table.decides = NULL;
    table.verdict = "power.nothing";
    refused(&table, "no result");
    table.verdict = NULL;

    static const struct aic_namesake pairs[] = { { "power.it_power", "power.nothing" },
                                                 { NULL, NULL } };
    table.namesakes = pairs;
    refused(&table, "is no pair of results");
    table.namesakes = NULL;
    static const struct aic_demand demands[] = { { "tokens nothing", "--tokens 1T" },
                                                 { NULL, NULL } };
    table.demands = demands;
    refused(&table, "tokens nothing: are no plain inputs, and demanded");
    table.demands = NULL;
    static const struct aic_left_aside aside[] = { { "node nothing", "power", NULL, false },
                                                   { NULL, NULL, NULL, false } };
    table.aside = aside;
    refused(&table, "'nothing' is no input of it");
    struct aic_left_aside many[10] = { { "node", "power", NULL, false } };
    for (size_t i = 1; i < 9; i++) {
        many[i] = many[0];
    }
    table.aside = many;
    refused(&table, "leaves too much aside");
    many[8].inputs = NULL; /* as many as there is room for */
    struct aic_error error = { .code = AIC_OK };
    struct aic_composition *composition = aic_composition_form(&table, &error);
    assert_non_null(composition);
    aic_composition_free(composition);
}

/* A part that is asked once more, by a row with a mistake. */
static void test_wrong_second_row(void **state)
{
    struct aic_part_row parts[] = { { .calculator = &aic_train_time },
                                    { .calculator = &aic_power },
                                    { .calculator = &aic_power, .after = "power" },
                                    { .calculator = NULL } };
    struct aic_composition_table table = small;
    (void)state;
    table.parts = parts;
    table.asks = NULL;
    parts[2].feeds[0] = (struct aic_feed){ .input = "nothing", .results = "train-time.train_time" };
    refused(&table, "'nothing' is no input of it");
    parts[2].feeds[0] = (struct aic_feed){ .input = "gpus", .results = "train-time.nothing" };
    refused(&table, "'train-time.nothing' is a result of no part");
}

/* A second part whose row is this. */
static void second_refused(struct aic_part_row row, const char *words)
{
    const struct aic_part_row parts[] = { { .calculator = &aic_train_time },
                                          row,
                                          { .calculator = NULL } };
    struct aic_composition_table table = small;
    table.parts = parts;
    refused(&table, words);
}

static void test_wrong_feeds(void **state)
{
    (void)state;
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time "
                                                                  "train-time.train_time "
                                                                  "train-time.train_time "
                                                                  "train-time.train_time "
                                                                  "train-time.train_time" } } },
                   "too many feed");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "node",
                                                       .results = "train-time.train_time" } } },
                   "another kind");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time",
                                                       .multiple_of = "nothing" } } },
                   "'nothing' is no input of it");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time",
                                                       .times = "train-time.nothing" } } },
                   "'train-time.nothing' is a result of no part");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time",
                                                       .over = "gpus gpus gpus" } } },
                   "one divisor too many");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time",
                                                       .over = "gpus nothing" } } },
                   "'nothing' is no input of it");
    second_refused((struct aic_part_row){ .calculator = &aic_power,
                                          .feeds = { { .input = "gpus",
                                                       .results = "train-time.train_time",
                                                       .unless = "train-time.nothing" } } },
                   "'train-time.nothing' is neither an input nor a result");
    second_refused(
        (struct aic_part_row){ .calculator = &aic_power,
                               .unasked = { { "gpus=many", AIC_LACKS_INPUT, "", NULL } } },
        "'gpus=many' is no value of it");
    second_refused((struct aic_part_row){ .calculator = &aic_train_time, .after = "cost" },
                   "after what is no part");
}

static void test_too_many_parts(void **state)
{
    enum { ROWS = 40 };
    struct aic_part_row parts[ROWS + 1] = { { .calculator = &aic_power } };
    struct aic_composition_table table = small;
    (void)state;
    for (int i = 1; i < ROWS; i++) {
        parts[i] = (struct aic_part_row){ .calculator = &aic_power, .after = "power" };
    }
    table.parts = parts;
    table.asks = NULL;
    refused(&table, "too many parts");
}

/* Any two calculators are parts of one, unless a name means two things; the message says so. */
static void test_any_two_parts(void **state)
{
    const struct aic_calculator *first, *second;
    struct aic_composition_table table = small;
    size_t formed = 0, differ = 0;
    (void)state;
    table.asks = NULL;
    for (size_t a = 0; (first = aic_calculator_at(a)); a++) {
        for (size_t b = 0; (second = aic_calculator_at(b)); b++) {
            const struct aic_part_row parts[] = { { .calculator = first },
                                                  { .calculator = second },
                                                  { .calculator = NULL } };
            struct aic_error error = { .code = AIC_OK };
            table.parts = parts;
            struct aic_composition *composition =
                a == b ? NULL : aic_composition_form(&table, &error);
            if (composition) {
                formed++;
                if (!aic_calculator_check(aic_composition_calculator(composition), &error)) {
                    fail_msg("%s and %s: %s", first->name, second->name, error.message);
                }
            } else if (a != b) {
                differ++;
                if (!strstr(error.message, "means something else") ||
                    !strstr(error.suggestion, "which part the plain name reaches")) {
                    fail_msg("%s", error.message);
                }
            }
            aic_composition_free(composition);
        }
    }
    assert_true(formed > 100 && differ > 0);
}

/* The second pass of checkpoint moves what is counted over the run, and nothing else. */
static void test_second_pass(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-70b", 0 }, { "node", "dgx-h100", 0 },   { "gpus", "1024", 0 },
        { "write_bw", "100GB/s", 0 },    { "read_bw", "100GB/s", 0 }, { "tokens", "15T", 0 },
    };
    static const char *const same[] = {
        "checkpoint.checkpoint_bytes", "checkpoint.written_bytes", "checkpoint.interval_used",
        "checkpoint.period",           "checkpoint.goodput",       "checkpoint.required_write_bw",
        "checkpoint.restore_time",     "checkpoint.mtbf",
    };
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    const struct aic_calculator *plan = aic_registry_find(&registry, "plan", NULL);
    struct asked with, without;
    (void)state;
    assert_non_null(plan);
    ask(&without, plan, settings, 5);
    ask(&with, plan, settings, 6);
    assert_true(with.ok && without.ok);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        struct aic_value a = result(&without, same[i]), b = result(&with, same[i]);
        assert_int_equal(a.set, b.set);
        assert_true(!a.set || a.number == b.number);
    }
    assert_true(result(&with, "checkpoint.failures").number !=
                result(&without, "checkpoint.failures").number);
    clear(&with);
    clear(&without);
    aic_registry_clear(&registry);
}

/* Each part of a plan is its calculator asked alone with what the part was handed. */
static void check_parts(const struct asked *asked)
{
    const struct aic_calculator *calculator = asked->question.calculator;
    for (size_t p = 0; p < aic_part_count(calculator); p++) {
        const struct aic_part_view part = aic_part_at(calculator, p);
        char *in = malloc(part.calculator->in_size), *out = malloc(part.calculator->out_size);
        struct aic_notes notes;
        aic_notes_init(&notes);
        if (aic_part_is_asked(calculator, asked->answer.out, p)) {
            memcpy(in, (const char *)asked->question.in + part.in, part.calculator->in_size);
            assert_true(aic_evaluate(part.calculator, in, out, &notes));
            assert_memory_equal(out, (const char *)asked->answer.out + part.out,
                                part.calculator->out_size);
        }
        free(in);
        free(out);
    }
}

static const char *pick(uint32_t *seed, const char *const *of, size_t count)
{
    *seed = *seed * 1664525u + 1013904223u;
    return of[(*seed >> 16) % count];
}

static void test_random_plans(void **state)
{
    static const char *const models[] = { "llama-3.1-8b", "llama-3.1-70b", "mixtral-8x7b" };
    static const char *const nodes[] = { "dgx-h100", "dgx-b200", "p5.48xlarge" };
    static const char *const gpus[] = { "8", "64", "512", "1024" };
    static const char *const tokens[] = { "300B", "1T", "15T" };
    static const char *const rates[] = { "20GB/s", "100GB/s" };
    static const char *const layouts[] = { "given", "given", "search" };
    static const char *const tiers[] = { "fsx-lustre-scratch-2", "s3-standard" };
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    const struct aic_calculator *plan = aic_registry_find(&registry, "plan", NULL);
    uint32_t seed = 17;
    size_t answered = 0;
    (void)state;
    assert_non_null(plan);
    for (int i = 0; i < 1000; i++) {
        const struct aic_setting settings[] = {
            { "model", pick(&seed, models, 3), 0 },
            { "node", pick(&seed, nodes, 3), 0 },
            { "gpus", pick(&seed, gpus, 4), 0 },
            { "layout", pick(&seed, layouts, 3), 0 },
            { "tokens", pick(&seed, tokens, 3), 0 },
            { "write_bw", pick(&seed, rates, 2), 0 },
            { "read_bw", pick(&seed, rates, 2), 0 },
            { "tier", pick(&seed, tiers, 2), 0 },
            { "gpu_price", pick(&seed, (const char *const[]){ "2USD/h", "3USD/h" }, 2), 0 },
        };
        struct asked asked;
        ask(&asked, plan, settings, 4 + (size_t)i % 6);
        if (asked.ok) {
            check_parts(&asked);
            answered++;
        }
        clear(&asked);
    }
    assert_true(answered > 800);
    aic_registry_clear(&registry);
}

/* What is asked again with the same out is what is asked anew. */
static void test_again_is_anew(void **state)
{
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-8b", 0 }, { "node", "dgx-h100", 0 }, { "gpus", "64", 0 },
        { "layout", "given", 0 },       { "tokens", "1T", 0 },
    };
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    const struct aic_calculator *plan = aic_registry_find(&registry, "plan", NULL);
    struct asked asked;
    struct aic_notes notes;
    (void)state;
    ask(&asked, plan, settings, 5);
    assert_true(asked.ok);
    char *in = malloc(plan->in_size), *out = malloc(plan->out_size), *anew = malloc(plan->out_size);
    size_t offset, tokens = aic_table_find(&plan->inputs, "tokens", 6);
    aic_table_at(&plan->inputs, tokens, &offset);
    aic_notes_init(&notes);
    notes.quiet = true;
    aic_evaluate_begin(plan, out, false);
    for (double value = 1e12; value < 1e13; value *= 2) {
        memcpy(in, asked.question.in, plan->in_size);
        memcpy(in + offset, &value, sizeof value);
        assert_true(aic_evaluate_again(plan, in, out, &notes));
        assert_true(aic_evaluate(plan, in, anew, &notes));
        for (size_t i = 0; i < aic_table_size(&plan->results); i++) {
            size_t at;
            const struct aic_field *field = aic_table_at(&plan->results, i, &at);
            struct aic_value a = aic_value_load(field, out + at);
            struct aic_value b = aic_value_load(field, anew + at);
            assert_true(a.set == b.set && (!a.set || a.number == b.number));
        }
    }
    free(in);
    free(out);
    free(anew);
    clear(&asked);
    aic_registry_clear(&registry);
}

/* What a person sees first names results that there are. */
static void check_screen(const struct asked *asked)
{
    const struct aic_calculator *calculator = asked->question.calculator;
    struct aic_screen screen = { .count = 0 };
    calculator->find_screen(asked->question.in, asked->answer.out, &screen);
    assert_true(screen.count <= AIC_SCREEN_ROWS);
    for (size_t i = 0; i < screen.count; i++) {
        assert_true(screen.rows[i] < aic_table_size(&calculator->results));
    }
}

/* The composition's own inputs are those of a calculator, which may be asked by itself. */
static void test_own_parts_are_calculators(void **state)
{
    static const struct aic_setting job[] = { { "model", "llama-3.1-8b", 0 },
                                              { "seq", "4096", 0 },
                                              { "global_batch", "512", 0 } };
    static const struct aic_setting load[] = { { "model", "llama-3.1-8b", 0 },
                                               { "duration", "2h", 0 } };
    const struct aic_part_row *rows[] = { aic_composition_table_at(0)->parts,
                                          aic_composition_table_at(1)->parts };
    struct asked asked;
    (void)state;
    assert_true(rows[0]->is_own && rows[1]->is_own);
    ask(&asked, rows[0]->calculator, job, 3);
    assert_true(asked.ok);
    assert_true(result(&asked, "retention").number == 86400);
    check_screen(&asked);
    clear(&asked);
    ask(&asked, rows[1]->calculator, load, 2);
    assert_true(asked.ok);
    assert_true(result(&asked, "month").number == 7200);
    check_screen(&asked);
    clear(&asked);
}

/* Defaults that follow from others, without asking any part. */
static void test_defaults_alone(void **state)
{
    static const struct aic_setting settings[] = { { "model", "llama-3.1-8b", 0 },
                                                   { "gpus", "64", 0 },
                                                   { "node", "dgx-h100", 0 } };
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    const struct aic_calculator *plan = aic_registry_find(&registry, "plan", NULL);
    struct aic_error error = { .code = AIC_OK };
    struct asked asked;
    (void)state;
    ask(&asked, plan, settings, 3);
    assert_true(asked.ok);
    size_t batch = aic_table_find(&plan->inputs, "global_batch", 12);
    double derived = aic_question_value(&asked.question, batch).number;
    char *in = malloc(plan->in_size);
    aic_inputs_init(plan, in, &error);
    size_t offset;
    for (size_t i = 0; i < aic_table_size(&plan->inputs); i++) {
        const struct aic_field *field = aic_table_at(&plan->inputs, i, &offset);
        if (aic_question_origin(&asked.question, i) >= AIC_FROM_CATALOG &&
            !aic_is_passed(asked.question.in, offset)) {
            aic_value_store(field, in + offset, aic_question_value(&asked.question, i));
            *aic_origin_at(in, offset) = (unsigned char)aic_question_origin(&asked.question, i);
        }
    }
    assert_true(aic_derive_defaults(plan, in, &error));
    const struct aic_field *field = aic_table_at(&plan->inputs, batch, &offset);
    assert_true(derived > 0 && aic_value_load(field, in + offset).number == derived);
    /* A choice that a part does not have is refused here too. */
    field = aic_table_at(&plan->inputs, aic_table_find(&plan->inputs, "offload", 7), &offset);
    struct aic_value all;
    assert_true(aic_value_read(field, "all", 3, &all, &error));
    aic_value_store(field, in + offset, all);
    *aic_origin_at(in, offset) = AIC_FROM_FLAG;
    assert_false(aic_derive_defaults(plan, in, NULL));
    assert_false(aic_derive_defaults(plan, in, &error));
    assert_string_equal(error.message, "layout does not know offload 'all'");
    free(in);
    clear(&asked);
    aic_registry_clear(&registry);
}

/* An answer that is read does not say which parts were asked: those with results were. */
static void test_answers_that_are_read(void **state)
{
    static const char text[] =
        "{\"schema\": \"aicalc/1\", \"version\": \"1.0.0\", \"calculator\": "
        "\"plan\", \"inputs\": {}, "
        "\"results\": {\"train-memory.total_memory\": {\"value\": 1, \"unit\": \"B\", "
        "\"basis\": \"estimate\"}}, "
        "\"warnings\": []}";
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    struct aic_error error = { .code = AIC_OK };
    struct aic_json json = { 0 };
    struct aic_question question;
    struct aic_answer answer;
    (void)state;
    assert_true(aic_json_parse(&json, "a", text, sizeof text - 1, AIC_JSON_FILE_MAX, 0, &error));
    if (!aic_answer_read(&answer, &question, &json, &registry, &error)) {
        fail_msg("%s", error.message);
    }
    for (size_t p = 0; p < aic_part_count(question.calculator); p++) {
        bool is_memory = strcmp(aic_part_at(question.calculator, p).name, "train-memory") == 0;
        assert_int_equal(aic_part_is_asked(question.calculator, answer.out, p), is_memory);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_json_clear(&json);
    aic_registry_clear(&registry);
}

static void fails(const struct aic_setting *settings, size_t count, const char *words)
{
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    struct asked asked;
    ask(&asked, aic_registry_find(&registry, "plan", NULL), settings, count);
    assert_false(asked.ok);
    if (!strstr(asked.error.message, words)) {
        fail_msg("'%s' does not say '%s'", asked.error.message, words);
    }
    clear(&asked);
    aic_registry_clear(&registry);
}

/* A value of a catalog that cannot be read is refused where one part alone has the choice it is of. */
static void test_entries_of_one_part(void **state)
{
    static const char text[] =
        "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": [{\"name\": \"own\", "
        "\"source\": \"a\", \"fields\": {\"gpu_memory\": \"80GiB\", \"gpu_flops\": {\"by\": "
        "\"compute_dtype\", \"values\": {\"bf16\": 1e15, \"fp8\": \"many\"}}}}]}";
    static const struct aic_setting settings[] = {
        { "model", "llama-3.1-8b", 0 },
        { "gpu", "own", 0 },
        { "gpus", "8", 0 },
        { "layout", "given", 0 },
        { "tokens", "1T", 0 },
        { "compute_dtype", "bf16", 0 },
        { "train-time.compute_dtype", "fp8", 0 },
    };
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    struct aic_question question;
    const struct aic_recipe recipe = { .calculator = aic_registry_find(&registry, "plan", NULL),
                                       .catalog = &catalog,
                                       .settings = settings,
                                       .setting_count = 7,
                                       .settings_origin = AIC_FROM_FLAG };
    (void)state;
    aic_catalog_init(&catalog);
    if (!aic_catalog_add(&catalog, "own.json", text, sizeof text - 1, &error)) {
        fail_msg("%s", error.message);
    }
    assert_false(aic_recipe_ask(&recipe, &question, &error));
    assert_non_null(strstr(error.message, "many"));
    aic_question_clear(&question);
    aic_catalog_clear(&catalog);
    aic_registry_clear(&registry);
}

static void test_values_that_do_not_fit(void **state)
{
    (void)state;
    fails((const struct aic_setting[]){ { "model", "llama-3.1-8b", 0 },
                                        { "lifecycle.hot_age", "1d", 0 } },
          2, "lifecycle uses it, and is not asked");
    fails((const struct aic_setting[]){ { "model", "llama-3.1-8b", 0 },
                                        { "gpus", "64", 0 },
                                        { "node", "dgx-h100", 0 },
                                        { "offload", "all", 0 } },
          4, "layout does not know offload 'all'");
    fails((const struct aic_setting[]){ { "model", "llama-3.1-8b", 0 },
                                        { "gpus", "64", 0 },
                                        { "layout", "given", 0 },
                                        { "pp", "4", 0 },
                                        { "vpp", "5", 0 } },
          5, "train-memory: ");
}

/* The registry lists what its names and helps say; without one there are no compositions. */
static void test_registry_lists_all(void **state)
{
    struct aic_registry registry;
    const struct aic_calculator *calculator;
    size_t count = 0, compositions = 0;
    (void)state;
    aic_registry_init(&registry);
    for (; (calculator = aic_registry_at(&registry, count)); count++) {
        assert_string_equal(calculator->name, aic_registry_name_at(NULL, count));
        assert_string_equal(calculator->help, aic_registry_help_at(count));
        compositions += calculator->composition != NULL;
    }
    assert_true(compositions > 0 && compositions < count);
    assert_null(aic_registry_name_at(NULL, count));
    assert_null(aic_registry_help_at(count));
    for (size_t i = 0; i + compositions <= count; i++) {
        assert_ptr_equal(aic_registry_at(NULL, i), aic_registry_at(&registry, i + compositions));
    }
    assert_null(aic_registry_find(NULL, "plan", NULL));
    assert_ptr_equal(aic_registry_find(NULL, "cost", NULL), &aic_cost);
    aic_registry_clear(&registry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registry_lists_all),
        cmocka_unit_test(test_second_composition_is_a_table),
        cmocka_unit_test(test_wrong_tables),
        cmocka_unit_test(test_wrong_feeds),
        cmocka_unit_test(test_wrong_second_row),
        cmocka_unit_test(test_too_many_parts),
        cmocka_unit_test(test_any_two_parts),
        cmocka_unit_test(test_second_pass),
        cmocka_unit_test(test_random_plans),
        cmocka_unit_test(test_again_is_anew),
        cmocka_unit_test(test_own_parts_are_calculators),
        cmocka_unit_test(test_defaults_alone),
        cmocka_unit_test(test_answers_that_are_read),
        cmocka_unit_test(test_entries_of_one_part),
        cmocka_unit_test(test_values_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
