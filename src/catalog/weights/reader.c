/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of a file from its front, with the place of each, and errors that name the place. */
#include "catalog/weights/weights.h"

#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"

struct quote aic_quoted(const char *text, size_t length)
{
    struct quote quote = { "" };
    aic_utf8_excerpt(quote.text, sizeof quote.text, text, length);
    return quote;
}

struct digits aic_digits(uint64_t value)
{
    struct digits digits;
    char *at = &digits.text[sizeof digits.text - 1];
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    memmove(digits.text, at, (size_t)(&digits.text[sizeof digits.text] - at));
    return digits;
}

static void start_message(struct aic_text *text, char *buffer, size_t size, const char *name)
{
    aic_text_init(text, buffer, size);
    aic_text_format(text, "%s: ", aic_quoted(name, strlen(name)).text);
}

bool aic_weights_fail(struct aic_error *error, const char *name, const char *format, ...)
{
    char message[sizeof((struct aic_error *)0)->message];
    struct aic_text text;
    va_list arguments;
    start_message(&text, message, sizeof message, name);
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    return aic_fail(error, AIC_ERR_FILE, "model", "%s", message);
}

bool aic_reader_fail(struct reader *reader, uint64_t place, const char *format, ...)
{
    char message[sizeof((struct aic_error *)0)->message];
    struct aic_text text;
    va_list arguments;
    if (reader->failed) {
        return false;
    }
    reader->failed = true;
    start_message(&text, message, sizeof message, reader->name);
    aic_text_format(&text, "byte %s: ", aic_digits(place).text);
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    return aic_fail(reader->error, AIC_ERR_FILE, "model", "%s", message);
}

bool aic_reader_fail_end(struct reader *reader, uint64_t place, const char *what)
{
    if (reader->failed) {
        return false;
    }
    if (!reader->ended && aic_reader_place(reader) >= HEADER_MAX) {
        aic_reader_fail(reader, place, "the header goes on behind byte %s, in the middle of %s",
                        aic_digits(HEADER_MAX).text, what);
        return aic_suggest(reader->error, "no model's header is that long");
    }
    aic_reader_fail(reader, place, "the file ends at byte %s, in the middle of %s",
                    aic_digits(reader->base + reader->filled).text, what);
    return aic_suggest(reader->error, reader->stream.length == AIC_LENGTH_UNKNOWN
                                          ? "give more of it: all of the header is read"
                                          : "the download is not complete: fetch the file again");
}

bool aic_reader_fail_memory(struct reader *reader)
{
    reader->failed = true;
    return aic_fail_memory(reader->error);
}

bool aic_reader_init(struct reader *reader, const char *name, const struct aic_stream *stream,
                     struct aic_error *error)
{
    *reader = (struct reader){
        .name = name,
        .stream = *stream,
        .error = error,
        .end = stream->length,
        .buffer = malloc(READER_SIZE),
    };
    return reader->buffer || aic_fail_memory(error);
}

void aic_reader_clear(struct reader *reader)
{
    free(reader->buffer);
    reader->buffer = NULL;
}

size_t aic_reader_fill(struct reader *reader, size_t wanted)
{
    size_t there = reader->filled - reader->at;
    if (there < wanted) {
        memmove(reader->buffer, reader->buffer + reader->at, there);
        reader->base += reader->at;
        reader->at = 0;
        reader->filled = there;
    }
    while (reader->filled - reader->at < wanted && !reader->ended && !reader->failed) {
        size_t count = 0;
        size_t room = READER_SIZE - reader->filled;
        if (!reader->stream.read(reader->stream.context, reader->buffer + reader->filled, room,
                                 &count, reader->error)) {
            reader->failed = true;
            return 0; /* what it read before is not looked at */
        }
        reader->ended = count == 0;
        reader->filled += count < room ? count : room;
    }
    there = reader->filled - reader->at;
    if (reader->failed) {
        return 0;
    }
    uint64_t rest = aic_reader_rest(reader);
    there = there < wanted ? there : wanted;
    return there < rest ? there : (size_t)rest;
}

int aic_reader_peek_slow(struct reader *reader)
{
    return aic_reader_fill(reader, 1) > 0 ? reader->buffer[reader->at] : -1;
}

bool aic_reader_take(struct reader *reader, void *bytes, size_t length)
{
    unsigned char *out = bytes;
    while (length > 0) {
        if (aic_reader_fill(reader, 1) == 0) {
            return false;
        }
        /* of what was read already: up to the end of the header */
        size_t held = reader->filled - reader->at;
        size_t there = aic_reader_fill(reader, held < length ? held : length);
        memcpy(out, reader->buffer + reader->at, there);
        reader->at += there;
        out += there;
        length -= there;
    }
    return true;
}

bool aic_reader_skip(struct reader *reader, uint64_t length)
{
    size_t there = reader->filled - reader->at;
    if (length <= there) {
        reader->at += (size_t)length;
        return true;
    }
    uint64_t behind = length - there, count = 0;
    reader->base += reader->filled;
    reader->at = reader->filled = 0;
    if (!reader->stream.skip(reader->stream.context, behind, &count, reader->error)) {
        reader->failed = true;
        return false;
    }
    reader->base += count;
    reader->ended = count < behind;
    return count == behind;
}

bool aic_reader_number(struct reader *reader, size_t bytes, uint64_t *value)
{
    unsigned char raw[8];
    if (!aic_reader_take(reader, raw, bytes)) {
        return false;
    }
    *value = 0;
    for (size_t i = bytes; i-- > 0;) {
        *value = *value << 8 | raw[i];
    }
    return true;
}

/* A stream over what lies in memory: goes on by `length` bytes, or as many as are left, from `from` on. */
static uint64_t go_on(struct memory *memory, uint64_t length, size_t *from)
{
    size_t rest = memory->length - memory->at;
    uint64_t count = length < rest ? length : rest;
    *from = memory->at;
    memory->at += (size_t)count;
    return count;
}

static bool read_memory(void *context, void *bytes, size_t length, size_t *count,
                        struct aic_error *error)
{
    struct memory *memory = context;
    size_t from;
    (void)error;
    *count = (size_t)go_on(memory, length, &from);
    if (*count > 0) {
        memcpy(bytes, memory->bytes + from, *count);
    }
    return true;
}

static bool skip_memory(void *context, uint64_t length, uint64_t *count, struct aic_error *error)
{
    size_t from;
    (void)error;
    *count = go_on(context, length, &from);
    return true;
}

struct aic_stream aic_memory_stream(struct memory *memory)
{
    return (struct aic_stream){ read_memory, skip_memory, memory, memory->length };
}
