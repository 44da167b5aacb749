/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the serve calculator: its rows and the words in them, and the files that evaluate
 * some of the rows.
 */
#ifndef AICALC_CALCULATORS_SERVE_H
#define AICALC_CALCULATORS_SERVE_H

#include <aicalc/serve.h>

#include "calculators/shared/serving_inputs.h"
#include "calculators/shared/serving_rows.h"
#include "calculators/shared/step_rows.h"
#include "calculators/shared/stored_inputs.h"

#define CALCULATOR serve
#define IN         struct aic_serve_in
#define OUT        struct aic_serve_out

enum {
    aggregated = AIC_SERVE_AGGREGATED,
    disaggregated = AIC_SERVE_DISAGGREGATED,
    bf16 = AIC_WEIGHT_BF16
};

/* What the limits of time allow, and one sequence where they allow none; unset where they do. */
struct aic_serve_limit {
    double sequences;
    int bound_by;
    double rate, e2e_time;
    double tpot_of_one, ttft_of_one;
};

/* Where a replica settles. */
struct aic_serve_load {
    double sequences, waiting_time;
};

/* search.c: these read the rows above theirs in *out; `memory_bound` is what sets
 * sequences_limit. */
struct aic_serve_limit aic_serve_find_limit(const struct aic_serve_in *in,
                                            const struct aic_serve_out *out, int memory_bound);
double aic_serve_prefill_replicas(const struct aic_serve_in *in, const struct aic_serve_out *out);
struct aic_serve_load aic_serve_find_load(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out);

#endif
