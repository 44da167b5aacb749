/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without memory: every use of the library, with each of its allocations failing in turn.
 *
 * It must fail with AIC_ERR_MEMORY and no other error, and everything must be released. The
 * linker hands the library's allocations to the functions below (--wrap), cJSON's come by its
 * hooks. robustness.faults does the same to the program from outside; this runs under the sanitizers
 * and with coverage counters too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <cjson/cJSON.h>
#include <string.h>

#include "unit/fake_files.h"
#include <aicalc/config.h>
#include <aicalc/influence.h>
#include <aicalc/registry.h>

static long countdown;   /* the allocation that fails; 0: none */
static bool fired;       /* it has failed */
static long outstanding; /* blocks that were not freed */
static long allocations; /* that were made to fail, in all tests */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static bool fails_now(void)
{
    bool now = countdown > 0 && --countdown == 0;
    fired = fired || now;
    return now;
}

void *__wrap_malloc(size_t size)
{
    void *block = fails_now() ? NULL : __real_malloc(size);
    outstanding += block != NULL;
    return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = fails_now() ? NULL : __real_calloc(count, size);
    outstanding += block != NULL;
    return block;
}

void *__wrap_realloc(void *block, size_t size)
{
    void *moved = fails_now() ? NULL : __real_realloc(block, size);
    outstanding += moved && !block;
    return moved;
}

void __wrap_free(void *block)
{
    outstanding -= block != NULL;
    __real_free(block);
}

/* Pieces of a block, of which one allocation holds hundreds: what takes them has to do without, too. */
struct arena;
void *__real_aic_arena_take(struct arena *arena, size_t size);
void *__wrap_aic_arena_take(struct arena *arena, size_t size);

void *__wrap_aic_arena_take(struct arena *arena, size_t size)
{
    return fails_now() ? NULL : __real_aic_arena_take(arena, size);
}

/* A catalog document, so that overlays are among what is used. */
static const char overlay[] =
    "{\"schema\": \"aicalc-catalog/1\", \"kind\": \"gpus\", \"entries\": [{\"name\": \"own\", "
    "\"fields\": {\"gpu_memory\": \"96GiB\", \"gpu_price\": \"3USD/h\"}, "
    "\"source\": {\"name\": \"a quote\"}}]}";

static const char config[] =
    "{\"model_type\": \"llama\", \"hidden_size\": 64, \"intermediate_size\": 128, "
    "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, \"vocab_size\": 1000, "
    "\"max_position_embeddings\": 4096, \"torch_dtype\": \"bfloat16\"}";

static const char experts[] =
    "{\"model_type\": \"mixtral\", \"hidden_size\": 64, \"intermediate_size\": 128, "
    "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, \"num_key_value_heads\": 2, "
    "\"vocab_size\": 1000, \"num_local_experts\": 4, \"num_experts_per_tok\": 2}";

static const char command[] = "vllm serve Qwen/Qwen3-8B -tp $TP";

static bool load_config(void *context, const char *path, const char **text, size_t *length,
                        struct aic_error *error)
{
    (void)context;
    (void)error;
    *text = strstr(path, ".sh") ? command : strstr(path, "experts") ? experts : config;
    *length = strlen(*text);
    return true;
}

#define SETTINGS_MAX 16
#ifndef EACH_MAX /* fewer where a build is slow */
#define EACH_MAX 400
#define STRIDE   23
#endif
#define RESULTS_MAX 200

/* A model without an entry: each allocation of what follows is among the first, which all fail in turn. */
#define SMALL "layers=2 kv_heads=1 head_dim=64"

/* A recipe of the settings "name=value ...", and what it rests on. */
struct order {
    char words[512];
    struct aic_setting settings[SETTINGS_MAX];
    struct aic_catalog catalog;
    struct aic_loader loader;
    struct aic_recipe recipe;
};

static bool take_order(struct order *order, const char *calculator, const char *words,
                       struct aic_error *error)
{
    char *rest = NULL;
    memset(order, 0, sizeof *order);
    strcpy(order->words, words);
    aic_catalog_init(&order->catalog);
    order->loader.load = load_config;
    order->recipe = (struct aic_recipe){ .calculator = aic_calculator_find(calculator),
                                         .catalog = &order->catalog,
                                         .settings = order->settings,
                                         .settings_origin = AIC_FROM_FLAG,
                                         .loader = &order->loader };
    for (char *word = strtok_r(order->words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        assert_non_null(value);
        *value++ = '\0';
        assert_true(order->recipe.setting_count < SETTINGS_MAX);
        order->settings[order->recipe.setting_count++] = (struct aic_setting){ word, value, 0 };
    }
    return aic_catalog_add(&order->catalog, "own.json", overlay, sizeof overlay - 1, error);
}

static void end_order(struct order *order)
{
    aic_catalog_clear(&order->catalog);
}

/* Uses of the library: each takes all that it took back, and says whether it went well. */

static bool answer_order(struct order *order, struct aic_error *error)
{
    struct aic_question question;
    struct aic_answer answer = { 0 };
    struct aic_spread spread = { 0 };
    bool ok = aic_recipe_ask(&order->recipe, &question, error) &&
              aic_spread_init(&spread, &question, error) &&
              aic_answer_init(&answer, &question, error);
    aic_spread_clear(&spread);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return ok;
}

/* A composition, formed for the question. */
static bool answer_composed(const char *name, const char *words, struct aic_error *error)
{
    struct aic_registry registry = { .error = { .code = AIC_OK } };
    const struct aic_calculator *calculator = aic_registry_find(&registry, name, error);
    struct order order = { .recipe = { .calculator = NULL } };
    bool ok = calculator && take_order(&order, "kvcache", words, error);
    order.recipe.calculator = calculator;
    ok = ok && answer_order(&order, error);
    end_order(&order);
    aic_registry_clear(&registry);
    return ok;
}

static bool use_plan(struct aic_error *error)
{
    return answer_composed(
        "plan", "model=llama-3.1-8b node=p5 gpus=64 layout=given tokens=1T mfu=0.3..0.4", error);
}

static bool use_service(struct aic_error *error)
{
    return answer_composed(
        "service", "model=llama-3.1-8b node=dgx-h100 prompt=1000 answer=200 rate=5/s", error);
}

static bool take_all(void *context, const char *bytes, size_t length)
{
    (void)bytes;
    *(size_t *)context += length;
    return true;
}

static bool ask_json(const char *question, struct aic_error *error)
{
    size_t written = 0;
    struct aic_sink sink = { take_all, &written, false };
    return aic_ask_json(question, strlen(question), NULL, &sink, error) <= AIC_ASKED_EXCEEDED;
}

static bool use_ask(struct aic_error *error)
{
    return ask_json(
        "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"mine\", \"context\": 1024, "
        "\"gpu\": \"l4\"}, \"files\": {\"mine\": {\"model_type\": \"llama\", \"hidden_size\": 64, "
        "\"intermediate_size\": 128, \"num_hidden_layers\": 2, \"num_attention_heads\": 4, "
        "\"vocab_size\": 1000}}, \"budget\": [\"kv_total <= 1GiB\"], \"fields\": \"kv_total\"}",
        error);
}

static bool give_text(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    (void)path;
    (void)error;
    *text = context;
    *length = strlen(context);
    return true;
}

/* The text of a model comes from the host. */
static bool use_ask_of_a_host(struct aic_error *error)
{
    static char model[] =
        "{\"model_type\": \"llama\", \"hidden_size\": 64, \"intermediate_size\": 128, "
        "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, \"vocab_size\": 1000}";
    static const char question[] = "{\"calculator\": \"kvcache\", \"inputs\": {\"model\": "
                                   "\"./mine.json\", \"context\": 1024}}";
    const struct aic_loader loader = { .load = give_text, .context = model };
    const struct aic_ask options = { .loader = &loader };
    size_t written = 0;
    struct aic_sink sink = { take_all, &written, false };
    return aic_ask_json(question, strlen(question), &options, &sink, error) <= AIC_ASKED_EXCEEDED;
}

static bool use_ask_for_a_sweep(struct aic_error *error)
{
    return ask_json("{\"calculator\": \"power\", \"inputs\": {\"gpu_power\": 700}, \"sweep\": "
                    "{\"gpus\": [8, 16]}, "
                    "\"format\": \"csv\"}",
                    error);
}

static bool answer(const char *calculator, const char *words, struct aic_error *error)
{
    struct order order;
    bool ok = take_order(&order, calculator, words, error) && answer_order(&order, error);
    end_order(&order);
    return ok;
}

static bool use_answer(struct aic_error *error)
{
    return answer("kvcache", "model=llama-3.1-8b context=8192 gpu=own sequences=4", error);
}

/* A composition is formed, asked and answered. */
static bool use_composition(struct aic_error *error)
{
    struct order order;
    struct aic_registry registry;
    aic_registry_init(&registry);
    bool ok =
        take_order(&order, "kvcache", "model=llama-3.1-8b node=dgx-h100 gpus=64 tokens=1T", error);
    if (ok) {
        order.recipe.calculator = aic_registry_find(&registry, "plan", error);
        ok = order.recipe.calculator && answer_order(&order, error);
    }
    end_order(&order);
    aic_registry_clear(&registry);
    return ok;
}

static bool use_model_file(struct aic_error *error)
{
    return answer("kvcache", "model=./config.json context=1024", error);
}

/* Experts have a list of their own, and a GPU alone is in a node that is assumed. */
static bool use_model_of_experts(struct aic_error *error)
{
    return answer("kvcache", "model=./experts.json context=1024", error);
}

static bool use_assumed_node(struct aic_error *error)
{
    return answer("layout",
                  "layers=2 hidden=64 heads=4 ffn=128 vocab=100 gpu=l4 gpus=8 seq=128 "
                  "global_batch=8",
                  error);
}

static bool use_ranges(struct aic_error *error)
{
    return answer("kvcache", SMALL " context=1024..1032 sequences=1..3", error);
}

static bool use_nodes(struct aic_error *error)
{
    return answer("collective", "node=dgx-h100 ranks=64 size=8GiB", error);
}

static bool answer_input(const char *text, const char *words, struct aic_error *error)
{
    struct order order;
    struct aic_json json = { 0 };
    bool ok = take_order(&order, "kvcache", words, error) &&
              aic_json_parse(&json, "in.json", text, strlen(text), AIC_JSON_INPUT_MAX, 0, error);
    order.recipe.input = &json;
    ok = ok && answer_order(&order, error);
    aic_json_clear(&json);
    end_order(&order);
    return ok;
}

static bool use_input(struct aic_error *error)
{
    return answer_input("{\"model\": \"llama-3.1-8b\", \"context\": \"8Ki\", \"layers\": 16}",
                        "sequences=2", error);
}

/* An answer of the program's: its catalog values and its results are not today's. */
static const char saved[] =
    "{\"schema\": \"aicalc/1\", \"version\": \"0.1.0\", \"calculator\": \"kvcache\", \"inputs\": {"
    "\"model\": {\"value\": \"llama-3.1-8b\", \"origin\": \"flag\"}, "
    "\"context\": {\"value\": 8192, \"unit\": \"token\", \"origin\": \"flag\"}, "
    "\"hidden\": {\"value\": 4095, \"unit\": \"1\", \"origin\": \"catalog\"}}, "
    "\"results\": {\"kv_total\": {\"value\": 1, \"unit\": \"B\", \"basis\": \"exact\"}, "
    "\"max_sequences\": {\"value\": 9, \"unit\": \"1\", \"basis\": \"exact\"}}, "
    "\"warnings\": []}";

static bool use_answer_fed_back(struct aic_error *error)
{
    return answer_input(saved, "", error);
}

static bool sweep_order(struct order *order, const char *const *axes, size_t count,
                        struct aic_error *error)
{
    const struct aic_recipe *recipe = &order->recipe;
    struct aic_sweep sweep;
    struct aic_evaluation evaluation = { 0 };
    bool ok = aic_sweep_init(&sweep, recipe, axes, count, error) &&
              aic_evaluation_init(&evaluation, recipe, sweep.inputs, sweep.axis_count,
                                  AIC_FROM_FLAG, error);
    for (uint64_t i = 0; ok && i < sweep.case_count; i++) {
        struct aic_value values[AIC_VARIED_MAX];
        struct aic_question question;
        struct aic_answer answer;
        aic_sweep_case(&sweep, i, values);
        ok = aic_evaluation_run(&evaluation, values);
        if (!ok) {
            *error = evaluation.notes.error;
            break;
        }
        ok = aic_evaluation_answer(&evaluation, values, &question, &answer, error) &&
             aic_evaluation_look(&evaluation, error);
        aic_answer_clear(&answer);
        aic_question_clear(&question);
    }
    aic_evaluation_clear(&evaluation);
    aic_sweep_clear(&sweep);
    return ok;
}

static bool use_sweep(struct aic_error *error)
{
    static const char *const axes[] = { "context=1Ki..2Ki*2", "gpu=own,h100-sxm",
                                        "kv_dtype=fp8,bf16" };
    struct order order;
    bool ok = take_order(&order, "kvcache", "model=llama-3.1-8b", error) &&
              sweep_order(&order, axes, 3, error);
    end_order(&order);
    return ok;
}

static bool use_sweep_of_choices(struct aic_error *error)
{
    static const char *const axes[] = { "engine=*" };
    struct order order;
    bool ok = take_order(&order, "kvcache", SMALL " context=64", error) &&
              sweep_order(&order, axes, 1, error);
    end_order(&order);
    return ok;
}

/* Names of a catalog as an axis, all or some; no case is asked. */
static bool name_axis(const char *text, struct aic_error *error)
{
    const char *const axes[] = { text };
    struct order order;
    struct aic_sweep sweep = { 0 };
    bool ok = take_order(&order, "kvcache", "model=llama-3.1-8b", error) &&
              aic_sweep_init(&sweep, &order.recipe, axes, 1, error);
    aic_sweep_clear(&sweep);
    end_order(&order);
    return ok;
}

static bool use_axis_of_names(struct aic_error *error)
{
    return name_axis("gpu=*", error);
}

static bool use_axis_of_some_names(struct aic_error *error)
{
    return name_axis("gpu=h100,l4", error);
}

static bool use_axis_of_numbers(struct aic_error *error)
{
    return name_axis("context=1Ki,2Ki,3Ki", error);
}

static bool solve(const char *calculator, const char *words, const char *wanted,
                  const char *budget_text, struct aic_error *error)
{
    struct order order;
    struct aic_solution solution = { 0 };
    struct aic_budget budget;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    bool ok = take_order(&order, calculator, words, error) &&
              aic_solve_read(&solution, order.recipe.calculator, wanted, error) &&
              aic_budget_read(&budget, order.recipe.calculator, budget_text, error) &&
              aic_solve(&solution, &order.recipe, &budget, 1, error) &&
              aic_solve_answer(&solution, &order.recipe, &question, &answer, error);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_solution_clear(&solution);
    end_order(&order);
    return ok;
}

static bool use_solve(struct aic_error *error)
{
    return solve("kvcache", SMALL " context=4096", "sequences=max", "kv_total <= 2GiB", error);
}

static bool use_solve_of_names(struct aic_error *error)
{
    return solve("kvcache", SMALL " context=4096", "gpu=min", "kv_total <= 2GiB", error);
}

static bool use_solve_of_choices(struct aic_error *error)
{
    return solve("kvcache", SMALL " context=4096", "kv_dtype=max", "kv_total <= 2GiB", error);
}

static bool use_sensitivity(struct aic_error *error)
{
    struct order order;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    struct aic_sensitivity sensitivity = { 0 };
    size_t results[] = { 0, 1, 2 };
    bool ok = take_order(&order, "kvcache", "model=llama-3.1-8b context=4096", error) &&
              aic_recipe_ask(&order.recipe, &question, error) &&
              aic_answer_init(&answer, &question, error) &&
              aic_sensitivity_init(&sensitivity, &answer, results, 3, error);
    aic_sensitivity_clear(&sensitivity);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    end_order(&order);
    return ok;
}

/* What finds the answer has uses of its own: memory fails behind it. */
static bool move_defaults(const struct aic_calculator *calculator, const char *words,
                          struct aic_error *error)
{
    const size_t shown[] = { 0 };
    struct order order;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    struct aic_influence influence = { 0 };
    long held = countdown;
    countdown = 0;
    bool ok = take_order(&order, "kvcache", words, error);
    order.recipe.calculator = calculator;
    ok = ok && aic_recipe_ask(&order.recipe, &question, error) &&
         aic_answer_init(&answer, &question, error);
    countdown = held;
    ok = ok && aic_influence_init(&influence, &answer, shown, 1, error);
    aic_influence_clear(&influence);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    end_order(&order);
    return ok;
}

static bool use_influence(struct aic_error *error)
{
    return move_defaults(aic_calculator_find("kvcache"), SMALL " context=64", error);
}

/* Of a composition, whose parts are asked for each move. */
static bool use_influence_on_parts(struct aic_error *error)
{
    struct aic_registry registry;
    long held = countdown;
    countdown = 0;
    aic_registry_init(&registry);
    const struct aic_calculator *service = aic_registry_find(&registry, "service", error);
    countdown = held;
    bool ok = service && move_defaults(service,
                                       "model=llama-3.1-8b node=dgx-h100 prompt=1000 answer=200 "
                                       "rate=5/s",
                                       error);
    aic_registry_clear(&registry);
    return ok;
}

static bool use_effect(struct aic_error *error)
{
    struct order order;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    bool ok = take_order(&order, "kvcache",
                         "model=llama-3.1-8b context=4096 experts_per_token=4 link=mesh", error) &&
              aic_recipe_ask(&order.recipe, &question, error) &&
              aic_answer_init(&answer, &question, error) &&
              aic_effect_warn(&answer, &order.recipe, error);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    end_order(&order);
    return ok;
}

/* Explains all results, or the one of that name; memory fails behind what finds the answer. */
static bool explain(const char *calculator, const char *words, const char *name,
                    struct aic_error *error)
{
    struct order order;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    struct aic_explanation explanation = { 0 };
    size_t shown[RESULTS_MAX];
    long held = countdown;
    countdown = 0;
    bool ok = take_order(&order, calculator, words, error) &&
              aic_recipe_ask(&order.recipe, &question, error) &&
              aic_answer_init(&answer, &question, error);
    countdown = held;
    if (ok) {
        const struct aic_table *results = &question.calculator->results;
        size_t count = 0;
        for (size_t i = 0; i < aic_table_size(results); i++) {
            bool is_shown = !name || strcmp(aic_table_at(results, i, NULL)->name, name) == 0;
            if (is_shown && aic_answer_result(&answer, i).set) {
                shown[count++] = i;
            }
        }
        assert_true(count > 0);
        ok = aic_explanation_init(&explanation, &answer, shown, count, error);
    }
    aic_explanation_clear(&explanation);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    end_order(&order);
    return ok;
}

/* With what a search found, asked once more. */
static bool use_explanation(struct aic_error *error)
{
    return explain("kvcache", "model=llama-3.1-8b context=4096 gpu=h100-sxm", "max_sequences",
                   error);
}

static bool use_explanation_of_all(struct aic_error *error)
{
    return explain("kvcache", SMALL " context=64", NULL, error);
}

static bool measure(const char *calculator, const char *words, const char *measurement,
                    enum aic_explained explained, struct aic_error *error)
{
    struct order order;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    struct aic_measured measured;
    bool ok = take_order(&order, calculator, words, error) &&
              aic_recipe_ask(&order.recipe, &question, error) &&
              aic_answer_init(&answer, &question, error) &&
              aic_measured_read(&measured, question.calculator, measurement, error) &&
              aic_measured_explain(&measured, &answer, error);
    assert_true(!ok || measured.explained == explained);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    end_order(&order);
    return ok;
}

/* Explained by an input that the table names. */
static bool use_measured(struct aic_error *error)
{
    return measure("cost", "gpu_price=3USD/h gpu_hours=1000", "rented_compute_cost=2000USD",
                   AIC_EXPLAINED, error);
}

/* No input that it rests on could explain it, which the sensitivity tells. */
static bool use_measured_of_facts(struct aic_error *error)
{
    return measure("kvcache", SMALL " context=64", "kv_total=1MB", AIC_NOT_EXPLAINED, error);
}

static bool use_answer_document(struct aic_error *error)
{
    struct aic_json json = { 0 };
    struct aic_registry registry;
    struct aic_question question = { 0 };
    struct aic_answer answer = { 0 };
    aic_registry_init(&registry);
    bool ok = aic_json_parse(&json, "a", saved, sizeof saved - 1, AIC_JSON_FILE_MAX, 0, error) &&
              aic_answer_read(&answer, &question, &json, &registry, error);
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    aic_registry_clear(&registry);
    aic_json_clear(&json);
    return ok;
}

static bool run_checks(const char *text, const char *earlier_text, struct aic_error *error)
{
    struct order order;
    struct aic_json json = { 0 }, earlier = { 0 };
    struct aic_checks checks = { 0 };
    bool ok = take_order(&order, "kvcache", "", error) &&
              aic_json_parse(&json, "c.json", text, strlen(text), AIC_JSON_FILE_MAX, 0, error) &&
              (!earlier_text || aic_json_parse(&earlier, "e.json", earlier_text,
                                               strlen(earlier_text), AIC_JSON_FILE_MAX, 0, error));
    const struct aic_check_source source = { .json = &json,
                                             .name = "c.json",
                                             .earlier = earlier_text ? &earlier : NULL,
                                             .catalog = &order.catalog,
                                             .loader = &order.loader };
    ok = ok && aic_checks_read(&checks, &source, error) && aic_checks_run(&checks, error);
    aic_checks_clear(&checks);
    aic_json_clear(&json);
    aic_json_clear(&earlier);
    end_order(&order);
    return ok;
}

#define CHECK_OF(inputs, budgets)                                                                  \
    "{\"schema\": \"aicalc-check/1\", \"checks\": [{\"name\": \"k\", \"calculator\": \"kvcache\"," \
    " \"inputs\": {\"layers\": 2, \"kv_heads\": 1, \"head_dim\": 64, " inputs                      \
    "}, \"budgets\": [" budgets "]}]}"

/* One whose limit hangs on an earlier report, with a line that does not apply. */
static bool use_checks(struct aic_error *error)
{
    return run_checks(
        CHECK_OF("\"context\": \"64..68\"", "\"kv_total <= +5%\", \"fits\""),
        "{\"schema\": \"aicalc-report/1\", \"checks\": [{\"name\": \"k\", \"budgets\": ["
        "{\"result\": \"kv_total\", \"unit\": \"B\", \"actual\": 1e9}]}]}",
        error);
}

static bool use_check_without_answer(struct aic_error *error)
{
    return run_checks(CHECK_OF("\"context\": 64, \"tp\": 3, \"engine\": \"vllm\", \"heads\": 8",
                               "\"kv_total < 1B\""),
                      NULL, error);
}

static bool use_check_that_warns(struct aic_error *error)
{
    return run_checks(CHECK_OF("\"context\": 64, \"max_context\": 32", "\"kv_total < 1B\""), NULL,
                      error);
}

/* Of what is deployed: the command in a file beside it, and what the check sets. */
static bool use_check_of_a_text(struct aic_error *error)
{
    return run_checks("{\"schema\": \"aicalc-check/1\", \"checks\": [{\"name\": \"k\", \"from\": "
                      "[\"run.sh\"], \"set\": {\"TP\": 2}, \"inputs\": {\"gpu_memory\": \"80GiB\", "
                      "\"context\": 4096, \"output_head\": true}, \"budgets\": [\"fits\"]}]}",
                      NULL, error);
}

/* With what was measured, too. */
static bool use_check_of_measurements(struct aic_error *error)
{
    return run_checks("{\"schema\": \"aicalc-check/1\", \"defaults\": {\"context\": 64}, "
                      "\"checks\": [{\"name\": \"k\", \"calculator\": \"kvcache\", \"inputs\": "
                      "{\"layers\": 2, \"kv_heads\": 1, \"head_dim\": 64}, \"budgets\": "
                      "[\"kv_total < 1MB\"], \"measured\": {\"kv_total\": \"30kB\"}}]}",
                      NULL, error);
}

/* A file with a mistake is refused; where memory is short before that, the error says so. */
static bool refuse_checks(const char *text, const char *words, struct aic_error *error)
{
    bool taken = run_checks(text, NULL, error);
    if (error->code == AIC_ERR_MEMORY) {
        return false;
    }
    if (taken || !strstr(error->message, words)) {
        fail_msg("'%s' does not say '%s'", error->message, words);
    }
    *error = (struct aic_error){ .code = AIC_OK };
    return true;
}

static bool use_check_without_object(struct aic_error *error)
{
    return refuse_checks("{\"schema\": \"aicalc-check/1\", \"checks\": [1]}",
                         "a check is an object", error);
}

static bool use_check_of_no_key(struct aic_error *error)
{
    return refuse_checks("{\"schema\": \"aicalc-check/1\", \"cheks\": 1, \"checks\": []}",
                         "'cheks'", error);
}

static bool use_check_without_budgets(struct aic_error *error)
{
    return refuse_checks(CHECK_OF("\"context\": 64", ""), "budgets", error);
}

static bool use_check_of_no_result(struct aic_error *error)
{
    return refuse_checks(CHECK_OF("\"context\": 64", "\"kv_totl < 1B\""), "'kv_totl'", error);
}

static bool use_check_of_no_input(struct aic_error *error)
{
    return refuse_checks(CHECK_OF("\"contxt\": 64", "\"kv_total < 1B\""), "'contxt'", error);
}

static bool use_check_of_no_default(struct aic_error *error)
{
    return refuse_checks("{\"schema\": \"aicalc-check/1\", \"defaults\": {\"context\": \"x\"}, "
                         "\"checks\": [{\"name\": \"k\", \"calculator\": \"kvcache\", "
                         "\"inputs\": {\"layers\": 2}, \"budgets\": [\"kv_total < 1B\"]}]}",
                         "'x' is not a number", error);
}

static bool use_check_relative_to_nothing(struct aic_error *error)
{
    return refuse_checks(CHECK_OF("\"context\": 64", "\"kv_total <= +5%\""), "none is given",
                         error);
}

static bool use_checks_of_one_name(struct aic_error *error)
{
#define ONE                                                                                        \
    "{\"name\": \"k\", \"calculator\": \"kvcache\", \"inputs\": {\"layers\": 2}, "                 \
    "\"budgets\": [\"kv_total < 1B\"]}"
    return refuse_checks("{\"schema\": \"aicalc-check/1\", \"checks\": [" ONE ", " ONE "]}",
                         "two checks are called 'k'", error);
#undef ONE
}

/* Results that are others today, one of which does not apply any more. */
static bool use_saved_answer_that_differs(struct aic_error *error)
{
    return run_checks("{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {"
                      "\"layers\": {\"value\": 2, \"unit\": \"layer\", \"origin\": \"flag\"}, "
                      "\"kv_heads\": {\"value\": 1, \"unit\": \"head\", \"origin\": \"flag\"}, "
                      "\"head_dim\": {\"value\": 64, \"unit\": \"1\", \"origin\": \"flag\"}}, "
                      "\"results\": {\"max_sequences\": {\"value\": 9, \"unit\": \"1\"}, "
                      "\"kv_total\": {\"value\": 1, \"unit\": \"B\"}}, \"warnings\": []}",
                      NULL, error);
}

static bool use_saved_answer(struct aic_error *error)
{
    return run_checks(saved, NULL, error);
}

static bool use_diff(struct aic_error *error)
{
    static const char other[] =
        "{\"schema\": \"aicalc/1\", \"calculator\": \"kvcache\", \"inputs\": {}, \"results\": {"
        "\"kv_total\": {\"value\": 2, \"unit\": \"B\"}}, \"warnings\": []}";
    struct aic_json before = { 0 }, after = { 0 };
    struct aic_diff diff = { 0 };
    bool ok = aic_json_parse(&before, "a", saved, sizeof saved - 1, AIC_JSON_FILE_MAX, 0, error) &&
              aic_json_parse(&after, "b", other, sizeof other - 1, AIC_JSON_FILE_MAX, 0, error) &&
              aic_diff_init(&diff, &before, &after, error);
    aic_diff_clear(&diff);
    aic_json_clear(&before);
    aic_json_clear(&after);
    return ok;
}

static bool count_entry(void *context, const struct aic_entry *entry)
{
    *(size_t *)context += entry->node != NULL;
    return true;
}

static bool use_catalog(struct aic_error *error)
{
    struct order order;
    struct aic_entry entry = { 0 };
    size_t count = 0;
    bool ok = take_order(&order, "kvcache", "", error) &&
              aic_catalog_find(&order.catalog, AIC_GPUS, "own", &entry, error);
    aic_entry_clear(&entry);
    ok = ok && aic_catalog_find(&order.catalog, AIC_GPUS, "h100-sxm", &entry, error);
    aic_entry_clear(&entry);
    ok = ok && aic_catalog_each(&order.catalog, AIC_GPUS, count_entry, &count, error);
    end_order(&order);
    return ok;
}

/* A name as people type it, and one that no entry has: finding out needs no memory. */
static bool use_typed_names(struct aic_error *error)
{
    struct aic_catalog catalog;
    struct aic_entry entry = { 0 };
    struct aic_error unknown = { 0 };
    aic_catalog_init(&catalog);
    bool missing = aic_catalog_find(&catalog, AIC_GRIDS, "moon", &entry, &unknown);
    bool found = aic_catalog_find(&catalog, AIC_GPUS, "h100", &entry, error);
    aic_entry_clear(&entry);
    aic_catalog_clear(&catalog);
    return !missing && unknown.code == AIC_ERR_UNKNOWN && found;
}

static struct fake_bytes shards[2];

/* Two shards, their index, and the config beside them. */
static bool use_weights(struct aic_error *error)
{
    static const char map[] = "{\"metadata\": {\"total_size\": 160}, \"weight_map\": {"
                              "\"model.embed_tokens.weight\": \"a.safetensors\", "
                              "\"model.layers.0.self_attn.q_proj.weight\": \"b.safetensors\"}}";
    put_safetensors(&shards[0],
                    "{\"model.embed_tokens.weight\": {\"dtype\": \"F32\", "
                    "\"shape\": [8, 4], \"data_offsets\": [0, 128]}}",
                    128);
    put_safetensors(&shards[1],
                    "{\"model.layers.0.self_attn.q_proj.weight\": {\"dtype\": \"BF16\", "
                    "\"shape\": [4, 4], \"data_offsets\": [0, 32]}}",
                    32);
    const struct fake_file listed[] = { { "model.safetensors.index.json", map, sizeof map - 1 },
                                        { "config.json", config, sizeof config - 1 },
                                        { "a.safetensors", shards[0].at, shards[0].length },
                                        { "b.safetensors", shards[1].at, shards[1].length },
                                        { NULL, NULL, 0 } };
    static struct aic_model_file file;
    struct fake_files files = { .at = listed };
    return fake_model(&files, NULL, &file, error);
}

/* An index whose files are not there. */
static bool use_index(struct aic_error *error)
{
    static const char map[] = "{\"weight_map\": {\"model.embed_tokens.weight\": \"a\", "
                              "\"model.layers.0.mlp.up_proj.weight\": \"b\"}}";
    static struct aic_model_file file;
    return aic_model_text_read("i.json", map, sizeof map - 1, &file, error);
}

/* Parts of a GGUF with a list that is kept, and more keys than the first block holds. */
static bool use_gguf(struct aic_error *error)
{
    static struct fake_gguf gguf;
    static struct aic_model_file file;
    char key[32];
    for (uint32_t part = 0; part < 2; part++) {
        memset(&gguf, 0, sizeof gguf);
        gguf_text(&gguf, "general.architecture", "a");
        gguf_u32(&gguf, "split.no", part);
        gguf_u32(&gguf, "split.count", 2);
        gguf_u32(&gguf, "a.block_count", 2);
        gguf_list(&gguf, "a.attention.head_count_kv", (const uint32_t[]){ 1, 1 }, 2);
        for (int i = 0; i < 80; i++) {
            gguf_u32(&gguf, (snprintf(key, sizeof key, "a.key_%d", i), key), 1);
        }
        gguf_tensor(&gguf, part ? "blk.1.attn_k.weight" : "blk.0.attn_k.weight", 8, 8);
        put_gguf(&shards[part], &gguf);
        shards[part].length = (shards[part].length + 31) / 32 * 32 + 256;
    }
    const struct fake_file listed[] = { { "x-00001-of-00002.gguf", shards[0].at, shards[0].length },
                                        { "x-00002-of-00002.gguf", shards[1].at, shards[1].length },
                                        { NULL, NULL, 0 } };
    struct fake_files files = { .at = listed };
    return fake_model(&files, NULL, &file, error);
}

/* Runs a use with its first, second, ... allocation failing, until none is left to fail; where
 * there are many, they are alike (entries of a catalog). */
static void starve(void **state)
{
    bool (*use)(struct aic_error *) = *(bool (**)(struct aic_error *)) * state;
    long n = 0;
    do {
        struct aic_error error = { 0 };
        n += n < EACH_MAX ? 1 : STRIDE;
        countdown = n;
        fired = false;
        outstanding = 0;
        bool ok = use(&error);
        countdown = 0;
        allocations += fired;
        if (ok == fired || (fired && error.code != AIC_ERR_MEMORY) || outstanding != 0) {
            fail_msg("allocation %ld: %s, %ld blocks left: %s", n, ok ? "taken" : "refused",
                     outstanding, error.message);
        }
    } while (fired);
    assert_true(n > 3);
}

int main(void)
{
    static bool (*const uses[])(struct aic_error *) = {
        use_answer,
        use_ask,
        use_ask_of_a_host,
        use_ask_for_a_sweep,
        use_composition,
        use_model_file,
        use_model_of_experts,
        use_assumed_node,
        use_ranges,
        use_nodes,
        use_plan,
        use_service,
        use_input,
        use_answer_fed_back,
        use_sweep,
        use_sweep_of_choices,
        use_axis_of_names,
        use_axis_of_some_names,
        use_axis_of_numbers,
        use_solve,
        use_solve_of_names,
        use_solve_of_choices,
        use_sensitivity,
        use_influence,
        use_influence_on_parts,
        use_effect,
        use_explanation,
        use_explanation_of_all,
        use_measured,
        use_measured_of_facts,
        use_answer_document,
        use_checks,
        use_check_without_answer,
        use_check_that_warns,
        use_check_of_a_text,
        use_check_of_measurements,
        use_check_without_object,
        use_check_of_no_key,
        use_check_without_budgets,
        use_check_of_no_result,
        use_check_of_no_input,
        use_check_of_no_default,
        use_check_relative_to_nothing,
        use_checks_of_one_name,
        use_saved_answer,
        use_saved_answer_that_differs,
        use_diff,
        use_catalog,
        use_typed_names,
        use_weights,
        use_index,
        use_gguf,
    };
    enum { USES = sizeof uses / sizeof uses[0] };
    struct CMUnitTest tests[USES];
    cJSON_Hooks hooks = { __wrap_malloc, __wrap_free };
    cJSON_InitHooks(&hooks);
    for (size_t i = 0; i < USES; i++) {
        tests[i] = (struct CMUnitTest){ "starve", starve, NULL, NULL, (void *)&uses[i] };
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%ld allocations failed in turn\n", allocations);
    return failures;
}
