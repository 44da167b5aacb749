/* SPDX-License-Identifier: Apache-2.0 */
/* In which number format the weights of a model were published. */
#include "catalog/config/config.h"

#include <string.h>

/* Names of torch, with or without "torch." before them. */
static const struct {
    const char *name;
    enum aic_weight_dtype dtype;
} torch_names[] = {
    { "float32", AIC_WEIGHT_FP32 },    { "float", AIC_WEIGHT_FP32 },
    { "bfloat16", AIC_WEIGHT_BF16 },   { "float16", AIC_WEIGHT_FP16 },
    { "half", AIC_WEIGHT_FP16 },       { "float8_e4m3fn", AIC_WEIGHT_FP8 },
    { "float8_e5m2", AIC_WEIGHT_FP8 },
};

static void warn_unknown(struct aic_config *config, const char *key,
                         const struct aic_json_value *value)
{
    char is[AIC_CONFIG_VALUE_SIZE];
    aic_warn(config->notes, "released-dtype-unknown",
             "released_dtype is left out, because %s is %s, which stands for no number format that "
             "is known; weight_dtype says it where it matters",
             key, value ? aic_config_describe(value, is) : "missing");
}

static void read_torch_dtype(struct aic_config *config, const char *key,
                             const struct aic_json_value *value)
{
    const char *name = aic_config_text(value);
    if (strncmp(name, "torch.", 6) == 0) {
        name += 6;
    }
    for (size_t i = 0; i < sizeof torch_names / sizeof torch_names[0]; i++) {
        if (strcmp(name, torch_names[i].name) == 0) {
            config->model->released_dtype = (int)torch_names[i].dtype;
            return;
        }
    }
    if (strcmp(name, "auto") != 0) {
        warn_unknown(config, key, value);
    }
}

/* The format of a quantization, -1 where it has none here. */
static int quantized_dtype(const struct aic_json_value *quantization, const char *method)
{
    const struct aic_json_value *bits = aic_json_member(quantization, "bits");
    if (strcmp(method, "fp8") == 0) {
        return AIC_WEIGHT_FP8;
    }
    if (strcmp(method, "mxfp4") == 0) {
        return AIC_WEIGHT_MXFP4;
    }
    if ((strcmp(method, "awq") == 0 || strcmp(method, "gptq") == 0) &&
        aic_json_is(bits, AIC_JSON_NUMBER)) {
        return aic_json_number_of(bits) == 4   ? AIC_WEIGHT_INT4
               : aic_json_number_of(bits) == 8 ? AIC_WEIGHT_INT8
                                               : -1;
    }
    if (strcmp(method, "bitsandbytes") == 0 &&
        aic_json_is_true(aic_json_member(quantization, "load_in_4bit"))) {
        return AIC_WEIGHT_NF4;
    }
    return -1;
}

static void read_quantization(struct aic_config *config, const struct aic_json_value *quantization)
{
    const struct aic_json_value *method = aic_json_member(quantization, "quant_method");
    const char *name = aic_config_text(method);
    config->model->released_dtype = quantized_dtype(quantization, name);
    if (config->model->released_dtype < 0) {
        warn_unknown(config, "quantization_config.quant_method", method);
    }
}

void aic_config_read_dtype(struct aic_config *config)
{
    const struct aic_json_value *quantization =
        aic_config_find_either(config, "quantization_config");
    const struct aic_json_value *torch_dtype = aic_config_find_either(config, "torch_dtype");
    const struct aic_json_value *dtype = aic_config_find_either(config, "dtype");
    if (!aic_config_is_empty(quantization)) {
        read_quantization(config, quantization);
    } else if (torch_dtype) {
        read_torch_dtype(config, "torch_dtype", torch_dtype);
    } else if (dtype) {
        read_torch_dtype(config, "dtype", dtype);
    }
}
