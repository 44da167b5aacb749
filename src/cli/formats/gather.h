/* SPDX-License-Identifier: Apache-2.0 */
/* Text that is as long as it needs to be. */
#ifndef AICALC_CLI_FORMATS_GATHER_H
#define AICALC_CLI_FORMATS_GATHER_H

#include <aicalc/json.h>

struct cli_gathered {
    char *at; /* NUL-terminated; NULL: nothing was written yet */
    size_t length, capacity;
    size_t most; /* bytes; beyond, the sink fails. 0: as many as there is memory for */
};

/* A sink that adds to it. Release with cli_gathered_clear(). */
struct aic_sink cli_gather(struct cli_gathered *text);
void cli_gathered_clear(struct cli_gathered *text);

/* What was gathered, "" where that is nothing. */
const char *cli_gathered_text(const struct cli_gathered *text);

#endif
