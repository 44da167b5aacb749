/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forming a composition: its inputs. Those of its parts under their plain names, where the parts that
 * have one share it; then those of each part once more under their long names, "storage.tier".
 */
#include <string.h>

#include "engine/composition/composition.h"

/* The plain inputs under way, in the order in which they are found. */
struct finding {
    struct aic_composition *composition;
    struct aic_error *error;
    struct aic_field *plain;
    unsigned short *group_of; /* of each its group */
    bool *own;                /* of each: its default is the composition's */
    size_t count;
    struct aic_group *groups;
    size_t group_count;
};

/* The row of a list that is about an input; NULL: none is. */
static const struct aic_plain_name *find_row(const struct aic_plain_name *rows, const char *name)
{
    while (rows && rows->input && (rows->input[0] != name[0] || strcmp(rows->input, name) != 0)) {
        rows++;
    }
    return rows && rows->input ? rows : NULL;
}

/* False where the plain name means another part's input. */
static bool is_reached(const struct aic_composition *composition, const struct part *part,
                       const char *name)
{
    const struct aic_plain_name *only = find_row(composition->table->only, name);
    bool reached = !only || part->row->is_own;
    for (; only && !reached; only = find_row(only + 1, name)) {
        reached = only->part && strcmp(only->part, part->calculator->name) == 0;
    }
    return reached;
}

/* Whether two inputs have the same default or none, however it is written: "yes" or "true". */
static bool has_same_default(const struct aic_field *a, const struct aic_field *b)
{
    const char *one = a->default_text, *other = b->default_text;
    struct aic_value value, also;
    if (!one || !other) {
        return one == other;
    }
    return strcmp(one, other) == 0 ||
           (a->kind == AIC_FLAG && b->kind == AIC_FLAG &&
            aic_value_read(a, one, strlen(one), &value, NULL) &&
            aic_value_read(b, other, strlen(other), &also, NULL) && value.number == also.number);
}

/* ---- plain names ---- */

/* A choice of any part is a choice of the plain input. */
static void join_choices(struct finding *finding, struct aic_field *plain,
                         const struct aic_field *field)
{
    size_t count = aic_choice_count(plain), more = aic_choice_count(field);
    const char **all = aic_pool_take(&finding->composition->pool, count + more + 1, sizeof all[0]);
    if (!all) {
        return;
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

static bool fail_meaning(const struct finding *finding, const struct part *part,
                         const struct aic_field *field)
{
    aic_fail(finding->error, AIC_ERR_TABLE, field->name,
             "%s: %s means something else in %s than in a part before it",
             finding->composition->table->name, field->name, part->calculator->name);
    return aic_suggest(finding->error, "say in the table which part the plain name reaches");
}

/* Joins the input of a further part to the plain one of that name. */
static bool join_plain(struct finding *finding, const struct part *part, size_t at,
                       const struct aic_field *field)
{
    struct aic_field *plain = &finding->plain[at];
    bool are_numbers = plain->kind <= AIC_INTEGER && field->kind <= AIC_INTEGER;
    if ((plain->kind != field->kind && !are_numbers) || plain->dimension != field->dimension ||
        plain->catalog != field->catalog) {
        return fail_meaning(finding, part, field);
    }
    widen(plain, field);
    if (!finding->own[at] && (field->derived || !has_same_default(plain, field))) {
        plain->default_text = NULL; /* each part has its own */
    }
    plain->example = plain->example ? plain->example : field->example;
    if (plain->kind == AIC_CHOICE && plain->choices != field->choices) {
        join_choices(finding, plain, field);
    }
    return true;
}

/* Results of other calculators feed a plain input as they feed that of the part. */
static const char *outer_feed(const struct aic_composition *composition,
                              const struct aic_field *field)
{
    size_t length = field->fed_by ? strcspn(field->fed_by, ".") : 0;
    const struct aic_span name = { field->fed_by, length };
    return length > 0 && aic_composition_part(composition, name) == composition->part_count
               ? field->fed_by
               : NULL;
}

/* The group of that title, which may be new. */
static size_t find_group(struct finding *finding, const char *title)
{
    size_t group = 0;
    while (group < finding->group_count && strcmp(finding->groups[group].title, title) != 0) {
        group++;
    }
    finding->groups[group].title = title;
    finding->group_count += group == finding->group_count;
    return group;
}

static void add_plain(struct finding *finding, const struct part *part,
                      const struct aic_field *field, const char *title)
{
    struct aic_field *plain = &finding->plain[finding->count];
    *plain = *field;
    plain->preset = NULL;
    plain->fed_by = outer_feed(finding->composition, field);
    if (field->derived && !part->row->is_own) {
        plain->derived = false;
        plain->formula = plain->sentence = plain->default_text = NULL;
    }
    finding->group_of[finding->count] = (unsigned short)find_group(finding, title);
    finding->own[finding->count++] = part->row->is_own;
}

static size_t find_plain(const struct finding *finding, const char *name)
{
    size_t at = 0;
    while (at < finding->count &&
           (finding->plain[at].name[0] != name[0] || strcmp(finding->plain[at].name, name) != 0)) {
        at++;
    }
    return at;
}

static bool find_all_plain(struct finding *finding)
{
    for (size_t p = 0; p < finding->composition->part_count; p++) {
        const struct part *part = &finding->composition->parts[p];
        const struct aic_table *inputs = &part->calculator->inputs;
        for (size_t g = 0; g < inputs->count; g++) {
            const struct aic_group *group = &inputs->groups[g];
            for (size_t i = 0; i < group->count; i++) {
                const struct aic_field *field = &group->fields[i];
                size_t at = find_plain(finding, field->name);
                if (!is_reached(finding->composition, part, field->name)) {
                    continue;
                }
                if (at == finding->count) {
                    add_plain(finding, part, field, group->title);
                } else if (!join_plain(finding, part, at, field)) {
                    return false;
                }
            }
        }
    }
    return finding->count <= PLAIN_MAX ||
           aic_composition_fail(finding->composition, finding->error, "inputs", "are too many");
}

/* Puts the plain inputs of one group together, and each into its place of a block. */
static void place_plain(const struct finding *finding)
{
    struct aic_composition *composition = finding->composition;
    size_t place = 0;
    for (size_t g = 0; g < finding->group_count; g++) {
        struct aic_group *group = &finding->groups[g];
        group->fields = &composition->inputs[place];
        for (size_t i = 0; i < finding->count; i++) {
            if (finding->group_of[i] == g) {
                composition->inputs[place] = finding->plain[i];
                composition->inputs[place].offset = PLAIN_OFFSET(place);
                group->count++;
                place++;
            }
        }
    }
    composition->plain_count = place;
    composition->plain_groups = finding->group_count;
}

/* The one part that is shown and has an input of that name; NULL: none or several have. */
static const struct part *only_part_with(const struct aic_composition *composition,
                                         const char *name)
{
    const struct part *only = NULL;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        bool has = aic_table_find(&part->calculator->inputs, name, strlen(name)) < part->inputs;
        if (has && (only || part->row->is_own)) {
            return NULL;
        }
        only = has ? part : only;
    }
    return only;
}

/* An entry that one part alone can name sets that part's own inputs: a plain name of theirs may mean another
 * part's. */
static void scope_entries(struct aic_composition *composition)
{
    for (size_t i = 0; i < composition->plain_count; i++) {
        struct aic_field *plain = &composition->inputs[i];
        const struct part *part = plain->kind == AIC_REFERENCE && !plain->prefix
                                      ? only_part_with(composition, plain->name)
                                      : NULL;
        plain->prefix = part ? aic_pool_join(&composition->pool, part->prefix, "") : plain->prefix;
    }
}

/* ---- long names ---- */

/* The structs of the parts, behind the blocks of the plain inputs. The inputs of the composition's own
 * ones come last, beyond its table: they have no long names. */
static void place_parts(struct aic_composition *composition)
{
    size_t in = (composition->plain_count / IN_BLOCK + 1) * 2 * AIC_INPUT_MAX;
    size_t out = PARTS_MAX, inputs = composition->plain_count, results = 0;
    for (size_t k = 0; k < composition->part_count; k++) {
        struct part *part =
            &composition->parts[(composition->own_count + k) % composition->part_count];
        part->in_base = in;
        part->out_base = out;
        part->first_input = inputs;
        part->first_result = results;
        in += (part->calculator->in_size + 63) & ~(size_t)63;
        out += (part->calculator->out_size + 7) & ~(size_t)7;
        inputs += part->inputs;
        results += part->results;
        composition->shown_results += part->row->is_own ? 0 : part->results;
        composition->shown_inputs += part->row->is_own ? 0 : part->inputs;
    }
    composition->shown_inputs += composition->plain_count;
    composition->input_count = inputs;
    composition->calculator.in_size = in;
    composition->calculator.out_size = out;
}

static struct link link_of(const struct aic_composition *composition, const struct part *part,
                           const struct aic_field *field)
{
    if (!is_reached(composition, part, field->name)) {
        return (struct link){ NULL, false };
    }
    const struct aic_field *plain =
        &composition->inputs[aic_composition_plain(composition, aic_span_of(field->name))];
    bool has_default = plain->default_text || plain->derived;
    bool same_default =
        field->default_text && !field->derived && !plain->derived && has_same_default(field, plain);
    return (struct link){
        .plain = plain,
        .default_too = has_default && !same_default,
    };
}

/* The input of a part under its long name. */
static void take_long(struct aic_composition *composition, const struct part *part,
                      const struct aic_field *field, struct aic_field *scoped)
{
    *scoped = *field;
    scoped->name = aic_pool_join(&composition->pool, part->prefix, field->name);
    scoped->offset = part->in_base + field->offset;
    scoped->preset = NULL;
    scoped->fed_by = NULL;
    if (field->kind == AIC_REFERENCE) {
        scoped->prefix =
            aic_pool_join(&composition->pool, part->prefix, field->prefix ? field->prefix : "");
    }
}

static void add_part(struct aic_composition *composition, const struct part *part,
                     struct aic_group **groups)
{
    const struct aic_table *inputs = &part->calculator->inputs;
    size_t at = part->first_input;
    for (size_t g = 0; g < inputs->count; g++) {
        const struct aic_group *group = &inputs->groups[g];
        if (!part->row->is_own) {
            *(*groups)++ =
                (struct aic_group){ group->title, &composition->inputs[at], group->count };
        }
        for (size_t i = 0; i < group->count; i++, at++) {
            composition->links[at] = link_of(composition, part, &group->fields[i]);
            take_long(composition, part, &group->fields[i], &composition->inputs[at]);
        }
    }
}

bool aic_composition_form_inputs(struct aic_composition *composition, struct aic_error *error)
{
    struct aic_pool *pool = &composition->pool;
    size_t most = 0, groups = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        most += composition->parts[p].inputs;
        groups += composition->parts[p].calculator->inputs.count;
    }
    struct finding finding = {
        .composition = composition,
        .error = error,
        .plain = aic_pool_take(pool, most, sizeof(struct aic_field)),
        .group_of = aic_pool_take(pool, most, sizeof(unsigned short)),
        .own = aic_pool_take(pool, most, sizeof(bool)),
        .groups = aic_pool_take(pool, 2 * groups + 1, sizeof(struct aic_group)),
    };
    composition->inputs = aic_pool_take(pool, 2 * most, sizeof(struct aic_field));
    composition->links = aic_pool_take(pool, 2 * most, sizeof(struct link));
    if (pool->failed || !find_all_plain(&finding)) {
        return false;
    }
    place_plain(&finding);
    place_parts(composition);
    scope_entries(composition);
    struct aic_group *next = finding.groups + finding.group_count;
    for (size_t k = 0; k < composition->part_count; k++) {
        size_t p = (composition->own_count + k) % composition->part_count;
        add_part(composition, &composition->parts[p], &next);
    }
    composition->calculator.inputs =
        (struct aic_table){ finding.groups, (size_t)(next - finding.groups), composition->inputs,
                            composition->shown_inputs };
    return true;
}
