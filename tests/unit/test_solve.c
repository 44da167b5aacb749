/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Solving: the value found meets every budget, its neighbour does not, and no value
 * nearer to the wanted end does, as direct evaluations show.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/aicalc.h>
#include <aicalc/solve.h>

static const char *const job[] = { "model", "llama-3.1-70b", "tokens", "15T", "gpu", "h100-sxm",
                                   "mfu",   "0.4",           "tp",     "8",   NULL };
static const char *const cache[] = { "model", "llama-3.1-8b", "context", "8Ki",
                                     "gpu",   "h100-sxm",     NULL };
static const char *const saving[] = { "params", "70B", "gpus", "512", "gpu_mtbf", "50677h", NULL };

struct problem {
    const char *calculator;
    const char *const *arguments;
    const char *solve;
    const char *budget;
};

static struct aic_catalog catalog;
static struct aic_setting settings[16];

static struct aic_recipe recipe_of(const struct problem *problem)
{
    struct aic_recipe recipe = { .calculator = aic_calculator_find(problem->calculator),
                                 .catalog = &catalog,
                                 .settings = settings,
                                 .settings_origin = AIC_FROM_FLAG };
    for (const char *const *word = problem->arguments; word[0]; word += 2) {
        settings[recipe.setting_count++] = (struct aic_setting){ word[0], word[1], 0 };
    }
    return recipe;
}

static bool solve(const struct problem *problem, struct aic_solution *solution,
                  struct aic_error *error)
{
    struct aic_recipe recipe = recipe_of(problem);
    struct aic_budget budget;
    return aic_solve_read(solution, recipe.calculator, problem->solve, error) &&
           aic_budget_read(&budget, recipe.calculator, problem->budget, error) &&
           aic_solve(solution, &recipe, &budget, 1, error);
}

/* Whether a value meets the budget, by a question of its own. */
static bool meets(const struct problem *problem, const struct aic_solution *solution,
                  struct aic_value value)
{
    struct aic_recipe recipe = recipe_of(problem);
    const struct aic_field *field = aic_table_at(&recipe.calculator->inputs, solution->input, NULL);
    const char *text =
        field->kind == AIC_CHOICE ? aic_choice_name(field, (int)value.number) : value.name;
    settings[recipe.setting_count++] = (struct aic_setting){ field->name, text, value.number };
    struct aic_question question;
    struct aic_answer answer = { .out = NULL };
    struct aic_budget budget;
    struct aic_verdict verdict;
    struct aic_error error;
    bool met = aic_budget_read(&budget, recipe.calculator, problem->budget, &error) &&
               aic_recipe_ask(&recipe, &question, &error) &&
               aic_answer_init(&answer, &question, &error) &&
               aic_budget_judge(&budget, &answer, &verdict, &error) && verdict.pass;
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    return met;
}

static const struct problem edges[] = {
    { "train-time", job, "gpus=min", "train_time <= 90d" },
    { "train-time", job, "gpus=max", "train_time >= 90d" },
    { "train-time", job, "mfu=min", "flops_total <= 1e25FLOP" },
    { "train-time", job, "tokens=max", "flops_total <= 1e25FLOP" },
    { "checkpoint", saving, "write_bw=min", "goodput >= 97%" },
    { "checkpoint", saving, "gpu_mtbf=min", "goodput >= 90%" },
    { "kvcache", cache, "sequences=max", "decode_time <= 30ms" },
    { "kvcache", cache, "context=max", "fits" },
    { "kvcache", cache, "sequences=max", "kv_total < 40GiB" },
    { "kvcache", cache, "tp=min", "weights_per_gpu <= 5GiB" },
    { "kvcache", cache, "kv_dtype=min", "kv_per_token <= 70000B" },
    { "kvcache", cache, "gpu=max", "fits" },
};

static void both_sides_of_the_edge_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        struct aic_solution solution;
        struct aic_error error;
        if (!solve(&edges[i], &solution, &error)) {
            /* Where nothing meets it, that is an answer too. */
            if (error.code != AIC_ERR_UNSOLVED && error.code != AIC_ERR_MISSING) {
                fail_msg("%s: %s", edges[i].solve, error.message);
            }
        } else if (!meets(&edges[i], &solution, solution.value)) {
            fail_msg("%s: the value does not meet '%s'", edges[i].solve, edges[i].budget);
        } else if (solution.kind != AIC_NEIGHBOR_NONE &&
                   meets(&edges[i], &solution, solution.neighbor)) {
            fail_msg("%s: the neighbour meets '%s'", edges[i].solve, edges[i].budget);
        }
        aic_solution_clear(&solution);
    }
}

/* The next value of the kind beyond the one found: nothing lies between. */
static void the_neighbor_is_next(void **state)
{
    (void)state;
    struct aic_solution solution;
    struct aic_error error;
    assert_true(solve(&edges[4], &solution, &error));
    assert_int_equal(solution.kind, AIC_NEIGHBOR_MISSES);
    assert_true(solution.neighbor.number == nextafter(solution.value.number, 0));
    assert_true(solution.monotone);
    aic_solution_clear(&solution);
    assert_true(solve(&edges[0], &solution, &error));
    assert_int_equal(solution.kind, AIC_NEIGHBOR_MISSES);
    assert_true(solution.neighbor.number == solution.value.number - 8); /* tp is 8 */
    aic_solution_clear(&solution);
}

/* Small numbers of GPUs: the same as trying every one. */
static void whole_numbers_are_found_exactly(void **state)
{
    (void)state;
    static const char *const days[] = { "train_time <= 500d", "train_time <= 1000d",
                                        "train_time <= 3000d" };
    for (size_t i = 0; i < sizeof days / sizeof days[0]; i++) {
        const struct problem problem = { "train-time", job, "gpus=min", days[i] };
        struct aic_solution solution;
        struct aic_error error;
        assert_true(solve(&problem, &solution, &error));
        struct aic_value value = { true, 1, NULL };
        while (!meets(&problem, &solution, value)) {
            value.number++;
        }
        assert_true(value.number == solution.value.number);
        aic_solution_clear(&solution);
    }
}

/* A goodput is best at one interval and falls on both sides: a window. */
static void windows_are_found_from_both_sides(void **state)
{
    (void)state;
    static const char *const timed[] = { "params", "70B",      "gpus",   "512", "gpu_mtbf",
                                         "50677h", "write_bw", "40GB/s", NULL };
    const struct problem shortest = { "checkpoint", timed, "interval=min", "goodput >= 97%" };
    const struct problem longest = { "checkpoint", timed, "interval=max", "goodput >= 97%" };
    struct aic_solution low, high;
    struct aic_error error;
    assert_true(solve(&shortest, &low, &error));
    assert_true(solve(&longest, &high, &error));
    assert_true(low.value.number < high.value.number);
    assert_false(low.monotone);
    assert_false(high.monotone);
    assert_true(meets(&shortest, &low, low.value) && !meets(&shortest, &low, low.neighbor));
    assert_true(meets(&longest, &high, high.value) && !meets(&longest, &high, high.neighbor));
    aic_solution_clear(&low);
    aic_solution_clear(&high);
}

static void what_cannot_be_met_is_told(void **state)
{
    (void)state;
    const struct problem never = { "checkpoint", saving, "write_bw=min", "goodput >= 100%" };
    struct aic_solution solution;
    struct aic_error error;
    assert_false(solve(&never, &solution, &error));
    assert_int_equal(error.code, AIC_ERR_UNSOLVED);
    assert_non_null(strstr(error.message, "goodput >= 100%"));
    aic_solution_clear(&solution);
}

static void expect_refusal(const char *text, const char *budget, enum aic_code code)
{
    const struct problem problem = { "kvcache", cache, text, budget };
    struct aic_solution solution;
    struct aic_error error;
    assert_false(solve(&problem, &solution, &error));
    assert_int_equal(error.code, code);
    aic_solution_clear(&solution);
}

static void wrong_questions_are_refused(void **state)
{
    (void)state;
    expect_refusal("=min", "fits", AIC_ERR_VALUE);
    expect_refusal("sequences=least", "fits", AIC_ERR_VALUE);
    expect_refusal("sequenses=min", "fits", AIC_ERR_UNKNOWN);
    expect_refusal("kv_unified=min", "fits", AIC_ERR_VALUE);
    expect_refusal("sequences=max", "warn: fits", AIC_ERR_MISSING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_of_the_edge_hold),
        cmocka_unit_test(the_neighbor_is_next),
        cmocka_unit_test(whole_numbers_are_found_exactly),
        cmocka_unit_test(windows_are_found_from_both_sides),
        cmocka_unit_test(what_cannot_be_met_is_told),
        cmocka_unit_test(wrong_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
