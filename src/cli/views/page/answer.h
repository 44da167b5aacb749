/* SPDX-License-Identifier: Apache-2.0 */
/* What the page of an answer has and no other form of it. */
#ifndef AICALC_CLI_VIEWS_PAGE_ANSWER_H
#define AICALC_CLI_VIEWS_PAGE_ANSWER_H

#include "cli/views/answer/sources.h"

/*
 * Parts of the page, of a struct html_rows: links to the sections below, the deciding results as
 * cards, and all results in a section a group.
 */
void html_contents(const void *rows, struct aic_sink *sink);
void html_cards(const void *rows, struct aic_sink *sink);
void html_results(const void *rows, struct aic_sink *sink);

/* The parts of a composition, each folded, with short rows. */
void html_parts(const void *rows, struct aic_sink *sink);

/* What a row says when it is opened. */
void html_explain(const struct html_rows *rows, size_t result, struct aic_sink *sink);
void html_explain_short(const struct html_rows *rows, size_t result, struct aic_sink *sink);

#endif
