/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ranges: the interval of every result over all combinations of values that the ranges of a
 * question allow.
 *
 *     aic_recipe_ask(&recipe, &question, &error);    inputs, some of them LOW..HIGH
 *     aic_spread_init(&spread, &question, &error);   intervals; finds the middle
 *     aic_answer_init(&answer, &question, &error);   the answer at the middle
 *     aic_spread_judge(&spread, &budget, &answer, AIC_GATE_WORST, &verdict, &error);
 *
 * How they are searched, and what that can miss: docs/analysis.md.
 */
#ifndef AICALC_RANGE_H
#define AICALC_RANGE_H

#include <aicalc/answer.h>
#include <aicalc/budget.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * The values that a result takes. Of a flag: 0 and 1; of a choice: the first
 * and the last, in the order of the table, of those that occur.
 */
struct aic_interval {
    bool set;     /* the result applies somewhere in the ranges */
    bool partial; /* and does not apply somewhere else */
    bool exact;   /* every point was evaluated; false: samples were, a value may lie beyond */
    double low, high;
};

struct aic_spread {
    bool ranged; /* the question has ranges; false: nothing else holds */
    struct aic_interval *results;
    size_t result_count;
    size_t samples; /* points that were evaluated, corners and middle among them */
};

/*
 * Finds the intervals of a question that was asked and not yet answered; one
 * without ranges costs nothing. Every combination of ends must be a possible
 * question. Where the middle is none because of whole numbers (a layout that does not
 * divide), the question's values move to the nearest whole numbers that are. Fails
 * with the point in the message. Release with aic_spread_clear(), also after a failure.
 */
bool aic_spread_init(struct aic_spread *spread, struct aic_question *question,
                     struct aic_error *error);
void aic_spread_clear(struct aic_spread *spread);

/* The interval of a result as two values; both are not set where there is none. */
void aic_spread_ends(const struct aic_spread *spread, size_t index, struct aic_value *low,
                     struct aic_value *high);

/* Which end of an interval a budget tests. */
enum aic_gate {
    AIC_GATE_WORST, /* the one that fails if any does */
    AIC_GATE_LOW,
    AIC_GATE_MID, /* the answer itself */
    AIC_GATE_HIGH
};

/*
 * Judges a budget by an end of its result's interval; without ranges, by the answer. Fails where
 * the result applies nowhere in the ranges, or for the worst end not everywhere in them.
 */
bool aic_spread_judge(const struct aic_spread *spread, const struct aic_budget *budget,
                      const struct aic_answer *answer, enum aic_gate gate,
                      struct aic_verdict *verdict, struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
