/* SPDX-License-Identifier: Apache-2.0 */
/* JSON Schemas of what users write. */
#ifndef AICALC_CLI_DOCS_SCHEMA_H
#define AICALC_CLI_DOCS_SCHEMA_H

#include <aicalc/aicalc.h>

/* The members of the schema of an object of inputs. */
void cli_schema_inputs(struct aic_json_writer *writer, const struct aic_calculator *calculator);

/* The members of the schema of a check file. */
void cli_schema_check(struct aic_json_writer *writer);

#endif
