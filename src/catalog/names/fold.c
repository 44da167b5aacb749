/* SPDX-License-Identifier: Apache-2.0 */
/* Folding names: what does not count goes, and words are found where words begin and end. */
#include "catalog/names/names.h"

#include <stdint.h>
#include <string.h>

#include "core/ascii.h"

static bool is_separator(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '-':
    case '_':
    case '.':
    case '/':
    case ':':
    case ',':
    case '(':
    case ')':
        return true;
    default:
        return false;
    }
}

static bool is_mark(char c)
{
    return c == ' ' || c == '.';
}

/* Billions, gigabytes, gigabits, and so on. */
bool aic_fold_is_unit(struct aic_span letters)
{
    static const char *const units[] = { "b", "gb", "tb", "g", "k", "m" };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t length = strlen(units[i]);
        bool is_same = length == letters.length;
        for (size_t c = 0; is_same && c < length; c++) {
            is_same = aic_lower(letters.at[c]) == units[i][c];
        }
        if (is_same) {
            return true;
        }
    }
    return false;
}

/* The letters at text[i], up to a digit or a separator. */
static struct aic_span letters_at(struct aic_span text, size_t i)
{
    size_t end = i;
    while (end < text.length && !aic_is_digit(text.at[end]) && !is_separator(text.at[end])) {
        end++;
    }
    return (struct aic_span){ text.at + i, end - i };
}

/* True for the point of "3.1" and "0.6b", false for that of "5.48xlarge". */
static bool is_point(struct aic_span text, size_t i)
{
    if (text.at[i] != '.' || i == 0 || !aic_is_digit(text.at[i - 1])) {
        return false;
    }
    size_t end = i + 1;
    while (end < text.length && aic_is_digit(text.at[end])) {
        end++;
    }
    struct aic_span behind = letters_at(text, end);
    return end > i + 1 && (behind.length == 0 || aic_fold_is_unit(behind));
}

bool aic_fold(struct aic_folded *folded, struct aic_span text)
{
    size_t length = 0;
    char waiting = '\0'; /* a mark that stands only if something follows */
    for (size_t i = 0; i < text.length; i++) {
        if (is_separator(text.at[i])) {
            waiting = is_point(text, i) ? '.' : ' ';
            continue;
        }
        if (length + 2 > sizeof folded->at) {
            return false;
        }
        if (waiting && length > 0) {
            folded->at[length++] = waiting;
        }
        waiting = '\0';
        folded->at[length++] = aic_lower(text.at[i]);
    }
    folded->length = length;
    return length > 0;
}

bool aic_fold_ends_text(const struct aic_folded *folded, struct aic_span text)
{
    size_t at = text.length;
    for (size_t i = folded->length; i-- > 0;) {
        if (is_mark(folded->at[i])) {
            continue;
        }
        while (at > 0 && is_separator(text.at[at - 1])) {
            at--;
        }
        if (at == 0 || aic_lower(text.at[--at]) != folded->at[i]) {
            return false;
        }
    }
    return true;
}

/* Leaves a maker in front out, unless nothing would be left. */
static void drop_maker(struct aic_folded *folded)
{
    static const char *const makers[] = {
        "nvidia geforce ", "nvidia ", "geforce ",  "amd instinct ", "amd ",
        "tesla ",          "intel ",  "instinct ", "google ",       "meta "
    };
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        size_t length = strlen(makers[i]);
        if (folded->length > length && memcmp(folded->at, makers[i], length) == 0) {
            folded->length -= length;
            memmove(folded->at, folded->at + length, folded->length);
            return;
        }
    }
}

/* What follows the organisation of ORGANISATION/MODEL; all of any other text. */
static struct aic_span drop_organisation(struct aic_span text)
{
    const char *slash = memchr(text.at, '/', text.length);
    size_t used = slash ? (size_t)(slash + 1 - text.at) : 0;
    bool is_hub_name = used > 1 && used < text.length && !memchr(text.at, ' ', text.length) &&
                       !memchr(slash + 1, '/', text.length - used);
    return is_hub_name ? (struct aic_span){ slash + 1, text.length - used } : text;
}

bool aic_fold_bare(struct aic_folded *folded, struct aic_span text)
{
    if (!aic_fold(folded, drop_organisation(text))) {
        return false;
    }
    drop_maker(folded);
    return true;
}

/* Reads `typed` in `name` from name[at] on: where it ends, or SIZE_MAX where it is not there. */
static size_t read_there(struct aic_span typed, struct aic_span name, size_t at)
{
    for (size_t i = 0; i < typed.length;) {
        bool parts = is_mark(typed.at[i]);
        char mark = at < name.length && is_mark(name.at[at]) ? name.at[at] : '\0';
        size_t next = i + parts;
        size_t there = at + (mark != '\0');
        if (there >= name.length || typed.at[next] != name.at[there]) {
            return SIZE_MAX;
        }
        bool in_number = i > 0 && (parts || mark) && aic_is_digit(typed.at[next]) &&
                         aic_is_digit(typed.at[i - 1]);
        if (in_number && (mark == ' ' ? !parts : mark == '\0')) {
            return SIZE_MAX;
        }
        i = next + 1;
        at = there + 1;
    }
    return at;
}

bool aic_folds_agree(const struct aic_folded *typed, const struct aic_folded *name)
{
    return read_there(aic_folded_span(typed), aic_folded_span(name), 0) == name->length;
}

/* Letters that stand together before text[at]. */
static size_t letters_before(const struct aic_folded *text, size_t at)
{
    size_t count = 0;
    while (count < at && !aic_is_digit(text->at[at - count - 1]) &&
           !is_mark(text->at[at - count - 1])) {
        count++;
    }
    return count;
}

/* A single letter belongs to the number behind it: "h100", "a22b", "v3"; so do those of a number format:
 * "nvfp4" is nothing of a fourth generation. */
static bool parts_letters(const struct aic_folded *text, size_t at)
{
    static const char *const formats[] = { "fp", "nvfp", "mxfp", "bf", "nf", "int", NULL };
    size_t length = letters_before(text, at);
    for (size_t i = 0; formats[i]; i++) {
        if (strlen(formats[i]) == length &&
            memcmp(text->at + at - length, formats[i], length) == 0) {
            return false;
        }
    }
    return length > 1;
}

/* "xlarge" is a size of its own, not the end of "48xlarge". */
static bool ends_size(const struct aic_folded *text, size_t at)
{
    static const char size[] = "xlarge";
    struct aic_span letters = letters_at(aic_folded_span(text), at);
    return letters.length == sizeof size - 1 && memcmp(letters.at, size, letters.length) == 0;
}

static bool begins_word(const struct aic_folded *text, size_t at)
{
    if (at == 0 || text->at[at - 1] == ' ') {
        return true;
    }
    bool after_digit = aic_is_digit(text->at[at - 1]);
    if (text->at[at - 1] == '.' || after_digit == aic_is_digit(text->at[at])) {
        return false;
    }
    return after_digit ? !ends_size(text, at) : parts_letters(text, at);
}

static enum aic_fit fit_at_end(const struct aic_folded *text, size_t at)
{
    if (at == text->length || text->at[at] == ' ') {
        return AIC_FIT_WORD;
    }
    bool after_digit = aic_is_digit(text->at[at - 1]);
    if (text->at[at] == '.' || after_digit == aic_is_digit(text->at[at])) {
        return AIC_FIT_NONE;
    }
    if (after_digit) {
        return aic_fold_is_unit(letters_at(aic_folded_span(text), at)) ? AIC_FIT_NUMBER
                                                                       : AIC_FIT_NONE;
    }
    return parts_letters(text, at) ? AIC_FIT_WORD : AIC_FIT_NONE;
}

enum aic_fit aic_fold_fit(struct aic_span word, const struct aic_folded *text)
{
    enum aic_fit best = AIC_FIT_NONE;
    for (size_t at = 0; at < text->length; at++) {
        if (is_mark(text->at[at]) || !begins_word(text, at)) {
            continue;
        }
        size_t end = read_there(word, aic_folded_span(text), at);
        enum aic_fit fit = end == SIZE_MAX ? AIC_FIT_NONE : fit_at_end(text, end);
        best = fit > best ? fit : best;
    }
    return best;
}

bool aic_fold_next(struct aic_span *rest, struct aic_span *word)
{
    const char *end = rest->length > 0 ? memchr(rest->at, ' ', rest->length) : NULL;
    *word = (struct aic_span){ rest->at, end ? (size_t)(end - rest->at) : rest->length };
    size_t used = word->length + (end != NULL);
    rest->at += used;
    rest->length -= used;
    return word->length > 0;
}
