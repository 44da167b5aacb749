/* SPDX-License-Identifier: Apache-2.0 */
/* Influence of defaults: each is moved, and every result compared with the answer. */
#include <aicalc/influence.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/composition.h>

#include "analysis/probe.h"

/* What a number moves to, as shares of its value: usual guesses are off by so much. */
#define LOWER  0.8
#define HIGHER 1.25

struct analysis {
    struct aic_influence *influence;
    const struct aic_answer *answer;
    struct aic_probe probe;
    bool *shown;    /* of each result: see aic_influence_init() */
    bool *compared; /* of each result: unmoved it is that of the answer */
    size_t result_count;
    bool chosen; /* by a search, which is not repeated */
};

static void keep_larger(double *largest, double change)
{
    *largest = change > *largest ? change : *largest;
}

/* Compares the results with those of the answer. */
static void take(struct analysis *analysis, size_t input)
{
    struct aic_influence *influence = analysis->influence;
    for (size_t i = 0; i < analysis->result_count; i++) {
        if (!analysis->compared[i]) {
            continue;
        }
        double change = aic_answer_change(analysis->answer, analysis->probe.out, i);
        keep_larger(&influence->results[i], change);
        if (analysis->shown[i]) {
            keep_larger(&influence->inputs[input], change);
        }
    }
}

/* Evaluates with one input moved; false where that is impossible. */
static bool move_to(struct analysis *analysis, size_t input, double number)
{
    bool is_possible = aic_probe_run_at(&analysis->probe, input, number);
    if (is_possible) {
        take(analysis, input);
    }
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
    const struct aic_field *field = aic_table_at(&analysis->probe.calculator->inputs, input, NULL);
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

/* Leaves aside the results that are others than in the answer without any move. */
static void drop_others(struct analysis *analysis)
{
    for (size_t i = 0; i < analysis->result_count; i++) {
        bool is_same = !(aic_answer_change(analysis->answer, analysis->probe.out, i) > 0);
        analysis->compared[i] = analysis->compared[i] && is_same;
    }
}

/*
 * Where a search chose, from here on the question is about that choice: a search for each default
 * would take as long as all the rest. Without a choice the question stays as it is.
 */
static void keep_choice(struct analysis *analysis)
{
    const struct aic_calculator *calculator = analysis->probe.calculator;
    struct aic_probe *probe = &analysis->probe;
    if (calculator->choice_count == 0 || !value_of(analysis->answer, &calculator->choices[0]).set) {
        return;
    }
    for (size_t i = 0; i < calculator->choice_count; i++) {
        struct aic_value value = value_of(analysis->answer, &calculator->choices[i]);
        if (value.set) {
            aic_probe_move(probe, calculator->choices[i].input, value.number);
        }
    }
    analysis->chosen = aic_probe_run(probe);
    if (analysis->chosen) {
        drop_others(analysis);
    } else {
        aic_probe_restore(probe);
    }
}

/* The evaluation that moves start from. In a composition a part that searched for a choice keeps it, too. */
static bool run_unmoved(struct aic_probe *probe)
{
    aic_evaluate_begin(probe->calculator, probe->out, true);
    bool ok = aic_probe_run(probe);
    aic_probe_keep(probe);
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
    if (!aic_probe_init(&analysis->probe, question, error)) {
        return false;
    }
    keep_choice(analysis);
    if (!run_unmoved(&analysis->probe)) {
        *error = analysis->probe.notes->error;
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
                        const size_t *shown, size_t shown_count, struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t count = aic_table_size(&calculator->results);
    struct analysis analysis = { .influence = influence, .answer = answer, .result_count = count };
    influence->results = calloc(count, sizeof influence->results[0]);
    influence->inputs = calloc(aic_table_size(&calculator->inputs), sizeof influence->inputs[0]);
    analysis.shown = calloc(count, sizeof analysis.shown[0]);
    analysis.compared = malloc(count * sizeof analysis.compared[0]);
    bool ok = influence->results && influence->inputs && analysis.shown && analysis.compared;
    for (size_t i = 0; ok && i < count; i++) {
        analysis.compared[i] = true;
    }
    for (size_t i = 0; ok && i < shown_count; i++) {
        analysis.shown[shown[i]] = true;
    }
    ok = ok ? run(&analysis, error) : aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    aic_probe_clear(&analysis.probe);
    free(analysis.shown);
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
