/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc schema NAME: the JSON Schema of a calculator's inputs, or of a document. */
#include "cli/views/help/schema.h"
#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/views/calculators.h"
#include "cli/views/help/help.h"

/* All names, for "did you mean". */
static const char *name_at(const void *context, size_t i)
{
    size_t documents = 0;
    while (cli_schema_at(NULL, documents)) {
        documents++;
    }
    return i < documents ? cli_schema_at(NULL, i) : aic_registry_name_at(context, i - documents);
}

static const char usage[] =
    "aicalc schema NAME: the JSON Schema of a document\n"
    "\n"
    "Examples\n"
    "  aicalc schema kvcache\n"
    "  aicalc schema check\n"
    "  aicalc schema answer\n"
    "\n"
    "The name of a calculator gives the schema of its inputs, as --input takes them;\n"
    "the other names are those of check files, reports, answers and catalogs.\n";

int command_schema(const struct cli_options *options)
{
    const char *name = options->words[0];
    struct aic_error error = { .code = AIC_OK };
    struct cli_output output;
    if (options->help) {
        return cli_help_page(usage, 0, "");
    }
    if (options->word_count != 1) {
        return cli_usage(NULL, "write 'aicalc schema kvcache'", "schema takes one name");
    }
    if (!cli_calculators_form(&error)) {
        return cli_report(&error, NULL);
    }
    cli_output_open(&output, NULL);
    if (!cli_schema_write(name, cli_calculator_find(name), &output.sink)) {
        const char *near = aic_nearest(name, name_at, NULL, AIC_ALL_NAMES);
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no schema '%s'", name);
        aic_suggest_name(&error, near, "'aicalc help' lists the calculators");
        return cli_report(&error, NULL);
    }
    return cli_output_close(&output, CLI_OK, NULL);
}
