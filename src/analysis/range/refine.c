/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From the points sampled to the ends of the intervals. Around the lowest and
 * the highest point of each result, along each axis, steps of all sizes are
 * tried; where one improves, a golden section search follows it, to a peak or to the
 * edge of a jump. Until nothing improves.
 */
#include "analysis/range/search.h"

#define REFINE_MAX     12000        /* evaluations of all refinements together */
#define STEPS_REAL     25           /* from the whole distance to 4^-24 of it */
#define STEPS_PEAK     30           /* from 2^-30 of the distance to the whole */
#define STEPS_DIAGONAL 4            /* each way, from the whole distance to 4^-3 of it */
#define PART_START     (1.0 / 4096) /* of an axis, around a start: half a step of the sample */
#define STEPS_SCAN     64           /* of a line through the region */
#define ROUNDS         3            /* of searches inside */
#define SECTION_MAX    100          /* evaluations of one section search */
#define NOTICEABLE     1e-12        /* relative gain below which a refinement ends */
#define GOLDEN         0.6180339887498949

static bool has_time(const struct aic_search *search)
{
    return search->evaluations < search->limit;
}

/* All ends in one row: low and high of the first result, of the second ... */
static struct search_end *end_at(struct aic_search *search, size_t index)
{
    return &search->results[index / 2].ends[index % 2];
}

/* Moves along an axis from `start` towards `goal`; the fraction is of the distance. */
static double moved(const struct search_axis *axis, double start, double goal, double fraction)
{
    double value = fraction == 1 ? goal : start + (goal - start) * fraction;
    if (axis->whole && fraction != 1) {
        value = axis->low + axis->stride * round((value - axis->low) / axis->stride);
    }
    return fmin(fmax(value, axis->low), axis->high);
}

static void evaluate_at(struct aic_search *search, const struct search_point *from, size_t axis,
                        double value)
{
    if (value != from->at[axis]) {
        struct search_point point = *from;
        point.at[axis] = value;
        aic_search_evaluate(search, &point);
    }
}

static void look_real(struct aic_search *search, const struct search_point *from, size_t axis,
                      double goal)
{
    double fraction = 1;
    for (int i = 0; i < STEPS_REAL; i++, fraction /= 4) {
        evaluate_at(search, from, axis, moved(&search->axes[axis], from->at[axis], goal, fraction));
    }
}

/* Whole numbers: the eight nearest, then twice as far each time. */
static void look_whole(struct aic_search *search, const struct search_point *from, size_t axis,
                       double goal)
{
    double start = from->at[axis];
    double stride = goal > start ? search->axes[axis].stride : -search->axes[axis].stride;
    double reach = (goal - start) / stride;
    for (double steps = 1; steps < reach; steps = steps < 8 ? steps + 1 : 2 * steps) {
        evaluate_at(search, from, axis, start + steps * stride);
    }
    evaluate_at(search, from, axis, goal);
}

static void look_around(struct aic_search *search, const struct search_point *from)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        const struct search_axis *axis = &search->axes[i];
        const double goals[] = { axis->low, axis->high };
        for (size_t g = 0; g < 2; g++) {
            if (goals[g] == from->at[i]) {
                continue;
            }
            if (axis->whole) {
                look_whole(search, from, i, goals[g]);
            } else {
                look_real(search, from, i, goals[g]);
            }
        }
    }
}

/* What is maximized for an end: the value, or the negated one of a low end. */
static double objective(struct aic_search *search, size_t result, bool high,
                        const struct search_point *from, size_t axis, double value)
{
    struct search_point point = *from;
    point.at[axis] = value;
    if (!aic_search_evaluate(search, &point)) {
        return -INFINITY;
    }
    double found = aic_search_value(search, result);
    return isnan(found) ? -INFINITY : high ? found : -found;
}

/* Golden section between two values of an axis; what it finds, aic_search_evaluate() keeps. */
static void section(struct aic_search *search, size_t result, bool high,
                    const struct search_point *from, size_t index, double low, double end)
{
    const struct search_axis *axis = &search->axes[index];
    double left = moved(axis, low, end, 1 - GOLDEN);
    double right = moved(axis, low, end, GOLDEN);
    double at_left = objective(search, result, high, from, index, left);
    double at_right = objective(search, result, high, from, index, right);
    for (int i = 0;
         i < SECTION_MAX && has_time(search) && low < left && left < right && right < end; i++) {
        if (at_left >= at_right) {
            end = right;
            right = left;
            at_right = at_left;
            left = moved(axis, low, end, 1 - GOLDEN);
            at_left = objective(search, result, high, from, index, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = moved(axis, low, end, GOLDEN);
            at_right = objective(search, result, high, from, index, right);
        }
    }
}

/* After a step along one axis improved an end: searches between a quarter of it and four times. */
static void follow(struct aic_search *search, size_t result, bool high,
                   const struct search_point *from)
{
    const struct search_end *end = &search->results[result].ends[high];
    size_t i = 0;
    while (i + 1 < search->axis_count && end->where.at[i] == from->at[i]) {
        i++;
    }
    const struct search_axis *axis = &search->axes[i];
    double step = end->where.at[i] - from->at[i];
    double near = from->at[i] + step / 4;
    double far = fmin(fmax(from->at[i] + step * 4, axis->low), axis->high);
    section(search, result, high, from, i, fmin(near, far), fmax(near, far));
}

static bool gained(const struct search_end *end)
{
    double scale = fmax(fabs(end->value), fabs(end->before));
    return fabs(end->value - end->before) > NOTICEABLE * scale;
}

/* Searches around one point for all ends that lie there. */
static void refine_from(struct aic_search *search, size_t stamp, const struct search_point *from)
{
    for (size_t i = 0; i < 2 * search->result_count; i++) {
        struct search_end *end = end_at(search, i);
        if (end->stamp == stamp) {
            end->searched = stamp;
            end->before = end->value;
        }
    }
    look_around(search, from);
    for (size_t i = 0; i < 2 * search->result_count; i++) {
        struct search_end *end = end_at(search, i);
        if (end->searched != stamp || end->stamp == stamp) {
            continue;
        }
        follow(search, i / 2, i % 2 == 1, from);
        if (!gained(end)) {
            end->searched = end->stamp;
        }
    }
}

/* True where every coordinate is an end of its axis: mostly a monotone result. */
static bool is_corner(const struct aic_search *search, const struct search_point *point)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        if (point->at[i] != search->axes[i].low && point->at[i] != search->axes[i].high) {
            return false;
        }
    }
    return true;
}

/*
 * Steps from a point towards the end of an axis, each twice the last: a
 * result that rises and falls again between three of them has a local peak there
 * (of rounding, say), which is searched.
 */
static void search_peaks(struct aic_search *search, size_t result, bool high,
                         const struct search_point *from, size_t index, double goal)
{
    const struct search_axis *axis = &search->axes[index];
    double fraction = ldexp(1, -STEPS_PEAK);
    double at[3] = { from->at[index], from->at[index], from->at[index] };
    double values[3] = { INFINITY, INFINITY, INFINITY };
    for (int i = 0; i <= STEPS_PEAK && has_time(search); i++, fraction *= 2) {
        double next = moved(axis, from->at[index], goal, fraction);
        if (next == at[2]) {
            continue;
        }
        at[0] = at[1];
        values[0] = values[1];
        at[1] = at[2];
        values[1] = values[2];
        at[2] = next;
        values[2] = objective(search, result, high, from, index, next);
        if (values[1] > values[0] && values[1] >= values[2]) {
            section(search, result, high, from, index, fmin(at[0], at[2]), fmax(at[0], at[2]));
        }
    }
}

/* Along a jump that crosses the axes diagonally only two coordinates together lead: one is moved,
 * then the other searched anew. */
static void search_diagonal(struct aic_search *search, size_t result, bool high,
                            const struct search_point *from, size_t moving, size_t searched)
{
    const struct search_axis *axis = &search->axes[moving];
    const struct search_axis *other = &search->axes[searched];
    for (int i = 0; i < 2 * STEPS_DIAGONAL; i++) {
        double goal = i % 2 ? axis->high : axis->low;
        struct search_point point = *from;
        point.at[moving] = moved(axis, from->at[moving], goal, ldexp(1, -2 * (i / 2)));
        if (point.at[moving] != from->at[moving]) {
            section(search, result, high, &point, searched, other->low, other->high);
        }
    }
}

/* Ends inside the region: peaks along each axis, then moves along two axes at once. */
static void search_inside(struct aic_search *search, size_t result, bool high)
{
    struct search_end *end = &search->results[result].ends[high];
    const struct search_point from = end->where;
    end->before = end->value;
    for (size_t i = 0; i < search->axis_count; i++) {
        search_peaks(search, result, high, &from, i, search->axes[i].low);
        search_peaks(search, result, high, &from, i, search->axes[i].high);
    }
    for (size_t i = 0; i < search->axis_count && !gained(end); i++) {
        for (size_t k = 0; k < search->axis_count; k++) {
            if (k != i) {
                search_diagonal(search, result, high, &from, i, k);
            }
        }
    }
    if (!gained(end)) {
        end->searched = end->stamp;
    }
}

/* The other good points of a line's sample: each may be near a local peak of its own. */
static void search_starts(struct aic_search *search, size_t result, bool high)
{
    const struct search_end *end = &search->results[result].ends[high];
    const struct search_axis *axis = &search->axes[0];
    double reach = fmax(PART_START * (axis->high - axis->low), 2 * axis->stride * axis->whole);
    for (size_t s = 0; s < end->start_count; s++) {
        const struct search_point *from = &end->starts[s].where;
        section(search, result, high, from, 0, fmax(from->at[0] - reach, axis->low),
                fmin(from->at[0] + reach, axis->high));
    }
}

static void refine_all(struct aic_search *search)
{
    bool open = true;
    while (open) {
        open = false;
        for (size_t i = 0; i < 2 * search->result_count && has_time(search); i++) {
            const struct search_end *end = end_at(search, i);
            if (end->stamp != end->searched) {
                const struct search_point from = end->where;
                refine_from(search, end->stamp, &from);
                open = true;
            }
        }
    }
}

/* True where an end before this one lies at the same point, so that a search around it
 * was for both. */
static bool is_repeated(struct aic_search *search, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (end_at(search, i)->stamp == end_at(search, index)->stamp) {
            return true;
        }
    }
    return false;
}

/* Lines through every end found, along each axis, evenly and by factors. */
static void scan_lines(struct aic_search *search)
{
    for (size_t i = 0; i < 2 * search->result_count; i++) {
        const struct search_point from = end_at(search, i)->where;
        if (end_at(search, i)->stamp == 0 || is_repeated(search, i)) {
            continue;
        }
        for (size_t k = 0; k < search->axis_count; k++) {
            const struct search_axis *axis = &search->axes[k];
            for (size_t step = 0; step <= STEPS_SCAN && has_time(search); step++) {
                double u = (double)step / STEPS_SCAN;
                evaluate_at(search, &from, k, aic_search_position(axis, u, false));
                if (aic_search_is_wide(axis)) {
                    evaluate_at(search, &from, k, aic_search_position(axis, u, true));
                }
            }
        }
    }
}

void aic_search_refine(struct aic_search *search)
{
    search->limit = search->evaluations + REFINE_MAX;
    refine_all(search);
    if (search->axis_count > 1) {
        scan_lines(search);
        refine_all(search);
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < 2 * search->result_count && has_time(search); i++) {
            const struct search_end *end = end_at(search, i);
            if (end->stamp > 0 && !is_corner(search, &end->where) && !is_repeated(search, i)) {
                if (round == 0 && search->axis_count == 1) {
                    search_starts(search, i / 2, i % 2 == 1);
                }
                search_inside(search, i / 2, i % 2 == 1);
            }
        }
        refine_all(search);
    }
}
