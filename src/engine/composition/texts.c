/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: presets, assumptions, constants, other names and bands of its parts. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

static const struct aic_span none = { "", 0 };

static bool no_memory(struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}

static size_t find_plain(const struct aic_composition *composition, const char *name, size_t length)
{
    size_t at =
        aic_field_index_find(&composition->input_index, none, (struct aic_span){ name, length });
    return at < composition->plain_count ? at : composition->plain_count;
}

/* One value of a preset, "weight_dtype nf4". */
struct item {
    struct aic_span name, value;
};

static bool next_item(const char **rest, struct item *item)
{
    *rest += strspn(*rest, ", ");
    size_t length = strcspn(*rest, ",");
    size_t name = strcspn(*rest, " ");
    if (length == 0) {
        return false;
    }
    item->name = (struct aic_span){ *rest, name };
    item->value = (struct aic_span){ *rest + name + 1, length - name - 1 };
    *rest += length;
    return true;
}

/* The input of a part that a plain one goes to by its name; NULL: it has none. */
static const struct aic_field *field_of(const struct aic_composition *composition, size_t part,
                                        size_t plain)
{
    size_t at = aic_composition_input_of(composition, part, plain);
    return aic_table_at(&composition->parts[part].calculator->inputs, at, NULL);
}

/* Whether a part has the input of a preset and does not know its value. */
static bool lacks(const struct aic_field *field, const struct item *item)
{
    struct aic_value value;
    return field && !aic_value_read(field, item->value.at, item->value.length, &value, NULL);
}

/* Whether a part's preset of that name sets something else. */
static bool differs(const struct aic_field *preset, const struct item *item)
{
    const char *rest = preset ? preset->preset : NULL;
    struct item other;
    while (rest && next_item(&rest, &other)) {
        if (other.name.length == item->name.length &&
            memcmp(other.name.at, item->name.at, item->name.length) == 0) {
            return other.value.length != item->value.length ||
                   memcmp(other.value.at, item->value.at, item->value.length) != 0;
        }
    }
    return false;
}

/* A value that every part knows is set under the plain name, any other in the parts themselves. */
static bool is_plain_value(const struct aic_composition *composition, size_t preset,
                           const struct item *item)
{
    size_t plain = find_plain(composition, item->name.at, item->name.length);
    bool all = plain < composition->plain_count;
    for (size_t p = 0; all && p < composition->part_count; p++) {
        all = !lacks(field_of(composition, p, plain), item) &&
              !differs(field_of(composition, p, preset), item);
    }
    return all;
}

/* Whether the list has that item as one of its own, not as the end of a longer one. */
static bool holds_item(const struct aic_text *list, const char *words, size_t length)
{
    const char *rest = list->at;
    struct item item;
    while (next_item(&rest, &item)) {
        size_t size = (size_t)(item.value.at - item.name.at) + item.value.length;
        if (size == length && memcmp(item.name.at, words, length) == 0) {
            return true;
        }
    }
    return false;
}

static void add_item(struct aic_text *text, struct aic_span prefix, const struct item *item)
{
    char words[128];
    struct aic_text one;
    aic_text_init(&one, words, sizeof words);
    aic_text_add_bytes(&one, prefix.at, prefix.length);
    aic_text_add_bytes(&one, item->name.at, item->name.length);
    aic_text_add(&one, " ");
    aic_text_add_bytes(&one, item->value.at, item->value.length);
    if (!holds_item(text, words, one.length)) {
        aic_text_format(text, "%s%s", text->length ? ", " : "", words);
    }
}

/* What a plain preset stands for: what it does in each part that has it. */
static bool form_preset(struct aic_composition *composition, size_t plain, struct aic_field *field)
{
    char words[512];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_field *of_part = field_of(composition, p, plain);
        const char *rest = of_part ? of_part->preset : NULL;
        struct item item;
        while (rest && next_item(&rest, &item)) {
            add_item(&text, is_plain_value(composition, plain, &item) ? none : part->prefix, &item);
        }
    }
    field->preset =
        text.length > 0 ? aic_pool_join(&composition->pool, words, text.length, "") : NULL;
    return field->preset || text.length == 0;
}

static bool form_presets(struct aic_composition *composition)
{
    struct aic_field *inputs = (struct aic_field *)composition->input_fields; /* of this pool */
    bool ok = true;
    for (size_t i = 0; ok && i < composition->plain_count; i++) {
        ok = inputs[i].kind != AIC_FLAG || form_preset(composition, i, &inputs[i]);
        if (inputs[i].kind == AIC_FLAG && !inputs[i].default_text && !inputs[i].preset) {
            inputs[i].flags |= AIC_OPEN;
        }
    }
    return ok;
}

/* Of each part its assumptions, under its name: two parts may call two things the same. */
static bool form_assumptions(struct aic_composition *composition)
{
    size_t count = 0;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct aic_assumption *a = composition->parts[p].calculator->assumptions;
        for (; a && a->id; a++) {
            count++;
        }
    }
    struct aic_assumption *all = aic_pool_take(&composition->pool, count + 1, sizeof all[0]);
    unsigned char *parts = aic_pool_take(&composition->pool, count + 1, 1);
    if (!all || !parts) {
        return false;
    }
    count = 0;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_assumption *a = part->calculator->assumptions;
        for (; a && a->id; a++, count++) {
            all[count] = *a;
            parts[count] = (unsigned char)p;
            all[count].id =
                aic_pool_join(&composition->pool, part->prefix.at, part->prefix.length, a->id);
            if (!all[count].id) {
                return false;
            }
        }
    }
    composition->calculator.assumptions = all;
    composition->assumption_part = parts;
    return true;
}

static bool form_constants(struct aic_composition *composition)
{
    size_t count = 0, kept = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct aic_constant *c = composition->parts[p].calculator->constants;
        for (; c && c->name; c++) {
            count++;
        }
    }
    struct aic_constant *all = aic_pool_take(&composition->pool, count + 1, sizeof all[0]);
    composition->calculator.constants = all;
    for (size_t p = 0; all && p < composition->part_count; p++) {
        const struct aic_constant *c = composition->parts[p].calculator->constants;
        for (; c && c->name; c++) {
            const struct aic_span name = { c->name, strlen(c->name) };
            if (!aic_constant_find(&composition->calculator, name)) {
                all[kept++] = *c;
            }
        }
    }
    return all != NULL;
}

static size_t count_names(const struct aic_composition *composition)
{
    size_t count = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct aic_former *former = composition->parts[p].calculator->former;
        const struct aic_alias *alias = composition->parts[p].calculator->aliases;
        for (; former && former->name; former++) {
            count++;
        }
        for (; alias && alias->name; alias++) {
            count++;
        }
    }
    return count;
}

/* A name of earlier versions, where it is none of today and what it became is a plain one. */
static bool is_former_here(const struct aic_composition *composition,
                           const struct aic_former *former)
{
    const struct aic_span name = { former->name, strlen(former->name) };
    const size_t count = composition->plain_count;
    return find_plain(composition, former->name, name.length) == count &&
           !aic_former_find(&composition->calculator, name) &&
           (!former->now || find_plain(composition, former->now, strlen(former->now)) < count);
}

/* Names of earlier versions, and other names that people type. */
static bool form_names(struct aic_composition *composition)
{
    size_t count = count_names(composition), formers = 0, others = 0;
    struct aic_former *former = aic_pool_take(&composition->pool, count + 1, sizeof former[0]);
    struct aic_alias *aliases = aic_pool_take(&composition->pool, count + 1, sizeof aliases[0]);
    composition->calculator.former = former;
    composition->calculator.aliases = aliases;
    for (size_t p = 0; former && aliases && p < composition->part_count; p++) {
        const struct aic_former *f = composition->parts[p].calculator->former;
        const struct aic_alias *a = composition->parts[p].calculator->aliases;
        for (; f && f->name; f++) {
            if (is_former_here(composition, f)) {
                former[formers++] = *f;
            }
        }
        for (; a && a->name; a++) {
            size_t index;
            const struct aic_span name = { a->name, strlen(a->name) };
            if (!aic_input_find(&composition->calculator, name, &index, NULL)) {
                aliases[others++] = *a;
            }
        }
    }
    return former && aliases;
}

/* A list of names of a table; `index` has the fields that they may be the names of, of which the
 * first `count` are meant. */
struct list {
    const char *names, *title, *mistake;
    const struct aic_field_index *index;
    size_t count;
};

/* Finds the places of the names; NULL: one is unknown, or memory is short. */
static const unsigned short *form_list(struct aic_composition *composition, const struct list *list,
                                       size_t *found, struct aic_error *error)
{
    const char *rest = list->names ? list->names : "";
    unsigned short *places = aic_pool_take(&composition->pool, strlen(rest), sizeof places[0]);
    if (!places) {
        no_memory(error);
        return NULL;
    }
    while (*(rest += strspn(rest, " "))) {
        const struct aic_span name = { rest, strcspn(rest, " ") };
        size_t at = aic_field_index_find(list->index, none, name);
        if (at >= list->count) {
            aic_composition_fail(composition, error, list->title, list->mistake);
            return NULL;
        }
        places[(*found)++] = (unsigned short)at;
        rest += name.length;
    }
    return places;
}

/* The inputs that -h shows. */
static bool form_asks(struct aic_composition *composition, struct aic_error *error)
{
    const struct list list = { composition->table->asks, "asks", "names what is no input",
                               &composition->input_index, composition->plain_count };
    struct aic_calculator *calculator = &composition->calculator;
    calculator->asks = form_list(composition, &list, &calculator->asks_count, error);
    return calculator->asks != NULL;
}

/* The results in which answers are compared. */
static bool form_deciding(struct aic_composition *composition, struct aic_error *error)
{
    const struct list list = { composition->table->decides, "decides", "names what is no result",
                               &composition->result_index, composition->result_index.count };
    composition->deciding = form_list(composition, &list, &composition->deciding_count, error);
    return composition->deciding != NULL;
}

static size_t plain_or_own(const struct aic_composition *composition, const struct part *part,
                           size_t input)
{
    size_t own = part->first_input + input;
    return composition->plain_of[own] ? composition->plain_of[own] - 1u : own;
}

/* The rows of a part, each with its place in the tables of the composition. */
static void add_bands(const struct aic_composition *composition, const struct part *part,
                      struct aic_band *bands, struct aic_judgement *judgements,
                      struct aic_cause *causes, struct aic_searched *searches)
{
    const struct aic_bands *from = &part->calculator->bands;
    for (size_t i = 0; i < from->band_count; i++) {
        bands[i] = from->bands[i];
        bands[i].result += part->first_result;
    }
    for (size_t i = 0; i < from->judgement_count; i++) {
        judgements[i] = from->judgements[i];
        judgements[i].flag += part->first_result;
        judgements[i].result += part->first_result;
    }
    for (size_t i = 0; i < from->cause_count; i++) {
        causes[i] = from->causes[i];
        causes[i].result += part->first_result;
    }
    for (size_t i = 0; i < from->search_count; i++) {
        searches[i] = from->searches[i];
        searches[i].result += part->first_result;
        searches[i].row += part->first_result;
        searches[i].input = plain_or_own(composition, part, from->searches[i].input);
    }
}

static bool form_bands(struct aic_composition *composition)
{
    struct aic_bands *all = &composition->calculator.bands;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct aic_bands *from = &composition->parts[p].calculator->bands;
        composition->parts[p].first_band = all->band_count;
        composition->parts[p].first_judgement = all->judgement_count;
        composition->parts[p].first_search = all->search_count;
        all->band_count += from->band_count;
        all->judgement_count += from->judgement_count;
        all->cause_count += from->cause_count;
        all->search_count += from->search_count;
    }
    struct aic_pool *pool = &composition->pool;
    struct aic_band *bands = aic_pool_take(pool, all->band_count, sizeof bands[0]);
    struct aic_judgement *judgements =
        aic_pool_take(pool, all->judgement_count, sizeof judgements[0]);
    struct aic_cause *causes = aic_pool_take(pool, all->cause_count, sizeof causes[0]);
    struct aic_searched *searches = aic_pool_take(pool, all->search_count, sizeof searches[0]);
    if (!bands || !judgements || !causes || !searches) {
        return false;
    }
    size_t cause = 0;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        add_bands(composition, part, bands + part->first_band, judgements + part->first_judgement,
                  causes + cause, searches + part->first_search);
        cause += part->calculator->bands.cause_count;
    }
    all->bands = bands;
    all->judgements = judgements;
    all->causes = causes;
    all->searches = searches;
    return true;
}

/* The warnings that change a decision in a part change one here. */
static bool form_first_warnings(struct aic_composition *composition)
{
    size_t count = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const char *const *ids = composition->parts[p].calculator->first_warnings;
        for (; ids && *ids; ids++) {
            count++;
        }
    }
    const char **all = aic_pool_take(&composition->pool, count + 1, sizeof all[0]);
    count = 0;
    for (size_t p = 0; all && p < composition->part_count; p++) {
        const char *const *ids = composition->parts[p].calculator->first_warnings;
        for (; ids && *ids; ids++) {
            all[count++] = *ids;
        }
    }
    composition->calculator.first_warnings = all;
    return all != NULL;
}

/* What the composition's own inputs warn of; the other warnings are the parts'. */
static void form_warnings(struct aic_composition *composition)
{
    if (composition->own_count > 0) {
        composition->calculator.warnings = composition->parts[0].calculator->warnings;
    }
}

bool aic_composition_form_texts(struct aic_composition *composition, struct aic_error *error)
{
    form_warnings(composition);
    bool ok = form_presets(composition) && form_assumptions(composition) &&
              form_constants(composition) && form_names(composition) && form_bands(composition) &&
              form_first_warnings(composition);
    return ok ? form_asks(composition, error) && form_deciding(composition, error)
              : no_memory(error);
}
