/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a calculator of rows: rules, derived defaults, compute(), the check of its results. */
#include "engine/evaluate.h"

#include <math.h>
#include <string.h>

#include "engine/inputs.h"
#include "engine/rules.h"

/* True where a member that is a number is infinite and may not be; `error` names it. */
static bool find_infinite(const struct aic_calculator *calculator, const void *out,
                          struct aic_error *error)
{
    const struct aic_table *table = &calculator->results;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            struct aic_value value = aic_value_load(field, (const char *)out + field->offset);
            bool may_be = (field->flags & AIC_UNBOUNDED) != 0 && value.number > 0;
            if (value.set && isinf(value.number) && !may_be) {
                aic_fail(error, AIC_ERR_OVERFLOW, field->name,
                         "%s: the result is too large for a number", field->name);
                aic_suggest(error, "give smaller values");
                return true;
            }
        }
    }
    return false;
}

/* Every evaluation comes by here: the members are looked at as numbers, and the table is gone through only
 * where one looks infinite. (A member has the room of a number: see AIC_SLOT.) */
static bool results_are_finite(const struct aic_calculator *calculator, const void *out,
                               struct aic_error *error)
{
    bool any = false;
    for (size_t at = 0; at + sizeof(double) <= calculator->out_size; at += sizeof(double)) {
        double member;
        memcpy(&member, (const char *)out + at, sizeof member);
        any |= isinf(member) != 0;
    }
    return !any || !find_infinite(calculator, out, error);
}

static void derive(const struct aic_calculator *calculator, void *in)
{
    if (calculator->derive_defaults) {
        calculator->derive_defaults(in);
    }
}

bool aic_derive_rows(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    aic_inputs_forget_derived(calculator, in);
    if (!aic_rules_apply(calculator, in, error)) {
        return false;
    }
    derive(calculator, in);
    return true;
}

static bool compute(const struct aic_calculator *calculator, const void *in, void *out,
                    struct aic_notes *notes)
{
    return calculator->compute(in, out, notes) &&
           results_are_finite(calculator, out, &notes->error);
}

bool aic_evaluate_rows(const struct aic_calculator *calculator, void *in, void *out,
                       struct aic_notes *notes)
{
    memset(out, 0xFF, calculator->out_size); /* everything left out */
    return aic_derive_rows(calculator, in, &notes->error) && compute(calculator, in, out, notes);
}
