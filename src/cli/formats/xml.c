/* SPDX-License-Identifier: Apache-2.0 */
/* Text in XML, for the formats that are XML. */
#include "cli/formats/xml.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "core/utf8.h"

size_t cli_xml_character(const char *text)
{
    uint32_t code = 0;
    size_t length = aic_utf8_read(text, 4, &code); /* the NUL ends any character */
    return code == 0xFFFE || code == 0xFFFF ? 0 : length;
}

void cli_xml_text(struct aic_sink *sink, const char *text)
{
    static const struct {
        char reserved;
        const char *escaped;
    } entities[] = { { '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" } };
    while (*text) {
        size_t length = cli_xml_character(text);
        const char *escaped = NULL;
        for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
            escaped = *text == entities[i].reserved ? entities[i].escaped : escaped;
        }
        if (length == 0 || (unsigned char)*text < 0x20 || *text == 0x7F) {
            escaped = "?";
        }
        aic_sink_bytes(sink, escaped ? escaped : text, escaped ? strlen(escaped) : length);
        text += length > 0 ? length : 1;
    }
}

void cli_xml_put(struct aic_sink *sink, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        size_t plain = strcspn(format, "%");
        aic_sink_bytes(sink, format, plain);
        format += plain;
        if (format[0] == '%' && format[1] == 's') {
            cli_xml_text(sink, va_arg(arguments, const char *));
        } else if (format[0] == '%' && format[1] == 'g') {
            aic_sink_number(sink, va_arg(arguments, double));
        } else if (strncmp(format, "%.1f", 4) == 0) {
            aic_sink_number(sink, nearbyint(va_arg(arguments, double) * 10) / 10);
            format += 2;
        } else if (format[0] == '%') {
            aic_sink_text(sink, "%");
        }
        format += format[0] ? 2 : 0;
    }
    va_end(arguments);
}

void cli_xml_attribute(struct aic_sink *sink, const char *name, const char *value)
{
    aic_sink_text(sink, " ");
    aic_sink_text(sink, name);
    aic_sink_text(sink, "=\"");
    cli_xml_text(sink, value);
    aic_sink_text(sink, "\"");
}

void cli_xml_number(struct aic_sink *sink, const char *name, double value)
{
    char number[AIC_NUMBER_SIZE];
    number[aic_number_write(number, value)] = '\0';
    cli_xml_attribute(sink, name, number);
}
