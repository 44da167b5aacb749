/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Boundaries: the whole number up to which, or from which on, something fits. What a number needs
 * never turns, and is nearly a straight line in pieces - of the number where it rises with it, of its
 * reciprocal where it falls. So the line through two numbers tells where to look; where that is slow
 * the range is halved, and the answer is that of a bisection.
 */
#ifndef AICALC_CALCULATORS_SHARED_BOUNDARY_H
#define AICALC_CALCULATORS_SHARED_BOUNDARY_H

#include <stdbool.h>

struct aic_boundary {
    double (*need)(const void *context, double number);
    const void *context;
    double most; /* a number fits whose need is no more */
    bool falls;  /* larger numbers need less */
};

/*
 * The last number from `low` to below `high`, both whole, that fits as `low` does; `high` does not.
 * Neither is looked at.
 */
double aic_boundary_find(const struct aic_boundary *boundary, double low, double high);

#endif
