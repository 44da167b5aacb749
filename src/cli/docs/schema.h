/* SPDX-License-Identifier: Apache-2.0 */
/* JSON Schemas of what users write. */
#ifndef AICALC_CLI_SCHEMA_H
#define AICALC_CLI_SCHEMA_H

#include "cli/cli.h"

/* The members of the schema of an object of inputs. */
void cli_schema_inputs(struct aic_json_writer *writer, const struct aic_calculator *calculator);

/* Prints the schema of a check file. */
int cli_schema_check(void);

#endif
