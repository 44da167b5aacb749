/* SPDX-License-Identifier: Apache-2.0 */
/* Interval search: evaluating points, keeping the lowest and highest value of each result. */
#include "analysis/range/search.h"

#include <stdlib.h>
#include <string.h>

static void init_axes(struct aic_search *search, const struct aic_question *question)
{
    search->axis_count = question->range_count;
    for (size_t i = 0; i < question->range_count; i++) {
        const struct aic_range *range = &question->ranges[i];
        struct search_axis *axis = &search->axes[i];
        axis->field = aic_table_at(&question->calculator->inputs, range->input, &axis->offset);
        axis->low = range->low;
        axis->high = range->high;
        axis->whole = axis->field->kind == AIC_INTEGER;
        axis->stride = 1;
    }
}

static void init_results(struct aic_search *search, const struct aic_table *table)
{
    for (size_t i = 0; i < search->result_count; i++) {
        search->results[i].kind = aic_table_at(table, i, &search->results[i].offset)->kind;
    }
}

bool aic_search_init(struct aic_search *search, const struct aic_question *question,
                     struct aic_error *error)
{
    memset(search, 0, sizeof *search);
    const struct aic_table *results = &question->calculator->results;
    search->result_count = aic_table_size(results);
    search->results = calloc(search->result_count, sizeof search->results[0]);
    if (!aic_evaluator_init(&search->evaluator, question, error)) {
        return false;
    }
    if (!search->results) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    init_axes(search, question);
    init_results(search, results);
    return true;
}

void aic_search_clear(struct aic_search *search)
{
    aic_evaluator_clear(&search->evaluator);
    free(search->results);
    search->results = NULL;
}

double aic_search_value(const struct aic_search *search, size_t result)
{
    const struct search_result *at = &search->results[result];
    const char *member = (const char *)search->evaluator.out + at->offset;
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

static bool are_near(const struct aic_search *search, const struct search_point *a,
                     const struct search_point *b)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        const struct search_axis *axis = &search->axes[i];
        if (fabs(a->at[i] - b->at[i]) > (axis->high - axis->low) * APART) {
            return false;
        }
    }
    return true;
}

/* Keeps a point among the best of an end, unless a better one is near. */
static void keep_start(const struct aic_search *search, struct search_end *end, double objective,
                       const struct search_point *point)
{
    size_t at = 0;
    while (at < end->start_count && !are_near(search, point, &end->starts[at].where)) {
        at++;
    }
    if (at == end->start_count && at < SEARCH_STARTS) {
        end->start_count++;
    } else if (at == end->start_count) {
        at--;
    } else if (objective <= end->starts[at].objective) {
        return;
    }
    for (; at > 0 && objective > end->starts[at - 1].objective; at--) {
        end->starts[at] = end->starts[at - 1];
    }
    end->starts[at] = (struct search_start){ objective, *point };
}

static bool is_full(const struct search_end *end)
{
    return end->start_count == SEARCH_STARTS;
}

/* Takes in a value at a point: `sign` 1 for the high end, -1 for the low one. */
static void take(struct aic_search *search, struct search_end *end, double value, double sign,
                 const struct search_point *point)
{
    if (end->stamp == 0 || sign * value > sign * end->value) {
        end->value = value;
        end->stamp = search->evaluations;
        end->where = *point;
    }
    if (search->sampling &&
        (!is_full(end) || sign * value > end->starts[SEARCH_STARTS - 1].objective)) {
        keep_start(search, end, sign * value, point);
    }
}

bool aic_search_evaluate(struct aic_search *search, const struct search_point *point)
{
    aic_evaluator_reset(&search->evaluator);
    for (size_t i = 0; i < search->axis_count; i++) {
        aic_evaluator_set(&search->evaluator, search->axes[i].offset, point->at[i]);
    }
    search->evaluations++;
    if (!aic_evaluator_run(&search->evaluator)) {
        return false;
    }
    for (size_t i = 0; i < search->result_count; i++) {
        struct search_result *result = &search->results[i];
        double value = aic_search_value(search, i);
        if (isnan(value)) {
            result->missing = true;
            continue;
        }
        take(search, &result->ends[0], value, -1, point);
        take(search, &result->ends[1], value, 1, point);
    }
    return true;
}

struct search_point aic_search_corner(const struct aic_search *search, size_t index)
{
    struct search_point point = { { 0 } };
    for (size_t i = 0; i < search->axis_count; i++) {
        point.at[i] = index >> i & 1 ? search->axes[i].high : search->axes[i].low;
    }
    return point;
}
