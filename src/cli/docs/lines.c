/* SPDX-License-Identifier: Apache-2.0 */
/* Text in columns and lines, for tables. */
#include "cli/docs/lines.h"

#include <string.h>

void cli_repeat(struct aic_sink *sink, char c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aic_sink_bytes(sink, &c, 1);
    }
}

size_t cli_width(const char *text)
{
    size_t width = 0;
    for (const char *c = text; *c; c++) {
        width += ((unsigned char)*c & 0xC0) != 0x80; /* not a later byte of a character */
    }
    return width;
}

void cli_padded(struct aic_sink *sink, const char *text, size_t width, bool right)
{
    size_t length = cli_width(text);
    size_t pad = length < width ? width - length : 0;
    cli_repeat(sink, ' ', right ? pad : 0);
    aic_sink_text(sink, text);
    cli_repeat(sink, ' ', right ? 0 : pad);
}

size_t cli_fitting(const char *text, size_t width)
{
    size_t length = strlen(text);
    if (length <= width) {
        return length;
    }
    size_t end = width;
    while (end > 0 && text[end] != ' ') {
        end--;
    }
    return end > 0 ? end : width;
}

void cli_wrapped(struct aic_sink *sink, size_t columns, const char *text, size_t used,
                 size_t indent)
{
    while (*text) {
        size_t length = cli_fitting(text, columns > used ? columns - used : 1);
        aic_sink_bytes(sink, text, length);
        text += length + (text[length] == ' ');
        if (*text) {
            aic_sink_text(sink, "\n");
            cli_repeat(sink, ' ', indent);
            used = indent;
        }
    }
    aic_sink_text(sink, "\n");
}

void cli_heading(struct aic_sink *sink, const char *title, bool color)
{
    aic_sink_text(sink, "\n");
    aic_sink_text(sink, color ? "\033[1m" : "");
    aic_sink_text(sink, title);
    aic_sink_text(sink, color ? "\033[0m" : "");
    aic_sink_text(sink, "\n");
}
