/* SPDX-License-Identifier: Apache-2.0 */
#include "variants.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const variant_kind_names[VARIANT_KINDS] = {
    "as-it-is", "lines-out",   "lines-twice", "lines-swapped", "tokens-out", "numbers",
    "words",    "other-kinds", "marks",       "indents",       "cuts",       "bytes"
};

static void *grown(void *at, size_t size)
{
    void *more = realloc(at, size);
    if (!more) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return more;
}

static struct edit *edit_bytes(struct edits *edits, size_t at, size_t length, const char *by,
                               size_t by_length)
{
    if (edits->count == edits->capacity) {
        edits->capacity = 2 * edits->capacity + 64;
        edits->at = grown(edits->at, edits->capacity * sizeof *edits->at);
    }
    struct edit *edit = &edits->at[edits->count++];
    *edit = (struct edit){ .at = at, .length = length, .by_length = by_length };
    edit->by = grown(NULL, by_length + 1);
    memcpy(edit->by, by, by_length);
    return edit;
}

static struct edit *edit(struct edits *edits, size_t at, size_t length, const char *by)
{
    return edit_bytes(edits, at, length, by, strlen(by));
}

/* The length of the line at a place, its end with it. */
static size_t line_at(const struct edits *edits, size_t at)
{
    const char *end = memchr(edits->text + at, '\n', edits->length - at);
    return end ? (size_t)(end + 1 - edits->text) - at : edits->length - at;
}

static void swap_lines(struct edits *edits, size_t at, size_t first, size_t second)
{
    char *by = grown(NULL, first + second + 1);
    const char *text = edits->text + at;
    size_t end = text[first + second - 1] != '\n'; /* the last line of a text may have none */
    memcpy(by, text + first, second);
    by[second] = '\n';
    memcpy(by + second + end, text, first);
    edit_bytes(edits, at, first + second, by, first + second + end);
    free(by);
}

static void list_lines(struct edits *edits, enum variant_kind kind)
{
    for (size_t at = 0, size; at < edits->length; at += size) {
        size = line_at(edits, at);
        size_t next = at + size < edits->length ? line_at(edits, at + size) : 0;
        size_t blanks = strspn(edits->text + at, " ");
        if (edits->text[at + (blanks < size ? blanks : size - 1)] == '\n') {
            continue;
        }
        if (kind == LINES_OUT) {
            edit(edits, at, size, "");
        } else if (kind == LINES_TWICE) {
            edit_bytes(edits, at, 0, edits->text + at, size);
        } else if (kind == LINES_SWAPPED && next > 0) {
            swap_lines(edits, at, size, next);
        } else if (kind == INDENTS) {
            edit(edits, at, 0, "  ");
            if (blanks > 0) {
                edit(edits, at, blanks < 2 ? 1 : 2, "");
            }
        }
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_.-/+%@", c)) || (unsigned char)c >= 0x80;
}

static void list_number(struct edits *edits, size_t at, size_t size)
{
    char digits[32], by[64];
    if (size >= sizeof digits) {
        return;
    }
    memcpy(digits, edits->text + at, size);
    digits[size] = '\0';
    double value = strtod(digits, NULL);
    snprintf(by, sizeof by, "%.15g", 2 * value);
    edit(edits, at, size, by);
    snprintf(by, sizeof by, "%.15g", value + 1);
    edit(edits, at, size, by);
    edit(edits, at, size, value > 0 ? "0" : "3");
    edit(edits, at, size, value == 0 || value == 1 ? "7" : "1");
    snprintf(by, sizeof by, "-%s", digits);
    edit(edits, at, size, by);
    edit(edits, at, size, "many");
}

/* Each run of digits in a token; one at its head may have a point and an exponent. */
static void list_numbers(struct edits *edits, size_t at, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *text = edits->text + at + i;
        size_t digits = strspn(text, "0123456789");
        if (digits == 0) {
            continue;
        }
        if (i == 0 && text[digits] == '.' && isdigit((unsigned char)text[digits + 1])) {
            digits += 1 + strspn(text + digits + 1, "0123456789");
        }
        if (i == 0 && tolower((unsigned char)text[digits]) == 'e') {
            size_t sign = strspn(text + digits + 1, "+-");
            size_t more = strspn(text + digits + 1 + sign, "0123456789");
            digits += sign < 2 && more > 0 ? 1 + sign + more : 0;
        }
        digits = digits < size - i ? digits : size - i;
        list_number(edits, at + i, digits);
        i += digits;
    }
}

static const char *opposite(const char *word, size_t size)
{
    static const char *const pairs[][2] = {
        { "true", "false" },
        { "yes", "no" },
        { "on", "off" },
        { "True", "False" },
    };
    for (size_t i = 0; i < 2 * sizeof pairs / sizeof pairs[0]; i++) {
        const char *one = pairs[i / 2][i % 2];
        if (strlen(one) == size && memcmp(word, one, size) == 0) {
            return pairs[i / 2][1 - i % 2];
        }
    }
    return NULL;
}

static void list_word(struct edits *edits, size_t at, size_t size)
{
    char by[256];
    const char *text = edits->text + at;
    const char *other = opposite(text, size);
    bool changes = false;
    if (strspn(text, "0123456789.") >= size || size >= sizeof by) {
        return;
    }
    edit(edits, at + size - 1, 1, "");
    for (size_t i = 0; i < size; i++) {
        int c = (unsigned char)text[i];
        by[i] = (char)(isupper(c) ? tolower(c) : toupper(c));
        changes = changes || by[i] != text[i];
    }
    if (changes) {
        edit_bytes(edits, at, size, by, size);
    }
    edit(edits, at, size, "7");
    if (other) {
        edit(edits, at, size, other);
    }
}

static void list_token(struct edits *edits, enum variant_kind kind, size_t at, size_t size)
{
    switch (kind) {
    case TOKENS_OUT:
        edit(edits, at, size, "");
        break;
    case NUMBERS:
        list_numbers(edits, at, size);
        break;
    case WORDS:
        list_word(edits, at, size);
        break;
    default: /* CUTS: inside of the token, and behind it */
        edit(edits, at + size / 2, edits->length - at - size / 2, "");
        edit(edits, at + size, edits->length - at - size, "");
    }
}

static void list_tokens(struct edits *edits, enum variant_kind kind)
{
    for (size_t at = 0; at < edits->length; at++) {
        size_t size = 0;
        while (at + size < edits->length && is_word(edits->text[at + size])) {
            size++;
        }
        if (size > 0) {
            list_token(edits, kind, at, size);
            at += size - 1;
        }
    }
}

static void list_marks(struct edits *edits)
{
    for (size_t at = 0; at < edits->length; at++) {
        if (ispunct((unsigned char)edits->text[at])) {
            edit(edits, at, 1, "");
        }
    }
}

/* The length of the value of JSON at a place, as brackets and quotes have it. */
static size_t value_at(const struct edits *edits, size_t at)
{
    size_t depth = 0, i = at;
    for (; i < edits->length; i++) {
        char c = edits->text[i];
        if (c == '"') {
            for (i++; i < edits->length && edits->text[i] != '"'; i++) {
                i += edits->text[i] == '\\';
            }
        } else if (c == '[' || c == '{') {
            depth++;
        } else if (depth > 0 && (c == ']' || c == '}')) {
            depth--;
        } else if (depth == 0 && !is_word(c)) {
            return i - at;
        }
        if (depth == 0 && (c == '"' || c == ']' || c == '}')) {
            i++;
            break;
        }
    }
    return (i < edits->length ? i : edits->length) - at;
}

/* Values of JSON behind a colon, and in lists of the first members of them. */
static void list_other_kinds(struct edits *edits)
{
    static const struct {
        const char *begin, *value;
    } kinds[] = { { "-0123456789", "7" }, { "tf", "true" },        { "\"", "\"text\"" },
                  { "[", "[3, \"x\"]" },  { "{", "{\"key\": 1}" }, { "n", "null" } };
    int depth = 0;
    for (size_t at = 0; at < edits->length; at++) {
        const char *text = edits->text + at;
        depth += *text == '{' || *text == '[' ? 1 : *text == '}' || *text == ']' ? -1 : 0;
        if (*text == '"') {
            at += value_at(edits, at) - 1;
            continue;
        }
        if (*text != ':') {
            continue;
        }
        size_t value = at + 1 + strspn(text + 1, " \n");
        size_t size = value_at(edits, value);
        for (size_t i = 0; value < edits->length && i < sizeof kinds / sizeof kinds[0]; i++) {
            bool is_same = strchr(kinds[i].begin, edits->text[value]) != NULL;
            if (!is_same) {
                struct edit *made = edit(edits, value, size, kinds[i].value);
                made->is_other_kind = depth == 1 && i > 0 && i < 5 && edits->text[value] != 'n';
            }
        }
    }
}

static void list_bytes(struct edits *edits)
{
    for (size_t at = 0; at < edits->length; at++) {
        char byte = edits->text[at];
        const char by[] = { (char)(byte + 1), (char)(byte ^ 0x80), '\0', '\xff' };
        for (size_t i = 0; i < sizeof by; i++) {
            edit_bytes(edits, at, 1, by + i, 1);
        }
    }
}

static void cut_bytes(struct edits *edits)
{
    for (size_t at = 0; at < edits->length; at++) {
        edit(edits, at, edits->length - at, "");
    }
}

void variants_list(struct edits *edits, enum variant_kind kind, enum variant_form form,
                   const char *text, size_t length)
{
    *edits = (struct edits){ .text = text, .length = length };
    if (kind == AS_IT_IS) {
        edit(edits, 0, 0, "");
    } else if (kind == BYTES || (kind == CUTS && form == IS_BINARY)) {
        if (form == IS_BINARY) {
            kind == CUTS ? cut_bytes(edits) : list_bytes(edits);
        }
    } else if (form == IS_BINARY) {
        return;
    } else if (kind == MARKS) {
        list_marks(edits);
    } else if (kind == OTHER_KINDS) {
        if (form == IS_JSON) {
            list_other_kinds(edits);
        }
    } else if (kind == TOKENS_OUT || kind == NUMBERS || kind == WORDS || kind == CUTS) {
        list_tokens(edits, kind);
    } else {
        list_lines(edits, kind);
    }
}

void variants_clear(struct edits *edits)
{
    for (size_t i = 0; i < edits->count; i++) {
        free(edits->at[i].by);
    }
    free(edits->at);
}

char *variant_make(const struct edits *edits, size_t number, size_t *length)
{
    const struct edit *edit = &edits->at[number];
    size_t behind = edit->at + edit->length;
    *length = edits->length - edit->length + edit->by_length;
    char *made = grown(NULL, *length + 1);
    memcpy(made, edits->text, edit->at);
    memcpy(made + edit->at, edit->by, edit->by_length);
    memcpy(made + edit->at + edit->by_length, edits->text + behind, edits->length - behind);
    made[*length] = '\0';
    return made;
}
