/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Influence of defaults: which inputs that nobody chose move which results, and how far.
 *
 * Each default is moved within what is usual: a number down by a fifth and up by a quarter, a whole
 * number to half and to twice its value (or to its next possible neighbours), a choice or a flag to
 * each other value. A default that follows from other inputs moves with them and is passed over,
 * unless its table says that it is an assumption.
 *
 * Where a search chose (`choices` of a calculator), defaults are moved for that choice alone, and no
 * search is repeated: numbers say how far the choice's own results move. What the choice decides,
 * and what compares it with others, rests on what the search rests on.
 */
#ifndef AICALC_INFLUENCE_H
#define AICALC_INFLUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/answer.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A result that moves by more than this share rests on a default. */
#define AIC_INFLUENCE_COUNTS 0.01

/* What one input makes of one result between two of its values; changes are shares of the result as answered, NaN
 * where it has no number then. */
struct aic_move {
    size_t input, result;
    double low, high;
    double at_low, at_high;
};

/* How far a move goes: the larger of both changes, without their signs; 0 where neither is known. */
double aic_move_reach(const struct aic_move *move);

struct aic_influence {
    double *results; /* of each result: the largest relative change by one default */
    double *inputs;  /* of each input: the largest relative change that it makes to `shown` */
    struct aic_move
        *moves;          /* of each input: the first number of `shown` that it moves so far that it
                               counts; without such a number both changes are NaN */
    bool *rests;         /* of each input and each result: it moves it so far that it counts */
    size_t result_count; /* results of an input in `rests` */
    size_t leading;      /* the first number of `shown`; result_count: there is none */
};

/*
 * Moves the defaults of an answer. A choice or a flag that changes, and a result that comes or
 * goes, count as a change of 1. Release with aic_influence_clear(), also after a failure.
 */
bool aic_influence_init(struct aic_influence *influence, const struct aic_answer *answer,
                        const size_t *shown, size_t shown_count, struct aic_error *error);

/*
 * Where a search chose: the moves of the number that leads, the farthest first, with a search for each end. At
 * most so many are asked again.
 */
#define AIC_ASKED_AGAIN 8
bool aic_influence_ask_again(struct aic_influence *influence, const struct aic_answer *answer,
                             struct aic_error *error);

void aic_influence_clear(struct aic_influence *influence);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
