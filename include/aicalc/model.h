/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model group: the numbers that describe a transformer, and the
 * parameters that follow from them.
 *
 * Every calculator that takes a model has `struct aic_model model` in its
 * input, and the parameters of src/calculators/shared/model_inputs.inc.
 * docs/methods/model.md gives the equations.
 */
#ifndef AICALC_MODEL_H
#define AICALC_MODEL_H

#include <aicalc/calculator.h>
#include <aicalc/field.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Number formats of weights, in the order of aic_weight_dtypes. */
enum aic_weight_dtype {
    AIC_WEIGHT_FP32,
    AIC_WEIGHT_BF16,
    AIC_WEIGHT_FP16,
    AIC_WEIGHT_FP8,
    AIC_WEIGHT_INT8,
    AIC_WEIGHT_INT4,
    AIC_WEIGHT_NVFP4,
    AIC_WEIGHT_NF4,
    AIC_WEIGHT_MXFP4,
    AIC_WEIGHT_Q8_0,
    AIC_WEIGHT_Q6_K,
    AIC_WEIGHT_Q5_K_M,
    AIC_WEIGHT_Q4_K_M,
    AIC_WEIGHT_IQ4_XS,
    AIC_WEIGHT_Q3_K_L,
    AIC_WEIGHT_Q2_K
};
extern const char *const aic_weight_dtypes[];
extern const struct aic_spelling aic_weight_spellings[]; /* methods and kernels by their names */

/* Number formats of the cache, in the order of aic_kvcache_dtypes. */
enum aic_kv_dtype {
    AIC_KV_BF16,
    AIC_KV_FP16,
    AIC_KV_FP32,
    AIC_KV_FP8,
    AIC_KV_FP8_DS_MLA,
    AIC_KV_INT8,
    AIC_KV_INT4,
    AIC_KV_NVFP4,
    AIC_KV_Q8_0,
    AIC_KV_Q4_0
};
extern const char *const aic_kvcache_dtypes[];

/* Names, units and meanings: aic_model_fields. NaN: unknown. */
struct aic_model {
    AIC_SLOT struct aic_name model;
    AIC_SLOT double params, active_params;
    double layers, hidden;
    double heads, kv_heads, head_dim, v_head_dim;
    double ffn;
    AIC_SLOT aic_flag gated;
    AIC_SLOT double vocab;
    AIC_SLOT aic_flag tied_embeddings, output_head;
    AIC_SLOT double learned_positions;
    AIC_SLOT aic_flag qkv_bias, linear_bias;
    AIC_SLOT double experts, experts_per_token, expert_ffn, expert_hidden;
    double shared_experts, shared_expert_ffn;
    double dense_layers;
    AIC_SLOT aic_flag dense_leading;
    AIC_SLOT double kv_lora_rank, q_lora_rank, qk_nope_head_dim, qk_rope_head_dim;
    double o_lora_rank, o_groups, attention_gate;
    AIC_SLOT aic_flag tied_kv;
    AIC_SLOT double index_heads, index_head_dim, index_topk, index_layers;
    double sliding_window, sliding_layers, sliding_heads, sliding_kv_heads, sliding_head_dim;
    double chunk_size, chunked_layers;
    double csa_layers, csa_ratio, hca_layers, hca_ratio;
    double cross_layers, cross_tokens;
    double uncached_full_layers, uncached_sliding_layers;
    double linear_layers, linear_state, linear_conv, linear_params;
    double attention_layers, ffn_layers;
    double norms_per_layer;
    AIC_SLOT aic_flag norm_bias;
    AIC_SLOT double attention_extra, mlp_extra, lookup_params, reused_params, extra_params;
    double tower_params;
    double max_context;
    AIC_SLOT int released_dtype, released_kv_dtype;
    /* mean bits of a parameter of a part, where released_dtype gives another number */
    AIC_SLOT double attention_bits, mixer_bits, mlp_bits, experts_bits, head_bits, embedding_bits;
};

/* Each member of struct aic_model is a field and has the size of a double. */
#define AIC_MODEL_FIELDS (sizeof(struct aic_model) / sizeof(double))

/* Their offsets are those in struct aic_model. */
extern const struct aic_field aic_model_fields[];
extern const size_t aic_model_field_count;

/*
 * Kinds of layers, and of the parts of layers that have a count of their own. What one costs is said
 * once, and every sum goes over the kinds: layers times what one has. The kinds of attention come
 * first, up to AIC_LAYER_CROSS; those from AIC_LAYER_ROUTER on are parts of a layer with experts.
 */
enum aic_layer_kind {
    AIC_LAYER_FULL,
    AIC_LAYER_INDEXER, /* beside a full layer: of those that have one of their own */
    AIC_LAYER_SLIDING,
    AIC_LAYER_CHUNKED,
    AIC_LAYER_CSA,
    AIC_LAYER_HCA,
    AIC_LAYER_CROSS,
    AIC_LAYER_LINEAR, /* the mixer with a recurrent state */
    AIC_LAYER_DENSE,
    AIC_LAYER_ROUTER,
    AIC_LAYER_SHARED, /* shared experts, and the matrices to latent experts and back */
    AIC_LAYER_ROUTED, /* all routed experts */
    AIC_LAYER_KINDS
};

/* Parameters of one layer of a kind, and how many layers are of it. */
struct aic_layer_params {
    double layers;
    double matrices; /* and the norms and positions inside of attention */
    double norms;    /* those alone */
    double biases;
};

/*
 * Parameters of a model. The layers of each kind are known with `layers`; all else only where
 * `counted` is true: then every field that the count needs is there. A kind without layers has no
 * parameters.
 */
struct aic_params {
    bool counted;
    struct aic_layer_params kinds[AIC_LAYER_KINDS];
    /* layers; with experts moe_layers have them, without all ffn_layers are dense */
    double full_layers, sliding_layers, chunked_layers, linear_layers, attention_layers;
    double dense_layers, moe_layers;
    double expert; /* one routed expert with its biases; NaN where unknown */
    /* sums over the model: matrices as in `kinds`; attention_extra is in `attention`, mlp_extra in
     * `dense` */
    double attention, linear, dense, shared, routed;
    double routers; /* with their biases */
    double biases;  /* of attention, dense and shared blocks; and those of attention alone */
    double attention_biases;
    double routed_biases;
    double norms; /* of width hidden, inside the layers */
    double last_norm;
    double embedding, positions, head; /* embedding and positions: also where not counted */
    double lookup, extra;
    double count; /* what the fields come to */
    /* The answer: `params` and `active_params` override. NaN where unknown. */
    double total, active, matmul;
};

/* Checks a group with derived defaults: combinations that no model can have. */
bool aic_model_check(const struct aic_model *model, struct aic_notes *notes);

/*
 * The same for the group of an input struct `in`, whose member `model` it is. A header of weights knows how
 * many experts there are, but not how many a token uses: what rests on that is then left out. Where
 * the user gave experts it is an error.
 */
bool aic_model_check_asked(const struct aic_model *model, bool experts_given,
                           struct aic_notes *notes);
#define AIC_MODEL_CHECK(in, notes)                                                                 \
    aic_model_check_asked(&(in)->model, AIC_GIVEN(in, model.experts), notes)

/* Counts the parameters of such a group; adds `params-differ` unless notes is NULL. */
void aic_model_count(const struct aic_model *model, struct aic_params *params,
                     struct aic_notes *notes);

/* True for latent attention (MLA). */
static inline bool aic_model_is_latent(const struct aic_model *model)
{
    return model->kv_lora_rank > 0;
}

/* True for a model with routed experts. */
static inline bool aic_model_has_experts(const struct aic_model *model)
{
    return model->experts > 0;
}

/* Attention layers that see everything. */
static inline double aic_model_full_layers(const struct aic_model *model)
{
    return model->attention_layers - model->sliding_layers - model->chunked_layers -
           model->csa_layers - model->hca_layers - model->cross_layers;
}

/* Width on which the routed experts work. */
static inline double aic_model_expert_hidden(const struct aic_model *model)
{
    return model->expert_hidden > 0 ? model->expert_hidden : model->hidden;
}

/* Width of a value head of the sliding layers. */
static inline double aic_model_sliding_v_head_dim(const struct aic_model *model)
{
    return model->v_head_dim != model->head_dim ? model->v_head_dim : model->sliding_head_dim;
}

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
