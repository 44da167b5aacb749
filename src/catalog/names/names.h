/* SPDX-License-Identifier: Apache-2.0 */
/* Names as people type them: folded, cut into words, and held against what entries are called. */
#ifndef AICALC_CATALOG_NAMES_NAMES_H
#define AICALC_CATALOG_NAMES_NAMES_H

#include <string.h>

#include <aicalc/catalog.h>
#include <aicalc/text.h>

#include "core/span.h"

/* Longer names are typed exactly or not at all. */
#define AIC_FOLDED_SIZE 160

/*
 * A name without what does not count: lower case, and for each run of separators a blank. A point
 * inside a number stays a point, so that "3.1" is one number; that of "p5.48xlarge" is a blank.
 */
struct aic_folded {
    char at[AIC_FOLDED_SIZE];
    size_t length;
};

/* False where the text is too long, or nothing is left of it. */
bool aic_fold(struct aic_folded *folded, struct aic_span text);

/* Whether a text ends with the same letters, whatever separates them: no other one agrees. */
bool aic_fold_ends_text(const struct aic_folded *folded, struct aic_span text);

/* The same of what stands behind an organisation ("meta-llama/") and a maker ("nvidia geforce"). */
bool aic_fold_bare(struct aic_folded *folded, struct aic_span text);

/*
 * True where a typed name is that of an entry. Blanks and points count between two numbers only:
 * "31" may stand for "3.1", but not for "3 1", which are two.
 */
bool aic_folds_agree(const struct aic_folded *typed, const struct aic_folded *name);

/* How well a text has a word. */
enum aic_fit {
    AIC_FIT_NONE,
    AIC_FIT_NUMBER, /* a bare number, which has a unit there: "80" in "80gb" */
    AIC_FIT_WORD
};

/*
 * A word may be glued of several of the text ("gptoss120b"); it begins and ends where one of them
 * does, so that "h100" is not in "gh100", nor "b200" in "gb200", nor "l40" in "l40s".
 */
enum aic_fit aic_fold_fit(struct aic_span word, const struct aic_folded *text);

/* Letters that may stand behind a number as its unit: "b", "gb", "g". */
bool aic_fold_is_unit(struct aic_span letters);

/* Takes the next word from the head of `rest`; false at the end. */
bool aic_fold_next(struct aic_span *rest, struct aic_span *word);

static inline struct aic_span aic_folded_span(const struct aic_folded *folded)
{
    return (struct aic_span){ folded->at, folded->length };
}

/* Most aliases, and most words that an entry is preferred for. */
#define AIC_ALIASES_MAX 16

/* All that an entry can be found by. The texts are those of its JSON. */
struct aic_called {
    struct aic_span
        at[AIC_ALIASES_MAX + 6]; /* its name first, then label and aliases, then others */
    size_t count;
    size_t names; /* so many of them are names of it; the rest are words that describe it */
    struct aic_span preferred[AIC_ALIASES_MAX];
    size_t preferred_count;
    struct aic_span text;    /* of a built-in entry; empty: another is laid over it or beside it */
    double year;             /* when it came out; 0: not known */
    struct aic_span form_of; /* the entry of which it is another form; empty: none */
};

/* Reads them from a parsed entry; from the text of a built-in one, which is many times as fast. Words that describe
 * it stand in its fields: who looks for names alone reads no more than what stands before these. */
void aic_called(enum aic_catalog_kind kind, const struct aic_json_value *node,
                struct aic_called *called);
void aic_called_text(enum aic_catalog_kind kind, struct aic_span text, bool with_words,
                     struct aic_called *called);

/* Visits what the entries of a catalog are called; false ends the walk. */
typedef bool aic_called_visitor(void *context, const struct aic_called *called);
void aic_called_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind, bool with_words,
                     aic_called_visitor *visit, void *context);

/* True of ORGANISATION/NAME, which is a name as a whole: its words are those of other entries too. */
bool aic_called_as_whole(const struct aic_called *called, size_t i);

/* ORGANISATION/MODEL, as Hugging Face names models; and whether a name of the entry begins with the same
 * organisation. */
bool aic_name_is_of_hub(const char *name);
bool aic_called_has_organisation(const struct aic_called *called, const char *name);

/* How well an entry has all words of a folded text: as well as the one that it has worst. */
enum aic_fit aic_called_fit(const struct aic_called *called, struct aic_span words);

/*
 * Suggests what could be meant by a name that no entry has: entries that share most words, then
 * those that differ in few letters; never another generation. Returns false.
 */
bool aic_suggest_entries(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                         const char *typed, struct aic_error *error);

#endif
