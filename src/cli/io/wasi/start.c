/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of the program: the host tells the working directory by PWD. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/io/system.h"

void cli_start(int *argc, char ***argv)
{
    const char *folder = getenv("PWD");
    (void)argc;
    (void)argv;
    if (folder) {
        (void)!chdir(folder); /* where it cannot be, paths are those of the root */
    }
}
