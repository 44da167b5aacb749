/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs without effect: what was given is moved, and every result compared. */
#include <aicalc/effect.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/evaluation.h>
#include <aicalc/explain.h>

#include "analysis/probe.h"
#include "core/span.h"

/* Factors by which a number is moved: near ones, which change most, then far ones for limits. */
static const double factors[] = { 2, 0.5, 100, 0.01 };

#define FACTORS (sizeof factors / sizeof factors[0])

/* Where a number that is 0 moves to. */
static const double beside_zero[FACTORS] = { 1, 1e3, 1e12, 1e-3 };

/* After these a number is moved by one, and to its ends. */
#define PLACES (FACTORS + 5)

struct trial {
    struct aic_answer *answer;
    const struct aic_recipe *recipe;
    struct aic_effect_memory *memory; /* NULL: this question is alone */
    struct aic_probe probe;
    struct aic_notes *notes; /* the warnings where nothing is moved; NULL: few inputs need them */
};

/* True where a result that was wanted is another than in the answer; steps of the arithmetic do not
 * count. */
static bool any_differs(const struct trial *trial, const void *out)
{
    const struct aic_table *results = &trial->probe.calculator->results;
    const unsigned aside = AIC_TERM | (trial->probe.notes->brief ? AIC_SOLVED : 0);
    for (size_t g = 0; g < results->count; g++) {
        for (size_t i = 0; i < results->groups[g].count; i++) {
            const struct aic_field *field = &results->groups[g].fields[i];
            if (!(field->flags & aside) && aic_answer_change(trial->answer, field, out) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* True where it warns of something else: an input may be there for that alone. */
static bool warns_otherwise(const struct trial *trial)
{
    const struct aic_notes *was = trial->notes, *is = trial->probe.notes;
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
           (!aic_probe_run(probe) || any_differs(trial, probe->out) ||
            (!probe->notes->quiet && warns_otherwise(trial)));
}

/* ---- values to try ---- */

/* How many values of an input are tried. */
static size_t count_places(const struct aic_field *field)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        return PLACES;
    case AIC_CHOICE:
        return aic_choice_count(field);
    case AIC_FLAG:
    case AIC_REFERENCE:
        break;
    }
    return 1;
}

/* A number of an input, near and far from the one that it has. */
static double number_at(const struct aic_field *field, double value, size_t place)
{
    const double others[] = { value + 1, value - 1, field->min,
                              field->max > 0 ? (value + field->max) / 2 : value,
                              field->max > 0 ? field->max : value };
    if (place >= FACTORS) {
        return others[place - FACTORS];
    }
    return value == 0 ? beside_zero[place] : value * factors[place];
}

/* A value that is tried in place of the one that an input has. */
static double value_at(const struct aic_field *field, double value, size_t place)
{
    double number = field->kind == AIC_CHOICE || field->kind == AIC_FLAG
                        ? (double)place
                        : number_at(field, value, place);
    return field->kind == AIC_FLAG      ? (value == 0 ? 1 : 0)
           : field->kind == AIC_INTEGER ? floor(number)
                                        : number;
}

/* The value that moved it in the question before comes first. */
static bool moves(struct trial *trial, size_t input)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    double value = aic_question_value(trial->answer->question, input).number;
    size_t count = count_places(field);
    size_t first = trial->memory ? trial->memory->places[input] : 0;
    if (field->kind == AIC_REFERENCE) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        size_t place = (first + i) % count;
        double other = value_at(field, value, place);
        if (other != value && moves_to(trial, input, other)) {
            if (trial->memory) {
                trial->memory->places[input] = (unsigned char)place;
            }
            return true;
        }
    }
    return false;
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
        *moves = !answered || (i != (int)value && any_differs(trial, evaluation.out));
    }
    aic_evaluation_clear(&evaluation);
    return ok;
}

/* Keeps the warnings where nothing is moved. */
static bool find_notes(struct trial *trial, struct aic_error *error)
{
    struct aic_notes *notes = trial->probe.notes;
    if (trial->notes) {
        return true;
    }
    trial->notes = malloc(sizeof *trial->notes);
    if (!trial->notes) {
        return aic_fail_memory(error);
    }
    aic_probe_restore(&trial->probe);
    notes->count = 0;
    aic_probe_run(&trial->probe);
    *trial->notes = *notes;
    return true;
}

/* The same values once more, with all results and with warnings. Fails without memory only. */
static bool find_warnings_moved(struct trial *trial, size_t input, bool *moved,
                                struct aic_error *error)
{
    struct aic_notes *notes = trial->probe.notes;
    notes->quiet = notes->brief = false;
    bool ok = find_notes(trial, error);
    *moved = ok && moves(trial, input);
    notes->quiet = true;
    return ok;
}

/* Sets whether a band is another than in the answer: an input may be there for that alone, such as the
 * ends that an answer hands on. Fails without memory only. */
static bool find_bands_moved(const struct trial *trial, const void *in, bool *moves,
                             struct aic_error *error)
{
    const struct aic_calculator *calculator = trial->probe.calculator;
    const struct aic_bands *all = &calculator->bands;
    struct aic_ends *ends = calloc(all->band_count + 1, sizeof ends[0]);
    double *limits = calloc(all->judgement_count + 1, sizeof limits[0]);
    struct aic_searched_goal *goals = calloc(all->search_count + 1, sizeof goals[0]);
    bool ok = ends && limits && goals;
    if (ok) {
        aic_find_bands(calculator, in, trial->probe.out, ends, limits, goals);
    }
    for (size_t i = 0; ok && i < all->band_count; i++) {
        const struct aic_ends *was = &trial->answer->bands[i];
        bool is_known = !isnan(was->low), stays = is_known == !isnan(ends[i].low);
        *moves = *moves || !stays ||
                 (is_known && (was->low != ends[i].low || was->high != ends[i].high));
    }
    free(ends);
    free(limits);
    free(goals);
    return ok || aic_fail_memory(error);
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
    why = asked && !answered ? probe->notes->error : why;
    *moves = !answered || any_differs(trial, probe->out) || warns_otherwise(trial);
    bool ok = *moves || find_bands_moved(trial, question.in, moves, error);
    aic_question_clear(&question);
    aic_evaluate_begin(probe->calculator, probe->out, false);
    if (!answered && aic_code_is_internal(why.code)) {
        *error = why;
        return false;
    }
    return ok;
}

/* Sets whether an input has an effect; fails without memory only. */
static bool find_effect(struct trial *trial, size_t input, bool *has_effect,
                        struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&trial->probe.calculator->inputs, input, NULL);
    trial->probe.notes->brief = true;
    *has_effect = moves(trial, input);
    return *has_effect || (find_warnings_moved(trial, input, has_effect, error) &&
                           (*has_effect || field->kind != AIC_CHOICE ||
                            choice_moves_anew(trial, input, has_effect, error)) &&
                           (*has_effect || absence_moves(trial, input, has_effect, error)));
}

/* A preset counts through the inputs that it stands for. */
static bool is_given(const struct aic_question *question, const struct aic_field *field,
                     size_t input)
{
    enum aic_origin origin = aic_origin_get(question->in, field->offset);
    return (origin == AIC_FROM_FLAG || origin == AIC_FROM_FILE) && !field->preset &&
           aic_question_origin(question, input) == origin &&
           aic_question_value(question, input).set;
}

static bool holds_name(struct aic_span text, const char *wanted)
{
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        if (aic_span_is(name, wanted)) {
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
        if (words && !aic_field_is_sentence(field) && is_given(question, field, i) &&
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

/* The place of the one input in which the question before differs; beyond the table: none, or several.
 * Each value has the room of a number, and the origins stand before them. */
static size_t only_other_input(const struct trial *trial)
{
    const struct aic_table *inputs = &trial->probe.calculator->inputs;
    const char *before = trial->memory->in, *now = trial->answer->question->in;
    const size_t size = trial->probe.calculator->in_size, count = aic_table_size(inputs);
    size_t others = 0, place = 0, input = count;
    for (size_t at = 0; at + sizeof(double) <= size; at += sizeof(double)) {
        if (memcmp(before + at, now + at, sizeof(double)) != 0) {
            others++;
            place = at;
        }
    }
    for (size_t i = 0; others == 1 && input == count && i < count; i++) {
        size_t offset;
        aic_table_at(inputs, i, &offset);
        input = offset == place ? i : count;
    }
    return input;
}

/* The input that the question before shows to have an effect; beyond the table: none. */
static size_t shown_by_memory(const struct trial *trial)
{
    const struct aic_effect_memory *memory = trial->memory;
    return memory && memory->filled && any_differs(trial, memory->out)
               ? only_other_input(trial)
               : aic_table_size(&trial->probe.calculator->inputs);
}

static void keep(struct aic_effect_memory *memory, const struct aic_answer *answer)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    memcpy(memory->in, answer->question->in, calculator->in_size);
    memcpy(memory->out, answer->out, calculator->out_size);
    memory->filled = true;
}

static bool try_input(struct trial *trial, const struct aic_field *field, size_t input,
                      struct aic_error *error)
{
    bool has_effect = true;
    if (is_given(trial->answer->question, field, input) &&
        !find_effect(trial, input, &has_effect, error)) {
        return false;
    }
    if (!has_effect) {
        warn(trial->answer, input);
    }
    return true;
}

static bool try_inputs(struct trial *trial, struct aic_error *error)
{
    const struct aic_table *inputs = &trial->probe.calculator->inputs;
    const size_t shown = shown_by_memory(trial);
    size_t input = 0;
    bool ok = true;
    for (size_t g = 0; ok && g < inputs->count; g++) {
        for (size_t i = 0; ok && i < inputs->groups[g].count; i++, input++) {
            ok = input == shown || try_input(trial, &inputs->groups[g].fields[i], input, error);
        }
    }
    return ok;
}

bool aic_effect_memory_init(struct aic_effect_memory *memory,
                            const struct aic_calculator *calculator, struct aic_error *error)
{
    memory->places = calloc(aic_table_size(&calculator->inputs), sizeof memory->places[0]);
    memory->in = malloc(calculator->in_size);
    memory->out = malloc(calculator->out_size);
    memory->filled = false;
    return (memory->places && memory->in && memory->out) || aic_fail_memory(error);
}

void aic_effect_memory_clear(struct aic_effect_memory *memory)
{
    free(memory->places);
    free(memory->in);
    free(memory->out);
    memset(memory, 0, sizeof *memory);
}

bool aic_effect_warn_again(struct aic_answer *answer, const struct aic_recipe *recipe,
                           struct aic_effect_memory *memory, struct aic_error *error)
{
    struct trial trial = { .answer = answer, .recipe = recipe, .memory = memory };
    bool ok = aic_probe_init(&trial.probe, answer->question, error) && try_inputs(&trial, error);
    aic_probe_clear(&trial.probe);
    free(trial.notes);
    if (ok && memory) {
        keep(memory, answer);
    }
    return ok;
}

bool aic_effect_warn(struct aic_answer *answer, const struct aic_recipe *recipe,
                     struct aic_error *error)
{
    return aic_effect_warn_again(answer, recipe, NULL, error);
}
