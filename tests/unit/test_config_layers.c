/* SPDX-License-Identifier: Apache-2.0 */
/* Which kind each layer is of: lists of words and marks, patterns, windows, and layers with experts. */
#include "config_reading.h"

#define GEMMA3(more) SMALL("gemma3_text", "'sliding_window': 8, 'num_hidden_layers': " more)
#define OLMO3(more)  SMALL("olmo3", "'sliding_window': 8, 'num_hidden_layers': " more)
#define S            "'sliding_attention'"
#define F            "'full_attention'"

/* Of five layers the third is full where every third is; a pattern of 1 slides nowhere. */
static const struct wanted patterns[] = {
    { GEMMA3("5, 'sliding_window_pattern': 3"), "sliding_layers=4 sliding_window=8" },
    { GEMMA3("6, 'sliding_window_pattern': 3"), "sliding_layers=4" },
    { GEMMA3("3, 'sliding_window_pattern': 2"), "sliding_layers=2" },
    { GEMMA3("3, 'sliding_window_pattern': 1"), "-sliding_layers -sliding_window" },
    { GEMMA3("7, 'sliding_window_pattern': 0"), "sliding_layers=6" },
    { GEMMA3("5, '_sliding_window_pattern': 2"), "sliding_layers=3" },
    { SMALL("cohere2", "'num_hidden_layers': 6, 'sliding_window_pattern': 'LLG'"),
      "sliding_layers=4" },
    { SMALL("cohere2", "'num_hidden_layers': 7, 'sliding_window_pattern': 'GLL'"),
      "sliding_layers=4" },
    { SMALL("cohere2", "'num_hidden_layers': 4, 'sliding_window_pattern': ''"), "-sliding_layers" },
    { SMALL("modernbert", "'num_hidden_layers': 5, 'global_attn_every_n_layers': 2"),
      "sliding_layers=2 sliding_window=128" },
    { SMALL("modernbert", "'num_hidden_layers': 5, 'global_attn_every_n_layers': 1"),
      "-sliding_layers" },
    /* norms over all of queries and keys are in layers of both kinds */
    { OLMO3("4, 'layer_types': [" S ", " F ", " S ", " S "]"),
      "sliding_layers=3 extra_params=512" },
    { OLMO3("4, 'layer_types': []"), "sliding_layers=3" },
};

static void patterns_are_repeated(void **state)
{
    (void)state;
    assert_answers(patterns, COUNT(patterns));
}

/* A window as wide as the context leaves full layers, but where the others have heads of their own. */
#define INKLING(more)                                                                              \
    SMALL("inkling_text",                                                                          \
          "'num_hidden_layers': 2, 'num_key_value_heads': 2, 'head_dim': 16,"                      \
          " 'n_routed_experts': 8, 'num_experts_per_tok': 2, 'moe_intermediate_size': 32,"         \
          " 'n_shared_experts': 1, 'd_rel': 8, 'rel_extent': 24, 'sliding_window': 16,"            \
          " 'local_layer_ids': [1], 'model_max_length': " more)
static const struct wanted windows[] = {
    { INKLING("17"), "sliding_layers=1 sliding_window=16 -sliding_heads extra_params=2130" },
    { INKLING("16"), "-sliding_layers -sliding_window extra_params=2194" },
    { INKLING("16, 'swa_num_attention_heads': 2"), "sliding_layers=1 sliding_heads=2" },
    { INKLING("16, 'swa_num_key_value_heads': 4"), "sliding_layers=1 sliding_kv_heads=4" },
    { INKLING("16, 'swa_head_dim': 8"), "sliding_layers=1 sliding_head_dim=8" },
    { INKLING("16, 'swa_num_attention_heads': 4, 'swa_num_key_value_heads': 2,"
              " 'swa_head_dim': 16"),
      "-sliding_layers -sliding_heads -sliding_kv_heads -sliding_head_dim" },
    { LLAMA("'layer_types': [" S ", " F "], 'sliding_window': 1"),
      "sliding_layers=1 sliding_window=1" },
    { LLAMA("'layer_types': [" S ", " F "], 'sliding_window': 0"), "-sliding_layers" },
    { LLAMA("'layer_types': [" S ", " F "]"), "-sliding_layers" },
    { LLAMA("'layer_types': ['chunked_attention', " F "], 'attention_chunk_size': 7,"
            " 'max_position_embeddings': 8"),
      "chunked_layers=1 chunk_size=7" },
    { LLAMA("'layer_types': ['chunked_attention', " F "], 'attention_chunk_size': 8,"
            " 'max_position_embeddings': 8"),
      "-chunked_layers -chunk_size" },
    /* layers from the max_window_layers-th on slide, and there may be none */
    { SMALL("qwen2", "'num_hidden_layers': 4, 'sliding_window': 8, 'max_window_layers': 4,"
                     " 'use_sliding_window': true"),
      "-sliding_layers -sliding_window" },
    { SMALL("qwen2", "'num_hidden_layers': 4, 'sliding_window': 8, 'max_window_layers': 0,"
                     " 'use_sliding_window': true"),
      "sliding_layers=4 sliding_window=8" },
    /* of the last three layers two are full, and all keep no cache of their own */
    { SMALL("gemma3n_text", "'num_hidden_layers': 6, 'num_kv_shared_layers': 3, 'layer_types': [" S
                            ", " S ", " F ", " F ", " S ", " F "]"),
      "uncached_full_layers=2 uncached_sliding_layers=1 sliding_layers=3" },
    /* norms of queries and keys are in every layer that attends */
    { SMALL("qwen3", "'num_hidden_layers': 3, 'attention_chunk_size': 8, 'sliding_window': 8,"
                     " 'layer_types': ['chunked_attention', " F ", " S "],"
                     " 'use_sliding_window': true, 'max_window_layers': 0"),
      "chunked_layers=1 sliding_layers=1 extra_params=96" },
    { SMALL("minimax_m3",
            "'num_hidden_layers': 3, 'layer_types': ['minimax_m3_sparse', 'minimax_m3_sparse', " F
            "], 'moe_layer_freq': [0, 0, 1], 'num_local_experts': 4"),
      "index_layers=2 dense_layers=2 extra_params=772" },
};

static void windows_that_hide_nothing_are_none(void **state)
{
    (void)state;
    assert_answers(windows, COUNT(windows));
}

/* deepseek_v4: the lesser ratio is that of layers with an indexer, and 0 slides. */
#define RATIOS(ratios)                                                                             \
    "{'model_type': 'deepseek_v4', 'hidden_size': 64, 'num_attention_heads': 4, 'head_dim': 16,"   \
    " 'vocab_size': 100, 'num_hidden_layers': 4, 'q_lora_rank': 32, 'o_lora_rank': 32,"            \
    " 'o_groups': 2, 'qk_rope_head_dim': 8, 'index_topk': 64, 'index_n_heads': 4,"                 \
    " 'index_head_dim': 16, 'n_routed_experts': 8, 'num_experts_per_tok': 2, 'sliding_window': 8," \
    " 'moe_intermediate_size': 32, " ratios "}"
static const struct wanted ratios[] = {
    { RATIOS("'compress_ratios': [0, 4, 128, 4]"),
      "csa_layers=2 hca_layers=1 sliding_layers=1 csa_ratio=4 hca_ratio=128 tied_kv=yes" },
    { RATIOS("'compress_ratios': [128, 0, 4, 128]"),
      "csa_layers=1 hca_layers=2 sliding_layers=1 csa_ratio=4 hca_ratio=128" },
    { RATIOS("'compress_ratios': [1, 2, 2, 2, 0]"),
      "csa_layers=1 hca_layers=3 -sliding_layers csa_ratio=1 hca_ratio=2" },
    { RATIOS("'compress_ratios': [1, 2, 0, 2], 'compress_rates': {'compressed_sparse_attention':"
             " 2, 'heavily_compressed_attention': 1}"),
      "csa_layers=2 hca_layers=1 sliding_layers=1 csa_ratio=2 hca_ratio=1" },
    { RATIOS("'compress_ratios': [0, 1, 2, 2], 'compress_rates': {'compressed_sparse_attention':"
             " 2, 'heavily_compressed_attention': 1}"),
      "csa_layers=2 hca_layers=1 sliding_layers=1" },
    { RATIOS("'layer_types': ['compressed_sparse_attention', 'heavily_compressed_attention',"
             " 'compressed_sparse_attention', " S "]"),
      "csa_layers=2 hca_layers=1 sliding_layers=1 csa_ratio=4 hca_ratio=128" },
    { RATIOS("'compress_rates': {'compressed_sparse_attention': 8,"
             " 'heavily_compressed_attention': 64}, 'layer_types': ['compressed_sparse_attention',"
             " " S ", " S ", " S "]"),
      "csa_layers=1 -hca_layers sliding_layers=3 csa_ratio=8" },
    /* sinks and a norm in each layer, biases of routers that are no tables of tokens, and two streams, mixed before
     * and behind attention and block, and once at the end */
    { RATIOS("'compress_ratios': [0, 4, 128, 4], 'hc_mult': 1"), "extra_params=112" },
    { RATIOS("'compress_ratios': [0, 4, 128, 4], 'num_hash_layers': 3"), "extra_params=88" },
    { RATIOS("'compress_ratios': [0, 4, 128, 4], 'hc_mult': 2"), "extra_params=8651" },
};

static void ratios_tell_layers_apart(void **state)
{
    (void)state;
    assert_answers(ratios, COUNT(ratios));
}

/* Layers with an indexer of their own: the first ones, then every so many, or as a text or a list says. */
#define INDEXED(more)                                                                              \
    SMALL("deepseek_v32",                                                                          \
          "'num_hidden_layers': 8, 'kv_lora_rank': 32, 'q_lora_rank': 32, 'qk_nope_head_dim': 16," \
          " 'v_head_dim': 16, 'qk_rope_head_dim': 8, 'n_routed_experts': 8,"                       \
          " 'num_experts_per_tok': 2, 'moe_intermediate_size': 32, 'index_n_heads': 4,"            \
          " 'index_head_dim': 16, 'index_topk': 64" more)
static const struct wanted indexers[] = {
    { INDEXED(""), "-index_layers index_heads=4 index_head_dim=16 index_topk=64" },
    { INDEXED(", 'index_topk_freq': 1"), "-index_layers" },
    { INDEXED(", 'index_topk_freq': 2"), "index_layers=5" },
    { INDEXED(", 'index_topk_freq': 3"), "index_layers=4" },
    { INDEXED(", 'index_topk_freq': 3, 'index_skip_topk_offset': 1"), "index_layers=3" },
    { INDEXED(", 'index_topk_freq': 3, 'index_skip_topk_offset': 4"), "index_layers=5" },
    { INDEXED(", 'index_topk_freq': 3, 'index_skip_topk_offset': 7"), "index_layers=7" },
    { INDEXED(", 'index_topk_freq': 3, 'index_skip_topk_offset': 8"), "-index_layers" },
    { INDEXED(", 'index_topk_pattern': 'FSSSSSSS'"), "index_layers=1" },
    { INDEXED(", 'index_topk_pattern': 'SFFSSSSFF', 'index_topk_freq': 3"), "index_layers=3" },
    { INDEXED(", 'indexer_types': ['full', 'shared', 'full', 'full', 'full', 'full', 'full',"
              " 'full'], 'index_topk_pattern': 'FSSSSSSS'"),
      "index_layers=7" },
    /* the second layer has none, so that to leave it as it was changes nothing */
    { INDEXED(", 'index_topk_pattern': 'FSSSSSSS', 'quantization_config': {'quant_method': 'awq',"
              " 'bits': 4, 'group_size': 128, 'modules_to_not_convert':"
              " ['model.layers.1.self_attn.indexer.wq_b']}"),
      "released_dtype=int4 -attention_bits" },
};

static void indexers_stand_in_some_layers(void **state)
{
    (void)state;
    assert_answers(indexers, COUNT(indexers));
}

/* Layers that recur beside those that attend, and what the last layers of a file share. */
#define BAILING(more)                                                                              \
    SMALL("bailing_hybrid",                                                                        \
          "'head_dim': 16, 'num_experts': 4, 'num_experts_per_tok': 2, 'moe_intermediate_size':"   \
          " 32, 'num_shared_experts': 1, 'num_hidden_layers': " more)
#define LATENT(more)                                                                               \
    SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': '*E',"                 \
                        " 'num_experts_per_tok': 1, 'moe_intermediate_size': 32,"                  \
                        " 'n_shared_experts': 0, 'n_routed_experts': " more)
#define GEMMA4(more)                                                                               \
    SMALL("gemma4", "'num_hidden_layers': 2, 'layer_types': [" S ", " F "], 'head_dim': 16,"       \
                    " 'global_head_dim': 32, " more)
#define GRANITE(more)                                                                              \
    SMALL("granitemoehybrid",                                                                      \
          "'num_hidden_layers': 3, 'layer_types': ['mamba', 'attention', 'attention'],"            \
          " 'mamba_n_heads': 17, 'mamba_d_head': 3, 'mamba_d_state': 11, 'mamba_n_groups': 7,"     \
          " 'mamba_d_conv': 5, 'shared_intermediate_size': 96, " more)
static const struct wanted mixed[] = {
    { BAILING("7, 'layer_group_size': 3"), "linear_layers=4" },
    { BAILING("6, 'layer_group_size': 3"), "linear_layers=4" },
    { BAILING("5, 'layer_group_size': 6"), "-linear_layers" },
    { BAILING("3, 'layer_group_size': 1"), "-linear_layers" },
    { BAILING("2, 'layer_group_size': 2, 'quantization_config': {'quant_method': 'awq', 'bits': 4,"
              " 'group_size': 128, 'modules_to_not_convert': ['model.layers.0.self_attn']}"),
      "mixer_bits=16 -attention_bits" },
    { BAILING("3, 'layer_group_size': 3, 'quantization_config': {'quant_method': 'awq', 'bits': 4,"
              " 'group_size': 128, 'modules_to_not_convert': ['model.layers.2.self_attn']}"),
      "attention_bits=16 -mixer_bits" },
    { SMALL("qwen3_next", "'num_hidden_layers': 5, 'full_attention_interval': 3,"
                          " 'linear_num_key_heads': 2, 'linear_num_value_heads': 4,"
                          " 'linear_key_head_dim': 8, 'linear_value_head_dim': 8,"
                          " 'linear_conv_kernel_dim': 4"),
      "linear_layers=4" },
    { SMALL("zamba2", "'num_hidden_layers': 3, 'hybrid_layer_ids': [0, 2], 'n_mamba_heads': 17,"
                      " 'mamba_expand': 3, 'mamba_d_state': 11, 'mamba_ngroups': 7,"
                      " 'mamba_d_conv': 5, 'use_shared_mlp_adapter': false"),
      "mlp_extra=-24576" },
    { LATENT("1, 'moe_latent_size': 32"), "experts=1 expert_hidden=32" },
    { LATENT("2, 'moe_latent_size': 64"), "experts=2 -expert_hidden" },
    { LATENT("2, 'moe_latent_size': 1"), "expert_hidden=1" },
    { GEMMA4("'sliding_window': 8"),
      "-uncached_full_layers -uncached_sliding_layers norms_per_layer=4 -attention_extra" },
    { GEMMA4("'sliding_window': 8, 'enable_moe_block': true, 'num_experts': 1, 'top_k_experts':"
             " 1, 'moe_intermediate_size': 32"),
      "experts=1 norms_per_layer=7" },
    { SMALL("minimax_m3", "'num_hidden_layers': 2, 'layer_types': ['minimax_m3_sparse', " F "],"
                          " 'moe_layer_freq': [0, 1]"),
      "index_layers=1 index_heads=4 index_topk=2048" },
    { GRANITE("'num_local_experts': 0, 'attention_bias': true"),
      "ffn=96 -experts qkv_bias=yes extra_params=128 linear_layers=1" },
    { GRANITE("'num_local_experts': 1, 'num_experts_per_tok': 1"),
      "experts=1 expert_ffn=128 shared_experts=1 shared_expert_ffn=96 -ffn -qkv_bias" },
    { "{'model_type': 'gemma3n_text', 'num_hidden_layers': 2, 'hidden_size': 64,"
      " 'hidden_size_per_layer_input': 0, 'num_kv_shared_layers': 0, 'layer_types': [" F ", " S
      "], 'intermediate_size': [128, 96]}",
      "ffn=128 mlp_extra=-6144 -lookup_params" },
    { "{'model_type': 'gemma3n_text', 'num_hidden_layers': 2, 'hidden_size': 64,"
      " 'hidden_size_per_layer_input': 0, 'num_kv_shared_layers': 0, 'layer_types': [" F ", " S
      "], 'intermediate_size': [0, 0]}",
      "-ffn -mlp_extra" },
    { SMALL("bamba", "'num_hidden_layers': 3, 'attn_layer_indices': [0, 2], 'mamba_n_heads': 17,"
                     " 'mamba_d_head': 3, 'mamba_d_state': 11, 'mamba_n_groups': 7,"
                     " 'mamba_d_conv': 5"),
      "linear_layers=1" },
    { SMALL("zamba2", "'num_hidden_layers': 3, 'hybrid_layer_ids': [0, 2], 'n_mamba_heads': 17,"
                      " 'mamba_expand': 3, 'mamba_d_state': 11, 'mamba_ngroups': 7,"
                      " 'mamba_d_conv': 5"),
      "linear_layers=3 attention_layers=2" },
    { SMALL("lfm2", "'num_hidden_layers': 2, 'full_attn_idxs': [0, 1], 'block_multiple_of': 0"),
      "ffn=85" },
    { SMALL("lfm2", "'num_hidden_layers': 2, 'full_attn_idxs': [0, 1], 'block_multiple_of': 1"),
      "ffn=85" },
    { SMALL("lfm2", "'num_hidden_layers': 2, 'full_attn_idxs': [0, 1], 'block_multiple_of': 84"),
      "ffn=168" },
    { SMALL("lfm2", "'num_hidden_layers': 2, 'full_attn_idxs': [0, 1], 'block_multiple_of': 85,"
                    " 'block_ffn_dim_multiplier': 1.5"),
      "ffn=170" },
    { SMALL("lfm2", "'num_hidden_layers': 2, 'full_attn_idxs': [0, 1]"), "ffn=256" },
    /* of two full layers one has keys that are values; it and a sliding one have matrices of their own */
    { SMALL("gemma4", "'num_hidden_layers': 4, 'layer_types': [" S ", " F ", " S ", " F "],"
                      " 'head_dim': 16, 'num_key_value_heads': 4, 'global_head_dim': 32,"
                      " 'num_global_key_value_heads': 2, 'attention_k_eq_v': true,"
                      " 'num_kv_shared_layers': 2, 'sliding_window': 8"),
      "attention_extra=-20480 uncached_full_layers=1 uncached_sliding_layers=1" },
};

static void layers_are_mixed(void **state)
{
    (void)state;
    assert_answers(mixed, COUNT(mixed));
}

/* Five layers with experts, of which a rule makes some dense; dense_leading is unset where they come first. */
#define MOE(more)                                                                                  \
    SMALL("qwen3_moe", "'num_hidden_layers': 5, 'num_experts': 8, 'num_experts_per_tok': 2,"       \
                       " 'moe_intermediate_size': 32, " more)
static const struct wanted dense[] = {
    { MOE("'norm_topk_prob': true"), "-dense_layers -dense_leading -ffn experts=8 expert_ffn=32" },
    { MOE("'mlp_only_layers': [0, 1]"), "dense_layers=2 -dense_leading ffn=128" },
    { MOE("'mlp_only_layers': [0, 2]"), "dense_layers=2 dense_leading=no" },
    { MOE("'mlp_only_layers': [4]"), "dense_layers=1 dense_leading=no" },
    { MOE("'mlp_only_layers': []"), "-dense_layers" },
    { MOE("'first_k_dense_replace': 0"), "-dense_layers" },
    { MOE("'first_k_dense_replace': 2"), "dense_layers=2 -dense_leading" },
    { MOE("'num_dense_layers': 5"), "dense_layers=5 -dense_leading" },
    { MOE("'first_k_dense_replace': 1, 'mlp_only_layers': [0, 3]"),
      "dense_layers=2 dense_leading=no" },
    /* experts in every so many layers: the last of each step, or the first */
    { MOE("'decoder_sparse_step': 1"), "-dense_layers" },
    { MOE("'decoder_sparse_step': 2"), "dense_layers=3 dense_leading=no" },
    { MOE("'decoder_sparse_step': 3"), "dense_layers=4 dense_leading=no" },
    { MOE("'decoder_sparse_step': 5"), "dense_layers=4 -dense_leading" },
    { MOE("'moe_layer_freq': 2"), "dense_layers=2 dense_leading=no" },
    { MOE("'moe_layer_freq': 3"), "dense_layers=3 dense_leading=no" },
    { MOE("'moe_layer_freq': 2, 'first_k_dense_replace': 2"), "dense_layers=3 dense_leading=no" },
    { MOE("'moe_layer_interval': 2"), "dense_layers=3 dense_leading=no" },
    { MOE("'moe_layer_interval': 5"), "dense_layers=4 -dense_leading" },
    { MOE("'moe_layer_start_index': 1"), "dense_layers=1 -dense_leading" },
    { MOE("'moe_layer_start_index': 1, 'moe_layer_end_index': 3"),
      "dense_layers=2 dense_leading=no" },
    { MOE("'moe_layer_end_index': 0"), "dense_layers=4 dense_leading=no" },
    { MOE("'moe_layer_end_index': 1"), "dense_layers=3 dense_leading=no" },
    { MOE("'moe_layer_end_index': 4"), "-dense_layers" },
    { MOE("'moe_layer_end_index': -1"), "-dense_layers" },
    /* lists, the first of which counts; each may be longer by layers that predict */
    { MOE("'moe_layer_freq': [0, 0, 1, 1, 1]"), "dense_layers=2 -dense_leading" },
    { MOE("'moe_layer_freq': [1, 0, 1, 1, 1, 0]"), "dense_layers=1 dense_leading=no" },
    { MOE("'is_moe_layer': [false, true, true, false, true]"), "dense_layers=2 dense_leading=no" },
    { MOE("'is_moe_layer': [1, 1, 1, 1, 0], 'moe_layer_freq': [0, 0, 0, 0, 1]"),
      "dense_layers=1 dense_leading=no" },
    { MOE("'mlp_layer_types': ['dense', 'sparse', 'sparse', 'dense', 'dense']"),
      "dense_layers=3 dense_leading=no" },
    { MOE("'mlp_layer_types': ['dense', 'sparse', 'sparse', 'sparse', 'sparse'],"
          " 'is_moe_layer': [0, 0, 0, 0, 1]"),
      "dense_layers=1 -dense_leading" },
    { MOE("'moe_layers': [0, 1, 2]"), "dense_layers=2 dense_leading=no" },
    { MOE("'moe_layers': [4], 'first_k_dense_replace': 1"), "dense_layers=4 -dense_leading" },
    { MOE("'moe_layers': [], 'first_k_dense_replace': 1"), "dense_layers=1 -dense_leading" },
    { MOE("'moe_layers_enum': '0,4'"), "dense_layers=3 dense_leading=no" },
    { MOE("'moe_layers_enum': ' 2,  3 , 4 '"), "dense_layers=2 -dense_leading" },
    { MOE("'moe_layers_enum': '4'"), "dense_layers=4 -dense_leading" },
    { MOE("'moe_layers_enum': '', 'first_k_dense_replace': 2"), "dense_layers=2 -dense_leading" },
    { SMALL("jamba", "'num_hidden_layers': 5, 'attn_layer_period': 1, 'attn_layer_offset': 0,"
                     " 'num_experts': 4, 'expert_layer_period': 3, 'expert_layer_offset': 1"),
      "dense_layers=3 dense_leading=no" },
    { SMALL("jamba", "'num_hidden_layers': 5, 'attn_layer_period': 1, 'attn_layer_offset': 0,"
                     " 'num_experts': 4, 'expert_layer_period': 1, 'expert_layer_offset': 0"),
      "-dense_layers" },
    { SMALL("jamba", "'num_hidden_layers': 5, 'attn_layer_period': 1, 'attn_layer_offset': 0,"
                     " 'num_experts': 4, 'expert_layer_period': 1, 'expert_layer_offset': 1"),
      "dense_layers=5 -dense_leading" },
    /* a block a layer: dense, and neither dense nor experts */
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': '*-'"),
      "ffn=128 ffn_layers=1 -dense_layers -experts" },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': '**'"),
      "ffn_layers=0 -ffn -dense_layers -experts" },
    /* one expert is one, and the router has a bias for it */
    { SMALL("youtu", "'num_hidden_layers': 3, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
                     " 'v_head_dim': 16, 'qk_rope_head_dim': 8, 'n_routed_experts': 1,"
                     " 'num_experts_per_tok': 1, 'moe_intermediate_size': 32,"
                     " 'first_k_dense_replace': 1"),
      "experts=1 dense_layers=1 extra_params=2" },
    { SMALL("youtu", "'num_hidden_layers': 3, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
                     " 'v_head_dim': 16, 'qk_rope_head_dim': 8, 'n_routed_experts': 0"),
      "-experts ffn=128 -extra_params" },
    /* the second layer, which is dense, is not converted: all of the dense blocks, none of the experts */
    { MOE("'mlp_only_layers': [1], 'quantization_config': {'quant_method': 'awq', 'bits': 4,"
          " 'group_size': 128, 'modules_to_not_convert': ['model.layers.1.mlp']}"),
      "mlp_bits=16 -experts_bits" },
};

static void layers_without_experts_are_dense(void **state)
{
    (void)state;
    assert_answers(dense, COUNT(dense));
}

/* A shared expert beside them: how many there are, how wide, and what weighs it. */
static const struct wanted shared[] = {
    { SMALL("qwen2_moe", "'num_hidden_layers': 3, 'num_experts': 8, 'num_experts_per_tok': 2,"
                         " 'moe_intermediate_size': 32, 'shared_expert_intermediate_size': 1,"
                         " 'mlp_only_layers': [0]"),
      "shared_experts=1 shared_expert_ffn=1 extra_params=128" },
    { SMALL("qwen2_moe", "'num_hidden_layers': 3, 'num_experts': 8, 'num_experts_per_tok': 2,"
                         " 'moe_intermediate_size': 32, 'shared_expert_intermediate_size': 0"),
      "-shared_experts -shared_expert_ffn" },
    { SMALL("minimax_m3", "'num_hidden_layers': 2, 'n_shared_experts': 2,"
                          " 'shared_intermediate_size': 96, 'moe_layer_freq': [0, 1]"),
      "shared_experts=2 shared_expert_ffn=96" },
    { SMALL("minimax_m3", "'num_hidden_layers': 2, 'n_shared_experts': 0,"
                          " 'moe_layer_freq': [0, 1]"),
      "-shared_experts -shared_expert_ffn" },
    { SMALL("deepseek_v2", "'num_hidden_layers': 2, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
                           " 'v_head_dim': 16, 'qk_rope_head_dim': 8, 'n_routed_experts': 8,"
                           " 'num_experts_per_tok': 2, 'moe_intermediate_size': 32,"
                           " 'n_shared_experts': 1"),
      "shared_experts=1 -shared_expert_ffn" },
};

static void shared_experts_stand_beside(void **state)
{
    (void)state;
    assert_answers(shared, COUNT(shared));
}

/* A list that names what is not there is refused, and the message says it. */
static const struct wanted refusals[] = {
    { MOE("'first_k_dense_replace': 6"),
      "'first_k_dense_replace' (6) is above the number of layers (5)" },
    { MOE("'decoder_sparse_step': 0"), "'decoder_sparse_step' must be at least 1" },
    { MOE("'moe_layer_interval': 0"), "'moe_layer_interval' must be at least 1" },
    { MOE("'mlp_only_layers': [-1]"), "'mlp_only_layers'" },
    { MOE("'mlp_only_layers': [4, 5]"), "'mlp_only_layers' has layer 5, and there are 5" },
    { MOE("'moe_layers_enum': '5'"), "'moe_layers_enum' must be numbers of layers" },
    { MOE("'moe_layers_enum': '-1'"), "'moe_layers_enum' must be numbers of layers" },
    { MOE("'moe_layers_enum': '1,,2'"), "'moe_layers_enum' must be numbers of layers" },
    { MOE("'moe_layers_enum': '1;2'"), "'moe_layers_enum' must be numbers of layers" },
    { MOE("'moe_layers_enum': '1 2'"), "'moe_layers_enum' must be numbers of layers" },
    { SMALL("kimi_linear",
            "'num_hidden_layers': 2, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
            " 'qk_rope_head_dim': 8, 'v_head_dim': 16, 'linear_attn_config': {'kda_layers': [3]}"),
      "'kda_layers' has layer 3, and there are 2" },
    { SMALL("kimi_linear",
            "'num_hidden_layers': 2, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
            " 'qk_rope_head_dim': 8, 'v_head_dim': 16, 'linear_attn_config': {'kda_layers': [0]}"),
      "'kda_layers' has layer 0, and there are 2" },
    { GEMMA3("4, 'sliding_window_pattern': 'LLX'"), "a number of layers, or letters L and G" },
    { SMALL("nemotron_h", "'num_hidden_layers': 3, 'hybrid_override_pattern': 'M*'"),
      "'hybrid_override_pattern' has 2 letters for 3 layers" },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 'M?'"),
      "'hybrid_override_pattern' has '?', a kind that is not known here" },
    { SMALL("qwen2_moe", "'num_hidden_layers': 3, 'num_experts': 8, 'num_experts_per_tok': 2,"
                         " 'moe_intermediate_size': 32"),
      "'shared_expert_intermediate_size'" },
    { INKLING("16, 'swa_head_dim': 8, 'sliding_window': 0"), "'sliding_window'" },
    { RATIOS("'compress_ratios': [4, 128, 0]"), "'compress_ratios'" },
};

static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        struct reading reading;
        read_document(&reading, refusals[i].source);
        if (reading.ok || !strstr(reading.notes.error.message, refusals[i].has)) {
            fail_msg("%s: %s", refusals[i].source,
                     reading.ok ? reading.fields : reading.notes.error.message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_are_repeated),
        cmocka_unit_test(windows_that_hide_nothing_are_none),
        cmocka_unit_test(ratios_tell_layers_apart),
        cmocka_unit_test(layers_are_mixed),
        cmocka_unit_test(indexers_stand_in_some_layers),
        cmocka_unit_test(layers_without_experts_are_dense),
        cmocka_unit_test(shared_experts_stand_beside),
        cmocka_unit_test(what_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
