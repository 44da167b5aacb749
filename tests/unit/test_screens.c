/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First screens of random questions: the sentence names values that there are, the rows
 * that decide are results with a value, each once; and what the answer rests on can be told.
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

#include "walk.h"

#define QUESTIONS 1000
#define SHOWN_MAX 8

static long sentences, rows;

static long fails(const struct walk *walk, const char *what, const char *words)
{
    char command[4096];
    struct aic_text text;
    aic_text_init(&text, command, sizeof command);
    walk_command(walk, walk->settings, walk->count, &text);
    printf("FAIL %s: %s\n  %s\n", what, words, command);
    return 1;
}

/* True where the name between the braces is an input or a result with a value. */
static bool has_value(const struct walk *walk, const char *name, size_t length)
{
    const struct aic_calculator *calculator = walk->calculator;
    size_t result = aic_table_find(&calculator->results, name, length);
    if (result < aic_table_size(&calculator->results)) {
        return aic_answer_result(&walk->answer, result).set;
    }
    size_t input = aic_table_find(&calculator->inputs, name, length);
    return input < aic_table_size(&calculator->inputs) &&
           aic_question_value(&walk->question, input).set;
}

static long check_sentence(const struct walk *walk, const char *says)
{
    long failures = 0;
    for (const char *at = says; (at = strchr(at, '{')); at++) {
        size_t length = strcspn(at + 1, "}");
        if (!has_value(walk, at + 1, length)) {
            failures += fails(walk, "a sentence tells what has no value", at);
        }
    }
    sentences++;
    return failures;
}

static long check_screen(const struct walk *walk)
{
    struct aic_screen screen = { .says = NULL };
    long failures = 0;
    walk->calculator->find_screen(walk->question.in, walk->answer.out, &screen);
    if (screen.says) {
        failures += check_sentence(walk, screen.says);
    }
    for (size_t i = 0; i < screen.count; i++) {
        const char *name = aic_table_at(&walk->calculator->results, screen.rows[i], NULL)->name;
        if (!aic_answer_result(&walk->answer, screen.rows[i]).set) {
            failures += fails(walk, "a row without a value", name);
        }
        for (size_t k = 0; k < i; k++) {
            if (screen.rows[k] == screen.rows[i]) {
                failures += fails(walk, "a row twice", name);
            }
        }
        rows++;
    }
    return failures;
}

static void first_screens_tell_what_there_is(void **state)
{
    static struct walk walk;
    const char *fewer = getenv("AICALC_TEST_QUESTIONS");
    long wanted = fewer ? atol(fewer) : QUESTIONS, failures = 0;
    const struct aic_calculator *calculator;
    (void)state;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        if (!calculator->find_screen) {
            continue;
        }
        walk_init(&walk, calculator, 60);
        for (long i = 0; i < wanted && failures < SHOWN_MAX; i++) {
            failures += check_screen(&walk);
            walk_step(&walk);
        }
        walk_clear(&walk);
    }
    assert_int_equal(failures, 0);
    assert_true(sentences > 0 && rows > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_screens_tell_what_there_is),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%ld sentences, %ld rows of first screens\n", sentences, rows);
    return failures;
}
