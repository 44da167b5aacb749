/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8: reading, counting and cutting whole characters, and which of them must not be shown. */
#ifndef AICALC_CORE_UTF8_H
#define AICALC_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* U+FFFD, which stands for bytes that are no character. */
#define AIC_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/*
 * Bytes of the character at the head of text[0..length), length at least 1: 1 to 4, or 0 if it is
 * not valid (overlong, a surrogate, above U+10FFFF, cut off); then `character` is left alone.
 */
size_t aic_utf8_read(const char *text, size_t length, uint32_t *character);

/* Bytes of a character that begins with `first`, 1 to 4; 0 where none begins with it. */
size_t aic_utf8_size(char first);

/* True for the second and later bytes of a character. */
static inline bool aic_utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Characters in text[0..length): each counts by its first byte. */
size_t aic_utf8_count(const char *text, size_t length);

/* The largest length up to `length` that ends no character early; text[length] is read. */
size_t aic_utf8_whole(const char *text, size_t length);

/* C0, DEL and C1, line breaks and tabs among them: what could steer a terminal. */
bool aic_utf8_is_control(uint32_t character);

/* Line ends of Unicode, and marks that turn the direction of text or do not show. */
bool aic_utf8_is_hidden(uint32_t character);

/*
 * Copies the head of text[0..length) for a message into out[0..capacity), capacity at least 4:
 * whole characters, "..." where it is cut, a '?' for each byte of what is no character or controls.
 */
void aic_utf8_excerpt(char *out, size_t capacity, const char *text, size_t length);

#endif
