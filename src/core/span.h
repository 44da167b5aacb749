/* SPDX-License-Identifier: Apache-2.0 */
/* Stretches of a text. */
#ifndef AICALC_CORE_SPAN_H
#define AICALC_CORE_SPAN_H

#include <aicalc/text.h>

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
