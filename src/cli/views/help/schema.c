/* SPDX-License-Identifier: Apache-2.0 */
/* JSON Schemas: of a calculator's inputs, of check files, answers, catalogs and reports. */
#include "cli/views/help/schema.h"

#include <string.h>

#include "cli/formats/json.h"

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

bool cli_schema_write(const char *name, const struct aic_calculator *calculator,
                      struct aic_sink *sink)
{
    struct aic_json_writer writer;
    const struct document *document = documents;
    while (!calculator && document < documents + DOCUMENTS && strcmp(name, document->name) != 0) {
        document++;
    }
    if (document == documents + DOCUMENTS) {
        return false;
    }
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cli_json_text(&writer, "title", calculator ? calculator->name : document->title);
    if (!calculator && document->members) {
        aic_sink_text(sink, ",\n");
        aic_sink_text(sink, document->members);
        aic_sink_text(sink, "}\n");
        return true;
    }
    if (calculator) {
        cli_schema_inputs(&writer, calculator);
    } else {
        cli_schema_check(&writer);
    }
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
    return true;
}
