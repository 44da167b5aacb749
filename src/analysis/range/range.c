/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges: corners and the middle, which must be possible, then samples of the box. */
#include <aicalc/range.h>

#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "analysis/range/sample.h"

/* Points around an impossible middle that are looked at, and that are evaluated. */
#define MIDDLE_LOOKS 500000
#define MIDDLE_TRIES 20000

/* "gpus 100, tp 8" */
static void describe(const struct aic_samples *samples, const struct sample_point *point,
                     struct aic_text *text)
{
    for (size_t i = 0; i < samples->axis_count; i++) {
        const struct aic_field *field = samples->axes[i].field;
        char value[AIC_QUANTITY_SIZE];
        aic_quantity_write(value, sizeof value, point->at[i], field->dimension, NULL,
                           AIC_UNITS_RAW);
        aic_text_format(text, "%s%s %s", i > 0 ? ", " : "", field->name, value);
    }
}

/* Names the point at which the last evaluation failed. */
static bool fail_at(const struct aic_samples *samples, const char *what,
                    const struct sample_point *point, struct aic_error *error)
{
    const struct aic_error inner = samples->probe.notes->error;
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    describe(samples, point, &text);
    aic_fail(error, inner.code, inner.parameter, "at the %s of the ranges (%s): %s", what, words,
             inner.message);
    return aic_suggest(error, "%s%severy range must start and end at values that are possible",
                       inner.suggestion, inner.suggestion[0] ? "; " : "");
}

static bool evaluate_corners(struct aic_samples *samples, struct aic_error *error)
{
    for (size_t i = 0; i < (size_t)1 << samples->axis_count; i++) {
        struct sample_point corner = aic_sample_corner(samples, i);
        if (!aic_sample_at(samples, &corner)) {
            return fail_at(samples, "corner", &corner, error);
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

/* The point with these offsets from the middle; false if it is outside the box. */
static bool shift(const struct aic_samples *samples, const struct sample_point *middle,
                  const size_t *offsets, struct sample_point *point)
{
    for (size_t i = 0; i < samples->axis_count; i++) {
        point->at[i] = middle->at[i] + offset_at(offsets[i]);
        if (point->at[i] < samples->axes[i].low || point->at[i] > samples->axes[i].high) {
            return false;
        }
    }
    return true;
}

/* True where the largest of the offsets is just `ring` steps. */
static bool is_on_ring(const struct aic_samples *samples, const size_t *offsets, size_t ring)
{
    for (size_t i = 0; i < samples->axis_count; i++) {
        if (offsets[i] + 1 >= 2 * ring) {
            return true;
        }
    }
    return false;
}

/* Counts the offsets of the whole axes up to `ring` steps; false after the last. */
static bool next_offsets(const struct aic_samples *samples, size_t *offsets, size_t ring)
{
    for (size_t i = 0; i < samples->axis_count; i++) {
        if (samples->axes[i].whole && offsets[i] < 2 * ring) {
            offsets[i]++;
            return true;
        }
        offsets[i] = 0;
    }
    return false;
}

/* Moves an impossible middle to the nearest whole numbers that are possible. */
static bool move_middle(struct aic_samples *samples, struct sample_point *middle, double widest)
{
    size_t looks = 0, tries = 0;
    for (size_t ring = 1; (double)ring <= widest; ring++) {
        size_t offsets[AIC_RANGES_MAX] = { 0 };
        while (next_offsets(samples, offsets, ring)) {
            struct sample_point point;
            if (++looks > MIDDLE_LOOKS || tries > MIDDLE_TRIES) {
                return false;
            }
            if (is_on_ring(samples, offsets, ring) && shift(samples, middle, offsets, &point)) {
                tries++;
                if (aic_sample_at(samples, &point)) {
                    *middle = point;
                    return true;
                }
            }
        }
    }
    return false;
}

static bool find_middle(struct aic_samples *samples, struct sample_point *middle,
                        struct aic_error *error)
{
    double widest = 0; /* of the ranges of whole numbers */
    for (size_t i = 0; i < samples->axis_count; i++) {
        const struct sample_axis *axis = &samples->axes[i];
        widest = axis->whole ? fmax(widest, axis->high - axis->low) : widest;
    }
    if (aic_sample_at(samples, middle)) {
        return true;
    }
    struct aic_error why = samples->probe.notes->error;
    if (move_middle(samples, middle, widest)) {
        return true;
    }
    samples->probe.notes->error = why;
    return fail_at(samples, "middle", middle, error);
}

static bool place_middle(struct aic_samples *samples, struct aic_question *question,
                         struct aic_error *error)
{
    struct sample_point middle;
    for (size_t i = 0; i < samples->axis_count; i++) {
        middle.at[i] = aic_question_value(question, samples->axes[i].input).number;
    }
    if (!find_middle(samples, &middle, error)) {
        return false;
    }
    for (size_t i = 0; i < samples->axis_count; i++) {
        size_t offset;
        aic_table_at(&question->calculator->inputs, samples->axes[i].input, &offset);
        memcpy((char *)question->in + offset, &middle.at[i], sizeof middle.at[i]);
    }
    return true;
}

static bool find_intervals(struct aic_spread *spread, struct aic_samples *samples,
                           struct aic_question *question, struct aic_error *error)
{
    if (!aic_samples_init(samples, spread, question, error) || !evaluate_corners(samples, error) ||
        !place_middle(samples, question, error)) {
        return false;
    }
    bool all = aic_sample_box(samples);
    for (size_t i = 0; i < spread->result_count; i++) {
        struct aic_interval *interval = &spread->results[i];
        interval->exact = interval->set && all;
        interval->partial = interval->set && interval->partial;
    }
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
    if (!spread->results) {
        return aic_fail_memory(error);
    }
    struct aic_samples samples;
    bool ok = find_intervals(spread, &samples, question, error);
    aic_samples_clear(&samples);
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
    struct aic_interval none = { .set = false };
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
    if (verdict->no || !spread->ranged || gate == AIC_GATE_MID) {
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
