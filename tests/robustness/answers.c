/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers QUESTIONS [CALCULATOR]: random questions and their answers, numbers to the last digit.
 * answers - : the same of the questions of another build, command lines on standard input.
 * Two builds that print the same give the same answers; tests/compare.sh shows where they do not.
 */
#include <stdlib.h>
#include <string.h>

#include "walk.h"

#define ALL_DIGITS 17

/* A line of another build: what it asks may be refused here. */
static void ask(struct walk *walk, const char *line)
{
    struct aic_question question;
    struct aic_answer answer;
    struct aic_error error;
    puts(line);
    walk_read(walk, line);
    if (walk_ask(walk, walk->settings, walk->count, &question, &answer, &error)) {
        walk_print(stdout, &answer, ALL_DIGITS, true);
    } else {
        walk_print_refusal(stdout, &error);
    }
    aic_answer_clear(&answer);
    aic_question_clear(&question);
}

static void ask_lines(void)
{
    static struct walk walk;
    char line[4096], name[64];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        const struct aic_calculator *calculator =
            sscanf(line, "aicalc %63s", name) == 1 ? walk_calculator_find(name) : NULL;
        if (!calculator) {
            fprintf(stderr, "no question: %s\n", line);
            exit(1);
        }
        if (walk.calculator != calculator) {
            if (walk.calculator) {
                walk_clear(&walk);
            }
            walk_init(&walk, calculator, 0);
        }
        ask(&walk, line);
    }
    if (walk.calculator) {
        walk_clear(&walk);
    }
}

int main(int argc, char **argv)
{
    static struct walk walk;
    long questions = argc > 1 ? atol(argv[1]) : 1000;
    const struct aic_calculator *calculator;
    if (argc > 1 && strcmp(argv[1], "-") == 0) {
        ask_lines();
        return 0;
    }
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        if (argc > 2 && strcmp(argv[2], calculator->name) != 0) {
            continue;
        }
        walk_init(&walk, calculator, 4242);
        for (long i = 0; i < questions; i++) {
            char command[4096];
            struct aic_text text;
            walk_step(&walk);
            aic_text_init(&text, command, sizeof command);
            walk_command(&walk, walk.settings, walk.count, &text);
            puts(command);
            walk_print(stdout, &walk.answer, ALL_DIGITS, true);
        }
        walk_clear(&walk);
    }
    return 0;
}
