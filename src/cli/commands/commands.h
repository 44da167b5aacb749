/* SPDX-License-Identifier: Apache-2.0 */
/* The commands, a file each. What they are called and take stands in options/commands.inc. */
#ifndef AICALC_CLI_COMMANDS_COMMANDS_H
#define AICALC_CLI_COMMANDS_COMMANDS_H

#include "cli/options/options.h"

/* They return the exit code. The words of the options behind the command's name are its own. */
#define COMMAND(name, run, ...) int run(const struct cli_options *options);
#include "cli/options/commands.inc"
#undef COMMAND

/* The name of a calculator: a question. */
int command_query(const struct cli_options *options);

#endif
