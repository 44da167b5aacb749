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
    size_t count = 0, group_count = 0;
    for (size_t p = 0; p < composition->part_count; p++) {
        count += composition->parts[p].results;
    }
    if (composition->input_count + count > UINT16_MAX) { /* places of fields are 16 bits */
        return aic_composition_fail(composition, error, "results", "are too many");
    }
    for (size_t p = 0; p < composition->part_count; p++) {
        group_count += composition->parts[p].calculator->results.count;
    }
    struct aic_group *groups = aic_pool_take(&composition->pool, group_count, sizeof groups[0]);
    struct aic_group *next = groups;
    composition->results = aic_pool_take(&composition->pool, count, sizeof composition->results[0]);
    size_t group_shown = 0;
    for (size_t k = 0; !composition->pool.failed && k < composition->part_count; k++) {
        const struct part *part =
            &composition->parts[(composition->own_count + k) % composition->part_count];
        add_part(composition, part, &next);
        group_shown = part->row->is_own ? group_shown : (size_t)(next - groups);
    }
    composition->calculator.results =
        (struct aic_table){ groups, group_shown, composition->results, composition->shown_results };
    return true;
}
