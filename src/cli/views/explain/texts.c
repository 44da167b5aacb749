/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of help in which a word stands that has no meaning of its own. */
#include <string.h>
#include <strings.h>

#include "cli/formats/lines.h"
#include "cli/views/explain/meaning.h"

#define TEXTS_MAX 8

/* What is looked for in texts of help, and where it was found. */
struct texts {
    const char *word;
    struct cli_meaning *meaning;
    size_t count;
    bool whole; /* only as a word of its own */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool stands_in(const char *text, const char *word, bool whole)
{
    size_t length = strlen(word);
    for (const char *at = text; *at; at++) {
        bool begins = at == text || !is_letter(at[-1]);
        if (strncasecmp(at, word, length) == 0 && (!whole || (begins && !is_letter(at[length])))) {
            return true;
        }
    }
    return false;
}

static bool is_told(const struct cli_meaning *meaning, const char *words)
{
    for (size_t i = 0; i < meaning->fact_count; i++) {
        if (strcmp(meaning->facts[i].words, words) == 0) {
            return true;
        }
    }
    return false;
}

static void look_into(void *context, const char *name, const char *help)
{
    struct texts *texts = context;
    char words[512];
    if (texts->count == TEXTS_MAX || !stands_in(help, texts->word, texts->whole)) {
        return;
    }
    cli_print(words, sizeof words, "%s: %s", name, help);
    if (!is_told(texts->meaning, words)) {
        cli_listed_fact(texts->meaning, "stands_in", words);
        texts->count++;
    }
}

void cli_meanings_of_texts(struct cli_meanings *meanings, const char *word)
{
    struct texts texts = { .word = word };
    if (strlen(word) < 3) {
        return;
    }
    texts.meaning = cli_meaning_add(meanings, "in texts of help", word, NULL);
    for (int whole = 1; texts.meaning && whole >= 0; whole--) { /* whole words first */
        texts.whole = whole;
        cli_each_word(look_into, &texts);
    }
    if (texts.meaning && texts.count == 0) {
        cli_meanings_clear(meanings);
    }
}
