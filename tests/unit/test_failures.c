/* SPDX-License-Identifier: Apache-2.0 */
/* Spares: the quantiles of Poisson numbers, beside sums of all their chances in long double. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "calculators/shared/failures.h"

/* A share of the sum is known no better in double precision. */
#define ROOM 1e-11L

/* The sum of the weights, relative to that of the mode, from one next to the mode until they are
 * nothing. */
static long double sum_down(double mean, double from)
{
    long double weight = 1, sum = 0, s = floorl(mean);
    for (; s > 0 && weight > 1e-30L; s--) {
        sum += s <= (long double)from ? weight : 0;
        weight *= s / (long double)mean;
    }
    return sum + (s == 0 && from >= 0 ? weight : 0);
}

static long double sum_up(double mean, double to)
{
    long double weight = 1, sum = 0;
    for (long double s = floorl(mean) + 1; weight > 1e-30L; s++) {
        weight *= (long double)mean / s;
        sum += s <= (long double)to ? weight : 0;
    }
    return sum;
}

/* The chance that a Poisson number is at most s. */
static long double chance(double mean, double s)
{
    return (sum_down(mean, s) + sum_up(mean, s)) /
           (sum_down(mean, INFINITY) + sum_up(mean, INFINITY));
}

static void check(double mean, double confidence)
{
    double s = aic_poisson_quantile(mean, confidence);
    long double wanted = (long double)confidence;
    bool enough = chance(mean, s) >= wanted - ROOM;
    bool least = s == 0 || chance(mean, s - 1) < wanted + ROOM;
    if (s != floor(s) || !enough || !least) {
        fail_msg("mean %.17g, confidence %.17g: %.17g", mean, confidence, s);
    }
}

static void quantiles_are_the_least_that_are_enough(void **state)
{
    (void)state;
    static const double means[] = { 1e-9, 0.3,   1,        2.5,      10,        997.25,     9999.5,
                                    1e4,  10001, 10000.75, 34567.89, 2000000.5, 3000000.125 };
    static const double confidences[] = { 1e-13,  1e-6, 0.01, 0.3,   0.4999,   0.5,
                                          0.5001, 0.9,  0.99, 0.999, 0.999999, 1 - 1e-9 };
    for (size_t m = 0; m < sizeof means / sizeof means[0]; m++) {
        for (size_t c = 0; c < sizeof confidences / sizeof confidences[0]; c++) {
            check(means[m], confidences[c]);
        }
    }
}

/* On either side of 10,000, from where on sums have a closed form. */
static void random_quantiles_are_right(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < 2000; i++) {
        double u[2];
        for (int k = 0; k < 2; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            u[k] = (double)(random >> 11) / 9007199254740992.0;
        }
        double mean = 5e3 * pow(20, u[0]);
        check(i % 3 == 0 ? floor(mean) : mean, u[1]);
    }
}

/* A confidence so near above the chance of at most 10,050 that every term of the closed form counts. */
static void a_small_term_decides(void **state)
{
    (void)state;
    check(10000.6640625, 0.6913198793943537);
}

/* Of the largest means the normal distribution with its first correction tells the quantile. */
static void large_means_are_nearly_normal(void **state)
{
    (void)state;
    const double z = 3.090232306167813; /* of 0.999 */
    for (double mean = 1e6; mean <= AIC_POISSON_MEAN_MAX; mean *= 3.7) {
        double near = mean + z * sqrt(mean) + (z * z - 1) / 6;
        assert_true(fabs(aic_poisson_quantile(mean, 0.999) - near) <= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_the_least_that_are_enough),
        cmocka_unit_test(random_quantiles_are_right),
        cmocka_unit_test(a_small_term_decides),
        cmocka_unit_test(large_means_are_nearly_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
