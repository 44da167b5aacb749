/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: assumptions, constants, other names and bands of its parts, in one list each. */
#include <string.h>

#include "engine/composition/composition.h"

/* ---- lists of rows that begin with a name, and end where there is none ---- */

static const char *rows_of(const struct aic_calculator *calculator, size_t list)
{
    const char *rows;
    memcpy(&rows, (const char *)calculator + list, sizeof rows);
    return rows;
}

static bool is_row(const char *at)
{
    const char *name;
    memcpy(&name, at, sizeof name);
    return name != NULL;
}

/* Whether the row of a part is one of the composition. */
typedef bool row_filter(const struct aic_composition *composition, const void *row);

/* Joins the lists of all parts at that offset in their calculators, of rows of that size. */
static void join_lists(struct aic_composition *composition, size_t list, size_t size,
                       row_filter *is_kept)
{
    size_t most = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const char *rows = rows_of(composition->parts[p].calculator, list);
        for (; rows && is_row(rows); rows += size) {
            most++;
        }
    }
    char *all = aic_pool_take(&composition->pool, most + 1, size);
    memcpy((char *)&composition->calculator + list, &all, sizeof all);
    for (size_t p = 0; all && p < composition->part_count; p++) {
        const char *rows = rows_of(composition->parts[p].calculator, list);
        for (; rows && is_row(rows); rows += size) {
            if (!is_kept || is_kept(composition, rows)) {
                memcpy(all, rows, size);
                all += size;
            }
        }
    }
}

#define JOIN(member, is_kept)                                                                      \
    join_lists(composition, offsetof(struct aic_calculator, member),                               \
               sizeof composition->calculator.member[0], is_kept)

static bool is_new_constant(const struct aic_composition *composition, const void *row)
{
    const struct aic_constant *constant = row;
    return !aic_constant_find(&composition->calculator, aic_span_of(constant->name));
}

static bool is_new_alias(const struct aic_composition *composition, const void *row)
{
    const struct aic_alias *alias = row, *known = composition->calculator.aliases;
    while (known && known->name && strcmp(known->name, alias->name) != 0) {
        known++;
    }
    return (!known || !known->name) &&
           aic_composition_plain(composition, aic_span_of(alias->name)) == composition->plain_count;
}

/* A name of earlier versions, where it is none of today and what it became is a plain one. */
static bool is_old_name_here(const struct aic_composition *composition, const void *row)
{
    const struct aic_old_name *old = row;
    const struct aic_span name = aic_span_of(old->name);
    const size_t count = composition->plain_count;
    return aic_composition_plain(composition, name) == count &&
           !aic_old_name_find(&composition->calculator, name) &&
           (!old->now || aic_composition_plain(composition, aic_span_of(old->now)) < count);
}

/* Of each part its assumptions, under its name: two parts may call two things the same. */
static void join_assumptions(struct aic_composition *composition)
{
    JOIN(assumptions, NULL);
    struct aic_assumption *all = (struct aic_assumption *)composition->calculator.assumptions;
    for (size_t p = 0; all && p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_assumption *a = part->calculator->assumptions;
        for (; a && a->id; a++, all++) {
            all->id = aic_pool_join(&composition->pool, part->prefix, a->id);
        }
    }
}

/* Those of the composition's own parts; the other warnings are the parts'. */
static void join_own_warnings(struct aic_composition *composition)
{
    size_t count = 0;
    for (size_t p = 0; p < composition->own_count; p++) {
        const struct aic_warning *from = composition->parts[p].calculator->warnings;
        for (; from && from->id; from++) {
            count++;
        }
    }
    struct aic_warning *all = aic_pool_take(&composition->pool, count + 1, sizeof all[0]);
    composition->calculator.warnings = all;
    for (size_t p = 0; all && p < composition->own_count; p++) {
        const struct aic_warning *from = composition->parts[p].calculator->warnings;
        for (; from && from->id; from++) {
            *all++ = *from;
        }
    }
}

/* ---- bands ---- */

/* The rows of a part, each with its places in the tables of the composition. */
static void add_bands(const struct aic_composition *composition, const struct part *part,
                      struct aic_bands *all, struct aic_band *bands,
                      struct aic_judgement *judgements, struct aic_cause *causes,
                      struct aic_searched *searches)
{
    const struct aic_bands *from = &part->calculator->bands;
    for (size_t i = 0; i < from->band_count; i++) {
        struct aic_band *band = &bands[all->band_count++];
        *band = from->bands[i];
        band->result += part->first_result;
    }
    for (size_t i = 0; i < from->judgement_count; i++) {
        struct aic_judgement *judgement = &judgements[all->judgement_count++];
        *judgement = from->judgements[i];
        judgement->flag += part->first_result;
        judgement->result += part->first_result;
    }
    for (size_t i = 0; i < from->cause_count; i++) {
        struct aic_cause *cause = &causes[all->cause_count++];
        *cause = from->causes[i];
        cause->result += part->first_result;
    }
    for (size_t i = 0; i < from->search_count; i++) {
        struct aic_searched *search = &searches[all->search_count++];
        *search = from->searches[i];
        search->result += part->first_result;
        search->row += part->first_result;
        search->input += part->first_input;
        if (composition->links[search->input].plain) {
            search->input = (size_t)(composition->links[search->input].plain - composition->inputs);
        }
    }
}

static void join_bands(struct aic_composition *composition)
{
    struct aic_bands most = { .band_count = 0 }, *all = &composition->calculator.bands;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct aic_bands *from = &composition->parts[p].calculator->bands;
        most.band_count += from->band_count;
        most.judgement_count += from->judgement_count;
        most.cause_count += from->cause_count;
        most.search_count += from->search_count;
    }
    struct aic_pool *pool = &composition->pool;
    struct aic_band *bands = aic_pool_take(pool, most.band_count, sizeof bands[0]);
    struct aic_judgement *judgements =
        aic_pool_take(pool, most.judgement_count, sizeof judgements[0]);
    struct aic_cause *causes = aic_pool_take(pool, most.cause_count, sizeof causes[0]);
    struct aic_searched *searches = aic_pool_take(pool, most.search_count, sizeof searches[0]);
    for (size_t p = composition->own_count; !pool->failed && p < composition->part_count; p++) {
        struct part *part = &composition->parts[p];
        part->first_band = all->band_count;
        part->first_judgement = all->judgement_count;
        part->first_search = all->search_count;
        add_bands(composition, part, all, bands, judgements, causes, searches);
    }
    all->bands = bands;
    all->judgements = judgements;
    all->causes = causes;
    all->searches = searches;
}

/* ---- names of the table ---- */

/* Puts the places of the fields that a text names into a list; false: it names what is none. */
static bool find_names(struct aic_composition *composition, const struct aic_table *table,
                       const char *names, const unsigned short **list, size_t *count)
{
    unsigned short *places = aic_pool_take(&composition->pool, strlen(names), sizeof places[0]);
    *list = places;
    while (places && *(names += strspn(names, " "))) {
        size_t length = strcspn(names, " ");
        size_t at = aic_table_find(table, names, length);
        if (at == aic_table_size(table)) {
            return false;
        }
        places[(*count)++] = (unsigned short)at;
        names += length;
    }
    return true;
}

bool aic_composition_form_lists(struct aic_composition *composition, struct aic_error *error)
{
    struct aic_calculator *calculator = &composition->calculator;
    const char *asks = composition->table->asks, *decides = composition->table->decides;
    join_assumptions(composition);
    JOIN(constants, is_new_constant);
    JOIN(old_names, is_old_name_here);
    JOIN(aliases, is_new_alias);
    JOIN(first_warnings, NULL); /* what changes a decision in a part changes one here */
    join_bands(composition);
    join_own_warnings(composition);
    if (!find_names(composition, &calculator->inputs, asks ? asks : "", &calculator->asks,
                    &calculator->asks_count)) {
        return aic_composition_fail(composition, error, "asks", "names what is no input");
    }
    return find_names(composition, &calculator->results, decides ? decides : "",
                      &composition->deciding, &composition->deciding_count) ||
           aic_composition_fail(composition, error, "decides", "names what is no result");
}
