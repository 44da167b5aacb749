/* SPDX-License-Identifier: Apache-2.0 */
/* Text that is put together in a buffer of fixed size, and the nearest of many names. */
#include <aicalc/text.h>

#include <string.h>

#include "core/ascii.h"

void aic_text_init(struct aic_text *text, char *buffer, size_t capacity)
{
    text->at = buffer;
    text->capacity = capacity;
    text->length = 0;
    text->cut = capacity == 0;
    if (capacity > 0) {
        buffer[0] = '\0';
    }
}

/* The largest length up to `length` that does not end inside a UTF-8 character. */
static size_t whole_characters(const char *bytes, size_t length)
{
    while (length > 0 && ((unsigned char)bytes[length] & 0xC0U) == 0x80U) {
        length--;
    }
    return length;
}

void aic_text_add_bytes(struct aic_text *text, const char *bytes, size_t length)
{
    if (text->cut) {
        return;
    }
    size_t room = text->capacity - 1 - text->length;
    if (length > room) {
        length = whole_characters(bytes, room);
        text->cut = true;
    }
    if (length > 0) {
        memcpy(text->at + text->length, bytes, length);
        text->length += length;
        text->at[text->length] = '\0';
    }
}

void aic_text_add(struct aic_text *text, const char *string)
{
    aic_text_add_bytes(text, string, strlen(string));
}

void aic_text_add_number(struct aic_text *text, double value)
{
    char number[AIC_NUMBER_SIZE];
    aic_text_add_bytes(text, number, aic_number_write(number, value));
}

void aic_text_vformat(struct aic_text *text, const char *format, va_list arguments)
{
    while (*format) {
        size_t plain = strcspn(format, "%");
        aic_text_add_bytes(text, format, plain);
        format += plain;
        if (!*format) {
            return;
        }
        const char *string;
        char c;
        switch (format[1]) {
        case 's':
            string = va_arg(arguments, const char *);
            aic_text_add(text, string ? string : "?");
            break;
        case 'g':
            aic_text_add_number(text, va_arg(arguments, double));
            break;
        case 'd':
            aic_text_add_number(text, va_arg(arguments, int));
            break;
        case 'c':
            c = (char)va_arg(arguments, int);
            aic_text_add_bytes(text, &c, 1);
            break;
        case '%':
            aic_text_add(text, "%");
            break;
        case '\0':
            aic_text_add(text, "%");
            return;
        default: /* not a conversion of ours: it shows as it is */
            aic_text_add_bytes(text, format, 2);
            break;
        }
        format += 2;
    }
}

void aic_text_format(struct aic_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(text, format, arguments);
    va_end(arguments);
}

/* Longer names are not compared: nobody mistypes them letter by letter. */
#define NAME_MAX_LENGTH 64

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Optimal string alignment: insertions, deletions, substitutions and swaps of
 * neighbours that turn one name into the other, upper and lower case alike.
 * Both are at most NAME_MAX_LENGTH long.
 */
static size_t edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][NAME_MAX_LENGTH + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = aic_lower(a[i - 1]), y = aic_lower(b[j - 1]);
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == aic_lower(b[j - 2]) && aic_lower(a[i - 2]) == y) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b_length];
}

/* Edits up to which a name is near: a third of its letters, but not the only one. */
static size_t edits_allowed(size_t length)
{
    return length < 2 ? 0 : length < 6 ? 1 : length / 3;
}

const char *aic_nearest(const char *wanted, const char *(*name)(const void *context, size_t i),
                        const void *context, size_t count)
{
    size_t length = strlen(wanted);
    if (length > NAME_MAX_LENGTH) {
        return NULL;
    }
    const char *nearest = NULL;
    size_t fewest = edits_allowed(length) + 1;
    for (size_t i = 0; i < count && fewest > 0; i++) {
        const char *candidate = name(context, i);
        size_t candidate_length = strlen(candidate);
        if (candidate_length > NAME_MAX_LENGTH || candidate_length + fewest <= length ||
            length + fewest <= candidate_length) {
            continue; /* longer or shorter by too much */
        }
        size_t distance = edits(wanted, length, candidate, candidate_length);
        if (distance < fewest) {
            fewest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}
