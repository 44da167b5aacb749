/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic and tests of the shell, over values that the text tells. */
#include "launch/shell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"

/* `$(( ))` on its way; `known` goes where something is not told. */
struct sum {
    struct shell *shell;
    const char *at;
    bool known;
    int depth;
};

static long long any_of(struct sum *sum);

static void skip_spaces(struct sum *sum)
{
    sum->at += strspn(sum->at, " \t\n");
}

static bool take(struct sum *sum, const char *op)
{
    skip_spaces(sum);
    size_t length = strlen(op);
    if (strncmp(sum->at, op, length) != 0) {
        return false;
    }
    sum->at += length;
    return true;
}

static long long number_of(struct sum *sum, const char *text)
{
    double value = NAN;
    size_t length = strlen(text);
    bool is_whole = aic_number_read(text, length, 0, &value) == length && fabs(value) < 1e15 &&
                    value == trunc(value);
    sum->known = sum->known && is_whole;
    return is_whole ? (long long)value : 0;
}

static long long value_of(struct sum *sum)
{
    skip_spaces(sum);
    if (take(sum, "(")) {
        long long value = any_of(sum);
        sum->known = take(sum, ")") && sum->known;
        return value;
    }
    const char *start = sum->at;
    while (aic_is_name(*sum->at)) {
        sum->at++;
    }
    const char *word = aic_launch_keep(sum->shell->reader, start, (size_t)(sum->at - start));
    if (word[0] == '\0' || aic_is_digit(word[0])) {
        return number_of(sum, word);
    }
    const struct variable *variable = aic_launch_variable(sum->shell, word);
    const char *text = variable && variable->words.count > 0 ? variable->words.at[0].text
                       : variable                            ? ""
                                  : aic_launch_environment(sum->shell, word);
    const char *counted = text && !text[0] ? "0" : text; /* what is empty counts as 0 */
    return number_of(sum, counted ? counted : "");
}

static long long sign_of(struct sum *sum)
{
    if (++sum->depth > SHELL_NEST_MAX) {
        sum->known = false;
        return 0;
    }
    long long value;
    if (sum->at[strspn(sum->at, " ")] == '!' && sum->at[strspn(sum->at, " ") + 1] != '=') {
        take(sum, "!");
        value = !sign_of(sum);
    } else if (take(sum, "-")) {
        value = -sign_of(sum);
    } else {
        take(sum, "+");
        value = value_of(sum);
    }
    sum->depth--;
    return value;
}

static long long product_of(struct sum *sum)
{
    long long value = sign_of(sum);
    for (;;) {
        char op = take(sum, "*") ? '*' : take(sum, "/") ? '/' : take(sum, "%") ? '%' : 0;
        if (op == 0) {
            return value;
        }
        long long other = sign_of(sum);
        if (op == '*' && other != 0 && llabs(value) > 1000000000000000 / llabs(other)) {
            sum->known = false;
        } else if (op != '*' && other == 0) {
            sum->known = false;
        } else {
            value = op == '*' ? value * other : op == '/' ? value / other : value % other;
        }
    }
}

static long long total_of(struct sum *sum)
{
    long long value = product_of(sum);
    for (;;) {
        if (take(sum, "+")) {
            value += product_of(sum);
        } else if (take(sum, "-")) {
            value -= product_of(sum);
        } else {
            return value;
        }
        sum->known = sum->known && llabs(value) < 4000000000000000;
        value = sum->known ? value : 0;
    }
}

static long long comparison_of(struct sum *sum)
{
    long long a = total_of(sum);
    static const char *const ops[] = { "<=", ">=", "==", "!=", "<", ">" };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (take(sum, ops[i])) {
            long long b = total_of(sum);
            const bool holds[] = { a <= b, a >= b, a == b, a != b, a<b, a> b };
            return holds[i];
        }
    }
    return a;
}

static long long all_of(struct sum *sum)
{
    long long value = comparison_of(sum);
    while (take(sum, "&&")) {
        long long other = comparison_of(sum);
        value = value && other;
    }
    return value;
}

static long long any_of(struct sum *sum)
{
    if (++sum->depth > SHELL_NEST_MAX) {
        sum->known = false;
        return 0;
    }
    long long value = all_of(sum);
    while (take(sum, "||")) {
        long long other = all_of(sum);
        value = value || other;
    }
    sum->depth--;
    return value;
}

bool aic_launch_arithmetic(struct shell *shell, const char *text, double *value)
{
    struct sum sum = { .shell = shell, .at = text, .known = true };
    *value = (double)any_of(&sum);
    skip_spaces(&sum);
    return sum.known && *sum.at == '\0';
}

/* A pattern with * and ?, by going back to the last star. */
bool aic_launch_matches(const char *pattern, const char *text)
{
    const char *star = NULL, *from = text;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

/* `[ ]` on its way through its words. */
struct test {
    const struct words *words;
    size_t at;
    int depth;
};

static enum truth any_test(struct test *test);

static const char *word_at(const struct test *test, size_t i)
{
    return test->at + i < test->words->count ? test->words->at[test->at + i].text : "";
}

static bool take_word(struct test *test, const char *a, const char *b)
{
    bool is_it = strcmp(word_at(test, 0), a) == 0 || strcmp(word_at(test, 0), b) == 0;
    test->at += is_it && test->at < test->words->count;
    return is_it;
}

static enum truth not_of(enum truth value)
{
    return value == SHELL_UNKNOWN ? SHELL_UNKNOWN : value == SHELL_FALSE ? SHELL_TRUE : SHELL_FALSE;
}

static enum truth truth_of(bool value)
{
    return value ? SHELL_TRUE : SHELL_FALSE;
}

static bool read_whole(const char *text, double *value)
{
    size_t length = strlen(text);
    return length > 0 && aic_number_read(text, length, 0, value) == length;
}

static enum truth compare(const char *a, const char *op, const char *b)
{
    static const char *const ops[] = { "-eq", "-ne", "-lt", "-le", "-gt", "-ge" };
    double x, y;
    if (aic_launch_has_hole(a) || aic_launch_has_hole(b)) {
        return SHELL_UNKNOWN;
    }
    if (strcmp(op, "=") == 0 || strcmp(op, "==") == 0 || strcmp(op, "!=") == 0) {
        bool is_pattern = strpbrk(b, "*?") != NULL;
        return is_pattern ? SHELL_UNKNOWN : truth_of((strcmp(a, b) == 0) == (op[0] == '='));
    }
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (strcmp(op, ops[i]) == 0 && read_whole(a, &x) && read_whole(b, &y)) {
            const bool holds[] = { x == y, x != y, x<y, x <= y, x> y, x >= y };
            return truth_of(holds[i]);
        }
    }
    return SHELL_UNKNOWN;
}

static bool is_binary(const char *op)
{
    static const char *const ops[] = { "=",   "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt",
                                       "-ge", "=~", "<",  ">",   "-nt", "-ot", "-ef", NULL };
    for (size_t i = 0; ops[i]; i++) {
        if (strcmp(op, ops[i]) == 0) {
            return true;
        }
    }
    return false;
}

static enum truth one_test(struct test *test)
{
    const char *word = word_at(test, 0);
    size_t left = test->words->count - test->at;
    if (left >= 3 && is_binary(word_at(test, 1))) {
        enum truth value = compare(word, word_at(test, 1), word_at(test, 2));
        test->at += 3;
        return value;
    }
    if (left >= 2 && (strcmp(word, "-z") == 0 || strcmp(word, "-n") == 0)) {
        const char *text = word_at(test, 1);
        test->at += 2;
        return aic_launch_has_hole(text) ? SHELL_UNKNOWN
                                         : truth_of((text[0] == '\0') == (word[1] == 'z'));
    }
    if (left >= 2 && word[0] == '-' && strlen(word) == 2) { /* of files */
        test->at += 2;
        return SHELL_UNKNOWN;
    }
    if (left == 0) {
        return SHELL_FALSE;
    }
    test->at++;
    return aic_launch_has_hole(word) ? SHELL_UNKNOWN : truth_of(word[0] != '\0');
}

static enum truth factor_of(struct test *test)
{
    bool is_negated = false;
    while (test->words->count - test->at > 1 && take_word(test, "!", "!")) {
        is_negated = !is_negated;
    }
    enum truth value;
    if (take_word(test, "(", "\\(")) {
        value = ++test->depth > SHELL_NEST_MAX ? SHELL_UNKNOWN : any_test(test);
        test->depth--;
        take_word(test, ")", "\\)");
    } else {
        value = one_test(test);
    }
    return is_negated ? not_of(value) : value;
}

static enum truth all_tests(struct test *test)
{
    enum truth value = factor_of(test);
    while (take_word(test, "&&", "-a")) {
        enum truth other = factor_of(test);
        if (value != SHELL_FALSE) {
            value = other == SHELL_FALSE || value == SHELL_TRUE ? other : SHELL_UNKNOWN;
        }
    }
    return value;
}

static enum truth any_test(struct test *test)
{
    enum truth value = all_tests(test);
    while (take_word(test, "||", "-o")) {
        enum truth other = all_tests(test);
        if (value != SHELL_TRUE) {
            value = other == SHELL_TRUE || value == SHELL_FALSE ? other : SHELL_UNKNOWN;
        }
    }
    return value;
}

enum truth aic_launch_test(const struct words *words)
{
    struct test test = { .words = words };
    enum truth value = any_test(&test);
    return test.at == words->count ? value : SHELL_UNKNOWN;
}
