/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges: corners and the middle, which must be possible, then the search of the region. */
#include <aicalc/range.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "analysis/range/monotone.h"
#include "analysis/range/search.h"

/* Points around an impossible middle that are looked at, and that are evaluated. */
#define MIDDLE_LOOKS 500000
#define MIDDLE_TRIES 20000

/* "gpus 100, tp 8" */
static void describe(const struct aic_search *search, const struct search_point *point,
                     struct aic_text *text)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        const struct aic_field *field = search->axes[i].field;
        char value[AIC_QUANTITY_SIZE];
        aic_quantity_write(value, sizeof value, point->at[i], field->dimension, NULL,
                           AIC_UNITS_RAW);
        aic_text_format(text, "%s%s %s", i > 0 ? ", " : "", field->name, value);
    }
}

/* Names the point at which the last evaluation failed. */
static bool fail_at(const struct aic_search *search, const char *what,
                    const struct search_point *point, struct aic_error *error)
{
    const struct aic_error inner = search->evaluator.notes->error;
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    describe(search, point, &text);
    aic_fail(error, inner.code, inner.parameter, "at the %s of the ranges (%s): %s", what, words,
             inner.message);
    return aic_suggest(error, "%s%severy range must start and end at values that are possible",
                       inner.suggestion, inner.suggestion[0] ? "; " : "");
}

static bool evaluate_corners(struct aic_search *search, struct aic_error *error)
{
    for (size_t i = 0; i < (size_t)1 << search->axis_count; i++) {
        struct search_point corner = aic_search_corner(search, i);
        if (!aic_search_evaluate(search, &corner)) {
            return fail_at(search, "corner", &corner, error);
        }
    }
    return true;
}

/* The i-th offset of 0, -1, 1, -2, 2 ... */
static double offset_at(size_t i)
{
    size_t distance = (i + 1) / 2;
    return i % 2 ? -(double)distance : (double)distance;
}

/* The point with these offsets from the middle; false if it is outside the search. */
static bool shift(const struct aic_search *search, const struct search_point *middle,
                  const size_t *offsets, struct search_point *point)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        point->at[i] = middle->at[i] + offset_at(offsets[i]);
        if (point->at[i] < search->axes[i].low || point->at[i] > search->axes[i].high) {
            return false;
        }
    }
    return true;
}

/* True where the largest of the offsets is just `ring` steps. */
static bool is_on_ring(const struct aic_search *search, const size_t *offsets, size_t ring)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        if (offsets[i] + 1 >= 2 * ring) {
            return true;
        }
    }
    return false;
}

/* Counts the offsets of the whole axes up to `ring` steps; false after the last. */
static bool next_offsets(const struct aic_search *search, size_t *offsets, size_t ring)
{
    for (size_t i = 0; i < search->axis_count; i++) {
        if (search->axes[i].whole && offsets[i] < 2 * ring) {
            offsets[i]++;
            return true;
        }
        offsets[i] = 0;
    }
    return false;
}

/* Moves an impossible middle to the nearest whole numbers that are possible. */
static bool move_middle(struct aic_search *search, struct search_point *middle, double widest)
{
    size_t looks = 0;
    size_t limit = search->evaluations + MIDDLE_TRIES;
    for (size_t ring = 1; (double)ring <= widest; ring++) {
        size_t offsets[AIC_RANGES_MAX] = { 0 };
        while (next_offsets(search, offsets, ring)) {
            struct search_point point;
            if (++looks > MIDDLE_LOOKS || search->evaluations > limit) {
                return false;
            }
            if (is_on_ring(search, offsets, ring) && shift(search, middle, offsets, &point) &&
                aic_search_evaluate(search, &point)) {
                *middle = point;
                return true;
            }
        }
    }
    return false;
}

static bool find_middle(struct aic_search *search, struct search_point *middle,
                        struct aic_error *error)
{
    double widest = 0; /* of the ranges of whole numbers */
    for (size_t i = 0; i < search->axis_count; i++) {
        const struct search_axis *axis = &search->axes[i];
        widest = axis->whole ? fmax(widest, axis->high - axis->low) : widest;
    }
    if (aic_search_evaluate(search, middle)) {
        return true;
    }
    struct aic_error why = search->evaluator.notes->error;
    if (move_middle(search, middle, widest)) {
        return true;
    }
    search->evaluator.notes->error = why;
    return fail_at(search, "middle", middle, error);
}

static bool place_middle(struct aic_search *search, struct aic_question *question,
                         struct aic_error *error)
{
    struct search_point middle;
    for (size_t i = 0; i < search->axis_count; i++) {
        memcpy(&middle.at[i], (char *)question->in + search->axes[i].offset, sizeof middle.at[i]);
    }
    if (!find_middle(search, &middle, error)) {
        return false;
    }
    for (size_t i = 0; i < search->axis_count; i++) {
        memcpy((char *)question->in + search->axes[i].offset, &middle.at[i], sizeof middle.at[i]);
    }
    return true;
}

/*
 * Whether the ends that were found are those that there are: of a result that is monotone in each
 * range, at the corners. That the search found nothing beyond them is looked at, not believed.
 */
static bool is_exact(const struct search_result *result, bool monotone, const double *corners)
{
    return monotone && !result->missing && result->ends[0].value == corners[0] &&
           result->ends[1].value == corners[1];
}

static void take_intervals(struct aic_spread *spread, const struct aic_search *search, bool all,
                           const bool *monotone, const double *corners)
{
    for (size_t i = 0; i < search->result_count; i++) {
        const struct search_result *result = &search->results[i];
        bool set = result->ends[0].stamp > 0;
        bool exact = set && (all || is_exact(result, monotone[i], corners + 2 * i));
        spread->results[i] = (struct aic_interval){ set, set && result->missing, exact,
                                                    result->ends[0].value, result->ends[1].value };
    }
    spread->evaluations = search->evaluations;
}

/* The ends that the corners have. */
static void keep_corners(const struct aic_search *search, double *corners)
{
    for (size_t i = 0; i < search->result_count; i++) {
        corners[2 * i] = search->results[i].ends[0].value;
        corners[2 * i + 1] = search->results[i].ends[1].value;
    }
}

static bool find_monotone(struct aic_question *question, bool *monotone, struct aic_error *error)
{
    struct aic_answer middle;
    memset(&middle, 0, sizeof middle);
    bool ok =
        aic_answer_init(&middle, question, error) && aic_find_monotone(&middle, monotone, error);
    aic_answer_clear(&middle);
    return ok;
}

static bool find_intervals(struct aic_spread *spread, struct aic_search *search,
                           struct aic_question *question, bool *monotone, double *corners,
                           struct aic_error *error)
{
    if (!aic_search_init(search, question, error) || !evaluate_corners(search, error)) {
        return false;
    }
    keep_corners(search, corners);
    if (!place_middle(search, question, error)) {
        return false;
    }
    bool all = aic_search_sample(search);
    if (!all) {
        aic_search_refine(search);
    }
    if (!find_monotone(question, monotone, error)) { /* answers the question, hence last */
        return false;
    }
    take_intervals(spread, search, all, monotone, corners);
    return true;
}

bool aic_spread_init(struct aic_spread *spread, struct aic_question *question,
                     struct aic_error *error)
{
    memset(spread, 0, sizeof *spread);
    if (question->range_count == 0) {
        return true;
    }
    spread->ranged = true;
    spread->result_count = aic_table_size(&question->calculator->results);
    spread->results = calloc(spread->result_count, sizeof spread->results[0]);
    bool *monotone = malloc(spread->result_count * sizeof monotone[0]);
    double *corners = calloc(2 * spread->result_count, sizeof corners[0]);
    struct aic_search search;
    memset(&search, 0, sizeof search);
    bool ok = spread->results && monotone && corners;
    if (ok) {
        ok = find_intervals(spread, &search, question, monotone, corners, error);
    } else {
        aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    aic_search_clear(&search);
    free(monotone);
    free(corners);
    return ok;
}

void aic_spread_clear(struct aic_spread *spread)
{
    free(spread->results);
    spread->results = NULL;
}

void aic_spread_ends(const struct aic_spread *spread, size_t index, struct aic_value *low,
                     struct aic_value *high)
{
    struct aic_interval none = { false, false, false, 0, 0 };
    const struct aic_interval *interval = spread->ranged ? &spread->results[index] : &none;
    *low = (struct aic_value){ interval->set, interval->low, NULL };
    *high = (struct aic_value){ interval->set, interval->high, NULL };
}

/* The end that fails if any value between the two does. */
static double worst_end(const struct aic_budget *budget, const struct aic_interval *interval)
{
    switch (budget->relation) {
    case AIC_AT_MOST:
    case AIC_LESS:
        return interval->high;
    case AIC_AT_LEAST:
    case AIC_MORE:
        return interval->low;
    case AIC_EQUAL:
        break;
    }
    bool low_is_farther =
        fabs(interval->low - budget->limit) > fabs(interval->high - budget->limit);
    return low_is_farther ? interval->low : interval->high;
}

/* Where a result does not apply its budget is neither held nor exceeded: no reason to pass. */
static bool fail_partial(const struct aic_budget *budget, const struct aic_calculator *calculator,
                         struct aic_error *error)
{
    const char *name = aic_budget_field(budget, calculator)->name;
    aic_fail(error, AIC_ERR_MISSING, name,
             "budget: %s does not apply everywhere in the ranges, so it has no worst end", name);
    return aic_suggest(error, "narrow the ranges, or say which end to test: low, mid or high");
}

bool aic_spread_judge(const struct aic_spread *spread, const struct aic_budget *budget,
                      const struct aic_answer *answer, enum aic_gate gate,
                      struct aic_verdict *verdict, struct aic_error *error)
{
    if (!aic_budget_judge(budget, answer, verdict, error)) {
        return false;
    }
    if (!spread->ranged || gate == AIC_GATE_MID) {
        return true;
    }
    const struct aic_interval *interval = &spread->results[budget->result];
    if (gate == AIC_GATE_WORST && interval->partial) {
        return fail_partial(budget, answer->question->calculator, error);
    }
    verdict->actual = gate == AIC_GATE_LOW    ? interval->low
                      : gate == AIC_GATE_HIGH ? interval->high
                                              : worst_end(budget, interval);
    verdict->pass = aic_budget_holds(budget, verdict->actual);
    return true;
}
