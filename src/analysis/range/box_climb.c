/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the points sampled to the ends of the intervals. Around the lowest and
 * the highest point of each result, along each axis, steps of all sizes are
 * tried; where one improves, a golden section search follows it, to a peak or to the
 * edge of a jump. Until nothing improves.
 */
#include "analysis/range/box.h"

#define CLIMB_MAX   12000        /* evaluations of all climbs together */
#define STEPS_REAL  25           /* from the whole distance to 4^-24 of it */
#define STEPS_TEETH 30           /* from 2^-30 of the distance to the whole */
#define STEPS_ASKEW 4            /* each way, from the whole distance to 4^-3 of it */
#define PART_START  (1.0 / 4096) /* of an axis, around a start: half a step of the sample's grid */
#define STEPS_SCAN  64           /* of a line through the box */
#define ROUNDS      3            /* of searches inside */
#define SECTION_MAX 100          /* evaluations of one section search */
#define NOTICEABLE  1e-12        /* relative gain below which a climb ends */
#define GOLDEN      0.6180339887498949

static bool has_time(const struct aic_box *box)
{
    return box->evaluations < box->limit;
}

/* All ends in one row: low and high of the first result, of the second ... */
static struct box_end *end_at(struct aic_box *box, size_t index)
{
    return &box->results[index / 2].ends[index % 2];
}

/* Moves along an axis from `start` towards `goal`; the fraction is of the distance. */
static double moved(const struct box_axis *axis, double start, double goal, double fraction)
{
    double value = fraction == 1 ? goal : start + (goal - start) * fraction;
    if (axis->whole && fraction != 1) {
        value = axis->low + axis->stride * round((value - axis->low) / axis->stride);
    }
    return fmin(fmax(value, axis->low), axis->high);
}

static void try_at(struct aic_box *box, const struct box_point *from, size_t axis, double value)
{
    if (value != from->at[axis]) {
        struct box_point point = *from;
        point.at[axis] = value;
        aic_box_try(box, &point);
    }
}

static void look_real(struct aic_box *box, const struct box_point *from, size_t axis, double goal)
{
    double fraction = 1;
    for (int i = 0; i < STEPS_REAL; i++, fraction /= 4) {
        try_at(box, from, axis, moved(&box->axes[axis], from->at[axis], goal, fraction));
    }
}

/* Whole numbers: the eight nearest, then twice as far each time. */
static void look_whole(struct aic_box *box, const struct box_point *from, size_t axis, double goal)
{
    double start = from->at[axis];
    double stride = goal > start ? box->axes[axis].stride : -box->axes[axis].stride;
    double reach = (goal - start) / stride;
    for (double steps = 1; steps < reach; steps = steps < 8 ? steps + 1 : 2 * steps) {
        try_at(box, from, axis, start + steps * stride);
    }
    try_at(box, from, axis, goal);
}

static void look_around(struct aic_box *box, const struct box_point *from)
{
    for (size_t i = 0; i < box->axis_count; i++) {
        const struct box_axis *axis = &box->axes[i];
        const double goals[] = { axis->low, axis->high };
        for (size_t g = 0; g < 2; g++) {
            if (goals[g] == from->at[i]) {
                continue;
            }
            if (axis->whole) {
                look_whole(box, from, i, goals[g]);
            } else {
                look_real(box, from, i, goals[g]);
            }
        }
    }
}

/* What a climb of an end makes as large as it can: the value, or the negated one of a low end. */
static double height(struct aic_box *box, size_t result, bool high, const struct box_point *from,
                     size_t axis, double value)
{
    struct box_point point = *from;
    point.at[axis] = value;
    if (!aic_box_try(box, &point)) {
        return -INFINITY;
    }
    double found = aic_box_value(box, result);
    return isnan(found) ? -INFINITY : high ? found : -found;
}

/* Golden section between two values of an axis; what it finds, aic_box_try() keeps. */
static void section(struct aic_box *box, size_t result, bool high, const struct box_point *from,
                    size_t index, double low, double end)
{
    const struct box_axis *axis = &box->axes[index];
    double left = moved(axis, low, end, 1 - GOLDEN);
    double right = moved(axis, low, end, GOLDEN);
    double at_left = height(box, result, high, from, index, left);
    double at_right = height(box, result, high, from, index, right);
    for (int i = 0; i < SECTION_MAX && has_time(box) && low < left && left < right && right < end;
         i++) {
        if (at_left >= at_right) {
            end = right;
            right = left;
            at_right = at_left;
            left = moved(axis, low, end, 1 - GOLDEN);
            at_left = height(box, result, high, from, index, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = moved(axis, low, end, GOLDEN);
            at_right = height(box, result, high, from, index, right);
        }
    }
}

/* After a step along one axis improved an end: searches between a quarter of it and four times. */
static void follow(struct aic_box *box, size_t result, bool high, const struct box_point *from)
{
    const struct box_end *end = &box->results[result].ends[high];
    size_t i = 0;
    while (i + 1 < box->axis_count && end->where.at[i] == from->at[i]) {
        i++;
    }
    const struct box_axis *axis = &box->axes[i];
    double step = end->where.at[i] - from->at[i];
    double near = from->at[i] + step / 4;
    double far = fmin(fmax(from->at[i] + step * 4, axis->low), axis->high);
    section(box, result, high, from, i, fmin(near, far), fmax(near, far));
}

static bool gained(const struct box_end *end)
{
    double scale = fmax(fabs(end->value), fabs(end->before));
    return fabs(end->value - end->before) > NOTICEABLE * scale;
}

/* Searches around one point for all ends that lie there. */
static void climb_from(struct aic_box *box, size_t stamp, const struct box_point *from)
{
    for (size_t i = 0; i < 2 * box->result_count; i++) {
        struct box_end *end = end_at(box, i);
        if (end->stamp == stamp) {
            end->searched = stamp;
            end->before = end->value;
        }
    }
    look_around(box, from);
    for (size_t i = 0; i < 2 * box->result_count; i++) {
        struct box_end *end = end_at(box, i);
        if (end->searched != stamp || end->stamp == stamp) {
            continue;
        }
        follow(box, i / 2, i % 2 == 1, from);
        if (!gained(end)) {
            end->searched = end->stamp;
        }
    }
}

/* True where every coordinate is an end of its axis: mostly a monotone result. */
static bool is_corner(const struct aic_box *box, const struct box_point *point)
{
    for (size_t i = 0; i < box->axis_count; i++) {
        if (point->at[i] != box->axes[i].low && point->at[i] != box->axes[i].high) {
            return false;
        }
    }
    return true;
}

/*
 * Steps from a point towards the end of an axis, each twice the last: a
 * result that rises and falls again between three of them has a tooth there (of
 * rounding, say), whose tip is searched.
 */
static void search_teeth(struct aic_box *box, size_t result, bool high,
                         const struct box_point *from, size_t index, double goal)
{
    const struct box_axis *axis = &box->axes[index];
    double fraction = ldexp(1, -STEPS_TEETH);
    double at[3] = { from->at[index], from->at[index], from->at[index] };
    double heights[3] = { INFINITY, INFINITY, INFINITY };
    for (int i = 0; i <= STEPS_TEETH && has_time(box); i++, fraction *= 2) {
        double next = moved(axis, from->at[index], goal, fraction);
        if (next == at[2]) {
            continue;
        }
        at[0] = at[1];
        heights[0] = heights[1];
        at[1] = at[2];
        heights[1] = heights[2];
        at[2] = next;
        heights[2] = height(box, result, high, from, index, next);
        if (heights[1] > heights[0] && heights[1] >= heights[2]) {
            section(box, result, high, from, index, fmin(at[0], at[2]), fmax(at[0], at[2]));
        }
    }
}

/* Where a jump runs askew, only two coordinates together lead along it: one is moved,
 * then the other searched anew. */
static void search_askew(struct aic_box *box, size_t result, bool high,
                         const struct box_point *from, size_t moving, size_t searched)
{
    const struct box_axis *axis = &box->axes[moving];
    const struct box_axis *other = &box->axes[searched];
    for (int i = 0; i < 2 * STEPS_ASKEW; i++) {
        double goal = i % 2 ? axis->high : axis->low;
        struct box_point point = *from;
        point.at[moving] = moved(axis, from->at[moving], goal, ldexp(1, -2 * (i / 2)));
        if (point.at[moving] != from->at[moving]) {
            section(box, result, high, &point, searched, other->low, other->high);
        }
    }
}

/* Ends inside the box: teeth along each axis, then moves along two axes at once. */
static void search_inside(struct aic_box *box, size_t result, bool high)
{
    struct box_end *end = &box->results[result].ends[high];
    const struct box_point from = end->where;
    end->before = end->value;
    for (size_t i = 0; i < box->axis_count; i++) {
        search_teeth(box, result, high, &from, i, box->axes[i].low);
        search_teeth(box, result, high, &from, i, box->axes[i].high);
    }
    for (size_t i = 0; i < box->axis_count && !gained(end); i++) {
        for (size_t k = 0; k < box->axis_count; k++) {
            if (k != i) {
                search_askew(box, result, high, &from, i, k);
            }
        }
    }
    if (!gained(end)) {
        end->searched = end->stamp;
    }
}

/* The other good points of a line's sample: each may stand on a tooth or a hill of its own. */
static void search_starts(struct aic_box *box, size_t result, bool high)
{
    const struct box_end *end = &box->results[result].ends[high];
    const struct box_axis *axis = &box->axes[0];
    double reach = fmax(PART_START * (axis->high - axis->low), 2 * axis->stride * axis->whole);
    for (size_t s = 0; s < end->start_count; s++) {
        const struct box_point *from = &end->starts[s].where;
        section(box, result, high, from, 0, fmax(from->at[0] - reach, axis->low),
                fmin(from->at[0] + reach, axis->high));
    }
}

static void climb_all(struct aic_box *box)
{
    bool open = true;
    while (open) {
        open = false;
        for (size_t i = 0; i < 2 * box->result_count && has_time(box); i++) {
            const struct box_end *end = end_at(box, i);
            if (end->stamp != end->searched) {
                const struct box_point from = end->where;
                climb_from(box, end->stamp, &from);
                open = true;
            }
        }
    }
}

/* True where an end before this one lies at the same point, so that a search around it
 * was for both. */
static bool is_repeated(struct aic_box *box, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (end_at(box, i)->stamp == end_at(box, index)->stamp) {
            return true;
        }
    }
    return false;
}

/* Lines through every end found, along each axis, evenly and by factors. */
static void scan_lines(struct aic_box *box)
{
    for (size_t i = 0; i < 2 * box->result_count; i++) {
        const struct box_point from = end_at(box, i)->where;
        if (end_at(box, i)->stamp == 0 || is_repeated(box, i)) {
            continue;
        }
        for (size_t k = 0; k < box->axis_count; k++) {
            const struct box_axis *axis = &box->axes[k];
            for (size_t step = 0; step <= STEPS_SCAN && has_time(box); step++) {
                double u = (double)step / STEPS_SCAN;
                try_at(box, &from, k, aic_box_position(axis, u, false));
                if (aic_box_is_wide(axis)) {
                    try_at(box, &from, k, aic_box_position(axis, u, true));
                }
            }
        }
    }
}

void aic_box_climb(struct aic_box *box)
{
    box->limit = box->evaluations + CLIMB_MAX;
    climb_all(box);
    if (box->axis_count > 1) {
        scan_lines(box);
        climb_all(box);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < 2 * box->result_count && has_time(box); i++) {
            const struct box_end *end = end_at(box, i);
            if (end->stamp > 0 && !is_corner(box, &end->where) && !is_repeated(box, i)) {
                if (round == 0 && box->axis_count == 1) {
                    search_starts(box, i / 2, i % 2 == 1);
                }
                search_inside(box, i / 2, i % 2 == 1);
            }
        }
        climb_all(box);
    }
}
