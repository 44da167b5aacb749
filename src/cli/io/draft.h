/* SPDX-License-Identifier: Apache-2.0 */
/* Files that have their name only when they are whole: written beside it, then renamed. */
#ifndef AICALC_CLI_IO_DRAFT_H
#define AICALC_CLI_IO_DRAFT_H

#include <stdbool.h>

/* A file under way. One at a time: a signal that ends the program removes it. */
struct cli_draft {
    char *path;   /* that it has for now; NULL: it is written in place */
    char *target; /* that it gets */
};

/*
 * Opens a file for writing; the descriptor, or -1 with errno. What is no regular file (a pipe, a
 * device), or stands in a folder that takes no new file, is written in place.
 */
int cli_draft_open(struct cli_draft *draft, const char *path);

/* Gives the closed file its name, or removes it. False with errno where it got no name. */
bool cli_draft_close(struct cli_draft *draft, bool keep);

#endif
