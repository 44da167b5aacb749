/* SPDX-License-Identifier: Apache-2.0 */
/* The width of the terminal, which the host says. */
#include "cli/io/terminal.h"

#include <stdlib.h>
#include <unistd.h>

size_t cli_columns(void)
{
    const char *columns = getenv("COLUMNS");
    long count = columns && isatty(STDOUT_FILENO) ? strtol(columns, NULL, 10) : 0;
    return count >= 40 && count < 10000 ? (size_t)count : CLI_COLUMNS;
}
