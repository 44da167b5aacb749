/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Number formats of a release: the input is an hf_quant_config.json beside models of several kinds, the
 * quantization_config of one, and a pattern of modules.
 */
#include "fuzz.h"

#include <aicalc/config.h>
#include <aicalc/json.h>

#include "catalog/formats/pattern.h"

static const char *const models[] = {
    "{\"model_type\": \"llama\", \"num_hidden_layers\": 12, \"hidden_size\": 64, \"vocab_size\": "
    "100, "
    "\"num_attention_heads\": 4, \"intermediate_size\": 128, \"quantization\": ",
    "{\"model_type\": \"deepseek_v3\", \"num_hidden_layers\": 3, \"hidden_size\": 64, "
    "\"vocab_size\": 100, "
    "\"num_attention_heads\": 4, \"intermediate_size\": 128, \"kv_lora_rank\": 32, "
    "\"q_lora_rank\": 16, "
    "\"qk_nope_head_dim\": 16, \"qk_rope_head_dim\": 8, \"v_head_dim\": 16, \"n_routed_experts\": "
    "8, "
    "\"num_experts_per_tok\": 2, \"moe_intermediate_size\": 32, \"first_k_dense_replace\": 1, "
    "\"n_shared_experts\": 1, \"quantization_config\": ",
};

/* Bits of parts are set only where there are such bits. */
static void must_be_bits(double bits)
{
    must(!aic_is_set(bits) || (bits > 0 && bits <= 64));
}

static void read(const char *config, size_t length, const struct aic_json *neighbour)
{
    struct aic_json json;
    struct aic_model model;
    struct aic_notes notes;
    const struct aic_config_place place = { neighbour, "Some-Model-FP8" };
    memset(&model, 0xff, sizeof model);
    model.model.text = NULL;
    aic_notes_init(&notes);
    if (!aic_json_parse(&json, "config.json", config, length, AIC_JSON_FILE_MAX,
                        AIC_JSON_NONFINITE_IS_NULL, &notes.error)) {
        must_explain(&notes.error);
        return;
    }
    if (!aic_config_read(&json, &place, &model, &notes)) {
        must_explain(&notes.error);
    } else {
        must(model.released_dtype >= 0 || aic_warned(&notes, "released-dtype-unknown") ||
             aic_warned(&notes, "quantization-by-name-only"));
        must_be_bits(model.attention_bits);
        must_be_bits(model.mlp_bits);
        must_be_bits(model.experts_bits);
        must_be_bits(model.head_bits);
        must_be_bits(model.embedding_bits);
    }
    aic_json_clear(&json);
}

/* The model with the input as its own quantization. */
static void read_inside(const char *head, const char *text, size_t size)
{
    size_t length = strlen(head);
    char *config = malloc(length + size + 2);
    must(config != NULL);
    memcpy(config, head, length);
    memcpy(config + length, text, size);
    config[length + size] = '}';
    config[length + size + 1] = '\0';
    read(config, length + size + 1, NULL);
    free(config);
}

/* The model alone, with the input beside it. */
static void read_beside(const char *head, const struct aic_json *neighbour)
{
    char config[1024];
    size_t length = strlen(head);
    must(length + 6 < sizeof config);
    memcpy(config, head, length);
    memcpy(config + length, "null}", 6);
    read(config, length + 5, neighbour);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct pattern pattern;
    struct aic_json json;
    struct aic_error error = { 0 };
    if (aic_pattern_read(&pattern, text)) {
        (void)aic_pattern_matches(&pattern, "layers.10.mlp.experts.0.gate_up_proj");
    }
    if (aic_pattern_read_regex(&pattern, text)) {
        (void)aic_pattern_matches(&pattern, "layers.10.mlp.experts.0.gate_up_proj");
    }
    bool parsed =
        aic_json_parse(&json, "hf_quant_config.json", text, size, AIC_JSON_FILE_MAX, 0, &error);
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        read_inside(models[i], text, size);
        if (parsed) {
            read_beside(models[i], &json);
        }
    }
    if (parsed) {
        aic_json_clear(&json);
    }
    free(text);
    return 0;
}
