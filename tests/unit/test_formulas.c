/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Formulas: what --explain prints is what compute() does.
 *
 * On random valid questions of every calculator, each result's formula (and each derived
 * default's) is evaluated from the text and compared with the value in the answer.
 * AICALC_TEST_QUESTIONS sets how many questions a calculator is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "evaluator.h"
#include "walk.h"

#define QUESTIONS  4000
#define FIELDS_MAX 256
#define SHOWN_MAX  12 /* failures that are printed */

struct tally {
    long matches[TRUST_OTHER + 1];
    long unreadable;
    bool checked[2][FIELDS_MAX]; /* inputs, results */
    bool failed[2][FIELDS_MAX];
};

static void show_failure(const struct walk *walk, const struct aic_field *field,
                         struct aic_span formula, const char *problem, double expected,
                         double found)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    printf("FAIL %s.%s: %.*s: %s: formula %.17g, result %.17g\n  %s\n", walk->calculator->name,
           field->name, (int)formula.length, formula.at, problem ? problem : "differs", found,
           expected, command);
}

static void check_field(const struct walk *walk, struct tally *tally, bool is_result, size_t index)
{
    const struct aic_calculator *calculator = walk->calculator;
    const struct aic_table *table = is_result ? &calculator->results : &calculator->inputs;
    const struct aic_field *field = aic_table_at(table, index, NULL);
    struct aic_value value = is_result ? aic_answer_result(&walk->answer, index)
                                       : aic_question_value(&walk->question, index);
    if (!field->formula || field->flags & AIC_PROSE || !value.set ||
        (!is_result && aic_question_origin(&walk->question, index) != AIC_FROM_DEFAULT)) {
        return;
    }
    struct aic_span formula = aic_answer_formula(&walk->answer, field);
    struct trust_number number;
    const char *problem = trust_evaluate(&walk->answer, formula, &number);
    enum trust_match match = problem ? TRUST_OTHER : trust_compare(number, value.number);
    tally->matches[match]++;
    tally->unreadable += problem != NULL;
    tally->checked[is_result][index] |= match == TRUST_SAME || match == TRUST_CANCELLED;
    if (match == TRUST_OTHER && !tally->failed[is_result][index]) {
        tally->failed[is_result][index] = true;
        show_failure(walk, field, formula, problem, value.number, number.value);
    }
}

/* Counts closed formulas of a table and those that were compared; names the others. */
static void count_formulas(const struct aic_table *table, const bool *checked, size_t *closed,
                           size_t *compared)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        if (!field->formula || field->flags & AIC_PROSE) {
            continue;
        }
        ++*closed;
        *compared += checked[i];
        if (!checked[i]) {
            printf("  never compared: %s\n", field->name);
        }
    }
}

static long check_calculator(const struct aic_calculator *calculator, long questions)
{
    static struct walk walk;
    struct tally tally = { 0 };
    size_t closed = 0, compared = 0;
    assert_true(aic_table_size(&calculator->results) <= FIELDS_MAX);
    assert_true(aic_table_size(&calculator->inputs) <= FIELDS_MAX);
    walk_init(&walk, calculator, 8);
    for (long i = 0; i < questions; i++) {
        for (size_t r = 0; r < aic_table_size(&calculator->results); r++) {
            check_field(&walk, &tally, true, r);
        }
        for (size_t k = 0; k < aic_table_size(&calculator->inputs); k++) {
            check_field(&walk, &tally, false, k);
        }
        walk_step(&walk);
    }
    count_formulas(&calculator->results, tally.checked[1], &closed, &compared);
    count_formulas(&calculator->inputs, tally.checked[0], &closed, &compared);
    printf("%s: %ld questions, %zu of %zu closed formulas compared, %ld values to 1e-12, %ld "
           "within their cancellation, %ld undecided, %ld wrong\n",
           calculator->name, questions, compared, closed, tally.matches[TRUST_SAME],
           tally.matches[TRUST_CANCELLED], tally.matches[TRUST_UNDECIDED],
           tally.matches[TRUST_OTHER]);
    assert_int_equal(walk.broken, 0);
    assert_true(questions < QUESTIONS || compared * 20 >= closed * 19);
    walk_clear(&walk);
    return tally.matches[TRUST_OTHER];
}

static void every_closed_formula_is_what_compute_does(void **state)
{
    (void)state;
    const char *wanted = getenv("AICALC_TEST_QUESTIONS");
    long questions = wanted ? atol(wanted) : QUESTIONS;
    long wrong = 0;
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        wrong += check_calculator(calculator, questions);
    }
    assert_int_equal(wrong, 0);
}

static double evaluate(const struct aic_answer *answer, const char *text)
{
    struct trust_number number;
    const char *problem = trust_evaluate(answer, (struct aic_span){ text, strlen(text) }, &number);
    return problem ? NAN : number.value;
}

/* The evaluator itself: precedence, functions, and what it must refuse. */
static void the_evaluator_computes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } good[] = {
        { "1 + 2 * 3", 7 },
        { "(1 + 2) * 3", 9 },
        { "8 / 4 / 2", 1 },
        { "7 - 2 - 1", 4 },
        { "-2 * -3", 6 },
        { "1.5e2", 150 },
        { "min(3, 1, 2)", 1 },
        { "max(3, 1, 2)", 3 },
        { "if(2 > 1, 5, 6)", 5 },
        { "if(2 <= 1, 5, 6)", 6 },
        { "ceil(1.2)", 2 },
        { "floor(1.8)", 1 },
        { "up(2)", 2 },
        { "up(2.001)", 3 },
        { "down(2)", 2 },
        { "down(2.9)", 2 },
        { "sqrt(9)", 3 },
        { "log2(8)", 3 },
        { "exp(0) + expm1(0)", 1 },
        { "log(1) + log1p(0)", 0 },
        { "3 == 3", 1 },
        { "layers * 2", 160 },
    };
    static const char *const bad[] = { "",       "1 +",       "(1",      "1 2",       "nothing * 2",
                                       "sin(1)", "max 1, 2)", "1 + * 2", "gpu_price", "min(1" };
    static struct walk walk;
    walk_init(&walk, aic_calculator_find("kvcache"), 1);
    const struct aic_setting settings[] = { { "model", "llama-3.1-70b", 0 } };
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    assert_true(walk_ask(&walk, settings, 1, &question, &answer, &error));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = evaluate(&answer, good[i].text);
        if (!(fabs(value - good[i].value) < 1e-12)) {
            fail_msg("%s is %g", good[i].text, value);
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (!isnan(evaluate(&answer, bad[i]))) {
            fail_msg("'%s' was taken", bad[i]);
        }
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
    walk_clear(&walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_evaluator_computes),
        cmocka_unit_test(every_closed_formula_is_what_compute_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
