/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calculators of a test's own, as a host program may have them: the function is the test's, so
 * that edges, peaks and gaps are where it puts them.
 *
 *     static bool compute_square(const void *in, void *out, struct aic_notes *notes) { ... }
 *     OWN(square, compute_square, { AIC_FIELD_REAL(IN, a), .max = 3 });
 */
#ifndef AICALC_TEST_OWN_H
#define AICALC_TEST_OWN_H

#include <string.h>

#include <aicalc/aicalc.h>

struct own_in {
    struct aic_origins origins;
    double a, b;    /* real */
    double n, m, k; /* whole */
    int pick;
    aic_flag on;
    struct aic_name label;
};

struct own_out {
    double value, second, count;
    AIC_SLOT int kind;
    AIC_SLOT aic_flag holds;
};

#define IN  struct own_in
#define OUT struct own_out

static const char *const own_kinds[] = { "low", "high", NULL };

static const struct aic_field own_result_fields[] = {
    { AIC_FIELD_REAL(OUT, value), .help = "the value" },
    { AIC_FIELD_REAL(OUT, second), .help = "another one" },
    { AIC_FIELD_INTEGER(OUT, count), .help = "a count" },
    { AIC_FIELD_CHOICE(OUT, kind, own_kinds), .help = "a kind" },
    { AIC_FIELD_FLAG(OUT, holds), .help = "whether it holds" },
};

enum { VALUE, SECOND, COUNT, KIND, HOLDS };

static const struct aic_group own_results[] = { AIC_GROUP("Out", own_result_fields) };

/* A calculator of inputs in rows and a table of results. */
#define OWN_OF(name_, compute_, results_, ...)                                                     \
    static const struct aic_field name_##_fields[] = { __VA_ARGS__ };                              \
    static const struct aic_group name_##_inputs[] = { AIC_GROUP("In", name_##_fields) };       \
    static const struct aic_calculator name_ = {                                                   \
        .name = "own",                                                                             \
        .help = "of a test",                                                                       \
        .in_size = sizeof(IN),                                                                     \
        .out_size = sizeof(OUT),                                                                   \
        .inputs = AIC_TABLE(name_##_inputs),                                                       \
        .results = AIC_TABLE(results_),                                                            \
        .compute = compute_,                                                                       \
    }

#define OWN(name_, compute_, ...) OWN_OF(name_, compute_, own_results, __VA_ARGS__)

#endif
