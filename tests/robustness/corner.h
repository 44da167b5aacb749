/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Questions in which inputs have corner values: the ends of the range, 1 and 2, each choice, a flag off
 * and on, or none at all.
 */
#ifndef AICALC_TESTS_CORNER_H
#define AICALC_TESTS_CORNER_H

#include "walk.h"

typedef void (*corner_visit)(void *context, const struct aic_setting *settings, size_t count);

/* Visits the settings of the walk's question with one input at a corner: each corner of each input. */
void corner_each(const struct walk *walk, corner_visit visit, void *context);

/* The walk's question with two or three random inputs at random corners, now and then with the same
 * number: fills WALK_SETTINGS settings and returns how many. */
size_t corner_some(struct walk *walk, struct aic_setting *settings);

#endif
