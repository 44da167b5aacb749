/* SPDX-License-Identifier: Apache-2.0 */
/* Boundaries: what is found is what a bisection finds, in fewer steps where needs are lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "calculators/shared/boundary.h"
#include "unit/draw.h"

#define LIMIT  1048576.0
#define TRIALS 20000

/* From 0 to 1. */
static double draw_share(void)
{
    return draw(1 << 20) / (double)(1 << 20);
}

/* Needs in two pieces, the second steeper or flatter; `looks` counts. */
struct needs {
    double base, slope, knee, further;
    bool falls;
    int *looks;
};

static double need(const void *context, double number)
{
    const struct needs *needs = context;
    double knee = needs->knee;
    (*needs->looks)++;
    if (needs->falls) {
        return needs->base + needs->slope / number + needs->further / fmin(number, knee);
    }
    return needs->base + needs->slope * number + needs->further * fmax(0, number - knee);
}

static double bisect(const struct aic_boundary *boundary, double low, double high)
{
    while (high - low > 1) {
        double middle = floor((low + high) / 2);
        bool fits = boundary->need(boundary->context, middle) <= boundary->most;
        *(fits != boundary->falls ? &low : &high) = middle;
    }
    return low;
}

static void random_needs_end_where_bisection_does(void **state)
{
    (void)state;
    for (int i = 0; i < TRIALS; i++) {
        int looks = 0;
        struct needs needs = {
            .base = 1e9 * draw_share(),
            .slope = pow(10, 9 * draw_share()),
            .knee = power_of_two(20),
            .further = i % 3 ? pow(10, 9 * draw_share()) : 0,
            .falls = i % 2 == 1,
            .looks = &looks,
        };
        const struct aic_boundary boundary = { need, &needs, pow(10, 8 + 6 * draw_share()),
                                               needs.falls };
        double found = aic_boundary_find(&boundary, 0, LIMIT + 1);
        assert_true(looks <= 84); /* every fourth halves 2^20 */
        assert_true(found == bisect(&boundary, 0, LIMIT + 1));
    }
}

static void lines_take_few_looks(void **state)
{
    int looks = 0;
    (void)state;
    const struct needs rising = { 1e9, 12345, LIMIT, 0, false, &looks };
    const struct aic_boundary up = { need, &rising, 8e9, false };
    assert_true(aic_boundary_find(&up, 0, LIMIT + 1) == floor(7e9 / 12345));
    assert_int_equal(looks, 5); /* 1 and 2, on the line, the half, beside */
    looks = 0;
    const struct needs falling = { 1e9, 7e12, LIMIT, 0, true, &looks };
    const struct aic_boundary down = { need, &falling, 1.5e9, true };
    assert_true(aic_boundary_find(&down, 0, LIMIT) + 1 == ceil(7e12 / 0.5e9));
    assert_int_equal(looks, 5);
}

static void needs_that_nobody_knows_do_not_fit(void **state)
{
    int looks = 0;
    (void)state;
    const struct needs unknown = { NAN, 1, LIMIT, 0, false, &looks };
    const struct aic_boundary boundary = { need, &unknown, 1e9, false };
    assert_true(aic_boundary_find(&boundary, 0, LIMIT + 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_needs_end_where_bisection_does),
        cmocka_unit_test(lines_take_few_looks),
        cmocka_unit_test(needs_that_nobody_knows_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
