/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weight files at their edges: packed formats by what stands beside them, names that belong to no or to
 * another part, files that end or break behind the first block, folders that change while they are read.
 */
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

static bool is_noted(const char *id)
{
    for (size_t i = 0; i < file.notes.count; i++) {
        if (strcmp(file.notes.notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

static void read_tensors(const char *tensors)
{
    static char header[8192];
    static struct fake_bytes bytes;
    size_t data;
    write_header(header, &data, tensors);
    put_safetensors(&bytes, header, data);
    assert_true(bytes.length <= sizeof bytes.at);
    if (!aic_model_text_read("x.safetensors", bytes.at, bytes.length, &file, &error)) {
        fail_msg("%s: %s", tensors, error.message);
    }
}

static double counted(void)
{
    double sum = 0;
    for (int part = 0; part < AIC_PARTS; part++) {
        sum += aic_or(file.stored.counted[part], 0);
    }
    return is_noted("packed-unknown") ? (double)NAN : sum;
}

static void packed_formats_are_told_by_what_is_beside(void **state)
{
    static const struct {
        const char *tensors;
        double parameters; /* NaN: not counted, with a warning */
    } cases[] = {
        /* bitsandbytes */
        { "m.weight U8 32 1, m.weight.quant_state.bitsandbytes__nf4 U8 10, m.weight.absmax F32 2, "
          "m.weight.quant_map F32 16",
          64 },
        { "m.weight I8 4 4, m.SCB F32 4", 16 },
        { "m.weight U8 32 3, m.weight.quant_state.bitsandbytes__fp4 U8 10", 192 },
        { "a.absmax F32 2", 2 },
        { "a_longer_name.absmax F32 2", 2 },
        { "m.weight.absmax F32 2", 2 },
        { "m.weight.quant_state.bitsandbytes__nf4 U8 10", 0 },
        /* scales that stand for themselves, and that do not */
        { "m.any F8_E8M0 4", 0 },
        { "m.k_scale F32", 0 },
        { "m.k_scale F32 2", 2 },
        { "m.weight_scale F32 4", 4 },
        { "m.weight F8_E4M3 4 4, m.weight_scale F32 4", 16 },
        { "m.scales F16 2, m.weight F16 4", 6 },
        { "m.inv_freq F32 4", 0 },
        /* the word behind the last dot: of a name that begins with it, and of one that has none */
        { ".inv_freq F32 4", 0 },
        { ".weight F8_E4M3 4 4, .weight_scale F32 4", 16 },
        { "inv_freq F32 4", 4 },
        { "m.bias F32 1 1 2 2", 0 },
        { "m.bias F32 4", 4 },
        /* GPTQ and AWQ: the zeros of a row of scales tell the bits */
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 8, m.g_idx I32 4", 32 },
        { "m.qweight I32 1 3, m.qzeros I32 1 3, m.scales F16 1 32", 32 },
        { "m.qweight I32 1 4, m.qzeros I32 1 3, m.scales F16 1 32", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 0", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 1", NAN },
        { "m.qweight I32 1 4, m.scales F16 1 8", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 7", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 3, m.scales F16 1 8", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 32", 128 },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 4", 16 },
        { "m.qweight I32 1 4, m.qzeros I32 1 2, m.scales F16 1 16", 32 },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 2", NAN },
        { "m.qweight I32 1 4, m.qzeros I32 1 1, m.scales F16 1 64", NAN },
        { "m.qweight I32 1 9, m.qzeros I32 1 9, m.scales F16 1 32", NAN },
        { "m.qweight F16 4", 4 },
        { "m.qzeros I32 4", 0 },
        /* gpt-oss */
        { "m.y_blocks U8 4 16, m.y_scales U8 4", 128 },
        { "m.y_blocks U8 4 16", 0 },
        { "m.y_blocks F16 4 16", 64 },
        { "_blocks U8 4", 0 },
        /* compressed-tensors and ModelOpt */
        { "m.weight_packed U8 4 8, m.weight_scale F8_E4M3 4 1", 64 },
        { "m.weight_packed I8 4 16, m.weight_scale U8 4 1", 128 },
        { "m.weight_packed U8 4 16, m.weight_scale F8_E4M3 4 2", 128 },
        { "m.weight_packed U8 4 32, m.weight_scale U8 4 2", 256 },
        { "m.weight_packed U8 4 12, m.weight_scale U8 4 1", NAN },
        { "m.weight_packed U8 4 0, m.weight_scale U8 4 0", 0 },
        { "m.weight_packed U8 4 16, m.weight_scale F32 4 0", NAN },
        { "m.weight_packed U8 4 16, m.weight_scale F32 4 3", NAN },
        { "m.weight_packed I32 4 2", NAN },
        { "m.weight_packed I64 4 2", 0 },
        { "m.weight U8 4 8, m.weight_scale F8_E4M3 4 1", 64 },
        { "m.weight U8 4 8, m.weight_scale U8 4 1", 64 },
        { "m.weight U8 4 8, m.scale F8_E8M0 4 1", 64 },
        { "m.weight U8 4 8, m.scale U8 4 3", 32 },
        { "m.weight U8 4 8, m.scale F32 4 1", 32 },
        { "m.weight F8_E4M3 4 4, m.scale F32", 16 },
        { "m.weight F16 4 4, m.scale F32", 17 },
        /* ModelOpt: two rows of integers in a byte, and experts in one tensor */
        { "m.weight U8 2 8, m.weight_scale F32 4 1, m.pre_quant_scale BF16 8", 32 },
        { "m.weight U8 2 8, m.scale F32 4 1", 32 },
        { "m.weight I8 2 8, m.weight_scale F32 4 1", 16 },
        { "m.weight I16 4 8, m.weight_scale F8_E4M3 4 1", 32 },
        { "m.weight U8 2 8, m.weight_scale F32 4", 16 },
        { "m.weight U8 2 8, m.weight_scale F32 6 1", 16 },
        { "m.weight U8 2 4 2, m.weight_scale F32 4 1", 16 },
        { "m.y U8 2 4 8, m.y_weight_scale F8_E4M3 2 1 4, m.y_weight_scale_2 F32, m.y_input_scale "
          "F32",
          128 },
        { "m.y F8_E4M3 2 4, m.y_scale_inv F32 2", 8 },
        { "m.y F16 2 4, m.y_input_scale F32 2", 10 },
        { "m.y BOOL 2 4, m.y_input_scale F32 2", 2 },
        { "m.y U8 2 4 16, m.y_weight_scale U8 2 1 4", 256 },
        { "m.y I8 2 4 8, m.y_weight_scale U8 2 1 4", 128 },
        { "m.y I16 2 4 8, m.y_weight_scale U8 2 1 4", 0 },
        { "m.y U8 2 4 8, m.y_weight_scale F8_E4M3 2 1 3", 0 },
        /* too small to be packed weights: llama-8b-exl2.safetensors has larger ones */
        { "model.layers.0.mlp.up.q_weight I32 4 4", 0 },
        { "m.weight I32 4 8", 0 },
        { "m.weight BOOL 4 8", 0 },
        /* MLX */
        { "m.weight U32 2 2, m.scales F16 2, m.biases F16 2", NAN },
        { "m.weight U32 2 2", 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        read_tensors(cases[i].tensors);
        double found = counted();
        if (!(found == cases[i].parameters || (isnan(found) && isnan(cases[i].parameters)))) {
            fail_msg("%s: %g, not %g", cases[i].tensors, found, cases[i].parameters);
        }
    }
}

/* ---- names ---- */

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
    assert_int_equal(aic_word_number(&words, 2), -1);
    aic_words_cut("x", 1, &words);
    assert_int_equal(aic_word_number(&words, 1), -1);
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

/* ---- what names say of a model ---- */

static void layers_and_experts_follow_from_names(void **state)
{
    (void)state;
    read_tensors(
        "model.layers.0.mlp.experts.7.w.weight F16 2, model.layers.0.mlp.experts.9a.w.weight F16 "
        "2, "
        "model.layers.0.mlp.experts.x.weight F16 2, model.layers.0.mlp.experts..weight F16 2, "
        "model.layers.0.mlp.experts.1234567890.w F16 2, model.layers.0.mlp.experts F16 2");
    assert_int_equal(file.model.experts, 8);
    assert_int_equal(file.model.layers, 1);

    /* Stacked ones whose first dimension is not one number say nothing. */
    read_tensors(
        "model.layers.0.mlp.experts.up F16 4 2 2, model.layers.1.mlp.experts.up F16 4 2 2");
    assert_int_equal(file.model.experts, 4);
    read_tensors(
        "model.layers.0.mlp.experts.up F16 4 2 2, model.layers.1.mlp.experts.up F16 8 2 2");
    assert_true(isnan(file.model.experts));

    /* A layer that feeds nothing forward: those that do are counted. */
    read_tensors(
        "model.layers.0.mlp.experts.0.w F16 2, model.layers.1.self_attn.q_proj.weight F16 2, "
        "model.layers.2.mlp.up_proj.weight F16 2");
    assert_int_equal(file.model.ffn_layers, 2);
    assert_int_equal(file.model.dense_layers, 1);
    assert_int_equal(file.model.dense_leading, 0);
    read_tensors(
        "model.layers.0.mlp.experts.0.w F16 2, model.layers.1.self_attn.q_proj.weight F16 2");
    assert_int_equal(file.model.ffn_layers, 1);
    assert_true(isnan(file.model.dense_layers));

    /* A number is left out: how many there are is not known. */
    read_tensors(
        "model.layers.0.mlp.up_proj.weight F16 2, model.layers.2.mlp.up_proj.weight F16 2");
    assert_true(isnan(file.model.layers));

    /* Layers of further tokens are not counted, towers beside them neither. */
    read_tensors("model.layers.0.mlp.up_proj.weight F16 2, model.layers.1.eh_proj.weight F16 2, "
                 "model.layers.1.mlp.up_proj.weight F16 2, model.layers.1.visual.w F16 2, "
                 "model.layers.200000.eh_proj.weight F16 2");
    assert_true(file.stored.bytes[AIC_PART_mtp] > 0 && file.stored.bytes[AIC_PART_towers] > 0);
}

static void vocabularies_follow_from_the_embedding(void **state)
{
    (void)state;
    read_tensors("model.embed_tokens.weight F16 8 4, model.wpe.weight F16 64 4");
    assert_int_equal(file.model.vocab, 8);
    assert_int_equal(file.model.hidden, 4);
    read_tensors("model.embed_tokens.weight F16 8 4, model.wte.weight F16 8 4");
    assert_true(isnan(file.model.vocab)); /* which of the two? */
    read_tensors("model.embed_tokens.weight F16 0 4");
    assert_true(isnan(file.model.vocab));
    read_tensors("model.embed_tokens.weight F16 32, model.embed_tokens.bias F16 8 4");
    assert_true(isnan(file.model.vocab));
    read_tensors("model.embed_tokens.weight I32 8 4");
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

/* ---- widths of packed weights in config.json ---- */

#define CONFIG_OF(more)                                                                            \
    "{\"model_type\": \"llama\", \"hidden_size\": 4, \"intermediate_size\": 8, "                   \
    "\"num_hidden_layers\": 1, \"num_attention_heads\": 1, \"vocab_size\": 8, "                    \
    "\"max_position_embeddings\": 64, " more "}"

static void configs_tell_widths(void **state)
{
#define GROUP(bits) "{\"weights\": {\"num_bits\": " bits "}}"
#define GROUPS(a, b)                                                                               \
    "\"quantization_config\": {\"config_groups\": {\"a\": " GROUP(a) ", \"b\": " GROUP(b) "}}"
    static const struct {
        const char *tensors, *config;
        double parameters;
    } cases[] = {
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 4}"), 32 },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 4.5}"), NAN },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 1}"), 128 },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 8}"), 16 },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 9}"), NAN },
        { "m.qweight I32 1 4", CONFIG_OF("\"torch_dtype\": \"bfloat16\""), NAN },
        { "m.weight_packed I32 1 4", CONFIG_OF("\"torch_dtype\": \"bfloat16\""), NAN },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("1", "1")), 128 },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("1", "2")), NAN },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("\"4\"", "4")), NAN },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 0}"), NAN },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": 16}"), NAN },
        { "m.qweight I32 1 4", CONFIG_OF("\"quantization_config\": {\"bits\": \"4\"}"), NAN },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("4", "4")), 32 },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("4", "8")), NAN },
        { "m.weight_packed I32 1 4", CONFIG_OF(GROUPS("4", "\"4\"")), NAN },
        { "m.weight U32 2 2, m.scales F16 2", CONFIG_OF("\"quantization\": {\"bits\": 8}"), 16 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static char header[8192];
        static struct fake_bytes bytes;
        size_t data;
        write_header(header, &data, cases[i].tensors);
        put_safetensors(&bytes, header, data);
        const struct fake_file listed[] = {
            { "model.safetensors", bytes.at, bytes.length },
            { "config.json", cases[i].config, strlen(cases[i].config) },
            { NULL, NULL, 0 },
        };
        struct fake_files files = { .at = listed };
        if (!fake_model(&files, NULL, &file, &error)) {
            fail_msg("%s: %s", cases[i].config, error.message);
        }
        double found = counted();
        if (!(found == cases[i].parameters || (isnan(found) && isnan(cases[i].parameters)))) {
            fail_msg("%s: %g, not %g", cases[i].config, found, cases[i].parameters);
        }
    }
#undef GROUPS
#undef GROUP
}

/* What weights say of experts counts; how many layers are dense the config alone may tell. */
static void weights_count_over_the_config(void **state)
{
    static const char config[] = CONFIG_OF("\"torch_dtype\": \"bfloat16\"");
    static char header[8192];
    static struct fake_bytes bytes;
    size_t data, differ = 0;
    (void)state;
    write_header(header, &data,
                 "model.layers.0.mlp.experts.7.w F16 2, model.layers.1.mlp.up_proj.weight F16 2");
    put_safetensors(&bytes, header, data);
    const struct fake_file listed[] = { { "model.safetensors", bytes.at, bytes.length },
                                        { "config.json", config, sizeof config - 1 },
                                        { NULL, NULL, 0 } };
    struct fake_files files = { .at = listed };
    assert_true(fake_model(&files, NULL, &file, &error));
    assert_true(file.model.experts == 8 && file.model.layers == 2);
    assert_true(isnan(file.model.dense_layers));
    for (size_t i = 0; i < file.notes.count; i++) {
        differ += strcmp(file.notes.notes[i].id, "config-differs") == 0;
    }
    assert_int_equal(differ, 2); /* layers, and experts: a config without them means none */
}

/* More than a question holds exactly: bytes of a part, or of a type. */
static void more_than_2_53_is_refused(void **state)
{
    static const char *const headers[] = {
        "{\"t\": {\"dtype\": \"F32\", \"shape\": [2500000000000000], "
        "\"data_offsets\": [0, 10000000000000000]}}",
        "{\"lm_head.weight\": {\"dtype\": \"F32\", \"shape\": [1250000000000000], "
        "\"data_offsets\": [0, 5000000000000000]}, "
        "\"embed_tokens.weight\": {\"dtype\": \"F32\", \"shape\": [1250000000000000], "
        "\"data_offsets\": [5000000000000000, 10000000000000000]}}",
    };
    static const char *const messages[] = { "stored_other", "stored_f32" };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct fake_bytes bytes;
        struct aic_question question;
        put_safetensors(&bytes, headers[i], 0);
        const struct fake_file listed[] = { { "x.safetensors", bytes.at, bytes.length },
                                            { NULL, NULL, 0 } };
        struct fake_files pipe = { .at = listed, .tells_no_length = true };
        if (!fake_model(&pipe, "x.safetensors", &file, &error)) {
            fail_msg("%s", error.message);
        }
        assert_true(aic_question_init(&question, aic_calculator_find("model"), &error));
        assert_false(aic_model_file_apply(&question, &file, &error));
        if (!strstr(error.message, messages[i])) {
            fail_msg("%s", error.message);
        }
        assert_non_null(strstr(error.message, "not below 2^53"));
        aic_question_clear(&question);
    }
}

/* ---- files that are longer than what is read at once ---- */

enum { LONG = 200000 };

struct long_file {
    const char *name;
    char *at;
    size_t length;
};

/* Headers whose texts and lists go over several blocks. */
static void make_long(struct long_file *out, const char *name)
{
    char *at = calloc(1, 2 * LONG);
    assert_non_null(at);
    *out = (struct long_file){ name, at, 0 };
    if (strstr(name, ".gguf")) {
        struct fake_bytes head = { .length = 0 };
        put_bytes(&head, "GGUF\3\0\0\0", 8);
        put_number(&head, 1, 8);
        put_number(&head, 3, 8);
        put_text(&head, "a.list");
        put_number(&head, GGUF_IS_LIST, 4);
        put_number(&head, 0, 4); /* bytes: more than are kept */
        put_number(&head, LONG, 8);
        memcpy(at, head.at, head.length);
        out->length = head.length + LONG;
        head.length = 0;
        put_text(&head, "a.text");
        put_number(&head, GGUF_IS_TEXT, 4);
        put_number(&head, LONG / 2, 8);
        memcpy(at + out->length, head.at, head.length);
        out->length += head.length + LONG / 2;
        head.length = 0;
        put_text(&head, "a.attention.head_count_kv");
        put_number(&head, GGUF_IS_LIST, 4);
        put_number(&head, GGUF_IS_U32, 4);
        put_number(&head, 1000, 8);
        head.length += 4000;
        put_text(&head, "t");
        put_number(&head, 1, 4);
        put_number(&head, 8, 8);
        put_number(&head, 0, 4);
        put_number(&head, 0, 8);
        memcpy(at + out->length, head.at, head.length);
        out->length += head.length;
        return;
    }
    char *end = at;
    bool is_header = strstr(name, ".safetensors") && !strstr(name, ".json");
    bool is_index = strstr(name, ".index.json") != NULL;
    end += is_header ? 8 : 0;
    end += sprintf(end, is_header  ? "{\"__metadata__\": {\"text\": \""
                        : is_index ? "{\"metadata\": {\"text\": \""
                                   : "{\"model_type\": \"");
    memset(end, 'x', LONG);
    end += LONG;
    if (is_index) { /* numbers as long as any may be */
        end += sprintf(end, "\", \"numbers\": [1");
        for (int i = 0; i < 100; i++) {
            *end++ = ',';
            memset(end, '1', 200);
            end += 200;
        }
    }
    end += sprintf(end, is_header  ? "\"}, \"t\": {\"dtype\": \"F32\", \"shape\": [0], "
                                     "\"data_offsets\": [0, 0]}}"
                        : is_index ? "]}, \"weight_map\": {\"t\": \"a.safetensors\"}}"
                                   : "\"}");
    out->length = (size_t)(end - at);
    for (int i = 0; is_header && i < 8; i++) {
        at[i] = (char)((out->length - 8) >> 8 * i);
    }
}

static void long_headers_may_end_or_break_anywhere(void **state)
{
    static const char *const names[] = { "a.safetensors", "x.gguf", "config.json",
                                         "model.safetensors.index.json" };
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct long_file whole;
        make_long(&whole, names[n]);
        struct fake_file at[] = { { whole.name, whole.at, whole.length }, { NULL, NULL, 0 } };
        /* Every call may fail: its error is the one that is told. */
        struct fake_files files = { .at = at, .piece = 9999 };
        bool taken = false;
        for (files.fails_at = 1; !taken; files.fails_at++) {
            files.calls = 0;
            taken = fake_model(&files, names[n], &file, &error) || files.calls < files.fails_at;
            assert_true(taken || strcmp(error.message, "the disk is broken") == 0);
            assert_int_equal(files.open, 0);
        }
        assert_true(files.fails_at > 5);
        /* The file may end anywhere, its length being told or not. */
        for (size_t length = 1; length < whole.length; length += length / 4 + 1) {
            for (int told = 0; told < 2; told++) {
                struct fake_file cut[] = { { whole.name, whole.at, length }, { NULL, NULL, 0 } };
                struct fake_files shorter = { .at = cut, .piece = 9999, .tells_no_length = !told };
                assert_false(fake_model(&shorter, names[n], &file, &error));
                assert_true(error.message[0]);
                assert_int_equal(shorter.open, 0);
            }
        }
        free(whole.at);
    }
}

/* A GGUF with a list that is kept and a tensor, cut behind each of its bytes. */
static void every_cut_of_a_list_is_refused(void **state)
{
    static struct fake_gguf gguf;
    static struct fake_bytes bytes;
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_list(&gguf, "a.attention.head_count_kv", (const uint32_t[]){ 1, 2 }, 2);
    gguf_tensor(&gguf, "t", 8, 2);
    put_gguf(&bytes, &gguf);
    for (size_t length = 0; length < bytes.length; length++) {
        for (int told = 0; told < 2; told++) {
            struct fake_file cut[] = { { "x.gguf", bytes.at, length }, { NULL, NULL, 0 } };
            struct fake_files files = { .at = cut, .piece = 7, .tells_no_length = !told };
            assert_false(fake_model(&files, "x.gguf", &file, &error));
            assert_true(error.message[0]);
        }
    }
}

static void too_much_is_refused(void **state)
{
    static const char blanks[5000] = "";
    (void)state;
    /* A config.json of more bytes than any has, in a folder. */
    struct fake_file listed[] = { { "config.json", "{", 1 }, { NULL, NULL, 0 } };
    struct fake_files endless = { .at = listed, .zeros = UINT64_C(1) << 30 };
    assert_false(fake_model(&endless, NULL, &file, &error));
    assert_non_null(strstr(error.message, "which no such file has"));

    /* A million tensors and one. */
    enum { TENSORS = 1000001 };
    static const char format[] =
        "%s\"%d\": {\"dtype\": \"F32\", \"shape\": [0], \"data_offsets\": [0, 0]}";
    char *text = malloc((size_t)TENSORS * 80 + 64), *end = text + 8;
    assert_non_null(text);
    end += sprintf(end, "{");
    for (int i = 0; i < TENSORS; i++) {
        end += sprintf(end, format, i > 0 ? "," : "", i);
    }
    end += sprintf(end, "}");
    for (int i = 0; i < 8; i++) {
        text[i] = (char)((size_t)(end - text - 8) >> 8 * i);
    }
    assert_false(aic_model_text_read("x", text, (size_t)(end - text), &file, &error));
    assert_non_null(strstr(error.message, "more than 1000000 tensors"));
    free(text);

    /* Blanks and a list where an index would be. */
    char *index = malloc(sizeof blanks + 64);
    assert_non_null(index);
    memset(index, ' ', sizeof blanks);
    int length = sprintf(index + sizeof blanks, "[\"weight_map\": {\"a\": \"b\"}]");
    assert_false(
        aic_model_text_read("i.json", index, sizeof blanks + (size_t)length, &file, &error));
    assert_non_null(strstr(error.message, "'{'"));
    free(index);
}

/* ---- folders ---- */

/* The file of that name is there so often, and then gone. */
struct vanishing {
    struct fake_files files;
    const char *name;
    int times;
};

static bool open_vanishing(void *context, const char *path, enum aic_opened *opened,
                           struct aic_stream *stream, struct aic_error *why)
{
    struct vanishing *vanishing = context;
    *opened = AIC_OPENED_NOTHING;
    if (strstr(path, vanishing->name) && vanishing->times-- <= 0) {
        return true;
    }
    return fake_open(&vanishing->files, path, opened, stream, why);
}

static void close_vanishing(void *context, struct aic_stream *stream)
{
    fake_close(&((struct vanishing *)context)->files, stream);
}

static bool list_vanishing(void *context, const char *folder, aic_name_visitor *visit,
                           void *visitor, struct aic_error *why)
{
    return fake_list(&((struct vanishing *)context)->files, folder, visit, visitor, why);
}

/* What is gone when it is opened is not there; what is there alone is read. */
static void files_may_vanish(void **state)
{
    static struct fake_bytes weights;
    static char header[8192];
    size_t data;
    static const char config[] = CONFIG_OF("\"torch_dtype\": \"bfloat16\"");
    (void)state;
    write_header(header, &data, "model.layers.0.mlp.up_proj.weight F16 2");
    put_safetensors(&weights, header, data);
    const struct fake_file listed[] = { { "a.safetensors", weights.at, weights.length },
                                        { "config.json", config, sizeof config - 1 },
                                        { NULL, NULL, 0 } };
    struct vanishing vanishing = { .files = { .at = listed }, .name = "config.json" };
    const struct aic_files files = { open_vanishing, close_vanishing, list_vanishing, &vanishing };
    for (int times = 0; times < 3; times++) {
        vanishing.times = times;
        assert_true(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
        assert_int_equal(file.model.layers, 1);
        assert_int_equal(aic_or(file.model.hidden, 0), times == 2 ? 4 : 0);
    }
    vanishing.name = "a.safetensors";
    vanishing.times = 0;
    assert_true(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
    assert_true(isnan(file.stored.tensors)); /* the config alone */
    vanishing.times = 1;
    assert_false(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
    assert_non_null(strstr(error.message, "it is missing"));
}

#define POINTER "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"

static void folders_of_other_files(void **state)
{
    static char long_name[5000];
    static struct fake_gguf gguf;
    static struct fake_bytes part;
    const struct fake_file end = { NULL, NULL, 0 };
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    put_gguf(&part, &gguf);
    memset(long_name, 'x', sizeof long_name - 1);
    memcpy(long_name + sizeof long_name - 6, ".gguf", 6);
    const struct {
        struct fake_file files[8];
        const char *message;
    } cases[] = {
        { { { "a.safetensors", POINTER, sizeof POINTER - 1 }, end }, "no model is in this folder" },
        { { { "config.json", POINTER, sizeof POINTER - 1 }, end }, "no model is in this folder" },
        { { { long_name, part.at, part.length }, end }, "a path is too long" },
        { { { "x-00001-of-00002.gguf", part.at, part.length },
            { "x-00001-of-00003.gguf", part.at, part.length },
            { "y-00001-of-00003.gguf", part.at, part.length },
            { "yz-00001-of-00003.gguf", part.at, part.length },
            { "z.gguf", part.at, part.length },
            { "z_-00001-of-0000x.gguf", part.at, part.length },
            end },
          "6 GGUF models" },
        { { { "a-name-of-a-file-that-is-rather-long-1.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-2.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-3.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-4.gguf", part.at, part.length },
            end },
          "..." },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_files files = { .at = cases[i].files };
        assert_false(fake_model(&files, NULL, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("wanted %s, got %s", cases[i].message, error.message);
        }
        assert_int_equal(files.open, 0);
    }
}

/* Pointers of Git LFS that say how long the file is, and that do not. */
static void pointers_are_told(void **state)
{
    (void)state;
    assert_false(aic_model_text_read("x", POINTER, sizeof POINTER - 1, &file, &error));
    assert_non_null(strstr(error.message, "a Git LFS pointer, not the file itself"));
    assert_null(strstr(error.message, "bytes)"));
    assert_false(aic_model_text_read("x", POINTER "size 123\n", sizeof POINTER + 8, &file, &error));
    assert_non_null(strstr(error.message, "(of 123 bytes)"));
    assert_false(aic_model_text_read("x", POINTER "size 123", sizeof POINTER + 7, &file, &error));
    assert_non_null(strstr(error.message, "(of 123 bytes)"));
}

/* ---- GGUFs in parts, and flags that are none ---- */

static void parts_belong_together(void **state)
{
    static struct fake_gguf gguf;
    static struct fake_bytes first, second;
    static const struct {
        uint32_t no, count;
        const char *message;
    } cases[] = {
        { 1, 2, "split.tensors.count is 3, but its parts hold 2 tensors" },
        { 0, 2, "its keys say part 1 of 2" },
        { 1, 3, "its keys say part 2 of 3" },
        { 9, 9, "its keys say part 0 of 0" }, /* none at all */
    };
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_u32(&gguf, "split.no", 0);
    gguf_u32(&gguf, "split.count", 2);
    gguf_u32(&gguf, "split.tensors.count", 3);
    gguf_tensor(&gguf, "t", 8, 0);
    put_gguf(&first, &gguf);
    first.length = (first.length + 31) / 32 * 32 + 32;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&gguf, 0, sizeof gguf);
        gguf_text(&gguf, "general.architecture", "a");
        if (cases[i].no < 9) {
            gguf_u32(&gguf, "split.no", cases[i].no);
            gguf_u32(&gguf, "split.count", cases[i].count);
        }
        gguf_tensor(&gguf, "u", 8, 0);
        put_gguf(&second, &gguf);
        second.length = (second.length + 31) / 32 * 32 + 32;
        const struct fake_file listed[] = {
            { "x-00001-of-00002.gguf", first.at, first.length },
            { "x-00002-of-00002.gguf", second.at, second.length },
            { NULL, NULL, 0 },
        };
        struct fake_files files = { .at = listed };
        assert_false(fake_model(&files, NULL, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("wanted %s, got %s", cases[i].message, error.message);
        }
    }
    /* A further part that is a pointer. */
    const struct fake_file pointed[] = { { "x-00001-of-00002.gguf", first.at, first.length },
                                         { "x-00002-of-00002.gguf", POINTER, sizeof POINTER - 1 },
                                         { NULL, NULL, 0 } };
    struct fake_files to = { .at = pointed };
    assert_false(fake_model(&to, "x-00001-of-00002.gguf", &file, &error));
    assert_non_null(strstr(error.message, "x-00002-of-00002.gguf: byte 0: a Git LFS pointer"));
    /* A further part that says it holds a million tensors more. */
    second.length = 0;
    put_bytes(&second, "GGUF\3\0\0\0", 8);
    put_number(&second, 1000000, 8);
    put_number(&second, 0, 8);
    const struct fake_file listed[] = { { "x-00001-of-00002.gguf", first.at, first.length },
                                        { "x-00002-of-00002.gguf", second.at, second.length },
                                        { NULL, NULL, 0 } };
    struct fake_files files = { .at = listed };
    assert_false(fake_model(&files, NULL, &file, &error));
    assert_non_null(strstr(error.message, "with those of other parts, are more than 1000000"));
}

static void flags_are_0_or_1(void **state)
{
    enum { IS_BOOL = 7 };
    static struct fake_gguf gguf;
    static struct fake_bytes bytes;
    (void)state;
    for (int value = 0; value < 3; value++) {
        for (int list = 0; list < 2; list++) {
            memset(&gguf, 0, sizeof gguf);
            gguf_text(&gguf, "general.architecture", "a");
            gguf_key(&gguf, "a.attention.sliding_window_pattern", list ? GGUF_IS_LIST : IS_BOOL);
            if (list) {
                put_number(&gguf.pairs, IS_BOOL, 4);
                put_number(&gguf.pairs, 2, 8);
                put_number(&gguf.pairs, (uint64_t)value, 1);
            }
            put_number(&gguf.pairs, (uint64_t)value, 1);
            put_gguf(&bytes, &gguf);
            bool taken = aic_model_text_read("x", bytes.at, bytes.length, &file, &error);
            assert_int_equal(taken, value < 2);
            assert_true(taken || strstr(error.message, "a flag that is neither 0 nor 1"));
        }
    }
}

/* ---- layers of a GGUF whose windows are told by marks or by a period ---- */

static struct fake_gguf *start_four_layers(uint32_t window)
{
    static struct fake_gguf gguf;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_u32(&gguf, "a.block_count", 4);
    gguf_u32(&gguf, "a.embedding_length", 64);
    gguf_u32(&gguf, "a.attention.head_count", 4);
    gguf_u32(&gguf, "a.context_length", 4096);
    gguf_u32(&gguf, "a.attention.sliding_window", window);
    return &gguf;
}

static void read_gguf(const struct fake_gguf *gguf)
{
    static struct fake_bytes bytes;
    put_gguf(&bytes, gguf);
    if (!aic_model_text_read("x.gguf", bytes.at, bytes.length, &file, &error)) {
        fail_msg("%s", error.message);
    }
}

static void windows_follow_marks_and_periods(void **state)
{
    static const uint32_t marks[] = { 1, 1, 0 }, heads[] = { 2, 2, 4, 4 }, none[] = { 0, 0, 0, 0 };
    static const char pattern[] = "a.attention.sliding_window_pattern";
    const struct aic_model *m = &file.model;
    struct fake_gguf *gguf = start_four_layers(1024);
    (void)state;
    gguf_list(gguf, pattern, marks, 3); /* the fourth has no mark */
    gguf_list(gguf, "a.attention.head_count_kv", heads, 4);
    gguf_list(gguf, "a.attention.compress_ratios", none, 4);
    read_gguf(gguf);
    assert_true(m->sliding_layers == 2 && m->sliding_window == 1024);
    assert_true(m->kv_heads == 4 && m->sliding_kv_heads == 2);
    assert_false(is_noted("layers-differ"));

    gguf = start_four_layers(1024);
    gguf_u32(gguf, pattern, 0); /* all do */
    read_gguf(gguf);
    assert_true(m->sliding_layers == 4 && m->kv_heads == 4 && isnan(m->sliding_kv_heads));

    gguf = start_four_layers(1024);
    gguf_list(gguf, pattern, none, 4); /* none does */
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers) && m->kv_heads == 4);

    gguf = start_four_layers(4096); /* as long as the context: no window */
    gguf_u32(gguf, pattern, 0);
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers));

    gguf = start_four_layers(1024); /* nothing says which */
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers));
    assert_true(file.notes.count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_formats_are_told_by_what_is_beside),
        cmocka_unit_test(names_belong_to_parts),
        cmocka_unit_test(words_end_with_the_name),
        cmocka_unit_test(names_of_ggufs_belong_to_parts),
        cmocka_unit_test(types_have_one_name),
        cmocka_unit_test(layers_and_experts_follow_from_names),
        cmocka_unit_test(vocabularies_follow_from_the_embedding),
        cmocka_unit_test(files_are_called_by_their_paths),
        cmocka_unit_test(configs_tell_widths),
        cmocka_unit_test(weights_count_over_the_config),
        cmocka_unit_test(more_than_2_53_is_refused),
        cmocka_unit_test(long_headers_may_end_or_break_anywhere),
        cmocka_unit_test(every_cut_of_a_list_is_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(files_may_vanish),
        cmocka_unit_test(folders_of_other_files),
        cmocka_unit_test(pointers_are_told),
        cmocka_unit_test(parts_belong_together),
        cmocka_unit_test(flags_are_0_or_1),
        cmocka_unit_test(windows_follow_marks_and_periods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
