/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc schema CALCULATOR|check: JSON Schema of an object of inputs, from the field table. */
#include "cli/docs/schema.h"

#include <string.h>

static void put_text(struct aic_json_writer *writer, const char *key, const char *text)
{
    aic_json_key(writer, key);
    aic_json_string(writer, text);
}

static void put_number_schema(struct aic_json_writer *writer, const struct aic_field *field)
{
    aic_json_key(writer, "type");
    aic_json_open(writer, '[', false);
    aic_json_string(writer, field->kind == AIC_INTEGER ? "integer" : "number");
    aic_json_string(writer, "string");
    aic_json_close(writer);
    if (!(field->flags & AIC_SIGNED)) {
        aic_json_key(writer, field->flags & AIC_ABOVE_MIN ? "exclusiveMinimum" : "minimum");
        aic_json_number(writer, field->min);
    }
    if (field->max > 0) {
        aic_json_key(writer, field->flags & AIC_BELOW_MAX ? "exclusiveMaximum" : "maximum");
        aic_json_number(writer, field->max);
    }
}

static void put_field(struct aic_json_writer *writer, const struct aic_field *field)
{
    aic_json_key(writer, field->name);
    aic_json_open(writer, '{', false);
    put_text(writer, "description", field->help);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        put_number_schema(writer, field);
        put_text(writer, "unit", aic_field_unit(field));
        break;
    case AIC_CHOICE:
        aic_json_key(writer, "enum");
        aic_json_open(writer, '[', false);
        for (size_t i = 0; field->choices[i]; i++) {
            aic_json_string(writer, field->choices[i]);
        }
        aic_json_close(writer);
        break;
    case AIC_FLAG:
        put_text(writer, "type", "boolean");
        break;
    case AIC_REFERENCE:
        put_text(writer, "type", "string");
        put_text(writer, "catalog", aic_catalog_kind_name(field->catalog));
        break;
    }
    if (field->preset) {
        put_text(writer, "default", field->preset);
    }
    aic_json_close(writer);
}

void cli_schema_inputs(struct aic_json_writer *writer, const struct aic_calculator *calculator)
{
    put_text(writer, "description", calculator->help);
    put_text(writer, "type", "object");
    aic_json_key(writer, "additionalProperties");
    aic_json_bool(writer, false);
    aic_json_key(writer, "properties");
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        put_field(writer, aic_table_at(&calculator->inputs, i, NULL));
    }
    aic_json_close(writer);
}

static int put_calculator(const struct aic_calculator *calculator)
{
    struct cli_output output;
    struct aic_json_writer writer;
    cli_output_open(&output);
    aic_json_writer_init(&writer, &output.sink);
    aic_json_open(&writer, '{', true);
    put_text(&writer, "$schema", "https://json-schema.org/draft/2020-12/schema");
    put_text(&writer, "title", calculator->name);
    cli_schema_inputs(&writer, calculator);
    aic_json_close(&writer);
    aic_sink_text(&output.sink, "\n");
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

static const char *calculator_name(const void *context, size_t i)
{
    (void)context;
    return aic_calculator_at(i)->name;
}

int cli_schema(int argc, char **argv)
{
    if (argc != 2) {
        return cli_usage(CLI_TABLE, "write 'aicalc schema kvcache'", "schema takes one name");
    }
    const struct aic_calculator *calculator = aic_calculator_find(argv[1]);
    if (calculator) {
        return put_calculator(calculator);
    }
    if (strcmp(argv[1], "check") == 0) {
        return cli_schema_check();
    }
    struct aic_error error = { .code = AIC_OK };
    size_t count = 0;
    while (aic_calculator_at(count)) {
        count++;
    }
    const char *near = aic_nearest(argv[1], calculator_name, NULL, count);
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no schema '%s'", argv[1]);
    if (near) {
        aic_suggest(&error, "did you mean '%s'?", near);
    } else {
        aic_suggest(&error, "'aicalc help' lists the calculators");
    }
    return cli_report(&error, CLI_TABLE);
}
