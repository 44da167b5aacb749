/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Exponentials, logarithms and powers of +, -, *, / and sqrt() alone, which IEEE 754 rounds the same way
 * on every machine. Values are sums of two doubles, good to about 2^-66 of themselves, so that what is
 * returned is the nearest double but for one case in some thousand, and exact where a double can be:
 * pow(10, 3) is 1000.
 *
 * Sums and products of two doubles without an error: Dekker, A floating-point technique for
 * extending the available precision, Numerische Mathematik 18 (1971).
 */
#include "core/elementary.h"

#include <float.h>
#include <stdbool.h>

/* Registers wider than a double (x87) would round otherwise. */
_Static_assert(FLT_EVAL_METHOD == 0, "doubles are computed as doubles");

/* A number as high + low, where |low| is at most half a bit of high. */
struct pair {
    double high, low;
};

/* ln 2: the first part ends with zeros, so that whole multiples of it are exact. */
static const struct pair ln2_part = { 0x1.62e42fefa3000p-1, 0x1.3de6af278ece6p-42 };
static const struct pair per_ln2 = { 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56 }; /* 1 / ln 2 */
static const struct pair ln2 = { 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56 };
static const struct pair per_ln10 = { 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57 }; /* 1 / ln 10 */

/* |a| >= |b|, or both of any size. */
static struct pair quick_sum(double a, double b)
{
    double sum = a + b;
    return (struct pair){ sum, b - (sum - a) };
}

static struct pair sum_of(double a, double b)
{
    double sum = a + b;
    double part = sum - a;
    return (struct pair){ sum, (a - (sum - part)) + (b - part) };
}

/* The head of a number, of 26 bits, so that products of heads are exact. */
static double head_of(double a)
{
    double shifted = 134217729 * a; /* 2^27 + 1 */
    return shifted - (shifted - a);
}

static struct pair product_of(double a, double b)
{
    double product = a * b;
    double a_head = head_of(a), b_head = head_of(b);
    double a_tail = a - a_head, b_tail = b - b_head;
    double error = a_head * b_head - product + a_head * b_tail + a_tail * b_head + a_tail * b_tail;
    return (struct pair){ product, error };
}

static struct pair times(struct pair a, struct pair b)
{
    struct pair product = product_of(a.high, b.high);
    return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static struct pair plus(struct pair a, struct pair b)
{
    struct pair high = sum_of(a.high, b.high);
    return quick_sum(high.high, high.low + (a.low + b.low));
}

/* e^x - 1 for |x| up to 0.35: the series of an eighth of it, then (1 + e)^2 - 1 three times. */
static struct pair series_of_expm1(struct pair x)
{
    struct pair s = { x.high / 8, x.low / 8 };
    double t = s.high;
    double rest = 1.0 / 5040 + t * (1.0 / 40320 + t * (1.0 / 362880 + t * (1.0 / 3628800)));
    rest = 1.0 / 6 + t * (1.0 / 24 + t * (1.0 / 120 + t * (1.0 / 720 + t * rest)));
    struct pair half_square = times(s, (struct pair){ s.high / 2, s.low / 2 });
    struct pair e = plus(s, half_square);
    e = quick_sum(e.high, e.low + t * t * t * rest);
    for (int i = 0; i < 3; i++) {
        e = plus((struct pair){ 2 * e.high, 2 * e.low }, times(e, e));
    }
    return e;
}

/* e^x = 2^power (1 + e) of |x| below 800. */
static struct pair reduced_expm1(struct pair x, int *power)
{
    double whole = floor(x.high * per_ln2.high + 0.5);
    struct pair r = sum_of(x.high - whole * ln2_part.high, x.low - whole * ln2_part.low);
    if (whole == 0) {
        r = x;
    }
    *power = (int)whole;
    return series_of_expm1(r);
}

/* ln(1 + f) of 1 + f from sqrt(1/2) to sqrt(2): a double, mended by one step of Newton's. */
static struct pair series_of_log1p(struct pair f)
{
    double s = f.high / (2 + f.high);
    double q = s * s;
    double rest = 1.0 / 13 + q * (1.0 / 15 + q * (1.0 / 17 + q * (1.0 / 19)));
    rest = 1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q * rest))));
    double y = 2 * s + 2 * s * q * rest;
    struct pair e = series_of_expm1((struct pair){ -y, 0 });
    /* (1 + f) e^-y - 1 */
    struct pair sum = sum_of(f.high, e.high), product = product_of(f.high, e.high);
    double low = sum.low + product.low + f.low * (1 + e.high) + (1 + f.high) * e.low;
    return quick_sum(y, (sum.high + product.high) + low);
}

/* ln(x.high + x.low), both finite and their sum above 0. */
static struct pair log_of(struct pair x)
{
    int power;
    double m = frexp(x.high, &power);
    if (m < 0.7071067811865476) {
        m *= 2;
        power--;
    }
    struct pair of_m = series_of_log1p(sum_of(m - 1, ldexp(x.low, -power)));
    if (power == 0) {
        return of_m;
    }
    struct pair of_power = sum_of(power * ln2_part.high, power * ln2_part.low);
    return plus(of_power, of_m);
}

/* What is no number above 0 and below infinity has logarithms that need no sum. */
static double special_log(double x)
{
    return x == 0 ? -INFINITY : x > 0 ? x : NAN;
}

static double exp_of(struct pair x)
{
    int power;
    if (!(fabs(x.high) < 800)) {
        return isnan(x.high) ? x.high : x.high > 0 ? INFINITY : 0;
    }
    struct pair e = reduced_expm1(x, &power);
    struct pair one = quick_sum(1, e.high);
    return ldexp(one.high + (one.low + e.low), power);
}

double aic_exp(double x)
{
    return exp_of((struct pair){ x, 0 });
}

double aic_exp2(double x)
{
    return fabs(x) < 1100 ? exp_of(times((struct pair){ x, 0 }, ln2)) : aic_exp(x);
}

double aic_expm1(double x)
{
    int power;
    if (!(fabs(x) < 700)) {
        return isnan(x) ? x : x > 0 ? aic_exp(x) : -1;
    }
    if (fabs(x) < 0x1p-54) {
        return x; /* a denormal as well */
    }
    struct pair e = reduced_expm1((struct pair){ x, 0 }, &power);
    if (power == 0) {
        return e.high;
    }
    double scale = ldexp(1, power);
    return plus((struct pair){ scale * e.high, scale * e.low }, sum_of(scale, -1)).high;
}

double aic_log(double x)
{
    return x > 0 && x < INFINITY ? log_of((struct pair){ x, 0 }).high : special_log(x);
}

double aic_log2(double x)
{
    return x > 0 && x < INFINITY ? times(log_of((struct pair){ x, 0 }), per_ln2).high
                                 : special_log(x);
}

double aic_log10(double x)
{
    return x > 0 && x < INFINITY ? times(log_of((struct pair){ x, 0 }), per_ln10).high
                                 : special_log(x);
}

double aic_log1p(double x)
{
    if (fabs(x) < 0x1p-54) {
        return x;
    }
    if (x > -0.29 && x < 0.41) {
        return series_of_log1p((struct pair){ x, 0 }).high;
    }
    return x > -1 && x < INFINITY ? log_of(sum_of(x > 1 ? x : 1, x > 1 ? 1 : x)).high
                                  : special_log(1 + x);
}

double aic_pow(double x, double y)
{
    bool is_whole = floor(y) == y;
    double size = fabs(x);
    double sign = signbit(x) && is_whole && fabs(fmod(y, 2)) == 1 ? -1 : 1;
    if (x == 1 || y == 0) {
        return 1;
    }
    if (isnan(x) || isnan(y) || (x < 0 && size < INFINITY && !is_whole)) {
        return NAN;
    }
    if (size == 1) {
        return sign;
    }
    struct pair power = size > 0 && size < INFINITY ? log_of((struct pair){ size, 0 })
                                                    : (struct pair){ special_log(size), 0 };
    double product = power.high * y;
    return sign *
           (fabs(product) < 800 ? exp_of(times(power, (struct pair){ y, 0 })) : aic_exp(product));
}

/* Terms of the fraction below that change no bit any more: 30 from 3 on, 210 at 1. */
static int fraction_terms(double x)
{
    return 10 + (int)(200 / (x * x));
}

/*
 * erfc(x): below 0.5 one less erf(x), the series of positive terms 2/sqrt(pi) e^-x^2 (x + 2 x^3/3 + ...); above
 * the continued fraction e^-x^2/sqrt(pi) / (x + 1/2 / (x + 1 / (x + 3/2 / ...))).
 * Abramowitz and Stegun, 7.1.6 and 7.1.14.
 */
double aic_erfc(double x)
{
    const double sqrt_pi = 1.7724538509055159;
    if (isnan(x) || fabs(x) > 28) {
        return isnan(x) ? x : x > 0 ? 0 : 2;
    }
    if (x < 0) {
        return 2 - aic_erfc(-x);
    }
    struct pair square = product_of(x, x);
    double height = exp_of((struct pair){ -square.high, -square.low }) / sqrt_pi;
    if (x < 0.5) {
        double term = x, total = x;
        for (int n = 1; n < 30; n++) {
            term *= 2 * square.high / (2 * n + 1);
            total += term;
        }
        return 1 - 2 * height * total;
    }
    double below = x;
    for (int n = fraction_terms(x); n > 0; n--) {
        below = x + 0.5 * n / below;
    }
    return height / below;
}
