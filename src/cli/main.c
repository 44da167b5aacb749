/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc: the program. Finds the command; everything else is the command's. */
#include <limits.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/calculators.h"
#include "cli/commands.h"
#include "cli/io/output.h"
#include "cli/options/options.h"

static int version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    struct cli_output output;
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink, "aicalc " AICALC_VERSION "\n");
    return cli_output_close(&output, CLI_OK, NULL);
}

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
    const char *near = aic_nearest(name, name_at, NULL, AIC_ALL_NAMES);
    aic_suggest_name(&error, near, "'aicalc help' lists all");
    return cli_report(&error, format);
}

static bool lists_calculators(enum cli_command_id command)
{
    return command == CLI_COMMAND_HELP || command == CLI_COMMAND_BRIEF ||
           command == CLI_COMMAND_SCHEMA || command == CLI_COMMAND_EXPLAIN;
}

static int run(int argc, char **argv)
{
    static int (*const commands[])(int argc, char **argv) = {
        [CLI_COMMAND_CATALOG] = cli_catalog,       [CLI_COMMAND_CHECK] = cli_check,
        [CLI_COMMAND_COMPARE] = cli_compare,       [CLI_COMMAND_DIFF] = cli_diff,
        [CLI_COMMAND_EXPLAIN] = cli_explain,       [CLI_COMMAND_UNITS] = cli_units,
        [CLI_COMMAND_SCHEMA] = cli_schema,         [CLI_COMMAND_HELP] = cli_help,
        [CLI_COMMAND_COMPLETION] = cli_completion, [CLI_COMMAND_BRIEF] = cli_brief,
        [CLI_COMMAND_VERSION] = version,           [CLI_COMMAND_COMPLETE] = cli_complete,
    };
    if (argc < 2) {
        return cli_usage(NULL,
                         "for example 'aicalc kvcache --model llama-3.1-70b --context 128Ki'; "
                         "'aicalc help' lists the calculators",
                         "no command");
    }
    struct aic_error error = { .code = AIC_OK };
    const struct aic_calculator *calculator = aic_registry_find(cli_registry(), argv[1], &error);
    if (!calculator && error.code != AIC_OK) {
        return cli_report(&error, cli_peek_format(argc, argv));
    }
    if (calculator) {
        return cli_calculate(calculator, argc - 1, argv + 1);
    }
    const struct cli_command *command = cli_command_find(argv[1]);
    if (command && lists_calculators(command->id) && !cli_calculators_form(&error)) {
        return cli_report(&error, NULL);
    }
    return command ? commands[command->id](argc - 1, argv + 1)
                   : fail_unknown(argv[1], cli_peek_format(argc, argv));
}

/* What one step of an answer releases the next takes: nothing is given back to the system before the end,
 * which would clear the pages again. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

int main(int argc, char **argv)
{
    keep_memory();
    int code = run(argc, argv);
    /* What a document asked for is missing. */
    if (cli_registry()->error.code != AIC_OK) {
        code = cli_report(&cli_registry()->error, cli_peek_format(argc, argv));
    }
    cli_calculators_clear();
    return code;
}
