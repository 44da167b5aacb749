/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a parallel layout that calculators share. */
#include "calculators/shared/parallel.h"

bool aic_suggest_multiples(struct aic_error *error, double value, double step, const char *note)
{
    double below = floor(value / step) * step;
    return below > 0 ? aic_suggest(error, "try %g or %g", below, below + step)
                     : aic_suggest(error, "try %g%s", step, note);
}

bool aic_suggest_divisors(struct aic_error *error, const char *name, double number, double value)
{
    double below = aic_divisor_up_to(number, fmax(value, 1));
    double above = aic_divisor_from(number, value);
    return below == above ? aic_suggest(error, "try %s of %g", name, below)
                          : aic_suggest(error, "try %s of %g or %g", name, below, above);
}

bool aic_fail_gpus(double gpus, double tp, double pp, double cp, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "gpus",
             "gpus ('%g') is not a multiple of tp x pp x cp ('%g' x '%g' x '%g')", gpus, tp, pp,
             cp);
    return aic_suggest_multiples(error, gpus, tp * pp * cp, "");
}

bool aic_fail_batch(double global_batch, double dp, double micro_batch, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "global_batch ('%g') is not a multiple of dp x micro_batch ('%g' x '%g'): every "
             "replica needs whole micro batches",
             global_batch, dp, micro_batch);
    return aic_suggest_multiples(error, global_batch, dp * micro_batch, ", or fewer gpus");
}

bool aic_fail_interleaving(double vpp, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "vpp", "vpp ('%g') without pp: there are no stages", vpp);
    return aic_suggest(error, "give pp above 1, or leave vpp out");
}
