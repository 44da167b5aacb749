/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that are swept together: P,Q=a:b,c:d. */
#ifndef AICALC_ANALYSIS_SWEEP_TUPLE_H
#define AICALC_ANALYSIS_SWEEP_TUPLE_H

#include <aicalc/error.h>
#include <aicalc/sweep.h>
#include <aicalc/text.h>

/* "P,Q=a:b,c:d": the names, how many there are, and the values. */
struct aic_tuple {
    struct aic_span names;
    size_t count;
    const char *values;
};

/* A part of what was typed, as a string for a message, cut to its room. */
#define AIC_TUPLE_TYPED 64
const char *aic_tuple_typed(struct aic_span part, char *out);

/* Of more inputs than can be swept. */
bool aic_tuple_fail_many(struct aic_error *error);

/* Takes a text apart at its '='. False where there is none, a name is empty, or there are too many. */
bool aic_tuple_read(struct aic_tuple *tuple, const char *text, struct aic_error *error);

/* The name of the i-th input. */
struct aic_span aic_tuple_name(const struct aic_tuple *tuple, size_t i);

/*
 * The list of values of the i-th input, "a,c", in `out`, which has room for the whole text. Each
 * value of the sweep must have one part for each input.
 */
bool aic_tuple_column(const struct aic_tuple *tuple, size_t i, const struct aic_field *field,
                      char *out, struct aic_error *error);

#endif
