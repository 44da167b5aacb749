/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc: the program. Finds the command; everything else is the command's. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "options.h"

static int version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    struct cli_output output;
    cli_output_open(&output);
    aic_sink_text(&output.sink, "aicalc " AICALC_VERSION "\n");
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

const struct cli_command cli_commands[] = {
    { "catalog", "[KIND] [NAME]", "models, gpus, nodes, fabrics, tiers and grids that can be named",
      "output catalog no-config help", cli_catalog },
    { "check", "FILE|-", "budgets of many questions in one file, for a pipeline",
      "output write catalog no-config units color help", cli_check },
    { "diff", "A.json B.json", "what differs between two answers", "output units color help",
      cli_diff },
    { "units", "[DIMENSION]", "units that values can be given in", NULL, cli_units },
    { "schema", "CALCULATOR", "JSON Schema of the inputs", NULL, cli_schema },
    { "completion", "SHELL", "script that completes words in bash, zsh or fish", NULL,
      cli_completion },
    { "help", "[--man|--markdown] [CALCULATOR]",
      "parameters, results and examples; as a page for man or in Markdown", NULL, cli_help },
    { "--version", "", "the version", NULL, version },
    { "--help", "", NULL, NULL, cli_help },
    { "-h", "", NULL, NULL, cli_help },
    { "__complete", "", NULL, NULL, cli_complete },
    { NULL, NULL, NULL, NULL, NULL },
};

#define COMMANDS (sizeof cli_commands / sizeof cli_commands[0] - 1)

static const char *command_at(const void *context, size_t i)
{
    (void)context;
    return i < COMMANDS ? cli_commands[i].name : aic_calculator_at(i - COMMANDS)->name;
}

static int unknown_command(const char *name, enum cli_format format)
{
    size_t count = COMMANDS;
    while (aic_calculator_at(count - COMMANDS)) {
        count++;
    }
    struct aic_error error = { .code = AIC_ERR_UNKNOWN };
    const char *near = aic_nearest(name, command_at, NULL, count);
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
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(cli_commands[i].name, argv[1]) == 0) {
            return cli_commands[i].run(argc - 1, argv + 1);
        }
    }
    return unknown_command(argv[1], cli_peek_format(argc, argv));
}
