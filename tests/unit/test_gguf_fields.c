/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What keys of a GGUF say of its model: all fields that are set, with numbers that no other key has, and which
 * answer each key gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "gguf_words.h"

static void dense_models(void **state)
{
    static const char keys[] =
        "block_count 3; embedding_length 77; vocab_size 131; feed_forward_length 17; "
        "attention.head_count 11; attention.head_count_kv 5; attention.key_length 13; "
        "attention.value_length 19; context_length 7919";
    static const char tensors[] =
        "token_embd.weight 77 101; position_embd.weight 77 23; output.weight 77 101; "
        "blk.0.attn_q.bias 143; blk.0.attn_k.weight 77 65; blk.0.ffn_up.weight 77 17; "
        "blk.0.ffn_gate.weight 77 17; blk.1.attn_k.weight 77 65; blk.1.ffn_up.weight 77 17; "
        "blk.2.attn_k.weight 77 65; blk.2.ffn_up.weight 77 17";
    static const struct change missing[] = {
        { "block_count", "layers= heads= kv_heads= head_dim= v_head_dim= ffn= gated=" },
        { "embedding_length", "hidden=" },
        { "vocab_size", "" },
        { "feed_forward_length", "ffn=" },
        { "attention.head_count", "heads=" },
        { "attention.head_count_kv", "kv_heads=11" },
        { "attention.key_length", "head_dim=7" },
        { "attention.value_length", "v_head_dim=7" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "llama", keys, tensors,
        "params=37719 layers=3 hidden=77 heads=11 kv_heads=5 head_dim=13 v_head_dim=19 ffn=17 "
        "gated=1 vocab=101 tied_embeddings=0 learned_positions=23 qkv_bias=1 max_context=7919");
    check_missing("llama", keys, tensors, missing);
}

/* The last of five blocks predicts further tokens; the first layer is dense. */
static void latent_heads_and_experts(void **state)
{
    static const char keys[] =
        "block_count 5; nextn_predict_layers 1; embedding_length 77; feed_forward_length 17; "
        "attention.head_count 11; attention.head_count_kv 1; attention.key_length 103; "
        "attention.value_length 107; attention.key_length_mla 29; attention.value_length_mla 31; "
        "attention.kv_lora_rank 83; attention.q_lora_rank 37; attention.indexer.head_count 41; "
        "attention.indexer.key_length 43; attention.indexer.top_k 47; rope.dimension_count 7; "
        "expert_count 53; expert_used_count 3; expert_feed_forward_length 59; "
        "expert_shared_count 2; context_length 7919";
    static const char tensors[] =
        "token_embd.weight 77 101; blk.0.attn_kv_b.weight 77 65; blk.0.ffn_up.weight 77 17; "
        "blk.1.attn_k_b.weight 77 65; blk.1.ffn_up_exps.weight 7 5 53; "
        "blk.1.ffn_up_shexp.weight 77 122; blk.2.attn_kv_a_mqa.weight 77 65; "
        "blk.2.ffn_up_exps.weight 7 5 53; blk.3.attn_k.weight 77 65; "
        "blk.3.ffn_up_exps.weight 7 5 53; blk.4.attn_k.weight 7 65; blk.4.ffn_gate.weight 7 17; "
        "blk.4.attn_q.bias 7";
    static const struct change missing[] = {
        { "block_count",
          "params=44646 layers= heads= v_head_dim= ffn= gated= qkv_bias=1 expert_ffn= "
          "shared_experts= shared_expert_ffn= dense_layers= kv_lora_rank= q_lora_rank= "
          "qk_nope_head_dim= qk_rope_head_dim= index_heads= index_head_dim= index_topk=" },
        { "nextn_predict_layers",
          "params=44646 layers=5 gated=1 qkv_bias=1 dense_layers=2 dense_leading=0" },
        { "embedding_length", "hidden=" },
        { "feed_forward_length", "ffn=" },
        { "attention.head_count", "heads=" },
        { "attention.head_count_kv", "" },
        { "attention.key_length", "" },
        { "attention.value_length", "" },
        { "attention.key_length_mla", "qk_nope_head_dim=96" },
        { "attention.value_length_mla", "v_head_dim=107" },
        { "attention.kv_lora_rank",
          "kv_heads=1 head_dim=103 v_head_dim=107 kv_lora_rank= q_lora_rank= qk_nope_head_dim= "
          "qk_rope_head_dim=" },
        { "attention.q_lora_rank", "q_lora_rank=" },
        { "attention.indexer.head_count", "index_heads=" },
        { "attention.indexer.key_length", "index_head_dim=" },
        { "attention.indexer.top_k", "index_topk=" },
        { "rope.dimension_count", "qk_nope_head_dim= qk_rope_head_dim=" },
        { "expert_count", "experts= expert_ffn= shared_experts= shared_expert_ffn= dense_layers=" },
        { "expert_used_count", "experts_per_token=" },
        { "expert_feed_forward_length", "expert_ffn=17" },
        { "expert_shared_count", "shared_experts=1 shared_expert_ffn=122" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "deepseek2", keys, tensors,
        "params=44065 layers=4 hidden=77 heads=11 v_head_dim=31 ffn=17 gated=0 vocab=101 "
        "tied_embeddings=1 experts=53 experts_per_token=3 expert_ffn=59 shared_experts=2 "
        "shared_expert_ffn=61 dense_layers=1 kv_lora_rank=83 q_lora_rank=37 qk_nope_head_dim=22 "
        "qk_rope_head_dim=7 index_heads=41 index_head_dim=43 index_topk=47 max_context=7919 "
        "!mtp-not-counted");
    check_missing("deepseek2", keys, tensors, missing);
}

/* Two of four layers attend, and two have a feed-forward block. */
static void recurrent_layers(void **state)
{
    static const char keys[] =
        "block_count 4; embedding_length 77; feed_forward_length [0 17 0 17]; "
        "attention.head_count 11; attention.head_count_kv [0 0 5 5]; attention.key_length 13; "
        "ssm.inner_size 61; ssm.state_size 67; ssm.group_count 3; ssm.conv_kernel 5; "
        "context_length 7919";
    static const char tensors[] =
        "token_embd.weight 77 101; blk.0.ssm_in.weight 7 7; blk.0.ssm_conv.weight 4 7; "
        "blk.1.ssm_in.weight 77 1; blk.1.ffn_up.weight 77 34; blk.2.attn_k.weight 77 65; "
        "blk.3.ffn_up.weight 77 34; blk.3.attn_k.weight 77 7";
    static const struct change missing[] = {
        { "block_count",
          "layers= heads= kv_heads= head_dim= v_head_dim= ffn= gated= linear_layers= "
          "linear_state= linear_conv= linear_params= ffn_layers=" },
        { "embedding_length", "hidden= v_head_dim=" },
        { "feed_forward_length", "ffn=" },
        { "attention.head_count", "heads= v_head_dim=" },
        { "attention.head_count_kv", "kv_heads=11" },
        { "attention.key_length", "head_dim=7 v_head_dim=" },
        { "ssm.inner_size", "linear_state= linear_conv=" },
        { "ssm.state_size", "linear_state= linear_conv=" },
        { "ssm.group_count", "linear_conv=244" },
        { "ssm.conv_kernel", "linear_conv=" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "jamba", keys, tensors,
        "params=18711 layers=4 hidden=77 heads=11 kv_heads=5 head_dim=13 v_head_dim=7 ffn=17 "
        "gated=0 vocab=101 tied_embeddings=1 linear_layers=2 linear_state=16348 linear_conv=1852 "
        "linear_params=77 ffn_layers=2 max_context=7919");
    check_missing("jamba", keys, tensors, missing);
}

/* Three of four layers slide, with heads of their own. */
static void sliding_layers(void **state)
{
    static const char keys[] =
        "block_count 4; embedding_length 77; feed_forward_length 17; attention.head_count 11; "
        "attention.head_count_kv [2 2 5 2]; attention.key_length 13; attention.value_length 13; "
        "attention.key_length_swa 71; attention.sliding_window 73; "
        "attention.sliding_window_pattern 3; context_length 7919";
    static const struct change missing[] = {
        { "block_count",
          "layers= heads= kv_heads= head_dim= sliding_window= sliding_layers= sliding_kv_heads= "
          "sliding_head_dim=" },
        { "embedding_length", "hidden=" },
        { "feed_forward_length", "" },
        { "attention.head_count", "heads=" },
        { "attention.head_count_kv", "kv_heads=11 sliding_kv_heads=" },
        { "attention.key_length", "head_dim=7 v_head_dim=13" },
        { "attention.value_length", "v_head_dim=7" },
        { "attention.key_length_swa", "sliding_head_dim=" },
        { "attention.sliding_window",
          "heads= kv_heads= head_dim= sliding_window= sliding_layers= sliding_kv_heads= "
          "sliding_head_dim= !layers-differ" },
        { "attention.sliding_window_pattern",
          "heads= kv_heads= head_dim= sliding_window= sliding_layers= sliding_kv_heads= "
          "sliding_head_dim= !layers-differ" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "gemma3", keys, "",
        "layers=4 hidden=77 heads=11 kv_heads=5 head_dim=13 sliding_window=73 sliding_layers=3 "
        "sliding_kv_heads=2 sliding_head_dim=71 max_context=7919 !vocabulary-only");
    check_missing("gemma3", keys, "", missing);
}

static void layers_of_rwkv(void **state)
{
    static const char keys[] =
        "block_count 2; embedding_length 77; feed_forward_length 17; wkv.head_size 7; "
        "token_shift_count 3; context_length 7919";
    static const char tensors[] =
        "blk.0.time_mix_key.weight 77 7; blk.0.channel_mix_key.weight 7 2; "
        "blk.1.time_mix_key.weight 77 7; blk.1.time_mix_lerp:i32 77; "
        "blk.1.channel_mix_key.weight 7 2";
    static const struct change missing[] = {
        { "block_count",
          "layers= ffn= gated= linear_layers= linear_state= linear_conv= linear_params=" },
        { "embedding_length", "hidden= linear_state= linear_conv=" },
        { "feed_forward_length", "ffn=" },
        { "wkv.head_size", "linear_state= linear_conv=" },
        { "token_shift_count", "linear_conv=154" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model("rwkv7", keys, tensors,
                "params=1106 layers=2 hidden=77 ffn=17 gated=0 linear_layers=2 linear_state=2156 "
                "linear_conv=231 linear_params=539 max_context=7919");
    check_missing("rwkv7", keys, tensors, missing);
}

/* Their heads are those of the layers that attend. */
static void layers_of_kda(void **state)
{
    static const char keys[] =
        "block_count 2; embedding_length 77; attention.head_count 11; "
        "attention.head_count_kv [0 11]; attention.value_length 5; kda.head_dim 13; "
        "ssm.conv_kernel 5; context_length 7919";
    static const char tensors[] =
        "blk.0.ssm_in.weight 77 7; blk.0.ffn_up.weight 77 6; blk.1.attn_qkv.weight 77 7; "
        "blk.1.ffn_up.weight 77 6";
    static const struct change missing[] = {
        { "block_count",
          "layers= heads= kv_heads= head_dim= v_head_dim= gated= linear_layers= linear_state= "
          "linear_conv= linear_params=" },
        { "embedding_length", "hidden= head_dim=" },
        { "attention.head_count", "heads= head_dim= linear_state= linear_conv=" },
        { "attention.head_count_kv", "" },
        { "attention.value_length", "v_head_dim=" },
        { "kda.head_dim", "linear_state= linear_conv=" },
        { "ssm.conv_kernel", "linear_conv=" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "kimi-linear", keys, tensors,
        "params=2002 layers=2 hidden=77 heads=11 kv_heads=11 head_dim=7 v_head_dim=5 gated=0 "
        "linear_layers=1 linear_state=7436 linear_conv=1716 linear_params=539 max_context=7919");
    check_missing("kimi-linear", keys, tensors, missing);
}

static void short_convolutions(void **state)
{
    static const char keys[] =
        "block_count 2; embedding_length 77; feed_forward_length 3; attention.head_count 11; "
        "attention.head_count_kv [0 11]; shortconv.l_cache 5; context_length 7919";
    static const char tensors[] =
        "blk.0.shortconv.in.weight 77 7; blk.0.ffn_up.weight 77 6; blk.1.attn_qkv.weight 77 7; "
        "blk.1.ffn_up.weight 77 6; blk.1.attn_qkv.bias 3";
    static const struct change missing[] = {
        { "block_count",
          "layers= heads= kv_heads= head_dim= ffn= gated= linear_layers= linear_conv= "
          "linear_params=" },
        { "embedding_length", "hidden= head_dim= linear_conv=" },
        { "feed_forward_length", "ffn= gated=0" },
        { "attention.head_count", "heads= head_dim=" },
        { "attention.head_count_kv", "" },
        { "shortconv.l_cache", "linear_conv=" },
        { "context_length", "max_context=" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "lfm2", keys, tensors,
        "params=2005 layers=2 hidden=77 heads=11 kv_heads=11 head_dim=7 ffn=3 gated=1 qkv_bias=1 "
        "linear_layers=1 linear_conv=308 linear_params=539 max_context=7919");
    check_missing("lfm2", keys, tensors, missing);
}

/* Whole numbers above 0, up to 2^53, of whatever type; no other counts. */
static void numbers_of_all_types(void **state)
{
    static const char keys[] = "vocab_size 131";
    static const struct key_change more[] = {
        { "a", "embedding_length:u8 255", "hidden=255" },
        { "a", "embedding_length:u8 0", "" },
        { "a", "embedding_length:i8 127", "hidden=127" },
        { "a", "embedding_length:i8 128", "" },
        { "a", "embedding_length:u16 65535", "hidden=65535" },
        { "a", "embedding_length:i16 32767", "hidden=32767" },
        { "a", "embedding_length:i16 32768", "" },
        { "a", "embedding_length:u32 4294967295", "hidden=4294967295" },
        { "a", "embedding_length:i32 2147483647", "hidden=2147483647" },
        { "a", "embedding_length:i32 2147483648", "" },
        { "a", "embedding_length:u64 9007199254740992", "hidden=9007199254740992" },
        { "a", "embedding_length:u64 9007199254740993", "" },
        { "a", "embedding_length:i64 9007199254740992", "hidden=9007199254740992" },
        { "a", "embedding_length:i64 -1", "" },
        { "a", "embedding_length:f32 7", "" },
        { "a", "embedding_length:bool 1", "" },
        { "a", "embedding_length:f64 7", "" },
        { "a", "embedding_length:text 7", "" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "vocab=131 !vocabulary-only");
    check_keys(keys, more);
}

/* A list of the layers: one number, or none that a field can say. */
static void lists_are_one_number(void **state)
{
    static const char keys[] = "block_count 3; embedding_length 77";
    static const struct key_change more[] = {
        { "a", "attention.head_count [11 11 11]", "heads=11 kv_heads=11 head_dim=7" },
        { "a", "attention.head_count [11 11]", "!layers-differ" },
        { "a", "attention.head_count []", "!layers-differ" },
        { "a", "attention.head_count [11 11 11 7]", "heads=11 kv_heads=11 head_dim=7" },
        { "a", "attention.head_count [11 7 11]", "!layers-differ" },
        { "a", "attention.head_count [7 11 11]", "!layers-differ" },
        { "a", "attention.head_count [11 11 7]", "!layers-differ" },
        { "a", "attention.head_count [0 0 0]", "" },
        { "a", "attention.head_count:i32 [11 -1 11]", "!layers-differ" },
        { "a", "attention.head_count:i32 [-1 -1 -1]", "" },
        { "a", "attention.head_count:u8 [11 11 11]", "heads=11 kv_heads=11 head_dim=7" },
        { "a", "attention.head_count:i8 [11 11 11]", "heads=11 kv_heads=11 head_dim=7" },
        { "a", "attention.head_count:u16 [257 257 257]", "heads=257 kv_heads=257" },
        { "a", "attention.head_count:u64 [4294967307 4294967307 4294967307]",
          "heads=4294967307 kv_heads=4294967307" },
        { "a", "attention.head_count:f32 [11 11 11]", "" },
        { "a", "attention.head_count:text [11 11 11]", "" },
        { "a", "attention.head_count:bool [1 1 1]", "" },
        /* without tensors, layers without heads of keys and values recur */
        { "a", "attention.head_count 11; attention.head_count_kv [5 5 5]",
          "heads=11 kv_heads=5 head_dim=7" },
        { "a", "attention.head_count 11; attention.head_count_kv [1 1 1]",
          "heads=11 kv_heads=1 head_dim=7" },
        { "a", "attention.head_count 11; attention.head_count_kv [5 0 5]",
          "heads=11 kv_heads=5 head_dim=7 linear_layers=1" },
        { "a", "attention.head_count 11; attention.head_count_kv [5 0]", "!layers-differ" },
        { "a", "attention.head_count [11 5 11]; attention.head_count_kv [1 1 1]",
          "!layers-differ" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=3 hidden=77 !vocabulary-only");
    check_keys(keys, more);
}

/* Parameters of tensors that hold tables, scales, or a matrix once more. */
static void tables_and_scales_hold_no_parameters(void **state)
{
    static const struct {
        const char *tensors;
        double parameters;
    } cases[] = {
        { "t 7 5", 35 },
        { "t 7 5 3 2", 210 },
        { "t:i32 7 5", 0 },
        { "blk.0.ffn_up.weight:q4_0 32 3", 96 },
        { "rope_freqs.weight 7", 0 },
        { "blk.0.rope_freqs.weight 7", 0 },
        { "rope_freq.weight 7", 7 },
        { "rope_factors_long.weight 7", 0 },
        { "blk.0.rope_factors_short.weight 7", 0 },
        { "rope_factors_ 7", 0 },
        { "rope_factors 7", 7 },
        { "rope_factorss.weight 7", 7 },
        { "blk.rope_freqs.weight 7", 7 },
        { "blk.0.ffn_up.weight:nvfp4 64 3; blk.0.ffn_up.scale 3", 192 },
        { "blk.0.ffn_up.weight:nvfp4 64 3; blk.0.ffn_up.input_scale 3", 192 },
        { "blk.0.ffn_up.weight:nvfp4 64 3; blk.1.ffn_up.scale 3", 195 },
        { "blk.0.ffn_up.weight:q8_0 64 3; blk.0.ffn_up.scale 3", 195 },
        { "blk.0.ffn_up.scale 3", 3 },
        { "blk.0.attn_k_b.weight 7 5; blk.0.attn_v_b.weight 7 3; blk.0.attn_kv_b.weight 7 8", 56 },
        { "blk.0.attn_k_b.weight 7 5; blk.1.attn_kv_b.weight 7 8", 91 },
        { "blk.0.attn_k_b.weight 7 5; blk.0.attn_v_b.weight 7 3", 56 },
        { "attn_k_b.weight 7 5; attn_kv_b.weight 7 8", 91 },
        { "a.b.attn_k_b.weight 7 5; a.b.attn_kv_b.weight 7 8", 91 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double sum = 0;
        assert_true(read_gguf_words("a", "", NULL, cases[i].tensors, &file, &error));
        for (int part = 0; part < AIC_PARTS; part++) {
            sum += aic_or(file.stored.counted[part], 0);
        }
        if (sum != cases[i].parameters) {
            fail_msg("%s: %g", cases[i].tensors, sum);
        }
    }
}

/* Layers are what is left of blocks that predict further tokens: one to 100,000. */
static void layers_are_1_to_100000(void **state)
{
    static const struct {
        const char *keys;
        double layers; /* 0: refused; NaN: nothing says */
    } cases[] = {
        { "block_count 100000", 100000 },
        { "block_count 100001", 0 },
        { "block_count 1", 1 },
        { "block_count 100001; nextn_predict_layers 1", 100000 },
        { "block_count 4; nextn_predict_layers 3", 1 },
        { "block_count 4; nextn_predict_layers 4", 0 },
        { "block_count 4; nextn_predict_layers 5", 0 },
        { "block_count 4; nextn_predict_layers 0", 4 },
        { "block_count 0", NAN },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool taken = read_gguf_words("a", cases[i].keys, NULL, "", &file, &error);
        if (taken != (cases[i].layers != 0) ||
            (taken && aic_or(file.model.layers, -1) != aic_or(cases[i].layers, -1))) {
            fail_msg("%s: %s", cases[i].keys, taken ? "taken" : error.message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_models),
        cmocka_unit_test(latent_heads_and_experts),
        cmocka_unit_test(recurrent_layers),
        cmocka_unit_test(sliding_layers),
        cmocka_unit_test(layers_of_rwkv),
        cmocka_unit_test(layers_of_kda),
        cmocka_unit_test(short_convolutions),
        cmocka_unit_test(numbers_of_all_types),
        cmocka_unit_test(lists_are_one_number),
        cmocka_unit_test(tables_and_scales_hold_no_parameters),
        cmocka_unit_test(layers_are_1_to_100000),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
