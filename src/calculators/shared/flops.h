/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FLOP that one token costs in a transformer. A multiply and an add are two.
 *
 * A matrix costs two FLOP per parameter forward, two for the gradient of its
 * input and two for the gradient of its weight. The attention core (scores, and the values that
 * they weigh) has no parameters; it costs by the keys that a token sees, and
 * three times its forward pass in a training step.
 *
 * Left out: the state update of linear mixers, norms, softmax, router gates,
 * dropout, the optimizer; together below 1 % on usual shapes.
 *
 * Megatron-LM num_floating_point_operations; arXiv 2104.04473, 2204.02311.
 */
#ifndef AICALC_CALCULATORS_SHARED_FLOPS_H
#define AICALC_CALCULATORS_SHARED_FLOPS_H

#include <aicalc/model.h>

/*
 * Attention core of one token in a sequence, forward: the rows of attention_core.inc. Members of
 * a kind of layer that the model does not have are NaN; FLOP are 0 there.
 */
struct aic_core {
    double all_keys, sparse_window, full_keys, chunked_keys, sliding_keys, index_keys;
    double latent_width, key_width, sliding_v_width, full_layers;
    double full_core, chunked_core, sliding_core, index_core;
    double total; /* C: FLOP of all layers */
};

/*
 * Counts the core of a checked model with its defaults derived. `causal`: a token sees itself and
 * what is before it; else all of the sequence. Without heads or layers all is 0.
 */
void aic_core_count(const struct aic_model *model, const struct aic_params *params, double seq,
                    bool causal, struct aic_core *core);

/* Parameters that a token uses in one multi-token-prediction module; the model is counted. */
double aic_mtp_layer_params(const struct aic_model *model, const struct aic_params *params);

/* What a token passes through; with the core counted, all that a training step takes. */
struct aic_flops {
    double layers; /* B: parameters of matrices in the layers */
    double head;   /* H: parameters of the output matrix */
    double core;   /* C */
};

/* B and H of a model: all is in the layers where the vocabulary is not known. C is `core`. */
struct aic_flops aic_flops_of(const struct aic_model *model, const struct aic_params *params,
                              double core);

/* FLOP of the forward pass. */
static inline double aic_flops_forward(const struct aic_flops *flops)
{
    return 2 * (flops->layers + flops->head) + flops->core;
}

#endif
