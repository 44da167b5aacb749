/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the kvcache calculator.
 *
 * Parts read and write the results of their own rows in *out. What is unknown is NaN, and so is
 * all that is computed from it; only fmin() and fmax() swallow a NaN: where they stand, their
 * operands are known.
 */
#ifndef AICALC_CALCULATORS_KVCACHE_H
#define AICALC_CALCULATORS_KVCACHE_H

#include <aicalc/kvcache.h>

/* Layers of one pipeline stage, or of the whole model as its one stage. */
struct aic_kvcache_stage {
    double index; /* from 1 */
    double layers;
    double full, sliding, chunked, linear;
    double ffn, dense, moe; /* feed-forward layers: all, without experts, with experts */
};

/* Bytes of weights by what happens to them: divided by tp, held whole, or routed experts. */
struct aic_kvcache_parts {
    double split, copied, routed;
};

/* What the walk over the stages finds. */
struct aic_kvcache_fit {
    double binding_stage, need; /* the first stage with the largest need, and that need */
    bool fits, starved, padded;
    double raised;                                   /* largest raised block size, 0 without one */
    double concurrency, blocks, blocks_per_sequence; /* of the stage that holds fewest sequences */
    double sequences, context;                       /* the largest that fit; NaN without an end */
    bool costless;                                   /* sequences take no memory */
    double largest_content;                          /* of one sequence */
    double weight_scale, weights, largest_weights;   /* as counted: all stages, the largest one */
};

/* model.c: choices, the rows that the model alone decides; a format of the cache holds vectors so
 * wide. */
extern const char *const aic_kvcache_dtypes[];
extern const char *const aic_kvcache_engines[];
void aic_kvcache_evaluate_model(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                struct aic_kvcache_out *out);
bool aic_kvcache_width_holds(int kv_dtype, double heads, double width);
double aic_kvcache_overhead(const struct aic_kvcache_in *in);

/* layers.c: the layers of a pipeline stage, and those of the whole model. */
struct aic_kvcache_stage aic_kvcache_stage_of(const struct aic_kvcache_in *in,
                                              const struct aic_kvcache_out *out, double index);
struct aic_kvcache_stage aic_kvcache_all_layers(const struct aic_kvcache_in *in,
                                                const struct aic_kvcache_out *out);

/* stages.c: the rows of a stage with that weight_memory; false where vLLM has no layout for it. */
bool aic_kvcache_evaluate_stage(const struct aic_kvcache_in *in, const struct aic_params *counts,
                                double index, double weight_memory, struct aic_kvcache_out *out,
                                struct aic_error *error);

/* weights.c: bytes of the weights of a stage, and those that a step reads. */
struct aic_kvcache_parts aic_kvcache_parts(const struct aic_kvcache_in *in,
                                           const struct aic_kvcache_out *out,
                                           const struct aic_params *counts,
                                           const struct aic_kvcache_stage *stage);
double aic_kvcache_weights_read(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                const struct aic_params *counts, const struct aic_kvcache_fit *fit);

/* fit.c: the walk over the stages; *out has the rows of the stage that binds, with its cache. */
bool aic_kvcache_walk(const struct aic_kvcache_in *in, const struct aic_params *counts,
                      struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                      struct aic_error *error);
double aic_kvcache_blocks_in(const struct aic_kvcache_out *out);

/* times.c: the rows of all that follows from them. */
void aic_kvcache_evaluate_rest(const struct aic_kvcache_in *in, const struct aic_params *counts,
                               const struct aic_kvcache_fit *fit, struct aic_kvcache_out *out);

/* False: `error` says why these inputs have no answer. */
bool aic_kvcache_check(const struct aic_kvcache_in *in, struct aic_error *error);
/* What deserves attention in an answer. */
void aic_kvcache_warn(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                      const struct aic_kvcache_fit *fit, struct aic_notes *notes);

#endif
