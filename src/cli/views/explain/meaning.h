/* SPDX-License-Identifier: Apache-2.0 */
/* What a word means: as a parameter, a result, a warning and so on, in which calculators. */
#ifndef AICALC_CLI_VIEWS_EXPLAIN_MEANING_H
#define AICALC_CLI_VIEWS_EXPLAIN_MEANING_H

#include <aicalc/aicalc.h>

#include "cli/formats/format.h"

#define CLI_FACTS_MAX    48
#define CLI_WHERE_MAX    64
#define CLI_MEANING_ROOM 12288

/* One thing to know, such as the default. */
struct cli_fact {
    const char *label; /* as JSON names it */
    const char *words;
    bool listed; /* there may be several: JSON has a list */
};

struct cli_meaning {
    const char *kind; /* "parameter", "result", "warning" */
    const char *name;
    const struct aic_calculator *where[CLI_WHERE_MAX]; /* none: it belongs to all */
    size_t where_count;
    struct cli_fact facts[CLI_FACTS_MAX];
    size_t fact_count;
    size_t used;
    char room[CLI_MEANING_ROOM]; /* of the words */
};

#define CLI_MEANINGS_MAX 64

struct cli_meanings {
    const char *word;
    struct cli_meaning *at[CLI_MEANINGS_MAX];
    size_t count;
    bool failed; /* memory */
};

/* Starts a meaning; NULL without memory or room. The calculator may be NULL. */
struct cli_meaning *cli_meaning_add(struct cli_meanings *meanings, const char *kind,
                                    const char *name, const struct aic_calculator *calculator);

/* Ends the last meaning: one that differs from an earlier one only in its calculator joins it. */
void cli_meaning_end(struct cli_meanings *meanings);

/* Adds a fact, unless the words are NULL or empty. */
void cli_fact(struct cli_meaning *meaning, const char *label, const char *words);
void cli_listed_fact(struct cli_meaning *meaning, const char *label, const char *words);

/* Everything that the word stands for; nothing where nobody knows it. */
void cli_meanings_find(struct cli_meanings *meanings, const char *word);
bool cli_is_word(const char *word); /* it has a meaning */
void cli_meanings_clear(struct cli_meanings *meanings);

/* Parameters and results of that name, or of one calculator alone: train-time.mfu. */
void cli_meanings_of_fields(struct cli_meanings *meanings, const char *name);
/* Warnings, assumptions, constants and values of choices. */
void cli_meanings_of_rows(struct cli_meanings *meanings, const char *name);
/* Units, dimensions, calculators, options, catalogs, their fields and names of earlier versions. */
void cli_meanings_of_words(struct cli_meanings *meanings, const char *word);

/* Words of the field that are no name here, and the marks of tables. */
void cli_meanings_of_field(struct cli_meanings *meanings, const char *word);
/* Texts of help in which the word stands; nothing else is known of it. */
void cli_meanings_of_texts(struct cli_meanings *meanings, const char *word);
/* Lines of words.tsv. */
extern const char cli_field_words[];

/* Calls `visit` with every word that has a meaning, except units. */
typedef void cli_word_visitor(void *context, const char *word, const char *help);
void cli_each_word(cli_word_visitor *visit, void *context);

/* Suggests words that are near, or have the word in them. */
bool cli_suggest_words(struct aic_error *error, const char *word);

/* In the formats. */
void cli_meanings_table(const struct cli_meanings *meanings, struct aic_sink *sink);
void cli_meanings_json(const struct cli_meanings *meanings, struct aic_sink *sink);

/* The whole of 'aicalc explain WORD', also for help. Returns the exit code. */
int cli_explain_word(const char *word, const struct cli_format *format);

#endif
