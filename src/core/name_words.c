/* SPDX-License-Identifier: Apache-2.0 */
/* Names near to another by their words: read_bw is in required_read_bw, bandwidth is bw. */
#include <aicalc/text.h>

#include <string.h>

#include "core/span.h"

/* A word that stands for the head of a longer one has at least so many letters. */
#define HEAD_LENGTH 3
/* Cost of a word that only begins like the other, and of a word too many. */
enum { HEAD = 1, FURTHER = 2, NO_MATCH = -1 };

static bool next_word(const char **rest, struct aic_span *word)
{
    *rest += strspn(*rest, "_-.");
    *word = (struct aic_span){ *rest, strcspn(*rest, "_-.") };
    *rest += word->length;
    return word->length > 0;
}

/* What people write in full, as names have it. */
static struct aic_span shortened(struct aic_span word)
{
    static const char *const pairs[][2] = {
        { "bandwidth", "bw" },
        { "mem", "memory" },
        { "cost", "price" },
        { "length", "len" },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (aic_span_is(word, pairs[i][0])) {
            return (struct aic_span){ pairs[i][1], strlen(pairs[i][1]) };
        }
    }
    return word;
}

static int cost_of_words(struct aic_span a, struct aic_span b)
{
    size_t length = a.length < b.length ? a.length : b.length;
    if (strncmp(a.at, b.at, length) != 0) {
        return NO_MATCH;
    }
    return a.length == b.length ? 0 : length >= HEAD_LENGTH ? HEAD : NO_MATCH;
}

/* The cost of the word of `name` that is nearest to `word`. */
static int cost_of_word(struct aic_span word, const char *name)
{
    const struct aic_span other = shortened(word);
    struct aic_span next;
    int least = NO_MATCH;
    while (next_word(&name, &next)) {
        int cost = cost_of_words(word, next);
        cost = cost == NO_MATCH ? cost_of_words(other, next) : cost;
        least = cost != NO_MATCH && (least == NO_MATCH || cost < least) ? cost : least;
    }
    return least;
}

/* The cost of a name that has every word of `wanted`, and as many others as it likes. */
static int cost_of_name(const char *wanted, const char *name)
{
    struct aic_span word;
    int cost = 0;
    for (const char *rest = wanted; next_word(&rest, &word);) {
        int one = cost_of_word(word, name);
        if (one == NO_MATCH) {
            return NO_MATCH;
        }
        cost += one - FURTHER;
    }
    for (const char *rest = name; next_word(&rest, &word);) {
        cost += FURTHER;
    }
    return cost < 0 ? 0 : cost;
}

size_t aic_nearest_by_words(const char *wanted, aic_name_at *name, const void *context,
                            size_t count, const char **found, size_t most)
{
    size_t kept = 0;
    int least = NO_MATCH;
    const char *candidate;
    if (wanted[strspn(wanted, "_-.")] == '\0') {
        return 0;
    }
    for (size_t i = 0; i < count && (candidate = name(context, i)); i++) {
        int cost = cost_of_name(wanted, candidate);
        if (cost == NO_MATCH || (least != NO_MATCH && cost > least)) {
            continue;
        }
        kept = cost == least ? kept : 0;
        least = cost;
        if (kept < most) {
            found[kept++] = candidate;
        }
    }
    return kept;
}
