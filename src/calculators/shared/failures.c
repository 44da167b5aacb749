/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of a job that writes checkpoints: the best interval, and shares of the wall time. */
#include "calculators/shared/failures.h"

#include <math.h>

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

double aic_poisson_quantile(double mean, double confidence)
{
    /* Weights relative to that of the mode, which neither overflow nor underflow; 1e-20 of it is
     * beyond the last digit of their sum. */
    const double least = 1e-20;
    double mode = floor(mean);
    double first = mode;
    double first_weight = 1;
    double total = 1;
    while (first > 0 && first_weight > least) {
        first_weight *= first / mean;
        total += first_weight;
        first--;
    }
    double above = 1;
    for (double s = mode + 1; above > least; s++) {
        above *= mean / s;
        total += above;
    }
    double weight = first_weight;
    double sum = weight;
    double quantile = first;
    /* The second condition ends a sum that rounding keeps below. */
    while (sum < confidence * (1 - 1e-12) * total && (quantile < mode || weight > least)) {
        quantile++;
        weight *= mean / quantile;
        sum += weight;
    }
    return quantile;
}
