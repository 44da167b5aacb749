/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc schema CALCULATOR|check: JSON Schema of the inputs, or of a check file. */
#include "cli/docs/schema.h"
#include "cli/calculators.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/io/json.h"
#include "cli/io/output.h"

/* Prints the schema of a calculator's inputs, or of a check file (NULL). */
static int put_schema(const struct aic_calculator *calculator)
{
    struct cli_output output;
    struct aic_json_writer writer;
    cli_output_open(&output, NULL);
    aic_json_writer_init(&writer, &output.sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cli_json_text(&writer, "title", calculator ? calculator->name : "aicalc check file");
    if (calculator) {
        cli_schema_inputs(&writer, calculator);
    } else {
        cli_schema_check(&writer);
    }
    aic_json_close(&writer);
    aic_sink_text(&output.sink, "\n");
    return cli_output_close(&output, CLI_OK, NULL);
}

int cli_schema(int argc, char **argv)
{
    if (argc != 2) {
        return cli_usage(NULL, "write 'aicalc schema kvcache'", "schema takes one name");
    }
    const struct aic_calculator *calculator = cli_calculator_find(argv[1]);
    if (calculator || strcmp(argv[1], "check") == 0) {
        return put_schema(calculator);
    }
    struct aic_error error = { .code = AIC_OK };
    const char *near = aic_nearest(argv[1], aic_registry_name_at, NULL, AIC_ALL_NAMES);
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no schema '%s'", argv[1]);
    aic_suggest_name(&error, near, "'aicalc help' lists the calculators");
    return cli_report(&error, NULL);
}
