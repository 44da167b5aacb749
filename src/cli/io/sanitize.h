/* SPDX-License-Identifier: Apache-2.0 */
/* Characters that are not shown as they are. */
#ifndef AICALC_CLI_IO_SANITIZE_H
#define AICALC_CLI_IO_SANITIZE_H

#include <aicalc/text.h>

#define CLI_ESCAPE_SIZE 8

/*
 * The bytes of the first character. `escape` is what stands for it: empty where it can be shown as
 * it is (and for the styles that the program prints), "\x1b" or "\u202e" for what steers a
 * terminal or turns text around, U+FFFD for a byte that is not UTF-8.
 */
size_t cli_sanitize(const char *bytes, size_t length, char escape[CLI_ESCAPE_SIZE]);

/* Adds text that stays on one line: control characters but those of `kept` are escaped as well. */
void cli_sanitize_line(struct aic_text *text, const char *string, const char *kept);

/* True for one of the styles that the program prints, line breaks around it allowed. */
bool cli_is_style(const char *bytes, size_t length);

/* Bytes at the end that may be the head of a character or of a style. */
size_t cli_unfinished(const char *bytes, size_t length);

#endif
