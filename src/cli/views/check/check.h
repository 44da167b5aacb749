/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a check as it is to be shown, and its lines in words. */
#ifndef AICALC_CLI_VIEWS_CHECK_CHECK_H
#define AICALC_CLI_VIEWS_CHECK_CHECK_H

#include <aicalc/check.h>

#include "cli/formats/document.h"
#include "cli/formats/shard.h"
#include "cli/views/answer/view.h"

/* The checks of a file as they are to be shown. */
struct cli_check_view {
    const struct aic_checks *checks;
    const char *file;                 /* as typed; NULL: standard input */
    const struct aic_error *mistakes; /* why it cannot be used; then it has no checks */
    size_t mistake_count;
    enum aic_unit_style units;
};

/* What 'aicalc check A.json B.json ...' has to say. */
struct cli_check_report {
    const struct cli_check_view *files;
    size_t count;
    struct cli_asked asked;
    struct cli_shard shard; /* of all checks, those that were asked */
};

/* The worst of all files; a file that cannot be used is an error. */
enum aic_outcome cli_check_outcome(const struct cli_check_report *report);

/* What a file is called in reports: "standard input", or as typed. */
const char *cli_check_file(const struct cli_check_view *view);

/* The report for people; and for programs. */
void cli_check_document(const struct cli_check_report *report, struct doc *doc);
void cli_check_json(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_json_lines(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_junit(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_sarif(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_github(const struct cli_check_report *report, struct aic_sink *sink);

/* A file that cannot be used, as an annotation of GitHub Actions. `file` may be NULL. */
void cli_check_github_error(const char *file, const struct aic_error *error, struct aic_sink *sink);

/* Room for words of a line: a name with each of its bytes escaped. */
#define CLI_CHECK_CELL (6 * AIC_CHECK_NAME_MAX)

/* The name of a check on one line; its budget, of a saved answer the result; since the baseline. */
void cli_check_name(const struct aic_check *check, struct aic_text *text);
void cli_check_budget(const struct cli_check_view *view, const struct aic_check *check,
                      const struct aic_check_line *line, struct aic_text *text);
void cli_check_change(const struct cli_check_view *view, const struct aic_check *check,
                      const struct aic_check_line *line, struct aic_text *text);

/* How an outcome is shown where there are colours. */
enum cli_style cli_outcome_style(enum aic_outcome outcome);

/* What to say of a line beside its verdict: "is 78.20 GiB, 4.27 % over the limit of 75.00 GiB". */
void cli_check_message(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct aic_text *text);

/* "fail: 2 checks, 5 budgets: 3 pass, 1 warn, 1 fail", of several files with their number. */
void cli_check_summary(const struct cli_check_report *report, struct aic_text *text);

/* "gpu_memory 80.00 GiB -> 79.65 GiB (catalog)": an input that a saved answer has otherwise. */
void cli_check_input(const struct cli_check_view *view, const struct aic_check_input *input,
                     struct aic_text *text);

/* The warning of a measurement outside of its band: the one that reports for people show. */
bool cli_check_is_measured(const struct aic_note *note);

/* What does not hold, and where the file says it. */
enum cli_problem_kind {
    CLI_PROBLEM_BUDGET,   /* a budget does not hold */
    CLI_PROBLEM_QUESTION, /* a check has no answer */
    CLI_PROBLEM_MEASURED, /* a measurement is outside of its stated band */
    CLI_PROBLEM_FILE,     /* a check file cannot be used */
    CLI_PROBLEM_KINDS
};

struct cli_problem {
    enum cli_problem_kind kind;
    bool warns;
    const char *name; /* of the check; NULL: the file */
    const char *words;
    struct aic_place place;
    const char *file; /* another than the check file: a text that is deployed; NULL: that one */
};

/* Calls `visit` for each problem of a file, in the order of the file. */
typedef void cli_problem_visitor(void *context, const struct cli_problem *problem);
void cli_check_each_problem(const struct cli_check_view *view, cli_problem_visitor *visit,
                            void *context);

/* An error and what to type instead, in one line. */
void cli_check_why(const struct aic_error *why, struct aic_text *text);

#endif
