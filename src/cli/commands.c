/* SPDX-License-Identifier: Apache-2.0 */
/* The list of commands that are no calculators; main.c runs them. */
#include "cli/commands.h"

#include <string.h>

const char *const cli_shells[] = { "bash", "zsh", "fish", NULL };

const struct cli_command cli_commands[] = {
    { "catalog", CLI_COMMAND_CATALOG, "[KIND] [WORDS]",
      "models, GPUs, nodes and other facts that can be named", CLI_CATALOG, CLI_WORDS_CATALOG },
    { "check", CLI_COMMAND_CHECK, "FILE|-", "budgets of many questions in one file, for a pipeline",
      CLI_CHECK, CLI_WORDS_FILES },
    { "compare", CLI_COMMAND_COMPARE, "A.json B.json ...",
      "saved answers of one calculator side by side", CLI_COMPARE, CLI_WORDS_FILES },
    { "diff", CLI_COMMAND_DIFF, "A.json B.json", "what differs between two answers", CLI_DIFF,
      CLI_WORDS_FILES },
    { "explain", CLI_COMMAND_EXPLAIN, "WORD",
      "what a result, parameter, warning or unit means, and where it is from", CLI_MEANING,
      CLI_WORDS_MEANING },
    { "units", CLI_COMMAND_UNITS, "[DIMENSION]", "units that values can be given in", 0,
      CLI_WORDS_DIMENSION },
    { "schema", CLI_COMMAND_SCHEMA, "CALCULATOR|check|...",
      "JSON Schema of the inputs; of check files, reports, answers and catalogs", 0,
      CLI_WORDS_SCHEMA },
    { "completion", CLI_COMMAND_COMPLETION, "SHELL",
      "script that completes words in bash, zsh or fish", 0, CLI_WORDS_SHELL },
    { "help", CLI_COMMAND_HELP, "[--man|--markdown] [CALCULATOR|TOPIC]",
      "parameters, results and examples; as a page for man or in Markdown", CLI_MANUAL,
      CLI_WORDS_HELP },
    { "--version", CLI_COMMAND_VERSION, "", "the version", 0, CLI_WORDS_NONE },
    { "--help", CLI_COMMAND_HELP, "", NULL, CLI_MANUAL, CLI_WORDS_NONE },
    { "-h", CLI_COMMAND_BRIEF, "", NULL, CLI_MANUAL, CLI_WORDS_NONE },
    { "__complete", CLI_COMMAND_COMPLETE, "", NULL, 0, CLI_WORDS_NONE },
    { NULL, 0, NULL, NULL, 0, CLI_WORDS_NONE },
};

const struct cli_command *cli_command_find(const char *name)
{
    const struct cli_command *command = cli_commands;
    while (command->name && strcmp(command->name, name) != 0) {
        command++;
    }
    return command->name ? command : NULL;
}
