/* SPDX-License-Identifier: Apache-2.0 */
/* A composition of which one input is moved: what is known of the move, and one row of it. */
#ifndef AICALC_ENGINE_COMPOSITION_MOVEMENT_H
#define AICALC_ENGINE_COMPOSITION_MOVEMENT_H

#include <stdint.h>

#include "engine/composition/run.h"
#include "engine/moves.h"

struct aic_movement {
    struct run run;
    /* Of the evaluation that moves start from. */
    size_t chosen_before;
    bool checks_parts;                    /* each time: it has values for parts not asked */
    bool checks_plain;                    /* each time: the verdict excuses what is unused */
    uint32_t counting;                    /* parts that were asked, and the composition's own */
    uint32_t separate;                    /* those that may be asked by themselves */
    const struct memory *last[PARTS_MAX]; /* of each part: its last row */
    /* Of one move. */
    size_t input;                    /* the one that is moved */
    uint32_t asking;                 /* parts that what moved may ask */
    uint32_t touched;                /* parts to ask: an input of theirs moved */
    uint32_t done;                   /* the one that was asked by itself, and need not be again */
    uint32_t asked;                  /* parts that were */
    uint32_t kept;                   /* of those, with all inputs as before but what moved */
    uint32_t changed;                /* parts with other results than before */
    const char *gave[PARTS_MAX];     /* of each part: its results before, when it was last asked */
    unsigned short moved[PLAIN_MAX]; /* plain inputs */
    size_t moved_count;
};

/* Where the input that is moved lies in that part, which has it or is handed it; 0: it is not there. */
size_t aic_movement_place(const struct aic_movement *movement, size_t part);

/* Finds the parts that may be asked by themselves. */
void aic_movement_begin(const struct aic_moves *moves);

/* What asking a part in the quick way told. */
enum quick {
    QUICK_ASKED,
    QUICK_FAILED, /* it is impossible */
    QUICK_UNSURE  /* the long way tells */
};

/*
 * Asks the one part that a move reaches, as long as all that it gives others is as before. (What a part
 * that is asked twice gives others never depends on the second time.)
 */
enum quick aic_movement_stay(const struct aic_moves *moves);

/* Asks the part of a row, where the move reaches it; false: it is impossible. */
bool aic_movement_row(const struct aic_moves *moves, const struct memory *row);

#endif
