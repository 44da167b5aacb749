/* SPDX-License-Identifier: Apache-2.0 */
/* Backslashes in quoted texts. */
#include "launch/escapes.h"

#include <string.h>

#include "core/ascii.h"
#include "core/utf8.h"

/* The value of `count` hexadecimal digits; false where there are fewer. */
static bool read_hex(const char *at, int count, uint32_t *value)
{
    *value = 0;
    for (int i = 0; i < count; i++) {
        char c = aic_lower(at[i]);
        if (!aic_is_digit(c) && !(c >= 'a' && c <= 'f')) {
            return false;
        }
        *value = *value * 16 + (uint32_t)(aic_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return true;
}

/* A character as UTF-8; a hole's mark, a NUL and what is no character are left out. */
static void append_character(struct buffer *text, uint32_t c)
{
    char bytes[4];
    size_t length = 0;
    if (c < 0x80) {
        bytes[length++] = (char)c;
    } else if (c < 0x800) {
        bytes[length++] = (char)(0xC0 | (c >> 6));
        bytes[length++] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        bytes[length++] = (char)(0xE0 | (c >> 12));
        bytes[length++] = (char)(0x80 | ((c >> 6) & 0x3F));
        bytes[length++] = (char)(0x80 | (c & 0x3F));
    } else {
        bytes[length++] = (char)(0xF0 | (c >> 18));
        bytes[length++] = (char)(0x80 | ((c >> 12) & 0x3F));
        bytes[length++] = (char)(0x80 | ((c >> 6) & 0x3F));
        bytes[length++] = (char)(0x80 | (c & 0x3F));
    }
    uint32_t again;
    if (c > 2 && c <= 0x10FFFF && aic_utf8_read(bytes, length, &again) == length) {
        aic_launch_append(text, bytes, length);
    }
}

/* \uXXXX, or two of them for a character above U+FFFF. */
static size_t append_pair(const char *at, struct buffer *text)
{
    uint32_t high, low;
    if (!read_hex(at + 2, 4, &high)) {
        return 0;
    }
    if (high >= 0xD800 && high < 0xDC00 && at[6] == '\\' && at[7] == 'u' &&
        read_hex(at + 8, 4, &low) && low >= 0xDC00 && low < 0xE000) {
        append_character(text, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        return 12;
    }
    append_character(text, high);
    return 6;
}

size_t aic_launch_escape(const char *at, struct buffer *text)
{
    static const char letters[] = "0abefnrtv\"\\/ '", meanings[] = "\0\a\b\033\f\n\r\t\v\"\\/ '";
    const char *letter = at[1] ? strchr(letters, at[1]) : NULL;
    uint32_t value;
    if (letter) {
        append_character(text, (unsigned char)meanings[letter - letters]);
        return 2;
    }
    if (at[1] == 'u') {
        return append_pair(at, text);
    }
    int digits = at[1] == 'x' ? 2 : at[1] == 'U' ? 8 : 0;
    if (digits == 0 || !read_hex(at + 2, digits, &value)) {
        return 0;
    }
    append_character(text, value);
    return 2 + (size_t)digits;
}
