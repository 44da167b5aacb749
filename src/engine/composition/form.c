/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: an ordinary calculator from a table of parts. */
#include <stdlib.h>
#include <string.h>

#include "engine/composition/composition.h"

/* A row of the table: a new part, or one that is asked once more. */
static bool add_row(struct aic_composition *composition, const struct aic_part_row *row,
                    struct aic_error *error)
{
    const char *name = row->calculator->name;
    size_t at = aic_composition_part(composition, name, strlen(name));
    bool is_new = at == composition->part_count;
    if (composition->row_count == PARTS_MAX) {
        return aic_composition_fail(composition, error, name, "too many parts");
    }
    if (is_new != !row->after) {
        return aic_composition_fail(composition, error, name,
                                    is_new ? "is asked once more, and not before"
                                           : "is a part twice, and not once more after another");
    }
    size_t after =
        row->after ? aic_composition_part(composition, row->after, strlen(row->after)) : 0;
    if (row->after && after == composition->part_count) {
        return aic_composition_fail(composition, error, name, "is asked after what is no part");
    }
    if (row->is_own && composition->own_count < composition->part_count) {
        return aic_composition_fail(composition, error, name,
                                    "the composition's own inputs come before the parts");
    }
    composition->rows[composition->row_count++] =
        (struct memory){ .part = at, .repeats = !is_new, .after_part = after };
    if (is_new) {
        struct part *part = &composition->parts[composition->part_count++];
        part->row = (size_t)(row - composition->table->parts);
        part->is_own = row->is_own;
        part->calculator = row->calculator;
        part->prefix.at = aic_pool_join(&composition->pool, name, strlen(name), ".");
        part->prefix.length = strlen(name) + 1;
        composition->own_count += row->is_own;
        return part->prefix.at || aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return true;
}

static bool form_parts(struct aic_composition *composition, struct aic_error *error)
{
    for (const struct aic_part_row *row = composition->table->parts; row->calculator; row++) {
        if (!add_row(composition, row, error)) {
            return false;
        }
    }
    return composition->own_count < composition->part_count ||
           aic_composition_fail(composition, error, composition->table->name, "has no parts");
}

/* Every plain name that reaches one part only is an input of that part. */
static bool check_only(const struct aic_composition *composition, struct aic_error *error)
{
    const struct aic_plain_name *only = composition->table->only;
    for (; only && only->input; only++) {
        size_t p = aic_composition_part(composition, only->part, strlen(only->part));
        const struct aic_table *inputs =
            p < composition->part_count ? &composition->parts[p].calculator->inputs : NULL;
        if (!inputs ||
            aic_table_find(inputs, only->input, strlen(only->input)) == aic_table_size(inputs)) {
            return aic_composition_fail(composition, error, only->part,
                                        "has no input of a name that is to reach it alone");
        }
    }
    return true;
}

/* What evaluations remember of each row lies behind the results; first what is cleared before them all. */
static void place_memory(struct aic_composition *composition)
{
    size_t out = composition->calculator.out_size;
    composition->holds = out;
    out += sizeof(double) * (1 + composition->row_count);
    for (size_t r = 0; r < composition->row_count; r++) {
        struct memory *row = &composition->rows[r];
        const struct aic_calculator *calculator = composition->parts[row->part].calculator;
        row->ok = composition->holds + sizeof(double) * (1 + r);
        row->before = out;
        row->after = row->before + ((calculator->in_size + 7) & ~(size_t)7);
        row->out = row->after + ((calculator->in_size + 7) & ~(size_t)7);
        out = row->out + ((calculator->out_size + 7) & ~(size_t)7);
    }
    composition->calculator.out_size = out;
}

/* The inputs of a part that is not asked: none has a value. */
static bool form_blank(struct aic_composition *composition, struct part *part)
{
    char *blank = aic_pool_take(&composition->pool, part->calculator->in_size, 1);
    for (size_t i = 0; blank && i < part->inputs; i++) {
        const struct aic_field *field = aic_table_at(&part->calculator->inputs, i, NULL);
        aic_value_store(field, blank + field->offset, (struct aic_value){ false, 0, NULL });
    }
    part->blank = blank;
    return blank != NULL;
}

/* The defaults of all inputs, as every question starts. */
static bool form_pristine(struct aic_composition *composition, struct aic_error *error)
{
    char *all = aic_pool_take(&composition->pool, composition->calculator.in_size, 1);
    if (!all) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t p = 0; p < composition->part_count; p++) {
        struct part *part = &composition->parts[p];
        if (!aic_inputs_init(part->calculator, all + part->in_base, error)) {
            return false;
        }
        part->pristine = all + part->in_base;
        if (!form_blank(composition, part)) {
            return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        }
    }
    for (size_t i = 0; i < composition->plain_count; i++) {
        const struct aic_field *field = &composition->input_fields[i];
        aic_input_reset(field, field->offset, all);
    }
    composition->pristine = all;
    return true;
}

static bool form(struct aic_composition *composition, struct aic_error *error)
{
    struct aic_calculator *calculator = &composition->calculator;
    calculator->name = composition->table->name;
    calculator->help = composition->table->help;
    calculator->examples = composition->table->examples;
    calculator->composition = composition;
    if (!form_parts(composition, error) || !check_only(composition, error) ||
        !aic_composition_form_fields(composition, error) ||
        !aic_composition_form_links(composition, error) ||
        !aic_composition_form_references(composition, error) ||
        !aic_composition_form_texts(composition, error) ||
        !aic_composition_form_feeds(composition, error)) {
        return false;
    }
    const char *verdict = composition->table->verdict;
    if (verdict && aic_table_find(&calculator->results, verdict, strlen(verdict)) ==
                       aic_table_size(&calculator->results)) {
        return aic_composition_fail(composition, error, verdict, "is no result");
    }
    place_memory(composition);
    return form_pristine(composition, error);
}

struct aic_composition *aic_composition_form(const struct aic_composition_table *table,
                                             struct aic_error *error)
{
    struct aic_composition *composition = calloc(1, sizeof *composition);
    if (!composition) {
        aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        return NULL;
    }
    composition->table = table;
    if (!form(composition, error)) {
        aic_composition_free(composition);
        return NULL;
    }
    return composition;
}

void aic_composition_free(struct aic_composition *composition)
{
    if (composition) {
        aic_pool_clear(&composition->pool);
        free(composition);
    }
}

const struct aic_calculator *aic_composition_calculator(const struct aic_composition *composition)
{
    return &composition->calculator;
}
