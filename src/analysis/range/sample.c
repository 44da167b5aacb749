/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points all over the box: every point where they are whole numbers and few, a
 * fine grid in one dimension, an even spread inside and on the faces in more.
 * No randomness: the same ranges give the same points everywhere.
 */
#include "analysis/range/sample.h"

#include <string.h>

#include "calculators/shared/divisors.h"
#include "core/elementary.h"

#define POINTS_ALL   10000 /* whole points up to this number are all evaluated */
#define POINTS_LINE  4096  /* of the grid of one dimension, evenly and by factors */
#define POINTS_SPACE 6000  /* in more dimensions, inside and on the faces */
#define STRIDE_SCAN  128   /* whole numbers looked at for the distance of possible ones */

bool aic_samples_init(struct aic_samples *samples, struct aic_spread *spread,
                      const struct aic_question *question, struct aic_error *error)
{
    memset(samples, 0, sizeof *samples);
    samples->spread = spread;
    samples->axis_count = question->range_count;
    for (size_t i = 0; i < question->range_count; i++) {
        const struct aic_range *range = &question->ranges[i];
        struct sample_axis *axis = &samples->axes[i];
        axis->input = range->input;
        axis->field = aic_table_at(&question->calculator->inputs, range->input, NULL);
        axis->low = range->low;
        axis->high = range->high;
        axis->whole = axis->field->kind == AIC_INTEGER;
        axis->stride = 1;
    }
    return aic_probe_init(&samples->probe, question, error);
}

void aic_samples_clear(struct aic_samples *samples)
{
    aic_probe_clear(&samples->probe);
}

static void take(struct aic_interval *interval, struct aic_value value)
{
    if (!value.set) {
        interval->partial = true;
        return;
    }
    interval->low = interval->set ? fmin(interval->low, value.number) : value.number;
    interval->high = interval->set ? fmax(interval->high, value.number) : value.number;
    interval->set = true;
}

bool aic_sample_at(struct aic_samples *samples, const struct sample_point *point)
{
    struct aic_probe *probe = &samples->probe;
    aic_probe_restore(probe);
    for (size_t i = 0; i < samples->axis_count; i++) {
        aic_probe_move(probe, samples->axes[i].input, point->at[i]);
    }
    if (!aic_probe_run(probe)) {
        return false;
    }
    samples->spread->samples++;
    for (size_t i = 0; i < samples->spread->result_count; i++) {
        take(&samples->spread->results[i], aic_probe_result(probe, i));
    }
    return true;
}

struct sample_point aic_sample_corner(const struct aic_samples *samples, size_t index)
{
    struct sample_point point = { { 0 } };
    for (size_t i = 0; i < samples->axis_count; i++) {
        point.at[i] = index >> i & 1 ? samples->axes[i].high : samples->axes[i].low;
    }
    return point;
}

/* True where samples are spread by factors, too. */
static bool is_wide(const struct sample_axis *axis)
{
    return axis->low > 0 && axis->high > 4 * axis->low;
}

/* Position `u` of 0..1 on an axis, evenly or by factors. */
static double position(const struct sample_axis *axis, double u, bool by_factor)
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

static double count_whole(const struct aic_samples *samples)
{
    double count = 1;
    for (size_t i = 0; i < samples->axis_count; i++) {
        const struct sample_axis *axis = &samples->axes[i];
        count *= axis->whole ? axis->high - axis->low + 1 : INFINITY;
    }
    return count;
}

static void evaluate_all(struct aic_samples *samples)
{
    struct sample_point point = aic_sample_corner(samples, 0);
    size_t i = 0;
    while (i < samples->axis_count) {
        aic_sample_at(samples, &point);
        for (i = 0; i < samples->axis_count && point.at[i] == samples->axes[i].high; i++) {
            point.at[i] = samples->axes[i].low;
        }
        if (i < samples->axis_count) {
            point.at[i]++;
        }
    }
}

/* The distance of the possible whole numbers of an axis: all layouts that a job of tp 8
 * allows are multiples of 8, and points between them would say nothing. */
static void find_stride(struct aic_samples *samples, size_t index)
{
    struct sample_axis *axis = &samples->axes[index];
    size_t last = ((size_t)1 << samples->axis_count) - 1;
    double stride = axis->high - axis->low;
    for (size_t corner = 0; corner <= last && stride > 1; corner += last) {
        struct sample_point point = aic_sample_corner(samples, corner);
        for (size_t i = 1; i <= STRIDE_SCAN && stride > 1; i++) {
            point.at[index] = axis->low + (double)i;
            if (aic_sample_at(samples, &point)) {
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

static void sample_line(struct aic_samples *samples)
{
    const struct sample_axis *axis = &samples->axes[0];
    bool by_factor = is_wide(axis);
    for (size_t i = 0; i <= POINTS_LINE; i++) {
        double u = (double)i / POINTS_LINE;
        aic_sample_at(samples, &(struct sample_point){ { position(axis, u, false) } });
        if (by_factor) {
            aic_sample_at(samples, &(struct sample_point){ { position(axis, u, true) } });
        }
        if (axis->whole) { /* a grid would meet the same remainders again and again */
            aic_sample_at(samples,
                          &(struct sample_point){ { position(axis, spread(i, 2), false) } });
        }
    }
}

static void sample_space(struct aic_samples *samples)
{
    static const size_t bases[AIC_RANGES_MAX] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    size_t faces = 1; /* bits that say which coordinates are put on a face */
    for (size_t i = 1; i <= POINTS_SPACE; i++) {
        struct sample_point point;
        faces = (faces * 1103515245u + 12345u) & 0x7FFFFFFFu;
        for (size_t k = 0; k < samples->axis_count; k++) {
            const struct sample_axis *axis = &samples->axes[k];
            double u = spread(i, bases[k]);
            bool by_factor = i % 4 < 2 && is_wide(axis);
            bool on_face = i % 2 == 1 && faces >> (k + 8) & 1;
            point.at[k] =
                on_face ? (u < 0.5 ? axis->low : axis->high) : position(axis, u, by_factor);
        }
        aic_sample_at(samples, &point);
    }
}

bool aic_sample_box(struct aic_samples *samples)
{
    if (count_whole(samples) <= POINTS_ALL) {
        evaluate_all(samples);
        return true;
    }
    for (size_t i = 0; i < samples->axis_count; i++) {
        if (samples->axes[i].whole && samples->axes[i].high - samples->axes[i].low > STRIDE_SCAN) {
            find_stride(samples, i);
        }
    }
    if (samples->axis_count == 1) {
        sample_line(samples);
    } else {
        sample_space(samples);
    }
    return false;
}
