/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating a calculator of rows: rules, derived defaults, compute(), the check of its results. */
#include "engine/evaluate.h"

#include <stdint.h>
#include <string.h>

#include "engine/inputs.h"
#include "engine/rules.h"

/* True where a member that is a number is infinite; `error` names it. */
static bool find_infinite(const struct aic_calculator *calculator, const void *out,
                          struct aic_error *error)
{
    const struct aic_table *table = &calculator->results;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            struct aic_value value = aic_value_load(field, (const char *)out + field->offset);
            if (value.set && isinf(value.number)) {
                aic_fail(error, AIC_ERR_OVERFLOW, field->name,
                         "%s: the result is too large for a number", field->name);
                aic_suggest(error, "give smaller values");
                return true;
            }
        }
    }
    return false;
}

/* Of both halves of a word: all but the sign, the upper half of an infinity, and the sign. */
#define BODIES   UINT64_C(0x7FFFFFFF7FFFFFFF)
#define INFINITE UINT64_C(0x7FF000007FF00000)
#define SIGNS    (~BODIES)

/* Words that are looked at together, each in a lane of its own: compilers make vectors of them. */
#define LANES 8

/* The sign of a half is set where the half differs from the upper half of an infinity in any bit: that
 * carries into the sign when all other bits are added to the difference, and no further. */
static uint64_t differ(uint64_t word)
{
    return ((word & BODIES) ^ INFINITE) + BODIES;
}

/*
 * Every evaluation comes by here, hence no walk over the table but a scan of the struct: no number
 * is infinite where no four bytes are the upper half of an infinity. Whether other members only
 * look so, the table knows.
 */
static bool results_are_finite(const struct aic_calculator *calculator, const void *out,
                               struct aic_error *error)
{
    uint64_t all[LANES], words[LANES], rest = SIGNS;
    size_t at = 0, size = calculator->out_size;
    memset(all, 0xFF, sizeof all);
    for (; at + sizeof words <= size; at += sizeof words) {
        memcpy(words, (const char *)out + at, sizeof words);
        for (size_t i = 0; i < LANES; i++) {
            all[i] &= differ(words[i]);
        }
    }
    memset(words, 0, sizeof words); /* 0 is finite */
    memcpy(words, (const char *)out + at, size - at);
    for (size_t i = 0; i < LANES; i++) {
        rest &= all[i] & differ(words[i]);
    }
    return rest == SIGNS || !find_infinite(calculator, out, error);
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

bool aic_evaluate_ruled(const struct aic_calculator *calculator, void *in, void *out,
                        struct aic_notes *notes)
{
    memset(out, 0xFF, calculator->out_size);
    aic_inputs_forget_derived(calculator, in);
    derive(calculator, in);
    return compute(calculator, in, out, notes);
}
