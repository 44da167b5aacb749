/* SPDX-License-Identifier: Apache-2.0 */
/* Next steps: combinations of a calculator's levers, the smallest first. */
#include <aicalc/next_step.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/band.h>
#include <aicalc/calculator_rows.h>
#include <aicalc/text.h>

#include "analysis/probe.h"

#define LEVERS_AT_ONCE  3    /* that are changed together */
#define CANDIDATES_MAX  48   /* single changes; tables of levers are short */
#define EVALUATIONS_MAX 6000 /* some milliseconds of the slowest calculator */

struct search {
    struct aic_steps *steps;
    const struct aic_answer *answer;
    const struct aic_budget *budgets;
    size_t budget_count;
    struct aic_probe probe;
    struct aic_change candidates[CANDIDATES_MAX];
    size_t candidate_count, evaluations;
};

static size_t find_result(const struct aic_calculator *calculator, const char *name)
{
    return aic_table_find(&calculator->results, name, strlen(name));
}

/* A value as it is typed; AIC_UNITS_RAW has all digits. */
static void write_typed(const struct aic_field *field, double value, enum aic_unit_style style,
                        char out[AIC_QUANTITY_SIZE])
{
    aic_quantity_write(out, AIC_QUANTITY_SIZE, value, field->dimension, NULL, style);
    char *blank = strchr(out, ' ');
    if (blank) {
        memmove(blank, blank + 1, strlen(blank));
    }
}

/* The value that is near to this one and has the few digits with which people are shown it. */
static double round_typed(const struct aic_field *field, double value)
{
    char text[AIC_QUANTITY_SIZE];
    if (aic_field_is_number(field) && !aic_dimension_is_plain(field->dimension)) {
        write_typed(field, value, AIC_UNITS_AUTO, text);
        aic_quantity_read(text, strlen(text), field->dimension, NULL, &value, NULL);
    }
    return value;
}

static void add_candidate(struct search *search, size_t input, double value)
{
    const struct aic_question *question = search->answer->question;
    struct aic_value is = aic_question_value(question, input);
    if (search->candidate_count < CANDIDATES_MAX && !(is.set && is.number == value)) {
        search->candidates[search->candidate_count++] =
            (struct aic_change){ .input = input, .value = value };
    }
}

/* What is promised is of the value as it is typed: one of few digits, if it does as well. */
static void add_moved(struct search *search, size_t input, double value)
{
    const struct aic_table *inputs = &search->answer->question->calculator->inputs;
    double rounded = round_typed(aic_table_at(inputs, input, NULL), value);
    add_candidate(search, input, rounded);
    if (rounded != value) {
        add_candidate(search, input, value);
    }
}

/* One word of a lever: "*2" and "/2" of the value that it has, "=result", "<result" that must be less, else a
 * value. */
static void add_word(struct search *search, size_t input, const char *word, size_t length)
{
    const struct aic_calculator *calculator = search->answer->question->calculator;
    const struct aic_field *field = aic_table_at(&calculator->inputs, input, NULL);
    struct aic_value is = aic_question_value(search->answer->question, input);
    struct aic_value value;
    double factor = NAN;
    if (word[0] == '<') {
        return;
    }
    if (word[0] == '=') {
        size_t result = aic_table_find(&calculator->results, word + 1, length - 1);
        value = aic_answer_result(search->answer, result);
        if (value.set && value.number > 0) {
            add_moved(search, input, value.number);
        }
    } else if (word[0] == '*' || word[0] == '/') {
        aic_number_read(word + 1, length - 1, 0, &factor);
        double moved = word[0] == '*' ? is.number * factor : is.number / factor;
        bool possible = is.set && (field->kind != AIC_INTEGER || moved == floor(moved));
        if (possible && aic_value_from_number(field, moved, &value, NULL)) {
            add_moved(search, input, moved);
        }
    } else if (aic_value_read(field, word, length, &value, NULL)) {
        add_candidate(search, input, value.number);
    }
}

static void add_lever(struct search *search, const struct aic_lever *lever)
{
    const struct aic_table *inputs = &search->answer->question->calculator->inputs;
    size_t input = aic_table_find(inputs, lever->input, strlen(lever->input));
    for (const char *at = lever->values; *at; at += *at == ' ') {
        size_t length = strcspn(at, " ");
        add_word(search, input, at, length);
        at += length;
    }
}

/* Whether a verdict holds for a number; one that is left out does not. */
static bool is_met(const struct aic_lever *verdict, double is, double goal)
{
    switch (verdict->kind) {
    case AIC_GOAL_AT_LEAST:
        return is >= goal;
    case AIC_GOAL_AT_MOST:
        return is <= goal;
    case AIC_GOAL_FLAG:
        break;
    }
    return is == 1;
}

/* The value of the input that a number is to reach; NaN where there is none. */
static double goal_of(const struct search *search, const struct aic_lever *verdict)
{
    const struct aic_question *question = search->answer->question;
    if (!verdict->goal) {
        return NAN;
    }
    size_t input =
        aic_table_find(&question->calculator->inputs, verdict->goal, strlen(verdict->goal));
    struct aic_value value = aic_question_value(question, input);
    return value.set ? value.number : (double)NAN;
}

static bool holds(const struct search *search)
{
    const struct aic_lever *verdict = search->steps->verdict;
    if (verdict) {
        size_t result = find_result(search->probe.calculator, verdict->verdict);
        if (!is_met(verdict, aic_probe_number(&search->probe, result), goal_of(search, verdict))) {
            return false;
        }
    }
    for (size_t i = 0; i < search->budget_count; i++) {
        double actual = aic_probe_number(&search->probe, search->budgets[i].result);
        if (!search->budgets[i].warns && !aic_budget_holds(&search->budgets[i], actual)) {
            return false;
        }
    }
    return true;
}

/* True where a step that was found is part of this combination, or an input stands in it twice. */
static bool is_needless(const struct search *search, const size_t *chosen, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t other = 0; other < i; other++) {
            if (search->candidates[chosen[i]].input == search->candidates[chosen[other]].input) {
                return true;
            }
        }
    }
    for (size_t s = 0; s < search->steps->count; s++) {
        const struct aic_step *step = &search->steps->steps[s];
        size_t inside = 0;
        for (size_t c = 0; c < step->change_count; c++) {
            for (size_t i = 0; i < count; i++) {
                inside += step->changes[c].input == search->candidates[chosen[i]].input;
            }
        }
        if (inside == step->change_count) {
            return true;
        }
    }
    return false;
}

/* Whether a change of the input lessens what its lever names: int4 takes no less than mxfp4. */
static bool lessens(const struct search *search, size_t input)
{
    const struct aic_calculator *calculator = search->probe.calculator;
    const char *name = aic_table_at(&calculator->inputs, input, NULL)->name;
    for (const struct aic_lever *lever = calculator->levers; lever->verdict; lever++) {
        const char *less = strchr(lever->values, '<');
        if (less && strcmp(lever->input, name) == 0) {
            size_t result = find_result(calculator, less + 1);
            return aic_probe_number(&search->probe, result) <
                   aic_answer_result(search->answer, result).number;
        }
    }
    return true;
}

static void try_combination(struct search *search, const size_t *chosen, size_t count)
{
    struct aic_probe *probe = &search->probe;
    if (is_needless(search, chosen, count)) {
        return;
    }
    search->evaluations++;
    aic_probe_restore(probe);
    for (size_t i = 0; i < count; i++) {
        const struct aic_change *change = &search->candidates[chosen[i]];
        if (!aic_probe_move(probe, change->input, change->value)) {
            return; /* what is proposed must be a value that can be given */
        }
    }
    if (!aic_probe_run(probe)) {
        return;
    }
    search->steps->tried++;
    bool is_step = holds(search);
    for (size_t i = 0; is_step && i < count; i++) {
        is_step = lessens(search, search->candidates[chosen[i]].input);
    }
    if (!is_step) {
        return;
    }
    struct aic_step *step = &search->steps->steps[search->steps->count++];
    for (size_t i = 0; i < count; i++) {
        step->changes[i] = search->candidates[chosen[i]];
    }
    step->change_count = count;
    step->number = aic_probe_number(&search->probe, search->steps->deciding);
}

/* All combinations of `count` candidates in the order of the levers. */
static void try_all(struct search *search, size_t *chosen, size_t at, size_t count)
{
    if (at == count) {
        try_combination(search, chosen, count);
        return;
    }
    for (size_t i = at > 0 ? chosen[at - 1] + 1 : 0; i < search->candidate_count; i++) {
        if (search->steps->count == AIC_STEPS_MAX || search->evaluations >= EVALUATIONS_MAX) {
            return;
        }
        chosen[at] = i;
        try_all(search, chosen, at + 1, count);
    }
}

static bool is_exceeded(const struct search *search)
{
    for (size_t i = 0; i < search->budget_count; i++) {
        const struct aic_budget *budget = &search->budgets[i];
        struct aic_value value = aic_answer_result(search->answer, budget->result);
        if (!budget->warns && value.set && !aic_budget_holds(budget, value.number)) {
            return true;
        }
    }
    return false;
}

/* The number that a verdict rests on: the one that must reach a goal, or what a flag compares. */
static size_t deciding_of(const struct search *search, const struct aic_lever *verdict)
{
    const struct aic_calculator *calculator = search->answer->question->calculator;
    size_t result = find_result(calculator, verdict->verdict);
    struct aic_comparison comparison;
    if (verdict->goal) {
        return result;
    }
    return aic_answer_comparison(search->answer, result, &comparison) ? comparison.result
                                                                      : search->steps->deciding;
}

/* What is to be mended: the first verdict that does not hold, else a budget. False: all is well. */
static bool find_verdict(struct search *search)
{
    const struct aic_calculator *calculator = search->answer->question->calculator;
    for (const struct aic_lever *lever = calculator->levers; lever->verdict; lever++) {
        struct aic_value value =
            aic_answer_result(search->answer, find_result(calculator, lever->verdict));
        double goal = goal_of(search, lever);
        bool applies = value.set && (lever->kind == AIC_GOAL_FLAG || !isnan(goal));
        if (applies && !is_met(lever, value.number, goal)) {
            search->steps->verdict = lever;
            search->steps->deciding = deciding_of(search, lever);
            return true;
        }
    }
    return is_exceeded(search);
}

static void add_levers(struct search *search)
{
    const struct aic_calculator *calculator = search->answer->question->calculator;
    const struct aic_lever *verdict = search->steps->verdict;
    for (const struct aic_lever *lever = calculator->levers; lever->verdict; lever++) {
        if (!verdict || strcmp(lever->verdict, verdict->verdict) == 0) {
            add_lever(search, lever);
        }
    }
}

bool aic_steps_find(struct aic_steps *steps, const struct aic_answer *answer,
                    const struct aic_budget *budgets, size_t budget_count, size_t deciding,
                    struct aic_error *error)
{
    struct search search = {
        .steps = steps, .answer = answer, .budgets = budgets, .budget_count = budget_count
    };
    memset(steps, 0, sizeof *steps);
    steps->deciding = deciding;
    if (!answer->question->calculator->levers || !find_verdict(&search)) {
        return true;
    }
    add_levers(&search);
    bool ok = aic_probe_init(&search.probe, answer->question, error);
    size_t chosen[LEVERS_AT_ONCE];
    for (size_t count = 1; ok && count <= LEVERS_AT_ONCE; count++) {
        if (count <= 2 || steps->count == 0) {
            try_all(&search, chosen, 0, count);
        }
    }
    aic_probe_clear(&search.probe);
    return ok;
}

void aic_change_flag(const struct aic_calculator *calculator, const struct aic_change *change,
                     struct aic_text *text)
{
    const struct aic_field *field = aic_table_at(&calculator->inputs, change->input, NULL);
    char value[AIC_QUANTITY_SIZE];
    bool is_off = field->kind == AIC_FLAG && change->value == 0;
    if (change->without) {
        return;
    }
    aic_text_add(text, is_off ? "--no-" : "--");
    aic_text_add_spelt(text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    if (field->kind == AIC_REFERENCE) {
        aic_text_format(text, " %s", change->name);
    } else if (field->kind == AIC_CHOICE) {
        aic_text_format(text, " %s", aic_choice_name(field, (int)change->value));
    } else if (field->kind != AIC_FLAG && aic_dimension_is_plain(field->dimension)) {
        aic_text_add(text, " ");
        aic_text_add_number(text, change->value);
    } else if (field->kind != AIC_FLAG) {
        bool is_round = round_typed(field, change->value) == change->value;
        write_typed(field, change->value, is_round ? AIC_UNITS_AUTO : AIC_UNITS_RAW, value);
        aic_text_format(text, " %s", value);
    }
}
