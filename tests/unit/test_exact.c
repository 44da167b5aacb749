/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is called exact: every default of a question of each calculator is moved, the question is asked
 * anew as a user would ask it, and no result that tables leave unmarked moves by more than a percent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <aicalc/influence.h>
#include <aicalc/recipe.h>
#include <aicalc/registry.h>

#define SETTINGS_MAX 20

/* A question of each calculator, with names and values in turn. */
static const struct {
    const char *calculator;
    const char *settings[2 * SETTINGS_MAX];
} questions[] = {
    { "layout",
      { "model", "llama-3.1-8b", "node", "dgx-h100", "gpus", "8", "global_batch", "64" } },
    { "checkpoint", { "model", "llama-3.1-70b", "gpus", "512", "tp", "8", "write_bw", "100GB/s" } },
    { "train-memory", { "model", "llama-3.1-8b", "gpus", "8", "gpu", "h100-sxm", "zero", "3" } },
    { "train-memory", { "params", "13B", "gpus", "8" } },
    { "train-time",
      { "model", "llama-3.1-8b", "tokens", "1T", "gpus", "64", "gpu", "h100-sxm", "mfu", "0.4" } },
    { "serve",
      { "model", "llama-3.1-8b", "gpu", "h100-sxm", "prompt", "1Ki", "answer", "256", "rate",
        "5/s" } },
    { "kvcache", { "model", "llama-3.1-8b", "context", "8Ki", "gpu", "h100-sxm" } },
    { "coldstart", { "model", "llama-3.1-8b", "node_read_bw", "2GB/s" } },
    { "network",
      { "model", "llama-3.1-70b", "node", "dgx-h100", "gpus", "256", "tp", "8", "global_batch",
        "512" } },
    { "storage", { "tier", "s3-standard", "data", "100TB" } },
    { "storage",
      { "tier", "fsx-lustre-scratch-2", "data", "100TB", "required_read_bw", "40GB/s" } },
    { "lifecycle",
      { "hot", "s3-standard", "cold", "s3-glacier-instant", "item_size", "1TB", "item_interval",
        "12h", "hot_age", "7d", "keep", "180d" } },
    { "store",
      { "drive", "nvme-gen4-tlc-15tb", "data", "5PB", "drives_per_server", "24", "redundancy",
        "erasure", "data_shards", "8", "parity_shards", "2" } },
    { "transfer", { "from", "s3-standard", "data", "1PB", "link_bw", "100Gbps" } },
    { "collective", { "gpu", "h100-sxm", "ranks", "8", "size", "1GiB" } },
    { "fabric", { "node", "dgx-h100", "gpus", "1016", "fabric", "ib-ndr" } },
    { "dataload",
      { "gpus", "8", "sample_size", "150kB", "sample_rate", "2000/s", "tier", "s3-standard",
        "workers", "8", "cpu_time", "2ms" } },
    { "prep",
      { "items", "1M", "item_size", "150kB", "cpu_time", "8ms", "cores", "96", "core_price",
        "0.04USD/h" } },
    { "power", { "node", "dgx-h100", "gpus", "1024", "rack_power", "45kW" } },
    { "model", { "model", "llama-3.1-70b" } },
    { "cost",
      { "node", "dgx-h100", "gpus", "1024", "node_capex", "325000USD", "gpu_price", "3USD/h" } },
    { "plan",
      { "model",
        "llama-3.1-8b",
        "node",
        "p5",
        "gpus",
        "64",
        "tokens",
        "1T",
        "layout",
        "given",
        "tier",
        "fsx-lustre-scratch-2",
        "storage.duration",
        "90d",
        "fabric",
        "ib-ndr",
        "gpu_price",
        "2USD/h",
        "bytes_per_token",
        "4B" } },
    { "service",
      { "model", "llama-3.1-8b", "node", "dgx-h100", "prompt", "1Ki", "answer", "256", "rate",
        "5/s", "gpu_price", "2USD/h", "source_bw", "20GB/s" } },
};

static struct aic_registry registry; /* of all tests here */

struct asked {
    struct aic_catalog catalog;
    struct aic_question question;
    struct aic_answer answer;
};

/* Asks question `q`, with one more setting where `name` is not NULL; false: it has no answer. */
static bool ask(struct asked *asked, size_t q, const char *name, const char *value)
{
    struct aic_setting settings[SETTINGS_MAX + 1] = { { 0 } };
    struct aic_error error;
    size_t count = 0;
    for (const char *const *at = questions[q].settings; *at; at += 2) {
        settings[count++] = (struct aic_setting){ .name = at[0], .text = at[1] };
    }
    if (name) {
        settings[count++] = (struct aic_setting){ .name = name, .text = value };
    }
    const struct aic_recipe recipe = {
        .calculator = aic_registry_find(&registry, questions[q].calculator, NULL),
        .catalog = &asked->catalog,
        .settings = settings,
        .setting_count = count,
        .settings_origin = AIC_FROM_FLAG,
    };
    memset(asked, 0, sizeof *asked);
    aic_catalog_init(&asked->catalog);
    return aic_recipe_ask(&recipe, &asked->question, &error) &&
           aic_answer_init(&asked->answer, &asked->question, &error);
}

static void clear(struct asked *asked)
{
    aic_answer_clear(&asked->answer);
    aic_question_clear(&asked->question);
    aic_catalog_clear(&asked->catalog);
}

/* The section that an input stands in. */
static size_t section_of(const struct aic_table *inputs, size_t input)
{
    size_t group = 0;
    while (input >= inputs->groups[group].count) {
        input -= inputs->groups[group++].count;
    }
    return group;
}

/* What an entry of a model leaves to defaults is its shape: a Llama has no bias. */
static bool is_shape(const struct asked *asked, size_t input)
{
    const struct aic_table *inputs = &asked->question.calculator->inputs;
    size_t model = aic_table_find(inputs, "model", strlen("model"));
    return model < aic_table_size(inputs) && aic_question_value(&asked->question, model).set &&
           section_of(inputs, model) == section_of(inputs, input);
}

/* A default that no other input decides, or one that is called an assumption. */
static bool is_moved(const struct asked *asked, size_t input)
{
    const struct aic_field *field = aic_table_at(&asked->question.calculator->inputs, input, NULL);
    bool follows = aic_field_is_derived(field) || is_shape(asked, input);
    return (!follows || field->flags & AIC_ASSUMPTION) &&
           aic_question_origin(&asked->question, input) == AIC_FROM_DEFAULT &&
           aic_question_value(&asked->question, input).set;
}

/* Left unmarked by tables: no default was found to move it, and its row says nothing else. */
static bool is_exact(const struct asked *asked, const struct aic_influence *influence,
                     size_t result)
{
    enum aic_basis row = aic_table_at(&asked->question.calculator->results, result, NULL)->basis;
    enum aic_basis basis = asked->answer.basis[result];
    return !(influence->results[result] > AIC_INFLUENCE_COUNTS) &&
           (basis == AIC_ASSUMED ? row : basis) == AIC_EXACT;
}

/* How far a result moves; one that another value leaves out, as a GPU has no fp4, says nothing. */
static double change(const struct aic_field *field, struct aic_value was, struct aic_value is)
{
    bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    if (!was.set || !is.set || was.number == is.number) {
        return 0;
    }
    return is_number ? fabs(is.number - was.number) / fmax(fabs(was.number), fabs(is.number)) : 1;
}

/* Asks with the default moved to `value`, and counts the exact results that move. */
static int move_to(const struct asked *asked, const struct aic_influence *influence, size_t q,
                   size_t input, const char *value)
{
    const struct aic_calculator *calculator = asked->question.calculator;
    const char *name = aic_table_at(&calculator->inputs, input, NULL)->name;
    struct asked moved;
    int wrong = 0;
    bool ok = ask(&moved, q, name, value);
    for (size_t i = 0; ok && i < aic_table_size(&calculator->results); i++) {
        const struct aic_field *field = aic_table_at(&calculator->results, i, NULL);
        double by = change(field, aic_answer_result(&asked->answer, i),
                           aic_answer_result(&moved.answer, i));
        if (is_exact(asked, influence, i) && by > AIC_INFLUENCE_COUNTS) {
            print_error("%s: %s is called exact, and %s %s moves it by %g\n", calculator->name,
                        field->name, name, value, by);
            wrong++;
        }
    }
    clear(&moved);
    return wrong;
}

/* A number in base units, as it could be typed. */
static void write_number(const struct aic_field *field, double number, char *out, size_t capacity)
{
    if (field->kind == AIC_INTEGER) {
        out[aic_number_write(out, number)] = '\0';
    } else {
        aic_quantity_write(out, capacity, number, field->dimension, NULL, AIC_UNITS_RAW);
    }
}

static int move_input(const struct asked *asked, const struct aic_influence *influence, size_t q,
                      size_t input)
{
    const struct aic_field *field = aic_table_at(&asked->question.calculator->inputs, input, NULL);
    double value = aic_question_value(&asked->question, input).number;
    char text[AIC_QUANTITY_SIZE];
    int wrong = 0;
    switch (field->kind) {
    case AIC_REAL:
        write_number(field, 1.2 * value, text, sizeof text);
        wrong += move_to(asked, influence, q, input, text);
        write_number(field, value / 1.2, text, sizeof text);
        return wrong + move_to(asked, influence, q, input, text);
    case AIC_INTEGER:
        write_number(field, 2 * value, text, sizeof text);
        wrong += move_to(asked, influence, q, input, text);
        write_number(field, floor(value / 2), text, sizeof text);
        return wrong + move_to(asked, influence, q, input, text);
    case AIC_CHOICE:
        for (size_t i = 0; field->choices[i]; i++) {
            wrong += move_to(asked, influence, q, input, field->choices[i]);
        }
        return wrong;
    case AIC_FLAG:
        return move_to(asked, influence, q, input, value == 0 ? "true" : "false");
    case AIC_REFERENCE:
        break;
    }
    return 0;
}

static void what_a_default_moves_is_not_called_exact(void **state)
{
    int wrong = 0, moved = 0;
    (void)state;
    for (size_t q = 0; q < sizeof questions / sizeof questions[0]; q++) {
        struct asked asked;
        struct aic_influence influence;
        struct aic_error error;
        assert_true(ask(&asked, q, NULL, NULL));
        assert_true(aic_influence_init(&influence, &asked.answer, NULL, 0, &error));
        for (size_t i = 0; i < aic_table_size(&asked.question.calculator->inputs); i++) {
            if (is_moved(&asked, i)) {
                wrong += move_input(&asked, &influence, q, i);
                moved++;
            }
        }
        aic_influence_clear(&influence);
        clear(&asked);
    }
    assert_int_equal(wrong, 0);
    assert_true(moved > 300);
}

/* A calculator without a question here would never be looked at. */
static void each_calculator_has_a_question(void **state)
{
    const struct aic_calculator *calculator;
    (void)state;
    for (size_t c = 0; (calculator = aic_registry_at(&registry, c)); c++) {
        bool has = false;
        for (size_t q = 0; q < sizeof questions / sizeof questions[0]; q++) {
            has = has || strcmp(questions[q].calculator, calculator->name) == 0;
        }
        if (!has) {
            fail_msg("%s has no question", calculator->name);
        }
    }
}

static int forget_compositions(void **state)
{
    (void)state;
    aic_registry_clear(&registry);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_default_moves_is_not_called_exact),
        cmocka_unit_test(each_calculator_has_a_question),
    };
    return cmocka_run_group_tests(tests, NULL, forget_compositions);
}
