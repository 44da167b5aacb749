/* SPDX-License-Identifier: Apache-2.0 */
/* What is read lives in one arena and is released at once; the first error stays. */
#include "launch/reader.h"

#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"
#include "core/utf8.h"

#define BLOCK_SIZE ((size_t)1 << 16)

struct block {
    struct block *next;
    size_t used, size;
    max_align_t bytes[];
};

static struct block *new_block(struct reader *reader, size_t size)
{
    struct block *block = calloc(1, sizeof *block + size);
    if (!block) {
        reader->failed = true;
        aic_fail(reader->error, AIC_ERR_MEMORY, NULL, "no memory for %g bytes of text",
                 (double)size);
        return NULL;
    }
    block->size = size;
    block->next = reader->blocks;
    reader->blocks = block;
    return block;
}

void *aic_launch_take(struct reader *reader, size_t size)
{
    struct block *block = reader->blocks;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!block || block->size - block->used < size) {
        block = new_block(reader, size > BLOCK_SIZE ? size : BLOCK_SIZE);
    }
    if (!block) {
        return NULL;
    }
    void *taken = (char *)block->bytes + block->used;
    block->used += size;
    return taken;
}

void aic_launch_clear(struct aic_launch *launch)
{
    struct block *block = launch->memory;
    while (block) {
        struct block *next = block->next;
        free(block);
        block = next;
    }
    *launch = (struct aic_launch){ .memory = NULL };
}

/* Lists double: full where the count is 0 or a power of two. */
void *aic_launch_room(struct reader *reader, void *items, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0) {
        return items;
    }
    void *more = aic_launch_take(reader, (count > 0 ? 2 * count : 1) * size);
    if (more && count > 0) {
        memcpy(more, items, count * size);
    }
    return more;
}

const char *aic_launch_keep(struct reader *reader, const char *text, size_t length)
{
    char *copy = aic_launch_take(reader, length + 1);
    if (!copy) {
        return "";
    }
    if (length > 0) {
        memcpy(copy, text, length);
    }
    return copy;
}

const char *aic_launch_lower(struct reader *reader, const char *text)
{
    size_t length = strlen(text);
    char *copy = aic_launch_take(reader, length + 1);
    for (size_t i = 0; copy && i < length; i++) {
        copy[i] = aic_lower(text[i]);
    }
    return copy ? copy : "";
}

const char *aic_launch_format(struct reader *reader, const char *format, ...)
{
    char buffer[1000];
    struct aic_text text;
    va_list arguments;
    aic_text_init(&text, buffer, sizeof buffer);
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    return aic_launch_keep(reader, buffer, text.length);
}

bool aic_launch_refuse(struct reader *reader, struct aic_launch_place at, enum aic_code code,
                       const char *format, ...)
{
    char buffer[400];
    struct aic_text text;
    va_list arguments;
    if (reader->failed) {
        return false;
    }
    aic_text_init(&text, buffer, sizeof buffer);
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
    reader->failed = true;
    if (at.line > 0) {
        aic_fail(reader->error, code, NULL, "%s:%d: %s", at.name, at.line, buffer);
        reader->error->line = (size_t)at.line;
        return false;
    }
    return aic_fail(reader->error, code, NULL, "%s%s%s", at.name ? at.name : "",
                    at.name ? ": " : "", buffer);
}

const char *aic_launch_shown(struct reader *reader, const char *text)
{
    char plain[200], shown[84];
    size_t length = 0;
    for (; *text && length < sizeof plain; text++) {
        if (*text != HOLE_END) {
            plain[length++] = *text == HOLE_BEGIN ? '$' : *text;
        }
    }
    aic_utf8_excerpt(shown, sizeof shown, plain, length);
    return aic_launch_keep(reader, shown, strlen(shown));
}

void aic_launch_add_word(struct reader *reader, struct words *words, const char *text,
                         struct aic_launch_place at)
{
    if (++reader->words > LAUNCH_WORDS_MAX) {
        aic_launch_refuse(reader, at, AIC_ERR_FILE, "more than %d words", LAUNCH_WORDS_MAX);
        return;
    }
    struct word *room = aic_launch_room(reader, words->at, words->count, sizeof *room);
    if (room) {
        words->at = room;
        words->at[words->count++] = (struct word){ .text = text, .at = at };
    }
}

void aic_launch_add_words(struct reader *reader, struct words *words, struct words more)
{
    for (size_t i = 0; i < more.count; i++) {
        aic_launch_add_word(reader, words, more.at[i].text, more.at[i].at);
    }
}

void aic_launch_append(struct buffer *buffer, const char *bytes, size_t length)
{
    if (buffer->length + length + 1 > buffer->capacity) {
        size_t capacity = 2 * (buffer->length + length) + 32;
        char *more = aic_launch_take(buffer->reader, capacity);
        if (!more) {
            return;
        }
        if (buffer->length > 0) {
            memcpy(more, buffer->at, buffer->length);
        }
        buffer->at = more;
        buffer->capacity = capacity;
    }
    if (length > 0) {
        memcpy(buffer->at + buffer->length, bytes, length);
        buffer->length += length;
    }
}

const char *aic_launch_text_of(struct buffer *buffer)
{
    aic_launch_append(buffer, "", 0);
    if (!buffer->at) {
        return "";
    }
    buffer->at[buffer->length] = '\0';
    return buffer->at;
}

bool aic_launch_has_hole(const char *text)
{
    return strchr(text, HOLE_BEGIN) != NULL;
}

bool aic_launch_is_hole(const char *text)
{
    const char *end = strchr(text, HOLE_END);
    return text[0] == HOLE_BEGIN && end && end[1] == '\0';
}

const char *aic_launch_hole(struct reader *reader, const char *text)
{
    const char *begin = strchr(text, HOLE_BEGIN);
    const char *end = begin ? strchr(begin, HOLE_END) : NULL;
    return end ? aic_launch_keep(reader, begin + 1, (size_t)(end - begin) - 1) : "";
}

size_t aic_launch_chain(const char *name)
{
    size_t sum = 0;
    for (; *name; name++) {
        sum = sum * 31 + (unsigned char)*name;
    }
    return sum % LAUNCH_CHAINS;
}

struct aic_launch_place aic_launch_place(const struct source *source, int line)
{
    return (struct aic_launch_place){ source->name, source->one_line ? source->line : line };
}

struct source *aic_launch_find_file(struct reader *reader, const char *path)
{
    const char *name = aic_base_name(path);
    for (size_t i = reader->source_count; i-- > 0;) {
        struct source *source = &reader->sources[i];
        if (source->file && strcmp(aic_base_name(source->file), name) == 0) {
            source->named = true;
            return source;
        }
    }
    return NULL;
}

struct source *aic_launch_add_source(struct reader *reader, const struct source *source)
{
    struct source *room =
        aic_launch_room(reader, reader->sources, reader->source_count, sizeof *room);
    if (!room) {
        return NULL;
    }
    reader->sources = room;
    reader->sources[reader->source_count] = *source;
    return &reader->sources[reader->source_count++];
}
