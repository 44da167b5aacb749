/* SPDX-License-Identifier: Apache-2.0 */
/* The schema of an object of inputs, from the field table. */
#include "cli/docs/schema.h"
#include "cli/io/json.h"

static void put_number_schema(struct aic_json_writer *writer, const struct aic_field *field)
{
    cli_json_open(writer, "type", '[', false);
    aic_json_string(writer, field->kind == AIC_INTEGER ? "integer" : "number");
    aic_json_string(writer, "string");
    aic_json_close(writer);
    if (!(field->flags & AIC_SIGNED)) {
        cli_json_number(writer, field->flags & AIC_ABOVE_MIN ? "exclusiveMinimum" : "minimum",
                        field->min);
    }
    if (field->max > 0) {
        cli_json_number(writer, field->flags & AIC_BELOW_MAX ? "exclusiveMaximum" : "maximum",
                        field->max);
    }
}

static void put_field(struct aic_json_writer *writer, const struct aic_field *field)
{
    cli_json_open(writer, field->name, '{', false);
    cli_json_text(writer, "description", field->help);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        put_number_schema(writer, field);
        cli_json_text(writer, "unit", aic_field_unit(field));
        break;
    case AIC_CHOICE:
        cli_json_open(writer, "enum", '[', false);
        for (size_t i = 0; field->choices[i]; i++) {
            aic_json_string(writer, field->choices[i]);
        }
        aic_json_close(writer);
        break;
    case AIC_FLAG:
        cli_json_text(writer, "type", "boolean");
        break;
    case AIC_REFERENCE:
        cli_json_text(writer, "type", "string");
        cli_json_text(writer, "catalog", aic_catalog_kind_name(field->catalog));
        cli_json_text(writer, "prefix", field->prefix);
        break;
    }
    cli_json_text(writer, "default", field->default_text);
    aic_json_close(writer);
}

void cli_schema_inputs(struct aic_json_writer *writer, const struct aic_calculator *calculator)
{
    cli_json_text(writer, "description", calculator->help);
    cli_json_text(writer, "type", "object");
    cli_json_flag(writer, "additionalProperties", false);
    cli_json_open(writer, "properties", '{', true);
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        put_field(writer, aic_table_at(&calculator->inputs, i, NULL));
    }
    aic_json_close(writer);
}
