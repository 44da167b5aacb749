/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a JSON answer, for the single answer, for each case of a sweep, and for errors. */
#ifndef AICALC_CLI_RENDER_JSON_H
#define AICALC_CLI_RENDER_JSON_H

#include "cli/render/render.h"

/* A value: a number in base units, a name, true or false. */
void cli_json_value(struct aic_json_writer *writer, const struct aic_field *field,
                    struct aic_value value);

/* A member whose value is a text; nothing where there is none. */
void cli_json_text(struct aic_json_writer *writer, const char *key, const char *text);

/* One input, "tp": {"value": 8, "origin": "flag"}; nothing where it is unset. */
void cli_json_input(const struct cli_view *view, struct aic_json_writer *writer, size_t index);

/* The members of one budget; an actual value that is not set is left out. */
void cli_json_budget(struct aic_json_writer *writer, const struct aic_field *field,
                     const struct aic_budget *budget, struct aic_value actual, bool pass);

/* The members "solve" and "sensitivity", where they were asked. */
void cli_json_solution(const struct cli_view *view, struct aic_json_writer *writer);
void cli_json_sensitivity(const struct cli_view *view, struct aic_json_writer *writer);

/* The members "results", "warnings", "budgets" and "error". */
void cli_json_results(const struct cli_view *view, struct aic_json_writer *writer);
void cli_json_warnings(const struct cli_view *view, struct aic_json_writer *writer);
void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer);
void cli_json_error(struct aic_json_writer *writer, const struct aic_error *error);

#endif
