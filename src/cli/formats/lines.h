/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of words for a terminal: styled, wrapped, repeated. */
#ifndef AICALC_CLI_FORMATS_LINES_H
#define AICALC_CLI_FORMATS_LINES_H

#include <aicalc/aicalc.h>

#include "cli/io/terminal.h"

/* How words are shown where there are colours. */
enum cli_style { CLI_PLAIN, CLI_STRONG, CLI_GOOD, CLI_WARNING, CLI_BAD };

/* Room for a value in words. */
#define CLI_VALUE_SIZE 256

/* A blank at which no line is broken: U+00A0. */
#define CLI_JOINED "\u00a0"

/* Words in a style; give CLI_PLAIN where there are no colours. */
void cli_styled(struct aic_sink *sink, enum cli_style style, struct aic_span words);
void cli_styled_text(struct aic_sink *sink, enum cli_style style, const char *words);

/* Words into a buffer, cut to its size; formats of aic_text_format(). */
void cli_print(char *out, size_t capacity, const char *format, ...) AIC_PRINTF(3, 4);

/* A part of a text as a text of its own. */
void cli_write_span(struct aic_span span, char *out, size_t capacity);

/* "+12.3 %" or, without the sign, "12.3 %"; nothing where the share is not finite. */
void cli_add_percent(struct aic_text *text, double share, bool with_sign);

/* Words into a sink, of any length: %s, %g and %% alone. */
void cli_write(struct aic_sink *sink, const char *format, ...) AIC_PRINTF(2, 3);

/* A sink that adds to a text. */
struct aic_sink cli_text_sink(struct aic_text *text);

/* A character, again and again. */
void cli_repeat(struct aic_sink *sink, char c, size_t count);

/* The same for a text, which may have more bytes than one. */
void cli_add_times(struct aic_text *text, const char *string, size_t count);

/* Columns that a text takes on a terminal: its characters, whatever their bytes. */
size_t cli_width(const char *text);
size_t cli_width_of(const char *text, size_t length);

/* A title behind an empty line, strong where there is colour; NULL: the empty line alone. */
void cli_heading(struct aic_sink *sink, const char *title, bool color);

/* The length of the longest run of whole words that fits in `width`. */
size_t cli_fitting(const char *text, size_t width);

/* The length of what fits of a phrase: up to a comma or the like where that is most of it, else up
 * to a word, and then `dots` are to follow. */
size_t cli_fitting_phrase(const char *text, size_t width, bool *dots);

/* Text in lines of whole words, and a line end; the first line starts at column `used`,
 * the others at `indent`. */
void cli_wrapped(struct aic_sink *sink, size_t columns, const char *text, size_t used,
                 size_t indent);

/* The same for words on their own: the first line is indented by CLI_INDENT, the others twice. */
#define CLI_INDENT 2
void cli_paragraph(struct aic_sink *sink, size_t columns, const char *words);

#endif
