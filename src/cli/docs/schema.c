/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc schema NAME: JSON Schema of a calculator's inputs, of check files, answers, catalogs, reports. */
#include "cli/docs/schema.h"
#include "cli/calculators.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/io/json.h"
#include "cli/io/output.h"

/* A schema that belongs to no calculator. */
struct document {
    const char *name, *title;
    const char *members; /* NULL: written from the tables */
};

static const struct document documents[] = {
    { "check", "aicalc check file", NULL },
    { "report", "aicalc report", cli_schema_report },
    { "answer", "aicalc answer", cli_schema_answer },
    { "catalog", "aicalc catalog", cli_schema_catalog },
};

#define DOCUMENTS (sizeof documents / sizeof documents[0])

const char *cli_schema_at(const void *context, size_t i)
{
    (void)context;
    return i < DOCUMENTS ? documents[i].name : NULL;
}

/* All names, for "did you mean". */
static const char *name_at(const void *context, size_t i)
{
    return i < DOCUMENTS ? documents[i].name : aic_registry_name_at(context, i - DOCUMENTS);
}

/* Prints the schema of a calculator's inputs, or of a document (then the calculator is NULL). */
static int put_schema(const struct aic_calculator *calculator, const struct document *document)
{
    struct cli_output output;
    struct aic_json_writer writer;
    cli_output_open(&output, NULL);
    aic_json_writer_init(&writer, &output.sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cli_json_text(&writer, "title", calculator ? calculator->name : document->title);
    if (calculator) {
        cli_schema_inputs(&writer, calculator);
    } else if (!document->members) {
        cli_schema_check(&writer);
    } else {
        aic_sink_text(&output.sink, ",\n");
        aic_sink_text(&output.sink, document->members);
        aic_sink_text(&output.sink, "}\n");
        return cli_output_close(&output, CLI_OK, NULL);
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
    for (size_t i = 0; !calculator && i < DOCUMENTS; i++) {
        if (strcmp(argv[1], documents[i].name) == 0) {
            return put_schema(NULL, &documents[i]);
        }
    }
    if (calculator) {
        return put_schema(calculator, NULL);
    }
    struct aic_error error = { .code = AIC_OK };
    const char *near = aic_nearest(argv[1], name_at, NULL, AIC_ALL_NAMES);
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no schema '%s'", argv[1]);
    aic_suggest_name(&error, near, "'aicalc help' lists the calculators");
    return cli_report(&error, NULL);
}
