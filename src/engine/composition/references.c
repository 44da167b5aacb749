/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Forming a composition: the order of catalog entries. A later entry overrides an earlier one, and
 * a node names its GPU; so what follows another in one of the parts follows it in the composition.
 */
#include "engine/composition/composition.h"

#define REFERENCES_MAX 64

/* The plain inputs that name entries, in the order of the table. */
struct names {
    size_t at[REFERENCES_MAX];
    bool placed[REFERENCES_MAX];
    size_t count;
};

/* True where a part has both, the other one first. */
static bool follows(const struct aic_composition *composition, size_t input, size_t other)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        size_t at = aic_composition_input_of(composition, p, input);
        if (at < composition->parts[p].inputs &&
            aic_composition_input_of(composition, p, other) < at) {
            return true;
        }
    }
    return false;
}

static bool may_be_next(const struct aic_composition *composition, const struct names *names,
                        size_t i)
{
    for (size_t k = 0; k < names->count; k++) {
        if (k != i && !names->placed[k] && follows(composition, names->at[i], names->at[k])) {
            return false;
        }
    }
    return true;
}

/* The next one: the first that follows none of the others that are left. */
static size_t next(const struct aic_composition *composition, const struct names *names)
{
    size_t first = names->count;
    for (size_t i = 0; i < names->count; i++) {
        if (names->placed[i]) {
            continue;
        }
        if (may_be_next(composition, names, i)) {
            return i;
        }
        first = first == names->count ? i : first;
    }
    return first; /* the parts do not agree */
}

bool aic_composition_form_references(struct aic_composition *composition, struct aic_error *error)
{
    struct names names = { .count = 0 };
    size_t count = composition->input_index.count, at = 0;
    unsigned short *all = aic_pool_take(&composition->pool, count, sizeof all[0]);
    if (!all) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (size_t i = 0; i < composition->plain_count; i++) {
        if (composition->input_fields[i].kind != AIC_REFERENCE) {
            continue;
        }
        if (names.count == REFERENCES_MAX) {
            return aic_composition_fail(composition, error, "inputs",
                                        "name too many catalog entries");
        }
        names.at[names.count++] = i;
    }
    for (; at < names.count; at++) {
        size_t i = next(composition, &names);
        names.placed[i] = true;
        all[at] = (unsigned short)names.at[i];
    }
    for (size_t i = composition->plain_count; i < count; i++) {
        if (composition->input_fields[i].kind == AIC_REFERENCE) {
            all[at++] = (unsigned short)i;
        }
    }
    composition->references = all;
    composition->reference_count = at;
    return true;
}
