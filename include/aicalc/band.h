/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bands: how far reality was found from what a calculator computes, as data beside its rows; what
 * a flag compares; and which input a measurement of a result is explained by.
 */
#ifndef AICALC_BAND_H
#define AICALC_BAND_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Between which values something lies; NaN: not known. */
struct aic_ends {
    double low, high;
};

/* Of the bands of a result the first holds whose condition does. */
struct aic_band {
    size_t result;         /* index in the table */
    const char *condition; /* as it stands in the code; "always" */
    const char *low, *high;
    bool factors; /* low and high are factors of the result; otherwise values in its unit */
    const char *source;
};

/* A flag says whether a result is at most, or at least, a limit. */
struct aic_judgement {
    size_t flag, result;
    const char *relation; /* "<=" or ">=" */
    const char *limit;    /* an expression */
};

/* A measurement of the result tells the value of the first of these inputs that it rests on. */
struct aic_cause {
    size_t result;
    const char *inputs; /* their names, with commas */
};

/*
 * A result that was searched: the last value of an input at which a row is at most, or at least, a
 * limit; a step further it is not.
 */
struct aic_searched {
    size_t result, input, row;
    const char *relation; /* "<=" or ">=" */
    const char *limit;    /* an expression */
};

/* Of a search: its limit, and the way from its value to the one that fails. */
struct aic_searched_goal {
    double limit, step;
};

struct aic_bands {
    const struct aic_band *bands;
    size_t band_count;
    const struct aic_judgement *judgements;
    size_t judgement_count;
    const struct aic_cause *causes;
    size_t cause_count;
    const struct aic_searched *searches;
    size_t search_count;
    /* Of each band its ends, NaN where its condition does not hold; of each judgement its limit; of
     * each search its goal. */
    void (*find)(const void *in, const void *out, struct aic_ends *ends, double *limits,
                 struct aic_searched_goal *goals);
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
