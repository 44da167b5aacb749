/* SPDX-License-Identifier: Apache-2.0 */
/* Sensitivity: one input at a time, a tenth down and a tenth up. */
#include <aicalc/sensitivity.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

#include <aicalc/text.h>

#include "analysis/probe.h"

#define PART  0.1  /* of its value that an input moves */
#define TRIES 4096 /* whole numbers beyond an impossible one that are evaluated */

/* One side of one input while it is moved. */
struct side {
    double value; /* NaN: not possible */
    double *results;
};

struct analysis {
    struct aic_sensitivity *sensitivity;
    const struct aic_answer *answer;
    const size_t *results;
    size_t result_count;
    struct aic_probe probe;
    struct side sides[2]; /* low, high */
};

static void take_side(struct analysis *analysis, struct side *side, double value)
{
    side->value = value;
    for (size_t i = 0; i < analysis->result_count; i++) {
        side->results[i] = aic_probe_number(&analysis->probe, analysis->results[i]);
    }
}

/* Where a tenth leads: whole numbers by 1 at least, not beyond the field's ends. */
static double target(const struct aic_field *field, double value, double sign)
{
    double moved = value + sign * PART * fabs(value);
    if (field->kind == AIC_INTEGER) {
        moved = round(moved);
        moved = moved == value ? value + sign : moved;
    }
    if (sign > 0 && field->max > 0 && moved >= field->max) {
        moved = field->flags & AIC_BELOW_MAX ? value + (field->max - value) / 2 : field->max;
    }
    bool has_least = !(field->flags & AIC_SIGNED);
    if (sign < 0 && has_least && moved < field->min) {
        moved = field->min;
    }
    return moved;
}

static bool try_value(struct analysis *analysis, size_t input, double value, struct side *side)
{
    bool ok = aic_probe_run_at(&analysis->probe, input, value);
    if (ok) {
        take_side(analysis, side, value);
    }
    return ok;
}

/* Moves one way. A whole number that is impossible goes on to half or twice the value, then
 * back towards it. */
static void move(struct analysis *analysis, size_t input, double value, double goal, bool exact,
                 struct side *side)
{
    const struct aic_field *field = aic_table_at(&analysis->probe.calculator->inputs, input, NULL);
    bool whole = field->kind == AIC_INTEGER;
    double sign = goal > value ? 1 : -1;
    double far = sign > 0 ? 2 * value : value / 2;
    side->value = NAN;
    if (goal == value || try_value(analysis, input, goal, side)) {
        return;
    }
    struct aic_error why = analysis->probe.notes->error;
    double at = goal + sign;
    for (int i = 0; i < TRIES && whole && !exact && (far - at) * sign >= 0; i++, at += sign) {
        if (try_value(analysis, input, at, side)) {
            return;
        }
    }
    at = goal - sign;
    for (int i = 0; i <= TRIES && whole && (at - value) * sign > 0; i++, at -= sign) {
        if (try_value(analysis, input, at, side)) {
            return;
        }
    }
    analysis->probe.notes->error = why;
}

/* `value`, or what the result is without moving where that side is not there. */
static double change(double low, double high, double base)
{
    return aic_or(high, base) - aic_or(low, base);
}

static void add_effect(struct analysis *analysis, size_t input, size_t i, double value)
{
    double base = aic_answer_result(analysis->answer, analysis->results[i]).number;
    struct aic_effect effect = {
        .input = input,
        .result = analysis->results[i],
        .low = analysis->sides[0].value,
        .high = analysis->sides[1].value,
        .result_low = isnan(analysis->sides[0].value) ? NAN : analysis->sides[0].results[i],
        .result_high = isnan(analysis->sides[1].value) ? NAN : analysis->sides[1].results[i],
    };
    double moved = change(effect.low, effect.high, value) / value;
    double by = change(effect.result_low, effect.result_high, base);
    double largest = fmax(fabs(base), fmax(fabs(aic_or(effect.result_low, base)),
                                           fabs(aic_or(effect.result_high, base))));
    /* of what has no upper limit at one end nothing moves more; where it has none at both, nothing is moved */
    effect.size = isinf(by) ? INFINITY : largest > 0 && !isnan(by) ? fabs(by) / largest : 0;
    effect.elasticity = by / base / moved;
    if (!isfinite(effect.elasticity)) {
        effect.elasticity = NAN;
    }
    analysis->sensitivity->effects[analysis->sensitivity->count++] = effect;
}

static void add_unmoved(struct analysis *analysis, size_t input, const char *why)
{
    struct aic_unmoved *unmoved =
        &analysis->sensitivity->unmoved[analysis->sensitivity->unmoved_count++];
    struct aic_text text;
    unmoved->input = input;
    aic_text_init(&text, unmoved->why, sizeof unmoved->why);
    aic_text_add(&text, why);
}

static void move_input(struct analysis *analysis, size_t input)
{
    const struct aic_question *question = analysis->answer->question;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, input, NULL);
    const struct aic_range *range = aic_question_range(question, input);
    double value = aic_question_value(question, input).number;
    analysis->probe.notes->error.message[0] = '\0';
    if (value == 0 && !range) {
        if (aic_question_origin(question, input) >= AIC_FROM_LAUNCH) {
            add_unmoved(analysis, input, "it is 0, and a tenth of that is nothing");
        }
        return;
    }
    double low = range ? range->low : target(field, value, -1);
    double high = range ? range->high : target(field, value, 1);
    move(analysis, input, value, low, range != NULL, &analysis->sides[0]);
    move(analysis, input, value, high, range != NULL, &analysis->sides[1]);
    if (isnan(analysis->sides[0].value) && isnan(analysis->sides[1].value)) {
        const char *why = analysis->probe.notes->error.message;
        add_unmoved(analysis, input, why[0] ? why : "its range allows no other value");
        return;
    }
    for (size_t i = 0; i < analysis->result_count; i++) {
        if (aic_answer_result(analysis->answer, analysis->results[i]).set) {
            add_effect(analysis, input, i, value);
        }
    }
}

static int compare(const void *a, const void *b)
{
    const struct aic_effect *x = a;
    const struct aic_effect *y = b;
    if (x->size != y->size) {
        return x->size > y->size ? -1 : 1;
    }
    if (x->input != y->input) {
        return (x->input > y->input) - (x->input < y->input);
    }
    return (x->result > y->result) - (x->result < y->result);
}

static void move_all(struct analysis *analysis)
{
    const struct aic_question *question = analysis->answer->question;
    const struct aic_table *inputs = &question->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        size_t feeder; /* what a part was handed moves with what it comes from */
        bool is_fed =
            aic_part_feeder(question->calculator, question->in, analysis->answer->out, i, &feeder);
        if (aic_field_is_number(aic_table_at(inputs, i, NULL)) && analysis->answer->used[i] &&
            !is_fed) {
            move_input(analysis, i);
        }
    }
    qsort(analysis->sensitivity->effects, analysis->sensitivity->count,
          sizeof analysis->sensitivity->effects[0], compare);
}

/* The numbers among the results asked for, in a list of their own. */
static size_t *keep_numbers(const struct aic_answer *answer, const size_t *results, size_t *count)
{
    size_t *kept = malloc((*count + 1) * sizeof kept[0]);
    size_t numbers = 0;
    for (size_t i = 0; kept && i < *count; i++) {
        if (aic_field_is_number(
                aic_table_at(&answer->question->calculator->results, results[i], NULL))) {
            kept[numbers++] = results[i];
        }
    }
    *count = numbers;
    return kept;
}

bool aic_sensitivity_init(struct aic_sensitivity *sensitivity, const struct aic_answer *answer,
                          const size_t *results, size_t result_count, struct aic_error *error)
{
    size_t inputs = aic_table_size(&answer->question->calculator->inputs);
    memset(sensitivity, 0, sizeof *sensitivity);
    size_t *numbers = keep_numbers(answer, results, &result_count);
    struct analysis analysis = { .sensitivity = sensitivity,
                                 .answer = answer,
                                 .results = numbers,
                                 .result_count = result_count };
    double *values = malloc((2 * result_count + 1) * sizeof values[0]);
    sensitivity->effects = malloc((inputs * result_count + 1) * sizeof sensitivity->effects[0]);
    sensitivity->unmoved = malloc(inputs * sizeof sensitivity->unmoved[0]);
    bool ok = aic_probe_init(&analysis.probe, answer->question, error);
    if (!numbers || !values || !sensitivity->effects || !sensitivity->unmoved) {
        ok = aic_fail_memory(error);
    }
    if (ok) {
        analysis.sides[0].results = values;
        analysis.sides[1].results = values + result_count;
        move_all(&analysis);
    }
    aic_probe_clear(&analysis.probe);
    free(values);
    free(numbers);
    return ok;
}

void aic_sensitivity_clear(struct aic_sensitivity *sensitivity)
{
    free(sensitivity->effects);
    free(sensitivity->unmoved);
    memset(sensitivity, 0, sizeof *sensitivity);
}
