/* SPDX-License-Identifier: Apache-2.0 */
/* A solve without budgets: the calculator's own verdicts, and goals that are given. */
#include <aicalc/solve.h>

#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>
#include <aicalc/text.h>

/* The verdicts of one question, on their way to budgets. */
struct own {
    struct aic_solution *solution;
    const struct aic_question *question;
    struct aic_budget *budgets;
    size_t count;
};

/* One of a unit in base units; powers of ten up to those of times are exact. */
static double size_of(const struct aic_unit *unit)
{
    double size = unit->multiplier / unit->divisor;
    for (int i = 0; i < unit->exp10; i++) {
        size *= 10;
    }
    return size;
}

/* The largest unit of which a time is a whole number, "30d"; NULL: none, or no time. */
static const struct aic_unit *unit_of(double goal, enum aic_dimension dimension)
{
    const struct aic_unit *unit, *best = NULL;
    for (size_t i = 0; dimension == AIC_TIME && (unit = aic_dimension_unit(dimension, i)); i++) {
        bool is_whole = unit->exp10 >= 0 && fmod(goal, size_of(unit)) == 0;
        if (is_whole && goal > 0 && (!best || size_of(unit) > size_of(best))) {
            best = unit;
        }
    }
    return best;
}

/* " <= 30d" */
static void write_goal(struct aic_text *text, const char *relation, double goal,
                       enum aic_dimension dimension)
{
    const struct aic_unit *unit = unit_of(goal, dimension);
    aic_text_format(text, " %s ", relation);
    aic_text_add_number(text, unit ? goal / size_of(unit) : goal);
    aic_text_add(text, unit                                ? unit->symbol
                       : aic_dimension_is_plain(dimension) ? ""
                                                           : aic_dimension_base(dimension));
}

/* "fits", or "train_time <= 30d" where there is a relation; while there is room. */
static void add(struct own *own, const char *result, const char *relation, double goal)
{
    const struct aic_calculator *calculator = own->question->calculator;
    const struct aic_table *results = &calculator->results;
    size_t index = aic_table_find(results, result, strlen(result));
    if (own->count < AIC_OWN_BUDGETS_MAX && index < aic_table_size(results)) {
        struct aic_text text;
        struct aic_error none; /* what is written here can be read */
        aic_text_init(&text, own->solution->own[own->count], AIC_OWN_BUDGET_SIZE);
        aic_text_add(&text, result);
        if (relation) {
            write_goal(&text, relation, goal, aic_table_at(results, index, NULL)->dimension);
        }
        own->count += aic_budget_read(&own->budgets[own->count], calculator, text.at, &none);
    }
}

/* The first flag, and the first goal that is given. */
static void add_levers(struct own *own)
{
    const struct aic_lever *lever = own->question->calculator->levers;
    bool has_flag = false, has_goal = false;
    for (; lever && lever->verdict; lever++) {
        bool is_flag = lever->kind == AIC_GOAL_FLAG;
        struct aic_value goal = { false, NAN, NULL };
        if (!is_flag) {
            goal = aic_question_value_of(own->question, lever->goal);
        }
        if (is_flag ? has_flag : has_goal || !goal.set) {
            continue;
        }
        const char *relation = is_flag ? NULL : lever->kind == AIC_GOAL_AT_LEAST ? ">=" : "<=";
        add(own, lever->verdict, relation, goal.number);
        has_flag = has_flag || is_flag;
        has_goal = has_goal || !is_flag;
    }
}

static bool is_time(const struct aic_calculator *calculator, const char *result)
{
    size_t index = aic_table_find(&calculator->results, result, strlen(result));
    const struct aic_field *field = aic_table_at(&calculator->results, index, NULL);
    return field && field->dimension == AIC_TIME;
}

/* Of a composition the verdict of the part that has it, and the goals of its parts that are times: what another way
 * would cost is no limit of a whole plan. */
static void add_composed(struct own *own)
{
    const struct aic_calculator *calculator = own->question->calculator;
    size_t verdict;
    if (aic_part_verdict(calculator, &verdict)) {
        add(own, aic_table_at(&calculator->results, verdict, NULL)->name, NULL, 0);
    }
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        const struct aic_lever *lever = part.calculator->levers;
        struct aic_value goal = { false, NAN, NULL };
        for (; lever && lever->verdict && !goal.set; lever++) {
            char name[AIC_TYPED_SIZE];
            struct aic_text text;
            if (lever->kind == AIC_GOAL_AT_MOST && is_time(part.calculator, lever->verdict)) {
                goal = aic_question_value_of(own->question, lever->goal);
            }
            if (goal.set) {
                aic_text_init(&text, name, sizeof name);
                aic_text_format(&text, "%s.%s", part.name, lever->verdict);
                add(own, name, "<=", goal.number);
            }
        }
    }
}

/* A node is rented and built whole. */
static double whole_nodes(const struct own *own)
{
    const char *name =
        aic_table_at(&own->question->calculator->inputs, own->solution->input, NULL)->name;
    struct aic_value per_node = aic_question_value_of(own->question, "gpus_per_node");
    bool is_named = strcmp(name, "gpus") == 0 && aic_question_value_of(own->question, "node").set;
    return is_named && per_node.set ? per_node.number : 0;
}

bool aic_solve_own_budgets(struct aic_solution *solution, const struct aic_recipe *recipe,
                           struct aic_budget *budgets, size_t *count, struct aic_error *error)
{
    struct aic_question question;
    struct own own = { solution, &question, budgets, 0 };
    bool ok = aic_recipe_ask(recipe, &question, error);
    if (ok) {
        (recipe->calculator->composition ? add_composed : add_levers)(&own);
    }
    if (ok && own.count == 0) {
        ok = aic_fail(error, AIC_ERR_MISSING, NULL, "--solve: what must hold is not said");
        aic_suggest(error,
                    "give a limit that %s has, such as a deadline, or a budget: --budget "
                    "'RESULT OP QUANTITY'",
                    recipe->calculator->name);
    }
    if (ok) {
        solution->multiple = whole_nodes(&own);
    }
    *count = own.count;
    aic_question_clear(&question);
    return ok;
}
