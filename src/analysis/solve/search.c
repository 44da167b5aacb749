/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The search of a number: from the wanted end inwards to the first value that
 * meets the budgets, then the edge between it and the last that did not.
 */
#include "analysis/solve/search.h"

#include <stdlib.h>

#define FEW            64    /* the same of large ones */
#define GAP_ALL        4096  /* whole numbers in a gap that are all tried */
#define NEAR_TRIES     32    /* possible whole numbers around an impossible one */
#define MOVES_MAX      16384 /* from the value found to a neighbour that meets after all */
#define OTHER_SIDE     512   /* values beyond the one found that are looked at */
#define SECTION_MAX    60    /* of a search for a narrow window */
#define BISECTIONS_MAX 2200  /* more than halve any gap between two doubles to nothing */
#define GOLDEN         0.6180339887498949

/* What is known of the grid, in the order of the search: from the wanted end inwards. */
struct walk {
    struct aic_candidates *candidates;
    const struct aic_grid *grid;
    double toward; /* 1 where larger values are wanted, -1 where smaller ones are */
    double *misses;
    double outside; /* the last value that does not meet; NaN: none */
    double value;   /* the one that does */
};

static double at(const struct walk *walk, size_t i)
{
    const struct aic_grid *all = walk->grid;
    return walk->toward > 0 ? all->at[all->count - 1 - i] : all->at[i];
}

static bool meets(const struct walk *walk, double value)
{
    return aic_candidate_judge_number(walk->candidates, value).outcome == CANDIDATE_MEETS;
}

static double rounded(const struct walk *walk, double value)
{
    return walk->grid->whole ? round(value) : value;
}

/* Golden section for the least miss between two values; stops at one that meets. */
static bool find_window(const struct walk *walk, double low, double high, double *found)
{
    double points[2] = { rounded(walk, high - GOLDEN * (high - low)),
                         rounded(walk, low + GOLDEN * (high - low)) };
    double misses[2];
    for (int i = 0; i < 2; i++) {
        misses[i] = aic_candidate_judge_number(walk->candidates, points[i]).miss;
    }
    for (int i = 0; i < SECTION_MAX; i++) {
        int better = misses[1] < misses[0];
        if (misses[better] == 0) {
            *found = points[better];
            return true;
        }
        if (points[0] >= points[1]) {
            return false;
        }
        if (better) {
            low = points[0];
            points[0] = points[1];
            misses[0] = misses[1];
        } else {
            high = points[1];
            points[1] = points[0];
            misses[1] = misses[0];
        }
        points[better] =
            rounded(walk, better ? low + GOLDEN * (high - low) : high - GOLDEN * (high - low));
        misses[better] = aic_candidate_judge_number(walk->candidates, points[better]).miss;
    }
    return false;
}

/* A window between grid before `end` that all miss, where they come nearest: at `index`. */
static bool find_hidden(struct walk *walk, size_t end, size_t *index)
{
    for (size_t i = 1; i + 1 < end; i++) {
        double before = walk->misses[i - 1];
        double miss = walk->misses[i];
        double after = walk->misses[i + 1];
        bool is_gap = !walk->grid->whole || fabs(at(walk, i + 1) - at(walk, i - 1)) > 2;
        if (!isinf(miss) && miss <= before && miss <= after && (miss < before || miss < after) &&
            is_gap) {
            double low = fmin(at(walk, i - 1), at(walk, i + 1));
            double high = fmax(at(walk, i - 1), at(walk, i + 1));
            if (find_window(walk, low, high, &walk->value)) {
                walk->outside = at(walk, i - 1);
                *index = i;
                return true;
            }
        }
    }
    return false;
}

/* Walks from the wanted end to the first candidate that meets; false where none does. */
static bool find_first(struct walk *walk, size_t *index)
{
    size_t count = walk->grid->count;
    size_t i = 0;
    for (; i < count; i++) {
        walk->misses[i] = aic_candidate_judge_number(walk->candidates, at(walk, i)).miss;
        if (walk->misses[i] == 0) {
            break;
        }
    }
    *index = i;
    if (find_hidden(walk, i, index)) {
        return true;
    }
    if (i == count) {
        return false;
    }
    walk->value = at(walk, i);
    walk->outside = i > 0 ? at(walk, i - 1) : NAN;
    return true;
}

/* Half way between two numbers, or between their logarithms where they are far apart. */
static double between(double a, double b)
{
    bool is_far = a > 0 && b > 0 && fmax(a, b) / fmin(a, b) > 4;
    return is_far ? sqrt(a) * sqrt(b) : a + (b - a) / 2;
}

/* Ends where no number is between the two; the bound holds where registers keep more bits. */
static void bisect_real(struct walk *walk)
{
    for (int i = 0; i < BISECTIONS_MAX; i++) {
        double middle = between(walk->outside, walk->value);
        if (middle == walk->outside || middle == walk->value) {
            return;
        }
        if (meets(walk, middle)) {
            walk->value = middle;
        } else {
            walk->outside = middle;
        }
    }
}

/* How many whole numbers around a value may be tried. */
static double effort(double value)
{
    return fabs(value) > AIC_SOLVE_LARGE ? FEW : GAP_ALL;
}

/* The possible whole number nearest to `middle` inside the gap; false where none is near. */
static bool find_possible(struct walk *walk, double *middle, struct aic_candidate *candidate)
{
    double stride = walk->grid->stride;
    double low = fmin(walk->outside, walk->value);
    for (int i = 0; i < 2 * NEAR_TRIES; i++) { /* the upper end is farther away */
        double value = *middle + stride * (i % 2 ? -((i + 1) / 2) : i / 2);
        if (value <= low) {
            continue;
        }
        *candidate = aic_candidate_judge_number(walk->candidates, value);
        if (candidate->outcome != CANDIDATE_IMPOSSIBLE) {
            *middle = value;
            return true;
        }
    }
    return false;
}

static void bisect_whole(struct walk *walk)
{
    const struct aic_grid *all = walk->grid;
    while (fabs(walk->value - walk->outside) > all->stride * effort(walk->value)) {
        struct aic_candidate candidate;
        double middle =
            all->first +
            all->stride * round((between(walk->outside, walk->value) - all->first) / all->stride);
        if (find_possible(walk, &middle, &candidate) && candidate.outcome == CANDIDATE_MEETS) {
            walk->value = middle;
        } else {
            walk->outside = middle;
        }
    }
    double end = walk->value;
    double value = all->first + all->stride * round((walk->outside - all->first) / all->stride);
    for (; (end - value) * walk->toward < 0; value -= walk->toward * all->stride) {
        if ((walk->outside - value) * walk->toward > 0 && meets(walk, value)) {
            walk->value = value;
            return;
        }
    }
}

static void find_edge(struct walk *walk)
{
    if (isnan(walk->outside)) {
        return;
    }
    if (!walk->grid->whole) {
        bisect_real(walk);
    } else if (fabs(walk->value - walk->outside) > 1) {
        bisect_whole(walk);
    }
}

static bool is_inside(const struct walk *walk, double value)
{
    return value >= walk->grid->low && value <= walk->grid->high;
}

/* Looks at a value beyond the one found; true where it is the neighbour to show. */
static bool take_neighbor(struct walk *walk, struct aic_solution *solution, double value,
                          bool impossible_too)
{
    struct aic_candidate candidate = aic_candidate_judge_number(walk->candidates, value);
    bool is_one = candidate.outcome == CANDIDATE_MISSES ||
                  (impossible_too && candidate.outcome == CANDIDATE_IMPOSSIBLE);
    if (!is_one) {
        return false;
    }
    solution->neighbor = (struct aic_value){ true, value, NULL };
    solution->binding = candidate.binding;
    solution->actual = candidate.actual;
    solution->kind =
        candidate.outcome == CANDIDATE_MISSES ? AIC_NEIGHBOR_MISSES : AIC_NEIGHBOR_IMPOSSIBLE;
    if (candidate.outcome == CANDIDATE_IMPOSSIBLE) {
        solution->why = walk->candidates->error;
    }
    return true;
}

/* The nearest possible whole number beyond the value; one that meets after all is the value. */
static bool find_whole_neighbor(struct walk *walk, struct aic_solution *solution)
{
    int moves = 0;
    int tries = 0;
    double value = walk->value + walk->toward;
    for (; tries < effort(value) && is_inside(walk, value); tries++, value += walk->toward) {
        if (take_neighbor(walk, solution, value, false)) {
            return true;
        }
        if (moves < MOVES_MAX && meets(walk, value)) {
            walk->value = value;
            moves++;
            tries = 0;
        }
    }
    return false;
}

static void find_neighbor(struct walk *walk, struct aic_solution *solution)
{
    solution->kind = AIC_NEIGHBOR_NONE;
    if (walk->grid->whole && find_whole_neighbor(walk, solution)) {
        return;
    }
    double next = walk->grid->whole ? walk->value + walk->toward
                                    : nextafter(walk->value, walk->toward * INFINITY);
    if (!isnan(walk->outside)) {
        take_neighbor(walk, solution, next, true);
    }
}

/* Whether the values farther in, as far as they are possible, meet the budgets too; where
 * nothing beyond the value misses them, they may stop to do so once. */
static bool is_monotone(const struct walk *walk, size_t first, bool may_stop)
{
    size_t count = walk->grid->count;
    size_t step = 1 + (count - first) / OTHER_SIDE;
    bool stopped = false;
    double most = fmax(100 * AIC_SOLVE_LARGE, 16 * fabs(walk->value));
    for (size_t i = first; i < count; i += step) {
        bool is_farther = (at(walk, i) - walk->value) * walk->toward < 0 &&
                          !(walk->grid->whole && fabs(at(walk, i)) > most);
        enum candidate_outcome outcome =
            is_farther ? aic_candidate_judge_number(walk->candidates, at(walk, i)).outcome
                       : CANDIDATE_IMPOSSIBLE;
        if ((outcome == CANDIDATE_MISSES && !may_stop) || (outcome == CANDIDATE_MEETS && stopped)) {
            return false;
        }
        stopped = stopped || outcome == CANDIDATE_MISSES;
    }
    return true;
}

bool aic_solve_on_grid(struct aic_solution *solution, struct aic_candidates *candidates,
                       const struct aic_grid *grid, struct aic_error *error)
{
    struct walk walk = { candidates,
                         grid,
                         solution->goal == AIC_LARGEST ? 1 : -1,
                         malloc(grid->count * sizeof(double)),
                         NAN,
                         NAN };
    size_t index;
    if (!walk.misses) {
        return aic_fail_memory(error);
    }
    bool found = find_first(&walk, &index);
    if (found) {
        find_edge(&walk);
        find_neighbor(&walk, solution);
        solution->value = (struct aic_value){ true, walk.value, NULL };
        solution->monotone = is_monotone(&walk, index, solution->kind != AIC_NEIGHBOR_MISSES);
    }
    free(walk.misses);
    return found;
}
