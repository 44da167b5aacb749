/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The grammar of JSON, checked strictly: RFC 8259 to the letter, and nothing that a C string or
 * a double cannot hold. cJSON sees a text only after it passed here.
 */
#include "core/json/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "core/ascii.h"

static void skip_blank(struct aic_json_scan *scan)
{
    while (aic_json_is_blank(aic_json_peek(scan))) {
        scan->at++;
    }
}

/* Takes note of a value that begins at `start`. */
static bool add_value(struct aic_json_scan *scan, size_t start)
{
    if (scan->count == scan->capacity) {
        size_t capacity = 2 * scan->capacity + 64;
        struct aic_json_scanned *values = realloc(scan->values, capacity * sizeof values[0]);
        if (!values) {
            return aic_json_no_memory(scan->json, scan->error);
        }
        scan->values = values;
        scan->capacity = capacity;
    }
    scan->values[scan->count++] = (struct aic_json_scanned){ start, NAN };
    return true;
}

static bool read_number(struct aic_json_scan *scan, size_t length, double *value)
{
    const char *word = scan->json->text + scan->at;
    if (aic_number_read(word, length, 0, value) == length && isfinite(*value)) {
        return true;
    }
    char shown[AIC_JSON_EXCERPT_SIZE];
    aic_json_excerpt(scan, shown, word, length);
    aic_json_refuse(scan, scan->at, "number '%s' is too large", shown);
    return aic_suggest(scan->error, "write a number up to 1.7e308");
}

/* A number, a literal, or a word that counts as null; the first and the last are a 0 to cJSON. */
static bool scan_word(struct aic_json_scan *scan)
{
    const char *word = scan->json->text + scan->at;
    size_t end = aic_json_word_end(scan->json, scan->at);
    size_t length = end - scan->at;
    double number = NAN;
    bool is_number = aic_json_is_number(word, length);
    bool is_null =
        (scan->options & AIC_JSON_NONFINITE_IS_NULL) != 0 && aic_json_is_nonfinite(word, length);
    if (is_number && !read_number(scan, length, &number)) {
        return false;
    }
    if (is_number || is_null) {
        memset(scan->copy + scan->at, ' ', length);
        scan->copy[scan->at] = '0';
        scan->values[scan->count - 1].number = number;
    } else if (!aic_json_is_literal(word, length)) {
        return aic_json_refuse_word(scan, end);
    }
    scan->at = end;
    return true;
}

static bool is_hex_digit(char byte)
{
    return aic_is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* The unit of UTF-16 that \uXXXX stands for at `at`; false if it is not one. */
static bool read_unit(const struct aic_json *json, size_t at, unsigned *unit)
{
    const char *text = json->text + at;
    if (json->length - at < 6 || text[0] != '\\' || text[1] != 'u') {
        return false;
    }
    *unit = 0;
    for (size_t i = 2; i < 6; i++) {
        if (!is_hex_digit(text[i])) {
            return false;
        }
        unsigned digit = aic_is_digit(text[i]) ? (unsigned)(text[i] - '0')
                                               : (unsigned)((text[i] | 0x20) - 'a') + 10;
        *unit = *unit * 16 + digit;
    }
    return true;
}

static bool refuse_escape(const struct aic_json_scan *scan, size_t length, const char *why,
                          const char *instead)
{
    size_t left = scan->json->length - scan->at;
    char shown[AIC_JSON_EXCERPT_SIZE];
    aic_json_excerpt(scan, shown, scan->json->text + scan->at, length < left ? length : left);
    aic_json_refuse(scan, scan->at, "escape '%s' %s", shown, why);
    return aic_suggest(scan->error, "%s", instead);
}

/* \uXXXX, or two of them where the first is the upper half of a pair. */
static bool scan_unicode_escape(struct aic_json_scan *scan)
{
    unsigned unit = 0;
    unsigned low = 0;
    if (!read_unit(scan->json, scan->at, &unit)) {
        return refuse_escape(scan, 6, "has not four hexadecimal digits",
                             "write \\u00b5 for U+00B5");
    }
    if (unit == 0) {
        return refuse_escape(scan, 6, "is a NUL, which no text can hold", "leave it out");
    }
    if (unit < 0xD800 || unit > 0xDFFF) {
        scan->at += 6;
        return true;
    }
    if (unit > 0xDBFF || !read_unit(scan->json, scan->at + 6, &low) || low < 0xDC00 ||
        low > 0xDFFF) {
        return refuse_escape(scan, 6, "is half of a surrogate pair without the other half",
                             "write the character itself, or both halves");
    }
    scan->at += 12;
    return true;
}

static bool scan_escape(struct aic_json_scan *scan)
{
    const char *text = scan->json->text + scan->at;
    if (scan->json->length - scan->at < 2) {
        return refuse_escape(scan, 1, "is cut off by the end of the text", "end the string");
    }
    if (text[1] == 'u') {
        return scan_unicode_escape(scan);
    }
    if (text[1] == '\0' || strchr("\"\\/bfnrt", text[1]) == NULL) {
        uint32_t character;
        size_t size = aic_utf8_read(text + 1, scan->json->length - scan->at - 1, &character);
        return refuse_escape(scan, 1 + size, "is not one of JSON's",
                             "write \\\\ for a backslash; a single quote needs none");
    }
    scan->at += 2;
    return true;
}

/* One character of a string, not its closing quote. */
static bool scan_character(struct aic_json_scan *scan)
{
    int byte = aic_json_peek(scan);
    if (byte == '\\') {
        return scan_escape(scan);
    }
    if (byte >= 0x20 && byte < 0x80) {
        scan->at++;
        return true;
    }
    uint32_t character = 0;
    size_t size =
        aic_utf8_read(scan->json->text + scan->at, scan->json->length - scan->at, &character);
    if (size == 0 || character < 0x20) {
        return aic_json_refuse_character(scan);
    }
    scan->at += size;
    return true;
}

static bool scan_string(struct aic_json_scan *scan)
{
    size_t start = scan->at++;
    while (aic_json_peek(scan) != '"') {
        if (aic_json_peek(scan) < 0) {
            aic_json_refuse(scan, start, "string is not closed");
            return aic_suggest(scan->error, "end it with '\"'");
        }
        if (!scan_character(scan)) {
            return false;
        }
    }
    scan->at++;
    return true;
}

static bool scan_value(struct aic_json_scan *scan, size_t start);

static bool scan_item(struct aic_json_scan *scan)
{
    return scan_value(scan, scan->at);
}

static bool scan_member(struct aic_json_scan *scan)
{
    size_t start = scan->at;
    if (aic_json_peek(scan) != '"') {
        return aic_json_refuse_other(scan, AIC_JSON_WANT_KEY);
    }
    if (!scan_string(scan)) {
        return false;
    }
    skip_blank(scan);
    if (aic_json_peek(scan) != ':') {
        return aic_json_refuse_other(scan, AIC_JSON_WANT_COLON);
    }
    scan->at++;
    skip_blank(scan);
    return scan_value(scan, start);
}

static bool enter(struct aic_json_scan *scan)
{
    if (scan->depth == AIC_JSON_DEPTH_MAX) {
        aic_json_refuse(scan, scan->at, "nested deeper than %d levels", AIC_JSON_DEPTH_MAX);
        return aic_suggest(scan->error, "give arrays and objects at most %d levels deep",
                           AIC_JSON_DEPTH_MAX);
    }
    scan->opened[scan->depth++] = scan->at++;
    skip_blank(scan);
    return true;
}

static bool leave(struct aic_json_scan *scan)
{
    scan->depth--;
    scan->at++;
    return true;
}

/* Calls itself through scan_value(), at most AIC_JSON_DEPTH_MAX deep. */
static bool scan_list(struct aic_json_scan *scan, int closing,
                      bool (*scan_one)(struct aic_json_scan *))
{
    if (!enter(scan)) {
        return false;
    }
    if (aic_json_peek(scan) == closing) {
        return leave(scan);
    }
    while (scan_one(scan)) {
        skip_blank(scan);
        if (aic_json_peek(scan) == closing) {
            return leave(scan);
        }
        if (aic_json_peek(scan) != ',') {
            return aic_json_refuse_other(scan, AIC_JSON_WANT_COMMA);
        }
        scan->at++;
        skip_blank(scan);
    }
    return false;
}

static bool scan_value(struct aic_json_scan *scan, size_t start)
{
    if (!add_value(scan, start)) {
        return false;
    }
    switch (aic_json_peek(scan)) {
    case '{':
        return scan_list(scan, '}', scan_member);
    case '[':
        return scan_list(scan, ']', scan_item);
    case '"':
        return scan_string(scan);
    default:
        if (aic_json_word_end(scan->json, scan->at) > scan->at) {
            return scan_word(scan);
        }
        return aic_json_refuse_other(scan, AIC_JSON_WANT_VALUE);
    }
}

static bool begins_with(const struct aic_json *json, const char *bytes)
{
    size_t length = strlen(bytes);
    return json->length >= length && memcmp(json->text, bytes, length) == 0;
}

/* The marks that editors put before a text, which would only read as odd characters. */
static bool check_encoding(const struct aic_json_scan *scan)
{
    if (begins_with(scan->json, "\xEF\xBB\xBF")) {
        aic_json_refuse(scan, 0, "text begins with a byte order mark");
        return aic_suggest(scan->error, "save it as UTF-8 without a byte order mark");
    }
    if (begins_with(scan->json, "\xFF\xFE") || begins_with(scan->json, "\xFE\xFF")) {
        aic_json_refuse(scan, 0, "text is UTF-16, not UTF-8");
        return aic_suggest(scan->error, "save it as UTF-8");
    }
    return true;
}

bool aic_json_scan(struct aic_json_scan *scan)
{
    size_t length = scan->json->length;
    if (!check_encoding(scan)) {
        return false;
    }
    skip_blank(scan);
    if (scan->at == length) {
        aic_json_refuse(scan, 0, "text is empty");
        return aic_suggest(scan->error, "give a JSON value, such as {}");
    }
    if (!scan_value(scan, scan->at)) {
        return false;
    }
    skip_blank(scan);
    return scan->at == length || aic_json_refuse_other(scan, AIC_JSON_WANT_END);
}
