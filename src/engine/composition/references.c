/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forming a composition: the order of catalog entries. A later entry overrides an earlier one, and
 * a node names its GPU; so what follows another in one of the parts follows it in the composition.
 */
#include <string.h>

#include "engine/composition/composition.h"

#define REFERENCES_MAX 64

/* The plain inputs that name entries and have no place yet, in the order of the table. */
struct waiting {
    unsigned short at[REFERENCES_MAX];
    size_t count;
};

/* True where a part has both, the other one first. */
static bool follows(const struct aic_composition *composition, size_t input, size_t other)
{
    const struct aic_span name = aic_span_of(composition->inputs[input].name);
    const struct aic_span of_other = aic_span_of(composition->inputs[other].name);
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct aic_table *inputs = &composition->parts[p].calculator->inputs;
        size_t at = aic_table_find(inputs, name.at, name.length);
        if (at < composition->parts[p].inputs &&
            aic_table_find(inputs, of_other.at, of_other.length) < at) {
            return true;
        }
    }
    return false;
}

/* The first that follows none of the others; the first of all where the parts do not agree. */
static size_t find_next(const struct aic_composition *composition, const struct waiting *waiting)
{
    for (size_t i = 0; i < waiting->count; i++) {
        size_t k = 0;
        while (k < waiting->count &&
               (k == i || !follows(composition, waiting->at[i], waiting->at[k]))) {
            k++;
        }
        if (k == waiting->count) {
            return i;
        }
    }
    return 0;
}

bool aic_composition_form_references(struct aic_composition *composition, struct aic_error *error)
{
    struct waiting waiting = { .count = 0 };
    size_t count = composition->shown_inputs, placed = 0;
    unsigned short *all = aic_pool_take(&composition->pool, count, sizeof all[0]);
    composition->references = all;
    for (size_t i = 0; i < composition->plain_count; i++) {
        if (composition->inputs[i].kind != AIC_REFERENCE) {
            continue;
        }
        if (waiting.count == REFERENCES_MAX) {
            return aic_composition_fail(composition, error, "inputs",
                                        "name too many catalog entries");
        }
        waiting.at[waiting.count++] = (unsigned short)i;
    }
    while (all && waiting.count > 0) {
        size_t next = find_next(composition, &waiting);
        all[placed++] = waiting.at[next];
        memmove(&waiting.at[next], &waiting.at[next + 1],
                (--waiting.count - next) * sizeof waiting.at[0]);
    }
    for (size_t i = composition->plain_count; all && i < count; i++) {
        if (composition->inputs[i].kind == AIC_REFERENCE) {
            all[placed++] = (unsigned short)i;
        }
    }
    composition->reference_count = placed;
    return true;
}
