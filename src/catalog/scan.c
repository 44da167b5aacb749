/* SPDX-License-Identifier: Apache-2.0 */
/* Scanning the built-in catalogs: where an entry starts and ends, and its name. */
#include "catalog/catalog.h"

#include <string.h>

#include <aicalc/text.h>

/* The first key of every built-in entry (a test holds that). */
#define NAME_KEY "\"name\""

/* Behind the closing quote of the string that starts at text[i]: one with an even number of
 * backslashes before it. */
static size_t skip_string(struct aic_span text, size_t i)
{
    const char *quote = text.at + i, *end = text.at + text.length;
    size_t backslashes;
    do {
        quote = quote + 1 < end ? memchr(quote + 1, '"', (size_t)(end - quote - 1)) : NULL;
        if (!quote) {
            return text.length + 1;
        }
        for (backslashes = 0; quote[-1 - (ptrdiff_t)backslashes] == '\\';) {
            backslashes++;
        }
    } while (backslashes % 2 != 0);
    return (size_t)(quote - text.at) + 1;
}

void aic_scan_init(struct aic_scanner *scanner, enum aic_catalog_kind kind)
{
    size_t length;
    const char *text = aic_catalog_builtin(kind, &length);
    const char *start = strchr(text, '['); /* the first array is that of the entries */
    scanner->rest.at = start;
    scanner->rest.length = length - (size_t)(start - text);
}

/* Behind what is in the brackets at text[i]. Most characters are none of those that count here. */
static size_t skip_brackets(struct aic_span text, size_t i)
{
    size_t depth = 0;
    while (i < text.length) {
        switch (text.at[i]) {
        case '"':
            i = skip_string(text, i);
            break;
        case '{':
        case '[':
            depth++;
            i++;
            break;
        case '}':
        case ']':
            i++;
            if (--depth == 0) {
                return i;
            }
            break;
        default:
            i++;
        }
    }
    return text.length + 1; /* its end is missing */
}

/* Behind the value at text[i]: a string, what is in brackets, or all up to the next comma. */
static size_t skip_value(struct aic_span text, size_t i)
{
    if (i < text.length && text.at[i] == '"') {
        return skip_string(text, i);
    }
    if (i < text.length && (text.at[i] == '{' || text.at[i] == '[')) {
        return skip_brackets(text, i);
    }
    for (; i < text.length; i++) {
        if (text.at[i] == ',' || text.at[i] == '}' || text.at[i] == ']') {
            return i;
        }
    }
    return text.length + 1; /* its end is missing */
}

bool aic_scan_next(struct aic_scanner *scanner, struct aic_span *entry)
{
    struct aic_span *rest = &scanner->rest;
    const char *start = memchr(rest->at, '{', rest->length);
    if (!start) {
        return false;
    }
    rest->length -= (size_t)(start - rest->at);
    rest->at = start;
    size_t length = skip_value(*rest, 0);
    if (length > rest->length) {
        return false;
    }
    *entry = (struct aic_span){ start, length };
    rest->at += length;
    rest->length -= length;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Drops blanks and this character from the head of a text. */
static void drop(struct aic_span *rest, char c)
{
    while (rest->length > 0 && (is_blank(rest->at[0]) || rest->at[0] == c)) {
        rest->at++;
        rest->length--;
    }
}

bool aic_scan_item(struct aic_span *rest, struct aic_span *value)
{
    drop(rest, ',');
    size_t length = skip_value(*rest, 0);
    if (length == 0 || length > rest->length) {
        return false;
    }
    *value = (struct aic_span){ rest->at, length };
    rest->at += length;
    rest->length -= length;
    while (is_blank(value->at[value->length - 1])) {
        value->length--;
    }
    return true;
}

bool aic_scan_key(struct aic_span *rest, struct aic_span *key)
{
    if (!aic_scan_item(rest, key)) {
        return false;
    }
    drop(rest, ':');
    *key = aic_scan_inside(*key);
    return true;
}

bool aic_scan_member(struct aic_span *rest, struct aic_span *key, struct aic_span *value)
{
    return aic_scan_key(rest, key) && aic_scan_item(rest, value);
}

/* Steps back over blanks and then over `token`; NULL if it does not stand before `at`. */
static const char *step_back(const char *start, const char *at, const char *token)
{
    size_t length = strlen(token);
    while (at > start && is_blank(at[-1])) {
        at--;
    }
    return (size_t)(at - start) >= length && memcmp(at - length, token, length) == 0 ? at - length
                                                                                     : NULL;
}

bool aic_scan_start(struct aic_scanner *scanner)
{
    struct aic_span *rest = &scanner->rest;
    for (const char *at = rest->at; (at = strstr(at, NAME_KEY)); at++) {
        const char *brace = step_back(rest->at, at, "{");
        if (brace) {
            rest->length -= (size_t)(brace - rest->at);
            rest->at = brace;
            return true;
        }
    }
    return false;
}

bool aic_scan_find(const struct aic_scanner *scanner, const char *name, struct aic_span *entry)
{
    char quoted[80];
    struct aic_text text;
    aic_text_init(&text, quoted, sizeof quoted);
    aic_text_format(&text, "\"%s\"", name);
    /* A name with a quote in it would match across the strings of an entry. */
    bool may_match = !text.cut && !strpbrk(name, "\"\\");
    const char *start = scanner->rest.at;
    const char *end = start + scanner->rest.length;
    for (const char *at = start; may_match && (at = strstr(at, quoted)); at++) {
        const char *colon = step_back(start, at, ":");
        const char *key = colon ? step_back(start, colon, NAME_KEY) : NULL;
        const char *brace = key ? step_back(start, key, "{") : NULL;
        if (brace) {
            struct aic_scanner found = { { brace, (size_t)(end - brace) } };
            return aic_scan_next(&found, entry);
        }
    }
    return false;
}
