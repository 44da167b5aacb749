/* SPDX-License-Identifier: Apache-2.0 */
/* Hugging Face config.json: what is refused. */
#include "config_reading.h"

/* A model with latent attention, one whose layers are listed: without what the tests add. */
#define LATENT(more)                                                                               \
    SMALL("deepseek_v3", "'num_hidden_layers': 2, 'qk_nope_head_dim': 16, 'qk_rope_head_dim': 8,"  \
                         " 'v_head_dim': 16, 'n_routed_experts': 8, 'num_experts_per_tok': 2,"     \
                         " 'moe_intermediate_size': 32, " more)
#define MIMO(more)                                                                                 \
    SMALL("mimo_v2_flash",                                                                         \
          "'num_hidden_layers': 2, 'head_dim': 16, 'v_head_dim': 16, 'n_routed_experts': 8,"       \
          " 'swa_num_key_value_heads': 2, 'swa_head_dim': 16, 'num_experts_per_tok': 2,"           \
          " 'moe_intermediate_size': 32, " more)
#define STEP(more)                                                                                 \
    SMALL("step3p5", "'num_hidden_layers': 2, 'moe_num_experts': 8, 'moe_top_k': 2,"               \
                     " 'moe_intermediate_size': 32, 'share_expert_dim': 32, " more)

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
    { SMALL("phimoe", "'num_hidden_layers': 2, 'num_local_experts': 8, 'num_experts_per_tok': 2,"
                      " 'mlp_bias': true"),
      AIC_ERR_UNKNOWN,
      { "'mlp_bias'", "its weights answer" } },
    { LLAMA("'num_experts': 8"), AIC_ERR_UNKNOWN, { "'num_experts' is 8", "its weights answer" } },
    { SMALL("llama", "'num_hidden_layers': [2, 3]"),
      AIC_ERR_UNKNOWN,
      { "'num_hidden_layers' is a list of different numbers" } },
    { LLAMA("'is_encoder_decoder': true"), AIC_ERR_UNKNOWN, { "'is_encoder_decoder'" } },
    { LLAMA("'num_kv_shared_layers': 1"), AIC_ERR_UNKNOWN, { "'num_kv_shared_layers'", "1" } },
    { LLAMA("'layer_types': ['full_attention']"), AIC_ERR_JSON, { "'layer_types'", "1", "2" } },
    { LLAMA("'layer_types': ['full_attention', 'linear_attention']"),
      AIC_ERR_UNKNOWN,
      { "'layer_types'", "'linear_attention'" } },
    { SMALL("gpt_neox", "'num_hidden_layers': 2, 'attention_bias': false"),
      AIC_ERR_UNKNOWN,
      { "'attention_bias'" } },
    { LATENT("'kv_lora_rank': 32, 'attention_bias': true"),
      AIC_ERR_UNKNOWN,
      { "'attention_bias'" } },
    { LATENT("'kv_lora_rank': 32, 'moe_layer_freq': 0"), AIC_ERR_JSON, { "'moe_layer_freq'" } },
    { SMALL("deepseek_v3", "'num_hidden_layers': 2"), AIC_ERR_MISSING, { "'kv_lora_rank'" } },
    { SMALL("opt",
            "'num_hidden_layers': 2, 'max_position_embeddings': 8, 'word_embed_proj_dim': 32"),
      AIC_ERR_UNKNOWN,
      { "'word_embed_proj_dim'", "32" } },
    { SMALL("opt",
            "'num_hidden_layers': 2, 'max_position_embeddings': 8, 'do_layer_norm_before': false"),
      AIC_ERR_UNKNOWN,
      { "'do_layer_norm_before'" } },
    { SMALL("qwen3_moe", "'num_hidden_layers': 2, 'num_experts': 8, 'num_experts_per_tok': 2,"
                         " 'moe_intermediate_size': 32, 'mlp_only_layers': [2]"),
      AIC_ERR_JSON,
      { "'mlp_only_layers' has layer 2, and there are 2" } },
    { SMALL("minimax_m2", "'num_hidden_layers': 2, 'num_local_experts': 8,"
                          " 'num_experts_per_tok': 2, 'attn_type_list': [1, 0]"),
      AIC_ERR_UNKNOWN,
      { "'attn_type_list'" } },
    { SMALL("gemma4", "'num_hidden_layers': 2, 'global_head_dim': 16"),
      AIC_ERR_MISSING,
      { "'layer_types'" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 'Mx'"),
      AIC_ERR_UNKNOWN,
      { "'hybrid_override_pattern'", "'x'" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 'M'"),
      AIC_ERR_JSON,
      { "'hybrid_override_pattern' has 1 letters for 2 layers" } },
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
    { SMALL("mpt", "'num_hidden_layers': 2, 'expansion_ratio': -1, 'learned_pos_emb': false"),
      AIC_ERR_JSON,
      { "'expansion_ratio' must be", "-1" } },
    { SMALL("qwen3", "'num_hidden_layers': 100000, 'head_dim': 9007199254740991"),
      AIC_ERR_JSON,
      { "extra_params", "2^53" } },
    { LLAMA("'head_dim': {}"),
      AIC_ERR_JSON,
      { "'head_dim'", "a whole number from 0 to 2^53, not an object" } },
    { LLAMA("'layer_types': 5"), AIC_ERR_JSON, { "'layer_types' must be a list, not 5" } },
    { LLAMA("'layer_types': ['full_attention', 5]"),
      AIC_ERR_UNKNOWN,
      { "'layer_types' has 5, a kind that is not known here" } },
    { LLAMA("'layer_types': ['chunked_attention', 'full_attention']"),
      AIC_ERR_MISSING,
      { "'attention_chunk_size' is missing" } },
    { MIMO("'moe_layer_freq': [1, 1]"), AIC_ERR_MISSING, { "'hybrid_layer_pattern' is missing" } },
    { MIMO("'hybrid_layer_pattern': [0, 2]"),
      AIC_ERR_UNKNOWN,
      { "'hybrid_layer_pattern' has 2, a kind that is not known here" } },
    { MIMO("'hybrid_layer_pattern': [0, 1], 'moe_layer_freq': [1, 1]"),
      AIC_ERR_MISSING,
      { "'sliding_window' is missing" } },
    { LATENT("'kv_lora_rank': 0, 'first_k_dense_replace': 1"),
      AIC_ERR_JSON,
      { "'kv_lora_rank' is 0" } },
    { LATENT("'kv_lora_rank': 32, 'first_k_dense_replace': 3"),
      AIC_ERR_JSON,
      { "'first_k_dense_replace' (3)", "number of layers (2)" } },
    { SMALL("mixtral", "'num_hidden_layers': 2, 'num_local_experts': 0"),
      AIC_ERR_JSON,
      { "'num_local_experts' is 0" } },
    { SMALL("llama4_text", "'num_hidden_layers': 2, 'intermediate_size_mlp': 64, 'moe_layers': 1"),
      AIC_ERR_JSON,
      { "'moe_layers' must be a list, not 1" } },
    { SMALL("llama4_text",
            "'num_hidden_layers': 2, 'intermediate_size_mlp': 64, 'moe_layers': [0, 1, 2]"),
      AIC_ERR_JSON,
      { "'moe_layers' has layer 2, and there are 2" } },
    { SMALL("minimax_m2", "'num_hidden_layers': 2, 'num_local_experts': 8,"
                          " 'num_experts_per_tok': 2, 'attn_type_list': [1, 'linear']"),
      AIC_ERR_UNKNOWN,
      { "'attn_type_list' is 'linear'" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2"),
      AIC_ERR_MISSING,
      { "'hybrid_override_pattern' is missing" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'hybrid_override_pattern': 7"),
      AIC_ERR_JSON,
      { "'hybrid_override_pattern' must be a text, not 7" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'layers_block_type': ['mamba', 'gru']"),
      AIC_ERR_UNKNOWN,
      { "'layers_block_type' has 'gru', a kind that is not known" } },
    { SMALL("nemotron_h", "'num_hidden_layers': 2, 'layers_block_type': [true, 'mamba']"),
      AIC_ERR_UNKNOWN,
      { "'layers_block_type' has true, a kind that is not known" } },
    { SMALL("jamba", "'num_hidden_layers': 2, 'num_experts': 1, 'mamba_expand': 2,"
                     " 'mamba_d_state': 16, 'mamba_d_conv': 4, 'mamba_dt_rank': 'small'"),
      AIC_ERR_JSON,
      { "'mamba_dt_rank' must be a whole number from 0 to 2^53, not 'small'" } },
    { SMALL("deepseek_v32", "'num_hidden_layers': 2, 'q_lora_rank': 16, 'kv_lora_rank': 32,"
                            " 'qk_nope_head_dim': 16, 'qk_rope_head_dim': 8, 'v_head_dim': 16,"
                            " 'n_routed_experts': 8, 'num_experts_per_tok': 2,"
                            " 'moe_intermediate_size': 32, 'index_n_heads': 2,"
                            " 'index_head_dim': 128, 'index_topk': 8, 'index_topk_pattern': 'F'"),
      AIC_ERR_JSON,
      { "'index_topk_pattern' has 1 letters for 2 layers" } },
    { SMALL("deepseek_v4", "'num_hidden_layers': 2, 'compress_ratios': [4, 4]"),
      AIC_ERR_UNKNOWN,
      { "'compress_ratios' has one ratio, 4, which may be that of either kind" } },
    { SMALL("deepseek_v4", "'num_hidden_layers': 3, 'compress_ratios': [4, 128, 16]"),
      AIC_ERR_UNKNOWN,
      { "'compress_ratios' has more than two ratios, 4, 128 and 16" } },
    { SMALL("minimax_m3", "'num_hidden_layers': 2,"
                          " 'sparse_attention_config': {'sparse_attention_freq': [1]}"),
      AIC_ERR_JSON,
      { "'sparse_attention_freq' must be a list with an entry for each layer" } },
    { SMALL("minimax_m3", "'num_hidden_layers': 2,"
                          " 'sparse_attention_config': {'sparse_attention_freq': 1}"),
      AIC_ERR_JSON,
      { "'sparse_attention_freq' must be a list with an entry for each layer, not 1" } },
    { SMALL("gemma4", "'num_hidden_layers': 2, 'global_head_dim': 16, 'num_kv_shared_layers': 3,"
                      " 'layer_types': ['full_attention', 'full_attention']"),
      AIC_ERR_JSON,
      { "'num_kv_shared_layers' (3) is above the number of layers (2)" } },
    { SMALL("zamba2", "'num_hidden_layers': 2"),
      AIC_ERR_MISSING,
      { "'hybrid_layer_ids' is missing" } },
    { SMALL("qwen3_next", "'num_hidden_layers': 2, 'full_attention_interval': 0"),
      AIC_ERR_JSON,
      { "'full_attention_interval' must be at least 1" } },
    { SMALL("bailing_hybrid", "'num_hidden_layers': 2, 'layer_group_size': 0"),
      AIC_ERR_JSON,
      { "'layer_group_size' must be at least 1" } },
    { SMALL("bailing_hybrid",
            "'num_hidden_layers': 2, 'num_experts': 8, 'num_experts_per_tok': 2,"
            " 'layer_group_size': 1, 'moe_intermediate_size': 32, 'num_shared_experts': 1,"
            " 'gated_attention_proj_granularity_type': 'layer_wise'"),
      AIC_ERR_UNKNOWN,
      { "'gated_attention_proj_granularity_type' is 'layer_wise'; known are head_wise and" } },
    { SMALL("mllama", "'num_hidden_layers': 2"),
      AIC_ERR_MISSING,
      { "'cross_attention_layers' is missing" } },
    { STEP("'moe_layers_enum': '0,2'"),
      AIC_ERR_JSON,
      { "'moe_layers_enum' must be numbers of layers with a comma between" } },
    { STEP("'moe_layers_enum': '0.5'"),
      AIC_ERR_JSON,
      { "'moe_layers_enum' must be numbers of layers with a comma between" } },
    { SMALL("laguna", "'num_hidden_layers': 2, 'num_experts': 8, 'num_experts_per_tok': 2,"
                      " 'moe_intermediate_size': 32, 'shared_expert_intermediate_size': 32,"
                      " 'num_attention_heads_per_layer': [4, 8]"),
      AIC_ERR_UNKNOWN,
      { "'num_attention_heads_per_layer' has 4 and 8 heads in layers of one kind" } },
    { SMALL("nemotron-nas", "'num_hidden_layers': 2"),
      AIC_ERR_MISSING,
      { "'block_configs' is missing" } },
    { LLAMA("'hc_mult': 4"), AIC_ERR_UNKNOWN, { "'hc_mult'", "there are several streams" } },
    { LLAMA("'text_config': 5"), AIC_ERR_JSON, { "'text_config' must be an object, not 5" } },
    { SMALL("exaone4",
            "'num_hidden_layers': 2, 'sliding_window': 32, 'sliding_window_pattern': 'LXG'"),
      AIC_ERR_JSON,
      { "'sliding_window_pattern'", "letters L and G" } },
    { SMALL("kimi_linear", "'num_hidden_layers': 2, 'kv_lora_rank': 32, 'qk_nope_head_dim': 16,"
                           " 'qk_rope_head_dim': 8, 'v_head_dim': 16, 'linear_attn_config': {}"),
      AIC_ERR_MISSING,
      { "kda_layers" } },
    { SMALL("deepseek_v4",
            "'num_hidden_layers': 2, 'q_lora_rank': 32, 'o_lora_rank': 32, 'o_groups': 2,"
            " 'qk_rope_head_dim': 8, 'index_topk': 64, 'index_n_heads': 4, 'index_head_dim': 16"),
      AIC_ERR_MISSING,
      { "compress_ratios" } },
    { SMALL("deepseek_v4",
            "'num_hidden_layers': 2, 'q_lora_rank': 32, 'o_lora_rank': 32, 'o_groups': 2,"
            " 'qk_rope_head_dim': 8, 'index_topk': 64, 'index_n_heads': 4, 'index_head_dim': 16,"
            " 'sliding_window': 8, 'head_dim': 16, 'n_routed_experts': 8, 'num_experts_per_tok': 2,"
            " 'moe_intermediate_size': 32, 'compress_ratios': [4, 128], 'attention_bias': true"),
      AIC_ERR_UNKNOWN,
      { "'attention_bias' is true: the latent attention has biases" } },
    { SMALL("deepseek_v32",
            "'num_hidden_layers': 2, 'qk_nope_head_dim': 16, 'qk_rope_head_dim': 8,"
            " 'v_head_dim': 16, 'kv_lora_rank': 32, 'q_lora_rank': 32, 'index_topk': 64,"
            " 'index_n_heads': 4, 'index_head_dim': 16, 'n_routed_experts': 8, "
            "'num_experts_per_tok': 2,"
            " 'moe_intermediate_size': 32, 'indexer_types': ['full', 'none']"),
      AIC_ERR_UNKNOWN,
      { "'indexer_types' has 'none'" } },
    /* the first of several errors */
    { "{'model_type': 'llama', 'num_hidden_layers': 1, 'layer_types': ['none']}",
      AIC_ERR_MISSING,
      { "'hidden_size' is missing" } },
    { LLAMA("'mamba_proj_bias': true, 'qk_layernorm': true"),
      AIC_ERR_UNKNOWN,
      { "'mamba_proj_bias' is true" } },
};

static void test_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        struct reading reading;
        read_document(&reading, refusals[i].document);
        if (reading.ok) {
            fail_msg("%s is read", refusals[i].document);
        }
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

/* Keys that change sizes, and that a plain family does not read: refused, unless they say nothing. */
static void test_each_refused_key(void **state)
{
    static const struct {
        const char *key, *value, *nothing;
    } keys[] = {
        { "compress_ratios", "[4, 4]", "[]" },
        { "num_kv_shared_layers", "1", "0" },
        { "moe_latent_size", "8", "0" },
        { "routed_expert_hidden_size", "8", "null" },
        { "block_configs", "[{}]", "[]" },
        { "cross_attention_layers", "[1]", "[]" },
        { "linear_attn_config", "{'a': 1}", "{}" },
        { "sparse_attention_config", "{'a': 1}", "{}" },
        { "is_encoder_decoder", "true", "false" },
        { "hidden_size_per_layer_input", "8", "0" },
        { "attn_res_block_size", "8", "0" },
        { "shared_intermediate_size", "8", "0" },
        { "mamba_proj_bias", "true", "false" },
        { "qk_layernorm", "true", "false" },
        { "num_experts", "8", "0" },
        { "num_local_experts", "8", "0" },
        { "n_routed_experts", "8", "null" },
        { "moe_num_experts", "8", "0" },
        { "enable_bias", "false", "true" },
        { "do_layer_norm_before", "false", "true" },
        { "attn_type_list", "[1, 0]", "[1, 1]" },
        { "word_embed_proj_dim", "32", "64" },
        { "hc_mult", "2", "1" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct reading reading;
        char document[512];
        snprintf(document, sizeof document, LLAMA("'%s': %s"), keys[i].key, keys[i].nothing);
        read_document(&reading, document);
        if (!reading.ok || reading.notes.count > 0) {
            fail_msg("%s: %s", document, reading.notes.error.message);
        }
        snprintf(document, sizeof document, LLAMA("'%s': %s"), keys[i].key, keys[i].value);
        read_document(&reading, document);
        if (reading.ok || reading.notes.error.code != AIC_ERR_UNKNOWN ||
            !strstr(reading.notes.error.message, keys[i].key)) {
            fail_msg("%s: %s", document, reading.notes.error.message);
        }
    }
}

static const struct {
    const char *name;
    const char *word;
} refused_files[] = {
    { "refused-cross-attention.json", "cross_attention_layers" },
    { "refused-deepseek-v4-flash.json", "'compress_ratios' has 4 entries for 43 layers" },
    { "refused-duplicate-key.json", "line 4" },
    { "refused-encoder-decoder.json", "'t5' is not known, an encoder with a decoder" },
    { "refused-latent-bias.json", "attention_bias" },
    { "refused-layer-types.json", "dilated_attention" },
    { "refused-mlp-bias-of-experts.json", "mlp_bias" },
    { "refused-no-layers.json", "num_hidden_layers" },
    { "refused-xlstm.json", "'xlstm' is not known" },
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

/* A file that is wrong is not sent to its weights. */
static void test_way_out(void **state)
{
    static const char answered[] = "; its weights answer size and count all the same: give the "
                                   "folder, a safetensors index or a GGUF";
    (void)state;
    struct reading reading;
    read_document(&reading, LLAMA("'qk_layernorm': true"));
    assert_non_null(strstr(reading.notes.error.message, answered));
    read_document(&reading, LLAMA("'vocab_size': 'many'"));
    assert_null(strstr(reading.notes.error.message, answered));
}

/* Texts of the file in a message: one line, not too long, whole characters. */
#define TEN "aaaaaaaaaa"
static const struct {
    const char *type;
    const char *shown;
} quotes[] = {
    { "bell\\u0007 del\x7f", "'bell? del?'" },
    { TEN TEN TEN TEN TEN TEN, "'" TEN TEN TEN TEN TEN TEN "'" },
    { TEN TEN TEN TEN TEN TEN "a", "'" TEN TEN TEN TEN TEN TEN "...'" },
    { TEN TEN TEN TEN TEN "aaaaaaaa\xe2\x82\xac", "'" TEN TEN TEN TEN TEN "aaaaaaaa...'" },
    { TEN TEN TEN TEN TEN "aaaaaaaaa\xc3\xa9 and more", "'" TEN TEN TEN TEN TEN "aaaaaaaaa...'" },
};

static void test_quotes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(quotes); i++) {
        struct reading reading;
        char document[256];
        snprintf(document, sizeof document, "{'model_type': '%s'}", quotes[i].type);
        read_document(&reading, document);
        assert_false(reading.ok);
        if (!strstr(reading.notes.error.message, quotes[i].shown)) {
            fail_msg("%s is not in: %s", quotes[i].shown, reading.notes.error.message);
        }
    }
}

static void test_nearest_type(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading, "{'model_type': 'lama'}");
    assert_non_null(strstr(reading.notes.error.suggestion, "'llama'"));
    read_document(&reading, LLAMA("'layer_types': ['full_attention', 'odd']"));
    assert_string_equal(reading.notes.error.suggestion,
                        "known are full_attention, attention, global_attention, "
                        "sliding_attention, local_attention, chunked_attention");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_refused_key), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refused_files),    cmocka_unit_test(test_way_out),
        cmocka_unit_test(test_quotes),           cmocka_unit_test(test_nearest_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
