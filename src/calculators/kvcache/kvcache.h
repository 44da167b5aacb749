/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the kvcache calculator: its rows and the words in them, and the files that evaluate
 * some of the rows.
 *
 * These read and write the results of their own rows in *out. What is unknown is NaN, and so is
 * all that is computed from it; only fmin() and fmax() swallow a NaN: where they stand, their
 * operands are known.
 */
#ifndef AICALC_CALCULATORS_KVCACHE_H
#define AICALC_CALCULATORS_KVCACHE_H

#include <aicalc/kvcache.h>

#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/serving_inputs.h"
#include "calculators/shared/serving_rows.h"
#include "calculators/shared/step_rows.h"
#include "calculators/shared/stored_inputs.h"

#define CALCULATOR kvcache
#define IN         struct aic_kvcache_in
#define OUT        struct aic_kvcache_out

enum {
    fp8_ds_mla = AIC_KV_FP8_DS_MLA,
    fp32 = AIC_KV_FP32,
    q8_0 = AIC_KV_Q8_0,
    bf16 = AIC_WEIGHT_BF16,
    mxfp4 = AIC_WEIGHT_MXFP4
};

/* The input is not given. */
#define by_default(input) (!AIC_IN_PLAY(in, input))

/* What the walk over the stages finds. */
struct aic_kvcache_fit {
    double binding_stage, need; /* the first stage with the largest need, and that need */
    bool fits, starved, padded;
    bool holds_one;                                  /* the pool holds one sequence */
    double raised;                                   /* largest raised block size, 0 without one */
    double concurrency, blocks, blocks_per_sequence; /* of the stage that holds fewest sequences */
    double tokens;                                   /* in whole pages of the stage with fewest */
    double one; /* what the engine sets aside for one sequence, on the stage that binds */
    double sequences, context;                     /* the largest that fit; NaN without an end */
    bool costless;                                 /* sequences take no memory */
    double largest_content;                        /* of one sequence */
    double weight_scale, weights, largest_weights; /* as counted: all stages, the largest one */
};

/* Bytes of weights on one GPU, all stages: that every step reads, and of routed experts, of which
 * it reads those that its tokens choose. */
struct aic_kvcache_read {
    double always, experts;
};

/* model.c: choices, the rows that the model alone decides; a format of the cache holds vectors so
 * wide. */
void aic_kvcache_evaluate_model(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                struct aic_kvcache_out *out);
bool aic_kvcache_width_holds(int kv_dtype, double heads, double width);
const char *aic_kvcache_width_rule(int kv_dtype);
double aic_kvcache_overhead(const struct aic_kvcache_in *in);

/* stages.c: the rows of a stage with that weight_memory, false where vLLM has no layout for it;
 * bytes of weights that steps read. */
bool aic_kvcache_evaluate_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                double index, double weight_memory, struct aic_kvcache_out *out,
                                struct aic_error *error);
struct aic_kvcache_read aic_kvcache_weights_read(const struct aic_kvcache_in *in,
                                                 const struct aic_kvcache_out *out,
                                                 const struct aic_params *counts,
                                                 const struct aic_kvcache_fit *fit);

/* fit.c: the walk over the stages; *out has the rows of the stage that binds, with its cache. */
bool aic_kvcache_walk(const struct aic_kvcache_in *in, const struct aic_params *counts,
                      struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                      struct aic_error *error);
/* The longest context of which one sequence has room; 0 of none. */
double aic_kvcache_longest(const struct aic_kvcache_in *in, const struct aic_params *counts,
                           const struct aic_kvcache_out *out);
double aic_kvcache_blocks_in(const struct aic_kvcache_out *out);

#endif
