/* SPDX-License-Identifier: Apache-2.0 */
/* What tensors and keys of a GGUF say of its layers: which attend, recur, feed forward and slide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "gguf_words.h"

static void experts_and_dense_layers(void **state)
{
    static const char keys[] =
        "block_count 3; embedding_length 77; attention.head_count 11; expert_count 2; "
        "feed_forward_length 17";
    static const char tensors[] =
        "blk.0.attn_k.weight 7 7; blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7";
    static const struct change more[] = {
        { "blk.0.ffn_up.weight 7 7; blk.1.ffn_up.weight 7 7; blk.2.ffn_up.weight 7 7",
          "params=294 gated=0 dense_layers=3 ffn_layers=" },
        { "blk.0.ffn_up.weight 7 7; blk.1.ffn_up_exps.weight 7 7 2; "
          "blk.2.ffn_up_exps.weight 7 7 2",
          "params=392 gated=0 dense_layers=1 ffn_layers=" },
        { "blk.0.ffn_up_exps.weight 7 7 2; blk.1.ffn_up.weight 7 7; "
          "blk.2.ffn_up_exps.weight 7 7 2",
          "params=392 gated=0 dense_layers=1 dense_leading=0 ffn_layers=" },
        { "blk.0.ffn_up.weight 7 7; blk.1.ffn_up_exps.weight 7 7 2; blk.2.ffn_up.weight 7 7",
          "params=343 gated=0 dense_layers=2 dense_leading=0 ffn_layers=" },
        { "blk.1.ffn_up.weight 7 7; blk.2.ffn_up_exps.weight 7 7 2",
          "params=294 gated=0 dense_layers=1 ffn_layers=2" },
        { "blk.0.ffn_up.weight 7 7; blk.2.ffn_up_exps.weight 7 7 2",
          "params=294 gated=0 dense_layers=1 ffn_layers=2" },
        /* experts beside a block that all tokens pass */
        { "blk.0.ffn_up.weight 7 7; blk.0.ffn_up_exps.weight 7 7 2; "
          "blk.1.ffn_up_exps.weight 7 7 2",
          "params=392 gated=0 ffn_layers=2" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors,
                "params=147 layers=3 hidden=77 heads=11 kv_heads=11 head_dim=7 ffn=17 experts=2 "
                "expert_ffn=17 ffn_layers=0");
    check_tensors(keys, tensors, more);
}

/* The first of three attends. */
static void kinds_of_layers(void **state)
{
    static const char keys[] = "block_count 3; embedding_length 77; attention.head_count 11";
    static const char tensors[] = "blk.0.attn_k.weight 7 7";
    static const struct change more[] = {
        { "blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7", "params=147 attention_layers=" },
        { "blk.1.attn_kv_a_mqa.weight 7 7; blk.2.attn_kv_b.weight 7 7",
          "params=147 attention_layers=" },
        { "blk.1.attn_k_b.weight 7 7; blk.2.attn_v.weight 7 7", "params=147 attention_layers=2" },
        { "blk.1.ssm_in.weight 7 7; blk.2.attn_k.weight 7 7",
          "params=147 linear_layers=1 linear_params=49 attention_layers=" },
        /* a layer that both attends and recurs; ones that do neither */
        { "blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7; blk.2.ssm_in.weight 7 7",
          "params=196 layers= heads= kv_heads= head_dim= attention_layers= ffn_layers= "
          "!layers-differ" },
        { "blk.1.ssm_in.weight 7 7; blk.2.ffn_up.weight 7 7",
          "params=147 gated=0 linear_layers=1 linear_params=49 ffn_layers=1" },
        { "blk.1.ssm_in.weight 7 7; blk.2.attn_q.weight 7 7",
          "params=147 linear_layers=1 linear_params=49" },
        /* one matrix for queries, keys and values, which recurrent layers have too */
        { "blk.1.attn_qkv.weight 7 7; blk.2.attn_qkv.weight 7 7; blk.2.ssm_in.weight 7 7",
          "params=196 linear_layers=1 linear_params=49 attention_layers=" },
        /* blocks behind the last layer */
        { "blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7; blk.3.ssm_in.weight 7 7",
          "params=147 attention_layers= !mtp-not-counted" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors,
                "params=49 layers=3 hidden=77 heads=11 kv_heads=11 head_dim=7 attention_layers=1 "
                "ffn_layers=0");
    check_tensors(keys, tensors, more);
}

static void layers_that_do_not_attend(void **state)
{
    static const char keys[] = "block_count 3; embedding_length 77; attention.head_count 11";
    static const char tensors[] = "token_embd.weight 77 101";
    static const struct change more[] = {
        { "blk.0.ssm_in.weight 7 7; blk.1.ssm_in.weight 7 7; blk.2.ssm_in.weight 7 7",
          "params=7924 layers=3 heads=11 kv_heads=11 head_dim=7 linear_layers=3 linear_params=49 "
          "ffn_layers=0" },
        { "blk.0.ffn_up.weight 7 7", "params=7826 gated=0" },
        { "blk.0.attn_q.weight 7 7", "params=7826" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors,
                "params=7777 hidden=77 vocab=101 tied_embeddings=1 !layers-differ");
    check_tensors(keys, tensors, more);
}

static void gates_shared_experts_and_biases(void **state)
{
    static const char keys[] =
        "block_count 3; expert_count 5; expert_shared_count 3; feed_forward_length 17; "
        "expert_feed_forward_length 7";
    static const char tensors[] =
        "blk.0.attn_k.weight 7 7; blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7";
    static const struct change more[] = {
        /* twice the width are gate and up in one, in the first layer */
        { "blk.0.ffn_up.weight 7 34", "params=385 gated=1 dense_layers=1 ffn_layers=1" },
        { "blk.1.ffn_up.weight 7 34", "params=385 gated=0 dense_layers=1 ffn_layers=1" },
        { "blk.0.ffn_up.weight 7 17", "params=266 gated=0 dense_layers=1 ffn_layers=1" },
        { "blk.0.ffn_up.weight 7 51", "params=504 gated=0 dense_layers=1 ffn_layers=1" },
        { "blk.1.ffn_gate.weight 7 7", "params=196 gated=1 dense_layers=1 ffn_layers=1" },
        { "blk.2.ffn_gate_exps.weight 7 7", "params=196 gated=1 ffn_layers=1" },
        { "blk.2.ffn_gate_up_exps.weight 7 7", "params=196 gated=1 ffn_layers=1" },
        { "blk.2.ffn_gate_shexp.weight 7 7", "params=196 gated=1 dense_layers=1 ffn_layers=1" },
        { "blk.3.ffn_gate.weight 7 7", "!mtp-not-counted" },
        { "blk.0.ffn_gate_inp.weight 7 7", "params=196" },
        { "ffn_gate.weight 7 7", "params=196" },
        /* rows of all shared experts, which the number of them divides or not */
        { "blk.1.ffn_up_shexp.weight 7 39",
          "params=420 gated=0 shared_experts=3 shared_expert_ffn=13 dense_layers=1 ffn_layers=1" },
        { "blk.1.ffn_up_shexp.weight 7 40",
          "params=427 gated=0 shared_experts=1 shared_expert_ffn=40 dense_layers=1 ffn_layers=1" },
        { "blk.3.ffn_up_shexp.weight 7 39", "!mtp-not-counted" },
        /* biases of queries, in a layer */
        { "blk.0.attn_q.bias 7", "params=154 qkv_bias=1" },
        { "blk.2.attn_qkv.bias 7", "params=154 qkv_bias=1" },
        { "blk.0.attn_k.bias 7", "params=154" },
        { "blk.3.attn_q.bias 7", "!mtp-not-counted" },
        { "blk.0.attn_q.weight 7", "params=154" },
        { "blk.0.attn_q 7", "params=154" },
        { "x.0.attn_q.bias 7", "params=154 !tensors-unknown" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors,
                "params=147 layers=3 ffn=17 experts=5 expert_ffn=7 ffn_layers=0");
    check_tensors(keys, tensors, more);
}

static void widths_are_those_of_layers_that_feed(void **state)
{
    static const char keys[] = "block_count 3; embedding_length 77; feed_forward_length [17 5 17]; "
                               "attention.head_count 11";
    static const char tensors[] =
        "blk.0.attn_k.weight 7 7; blk.1.attn_k.weight 7 7; blk.2.attn_k.weight 7 7";
    static const struct change more[] = {
        { "blk.0.ffn_up.weight 7 7; blk.2.ffn_up.weight 7 7",
          "params=245 ffn=17 gated=0 ffn_layers=2" },
        { "blk.0.ffn_up.weight 7 7; blk.1.ffn_up.weight 7 7",
          "params=245 gated=0 ffn_layers=2 !layers-differ" },
        { "blk.1.ffn_up.weight 7 7", "params=196 ffn=5 gated=0 ffn_layers=1" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors,
                "params=147 layers=3 hidden=77 heads=11 kv_heads=11 head_dim=7 ffn_layers=0");
    check_tensors(keys, tensors, more);
}

/* The mean of the layers, where it is a whole number; tables and other layers do not count. */
static void parameters_of_recurrent_layers(void **state)
{
    static const char keys[] =
        "block_count 3; embedding_length 77; ssm.inner_size 61; ssm.state_size 67";
    static const char tensors[] = "blk.0.ssm_in.weight:i32 7 5; blk.1.attn_k.weight 7 7";
    static const struct change more[] = {
        { "blk.0.ssm_a 1", "params=50 linear_params=1" },
        { "blk.0.ssm_a 7", "params=56 linear_params=7" },
        { "blk.0.ssm_a 7; blk.2.ssm_in.weight 7 5",
          "params=91 linear_layers=2 linear_params=21 attention_layers=" },
        { "blk.0.ssm_a 7; blk.2.ssm_in.weight 7 6", "params=98 linear_layers=2 attention_layers=" },
        { "blk.0.ssm_a 7; blk.2.ssm_in.weight 7 7; blk.3.ssm_in.weight 7 7",
          "params=105 linear_layers=2 linear_params=28 attention_layers= !mtp-not-counted" },
        { NULL, NULL },
    };
    (void)state;
    check_model(
        "a", keys, tensors,
        "params=49 layers=3 hidden=77 linear_layers=1 linear_state=16348 attention_layers=1 "
        "ffn_layers=0");
    check_tensors(keys, tensors, more);
}

static void vocabularies(void **state)
{
    static const char keys[] = "vocab_size 131";
    static const char tensors[] = "blk.0.attn_v.weight 7 7";
    static const struct change more[] = {
        { "token_embd.weight 77 101", "params=7826 vocab=101 tied_embeddings=1" },
        { "output.weight 77 101", "params=7826" },
        { "token_embd.weight 77 101; output.weight 77 101",
          "params=15603 vocab=101 tied_embeddings=0" },
        { "token_embd.weight 77 101; position_embd.weight 77 23",
          "params=9597 vocab=101 tied_embeddings=1 learned_positions=23" },
        { "position_embd.weight 77", "params=126 learned_positions=1" },
        { "token_embd.bias 77 101", "params=7826" },
        { "token_embd.weight 77 101; output.weight.x 77 101",
          "params=15603 vocab=101 tied_embeddings=1" },
        { "blk.0.attn_q.bias 7", "params=56 qkv_bias=1" },
        { NULL, NULL },
    };
    (void)state;
    check_model("a", keys, tensors, "params=49 vocab=131");
    check_tensors(keys, tensors, more);
}

/* Of 13 layers. */
static void windows_of_architectures(void **state)
{
    static const char keys[] = "block_count 13; context_length 65537";
    static const struct key_change more[] = {
        { "gpt-oss gemma2", "attention.sliding_window 73", "sliding_window=73 sliding_layers=7" },
        { "cohere2 exaone4 exaone-moe olmo2 afmoe mellum", "attention.sliding_window 73",
          "sliding_window=73 sliding_layers=10" },
        { "llama4", "attention.sliding_window 73", "chunk_size=8192 chunked_layers=10" },
        { "smallthinker", "attention.sliding_window 73", "sliding_window=73 sliding_layers=9" },
        { "gemma3 gemma-embedding", "attention.sliding_window 73",
          "sliding_window=73 sliding_layers=11" },
        /* those that do not slide, and ones that are not known */
        { "llama mistral3 phi3 qwen2 qwen2moe qwen2vl qwen3 qwen3moe starcoder2 granite "
          "granitemoe deepseek2 nemotron_h nemotron_h_moe",
          "attention.sliding_window 73", "" },
        { "gemma gpt", "attention.sliding_window 73", "!window-pattern-unknown" },
        /* a window that no key says */
        { "gemma2", "", "sliding_window=4096 sliding_layers=7" },
        { "gemma3", "", "" },
        { "llama4", "", "chunk_size=8192 chunked_layers=10" },
        /* none */
        { "gemma2", "attention.sliding_window 0", "sliding_window=4096 sliding_layers=7" },
        { "gemma3 llama4", "attention.sliding_window 0", "" },
        { "llama4", "attention.sliding_window:i32 -1", "chunk_size=8192 chunked_layers=10" },
        /* as long as the context, or nearly */
        { "gemma2 gemma3", "attention.sliding_window 65537", "" },
        { "gemma3", "attention.sliding_window 65536", "sliding_window=65536 sliding_layers=11" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=13 max_context=65537 !vocabulary-only");
    check_keys(keys, more);
}

static void windows_beside_other_keys(void **state)
{
    static const char keys[] = "embedding_length 77";
    static const struct key_change more[] = {
        { "gemma3", "attention.sliding_window 73", "" },
        { "gemma3", "block_count 13; attention.sliding_window 73",
          "layers=13 sliding_window=73 sliding_layers=11" },
        { "llama4", "block_count 13; context_length 8192", "layers=13 max_context=8192" },
        { "llama4", "block_count 13; context_length 8193",
          "layers=13 chunk_size=8192 chunked_layers=10 max_context=8193" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "hidden=77 !vocabulary-only");
    check_keys(keys, more);
}

/* A period, or a mark of each layer. */
static void patterns_of_windows(void **state)
{
    static const char keys[] = "block_count 13; context_length 65537";
    static const struct key_change more[] = {
        { "x llama smallthinker", "attention.sliding_window 73; attention.sliding_window_pattern 0",
          "sliding_window=73 sliding_layers=13" },
        { "llama4", "attention.sliding_window 73; attention.sliding_window_pattern 0",
          "chunk_size=8192 chunked_layers=13" },
        { "x llama smallthinker llama4",
          "attention.sliding_window 73; attention.sliding_window_pattern 1", "" },
        { "x llama", "attention.sliding_window 73; attention.sliding_window_pattern 2",
          "sliding_window=73 sliding_layers=7" },
        { "smallthinker", "attention.sliding_window 73; attention.sliding_window_pattern 2",
          "sliding_window=73 sliding_layers=6" },
        { "x llama", "attention.sliding_window 73; attention.sliding_window_pattern 13",
          "sliding_window=73 sliding_layers=12" },
        { "smallthinker", "attention.sliding_window 73; attention.sliding_window_pattern 13",
          "sliding_window=73 sliding_layers=12" },
        { "x llama", "attention.sliding_window 73; attention.sliding_window_pattern 14",
          "sliding_window=73 sliding_layers=13" },
        { "smallthinker", "attention.sliding_window 73; attention.sliding_window_pattern 14",
          "sliding_window=73 sliding_layers=12" },
        { "llama4", "attention.sliding_window 73; attention.sliding_window_pattern 2",
          "chunk_size=8192 chunked_layers=7" },
        /* no periods: what the architecture has counts */
        { "x", "attention.sliding_window 73; attention.sliding_window_pattern:f32 3",
          "!window-pattern-unknown" },
        { "x", "attention.sliding_window 73; attention.sliding_window_pattern:text [1 1 1]",
          "!window-pattern-unknown" },
        { "gemma3", "attention.sliding_window 73; attention.sliding_window_pattern:i32 -1",
          "sliding_window=73 sliding_layers=11" },
        { "gemma3", "attention.sliding_window 73; attention.sliding_window_pattern:bool 1",
          "sliding_window=73 sliding_layers=11" },
        { "x smallthinker",
          "attention.sliding_window 73; "
          "attention.sliding_window_pattern:bool [1 1 1 0 1 1 1 0 1 1 1 0 1]",
          "sliding_window=73 sliding_layers=10" },
        { "x smallthinker",
          "attention.sliding_window 73; attention.sliding_window_pattern:bool [1 0 1]",
          "sliding_window=73 sliding_layers=2" },
        { "x smallthinker",
          "attention.sliding_window 73; "
          "attention.sliding_window_pattern [0 2 0 0 0 0 0 0 0 0 0 0 0 1]",
          "sliding_window=73 sliding_layers=1" },
        { "llama4", "attention.sliding_window 73; attention.sliding_window_pattern:bool [1 0 1]",
          "chunk_size=8192 chunked_layers=2" },
        { "x llama4", "attention.sliding_window 73; attention.sliding_window_pattern:u8 [0 0 0]",
          "" },
        { "x", "attention.sliding_window 73; attention.sliding_window_pattern []", "" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=13 max_context=65537 !vocabulary-only");
    check_keys(keys, more);
}

static void heads_of_layers_that_slide(void **state)
{
    static const char keys[] =
        "block_count 4; attention.head_count 11; attention.sliding_window 73; "
        "attention.key_length_swa 29";
    static const struct key_change more[] = {
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [2 5 2 5]",
          "kv_heads=5 sliding_window=73 sliding_layers=2 sliding_kv_heads=2 sliding_head_dim=29" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [5 5 5 5]",
          "kv_heads=5 sliding_window=73 sliding_layers=2 sliding_head_dim=29" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [2 5 3 5]",
          "heads= kv_heads= !layers-differ" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [2 5 2 3]",
          "heads= kv_heads= !layers-differ" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [0 5 2 5]",
          "kv_heads=5 sliding_window=73 sliding_layers=1 sliding_kv_heads=2 sliding_head_dim=29 "
          "linear_layers=1" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv [2 2 2]",
          "heads= kv_heads= !layers-differ" },
        { "x", "attention.sliding_window_pattern 2; attention.head_count_kv 7",
          "kv_heads=7 sliding_window=73 sliding_layers=2 sliding_head_dim=29" },
        { "x", "attention.sliding_window_pattern 2",
          "sliding_window=73 sliding_layers=2 sliding_head_dim=29" },
        { "x", "attention.sliding_window_pattern 0; attention.head_count_kv [2 2 2 2]",
          "kv_heads=2 sliding_window=73 sliding_layers=4 sliding_head_dim=29" },
        { "x", "attention.sliding_window_pattern 0; attention.head_count_kv [2 2 2 3]",
          "heads= kv_heads= !layers-differ" },
        { "x", "attention.sliding_window_pattern 1; attention.head_count_kv [2 2 2 2]",
          "kv_heads=2" },
        { "x", "attention.sliding_window_pattern 1; attention.head_count_kv [2 2 2 3]",
          "heads= kv_heads= !layers-differ" },
        { "llama4", "attention.head_count_kv [2 2 2 2]",
          "kv_heads=2 chunk_size=8192 chunked_layers=3" },
        { "llama4", "attention.head_count_kv [2 2 2 5]", "heads= kv_heads= !layers-differ" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "",
                "layers=4 heads=11 kv_heads=11 !window-pattern-unknown !vocabulary-only");
    check_keys(keys, more);
}

static void widths_of_heads(void **state)
{
    static const char keys[] = "block_count 3; attention.head_count 11";
    static const struct key_change more[] = {
        { "a", "embedding_length 77; attention.key_length 13; attention.value_length 13",
          "hidden=77 head_dim=13" },
        { "a", "embedding_length 77; attention.key_length 7", "hidden=77 head_dim=7" },
        { "a", "embedding_length 77; attention.value_length 7", "hidden=77 head_dim=7" },
        { "a", "embedding_length 78", "hidden=78" },
        { "a", "embedding_length 78; attention.key_length 13", "hidden=78 head_dim=13" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=3 heads=11 kv_heads=11 !vocabulary-only");
    check_keys(keys, more);
}

static void widths_of_latent_heads(void **state)
{
    static const char keys[] =
        "block_count 3; attention.head_count 11; attention.kv_lora_rank 83; embedding_length 77";
    static const struct key_change more[] = {
        { "a", "attention.key_length 29", "" },
        { "a", "attention.value_length 29", "v_head_dim=29" },
        { "a", "attention.key_length 29; rope.dimension_count 28",
          "qk_nope_head_dim=1 qk_rope_head_dim=28" },
        { "a", "attention.key_length 29; rope.dimension_count 29", "qk_rope_head_dim=29" },
        { "a", "attention.key_length 29; rope.dimension_count 30", "qk_rope_head_dim=30" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=3 hidden=77 heads=11 kv_lora_rank=83 !vocabulary-only");
    check_keys(keys, more);
}

static void caches_that_layers_share(void **state)
{
    static const char keys[] = "block_count 3; attention.head_count 11";
    static const struct key_change more[] = {
        { "a", "attention.shared_kv_layers 0", "" },
        { "a", "attention.shared_kv_layers 1", "heads= kv_heads= !layers-differ" },
        { "a", "attention.shared_kv_layers:text 1", "" },
        { "a", "attention.compress_ratios 0", "" },
        { "a", "attention.compress_ratios 2", "heads= kv_heads= !layers-differ" },
        { "a", "attention.compress_ratios []", "" },
        { "a", "attention.compress_ratios [0 0 0]", "" },
        { "a", "attention.compress_ratios [1 0 0]", "heads= kv_heads= !layers-differ" },
        { "a", "attention.compress_ratios [0 0 1]", "heads= kv_heads= !layers-differ" },
        { "a", "attention.compress_ratios:text [a]", "" },
        { "a", "attention.compress_ratios:u8 [0 0 0 1]", "heads= kv_heads= !layers-differ" },
        { "a", "attention.shared_kv_layers [0 1 0]", "heads= kv_heads= !layers-differ" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check_model("a", keys, "", "layers=3 heads=11 kv_heads=11 !vocabulary-only");
    check_keys(keys, more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(experts_and_dense_layers),
        cmocka_unit_test(kinds_of_layers),
        cmocka_unit_test(layers_that_do_not_attend),
        cmocka_unit_test(gates_shared_experts_and_biases),
        cmocka_unit_test(widths_are_those_of_layers_that_feed),
        cmocka_unit_test(parameters_of_recurrent_layers),
        cmocka_unit_test(vocabularies),
        cmocka_unit_test(windows_of_architectures),
        cmocka_unit_test(windows_beside_other_keys),
        cmocka_unit_test(patterns_of_windows),
        cmocka_unit_test(heads_of_layers_that_slide),
        cmocka_unit_test(widths_of_heads),
        cmocka_unit_test(widths_of_latent_heads),
        cmocka_unit_test(caches_that_layers_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
