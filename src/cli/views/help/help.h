/* SPDX-License-Identifier: Apache-2.0 */
/* Help: of a calculator, and of the options of a command. */
#ifndef AICALC_CLI_DOCS_HELP_H
#define AICALC_CLI_DOCS_HELP_H

#include <aicalc/aicalc.h>

#include "cli/formats/format.h"

/* Prints the help of one calculator. */
int cli_help_calculator(const struct aic_calculator *calculator);

/* The same on one screen: what it answers, examples, the parameters that matter. */
int cli_brief_calculator(const struct aic_calculator *calculator);

/* Writes a command so that it can be pasted: a line that goes on ends with a backslash. */
void cli_help_command(struct aic_sink *sink, const char *command);

/* Prints the help of the program: examples, calculators, commands, topics. The same on one screen. */
int cli_help_all(void);
int cli_brief(void);

/* Prints the help of a command: how it is used, the options of what it shows, and what comes last. */
int cli_help_page(const char *usage, enum cli_subject subject, const char *more);

#endif
