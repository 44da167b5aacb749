/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes: evaluating points, and keeping the lowest and highest value of each result. */
#include "analysis/range/box.h"

#include <stdlib.h>
#include <string.h>

static void init_axes(struct aic_box *box, const struct aic_question *question)
{
    box->axis_count = question->range_count;
    for (size_t i = 0; i < question->range_count; i++) {
        const struct aic_range *range = &question->ranges[i];
        struct box_axis *axis = &box->axes[i];
        axis->field = aic_table_at(&question->calculator->inputs, range->input, &axis->offset);
        axis->low = range->low;
        axis->high = range->high;
        axis->whole = axis->field->kind == AIC_INTEGER;
        axis->stride = 1;
    }
}

static void init_results(struct aic_box *box, const struct aic_table *table)
{
    for (size_t i = 0; i < box->result_count; i++) {
        box->results[i].kind = aic_table_at(table, i, &box->results[i].offset)->kind;
    }
}

bool aic_box_init(struct aic_box *box, const struct aic_question *question, struct aic_error *error)
{
    memset(box, 0, sizeof *box);
    const struct aic_table *results = &question->calculator->results;
    box->result_count = aic_table_size(results);
    box->results = calloc(box->result_count, sizeof box->results[0]);
    if (!aic_probe_init(&box->probe, question, error)) {
        return false;
    }
    if (!box->results) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    init_axes(box, question);
    init_results(box, results);
    return true;
}

void aic_box_clear(struct aic_box *box)
{
    aic_probe_clear(&box->probe);
    free(box->results);
    box->results = NULL;
}

double aic_box_value(const struct aic_box *box, size_t result)
{
    const struct box_result *at = &box->results[result];
    const char *member = (const char *)box->probe.out + at->offset;
    double number;
    if (at->kind == AIC_REAL || at->kind == AIC_INTEGER) {
        memcpy(&number, member, sizeof number);
        return number;
    }
    int index; /* of a choice; no or yes of a flag: results are no references */
    if (at->kind == AIC_CHOICE) {
        memcpy(&index, member, sizeof index);
    } else {
        index = *(const aic_flag *)member;
    }
    return index >= 0 ? (double)index : (double)NAN;
}

/* Points nearer than this part of every axis count as one start. */
#define APART (1.0 / 256)

static bool are_near(const struct aic_box *box, const struct box_point *a,
                     const struct box_point *b)
{
    for (size_t i = 0; i < box->axis_count; i++) {
        const struct box_axis *axis = &box->axes[i];
        if (fabs(a->at[i] - b->at[i]) > (axis->high - axis->low) * APART) {
            return false;
        }
    }
    return true;
}

/* Keeps a point among the best of an end, unless a better one is near. */
static void keep_start(const struct aic_box *box, struct box_end *end, double height,
                       const struct box_point *point)
{
    size_t at = 0;
    while (at < end->start_count && !are_near(box, point, &end->starts[at].where)) {
        at++;
    }
    if (at == end->start_count && at < BOX_STARTS) {
        end->start_count++;
    } else if (at == end->start_count) {
        at--;
    } else if (height <= end->starts[at].height) {
        return;
    }
    for (; at > 0 && height > end->starts[at - 1].height; at--) {
        end->starts[at] = end->starts[at - 1];
    }
    end->starts[at] = (struct box_start){ height, *point };
}

static bool is_full(const struct box_end *end)
{
    return end->start_count == BOX_STARTS;
}

/* Takes in a value at a point: `sign` 1 for the high end, -1 for the low one. */
static void take(struct aic_box *box, struct box_end *end, double value, double sign,
                 const struct box_point *point)
{
    if (end->stamp == 0 || sign * value > sign * end->value) {
        end->value = value;
        end->stamp = box->evaluations;
        end->where = *point;
    }
    if (box->sampling && (!is_full(end) || sign * value > end->starts[BOX_STARTS - 1].height)) {
        keep_start(box, end, sign * value, point);
    }
}

bool aic_box_try(struct aic_box *box, const struct box_point *point)
{
    aic_probe_reset(&box->probe);
    for (size_t i = 0; i < box->axis_count; i++) {
        aic_probe_set(&box->probe, box->axes[i].offset, point->at[i]);
    }
    box->evaluations++;
    if (!aic_probe_run(&box->probe)) {
        return false;
    }
    for (size_t i = 0; i < box->result_count; i++) {
        struct box_result *result = &box->results[i];
        double value = aic_box_value(box, i);
        if (isnan(value)) {
            result->missing = true;
            continue;
        }
        take(box, &result->ends[0], value, -1, point);
        take(box, &result->ends[1], value, 1, point);
    }
    return true;
}

struct box_point aic_box_corner(const struct aic_box *box, size_t index)
{
    struct box_point point = { { 0 } };
    for (size_t i = 0; i < box->axis_count; i++) {
        point.at[i] = index >> i & 1 ? box->axes[i].high : box->axes[i].low;
    }
    return point;
}
