/* SPDX-License-Identifier: Apache-2.0 */
/* Formula texts: finding names and cases. */
#include <aicalc/formula.h>

#include <string.h>

#include "core/ascii.h"

static bool begins_name(char c)
{
    return aic_is_letter(c) || c == '_';
}

/* The end of a number with its exponent, so that the "e" of 1e-12 is no name. */
static const char *skip_number(const char *at, const char *end)
{
    while (at < end && (aic_is_digit(*at) || *at == '.')) {
        at++;
    }
    if (at < end && *at == 'e') {
        at++;
        at += at < end && (*at == '-' || *at == '+');
        while (at < end && aic_is_digit(*at)) {
            at++;
        }
    }
    return at;
}

/* The end of a text in quotes, whose words are no names. */
static const char *skip_text(const char *at, const char *end)
{
    const char *quote = memchr(at + 1, '"', (size_t)(end - at) - 1);
    return quote ? quote + 1 : end;
}

bool aic_formula_next_name(struct aic_span *rest, struct aic_span *name)
{
    const char *at = rest->at, *const end = at + rest->length;
    bool is_name = false;
    while (at < end && !is_name) {
        const char *const first = at;
        if (begins_name(*at)) {
            do {
                at++;
            } while (at < end && aic_is_name(*at));
            *name = (struct aic_span){ first, (size_t)(at - first) };
            is_name = at == end || *at != '('; /* but that of a function */
        } else if (*at == '"') {
            at = skip_text(at, end);
        } else {
            at = aic_is_digit(*at) ? skip_number(at, end) : at + 1;
        }
    }
    *rest = (struct aic_span){ at, (size_t)(end - at) };
    return is_name;
}

/* Moves `text` behind the separator; what stood before it, or all where it does not occur. */
static struct aic_span take_until(struct aic_span *text, const char *separator)
{
    size_t length = strlen(separator);
    struct aic_span head = *text;
    for (size_t i = 0; i + length <= text->length; i++) {
        if (text->at[i] == *separator && memcmp(text->at + i, separator, length) == 0) {
            head.length = i;
            text->at += i + length;
            text->length -= i + length;
            return head;
        }
    }
    text->at += text->length;
    text->length = 0;
    return head;
}

bool aic_formula_has_cases(const char *formula)
{
    return strstr(formula, "; ") != NULL;
}

size_t aic_formula_cases(const char *formula)
{
    size_t count = 0;
    for (const char *end; (end = strstr(formula, "; ")); formula = end + 2) {
        count++;
    }
    return count + (*formula != '\0' || count == 0); /* the last one, too, ends with "; " */
}

struct aic_span aic_formula_case(const char *formula, size_t number, struct aic_span *condition)
{
    struct aic_span rest = { formula, strlen(formula) };
    *condition = (struct aic_span){ "", 0 };
    if (!aic_formula_has_cases(formula)) {
        return rest;
    }
    struct aic_span one = take_until(&rest, "; ");
    for (; number > 0 && rest.length > 0; number--) {
        one = take_until(&rest, "; ");
    }
    struct aic_span expression = take_until(&one, " when ");
    *condition = one;
    return take_until(&expression, " otherwise");
}

struct aic_span aic_formula_text(const char *formula)
{
    struct aic_span text = { formula, strlen(formula) };
    if (text.length > 2 && strcmp(formula + text.length - 2, "; ") == 0) {
        text.length -= 2;
    }
    return text;
}

struct aic_span aic_formula_spoken(struct aic_span name)
{
    struct aic_span behind = name;
    take_until(&behind, "__");
    return behind.length > 0 ? behind : name;
}

void aic_formula_add(struct aic_text *text, struct aic_span formula)
{
    struct aic_span rest = formula, name;
    const char *done = formula.at;
    while (aic_formula_next_name(&rest, &name)) {
        struct aic_span spoken = aic_formula_spoken(name);
        aic_text_add_bytes(text, done, (size_t)(name.at - done));
        aic_text_add_bytes(text, spoken.at, spoken.length);
        done = name.at + name.length;
    }
    aic_text_add_bytes(text, done, (size_t)(formula.at + formula.length - done));
}
