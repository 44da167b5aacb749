/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explanations multiply out: of random questions the formula of each result, with the numbers that
 * `--explain` puts into it, is evaluated by an evaluator that knows nothing but the printed text, and gives
 * the result. Formulas with functions and words of the code's own are passed over and counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/explain.h>
#include <aicalc/formula.h>
#include <aicalc/text.h>

#include "walk.h"

#define QUESTIONS 100
#define SHOWN_MAX 20

static long questions_wanted(void)
{
    const char *wanted = getenv("AICALC_TEST_QUESTIONS");
    return wanted ? atol(wanted) : QUESTIONS;
}

/* A value on the way: a number (not a number where it is not known), or the word of a choice. */
struct term {
    double number;
    struct aic_span word; /* empty: a number */
};

/* A printed expression that is read from left to right. */
struct reading {
    const struct aic_answer *answer;
    const struct aic_field *of;
    const char *at, *end;
    bool passed; /* it has what is not known here */
};

static struct term number_of(double number)
{
    return (struct term){ number, { NULL, 0 } };
}

static void skip_blanks(struct reading *reading)
{
    while (reading->at < reading->end && strchr(" \t\n", *reading->at)) {
        reading->at++;
    }
}

static bool take(struct reading *reading, const char *token)
{
    size_t length = strlen(token);
    skip_blanks(reading);
    if ((size_t)(reading->end - reading->at) < length || memcmp(reading->at, token, length) != 0) {
        return false;
    }
    reading->at += length;
    return true;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct term read_choice(struct reading *reading);

#define ARGUMENTS_MAX 8

struct call {
    struct aic_span name;
    struct term arguments[ARGUMENTS_MAX];
    size_t count;
};

static bool is_called(const struct call *call, const char *name, size_t least, size_t most)
{
    return call->name.length == strlen(name) &&
           memcmp(call->name.at, name, call->name.length) == 0 && call->count >= least &&
           call->count <= most;
}

/* As rows.h has them. */
static double least(double a, double b)
{
    return a < b || isnan(b) ? a : b;
}

static double most(double a, double b)
{
    return a > b || isnan(b) ? a : b;
}

static double sum_of(double a, double b)
{
    return isnan(a) ? b : isnan(b) ? a : a + b;
}

static double fold(const struct call *call, double (*two)(double, double))
{
    double all = call->arguments[call->count - 1].number;
    for (size_t i = call->count - 1; i-- > 0;) {
        all = two(call->arguments[i].number, all);
    }
    return all;
}

static struct term apply(struct reading *reading, const struct call *call)
{
    double a = call->count > 0 ? call->arguments[0].number : (double)NAN;
    double b = call->count > 1 ? call->arguments[1].number : (double)NAN;
    if (is_called(call, "min", 2, 4)) {
        return number_of(fold(call, least));
    }
    if (is_called(call, "max", 2, 4)) {
        return number_of(fold(call, most));
    }
    if (is_called(call, "sum", 2, 3)) {
        return number_of(call->count == 3 ? sum_of(sum_of(a, b), call->arguments[2].number)
                                          : sum_of(a, b));
    }
    if (is_called(call, "value_or", 2, 2)) {
        return number_of(isnan(a) ? b : a);
    }
    if (is_called(call, "positive", 1, 1)) {
        return number_of(a > 0 ? a : (double)NAN);
    }
    if (is_called(call, "known", 1, 1)) {
        return number_of(call->arguments[0].word.length > 0 || !isnan(a));
    }
    if (is_called(call, "up", 1, 1)) {
        return number_of(ceil(a * (1 - 1e-12)));
    }
    if (is_called(call, "down", 1, 1)) {
        return number_of(floor(a * (1 + 1e-12)));
    }
    if (is_called(call, "ceil", 1, 1)) {
        return number_of(ceil(a));
    }
    if (is_called(call, "floor", 1, 1)) {
        return number_of(floor(a));
    }
    if (is_called(call, "sqrt", 1, 1)) {
        return number_of(sqrt(a));
    }
    if (is_called(call, "fmod", 2, 2)) {
        return number_of(fmod(a, b));
    }
    if (is_called(call, "exp", 1, 1)) {
        return number_of(exp(a));
    }
    if (is_called(call, "log", 1, 1)) {
        return number_of(log(a));
    }
    if (is_called(call, "pow", 2, 2)) {
        return number_of(pow(a, b));
    }
    if (is_called(call, "log2", 1, 1)) {
        return number_of(log2(a));
    }
    if (is_called(call, "log10", 1, 1)) {
        return number_of(log10(a));
    }
    if (is_called(call, "log1p", 1, 1)) {
        return number_of(log1p(a));
    }
    if (is_called(call, "expm1", 1, 1)) {
        return number_of(expm1(a));
    }
    reading->passed = true;
    return number_of(NAN);
}

/* A name that is printed as it is: that of an input or a result without a value, else of a choice. */
static bool is_without_value(const struct reading *reading, struct aic_span name)
{
    size_t index;
    enum aic_name_kind kind = aic_answer_lookup(reading->answer, reading->of, name, &index);
    return reading->of->kind != AIC_CHOICE &&
           ((kind == AIC_NAME_INPUT && !aic_question_value(reading->answer->question, index).set) ||
            (kind == AIC_NAME_RESULT && !aic_answer_result(reading->answer, index).set));
}

static bool is_choice_of(const struct aic_table *table, struct aic_span word)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        for (size_t c = 0; field->kind == AIC_CHOICE && field->choices[c]; c++) {
            if (strlen(field->choices[c]) == word.length &&
                memcmp(field->choices[c], word.at, word.length) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* A value of a choice as answers have it, and no name of the code's own. */
static bool is_choice(const struct reading *reading, struct aic_span word)
{
    const struct aic_calculator *calculator = reading->answer->question->calculator;
    return is_choice_of(&calculator->results, word) || is_choice_of(&calculator->inputs, word);
}

static struct term read_word(struct reading *reading)
{
    struct call call = { .name = { reading->at, 0 } };
    while (reading->at < reading->end && (is_letter(*reading->at) || is_digit(*reading->at))) {
        reading->at++;
        call.name.length++;
    }
    if (take(reading, "(")) {
        while (!take(reading, ")") && !reading->passed) {
            reading->passed = call.count == ARGUMENTS_MAX;
            struct term term = read_choice(reading);
            call.arguments[call.count < ARGUMENTS_MAX ? call.count++ : 0] = term;
            reading->passed = reading->passed || reading->at == reading->end;
            take(reading, ",");
        }
        return apply(reading, &call);
    }
    static const struct {
        const char *word;
        double value;
    } words[] = { { "false", 0 }, { "true", 1 }, { "no", 0 }, { "yes", 1 }, { "GiB", 0x1p30 } };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i].word) == call.name.length &&
            memcmp(words[i].word, call.name.at, call.name.length) == 0) {
            return number_of(words[i].value);
        }
    }
    if (is_without_value(reading, call.name)) {
        return number_of(NAN);
    }
    reading->passed = reading->passed || !is_choice(reading, call.name);
    return (struct term){ NAN, call.name };
}

static struct term read_primary(struct reading *reading)
{
    skip_blanks(reading);
    if (take(reading, "(")) {
        struct term inside = read_choice(reading);
        reading->passed = !take(reading, ")") || reading->passed;
        return inside;
    }
    if (take(reading, "!")) {
        return number_of(read_primary(reading).number == 0);
    }
    if (take(reading, "-")) {
        return number_of(-read_primary(reading).number);
    }
    if (reading->at < reading->end && is_letter(*reading->at)) {
        return read_word(reading);
    }
    double number = NAN;
    size_t length = aic_number_read(reading->at, (size_t)(reading->end - reading->at), 0, &number);
    reading->passed = reading->passed || length == 0;
    reading->at += length;
    return number_of(number);
}

static struct term read_product(struct reading *reading)
{
    struct term value = read_primary(reading);
    while (!reading->passed) {
        if (take(reading, "*")) {
            value = number_of(value.number * read_primary(reading).number);
        } else if (take(reading, "/")) {
            value = number_of(value.number / read_primary(reading).number);
        } else {
            break;
        }
    }
    return value;
}

static struct term read_sum(struct reading *reading)
{
    struct term value = read_product(reading);
    while (!reading->passed) {
        if (take(reading, "+")) {
            value = number_of(value.number + read_product(reading).number);
        } else if (take(reading, "-")) {
            value = number_of(value.number - read_product(reading).number);
        } else {
            break;
        }
    }
    return value;
}

static bool is_same_choice(struct aic_span a, struct aic_span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static bool are_equal(struct term a, struct term b)
{
    return a.word.length > 0 || b.word.length > 0 ? is_same_choice(a.word, b.word)
                                                  : a.number == b.number;
}

static struct term read_comparison(struct reading *reading)
{
    struct term a = read_sum(reading);
    if (take(reading, "==")) {
        return number_of(are_equal(a, read_sum(reading)));
    }
    if (take(reading, "!=")) {
        return number_of(!are_equal(a, read_sum(reading)));
    }
    if (take(reading, "<=")) {
        return number_of(a.number <= read_sum(reading).number);
    }
    if (take(reading, ">=")) {
        return number_of(a.number >= read_sum(reading).number);
    }
    if (take(reading, "<")) {
        return number_of(a.number < read_sum(reading).number);
    }
    if (take(reading, ">")) {
        return number_of(a.number > read_sum(reading).number);
    }
    return a;
}

static struct term read_both(struct reading *reading)
{
    struct term value = read_comparison(reading);
    while (!reading->passed && take(reading, "&&")) {
        struct term other = read_comparison(reading);
        value = number_of(value.number != 0 && other.number != 0);
    }
    return value;
}

static struct term read_either(struct reading *reading)
{
    struct term value = read_both(reading);
    while (!reading->passed && take(reading, "||")) {
        struct term other = read_both(reading);
        value = number_of(value.number != 0 || other.number != 0);
    }
    return value;
}

static struct term read_choice(struct reading *reading)
{
    struct term value = read_either(reading);
    if (reading->passed || !take(reading, "?")) {
        return value;
    }
    struct term yes = read_choice(reading);
    reading->passed = !take(reading, ":") || reading->passed;
    struct term no = read_choice(reading);
    return value.number != 0 ? yes : no;
}

static struct term evaluate(struct reading *reading)
{
    struct term value = read_choice(reading);
    skip_blanks(reading);
    reading->passed = reading->passed || reading->at != reading->end;
    return value;
}

struct tally {
    long checked, passed, wrong;
};

static bool is_same(const struct aic_field *field, struct aic_value value, struct term term)
{
    if (field->kind == AIC_CHOICE) {
        const char *name = aic_choice_name(field, (int)value.number);
        return is_same_choice(term.word, (struct aic_span){ name, strlen(name) });
    }
    return fabs(term.number - value.number) <= 1e-12 * fabs(value.number) ||
           term.number == value.number;
}

static void check_result(const struct walk *walk, size_t result, struct tally *tally)
{
    const struct aic_field *field = aic_table_at(&walk->calculator->results, result, NULL);
    const struct aic_value value = aic_answer_result(&walk->answer, result);
    char words[8192];
    struct aic_text text;
    if (!value.set || !field->formula || aic_field_is_sentence(field)) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    aic_explain_numbers(&walk->answer, field, &text);
    struct reading reading = { &walk->answer, field, words, words + text.length, text.cut };
    struct term term = evaluate(&reading);
    if (reading.passed) {
        tally->passed++;
        return;
    }
    tally->checked++;
    if (!is_same(field, value, term)) {
        char command[4096];
        struct aic_text line;
        aic_text_init(&line, command, sizeof command);
        walk_command(walk, walk->settings, walk->count, &line);
        printf("FAIL %s is %.17g, and %s is %.17g\n  %s\n", field->name, value.number, words,
               term.number, command);
        tally->wrong++;
    }
}

static void explanations_multiply_out(void **state)
{
    (void)state;
    static struct walk walk;
    struct tally tally = { 0, 0, 0 };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        walk_init(&walk, calculator, 3900);
        for (long i = 0; i < walk_share(calculator, questions_wanted()) && tally.wrong < SHOWN_MAX;
             i++, walk_step(&walk)) {
            for (size_t r = 0; r < aic_table_size(&calculator->results); r++) {
                check_result(&walk, r, &tally);
            }
        }
        walk_clear(&walk);
    }
    printf("%ld printed formulas evaluated, %ld with functions of their own passed over\n",
           tally.checked, tally.passed);
    assert_int_equal(tally.wrong, 0);
    assert_true(tally.checked > 10 * tally.passed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explanations_multiply_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
