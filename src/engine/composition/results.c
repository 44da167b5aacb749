/* SPDX-License-Identifier: Apache-2.0 */
/* Forming a composition: its results, those of each part under their long names. */
#include <string.h>

#include "engine/composition/composition.h"

/* The long name of a result of the same part, NULL of NULL. */
static const char *long_name(const struct part *part, const struct aic_field *results,
                             const char *name)
{
    return name ? results[aic_table_find(&part->calculator->results, name, strlen(name))].name
                : NULL;
}

static void add_part(struct aic_composition *composition, const struct part *part,
                     struct aic_group **groups)
{
    const struct aic_table *of = &part->calculator->results;
    struct aic_field *results = &composition->results[part->first_result], *next = results;
    for (size_t g = 0; g < of->count; g++) {
        const struct aic_group *group = &of->groups[g];
        *(*groups)++ = (struct aic_group){ group->title, next, group->count };
        for (size_t i = 0; i < group->count; i++, next++) {
            *next = group->fields[i];
            next->name = aic_pool_join(&composition->pool, part->prefix, group->fields[i].name);
            next->offset += part->out_base;
        }
    }
    for (size_t i = 0; i < part->results; i++) {
        results[i].part_of = long_name(part, results, results[i].part_of);
        results[i].taken_off = long_name(part, results, results[i].taken_off);
    }
}

bool aic_composition_form_results(struct aic_composition *composition, struct aic_error *error)
{
    const struct part *last = &composition->parts[composition->part_count - 1];
    size_t count = last->first_result + last->results, group_count = 0;
    if (composition->input_count + count > UINT16_MAX) { /* places of fields are 16 bits */
        return aic_composition_fail(composition, error, "results", "are too many");
    }
    for (size_t p = 0; p < composition->part_count; p++) {
        group_count += composition->parts[p].calculator->results.count;
    }
    struct aic_group *groups = aic_pool_take(&composition->pool, group_count, sizeof groups[0]);
    struct aic_group *next = groups;
    composition->results = aic_pool_take(&composition->pool, count, sizeof composition->results[0]);
    for (size_t p = composition->own_count;
         !composition->pool.failed && p < composition->part_count; p++) {
        add_part(composition, &composition->parts[p], &next);
    }
    composition->calculator.results =
        (struct aic_table){ groups, (size_t)(next - groups), composition->results, count };
    return true;
}
