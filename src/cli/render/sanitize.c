/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What may be shown: names and texts from files can hold anything, and a terminal must not obey
 * them. All that the program prints passes here, so that no renderer can forget it.
 */
#include "cli/render/sanitize.h"

#include <string.h>

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

/* Bytes that a character with this first byte has; 0 if none begins with it. */
static size_t size_by_lead(unsigned char lead)
{
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* The code of a character of `size` bytes; 0x110000 where the bytes are not valid UTF-8. */
static unsigned decode(const char *bytes, size_t size)
{
    static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *b = (const unsigned char *)bytes;
    unsigned code = size == 1 ? b[0] : b[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xC0) != 0x80) {
            return 0x110000;
        }
        code = code << 6 | (b[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code < 0xE000;
    return code < least[size] || surrogate ? 0x110000 : code;
}

/* Control characters, line ends of Unicode, and marks that turn the direction of text. */
static bool is_hidden(unsigned code)
{
    return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0) ||
           code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xFEFF;
}

static void write_escape(unsigned code, char *escape)
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

size_t cli_visible(const char *bytes, size_t length, char escape[CLI_ESCAPE_SIZE])
{
    size_t size = bytes[0] == '\033' ? style_length(bytes, length) : 0;
    escape[0] = '\0';
    if (size > 0) {
        return size;
    }
    size = size_by_lead((unsigned char)bytes[0]);
    unsigned code = size > 0 && size <= length ? decode(bytes, size) : 0x110000;
    if (code == 0x110000) {
        strcpy(escape, "\xEF\xBF\xBD"); /* U+FFFD, the replacement character */
        return 1;
    }
    if (is_hidden(code)) {
        write_escape(code, escape);
    }
    return size;
}

size_t cli_unfinished(const char *bytes, size_t length)
{
    for (size_t back = 1; back <= length && back < CLI_UNFINISHED_MAX; back++) {
        const char *at = bytes + length - back;
        unsigned char lead = (unsigned char)*at;
        if (lead == 0x1B) {
            return style_length(at, back) > 0 ? 0 : back;
        }
        if (lead >= 0xC0) {
            return size_by_lead(lead) > back ? back : 0;
        }
    }
    return 0;
}
