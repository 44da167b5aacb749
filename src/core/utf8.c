/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8 as of RFC 3629: the only place that knows how bytes make a character. */
#include "core/utf8.h"

#include <string.h>

size_t aic_utf8_size(char first)
{
    unsigned char byte = (unsigned char)first;
    if (byte < 0x80) {
        return 1;
    }
    if (byte < 0xC2 || byte > 0xF4) {
        return 0;
    }
    return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

size_t aic_utf8_read(const char *text, size_t length, uint32_t *character)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *bytes = (const unsigned char *)text;
    size_t size = aic_utf8_size(text[0]);
    if (size == 0 || size > length) {
        return 0;
    }
    if (size == 1) {
        *character = bytes[0];
        return 1;
    }
    uint32_t value = bytes[0] & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if (!aic_utf8_continues(text[i])) {
            return 0;
        }
        value = value << 6 | (bytes[i] & 0x3FU);
    }
    if (value < least[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return 0;
    }
    *character = value;
    return size;
}

size_t aic_utf8_count(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += !aic_utf8_continues(text[i]);
    }
    return count;
}

size_t aic_utf8_whole(const char *text, size_t length)
{
    while (length > 0 && aic_utf8_continues(text[length])) {
        length--;
    }
    return length;
}

bool aic_utf8_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

bool aic_utf8_is_hidden(uint32_t character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069) || character == 0xFEFF;
}

void aic_utf8_excerpt(char *out, size_t capacity, const char *text, size_t length)
{
    const size_t most = capacity - sizeof "...";
    size_t at = 0;
    while (at < length) {
        uint32_t character = 0;
        size_t size = aic_utf8_read(text + at, length - at, &character);
        bool shown = size > 0 && !aic_utf8_is_control(character);
        size = size > 0 ? size : 1;
        if (at + size > most) {
            memcpy(out + at, "...", sizeof "...");
            return;
        }
        for (size_t i = 0; i < size; i++, at++) {
            out[at] = '?';
            if (shown) {
                out[at] = text[at];
            }
        }
    }
    out[at] = '\0';
}
