/* SPDX-License-Identifier: Apache-2.0 */
/* Meanings: gathered, joined where calculators agree, released. */
#include "cli/views/explain/meaning.h"

#include <stdlib.h>
#include <string.h>

struct cli_meaning *cli_meaning_add(struct cli_meanings *meanings, const char *kind,
                                    const char *name, const struct aic_calculator *calculator)
{
    if (meanings->count == CLI_MEANINGS_MAX) {
        return NULL;
    }
    struct cli_meaning *meaning = calloc(1, sizeof *meaning);
    if (!meaning) {
        meanings->failed = true;
        return NULL;
    }
    meaning->kind = kind;
    meaning->name = name;
    if (calculator) {
        meaning->where[meaning->where_count++] = calculator;
    }
    meanings->at[meanings->count++] = meaning;
    return meaning;
}

static bool are_equal(const struct cli_meaning *a, const struct cli_meaning *b)
{
    if (strcmp(a->kind, b->kind) != 0 || a->fact_count != b->fact_count) {
        return false;
    }
    for (size_t i = 0; i < a->fact_count; i++) {
        if (strcmp(a->facts[i].label, b->facts[i].label) != 0 ||
            strcmp(a->facts[i].words, b->facts[i].words) != 0) {
            return false;
        }
    }
    return true;
}

void cli_meaning_end(struct cli_meanings *meanings)
{
    struct cli_meaning *last = meanings->at[meanings->count - 1];
    for (size_t i = 0; i + 1 < meanings->count; i++) {
        struct cli_meaning *other = meanings->at[i];
        if (are_equal(other, last)) {
            bool is_new = last->where_count > 0 && other->where_count < CLI_WHERE_MAX &&
                          other->where[other->where_count - 1] != last->where[0];
            if (is_new) {
                other->where[other->where_count++] = last->where[0];
            }
            free(last);
            meanings->count--;
            return;
        }
    }
}

static void add_fact(struct cli_meaning *meaning, const char *label, const char *words, bool listed)
{
    size_t length = words ? strlen(words) : 0;
    if (length == 0 || meaning->fact_count == CLI_FACTS_MAX ||
        length + 1 > sizeof meaning->room - meaning->used) {
        return;
    }
    char *at = meaning->room + meaning->used;
    memcpy(at, words, length + 1);
    meaning->used += length + 1;
    meaning->facts[meaning->fact_count++] = (struct cli_fact){ label, at, listed };
}

void cli_fact(struct cli_meaning *meaning, const char *label, const char *words)
{
    add_fact(meaning, label, words, false);
}

void cli_listed_fact(struct cli_meaning *meaning, const char *label, const char *words)
{
    add_fact(meaning, label, words, true);
}

void cli_meanings_clear(struct cli_meanings *meanings)
{
    for (size_t i = 0; i < meanings->count; i++) {
        free(meanings->at[i]);
    }
    meanings->count = 0;
}
