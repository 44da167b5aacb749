/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the train-memory calculator, in the order in which compute() takes them.
 *
 * A plan holds what stays the same while an answer is looked for: what one layer of each kind
 * holds and keeps, and the stages that can need most. A candidate is what searches vary. For each
 * stage of a candidate the rows of STATE_PART, KEPT_PART and TOTAL_PART are
 * evaluated, so that the searches are bisections over complete evaluations. The first two rest on
 * few members of a candidate: who asks for many that differ in others keeps them.
 *
 * Bytes per token and parameters are those of one GPU.
 */
#ifndef AICALC_CALCULATORS_TRAIN_MEMORY_H
#define AICALC_CALCULATORS_TRAIN_MEMORY_H

#include <aicalc/train_memory.h>

#include "calculators/shared/divisors.h"
#include "calculators/shared/lora.h"
#include "calculators/shared/optimizer.h"
#include "calculators/shared/parallel.h"
#include "calculators/shared/params_rows.h"
#include "calculators/shared/training_inputs.h"
#include "engine/rows/rows.h"

/* What expressions name; `none` is the first choice of offload and of recompute. */
enum { none = AIC_OFFLOAD_NONE, all = AIC_OFFLOAD_ALL };
enum { selective = AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE, full = AIC_TRAIN_MEMORY_RECOMPUTE_FULL };
enum {
    unfused = AIC_LOSS_UNFUSED,
    fused = AIC_LOSS_FUSED,
    native_fused = AIC_LOSS_NATIVE_FUSED,
    chunked = AIC_LOSS_CHUNKED,
    chunked_logits = AIC_LOSS_CHUNKED_LOGITS
};
enum { freed = AIC_GRADIENTS_FREED, backward_end = AIC_PEAK_BACKWARD_END };
enum { muon = AIC_MUON };

/* Bytes of an element of the activations; fp8 frameworks keep bf16 activations. */
static inline double element_bytes(int compute_dtype)
{
    bool wide = compute_dtype == AIC_TRAIN_MEMORY_COMPUTE_FP32 ||
                compute_dtype == AIC_TRAIN_MEMORY_COMPUTE_TF32;
    return wide ? 4 : 2;
}

/* Ranks that share a sequence outside attention and feed-forward blocks. */
static inline double sequence_ranks(aic_flag sequence_parallel, double tp)
{
    return sequence_parallel == 1 ? tp : 1;
}

/* Whether norms keep fp32 copies of their inputs: RMSNorm does in eager kernels. */
static inline bool norms_in_fp32(int kernels, aic_flag norm_bias)
{
    return kernels == AIC_KERNELS_EAGER && norm_bias != 1;
}

/* Whether dense layers come first, so that stages differ in how many they have. */
static inline bool dense_layers_lead(double experts, aic_flag dense_leading)
{
    return experts > 0 && dense_leading == 1;
}

/* What each of `gpus` holds of an amount; where there is nothing, it costs no division. */
static inline double shared_by(double gpus, double amount)
{
    return amount > 0 ? amount / gpus : 0;
}

/* Heads of one kind of attention layer, and elements of a token in them; 0 where there is none. */
struct heads {
    double count; /* of queries */
    double query, key, value, output;
};

/* Parameters in two classes: matrices of the layers, and all else. */
struct params {
    double matrix, other;
};

static inline void add_params(struct params *sum, double count, struct params one)
{
    sum->matrix += count * one.matrix;
    sum->other += count * one.other;
}

/* Parameters on one GPU before ZeRO, of one layer of each kind. */
struct counts {
    struct params mixer;         /* attention and recurrences, averaged over all layers */
    struct params dense, shared; /* feed-forward block; router and shared experts */
    struct params routed;        /* routed experts of a layer, which have shards of their own */
    struct aic_lora adapters;    /* those of attention averaged over all layers */
};

/* Bytes per token; what depends on the length of a sequence comes as `..._per_seq`. */
struct rates {
    /* kept by one layer; unset without the architecture */
    double mixer, dense, experts; /* by the mixer without its core, by each block */
    double heads_kept;            /* whose core is kept, averaged over the layers */
    double core, core_per_seq;    /* of one head */
    /* live in the backward pass of one layer */
    double attention_work, attention_work_per_seq, linear_work;
    double heads_live; /* of an attention layer */
    double dense_work, experts_work, gathered_work;
    double loss_work; /* live at the loss */
};

/* What is whole for a while in spite of sharding, in bytes: reduced gradients, gathered weights. */
struct whole {
    double params;
    double gradients, weights;
};

/* One pipeline stage. */
struct stage {
    double index; /* from 1; unset without the architecture */
    bool first, last;
    double layers, dense, experts; /* layers: all, with a dense block, with experts */
    double modules;                /* that predict further tokens, each with a layer */
    bool has_dense, has_experts;   /* kinds of its layers, those of modules included */
    double places; /* of a chunk, where one of the stage's has a layer less, else 0 */
    struct params params, routed;
    double adapters;
    struct whole largest; /* of its layers */
    double dequantized;   /* bytes of one matrix */
    double buffers;       /* bytes, those per token left out */
};

/* Weights that are stored in a format in which nothing is computed. */
static inline bool aic_train_memory_is_quantized(const struct aic_train_memory_in *in)
{
    return in->weight_dtype >= AIC_TRAIN_MEMORY_WEIGHT_INT8 || aic_is_set(in->weight_bits);
}

/* What searches vary; a shard group of infinitely many GPUs leaves no states. */
struct candidate {
    double dp, shard_group;
    double micro_batch, seq;
    double zero;
    int recompute, offload;
};

/* States of a stage; they depend on zero, offload, dp and shard_group of a candidate alone. */
struct sharded {
    double states; /* weights, gradients, master and optimizer */
    double unsharded_layer,
        unsharded_head;               /* whole in spite of sharding, for a layer, at the loss */
    double absent_layer, absent_loss; /* gradients that are not there yet, where they are freed */
};

/* What the layers of a stage keep; it depends on recompute and seq of a candidate alone. */
struct passing {
    double kept;            /* per token by all layers, until they run backward */
    double modules;         /* the same by prediction modules, of one micro batch */
    double work;            /* per token, as a layer runs backward */
    double received, masks; /* per token, from the neighbour; of each micro batch in flight */
};

/*
 * The first, the last, and of those between them the ones that can need most: stages with the same
 * layers differ in what they keep alone, which falls from stage to stage. Leading
 * dense layers make three runs of equal stages: with more of them, with a part, with fewer.
 */
enum { STAGES_MAX = 5 };

struct plan {
    const struct aic_train_memory_in *in;
    const struct aic_model *model;
    const struct aic_train_memory_out *job; /* JOB_PART: what holds for all stages */
    struct aic_params params;
    bool known; /* the architecture; else there are states only */
    struct heads full, sliding;
    struct counts counts;
    struct rates rates;
    double embedding;  /* its parameters */
    struct whole head; /* the output matrix, where there is one */
    struct stage stages[STAGES_MAX];
    size_t stage_count;
    struct candidate given;
};

/* What one stage takes for a candidate. */
struct memory {
    double states, activations, moved, allocated, total; /* moved: activations, to the host */
};

/* The layers of the stages; false where they do not divide so. */
static inline bool aic_train_memory_split(const struct aic_train_memory_in *in,
                                          struct aic_stages *stages)
{
    return aic_set_stages(stages, in->model.layers, in->pp, in->vpp, in->first_stage_layers,
                          in->last_stage_layers);
}

/* Heads, and the width of dense blocks, divide so; needs model and params of the plan. */
bool aic_train_memory_splits_model(const struct plan *plan, double tp);

/* dp grows by this much, so that experts divide among the ranks: ep etp / gcd(ep etp, cp tp). */
static inline double aic_train_memory_dp_step(const struct aic_train_memory_in *in)
{
    double wanted = in->ep * in->etp;
    return aic_model_has_experts(&in->model) ? wanted / aic_common_divisor(wanted, in->cp * in->tp)
                                             : 1;
}

/*
 * The parts of a plan in their order, each from what is before it: the job (JOB_PART), which
 * depends on tp and sequence_parallel; parameters (tp, ep and etp); bytes per token (cp too); and
 * the stages (pp and vpp too), which makes it whole. Without the architecture: the first and the
 * last.
 */
void aic_train_memory_set_job(struct plan *plan, struct aic_train_memory_out *out);
void aic_train_memory_count(struct plan *plan);
void aic_train_memory_rate(struct plan *plan);
void aic_train_memory_set_stages(struct plan *plan);

/* The parts of an evaluation, and what a stage takes in all. */
struct sharded aic_train_memory_shard(const struct plan *plan, const struct stage *stage,
                                      const struct candidate *candidate);
struct passing aic_train_memory_pass(const struct plan *plan, const struct stage *stage,
                                     const struct candidate *candidate);
struct memory aic_train_memory_total(const struct plan *plan, const struct stage *stage,
                                     const struct candidate *candidate, struct sharded sharded,
                                     struct passing layer);

/* What the stage that needs most takes, in all and of states. */
double aic_train_memory_most_total(const struct plan *plan, const struct candidate *candidate);
double aic_train_memory_most_states(const struct plan *plan, const struct candidate *candidate);
/* Results of the stage that needs most; what the first and the last take, NaN without stages. */
void aic_train_memory_evaluate_peak(const struct plan *plan, struct aic_train_memory_out *out,
                                    struct memory *first, struct memory *last);
/* Bytes that go to the host, of the stage that offloads most. */
double aic_train_memory_most_offloaded(const struct plan *plan, const struct candidate *candidate);

/* What would fit; NaN where it was not asked for, or nothing does. */
double aic_train_memory_floor(const struct plan *plan);
double aic_train_memory_max_micro_batch(const struct plan *plan);
double aic_train_memory_max_seq(const struct plan *plan);
double aic_train_memory_min_gpus(const struct plan *plan);
double aic_train_memory_min_gpus_states(const struct plan *plan);
/* Numbers of GPUs are looked through for a fit: a chosen shard_group would change with them. */
bool aic_train_memory_searches_gpus(const struct plan *plan);
/* The settings to try instead; returns their level of sharding. */
double aic_train_memory_suggest(const struct plan *plan, struct candidate *suggestion);

#endif
