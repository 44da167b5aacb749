/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of failure on standard error. */
#ifndef AICALC_CLI_FORMATS_REPORT_H
#define AICALC_CLI_FORMATS_REPORT_H

#include "cli/formats/exit.h"
#include "cli/formats/format.h"
#include "cli/io/output.h"

/* Where messages go. */
extern const struct aic_sink cli_stderr;

/*
 * Prints an error on standard error, as JSON where the format says so (NULL: as text), and
 * returns the exit code for it.
 */
int cli_report(const struct aic_error *error, const struct cli_format *format);

/* Prints all errors of a file; as JSON they are one object, whose "error" is the first. */
int cli_report_all(const struct aic_error *errors, size_t count, const struct cli_format *format);

/* Ends an output; `code`, or that of the report of a failure. A wrong answer leaves no file. */
int cli_output_close(struct cli_output *output, int code, const struct cli_format *format);

/* Prints a note on standard error: what an answer was made of, where it was chosen for the user. */
void cli_note(struct aic_span words);

/* A usage error: message, then what to type instead (may be NULL). Returns CLI_WRONG. */
int cli_usage(const struct cli_format *format, const char *suggestion, const char *message, ...)
    AIC_PRINTF(3, 4);

#endif
