/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a check as it is to be shown, and its lines in words. */
#ifndef AICALC_CLI_VIEWS_CHECK_CHECK_H
#define AICALC_CLI_VIEWS_CHECK_CHECK_H

#include <aicalc/check.h>

#include "cli/views/answer/view.h"

/* The checks of a file as they are to be shown. */
struct cli_check_view {
    const struct aic_checks *checks;
    const char *file;                 /* as typed; NULL: standard input */
    const struct aic_error *mistakes; /* why it cannot be used; then it has no checks */
    size_t mistake_count;
    enum aic_unit_style units;
    bool color;
    size_t columns;
};

/* What 'aicalc check A.json B.json ...' has to say. */
struct cli_check_report {
    const struct cli_check_view *files;
    size_t count;
    struct cli_asked asked;
};

/* The worst of all files; a file that cannot be used is an error. */
enum aic_outcome cli_check_outcome(const struct cli_check_report *report);

/* What a file is called in reports: "standard input", or as typed. */
const char *cli_check_file(const struct cli_check_view *view);

void cli_check_table(const struct cli_check_report *report, struct aic_sink *sink);
void html_check(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_json(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_junit(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_sarif(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_github(const struct cli_check_report *report, struct aic_sink *sink);
void cli_check_markdown(const struct cli_check_report *report, struct aic_sink *sink);

/* A file that cannot be used, as an annotation of GitHub Actions. `file` may be NULL. */
void cli_check_github_error(const char *file, const struct aic_error *error, struct aic_sink *sink);

/* Room for one cell in words: a name with each of its bytes escaped. */
#define CLI_CHECK_CELL (6 * AIC_CHECK_NAME_MAX)

/* One line of the report in words. Of a saved answer: the result, now, then. */
enum {
    CLI_CHECK_VERDICT,
    CLI_CHECK_NAME,
    CLI_CHECK_BUDGET,
    CLI_CHECK_ACTUAL,
    CLI_CHECK_LIMIT,
    CLI_CHECK_MARGIN, /* in percent of the limit */
    CLI_CHECK_CHANGE, /* in percent of what it was */
    CLI_CHECK_COLUMNS
};

struct cli_check_cells {
    char at[CLI_CHECK_COLUMNS][CLI_CHECK_CELL];
};

void cli_check_cells(const struct cli_check_view *view, const struct aic_check *check,
                     const struct aic_check_line *line, struct cli_check_cells *cells);

/*
 * The lines as a table, and an empty line behind it: nothing where there are none. Results of a
 * saved answer that are as they were are left out.
 */
void cli_check_lines(const struct cli_check_view *view, const struct cli_layout *layout,
                     struct aic_sink *sink);

/* A result of a saved answer that is as it was. */
bool cli_check_is_quiet(const struct cli_check_view *view, const struct aic_check_line *line);

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

/*
 * What the columns do not say: calls `show` for each thing that could not be judged, and for each
 * measurement outside of its band. `budget` is NULL where that is the whole check. True where
 * there is any.
 */
typedef void cli_check_reason(const struct cli_check_view *view, const char *name,
                              const char *budget, const char *why, struct aic_sink *sink);
bool cli_check_reasons(const struct cli_check_view *view, cli_check_reason *show,
                       struct aic_sink *sink);

/* An error and what to type instead, in one line. */
void cli_check_why(const struct aic_error *why, struct aic_text *text);

#endif
