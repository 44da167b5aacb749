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

/* What rows call the values of choices. */
enum {
    ideal = AIC_ENGINE_IDEAL,
    vllm = AIC_ENGINE_VLLM,
    llamacpp = AIC_ENGINE_LLAMACPP,
    fp8_ds_mla = AIC_KV_FP8_DS_MLA,
    bf16 = AIC_WEIGHT_BF16
};
static const double GiB = 1073741824.0;

/* What rows may call beside the functions of all rows. */
#define by_default(input) (AIC_ORIGIN(in, input) == AIC_FROM_DEFAULT)
static inline double positive(double x)
{
    return x > 0 ? x : (double)NAN;
}

extern const char *const aic_kvcache_dtypes[];
extern const char *const aic_kvcache_engines[];

extern const struct aic_rule aic_kvcache_rules[];
enum { AIC_KVCACHE_RULES = 5 };

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

/* formats.c: bytes of an element of the cache and of a parameter, by number format. */
struct aic_kvcache_format {
    double element, vector; /* a vector of w elements takes element * w + vector bytes */
    double multiple;        /* widths are multiples of it */
};
extern const struct aic_kvcache_format aic_kvcache_formats[];
bool aic_kvcache_width_holds(int kv_dtype, double heads, double width);

/* What a format of weights covers, each including the next. */
enum aic_kvcache_cover { KVCACHE_ALL, KVCACHE_LAYERS, KVCACHE_EXPERTS };
double aic_kvcache_file_bits(const struct aic_kvcache_in *in);
/* Bytes of a parameter that formats of that cover reach. */
double aic_kvcache_parameter_bytes(const struct aic_kvcache_in *in, enum aic_kvcache_cover place);

/* stages.c: layers of a stage, and what vLLM makes of them. */
struct aic_kvcache_stage aic_kvcache_all_layers(const struct aic_kvcache_in *in,
                                                const struct aic_kvcache_out *out);
struct aic_kvcache_stage aic_kvcache_stage(const struct aic_kvcache_in *in,
                                           const struct aic_kvcache_out *out, double index);
double aic_kvcache_block_tokens(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out);
double aic_kvcache_group_layers(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out);
/* False where vLLM has no layout for the stage. */
bool aic_kvcache_check_pages(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                             struct aic_error *error);
/* Some places of a group stay empty. */
bool aic_kvcache_is_padded(const struct aic_kvcache_out *out);

/* weights.c: parameters that no row counts, weights of a stage, and those that a step reads. */
double aic_kvcache_params_other(const struct aic_params *counts);
struct aic_kvcache_parts aic_kvcache_parts(const struct aic_kvcache_in *in,
                                           const struct aic_kvcache_out *out,
                                           const struct aic_params *counts,
                                           const struct aic_kvcache_stage *stage);
double aic_kvcache_weights_read(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                                const struct aic_params *counts, const struct aic_kvcache_fit *fit);

/* fit.c: the walk over the stages; *out has the rows of the stage that binds. */
bool aic_kvcache_walk(const struct aic_kvcache_in *in, const struct aic_params *counts,
                      struct aic_kvcache_out *out, struct aic_kvcache_fit *fit,
                      struct aic_error *error);
/* Tokens in the windows of all sequences, the prefix's once. */
double aic_kvcache_window_tokens(double sequences, double context, double prefix, double window);
double aic_kvcache_blocks(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                          const struct aic_kvcache_fit *fit);
double aic_kvcache_max_tokens(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                              const struct aic_kvcache_fit *fit);

/* attention.c: what tokens read and multiply, and prompts other than the one asked for. */
double aic_kvcache_cache_read(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out);
double aic_kvcache_decode_attention(const struct aic_kvcache_in *in,
                                    const struct aic_kvcache_out *out);
/* Attention of the first z tokens, in all layers. */
double aic_kvcache_prompt_attention(const struct aic_kvcache_in *in,
                                    const struct aic_kvcache_out *out, double z);
double aic_kvcache_all_reduces(const struct aic_kvcache_in *in, double tokens);
/* FLOP of the whole context. */
double aic_kvcache_prompt_flops(const struct aic_kvcache_in *in,
                                const struct aic_kvcache_out *answer);

/* False: `error` says why these inputs have no answer. */
bool aic_kvcache_check(const struct aic_kvcache_in *in, struct aic_error *error);
/* What deserves attention in an answer. */
void aic_kvcache_warn(const struct aic_kvcache_in *in, const struct aic_kvcache_out *out,
                      const struct aic_kvcache_fit *fit, struct aic_notes *notes);

#endif
