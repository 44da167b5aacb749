/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps: values by index, counting, refusals; and that a evaluation is what a single query is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/sweep.h>

static struct aic_catalog catalog;

static struct aic_recipe recipe_of(const char *calculator, const struct aic_setting *settings,
                                   size_t count)
{
    return (struct aic_recipe){
        .calculator = aic_calculator_find(calculator),
        .catalog = &catalog,
        .settings = settings,
        .setting_count = count,
        .settings_origin = AIC_FROM_FLAG,
    };
}

static void open_sweep(struct aic_sweep *sweep, const char *text)
{
    const struct aic_recipe recipe = recipe_of("kvcache", NULL, 0);
    struct aic_error error = { 0 };
    if (!aic_sweep_init(sweep, &recipe, &text, 1, &error)) {
        fail_msg("%s: %s; %s", text, error.message, error.suggestion);
    }
}

/* The values of one axis, as they are written, with blanks between them. */
static void expect_values(const char *text, const char *expected)
{
    struct aic_sweep sweep;
    char words[2048];
    struct aic_text out;
    open_sweep(&sweep, text);
    aic_text_init(&out, words, sizeof words);
    for (uint64_t i = 0; i < sweep.case_count; i++) {
        struct aic_value value;
        aic_sweep_case(&sweep, i, &value);
        aic_text_add(&out, i > 0 ? " " : "");
        if (value.name) {
            aic_text_add(&out, value.name);
        } else {
            aic_text_add_number(&out, value.number);
        }
    }
    assert_string_equal(words, expected);
    aic_sweep_clear(&sweep);
}

static void lists_are_read_as_typed(void **state)
{
    (void)state;
    expect_values("context=1,2,4", "1 2 4");
    expect_values("context=128Ki,1k", "131072 1000");
    expect_values("context= 8 , 4", "8 4");
    expect_values("kv-dtype=fp8,bf16", "3 0");
    expect_values("kv_unified=true,no", "1 0");
    expect_values("gpu=h100-sxm,a100-80gb-sxm", "h100-sxm a100-80gb-sxm");
    expect_values("model=some/where/config.json", "some/where/config.json");
    expect_values("kv_unified=*", "0 1");
    expect_values("engine=*", "0 1 2 3 4");
    expect_values("tp=0,1", "0 1"); /* out of range: an impossible case, not a wrong sweep */
}

static void stretches_are_made_by_index(void **state)
{
    (void)state;
    expect_values("gpu_memory_utilization=0..1+0.1",
                  "0 0.1 0.2 0.30000000000000004 0.4 0.5 0.6000000000000001 0.7000000000000001 "
                  "0.8 0.9 1");
    expect_values("gpu_memory_utilization=0.1..0.3+0.1", "0.1 0.2 0.3"); /* not beyond its end */
    expect_values("gpu_memory_utilization=10%..50%+20%", "0.1 0.30000000000000004 0.5");
    expect_values("gpu_memory_utilization=0.5..0.9+0.3", "0.5 0.8");
    expect_values("context=4..4+1", "4");
    expect_values("context=1e+3..3E+3+1e+3", "1000 2000 3000");
    expect_values("context=1e3..3.e+3+1e3", "1000 2000 3000");
    expect_values("context=1Ki..4Ki+1Ki", "1024 2048 3072 4096");
    expect_values("gpu_memory=10GiB..20GiB+5GiB", "10737418240 16106127360 21474836480");
    expect_values("offload_latency=1m30s..2m+15s", "90 105 120");
    expect_values("context=1Ki..8Ki*2", "1024 2048 4096 8192");
    expect_values("context=1..1e6*10", "1 10 100 1000 10000 100000 1000000");
    expect_values("context=1..1000*10", "1 10 100 1000");
    expect_values("context=1..1001*10", "1 10 100 1000");
    expect_values("context=16..54*1.5", "16 24 36 54");
    expect_values("gpu_memory_utilization=0.1..0.8*200%", "0.1 0.2 0.4 0.8");
    expect_values("gpu_memory_utilization=0.1..0.3*3", "0.1 0.3");
}

/* Far out on an axis a value is as exact as at its start. */
static void late_values_do_not_drift(void **state)
{
    (void)state;
    struct aic_sweep sweep;
    open_sweep(&sweep, "gpu_memory_utilization=0..1+1e-9");
    assert_int_equal(sweep.case_count, 1000000001);
    for (uint64_t i = 0; i < sweep.case_count; i += 12345677) {
        struct aic_value value;
        aic_sweep_case(&sweep, i, &value);
        assert_true(value.number == (double)i * 1e-9);
    }
    aic_sweep_clear(&sweep);

    /* Whole values are counted exactly, others to a part of a step, however many they are. */
    open_sweep(&sweep, "context=1..9e15+1");
    assert_int_equal(sweep.case_count, 9000000000000000);
    aic_sweep_clear(&sweep);
    open_sweep(&sweep, "gpu_memory=0B..9e15B+1B");
    assert_int_equal(sweep.case_count, 9000000000000001);
    aic_sweep_clear(&sweep);

    open_sweep(&sweep, "gpu_memory=1B..1EB*1.0001");
    assert_int_equal(sweep.case_count, (uint64_t)floor(log(1e18) / log(1.0001)) + 1);
    for (uint64_t i = 0; i < sweep.case_count; i += 1009) {
        struct aic_value value;
        aic_sweep_case(&sweep, i, &value);
        double expected = exp((double)i * log(1.0001));
        assert_true(fabs(value.number - expected) <= 1e-11 * expected);
    }
    aic_sweep_clear(&sweep);
}

static void the_first_axis_is_the_slowest(void **state)
{
    (void)state;
    const char *const texts[] = { "tp=1,2", "context=10..30+10", "kv_dtype=bf16,fp8" };
    const struct aic_recipe recipe = recipe_of("kvcache", NULL, 0);
    struct aic_sweep sweep;
    struct aic_error error;
    assert_true(aic_sweep_init(&sweep, &recipe, texts, 3, &error));
    assert_int_equal(sweep.case_count, 12);
    for (uint64_t i = 0; i < 12; i++) {
        struct aic_value values[AIC_VARIED_MAX];
        aic_sweep_case(&sweep, i, values);
        assert_true(values[0].number == (i < 6 ? 1 : 2));
        assert_true(values[1].number == (double)(10 * (i / 2 % 3 + 1)));
        assert_true(values[2].number == (i % 2 ? 3 : 0));
    }
    aic_sweep_clear(&sweep);
}

static void joined_inputs_go_together(void **state)
{
    (void)state;
    const char *const texts[] = { "gpu,tp,gpu_memory_utilization=h100-sxm:8:80%, b200 : 4 : 0.9",
                                  "kv_dtype,context=bf16:10,fp8:20,fp8:2*15" };
    const struct aic_recipe recipe = recipe_of("kvcache", NULL, 0);
    struct aic_sweep sweep;
    struct aic_error error;
    assert_true(aic_sweep_init(&sweep, &recipe, texts, 2, &error));
    assert_int_equal(sweep.axis_count, 5);
    assert_int_equal(sweep.case_count, 6);
    for (uint64_t i = 0; i < 6; i++) {
        struct aic_value values[AIC_VARIED_MAX];
        aic_sweep_case(&sweep, i, values);
        assert_string_equal(values[0].name, i < 3 ? "h100-sxm" : "b200");
        assert_true(values[1].number == (i < 3 ? 8 : 4));
        assert_true(values[2].number == (i < 3 ? 0.8 : 0.9));
        assert_true(values[3].number == (i % 3 == 0 ? 0 : 3));
        assert_true(values[4].number == (double)(10 * (i % 3 + 1)));
    }
    aic_sweep_clear(&sweep);
}

static bool add_name(void *context, const struct aic_entry *entry)
{
    struct aic_text *text = context;
    aic_text_format(text, "%s%s", text->length ? " " : "",
                    aic_json_member_text(entry->node, "name"));
    return true;
}

static void a_star_is_the_whole_catalog(void **state)
{
    (void)state;
    static const char overlay[] =
        "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": ["
        "{\"name\": \"h100-sxm\", \"source\": \"x\", \"as_of\": \"2025-01\", \"fields\": "
        "{\"gpu_memory\": 1000000000}},"
        "{\"name\": \"of-mine\", \"source\": \"x\", \"as_of\": \"2025-01\", \"fields\": "
        "{\"gpu_memory\": 2000000000}}]}";
    struct aic_error error = { 0 };
    char names[8192];
    struct aic_text text;
    if (!aic_catalog_add(&catalog, "mine.json", overlay, sizeof overlay - 1, &error)) {
        fail_msg("%s; %s", error.message, error.suggestion);
    }
    aic_text_init(&text, names, sizeof names);
    assert_true(aic_catalog_each(&catalog, AIC_GPUS, add_name, &text, &error));
    assert_non_null(strstr(names, "of-mine"));
    expect_values("gpu=*", names);
    aic_catalog_clear(&catalog);
}

static const struct {
    const char *text;
    enum aic_code code;
    const char *says; /* part of the message or of the suggestion */
} refusals[] = {
    { "context", AIC_ERR_USAGE, "P=A,B,C" },
    { "=1", AIC_ERR_USAGE, "P=A,B,C" },
    { "tp,=1:2", AIC_ERR_USAGE, "P,Q=A:B,C:D" },
    { "gpu,tp=h100-sxm", AIC_ERR_USAGE, "'h100-sxm' has 1 of the 2 values of gpu,tp" },
    { "gpu,tp=h100-sxm:1:2", AIC_ERR_USAGE, "'h100-sxm:1:2' has 3 of the 2 values" },
    { "gpu,tp=h100-sxm:", AIC_ERR_USAGE, "gpu,tp=A:B,C:D" },
    { "gpu,tp=h100-sxm:1,", AIC_ERR_USAGE, "'' has 0 of the 2 values" },
    { "gpu,tp=", AIC_ERR_USAGE, "gpu,tp=A:B,C:D" },
    { "gpu,tp=*:1", AIC_ERR_USAGE, "'*' stands for many values of gpu" },
    { "gpu,tp=h100-sxm:1..4*2", AIC_ERR_USAGE, "'1..4*2' stands for many values of tp" },
    { "gpu,tp=h100-sxm:x", AIC_ERR_VALUE, "'x' is not a number" },
    { "gpu,tpp=h100-sxm:1", AIC_ERR_UNKNOWN, "no parameter 'tpp'" },
    { "tp,tp=1:2", AIC_ERR_USAGE, "swept twice" },
    { "tp,pp,dp,dcp,ep,sequences,block_size,context,context=1", AIC_ERR_RANGE, "more than 8" },
    { "contxt=1", AIC_ERR_UNKNOWN, "did you mean 'context'" },
    { "context=", AIC_ERR_USAGE, "has no values" },
    { "context=1,,2", AIC_ERR_USAGE, "empty in '1,,2'" },
    { "context=1,2,", AIC_ERR_USAGE, "empty" },
    { "context=1,abc", AIC_ERR_VALUE, "'abc' is not a number" },
    { "context=1,2.5", AIC_ERR_VALUE, "whole number" },
    { "gpu_memory=80", AIC_ERR_UNIT, "80GB" },
    { "context=1..8", AIC_ERR_USAGE, "context=1..8+STEP" },
    { "context=1..8+", AIC_ERR_VALUE, "context" },
    { "context=..8+1", AIC_ERR_VALUE, "context" },
    { "context=1..+1", AIC_ERR_USAGE, "+STEP" }, /* the end is +1 */
    { "context=1..e+1", AIC_ERR_VALUE, "'e' is not a number" },
    { "context=1..2e+x", AIC_ERR_UNIT, "'e' is not a unit" },
    { "context=1..2e+/", AIC_ERR_UNIT, "'e' is not a unit" },
    { "context=1..xe+1", AIC_ERR_VALUE, "context" },
    { "context=1..-e+1", AIC_ERR_VALUE, "context" },
    { "context=1..*2", AIC_ERR_VALUE, "context" },
    { "context=1..8+0", AIC_ERR_RANGE, "above 0" },
    { "context=1..8+-1", AIC_ERR_RANGE, "above 0" },
    { "context=1..8*x", AIC_ERR_VALUE, "context" },
    { "context=1..8*1", AIC_ERR_RANGE, "above 1" },
    { "context=1..8*0.5", AIC_ERR_RANGE, "above 1" },
    { "context=8..1+1", AIC_ERR_RANGE, "lower end first" },
    { "context=0..8*2", AIC_ERR_RANGE, "start above 0" },
    { "context=1..8+0.5", AIC_ERR_RANGE, "whole step" },
    { "context=1..9*1.5", AIC_ERR_RANGE, "whole factor" },
    { "context=1,2..8+1", AIC_ERR_USAGE, "both a list and a stretch" },
    { "context=*", AIC_ERR_VALUE, "context=A..B+STEP" },
    { "gpu_memory_utilization=0..1+1e-17", AIC_ERR_RANGE, "2^53" },
    { "gpu_memory_utilization=0.1..1*1.0000000000000002", AIC_ERR_RANGE, "2^53" },
    { "engine=vlm", AIC_ERR_UNKNOWN, "did you mean 'vllm'" },
    { "kv_unified=maybe", AIC_ERR_VALUE, "true or false" },
    { "gpu=h100-sxm,h100-smx", AIC_ERR_UNKNOWN, "did you mean 'h100-sxm'" },
    { "sequences=1,2", AIC_ERR_USAGE, "both given and swept" },
};

static void refusals_teach(void **state)
{
    (void)state;
    const struct aic_setting given = { "sequences", "4", 0 };
    const struct aic_recipe recipe = recipe_of("kvcache", &given, 1);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct aic_sweep sweep;
        struct aic_error error = { 0 };
        assert_false(aic_sweep_init(&sweep, &recipe, &refusals[i].text, 1, &error));
        aic_sweep_clear(&sweep);
        if (error.code != refusals[i].code || (!strstr(error.message, refusals[i].says) &&
                                               !strstr(error.suggestion, refusals[i].says))) {
            fail_msg("%s: %s: %s; %s", refusals[i].text, aic_code_name(error.code), error.message,
                     error.suggestion);
        }
    }
}

static void expect_failure(const char *const *texts, size_t count, const char *message)
{
    const struct aic_recipe recipe = recipe_of("kvcache", NULL, 0);
    struct aic_sweep sweep;
    struct aic_error error = { 0 };
    assert_false(aic_sweep_init(&sweep, &recipe, texts, count, &error));
    assert_string_equal(error.message, message);
    aic_sweep_clear(&sweep);
}

static void sweeps_do_not_overflow(void **state)
{
    (void)state;
    const char *const million[] = { "context=1..1e6+1", "sequences=1..1e6+1", "tp=1..1e6+1" };
    const char *const twice[] = { "context=1,2", "context=3" };
    const char *const many[] = { "context=1", "sequences=1", "tp=1",     "pp=1",   "dcp=1",
                                 "dp=1",      "ep=1",        "layers=1", "heads=1" };
    const struct aic_recipe recipe = recipe_of("kvcache", NULL, 0);
    struct aic_sweep sweep;
    struct aic_error error = { 0 };
    assert_true(aic_sweep_init(&sweep, &recipe, million, 2, &error));
    assert_int_equal(sweep.case_count, 1000000000000);
    aic_sweep_clear(&sweep);
    expect_failure(million, 3, "sweep: more than 2^53 cases");
    expect_failure(twice, 2, "sweep: context is swept twice");
    expect_failure(many, 9, "sweep: more than 8 parameters are swept");
}

/* Numbers this large are whole whatever the factor is; each of their cases is impossible. */
static void huge_stretches_are_whole(void **state)
{
    (void)state;
    struct aic_sweep sweep;
    open_sweep(&sweep, "context=1e20..1e30*1.1");
    assert_int_equal(sweep.case_count, (uint64_t)floor(log(1e10) / log(1.1)) + 1);
    aic_sweep_clear(&sweep);
}

/* A setting that is none is the question's affair, not the sweep's. */
static void unknown_settings_do_not_disturb(void **state)
{
    (void)state;
    const struct aic_setting given[] = { { "of_nobody", "4", 0 }, { "block-size", "16", 0 } };
    const char *const texts[] = { "context=1,2", "block_size=16" };
    const struct aic_recipe recipe = recipe_of("kvcache", given, 2);
    struct aic_sweep sweep;
    struct aic_evaluation evaluation;
    struct aic_error error = { 0 };
    assert_true(aic_sweep_init(&sweep, &recipe, texts, 1, &error));
    assert_true(aic_evaluation_init(&evaluation, &recipe, sweep.inputs, 1, AIC_FROM_FLAG, &error));
    assert_null(aic_evaluation_question(&evaluation));
    assert_false(aic_evaluation_run(&evaluation, &sweep.axes[0].values[0]));
    assert_string_equal(evaluation.notes.error.message, "kvcache has no parameter 'of_nobody'");
    assert_null(aic_evaluation_question(&evaluation));
    aic_evaluation_clear(&evaluation);
    aic_sweep_clear(&sweep);
    assert_false(aic_sweep_init(&sweep, &recipe, &texts[1], 1, &error));
    assert_string_equal(error.message, "sweep: block_size is both given and swept");
    aic_sweep_clear(&sweep);
}

/* The question behind the last case, with the catalog's values in it. */
static void a_case_has_a_question(void **state)
{
    (void)state;
    const struct aic_setting given[] = { { "model", "llama-3.1-8b", 0 } };
    const char *const text = "gpu=h100-sxm,a100-80gb-sxm";
    const struct aic_recipe recipe = recipe_of("kvcache", given, 1);
    struct aic_sweep sweep;
    struct aic_evaluation evaluation;
    struct aic_error error = { 0 };
    char again[] = "h100-sxm";
    const struct aic_value copy = { true, 0, again };
    assert_true(aic_sweep_init(&sweep, &recipe, &text, 1, &error));
    assert_true(aic_evaluation_init(&evaluation, &recipe, sweep.inputs, 1, AIC_FROM_FLAG, &error));
    const struct aic_question *questions[3];
    const struct aic_value values[] = { sweep.axes[0].values[0], copy, sweep.axes[0].values[1] };
    for (size_t i = 0; i < 3; i++) {
        assert_true(aic_evaluation_run(&evaluation, &values[i]));
        questions[i] = aic_evaluation_question(&evaluation);
        assert_string_equal(aic_question_value(questions[i], sweep.inputs[0]).name, values[i].name);
    }
    assert_ptr_equal(questions[0], questions[1]); /* the same name, wherever it is kept */
    aic_evaluation_clear(&evaluation);
    aic_sweep_clear(&sweep);
}

/* A look says what a question of its own does: basis, bands, warnings and their order. */
static void compare_look(struct aic_evaluation *evaluation, const struct aic_answer *answer)
{
    struct aic_error error = { 0 };
    const struct aic_calculator *calculator = evaluation->recipe->calculator;
    const struct aic_answer *look = aic_evaluation_look(evaluation, &error);
    size_t inputs = aic_table_size(&calculator->inputs);
    size_t results = aic_table_size(&calculator->results);
    assert_non_null(look);
    assert_memory_equal(look->out, answer->out, calculator->out_size);
    assert_memory_equal(look->basis, answer->basis, results * sizeof look->basis[0]);
    assert_memory_equal(look->input_basis, answer->input_basis,
                        inputs * sizeof look->input_basis[0]);
    assert_memory_equal(look->used, answer->used, inputs * sizeof look->used[0]);
    assert_memory_equal(look->result_cases, answer->result_cases, results);
    for (size_t i = 0; i < inputs; i++) {
        assert_int_equal(aic_question_origin(look->question, i),
                         aic_question_origin(answer->question, i));
    }
    for (size_t i = 0; i < results; i++) {
        struct aic_error_band band, own;
        bool stated = aic_answer_band(look, i, &band);
        assert_int_equal(stated, aic_answer_band(answer, i, &own));
        assert_true(!stated || (band.ends.low == own.ends.low && band.ends.high == own.ends.high));
    }
    assert_int_equal(look->notes.count, answer->notes.count);
    for (size_t i = 0; i < look->notes.count; i++) {
        assert_string_equal(look->notes.notes[i].id, answer->notes.notes[i].id);
        assert_string_equal(look->notes.notes[i].text, answer->notes.notes[i].text);
    }
}

/* Each case, in an order that goes back and forth, against a question of its own. */
static void compare_cases(const struct aic_recipe *recipe, const char *const *texts, size_t count,
                          size_t *possible)
{
    struct aic_sweep sweep;
    struct aic_evaluation evaluation;
    struct aic_error error = { 0 };
    size_t out_size = recipe->calculator->out_size;
    if (!aic_sweep_init(&sweep, recipe, texts, count, &error)) {
        fail_msg("%s", error.message);
    }
    assert_true(aic_evaluation_init(&evaluation, recipe, sweep.inputs, sweep.axis_count,
                                    AIC_FROM_FLAG, &error));
    evaluation.notes.quiet = false;
    for (uint64_t i = 0; i < 2 * sweep.case_count; i++) {
        struct aic_value values[AIC_VARIED_MAX];
        struct aic_question question;
        struct aic_answer answer;
        aic_sweep_case(&sweep, i * 7919 % sweep.case_count, values);
        bool tried = aic_evaluation_run(&evaluation, values);
        bool asked = aic_evaluation_answer(&evaluation, values, &question, &answer, &error);
        assert_int_equal(tried, asked);
        if (tried) {
            assert_memory_equal(evaluation.out, answer.out, out_size);
            compare_look(&evaluation, &answer);
            ++*possible;
        } else {
            assert_string_equal(evaluation.notes.error.message, error.message);
            assert_string_equal(evaluation.notes.error.suggestion, error.suggestion);
        }
        aic_answer_clear(&answer);
        aic_question_clear(&question);
    }
    aic_evaluation_clear(&evaluation);
    aic_sweep_clear(&sweep);
}

static void each_case_is_its_own_query(void **state)
{
    (void)state;
    const struct aic_setting settings[] = { { "model", "llama-3.1-70b", 0 } };
    const char *const kvcache[] = { "gpu=*", "context=1..90000+12345", "kv_dtype=bf16,fp8",
                                    "kv_unified=*", "tp=0,1,8" };
    const char *const models[] = { "model=*", "context=1Ki..1Mi*4" };
    size_t possible = 0;
    const struct aic_recipe kv = recipe_of("kvcache", settings, 1);
    compare_cases(&kv, kvcache, 5, &possible);
    assert_true(possible > 500);

    possible = 0;
    const struct aic_recipe bare = recipe_of("kvcache", NULL, 0);
    compare_cases(&bare, models, 2, &possible);
    assert_true(possible > 100);

    const struct aic_setting job[] = { { "model", "llama-3.1-70b", 0 },
                                       { "write_bw", "100GB/s", 0 } };
    const char *const checkpoint[] = { "mode=*", "gpus=8..4096*2", "tp=1,8", "pp=1,3" };
    possible = 0;
    const struct aic_recipe check = recipe_of("checkpoint", job, 2);
    compare_cases(&check, checkpoint, 4, &possible);
    assert_true(possible > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read_as_typed),
        cmocka_unit_test(stretches_are_made_by_index),
        cmocka_unit_test(late_values_do_not_drift),
        cmocka_unit_test(the_first_axis_is_the_slowest),
        cmocka_unit_test(joined_inputs_go_together),
        cmocka_unit_test(a_star_is_the_whole_catalog),
        cmocka_unit_test(refusals_teach),
        cmocka_unit_test(sweeps_do_not_overflow),
        cmocka_unit_test(huge_stretches_are_whole),
        cmocka_unit_test(unknown_settings_do_not_disturb),
        cmocka_unit_test(a_case_has_a_question),
        cmocka_unit_test(each_case_is_its_own_query),
    };
    aic_catalog_init(&catalog);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
