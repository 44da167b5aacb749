/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc: the program. Finds the command; everything else is the command's. */
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/system.h"
#include "cli/options/command.h"
#include "cli/views/calculators.h"
#include "cli/views/help/topics.h"

typedef int command_function(const struct cli_options *options);

/* The functions of the commands, in the order of the list. */
static command_function *const functions[] = {
#define COMMAND(name, run, ...) run,
#include "cli/options/commands.inc"
#undef COMMAND
};

/* The names of the commands, then those of the calculators. */
static const char *name_at(const void *context, size_t i)
{
    size_t commands = 0;
    (void)context;
    while (cli_commands[commands].name) {
        commands++;
    }
    return i < commands ? cli_commands[i].name : aic_registry_name_at(NULL, i - commands);
}

/* Whether a word is what the catalog calls entries of a kind: gpus, models. */
static bool is_kind(const char *name)
{
    const char *kind;
    for (size_t i = 0; (kind = aic_catalog_kind_at(NULL, i)); i++) {
        if (strcmp(kind, name) == 0) {
            return true;
        }
    }
    return false;
}

static int fail_unknown(const char *name, const struct cli_format *format)
{
    struct aic_error error = { .code = AIC_OK };
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "unknown command '%s'", name);
    if (is_kind(name)) {
        aic_suggest(&error, "'aicalc catalog %s' lists them", name);
        return cli_report(&error, format);
    }
    const struct cli_errand *errand = cli_errand_find(name);
    if (errand) {
        aic_suggest(&error, "of %s: aicalc %s; 'aicalc help %s' says what each answers",
                    errand->about, errand->calculators, name);
        return cli_report(&error, format);
    }
    const char *near = aic_nearest(name, name_at, NULL, AIC_ALL_NAMES);
    aic_suggest_name(&error, near, "'aicalc help' lists all");
    return cli_report(&error, format);
}

/* Reads what stands behind the name of a command or of a calculator, and runs it. */
static int run_command(command_function *function, unsigned subject,
                       const struct aic_calculator *calculator, int argc, char **argv)
{
    struct cli_options options;
    struct aic_error error = { .code = AIC_OK };
    int code = cli_options_read(&options, (enum cli_subject)subject, calculator, argc, argv, &error)
                   ? function(&options)
                   : cli_report(&error, options.format ? cli_peek_format(argc, argv) : NULL);
    cli_options_clear(&options);
    return code;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        return cli_usage(NULL,
                         "for example 'aicalc kvcache --model llama-3.1-70b --context 128Ki'; "
                         "'aicalc help' lists the calculators",
                         "no command");
    }
    struct aic_error error = { .code = AIC_OK };
    const struct aic_calculator *calculator = aic_registry_find(cli_registry(), argv[1], &error);
    const struct cli_command *command = calculator ? NULL : cli_command_find(argv[1]);
    if (!calculator && error.code != AIC_OK) {
        return cli_report(&error, cli_peek_format(argc, argv));
    }
    if (calculator) {
        return run_command(command_query, CLI_ANSWER, calculator, argc - 1, argv + 1);
    }
    return command ? run_command(functions[command - cli_commands], command->subject, NULL,
                                 argc - 1, argv + 1)
                   : fail_unknown(argv[1], cli_peek_format(argc, argv));
}

int main(int argc, char **argv)
{
    cli_start(&argc, &argv);
    int code = run(argc, argv);
    /* What a document asked for is missing. */
    if (cli_registry()->error.code != AIC_OK) {
        code = cli_report(&cli_registry()->error, cli_peek_format(argc, argv));
    }
    cli_calculators_clear();
    return code;
}
