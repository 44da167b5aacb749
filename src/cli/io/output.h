/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output or a file: gathered into few writes, made safe to show, and checked. */
#ifndef AICALC_CLI_IO_OUTPUT_H
#define AICALC_CLI_IO_OUTPUT_H

#include "cli/io/draft.h"
#include "cli/io/report.h"

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
 * Writes what is left; `code` if all went out, else CLI_FAILED with a message. A file gets its name
 * and replaces one of that name now: after an error there is none, and an old one stays.
 */
int cli_output_close(struct cli_output *output, int code, const struct cli_format *format);

/* A sink that adds to a text. */
struct aic_sink cli_text_sink(struct aic_text *text);

#endif
