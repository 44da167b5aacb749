/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of a job that writes checkpoints: the best interval, and shares of the wall time. */
#include "calculators/shared/failures.h"

#include "core/elementary.h"

double aic_excess(double v)
{
    if (fabs(v) >= 0.5) {
        return v + expm1(-v);
    }
    /* v^2/2! - v^3/3! + ...; beyond v^17/17! nothing reaches the last digit. */
    double series = 1;
    for (int n = 17; n > 2; n--) {
        series = 1 - v / n * series;
    }
    return v * v / 2 * series;
}

double aic_lost_share(double period, double drain, double mtbf)
{
    double x = period / mtbf;
    return x <= AIC_EXPONENT_MAX ? (aic_excess(-x) - x * expm1(-drain / mtbf)) / expm1(x) : 1;
}

double aic_optimum_exponent(double block, double mtbf)
{
    double ratio = block / mtbf;
    double v = ratio + sqrt(2 * ratio);
    /* Newton's iteration from above: the left side is convex. Few steps are ever taken. */
    for (int i = 0; i < 60 && v > 0; i++) {
        double step = (aic_excess(v) - ratio) / -expm1(-v);
        v -= step;
        if (fabs(step) <= 1e-15 * v) {
            break;
        }
    }
    return v;
}

/* Weights relative to that of the mode, which neither overflow nor underflow; what is less than
 * this part of it is beyond the last digit of their sum. */
static const double least_weight = 1e-20;

/* Goes up from `quantile`, of that weight and with that sum, until the sum is enough. */
static double go_up(double quantile, double weight, double sum, double enough, double mean)
{
    double mode = floor(mean);
    /* The second condition ends a sum that rounding keeps below. */
    while (sum < enough && (quantile < mode || weight > least_weight)) {
        quantile++;
        weight *= mean / quantile;
        sum += weight;
    }
    return quantile;
}

/* From the first weight that counts to the last. */
static double sum_all(double mean, double confidence)
{
    double mode = floor(mean);
    double first = mode;
    double first_weight = 1;
    double total = 1;
    while (first > 0 && first_weight > least_weight) {
        first_weight *= first / mean;
        total += first_weight;
        first--;
    }
    double above = 1;
    for (double s = mode + 1; above > least_weight; s++) {
        above *= mean / s;
        total += above;
    }
    return go_up(first, first_weight, first_weight, confidence * (1 - 1e-12) * total, mean);
}

double aic_poisson_quantile(double mean, double confidence)
{
    if (mean < 1e4) {
        return sum_all(mean, confidence);
    }
    /* What all weights add up to, and those up to the mode n, without a loop: n! by Stirling; of
     * mean n, e^n / 2 is the sum of the n^k / k! below n and `theta` of the next (Ramanujan); from
     * mean n to n + d the sum falls by the integral of the weight of n. What further terms of these
     * series add is less than the slack below, n being so large. */
    double n = floor(mean);
    double d = mean - n;
    double total = sqrt(6.283185307179586 * n) * exp(1 / (12 * n));
    double theta = 1.0 / 3 + 4 / (135 * n);
    double fall = d - d * d * d / (6 * n) + d * d * d * d * (10 + 3 * d) / (120 * n * n);
    double larger = exp(d - n * log1p(d / n));
    double below = larger * (total / 2 - theta + 1 - fall);
    double enough = confidence * (1 - 1e-12) * larger * total;
    return enough > below ? go_up(n, 1, below, enough, mean) : sum_all(mean, confidence);
}
