/* SPDX-License-Identifier: Apache-2.0 */
/* Influence of defaults: each is moved, and every result compared with the answer. */
#include <aicalc/influence.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

#include "analysis/evaluator.h"
#include "engine/moves.h"

/* What a number moves to, as shares of its value: usual guesses are off by so much. */
#define LOWER  0.8
#define HIGHER 1.25

/* Results that are compared in one piece. */
#define TOGETHER 8

struct analysis {
    struct aic_influence *influence;
    const struct aic_answer *answer;
    const bool *shown;  /* of each result */
    const bool *marked; /* the same; NULL: all */
    /* Of each result: what a search chose decides it, or it is left out. */
    bool *fixed;
    const bool *numbers; /* of each result: it is one, as an unset one is NaN */
    size_t *offsets;     /* of each result: tables are too wide to be gone through so often */
    size_t *compared;    /* the results that are, in their order, and then TOGETHER past all */
    size_t *first;       /* of each result: how many of those come before it */
    bool chosen;         /* by a search, which is not repeated */
    struct aic_evaluator evaluator;
    struct aic_moves moves;
};

static bool is_number(const struct aic_field *field)
{
    return field->kind == AIC_REAL || field->kind == AIC_INTEGER;
}

static double change_of_number(double was, double is)
{
    double largest = fabs(was) > fabs(is) ? fabs(was) : fabs(is);
    return largest > 0 ? fabs(is - was) / largest : 0;
}

static double change_of(const struct aic_field *field, struct aic_value was, struct aic_value is)
{
    if (!was.set || !is.set) {
        return was.set != is.set ? 1 : 0;
    }
    if (!is_number(field)) {
        return was.number != is.number ? 1 : 0;
    }
    return change_of_number(was.number, is.number);
}

/* The same of one result of the evaluation and of the answer. Nearly all are numbers that are set. */
static double change_at(const struct analysis *analysis, size_t result)
{
    size_t offset = analysis->offsets[result];
    const char *was = (const char *)analysis->answer->out + offset;
    const char *is = (const char *)analysis->evaluator.out + offset;
    double before = NAN, now = NAN;
    if (analysis->numbers[result]) {
        memcpy(&before, was, sizeof before);
        memcpy(&now, is, sizeof now);
    }
    if (!isnan(before) && !isnan(now)) {
        return change_of_number(before, now);
    }
    const struct aic_table *results = &analysis->evaluator.calculator->results;
    const struct aic_field *field = aic_table_at(results, result, NULL);
    return change_of(field, aic_value_load(field, was), aic_value_load(field, is));
}

static void keep_larger(double *largest, double change)
{
    *largest = change > *largest ? change : *largest;
}

/* Compares one result of the evaluation with that of the answer. */
static void take_one(struct analysis *analysis, size_t input, size_t result)
{
    struct aic_influence *influence = analysis->influence;
    double change = change_at(analysis, result);
    keep_larger(&influence->results[result], change);
    if (analysis->shown[result]) {
        keep_larger(&influence->inputs[input], change);
    }
}

/* True where so many from the k-th on lie side by side and are those of the answer. */
static bool are_same(const struct analysis *analysis, size_t k)
{
    size_t first = analysis->compared[k], last = analysis->compared[k + TOGETHER - 1];
    if (last != first + TOGETHER - 1) {
        return false;
    }
    size_t offset = analysis->offsets[first];
    return analysis->offsets[last] == offset + (TOGETHER - 1) * sizeof(double) &&
           memcmp((const char *)analysis->answer->out + offset,
                  (const char *)analysis->evaluator.out + offset, TOGETHER * sizeof(double)) == 0;
}

/* Compares the results that may differ; most defaults move none, and then all bytes are the same. (A
 * result has a place of eight bytes: see AIC_SLOT.) */
static void take(struct analysis *analysis, size_t input)
{
    const struct aic_calculator *calculator = analysis->evaluator.calculator;
    const char *was = analysis->answer->out, *is = analysis->evaluator.out;
    size_t end = 0;
    if (!calculator->composition && memcmp(was, is, calculator->out_size) == 0) {
        return;
    }
    for (size_t i = 0; aic_moves_results(&analysis->moves, &i, &end); i = end) {
        for (size_t k = analysis->first[i]; analysis->compared[k] < end; k++) {
            size_t result = analysis->compared[k], offset = analysis->offsets[result];
            if (are_same(analysis, k)) {
                k += TOGETHER - 1;
            } else if (memcmp(was + offset, is + offset, sizeof(double)) != 0) {
                take_one(analysis, input, result);
            }
        }
    }
}

/* Evaluates with one input as if the user had chosen the value; false where that is impossible. */
static bool move_to(struct analysis *analysis, size_t input, double number)
{
    size_t offset;
    struct aic_value value = { true, number, NULL };
    struct aic_evaluator *evaluator = &analysis->evaluator;
    const struct aic_field *field = aic_table_at(&evaluator->calculator->inputs, input, &offset);
    if (is_number(field) && !aic_value_from_number(field, number, &value, NULL)) {
        return false;
    }
    aic_value_store(field, (char *)evaluator->in + offset, value);
    *aic_origin_at(evaluator->in, offset) = AIC_FROM_FLAG;
    bool is_possible = aic_moves_evaluate(&analysis->moves, input);
    if (is_possible) {
        take(analysis, input);
    }
    aic_moves_undo(&analysis->moves);
    return is_possible;
}

static void move_number(struct analysis *analysis, size_t input, const struct aic_field *field,
                        double value)
{
    if (field->kind == AIC_INTEGER) {
        if (!move_to(analysis, input, 2 * value)) {
            move_to(analysis, input, value + 1);
        }
        if (!move_to(analysis, input, floor(value / 2))) {
            move_to(analysis, input, value - 1);
        }
        return;
    }
    double most = field->max > 0 ? field->max : INFINITY;
    double higher = value * HIGHER < most ? value * HIGHER : value + (most - value) / 2;
    move_to(analysis, input, higher);
    move_to(analysis, input, value * LOWER);
}

static void move_input(struct analysis *analysis, size_t input)
{
    const struct aic_field *field =
        aic_table_at(&analysis->evaluator.calculator->inputs, input, NULL);
    double value = aic_question_value(analysis->answer->question, input).number;
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        move_number(analysis, input, field, value);
        break;
    case AIC_CHOICE:
        for (int i = 0; field->choices[i]; i++) {
            if (i != (int)value) {
                move_to(analysis, input, i);
            }
        }
        break;
    case AIC_FLAG:
        move_to(analysis, input, value == 0);
        break;
    case AIC_REFERENCE:
        break;
    }
}

/* True where an entry of the catalog of models is given in a section: what it leaves to the defaults
 * of the section is its shape, not a guess. */
static bool names_model(const struct aic_question *question, const struct aic_group *group,
                        size_t first)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct aic_field *field = &group->fields[i];
        if (field->kind == AIC_REFERENCE && field->catalog == AIC_MODELS) {
            return aic_question_value(question, first + i).set;
        }
    }
    return false;
}

/* A default that nobody chose and that does not merely follow from what was given. */
static bool is_default(const struct aic_question *question, const struct aic_field *field,
                       size_t input, bool has_model)
{
    if (aic_origin_get(question->in, field->offset) != AIC_FROM_DEFAULT ||
        aic_question_origin(question, input) != AIC_FROM_DEFAULT) {
        return false;
    }
    bool follows = !(field->flags & AIC_ASSUMPTION) && (has_model || aic_field_is_derived(field));
    return !follows && aic_question_value(question, input).set;
}

/* ---- what a search chose ---- */

/* The value of an input with which the choice alone is asked for; unset where it has none. */
static struct aic_value value_of(const struct aic_answer *answer, const struct aic_choice *choice)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_field *field = aic_table_at(&calculator->inputs, choice->input, NULL);
    struct aic_value value = { false, NAN, NULL };
    if (choice->value[0] == '=') {
        const char *name = choice->value + 1;
        return aic_answer_result(answer, aic_table_find(&calculator->results, name, strlen(name)));
    }
    aic_value_read(field, choice->value, strlen(choice->value), &value, NULL);
    return value;
}

static bool is_chosen(const struct aic_calculator *calculator, size_t input)
{
    for (size_t i = 0; i < calculator->choice_count; i++) {
        if (calculator->choices[i].input == input) {
            return true;
        }
    }
    return false;
}

/* Marks the results that are not those of the answer where the choice alone is asked about. */
static void mark_fixed(struct analysis *analysis)
{
    const struct aic_table *results = &analysis->evaluator.calculator->results;
    const char *was = analysis->answer->out, *is = analysis->evaluator.out;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        size_t offset = analysis->offsets[i];
        if (memcmp(was + offset, is + offset, sizeof(double)) != 0) {
            const struct aic_field *field = aic_table_at(results, i, NULL);
            analysis->fixed[i] = change_of(field, aic_value_load(field, was + offset),
                                           aic_value_load(field, is + offset)) > 0;
        }
    }
}

/*
 * Where a search chose, from here on the question is about that choice: a search for each default
 * would take as long as all the rest. Without a choice the question stays as it is.
 */
static void keep_choice(struct analysis *analysis)
{
    const struct aic_calculator *calculator = analysis->evaluator.calculator;
    struct aic_evaluator *evaluator = &analysis->evaluator;
    if (calculator->choice_count == 0 || !value_of(analysis->answer, &calculator->choices[0]).set) {
        return;
    }
    for (size_t i = 0; i < calculator->choice_count; i++) {
        size_t offset;
        size_t input = calculator->choices[i].input;
        const struct aic_field *field = aic_table_at(&calculator->inputs, input, &offset);
        struct aic_value value = value_of(analysis->answer, &calculator->choices[i]);
        if (value.set) {
            aic_value_store(field, (char *)evaluator->in + offset, value);
            *aic_origin_at(evaluator->in, offset) = AIC_FROM_FLAG;
        }
    }
    analysis->chosen = aic_evaluator_run(evaluator);
    if (analysis->chosen) {
        mark_fixed(analysis);
        return;
    }
    aic_evaluator_reset(evaluator);
}

/* True where brief evaluations leave out a result that is looked at. */
static bool misses_any(const struct analysis *analysis)
{
    const struct aic_table *results = &analysis->evaluator.calculator->results;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        const struct aic_field *field = aic_table_at(results, i, NULL);
        const char *is = (const char *)analysis->evaluator.out + field->offset;
        if ((analysis->shown[i] || analysis->marked[i]) && !aic_value_load(field, is).set &&
            aic_answer_result(analysis->answer, i).set) {
            return true;
        }
    }
    return false;
}

/* The evaluation that moves start from. In a composition a part that searched for a choice keeps it, too. */
static bool run_unmoved(struct analysis *analysis)
{
    struct aic_evaluator *evaluator = &analysis->evaluator;
    aic_evaluate_begin(evaluator->calculator, evaluator->out, true);
    return aic_evaluator_run(evaluator);
}

/* Those that anybody looks at, and that are not fixed. */
static void list_compared(struct analysis *analysis)
{
    size_t results = aic_table_size(&analysis->evaluator.calculator->results), count = 0;
    for (size_t i = 0; i < results; i++) {
        bool is_seen = !analysis->marked || analysis->marked[i] || analysis->shown[i];
        analysis->first[i] = count;
        analysis->compared[count] = i;
        count += is_seen && !analysis->fixed[i];
    }
    for (size_t k = 0; k < TOGETHER; k++) {
        analysis->compared[count + k] = results;
    }
}

static bool begin(struct analysis *analysis)
{
    struct aic_evaluator *evaluator = &analysis->evaluator;
    keep_choice(analysis);
    evaluator->notes->brief = analysis->marked != NULL;
    bool ok = run_unmoved(analysis);
    if (ok && evaluator->notes->brief && misses_any(analysis)) {
        evaluator->notes->brief = false;
        ok = run_unmoved(analysis);
    }
    if (ok && evaluator->notes->brief) {
        mark_fixed(analysis);
    }
    list_compared(analysis);
    return ok;
}

/* What no default moves while the choice is kept rests on what the search rests on. */
static void keep_basis(struct analysis *analysis)
{
    const struct aic_answer *answer = analysis->answer;
    for (size_t i = 0; i < aic_table_size(&answer->question->calculator->results); i++) {
        bool moves = analysis->influence->results[i] > 0;
        if (!moves && answer->basis[i] == AIC_ASSUMED) {
            analysis->influence->results[i] = 1;
        }
    }
}

/* Moves the defaults of a section whose first input has that index. */
static void move_group(struct analysis *analysis, const struct aic_group *group, size_t first)
{
    const struct aic_question *question = analysis->answer->question;
    bool has_model = names_model(question, group, first);
    for (size_t i = 0; i < group->count; i++) {
        if (!is_default(question, &group->fields[i], first + i, has_model) ||
            !aic_moves_reach(&analysis->moves, first + i)) {
            continue;
        }
        if (analysis->chosen && is_chosen(question->calculator, first + i)) {
            analysis->influence->inputs[first + i] = 1; /* another choice is another answer */
        } else {
            move_input(analysis, first + i);
        }
    }
}

static bool run(struct analysis *analysis, struct aic_error *error)
{
    const struct aic_question *question = analysis->answer->question;
    if (!aic_evaluator_init(&analysis->evaluator, question, error)) {
        return false;
    }
    if (!begin(analysis)) {
        *error = analysis->evaluator.notes->error;
        return false;
    }
    if (!aic_moves_init(&analysis->moves, question->calculator, analysis->evaluator.in,
                        analysis->evaluator.out, analysis->evaluator.notes, error)) {
        return false;
    }
    size_t first = 0;
    for (size_t g = 0; g < question->calculator->inputs.count; g++) {
        move_group(analysis, &question->calculator->inputs.groups[g], first);
        first += question->calculator->inputs.groups[g].count;
    }
    if (analysis->chosen) {
        keep_basis(analysis);
    }
    return true;
}

bool aic_influence_init(struct aic_influence *influence, const struct aic_answer *answer,
                        const size_t *shown, size_t shown_count, const bool *marked,
                        struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t results = aic_table_size(&calculator->results);
    bool *marks = calloc(3 * results, sizeof marks[0]);
    size_t *offsets = calloc(3 * results + TOGETHER, sizeof offsets[0]);
    influence->results = calloc(results, sizeof influence->results[0]);
    influence->inputs = calloc(aic_table_size(&calculator->inputs), sizeof influence->inputs[0]);
    if (!marks || !offsets || !influence->results || !influence->inputs) {
        free(marks);
        free(offsets);
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t i = 0; i < shown_count; i++) {
        marks[shown[i]] = true;
    }
    bool *numbers = marks + 2 * results;
    for (size_t i = 0; i < results; i++) {
        numbers[i] = is_number(aic_table_at(&calculator->results, i, &offsets[i]));
    }
    struct analysis analysis = {
        .influence = influence,
        .answer = answer,
        .shown = marks,
        .marked = marked,
        .fixed = marks + results,
        .numbers = numbers,
        .offsets = offsets,
        .first = offsets + results,
        .compared = offsets + 2 * results,
    };
    bool ok = run(&analysis, error);
    aic_moves_clear(&analysis.moves);
    aic_evaluator_clear(&analysis.evaluator);
    free(marks);
    free(offsets);
    return ok;
}

void aic_influence_clear(struct aic_influence *influence)
{
    free(influence->results);
    free(influence->inputs);
    influence->results = NULL;
    influence->inputs = NULL;
}
