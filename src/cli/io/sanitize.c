/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What may be shown: names and texts from files can hold anything, and a terminal must not obey
 * them. All that the program prints passes here, so that no renderer can forget it.
 */
#include "cli/io/sanitize.h"

#include <string.h>

#include "core/utf8.h"

/* One more than the most bytes of a character or of a style that is not whole. */
#define UNFINISHED_MAX 5

/* Weight and colours that the program uses itself. */
static const char *const styles[] = { "\033[0m", "\033[1m", "\033[31m", "\033[32m", "\033[33m" };

/* Bytes of the style that stands first; 0 if none does. */
static size_t style_length(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        size_t size = strlen(styles[i]);
        if (size <= length && memcmp(bytes, styles[i], size) == 0) {
            return size;
        }
    }
    return 0;
}

bool cli_is_style(const char *bytes, size_t length)
{
    while (length > 0 && bytes[0] == '\n') {
        bytes++;
        length--;
    }
    while (length > 0 && bytes[length - 1] == '\n') {
        length--;
    }
    return length > 0 && style_length(bytes, length) == length;
}

static void write_escape(uint32_t code, char *escape)
{
    static const char hex[] = "0123456789abcdef";
    bool is_short = code < 0x80;
    *escape++ = '\\';
    *escape++ = is_short ? 'x' : 'u';
    for (int shift = is_short ? 4 : 12; shift >= 0; shift -= 4) {
        *escape++ = hex[code >> shift & 15];
    }
    *escape = '\0';
}

size_t cli_sanitize(const char *bytes, size_t length, char escape[CLI_ESCAPE_SIZE])
{
    size_t size = bytes[0] == '\033' ? style_length(bytes, length) : 0;
    uint32_t code = 0;
    escape[0] = '\0';
    if (size > 0) {
        return size;
    }
    size = aic_utf8_read(bytes, length, &code);
    if (size == 0) {
        strcpy(escape, AIC_UTF8_REPLACEMENT);
        return 1;
    }
    bool is_layout = code == '\n' || code == '\t';
    if ((aic_utf8_is_control(code) && !is_layout) || aic_utf8_is_hidden(code)) {
        write_escape(code, escape);
    }
    return size;
}

void cli_sanitize_line(struct aic_text *text, const char *string, const char *kept)
{
    char escape[CLI_ESCAPE_SIZE];
    for (size_t left = strlen(string); left > 0;) {
        size_t size = 1;
        if ((unsigned char)*string < 0x20 && !strchr(kept, *string)) { /* line ends and styles */
            write_escape((unsigned char)*string, escape);
        } else {
            size = cli_sanitize(string, left, escape);
        }
        aic_text_add_bytes(text, escape[0] ? escape : string, escape[0] ? strlen(escape) : size);
        string += size;
        left -= size;
    }
}

size_t cli_unfinished(const char *bytes, size_t length)
{
    for (size_t back = 1; back <= length && back < UNFINISHED_MAX; back++) {
        const char *at = bytes + length - back;
        unsigned char lead = (unsigned char)*at;
        if (lead == 0x1B) {
            return style_length(at, back) > 0 ? 0 : back;
        }
        if (lead >= 0xC0) {
            return aic_utf8_size(*at) > back ? back : 0;
        }
    }
    return 0;
}
