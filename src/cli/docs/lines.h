/* SPDX-License-Identifier: Apache-2.0 */
/* Text in columns and lines, for tables. */
#ifndef AICALC_CLI_LINES_H
#define AICALC_CLI_LINES_H

#include <aicalc/json.h>

/* A character, again and again. */
void cli_repeat(struct aic_sink *sink, char c, size_t count);

/* Columns that a text takes on a terminal: its characters, whatever their bytes. */
size_t cli_width(const char *text);

/* A text in a column, at its left or its right end. */
void cli_padded(struct aic_sink *sink, const char *text, size_t width, bool right);

/* A title behind an empty line, bold where there is colour. */
void cli_heading(struct aic_sink *sink, const char *title, bool color);

/* The length of the longest run of whole words that fits in `width`. */
size_t cli_fitting(const char *text, size_t width);

/* Text in lines of whole words, and a line end; the first line starts at column `used`,
 * the others at `indent`. */
void cli_wrapped(struct aic_sink *sink, size_t columns, const char *text, size_t used,
                 size_t indent);

#endif
