/* SPDX-License-Identifier: Apache-2.0 */
/* Solving: what is asked, choices and names in their order, and the answer at the value found. */
#include <aicalc/solve.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/sweep.h>
#include <aicalc/text.h>

#include "analysis/solve/search.h"

const char *aic_goal_name(enum aic_goal goal)
{
    return goal == AIC_SMALLEST ? "min" : "max";
}

static bool fail_form(const char *text, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_VALUE, NULL, "--solve: '%s' is not of the form PARAMETER=min|max",
             text);
    return aic_suggest(error, "for example 'gpus=min'");
}

static bool find_parameter(struct aic_solution *solution, const struct aic_calculator *calculator,
                           struct aic_span name, struct aic_error *error)
{
    char canonical[AIC_TYPED_SIZE];
    char typed[AIC_TYPED_SIZE];
    const char *near;
    struct aic_text text;
    aic_text_init(&text, canonical, sizeof canonical);
    aic_text_add_spelt(&text, name, '-', '_');
    const struct aic_span wanted = { canonical, text.length };
    if (aic_input_find(calculator, wanted, &solution->input, NULL)) {
        return true;
    }
    aic_table_lookup(&calculator->inputs, wanted, &solution->input, &near, typed);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "--solve: %s has no parameter '%s'", calculator->name,
             typed);
    if (!aic_suggest_new_name(error, calculator, wanted)) {
        aic_suggest_name(error, near, "'aicalc help %s' lists them", calculator->name);
    }
    return false;
}

bool aic_solve_read(struct aic_solution *solution, const struct aic_calculator *calculator,
                    const char *text, struct aic_error *error)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    memset(solution, 0, sizeof *solution);
    if (length == 0) {
        return fail_form(text, error);
    }
    if (!find_parameter(solution, calculator, (struct aic_span){ text, length }, error)) {
        return false;
    }
    const struct aic_field *field = aic_table_at(&calculator->inputs, solution->input, NULL);
    if (equals && strcmp(equals + 1, "min") != 0 && strcmp(equals + 1, "max") != 0) {
        return fail_form(text, error);
    }
    if (field->kind == AIC_FLAG) {
        aic_fail(error, AIC_ERR_VALUE, field->name, "--solve: %s is a flag, of two values",
                 field->name);
        return aic_suggest(error, "ask with it and without it: --sweep %s=*", field->name);
    }
    solution->goal = equals && equals[2] == 'a' ? AIC_LARGEST : AIC_SMALLEST;
    return true;
}

void aic_solution_clear(struct aic_solution *solution)
{
    struct aic_sweep *names = solution->names;
    if (names) {
        aic_sweep_clear(names);
        free(names);
        solution->names = NULL;
    }
}

static const struct aic_field *field_of(const struct aic_solution *solution,
                                        const struct aic_recipe *recipe)
{
    return aic_table_at(&recipe->calculator->inputs, solution->input, NULL);
}

/* A value in words; numbers with their unit. */
static void write_value(const struct aic_field *field, struct aic_value value, char *out,
                        size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    if (field->kind == AIC_CHOICE) {
        aic_text_add(&text, aic_choice_name(field, (int)value.number));
    } else if (field->kind == AIC_FLAG) {
        aic_text_add(&text, value.number != 0 ? "true" : "false");
    } else if (field->kind == AIC_REFERENCE) {
        aic_text_add(&text, value.name);
    } else {
        aic_quantity_write(out, capacity, value.number, field->dimension, field->unit,
                           AIC_UNITS_AUTO);
    }
}

/* All that was tried and none met the budgets. */
static bool fail_unsolved(const struct aic_solution *solution,
                          const struct aic_candidates *candidates, const struct aic_recipe *recipe,
                          struct aic_error *error)
{
    const struct aic_field *field = field_of(solution, recipe);
    if (!candidates->any_possible) {
        *error = candidates->first_error;
        return false;
    }
    const struct aic_field *lacks = candidates->nearest_candidate.lacks;
    if (lacks) {
        aic_fail(error, AIC_ERR_UNSOLVED, field->name,
                 "no value of %s will do; %s is false for all that are possible", field->name,
                 lacks->name);
        return aic_suggest(error, "tried: %s; change what is required", solution->method);
    }
    const struct aic_budget *budget = &candidates->budgets[candidates->nearest_candidate.binding];
    const struct aic_field *result = aic_budget_field(budget, recipe->calculator);
    char nearest[128], actual[AIC_QUANTITY_SIZE + 64], limit[160];
    struct aic_text text;
    write_value(field, candidates->nearest, nearest, sizeof nearest);
    write_value(result, (struct aic_value){ true, candidates->nearest_candidate.actual, NULL },
                actual, sizeof actual);
    aic_text_init(&text, limit, sizeof limit);
    aic_text_add_bytes(&text, budget->text.at, budget->text.length);
    bool is_flag = result->kind == AIC_FLAG;
    aic_fail(error, AIC_ERR_UNSOLVED, field->name,
             "no value of %s meets the budgets; nearest is %s, where %s is %s%s%s%s", field->name,
             nearest, result->name, actual, is_flag ? "" : " and not '", is_flag ? "" : limit,
             is_flag ? "" : "'");
    return aic_suggest(error, "change another input, or the budget; tried: %s", solution->method);
}

/* All that was tried meets the budgets, up to an end that only the search has: none is the largest. */
static bool fail_endless(const struct aic_solution *solution, const struct aic_recipe *recipe,
                         struct aic_error *error)
{
    const struct aic_field *field = field_of(solution, recipe);
    bool is_least = solution->goal == AIC_SMALLEST;
    char end[128];
    write_value(field, solution->value, end, sizeof end);
    aic_fail(error, AIC_ERR_UNSOLVED, field->name,
             "no value of %s is the %s: all %s %s meet the budgets", field->name,
             is_least ? "smallest" : "largest", is_least ? "down to" : "up to", end);
    if (is_least) {
        return aic_suggest(error, "ask for the largest: --solve %s=max", field->name);
    }
    return aic_suggest(error, "add a budget that a large one exceeds; the smallest is --solve %s=min",
                       field->name);
}

/* Choices and names: all of them, from the wanted end. */
static bool solve_list(struct aic_solution *solution, struct aic_candidates *candidates,
                       const struct aic_axis *axis)
{
    bool last_first = solution->goal == AIC_LARGEST;
    bool found = false;
    bool stopped = false;
    solution->monotone = true;
    for (uint64_t i = 0; i < axis->count; i++) {
        struct aic_value value = aic_axis_value(axis, last_first ? axis->count - 1 - i : i);
        struct aic_candidate candidate = aic_candidate_judge(candidates, value);
        if (candidate.outcome == CANDIDATE_MEETS && !found) {
            solution->value = value;
            found = true;
        } else if (candidate.outcome == CANDIDATE_MEETS) {
            solution->monotone = solution->monotone && !stopped;
        } else if (candidate.outcome == CANDIDATE_MISSES && found) {
            stopped = true;
            solution->monotone = solution->monotone && solution->kind != AIC_NEIGHBOR_MISSES;
        } else if (candidate.outcome == CANDIDATE_MISSES && !candidate.lacks) {
            solution->kind = AIC_NEIGHBOR_MISSES;
            solution->neighbor = value;
            solution->binding = candidate.binding;
            solution->actual = candidate.actual;
        }
    }
    return found;
}

static bool solve_names(struct aic_solution *solution, struct aic_candidates *candidates,
                        const struct aic_recipe *recipe, struct aic_error *error)
{
    const struct aic_field *field = field_of(solution, recipe);
    char all[80];
    const char *const texts[] = { all };
    struct aic_text text;
    aic_text_init(&text, all, sizeof all);
    aic_text_format(&text, "%s=*", field->name);
    struct aic_sweep *names = calloc(1, sizeof *names);
    if (!names) {
        return aic_fail_memory(error);
    }
    solution->names = names;
    struct aic_recipe without = *recipe; /* the parameter may be given as well */
    without.setting_count = 0;
    aic_text_init(&text, solution->method, sizeof solution->method);
    aic_text_add(&text, field->kind == AIC_CHOICE ? "every choice, in the order of the help"
                                                  : "every name, in the order of the catalog");
    if (!aic_sweep_init(names, &without, texts, 1, error)) {
        return false;
    }
    if (!solve_list(solution, candidates, &names->axes[0])) {
        return fail_unsolved(solution, candidates, recipe, error);
    }
    return true;
}

static void describe_numbers(struct aic_solution *solution, const struct aic_grid *grid)
{
    struct aic_text text;
    aic_text_init(&text, solution->method, sizeof solution->method);
    double last = grid->at[grid->count - 1];
    if (!grid->whole) {
        aic_text_format(&text, "%g values from %g to %g, then bisection to neighbouring numbers",
                        (double)grid->count, grid->at[0], last);
    } else if (grid->dense >= grid->high) {
        aic_text_format(&text, "every whole number from %g to %g", grid->low, grid->high);
    } else if (grid->stride > 1) {
        aic_text_format(&text,
                        "multiples of %g, each up to %g, then by products of 2, 3 and 5 up to %g, "
                        "then the gap",
                        grid->stride, grid->dense, last);
    } else {
        aic_text_format(&text,
                        "every whole number up to %g, then products of 2, 3 and 5 up to %g, then "
                        "the gap",
                        grid->dense, last);
    }
}

/* What is wrong with every value shows best at a usual one, not at an end. */
static void show_why(struct aic_candidates *candidates, const struct aic_grid *grid, double start)
{
    double usual = fmin(fmax(aic_or(start, 1), grid->low), grid->high);
    aic_candidate_judge_number(candidates, usual);
    candidates->first_error = candidates->error;
}

static bool solve_number(struct aic_solution *solution, struct aic_candidates *candidates,
                         const struct aic_recipe *recipe, double start, struct aic_error *error)
{
    struct aic_grid grid = { .at = NULL };
    bool ok = aic_grid_init(&grid, candidates, field_of(solution, recipe), start, error);
    if (ok) {
        error->code = AIC_OK;
        describe_numbers(solution, &grid);
        ok = aic_solve_on_grid(solution, candidates, &grid, error);
        if (!ok && error->code != AIC_ERR_MEMORY) {
            if (!candidates->any_possible) {
                show_why(candidates, &grid, start);
            }
            fail_unsolved(solution, candidates, recipe, error);
        }
        if (ok && solution->kind == AIC_NEIGHBOR_NONE && grid.endless[solution->goal]) {
            ok = fail_endless(solution, recipe, error);
        }
    }
    aic_grid_clear(&grid);
    return ok;
}

static bool check_budgets(const struct aic_budget *budgets, size_t count, struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (!budgets[i].warns) {
            return true;
        }
    }
    aic_fail(error, AIC_ERR_MISSING, NULL, "--solve without a budget that can fail");
    return aic_suggest(error, "say what must hold: --budget 'RESULT OP QUANTITY'");
}

/* The value that the question has without solving; ranges are refused. */
static bool find_start(const struct aic_solution *solution, const struct aic_recipe *recipe,
                       double *start, struct aic_error *error)
{
    struct aic_question question;
    bool ok = aic_recipe_ask(recipe, &question, error);
    if (ok && question.range_count > 0) {
        const char *name =
            aic_table_at(&recipe->calculator->inputs, question.ranges[0].input, NULL)->name;
        ok = aic_fail(error, AIC_ERR_USAGE, name, "--solve together with a range of %s", name);
        aic_suggest(error, "solve at one value of %s, such as its worse end", name);
    }
    if (ok) {
        struct aic_value value = aic_question_value(&question, solution->input);
        *start = value.set && !value.name ? value.number : (double)NAN;
    }
    aic_question_clear(&question);
    return ok;
}

bool aic_solve(struct aic_solution *solution, const struct aic_recipe *recipe,
               const struct aic_budget *budgets, size_t count, struct aic_error *error)
{
    const struct aic_field *field = field_of(solution, recipe);
    bool is_number = aic_field_is_number(field);
    double start = NAN;
    struct aic_candidates candidates;
    if (!check_budgets(budgets, count, error) || !find_start(solution, recipe, &start, error)) {
        return false;
    }
    bool ok = aic_candidates_init(&candidates, recipe, solution->input, budgets, count, error);
    candidates.multiple = solution->multiple;
    candidates.must_hold = !is_number; /* one of several options is taken */
    ok = ok && (is_number ? solve_number(solution, &candidates, recipe, start, error)
                          : solve_names(solution, &candidates, recipe, error));
    solution->evaluations = candidates.evaluations;
    if (candidates.broken) {
        *error = candidates.error;
        ok = false;
    }
    aic_candidates_clear(&candidates);
    return ok;
}

bool aic_solve_answer(const struct aic_solution *solution, const struct aic_recipe *recipe,
                      struct aic_question *question, struct aic_answer *answer,
                      struct aic_error *error)
{
    struct aic_evaluation evaluation;
    bool ok =
        aic_evaluation_init(&evaluation, recipe, &solution->input, 1, AIC_FROM_SOLVE, error) &&
        aic_evaluation_answer(&evaluation, &solution->value, question, answer, error);
    aic_evaluation_clear(&evaluation);
    return ok;
}
