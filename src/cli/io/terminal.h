/* SPDX-License-Identifier: Apache-2.0 */
/* Terminals: what standard output can show (colours, characters, columns), and a clock for progress. */
#ifndef AICALC_CLI_IO_TERMINAL_H
#define AICALC_CLI_IO_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether words for people may be coloured: --color, NO_COLOR, a terminal. */
enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER };
bool cli_use_color(int color);

/* Whether the environment's locale says that text is UTF-8. */
bool cli_use_unicode(void);

/* Columns of the terminal; CLI_COLUMNS where standard output is none. */
#define CLI_COLUMNS 80
size_t cli_columns(void);

/* Whether a descriptor is a terminal. */
bool cli_is_terminal(int descriptor);

/* Seconds since some moment. */
double cli_seconds(void);

#endif
