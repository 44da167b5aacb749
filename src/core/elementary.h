/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exponentials, logarithms and powers that have the same bits everywhere. Those of the C library are
 * good to a bit or so, and which bit differs between libraries, and between processors with and without
 * fused multiplication. Whoever includes this header calls these by the usual names, so that
 * expressions read, and are printed, as usual.
 */
#ifndef AICALC_CORE_ELEMENTARY_H
#define AICALC_CORE_ELEMENTARY_H

#include <math.h>

double aic_exp(double x);
double aic_exp2(double x);
double aic_expm1(double x);
double aic_log(double x);
double aic_log2(double x);
double aic_log10(double x);
double aic_log1p(double x);
double aic_pow(double x, double y);
double aic_erfc(double x);

#include "core/elementary_names.h"

#endif
