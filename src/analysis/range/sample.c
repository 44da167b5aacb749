/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points all over the region: every point where they are whole numbers and few, a
 * fine grid in one dimension, an even spread inside and on the faces in more.
 * No randomness: the same ranges give the same points everywhere.
 */
#include "analysis/range/search.h"

#include "calculators/shared/divisors.h"

#define POINTS_ALL   10000 /* whole points up to this number are all evaluated */
#define POINTS_LINE  4096  /* of the grid of one dimension, evenly and by factors */
#define POINTS_SPACE 6000  /* in more dimensions, inside and on the faces */
#define STRIDE_SCAN  128   /* whole numbers looked at for the distance of possible ones */

bool aic_search_is_wide(const struct search_axis *axis)
{
    return axis->low > 0 && axis->high > 4 * axis->low;
}

double aic_search_position(const struct search_axis *axis, double u, bool by_factor)
{
    double span = axis->high - axis->low;
    double value = by_factor ? axis->low * pow(axis->high / axis->low, u) : axis->low + u * span;
    if (axis->whole) {
        double steps = floor(span / axis->stride);
        double step =
            by_factor ? round((value - axis->low) / axis->stride) : floor(u * (steps + 1));
        value = axis->low + axis->stride * step;
    }
    return fmin(fmax(value, axis->low), axis->high);
}

static double count_whole(const struct aic_search *search)
{
    double count = 1;
    for (size_t i = 0; i < search->axis_count; i++) {
        const struct search_axis *axis = &search->axes[i];
        count *= axis->whole ? axis->high - axis->low + 1 : INFINITY;
    }
    return count;
}

static void evaluate_all(struct aic_search *search)
{
    struct search_point point = aic_search_corner(search, 0);
    size_t i = 0;
    while (i < search->axis_count) {
        aic_search_evaluate(search, &point);
        for (i = 0; i < search->axis_count && point.at[i] == search->axes[i].high; i++) {
            point.at[i] = search->axes[i].low;
        }
        if (i < search->axis_count) {
            point.at[i]++;
        }
    }
}

/* The distance of the possible whole numbers of an axis: all layouts that a job of tp 8
 * allows are multiples of 8, and points between them would say nothing. */
static void find_stride(struct aic_search *search, size_t index)
{
    struct search_axis *axis = &search->axes[index];
    size_t last = ((size_t)1 << search->axis_count) - 1;
    double stride = axis->high - axis->low;
    for (size_t corner = 0; corner <= last && stride > 1; corner += last) {
        struct search_point point = aic_search_corner(search, corner);
        for (size_t i = 1; i <= STRIDE_SCAN && stride > 1; i++) {
            point.at[index] = axis->low + (double)i;
            if (aic_search_evaluate(search, &point)) {
                stride = aic_common_divisor(stride, (double)i);
            }
        }
    }
    axis->stride = stride;
}

/* The i-th number of van der Corput's sequence in a base: evenly spread in 0..1. */
static double spread(size_t i, size_t base)
{
    double value = 0;
    double digit = 1;
    for (; i > 0; i /= base) {
        digit /= (double)base;
        value += digit * (double)(i % base);
    }
    return value;
}

static void sample_line(struct aic_search *search)
{
    const struct search_axis *axis = &search->axes[0];
    bool by_factor = aic_search_is_wide(axis);
    for (size_t i = 0; i <= POINTS_LINE; i++) {
        double u = (double)i / POINTS_LINE;
        aic_search_evaluate(search,
                            &(struct search_point){ { aic_search_position(axis, u, false) } });
        if (by_factor) {
            aic_search_evaluate(search,
                                &(struct search_point){ { aic_search_position(axis, u, true) } });
        }
        if (axis->whole) { /* a grid would meet the same remainders again and again */
            aic_search_evaluate(search, &(struct search_point){
                                            { aic_search_position(axis, spread(i, 2), false) } });
        }
    }
}

static void sample_space(struct aic_search *search)
{
    static const size_t bases[AIC_RANGES_MAX] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    size_t faces = 1; /* bits that say which coordinates are put on a face */
    for (size_t i = 1; i <= POINTS_SPACE; i++) {
        struct search_point point;
        faces = (faces * 1103515245u + 12345u) & 0x7FFFFFFFu;
        for (size_t k = 0; k < search->axis_count; k++) {
            const struct search_axis *axis = &search->axes[k];
            double u = spread(i, bases[k]);
            bool by_factor = i % 4 < 2 && aic_search_is_wide(axis);
            bool on_face = i % 2 == 1 && faces >> (k + 8) & 1;
            point.at[k] = on_face ? (u < 0.5 ? axis->low : axis->high)
                                  : aic_search_position(axis, u, by_factor);
        }
        aic_search_evaluate(search, &point);
    }
}

bool aic_search_sample(struct aic_search *search)
{
    if (count_whole(search) <= POINTS_ALL) {
        evaluate_all(search);
        return true;
    }
    for (size_t i = 0; i < search->axis_count; i++) {
        if (search->axes[i].whole && search->axes[i].high - search->axes[i].low > STRIDE_SCAN) {
            find_stride(search, i);
        }
    }
    search->sampling = true;
    if (search->axis_count == 1) {
        sample_line(search);
    } else {
        sample_space(search);
    }
    search->sampling = false;
    return false;
}
