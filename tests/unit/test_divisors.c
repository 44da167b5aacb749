/* SPDX-License-Identifier: Apache-2.0 */
/* Divisors and prime powers: what counting all numbers below finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "calculators/shared/divisors.h"

#define MOST 1100u

/* Primes that divide the number. */
static unsigned count_primes(unsigned number)
{
    unsigned count = 0;
    for (unsigned i = 2; i <= number; i++) {
        if (number % i == 0) {
            count++;
            while (number % i == 0) {
                number /= i;
            }
        }
    }
    return count;
}

static void prime_powers_have_one_prime(void **state)
{
    (void)state;
    for (unsigned number = 1; number <= MOST; number++) {
        if (aic_is_prime_power(number) != (count_primes(number) == 1)) {
            fail_msg("%u", number);
        }
    }
}

static void the_nearest_divisor_is_found(void **state)
{
    (void)state;
    for (unsigned number = 1; number <= MOST / 4; number++) {
        unsigned below = 1;
        for (unsigned limit = 1; limit <= number; limit++) {
            unsigned above = limit;
            while (number % above != 0) {
                above++;
            }
            below = number % limit == 0 ? limit : below;
            if (aic_divisor_up_to(number, limit) != below ||
                aic_divisor_from(number, limit) != above) {
                fail_msg("%u, %u", number, limit);
            }
        }
    }
}

static void above_a_search_a_number_divides_itself(void **state)
{
    const double large = 2 * AIC_SEARCH_LIMIT;
    (void)state;
    assert_true(aic_divisor_up_to(large, large) == large);
    assert_true(aic_divisor_up_to(large, large - 1) == AIC_SEARCH_LIMIT);
    assert_true(aic_divisor_from(large, large) == large);
    assert_true(aic_divisor_from(large, large + 1) == large);
}

static void the_common_divisor_divides_both(void **state)
{
    (void)state;
    for (unsigned a = 1; a <= MOST / 8; a++) {
        for (unsigned b = 1; b <= MOST / 8; b++) {
            unsigned most = a;
            while (a % most != 0 || b % most != 0) {
                most--;
            }
            assert_true(aic_common_divisor(a, b) == most);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prime_powers_have_one_prime),
        cmocka_unit_test(the_nearest_divisor_is_found),
        cmocka_unit_test(above_a_search_a_number_divides_itself),
        cmocka_unit_test(the_common_divisor_divides_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
