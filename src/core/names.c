/* SPDX-License-Identifier: Apache-2.0 */
/* Names as people type them: the nearest of many, lists of them for messages, files. */
#include <aicalc/text.h>

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

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Optimal string alignment: insertions, deletions, substitutions and swaps of
 * neighbours that turn one name into the other, upper and lower case alike.
 * Both are at most NAME_MAX_LENGTH long. Where as many as `enough` are needed the
 * rest is not counted: most of many names differ after a few letters.
 */
static size_t edits(const char *a, size_t a_length, const char *b, size_t b_length, size_t enough)
{
    size_t rows[3][NAME_MAX_LENGTH + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    size_t fewest_above, fewest = 0;
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        fewest_above = fewest;
        fewest = i;
        for (size_t j = 1; j <= b_length; j++) {
            char x = aic_lower(a[i - 1]), y = aic_lower(b[j - 1]);
            row[j] = least(above[j - 1] + (x != y), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && x == aic_lower(b[j - 2]) && aic_lower(a[i - 2]) == y) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
            fewest = least(fewest, row[j]);
        }
        if (fewest >= enough && fewest_above + 1 >= enough) {
            return enough;
        }
    }
    return row[b_length];
}

/* Edits up to which a name is near: a third of its letters, but not the only one. */
static size_t edits_allowed(size_t length)
{
    return length < 2 ? 0 : length < 6 ? 1 : length / 3;
}

const char *aic_nearest(const char *wanted, aic_name_at *name, const void *context, size_t count)
{
    size_t length = strlen(wanted);
    if (length > NAME_MAX_LENGTH) {
        return NULL;
    }
    const char *nearest = NULL;
    size_t fewest = edits_allowed(length) + 1;
    const char *candidate;
    for (size_t i = 0; i < count && fewest > 0 && (candidate = name(context, i)); i++) {
        size_t candidate_length = strlen(candidate);
        if (candidate_length > NAME_MAX_LENGTH || candidate_length + fewest <= length ||
            length + fewest <= candidate_length) {
            continue; /* longer or shorter by too much */
        }
        size_t distance = edits(wanted, length, candidate, candidate_length, fewest);
        if (distance < fewest) {
            fewest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

size_t aic_name_edits(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b);
    bool fits = a_length <= NAME_MAX_LENGTH && b_length <= NAME_MAX_LENGTH;
    return fits ? edits(a, a_length, b, b_length, SIZE_MAX) : SIZE_MAX;
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
