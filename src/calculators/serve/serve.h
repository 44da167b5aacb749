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
    by__auto = AIC_SERVE_UNIT_AUTO,
    by__node = AIC_SERVE_UNIT_NODE,
    bf16 = AIC_WEIGHT_BF16
};

/* Accelerators of neither NVIDIA nor AMD, by the names of their entries; serve.c. */
bool aic_serve_is_other_accelerator(const char *gpu);
#define is_other_accelerator aic_serve_is_other_accelerator

/* What kvcache says of a prompt: its attention, and the cache of it that host memory has. */
struct aic_serve_reading {
    struct aic_kvcache_out prompt;
    double reloaded_bytes;
};

/* What the limits of time allow, and how many replicas the load then takes; members that do not
 * apply are unset. */
struct aic_serve_size {
    double sequences;
    int bound_by;
    double rate, full_rate;                       /* of a replica: within the limits, and at most */
    double tpot_of_one, ttft_of_one, tail_of_one; /* where a request alone misses a limit */
    double replicas, pool_replicas;
    double pools_rate; /* two pools without a rate: the most that both do */
};

/* Where a replica settles. */
struct aic_serve_load {
    double sequences, waiting_time;
};

/* A result in the band of speed. */
struct aic_serve_range {
    double low, high;
};

struct aic_serve_band {
    struct aic_serve_range replica_rate_max, tpot, ttft, ttft_tail, output_rate, batch_time;
    aic_flag no_upper_limit;
    double replicas;             /* at the slow end */
    struct aic_serve_range gpus; /* at the fast end and at the slow one */
    int verdict;
};

/* search.c: these read the rows above theirs in *out; `memory_bound` is what sets
 * sequences_limit. */
struct aic_serve_size aic_serve_find_size(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out, int memory_bound);
struct aic_serve_load aic_serve_find_load(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out);
/* band.c: the rows that are solved again at both ends of the band. */
struct aic_serve_band aic_serve_find_band(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out);

/* A replica with some number of sequences. */
struct aic_serve_point {
    double sequences;
    double tpot, rate;
    double ttft, ttft_tail, e2e_time; /* without the wait for memory */
    double queue_load;
};

/* With the load, the replicas and the pool of prompts that stand in *out. */
struct aic_serve_point aic_serve_point_at(const struct aic_serve_in *in,
                                          const struct aic_serve_out *out, double sequences);

/* Prompts are read on replicas of their own. */
static inline bool aic_serve_is_split(const struct aic_serve_in *in)
{
    return in->mode == AIC_SERVE_DISAGGREGATED;
}

#endif
