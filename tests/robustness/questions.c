/* SPDX-License-Identifier: Apache-2.0 */
/* questions COUNT: random valid questions of each calculator, a command line each. */
#include <stdio.h>
#include <stdlib.h>

#include "walk.h"

int main(int argc, char **argv)
{
    static struct walk walk;
    long count = argc > 1 ? atol(argv[1]) : 10;
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        walk_init(&walk, calculator, 4242);
        for (long i = 0; i < count; i++) {
            char command[4096];
            struct aic_text text;
            walk_step(&walk);
            aic_text_init(&text, command, sizeof command);
            walk_command(&walk, walk.settings, walk.count, &text);
            puts(command);
        }
        walk_clear(&walk);
    }
    return 0;
}
