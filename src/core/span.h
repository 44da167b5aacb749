/* SPDX-License-Identifier: Apache-2.0 */
/* Stretches of a text. */
#ifndef AICALC_CORE_SPAN_H
#define AICALC_CORE_SPAN_H

#include <string.h>

#include <aicalc/text.h>

static inline struct aic_span aic_span_of(const char *text)
{
    return (struct aic_span){ text, strlen(text) };
}

/* Whether its bytes are those of a text, and of another one. */
static inline bool aic_span_is(struct aic_span span, const char *text)
{
    return strlen(text) == span.length && memcmp(text, span.at, span.length) == 0;
}
static inline bool aic_spans_agree(struct aic_span a, struct aic_span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* The stretch without the blanks at its ends. */
static inline struct aic_span aic_trimmed(struct aic_span text)
{
    while (text.length > 0 && text.at[0] == ' ') {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && text.at[text.length - 1] == ' ') {
        text.length--;
    }
    return text;
}

/* True where a list of words, a blank between two of them, has this one; NULL is an empty list. */
bool aic_list_has(const char *list, const char *word, size_t length);

#endif
