/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers: what is read, what is written, and that each written number reads back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/text.h>

#include "core/number_powers.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Repeatable random bits: splitmix64. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t to_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---------------------------------------------------------------- reading --- */

struct reading {
    const char *text;
    int exp10;
    size_t read;
    double value;
};

static const struct reading readings[] = {
    { "0", 0, 1, 0.0 },
    { "42", 0, 2, 42.0 },
    { "-1.5", 0, 4, -1.5 },
    { "+7", 0, 2, 7.0 },
    { "007", 0, 3, 7.0 },
    { ".5", 0, 2, 0.5 },
    { "5.", 0, 2, 5.0 },
    { "1e3", 0, 3, 1000.0 },
    { "1E+3", 0, 4, 1000.0 },
    { "25e-1", 0, 5, 2.5 },
    { "1_000_000", 0, 9, 1e6 },
    { "0.000_1", 0, 7, 1e-4 },
    { "9007199254740993", 0, 16, 9007199254740992.0 },
    /* the power of ten is applied before the number is rounded */
    { "13.37", 9, 5, 13370000000.0 },
    { "40", -2, 2, 0.4 },
    { "0.1", 5, 3, 10000.0 },
    { "1e-9", 9, 4, 1.0 },
    { "8.03", 9, 4, 8030000000.0 },
    /* what is left to the caller */
    { "2EB", 0, 1, 2.0 },
    { "2e", 0, 1, 2.0 },
    { "2e+", 0, 1, 2.0 },
    { "2e-x", 0, 1, 2.0 },
    { "1__0", 0, 1, 1.0 },
    { "1_", 0, 1, 1.0 },
    { "1_.5", 0, 1, 1.0 },
    { "1._5", 0, 2, 1.0 },
    { "1.2.3", 0, 3, 1.2 },
    { "1,5", 0, 1, 1.0 },
    { "0x10", 0, 1, 0.0 },
    { "80GiB", 0, 2, 80.0 },
    { "1e5_0", 0, 3, 1e5 },
};

static void test_reads_the_longest_number(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(readings); i++) {
        const struct reading *c = &readings[i];
        double value = -1;
        size_t read = aic_number_read(c->text, strlen(c->text), c->exp10, &value);
        if (read != c->read || value != c->value) {
            fail_msg("'%s': read %zu, %.17g", c->text, read, value);
        }
    }
}

static void test_refuses_what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = { "",    "-",   "+",        ".",   "-.",  "e5",  "_1", " 1",
                                         "abc", "nan", "infinity", "Inf", "--1", "+-1", "._5" };
    for (size_t i = 0; i < COUNT(texts); i++) {
        double value = 17;
        assert_int_equal(aic_number_read(texts[i], strlen(texts[i]), 0, &value), 0);
        assert_true(value == 17);
    }
}

static void test_reads_no_further_than_length(void **state)
{
    (void)state;
    static const char text[] = { '1', '2', '3', '4' }; /* no NUL */
    double value;
    assert_int_equal(aic_number_read(text, 2, 0, &value), 2);
    assert_true(value == 12);
    assert_int_equal(aic_number_read("1e5", 2, 0, &value), 1);
    assert_true(value == 1);
    assert_int_equal(aic_number_read("1.5", 2, 0, &value), 2);
    assert_true(value == 1);
    assert_int_equal(aic_number_read("1_5", 2, 0, &value), 1);
    assert_int_equal(aic_number_read("7", 0, 0, &value), 0);
}

static void test_zero_has_no_sign(void **state)
{
    (void)state;
    static const char *const texts[] = { "-0", "-0.0e5", "-1e-999" };
    for (size_t i = 0; i < COUNT(texts); i++) {
        double value = 1;
        assert_int_equal(aic_number_read(texts[i], strlen(texts[i]), 0, &value), strlen(texts[i]));
        assert_true(value == 0 && !signbit(value));
    }
}

/* Exponents far beyond any integer type end at 0 and infinity, whatever the digits before them. */
static void test_huge_exponents(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        { "1e999", INFINITY },
        { "-1e999", -INFINITY },
        { "1e-999", 0 },
        { "1e99999999999999999999999999999999999", INFINITY },
        { "1e-99999999999999999999999999999999999", 0 },
        { "0e99999999999999999999999999999999999", 0 },
        { "1.7976931348623157e308", 1.7976931348623157e308 },
        { "1.7976931348623159e308", INFINITY },
        { "4.9406564584124654e-324", 5e-324 },
        { "2.4703282292062327e-324", 0 },
        { "2.4703282292062328e-324", 5e-324 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double value = 1;
        size_t length = strlen(cases[i].text);
        assert_int_equal(aic_number_read(cases[i].text, length, 0, &value), length);
        assert_true(value == cases[i].value);
    }
}

/* More digits than are kept, with an exponent that makes up for them. */
static void test_long_texts_with_an_exponent(void **state)
{
    (void)state;
    enum { ZEROS = 100000 };
    char *text = malloc(ZEROS + 32);
    assert_non_null(text);
    memset(text, '0', ZEROS);
    int tail = snprintf(text + ZEROS, 32, "1e%d", ZEROS);
    text[1] = '.';
    double value;
    /* ZEROS - 1 decimals: the first two characters are "0." */
    assert_int_equal(aic_number_read(text, ZEROS + (size_t)tail, 0, &value), ZEROS + tail);
    assert_true(value == 10);

    memset(text, '9', ZEROS);
    tail = snprintf(text + ZEROS, 32, "e-%d", ZEROS);
    assert_int_equal(aic_number_read(text, ZEROS + (size_t)tail, 0, &value), ZEROS + tail);
    assert_true(value == 1);
    free(text);
}

/* Halfway between 1 and its neighbour, exactly: to even; a last digit after it, however far: up. */
static void test_rounds_correctly_at_any_length(void **state)
{
    (void)state;
    char text[4096] = "1.00000000000000011102230246251565404236316680908203125";
    size_t length = strlen(text);
    double value;
    aic_number_read(text, length, 0, &value);
    assert_true(value == 1);
    memset(text + length, '0', 3000);
    aic_number_read(text, length + 3000, 0, &value);
    assert_true(value == 1);
    text[length + 3000] = '1';
    assert_int_equal(aic_number_read(text, length + 3001, 0, &value), length + 3001);
    assert_true(value == 1 + 0x1p-52);

    /* as many digits as a tie can have, and more: as strtod() rounds them */
    uint64_t random = 7;
    for (int i = 0; i < 200; i++) {
        int digits = 700 + (int)(next_random(&random) % 300);
        for (int j = 0; j < digits; j++) {
            text[j] = (char)('0' + next_random(&random) % 10);
        }
        int tail = snprintf(text + digits, 16, "e-%d", digits - 3);
        aic_number_read(text, (size_t)(digits + tail), 0, &value);
        assert_true(value == strtod(text, NULL));
    }
}

static void test_ignores_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };
    bool found = false;
    for (size_t i = 0; i < COUNT(names) && !found; i++) {
        found = setlocale(LC_ALL, names[i]) != NULL;
    }
    char text[AIC_NUMBER_SIZE];
    double value;
    size_t read = aic_number_read("13.37", 5, 0, &value);
    aic_number_write(text, 13.37);
    setlocale(LC_ALL, "C");
    assert_int_equal(read, 5);
    assert_true(value == 13.37);
    assert_string_equal(text, "13.37");
    if (!found) {
        skip(); /* no locale with a decimal comma is installed */
    }
}

/* ---------------------------------------------------------------- writing --- */

struct writing {
    double value;
    const char *text;
};

static void test_writes_plainly_or_with_an_exponent(void **state)
{
    (void)state;
    static const struct writing cases[] = {
        { 0.0, "0" },
        { -0.0, "0" },
        { 1.0, "1" },
        { -32.0, "-32" },
        { 0.1, "0.1" },
        { -2.5, "-2.5" },
        { 1.0 / 3, "0.3333333333333333" },
        { 131072, "131072" },
        { 1e15, "1000000000000000" },
        { 9007199254740991.0, "9007199254740991" },
        { 9007199254740992.0, "9007199254740992" },
        { 9007199254740994.0, "9007199254740994" },
        { 1e16, "10000000000000000" },
        { 9.894e14, "989400000000000" },
        { 1234567.25, "1234567.25" },
        { 1e17, "1e17" },
        { 1.25e21, "1.25e21" },
        { 1e23, "1e23" },
        { 0.00001, "0.00001" },
        { 0.000012345, "0.000012345" },
        { 9.9e-6, "9.9e-6" },
        { 1.5e-7, "1.5e-7" },
        { 5e-324, "5e-324" },
        { 2.2250738585072014e-308, "2.2250738585072014e-308" },
        { 1.7976931348623157e308, "1.7976931348623157e308" },
        { -1.7976931348623157e308, "-1.7976931348623157e308" },
        { INFINITY, "null" },
        { -INFINITY, "null" },
        { NAN, "null" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[AIC_NUMBER_SIZE];
        size_t length = aic_number_write(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(length, strlen(text));
    }
}

/* Digits of a written number without sign, point, exponent and zeros around them. */
static size_t significant_digits(const char *text, char *digits)
{
    size_t count = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0')) {
            digits[count++] = *text;
        }
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
    }
    digits[count] = '\0';
    return count;
}

static bool survives(int digits, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL) == value;
}

static void check_round_trip(double value, char *text)
{
    size_t length = aic_number_write(text, value);
    assert_true(length < AIC_NUMBER_SIZE);
    double back = 0;
    if (aic_number_read(text, length, 0, &back) != length || to_bits(back) != to_bits(value)) {
        fail_msg("%a is written as '%s'", value, text);
    }
}

/* Reads back, has no digit too many, and is the nearest of its length. */
static void check_shortest(double value)
{
    char text[AIC_NUMBER_SIZE], digits[AIC_NUMBER_SIZE], nearest[64], expected[64];
    check_round_trip(value, text);
    int count = (int)significant_digits(text, digits);
    if (count > 1 && survives(count - 1, value)) {
        fail_msg("%a is written as '%s', %d digits do", value, text, count - 1);
    }
    snprintf(nearest, sizeof nearest, "%.*e", count - 1, value);
    significant_digits(nearest, expected);
    /* at a power of two the nearest may lie outside of the interval: then it does not read back */
    if (survives(count, value) && strcmp(digits, expected) != 0) {
        fail_msg("%a is written as '%s', nearer is %s", value, text, nearest);
    }
}

static void test_random_numbers_are_shortest(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 1000000; i++) {
        double value = from_bits(next_random(&random));
        if (isfinite(value) && value != 0) {
            check_shortest(value);
        }
    }
}

/* Numbers as people type them: few digits, everyday exponents. They come back as typed. */
static void test_typed_numbers_come_back(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < 200000; i++) {
        char typed[64], text[AIC_NUMBER_SIZE], digits[AIC_NUMBER_SIZE], expected[64];
        int count = 1 + (int)(next_random(&random) % 15);
        uint64_t number = next_random(&random) % UINT64_C(1000000000000000);
        for (int j = count; j < 15; j++) {
            number /= 10;
        }
        int exponent = (int)(next_random(&random) % 60) - 30;
        snprintf(typed, sizeof typed, "%llue%d", (unsigned long long)number, exponent);
        double value;
        aic_number_read(typed, strlen(typed), 0, &value);
        aic_number_write(text, value);
        significant_digits(text, digits);
        significant_digits(typed, expected);
        assert_string_equal(digits, expected);
    }
}

static void test_powers_and_their_neighbours(void **state)
{
    (void)state;
    for (int e = -1074; e <= 1023; e++) {
        double power = ldexp(1, e);
        check_shortest(power);
        check_shortest(nextafter(power, INFINITY));
        if (e > -1074) {
            check_shortest(nextafter(power, 0));
        }
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        double power = strtod(text, NULL);
        check_shortest(power);
        check_shortest(nextafter(power, INFINITY));
        check_shortest(nextafter(power, 0));
    }
}

/* No number of digits does, tried one after the other: the check above relies on the last. */
static void test_shortest_of_all_lengths(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int i = 0; i < 5000; i++) {
        double value = fabs(from_bits(next_random(&random)));
        if (!isfinite(value) || value == 0) {
            continue;
        }
        char text[AIC_NUMBER_SIZE], digits[AIC_NUMBER_SIZE];
        aic_number_write(text, value);
        int count = 1;
        while (count < 17 && !survives(count, value)) {
            count++;
        }
        assert_int_equal(significant_digits(text, digits), count);
    }
}

static void test_whole_numbers_are_digits(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < 200000; i++) {
        uint64_t whole = next_random(&random) >> (11 + next_random(&random) % 53);
        char text[AIC_NUMBER_SIZE], expected[32];
        aic_number_write(text, (double)whole);
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)whole);
        assert_string_equal(text, expected);
    }
}

/* ----------------------------------------------------------------- tables --- */

static void test_writes_short(void **state)
{
    (void)state;
    static const struct {
        double value;
        int digits;
        const char *text;
    } cases[] = {
        { 1.94512, 4, "1.945" },
        { 12.5, 4, "12.50" },
        { 128, 4, "128.0" },
        { 1, 4, "1.000" },
        { -0.000123456, 4, "-0.0001235" },
        { 0, 4, "0" },
        { -0.0, 4, "0" },
        /* all digits before the point */
        { 131072, 4, "131072" },
        { 131072.4, 4, "131072" },
        { 999999999999999, 4, "999999999999999" },
        { 1e15, 4, "1.000e15" },
        { 1.2345678e17, 4, "1.235e17" },
        /* rounding up to a power of ten */
        { 99.996, 4, "100.0" },
        { 9.9996, 4, "10.00" },
        { 9999.96, 4, "10000" },
        { 99999.6, 4, "100000" },
        { 999999999999999.5, 4, "1.000e15" },
        { 0.00999996, 4, "0.01000" },
        { 0.00000999996, 4, "0.00001000" },
        /* half to even, of the digits that people see: 2.675 is a little less inside */
        { 2.675, 3, "2.68" },
        { 2.665, 3, "2.66" },
        { 0.125, 2, "0.12" },
        { 0.375, 2, "0.38" },
        { 0.5, 1, "0.5" },
        { 2.5, 1, "2" },
        { 3.5, 1, "4" },
        { 12.345, 4, "12.34" },
        { 12.3450001, 4, "12.35" },
        { 1e-7, 2, "1.0e-7" },
        { 1.0 / 3, 17, "0.33333333333333330" },
        { 7, 0, "7" },
        { 7, 99, "7.0000000000000000" },
        { INFINITY, 4, "null" },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[AIC_NUMBER_SIZE];
        size_t length = aic_number_write_short(text, cases[i].value, cases[i].digits);
        assert_string_equal(text, cases[i].text);
        assert_int_equal(length, strlen(text));
    }
}

/* Within half a unit of the last digit, and never longer than its buffer. */
static void test_short_numbers_are_near(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < 200000; i++) {
        double value = from_bits(next_random(&random));
        int digits = 1 + (int)(next_random(&random) % 17);
        if (!isfinite(value) || value == 0) {
            continue;
        }
        char text[AIC_NUMBER_SIZE];
        size_t length = aic_number_write_short(text, value, digits);
        assert_true(length < AIC_NUMBER_SIZE);
        double back;
        assert_int_equal(aic_number_read(text, length, 0, &back), length);
        double bound = 0.5000001 * pow(10, 1 - digits) + 0x1p-52;
        if (isfinite(back) && fabs(value) > 1e-300) {
            assert_true(fabs(back / value - 1) <= bound);
        }
    }
}

/* ------------------------------------------------------- the powers of ten --- */

/* A whole number of up to 1280 bits. */
#define LIMBS 40

struct big {
    uint32_t limbs[LIMBS]; /* least first */
};

static void big_multiply(struct big *big, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)big->limbs[i] * factor;
        big->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    assert_int_equal(carry, 0);
}

static int big_compare(const struct big *a, const struct big *b)
{
    for (int i = LIMBS - 1; i >= 0; i--) {
        if (a->limbs[i] != b->limbs[i]) {
            return a->limbs[i] < b->limbs[i] ? -1 : 1;
        }
    }
    return 0;
}

static void big_subtract(struct big *a, const struct big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        uint64_t difference = (uint64_t)a->limbs[i] - b->limbs[i] - borrow;
        a->limbs[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

static int big_bits(const struct big *big)
{
    int bits = LIMBS * 32;
    while (bits > 0 && (big->limbs[(bits - 1) / 32] >> ((bits - 1) % 32) & 1) == 0) {
        bits--;
    }
    return bits;
}

static struct big big_power_of_ten(int exponent)
{
    struct big big = { { 1 } };
    for (int i = 0; i < exponent; i++) {
        big_multiply(&big, 10);
    }
    return big;
}

/*
 * Leading 128 bits of numerator / denominator, rounded up, bit by bit: the
 * remainder, at most the denominator, is doubled for each.
 */
static void check_quotient(struct big rest, const struct big *denominator, int k)
{
    uint64_t high = 0, low = 0;
    for (int bit = 0; bit < 128; bit++) {
        bool set = big_compare(&rest, denominator) >= 0;
        if (set) {
            big_subtract(&rest, denominator);
        }
        high = high << 1 | low >> 63;
        low = low << 1 | set;
        big_multiply(&rest, 2);
    }
    if (big_bits(&rest) > 0) {
        low++;
        high += low == 0;
    }
    struct aic_wide power = aic_power_of_ten(k);
    if (power.high != high || power.low != low) {
        fail_msg("10^%d is wrong", k);
    }
}

static void test_powers_of_ten(void **state)
{
    (void)state;
    for (int k = AIC_POWER_MIN; k <= AIC_POWER_MAX; k++) {
        struct big ten = big_power_of_ten(k < 0 ? -k : k);
        struct big two = { { 1 } };
        int bits = big_bits(&ten);
        /* 2^bits / 10^-k, or 10^k / 2^(bits-1): a quotient that starts with a 1 */
        for (int i = 0; i < (k < 0 ? bits : bits - 1); i++) {
            big_multiply(&two, 2);
        }
        if (k < 0) {
            check_quotient(two, &ten, k);
        } else {
            check_quotient(ten, &two, k);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_the_longest_number),
        cmocka_unit_test(test_refuses_what_is_no_number),
        cmocka_unit_test(test_reads_no_further_than_length),
        cmocka_unit_test(test_zero_has_no_sign),
        cmocka_unit_test(test_huge_exponents),
        cmocka_unit_test(test_long_texts_with_an_exponent),
        cmocka_unit_test(test_rounds_correctly_at_any_length),
        cmocka_unit_test(test_ignores_the_locale),
        cmocka_unit_test(test_writes_plainly_or_with_an_exponent),
        cmocka_unit_test(test_random_numbers_are_shortest),
        cmocka_unit_test(test_typed_numbers_come_back),
        cmocka_unit_test(test_powers_and_their_neighbours),
        cmocka_unit_test(test_shortest_of_all_lengths),
        cmocka_unit_test(test_whole_numbers_are_digits),
        cmocka_unit_test(test_writes_short),
        cmocka_unit_test(test_short_numbers_are_near),
        cmocka_unit_test(test_powers_of_ten),
    };
    return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}
