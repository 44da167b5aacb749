/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing cases: which may be compared, and which of two is better by a result. */
#ifndef AICALC_COMPARABLE_H
#define AICALC_COMPARABLE_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * The flag that must hold (AIC_MUST_HOLD) and is false, because of which a case is not the best
 * one, whatever it costs. NULL: none; a flag that does not apply holds.
 */
const struct aic_field *aic_results_lack(const struct aic_calculator *calculator, const void *out);

/*
 * The names of the inputs that would settle a flag that is false because what it judges is not known,
 * "connections read_size". NULL: it is judged, or has no value.
 */
const char *aic_result_settled_by(const struct aic_calculator *calculator, const void *out,
                                  const struct aic_field *flag);

/*
 * True for a warning that the results leave out what belongs to them: its id ends with
 * "not-counted". A case that has it is not to be compared with one that has not.
 */
bool aic_note_leaves_out(const struct aic_note *note);

/* How a value stands to that of the first case. */
enum aic_compares {
    AIC_COMPARES_NOT, /* one of them has none */
    AIC_COMPARES_SAME,
    AIC_COMPARES_BETTER,
    AIC_COMPARES_WORSE,
    AIC_COMPARES_OTHER /* neither less nor more is better */
};

struct aic_ratio {
    enum aic_compares kind;
    double ratio; /* to the first; NaN where there is none */
};

struct aic_ratio aic_compare(const struct aic_field *field, struct aic_value first,
                             struct aic_value value);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
