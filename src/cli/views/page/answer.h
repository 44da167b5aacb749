/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the page of an answer. */
#ifndef AICALC_CLI_VIEWS_PAGE_ANSWER_H
#define AICALC_CLI_VIEWS_PAGE_ANSWER_H

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

void html_find_sources(const struct cli_view *view, struct html_sources *sources);

/* References "[3]" to what a result rests on directly, and to an entry of a catalog. */
void html_result_sources(const struct cli_view *view, const struct html_sources *sources,
                         size_t result, struct aic_sink *sink);
void html_entry_source(const struct html_sources *sources, const char *entry,
                       struct aic_sink *sink);

/* The list of them. */
void html_list_sources(const struct cli_view *view, const struct html_sources *sources,
                       struct aic_sink *sink);

/* True for a result that has a row on the page. */
bool html_has_row(const struct cli_view *view, size_t result);

/* True for an input that has a row on the page. */
bool html_has_input(const struct cli_view *view, size_t input);

/* The deciding results as cards; then all results, a section a group. */
void html_cards(const struct cli_view *view, const struct cli_screen *screen,
                struct aic_sink *sink);
void html_results(const struct cli_view *view, const struct html_sources *sources,
                  struct aic_sink *sink);

/* Links to the sections below. */
void html_contents(const struct cli_view *view, struct aic_sink *sink);

/* What a row says when it is opened. */
void html_explain(const struct cli_view *view, const struct html_sources *sources, size_t result,
                  struct aic_sink *sink);

/* The inputs, assumed ones first; `picked` (may be NULL) says which. */
void html_inputs(const struct cli_view *view, const struct html_sources *sources,
                 const bool *picked, struct aic_sink *sink);

/* "model llama-3.1-70b, gpus 64": what was asked, those of `picked` (may be NULL). */
void html_asked(const struct cli_view *view, const bool *picked, struct aic_sink *sink);

/* How far a result can be trusted, in words. */
const char *html_basis_words(enum aic_basis basis);

#endif
