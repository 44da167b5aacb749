/* SPDX-License-Identifier: Apache-2.0 */
/* What a calculator takes and gives, found by words. */
#ifndef AICALC_CLI_MCP_PARAMETERS_H
#define AICALC_CLI_MCP_PARAMETERS_H

#include <aicalc/calculator.h>
#include <aicalc/json.h>

/* Writes the rows that have all words, for people and as JSON; without words those that are asked first. */
void mcp_write_parameters(const struct aic_calculator *calculator, const char *words,
                          struct aic_sink *text, struct aic_sink *answer);

#endif
