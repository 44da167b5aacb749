/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of the train-memory calculator, in the order in which compute()
 * takes them.
 *
 * A `tm_plan` holds all that stays the same while an answer is looked for: what one layer of each
 * kind holds and keeps, and the stages that can need most. A `tm_case` is what searches vary.
 * Evaluating a case is a few dozen operations, so that the searches are bisections over complete
 * evaluations and nothing is said twice.
 *
 * Bytes per token and parameters are those of one GPU. Here t and p stand for tp and pp.
 */
#ifndef AICALC_MODELS_TRAIN_MEMORY_PARTS_H
#define AICALC_MODELS_TRAIN_MEMORY_PARTS_H

#include <aicalc/train_memory.h>

#include "calculators/shared/lora.h"

extern const struct aic_group aic_train_memory_input_groups[];
extern const struct aic_group aic_train_memory_result_groups[];
enum { AIC_TRAIN_MEMORY_INPUT_GROUPS = 4, AIC_TRAIN_MEMORY_RESULT_GROUPS = 6 };

extern const struct aic_rule aic_train_memory_rules[];
enum { AIC_TRAIN_MEMORY_RULES = 8 };

/* Elements of a token in the heads of one kind of attention layer. */
struct tm_heads {
    double query, key, value, output;
};

/* Parameters in two classes: matrices of the layers, and all else. */
struct tm_params {
    double matrix, other;
};

/* Parameters on one GPU before ZeRO: of one layer of each kind, and of the ends of the pipeline. */
struct tm_counts {
    struct tm_params mixer;         /* attention and recurrences, averaged over all layers */
    struct tm_params dense, shared; /* feed-forward block; router and shared experts */
    struct tm_params routed;        /* routed experts of a layer, which have shards of their own */
    double vocab;                   /* padded */
    double head, positions, last_norm;
    struct aic_lora adapters; /* of a layer of each kind, averaged over all for attention */
};

/* Bytes of one parameter; the trained ones are the adapters where there are any. */
struct tm_widths {
    bool lora, quantized;
    double activation;    /* of one element */
    double matrix, other; /* weights */
    double gradient, master;
    double matrix_states, other_states; /* of the optimizer */
};

/* Bytes per token; what depends on the length of a sequence comes as `..._per_seq`. */
struct tm_rates {
    /* kept by one layer: around the blocks, by the mixer without its core, by each block */
    double base, mixer, dense, experts;
    double boundary;           /* the input of a layer alone */
    double attention_share;    /* of the layers */
    double core, core_per_seq; /* of one attention layer */
    /* live in the backward pass of one layer */
    double attention_work, attention_work_per_seq, linear_work;
    double dense_work, experts_work, gathered_work;
    /* live at the loss */
    double loss_work, logits;
};

/* One pipeline stage. */
struct tm_stage {
    double index; /* from 1 */
    bool first, last;
    double layers, dense, experts; /* layers: all, with a dense block, with experts */
    struct tm_params params, routed;
    double adapters;
    double gathered;    /* U: parameters of the largest layer */
    double dequantized; /* bytes of one matrix */
    double buffers;     /* bytes, those per token left out */
};

/*
 * The first, the last, and of those between them the ones that can need most: stages with the same
 * layers differ in what they keep alone, which falls from stage to stage. Leading
 * dense layers make three runs of equal stages: with more of them, with a part, with fewer.
 */
enum { TM_STAGES = 5 };

struct tm_plan {
    const struct aic_train_memory_in *in;
    const struct aic_model *model;
    struct aic_params params;
    bool known; /* the architecture; else there are states only */
    double dp, expert_dp;
    double split;                  /* S: ranks that share a sequence outside attention and MLP */
    double expert_ratio;           /* shards of an expert over those of all else: t / (ep etp) */
    struct tm_heads full, sliding; /* 0 where there is no such layer */
    struct tm_counts counts;
    struct tm_widths widths;
    struct tm_rates rates;
    struct tm_stage stages[TM_STAGES];
    size_t stage_count;
};

/* Dense layers come first, and stages differ in how many they have. */
static inline bool aic_tm_leads_dense(const struct tm_plan *plan)
{
    return aic_model_has_experts(plan->model) && plan->model->dense_leading == 1;
}

/* What the searches vary. */
struct tm_case {
    double dp, micro_batch, seq;
    double zero;
    int recompute;
    bool endless; /* as if there were infinitely many shards */
};

/* One stage in one case, in bytes. */
struct tm_memory {
    double in_flight;
    double recomputed, recomputed_dense, recomputed_experts; /* layers */
    double stage_kept;                                       /* per token, by all layers */
    double weights, gradients, master, optimizer, states, host;
    double kept, logits, working, unsharded, buffers;
    double allocated, total;
    bool at_loss;
};

struct tm_peak {
    struct tm_memory at[TM_STAGES];
    size_t stage;  /* index of the one that needs most */
    double groups; /* parallel dimensions with communicators */
    double overhead;
};

/* train_memory_check.c: what the rules cannot say. Sets plan->known. */
bool aic_tm_check(struct tm_plan *plan, struct aic_error *error);

/* train_memory_counts.c */
void aic_tm_widths(const struct aic_train_memory_in *in, struct tm_widths *widths);
void aic_tm_counts(struct tm_plan *plan);

/* train_memory_rates.c */
void aic_tm_rates(struct tm_plan *plan);

/* train_memory_stages.c */
void aic_tm_stages(struct tm_plan *plan);

/* train_memory_peak.c */
struct tm_case aic_tm_given(const struct tm_plan *plan);
void aic_tm_peak(const struct tm_plan *plan, const struct tm_case *c, struct tm_peak *peak);
/* States of the stage that has most of them, whatever else is live. */
double aic_tm_most_states(const struct tm_plan *plan, const struct tm_case *c);

/* train_memory_search.c: what would fit. */
void aic_tm_search(const struct tm_plan *plan, struct aic_train_memory_out *out);

/* train_memory_warn.c */
void aic_tm_warn(const struct tm_plan *plan, const struct aic_train_memory_out *out,
                 struct aic_notes *notes);

#endif
