/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: the choices and the functions that the expressions of its rows name. */
#ifndef AICALC_CALCULATORS_TRAIN_MEMORY_EXPRESSIONS_H
#define AICALC_CALCULATORS_TRAIN_MEMORY_EXPRESSIONS_H

#include <aicalc/train_memory.h>

#include "calculators/shared/optimizer.h"
#include "engine/rows/rows.h"

/* `none` is the first choice of offload and of recompute. */
enum { none = AIC_OFFLOAD_NONE, all = AIC_OFFLOAD_ALL };
enum { selective = AIC_TRAIN_MEMORY_RECOMPUTE_SELECTIVE, full = AIC_TRAIN_MEMORY_RECOMPUTE_FULL };
enum { unfused = AIC_LOSS_UNFUSED, fused = AIC_LOSS_FUSED, chunked = AIC_LOSS_CHUNKED };
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

/* Bytes of the logits of one token on one GPU. */
static inline double logits_per_token(double logit_bytes, double padded_vocab, double tp,
                                      double loss_parts)
{
    return logit_bytes * padded_vocab / tp / loss_parts;
}

/* What is left of an amount without a share of it. */
static inline double without_share(double amount, double share)
{
    return share > 0 ? amount - amount * share : amount;
}

#endif
