/* SPDX-License-Identifier: Apache-2.0 */
/* Influence of defaults: each is moved, and every result compared with the answer. */
#include <aicalc/influence.h>

#include <math.h>
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
    const size_t *shown; /* results: see aic_influence_init() */
    size_t shown_count;
    struct aic_move *ends; /* of each of them: where the input that is moved takes it */
    bool *compared;        /* of each result: unmoved it is that of the answer */
    size_t result_count;
    bool chosen; /* by a search, which is not repeated */
};

static void keep_larger(double *largest, double change)
{
    *largest = change > *largest ? change : *largest;
}

double aic_move_reach(const struct aic_move *move)
{
    double low = isnan(move->at_low) ? 0 : fabs(move->at_low);
    double high = isnan(move->at_high) ? 0 : fabs(move->at_high);
    return low > high ? low : high;
}

/* Compares all results with those of the answer. */
static void take_results(struct analysis *analysis, size_t input)
{
    const struct aic_table *results = &analysis->probe.calculator->results;
    double *largest = analysis->influence->results;
    const bool *compared = analysis->compared;
    bool *rests = analysis->influence->rests + input * analysis->result_count;
    size_t i = 0;
    for (size_t g = 0; g < results->count; g++) {
        const struct aic_field *field = results->groups[g].fields;
        for (size_t end = i + results->groups[g].count; i < end; i++, field++) {
            double change = aic_answer_change(analysis->answer, field, analysis->probe.out);
            if (change > 0 && compared[i]) {
                keep_larger(&largest[i], change);
                rests[i] = rests[i] || change > AIC_INFLUENCE_COUNTS;
            }
        }
    }
}

/* Compares those that are shown, and keeps both ends of each. */
static void take_shown(struct analysis *analysis, size_t input, double number)
{
    for (size_t k = 0; k < analysis->shown_count; k++) {
        struct aic_move *end = &analysis->ends[k];
        if (!analysis->compared[end->result]) {
            continue;
        }
        const struct aic_field *field =
            aic_table_at(&analysis->probe.calculator->results, end->result, NULL);
        double was = aic_answer_result(analysis->answer, end->result).number;
        double change = aic_field_is_number(field)
                            ? aic_probe_number(&analysis->probe, end->result) / was - 1
                            : (double)NAN;
        if (isfinite(change) && !(change >= end->at_low)) {
            end->low = number;
            end->at_low = change;
        }
        if (isfinite(change) && !(change <= end->at_high)) {
            end->high = number;
            end->at_high = change;
        }
        keep_larger(&analysis->influence->inputs[input],
                    aic_answer_change(analysis->answer, field, analysis->probe.out));
    }
}

/* Evaluates with one input moved; false where that is impossible. */
static bool move_to(struct analysis *analysis, size_t input, double number)
{
    bool is_possible = aic_probe_run_at(&analysis->probe, input, number);
    if (is_possible) {
        take_results(analysis, input);
        take_shown(analysis, input, number);
    }
    return is_possible;
}

static struct aic_move no_move(size_t input, size_t result)
{
    return (struct aic_move){ input, result, NAN, NAN, NAN, NAN };
}

/* Of the results that are shown, the first number that the input moves so far that it counts; the ends of a
 * number in their order, those of a choice by what they make of it. */
static void keep_move(struct analysis *analysis, size_t input, bool is_number)
{
    struct aic_move *move = &analysis->influence->moves[input];
    for (size_t k = 0; k < analysis->shown_count; k++) {
        const struct aic_move *end = &analysis->ends[k];
        if (aic_move_reach(end) > AIC_INFLUENCE_COUNTS) {
            bool swaps = is_number && end->low > end->high;
            *move = *end;
            move->input = input;
            if (swaps) {
                *move = (struct aic_move){ input,    end->result,  end->high,
                                           end->low, end->at_high, end->at_low };
            }
            return;
        }
    }
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
    for (size_t k = 0; k < analysis->shown_count; k++) {
        analysis->ends[k] = no_move(input, analysis->shown[k]);
    }
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
    keep_move(analysis, input, aic_field_is_number(field));
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

static bool begins_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* True of a section with the fields of an entry, such as the cold stage, where neither the entry nor one of
 * its fields is given: there is no such thing in the answer. */
static bool is_absent(const struct aic_question *question, const struct aic_group *group,
                      size_t first)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    if (question->calculator->composition) { /* whose prefixes are of parts */
        return false;
    }
    for (size_t i = 0; i < group->count; i++) {
        enum aic_origin origin = aic_question_origin(question, first + i);
        if (origin != AIC_FROM_DEFAULT && origin != AIC_FROM_NOWHERE) {
            return false;
        }
    }
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (field->kind == AIC_REFERENCE && field->prefix &&
            begins_with(group->fields[0].name, field->prefix)) {
            return !aic_question_value(question, i).set;
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
    if (field->flags & AIC_CONVENTION) {
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
        const struct aic_field *field = aic_table_at(&analysis->probe.calculator->results, i, NULL);
        bool is_same = !(aic_answer_change(analysis->answer, field, analysis->probe.out) > 0);
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
    for (size_t i = 0; group->count > 0 && is_absent(question, group, first) && i < group->count;
         i++) {
        analysis->influence->inputs[first + i] = 0; /* nobody is told of them */
        analysis->influence->moves[first + i] =
            no_move(first + i, analysis->influence->result_count);
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

/* Rows for all that is found; false: there is no room. */
static bool make_room(struct analysis *analysis, size_t input_count)
{
    struct aic_influence *influence = analysis->influence;
    const size_t result_count = analysis->result_count;
    influence->result_count = influence->leading = result_count;
    influence->results = calloc(result_count, sizeof influence->results[0]);
    influence->inputs = calloc(input_count, sizeof influence->inputs[0]);
    influence->moves = malloc(input_count * sizeof influence->moves[0]);
    influence->rests = calloc(input_count * result_count, sizeof influence->rests[0]);
    analysis->ends = malloc((analysis->shown_count + 1) * sizeof analysis->ends[0]);
    analysis->compared = malloc(result_count * sizeof analysis->compared[0]);
    bool ok = influence->results && influence->inputs && influence->moves && influence->rests &&
              analysis->ends && analysis->compared;
    for (size_t i = 0; ok && i < input_count; i++) {
        influence->moves[i] = no_move(i, result_count);
    }
    for (size_t i = 0; ok && i < result_count; i++) {
        analysis->compared[i] = true;
    }
    for (size_t k = analysis->shown_count; k-- > 0;) {
        size_t result = analysis->shown[k];
        const struct aic_table *results = &analysis->answer->question->calculator->results;
        bool is_number = aic_field_is_number(aic_table_at(results, result, NULL));
        influence->leading = is_number ? result : influence->leading;
    }
    return ok;
}

bool aic_influence_init(struct aic_influence *influence, const struct aic_answer *answer,
                        const size_t *shown, size_t shown_count, struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct analysis analysis = { .influence = influence,
                                 .answer = answer,
                                 .shown = shown,
                                 .shown_count = shown_count,
                                 .result_count = aic_table_size(&calculator->results) };
    bool ok = make_room(&analysis, aic_table_size(&calculator->inputs)) ? run(&analysis, error)
                                                                        : aic_fail_memory(error);
    aic_probe_clear(&analysis.probe);
    free(analysis.ends);
    free(analysis.compared);
    return ok;
}

/* The move of the number that leads which goes farthest of those that are not done; NULL: there is none. */
static struct aic_move *next_move(const struct aic_influence *influence, size_t input_count,
                                  const bool *done)
{
    struct aic_move *next = NULL;
    for (size_t i = 0; i < input_count; i++) {
        struct aic_move *move = &influence->moves[i];
        bool is_open = !done[i] && move->result == influence->leading &&
                       aic_move_reach(move) > AIC_INFLUENCE_COUNTS;
        next = is_open && (!next || aic_move_reach(move) > aic_move_reach(next)) ? move : next;
    }
    return next;
}

static double change_at(struct aic_probe *probe, const struct aic_move *move, double number,
                        double was)
{
    bool ok = aic_probe_run_at(probe, move->input, number);
    return ok ? aic_probe_number(probe, move->result) / was - 1 : (double)NAN;
}

bool aic_influence_ask_again(struct aic_influence *influence, const struct aic_answer *answer,
                             struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const size_t input_count = aic_table_size(&calculator->inputs);
    struct aic_probe probe;
    struct aic_move *move;
    if (calculator->choice_count == 0) {
        return true;
    }
    bool *done = calloc(input_count, sizeof done[0]);
    bool ok = aic_probe_init(&probe, answer->question, error);
    ok = done ? ok : aic_fail_memory(error);
    const double was = aic_answer_result(answer, influence->leading).number;
    for (size_t k = 0; ok && k < AIC_ASKED_AGAIN; k++) {
        if (!(move = next_move(influence, input_count, done))) {
            break;
        }
        move->at_low = change_at(&probe, move, move->low, was);
        move->at_high = change_at(&probe, move, move->high, was);
        done[move->input] = true;
    }
    aic_probe_clear(&probe);
    free(done);
    return ok;
}

void aic_influence_clear(struct aic_influence *influence)
{
    free(influence->results);
    free(influence->inputs);
    free(influence->moves);
    free(influence->rests);
    memset(influence, 0, sizeof *influence);
}
