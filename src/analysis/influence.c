/* SPDX-License-Identifier: Apache-2.0 */
/* Influence of defaults: each is moved, and every result compared with the answer. */
#include <aicalc/influence.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

#include "analysis/evaluator.h"

/* What a number moves to, as shares of its value: usual guesses are off by so much. */
#define LOWER  0.8
#define HIGHER 1.25

/* Results that are compared in one piece. */
#define TOGETHER 8

/* A result that is compared: tables are too wide to be gone through so often. */
struct compared {
    size_t result, offset;
    bool is_number; /* an unset one is NaN */
    bool shown;
};

struct analysis {
    struct aic_influence *influence;
    const struct aic_answer *answer;
    const bool *marked;        /* of each result: see aic_influence_init() */
    struct compared *compared; /* in the order of the table */
    size_t compared_count;
    bool chosen; /* by a search, which is not repeated */
    struct aic_evaluator evaluator;
    void *unmoved; /* its inputs before each move */
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

/* Of a choice or a flag, and of any result that comes or goes. */
static double change_of_word(struct aic_value was, struct aic_value is)
{
    return was.set != is.set || (was.set && was.number != is.number) ? 1 : 0;
}

/* Of one result of the evaluation from that of the answer. Nearly all are numbers that are set. */
static double change_at(const struct analysis *analysis, const struct compared *compared)
{
    const char *was = (const char *)analysis->answer->out + compared->offset;
    const char *is = (const char *)analysis->evaluator.out + compared->offset;
    double before = NAN, now = NAN;
    if (compared->is_number) {
        memcpy(&before, was, sizeof before);
        memcpy(&now, is, sizeof now);
    }
    if (!isnan(before) && !isnan(now)) {
        return change_of_number(before, now);
    }
    const struct aic_table *results = &analysis->evaluator.calculator->results;
    const struct aic_field *field = aic_table_at(results, compared->result, NULL);
    return change_of_word(aic_value_load(field, was), aic_value_load(field, is));
}

static bool differs(const struct analysis *analysis, const struct compared *compared)
{
    return memcmp((const char *)analysis->answer->out + compared->offset,
                  (const char *)analysis->evaluator.out + compared->offset, sizeof(double)) != 0;
}

static void keep_larger(double *largest, double change)
{
    *largest = change > *largest ? change : *largest;
}

/* Compares one result of the evaluation with that of the answer. */
static void take_one(struct analysis *analysis, size_t input, const struct compared *compared)
{
    struct aic_influence *influence = analysis->influence;
    double change = change_at(analysis, compared);
    keep_larger(&influence->results[compared->result], change);
    if (compared->shown) {
        keep_larger(&influence->inputs[input], change);
    }
}

/* True where so many from the k-th on lie side by side and are those of the answer. */
static bool are_same(const struct analysis *analysis, size_t k)
{
    if (k + TOGETHER > analysis->compared_count) {
        return false;
    }
    size_t first = analysis->compared[k].offset;
    return analysis->compared[k + TOGETHER - 1].offset == first + (TOGETHER - 1) * sizeof(double) &&
           memcmp((const char *)analysis->answer->out + first,
                  (const char *)analysis->evaluator.out + first, TOGETHER * sizeof(double)) == 0;
}

/* Compares the results; most defaults move none, and then all bytes are the same. (A result has a place
 * of eight bytes: see AIC_SLOT.) */
static void take(struct analysis *analysis, size_t input)
{
    for (size_t k = 0; k < analysis->compared_count; k++) {
        if (are_same(analysis, k)) {
            k += TOGETHER - 1;
        } else if (differs(analysis, &analysis->compared[k])) {
            take_one(analysis, input, &analysis->compared[k]);
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
    bool is_possible = aic_evaluator_run(evaluator);
    if (is_possible) {
        take(analysis, input);
    }
    memcpy(evaluator->in, analysis->unmoved, evaluator->calculator->in_size);
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

/* Leaves aside the results that are not those of the answer where the choice alone is asked about: no move is to blame for that. */
static void drop_others(struct analysis *analysis)
{
    size_t kept = 0;
    for (size_t k = 0; k < analysis->compared_count; k++) {
        const struct compared *compared = &analysis->compared[k];
        if (!differs(analysis, compared) || !(change_at(analysis, compared) > 0)) {
            analysis->compared[kept++] = *compared;
        }
    }
    analysis->compared_count = kept;
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
        drop_others(analysis);
        return;
    }
    aic_evaluator_reset(evaluator);
}

/* The evaluation that moves start from. In a composition a part that searched for a choice keeps it, too. */
static bool run_unmoved(struct analysis *analysis)
{
    struct aic_evaluator *evaluator = &analysis->evaluator;
    aic_evaluate_begin(evaluator->calculator, evaluator->out, true);
    return aic_evaluator_run(evaluator);
}

static bool begin(struct analysis *analysis, struct aic_error *error)
{
    struct aic_evaluator *evaluator = &analysis->evaluator;
    size_t size = evaluator->calculator->in_size;
    keep_choice(analysis);
    analysis->unmoved = malloc(size);
    if (!analysis->unmoved) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    if (!run_unmoved(analysis)) {
        *error = evaluator->notes->error;
        return false;
    }
    memcpy(analysis->unmoved, evaluator->in, size);
    return true;
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
        if (!is_default(question, &group->fields[i], first + i, has_model)) {
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
    if (!begin(analysis, error)) {
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

/* The results that anybody looks at, those that are shown among them. */
static bool list_compared(struct analysis *analysis, const size_t *shown, size_t shown_count)
{
    const struct aic_table *table = &analysis->answer->question->calculator->results;
    size_t results = aic_table_size(table), count = 0;
    bool *is_shown = calloc(results, sizeof is_shown[0]);
    for (size_t i = 0; is_shown && i < shown_count; i++) {
        is_shown[shown[i]] = true;
    }
    for (size_t i = 0; is_shown && i < results; i++) {
        count += !analysis->marked || analysis->marked[i] || is_shown[i];
    }
    analysis->compared = calloc(count + 1, sizeof analysis->compared[0]);
    for (size_t i = 0; analysis->compared && is_shown && i < results; i++) {
        if (!analysis->marked || analysis->marked[i] || is_shown[i]) {
            struct compared *compared = &analysis->compared[analysis->compared_count++];
            const struct aic_field *field = aic_table_at(table, i, &compared->offset);
            compared->result = i;
            compared->is_number = is_number(field);
            compared->shown = is_shown[i];
        }
    }
    bool ok = is_shown && analysis->compared;
    free(is_shown);
    return ok;
}

bool aic_influence_init(struct aic_influence *influence, const struct aic_answer *answer,
                        const size_t *shown, size_t shown_count, const bool *marked,
                        struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct analysis analysis = { .influence = influence, .answer = answer, .marked = marked };
    influence->results = calloc(aic_table_size(&calculator->results), sizeof influence->results[0]);
    influence->inputs = calloc(aic_table_size(&calculator->inputs), sizeof influence->inputs[0]);
    bool ok =
        influence->results && influence->inputs && list_compared(&analysis, shown, shown_count);
    ok = ok ? run(&analysis, error) : aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    free(analysis.unmoved);
    aic_evaluator_clear(&analysis.evaluator);
    free(analysis.compared);
    return ok;
}

void aic_influence_clear(struct aic_influence *influence)
{
    free(influence->results);
    free(influence->inputs);
    influence->results = NULL;
    influence->inputs = NULL;
}
