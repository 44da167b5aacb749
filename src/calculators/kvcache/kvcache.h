/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the kvcache calculator, in the order in which compute() takes
 * them. A `kv_plan` carries what follows from the question; every part writes
 * its own results.
 *
 * What is unknown is NaN, and so is all that is computed from it: what cannot be answered leaves
 * itself out. Only fmin() and fmax() swallow a NaN; where they stand, their operands are known.
 */
#ifndef AICALC_MODELS_KVCACHE_PARTS_H
#define AICALC_MODELS_KVCACHE_PARTS_H

#include <aicalc/kvcache.h>

#define GIB 1073741824.0

extern const char *const aic_kv_dtypes[];
extern const char *const aic_engines[];

extern const struct aic_group aic_kvcache_input_groups[];
extern const struct aic_group aic_kvcache_result_groups[];
enum { AIC_KVCACHE_INPUT_GROUPS = 8, AIC_KVCACHE_RESULT_GROUPS = 8 };

extern const struct aic_rule aic_kvcache_rules[];
enum { AIC_KVCACHE_RULES = 5 };

/* Kinds of layers by what they keep of a sequence. */
enum kv_kind { KV_FULL, KV_SLIDING, KV_CHUNKED, KV_LINEAR, KV_KINDS };

/* Layers of one pipeline stage, or of the whole model. */
struct kv_stage {
    double index; /* from 1 */
    double layers;
    double of[KV_KINDS];
    double ffn, dense, moe; /* feed-forward layers: all, without experts, with experts */
};

/* Bytes of one parameter by its place, and how far `params` is from the count. */
struct kv_precision {
    double matrix, expert, other;
    double file_bits; /* of a k-quant; NaN for other formats */
    double scale;
};

/* A question with what follows from it for every stage. */
struct kv_plan {
    const struct aic_kvcache_in *in;
    const struct aic_model *model;
    struct aic_params params;
    struct kv_stage all;     /* the model as one stage */
    double unit[KV_KINDS];   /* bytes of one token (a state) in one layer, on one of tp GPUs */
    double unit1[KV_KINDS];  /* the same in one copy of the model */
    double window[KV_KINDS]; /* of the sliding and chunked layers, tokens */
    double index_bytes;      /* indexer's part of unit[KV_FULL] */
    struct kv_precision precision;
    bool weights_known;
};

/* Sequences that are there at once: how many, how long, how much of it in common. */
struct kv_load {
    double sequences, context, prefix;
};

/* How vLLM cuts the memory of one stage; unused by the other engines. */
struct kv_layout {
    double block_bytes, block_tokens;
    double page, group_layers; /* NaN where one group holds every layer */
    double groups[KV_KINDS];
    double tokens[KV_KINDS]; /* that one block of a kind holds */
    bool raised, padded;
};

/* kvcache_check.c: what the rules cannot say. */
bool aic_kv_check(const struct aic_kvcache_in *in, struct aic_error *error);

/* kvcache_bytes.c: bytes of one token, layers of a stage, what holds information. */
bool aic_kv_width_holds(int kv_dtype, double heads, double width);
void aic_kv_units(struct kv_plan *plan, struct aic_kvcache_out *out);
void aic_kv_all_layers(struct kv_plan *plan);
void aic_kv_stage(const struct kv_plan *plan, double index, struct kv_stage *stage);
double aic_kv_window_tokens(struct kv_load load, double window);
double aic_kv_content(const struct kv_plan *plan, const struct kv_stage *stage,
                      const double unit[KV_KINDS], double dcp, struct kv_load load);

/* kvcache_layout.c: what an engine sets aside. The layout is vLLM's; it fails where pages differ. */
bool aic_kv_layout(const struct kv_plan *plan, const struct kv_stage *stage,
                   struct kv_layout *layout, struct aic_error *error);
double aic_kv_kind_blocks(const struct kv_plan *plan, const struct kv_layout *layout,
                          enum kv_kind kind, double context);
double aic_kv_blocks(const struct kv_plan *plan, const struct kv_layout *layout, double context);
double aic_kv_shared_blocks(const struct kv_plan *plan, const struct kv_layout *layout,
                            double prefix);
double aic_kv_cells(const struct kv_plan *plan, enum kv_kind kind, struct kv_load load);
double aic_kv_allocation(const struct kv_plan *plan, const struct kv_stage *stage,
                         const struct kv_layout *layout, struct kv_load load);

/* kvcache_weights.c: bytes of weights, of the engine's own, and those that one step reads. */
double aic_kv_overhead(const struct aic_kvcache_in *in);
void aic_kv_precision(struct kv_plan *plan);
double aic_kv_weights(const struct kv_plan *plan, const struct kv_stage *stage);
double aic_kv_weights_total(const struct kv_plan *plan);
double aic_kv_weights_read(const struct kv_plan *plan);
void aic_kv_weight_terms(const struct kv_plan *plan, const struct kv_stage *stage,
                         struct aic_kvcache_out *out);

/* kvcache_fit.c: the stage that binds, and the largest answers that fit on every stage. */
bool aic_kv_fit(const struct kv_plan *plan, struct aic_kvcache_out *out, struct aic_notes *notes);

/* kvcache_time.c: floors of times. */
void aic_kv_times(const struct kv_plan *plan, struct aic_kvcache_out *out);

/* kvcache_warn.c: what an answer has to say beside its numbers. */
void aic_kv_warn(const struct kv_plan *plan, const struct aic_kvcache_out *out,
                 struct aic_notes *notes);

#endif
