/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Measurements: "RESULT=VALUE", bound to a result before anything is computed, then compared with
 * what was computed, and explained by the one input whose value would make both the same.
 */
#ifndef AICALC_MEASURED_H
#define AICALC_MEASURED_H

#include <aicalc/answer.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The id of the warning of an answer that a measurement outside of its band becomes. */
#define AIC_MEASURED_OUTSIDE "measured-outside"

/* What explains a measurement. */
enum aic_explained {
    AIC_EXPLAINED,    /* `input`, with `input_value` */
    AIC_UNEXPLAINED,  /* no value of `input` within its range does */
    AIC_NOT_EXPLAINED /* the result rests on no input that could */
};

struct aic_measured {
    size_t result;
    double value; /* base units */
    /* Below: set by aic_measured_explain(). */
    double computed;
    double ratio; /* value over computed; NaN: computed is 0 */
    bool has_band;
    struct aic_error_band band; /* of what was computed */
    bool inside;                /* the value lies within it */
    enum aic_explained explained;
    size_t input;
    double input_value;
};

/* Reads and binds a measurement. Fails with a name, unit or form error. */
bool aic_measured_read(struct aic_measured *measured, const struct aic_calculator *calculator,
                       const char *text, struct aic_error *error);

/* The same where name and value stand apart. */
bool aic_measured_bind(struct aic_measured *measured, const struct aic_calculator *calculator,
                       struct aic_span name, struct aic_span value, struct aic_error *error);

/*
 * Compares with an answer and looks for what explains the difference; a value outside of the
 * stated band becomes a warning of the answer. Fails where the result does not apply to the
 * question, or the question has ranges.
 */
bool aic_measured_explain(struct aic_measured *measured, struct aic_answer *answer,
                          struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
