/* SPDX-License-Identifier: Apache-2.0 */
/* Failures of a job that writes checkpoints: the best interval, and shares of the wall time. */
#include "calculators/shared/failures.h"

#include <math.h>

#include "calculators/shared/failure_rows.h"

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

double aic_optimal_interval(double block, double mtbf)
{
    return -mtbf * expm1(-aic_optimum_exponent(block, mtbf));
}

#include "engine/rows/as_results.h"

double aic_job_mtbf(double job_mtbf, double node_mtbf, double gpu_mtbf, double nodes, double gpus)
{
    struct {
        double mtbf;
    } found, *out = &found;
    MTBF_ROW(nodes)
    return mtbf;
}

void aic_goodput_count(const struct aic_failures *failures, double interval_used,
                       double cost_per_period, struct aic_goodput *out)
{
    const double mtbf = failures->mtbf;
    const double drain_time = failures->drain;
    const double period = interval_used + cost_per_period;
    const double largest_exponent = AIC_EXPONENT_MAX;
    GOODPUT_ROWS(failures->recovery, FLAGS(0))
    out->kept = kept_per_failure;
    out->lost_per_failure = mtbf * lost_share(period, drain_time, mtbf);
}

#include "engine/rows/none.h"
