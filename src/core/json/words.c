/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a JSON text: numbers, literals, and what people type in their place. */
#include "core/json/json.h"

#include <string.h>

#include "core/ascii.h"

static bool is_word_byte(char byte)
{
    return aic_is_digit(byte) || aic_is_letter(byte) || (byte && strchr("_+-.%$/", byte));
}

/* The head of a comment, which ends a word though a '/' alone does not. */
static bool is_comment(const struct aic_json *json, size_t at)
{
    return json->length - at >= 2 && json->text[at] == '/' &&
           (json->text[at + 1] == '/' || json->text[at + 1] == '*');
}

size_t aic_json_word_end(const struct aic_json *json, size_t at)
{
    const char *text = json->text;
    while (at < json->length && is_word_byte(text[at]) && !is_comment(json, at)) {
        at++;
    }
    return at;
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return length == strlen(wanted) && memcmp(word, wanted, length) == 0;
}

bool aic_json_is_nonfinite(const char *word, size_t length)
{
    return is_word(word, length, "NaN") || is_word(word, length, "Infinity") ||
           is_word(word, length, "-Infinity");
}

bool aic_json_is_literal(const char *word, size_t length)
{
    return is_word(word, length, "true") || is_word(word, length, "false") ||
           is_word(word, length, "null");
}

static size_t skip_digits(const char *word, size_t length, size_t at)
{
    while (at < length && aic_is_digit(word[at])) {
        at++;
    }
    return at;
}

/* int [ frac ] [ exp ] of RFC 8259, section 6, and nothing after it. */
bool aic_json_is_number(const char *word, size_t length)
{
    size_t at = word[0] == '-' ? 1 : 0;
    size_t start = at;
    at = skip_digits(word, length, at);
    if (at == start || (word[start] == '0' && at > start + 1)) {
        return false;
    }
    if (at < length && word[at] == '.') {
        start = at + 1;
        at = skip_digits(word, length, start);
        if (at == start) {
            return false;
        }
    }
    if (at < length && (word[at] == 'e' || word[at] == 'E')) {
        start = at + 1;
        if (start < length && (word[start] == '+' || word[start] == '-')) {
            start++;
        }
        at = skip_digits(word, length, start);
        if (at == start) {
            return false;
        }
    }
    return at == length;
}
