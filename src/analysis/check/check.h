/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of checks share: reading a check file, an earlier report, a saved answer. */
#ifndef AICALC_ANALYSIS_CHECK_H
#define AICALC_ANALYSIS_CHECK_H

#include <aicalc/check.h>

/*
 * Keeps an error among the mistakes of the file, so that reading can go on: true, unless the tool
 * itself failed, as `error` says.
 */
bool aic_check_mistake(struct aic_checks *checks, struct aic_error *error);

/* True for what was read; what was not is a mistake, see above. */
static inline bool aic_check_went_on(struct aic_checks *checks, bool ok, struct aic_error *error)
{
    return ok || aic_check_mistake(checks, error);
}

/* Fails at a place of the document with a suggestion, which may be NULL. */
bool aic_check_refuse(const struct aic_json *json, const struct aic_json_value *at,
                      const char *message, const char *suggestion, struct aic_error *error);

/* The calculator that the object's "calculator" names. */
bool aic_check_calculator(const struct aic_json *json, const struct aic_json_value *object,
                          struct aic_registry *registry, const struct aic_calculator **calculator,
                          struct aic_error *error);

/* Allocates the checks and lines of a file; each check takes its lines in turn. */
bool aic_checks_allocate(struct aic_checks *checks, size_t check_count, size_t line_count,
                         struct aic_error *error);

/* A line as it is before it is judged. */
void aic_check_line_init(struct aic_check_line *line, const struct aic_json_value *node);

/* A copy of an error that the checks keep; NULL without memory. */
struct aic_error *aic_check_keep(const struct aic_error *error);

/* Sets what a line's value makes of it. */
void aic_check_take(struct aic_check_line *line, const struct aic_calculator *calculator,
                    const struct aic_verdict *verdict);

/* Lets a line that failed before, and is no further from its limit now, warn only. */
void aic_check_forgive(struct aic_check_line *line);

/* Copies what the answer of a check warns of. */
bool aic_check_take_warnings(struct aic_check *check, const struct aic_notes *notes,
                             struct aic_error *error);

/* The question of a check has no answer. False where the tool failed: `error` says why. */
bool aic_check_break(struct aic_check *check, const struct aic_error *why, struct aic_error *error);

/* Reads a check file: all but the inputs, then those. */
bool aic_checks_read_file(struct aic_checks *checks, struct aic_error *error);
bool aic_check_bind_inputs(struct aic_checks *checks, struct aic_error *error);

/* Checks the form of an earlier report; takes its values, resolves relative budgets. */
bool aic_check_read_earlier(const struct aic_json *earlier, struct aic_error *error);
bool aic_check_compare(struct aic_checks *checks, struct aic_error *error);

/* Reads a saved answer, and judges it. */
bool aic_checks_read_saved(struct aic_checks *checks, struct aic_error *error);
bool aic_check_run_saved(struct aic_checks *checks, struct aic_error *error);

/* Reads the texts that "from" of a check names; the texts of a check, NULL where it has none. */
bool aic_check_read_texts(struct aic_checks *checks, const struct aic_json_value *node,
                          struct aic_error *error);
const struct aic_check_texts *aic_check_texts_of(const struct aic_checks *checks,
                                                 const struct aic_json_value *node);
void aic_check_clear_texts(struct aic_checks *checks);

/* Of a line that does not hold: the line of the text that would mend it. */
void aic_check_find_line(const struct aic_checks *checks, const struct aic_check *check,
                         const struct aic_answer *answer, struct aic_check_line *line);

/* The recipe of a check: its inputs with the source's catalog and files. */
struct aic_recipe aic_check_recipe(const struct aic_checks *checks, const struct aic_check *check);

#endif
