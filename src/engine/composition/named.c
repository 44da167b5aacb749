/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forming a composition: the fields that the words of each field name. What an answer rests on
 * follows from them, and no question has to look a thousand names up.
 */
#include "engine/named.h"

#include <string.h>

#include <aicalc/formula.h>

#include "engine/composition/composition.h"

/* The lists under way. */
struct naming {
    const struct aic_composition *composition;
    struct aic_span prefix; /* of the field's part: names in its words are the part's */
    uint32_t *at;
    unsigned short *lists;
    size_t length;
};

static size_t input_count(const struct aic_composition *composition)
{
    return composition->input_index.count;
}

static size_t place_count(const struct aic_composition *composition)
{
    return input_count(composition) + composition->result_index.count;
}

static const struct aic_field *field_at(const struct aic_composition *composition, size_t place)
{
    size_t inputs = input_count(composition);
    return place < inputs ? &composition->input_fields[place]
                          : &composition->results[place - inputs];
}

/* What else a field rests on than on the names of its words; of an input nothing. */
static const char *others(const struct aic_composition *composition, size_t place)
{
    const char *names = field_at(composition, place)->rests_on;
    return names && place >= input_count(composition) ? names : "";
}

static size_t case_count(const struct aic_field *field)
{
    return field->formula && !field->sentence ? aic_formula_cases(field->formula) : 1;
}

/* The numbers of a list are no more than this: names of a text have a character between them. */
static size_t most_numbers(const struct aic_composition *composition, size_t place)
{
    const struct aic_field *field = field_at(composition, place);
    const char *words = aic_field_words(field);
    size_t in_words = words ? (strlen(words) + 1) / 2 : 0;
    size_t in_others = (strlen(others(composition, place)) + 1) / 2;
    return 1 + in_words + case_count(field) * (1 + in_others);
}

/* The place of the field of that name; the number of places: a constant, or a word of a sentence. */
static size_t find(const struct naming *naming, struct aic_span name)
{
    const struct aic_composition *composition = naming->composition;
    const struct aic_field_index *inputs = &composition->input_index;
    uint64_t hash = aic_field_index_hash(naming->prefix, name);
    size_t at = aic_field_index_find_hashed(inputs, hash, naming->prefix, name);
    return at < inputs->count
               ? at
               : inputs->count + aic_field_index_find_hashed(&composition->result_index, hash,
                                                             naming->prefix, name);
}

static bool has(const unsigned short *list, size_t place)
{
    size_t i = list[0];
    while (i > 0 && list[i] != place) {
        i--;
    }
    return i > 0;
}

/* Adds the fields that a text names to the list of a case. */
static void add_names(struct naming *naming, unsigned short *list, struct aic_span text)
{
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        size_t place = find(naming, name);
        if (place < place_count(naming->composition) && !has(list, place)) {
            list[++list[0]] = (unsigned short)place;
        }
    }
}

static struct aic_span words_of_case(const struct aic_field *field, size_t number)
{
    const char *words = aic_field_words(field);
    struct aic_span condition;
    return field->formula && !field->sentence
               ? aic_formula_case(words, number, &condition)
               : (struct aic_span){ words ? words : "", words ? strlen(words) : 0 };
}

static void add_list(struct naming *naming, size_t place)
{
    const struct aic_field *field = field_at(naming->composition, place);
    const char *rests_on = others(naming->composition, place);
    size_t cases = case_count(field);
    if (!aic_field_words(field) && !rests_on[0]) {
        return;
    }
    naming->at[place] = (uint32_t)naming->length;
    naming->lists[naming->length++] = (unsigned short)cases;
    for (size_t number = 0; number < cases; number++) {
        unsigned short *list = &naming->lists[naming->length];
        add_names(naming, list, words_of_case(field, number));
        add_names(naming, list, (struct aic_span){ rests_on, strlen(rests_on) });
        naming->length += 1u + list[0];
    }
}

static struct aic_span prefix_at(const struct aic_composition *composition, size_t place)
{
    size_t inputs = input_count(composition);
    size_t number =
        place < inputs ? composition->input_part[place] : composition->result_part[place - inputs];
    return number > 0 ? composition->parts[number - 1].prefix : (struct aic_span){ "", 0 };
}

bool aic_composition_form_named(struct aic_composition *composition, struct aic_error *error)
{
    size_t count = place_count(composition), most = 1;
    for (size_t place = 0; place < count; place++) {
        most += most_numbers(composition, place);
    }
    struct naming naming = {
        .composition = composition,
        .at = aic_pool_take(&composition->pool, count, sizeof naming.at[0]),
        .lists = aic_pool_take(&composition->pool, most, sizeof naming.lists[0]),
        .length = 1, /* a list at 0 is none */
    };
    if (!naming.at || !naming.lists) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t place = 0; place < count; place++) {
        naming.prefix = prefix_at(composition, place);
        add_list(&naming, place);
    }
    composition->named_at = naming.at;
    composition->named = naming.lists;
    composition->named_count = naming.length;
    return true;
}

struct aic_named aic_named_in(const struct aic_calculator *calculator, size_t place, size_t number)
{
    const struct aic_composition *composition = calculator->composition;
    const unsigned short *list = &composition->named[composition->named_at[place]];
    size_t cases = *list++;
    if (cases == 0) {
        return (struct aic_named){ NULL, 0 };
    }
    for (size_t i = 0; i < number && i + 1 < cases; i++) {
        list += 1 + list[0];
    }
    return (struct aic_named){ list + 1, list[0] };
}

size_t aic_fed_at(const struct aic_calculator *calculator, size_t k)
{
    const struct aic_composition *composition = calculator->composition;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (k < part->fed_count) {
            return part->fed[k].input;
        }
        k -= part->fed_count;
    }
    return aic_table_size(&calculator->inputs);
}
