/* SPDX-License-Identifier: Apache-2.0 */
/* An answer in each format, and the parts of it that other outputs have as well. */
#ifndef AICALC_CLI_VIEWS_ANSWER_ANSWER_H
#define AICALC_CLI_VIEWS_ANSWER_ANSWER_H

#include "cli/views/answer/view.h"

void cli_answer_table(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_json(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_markdown(const struct cli_view *view, struct aic_sink *sink);

struct cli_screen;

/* Parts of the table: the results, what would mend a no, and the inputs. */
void cli_results_text(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_sink *sink);
void cli_steps_text(const struct cli_view *view, struct aic_sink *sink);
void cli_steps_markdown(const struct cli_view *view, struct aic_sink *sink);

/* What would mend a no: the flags to add and what that gives; or that nothing that was tried does. */
void cli_write_step(const struct cli_view *view, const struct aic_step *step, char *flags,
                    char *gives, size_t capacity);
void cli_write_no_step(const struct cli_view *view, char *out, size_t capacity);

/*
 * Calls `visit` for each default that moves what is shown by more than `above` and at most `most`,
 * the strongest first.
 */
typedef void cli_default_visitor(void *context, size_t input, double influence);
void cli_each_default(const struct cli_view *view, double above, double most,
                      cli_default_visitor *visit, void *context);

/* True for the first input with its source, so that each is told once; and for all with it. */
bool cli_is_first_of_source(const struct cli_view *view, size_t input);
bool cli_is_from(const struct cli_view *view, size_t input, const char *source);

/* Warnings that change a decision stand before the others. */
bool cli_is_first_warning(const struct cli_view *view, const char *id);
void cli_inputs_text(const struct cli_view *view, struct aic_sink *sink);
/* Those of them that were given. */
void cli_given_text(const struct cli_view *view, struct aic_sink *sink);

/*
 * The warnings for a terminal: those that change a decision, to stand below the sentence, and the
 * others, to stand at the end. The first screen tells the most serious ones and names the rest.
 */
void cli_first_warnings_text(const struct cli_view *view, struct aic_sink *sink);
void cli_warnings_text(const struct cli_view *view, struct aic_sink *sink);

/* The first line of a table: the calculator and what it is for. */
void cli_title(const struct cli_view *view, struct aic_sink *sink);

/* A row a result, in base units, with a separator between the values. */
void cli_answer_values(const struct cli_view *view, const struct cli_layout *layout,
                       struct aic_sink *sink);

/* The values alone, one a line, in base units. */
void cli_answer_bare(const struct cli_view *view, struct aic_sink *sink);

/* The table of inputs in Markdown; `picked` may be NULL: not only these. */
void cli_inputs_markdown(const struct cli_view *view, const bool *picked, struct aic_sink *sink);

/* What --explain shows: formulas and numbers, down to the inputs. */
void cli_explanation_text(const struct cli_view *view, struct aic_sink *sink);
void cli_explanation_markdown(const struct cli_view *view, struct aic_sink *sink);

/* What --solve found, where it was asked; as lines of words, each handed to `show`. */
typedef void cli_solution_line(const struct cli_view *view, struct aic_sink *sink,
                               const char *words);
void cli_solution_each(const struct cli_view *view, struct aic_sink *sink, cli_solution_line *show);
void cli_solution_table(const struct cli_view *view, struct aic_sink *sink);
void cli_solution_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_solution_json(const struct cli_view *view, struct aic_json_writer *writer);

/* What --measured compares, where it was asked. */
void cli_measured_table(const struct cli_view *view, struct aic_sink *sink);
void cli_measured_rows(const struct cli_view *view, const struct cli_layout *layout,
                       struct aic_sink *sink);
void cli_measured_markdown(const struct cli_view *view, struct aic_sink *sink);
void cli_measured_json(struct aic_json_writer *writer, const struct aic_calculator *calculator,
                       const struct aic_measured *measured, size_t count);

/* What --sensitivity shows, where it was asked. */
void cli_sensitivity_table(const struct cli_view *view, struct aic_sink *sink);
void cli_sensitivity_rows(const struct cli_view *view, const struct cli_layout *layout,
                          struct aic_sink *sink);
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
void cli_json_result(const struct cli_view *view, struct aic_json_writer *writer, size_t result);
void cli_json_warnings(struct aic_json_writer *writer, const struct aic_note *notes, size_t count);
void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer);

/* The page of an answer. */
void html_answer(const struct cli_view *view, struct aic_sink *sink);

#endif
