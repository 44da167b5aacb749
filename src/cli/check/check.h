/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc check: its options, and the report in five formats. */
#ifndef AICALC_CLI_CHECK_H
#define AICALC_CLI_CHECK_H

#include <aicalc/check.h>

#include "cli/options.h"
#include "cli/render/render.h"

enum cli_check_format {
    CLI_CHECK_TABLE,
    CLI_CHECK_JSON,
    CLI_CHECK_JUNIT,
    CLI_CHECK_GITHUB,
    CLI_CHECK_MARKDOWN,
    CLI_CHECK_FORMATS
};

struct cli_check_options {
    enum cli_check_format format;
    enum aic_unit_style units;
    enum cli_color color;
    bool no_config, help;
    const char *file;     /* path or "-" */
    const char *baseline; /* path or NULL */
    struct cli_list catalogs, files;
};

/* Options of the command, for help; a NULL name ends them. */
extern const struct cli_option cli_check_options[];

bool cli_check_options_read(struct cli_check_options *options, int argc, char **argv,
                            struct aic_error *error);

/* The format that the ending of a file of -O names; CLI_CHECK_FORMATS if it names none. */
enum cli_check_format cli_check_format_of(const char *path);

/* A report as it is to be shown. */
struct cli_check_view {
    const struct aic_checks *checks;
    const char *file; /* as typed; NULL: standard input */
    enum aic_unit_style units;
    bool color;
    int columns;
};

void cli_check_table(const struct cli_check_view *view, struct aic_sink *sink);
void cli_check_json(const struct cli_check_view *view, struct aic_sink *sink);
void cli_check_junit(const struct cli_check_view *view, struct aic_sink *sink);
void cli_check_github(const struct cli_check_view *view, struct aic_sink *sink);
void cli_check_markdown(const struct cli_check_view *view, struct aic_sink *sink);

/* One workflow command: "::error file=F,line=L,col=C,title=T::message". `file` may be NULL. */
void cli_check_annotate(const char *file, struct aic_place place, const char *level,
                        const char *title, const char *message, struct aic_sink *sink);

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

/* Titles of the columns, and which of them this report has. */
const char *cli_check_title(const struct cli_check_view *view, int column);
bool cli_check_has(const struct cli_check_view *view, int column);

/* True for a line that a table may leave out: a result of a saved answer that is as it was. */
bool cli_check_is_quiet(const struct cli_check_view *view, const struct aic_check_line *line);

/* What is to say of a line beside its verdict: "is 78.20 GiB, 4.27 % over the limit of 75.00 GiB". */
void cli_check_message(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct aic_text *text);

/* "fail: 2 checks, 5 budgets: 3 pass, 1 warn, 1 fail" */
void cli_check_summary(const struct cli_check_view *view, struct aic_text *text);

/* "gpu_memory 80.00 GiB -> 79.65 GiB (catalog)": an input that a saved answer has otherwise. */
void cli_check_input(const struct cli_check_view *view, const struct aic_check_input *input,
                     struct aic_text *text);

/* An error and what to type instead, in one line. */
void cli_check_why(const struct aic_error *why, struct aic_text *text);

/* Adds text from a file with everything that is no printable character escaped: "\x1b". */
void cli_check_visible(struct aic_text *text, const char *string);

#endif
