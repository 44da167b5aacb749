/* SPDX-License-Identifier: Apache-2.0 */
#include "calculators/shared/batch.h"

#include <math.h>
#include <stdbool.h>

/* Llama 3 405B, DeepSeek-V3 and other large models took 8 to 60 Mi tokens, smaller ones 1 to 8. */
static const double large_model = 200e9, usual_tokens = 4194304, large_tokens = 16777216;

static double or_one(double degree)
{
    return isnan(degree) ? 1 : degree;
}

/* The greatest divisor of a count with which that many sequences come out; counts are below 2^20. */
static double fitting_divisor(double count, double sequences, double most)
{
    double divisor = fmax(1, fmin(count, floor(most / sequences)));
    while (fmod(count, divisor) != 0) {
        divisor--;
    }
    return divisor;
}

double aic_usual_batch(const struct aic_batch_question *asked)
{
    double most = (asked->params > large_model ? large_tokens : usual_tokens) / asked->seq;
    double stages = asked->vpp > 1 && !isnan(asked->pp) ? asked->pp : 1;
    double sequences = or_one(asked->micro_batch) * stages;
    double cut = or_one(asked->tp) * or_one(asked->pp) * or_one(asked->cp);
    double replicas = isnan(asked->gpus) ? 1 : fmax(1, floor(asked->gpus / cut));
    bool is_given = !isnan(asked->tp) && !isnan(asked->pp) && !isnan(asked->cp);
    double unit =
        sequences * (is_given ? replicas : fitting_divisor(replicas, sequences, most));
    return unit * fmax(1, floor(most / unit + 0.5));
}
