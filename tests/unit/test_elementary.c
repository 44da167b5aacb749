/* SPDX-License-Identifier: Apache-2.0 */
/* Exponentials, logarithms and powers: near those of the C library, exact where a double can be, of the
 * same bits on every machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Those of the C library, before their names are taken. */
static double c_exp(double x)
{
    return exp(x);
}
static double c_exp2(double x)
{
    return exp2(x);
}
static double c_expm1(double x)
{
    return expm1(x);
}
static double c_log(double x)
{
    return log(x);
}
static double c_log2(double x)
{
    return log2(x);
}
static double c_log10(double x)
{
    return log10(x);
}
static double c_log1p(double x)
{
    return log1p(x);
}
static double c_erfc(double x)
{
    return erfc(x);
}
static double c_pow(double x, double y)
{
    return pow(x, y);
}

#include "core/elementary.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* `bits` is how far the two may be apart, in the last place of the result. */
static const struct function {
    double (*ours)(double), (*theirs)(double);
    double low, high, bits;
} functions[] = {
    { aic_exp, c_exp, -700, 700, 1.5 },     { aic_exp, c_exp, -1, 1, 1.5 },
    { aic_exp2, c_exp2, -1000, 1000, 1.5 }, { aic_expm1, c_expm1, -40, 700, 1.5 },
    { aic_expm1, c_expm1, -1e-3, 1e-3, 2 }, { aic_log, c_log, 1e-300, 1e300, 1.5 },
    { aic_log, c_log, 0.5, 2, 1.5 },        { aic_log2, c_log2, 0.01, 100, 2 },
    { aic_log10, c_log10, 0.01, 100, 2.5 }, { aic_log1p, c_log1p, -0.99, 2, 2 },
    { aic_log1p, c_log1p, -1e-9, 1e-9, 2 }, { aic_erfc, c_erfc, -3, 26, 16 },
};

static bool is_near(double a, double b, double bits)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= bits * DBL_EPSILON * fabs(b);
}

static void test_near_the_c_library(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(functions); i++) {
        const struct function *f = &functions[i];
        for (int k = 0; k <= 20000; k++) {
            double x = f->low + (f->high - f->low) * k / 20000;
            if (!is_near(f->ours(x), f->theirs(x), f->bits)) {
                fail_msg("function %zu of %a: %a, not %a", i, x, f->ours(x), f->theirs(x));
            }
        }
    }
}

static void test_powers_near_the_c_library(void **state)
{
    (void)state;
    for (double x = 0.01; x < 1e6; x *= 1.37) {
        for (double y = -20; y < 20; y += 0.37) {
            assert_true(is_near(aic_pow(x, y), c_pow(x, y), 1.5));
        }
    }
}

/* Where the C standard's annex F says what comes out. */
static void test_ends(void **state)
{
    static const double values[] = { 0,      -0.0,    1,        -1,        2,     -2,
                                     0.5,    -0.5,    3,        -3,        1e300, -1e300,
                                     1e-320, -1e-320, INFINITY, -INFINITY, NAN,   5e-324,
                                     709.9,  -745.5,  1024,     -1080 };
    (void)state;
    for (size_t i = 0; i < COUNT(values); i++) {
        for (size_t k = 0; k < COUNT(functions); k++) {
            double ours = functions[k].ours(values[i]), theirs = functions[k].theirs(values[i]);
            assert_true(is_near(ours, theirs, 16));
        }
        for (size_t k = 0; k < COUNT(values); k++) {
            double ours = aic_pow(values[i], values[k]), theirs = c_pow(values[i], values[k]);
            if (!is_near(ours, theirs, 1.5) ||
                (theirs == 0 && !signbit(ours) != !signbit(theirs))) {
                fail_msg("pow(%g, %g) is %g, not %g", values[i], values[k], ours, theirs);
            }
        }
    }
}

static void test_exact_where_it_can_be(void **state)
{
    static const double tens[] = { 1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    (void)state;
    for (size_t i = 0; i < COUNT(tens); i++) {
        assert_true(aic_pow(10, (double)i) == tens[i]);
        assert_true(aic_log10(tens[i]) == (double)i);
    }
    for (int i = -1000; i < 1000; i++) {
        assert_true(aic_exp2(i) == ldexp(1, i));
        assert_true(aic_pow(2, i) == ldexp(1, i));
        assert_true(aic_log2(ldexp(1, i)) == i);
    }
    for (int i = 1; i < 3000; i++) {
        assert_true(aic_pow(i, 2) == (double)i * i);
        assert_true(aic_pow(i, 3) == (double)i * i * i);
        assert_true(aic_pow((double)i * i, 0.5) == i);
    }
}

static uint64_t sum_of_bits(uint64_t sum, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (sum ^ bits) * UINT64_C(0x100000001B3);
}

/* The same bits whatever compiled and ran it; nothing here calls the C library. */
static void test_same_bits_everywhere(void **state)
{
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    (void)state;
    for (size_t i = 0; i < COUNT(functions); i++) {
        const struct function *f = &functions[i];
        for (int k = 0; k <= 1000; k++) {
            sum = sum_of_bits(sum, f->ours(f->low + (f->high - f->low) * k / 1000));
        }
    }
    for (int i = 1; i < 100; i++) {
        sum = sum_of_bits(sum, aic_pow(i * 0.37, i * 0.11 - 5));
    }
    assert_int_equal(sum, UINT64_C(0xDF5D93E817296216));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_the_c_library),
        cmocka_unit_test(test_powers_near_the_c_library),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_exact_where_it_can_be),
        cmocka_unit_test(test_same_bits_everywhere),
    };
    return cmocka_run_group_tests_name("elementary", tests, NULL, NULL);
}
