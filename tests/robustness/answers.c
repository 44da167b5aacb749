/* SPDX-License-Identifier: Apache-2.0 */
/*
 * answers QUESTIONS [CALCULATOR]: random questions and their answers, numbers to the last digit.
 * Two builds that print the same give the same answers; tests/compare.sh shows where they do not.
 */
#include <stdlib.h>
#include <string.h>

#include "walk.h"

#define ALL_DIGITS 17

int main(int argc, char **argv)
{
    static struct walk walk;
    long questions = argc > 1 ? atol(argv[1]) : 1000;
    const struct aic_calculator *calculator;
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
