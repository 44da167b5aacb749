/* SPDX-License-Identifier: Apache-2.0 */
/* Writing JSON: sinks, and a writer that knows where commas and line breaks belong. */
#include "core/json/json.h"

#include <string.h>

#include <aicalc/text.h>

void aic_sink_bytes(struct aic_sink *sink, const char *bytes, size_t length)
{
    if (!sink->failed && length > 0 && !sink->write(sink->context, bytes, length)) {
        sink->failed = true;
    }
}

void aic_sink_text(struct aic_sink *sink, const char *text)
{
    aic_sink_bytes(sink, text, strlen(text));
}

void aic_sink_number(struct aic_sink *sink, double value)
{
    char number[AIC_NUMBER_SIZE];
    aic_sink_bytes(sink, number, aic_number_write(number, value));
}

/* What is known of an open object or array. */
enum {
    IN_OBJECT = 1,
    ON_LINES = 2,  /* each member has a line of its own */
    HAS_ITEMS = 4, /* so a comma goes before the next */
    AFTER_KEY = 8
};

void aic_json_writer_init(struct aic_json_writer *writer, struct aic_sink *sink)
{
    *writer = (struct aic_json_writer){ .sink = sink };
}

/* The state of the innermost open object or array; NULL at the top. */
static unsigned char *innermost(struct aic_json_writer *writer)
{
    return writer->depth > 0 ? &writer->state[writer->depth - 1] : NULL;
}

/* A line break and the blanks before the next line, as one write; before it the comma, if any. */
static void break_line(struct aic_json_writer *writer, bool comma)
{
    char words[2 + 2 * AIC_JSON_DEPTH_MAX] = ",\n";
    size_t length = 2;
    for (int i = 0; i < writer->depth; i++) {
        if (writer->state[i] & ON_LINES) {
            words[length++] = ' ';
            words[length++] = ' ';
        }
    }
    aic_sink_bytes(writer->sink, words + !comma, length - !comma);
}

static void separate(struct aic_json_writer *writer, unsigned char *state)
{
    bool comma = (*state & HAS_ITEMS) != 0;
    if (*state & ON_LINES) {
        break_line(writer, comma);
    } else if (comma) {
        aic_sink_text(writer->sink, ", ");
    }
    *state |= HAS_ITEMS;
}

/* What goes before a value. A value that has no key where one is due fails the sink. */
static void begin_value(struct aic_json_writer *writer)
{
    unsigned char *state = innermost(writer);
    if (!state) {
        return;
    }
    if (*state & AFTER_KEY) {
        *state &= (unsigned char)~AFTER_KEY;
    } else if (*state & IN_OBJECT) {
        writer->sink->failed = true;
    } else {
        separate(writer, state);
    }
}

void aic_json_open(struct aic_json_writer *writer, char bracket, bool lines)
{
    begin_value(writer);
    if (writer->depth == AIC_JSON_DEPTH_MAX) {
        writer->sink->failed = true;
        return;
    }
    aic_sink_bytes(writer->sink, &bracket, 1);
    writer->state[writer->depth++] =
        (unsigned char)((bracket == '{' ? IN_OBJECT : 0) | (lines && !writer->flat ? ON_LINES : 0));
}

void aic_json_close(struct aic_json_writer *writer)
{
    unsigned char *state = innermost(writer);
    if (!state || *state & AFTER_KEY) {
        writer->sink->failed = true;
        return;
    }
    unsigned char closed = *state;
    writer->depth--;
    if ((closed & ON_LINES) && (closed & HAS_ITEMS)) {
        break_line(writer, false);
    }
    aic_sink_text(writer->sink, closed & IN_OBJECT ? "}" : "]");
}

/* Writes what JSON has a short escape for; false if it has none. */
static bool write_short_escape(struct aic_sink *sink, uint32_t character)
{
    static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs: character, letter */
    for (size_t i = 0; i + 1 < sizeof shorts; i += 2) {
        if (character == (unsigned char)shorts[i]) {
            const char escape[] = { '\\', shorts[i + 1] };
            aic_sink_bytes(sink, escape, sizeof escape);
            return true;
        }
    }
    return false;
}

static void write_escape(struct aic_sink *sink, uint32_t character)
{
    static const char digits[] = "0123456789abcdef";
    if (!write_short_escape(sink, character)) {
        const char escape[] = { '\\',
                                'u',
                                digits[character >> 12],
                                digits[character >> 8 & 15],
                                digits[character >> 4 & 15],
                                digits[character & 15] };
        aic_sink_bytes(sink, escape, sizeof escape);
    }
}

/* JSON asks for quotes, backslashes and C0; DEL and C1 could steer a terminal. */
static bool needs_escape(uint32_t character)
{
    return character == '"' || character == '\\' || aic_utf8_is_control(character) ||
           aic_utf8_is_hidden(character);
}

/* Nearly all that is written: ASCII that stands for itself. */
static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\';
}

/* Most of what is written at once. */
#define SHORT 120

/* Writes a short string that stands for itself, what follows behind it; false if it is another. */
static bool write_short(struct aic_sink *sink, const char *text, const char *follows)
{
    char quoted[SHORT + 8] = "\"";
    size_t length = 0;
    while (length < SHORT && is_plain(text[length])) {
        quoted[length + 1] = text[length];
        length++;
    }
    if (text[length]) {
        return false;
    }
    size_t end = length + 1;
    quoted[end++] = '"';
    while (*follows) {
        quoted[end++] = *follows++;
    }
    aic_sink_bytes(sink, quoted, end);
    return true;
}

/* Writes a quoted string, in as few writes as its escapes allow. */
static void write_string(struct aic_sink *sink, const char *text)
{
    if (write_short(sink, text, "")) {
        return;
    }
    size_t length = strlen(text);
    size_t written = 0;
    size_t at = 0;
    aic_sink_text(sink, "\"");
    while (at < length) {
        if (is_plain(text[at])) {
            at++;
            continue;
        }
        uint32_t character = 0;
        size_t size = aic_utf8_read(text + at, length - at, &character);
        if (size == 0 || needs_escape(character)) {
            aic_sink_bytes(sink, text + written, at - written);
            if (size == 0) {
                aic_sink_text(sink, AIC_UTF8_REPLACEMENT);
            } else {
                write_escape(sink, character);
            }
            written = at + (size ? size : 1);
        }
        at += size ? size : 1;
    }
    aic_sink_bytes(sink, text + written, length - written);
    aic_sink_text(sink, "\"");
}

void aic_json_begin_member(struct aic_json_writer *writer)
{
    unsigned char *state = innermost(writer);
    if (!state || !(*state & IN_OBJECT) || *state & AFTER_KEY) {
        writer->sink->failed = true;
        return;
    }
    separate(writer, state);
}

void aic_json_key(struct aic_json_writer *writer, const char *key)
{
    aic_json_begin_member(writer);
    if (!write_short(writer->sink, key, ": ")) {
        write_string(writer->sink, key);
        aic_sink_text(writer->sink, ": ");
    }
    unsigned char *state = innermost(writer);
    if (state) {
        *state |= AFTER_KEY;
    }
}

void aic_json_string(struct aic_json_writer *writer, const char *text)
{
    begin_value(writer);
    write_string(writer->sink, text);
}

void aic_json_number(struct aic_json_writer *writer, double value)
{
    begin_value(writer);
    aic_sink_number(writer->sink, value);
}

void aic_json_bool(struct aic_json_writer *writer, bool value)
{
    begin_value(writer);
    aic_sink_text(writer->sink, value ? "true" : "false");
}

void aic_json_null(struct aic_json_writer *writer)
{
    begin_value(writer);
    aic_sink_text(writer->sink, "null");
}
