/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In which number formats a release keeps its weights, as its configuration says: bits of each part of the
 * model, and the format of its cache (docs/methods/weights.md, "Number formats of a release").
 */
#ifndef AICALC_CATALOG_FORMATS_RELEASE_H
#define AICALC_CATALOG_FORMATS_RELEASE_H

#include <aicalc/json.h>
#include <aicalc/model.h>

/* What a layer holds; some files name the layers whose matrices are packed otherwise. */
enum aic_layer_holds {
    AIC_HOLDS_ATTENTION = 1, /* of any kind but sliding */
    AIC_HOLDS_SLIDING = 2,
    AIC_HOLDS_MIXER = 4,
    AIC_HOLDS_DENSE = 8,
    AIC_HOLDS_EXPERTS = 16,
    AIC_HOLDS_INDEXER = 32
};

/* What is known of a release beside the sizes of its model. */
struct aic_release {
    const struct aic_json_value *config;    /* config.json */
    const struct aic_json_value *text;      /* its text_config, or the same */
    const struct aic_json_value *neighbour; /* hf_quant_config.json beside it; NULL: none */
    const char *name;                       /* of the file or folder; NULL: none */
    /* A set of aic_layer_holds for each layer; NULL: the counts of the model alone say which there are,
     * and layers of a kind are taken to be spread evenly (dense ones by dense_leading). */
    const unsigned char *layers;
    /* Parameters of the matrices of one mixer, which linear_params counts together: into it (in_proj), of its
     * gates where these stand apart (in_proj_ba), and out of it (out_proj). 0: not known. */
    double mixer_in, mixer_gates, mixer_out;
    bool mixer_is_attention; /* its module is called as that of attention is: self_attn */
};

/* Sets released_dtype, released_kv_dtype and the bits of parts, where the release says them. The model has
 * all other fields by then. False: without memory, which notes->error says. */
bool aic_release_read(const struct aic_release *release, struct aic_model *model,
                      struct aic_notes *notes);

#endif
