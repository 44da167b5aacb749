/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a composition: values that the user gave and no part used. */
#include <string.h>

#include "engine/composition/composition.h"
#include "engine/rules.h"

/* Why a part is not asked, where a person would have to give what it lacks; NULL otherwise. */
static const struct aic_unasked *lacks_input(const struct run *run, size_t p)
{
    unsigned char asked = (unsigned char)run->out[p];
    const struct aic_unasked *unasked = run->composition->parts[p].row->unasked;
    return asked >= NOT_ASKED && unasked[asked - NOT_ASKED].kind == AIC_LACKS_INPUT
               ? &unasked[asked - NOT_ASKED]
               : NULL;
}

static bool fail_not_asked(const struct part *part, const struct aic_unasked *why, const char *name,
                           struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s: %s uses it, and is not asked: %s", name,
             part->calculator->name, why->reason);
    return why->add ? aic_suggest(error, "give %s, or leave %s out", why->add, name)
                    : aic_suggest(error, "leave %s out", name);
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

/* True where the table says that the part is not asked with the input. */
static bool is_aside(const struct part *part, const struct aic_field *field)
{
    for (size_t a = 0; a < part->aside_count; a++) {
        for (size_t i = 0; i < part->asides[a].count; i++) {
            if (part->asides[a].fields[i] == field) {
                return true;
            }
        }
    }
    return false;
}

/* True where a part that was asked kept a plain value, or none could have: it lacks a datum, or the table
 * leaves the value aside. */
static bool check_plain(const struct run *run, const struct aic_field *plain,
                        struct aic_error *error)
{
    const struct aic_composition *composition = run->composition;
    const struct part *refused = NULL;
    size_t unasked = composition->part_count;
    for (size_t p = composition->own_count; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        const struct aic_field *field = find_input(composition, part, plain);
        if (!field) {
            continue;
        }
        if (run->out[p] == 1 ? aic_is_passed(run->in, field->offset) || is_aside(part, field) ||
                                   aic_origin_get(run->in, field->offset) >= AIC_FROM_LAUNCH
                             : !lacks_input(run, p)) {
            return true;
        }
        if (run->out[p] == 1) {
            refused = refused ? refused : part;
        } else if (unasked == composition->part_count) {
            unasked = p;
        }
    }
    if (refused) {
        return fail_refused(run, refused, plain->name, error);
    }
    return unasked == composition->part_count ||
           fail_not_asked(&composition->parts[unasked], lacks_input(run, unasked), plain->name,
                          error);
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
        const struct aic_unasked *why = lacks_input(run, p);
        for (size_t i = 0; why && i < part->inputs; i++) {
            const struct aic_field *field = &composition->inputs[part->first_input + i];
            if (!aic_is_passed(run->in, field->offset) &&
                aic_origin_get(run->in, field->offset) >= AIC_FROM_LAUNCH) {
                return fail_not_asked(part, why, field->name, error);
            }
        }
    }
    return true;
}

/* True where an error names an input that an earlier part would have fed. */
static bool waits_for_feed(const struct run *run, const struct part *part,
                           const struct aic_error *error)
{
    for (size_t f = 0; f < part->feed_count; f++) {
        const struct aic_field *field = part->feeds[f].field;
        if (!aic_value_load(field, run->in + field->offset).set &&
            strstr(error->message, field->name + part->prefix.length)) {
            return true;
        }
    }
    return false;
}

bool aic_run_check_rules(const struct run *run, const struct part *part, struct aic_error *error)
{
    const struct aic_composition *composition = run->composition;
    for (size_t i = part->first_input; i < part->first_input + part->inputs; i++) {
        const struct aic_field *field = &composition->inputs[i];
        const struct aic_field *plain = composition->links[i].plain;
        bool is_given = plain && !is_aside(part, field) &&
                        aic_origin_get(run->in, plain->offset) >= AIC_FROM_LAUNCH;
        if (is_given &&
            aic_rules_refuse(part->calculator, run->in + part->in_base,
                             field->name + part->prefix.length, error) &&
            !waits_for_feed(run, part, error)) {
            return aic_name_part(part->calculator->name, error);
        }
    }
    memset(error, 0, sizeof *error);
    return true;
}

bool aic_run_check_unused(const struct run *run, struct aic_error *error)
{
    return check_all_plain(run, error) && check_parts(run, error);
}
