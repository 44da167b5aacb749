/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The grid of a numeric input: the values that are evaluated first. Whole numbers: all of the first
 * thousand; then all that can be possible (multiples of 8 in a job of tp 8); then
 * those times products of 2, 3 and 5, which layouts divide by. Real numbers: ten or more to a
 * decade, and evenly where the field has two ends.
 */
#include "analysis/solve/search.h"

#include <stdlib.h>

#include <aicalc/text.h>

#include "calculators/shared/divisors.h"
#include "core/elementary.h"

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

static void add(struct aic_grid *grid, double value)
{
    if (value >= grid->low && value <= grid->high) {
        grid->at[grid->count++] = value;
    }
}

static void sort(struct aic_grid *grid)
{
    size_t kept = 0;
    qsort(grid->at, grid->count, sizeof grid->at[0], compare);
    for (size_t i = 0; i < grid->count; i++) {
        if (kept == 0 || grid->at[i] != grid->at[kept - 1]) {
            grid->at[kept++] = grid->at[i];
        }
    }
    grid->count = kept;
}

/* The ends of the field, and of what is tried where it has none. */
static void find_ends(struct aic_grid *grid, const struct aic_field *field)
{
    double step = grid->whole ? 1 : 0;
    double least = grid->whole ? -AIC_MAX_INTEGER : -REAL_HIGH;
    double most = grid->whole ? AIC_MAX_INTEGER : REAL_HIGH;
    bool is_open = field->flags & AIC_SIGNED;
    grid->low = is_open ? least : field->min;
    grid->high = field->max > 0 ? field->max : most;
    if (!is_open && field->flags & AIC_ABOVE_MIN) {
        grid->low = grid->whole ? field->min + step : nextafter(field->min, INFINITY);
    }
    if (field->max > 0 && field->flags & AIC_BELOW_MAX) {
        grid->high = grid->whole ? field->max - step : nextafter(field->max, 0);
    }
    grid->endless[AIC_SMALLEST] = is_open || (grid->low > 0 && grid->low < REAL_LOW);
    grid->endless[AIC_LARGEST] = field->max <= 0;
}

/* How far possible whole numbers are from each other, as far as the lowest show. */
static void find_stride(struct aic_grid *grid, struct aic_candidates *candidates)
{
    double stride = 0;
    double first = NAN;
    for (double i = 0; i < STRIDE_TRIES && stride != 1; i++) {
        double value = grid->low + i;
        if (value > grid->high || (i >= EACH && stride > 0)) {
            break;
        }
        if (aic_candidate_judge_number(candidates, value).outcome == CANDIDATE_IMPOSSIBLE) {
            continue;
        }
        if (isnan(first)) {
            first = value;
        }
        stride = aic_common_divisor(value - first, stride);
    }
    grid->stride = stride > 0 ? stride : 1;
    grid->first = isnan(first) ? grid->low : first;
}

/* 2^a 3^b 5^c times the stride, beyond what is dense; of the large ones those with an odd part of
 * 1, 3 or 5, because layouts of millions of GPUs take long to work out. */
static void add_smooth(struct aic_grid *grid)
{
    double offset = fmod(grid->first, grid->stride);
    double top = (grid->high - offset) / grid->stride;
    for (double five = 1; five <= top; five *= 5) {
        for (double three = five; three <= top; three *= 3) {
            for (double product = three; product <= top; product *= 2) {
                double value = offset + grid->stride * product;
                bool is_simple = three <= 5; /* the odd part */
                if (value > grid->dense && (is_simple || value <= AIC_SOLVE_LARGE)) {
                    add(grid, value);
                }
            }
        }
    }
}

static void add_whole(struct aic_grid *grid, struct aic_candidates *candidates)
{
    double value = grid->low;
    grid->stride = 1;
    grid->first = value;
    if (grid->high - grid->low > DENSE) {
        find_stride(grid, candidates);
    }
    for (; value <= grid->high && value < grid->low + EACH; value++) {
        add(grid, value);
    }
    value = grid->first + grid->stride * ceil((value - grid->first) / grid->stride);
    for (; value <= grid->high && grid->count < DENSE; value += grid->stride) {
        add(grid, value);
    }
    grid->dense = value - 1;
    if (grid->dense < grid->high) {
        add_smooth(grid);
    }
    if (grid->high < AIC_MAX_INTEGER) {
        add(grid, grid->high);
    }
    add(grid, grid->first); /* it may be the only one that is possible */
}

static void add_real(struct aic_grid *grid)
{
    double low = grid->low;
    double high = grid->high;
    for (int i = 0;; i++) {
        double value = REAL_LOW * pow(10, (double)i / PER_DECADE);
        if (value > REAL_HIGH) {
            break;
        }
        add(grid, value);
        add(grid, -value);
    }
    if (high < REAL_HIGH && low > -REAL_HIGH) {
        for (int i = 0; i <= EVENLY; i++) {
            add(grid, low + (high - low) * i / EVENLY);
        }
    }
    add(grid, low >= REAL_LOW || low <= 0 ? low : REAL_LOW);
    add(grid, high);
    add(grid, 0);
}

bool aic_grid_init(struct aic_grid *grid, struct aic_candidates *candidates,
                   const struct aic_field *field, double start, struct aic_error *error)
{
    grid->whole = field->kind == AIC_INTEGER;
    grid->count = 0;
    grid->at = malloc((EACH + DENSE + SMOOTH_MAX) * sizeof grid->at[0]);
    if (!grid->at) {
        return aic_fail_memory(error);
    }
    find_ends(grid, field);
    if (grid->whole) {
        add_whole(grid, candidates);
    } else {
        add_real(grid);
    }
    if (!isnan(start)) {
        add(grid, start);
    }
    sort(grid);
    return true;
}

void aic_grid_clear(struct aic_grid *grid)
{
    free(grid->at);
    grid->at = NULL;
}
