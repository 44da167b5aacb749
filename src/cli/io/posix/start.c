/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of the program: its memory. */
#include "cli/io/system.h"

#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* What one step of an answer releases the next takes: nothing is given back to the system before the end,
 * which would clear the pages again. */
void cli_start(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}
