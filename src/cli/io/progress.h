/* SPDX-License-Identifier: Apache-2.0 */
/* A line on a terminal that says how far a long question is. */
#ifndef AICALC_CLI_IO_PROGRESS_H
#define AICALC_CLI_IO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Begins to count `things`; nothing is shown in the first second, or where standard error is no
 * terminal. */
void cli_progress_begin(const char *things);

/* One more is done, of `total` (0: nobody knows). */
void cli_progress_step(uint64_t done, uint64_t total);

/* The same for the library, which counts nothing and goes on: `total` is a uint64_t. */
bool cli_progress_tick(void *total);

/* Takes the line away, and shows no more. */
void cli_progress_end(void);

#endif
