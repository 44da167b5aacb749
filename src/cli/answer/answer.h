/* SPDX-License-Identifier: Apache-2.0 */
/* An answer in each format, and the parts of it that other outputs have as well. */
#ifndef AICALC_CLI_ANSWER_ANSWER_H
#define AICALC_CLI_ANSWER_ANSWER_H

#include "cli/answer/view.h"

void cli_answer_table(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_json(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_markdown(const struct cli_view *view, struct aic_sink *sink);

/* The first line of a table: the calculator and what it is for. */
void cli_title(const struct cli_view *view, struct aic_sink *sink);

/* A row a result, in base units, with a separator between the values. */
void cli_answer_values(const struct cli_view *view, const struct cli_layout *layout,
                       struct aic_sink *sink);

/* The table of inputs in Markdown; `picked` may be NULL: all that were given or used. */
void cli_inputs_markdown(const struct cli_view *view, const bool *picked, struct aic_sink *sink);

/* What --solve found, where it was asked. */
void cli_solution_table(const struct cli_view *view, struct aic_sink *sink);
void cli_solution_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_solution_json(const struct cli_view *view, struct aic_json_writer *writer);

/* What --sensitivity shows, where it was asked. */
void cli_sensitivity_table(const struct cli_view *view, struct aic_sink *sink);
void cli_sensitivity_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_sensitivity_json(const struct cli_view *view, struct aic_json_writer *writer);

/* A share as a bar and in percent, CLI_BAR_WIDTH columns wide. */
#define CLI_BAR_WIDTH 19
void cli_write_bar(double share, bool unicode, char *out, size_t capacity);

/* One input, "tp": {"value": 8, "origin": "flag"}; nothing where it is unset. */
void cli_json_input(const struct cli_view *view, struct aic_json_writer *writer, size_t index);

/* The members of one budget; an actual value that is not set is left out. */
void cli_json_budget(struct aic_json_writer *writer, const struct aic_field *field,
                     const struct aic_budget *budget, struct aic_value actual, bool pass);

/* The members "results", "warnings" and "budgets". */
void cli_json_results(const struct cli_view *view, struct aic_json_writer *writer);
void cli_json_warnings(struct aic_json_writer *writer, const struct aic_note *notes, size_t count);
void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer);

#endif
