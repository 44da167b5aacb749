/* SPDX-License-Identifier: Apache-2.0 */
/* Losses of groups of drives that fail alone, at a constant rate. */
#include "calculators/store/durability.h"

#include <stdbool.h>

#include "core/elementary.h"

/* The chance that of `size` drives some number up to `most` fails, or, where `is_above`, more. */
static double chance_of(double size, double most, bool is_above, double failures)
{
    /* Logarithms of the terms: the first ones of a wide group are below all numbers. */
    double fails = log(-expm1(-failures)), holds = -failures;
    double term = size * holds, sum = 0;
    for (double i = 0; i <= size; i++) {
        sum += (i > most) == is_above ? exp(term) : 0;
        term += log((size - i) / (i + 1)) + fails - holds;
    }
    return sum < 1 ? sum : 1;
}

/* What is next to certain is what its opposite leaves: its own terms do not add up to it. */
double aic_store_group_loss(double size, double parity, double failures)
{
    if (!(failures > 0)) {
        return failures; /* none fails, or nobody knows */
    }
    return failures < 1 ? chance_of(size, parity, true, failures)
                        : 1 - chance_of(size, parity, false, failures);
}

double aic_store_mttdl(double size, double parity, double life, double rebuild_time)
{
    double time = life / size;
    for (double i = 1; i <= parity; i++) {
        time *= life / ((size - i) * rebuild_time);
    }
    return isfinite(time) && !isnan(rebuild_time) ? time : NAN;
}
