/* SPDX-License-Identifier: Apache-2.0 */
/* An answer in each format, and the parts of it that other outputs have as well. */
#ifndef AICALC_CLI_VIEWS_ANSWER_ANSWER_H
#define AICALC_CLI_VIEWS_ANSWER_ANSWER_H

#include "cli/views/answer/view.h"

/*
 * The answer in a form of a document; as JSON; as a line of JSON, in the form of a case of a sweep; and its
 * values alone, one a line, in base units.
 */
void cli_answer_write(const struct cli_view *view, enum doc_form form, struct aic_sink *sink);
void cli_answer_json(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_brief(const struct cli_view *view, struct aic_sink *sink); /* --brief of JSON */
void cli_answer_json_line(const struct cli_view *view, struct aic_sink *sink);
void cli_answer_bare(const struct cli_view *view, struct aic_sink *sink);

struct cli_screen;
struct html_sources;

/*
 * Parts of the document, each with its heading where the form has one; nothing where there is
 * nothing to say. The results are those of a screen, those that were chosen, or all.
 */
void cli_add_results(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc);
void cli_add_result_table(const struct cli_view *view, const struct cli_screen *screen,
                          struct doc *doc);
void cli_add_steps(const struct cli_view *view, struct doc *doc);
void cli_add_measured(const struct cli_view *view, struct doc *doc);
void cli_add_solution(const struct cli_view *view, struct doc *doc);
void cli_add_sensitivity(const struct cli_view *view, struct doc *doc);
void cli_add_explanation(const struct cli_view *view, struct doc *doc);

/* The warnings that change a decision; and the others, or all where those did not stand above. */
void cli_add_first_warnings(const struct cli_view *view, struct doc *doc);
void cli_add_warnings(const struct cli_view *view, struct doc *doc);

/* What the text that inputs are of leaves open: notes, the most serious first; as JSON; its figures
 * as JSON, beside results of `answer`, which may be NULL. */
void cli_add_launch(const struct cli_view *view, struct doc *doc);
void cli_add_launch_notes(const struct aic_launch_note *notes, size_t count, bool all,
                          struct doc *doc);
void cli_launch_notes_json(struct aic_json_writer *writer, const struct aic_launch_note *notes,
                           size_t count, const char *key);
void cli_launch_measured_json(struct aic_json_writer *writer, const struct aic_launch_case *launch,
                              const struct aic_answer *answer);

/*
 * The inputs as lists, those that were given alone, as one table, and in a line of what was asked.
 * `picked` says which, NULL: all; `sources` numbers those of a page.
 */
void cli_add_inputs(const struct cli_view *view, const bool *picked,
                    const struct html_sources *sources, struct doc *doc);
void cli_add_given(const struct cli_view *view, struct doc *doc);
void cli_add_input_table(const struct cli_view *view, const bool *picked, struct doc *doc);
void cli_add_asked(const struct cli_view *view, const bool *picked, struct doc *doc);

/*
 * How far an input moves a result: "total_cost -50..+100 % from 2.5 to 10 USD/h", with its name where that is
 * not that of the one before; and behind the input itself, "seq 4096 (total_cost -2.1..+4 % from 2048 to 8192)".
 */
bool cli_move_counts(const struct aic_move *move);
void cli_add_move(const struct cli_view *view, const struct aic_move *move, bool names_result,
                  struct aic_text *text);
void cli_add_moving(const struct cli_view *view, const struct aic_move *move, bool names_result,
                    struct aic_text *text);

/* So many defaults say how far they move an answer; a screen without room names no others. */
#define CLI_STRONGEST 3

/* "seq 4096 (total_memory -38..+95 % from 2048 to 8192), tp 1 (-42 % at 2)": those; returns how many. */
size_t cli_add_strongest(const struct cli_view *view, struct aic_text *text);

/* True for a default that is named with what it moves: all that count, or the strongest. */
bool cli_tells_default(const struct cli_view *view, size_t input);

/*
 * Calls `visit` for each default that moves what is shown by more than `above` and at most `most`,
 * the strongest first.
 */
typedef void cli_default_visitor(void *context, size_t input);
void cli_each_default(const struct cli_view *view, double above, double most,
                      cli_default_visitor *visit, void *context);

/* Whether the answer has a warning of that id. */
bool cli_has_warning(const struct cli_view *view, const char *id);

/* Warnings that change a decision stand before the others. */
bool cli_is_first_warning(const struct cli_view *view, const char *id);

/* True for those that say what a name was taken for: they stand before all others. */
bool cli_tells_what_was_taken(const char *id);

/* The members of what else was asked; nothing where there is nothing. */
void cli_steps_json(const struct cli_view *view, struct aic_json_writer *writer);
void cli_launch_json(const struct cli_view *view, struct aic_json_writer *writer);
void cli_solution_json(const struct cli_view *view, struct aic_json_writer *writer);
void cli_measured_json(struct aic_json_writer *writer, const struct aic_calculator *calculator,
                       const struct aic_measured *measured, size_t count);
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
void cli_json_warning(struct aic_json_writer *writer, const struct aic_note *note);
void cli_json_warnings(struct aic_json_writer *writer, const struct aic_note *notes, size_t count);
void cli_json_budgets(const struct cli_view *view, struct aic_json_writer *writer);

#endif
