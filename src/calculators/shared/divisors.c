/* SPDX-License-Identifier: Apache-2.0 */
/* Divisors of whole numbers: degrees and batches that come out even. */
#include "calculators/shared/divisors.h"

#include <math.h>
#include <stdint.h>

double aic_common_divisor(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

/*
 * Divisors come in pairs (i, n/i), of which one is at most the root: walking those up
 * to 2^20 finds every divisor up to 2^20, whatever n is.
 */
double aic_divisor_up_to(double number, double limit)
{
    if (number <= limit) {
        return number;
    }
    uint64_t n = (uint64_t)number;
    uint64_t most = (uint64_t)fmin(limit, AIC_SEARCH_LIMIT);
    uint64_t best = 1;
    for (uint64_t i = 1; i <= most && i <= n / i; i++) {
        if (n % i != 0) {
            continue;
        }
        uint64_t partner = n / i;
        if (partner <= most) {
            return (double)partner; /* partners fall: the first within the limit is the largest */
        }
        best = i;
    }
    return (double)best;
}

double aic_divisor_from(double number, double least)
{
    if (least >= number) {
        return number;
    }
    uint64_t n = (uint64_t)number;
    uint64_t from = least > 1 ? (uint64_t)least : 1;
    uint64_t best = n;
    for (uint64_t i = 1; i <= (uint64_t)AIC_SEARCH_LIMIT && i <= n / i; i++) {
        if (n % i != 0) {
            continue;
        }
        if (i >= from) {
            return (double)i;
        }
        if (n / i >= from) {
            best = n / i;
        }
    }
    return (double)best;
}

bool aic_is_prime_power(unsigned number)
{
    unsigned prime = 2;
    while (prime <= number / prime && number % prime != 0) {
        prime++;
    }
    if (number % prime != 0) {
        prime = number;
    }
    while (number > 1 && number % prime == 0) {
        number /= prime;
    }
    return number == 1 && prime > 1;
}
