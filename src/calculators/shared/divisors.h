/* SPDX-License-Identifier: Apache-2.0 */
/* Divisors of whole numbers up to 2^53: degrees and batches that come out even. */
#ifndef AICALC_CALCULATORS_SHARED_DIVISORS_H
#define AICALC_CALCULATORS_SHARED_DIVISORS_H

#include <math.h>
#include <stdbool.h>

/* Most GPUs, and most sequences of a micro batch, that a search looks at: 2^20. */
#define AIC_SEARCH_LIMIT 1048576.0

/* `of` divides `number`; both whole, `of` at least 1. False where one has no value. Cheaper than fmod(). */
static inline bool aic_divides(double of, double number)
{
    double quotient = number / of;
    return fabs(quotient) <= 0x1p53 && quotient == (double)(long long)quotient &&
           quotient * of == number;
}

/* Greatest common divisor of two whole numbers of at least 1. */
double aic_common_divisor(double a, double b);

/* Largest divisor of `number` that is at most `limit`; of those above 2^20 only itself counts. */
double aic_divisor_up_to(double number, double limit);

/*
 * Smallest divisor of `number` that is at least `least`, `number` itself where `least`
 * is above it. Of those above 2^20 some may be passed over.
 */
double aic_divisor_from(double number, double least);

/* Whether a whole number is a power of one prime. */
bool aic_is_prime_power(unsigned number);

#endif
