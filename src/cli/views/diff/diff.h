/* SPDX-License-Identifier: Apache-2.0 */
/* The comparison of two answers as it is shown. */
#ifndef AICALC_CLI_VIEWS_DIFF_DIFF_H
#define AICALC_CLI_VIEWS_DIFF_DIFF_H

#include <aicalc/diff.h>

#include "cli/views/answer/view.h"

struct cli_diff_view {
    const struct aic_diff *diff;
    struct cli_asked asked;
    enum aic_unit_style units;
    bool color;
};

/* One difference in words. */
enum {
    CLI_DIFF_NAME,
    CLI_DIFF_BEFORE,
    CLI_DIFF_AFTER,
    CLI_DIFF_ABSOLUTE, /* with a sign; "new" and "gone" where there is none */
    CLI_DIFF_RELATIVE, /* in percent */
    CLI_DIFF_ORIGIN,   /* where it came from, if that differs */
    CLI_DIFF_COLUMNS
};

#define CLI_DIFF_CELL (3 * CLI_VALUE_SIZE)

struct cli_diff_cells {
    char at[CLI_DIFF_COLUMNS][CLI_DIFF_CELL];
};

void cli_diff_cells(const struct cli_diff_view *view, size_t index, struct cli_diff_cells *cells);

/* What a warning says. */
const char *cli_diff_warning(const struct aic_difference *row);

void cli_diff_table(const struct cli_diff_view *view, struct aic_sink *sink);
void html_diff(const struct cli_diff_view *view, struct aic_sink *sink);
void cli_diff_json(const struct cli_diff_view *view, struct aic_sink *sink);
void cli_diff_markdown(const struct cli_diff_view *view, struct aic_sink *sink);

/* The inputs or the results that differ, as a table. */
void cli_diff_part(const struct cli_diff_view *view, enum aic_diff_part part,
                   const struct cli_layout *layout, struct aic_sink *sink);

/* A row a difference, in base units, with a separator between the values. */
void cli_diff_values(const struct cli_diff_view *view, const struct cli_layout *layout,
                     struct aic_sink *sink);

#endif
