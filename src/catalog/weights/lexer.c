/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON as it streams by: strings, numbers, and values that are passed over. Headers of safetensors have up
 * to a hundred million bytes: a tree of them would take ten times as much.
 */
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/ascii.h"
#include "core/json/json.h"
#include "core/utf8.h"

int aic_lex_next(struct reader *reader)
{
    int byte = aic_reader_peek(reader);
    while (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') {
        aic_reader_next(reader);
        byte = aic_reader_peek(reader);
    }
    return byte;
}

/* What stands at the place, for a message: "'x'", "the end". */
static struct quote found(struct reader *reader)
{
    char bytes[24];
    struct quote quote = { "its end" };
    size_t there = aic_reader_fill(reader, 20);
    if (there > 0) {
        size_t length = 1;
        while (length < there && !strchr(" \t\r\n,:]}[{\"", reader->buffer[reader->at + length])) {
            length++;
        }
        struct aic_text text;
        char excerpt[24];
        memcpy(bytes, reader->buffer + reader->at, length);
        aic_utf8_excerpt(excerpt, sizeof excerpt, bytes, length);
        aic_text_init(&text, quote.text, sizeof quote.text);
        aic_text_format(&text, "'%s'", excerpt);
    }
    return quote;
}

static bool fail_grammar(struct reader *reader, const char *wanted)
{
    struct quote is = found(reader);
    if (aic_reader_fill(reader, 1) == 0 && reader->ended && aic_reader_rest(reader) > 0) {
        return aic_reader_fail_end(reader, aic_reader_place(reader), "its JSON");
    }
    return aic_reader_fail(reader, aic_reader_place(reader), "no JSON: %s, where %s is wanted",
                           is.text, wanted);
}

bool aic_lex_expect(struct reader *reader, char byte)
{
    const char wanted[] = { '\'', byte, '\'', '\0' };
    if (aic_lex_next(reader) != byte) {
        return fail_grammar(reader, wanted);
    }
    aic_reader_next(reader);
    return true;
}

static void append(struct lexeme *text, const char *bytes, size_t length)
{
    if (text->length + length <= NAME_MAX_BYTES) {
        memcpy(text->text + text->length, bytes, length);
        text->text[text->length + length] = '\0';
    }
    text->length += length;
}

static void append_byte(struct lexeme *text, char byte)
{
    append(text, &byte, sizeof byte);
}

/* Four hexadecimal digits behind "\u"; -1: none. */
static int32_t read_hex(struct reader *reader)
{
    int32_t value = 0;
    for (int i = 0; i < 4; i++) {
        char c = aic_lower((char)aic_reader_next(reader)); /* of the end no digit */
        if (!aic_is_digit(c) && !(c >= 'a' && c <= 'f')) {
            return -1;
        }
        value = value * 16 + (aic_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return value;
}

static void append_character(struct lexeme *text, uint32_t c)
{
    char bytes[4];
    size_t size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = { [2] = 0xC0, [3] = 0xE0, [4] = 0xF0 };
    for (size_t i = size; i-- > 1; c >>= 6) {
        bytes[i] = (char)(0x80 | (c & 0x3F));
    }
    bytes[0] = (char)(heads[size] | c);
    append(text, bytes, size);
}

/* "\uD83D\uDE00" and its like: two halves make one character. */
static bool read_unicode(struct reader *reader, uint64_t place, struct lexeme *text)
{
    int32_t unit = read_hex(reader);
    if (unit == 0) {
        return aic_reader_fail(reader, place, "a NUL in a text");
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        int32_t low = -1;
        int first = aic_reader_next(reader);
        if (first == '\\') {
            int second = aic_reader_next(reader);
            low = second == 'u' ? read_hex(reader) : -1;
        }
        unit = low >= 0xDC00 && low <= 0xDFFF ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
                                              : -1;
    } else if (unit >= 0xDC00 && unit <= 0xDFFF) {
        unit = -1;
    }
    if (unit < 0) {
        return aic_reader_fail(reader, place, "no JSON: an escape that is no character");
    }
    append_character(text, (uint32_t)unit);
    return true;
}

static bool read_escape(struct reader *reader, struct lexeme *text)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    uint64_t place = aic_reader_place(reader) - 1; /* of the backslash */
    int byte = aic_reader_next(reader);
    if (byte == 'u') {
        return read_unicode(reader, place, text);
    }
    const char *escape = byte > 0 ? strchr(escapes, byte) : NULL;
    if (!escape) {
        return aic_reader_fail(reader, place, "no JSON: an unknown escape");
    }
    append_byte(text, meanings[escape - escapes]);
    return true;
}

static bool read_character(struct reader *reader, int byte, struct lexeme *text)
{
    char bytes[4] = { (char)byte };
    uint32_t character;
    uint64_t place = aic_reader_place(reader) - 1;
    size_t size = aic_utf8_size(bytes[0]);
    for (size_t i = 1; i < size; i++) {
        bytes[i] = (char)aic_reader_next(reader); /* of the end 0xFF, which is not UTF-8 */
    }
    if (size == 0 || aic_utf8_read(bytes, size, &character) == 0) {
        return aic_reader_fail(reader, place, "a text that is not UTF-8");
    }
    if (byte < 0x20) {
        return aic_reader_fail(reader, place, "no JSON: a control character inside a text");
    }
    append(text, bytes, size);
    return true;
}

bool aic_lex_text(struct reader *reader, struct lexeme *text)
{
    text->length = 0;
    text->text[0] = '\0';
    if (aic_lex_next(reader) != '"') {
        return fail_grammar(reader, "a text");
    }
    text->place = aic_reader_place(reader);
    aic_reader_next(reader);
    for (;;) {
        int byte = aic_reader_next(reader);
        if (byte == '"') {
            return true;
        }
        if (byte < 0) {
            return fail_grammar(reader, "the end of a text");
        }
        bool ok = byte == '\\' ? read_escape(reader, text) : read_character(reader, byte, text);
        if (!ok) {
            return false;
        }
    }
}

/* The end, -1, is none of them. */
static bool is_word_byte(int byte)
{
    return aic_is_digit((char)byte) || aic_is_letter((char)byte) || byte == '-' || byte == '+' ||
           byte == '.';
}

bool aic_lex_word(struct reader *reader, struct lexeme *word)
{
    word->length = 0;
    word->text[0] = '\0';
    int byte = aic_lex_next(reader);
    word->place = aic_reader_place(reader);
    if (byte <= 0) {
        return fail_grammar(reader, "a value");
    }
    if (!is_word_byte(byte)) {
        append_byte(word, (char)byte);
        return true;
    }
    while (is_word_byte(byte = aic_reader_peek(reader))) {
        append_byte(word, (char)byte);
        aic_reader_next(reader);
    }
    return !reader->failed;
}

bool aic_lex_more(struct reader *reader, char close, bool first, bool *more)
{
    int byte = aic_lex_next(reader);
    *more = byte != close;
    if (!*more) {
        aic_reader_next(reader);
        return true;
    }
    if (first) {
        return byte >= 0 || fail_grammar(reader, close == '}' ? "a key" : "a value");
    }
    if (byte != ',') {
        return fail_grammar(reader, close == '}' ? "',' or '}'" : "',' or ']'");
    }
    aic_reader_next(reader);
    return true;
}

bool aic_lex_key(struct reader *reader, struct lexeme *key)
{
    return aic_lex_text(reader, key) && aic_lex_expect(reader, ':');
}

bool aic_lex_open(struct reader *reader, char bracket)
{
    bool is_there = aic_lex_next(reader) == bracket;
    reader->at += is_there;
    return is_there;
}

bool aic_lex_member(struct reader *reader, bool *first, struct lexeme *key, bool *more)
{
    bool is_first = *first;
    *first = false;
    return aic_lex_more(reader, '}', is_first, more) && (!*more || aic_lex_key(reader, key));
}

static bool is_literal(const struct lexeme *word)
{
    return word->length <= NAME_MAX_BYTES && (aic_json_is_literal(word->text, word->length) ||
                                              aic_json_is_number(word->text, word->length));
}

/* A value that is no object and no list. */
static bool skip_plain(struct reader *reader)
{
    struct lexeme word;
    if (aic_lex_next(reader) == '"') {
        return aic_lex_text(reader, &word);
    }
    if (!aic_lex_word(reader, &word)) {
        return false;
    }
    return is_literal(&word) || aic_reader_fail(reader, word.place, "no JSON: '%s' is no value",
                                                aic_quoted(word.text, strlen(word.text)).text);
}

bool aic_lex_skip_value(struct reader *reader)
{
    char closes[AIC_JSON_DEPTH_MAX];
    bool first[AIC_JSON_DEPTH_MAX];
    struct lexeme key;
    size_t depth = 0;
    do {
        bool more = true;
        if (depth > 0) {
            if (!aic_lex_more(reader, closes[depth - 1], first[depth - 1], &more)) {
                return false;
            }
            first[depth - 1] = false;
        }
        if (!more) {
            depth--;
            continue;
        }
        if (depth > 0 && closes[depth - 1] == '}' && !aic_lex_key(reader, &key)) {
            return false;
        }
        int byte = aic_lex_next(reader);
        if (byte != '{' && byte != '[') {
            if (!skip_plain(reader)) {
                return false;
            }
            continue;
        }
        if (depth == AIC_JSON_DEPTH_MAX) {
            return aic_reader_fail(reader, aic_reader_place(reader), "more than %d levels",
                                   AIC_JSON_DEPTH_MAX);
        }
        closes[depth] = byte == '{' ? '}' : ']';
        first[depth++] = true;
        aic_reader_next(reader);
    } while (depth > 0);
    return true;
}

bool aic_whole_number(const struct lexeme *word, uint64_t *value)
{
    *value = 0;
    if (word->length == 0 || word->length > 19 || (word->text[0] == '0' && word->length > 1)) {
        return false;
    }
    for (size_t i = 0; i < word->length; i++) {
        if (!aic_is_digit(word->text[i])) {
            return false;
        }
        *value = *value * 10 + (uint64_t)(word->text[i] - '0');
    }
    return *value < BELOW_2_63;
}

bool aic_lex_finish(struct reader *reader)
{
    return aic_lex_next(reader) < 0 ? !reader->failed : fail_grammar(reader, "the end");
}
