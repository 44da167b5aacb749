/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hugging Face config.json files: what a released file says about the shape of
 * its model, as fields of the model group.
 *
 * The reader knows some 170 model types, 93 rows of tables, with keys and
 * defaults. What it does not know it refuses: a file that it reads gives the fields
 * from which the published parameter counts follow.
 */
#ifndef AICALC_CONFIG_H
#define AICALC_CONFIG_H

#include <stdbool.h>

#include <aicalc/json.h>
#include <aicalc/model.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Most layers that a file may have. */
#define AIC_CONFIG_LAYERS_MAX 100000

/* What stands around a config.json: how its weights are packed may stand there alone. */
struct aic_config_place {
    const struct aic_json *quantization; /* of the hf_quant_config.json beside it; NULL: none */
    const char *name;                    /* of the file or of its folder; NULL: not known */
};

/*
 * Fills `model` (all unset before: every bit set, references NULL) with what the file says; what
 * it does not say stays unset. Parse the file with AIC_JSON_NONFINITE_IS_NULL and
 * AIC_JSON_FILE_MAX: released files hold Infinity.
 *
 * Adds to `notes` the warnings towers-not-counted, mtp-not-counted, config-key-unknown, released-dtype-unknown,
 * quantization-by-name-only, quantization-pattern-unknown and quantization-approximate.
 *
 * False: notes->error names the key and its place, and `model` is partly
 * filled. Codes: AIC_ERR_JSON (not an object, or a value that cannot be used),
 * AIC_ERR_MISSING (a key that this model type needs) and AIC_ERR_UNKNOWN (a model type,
 * or a feature of one, that the fields of the group cannot describe).
 */
bool aic_config_read(const struct aic_json *json, const struct aic_config_place *place,
                     struct aic_model *model, struct aic_notes *notes);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
