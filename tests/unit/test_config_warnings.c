/* SPDX-License-Identifier: Apache-2.0 */
/* Hugging Face config.json: what is warned of. */
#include "config_reading.h"

#define TEN   "aaaaaaaaaa"
#define FIFTY TEN TEN TEN TEN TEN

/* Keys that are harmless, empty or say once more what a field says; and keys that are not. */
static void test_unknown_keys(void **state)
{
    static const char *const quiet[] = {
        "'hidden_act': 'silu', 'rms_norm_eps': 1e-6, 'attention_dropout': 0.1",
        "'expert_dropout_list': [], 'kv_share': 0, 'use_ffn_bias': false, 'lora': {}",
        "'kv_channels': 16, 'pad_token_id': 3, 'rope_theta': 10000, 'unheard_of': 7",
        "'swa_num_attention_heads': 4", /* as many as on the other layers */
        "'attn_implementation': 'sdpa', 'head_dim': null",
        "'vision_tower': '', 'audio_config': {}, 'vision_soft_tokens': 3",
    };
    static const char *const loud[] = {
        "sliding_window",          "kv_channels_2", "router_bias",
        "swa_num_attention_heads", "q_lora_rank",   "lm_head_size",
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
    read_document(&reading, LLAMA("'moe_kind': 'none', 'kv_channels': 16, 'q_lora_rank': 8"));
    assert_non_null(strstr(reading.notes.notes[0].text, "known: moe_kind, q_lora_rank;"));
}

/* The list of names ends before the message does, and with a whole name. */
static void test_many_unknown_keys(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading,
                  LLAMA("'" TEN TEN TEN TEN "_rank_one': 1, '" TEN TEN TEN TEN
                        "_rank_two': 1, '" TEN TEN TEN TEN "_rank_three': 1, '" TEN TEN TEN TEN
                        "_rank_four': 1, '" TEN TEN TEN TEN "_rank_five': 1, 'q_lora_rank': 1"));
    assert_int_equal(reading.notes.count, 1);
    assert_non_null(strstr(reading.notes.notes[0].text, "_rank_four, q_lora_rank;"));
    assert_null(strstr(reading.notes.notes[0].text, "_rank_five"));
}

static void test_towers(void **state)
{
    static const char *const towers[] = {
        "'visual': {'depth': 32}",
        "'speech_config': {'depth': 32}",
        "'mm_vision_tower': 'a/path'",
    };
    (void)state;
    struct reading reading;
    char document[512];
    for (size_t i = 0; i < COUNT(towers); i++) {
        snprintf(document, sizeof document, LLAMA("%s"), towers[i]);
        read_document(&reading, document);
        assert_true(reading.ok);
        assert_int_equal(reading.notes.count, 1);
        assert_true(aic_warned(&reading.notes, "towers-not-counted"));
    }
    read_document(&reading, LLAMA("'mm_vision_tower': 7, 'vision_config': 'a/path'"));
    assert_true(reading.ok);
    assert_int_equal(reading.notes.count, 0);
}

static void test_predicted_tokens(void **state)
{
    (void)state;
    struct reading reading;
    read_document(&reading, LLAMA("'num_nextn_predict_layers': 1"));
    assert_true(reading.ok);
    assert_true(aic_warned(&reading.notes, "mtp-not-counted"));
    assert_int_equal(reading.notes.count, 1);
    read_document(&reading, LLAMA("'num_nextn_predict_layers': [1, 1]"));
    assert_non_null(strstr(reading.notes.notes[0].text, "num_nextn_predict_layers lists 2: the"));
    read_document(&reading, LLAMA("'num_nextn_predict_layers': 0"));
    assert_int_equal(reading.notes.count, 0);
}

/* What is said of a small llama with these keys; NULL: nothing. */
static const struct {
    const char *keys, *said;
} warnings[] = {
    /* names that begin or end as harmless ones, and names that only have them inside */
    { "'mtp_rank': 1, 'summary_head': 1, 'vision_rank': 1, 'image_head': 1, 'audio_head': 1,"
      " 'video_head': 1",
      NULL },
    { "'x_mtp_rank': 1", "not known: x_mtp_rank;" },
    { "'lora_dropout': 1, 'conv_dtype': 'x', 'norm_eps': 1, '_token_index': 7", NULL },
    { "'lora_dropout_at': 1", "not known: lora_dropout_at;" },
    /* what says a field again is harmless as a number that is equal alone */
    { "'swa_num_attention_heads': '4'", "not known: swa_num_attention_heads;" },
    { "'swa_num_attention_heads': 5", "not known: swa_num_attention_heads;" },
    { "'swa_v_head_dim': 16", "not known: swa_v_head_dim;" },
    /* objects beside the model's own keys; what one holds is named with it */
    { "'attn_config': {'kv_rank': 2, 'qk_eps': 1, 'colour': 3}",
      "not known: attn_config, attn_config.kv_rank;" },
    { "'ffn_config': {'kv_rank': 2}", "not known: ffn_config, ffn_config.kv_rank;" },
    { "'attn_config': 7", "not known: attn_config;" },
    { "'kv_config': {'kv_rank': 2}", "not known: kv_config;" },
    /* 219 letters are room for all names; of the next one that does not fit nothing is said */
    { "'rank_" FIFTY "01': 1, 'rank_" FIFTY "02': 1, 'rank_" FIFTY "03': 1,"
      " 'rank_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': 1",
      "03, rank_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;" },
    { "'rank_" FIFTY "01': 1, 'rank_" FIFTY "02': 1, 'rank_" FIFTY "03': 1,"
      " 'rank_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa': 1",
      "03;" },
    { "'rank_" FIFTY "01': 1, 'rank_" FIFTY "02': 1, 'rank_" FIFTY "03': 1,"
      " 'attn_config': {'rank_aaaaaaaaaaaa': 1}",
      "03, attn_config, attn_config.rank_aaaaaaaaaaaa;" },
    { "'rank_" FIFTY "01': 1, 'rank_" FIFTY "02': 1, 'rank_" FIFTY "03': 1,"
      " 'attn_config': {'rank_aaaaaaaaaaaaa': 1}",
      "03, attn_config;" },
    /* towers: objects, and paths of a vision tower */
    { "'visual': {'depth': 1}", "visual is not counted, and its" },
    { "'my_vision': {'depth': 1}", "my_vision is not counted, and its" },
    { "'audio': {'depth': 1}", "audio is not counted, and its" },
    { "'speech': {'depth': 1}", "speech is not counted, and its" },
    { "'vision_tower': 'path'", "vision_tower is not counted, and its" },
    { "'visual': 3, 'audio_tower': 'path', 'vision_path': 'path', 'touch': {'depth': 1}", NULL },
    { "'visual': {}, 'vision_tower': ''", NULL },
    /* modules for further tokens, by each name that their count has */
    { "'num_nextn_predict_layers': 2", "num_nextn_predict_layers is 2: the modules" },
    { "'num_mtp_modules': 2", "num_mtp_modules is 2: the modules" },
    { "'mtp_num_hidden_layers': 2", "mtp_num_hidden_layers is 2: the modules" },
    { "'mtp_num_layers': 2", "mtp_num_layers is 2: the modules" },
    { "'num_mtp_layers': 2", "num_mtp_layers is 2: the modules" },
    { "'mtp_layers_block_type': ['attention']", "mtp_layers_block_type lists 1: the layers" },
    { "'mtp_hybrid_override_pattern': '*E'", "mtp_hybrid_override_pattern is '*E': the modules" },
    { "'num_mtp_modules': 0, 'mtp_layers_block_type': [], 'mtp_hybrid_override_pattern': '',"
      " 'num_mtp_layers': false, 'mtp_num_layers': null",
      NULL },
};

static void test_what_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        struct reading reading;
        char document[1024];
        snprintf(document, sizeof document, LLAMA("%s"), warnings[i].keys);
        read_document(&reading, document);
        if (!reading.ok || reading.notes.count != (warnings[i].said ? 1 : 0)) {
            fail_msg("%s: %s%s", warnings[i].keys, reading.notes.error.message,
                     reading.notes.count ? reading.notes.notes[0].text : "");
        }
        if (warnings[i].said && !strstr(reading.notes.notes[0].text, warnings[i].said)) {
            fail_msg("'%s' is not in '%s'", warnings[i].said, reading.notes.notes[0].text);
        }
    }
}

#define TEXT(more)                                                                                 \
    "'text_config': {'model_type': 'llama', 'num_hidden_layers': 2, 'hidden_size': 50,"            \
    " 'num_attention_heads': 5, 'intermediate_size': 128, 'vocab_size': 100" more "}"

/* A file with a part for the text has all else beside it, or with the text. */
static void test_parts_of_a_file(void **state)
{
    static const struct {
        const char *document, *said;
    } files[] = {
        { "{" TEXT(", 'num_mtp_layers': 2") ", 'num_mtp_layers': 3}", "num_mtp_layers is 2: " },
        { "{" TEXT("") ", 'num_mtp_layers': 3}", "num_mtp_layers is 3: " },
        { "{" TEXT(", 'visual': {'depth': 1}") "}", "visual is not counted, and its" },
        { "{" TEXT(", 'visual': {'depth': 1}") ", 'audio': {'depth': 1}}",
          "audio is not counted, and its" },
        { "{" TEXT(", 'kv_rank': 1") ", 'attn_rank': 2}", "not known: kv_rank;" },
        /* half a million is one, and a quarter half a megabyte */
        { "{'model_type': 'gemma4_unified', " TEXT(
              "") ", 'audio_config': {'output_proj_dims': 30000}}",
          "audio_config is not counted: 2 million parameters and 3 MB in 16 bits" },
        { "{'model_type': 'gemma4_unified', " TEXT(
              "") ", 'audio_config': {'output_proj_dims': 29999}}",
          "audio_config is not counted: 1 million parameters and 3 MB in 16 bits" },
        { "{'model_type': 'gemma4_unified', " TEXT(
              "") ", 'audio_config': {'output_proj_dims': 25000}}",
          "audio_config is not counted: 1 million parameters and 3 MB in 16 bits" },
        { "{'model_type': 'gemma4_unified', " TEXT(
              "") ", 'audio_config': {'output_proj_dims': 24999}}",
          "audio_config is not counted: 1 million parameters and 2 MB in 16 bits" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(files); i++) {
        struct reading reading;
        read_document(&reading, files[i].document);
        if (!reading.ok || reading.notes.count != 1) {
            fail_msg("%s: %s", files[i].document, reading.notes.error.message);
        }
        if (!strstr(reading.notes.notes[0].text, files[i].said)) {
            fail_msg("'%s' is not in '%s'", files[i].said, reading.notes.notes[0].text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_keys), cmocka_unit_test(test_many_unknown_keys),
        cmocka_unit_test(test_towers),       cmocka_unit_test(test_predicted_tokens),
        cmocka_unit_test(test_what_is_said), cmocka_unit_test(test_parts_of_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
