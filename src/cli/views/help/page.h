/* SPDX-License-Identifier: Apache-2.0 */
/* A page of the manual: written once, shown by man (roff) or as Markdown. */
#ifndef AICALC_CLI_DOCS_PAGE_H
#define AICALC_CLI_DOCS_PAGE_H

#include "cli/formats/grid.h"

#define CLI_PAGE_COLUMNS_MAX 6

struct cli_page {
    struct aic_sink *sink;
    bool roff;
    bool headed; /* a heading was the last */
    /* The table under way; its first column names the rows. */
    struct cli_column columns[CLI_PAGE_COLUMNS_MAX];
    size_t count;
    struct cli_grid grid;
};

/* The head of a page: its name, and what it is about in one line. */
void cli_page_title(struct cli_page *page, const char *name, const char *about);

/* A heading; headings of tables are one level deeper. */
void cli_page_heading(struct cli_page *page, const char *text);
void cli_page_subheading(struct cli_page *page, const char *text);

/* A paragraph. */
void cli_page_text(struct cli_page *page, const char *text);

/* Command lines as they are typed, with line ends between them. */
void cli_page_code(struct cli_page *page, const char *lines);

/*
 * A table: in Markdown as such, in roff a list of the first cells with the second behind them
 * and the others after the titles of their columns. A cell that begins with '`' is a word of
 * the program's language up to its last byte, another '`'.
 */
void cli_page_table(struct cli_page *page, const char *const *columns, size_t count);
void cli_page_row(struct cli_page *page, const char *const *cells);

#endif
