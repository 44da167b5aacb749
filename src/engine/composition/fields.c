/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: the fields of its tables, from those of its parts. */
#include <string.h>

#include "engine/composition/composition.h"

/* The fields under way. */
struct forming {
    struct aic_composition *composition;
    struct aic_pool *pool;
    struct aic_error *error;
    struct aic_field *inputs; /* first the plain ones, then those of the parts */
    struct aic_field *plain;  /* the plain ones as found, where later those of the parts stand */
    unsigned short *group_of; /* the groups that they are in */
    const char **titles;      /* of the groups */
    size_t group_count;
    bool *own; /* their default is the composition's */
    size_t count;
    struct aic_field_index names; /* of the plain ones */
    uint32_t *slots;              /* of these */
    unsigned short *plain_of; /* of each input of the parts: 1 + the plain one that reaches it */
    size_t visited;           /* of these */
};

static const struct aic_span no_prefix = { "", 0 };

static struct aic_span whole(const char *name)
{
    return (struct aic_span){ name, strlen(name) };
}

static bool no_memory(struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}

/* The part that alone a plain name reaches; NULL: it reaches all. */
static const char *only_part(const struct aic_composition *composition, const char *name)
{
    const struct aic_plain_name *only = composition->table->only;
    while (only && only->input && (only->input[0] != name[0] || strcmp(only->input, name) != 0)) {
        only++;
    }
    return only && only->input ? only->part : NULL;
}

/* The place of the plain input of that name; the number of names: none yet. */
static size_t find_plain(const struct forming *forming, const char *name)
{
    return aic_field_index_find(&forming->names, no_prefix, whole(name));
}

/* A choice of any part is a choice of the plain input. */
static bool join_choices(struct forming *forming, struct aic_field *plain,
                         const struct aic_field *field)
{
    size_t count = 0, more = 0;
    while (plain->choices[count]) {
        count++;
    }
    while (field->choices[more]) {
        more++;
    }
    const char **all = aic_pool_take(forming->pool, count + more + 1, sizeof all[0]);
    if (!all) {
        return no_memory(forming->error);
    }
    memcpy(all, plain->choices, count * sizeof all[0]);
    for (size_t i = 0; i < more; i++) {
        size_t at = 0;
        while (at < count && strcmp(all[at], field->choices[i]) != 0) {
            at++;
        }
        all[at] = field->choices[i];
        count += at == count;
    }
    plain->choices = all;
    return true;
}

/* The plain input takes what any of the parts takes. */
static void widen(struct aic_field *plain, const struct aic_field *field)
{
    if (field->min < plain->min || (field->min == plain->min && !(field->flags & AIC_ABOVE_MIN))) {
        plain->min = field->min;
        plain->flags = (plain->flags & ~(unsigned)AIC_ABOVE_MIN) | (field->flags & AIC_ABOVE_MIN);
    }
    if (plain->max > 0 && (field->max == 0 || field->max > plain->max)) {
        plain->max = field->max;
    }
    plain->flags |= field->flags & AIC_SIGNED;
    plain->flags &= ~(unsigned)(AIC_BELOW_MAX * !(field->flags & AIC_BELOW_MAX));
    plain->kind = plain->kind == AIC_REAL ? field->kind : plain->kind;
}

static bool fail_meaning(const struct forming *forming, const struct part *part,
                         const struct aic_field *field)
{
    aic_fail(forming->error, AIC_ERR_TABLE, field->name,
             "%s: %s means something else in %s than in a part before it",
             forming->composition->table->name, field->name, part->calculator->name);
    return aic_suggest(forming->error, "say in the table which part the plain name reaches");
}

/* Joins the input of a further part to the plain one of that name. */
static bool join_plain(struct forming *forming, const struct part *part, struct aic_field *plain,
                       const struct aic_field *field, bool is_own)
{
    bool are_numbers = plain->kind <= AIC_INTEGER && field->kind <= AIC_INTEGER;
    if ((plain->kind != field->kind && !are_numbers) || plain->dimension != field->dimension ||
        plain->catalog != field->catalog) {
        return fail_meaning(forming, part, field);
    }
    widen(plain, field);
    if (!is_own && (field->derived || !aic_composition_same_default(plain, field))) {
        plain->default_text = NULL; /* each part has its own */
    }
    plain->example = plain->example ? plain->example : field->example;
    return plain->kind != AIC_CHOICE || join_choices(forming, plain, field);
}

/* Results of other calculators feed a plain input as they feed that of the part. */
static const char *outer_feed(const struct aic_composition *composition,
                              const struct aic_field *field)
{
    size_t length = field->fed_by ? strcspn(field->fed_by, ".") : 0;
    return length > 0 && aic_composition_part(composition, field->fed_by, length) ==
                             composition->part_count
               ? field->fed_by
               : NULL;
}

/* The group of that title, which may be new. */
static size_t find_group(struct forming *forming, const char *title)
{
    size_t group = forming->group_count;
    while (group > 0 && forming->titles[group - 1] != title &&
           strcmp(forming->titles[group - 1], title) != 0) {
        group--;
    }
    if (group > 0) {
        return group - 1;
    }
    forming->titles[forming->group_count] = title;
    return forming->group_count++;
}

static bool add_plain(struct forming *forming, size_t number, const struct aic_field *field,
                      const char *title)
{
    const struct part *part = &forming->composition->parts[number];
    const char *only = only_part(forming->composition, field->name);
    bool is_own = number < forming->composition->own_count;
    unsigned short *plain_of = &forming->plain_of[forming->visited++];
    if (only && strcmp(only, part->calculator->name) != 0) {
        return true;
    }
    size_t at = find_plain(forming, field->name);
    if (at < forming->names.count) {
        *plain_of = (unsigned short)(at + 1);
        return join_plain(forming, part, &forming->plain[at], field, forming->own[at]);
    }
    struct aic_field *plain = &forming->plain[forming->count];
    *plain_of = (unsigned short)(forming->count + 1);
    *plain = *field;
    forming->group_of[forming->count] = (unsigned short)find_group(forming, title);
    forming->own[forming->count] = is_own;
    aic_field_index_add(forming->slots, forming->names.mask, forming->count++, no_prefix,
                        whole(field->name));
    if (field->derived && !is_own) {
        plain->derived = false;
        plain->formula = plain->sentence = plain->default_text = NULL;
    }
    plain->preset = NULL;
    plain->fed_by = outer_feed(forming->composition, field);
    return true;
}

/* Calls for each field of a part with the title of its group. */
typedef bool field_visitor(struct forming *forming, size_t part, const struct aic_field *field,
                           const char *title);

static bool each_input(struct forming *forming, field_visitor *visit)
{
    for (size_t p = 0; p < forming->composition->part_count; p++) {
        const struct aic_table *inputs = &forming->composition->parts[p].calculator->inputs;
        for (size_t g = 0; g < inputs->count; g++) {
            for (size_t i = 0; i < inputs->groups[g].count; i++) {
                if (!visit(forming, p, &inputs->groups[g].fields[i], inputs->groups[g].title)) {
                    return false;
                }
            }
        }
    }
    return true;
}

/* The field of a part under its long name; false: no memory. */
static bool take_long(struct aic_composition *composition, const struct part *part,
                      const struct aic_field *field, struct aic_field *scoped)
{
    *scoped = *field;
    scoped->name =
        aic_pool_join(&composition->pool, part->prefix.at, part->prefix.length, field->name);
    return scoped->name != NULL;
}

/* The input of a part under its long name. */
static bool add_scoped(struct forming *forming, const struct part *part,
                       const struct aic_field *field, struct aic_field *scoped)
{
    if (!take_long(forming->composition, part, field, scoped)) {
        return false;
    }
    scoped->offset = part->in_base + field->offset;
    scoped->preset = NULL;
    scoped->fed_by = NULL;
    if (field->kind == AIC_REFERENCE) {
        scoped->prefix = aic_pool_join(forming->pool, part->prefix.at, part->prefix.length,
                                       field->prefix ? field->prefix : "");
    }
    return scoped->prefix || field->kind != AIC_REFERENCE;
}

static bool add_all_scoped(struct forming *forming)
{
    for (size_t p = 0; p < forming->composition->part_count; p++) {
        const struct part *part = &forming->composition->parts[p];
        const struct aic_table *inputs = &part->calculator->inputs;
        struct aic_field *scoped = &forming->inputs[part->first_input];
        for (size_t g = 0; g < inputs->count; g++) {
            for (size_t i = 0; i < inputs->groups[g].count; i++) {
                if (!add_scoped(forming, part, &inputs->groups[g].fields[i], scoped++)) {
                    return no_memory(forming->error);
                }
            }
        }
    }
    return true;
}

/* Puts the plain inputs of one group together, and each into its place of a block. */
static bool place_plain(struct forming *forming, struct aic_group *groups)
{
    size_t count = forming->count, placed = 0;
    unsigned short *places = aic_pool_take(forming->pool, count + 1, sizeof places[0]);
    if (!places) {
        return no_memory(forming->error);
    }
    if (count > PLAIN_MAX) {
        return aic_composition_fail(forming->composition, forming->error, "inputs", "are too many");
    }
    for (size_t i = 0; i < count; i++) {
        groups[forming->group_of[i]].count++;
    }
    for (size_t g = 0; g < forming->group_count; g++) {
        size_t size = groups[g].count;
        groups[g] = (struct aic_group){ forming->titles[g], &forming->inputs[placed], 0 };
        placed += size;
    }
    for (size_t i = 0; i < count; i++) {
        struct aic_group *group = &groups[forming->group_of[i]];
        size_t place = (size_t)(group->fields - forming->inputs) + group->count++;
        forming->inputs[place] = forming->plain[i];
        forming->inputs[place].offset = AIC_PLAIN_OFFSET(place);
        places[i + 1] = (unsigned short)(place + 1);
    }
    for (size_t i = 0; i < forming->visited; i++) {
        forming->plain_of[i] = places[forming->plain_of[i]];
    }
    forming->composition->plain_count = count;
    return true;
}

/* The structs of the parts, behind the blocks of the plain inputs. Long names are only those of parts that
 * answer: the inputs of the composition's own ones come last, beyond its table. */
static void place_parts(struct aic_composition *composition)
{
    size_t in = (composition->plain_count / IN_BLOCK + 1) * 2 * AIC_INPUT_MAX;
    size_t out = PARTS_MAX, inputs = composition->plain_count, results = 0;
    for (size_t k = 0; k < composition->part_count; k++) {
        size_t p = (composition->own_count + k) % composition->part_count;
        struct part *part = &composition->parts[p];
        part->in_base = in;
        part->out_base = out;
        part->first_input = inputs;
        part->inputs = aic_table_size(&part->calculator->inputs);
        part->first_result = results;
        part->results = p < composition->own_count ? 0 : aic_table_size(&part->calculator->results);
        in += (part->calculator->in_size + 63) & ~(size_t)63;
        out += (part->calculator->out_size + 7) & ~(size_t)7;
        inputs += part->inputs;
        composition->shown_inputs = p < composition->own_count ? composition->shown_inputs : inputs;
        results += part->results;
    }
    composition->input_count = inputs;
    composition->calculator.in_size = in;
    composition->calculator.out_size = out;
}

/* They were found with those of the composition's own parts first, which come last. */
static void place_plain_of(const struct forming *forming)
{
    struct aic_composition *composition = forming->composition;
    size_t own = composition->input_count - composition->shown_inputs;
    size_t size = own * sizeof forming->plain_of[0];
    memcpy(forming->plain_of + forming->visited, forming->plain_of, size);
    memset(forming->plain_of, 0, size);
    composition->plain_of = forming->plain_of + own - composition->plain_count;
}

/* Groups of the long names, and of the results: as in the part. */
static size_t add_groups(const struct aic_table *of, const struct aic_field *first,
                         struct aic_group *groups)
{
    for (size_t g = 0; g < of->count; g++) {
        groups[g] = (struct aic_group){ of->groups[g].title, first, of->groups[g].count };
        first += of->groups[g].count;
    }
    return of->count;
}

static size_t count_groups(const struct aic_composition *composition, bool inputs)
{
    size_t count = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct aic_calculator *calculator = composition->parts[p].calculator;
        count += inputs ? calculator->inputs.count : calculator->results.count;
    }
    return count;
}

/* An index without names: the slots that they are added to, NULL without memory. */
static uint32_t *begin_index(struct aic_pool *pool, const struct aic_field *fields, size_t count,
                             struct aic_field_index *index)
{
    size_t size = aic_field_index_slots(count);
    uint32_t *slots = aic_pool_take(pool, size, sizeof slots[0]);
    *index = (struct aic_field_index){ fields, count, size - 1, slots };
    return slots;
}

/* Adds the fields of a part, which stand from `first` on. */
static void index_part(uint32_t *slots, size_t mask, const struct part *part,
                       const struct aic_table *of, size_t first)
{
    for (size_t g = 0; g < of->count; g++) {
        for (size_t i = 0; i < of->groups[g].count; i++) {
            aic_field_index_add(slots, mask, first++, part->prefix,
                                whole(of->groups[g].fields[i].name));
        }
    }
}

static bool index_inputs(struct aic_composition *composition)
{
    struct aic_field_index *index = &composition->input_index;
    uint32_t *slots = begin_index(&composition->pool, composition->input_fields,
                                  composition->shown_inputs, index);
    if (!slots) {
        return false;
    }
    for (size_t i = 0; i < composition->plain_count; i++) {
        aic_field_index_add(slots, index->mask, i, no_prefix,
                            whole(composition->input_fields[i].name));
    }
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        index_part(slots, index->mask, part, &part->calculator->inputs, part->first_input);
    }
    return true;
}

static bool index_results(struct aic_composition *composition, size_t count)
{
    struct aic_field_index *index = &composition->result_index;
    uint32_t *slots = begin_index(&composition->pool, composition->results, count, index);
    if (!slots) {
        return false;
    }
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        index_part(slots, index->mask, part, &part->calculator->results, part->first_result);
    }
    return true;
}

static bool form_inputs(struct aic_composition *composition, struct aic_error *error)
{
    struct aic_pool *pool = &composition->pool;
    size_t most = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        most += aic_table_size(&composition->parts[p].calculator->inputs);
    }
    size_t group_count = count_groups(composition, true);
    struct aic_group *groups = aic_pool_take(pool, 2 * group_count, sizeof groups[0]);
    struct forming forming = {
        .composition = composition,
        .pool = pool,
        .error = error,
        .inputs = aic_pool_take(pool, 2 * most, sizeof(struct aic_field)),
        .group_of = aic_pool_take(pool, most, sizeof(unsigned short)),
        .titles = aic_pool_take(pool, group_count, sizeof(const char *)),
        .own = aic_pool_take(pool, most, sizeof(bool)),
    };
    unsigned short *plain_of = aic_pool_take(pool, 3 * most, sizeof plain_of[0]);
    unsigned char *part_of = aic_pool_take(pool, 2 * most, 1);
    if (!groups || !forming.inputs || !forming.group_of || !forming.titles || !forming.own ||
        !plain_of || !part_of) {
        return no_memory(error);
    }
    forming.plain = forming.inputs + most;
    forming.slots = begin_index(pool, forming.plain, most, &forming.names);
    if (!forming.slots) {
        return no_memory(error);
    }
    forming.plain_of = plain_of + most; /* those of the plain ones come before them */
    if (!each_input(&forming, add_plain) || !place_plain(&forming, groups)) {
        return false;
    }
    composition->plain_groups = group_count = forming.group_count;
    place_parts(composition);
    place_plain_of(&forming);
    if (!add_all_scoped(&forming)) {
        return false;
    }
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        group_count += add_groups(&part->calculator->inputs, &forming.inputs[part->first_input],
                                  groups + group_count);
        memset(part_of + part->first_input, (int)p + 1, part->inputs);
    }
    composition->input_fields = forming.inputs;
    composition->input_part = part_of;
    composition->calculator.inputs =
        (struct aic_table){ groups, group_count, &composition->input_index };
    return index_inputs(composition) || no_memory(error);
}

/* The long name of a result of the same part, NULL of NULL. */
static const char *long_name(const struct part *part, const struct aic_field *results,
                             const char *name)
{
    if (!name) {
        return NULL;
    }
    size_t index = aic_table_find(&part->calculator->results, name, strlen(name));
    return results[part->first_result + index].name;
}

static bool form_part_results(struct aic_composition *composition, const struct part *part,
                              struct aic_field *results)
{
    const struct aic_table *of = &part->calculator->results;
    struct aic_field *result = &results[part->first_result];
    for (size_t g = 0; g < of->count; g++) {
        for (size_t i = 0; i < of->groups[g].count; i++, result++) {
            if (!take_long(composition, part, &of->groups[g].fields[i], result)) {
                return false;
            }
            result->offset += part->out_base;
        }
    }
    for (size_t i = 0; i < part->results; i++) {
        result = &results[part->first_result + i];
        result->part_of = long_name(part, results, result->part_of);
        result->taken_off = long_name(part, results, result->taken_off);
    }
    return true;
}

static bool form_results(struct aic_composition *composition, struct aic_error *error)
{
    const struct part *last = &composition->parts[composition->part_count - 1];
    size_t count = last->first_result + last->results, group_count = 0;
    struct aic_pool *pool = &composition->pool;
    if (composition->input_count + count > UINT16_MAX) { /* places of fields are 16 bits */
        return aic_composition_fail(composition, error, "results", "are too many");
    }
    struct aic_field *results = aic_pool_take(pool, count, sizeof results[0]);
    struct aic_group *groups =
        aic_pool_take(pool, count_groups(composition, false), sizeof groups[0]);
    unsigned char *part_of = aic_pool_take(pool, count, 1);
    if (!results || !groups || !part_of) {
        return no_memory(error);
    }
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (!form_part_results(composition, part, results)) {
            return no_memory(error);
        }
        group_count += add_groups(&part->calculator->results, &results[part->first_result],
                                  groups + group_count);
        memset(part_of + part->first_result, (int)p + 1, part->results);
    }
    composition->results = results;
    composition->result_part = part_of;
    composition->calculator.results =
        (struct aic_table){ groups, group_count, &composition->result_index };
    return index_results(composition, count) || no_memory(error);
}

bool aic_composition_form_fields(struct aic_composition *composition, struct aic_error *error)
{
    return form_inputs(composition, error) && form_results(composition, error);
}
