/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Words of the field that are no name here: what each means, and the command that sizes it
 * (words.tsv: word, other spellings, meaning, command). And the marks of tables.
 */
#include <string.h>

#include "catalog/names/names.h"
#include "cli/formats/lines.h"
#include "cli/views/explain/meaning.h"

/* Cuts the text before `end`; the rest begins after it. */
static struct aic_span cut(struct aic_span *rest, char end)
{
    const char *at = memchr(rest->at, end, rest->length);
    struct aic_span part = { rest->at, at ? (size_t)(at - rest->at) : rest->length };
    size_t taken = part.length + (at ? 1 : 0);
    rest->at += taken;
    rest->length -= taken;
    return part;
}

/* The same word, but for case, blanks and signs between its letters. */
static bool is_spelling(struct aic_span name, const struct aic_folded *typed)
{
    struct aic_folded folded;
    return aic_fold(&folded, name) && aic_folds_agree(typed, &folded);
}

static bool is_one_of(struct aic_span names, const struct aic_folded *typed)
{
    while (names.length > 0) {
        if (is_spelling(cut(&names, ','), typed)) {
            return true;
        }
    }
    return false;
}

static void add_fact(struct cli_meaning *meaning, const char *label, struct aic_span words)
{
    char told[1024];
    struct aic_text text;
    aic_text_init(&text, told, sizeof told);
    aic_text_add_bytes(&text, words.at, words.length);
    cli_fact(meaning, label, told);
}

static void add_field_word(struct cli_meanings *meanings, const char *word)
{
    struct aic_folded typed;
    struct aic_span lines = { cli_field_words, strlen(cli_field_words) };
    if (!aic_fold(&typed, (struct aic_span){ word, strlen(word) })) {
        return;
    }
    cut(&lines, '\n'); /* the names of the columns */
    while (lines.length > 0) {
        struct aic_span line = cut(&lines, '\n');
        struct aic_span name = cut(&line, '\t'), also = cut(&line, '\t');
        struct aic_span means = cut(&line, '\t');
        if (!is_spelling(name, &typed) && !is_one_of(also, &typed)) {
            continue;
        }
        struct cli_meaning *meaning = cli_meaning_add(meanings, "word of the field", word, NULL);
        if (meaning) {
            add_fact(meaning, "means", means);
            add_fact(meaning, "also", also);
            add_fact(meaning, "command", line);
        }
    }
}

/* Marks of tables, which stand for how far a number can be trusted. */
static void add_mark(struct cli_meanings *meanings, const char *word)
{
    static const struct {
        const char *mark, *means;
    } marks[] = {
        { "*", "published: it rests on a figure of a vendor, a paper or a price list" },
        { "~",
          "estimate: it rests on a model of behaviour; its band says how far reality was found" },
        { "?",
          "assumed: it moves by more than a percent with a default that nobody chose; the line "
          "'assumed' names those defaults and how far they move the answer. Where every row of a "
          "screen rests on one, the mark stands only beside rows that rest on more than that line "
          "names" },
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        struct cli_meaning *meaning =
            strcmp(marks[i].mark, word) == 0 ? cli_meaning_add(meanings, "mark", word, NULL) : NULL;
        if (meaning) {
            cli_fact(meaning, "means", marks[i].means);
            cli_fact(meaning, "more", "aicalc help basis");
        }
    }
}

void cli_meanings_of_field(struct cli_meanings *meanings, const char *word)
{
    add_mark(meanings, word);
    add_field_word(meanings, word);
}
