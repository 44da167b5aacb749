/* SPDX-License-Identifier: Apache-2.0 */
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

double aic_job_mtbf(double job, double node, double gpu, double nodes, double gpus)
{
    if (!isnan(job)) {
        return job;
    }
    return isnan(node) ? gpu / gpus : node / nodes;
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

double aic_optimal_interval(double block, double mtbf)
{
    return -mtbf * expm1(-aic_optimum_exponent(block, mtbf));
}

double aic_lost_share(double period, double drain, double mtbf)
{
    double x = period / mtbf;
    return x <= AIC_EXPONENT_MAX ? (aic_excess(-x) - x * expm1(-drain / mtbf)) / expm1(x) : 1;
}

void aic_goodput_count(const struct aic_failures *failures, double interval, double cost,
                       struct aic_goodput *goodput)
{
    double mtbf = failures->mtbf;
    double drain = failures->drain;
    double period = interval + cost;
    double x = period / mtbf;
    double kept = x <= AIC_EXPONENT_MAX ? exp(-drain / mtbf) / expm1(x) : 0;
    double lost = aic_lost_share(period, drain, mtbf);
    double running = exp(-failures->recovery / mtbf);
    goodput->kept = kept;
    goodput->goodput = running * interval * kept / mtbf;
    goodput->checkpoint_overhead = running * cost * kept / mtbf;
    goodput->lost_work_overhead = running * lost;
    goodput->restart_overhead = -expm1(-failures->recovery / mtbf);
    goodput->lost_per_failure = mtbf * lost;
}
