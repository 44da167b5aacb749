/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Monotone results. A formula is read as sums, products, quotients, least, most and rounding of
 * names; each name has a direction along an axis, and each term one that follows. What follows from
 * rounded arithmetic holds for rounded numbers too, because rounding keeps order. Whatever is not
 * understood moves both ways as soon as it rests on the axis.
 */
#include "analysis/range/monotone.h"

#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"

/* Where a term goes while the axis grows. */
enum way { SAME = 0, UP = 1, DOWN = 2, BOTH = 3 };

/* A term: its way, and whether it is known not to be negative. */
struct term {
    enum way way;
    bool positive;
};

struct reader {
    const struct aic_answer *answer;
    size_t axis;         /* the input that moves */
    struct term *inputs; /* of each field, where known */
    struct term *results;
    unsigned char *known_inputs, *known_results; /* 0 not yet, 1 being read, 2 known */
};

/* A formula on its way. */
struct text {
    const char *at, *end;
    bool failed; /* something that is not understood */
};

static const struct term anything = { BOTH, false };

static enum way reversed(enum way way)
{
    return (enum way)((way & UP ? DOWN : 0) | (way & DOWN ? UP : 0));
}

static enum way joined(enum way a, enum way b)
{
    return (enum way)(a | b);
}

static struct term read_sum(struct reader *reader, struct text *text);
static struct term term_of_input(struct reader *reader, size_t index);
static struct term term_of_result(struct reader *reader, size_t index);

static void skip_blanks(struct text *text)
{
    while (text->at < text->end && *text->at == ' ') {
        text->at++;
    }
}

/* Takes the character if it comes next. */
static bool take(struct text *text, char c)
{
    skip_blanks(text);
    if (text->at < text->end && *text->at == c) {
        text->at++;
        return true;
    }
    return false;
}

static struct term fail(struct text *text)
{
    text->failed = true;
    return anything;
}

static struct term term_of_name(struct reader *reader, struct aic_span name)
{
    size_t index;
    switch (aic_answer_lookup(reader->answer, NULL, name, &index)) {
    case AIC_NAME_INPUT:
        return term_of_input(reader, index);
    case AIC_NAME_RESULT:
        return term_of_result(reader, index);
    case AIC_NAME_UNKNOWN:
        break;
    }
    const struct aic_calculator *calculator = reader->answer->question->calculator;
    const struct aic_constant *constant = aic_constant_find(calculator, name);
    /* what is neither is one of the words of a choice */
    return (struct term){ SAME, constant && constant->value >= 0 };
}

static bool is_name(struct aic_span name, const char *word)
{
    return name.length == strlen(word) && memcmp(name.at, word, name.length) == 0;
}

/* What follows an opening bracket: the least, the most or the rounding of terms. */
static struct term read_call(struct reader *reader, struct text *text, struct aic_span name)
{
    bool most = is_name(name, "max"), least = is_name(name, "min");
    bool rounds = is_name(name, "up") || is_name(name, "down") || is_name(name, "ceil") ||
                  is_name(name, "floor");
    if (!most && !least && !rounds && !is_name(name, "value_or")) {
        return fail(text);
    }
    struct term call = read_sum(reader, text);
    while (!rounds && take(text, ',')) {
        struct term next = read_sum(reader, text);
        call.way = joined(call.way, next.way);
        call.positive = most ? call.positive || next.positive : call.positive && next.positive;
    }
    return take(text, ')') ? call : fail(text);
}

static struct term read_number(struct text *text)
{
    char words[40];
    size_t length = 0;
    double number;
    while (text->at < text->end && length + 1 < sizeof words &&
           (aic_is_digit(*text->at) || *text->at == '.' || *text->at == 'e' ||
            ((*text->at == '-' || *text->at == '+') && length > 0 && text->at[-1] == 'e'))) {
        words[length++] = *text->at++;
    }
    bool read = aic_number_read(words, length, 0, &number) == length;
    return read ? (struct term){ SAME, true } : fail(text);
}

static struct term read_factor(struct reader *reader, struct text *text)
{
    if (take(text, '-')) {
        struct term negated = read_factor(reader, text);
        return (struct term){ reversed(negated.way), false };
    }
    if (take(text, '(')) {
        struct term inner = read_sum(reader, text);
        return take(text, ')') ? inner : fail(text);
    }
    skip_blanks(text);
    if (text->at < text->end && aic_is_digit(*text->at)) {
        return read_number(text);
    }
    struct aic_span name = { text->at, 0 };
    while (text->at < text->end &&
           (aic_is_letter(*text->at) || *text->at == '_' || aic_is_digit(*text->at))) {
        text->at++;
        name.length++;
    }
    if (name.length == 0) {
        return fail(text);
    }
    return take(text, '(') ? read_call(reader, text, name) : term_of_name(reader, name);
}

/* A factor whose sign is not known may turn the other around. */
static struct term multiplied(struct term a, struct term b)
{
    enum way way = joined(b.way == SAME || a.positive ? b.way : BOTH,
                          a.way == SAME || b.positive ? a.way : BOTH);
    bool still = a.way == SAME && b.way == SAME;
    return (struct term){ still ? SAME : way, a.positive && b.positive };
}

static struct term read_product(struct reader *reader, struct text *text)
{
    struct term product = read_factor(reader, text);
    for (;;) {
        if (take(text, '*')) {
            product = multiplied(product, read_factor(reader, text));
        } else if (take(text, '/')) {
            struct term divisor = read_factor(reader, text);
            bool turns = divisor.way != SAME && !divisor.positive;
            divisor.way = turns ? BOTH : reversed(divisor.way);
            product = multiplied(product, divisor);
        } else {
            return product;
        }
    }
}

static struct term read_sum(struct reader *reader, struct text *text)
{
    struct term sum = read_product(reader, text);
    for (;;) {
        if (take(text, '+')) {
            struct term next = read_product(reader, text);
            sum = (struct term){ joined(sum.way, next.way), sum.positive && next.positive };
        } else if (take(text, '-')) {
            struct term next = read_product(reader, text);
            sum = (struct term){ joined(sum.way, reversed(next.way)), false };
        } else {
            return sum;
        }
    }
}

/* A sum, or whether it is at most or at least another. */
static struct term read_comparison(struct reader *reader, struct text *text)
{
    struct term left = read_sum(reader, text);
    bool less = take(text, '<');
    if (!less && !take(text, '>')) {
        return left;
    }
    take(text, '=');
    struct term right = read_sum(reader, text);
    enum way way =
        less ? joined(reversed(left.way), right.way) : joined(left.way, reversed(right.way));
    return (struct term){ way, true };
}

/* True where only whether there is such a value is asked, which a range does not change. */
static bool is_asked_whether(struct aic_span text, struct aic_span name)
{
    static const char *const calls[] = { "known(", "is_given(", "is_default(", "is_from_catalog(" };
    size_t before = (size_t)(name.at - text.at);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        size_t length = strlen(calls[i]);
        if (before >= length && memcmp(name.at - length, calls[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* True where a member of a struct is read, "a->b" or "a.b": its name may be another's. */
static bool is_member(struct aic_span text)
{
    for (size_t i = 1; i + 1 < text.length; i++) {
        bool named = aic_is_letter(text.at[i - 1]) || text.at[i - 1] == '_';
        if (memcmp(text.at + i, "->", 2) == 0 || (named && text.at[i] == '.')) {
            return true;
        }
    }
    return false;
}

/* An input whose default follows from others. */
static bool is_derived(const struct aic_question *question, size_t index)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    return aic_field_is_derived(field) && aic_question_value(question, index).set &&
           aic_question_origin(question, index) == AIC_FROM_DEFAULT;
}

/* True where no name in the text moves with the axis; a given input is there all along it. */
static bool stands_still(struct reader *reader, struct aic_span text)
{
    struct aic_span name, rest = text;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        bool moves = false;
        switch (aic_answer_lookup(reader->answer, NULL, name, &index)) {
        case AIC_NAME_INPUT:
            moves = term_of_input(reader, index).way != SAME &&
                    (is_derived(reader->answer->question, index) || !is_asked_whether(text, name));
            break;
        case AIC_NAME_RESULT:
            moves = term_of_result(reader, index).way != SAME;
            break;
        case AIC_NAME_UNKNOWN:
            break;
        }
        if (moves) {
            return false;
        }
    }
    return true;
}

/* Whether the case that holds is the same along the axis: of all conditions down to its own. */
static bool keeps_its_case(struct reader *reader, const char *words, size_t holds)
{
    for (size_t i = 0; aic_formula_has_cases(words) && i <= holds; i++) {
        struct aic_span condition;
        aic_formula_case(words, i, &condition);
        if (is_member(condition) || !stands_still(reader, condition)) {
            return false;
        }
    }
    return true;
}

/* True where a sentence, or the names beside it, say what a search or a sum rests on. */
static bool rests_on_any(const struct reader *reader, struct aic_span names,
                         struct aic_span sentence)
{
    struct aic_span name;
    size_t index;
    while (aic_formula_next_name(&sentence, &name)) {
        if (aic_answer_lookup(reader->answer, NULL, name, &index) != AIC_NAME_UNKNOWN) {
            return true;
        }
    }
    return names.length > 0;
}

/* True where a search chose among several, so that any axis may lead to another choice. */
static bool may_choose_another(struct reader *reader, const struct aic_field *field)
{
    const struct aic_question *question = reader->answer->question;
    if (!field->chosen_among) {
        return false;
    }
    size_t input = aic_table_find(&question->calculator->inputs, field->chosen_among,
                                  strlen(field->chosen_among));
    return aic_question_value(question, input).number > 1 ||
           term_of_input(reader, input).way != SAME;
}

/* The term of a row: of its formula, or of the names that it rests on. */
static struct term term_of_row(struct reader *reader, const struct aic_field *field, size_t holds)
{
    const char *words = aic_field_words(field);
    const char *rests_on = field->rests_on ? field->rests_on : "";
    const struct aic_span names = { rests_on, strlen(rests_on) };
    if (!words || may_choose_another(reader, field)) {
        return anything;
    }
    if (aic_field_is_sentence(field)) {
        const struct aic_span sentence = { words, strlen(words) };
        bool still = rests_on_any(reader, names, sentence) && stands_still(reader, names) &&
                     stands_still(reader, sentence);
        return still ? (struct term){ SAME, false } : anything;
    }
    struct aic_span condition;
    struct aic_span formula = aic_formula_case(words, holds, &condition);
    struct text text = { formula.at, formula.at + formula.length, false };
    struct term term = read_comparison(reader, &text);
    skip_blanks(&text);
    if (text.failed || text.at != text.end) {
        bool still = !is_member(formula) && stands_still(reader, formula);
        term = still ? (struct term){ SAME, false } : anything;
    }
    return keeps_its_case(reader, words, holds) && stands_still(reader, names) ? term : anything;
}

static struct term term_of_input(struct reader *reader, size_t index)
{
    const struct aic_question *question = reader->answer->question;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    struct term *term = &reader->inputs[index];
    if (reader->known_inputs[index] == 0) {
        reader->known_inputs[index] = 1;
        *term = (struct term){ index == reader->axis ? UP : SAME, !(field->flags & AIC_SIGNED) };
        if (is_derived(question, index)) {
            bool positive = term->positive;
            *term = anything; /* until it is known: what rests on itself */
            term->way = term_of_row(reader, field, reader->answer->input_cases[index]).way;
            term->positive = positive;
        }
        reader->known_inputs[index] = 2;
    }
    return *term;
}

static struct term term_of_result(struct reader *reader, size_t index)
{
    const struct aic_calculator *calculator = reader->answer->question->calculator;
    const struct aic_field *field = aic_table_at(&calculator->results, index, NULL);
    if (reader->known_results[index] == 0) {
        reader->known_results[index] = 1;
        reader->results[index] = anything;
        struct term term = term_of_row(reader, field, reader->answer->result_cases[index]);
        struct aic_value value = aic_answer_result(reader->answer, index);
        bool is_fixed = term.way == SAME && reader->answer->question->range_count == 1;
        term.positive = term.positive || (is_fixed && value.set && value.number >= 0);
        reader->results[index] = term;
        reader->known_results[index] = 2;
    }
    return reader->results[index];
}

/* A rule that looks at the value of an input with a range may ignore another input beyond it. */
static bool has_rule(const struct aic_question *question, size_t axis)
{
    size_t offset;
    const struct aic_calculator *calculator = question->calculator;
    aic_table_at(&calculator->inputs, axis, &offset);
    for (size_t r = 0; r < calculator->rule_count; r++) {
        const struct aic_rule *rule = &calculator->rules[r];
        bool in_play = aic_origin_get(question->in, rule->subject.offset) >= AIC_FROM_CATALOG;
        for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE;
             i++) {
            if (in_play && rule->conditions[i].member.offset == offset &&
                rule->conditions[i].test >= AIC_TEST_EQUALS) {
                return true;
            }
        }
    }
    return false;
}

static void read_axis(struct reader *reader, size_t axis, bool *monotone)
{
    const struct aic_calculator *calculator = reader->answer->question->calculator;
    size_t inputs = aic_table_size(&calculator->inputs);
    size_t results = aic_table_size(&calculator->results);
    bool ruled = has_rule(reader->answer->question, axis);
    memset(reader->known_inputs, 0, inputs);
    memset(reader->known_results, 0, results);
    reader->axis = axis;
    for (size_t i = 0; i < results; i++) {
        monotone[i] = monotone[i] && !ruled && term_of_result(reader, i).way != BOTH;
    }
}

bool aic_find_monotone(const struct aic_answer *answer, bool *monotone, struct aic_error *error)
{
    const struct aic_question *question = answer->question;
    size_t inputs = aic_table_size(&question->calculator->inputs);
    size_t results = aic_table_size(&question->calculator->results);
    struct reader reader = {
        .answer = answer,
        .inputs = malloc(inputs * sizeof reader.inputs[0]),
        .results = calloc(results, sizeof reader.results[0]),
        .known_inputs = malloc(inputs),
        .known_results = malloc(results),
    };
    bool ok = reader.inputs && reader.results && reader.known_inputs && reader.known_results;
    if (ok) {
        /* What one part of a composition hands to another stands in no formula. */
        for (size_t i = 0; i < results; i++) {
            monotone[i] = !question->calculator->composition;
        }
        for (size_t i = 0; i < question->range_count; i++) {
            read_axis(&reader, question->ranges[i].input, monotone);
        }
    } else {
        aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    free(reader.inputs);
    free(reader.results);
    free(reader.known_inputs);
    free(reader.known_results);
    return ok;
}
