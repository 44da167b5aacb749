/* SPDX-License-Identifier: Apache-2.0 */
/* Help: of a calculator, and of the options of a command. */
#ifndef AICALC_CLI_DOCS_HELP_H
#define AICALC_CLI_DOCS_HELP_H

#include <aicalc/aicalc.h>

#include "cli/views/format.h"

/* Prints the help of one calculator. */
int cli_help_calculator(const struct aic_calculator *calculator);

/* The same on one screen: what it answers, examples, the parameters that matter. */
int cli_brief_calculator(const struct aic_calculator *calculator);

/* Writes a command so that it can be pasted: a line that goes on ends with a backslash. */
void cli_help_command(struct aic_sink *sink, const char *command);

/* Writes the options of what shows a subject, a row each. */
void cli_help_options(struct aic_sink *sink, enum cli_subject subject);

#endif
