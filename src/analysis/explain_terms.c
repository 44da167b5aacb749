/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions for a person who checks them: without the terms that are 0, and with each name as a
 * number of six digits in base units.
 */
#include <aicalc/explain.h>

#include <math.h>
#include <string.h>

#include "core/span.h"

#define DIGITS 6

/* Powers of 1000 from here on: 12.8849e9 B can be multiplied by hand, 12884901888 B not. */
#define LARGE 1e6

static void drop_zeros(char *number, size_t *length)
{
    if (!memchr(number, '.', *length) || memchr(number, 'e', *length)) {
        return;
    }
    while (number[*length - 1] == '0') {
        --*length;
    }
    *length -= number[*length - 1] == '.';
}

static void add_digits(struct aic_text *text, double value)
{
    char number[AIC_NUMBER_SIZE];
    int power = 0;
    while (fabs(value) >= LARGE || (power > 0 && fabs(value) >= 1e3)) {
        value /= 1e3;
        power += 3;
    }
    size_t length = aic_number_write_short(number, value, DIGITS);
    drop_zeros(number, &length);
    aic_text_add_bytes(text, number, length);
    if (power > 0) {
        aic_text_format(text, "e%d", power);
    }
}

void aic_explain_value(const struct aic_field *field, struct aic_value value, struct aic_text *text)
{
    const char *unit = aic_field_unit(field);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        add_digits(text, value.number);
        if (unit && strcmp(unit, "1") != 0) {
            aic_text_format(text, " %s", unit);
        }
        break;
    case AIC_CHOICE:
        aic_text_add(text, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_text_add(text, value.number != 0 ? "yes" : "no");
        break;
    case AIC_REFERENCE:
        aic_text_add(text, value.name);
        break;
    }
}

void aic_explain_constant(const struct aic_constant *constant, struct aic_text *text)
{
    add_digits(text, constant->value);
    if (constant->unit && strcmp(constant->unit, "1") != 0) {
        aic_text_format(text, " %s", constant->unit);
    }
}

/* A flag that is multiplied counts 1 or 0. */
static void add_named(const struct aic_answer *answer, const struct aic_field *of,
                      struct aic_span name, bool is_factor, struct aic_text *text)
{
    const struct aic_field *field;
    struct aic_value value = aic_answer_value(answer, of, name, &field);
    const struct aic_constant *constant =
        field ? NULL : aic_constant_find(answer->question->calculator, name);
    if (field && value.set && field->kind == AIC_FLAG && is_factor) {
        add_digits(text, value.number);
    } else if (field && value.set) {
        aic_explain_value(field, value, text);
    } else if (constant) {
        aic_explain_constant(constant, text);
    } else {
        aic_text_add_bytes(text, name.at, name.length);
    }
}

static bool is_factor(struct aic_span expression, struct aic_span name)
{
    size_t before = (size_t)(name.at - expression.at);
    size_t after = before + name.length;
    return (before >= 2 && expression.at[before - 2] == '*') ||
           (after + 1 < expression.length && expression.at[after + 1] == '*');
}

void aic_explain_with_numbers(const struct aic_answer *answer, const struct aic_field *of,
                              struct aic_span expression, struct aic_text *text)
{
    struct aic_span rest = expression;
    struct aic_span name;
    const char *done = rest.at;
    while (aic_formula_next_name(&rest, &name)) {
        aic_text_add_bytes(text, done, (size_t)(name.at - done));
        add_named(answer, of, name, is_factor(expression, name), text);
        done = name.at + name.length;
    }
    aic_text_add_bytes(text, done, (size_t)(rest.at + rest.length - done));
}

/* Leaving out terms. */
struct terms {
    const struct aic_answer *answer;
    const struct aic_field *of;
    struct aic_text *out;
    struct aic_text *zeros; /* names of what is 0 */
};

/* The next part of `rest` up to one of the operators outside of parentheses, which goes to `sign`;
 * the operator stands between blanks, as the rows are written. */
static struct aic_span next_part(struct aic_span *rest, const char *operators, char *sign)
{
    struct aic_span part = *rest;
    int depth = 0;
    for (size_t i = 0; i < rest->length; i++) {
        char c = rest->at[i];
        depth += (c == '(') - (c == ')');
        if (depth == 0 && i > 0 && rest->at[i - 1] == ' ' && strchr(operators, c) &&
            i + 1 < rest->length && rest->at[i + 1] == ' ') {
            *sign = c;
            part.length = i;
            rest->at += i + 1;
            rest->length -= i + 1;
            return aic_trimmed(part);
        }
    }
    *sign = '\0';
    rest->at += rest->length;
    rest->length = 0;
    return aic_trimmed(part);
}

/* Comparisons and choices between values are shown whole. */
static bool is_sum(struct aic_span span)
{
    for (size_t i = 0; i < span.length; i++) {
        if (strchr("?<>=&|!", span.at[i])) {
            return false;
        }
    }
    return true;
}

static bool is_name(struct aic_span span)
{
    struct aic_span rest = span;
    struct aic_span name;
    return aic_formula_next_name(&rest, &name) && name.at == span.at && name.length == span.length;
}

static bool is_in_parentheses(struct aic_span span)
{
    return span.length > 2 && span.at[0] == '(' && span.at[span.length - 1] == ')';
}

static struct aic_span inside(struct aic_span span)
{
    return aic_trimmed((struct aic_span){ span.at + 1, span.length - 2 });
}

static bool is_zero_sum(struct terms *terms, struct aic_span sum);

static bool is_zero_factor(struct terms *terms, struct aic_span factor)
{
    const struct aic_field *field;
    if (is_name(factor)) {
        struct aic_value value = aic_answer_value(terms->answer, terms->of, factor, &field);
        return value.set && (field->kind <= AIC_INTEGER || field->kind == AIC_FLAG) &&
               value.number == 0;
    }
    return is_in_parentheses(factor) && is_zero_sum(terms, inside(factor));
}

/* The factor that makes a term 0; of length 0 where none does. */
static struct aic_span zero_of(struct terms *terms, struct aic_span term)
{
    char before = '*';
    while (term.length > 0) {
        char sign;
        struct aic_span factor = next_part(&term, "*/", &sign);
        if (before == '*' && is_zero_factor(terms, factor)) {
            return factor;
        }
        before = sign;
    }
    return term;
}

/* Of a sum, or of one inside of it. */
static bool is_zero_sum(struct terms *terms, struct aic_span sum)
{
    while (sum.length > 0) {
        char sign;
        struct aic_span term = next_part(&sum, "+-", &sign);
        if (zero_of(terms, term).length == 0) {
            return false;
        }
    }
    return true;
}

/* Notes the names of a factor that is 0, each once. */
static void note_zeros(struct terms *terms, struct aic_span factor)
{
    struct aic_span name;
    while (aic_formula_next_name(&factor, &name)) {
        struct aic_span rest = { terms->zeros->at, terms->zeros->length };
        struct aic_span other;
        bool is_new = true;
        while (aic_formula_next_name(&rest, &other)) {
            is_new = is_new && !aic_spans_agree(other, name);
        }
        if (is_new) {
            aic_text_add(terms->zeros, terms->zeros->length ? ", " : "");
            aic_text_add_bytes(terms->zeros, name.at, name.length);
        }
    }
}

static void write_sum(struct terms *terms, struct aic_span sum);

static void write_term(struct terms *terms, struct aic_span term)
{
    while (term.length > 0) {
        char sign;
        struct aic_span factor = next_part(&term, "*/", &sign);
        if (is_in_parentheses(factor)) {
            aic_text_add(terms->out, "(");
            write_sum(terms, inside(factor));
            aic_text_add(terms->out, ")");
        } else {
            aic_text_add_bytes(terms->out, factor.at, factor.length);
        }
        if (sign) {
            aic_text_format(terms->out, " %c ", sign);
        }
    }
}

static void write_sign(struct aic_text *out, char sign, bool between)
{
    if (between) {
        aic_text_format(out, " %c ", sign);
    } else if (sign == '-') {
        aic_text_add(out, "-");
    }
}

/* A sum of which nothing is left stays as it is. */
static void write_sum(struct terms *terms, struct aic_span sum)
{
    char before = '+';
    bool any = false;
    if (!is_sum(sum) || is_zero_sum(terms, sum)) {
        aic_text_add_bytes(terms->out, sum.at, sum.length);
        return;
    }
    while (sum.length > 0) {
        char sign;
        struct aic_span term = next_part(&sum, "+-", &sign);
        struct aic_span zero = zero_of(terms, term);
        if (zero.length > 0) {
            note_zeros(terms, zero);
        } else {
            write_sign(terms->out, before, any);
            write_term(terms, term);
            any = true;
        }
        before = sign;
    }
}

void aic_explain_terms(const struct aic_answer *answer, const struct aic_field *field,
                       struct aic_text *text, struct aic_text *zeros)
{
    struct terms terms = { answer, field, text, zeros };
    write_sum(&terms, aic_trimmed(aic_answer_formula(answer, field)));
}
