/* SPDX-License-Identifier: Apache-2.0 */
/* The command that asks the same again. */
#ifndef AICALC_CLI_OPTIONS_ASKED_H
#define AICALC_CLI_OPTIONS_ASKED_H

#include <stddef.h>

/*
 * Its words behind the program's name, as they were typed; those that say where and how the
 * answer is shown (-o, -O, --color) are no part of the question.
 */
struct cli_asked {
    const char **words;
    size_t count;
};

#endif
