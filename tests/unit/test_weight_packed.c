/* SPDX-License-Identifier: Apache-2.0 */
/* Packed weights: how many a tensor holds is told by what stands beside it, and by the config. */
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

static double counted(void)
{
    double sum = 0;
    for (int part = 0; part < AIC_PARTS; part++) {
        sum += aic_or(file.stored.counted[part], 0);
    }
    return is_said(&file, "packed-unknown") ? (double)NAN : sum;
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
        { ".weight U8 32 1, .weight.quant_state.bitsandbytes__nf4 U8 10, .weight.absmax F32 2",
          64 },
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
        { "_blocks U8 4 16, _scales U8 4", 0 },
        { "m.y_blocks U8 4 16, m.x_scales U8 4", 0 },
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
        read_tensors(&file, &error, cases[i].tensors);
        double found = counted();
        if (!(found == cases[i].parameters || (isnan(found) && isnan(cases[i].parameters)))) {
            fail_msg("%s: %g, not %g", cases[i].tensors, found, cases[i].parameters);
        }
    }
}

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
        /* a width that none has says nothing */
        { "m.weight U32 2 2, m.scales F16 2",
          CONFIG_OF("\"quantization_config\": {\"bits\": 9}, \"quantization\": {\"bits\": 8}"),
          16 },
        { "m.weight U32 2 2, m.scales F16 2",
          CONFIG_OF("\"quantization_config\": {\"bits\": 4.5}, \"quantization\": {\"bits\": 8}"),
          16 },
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_formats_are_told_by_what_is_beside),
        cmocka_unit_test(configs_tell_widths),
        cmocka_unit_test(weights_count_over_the_config),
        cmocka_unit_test(more_than_2_53_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
