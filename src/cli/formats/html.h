/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pages: one file each, without script, that loads nothing and is read on a screen, light or
 * dark, on a phone and on paper.
 *
 * Text reaches a page through html_put() alone, where every %s is escaped; what goes to the sink
 * directly is the page's own.
 */
#ifndef AICALC_CLI_FORMATS_HTML_H
#define AICALC_CLI_FORMATS_HTML_H

#include "cli/formats/asked.h"
#include "cli/formats/grid.h"
#include "cli/formats/xml.h"

#define html_put cli_xml_put

/* From the first byte to the beginning of the contents, and the end. */
void html_open(struct aic_sink *sink, const char *title);
void html_close(struct aic_sink *sink);

/* The head of a page: what it is about, in small letters, and what it says. */
void html_head(struct aic_sink *sink, const char *about, const char *says);

/* The command that asks again, to be copied. */
void html_command(struct aic_sink *sink, const struct cli_asked *asked);

/* A section with its heading; `note` (may be NULL) stands below it. */
void html_section(struct aic_sink *sink, const char *id, const char *title, const char *note);
void html_section_end(struct aic_sink *sink);

/* The class of a style. */
const char *html_class(enum cli_style style);

/* "[3]", a link to a source in the list of them. */
void html_reference(struct aic_sink *sink, size_t number);

/* A word in a rim of the colour of its style. */
void html_pill(struct aic_sink *sink, enum cli_style style, const char *words);

/* Tables: rows as of cli_grid, then the end of the table. */
extern const struct cli_layout html_layout;
void html_table_end(struct aic_sink *sink);

/* A budget as an item of a list. */
struct doc_budget;
void html_budget(struct aic_sink *sink, const struct doc_budget *budget);

#endif
