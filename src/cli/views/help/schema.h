/* SPDX-License-Identifier: Apache-2.0 */
/* JSON Schemas of what users write, and of what the program does. */
#ifndef AICALC_CLI_DOCS_SCHEMA_H
#define AICALC_CLI_DOCS_SCHEMA_H

#include <aicalc/aicalc.h>

/* Writes the schema of a calculator's inputs, or (NULL) of a document of that name; false: there is none. */
bool cli_schema_write(const char *name, const struct aic_calculator *calculator,
                      struct aic_sink *sink);

/* The schema of an input, a member under its name. */
void cli_schema_input(struct aic_json_writer *writer, const struct aic_field *field);

/* The members of the schema of an object of inputs. */
void cli_schema_inputs(struct aic_json_writer *writer, const struct aic_calculator *calculator);

/* The members of the schema of a check file. */
void cli_schema_check(struct aic_json_writer *writer);

/* The members of those schemas that follow from no table (schema/NAME.json). */
extern const char cli_schema_answer[], cli_schema_catalog[], cli_schema_report[];

/* The i-th word beside the calculators that 'aicalc schema' knows; NULL after the last. */
const char *cli_schema_at(const void *context, size_t i);

#endif
