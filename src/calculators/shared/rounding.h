/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole numbers from quotients. A quotient that should be whole may come out
 * one bit off; a tolerance of 1e-12 keeps that bit from adding a whole node.
 */
#ifndef AICALC_CALCULATORS_SHARED_ROUNDING_H
#define AICALC_CALCULATORS_SHARED_ROUNDING_H

#include <math.h>

static inline double aic_up(double x)
{
    return ceil(x * (1 - 1e-12));
}

/* Quotient of two whole numbers, rounded up; exact, without a tolerance. */
static inline double aic_ceil_div(double number, double by)
{
    double rest = fmod(number, by);
    return (number - rest) / by + (rest > 0 ? 1 : 0);
}

#endif
