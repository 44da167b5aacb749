/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc: the program. Finds the command; everything else is the command's. */
#include "cli/cli.h"

#include <string.h>

#include "cli/options.h"

/* The names of the commands, then those of the calculators. */
static const char *command_at(const void *context, size_t i)
{
    size_t commands = *(const size_t *)context;
    return i < commands ? cli_commands[i].name : aic_calculator_at(i - commands)->name;
}

static int unknown_command(const char *name, enum cli_format format)
{
    size_t commands = 0;
    while (cli_commands[commands].name) {
        commands++;
    }
    size_t count = commands;
    while (aic_calculator_at(count - commands)) {
        count++;
    }
    struct aic_error error = { .code = AIC_ERR_UNKNOWN };
    const char *near = aic_nearest(name, command_at, &commands, count);
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "unknown command '%s'", name);
    if (near) {
        aic_suggest(&error, "did you mean '%s'?", near);
    } else {
        aic_suggest(&error, "'aicalc help' lists all");
    }
    return cli_report(&error, format);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        return cli_usage(CLI_TABLE,
                         "for example 'aicalc kvcache --model llama-3.1-70b --context 128Ki'; "
                         "'aicalc help' lists the calculators",
                         "no command");
    }
    const struct aic_calculator *calculator = aic_calculator_find(argv[1]);
    if (calculator) {
        return cli_calculate(calculator, argc - 1, argv + 1);
    }
    for (size_t i = 0; cli_commands[i].name; i++) {
        if (strcmp(cli_commands[i].name, argv[1]) == 0) {
            return cli_commands[i].run(argc - 1, argv + 1);
        }
    }
    return unknown_command(argv[1], cli_peek_format(argc, argv));
}
