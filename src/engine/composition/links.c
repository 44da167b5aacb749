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

/* The lists of a part under way. */
struct lists {
    struct link *links;
    unsigned short *defaults, *link_of;
};

static bool form_link(struct aic_composition *composition, struct part *part,
                      const struct lists *lists, size_t input, size_t plain)
{
    struct link *link = &lists->links[part->link_count++];
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
    lists->link_of[plain] = (unsigned short)part->link_count;
    if (link->default_too) {
        lists->defaults[part->default_count++] = (unsigned short)(part->link_count - 1);
    }
    return own->kind != AIC_CHOICE ||
           aic_composition_map_choices(&composition->pool, from, own, &link->choices);
}

static bool form_part_links(struct aic_composition *composition, struct part *part,
                            unsigned short *inputs_of)
{
    const struct aic_span none = { "", 0 };
    struct aic_pool *pool = &composition->pool;
    const struct lists lists = {
        .links = aic_pool_take(pool, part->inputs, sizeof(struct link)),
        .defaults = aic_pool_take(pool, part->inputs, sizeof(unsigned short)),
        .link_of = aic_pool_take(pool, composition->plain_count, sizeof(unsigned short)),
    };
    if (!lists.links || !lists.defaults || !lists.link_of) {
        return false;
    }
    part->links = lists.links;
    part->defaults = lists.defaults;
    part->link_of = lists.link_of;
    for (size_t i = 0; i < part->inputs; i++) {
        size_t plain = composition->plain_of[part->first_input + i];
        bool is_reached = plain > 0; /* where the plain name is only another's, it is not */
        if (!is_reached) {
            const char *name = aic_table_at(&part->calculator->inputs, i, NULL)->name;
            plain = aic_field_index_find(&composition->input_index, none,
                                         (struct aic_span){ name, strlen(name) }) +
                    1;
        }
        inputs_of[(plain - 1) * composition->part_count] = (unsigned short)(i + 1);
        if (is_reached && !form_link(composition, part, &lists, i, plain - 1)) {
            return false;
        }
    }
    return true;
}

bool aic_composition_form_links(struct aic_composition *composition, struct aic_error *error)
{
    unsigned short *inputs_of =
        aic_pool_take(&composition->pool, composition->plain_count * composition->part_count,
                      sizeof inputs_of[0]);
    bool ok = inputs_of != NULL;
    for (size_t p = 0; ok && p < composition->part_count; p++) {
        ok = form_part_links(composition, &composition->parts[p], inputs_of + p);
    }
    composition->inputs_of = inputs_of;
    return ok || aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}
