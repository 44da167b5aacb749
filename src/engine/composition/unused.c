/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: values that the user gave and no part used. */
#include <string.h>

#include "engine/composition/composition.h"
#include "engine/rules.h"

static bool fail_not_asked(const struct part *part, const char *name, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s: %s uses it, and is not asked", name,
             part->calculator->name);
    return aic_suggest(error, "give %s, or leave %s out", part->needs, name);
}

/* What the part says of the value that it left aside. */
static bool fail_refused(const struct run *run, const struct part *part, const char *name,
                         struct aic_error *error)
{
    if (aic_rules_refuse(part->calculator, run->in + part->in_base, name, error)) {
        return aic_name_part(part->calculator->name, error);
    }
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s: %s has no use for it here", name,
             part->calculator->name);
    return aic_suggest(error, "leave %s out; 'aicalc help %s' says what goes with it", name,
                       part->calculator->name);
}

/* The input of a part that the plain one goes to; NULL: it has none. */
static const struct aic_field *find_input(const struct aic_composition *composition,
                                          const struct part *part, const struct aic_field *plain)
{
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        if (composition->links[i].plain == plain) {
            return &composition->inputs[i];
        }
    }
    return NULL;
}

/* True where a part that was asked kept a plain value, or only the composition's own inputs know it. */
static bool check_plain(const struct run *run, const struct aic_field *plain,
                        struct aic_error *error)
{
    const struct aic_composition *composition = run->composition;
    const struct part *has = NULL, *has_left_aside = NULL;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_field *field = find_input(composition, part, plain);
        if (!field) {
            continue;
        }
        if (run->out[p] && (aic_is_passed(run->in, field->offset) ||
                            aic_origin_get(run->in, field->offset) >= AIC_FROM_LAUNCH)) {
            return true;
        }
        has = has ? has : part;
        has_left_aside = has_left_aside || !run->out[p] ? has_left_aside : part;
    }
    return has_left_aside ? fail_refused(run, has_left_aside, plain->name, error)
                          : !has || fail_not_asked(has, plain->name, error);
}

static bool check_all_plain(const struct run *run, struct aic_error *error)
{
    for (size_t i = 0; i < run->composition->plain_count; i++) {
        const struct aic_field *plain = &run->composition->inputs[i];
        if (aic_origin_get(run->in, plain->offset) >= AIC_FROM_LAUNCH &&
            !check_plain(run, plain, error)) {
            return false;
        }
    }
    return true;
}

/* Values that were set for parts that are not asked. */
static bool check_parts(const struct run *run, struct aic_error *error)
{
    const struct aic_composition *composition = run->composition;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        for (size_t i = 0; !run->out[p] && i < part->inputs; i++) {
            const struct aic_field *field = &composition->inputs[part->first_input + i];
            if (!aic_is_passed(run->in, field->offset) &&
                aic_origin_get(run->in, field->offset) >= AIC_FROM_LAUNCH) {
                return fail_not_asked(part, field->name, error);
            }
        }
    }
    return true;
}

/* A part waits for what the verdict says there is not. */
static bool ends_early(const struct run *run)
{
    const struct aic_composition *composition = run->composition;
    size_t p = composition->own_count;
    while (
        p < composition->part_count &&
        (run->out[p] || !aic_composition_awaited(composition, &composition->parts[p], run->out))) {
        p++;
    }
    return p < composition->part_count;
}

bool aic_run_check_unused(const struct run *run, struct aic_error *error)
{
    if (check_all_plain(run, error) && check_parts(run, error)) {
        return true;
    }
    if (!ends_early(run)) {
        return false;
    }
    memset(error, 0, sizeof *error);
    return true;
}
