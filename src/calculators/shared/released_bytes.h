/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bits of a parameter: what a number format gives each kind of parameter, and what a release says of its
 * own parts (docs/methods/weights.md).
 */
#ifndef AICALC_CALCULATORS_SHARED_RELEASED_BYTES_H
#define AICALC_CALCULATORS_SHARED_RELEASED_BYTES_H

#include <aicalc/model.h>

/* Where a parameter is. The first four are matrices of layers; the rest is biases, norms, routers and what the
 * equations do not produce. */
enum aic_weight_place {
    AIC_PLACE_ATTENTION,
    AIC_PLACE_MIXER,
    AIC_PLACE_MLP,
    AIC_PLACE_EXPERTS,
    AIC_PLACE_HEAD,
    AIC_PLACE_EMBEDDING,
    AIC_PLACE_REST
};

/* Bits of a parameter of that place in a format (enum aic_weight_dtype; NaN below 0). mxfp4 covers the experts
 * of a model that has some. */
double aic_format_bits(int weight_dtype, enum aic_weight_place place, bool has_experts);
/* The average of a whole file, of the formats that are a recipe (q4_k_m); NaN of all others. */
double aic_format_file_bits(int weight_dtype);

/* The inputs that say a release's own bits, as attributes of rows name them. */
#define AIC_PART_BITS                                                                              \
    "attention_bits mixer_bits mlp_bits experts_bits head_bits embedding_bits"

/* The format of weights that is asked about. */
struct aic_weight_format {
    int weight_dtype;    /* by default the released one */
    bool is_given;       /* by the user: what the release says of its parts is set aside */
    double weight_bits;  /* NaN: none; else of all parameters */
    int attention_dtype; /* of attention and mixers; below 0: none of their own */
};

/* Bits of a parameter of that place: as asked, else as the release says of its part. */
double aic_weight_bits(const struct aic_model *model, const struct aic_weight_format *format,
                       enum aic_weight_place place);

#endif
