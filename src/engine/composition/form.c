/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: an ordinary calculator from a table of parts. */
#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>

#include "engine/composition/composition.h"
#include "engine/inputs.h"

static void add_part(struct aic_composition *composition, const struct aic_part_row *row)
{
    const struct aic_span name = aic_span_of(row->calculator->name);
    struct part *part = &composition->parts[composition->part_count++];
    part->row = row;
    part->calculator = row->calculator;
    part->inputs = aic_table_size(&row->calculator->inputs);
    part->results = aic_table_size(&row->calculator->results);
    part->prefix =
        (struct aic_span){ aic_pool_join(&composition->pool, name, "."), name.length + 1 };
    composition->own_count += row->is_own;
}

/* A row of the table: a new part, or one that is asked once more. */
static bool add_row(struct aic_composition *composition, const struct aic_part_row *row,
                    struct aic_error *error)
{
    const char *name = row->calculator->name;
    size_t at = aic_composition_part(composition, aic_span_of(name)), after = 0;
    bool is_new = at == composition->part_count || row->is_own;
    if (composition->step_count == PARTS_MAX) {
        return aic_composition_fail(composition, error, name, "too many parts");
    }
    if (is_new != !row->after) {
        return aic_composition_fail(composition, error, name,
                                    is_new ? "is asked once more, and not before"
                                           : "is a part twice, and not once more after another");
    }
    if (row->after) {
        after = aic_composition_part(composition, aic_span_of(row->after));
        if (after == composition->part_count) {
            return aic_composition_fail(composition, error, name, "is asked after what is no part");
        }
    }
    composition->steps[composition->step_count++] =
        (struct step){ .part = at, .repeats = !is_new, .after_part = after };
    if (is_new && !row->is_own) {
        add_part(composition, row);
    }
    return true;
}

/* The composition's own inputs stand before all parts, wherever they are asked. */
static bool form_parts(struct aic_composition *composition, struct aic_error *error)
{
    const struct aic_part_row *rows = composition->table->parts;
    for (const struct aic_part_row *row = rows; row->calculator; row++) {
        if (row->is_own) {
            add_part(composition, row);
        }
    }
    for (const struct aic_part_row *row = rows; row->calculator; row++) {
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
        if (!only->part) {
            continue;
        }
        size_t p = aic_composition_part(composition, aic_span_of(only->part));
        const struct part *part = &composition->parts[p];
        if (p == composition->part_count || aic_table_find(&part->calculator->inputs, only->input,
                                                           strlen(only->input)) == part->inputs) {
            return aic_composition_fail(composition, error, only->part,
                                        "has no input of a name that is to reach it alone");
        }
    }
    return true;
}

/* The places of results that stand for others. */
static bool check_namesakes(const struct aic_composition *composition, struct aic_error *error)
{
    const struct aic_namesake *row = composition->table->namesakes;
    struct source source;
    for (; row && row->result; row++) {
        if (!aic_composition_result(composition, aic_span_of(row->result), &source) ||
            !aic_composition_result(composition, aic_span_of(row->instead), &source)) {
            return aic_composition_fail(composition, error, row->result, "is no pair of results");
        }
    }
    return true;
}

/* What is demanded are plain inputs. */
static bool check_demands(const struct aic_composition *composition, struct aic_error *error)
{
    const struct aic_demand *demand = composition->table->demands;
    for (; demand && demand->inputs; demand++) {
        for (const char *at = demand->inputs; *at;) {
            const struct aic_span name = { at, strcspn(at, " ") };
            if (aic_composition_plain(composition, name) == composition->plain_count) {
                return aic_composition_fail(composition, error, demand->inputs,
                                            "are no plain inputs, and demanded");
            }
            at += name.length + strspn(at + name.length, " ");
        }
    }
    return true;
}

static bool check_verdict(const struct aic_composition *composition, struct aic_error *error)
{
    const char *verdict = composition->table->verdict;
    struct source source;
    return !verdict || aic_composition_result(composition, aic_span_of(verdict), &source) ||
           aic_composition_fail(composition, error, verdict, "is no result");
}

static size_t place_after(size_t *end, size_t size)
{
    size_t at = *end;
    *end += (size + 7) & ~(size_t)7;
    return at;
}

/* What is remembered of each step lies behind the results. */
static void place_memory(struct aic_composition *composition)
{
    size_t *end = &composition->calculator.out_size;
    composition->keeps_choices = place_after(end, sizeof(double));
    for (size_t s = 0; s < composition->step_count; s++) {
        struct step *step = &composition->steps[s];
        const struct aic_calculator *calculator = composition->parts[step->part].calculator;
        step->answered = place_after(end, sizeof(double));
        step->before = place_after(end, calculator->in_size);
        step->after = place_after(end, calculator->in_size);
        step->out = place_after(end, calculator->out_size);
    }
}

/* The defaults of all inputs, as every question starts. */
static bool form_defaults(struct aic_composition *composition, struct aic_error *error)
{
    char *all = aic_pool_take(&composition->pool, composition->calculator.in_size, 1);
    for (size_t p = 0; all && p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (!aic_inputs_init(part->calculator, all + part->in_base, error)) {
            return false;
        }
    }
    for (size_t i = 0; all && i < composition->plain_count; i++) {
        aic_input_reset(&composition->inputs[i], composition->inputs[i].offset, all);
    }
    composition->defaults = all;
    return true;
}

static bool form_tables(struct aic_composition *composition, struct aic_error *error)
{
    return form_parts(composition, error) && check_only(composition, error) &&
           !composition->pool.failed && aic_composition_form_inputs(composition, error) &&
           aic_composition_form_results(composition, error);
}

static bool form_rest(struct aic_composition *composition, struct aic_error *error)
{
    aic_composition_form_presets(composition);
    place_memory(composition);
    return aic_composition_form_references(composition, error) &&
           aic_composition_form_lists(composition, error) &&
           aic_composition_form_feeds(composition, error) && check_verdict(composition, error) &&
           check_namesakes(composition, error) && check_demands(composition, error) &&
           form_defaults(composition, error);
}

static bool form(struct aic_composition *composition, const struct aic_composition_table *table,
                 struct aic_error *error)
{
    composition->table = table;
    composition->calculator.name = table->name;
    composition->calculator.help = table->help;
    composition->calculator.examples = table->examples;
    composition->calculator.assumes = table->assumes;
    composition->calculator.demands = table->demands;
    composition->calculator.composition = composition;
    bool ok = form_tables(composition, error) && !composition->pool.failed &&
              form_rest(composition, error);
    return composition->pool.failed ? aic_fail_memory(error) : ok;
}

struct aic_composition *aic_composition_form(const struct aic_composition_table *table,
                                             struct aic_error *error)
{
    struct aic_composition *composition = calloc(1, sizeof *composition);
    if (!composition) {
        aic_fail_memory(error);
        return NULL;
    }
    if (!form(composition, table, error)) {
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
