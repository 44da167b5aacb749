/* SPDX-License-Identifier: Apache-2.0 */
/* Names as people type them: the nearest of many, lists of them for messages, files. */
#include <aicalc/text.h>

#include <stdint.h>
#include <string.h>

#include "core/ascii.h"
#include "core/span.h"

const char *aic_word_at(const void *words, size_t i)
{
    return ((const char *const *)words)[i];
}

void aic_text_add_spelt(struct aic_text *text, struct aic_span name, char from, char to)
{
    for (size_t i = 0; i < name.length; i++) {
        aic_text_add_bytes(text, name.at[i] == from ? &to : name.at + i, 1);
    }
}

void aic_text_add_names(struct aic_text *text, aic_name_at *name, const void *context)
{
    const char *next;
    for (size_t i = 0; (next = name(context, i)); i++) {
        aic_text_format(text, "%s%s", i > 0 ? ", " : "", next);
    }
}

const char *aic_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *aic_file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : aic_base_name(path);
}

/* Longer names are not compared: nobody mistypes them letter by letter. */
#define NAME_MAX_LENGTH 64

/* A name that others are compared with: for each character the places in it that have it, as bits. */
struct pattern {
    size_t length;
    uint64_t places[256];
};

/* False where it is too long. */
static bool set_pattern(struct pattern *pattern, const char *name)
{
    *pattern = (struct pattern){ .length = strlen(name) };
    if (pattern->length > NAME_MAX_LENGTH) {
        return false;
    }
    for (size_t i = 0; i < pattern->length; i++) {
        pattern->places[(unsigned char)aic_lower(name[i])] |= UINT64_C(1) << i;
    }
    return true;
}

/*
 * Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours that turn one
 * name into the other, upper and lower case alike. A column of the table of distances is one word of
 * bits, which say where the next row is more by one, or less (H. Hyyro, "A bit-vector algorithm for
 * computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10, 2003).
 */
static size_t edits(const struct pattern *a, const char *b, size_t b_length)
{
    uint64_t more = ~UINT64_C(0), less = 0, same = 0, before = 0;
    size_t distance = a->length;
    if (a->length == 0) {
        return b_length;
    }
    for (size_t j = 0; j < b_length; j++) {
        uint64_t equal = a->places[(unsigned char)aic_lower(b[j])];
        uint64_t swapped = ((~same & equal) << 1) & before;
        same = (((equal & more) + more) ^ more) | equal | less | swapped;
        uint64_t right_more = less | ~(same | more), right_less = same & more;
        distance += right_more >> (a->length - 1) & 1;
        distance -= right_less >> (a->length - 1) & 1;
        right_more = right_more << 1 | 1;
        more = right_less << 1 | ~(same | right_more);
        less = right_more & same;
        before = equal;
    }
    return distance;
}

/* Edits up to which a name is near: a third of its letters, but not the only one. */
static size_t edits_allowed(size_t length)
{
    return length < 2 ? 0 : length < 6 ? 1 : length / 3;
}

const char *aic_nearest(const char *wanted, aic_name_at *name, const void *context, size_t count)
{
    struct pattern pattern;
    if (!set_pattern(&pattern, wanted)) {
        return NULL;
    }
    const char *nearest = NULL;
    size_t length = pattern.length, fewest = edits_allowed(length) + 1;
    const char *candidate;
    for (size_t i = 0; i < count && fewest > 0 && (candidate = name(context, i)); i++) {
        size_t candidate_length = strlen(candidate);
        if (candidate_length > NAME_MAX_LENGTH || candidate_length + fewest <= length ||
            length + fewest <= candidate_length) {
            continue; /* longer or shorter by too much */
        }
        size_t distance = edits(&pattern, candidate, candidate_length);
        if (distance < fewest) {
            fewest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

size_t aic_name_edits(const char *a, const char *b)
{
    struct pattern pattern;
    size_t b_length = strlen(b);
    bool fits = set_pattern(&pattern, a) && b_length <= NAME_MAX_LENGTH;
    return fits ? edits(&pattern, b, b_length) : SIZE_MAX;
}

/* Digits at the head of a text, without zeros in front. */
static struct aic_span digits_at(const char **text)
{
    *text += strspn(*text, "0");
    struct aic_span digits = { *text, strspn(*text, "0123456789") };
    *text += digits.length;
    return digits;
}

int aic_compare_names(const char *a, const char *b)
{
    while (*a && *b) {
        if (!aic_is_digit(*a) || !aic_is_digit(*b)) {
            if (*a != *b) {
                return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            }
            a++;
            b++;
            continue;
        }
        struct aic_span first = digits_at(&a), second = digits_at(&b);
        if (first.length != second.length) {
            return first.length < second.length ? -1 : 1;
        }
        int order = memcmp(first.at, second.at, first.length);
        if (order != 0) {
            return order;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

bool aic_list_has(const char *list, const char *word, size_t length)
{
    while (list && *list) {
        size_t end = strcspn(list, " ");
        if (end == length && memcmp(list, word, length) == 0) {
            return true;
        }
        list += end;
        list += *list == ' ';
    }
    return false;
}
