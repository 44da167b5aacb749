/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that are tried for a numeric input. Whole numbers: all of the first
 * thousand; then all that can be possible (multiples of 8 in a job of tp 8); then
 * those times products of 2, 3 and 5, which layouts divide by. Real numbers: ten or more to a
 * decade, and evenly where the field has two ends.
 */
#include "analysis/solve/search.h"

#include <stdlib.h>

#include <aicalc/text.h>

#define EACH         1024  /* whole numbers from the lowest on that are all tried */
#define DENSE        16384 /* whole numbers tried before steps grow */
#define STRIDE_TRIES 65536 /* to find two possible numbers */
#define SMOOTH_MAX   8192  /* room for products of 2, 3 and 5 up to 2^53 (there are 6,700) */
#define PER_DECADE   10
#define EVENLY       200   /* steps between two ends of real numbers */
#define REAL_LOW     1e-15 /* real numbers without an end are tried from here */
#define REAL_HIGH    1e24  /* up to here */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void add(struct aic_candidates *candidates, double value)
{
    if (value >= candidates->low && value <= candidates->high) {
        candidates->at[candidates->count++] = value;
    }
}

static void sort(struct aic_candidates *candidates)
{
    size_t kept = 0;
    qsort(candidates->at, candidates->count, sizeof candidates->at[0], compare);
    for (size_t i = 0; i < candidates->count; i++) {
        if (kept == 0 || candidates->at[i] != candidates->at[kept - 1]) {
            candidates->at[kept++] = candidates->at[i];
        }
    }
    candidates->count = kept;
}

/* The ends of the field, and of what is tried where it has none. */
static void find_ends(struct aic_candidates *candidates, const struct aic_field *field)
{
    double step = candidates->whole ? 1 : 0;
    double least = candidates->whole ? -AIC_MAX_INTEGER : -REAL_HIGH;
    double most = candidates->whole ? AIC_MAX_INTEGER : REAL_HIGH;
    bool is_open = field->flags & AIC_SIGNED;
    candidates->low = is_open ? least : field->min;
    candidates->high = field->max > 0 ? field->max : most;
    if (!is_open && field->flags & AIC_ABOVE_MIN) {
        candidates->low = candidates->whole ? field->min + step : nextafter(field->min, INFINITY);
    }
    if (field->max > 0 && field->flags & AIC_BELOW_MAX) {
        candidates->high = candidates->whole ? field->max - step : nextafter(field->max, 0);
    }
}

static double divisor_of_both(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

/* How far possible whole numbers are from each other, as far as the lowest show. */
static void find_stride(struct aic_candidates *candidates, struct aic_trials *trials)
{
    double stride = 0;
    double first = NAN;
    for (double i = 0; i < STRIDE_TRIES && stride != 1; i++) {
        double value = candidates->low + i;
        if (value > candidates->high || (i >= EACH && stride > 0)) {
            break;
        }
        if (aic_trial_number(trials, value).outcome == TRIAL_IMPOSSIBLE) {
            continue;
        }
        if (isnan(first)) {
            first = value;
        }
        stride = divisor_of_both(value - first, stride);
    }
    candidates->stride = stride > 0 ? stride : 1;
    candidates->first = isnan(first) ? candidates->low : first;
}

/* 2^a 3^b 5^c times the stride, beyond what is dense; of the large ones those with an odd part of
 * 1, 3 or 5, because layouts of millions of GPUs take long to work out. */
static void add_smooth(struct aic_candidates *candidates)
{
    double offset = fmod(candidates->first, candidates->stride);
    double top = (candidates->high - offset) / candidates->stride;
    for (double five = 1; five <= top; five *= 5) {
        for (double three = five; three <= top; three *= 3) {
            for (double product = three; product <= top; product *= 2) {
                double value = offset + candidates->stride * product;
                bool is_simple = three <= 5; /* the odd part */
                if (value > candidates->dense && (is_simple || value <= AIC_SOLVE_LARGE)) {
                    add(candidates, value);
                }
            }
        }
    }
}

static void add_whole(struct aic_candidates *candidates, struct aic_trials *trials)
{
    double value = candidates->low;
    candidates->stride = 1;
    candidates->first = value;
    if (candidates->high - candidates->low > DENSE) {
        find_stride(candidates, trials);
    }
    for (; value <= candidates->high && value < candidates->low + EACH; value++) {
        add(candidates, value);
    }
    value = candidates->first +
            candidates->stride * ceil((value - candidates->first) / candidates->stride);
    for (; value <= candidates->high && candidates->count < DENSE; value += candidates->stride) {
        add(candidates, value);
    }
    candidates->dense = value - 1;
    if (candidates->dense < candidates->high) {
        add_smooth(candidates);
    }
    if (candidates->high < AIC_MAX_INTEGER) {
        add(candidates, candidates->high);
    }
    add(candidates, candidates->first); /* it may be the only one that is possible */
}

static void add_real(struct aic_candidates *candidates)
{
    double low = candidates->low;
    double high = candidates->high;
    for (int i = 0;; i++) {
        double value = REAL_LOW * pow(10, (double)i / PER_DECADE);
        if (value > REAL_HIGH) {
            break;
        }
        add(candidates, value);
        add(candidates, -value);
    }
    if (high < REAL_HIGH && low > -REAL_HIGH) {
        for (int i = 0; i <= EVENLY; i++) {
            add(candidates, low + (high - low) * i / EVENLY);
        }
    }
    add(candidates, low >= REAL_LOW || low <= 0 ? low : REAL_LOW);
    add(candidates, high);
    add(candidates, 0);
}

bool aic_candidates_init(struct aic_candidates *candidates, struct aic_trials *trials,
                         const struct aic_field *field, double start, struct aic_error *error)
{
    candidates->whole = field->kind == AIC_INTEGER;
    candidates->count = 0;
    candidates->at = malloc((EACH + DENSE + SMOOTH_MAX) * sizeof candidates->at[0]);
    if (!candidates->at) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    find_ends(candidates, field);
    if (candidates->whole) {
        add_whole(candidates, trials);
    } else {
        add_real(candidates);
    }
    if (!isnan(start)) {
        add(candidates, start);
    }
    sort(candidates);
    return true;
}

void aic_candidates_clear(struct aic_candidates *candidates)
{
    free(candidates->at);
    candidates->at = NULL;
}
