/* SPDX-License-Identifier: Apache-2.0 */
/* What --write of a test does: the file of what is kept is written anew. */
#ifndef AICALC_TESTS_TAKE_OVER_H
#define AICALC_TESTS_TAKE_OVER_H

#include <stdbool.h>
#include <stdio.h>

/* Copies all of `from` into the file of that name; false: it cannot be written. */
static inline bool take_over(FILE *from, const char *name)
{
    FILE *to = fopen(name, "w");
    int c;
    rewind(from);
    while (to && (c = getc(from)) != EOF) {
        putc(c, to);
    }
    return to && fclose(to) == 0;
}

#endif
