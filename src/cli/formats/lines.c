/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of words for a terminal: styled, wrapped, repeated. */
#include "cli/formats/lines.h"

#include <math.h>
#include <string.h>

#include "core/utf8.h"

void cli_styled(struct aic_sink *sink, enum cli_style style, struct aic_span words)
{
    static const char *const codes[] = {
        [CLI_PLAIN] = "",           [CLI_STRONG] = "\033[1m", [CLI_GOOD] = "\033[32m",
        [CLI_WARNING] = "\033[33m", [CLI_BAD] = "\033[31m",
    };
    /* Each on its own: an escape character amid other text would be taken for one of a file. */
    if (style != CLI_PLAIN) {
        aic_sink_text(sink, codes[style]);
    }
    aic_sink_bytes(sink, words.at, words.length);
    if (style != CLI_PLAIN) {
        aic_sink_text(sink, "\033[0m");
    }
}

void cli_styled_text(struct aic_sink *sink, enum cli_style style, const char *words)
{
    cli_styled(sink, style, (struct aic_span){ words, strlen(words) });
}

void cli_print(char *out, size_t capacity, const char *format, ...)
{
    struct aic_text text;
    va_list arguments;
    aic_text_init(&text, out, capacity);
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
}

void cli_write_span(struct aic_span span, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_text_add_bytes(&text, span.at, span.length);
}

/* Digits of a share in percent. */
#define PERCENT_DIGITS 3

void cli_add_percent(struct aic_text *text, double share, bool with_sign)
{
    char number[AIC_NUMBER_SIZE];
    double percent = 100 * share;
    if (isfinite(percent)) {
        percent = with_sign ? percent : fabs(percent);
        number[aic_number_write_short(number, percent, PERCENT_DIGITS)] = '\0';
        aic_text_format(text, "%s%s %%", with_sign && percent > 0 ? "+" : "", number);
    }
}

void cli_write(struct aic_sink *sink, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        size_t plain = strcspn(format, "%");
        aic_sink_bytes(sink, format, plain);
        format += plain;
        if (*format && format[1] == 's') {
            aic_sink_text(sink, va_arg(arguments, const char *));
        } else if (*format && format[1] == 'g') {
            aic_sink_number(sink, va_arg(arguments, double));
        } else if (*format) {
            aic_sink_text(sink, "%");
        }
        format += *format ? 2 : 0;
    }
    va_end(arguments);
}

void cli_repeat(struct aic_sink *sink, char c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aic_sink_bytes(sink, &c, 1);
    }
}

void cli_add_times(struct aic_text *text, const char *string, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aic_text_add(text, string);
    }
}

size_t cli_width_of(const char *text, size_t length)
{
    return aic_utf8_count(text, length);
}

size_t cli_width(const char *text)
{
    return cli_width_of(text, strlen(text));
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
    size_t whole = aic_utf8_whole(text, width);
    return end > 0 ? end : whole > 0 ? whole : width;
}

size_t cli_fitting_phrase(const char *text, size_t width, bool *dots)
{
    size_t length = strlen(text), clause = 0;
    *dots = false;
    if (length <= width) {
        return length;
    }
    for (size_t i = 0; i <= width; i++) {
        bool ends = strchr(",;:", text[i]) || (text[i] == ' ' && text[i + 1] == '(');
        clause = ends ? i : clause;
    }
    if (2 * clause >= width) {
        return clause;
    }
    *dots = true;
    return cli_fitting(text, width - 2);
}

/* A line of words, with blanks where no line may be broken; none at its end. */
static void write_joined(struct aic_sink *sink, const char *line, size_t length)
{
    const size_t joined = strlen(CLI_JOINED);
    size_t written = 0;
    while (length > 0 && line[length - 1] == ' ') {
        length--;
    }
    for (size_t i = 0; i + joined <= length; i++) {
        if (strncmp(line + i, CLI_JOINED, joined) == 0) {
            aic_sink_bytes(sink, line + written, i - written);
            aic_sink_text(sink, " ");
            written = i + joined;
            i += joined - 1;
        }
    }
    aic_sink_bytes(sink, line + written, length - written);
}

void cli_wrapped(struct aic_sink *sink, size_t columns, const char *text, size_t used,
                 size_t indent)
{
    while (*text) {
        size_t length = cli_fitting(text, columns > used ? columns - used : 1);
        write_joined(sink, text, length);
        text += length;
        text += strspn(text, " ");
        if (*text) {
            aic_sink_text(sink, "\n");
            cli_repeat(sink, ' ', indent);
            used = indent;
        }
    }
    aic_sink_text(sink, "\n");
}

void cli_paragraph(struct aic_sink *sink, size_t columns, const char *words)
{
    cli_repeat(sink, ' ', CLI_INDENT);
    cli_wrapped(sink, columns, words, CLI_INDENT, 2 * CLI_INDENT);
}

void cli_heading(struct aic_sink *sink, const char *title, bool color)
{
    aic_sink_text(sink, "\n");
    if (title) {
        cli_styled_text(sink, color ? CLI_STRONG : CLI_PLAIN, title);
        aic_sink_text(sink, "\n");
    }
}

static bool add_text(void *context, const char *bytes, size_t length)
{
    aic_text_add_bytes(context, bytes, length);
    return true;
}

struct aic_sink cli_text_sink(struct aic_text *text)
{
    return (struct aic_sink){ add_text, text, false };
}
