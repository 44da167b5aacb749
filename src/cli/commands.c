/* SPDX-License-Identifier: Apache-2.0 */
/* All commands that are no calculators, one row each. */
#include "cli/check/check.h"

static const char *const formats[] = { "table", "json", "csv", "markdown", NULL };
static const char *const styles[] = { "auto", "si", "iec", "raw", NULL };
static const char *const colors[] = { "auto", "always", "never", NULL };

static const struct cli_option catalog_options[] = {
    { "output", 'o', "FORMAT", "table, json, csv or markdown", formats },
    { "catalog", 0, "FILE", "lay a catalog over the built-in ones; repeatable", NULL },
    { "no-config", 0, NULL, "ignore AICALC_CATALOG and the user's catalog", NULL },
    { NULL, 0, NULL, NULL, NULL },
};

static const struct cli_option diff_options[] = {
    { "output", 'o', "FORMAT", "table, json, csv or markdown", formats },
    { "units", 0, "STYLE", "of tables: auto, si, iec or raw", styles },
    { "color", 0, "WHEN", "auto, always or never", colors },
    { NULL, 0, NULL, NULL, NULL },
};

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
    { "catalog", "[KIND] [NAME]", "models, GPUs, nodes and other facts that can be named",
      catalog_options, cli_catalog },
    { "check", "FILE|-", "budgets of many questions in one file, for a pipeline", cli_check_options,
      cli_check },
    { "diff", "A.json B.json", "what differs between two answers", diff_options, cli_diff },
    { "units", "[DIMENSION]", "units that values can be given in", NULL, cli_units },
    { "schema", "CALCULATOR|check", "JSON Schema of the inputs, or of a check file", NULL,
      cli_schema },
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
