/* SPDX-License-Identifier: Apache-2.0 */
#include "evaluator.h"

#include <float.h>
#include <string.h>

/* Rounding of one operation, and what may have gathered in a result that a formula names. */
#define ROUNDING (DBL_EPSILON / 2)
#define GATHERED (16 * ROUNDING)

#define ARGUMENTS_MAX 8

struct parser {
    const struct aic_answer *answer;
    const char *at, *end;
    const char *problem; /* the first one */
};

static struct trust_number comparison(struct parser *parser);

static struct trust_number fail(struct parser *parser, const char *problem)
{
    if (!parser->problem) {
        parser->problem = problem;
    }
    parser->at = parser->end;
    return (struct trust_number){ NAN, 0, false };
}

static void skip_blanks(struct parser *parser)
{
    while (parser->at < parser->end && *parser->at == ' ') {
        parser->at++;
    }
}

/* Takes `token` if it is next. */
static bool take(struct parser *parser, const char *token)
{
    skip_blanks(parser);
    size_t length = strlen(token);
    if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, token, length) != 0) {
        return false;
    }
    parser->at += length;
    return true;
}

/* A value that an operation rounded; `error` is what its operands bring along. */
static struct trust_number rounded(double value, double error, bool unsure)
{
    return (struct trust_number){ value, error + fabs(value) * ROUNDING, unsure };
}

static struct trust_number add(struct trust_number a, struct trust_number b, double sign)
{
    return rounded(a.value + sign * b.value, a.error + b.error, a.unsure || b.unsure);
}

static struct trust_number multiply(struct trust_number a, struct trust_number b)
{
    double error = fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error;
    return rounded(a.value * b.value, error, a.unsure || b.unsure);
}

static struct trust_number divide(struct trust_number a, struct trust_number b)
{
    double value = a.value / b.value;
    double error = (a.error + fabs(value) * b.error) / fabs(b.value);
    return rounded(value, error, a.unsure || b.unsure);
}

/* A function that a step of `error` changes by `slope` times as much. */
static struct trust_number smooth(double value, struct trust_number argument, double slope)
{
    return rounded(value, argument.error * fabs(slope) + fabs(value) * ROUNDING, argument.unsure);
}

/* A step function: unsure where another whole number lies within the error. */
static struct trust_number step(double (*function)(double), double scale, struct trust_number x)
{
    double slack = x.error + fabs(x.value) * ROUNDING;
    bool unsure = function((x.value - slack) * scale) != function((x.value + slack) * scale);
    return (struct trust_number){ function(x.value * scale), 0, x.unsure || unsure };
}

static struct trust_number least(struct trust_number a, struct trust_number b, double sign)
{
    struct trust_number chosen = sign * a.value <= sign * b.value ? a : b;
    double apart = fabs(a.value - b.value);
    if (apart <= a.error + b.error) {
        chosen.error = apart + fmax(a.error, b.error);
    }
    chosen.unsure = a.unsure || b.unsure;
    return chosen;
}

static bool is_word(struct aic_span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.at, word, span.length) == 0;
}

static struct trust_number call_one(struct parser *parser, struct aic_span name,
                                    struct trust_number x)
{
    if (is_word(name, "ceil")) {
        return step(ceil, 1, x);
    }
    if (is_word(name, "floor")) {
        return step(floor, 1, x);
    }
    if (is_word(name, "up")) {
        return step(ceil, 1 - 1e-12, x);
    }
    if (is_word(name, "down")) {
        return step(floor, 1 + 1e-12, x);
    }
    if (is_word(name, "sqrt")) {
        return smooth(sqrt(x.value), x, x.value > 0 ? 0.5 / sqrt(x.value) : 0);
    }
    if (is_word(name, "exp")) {
        return smooth(exp(x.value), x, exp(x.value));
    }
    if (is_word(name, "expm1")) {
        return smooth(expm1(x.value), x, exp(x.value));
    }
    if (is_word(name, "log")) {
        return smooth(log(x.value), x, 1 / x.value);
    }
    if (is_word(name, "log1p")) {
        return smooth(log1p(x.value), x, 1 / (1 + x.value));
    }
    if (is_word(name, "log2")) {
        return smooth(log2(x.value), x, 1.4427 / x.value);
    }
    return fail(parser, "unknown function");
}

static struct trust_number call(struct parser *parser, struct aic_span name,
                                const struct trust_number *arguments, size_t count)
{
    if (is_word(name, "if") && count == 3) {
        struct trust_number chosen = arguments[0].value != 0 ? arguments[1] : arguments[2];
        chosen.unsure = chosen.unsure || arguments[0].unsure;
        return chosen;
    }
    bool is_min = is_word(name, "min");
    if (is_min || is_word(name, "max")) {
        struct trust_number result = arguments[0];
        for (size_t i = 1; i < count; i++) {
            result = least(result, arguments[i], is_min ? 1 : -1);
        }
        return result;
    }
    return count == 1 ? call_one(parser, name, arguments[0])
                      : fail(parser, "unknown function or wrong number of arguments");
}

static struct trust_number read_call(struct parser *parser, struct aic_span name)
{
    struct trust_number arguments[ARGUMENTS_MAX];
    size_t count = 0;
    do {
        if (count == ARGUMENTS_MAX) {
            return fail(parser, "too many arguments");
        }
        arguments[count++] = comparison(parser);
    } while (take(parser, ","));
    if (!take(parser, ")")) {
        return fail(parser, "no ')' after the arguments");
    }
    return call(parser, name, arguments, count);
}

static struct trust_number value_of(struct parser *parser, struct aic_span name)
{
    const struct aic_answer *answer = parser->answer;
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_value value = { false, 0, NULL };
    double error = 0;
    size_t index;
    switch (aic_answer_lookup(answer, name, &index)) {
    case AIC_NAME_INPUT:
        value = aic_question_value(answer->question, index);
        break;
    case AIC_NAME_RESULT:
        value = aic_answer_result(answer, index);
        error = aic_table_at(&calculator->results, index, NULL)->kind == AIC_REAL ? GATHERED : 0;
        break;
    case AIC_NAME_UNKNOWN:
        return fail(parser, "unknown name");
    }
    if (!value.set) {
        return fail(parser, "a name without a value");
    }
    return (struct trust_number){ value.number, fabs(value.number) * error, false };
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static struct trust_number factor(struct parser *parser)
{
    if (take(parser, "-")) {
        struct trust_number value = factor(parser);
        value.value = -value.value;
        return value;
    }
    if (take(parser, "(")) {
        struct trust_number value = comparison(parser);
        return take(parser, ")") ? value : fail(parser, "no ')'");
    }
    size_t left = (size_t)(parser->end - parser->at);
    double number;
    size_t length = aic_number_read(parser->at, left, 0, &number);
    if (length > 0) {
        parser->at += length;
        return (struct trust_number){ number, 0, false };
    }
    while (length < left &&
           (is_letter(parser->at[length]) ||
            (length > 0 && parser->at[length] >= '0' && parser->at[length] <= '9'))) {
        length++;
    }
    if (length == 0) {
        return fail(parser, "neither a number nor a name");
    }
    struct aic_span name = { parser->at, length };
    parser->at += length;
    return take(parser, "(") ? read_call(parser, name) : value_of(parser, name);
}

static struct trust_number product(struct parser *parser)
{
    struct trust_number value = factor(parser);
    for (;;) {
        if (take(parser, "*")) {
            value = multiply(value, factor(parser));
        } else if (take(parser, "/")) {
            value = divide(value, factor(parser));
        } else {
            return value;
        }
    }
}

static struct trust_number sum(struct parser *parser)
{
    struct trust_number value = product(parser);
    for (;;) {
        if (take(parser, "+")) {
            value = add(value, product(parser), 1);
        } else if (take(parser, "-")) {
            value = add(value, product(parser), -1);
        } else {
            return value;
        }
    }
}

static struct trust_number comparison(struct parser *parser)
{
    static const char *const operators[] = { "<=", ">=", "==", "!=", "<", ">" };
    static const size_t count = sizeof operators / sizeof operators[0];
    struct trust_number a = sum(parser);
    size_t i = 0;
    while (i < count && !take(parser, operators[i])) {
        i++;
    }
    if (i == count) {
        return a;
    }
    struct trust_number b = sum(parser);
    bool holds[] = { a.value <= b.value, a.value >= b.value, a.value == b.value, a.value != b.value,
                     a.value<b.value, a.value> b.value };
    double slack = a.error + b.error;
    bool unsure = slack > 0 && fabs(a.value - b.value) <= slack;
    return (struct trust_number){ holds[i] ? 1 : 0, 0, a.unsure || b.unsure || unsure };
}

const char *trust_evaluate(const struct aic_answer *answer, struct aic_span formula,
                           struct trust_number *number)
{
    struct parser parser = { answer, formula.at, formula.at + formula.length, NULL };
    *number = comparison(&parser);
    skip_blanks(&parser);
    if (!parser.problem && parser.at < parser.end) {
        parser.problem = "text after the expression";
    }
    return parser.problem;
}

enum trust_match trust_compare(struct trust_number formula, double result)
{
    double apart = fabs(formula.value - result);
    if (apart <= 1e-12 * fabs(result) || apart <= DBL_MIN) { /* below it there are few digits */
        return TRUST_SAME;
    }
    if (formula.unsure || formula.error > 1e-6 * fabs(result)) {
        return apart <= 4 * formula.error || formula.unsure ? TRUST_UNDECIDED : TRUST_OTHER;
    }
    return apart <= 4 * formula.error ? TRUST_CANCELLED : TRUST_OTHER;
}
