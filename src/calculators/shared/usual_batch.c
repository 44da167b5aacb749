/* SPDX-License-Identifier: Apache-2.0 */
/* The batch of a step where none is given. */
#include "calculators/shared/usual_batch.h"

#include "calculators/shared/divisors.h"
#include "engine/rows/rows.h"

/* Llama 3 405B, DeepSeek-V3 and other large models took 8 to 60 Mi tokens, smaller ones 1 to 8. */
static const double large_model = 200e9, usual_tokens = 4194304, large_tokens = 16777216;

double aic_usual_batch(double params_total, double seq, struct aic_batch_shares s)
{
    if (!known(s.gpus)) {
        return NAN;
    }
    double wanted = (params_total > large_model ? large_tokens : usual_tokens) / seq;
    double at_once = value_or(s.micro_batch, 1) * (s.vpp > 1 ? value_or(s.pp, 1) : 1);
    double replicas =
        max(1, floor(s.gpus / (value_or(s.tp, 1) * value_or(s.pp, 1) * value_or(s.cp, 1))));
    bool decided = known(s.tp) && known(s.pp) && known(s.cp);
    if (!decided) {
        replicas = aic_divisor_up_to(replicas, max(1, floor(wanted / at_once)));
    }
    double unit = at_once * replicas;
    return unit * max(1, floor(wanted / unit + 0.5));
}
