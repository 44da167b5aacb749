/* SPDX-License-Identifier: Apache-2.0 */
/* Whole numbers from quotients of whole numbers. */
#ifndef AICALC_CALCULATORS_SHARED_ROUNDING_H
#define AICALC_CALCULATORS_SHARED_ROUNDING_H

#include <math.h>

/* Quotient of two whole numbers, rounded up; exact, without a tolerance. */
static inline double aic_ceil_div(double number, double by)
{
    double rest = fmod(number, by);
    return (number - rest) / by + (rest > 0 ? 1 : 0);
}

#endif
