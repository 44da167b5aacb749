/* SPDX-License-Identifier: Apache-2.0 */
/* Hugging Face config.json: which fields each file sets. */
#include "config_reading.h"

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

/* Model types of which the folder has no file, in the shape of a released one. */
static const struct answer shapes[] = {
    { "{'model_type': 'falcon', 'num_hidden_layers': 60, 'hidden_size': 8192,"
      " 'num_attention_heads': 128, 'num_kv_heads': 8, 'new_decoder_architecture': true,"
      " 'vocab_size': 65024, 'torch_dtype': 'bfloat16'}",
      "layers=60 hidden=8192 heads=128 kv_heads=8 head_dim=64 ffn=32768 gated=no vocab=65024 "
      "tied_embeddings=yes norms_per_layer=2 norm_bias=yes released_dtype=bf16" },
    { "{'model_type': 'llama', 'num_layers': 32, 'hidden_size': 4096, 'num_attention_heads': 32,"
      " 'num_kv_heads': 4, 'intermediate_size': 11008, 'vocab_size': 32000}",
      "layers=32 hidden=4096 heads=32 kv_heads=4 head_dim=128 ffn=11008 vocab=32000 "
      "tied_embeddings=no" },
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
      "sliding_layers=1 sliding_kv_heads=2 sliding_head_dim=16 norms_per_layer=7 "
      "attention_extra=-2048 extra_params=240" },
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
      "attention_gate=16 linear_layers=3 linear_state=1024 linear_conv=192 linear_params=8976 "
      "extra_params=32 "
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

/* The fields of SMALL(), and of one whose feed-forward blocks all have experts. */
#define SMALL_FIELDS(layers)                                                                       \
    "layers=" layers " hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 vocab=100 "
#define EXPERT_FIELDS(layers, ffn)                                                                 \
    "layers=" layers " hidden=64 heads=4 kv_heads=4 head_dim=16 vocab=100 tied_embeddings=no "     \
    "experts=8 experts_per_token=2 expert_ffn=" ffn
#define LATENT(more)                                                                               \
    SMALL("deepseek_v2",                                                                           \
          "'num_hidden_layers': 3, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16, 'v_head_dim': 16,"  \
          " 'qk_rope_head_dim': 8, 'n_routed_experts': 8, 'num_experts_per_tok': 2,"               \
          " 'moe_intermediate_size': 32, 'first_k_dense_replace': 1, 'topk_method': " more)
#define LATENT_FIELDS                                                                              \
    "layers=3 hidden=64 heads=4 v_head_dim=16 ffn=128 vocab=100 tied_embeddings=no experts=8 "     \
    "experts_per_token=2 expert_ffn=32 dense_layers=1 kv_lora_rank=32 qk_nope_head_dim=16 "        \
    "qk_rope_head_dim=8"
#define LINEAR_HEADS                                                                               \
    "'linear_num_key_heads': 2, 'linear_num_value_heads': 4, 'linear_key_head_dim': 8,"            \
    " 'linear_value_head_dim': 8, 'linear_conv_kernel_dim': 4"
#define LINEAR_FIELDS                                                                              \
    "attention_gate=16 linear_layers=1 linear_state=1024 linear_conv=192 linear_params=8976 "      \
    "extra_params=32"

/* What a family does where a key has another value than in its released files. */
static const struct answer variants[] = {
    /* nothing but defaults of the configuration class */
    { "{'model_type': 'gemma3_text'}",
      "layers=26 hidden=2304 heads=8 kv_heads=4 head_dim=256 ffn=9216 vocab=262208 "
      "tied_embeddings=yes sliding_window=4096 sliding_layers=22 norms_per_layer=4 "
      "extra_params=13312 max_context=131072" },
    { LLAMA("'attention_bias': true, 'max_position_embeddings': 0"),
      SMALL_FIELDS("2") "tied_embeddings=no qkv_bias=yes extra_params=128" },
    { SMALL("internlm3", "'num_hidden_layers': 2, 'qkv_bias': true"),
      SMALL_FIELDS("2") "tied_embeddings=no qkv_bias=yes" },
    { "{'model_type': 'falcon', 'num_hidden_layers': 24, 'hidden_size': 2048, 'vocab_size': 50304,"
      " 'num_attention_heads': 32, 'alibi': true, 'bias': true, 'multi_query': false,"
      " 'parallel_attn': false}",
      "layers=24 hidden=2048 heads=32 kv_heads=32 head_dim=64 ffn=8192 gated=no vocab=50304 "
      "tied_embeddings=yes qkv_bias=yes linear_bias=yes norms_per_layer=2 norm_bias=yes" },
    { "{'model_type': 'mpt', 'n_layers': 2, 'd_model': 64, 'n_heads': 4, 'vocab_size': 100,"
      " 'learned_pos_emb': false, 'expansion_ratio': 2.5}",
      "layers=2 hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=160 gated=no vocab=100 "
      "tied_embeddings=yes" },
    { SMALL("minimax_m2", "'num_hidden_layers': 2, 'num_local_experts': 8, 'use_qk_norm': false,"
                          " 'num_experts_per_tok': 2, 'use_routing_bias': false"),
      EXPERT_FIELDS("2", "128") },
    { SMALL("qwen2_moe", "'num_hidden_layers': 2, 'num_experts': 8, 'num_experts_per_tok': 2,"
                         " 'moe_intermediate_size': 32, 'shared_expert_intermediate_size': 96,"
                         " 'qkv_bias': false"),
      EXPERT_FIELDS("2", "32") " shared_experts=1 shared_expert_ffn=96 extra_params=128" },
    { SMALL("glm4_moe", "'num_hidden_layers': 3, 'n_routed_experts': 8, 'num_experts_per_tok': 2,"
                        " 'moe_intermediate_size': 32, 'use_qk_norm': true,"
                        " 'attention_bias': true"),
      "layers=3 hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 vocab=100 tied_embeddings=no "
      "qkv_bias=yes experts=8 experts_per_token=2 expert_ffn=32 shared_experts=1 dense_layers=1 "
      "extra_params=112" },
    { LATENT("'greedy'"), LATENT_FIELDS },
    { LATENT("null"), LATENT_FIELDS },
    { LATENT("'noaux_tc'"), LATENT_FIELDS " extra_params=16" },
    /* the pattern counts, and layer_types may say it once more; sinks in full layers only */
    { SMALL("mimo_v2_flash",
            "'num_hidden_layers': 3, 'num_key_value_heads': 1, 'head_dim': 24, 'v_head_dim': 16,"
            " 'swa_num_key_value_heads': 2, 'swa_head_dim': 24, 'hybrid_layer_pattern': [0, 1, 1],"
            " 'layer_types': ['full_attention', 'sliding_attention', 'sliding_attention'],"
            " 'moe_layer_freq': [false, true, true], 'sliding_window': 8, 'n_routed_experts': 8,"
            " 'num_experts_per_tok': 2, 'moe_intermediate_size': 32,"
            " 'add_full_attention_sink_bias': true"),
      "layers=3 hidden=64 heads=4 kv_heads=1 head_dim=24 v_head_dim=16 ffn=128 vocab=100 "
      "tied_embeddings=no experts=8 experts_per_token=2 expert_ffn=32 dense_layers=1 "
      "sliding_window=8 sliding_layers=2 sliding_kv_heads=2 sliding_head_dim=24 extra_params=20" },
    /* attention in each layer, and in none: the first would be the fifth */
    { SMALL("jamba", "'num_hidden_layers': 2, 'attn_layer_period': 1, 'attn_layer_offset': 0,"
                     " 'num_experts': 1"),
      SMALL_FIELDS("2") "tied_embeddings=no" },
    { SMALL("jamba", "'num_hidden_layers': 2, 'num_experts': 1, 'mamba_expand': 2,"
                     " 'mamba_d_state': 16, 'mamba_d_conv': 4, 'mamba_dt_rank': 4"),
      SMALL_FIELDS("2") "tied_embeddings=no linear_layers=2 linear_state=8192 linear_conv=384 "
                        "linear_params=32676" },
    { SMALL("nemotron_h",
            "'num_hidden_layers': 4, 'num_experts_per_tok': 2, 'use_conv_bias': false,"
            " 'layers_block_type': ['mamba', 'moe', 'attention', 'moe'],"
            " 'n_routed_experts': 8, 'moe_intermediate_size': 32,"
            " 'mamba_num_heads': 8, 'mamba_head_dim': 4, 'n_groups': 2,"
            " 'ssm_state_size': 16, 'conv_kernel': 4"),
      "layers=4 hidden=64 heads=4 kv_heads=4 head_dim=16 gated=no vocab=100 tied_embeddings=no "
      "experts=8 experts_per_token=2 expert_ffn=32 linear_layers=1 linear_state=2048 "
      "linear_conv=288 linear_params=11192 attention_layers=1 ffn_layers=2 norms_per_layer=1 "
      "extra_params=16" },
    /* one kind a layer: a list of letters, and dense blocks beside experts */
    { SMALL("nemotron_h",
            "'num_hidden_layers': 3, 'hybrid_override_pattern': ['-', '*', 'E'],"
            " 'attention_head_dim': 16, 'n_routed_experts': 8, 'num_experts_per_tok': 2,"
            " 'moe_intermediate_size': 32, 'n_shared_experts': 0"),
      "layers=3 hidden=64 heads=4 kv_heads=4 head_dim=16 ffn=128 gated=no vocab=100 "
      "tied_embeddings=no experts=8 experts_per_token=2 expert_ffn=32 dense_layers=1 "
      "dense_leading=no attention_layers=1 ffn_layers=2 norms_per_layer=1 extra_params=8" },
    { SMALL("qwen3_next", "'num_hidden_layers': 2, 'attn_output_gate': false,"
                          " 'layer_types': ['full_attention', 'full_attention']"),
      SMALL_FIELDS("2") "tied_embeddings=no extra_params=64" },
    { SMALL("qwen3_next", "'num_hidden_layers': 2, 'full_attention_interval': 2, " LINEAR_HEADS),
      SMALL_FIELDS("2") "tied_embeddings=no " LINEAR_FIELDS },
    { SMALL("qwen3_next", "'num_hidden_layers': 2,"
                          " 'layer_types': ['linear_attention', 'full_attention'], " LINEAR_HEADS),
      SMALL_FIELDS("2") "tied_embeddings=no " LINEAR_FIELDS },
};

static void test_variants(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(variants); i++) {
        struct reading reading;
        read_document(&reading, variants[i].source);
        assert_fields(&reading, variants[i].fields);
        if (reading.notes.count > 0) {
            fail_msg("%s: %s", variants[i].source, reading.notes.notes[0].text);
        }
    }
}

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
    /* a family without windows, where the file lists some */
    { LLAMA("'layer_types': ['sliding_attention', 'full_attention'], 'sliding_window': 8"),
      SMALL_FIELDS("2") "tied_embeddings=no sliding_window=8 sliding_layers=1" },
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
    "layers=6 hidden=64 heads=4 kv_heads=8 head_dim=128 ffn=256 vocab=100 tied_embeddings=no "     \
    "experts=16 experts_per_token=1 expert_ffn=128 shared_experts=1" dense

static const struct answer chunks[] = {
    { LLAMA4("'no_rope_layers': []"), LLAMA4_FIELDS("") " chunk_size=8192 chunked_layers=5" },
    { LLAMA4("'no_rope_layers': [1, 0, 1, 0, 1, 0], 'attention_chunk_size': 16"),
      LLAMA4_FIELDS("") " chunk_size=16 chunked_layers=3" },
    { LLAMA4("'max_position_embeddings': 8192"), LLAMA4_FIELDS("") " max_context=8192" },
    { LLAMA4("'interleave_moe_layer_step': 4, 'max_position_embeddings': 64"),
      LLAMA4_FIELDS(" dense_layers=5 dense_leading=no") " max_context=64" },
    { LLAMA4("'moe_layers': [1, 3], 'max_position_embeddings': 64"),
      LLAMA4_FIELDS(" dense_layers=4 dense_leading=no") " max_context=64" },
    { LLAMA4("'no_rope_layers': [true, false, true, false, true, true]"),
      LLAMA4_FIELDS("") " chunk_size=8192 chunked_layers=4" },
    { LLAMA4("'no_rope_layer_interval': 2"),
      LLAMA4_FIELDS("") " chunk_size=8192 chunked_layers=3" },
    { LLAMA4("'layer_types': ['full_attention', 'full_attention', 'full_attention',"
             " 'full_attention', 'full_attention', 'full_attention']"),
      LLAMA4_FIELDS("") },
    /* a family without chunks, where the file lists some */
    { LLAMA("'layer_types': ['chunked_attention', 'full_attention'], 'attention_chunk_size': 16"),
      SMALL_FIELDS("2") "tied_embeddings=no chunk_size=16 chunked_layers=1" },
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

/* A size may be a list of equal numbers, and a context of 0 is none; other names of the sizes. */
static const struct wanted numbers[] = {
    { LLAMA("'num_key_value_heads': [2, 2]"), "kv_heads=2" },
    { LLAMA("'num_key_value_heads': [2], 'head_dim': null"), "kv_heads=2 head_dim=16" },
    { LLAMA("'head_dim': 0, 'num_key_value_heads': 0"), "kv_heads=4 head_dim=16" },
    { LLAMA("'max_position_embeddings': 1"), "max_context=1" },
    { LLAMA("'max_position_embeddings': 0"), "-max_context" },
    { LLAMA("'max_position_embeddings': 0, 'sliding_window': 8, 'layer_types':"
            " ['sliding_attention', 'full_attention']"),
      "sliding_window=8 -max_context" },
    { LLAMA("'mlp_bias': true"), "extra_params=640" }, /* of both inner matrices and the outer */
    { SMALL("arcee", "'num_hidden_layers': 2, 'mlp_bias': true"), "extra_params=384" },
    { SMALL("llama4_text", "'num_hidden_layers': 7, 'interleave_moe_layer_step': 4"),
      "chunked_layers=6 dense_layers=6" }, /* the fourth of four is full, and has the experts */
    { SMALL("llama", "'num_hidden_layers': 1"), "layers=1" },
    { SMALL("llama", "'layers_block_type': ['attention', 'attention', 'attention']"), "layers=3" },
    { SMALL("llama", "'layers_block_type': {'a': 1}, 'num_layers': 4"), "layers=4" },
    { SMALL("llama", "'layers_block_type': ['attention'], 'n_layers': 1"), "layers=1" },
    { "{'model_type': 'llama', 'hidden_size': 64, 'text_config': {}, 'llm_config': {'model_type':"
      " 'llama', 'n_layer': 2, 'n_embd': 32, 'n_head': 4, 'intermediate_size': 8,"
      " 'vocab_size': 5}}",
      "layers=2 hidden=32 vocab=5" },
    { "{'text_config': null, 'language_config': {'model_type': 'llama', 'n_layer': 2, 'n_embd':"
      " 32, 'n_head': 4, 'intermediate_size': 8, 'vocab_size': 5}}",
      "layers=2 hidden=32 vocab=5" },
};

static void test_numbers(void **state)
{
    (void)state;
    assert_answers(numbers, COUNT(numbers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),      cmocka_unit_test(test_variants),
        cmocka_unit_test(test_windows),     cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_text_config), cmocka_unit_test(test_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
