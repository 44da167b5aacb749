/* SPDX-License-Identifier: Apache-2.0 */
/* What names of tensors say: the part and the layer they belong to, how many layers, experts and tokens a model has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog/weights/sources.h"
#include "weight_words.h"

static struct aic_model_file file;
static struct aic_error error;

static void names_belong_to_parts(void **state)
{
    static const struct {
        const char *name;
        enum aic_part part;
        double layer;
    } cases[] = {
        { "model.layers.12.mlp.up_proj.weight", AIC_PART_mlp, 12 },
        { "model.layers..mlp.up_proj.weight", AIC_PART_other, -1 },
        { "model.layers.1234567890.mlp.weight", AIC_PART_other, -1 },
        { "model.layers.1x.mlp.weight", AIC_PART_other, -1 },
        { "transformer.blocks.0.norm_attn_norm.Wqkv.weight", AIC_PART_attention, 0 },
        { "transformer.blocks.0.norm_attn_norm.norm_1.weight", AIC_PART_norms, 0 },
        { "model.layers.0.ln_1.weight", AIC_PART_norms, 0 },
        { "norm.weight", AIC_PART_norms, -1 },
        { "model.layers.0.mamba.norm.weight", AIC_PART_mixer, 0 },
        { "model.layers.0.mixer.in_proj.weight", AIC_PART_mixer, 0 },
        { "model.layers.0.mixer.q_proj.weight", AIC_PART_attention, 0 },
        { "model.layers.0.mixer.up_proj.weight", AIC_PART_mlp, 0 },
        { "model.layers.0.mixer.gate.weight", AIC_PART_router, 0 },
        { "model.layers.0.gate.weight", AIC_PART_other, 0 },
        { "model.layers.0.block_sparse_moe.input_linear.weight", AIC_PART_experts, 0 },
        { "model.layers.0.block_sparse_moe.w.weight", AIC_PART_mlp, 0 },
        { "output.weight", AIC_PART_head, -1 },
        { "model.head.weight", AIC_PART_head, -1 },
        { "a.b.output.weight", AIC_PART_other, -1 },
        { "a.b.c.output.weight", AIC_PART_other, -1 },
        { "weight", AIC_PART_other, -1 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct words words;
        aic_words_cut(cases[i].name, strlen(cases[i].name), &words);
        enum aic_part part = aic_safetensors_part(&words);
        if (part != cases[i].part || words.layer != cases[i].layer) {
            fail_msg("%s: %s of layer %g", cases[i].name, aic_part_name(part), words.layer);
        }
    }
}

/* Words of a longer name that was cut before are none. */
static void words_end_with_the_name(void **state)
{
    struct words words;
    (void)state;
    aic_words_cut("0.weight.1.weight", 17, &words);
    aic_words_cut("0", 1, &words);
    assert_true(words.count == 1 && aic_word_number(&words, 0) == 0);
    assert_false(aic_word_is(&words, 1, "weight"));
    assert_false(aic_words_have(&words, "weight"));
    aic_words_cut("weight", 6, &words);
    aic_words_cut("x.0", 3, &words);
    assert_true(aic_word_number(&words, 2) == -1);
    aic_words_cut("x", 1, &words);
    assert_true(aic_word_number(&words, 1) == -1);
}

static void names_of_ggufs_belong_to_parts(void **state)
{
    static const struct {
        const char *name;
        enum aic_part part;
    } cases[] = {
        { "blk.0.ffn_gate.3.weight", AIC_PART_experts },
        { "blk.0.ffn_gate.weight", AIC_PART_mlp },
        { "blk.0.ffn_up_exps.weight", AIC_PART_experts },
        { "blk.0.ffn_up_chexps.weight", AIC_PART_experts },
        { "blk.0._exps.weight", AIC_PART_experts },
        { "blk.0.ffn_gate_inp.weight", AIC_PART_router },
        { "blk.0.exp_probs_b.bias", AIC_PART_router },
        { "blk.0.channel_mix_key.weight", AIC_PART_mlp },
        { "blk.0.time_mix_key.weight", AIC_PART_mixer },
        { "blk.0.ssm_in.weight", AIC_PART_mixer },
        { "blk.0.shortconv.conv.weight", AIC_PART_mixer },
        { "blk.0.attn_q.weight", AIC_PART_attention },
        { "blk.0.indexer.k.weight", AIC_PART_attention },
        { "blk.0.indexer_k.0.weight", AIC_PART_other },
        { "blk.0.output.weight", AIC_PART_other },
        { "blk.x.attn_q.weight", AIC_PART_other },
        { "blk.0", AIC_PART_other },
        { "blk.0.attn_norm.weight", AIC_PART_norms },
        { "blk.0.nextn.eh_proj.weight", AIC_PART_mtp },
        { "blk.4.attn_q.weight", AIC_PART_mtp }, /* beyond the layers */
        { "nextn.eh_proj.weight", AIC_PART_mtp },
        { "mtp.fc.weight", AIC_PART_mtp },
        { "v.patch_embd.weight", AIC_PART_towers },
        { "v", AIC_PART_other },
        { "token_embd.weight", AIC_PART_embedding },
        { "output.weight", AIC_PART_head },
        { "output_norm.weight", AIC_PART_norms },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct words words;
        aic_words_cut(cases[i].name, strlen(cases[i].name), &words);
        enum aic_part part = aic_gguf_part(&words, 4);
        if (part != cases[i].part) {
            fail_msg("%s: %s", cases[i].name, aic_part_name(part));
        }
    }
}

static void types_have_one_name(void **state)
{
    enum aic_type type;
    (void)state;
    assert_true(aic_safetensors_type("F8_E4M3", &type) && type == AIC_TYPE_f8_e4m3);
    assert_false(aic_safetensors_type("f32", &type));
    assert_false(aic_safetensors_type("F3", &type));
    assert_false(aic_safetensors_type("F32X", &type));
    assert_false(aic_safetensors_type("", &type));
    assert_null(aic_type_name(AIC_TYPES));
    assert_null(aic_part_name(AIC_PARTS));
}

static void layers_and_experts_follow_from_names(void **state)
{
    (void)state;
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.experts.7.w.weight F16 2, model.layers.0.mlp.experts.9a.w.weight F16 "
        "2, "
        "model.layers.0.mlp.experts.x.weight F16 2, model.layers.0.mlp.experts..weight F16 2, "
        "model.layers.0.mlp.experts.1234567890.w F16 2, model.layers.0.mlp.experts F16 2");
    assert_int_equal(file.model.experts, 8);
    assert_int_equal(file.model.layers, 1);

    /* Stacked ones whose first dimension is not one number say nothing. */
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.experts.up F16 4 2 2, model.layers.1.mlp.experts.up F16 4 2 2");
    assert_int_equal(file.model.experts, 4);
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.experts.up F16 4 2 2, model.layers.1.mlp.experts.up F16 8 2 2");
    assert_true(isnan(file.model.experts));

    /* A layer that feeds nothing forward: those that do are counted. */
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.experts.0.w F16 2, model.layers.1.self_attn.q_proj.weight F16 2, "
        "model.layers.2.mlp.up_proj.weight F16 2");
    assert_int_equal(file.model.ffn_layers, 2);
    assert_int_equal(file.model.dense_layers, 1);
    assert_int_equal(file.model.dense_leading, 0);
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.experts.0.w F16 2, model.layers.1.self_attn.q_proj.weight F16 2");
    assert_int_equal(file.model.ffn_layers, 1);
    assert_true(isnan(file.model.dense_layers));

    /* A number is left out: how many there are is not known. */
    read_tensors(
        &file, &error,
        "model.layers.0.mlp.up_proj.weight F16 2, model.layers.2.mlp.up_proj.weight F16 2");
    assert_true(isnan(file.model.layers));

    /* Layers of further tokens are not counted, towers beside them neither. */
    read_tensors(&file, &error,
                 "model.layers.0.mlp.up_proj.weight F16 2, model.layers.1.eh_proj.weight F16 2, "
                 "model.layers.1.mlp.up_proj.weight F16 2, model.layers.1.visual.w F16 2, "
                 "model.layers.200000.eh_proj.weight F16 2");
    assert_true(file.stored.bytes[AIC_PART_mtp] > 0 && file.stored.bytes[AIC_PART_towers] > 0);
}

static void vocabularies_follow_from_the_embedding(void **state)
{
    (void)state;
    read_tensors(&file, &error, "model.embed_tokens.weight F16 8 4, model.wpe.weight F16 64 4");
    assert_int_equal(file.model.vocab, 8);
    assert_int_equal(file.model.hidden, 4);
    read_tensors(&file, &error, "model.embed_tokens.weight F16 8 4, model.wte.weight F16 8 4");
    assert_true(isnan(file.model.vocab)); /* which of the two? */
    read_tensors(&file, &error, "model.embed_tokens.weight F16 0 4");
    assert_true(isnan(file.model.vocab));
    read_tensors(&file, &error,
                 "model.embed_tokens.weight F16 32, model.embed_tokens.bias F16 8 4");
    assert_true(isnan(file.model.vocab));
    read_tensors(&file, &error, "model.embed_tokens.weight I32 8 4");
    assert_true(isnan(file.model.vocab)); /* holds no parameters */
}

/* A file is called by the last part of its path, whatever that ends with. */
static void files_are_called_by_their_paths(void **state)
{
    static const struct {
        const char *path, *name;
    } cases[] = {
        { "a", "a" },        { "a/b", "b" }, { "/a", "a" },     { "dir/a.gguf", "a.gguf" },
        { "a/", "a" },       { "a//", "a" }, { "/a/", "a" },    { "a/bc//", "bc" },
        { "a//b", "b" },     { "/", "/" },   { "//", "/" },     { "", "" },
        { "./a/../b", "b" }, { "-", "-" },   { "a/b/c/", "c" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(aic_model_text_read(cases[i].path, "\2\0\0\0\0\0\0\0{}", 10, &file, &error));
        assert_string_equal(file.name, cases[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_belong_to_parts),
        cmocka_unit_test(words_end_with_the_name),
        cmocka_unit_test(names_of_ggufs_belong_to_parts),
        cmocka_unit_test(types_have_one_name),
        cmocka_unit_test(layers_and_experts_follow_from_names),
        cmocka_unit_test(vocabularies_follow_from_the_embedding),
        cmocka_unit_test(files_are_called_by_their_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
