/* SPDX-License-Identifier: Apache-2.0 */
/* The list of commands, and finding one. */
#include "cli/options/command.h"

#include <string.h>

const char *const cli_shells[] = { "bash", "zsh", "fish", NULL };

const struct cli_command cli_commands[] = {
#define COMMAND(name, run, subject, words, arguments, help)                                        \
    { name, subject, words, arguments, help },
#include "cli/options/commands.inc"
#undef COMMAND
    { NULL, 0, CLI_WORDS_NONE, NULL, NULL },
};

const struct cli_command *cli_command_find(const char *name)
{
    const struct cli_command *command = cli_commands;
    while (command->name && strcmp(command->name, name) != 0) {
        command++;
    }
    return command->name ? command : NULL;
}
