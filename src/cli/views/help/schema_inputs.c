/* SPDX-License-Identifier: Apache-2.0 */
/* The schema of an object of inputs, from the field table. */
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/help/schema.h"

/* A number in base units within its bounds, or a text with a unit. */
static void put_number_schema(struct aic_json_writer *writer, const struct aic_field *field)
{
    cli_json_open(writer, "anyOf", '[', false);
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "type", field->kind == AIC_INTEGER ? "integer" : "number");
    if (!(field->flags & AIC_SIGNED)) {
        cli_json_number(writer, field->flags & AIC_ABOVE_MIN ? "exclusiveMinimum" : "minimum",
                        field->min);
    }
    if (field->max > 0) {
        cli_json_number(writer, field->flags & AIC_BELOW_MAX ? "exclusiveMaximum" : "maximum",
                        field->max);
    }
    aic_json_close(writer);
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "type", "string");
    aic_json_close(writer);
    aic_json_close(writer);
}

/* What no keyword of JSON Schema says stands in its comment: strict validators know no others. */
static void put_comment(struct aic_json_writer *writer, const char *key, const char *value,
                        const char *more, const char *also)
{
    char words[128];
    if (value) {
        cli_print(words, sizeof words, "%s: %s%s%s", key, value, also ? more : "",
                  also ? also : "");
        cli_json_text(writer, "$comment", words);
    }
}

void cli_schema_input(struct aic_json_writer *writer, const struct aic_field *field)
{
    cli_json_open(writer, field->name, '{', false);
    cli_json_text(writer, "description", field->help);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        put_number_schema(writer, field);
        put_comment(writer, "unit", aic_field_unit(field), NULL, NULL);
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
        put_comment(writer, "catalog", aic_catalog_kind_name(field->catalog),
                    ", prefix: ", field->prefix);
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
        cli_schema_input(writer, aic_table_at(&calculator->inputs, i, NULL));
    }
    aic_json_close(writer);
}
