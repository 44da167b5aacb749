/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluating any calculator: one of rows, or a composition. */
#include <string.h>

#include "engine/composition/composition.h"
#include "engine/demands.h"
#include "engine/evaluate.h"

bool aic_derive_defaults(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    return calculator->composition ? aic_composition_derive(calculator->composition, in, error)
                                   : aic_derive_rows(calculator, in, error);
}

bool aic_evaluate(const struct aic_calculator *calculator, void *in, void *out,
                  struct aic_notes *notes)
{
    bool ok = calculator->composition
                  ? aic_composition_evaluate(calculator->composition, in, out, notes, false)
                  : aic_evaluate_rows(calculator, in, out, notes);
    if (!ok && notes->error.code == AIC_ERR_MISSING) {
        aic_demands_name_all(calculator, in, &notes->error);
    }
    return ok;
}

void aic_evaluate_begin(const struct aic_calculator *calculator, void *out, bool keeps_choices)
{
    const struct aic_composition *composition = calculator->composition;
    double none = 0, kept = keeps_choices;
    if (!composition) {
        return;
    }
    memcpy((char *)out + composition->keeps_choices, &kept, sizeof kept);
    for (size_t s = 0; s < composition->step_count; s++) {
        memcpy((char *)out + composition->steps[s].answered, &none, sizeof none);
    }
}

bool aic_evaluate_again(const struct aic_calculator *calculator, void *in, void *out,
                        struct aic_notes *notes)
{
    return calculator->composition
               ? aic_composition_evaluate(calculator->composition, in, out, notes, notes->quiet)
               : aic_evaluate_rows(calculator, in, out, notes);
}

void aic_find_cases(const struct aic_calculator *calculator, const void *in, const void *out,
                    unsigned char *input_cases, unsigned char *result_cases)
{
    const struct aic_composition *composition = calculator->composition;
    if (calculator->find_cases) {
        calculator->find_cases(in, out, input_cases, result_cases);
    }
    for (size_t p = 0; composition && p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (((const char *)out)[p] == 1 && !part->row->is_own) {
            aic_find_cases(part->calculator, (const char *)in + part->in_base,
                           (const char *)out + part->out_base, input_cases + part->first_input,
                           result_cases + part->first_result);
        }
    }
}

void aic_find_bands(const struct aic_calculator *calculator, const void *in, const void *out,
                    struct aic_ends *ends, double *limits, struct aic_searched_goal *goals)
{
    const struct aic_composition *composition = calculator->composition;
    if (calculator->bands.find) {
        calculator->bands.find(in, out, ends, limits, goals);
    }
    for (size_t p = 0; composition && p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        if (((const char *)out)[p] == 1 && !part->row->is_own) {
            aic_find_bands(part->calculator, (const char *)in + part->in_base,
                           (const char *)out + part->out_base, ends + part->first_band,
                           limits + part->first_judgement, goals + part->first_search);
        }
    }
}
