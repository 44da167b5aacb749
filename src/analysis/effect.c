/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs without effect: what was given is moved, and every result compared. */
#include <aicalc/effect.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/evaluation.h>
#include <aicalc/explain.h>

#include "analysis/probe.h"

/* Factors by which a number is moved: near ones, which change most, then far ones for limits. */
static const double factors[] = { 2, 0.5, 100, 0.01 };

#define FACTORS (sizeof factors / sizeof factors[0])

/* Where a number that is 0 moves to. */
static const double beside_zero[] = { 1, 1e3, 1e12 };

#define BESIDE_ZERO (sizeof beside_zero / sizeof beside_zero[0])

struct trial {
    struct aic_answer *answer;
    const struct aic_recipe *recipe;
    struct aic_probe probe;
    bool has_notes;         /* few inputs need them */
    struct aic_notes notes; /* the warnings where nothing is moved */
};

/* True where a result is another than in the answer; steps of the arithmetic do not count. */
static bool any_differs(const struct aic_answer *answer, const void *out)
{
    const struct aic_table *results = &answer->question->calculator->results;
    size_t count = aic_table_size(results), result = 0;
    while (result < count && (aic_table_at(results, result, NULL)->flags & AIC_TERM ||
                              aic_answer_change(answer, out, result) == 0)) {
        result++;
    }
    return result < count;
}

/* True where it warns of something else: an input may be there for that alone. */
static bool warns_otherwise(const struct trial *trial)
{
    const struct aic_notes *was = &trial->notes, *is = trial->probe.notes;
    bool same = was->count == is->count;
    for (size_t i = 0; same && i < was->count; i++) {
        same = strcmp(was->notes[i].text, is->notes[i].text) == 0;
    }
    return !same;
}

/* Whether another value of an input is impossible or changes something; what is no value of it tells
 * nothing. */
static bool moves_to(struct trial *trial, size_t input, double number)
{
    struct aic_probe *probe = &trial->probe;
    aic_probe_restore(probe);
    probe->notes->count = 0;
    return aic_probe_move(probe, input, number) &&
           (!aic_probe_run(probe) || any_differs(trial->answer, probe->out) ||
            (!probe->notes->quiet && warns_otherwise(trial)));
}

/* ---- values to try ---- */

static bool number_moves_to(struct trial *trial, size_t input, double number)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    return moves_to(trial, input, field->kind == AIC_INTEGER ? floor(number) : number);
}

static bool number_moves(struct trial *trial, size_t input, double value)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    for (size_t i = 0; value == 0 && i < BESIDE_ZERO; i++) {
        if (number_moves_to(trial, input, beside_zero[i])) {
            return true;
        }
    }
    for (size_t i = 0; value != 0 && i < FACTORS; i++) {
        if (number_moves_to(trial, input, value * factors[i])) {
            return true;
        }
    }
    return number_moves_to(trial, input, value + 1) || number_moves_to(trial, input, value - 1) ||
           number_moves_to(trial, input, field->min) ||
           (field->max > 0 && (number_moves_to(trial, input, (value + field->max) / 2) ||
                               number_moves_to(trial, input, field->max)));
}

static bool choice_moves(struct trial *trial, size_t input, double value)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    for (int i = 0; field->choices[i]; i++) {
        if (i != (int)value && moves_to(trial, input, i)) {
            return true;
        }
    }
    return false;
}

static bool moves(struct trial *trial, size_t input)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    double value = aic_question_value(trial->answer->question, input).number;
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        return number_moves(trial, input, value);
    case AIC_CHOICE:
        return choice_moves(trial, input, value);
    case AIC_FLAG:
        return moves_to(trial, input, value == 0);
    case AIC_REFERENCE:
        break;
    }
    return true;
}

/* Asks anew with each other choice, because entries of catalogs have values for each. */
static bool choice_moves_anew(struct trial *trial, size_t input, bool *moves,
                              struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    double value = aic_question_value(trial->answer->question, input).number;
    struct aic_evaluation evaluation;
    bool ok = aic_evaluation_init(&evaluation, trial->recipe, &input, 1, AIC_FROM_FLAG, error);
    for (int i = 0; ok && !*moves && field->choices[i]; i++) {
        struct aic_value other = { true, i, NULL };
        bool answered = i == (int)value || aic_evaluation_run(&evaluation, &other);
        if (!answered && aic_code_is_internal(evaluation.notes.error.code)) {
            *error = evaluation.notes.error;
            ok = false;
        }
        *moves = !answered || (i != (int)value && any_differs(trial->answer, evaluation.out));
    }
    aic_evaluation_clear(&evaluation);
    return ok;
}

/* The same values once more, with warnings. */
static bool moves_warnings(struct trial *trial, size_t input)
{
    struct aic_notes *notes = trial->probe.notes;
    notes->quiet = false;
    if (!trial->has_notes) {
        aic_probe_restore(&trial->probe);
        notes->count = 0;
        aic_probe_run(&trial->probe);
        trial->notes = *notes;
        trial->has_notes = true;
    }
    bool moved = moves(trial, input);
    notes->quiet = true;
    return moved;
}

/*
 * Asks anew without the input: the least value of a limit may be as far from being met as the one that
 * was given, and it is there all the same. A question that cannot do without it needs it.
 */
static bool absence_moves(struct trial *trial, size_t input, bool *moves, struct aic_error *error)
{
    struct aic_probe *probe = &trial->probe;
    struct aic_recipe recipe = *trial->recipe;
    struct aic_question question;
    struct aic_error why = { .code = AIC_OK };
    recipe.leave_out = aic_table_at(&probe->calculator->inputs, input, NULL)->name;
    bool asked = aic_recipe_ask(&recipe, &question, &why);
    probe->notes->count = 0;
    probe->notes->quiet = false;
    bool answered = asked && aic_evaluate(probe->calculator, question.in, probe->out, probe->notes);
    probe->notes->quiet = true;
    aic_question_clear(&question);
    why = asked && !answered ? probe->notes->error : why;
    *moves = !answered || any_differs(trial->answer, probe->out) || warns_otherwise(trial);
    aic_evaluate_begin(probe->calculator, probe->out, false);
    if (!answered && aic_code_is_internal(why.code)) {
        *error = why;
        return false;
    }
    return true;
}

/* Sets whether an input has an effect; fails without memory only. */
static bool find_effect(struct trial *trial, size_t input, bool *has_effect,
                        struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    *has_effect = moves(trial, input) || moves_warnings(trial, input);
    return *has_effect ||
           ((field->kind != AIC_CHOICE || choice_moves_anew(trial, input, has_effect, error)) &&
            (*has_effect || absence_moves(trial, input, has_effect, error)));
}

/* A preset counts through the inputs that it stands for. */
static bool is_given(const struct aic_question *question, size_t input)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, input, &offset);
    enum aic_origin origin = aic_origin_get(question->in, offset);
    return !field->preset && (origin == AIC_FROM_FLAG || origin == AIC_FROM_FILE) &&
           aic_question_origin(question, input) == origin &&
           aic_question_value(question, input).set;
}

static bool holds_name(struct aic_span text, const char *wanted)
{
    struct aic_span name;
    size_t length = strlen(wanted);
    while (aic_formula_next_name(&text, &name)) {
        if (name.length == length && memcmp(name.at, wanted, length) == 0) {
            return true;
        }
    }
    return false;
}

static struct aic_span whole(const char *text)
{
    return (struct aic_span){ text, text ? strlen(text) : 0 };
}

/* "follows from it, and is given": the input whose default this one would have decided. */
static bool tell_given(const struct aic_answer *answer, const char *name, struct aic_text *why)
{
    const struct aic_question *question = answer->question;
    const struct aic_table *inputs = &question->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        const char *words = aic_field_words(field);
        if (words && !aic_field_is_sentence(field) && is_given(question, i) &&
            holds_name(whole(words), name)) {
            aic_text_format(why, ": %s would follow from it, and is given", field->name);
            return true;
        }
    }
    return false;
}

/* What the results that name an input say of it. */
struct mentions {
    const struct aic_field *zero; /* its formula has the input, and it is 0 */
    const struct aic_field *other_case;
    struct aic_span condition; /* of the case of `other_case` that has the input; the shortest */
    size_t missing;            /* the result that rests on it and has no value */
    size_t missing_count;
    bool counted; /* a result that is not 0 has it: something larger hides it */
};

/* A condition on values, such as experts > 0, says more than one on what is known or given. */
static bool is_comparison(struct aic_span condition)
{
    return condition.length > 0 && !memchr(condition.at, '(', condition.length);
}

/* The cases of a formula that have the input and do not hold. */
static void look_at_cases(const struct aic_field *field, const char *words, size_t held,
                          const char *name, struct mentions *mentions)
{
    for (size_t number = 0; number < aic_formula_cases(words); number++) {
        struct aic_span condition;
        struct aic_span formula = aic_formula_case(words, number, &condition);
        bool is_shorter = !mentions->other_case || condition.length < mentions->condition.length;
        if (number != held && is_comparison(condition) && is_shorter && holds_name(formula, name) &&
            !holds_name(condition, name)) {
            mentions->other_case = field;
            mentions->condition = condition;
        }
    }
}

static void look_at_result(const struct aic_answer *answer, size_t result, const char *name,
                           struct mentions *mentions)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, result, NULL);
    const char *words = aic_field_words(field);
    struct aic_value value = aic_answer_result(answer, result);
    if (!words || aic_field_is_sentence(field)) {
        return; /* what a search or a sum uses stands in no formula */
    }
    if (!value.set && holds_name(whole(words), name)) {
        mentions->missing = result;
        mentions->missing_count++;
    } else if (value.set && holds_name(aic_answer_formula(answer, field), name)) {
        mentions->counted = mentions->counted || value.number != 0;
        mentions->zero = value.number == 0 ? field : mentions->zero;
    } else if (value.set && aic_formula_has_cases(words)) {
        look_at_cases(field, words, answer->result_cases[result], name, mentions);
    }
}

/* Why it does not count, where that is plain from the formulas. */
static void tell_why(const struct aic_answer *answer, const char *name, struct aic_text *why)
{
    const struct aic_table *results = &answer->question->calculator->results;
    struct mentions mentions = { .zero = NULL };
    for (size_t i = 0; i < aic_table_size(results); i++) {
        look_at_result(answer, i, name, &mentions);
    }
    if (mentions.counted) {
        return;
    }
    if (mentions.zero) {
        aic_text_format(why, ": %s, which counts it, is 0", mentions.zero->name);
    } else if (mentions.other_case) {
        aic_text_format(why, ": %s counts it when ", mentions.other_case->name);
        aic_text_add_bytes(why, mentions.condition.at, mentions.condition.length);
    } else if (mentions.missing_count == 1) {
        aic_text_format(why, ": %s, which counts it, ",
                        aic_table_at(results, mentions.missing, NULL)->name);
        aic_explain_missing(answer, mentions.missing, why);
    }
}

static void warn(struct aic_answer *answer, size_t input)
{
    const char *name = aic_table_at(&answer->question->calculator->inputs, input, NULL)->name;
    char words[300];
    struct aic_text why;
    aic_text_init(&why, words, sizeof words);
    if (!tell_given(answer, name, &why)) {
        tell_why(answer, name, &why);
    }
    aic_warn(&answer->notes, AIC_NO_EFFECT, "%s is given and changes no result here%s", name,
             words);
}

static bool try_inputs(struct trial *trial, struct aic_error *error)
{
    const struct aic_question *question = trial->answer->question;
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        bool has_effect = true;
        if (is_given(question, i) && !find_effect(trial, i, &has_effect, error)) {
            return false;
        }
        if (!has_effect) {
            warn(trial->answer, i);
        }
    }
    return true;
}

bool aic_effect_warn(struct aic_answer *answer, const struct aic_recipe *recipe,
                     struct aic_error *error)
{
    struct trial trial = { .answer = answer, .recipe = recipe };
    bool ok = aic_probe_init(&trial.probe, answer->question, error) && try_inputs(&trial, error);
    aic_probe_clear(&trial.probe);
    return ok;
}
