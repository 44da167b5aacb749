/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moves: how far the few inputs that a composition names move its total, each asked at half and at double. In
 * an answer of many parts nearly every result rests on some default; what a reader needs are those that
 * decide.
 */
#ifndef AICALC_MOVES_H
#define AICALC_MOVES_H

#include <aicalc/influence.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define AIC_MOVES_MAX 8

struct aic_moves {
    struct aic_move
        moves[AIC_MOVES_MAX]; /* that moves it most first; without those that hardly do */
    size_t count;
    size_t total; /* the result that all are of */
};

/* Of the inputs that nobody chose; none for a calculator that is no composition, and without a total. */
bool aic_moves_find(struct aic_moves *moves, const struct aic_answer *answer,
                    struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
