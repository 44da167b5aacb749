/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The edges of a calculator: neighbouring values of one input between which its answer takes
 * another shape - another error, warning, choice or set of results.
 *
 * Random questions hardly ever meet the one value at which `<` and `<=` part; a search that
 * halves the way between two questions of different shapes does.
 */
#ifndef AICALC_TESTS_EDGE_H
#define AICALC_TESTS_EDGE_H

#include "walk.h"

struct edge {
    struct aic_setting settings[WALK_SETTINGS];
    size_t count;
    size_t at;        /* the setting that is varied */
    double low, high; /* on either side; neighbours on a grid of whole numbers or five digits */
};

/* Looks from the walk's question along one random input. False: no edge was found on the way. */
bool edge_find(struct walk *walk, struct edge *edge);

#endif
