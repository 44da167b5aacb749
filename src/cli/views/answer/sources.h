/* SPDX-License-Identifier: Apache-2.0 */
/* What a page says of an answer beside its values: which rows it has, and numbered sources. */
#ifndef AICALC_CLI_VIEWS_ANSWER_SOURCES_H
#define AICALC_CLI_VIEWS_ANSWER_SOURCES_H

#include "cli/formats/html.h"
#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

/* Most sources that have a number. */
#define HTML_SOURCES_MAX 1024

enum html_source_kind { HTML_ASSUMPTION, HTML_CONSTANT, HTML_BAND, HTML_ENTRY };

struct html_source {
    enum html_source_kind kind;
    const void *at; /* the assumption, the constant, the words of a band, the name of an entry */
};

/* All sources of an answer in the order in which the page lists them. */
struct html_sources {
    struct html_source at[HTML_SOURCES_MAX];
    size_t count;
};

/* What the rows of a page are written from, for as long as its document lasts; NULL without memory. */
struct html_rows {
    const struct cli_view *view;
    struct cli_screen screen;
    struct html_sources sources;
};
const struct html_rows *html_rows(const struct cli_view *view, const struct cli_screen *screen,
                                  struct doc *doc);

/* References "[3]" to what a result rests on directly. */
void html_result_sources(const struct html_rows *rows, size_t result, struct aic_sink *sink);

/* The number of an entry of a catalog in the list of sources; 0: it is not there. */
size_t html_entry_number(const struct html_sources *sources, const char *entry);

/* True for a result that has a row on the page. */
bool html_has_row(const struct cli_view *view, size_t result);

/* True for an input that has a row on the page. */
bool html_has_input(const struct cli_view *view, size_t input);

/* The list of them, of a struct html_rows. */
void html_list_sources(const void *rows, struct aic_sink *sink);

/* How far a result can be trusted, in words. */
const char *html_basis_words(enum aic_basis basis);

#endif
