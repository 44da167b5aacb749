/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a parallel layout that calculators share. */
#include "calculators/shared/parallel.h"

#include <math.h>

bool aic_suggest_multiples(struct aic_error *error, double value, double step, const char *note)
{
    double below = floor(value / step) * step;
    return below > 0 ? aic_suggest(error, "%g or %g would do", below, below + step)
                     : aic_suggest(error, "%g would do%s", step, note);
}

bool aic_check_gpus_divide(double gpus, double tp, double pp, double cp, struct aic_error *error)
{
    double group = tp * pp * cp;
    if (isnan(gpus) || fmod(gpus, group) == 0) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "gpus",
             "gpus ('%g') is not a multiple of tp x pp x cp ('%g' x '%g' x '%g')", gpus, tp, pp,
             cp);
    return aic_suggest_multiples(error, gpus, group, "");
}

bool aic_check_batch_divides(double global_batch, double dp, double micro_batch,
                             struct aic_error *error)
{
    double pass = dp * micro_batch;
    if (isnan(global_batch) || fmod(global_batch, pass) == 0) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "global_batch ('%g') is not a multiple of dp x micro_batch ('%g' x '%g'): every "
             "replica needs whole micro batches",
             global_batch, dp, micro_batch);
    return aic_suggest_multiples(error, global_batch, pass, ", or fewer gpus");
}

bool aic_check_interleaving(double vpp, double pp, struct aic_error *error)
{
    if (!(vpp > 1) || pp > 1) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "vpp", "vpp ('%g') without pp: there are no stages", vpp);
    return aic_suggest(error, "give pp above 1, or leave vpp out");
}
