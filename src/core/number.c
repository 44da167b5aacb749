/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text to number and number to text, neither with a look at the locale.
 *
 * Reading leaves the rounding of long numbers to strtod(), but never shows it a
 * decimal point: "13.37" would go to it as "1337e-2", and a whole number with an
 * exponent reads alike in every locale.
 *
 * Writing finds the shortest digits that read back as the same bits with
 * Schubfach: Raffaello Giulietti, "The Schubfach way to render doubles" (2020).
 */
#include <aicalc/text.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/ascii.h"
#include "core/number_powers.h"

/* The same bits on every machine, and NaN for what is unset: both need arithmetic of IEEE 754. */
#ifdef __FAST_MATH__
#error                                                                                             \
    "aicalc cannot be built with -ffast-math: unset values are NaN, which it takes for impossible"
#endif
#if FLT_EVAL_METHOD != 0
#error "aicalc needs doubles evaluated as doubles (FLT_EVAL_METHOD 0): on x86, -msse2 -mfpmath=sse"
#endif

/*
 * Significant digits that can decide how a double rounds: halfway between two
 * neighbours has at most 767. Whatever follows only matters for being not zero.
 */
#define DIGITS_KEPT 800

/* Beyond this power of ten every number of up to DIGITS_KEPT digits is 0 or infinite. */
#define EXPONENT_LIMIT 5000

/* An exponent as typed stops growing here, far from the overflow of its type. */
#define EXPONENT_TYPED_MAX (LLONG_MAX / 16)

/* Most digits that a double needs to be distinguished from its neighbours. */
#define DIGITS_MAX 17

/* Plain notation from 10^-5 to below 10^17; a table's from 10^15 on has an exponent. */
#define PLAIN_MIN       (-5)
#define PLAIN_MAX       16
#define PLAIN_MAX_SHORT 14

/* Digits on their way to strtod(): their value is the digits times 10^scale. */
struct digits {
    char text[DIGITS_KEPT + 32]; /* room for a last '1' and the exponent */
    size_t count;
    long long scale;
    bool more; /* digits other than 0 were dropped */
    bool any;  /* a digit was seen, be it a leading 0 */
};

static void take_digit(struct digits *digits, char digit, bool fraction)
{
    digits->any = true;
    if (digits->count == DIGITS_KEPT) {
        digits->more |= digit != '0';
        digits->scale += !fraction;
        return;
    }
    digits->scale -= fraction;
    if (digits->count > 0 || digit != '0') {
        digits->text[digits->count++] = digit;
    }
}

/* Takes digits with single `_` between them; returns the place after them. */
static const char *take_digits(struct digits *digits, const char *at, const char *end,
                               bool fraction)
{
    while (at < end && aic_is_digit(*at)) {
        take_digit(digits, *at++, fraction);
        if (end - at >= 2 && at[0] == '_' && aic_is_digit(at[1])) {
            at++;
        }
    }
    return at;
}

/* Takes an exponent only if it is whole: the 'E' of "2EB" belongs to the unit. */
static const char *take_exponent(struct digits *digits, const char *at, const char *end)
{
    const char *next = at;
    if (next == end || (*next != 'e' && *next != 'E')) {
        return at;
    }
    next++;
    bool negative = next < end && *next == '-';
    if (next < end && (*next == '-' || *next == '+')) {
        next++;
    }
    if (next == end || !aic_is_digit(*next)) {
        return at;
    }
    long long exponent = 0;
    for (; next < end && aic_is_digit(*next); next++) {
        exponent = exponent * 10 + (*next - '0');
        exponent = exponent < EXPONENT_TYPED_MAX / 10 ? exponent : EXPONENT_TYPED_MAX / 10;
    }
    digits->scale += negative ? -exponent : exponent;
    return next;
}

static char *put_unsigned(char *at, uint64_t value)
{
    char reversed[20];
    int count = 0;
    do {
        reversed[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    while (count > 0) {
        *at++ = reversed[--count];
    }
    return at;
}

/* Powers of ten that are doubles. */
static const double exact_powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

#define EXACT_POWER_MAX  22
#define EXACT_DIGITS_MAX 15 /* below 2^53 */

/*
 * What people type: few digits and a small power of ten. Both are doubles, so that one product or
 * quotient rounds once, as it should: William Clinger, "How to read floating point numbers
 * accurately" (1990). False: strtod() has to.
 */
static bool find_short_value(const struct digits *digits, long long scale, double *value)
{
    uint64_t whole = 0;
    if (digits->count > EXACT_DIGITS_MAX || scale > EXACT_POWER_MAX || scale < -EXACT_POWER_MAX) {
        return false;
    }
    for (size_t i = 0; i < digits->count; i++) {
        whole = whole * 10 + (uint64_t)(digits->text[i] - '0');
    }
    *value = scale < 0 ? (double)whole / exact_powers[-scale] : (double)whole * exact_powers[scale];
    return true;
}

static double digits_value(struct digits *digits, int exp10)
{
    double value;
    if (digits->count == 0) {
        return 0;
    }
    if (find_short_value(digits, digits->scale + exp10, &value)) {
        return value;
    }
    if (digits->more) {
        digits->text[digits->count++] = '1';
        digits->scale--;
    }
    long long scale = digits->scale + exp10;
    if (scale > EXPONENT_LIMIT) {
        scale = EXPONENT_LIMIT;
    } else if (scale < -EXPONENT_LIMIT) {
        scale = -EXPONENT_LIMIT;
    }
    char *at = digits->text + digits->count;
    *at++ = 'e';
    if (scale < 0) {
        *at++ = '-';
    }
    at = put_unsigned(at, (uint64_t)(scale < 0 ? -scale : scale));
    *at = '\0';
    return strtod(digits->text, NULL);
}

/* Reads what most numbers are, a few digits and nothing behind them; 0: it is something else. */
static size_t read_short(const char *text, size_t length, double *value)
{
    uint64_t whole = 0;
    size_t at = 0;
    while (at < length && at < EXACT_DIGITS_MAX && aic_is_digit(text[at])) {
        whole = whole * 10 + (uint64_t)(text[at++] - '0');
    }
    if (at == 0 || (at < length && (aic_is_name(text[at]) || text[at] == '.'))) {
        return 0;
    }
    *value = (double)whole;
    return at;
}

size_t aic_number_read(const char *text, size_t length, int exp10, double *value)
{
    size_t used = exp10 == 0 ? read_short(text, length, value) : 0;
    if (used > 0) {
        return used;
    }
    struct digits digits;
    digits.count = 0;
    digits.scale = 0;
    digits.more = digits.any = false;

    const char *at = text, *end = text + length;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) {
        at++;
    }
    at = take_digits(&digits, at, end, false);
    if (at < end && *at == '.' && (digits.any || (end - at >= 2 && aic_is_digit(at[1])))) {
        at = take_digits(&digits, at + 1, end, true);
    }
    if (!digits.any) {
        return 0;
    }
    at = take_exponent(&digits, at, end);
    double magnitude = digits_value(&digits, exp10);
    *value = negative && magnitude > 0 ? -magnitude : magnitude;
    return (size_t)(at - text);
}

/* A positive decimal number: digits times 10^exponent. */
struct decimal {
    uint64_t digits;
    int exponent;
};

/* floor(value / 2^bits): what a right shift of a negative number is not bound to be. */
static int shift_down(int value, int bits)
{
    return value >= 0 ? value >> bits : ~(~value >> bits);
}

/* Floors of logarithms as products, exact for all exponents of a double (sections 9.3, 9.4). */
static int floor_log10_pow2(int e)
{
    return shift_down(e * 1262611, 22);
}

static int floor_log10_three_quarters_pow2(int e)
{
    return shift_down(e * 1262611 - 524031, 22);
}

static int floor_log2_pow10(int e)
{
    return shift_down(e * 1741647, 19);
}

/* power * factor / 2^128, its last bit set where anything of weight was cut off. */
static uint64_t multiply_to_odd(struct aic_wide power, uint64_t factor)
{
    uint64_t carried = aic_multiply_wide(power.low, factor).high;
    struct aic_wide product = aic_multiply_wide(power.high, factor);
    uint64_t low = product.low + carried;
    uint64_t high = product.high + (low < carried);
    return high | (low > 1);
}

/*
 * The shortest decimal in the rounding interval of significand * 2^exponent,
 * and of those the nearest. In units of 10^k / 4 the number is `v`, its interval
 * `lower` to `upper`, both ends included if the significand is even. `narrow`:
 * the neighbour below is only half as far, being of the next lower power of two.
 */
static struct decimal shortest_in_interval(uint64_t significand, int exponent, bool narrow)
{
    int k = narrow ? floor_log10_three_quarters_pow2(exponent) : floor_log10_pow2(exponent);
    int shift = exponent + floor_log2_pow10(-k) + 1;
    struct aic_wide power = aic_power_of_ten(-k);
    uint64_t open = significand & 1;
    uint64_t v = multiply_to_odd(power, (4 * significand) << shift);
    uint64_t lower = multiply_to_odd(power, (4 * significand - 2 + narrow) << shift) + open;
    uint64_t upper = multiply_to_odd(power, (4 * significand + 2) << shift) - open;

    uint64_t s = v / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool below = lower <= 40 * tens;
        bool above = 40 * tens + 40 <= upper;
        if (below != above) {
            return (struct decimal){ tens + above, k + 1 };
        }
    }
    bool below = lower <= 4 * s;
    bool above = 4 * s + 4 <= upper;
    if (below != above) {
        return (struct decimal){ s + above, k };
    }
    uint64_t middle = 4 * s + 2;
    bool up = v > middle || (v == middle && (s & 1) != 0);
    return (struct decimal){ s + up, k };
}

/* The shortest decimal that reads back as `value`, which is positive and finite. */
static struct decimal shortest_decimal(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(bits >> 52);
    uint64_t significand = biased > 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int exponent = (biased > 0 ? biased : 1) - 1075;
    struct decimal decimal =
        shortest_in_interval(significand, exponent, fraction == 0 && biased > 1);
    while (decimal.digits % 10 == 0) {
        decimal.digits /= 10;
        decimal.exponent++;
    }
    return decimal;
}

/* Rounds to `wanted` digits, half to even. What is left may end in zeros or be 10^wanted. */
static void round_decimal(struct decimal *decimal, int wanted, int count)
{
    uint64_t unit = 1;
    for (int i = wanted; i < count; i++) {
        unit *= 10;
    }
    uint64_t rest = decimal->digits % unit;
    decimal->digits /= unit;
    decimal->exponent += count - wanted;
    if (rest > unit / 2 || (rest == unit / 2 && unit > 1 && (decimal->digits & 1) != 0)) {
        decimal->digits++;
    }
}

static int count_digits(uint64_t value)
{
    int count = 1;
    for (; value >= 10; value /= 10) {
        count++;
    }
    return count;
}

static char *put_zeros(char *at, int count)
{
    for (; count > 0; count--) {
        *at++ = '0';
    }
    return at;
}

/* Digits with the decimal point where it belongs: 1200, 12.5, 0.0125. */
static char *put_plain(char *at, struct decimal decimal)
{
    char digits[20];
    int count = (int)(put_unsigned(digits, decimal.digits) - digits);
    int whole = count + decimal.exponent; /* digits before the point */
    if (whole <= 0) {
        *at++ = '0';
        *at++ = '.';
        at = put_zeros(at, -whole);
        whole = 0;
    } else if (whole >= count) {
        memcpy(at, digits, (size_t)count);
        return put_zeros(at + count, whole - count);
    } else {
        memcpy(at, digits, (size_t)whole);
        at += whole;
        *at++ = '.';
    }
    memcpy(at, digits + whole, (size_t)(count - whole));
    return at + count - whole;
}

/* One digit, the others after the point, and the exponent: 1.25e-7. */
static char *put_scientific(char *at, struct decimal decimal)
{
    int count = count_digits(decimal.digits);
    int exponent = decimal.exponent + count - 1;
    decimal.exponent = 1 - count;
    at = put_plain(at, decimal);
    *at++ = 'e';
    if (exponent < 0) {
        *at++ = '-';
    }
    return put_unsigned(at, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

/* Plain where the first digit stands for 10^PLAIN_MIN to 10^plain_max, else with an exponent. */
static char *put_decimal(char *at, struct decimal decimal, int plain_max)
{
    int magnitude = decimal.exponent + count_digits(decimal.digits) - 1;
    bool plain = PLAIN_MIN <= magnitude && magnitude <= plain_max;
    return plain ? put_plain(at, decimal) : put_scientific(at, decimal);
}

/* Writes what needs no digits worked out: what is not finite, zero. */
static size_t write_special(char *out, double value)
{
    const char *text = value == 0 ? "0" : "null";
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return length;
}

size_t aic_number_write(char *out, double value)
{
    if (!isfinite(value) || value == 0) {
        return write_special(out, value);
    }
    char *at = out;
    if (value < 0) {
        *at++ = '-';
    }
    double magnitude = fabs(value);
    if (magnitude <= AIC_MAX_INTEGER && magnitude == floor(magnitude)) {
        at = put_unsigned(at, (uint64_t)magnitude);
    } else {
        at = put_decimal(at, shortest_decimal(magnitude), PLAIN_MAX);
    }
    *at = '\0';
    return (size_t)(at - out);
}

/* Digits to show of a number with `whole` of them before the point: all these at least. */
static int digits_to_show(int whole, int digits)
{
    return whole > digits && whole <= PLAIN_MAX_SHORT + 1 ? whole : digits;
}

/* Rounds or fills up with zeros to at least `digits` digits. */
static struct decimal fit_decimal(struct decimal decimal, int digits)
{
    int count = count_digits(decimal.digits);
    int whole = count + decimal.exponent;
    int wanted = digits_to_show(whole, digits);
    if (count > wanted) {
        round_decimal(&decimal, wanted, count);
        count = count_digits(decimal.digits);
    }
    if (count > wanted) { /* rounded up to the next power of ten */
        decimal = (struct decimal){ 1, whole };
        count = 1;
        wanted = digits_to_show(whole + 1, digits);
    }
    for (; count < wanted; count++) {
        decimal.digits *= 10;
        decimal.exponent--;
    }
    return decimal;
}

size_t aic_number_write_short(char *out, double value, int digits)
{
    if (!isfinite(value) || value == 0) {
        return write_special(out, value);
    }
    char *at = out;
    if (value < 0) {
        *at++ = '-';
    }
    digits = digits < 1 ? 1 : digits > DIGITS_MAX ? DIGITS_MAX : digits;
    at = put_decimal(at, fit_decimal(shortest_decimal(fabs(value)), digits), PLAIN_MAX_SHORT);
    *at = '\0';
    return (size_t)(at - out);
}
