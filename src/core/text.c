/* SPDX-License-Identifier: Apache-2.0 */
/* Text that is put together in a buffer of fixed size. */
#include <aicalc/text.h>

#include <string.h>

#include "core/utf8.h"

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

void aic_text_add_bytes(struct aic_text *text, const char *bytes, size_t length)
{
    if (text->cut) {
        return;
    }
    size_t room = text->capacity - 1 - text->length;
    if (length > room) {
        length = aic_utf8_whole(bytes, room);
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
