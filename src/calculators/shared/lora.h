/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LoRA adapters: the parameters that a low-rank update adds to each layer.
 *
 * An adapter of rank k beside a matrix (in, out) is a pair (in, k), (k, out). A
 * tensor parallel group splits one side of the pair with the matrix: the
 * output of a column matrix, the input of a row matrix; a replicated matrix
 * is split on neither. Routed experts and linear mixers have no adapters.
 * Source: arXiv 2106.09685.
 */
#ifndef AICALC_CALCULATORS_SHARED_LORA_H
#define AICALC_CALCULATORS_SHARED_LORA_H

#include <aicalc/model.h>

/* In the order of aic_lora_targets. */
enum aic_lora_target {
    AIC_LORA_QV,        /* query and value; latent attention has no such pair */
    AIC_LORA_ATTENTION, /* the matrices of attention */
    AIC_LORA_ALL        /* and those of dense layers and shared experts */
};
extern const char *const aic_lora_targets[];

/* Adapters of one layer of each kind. */
struct aic_lora_part {
    double params;   /* parameters that one GPU holds */
    double matrices; /* matrices that have an adapter */
};

struct aic_lora {
    struct aic_lora_part attention; /* sliding layers count with the full geometry */
    struct aic_lora_part dense;     /* a feed-forward block of width ffn */
    struct aic_lora_part shared;    /* all shared experts of an expert layer */
};

/*
 * Adapters of rank `rank` on a model with derived defaults and a known architecture, as one of
 * `tp` tensor parallel GPUs holds them. Parts that `targets` (enum
 * aic_lora_target) leaves out are 0.
 */
void aic_lora_count(const struct aic_model *model, double rank, int targets, double tp,
                    struct aic_lora *lora);

/* The targets are matrices of this model. */
bool aic_lora_check(const struct aic_model *model, int targets, struct aic_error *error);

/* Adapter parameters of the whole model: params_trainable. `params`: of the same model. */
double aic_lora_params(const struct aic_model *model, const struct aic_params *params, double rank,
                       int targets);

#endif
