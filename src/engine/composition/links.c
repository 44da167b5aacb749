/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: which plain input goes to which input of a part. */
#include <string.h>

#include "engine/composition/composition.h"

bool aic_composition_same_default(const struct aic_field *a, const struct aic_field *b)
{
    const char *one = a->default_text, *other = b->default_text;
    struct aic_value value, also;
    if (!one || !other || strcmp(one, other) == 0) {
        return (one && other) || one == other;
    }
    return a->kind == AIC_FLAG && b->kind == AIC_FLAG &&
           aic_value_read(a, one, strlen(one), &value, NULL) &&
           aic_value_read(b, other, strlen(other), &also, NULL) && value.number == also.number;
}

size_t aic_member_size(enum aic_kind kind)
{
    static const size_t sizes[] = {
        [AIC_REAL] = sizeof(double),
        [AIC_INTEGER] = sizeof(double),
        [AIC_CHOICE] = sizeof(int),
        [AIC_FLAG] = sizeof(aic_flag),
        [AIC_REFERENCE] = sizeof(struct aic_name),
    };
    return sizes[kind];
}

static size_t choice_count(const struct aic_field *field)
{
    size_t count = 0;
    while (field->choices[count]) {
        count++;
    }
    return count;
}

static int find_choice(const struct aic_field *field, const char *name)
{
    for (int i = 0; field->choices[i]; i++) {
        if (strcmp(field->choices[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

bool aic_composition_map_choices(struct aic_pool *pool, const struct aic_field *from,
                                 const struct aic_field *to, const int **map)
{
    size_t count = choice_count(from);
    int *places = aic_pool_take(pool, count, sizeof places[0]);
    bool same = true;
    if (!places) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        places[i] = find_choice(to, from->choices[i]);
        same = same && places[i] == (int)i;
    }
    *map = same ? NULL : places;
    return true;
}

static bool is_narrower(const struct aic_field *field, const struct aic_field *plain)
{
    return field->kind != plain->kind || field->min != plain->min || field->max != plain->max ||
           ((field->flags ^ plain->flags) & (AIC_ABOVE_MIN | AIC_BELOW_MAX | AIC_SIGNED));
}

/* The row of a list that is about an input; NULL: none is. */
static const struct aic_plain_name *find_row(const struct aic_plain_name *rows, const char *name)
{
    while (rows && rows->input && strcmp(rows->input, name) != 0) {
        rows++;
    }
    return rows && rows->input ? rows : NULL;
}

/* Whether the plain name reaches the part: where it is only another's, it does not. */
static bool is_reached(const struct aic_composition *composition, const struct part *part,
                       const char *name)
{
    const struct aic_plain_name *only = find_row(composition->table->only, name);
    return !only || strcmp(only->part, part->calculator->name) == 0;
}

static bool form_link(struct aic_composition *composition, struct part *part, size_t input,
                      size_t plain)
{
    struct link *link = &part->links[part->link_count++];
    const struct aic_field *own = &composition->input_fields[part->first_input + input];
    const struct aic_field *from = &composition->input_fields[plain];
    bool has_default = from->default_text || from->derived;
    bool same_default = own->default_text && !own->derived && !from->derived &&
                        aic_composition_same_default(own, from);
    const struct aic_plain_name *yields = find_row(composition->table->yields, from->name);
    *link = (struct link){
        .plain = from->offset,
        .own = own->offset,
        .size = aic_member_size(own->kind),
        .field = own,
        .from = from,
        .narrower = own->kind <= AIC_INTEGER && is_narrower(own, from),
        .yields = yields && strcmp(yields->part, part->calculator->name) == 0,
        .default_too = has_default && !same_default,
    };
    return own->kind != AIC_CHOICE ||
           aic_composition_map_choices(&composition->pool, from, own, &link->choices);
}

static bool form_part_links(struct aic_composition *composition, struct part *part,
                            unsigned short *plain_of)
{
    const struct aic_span none = { "", 0 };
    part->links = aic_pool_take(&composition->pool, part->inputs, sizeof part->links[0]);
    if (!part->links) {
        return false;
    }
    for (size_t i = 0; i < part->inputs; i++) {
        const char *name = aic_table_at(&part->calculator->inputs, i, NULL)->name;
        size_t plain = aic_field_index_find(&composition->input_index, none,
                                            (struct aic_span){ name, strlen(name) });
        if (!is_reached(composition, part, name)) {
            continue;
        }
        plain_of[part->first_input + i] = (unsigned short)(plain + 1);
        if (!form_link(composition, part, i, plain)) {
            return false;
        }
    }
    return true;
}

bool aic_composition_form_links(struct aic_composition *composition, struct aic_error *error)
{
    unsigned short *plain_of =
        aic_pool_take(&composition->pool, composition->input_index.count, sizeof plain_of[0]);
    bool ok = plain_of != NULL;
    for (size_t p = 0; ok && p < composition->part_count; p++) {
        ok = form_part_links(composition, &composition->parts[p], plain_of);
    }
    composition->plain_of = plain_of;
    return ok || aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}
