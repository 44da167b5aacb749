/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output or a file: gathered into few writes, made safe to show, and checked. */
#ifndef AICALC_CLI_IO_OUTPUT_H
#define AICALC_CLI_IO_OUTPUT_H

#include <aicalc/aicalc.h>

#include "cli/io/draft.h"

struct cli_output {
    struct aic_sink sink; /* what renderers write to */
    int descriptor;
    const char *path; /* NULL: standard output */
    struct cli_draft draft;
    int reason; /* errno of the last failure */
    size_t used;
    char buffer[1 << 14];
};

/* Opens a file, or standard output (NULL); that it cannot be made is told on closing. */
void cli_output_open(struct cli_output *output, const char *path);

/*
 * Writes what is left; false: `error` says why it did not all go out. A file gets its name and replaces
 * one of that name now, where it is to be kept: after an error there is none, and an old one stays.
 */
bool cli_output_end(struct cli_output *output, bool keep, struct aic_error *error);

#endif
