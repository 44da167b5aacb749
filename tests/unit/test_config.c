/* SPDX-License-Identifier: Apache-2.0 */
/* Hugging Face config.json: which fields each file sets, what is refused, what is warned of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <aicalc/config.h>
#include <aicalc/text.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A file that was read; `fields` lists what it set, in the order of the group: "layers=2 ...". */
struct reading {
    bool ok;
    struct aic_notes notes;
    char fields[1200];
};

static void list_fields(const struct aic_model *model, char *out, size_t size)
{
    struct aic_text text;
    aic_text_init(&text, out, size);
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        struct aic_value value = aic_value_load(field, (const char *)model + field->offset);
        if (!value.set || field->kind == AIC_REFERENCE) {
            continue;
        }
        aic_text_format(&text, "%s%s=", text.length ? " " : "", field->name);
        if (field->kind == AIC_CHOICE) {
            aic_text_add(&text, aic_choice_name(field, (int)value.number));
        } else if (field->kind == AIC_FLAG) {
            aic_text_add(&text, value.number != 0 ? "yes" : "no");
        } else {
            aic_text_add_number(&text, value.number);
        }
    }
    assert_false(text.cut);
}

static void read_text(struct reading *reading, const char *name, const char *text, size_t length)
{
    struct aic_json json;
    struct aic_model model;
    memset(&model, 0xff, sizeof model);
    model.model.text = NULL;
    aic_notes_init(&reading->notes);
    reading->fields[0] = '\0';
    reading->ok = aic_json_parse(&json, name, text, length, AIC_JSON_FILE_MAX,
                                 AIC_JSON_NONFINITE_IS_NULL, &reading->notes.error);
    if (reading->ok) {
        reading->ok = aic_config_read(&json, &model, &reading->notes);
        list_fields(&model, reading->fields, sizeof reading->fields);
        aic_json_clear(&json);
    }
}

static void read_file(struct reading *reading, const char *name)
{
    static char text[1 << 16];
    char path[512];
    snprintf(path, sizeof path, "%s/hf_configs/%s", TEST_DATA, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    read_text(reading, name, text, length);
}

/* Documents of this file write ' for ". */
static void read_document(struct reading *reading, const char *document)
{
    char text[2048];
    size_t length = strlen(document);
    assert_true(length < sizeof text);
    for (size_t i = 0; i < length; i++) {
        text[i] = document[i] == '\'' ? '"' : document[i];
    }
    read_text(reading, "config.json", text, length);
}

static void assert_fields(const struct reading *reading, const char *fields)
{
    if (!reading->ok) {
        fail_msg("%s", reading->notes.error.message);
    }
    assert_string_equal(reading->fields, fields);
}

struct answer {
    const char *source; /* a file, or a document */
    const char *fields;
};

/* Released files, with nothing but facts left in them; the counts are published. */
static const struct answer released[] = {
    { "bloom-176b.json",
      "layers=70 hidden=14336 heads=112 kv_heads=112 head_dim=128 ffn=57344 gated=no "
      "vocab=250880 tied_embeddings=yes qkv_bias=yes linear_bias=yes norm_bias=yes "
      "extra_params=28672 max_context=2048 released_dtype=bf16" },
    { "command-r.json",
      "layers=40 hidden=8192 heads=64 kv_heads=64 head_dim=128 ffn=22528 vocab=256000 "
      "tied_embeddings=yes norms_per_layer=1 max_context=131072 released_dtype=fp16" },
    { "deepseek-v2-lite.json",
      "layers=27 hidden=2048 heads=16 v_head_dim=128 ffn=10944 vocab=102400 "
      "tied_embeddings=no experts=64 experts_per_token=6 expert_ffn=1408 "
      "shared_experts=2 dense_layers=1 kv_lora_rank=512 qk_nope_head_dim=128 "
      "qk_rope_head_dim=64 max_context=163840 released_dtype=bf16" },
    { "deepseek-v3.2.json",
      "layers=61 hidden=7168 heads=128 v_head_dim=128 ffn=18432 vocab=129280 "
      "tied_embeddings=no experts=256 experts_per_token=8 expert_ffn=2048 "
      "shared_experts=1 dense_layers=3 kv_lora_rank=512 q_lora_rank=1536 "
      "qk_nope_head_dim=128 qk_rope_head_dim=64 index_heads=64 index_head_dim=128 "
      "index_topk=2048 extra_params=14848 max_context=163840 released_dtype=fp8" },
    { "deepseek-v3.json",
      "layers=61 hidden=7168 heads=128 v_head_dim=128 ffn=18432 vocab=129280 "
      "tied_embeddings=no experts=256 experts_per_token=8 expert_ffn=2048 "
      "shared_experts=1 dense_layers=3 kv_lora_rank=512 q_lora_rank=1536 "
      "qk_nope_head_dim=128 qk_rope_head_dim=64 extra_params=14848 max_context=163840 "
      "released_dtype=fp8" },
    { "falcon-7b.json", "layers=32 hidden=4544 heads=71 kv_heads=1 head_dim=64 ffn=18176 gated=no "
                        "vocab=65024 tied_embeddings=yes norms_per_layer=1 norm_bias=yes "
                        "released_dtype=bf16" },
    { "gemma-2-9b.json",
      "layers=42 hidden=3584 heads=16 kv_heads=8 head_dim=256 ffn=14336 vocab=256000 "
      "tied_embeddings=yes sliding_window=4096 sliding_layers=21 norms_per_layer=4 "
      "max_context=8192 released_dtype=fp32" },
    { "gemma-3-1b.json",
      "layers=26 hidden=1152 heads=4 kv_heads=1 head_dim=256 ffn=6912 vocab=262144 "
      "tied_embeddings=yes sliding_window=512 sliding_layers=22 norms_per_layer=4 "
      "extra_params=13312 max_context=32768 released_dtype=bf16" },
    { "gemma-3-27b.json",
      "layers=62 hidden=5376 heads=32 kv_heads=16 head_dim=128 ffn=21504 vocab=262208 "
      "tied_embeddings=yes sliding_window=1024 sliding_layers=52 norms_per_layer=4 "
      "extra_params=15872 max_context=131072 released_dtype=bf16" },
    { "glm-4.5-air.json",
      "layers=46 hidden=4096 heads=96 kv_heads=8 head_dim=128 ffn=10944 vocab=151552 "
      "tied_embeddings=no qkv_bias=yes experts=128 experts_per_token=8 "
      "expert_ffn=1408 shared_experts=1 dense_layers=1 extra_params=5760 "
      "max_context=131072 released_dtype=bf16" },
    { "gpt-neox-20b.json",
      "layers=44 hidden=6144 heads=64 kv_heads=64 head_dim=96 ffn=24576 gated=no "
      "vocab=50432 tied_embeddings=no qkv_bias=yes linear_bias=yes norm_bias=yes "
      "max_context=2048 released_dtype=fp16" },
    { "gpt-oss-20b.json",
      "layers=24 hidden=2880 heads=64 kv_heads=8 head_dim=64 vocab=201088 "
      "tied_embeddings=no qkv_bias=yes linear_bias=yes experts=32 experts_per_token=4 "
      "expert_ffn=2880 sliding_window=128 sliding_layers=12 extra_params=1536 "
      "max_context=131072 released_dtype=mxfp4" },
    { "gpt2.json", "layers=12 hidden=768 heads=12 kv_heads=12 head_dim=64 ffn=3072 gated=no "
                   "vocab=50257 tied_embeddings=yes learned_positions=1024 qkv_bias=yes "
                   "linear_bias=yes norm_bias=yes max_context=1024" },
    { "jamba-v0.1.json",
      "layers=32 hidden=4096 heads=32 kv_heads=8 head_dim=128 ffn=14336 vocab=65536 "
      "tied_embeddings=no experts=16 experts_per_token=2 expert_ffn=14336 "
      "dense_layers=16 dense_leading=no linear_layers=28 linear_state=524288 "
      "linear_conv=24576 linear_params=105308448 max_context=262144 "
      "released_dtype=bf16" },
    { "llama-3.1-8b.json",
      "layers=32 hidden=4096 heads=32 kv_heads=8 head_dim=128 ffn=14336 vocab=128256 "
      "tied_embeddings=no max_context=131072 released_dtype=bf16" },
    { "llama-4-scout.json",
      "layers=48 hidden=5120 heads=40 kv_heads=8 head_dim=128 ffn=16384 vocab=202048 "
      "tied_embeddings=no experts=16 experts_per_token=1 expert_ffn=8192 "
      "shared_experts=1 chunk_size=8192 chunked_layers=36 max_context=10485760 "
      "released_dtype=bf16" },
    { "minimax-m2.5.json", "layers=62 hidden=3072 heads=48 kv_heads=8 head_dim=128 vocab=200064 "
                           "tied_embeddings=no experts=256 experts_per_token=8 expert_ffn=1536 "
                           "extra_params=460288 max_context=196608 released_dtype=fp8" },
    { "mistral-7b-v0.1.json",
      "layers=32 hidden=4096 heads=32 kv_heads=8 head_dim=128 ffn=14336 vocab=32000 "
      "tied_embeddings=no sliding_window=4096 sliding_layers=32 max_context=32768 "
      "released_dtype=bf16" },
    { "mixtral-8x7b.json", "layers=32 hidden=4096 heads=32 kv_heads=8 head_dim=128 vocab=32000 "
                           "tied_embeddings=no experts=8 experts_per_token=2 expert_ffn=14336 "
                           "max_context=32768 released_dtype=bf16" },
    { "mpt-7b.json", "layers=32 hidden=4096 heads=32 kv_heads=32 head_dim=128 ffn=16384 gated=no "
                     "vocab=50432 tied_embeddings=yes max_context=2048 released_dtype=bf16" },
    { "nemotron-3-nano-30b-a3b.json",
      "layers=52 hidden=2688 heads=32 kv_heads=2 head_dim=128 gated=no vocab=131072 "
      "tied_embeddings=no experts=128 experts_per_token=6 expert_ffn=1856 "
      "shared_experts=1 shared_expert_ffn=3712 linear_layers=23 linear_state=2097152 "
      "linear_conv=18432 linear_params=38742208 attention_layers=6 ffn_layers=23 "
      "norms_per_layer=1 extra_params=2944 max_context=262144 released_dtype=bf16" },
    { "olmo-2-7b.json",
      "layers=32 hidden=4096 heads=32 kv_heads=32 head_dim=128 ffn=11008 vocab=100352 "
      "tied_embeddings=no extra_params=262144 max_context=4096 released_dtype=fp32" },
    { "opt-6.7b.json", "layers=32 hidden=4096 heads=32 kv_heads=32 head_dim=128 ffn=16384 gated=no "
                       "vocab=50272 tied_embeddings=yes learned_positions=2050 qkv_bias=yes "
                       "linear_bias=yes norm_bias=yes max_context=2048 released_dtype=fp16" },
    { "phi-3.5-mini.json",
      "layers=32 hidden=3072 heads=32 kv_heads=32 head_dim=96 ffn=8192 vocab=32064 "
      "tied_embeddings=no max_context=131072 released_dtype=bf16" },
    { "qwen2.5-0.5b.json",
      "layers=24 hidden=896 heads=14 kv_heads=2 head_dim=64 ffn=4864 vocab=151936 "
      "tied_embeddings=yes qkv_bias=yes max_context=32768 released_dtype=bf16" },
    { "qwen3-30b-a3b-fp8.json",
      "layers=48 hidden=2048 heads=32 kv_heads=4 head_dim=128 vocab=151936 "
      "tied_embeddings=no experts=128 experts_per_token=8 expert_ffn=768 "
      "extra_params=12288 max_context=40960 released_dtype=fp8" },
    { "qwen3-32b.json",
      "layers=64 hidden=5120 heads=64 kv_heads=8 head_dim=128 ffn=25600 vocab=151936 "
      "tied_embeddings=no extra_params=16384 max_context=40960 released_dtype=bf16" },
    { "qwen3-next-80b-a3b.json",
      "layers=48 hidden=2048 heads=16 kv_heads=2 head_dim=256 vocab=151936 "
      "tied_embeddings=no experts=512 experts_per_token=10 expert_ffn=512 "
      "shared_experts=1 shared_expert_ffn=512 linear_layers=36 linear_state=2097152 "
      "linear_conv=24576 linear_params=33718464 extra_params=100767744 "
      "max_context=262144 released_dtype=bf16" },
};

static void test_released_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(released); i++) {
        struct reading reading;
        read_file(&reading, released[i].source);
        assert_fields(&reading, released[i].fields);
        assert_false(aic_warned(&reading.notes, "config-key-unknown"));
        assert_false(aic_warned(&reading.notes, "released-dtype-unknown"));
    }
}

/* Model types of which the folder has no file, in the shape of a released one. */
static const struct answer shapes[] = {
    { "{'model_type': 'falcon', 'num_hidden_layers': 60, 'hidden_size': 8192,"
      " 'num_attention_heads': 128, 'num_kv_heads': 8, 'new_decoder_architecture': true,"
      " 'vocab_size': 65024, 'torch_dtype': 'bfloat16'}",
      "layers=60 hidden=8192 heads=128 kv_heads=8 head_dim=64 ffn=32768 gated=no vocab=65024 "
      "tied_embeddings=yes norms_per_layer=2 norm_bias=yes released_dtype=bf16" },
    { "{'model_type': 'dbrx', 'n_layers': 40, 'd_model': 6144, 'n_heads': 48,"
      " 'attn_config': {'kv_n_heads': 8, 'clip_qkv': 8, 'rope_theta': 500000},"
      " 'ffn_config': {'moe_num_experts': 16, 'moe_top_k': 4, 'ffn_hidden_size': 10752,"
      " 'moe_loss_weight': 0.05}, 'vocab_size': 100352, 'max_seq_len': 32768}",
      "layers=40 hidden=6144 heads=48 kv_heads=8 head_dim=128 vocab=100352 tied_embeddings=no "
      "experts=16 experts_per_token=4 expert_ffn=10752 max_context=32768" },
    { "{'model_type': 'phi', 'num_hidden_layers': 32, 'hidden_size': 2560,"
      " 'num_attention_heads': 32, 'intermediate_size': 10240, 'vocab_size': 51200,"
      " 'num_key_value_heads': null, 'qk_layernorm': false, 'max_position_embeddings': 2048}",
      "layers=32 hidden=2560 heads=32 kv_heads=32 head_dim=80 ffn=10240 gated=no vocab=51200 "
      "tied_embeddings=no qkv_bias=yes linear_bias=yes norms_per_layer=1 norm_bias=yes "
      "extra_params=51200 max_context=2048" },
    { "{'model_type': 'cohere', 'num_hidden_layers': 64, 'hidden_size': 12288,"
      " 'num_attention_heads': 96, 'num_key_value_heads': 8, 'intermediate_size': 33792,"
      " 'vocab_size': 256000, 'use_qk_norm': true, 'model_max_length': 131072}",
      "layers=64 hidden=12288 heads=96 kv_heads=8 head_dim=128 ffn=33792 vocab=256000 "
      "tied_embeddings=yes norms_per_layer=1 extra_params=851968 max_context=131072" },
    { "{'model_type': 'nemotron', 'num_hidden_layers': 96, 'hidden_size': 18432,"
      " 'num_attention_heads': 96, 'num_key_value_heads': 8, 'intermediate_size': 73728,"
      " 'vocab_size': 256000, 'max_position_embeddings': 4096}",
      "layers=96 hidden=18432 heads=96 kv_heads=8 head_dim=192 ffn=73728 gated=no vocab=256000 "
      "tied_embeddings=no norm_bias=yes max_context=4096" },
    { "{'model_type': 'nemotron_h', 'num_hidden_layers': 4, 'hidden_size': 64,"
      " 'num_attention_heads': 4, 'attention_head_dim': 16, 'intermediate_size': 128,"
      " 'layers_block_type': ['mamba', 'mlp', 'attention', 'mlp'], 'vocab_size': 100,"
      " 'mamba_num_heads': 8, 'mamba_head_dim': 4, 'n_groups': 2, 'ssm_state_size': 16,"
      " 'conv_kernel': 4, 'chunk_size': 128}",
      "layers=4 hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 gated=no vocab=100 "
      "tied_embeddings=no linear_layers=1 linear_state=2048 linear_conv=288 linear_params=11288 "
      "attention_layers=1 ffn_layers=2 norms_per_layer=1" },
    { "{'model_type': 'qwen2_moe', 'num_hidden_layers': 24, 'hidden_size': 2048,"
      " 'num_attention_heads': 16, 'num_key_value_heads': 16, 'intermediate_size': 5632,"
      " 'vocab_size': 151936, 'num_experts': 60, 'num_experts_per_tok': 4,"
      " 'moe_intermediate_size': 1408, 'shared_expert_intermediate_size': 5632,"
      " 'use_sliding_window': false, 'sliding_window': 32768, 'max_window_layers': 21}",
      "layers=24 hidden=2048 heads=16 kv_heads=16 head_dim=128 vocab=151936 tied_embeddings=no "
      "qkv_bias=yes experts=60 experts_per_token=4 expert_ffn=1408 shared_experts=1 "
      "shared_expert_ffn=5632 extra_params=49152" },
    { "{'model_type': 'gemma4', 'text_config': {'num_hidden_layers': 2, 'hidden_size': 64,"
      " 'num_attention_heads': 4, 'num_key_value_heads': 2, 'head_dim': 16,"
      " 'global_head_dim': 32, 'num_global_key_value_heads': 1, 'attention_k_eq_v': true,"
      " 'enable_moe_block': true, 'intermediate_size': 96, 'moe_intermediate_size': 32,"
      " 'num_experts': 8, 'top_k_experts': 2, 'sliding_window': 8, 'vocab_size': 100,"
      " 'layer_types': ['sliding_attention', 'full_attention'], 'num_kv_shared_layers': 0}}",
      "layers=2 hidden=64 heads=4 kv_heads=1 head_dim=32 vocab=100 tied_embeddings=yes experts=8 "
      "experts_per_token=2 expert_ffn=32 shared_experts=1 shared_expert_ffn=96 sliding_window=8 "
      "sliding_layers=1 sliding_kv_heads=2 sliding_head_dim=16 norms_per_layer=4 "
      "extra_params=-1952" },
    { "{'model_type': 'mimo_v2_flash', 'num_hidden_layers': 3, 'hidden_size': 64,"
      " 'num_attention_heads': 4, 'num_key_value_heads': 1, 'head_dim': 24, 'v_head_dim': 16,"
      " 'intermediate_size': 128, 'swa_num_key_value_heads': 2, 'swa_head_dim': 24,"
      " 'hybrid_layer_pattern': [0, 1, 1], 'moe_layer_freq': [0, 1, 1], 'sliding_window': 8,"
      " 'n_routed_experts': 8, 'n_shared_experts': null, 'num_experts_per_tok': 2,"
      " 'moe_intermediate_size': 32, 'add_swa_attention_sink_bias': true, 'vocab_size': 100}",
      "layers=3 hidden=64 heads=4 kv_heads=1 head_dim=24 v_head_dim=16 ffn=128 vocab=100 "
      "tied_embeddings=no experts=8 experts_per_token=2 expert_ffn=32 dense_layers=1 "
      "sliding_window=8 sliding_layers=2 sliding_kv_heads=2 sliding_head_dim=24 extra_params=24" },
    { "{'model_type': 'mpt', 'n_layers': 2, 'd_model': 64, 'n_heads': 4, 'vocab_size': 100,"
      " 'attn_config': {'alibi': false, 'attn_type': 'multiquery_attention'}, 'no_bias': false,"
      " 'max_seq_len': 32}",
      "layers=2 hidden=64 heads=4 kv_heads=1 head_dim=16 ffn=256 gated=no vocab=100 "
      "tied_embeddings=yes learned_positions=32 qkv_bias=yes linear_bias=yes norm_bias=yes "
      "max_context=32" },
    { "{'model_type': 'jamba', 'num_hidden_layers': 2, 'hidden_size': 64,"
      " 'num_attention_heads': 4, 'intermediate_size': 128, 'vocab_size': 100, 'num_experts': 1,"
      " 'attn_layer_period': 2, 'attn_layer_offset': 1, 'mamba_expand': 2, 'mamba_d_state': 16,"
      " 'mamba_d_conv': 4, 'mamba_dt_rank': 'auto', 'mamba_conv_bias': false}",
      "layers=2 hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 vocab=100 tied_embeddings=no "
      "linear_layers=1 linear_state=8192 linear_conv=384 linear_params=32548" },
    { "{'model_type': 'qwen3_5_moe', 'text_config': {'model_type': 'qwen3_5_text',"
      " 'num_hidden_layers': 4, 'hidden_size': 64, 'num_attention_heads': 4,"
      " 'num_key_value_heads': 2, 'head_dim': 16, 'intermediate_size': 128, 'vocab_size': 100,"
      " 'linear_num_key_heads': 2, 'linear_num_value_heads': 4, 'linear_key_head_dim': 8,"
      " 'linear_value_head_dim': 8, 'linear_conv_kernel_dim': 4}, 'tie_word_embeddings': true,"
      " 'dtype': 'float16'}",
      "layers=4 hidden=64 heads=4 kv_heads=2 head_dim=16 ffn=128 vocab=100 tied_embeddings=yes "
      "linear_layers=3 linear_state=1024 linear_conv=192 linear_params=8976 extra_params=4128 "
      "released_dtype=fp16" },
};

static void test_shapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(shapes); i++) {
        struct reading reading;
        read_document(&reading, shapes[i].source);
        assert_fields(&reading, shapes[i].fields);
        assert_int_equal(reading.notes.count, 0);
    }
}

/* A family and its layers, with the rest of a small model. */
#define SMALL(type, more)                                                                          \
    "{'model_type': '" type "', 'hidden_size': 64, 'num_attention_heads': 4, 'vocab_size': 100,"   \
    " 'intermediate_size': 128, " more "}"
#define SMALL_FIELDS(layers)                                                                       \
    "layers=" layers " hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 vocab=100 "

static const struct answer windows[] = {
    /* every second layer, the odd one slides */
    { SMALL("gemma2", "'num_hidden_layers': 5, 'max_position_embeddings': 8192"),
      SMALL_FIELDS("5") "tied_embeddings=yes sliding_window=4096 sliding_layers=3 "
                        "norms_per_layer=4 max_context=8192" },
    /* layer_types before the pattern */
    { SMALL("cohere2", "'num_hidden_layers': 2, 'sliding_window': 8, 'sliding_window_pattern': 4,"
                       " 'layer_types': ['full_attention', 'sliding_attention']"),
      SMALL_FIELDS("2") "tied_embeddings=yes sliding_window=8 sliding_layers=1 norms_per_layer=1" },
    { SMALL("cohere2", "'num_hidden_layers': 9, 'max_position_embeddings': 131072"),
      SMALL_FIELDS("9") "tied_embeddings=yes sliding_window=4096 sliding_layers=7 "
                        "norms_per_layer=1 max_context=131072" },
    /* a window as wide as the context is none */
    { SMALL("phi3", "'num_hidden_layers': 2, 'sliding_window': 32, 'max_position_embeddings': 32"),
      SMALL_FIELDS("2") "tied_embeddings=no max_context=32" },
    { SMALL("phi3", "'num_hidden_layers': 2, 'sliding_window': 31, 'max_position_embeddings': 32"),
      SMALL_FIELDS("2") "tied_embeddings=no sliding_window=31 sliding_layers=2 max_context=32" },
    /* a window that is off, on, and on above all layers */
    { SMALL("qwen2", "'num_hidden_layers': 4, 'sliding_window': 8, 'max_window_layers': 1"),
      SMALL_FIELDS("4") "tied_embeddings=no qkv_bias=yes" },
    { SMALL("qwen2", "'num_hidden_layers': 4, 'sliding_window': 8, 'max_window_layers': 1,"
                     " 'use_sliding_window': true"),
      SMALL_FIELDS("4") "tied_embeddings=no qkv_bias=yes sliding_window=8 sliding_layers=3" },
    { SMALL("qwen2", "'num_hidden_layers': 4, 'sliding_window': 8, 'max_window_layers': 28,"
                     " 'use_sliding_window': true"),
      SMALL_FIELDS("4") "tied_embeddings=no qkv_bias=yes" },
};

static void test_windows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(windows); i++) {
        struct reading reading;
        read_document(&reading, windows[i].source);
        assert_fields(&reading, windows[i].fields);
        assert_int_equal(reading.notes.count, 0);
    }
}

/* Llama 4, where a test wants to see what becomes of the chunks and of the experts. */
#define LLAMA4(more)                                                                               \
    SMALL("llama4_text", "'num_hidden_layers': 6, 'intermediate_size_mlp': 256," more)
#define LLAMA4_FIELDS(dense)                                                                       \
    "layers=6 hidden=64 heads=4 kv_heads=8 head_dim=16 ffn=256 vocab=100 tied_embeddings=no "      \
    "experts=16 experts_per_token=1 expert_ffn=128 shared_experts=1" dense

static const struct answer chunks[] = {
    { LLAMA4("'no_rope_layers': []"), LLAMA4_FIELDS("") " chunk_size=8192 chunked_layers=5" },
    { LLAMA4("'no_rope_layers': [1, 0, 1, 0, 1, 0], 'attention_chunk_size': 16"),
      LLAMA4_FIELDS("") " chunk_size=16 chunked_layers=3" },
    { LLAMA4("'max_position_embeddings': 8192"), LLAMA4_FIELDS("") " max_context=8192" },
    { LLAMA4("'interleave_moe_layer_step': 4, 'max_position_embeddings': 64"),
      LLAMA4_FIELDS(" dense_layers=5 dense_leading=no") " max_context=64" },
    { LLAMA4("'moe_layers': [1, 3], 'max_position_embeddings': 64"),
      LLAMA4_FIELDS(" dense_layers=4") " max_context=64" },
};

static void test_chunks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(chunks); i++) {
        struct reading reading;
        read_document(&reading, chunks[i].source);
        assert_fields(&reading, chunks[i].fields);
    }
}

#define LLAMA(more) SMALL("llama", "'num_hidden_layers': 2, " more)

static const struct answer formats[] = {
    { "'torch_dtype': 'torch.float16'", "fp16" },
    { "'torch_dtype': null, 'dtype': 'float32'", "fp32" },
    { "'dtype': 'float32', 'torch_dtype': 'bfloat16'", "bf16" },
    { "'quantization_config': {'quant_method': 'awq', 'bits': 4}", "int4" },
    { "'quantization_config': {'quant_method': 'gptq', 'bits': 8}", "int8" },
    { "'quantization_config': {'quant_method': 'bitsandbytes', 'load_in_4bit': true}", "nf4" },
    { "'quantization_config': {'quant_method': 'mxfp4'}, 'torch_dtype': 'bfloat16'", "mxfp4" },
    { "'quantization_config': {}, 'torch_dtype': 'bfloat16'", "bf16" },
    { "'quantization_config': {'quant_method': 'gptq', 'bits': 3}", NULL },
    { "'quantization_config': {'quant_method': 'bitsandbytes', 'load_in_8bit': true}", NULL },
    { "'quantization_config': {'quant_method': 'modelopt'}, 'dtype': 'bfloat16'", NULL },
    { "'quantization_config': {'bits': 4}", NULL },
    { "'torch_dtype': 'float12'", NULL },
};

static void test_formats(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        struct reading reading;
        char document[512], wanted[32];
        snprintf(document, sizeof document, LLAMA("%s"), formats[i].source);
        read_document(&reading, document);
        assert_true(reading.ok);
        snprintf(wanted, sizeof wanted, " released_dtype=%s",
                 formats[i].fields ? formats[i].fields : "");
        const char *found = strstr(reading.fields, " released_dtype=");
        assert_int_equal(aic_warned(&reading.notes, "released-dtype-unknown"),
                         formats[i].fields == NULL);
        assert_string_equal(found ? found : " released_dtype=", wanted);
    }
}

/* The whole file stands in where text_config is silent, for a few keys. */
static void test_text_config(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading,
                  "{'model_type': 'llama', 'hidden_size': 8, 'vocab_size': 1, 'text_config': "
                  "{'num_hidden_layers': 2, 'hidden_size': 64, 'num_attention_heads': 4,"
                  " 'intermediate_size': 128, 'vocab_size': 100, 'dtype': 'float32'},"
                  " 'tie_word_embeddings': true, 'dtype': 'bfloat16', 'audio_config': {'a': 1}}");
    assert_fields(&reading, SMALL_FIELDS("2") "tied_embeddings=yes released_dtype=fp32");
    assert_true(aic_warned(&reading.notes, "towers-not-counted"));
    assert_int_equal(reading.notes.count, 1);
}

static const struct {
    const char *document;
    enum aic_code code;
    const char *words[3];
} refusals[] = {
    { "[]", AIC_ERR_JSON, { "object" } },
    { "{'hidden_size': 64}", AIC_ERR_MISSING, { "'model_type'" } },
    { "{'model_type': 'deepseek_v33'}", AIC_ERR_UNKNOWN, { "'deepseek_v33'", "line 1 column 2" } },
    { "{'model_type': 7}", AIC_ERR_JSON, { "'model_type'", "7" } },
    { SMALL("llama", "'num_layers': null"), AIC_ERR_MISSING, { "'num_hidden_layers'" } },
    { SMALL("llama", "'num_hidden_layers': 2.5"), AIC_ERR_JSON, { "'num_hidden_layers'", "2.5" } },
    { SMALL("llama", "'num_hidden_layers': -2"), AIC_ERR_JSON, { "'num_hidden_layers'", "-2" } },
    { SMALL("llama", "'num_hidden_layers': '2'"), AIC_ERR_JSON, { "'num_hidden_layers'", "'2'" } },
    { SMALL("llama", "'num_hidden_layers': 0"), AIC_ERR_JSON, { "'num_hidden_layers'" } },
    { SMALL("llama", "'num_hidden_layers': 100001"), AIC_ERR_JSON, { "100001", "100000" } },
    { LLAMA("'head_dim': 1e16"), AIC_ERR_JSON, { "'head_dim'" } },
    { LLAMA("'tie_word_embeddings': 'yes'"), AIC_ERR_JSON, { "'tie_word_embeddings'", "'yes'" } },
    { "{'model_type': 'llama', 'num_hidden_layers': 2, 'hidden_size': 65, 'vocab_size': 100,"
      " 'num_attention_heads': 4, 'intermediate_size': 128}",
      AIC_ERR_MISSING,
      { "'head_dim'", "65", "4" } },
    { LLAMA("'mlp_bias': true"), AIC_ERR_UNKNOWN, { "'mlp_bias'" } },
    { LLAMA("'is_encoder_decoder': true"), AIC_ERR_UNKNOWN, { "'is_encoder_decoder'" } },
    { LLAMA("'num_kv_shared_layers': 1"), AIC_ERR_UNKNOWN, { "'num_kv_shared_layers'", "1" } },
    { LLAMA("'layer_types': ['full_attention']"), AIC_ERR_JSON, { "'layer_types'", "1", "2" } },
    { LLAMA("'layer_types': ['full_attention', 'linear_attention']"),
      AIC_ERR_UNKNOWN,
      { "'layer_types'", "'linear_attention'" } },
    { SMALL("gpt_neox", "'num_hidden_layers': 2, 'attention_bias': false"),
      AIC_ERR_UNKNOWN,
      { "'attention_bias'" } },
    { SMALL("deepseek_v3", "'num_hidden_layers': 2, 'attention_bias': true"),
      AIC_ERR_UNKNOWN,
      { "'attention_bias'" } },
    { SMALL("deepseek_v3", "'num_hidden_layers': 2, 'moe_layer_freq': 2"),
      AIC_ERR_UNKNOWN,
      { "'moe_layer_freq'", "2" } },
    { SMALL("deepseek_v3", "'num_hidden_layers': 2"), AIC_ERR_MISSING, { "'kv_lora_rank'" } },
    { SMALL("opt", "'num_hidden_layers': 2, 'word_embed_proj_dim': 32"),
      AIC_ERR_UNKNOWN,
      { "'word_embed_proj_dim'", "32" } },
    { SMALL("opt", "'num_hidden_layers': 2, 'do_layer_norm_before': false"),
      AIC_ERR_UNKNOWN,
      { "'do_layer_norm_before'" } },
    { SMALL("qwen3_moe", "'num_hidden_layers': 2, 'decoder_sparse_step': 2"),
      AIC_ERR_UNKNOWN,
      { "'decoder_sparse_step'" } },
    { SMALL("qwen3_moe", "'num_hidden_layers': 2, 'mlp_only_layers': [0]"),
      AIC_ERR_UNKNOWN,
      { "'mlp_only_layers'" } },
    { SMALL("minimax_m2", "'num_hidden_layers': 2, 'attn_type_list': [1, 0]"),
      AIC_ERR_UNKNOWN,
      { "'attn_type_list'" } },
    { SMALL("gemma4", "'num_hidden_layers': 2"), AIC_ERR_MISSING, { "'layer_types'" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 'Mx'"),
      AIC_ERR_UNKNOWN,
      { "'hybrid_override_pattern'", "'x'" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 'M'"),
      AIC_ERR_JSON,
      { "'hybrid_override_pattern'", "1", "2" } },
    { SMALL("jamba", "'num_hidden_layers': 2, 'attn_layer_period': 0"),
      AIC_ERR_JSON,
      { "'attn_layer_period'" } },
    { SMALL("mpt", "'num_hidden_layers': 2, 'attn_config': [1]"),
      AIC_ERR_JSON,
      { "'attn_config'", "list" } },
    { SMALL("dbrx", "'num_hidden_layers': 2"), AIC_ERR_MISSING, { "'ffn_config'" } },
    { SMALL("mpt", "'num_hidden_layers': 2, 'expansion_ratio': 0.3, 'max_seq_len': 8"),
      AIC_ERR_JSON,
      { "ffn", "19.2" } },
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        struct reading reading;
        read_document(&reading, refusals[i].document);
        assert_false(reading.ok);
        if (reading.notes.error.code != refusals[i].code) {
            fail_msg("%s: %s", refusals[i].document, reading.notes.error.message);
        }
        for (size_t word = 0; word < COUNT(refusals[i].words) && refusals[i].words[word]; word++) {
            if (!strstr(reading.notes.error.message, refusals[i].words[word])) {
                fail_msg("'%s' is not in '%s'", refusals[i].words[word],
                         reading.notes.error.message);
            }
        }
    }
}

static const struct {
    const char *name;
    const char *word;
} refused_files[] = {
    { "refused-deepseek-v4-flash.json", "deepseek_v4" },
    { "refused-duplicate-key.json", "line 4" },
    { "refused-encoder-decoder.json", "t5" },
    { "refused-layer-types.json", "dilated_attention" },
    { "refused-nemotron-3-super.json", "moe_latent_size" },
    { "refused-no-layers.json", "num_hidden_layers" },
};

static void test_refused_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refused_files); i++) {
        struct reading reading;
        read_file(&reading, refused_files[i].name);
        assert_false(reading.ok);
        assert_non_null(strstr(reading.notes.error.message, refused_files[i].word));
    }
}

static void test_nearest_type(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading, "{'model_type': 'lama'}");
    assert_non_null(strstr(reading.notes.error.suggestion, "'llama'"));
}

/* Keys that are harmless, empty or say once more what a field says; and keys that are not. */
static void test_unknown_keys(void **state)
{
    static const char *const quiet[] = {
        "'hidden_act': 'silu', 'rms_norm_eps': 1e-6, 'attention_dropout': 0.1",
        "'expert_dropout_list': [], 'kv_share': 0, 'use_ffn_bias': false, 'lora': {}",
        "'kv_channels': 16, 'pad_token_id': 3, 'rope_theta': 10000, 'unheard_of': 7",
        "'attn_implementation': 'sdpa', 'head_dim': null",
        "'vision_tower': '', 'audio_config': {}, 'vision_soft_tokens': 3",
    };
    static const char *const loud[] = {
        "num_experts", "sliding_window", "kv_channels",
        "router_bias", "q_lora_rank",    "lm_head_size",
    };
    (void)state;
    struct reading reading;
    char document[512];
    for (size_t i = 0; i < COUNT(quiet); i++) {
        snprintf(document, sizeof document, LLAMA("%s"), quiet[i]);
        read_document(&reading, document);
        assert_true(reading.ok);
        assert_int_equal(reading.notes.count, 0);
    }
    for (size_t i = 0; i < COUNT(loud); i++) {
        snprintf(document, sizeof document, LLAMA("'%s': 8"), loud[i]);
        read_document(&reading, document);
        assert_true(reading.ok);
        assert_true(aic_warned(&reading.notes, "config-key-unknown"));
        assert_non_null(strstr(reading.notes.notes[0].text, loud[i]));
    }
}

static void test_predicted_tokens(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading, LLAMA("'num_nextn_predict_layers': 1"));
    assert_true(reading.ok);
    assert_true(aic_warned(&reading.notes, "mtp-not-counted"));
    assert_int_equal(reading.notes.count, 1);
    read_document(&reading, LLAMA("'num_nextn_predict_layers': 0"));
    assert_int_equal(reading.notes.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_released_files),   cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_windows),          cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_formats),          cmocka_unit_test(test_text_config),
        cmocka_unit_test(test_refusals),         cmocka_unit_test(test_refused_files),
        cmocka_unit_test(test_nearest_type),     cmocka_unit_test(test_unknown_keys),
        cmocka_unit_test(test_predicted_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
