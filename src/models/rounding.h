/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole numbers from quotients. A quotient that should be whole may come out
 * one bit off; a tolerance of 1e-12 keeps that bit from adding a whole node.
 */
#ifndef AICALC_MODELS_ROUNDING_H
#define AICALC_MODELS_ROUNDING_H

#include <math.h>

static inline double aic_up(double x)
{
    return ceil(x * (1 - 1e-12));
}

static inline double aic_down(double x)
{
    return floor(x * (1 + 1e-12));
}

#endif
