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

#include <aicalc/answer.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A result that moves by more than this share rests on a default. */
#define AIC_INFLUENCE_COUNTS 0.01

struct aic_influence {
    double *results; /* of each result: the largest relative change by one default */
    double *inputs;  /* of each input: the largest relative change that it makes to `shown` */
};

/*
 * Moves the defaults of an answer. A choice or a flag that changes, and a result that comes or
 * goes, count as a change of 1. Release with aic_influence_clear(), also after a failure.
 */
bool aic_influence_init(struct aic_influence *influence, const struct aic_answer *answer,
                        const size_t *shown, size_t shown_count, struct aic_error *error);
void aic_influence_clear(struct aic_influence *influence);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
