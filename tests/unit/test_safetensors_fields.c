/* SPDX-License-Identifier: Apache-2.0 */
/* What names and shapes of safetensors say of a model, all of it, and what an index alone says by its names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "weight_words.h"

static struct aic_model_file file;
static struct aic_error error;

/* Tensors, and the fields that are set and what is said. */
struct row {
    const char *tensors, *fields;
};

static void check(const struct row *row)
{
    static char header[8192];
    static struct fake_bytes bytes;
    size_t data;
    write_header(header, &data, row->tensors);
    put_safetensors(&bytes, header, 0);
    const struct fake_file listed[] = { { "x", bytes.at, bytes.length }, { NULL, NULL, 0 } };
    struct fake_files pipe = { .at = listed, .tells_no_length = true };
    if (!fake_model(&pipe, "x", &file, &error)) {
        fail_msg("%s: %s", row->tensors, error.message);
    }
    const char *words = fields_in_words(NULL, &file);
    if (strcmp(words, row->fields) != 0) {
        fail_msg("%s: %s, not %s", row->tensors, words, row->fields);
    }
}

static void layers_are_numbered(void **state)
{
    static const struct row rows[] = {
        { "layers.0.mlp.w F16 2", "params=2 layers=1" },
        { "layers.0.mlp.w F16 2, layers.1.mlp.w F16 2, layers.2.mlp.w F16 2", "params=6 layers=3" },
        { "layers.0.mlp.w F16 2, layers.2.mlp.w F16 2", "params=4" },
        { "layers.1.mlp.w F16 2", "params=2" },
        { "layers.0.mlp.w F16 2, layers.99999.mlp.w F16 2", "params=4" },
        { "layers.0.mlp.w F16 2, layers.100000.mlp.w F16 2", "params=4" },
        { "layers.0.mlp.w F16 2, layers.x.mlp.w F16 2", "params=4 layers=1 !tensors-unknown" },
        { "mlp.w F16 2", "params=2 !tensors-unknown" },
        { "layers.0.visual.w F16 2", "!towers-not-counted" },
        { "layers.0.mlp.w F16 2, layers.1.visual.w F16 2",
          "params=2 layers=1 !towers-not-counted" },
        { "layers.0.mlp.w F16 2, layers.1.eh_proj F16 2, layers.1.mlp.w F16 2",
          "params=2 layers=1 !mtp-not-counted" },
        { "layers.0.eh_proj F16 2, layers.0.mlp.w F16 2", "!mtp-not-counted" },
        { "layers.0.eh_proj F16 2, layers.0.visual.w F16 2, layers.1.mlp.w F16 2",
          "params=2 !towers-not-counted !mtp-not-counted" },
        { "eh_proj F16 2, layers.0.mlp.w F16 2", "params=4 layers=1 !tensors-unknown" },
        { "layers.99999.eh_proj F16 2, layers.0.mlp.w F16 2",
          "params=2 layers=1 !mtp-not-counted" },
        { "layers.100000.eh_proj F16 2, layers.0.mlp.w F16 2", "params=4 !tensors-unknown" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(&rows[i]);
    }
}

static void experts_are_numbered_or_stacked(void **state)
{
    static const struct row rows[] = {
        { "layers.0.mlp.experts.0.w F16 2", "params=2 layers=1 experts=1" },
        { "layers.0.mlp.experts.0.w F16 2, layers.0.mlp.experts.2.w F16 2",
          "params=4 layers=1 experts=3" },
        { "layers.0.mlp.experts.2.w F16 2, layers.0.mlp.experts.0.w F16 2",
          "params=4 layers=1 experts=3" },
        { "layers.0.mlp.experts.999999999.w F16 2", "params=2 layers=1 experts=1000000000" },
        { "layers.0.mlp.experts.1000000000.w F16 2", "params=2 layers=1" },
        { "layers.0.mlp.experts.1e3.w F16 2", "params=2 layers=1" },
        { "layers.0.mlp.experts F16 2", "params=2 layers=1" },
        { "layers.0.mlp.experts.w F16 5 3", "params=15 layers=1" },
        { "layers.0.mlp.experts.w F16 5 3 2", "params=30 layers=1 experts=5" },
        { "layers.0.mlp.experts.w F16 5 3 2 1", "params=30 layers=1 experts=5" },
        { "layers.0.mlp.experts.w F16 5 3 2, layers.0.mlp.experts.v F16 5 2 2",
          "params=50 layers=1 experts=5" },
        { "layers.0.mlp.experts.w F16 5 3 2, layers.0.mlp.experts.v F16 7 2 2",
          "params=58 layers=1" },
        { "layers.0.mlp.experts.w F16 5 3 2, layers.0.mlp.experts.v F16 7 2 2, "
          "layers.0.mlp.experts.u F16 5 2 2",
          "params=78 layers=1" },
        { "layers.0.mlp.experts.w F16 5 3 2, layers.0.mlp.v F16 7 2 2",
          "params=58 layers=1 experts=5" },
        { "layers.0.mlp.experts.1.w F16 2 2, layers.0.mlp.experts.w F16 5 3 2",
          "params=34 layers=1 experts=2" },
        { "layers.0.mlp.experts.1.w F16 2, layers.1.mlp.experts.1.w F16 2",
          "params=4 layers=2 experts=2" },
        { "layers.0.mlp.w F16 2, layers.1.mlp.experts.1.w F16 2",
          "params=4 layers=2 experts=2 dense_layers=1" },
        { "layers.0.mlp.w F16 2, layers.1.mlp.w F16 2, layers.2.mlp.experts.1.w F16 2",
          "params=6 layers=3 experts=2 dense_layers=2" },
        { "layers.0.mlp.experts.1.w F16 2, layers.1.mlp.w F16 2",
          "params=4 layers=2 experts=2 dense_layers=1 dense_leading=0" },
        { "layers.0.mlp.experts.1.w F16 2, layers.1.mlp.experts.1.w F16 2, layers.2.mlp.w F16 2",
          "params=6 layers=3 experts=2 dense_layers=1 dense_leading=0" },
        { "layers.0.mlp.w F16 2, layers.1.mlp.experts.1.w F16 2, layers.2.mlp.w F16 2",
          "params=6 layers=3 experts=2 dense_layers=2 dense_leading=0" },
        { "layers.0.attn.w F16 2, layers.1.mlp.w F16 2, layers.2.mlp.experts.1.w F16 2",
          "params=6 layers=3 experts=2 dense_layers=1 ffn_layers=2" },
        { "layers.0.mlp.w F16 2, layers.1.attn.w F16 2, layers.2.mlp.experts.1.w F16 2",
          "params=6 layers=3 experts=2 dense_layers=1 ffn_layers=2" },
        { "layers.0.attn.w F16 2, layers.1.mlp.experts.1.w F16 2",
          "params=4 layers=2 experts=2 ffn_layers=1" },
        { "layers.0.mlp.w F16 2, layers.0.mlp.experts.1.w F16 2, layers.1.mlp.experts.1.w F16 2",
          "params=6 layers=2 experts=2" },
        { "experts.3.w F16 2, layers.0.mlp.w F16 2, layers.1.mlp.w F16 2",
          "params=6 layers=2 !tensors-unknown" },
        { "layers.0.attn.w F16 2, layers.1.mlp.w F16 2", "params=4 layers=2" },
        { "layers.0.mlp.w F16 2, layers.1.mlp.experts F16 2", "params=4 layers=2" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(&rows[i]);
    }
}

static void embeddings_and_heads(void **state)
{
    static const struct row rows[] = {
        { "wte.weight F16 7 3", "params=21 hidden=3 vocab=7 tied_embeddings=1" },
        { "wte.weight F16 7 3, lm_head.weight F16 7 3",
          "params=42 hidden=3 vocab=7 tied_embeddings=0" },
        { "wte.weight F16 7", "params=7 tied_embeddings=1" },
        { "wte.weight F16 7 3 2", "params=42 tied_embeddings=1" },
        { "wte.bias F16 7 3", "params=21 tied_embeddings=1" },
        { "wte.weight F16 7 0", "tied_embeddings=1" },
        { "wte.weight F16 0 3", "tied_embeddings=1" },
        { "wte.weight I32 7 3", "tied_embeddings=1" },
        { "wte.weight F16 7 3, wpe.weight F16 5 3",
          "params=36 hidden=3 vocab=7 tied_embeddings=1" },
        { "wte.weight F16 7 3, embed_tokens.weight F16 5 3", "params=36 tied_embeddings=1" },
        { "lm_head.weight F16 7 3", "params=21" },
        { "wte.qweight I32 4 8, wte.qzeros I32 1 1, wte.scales F16 1 8",
          "params=256 tied_embeddings=1" },
        { "vision.wte.weight F16 7 3", "!towers-not-counted" },
        { "wte.weight U8 7 8, wte.weight_scale F8_E4M3 7 1",
          "params=112 hidden=16 vocab=7 tied_embeddings=1" },
        { "a.w F16 1", "params=1 !tensors-unknown" },
        { "layers.0.visual.w U8 1", "!towers-not-counted" },
        { "a.w F16 1, layers.0.mlp.w F16 99", "params=100 layers=1" },
        { "a.w F16 1, layers.0.mlp.w F16 98", "params=99 layers=1 !tensors-unknown" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(&rows[i]);
    }
}

/* A matrix of a layer that is as large as weights are is one, whatever it looks like. */
static void large_matrices_of_layers_are_weights(void **state)
{
    static const struct {
        const char *tensors, *of; /* the tensor that is named; NULL: all is known */
    } cases[] = {
        { "layers.0.attn.q U8 256 256", "layers.0.attn.q" },
        { "layers.0.mamba.q U8 256 256", "layers.0.mamba.q" },
        { "layers.0.mlp.q U8 256 256", "layers.0.mlp.q" },
        { "layers.0.mlp.experts.q U8 256 256", "layers.0.mlp.experts.q" },
        { "layers.0.mlp.b U8 256 256, layers.0.mlp.a U8 256 256", "layers.0.mlp.b" },
        { "layers.0.mlp.q U8 256 256, layers.0.mlp.w F16 2", "layers.0.mlp.q" },
        { "layers.0.mlp.q U8 2 2, layers.0.mlp.w U8 256 256", "layers.0.mlp.w" },
        { "layers.0.mlp.q U8 16 16 256", "layers.0.mlp.q" },
        { "layers.0.gate.q U8 256 256", NULL },
        { "layers.0.norm.q U8 256 256", NULL },
        { "attn.q U8 256 256", NULL },
        { "layers.0.mlp.q U8 257 255", NULL },
        { "layers.0.mlp.q U8 65536", NULL },
        { "layers.0.mlp.q BOOL 256 256", NULL },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static char header[8192];
        static struct fake_bytes bytes;
        char named[64];
        size_t data;
        write_header(header, &data, cases[i].tensors);
        put_safetensors(&bytes, header, 0);
        const struct fake_file listed[] = { { "x", bytes.at, bytes.length }, { NULL, NULL, 0 } };
        struct fake_files pipe = { .at = listed, .tells_no_length = true };
        assert_true(fake_model(&pipe, "x", &file, &error));
        assert_int_equal(is_said(&file, "packed-unknown"), cases[i].of != NULL);
        snprintf(named, sizeof named, "'%s'", cases[i].of ? cases[i].of : "");
        assert_true(!cases[i].of || strstr(file.notes.notes[0].text, named));
    }
}

/* An index alone: layers, experts and the head by their names; parameters if with total_size they are of a
 * width that there is. */
static void an_index_says_what_its_names_say(void **state)
{
    static const struct row rows[] = {
        { "layers.0.mlp.w, layers.1.mlp.w", "layers=2 !shards-missing" },
        { "layers.0.mlp.w, layers.1.eh_proj, layers.1.mlp.w", "layers=1 !shards-missing" },
        { "layers.1.mlp.w", "!shards-missing" },
        { "layers.0.visual.w, wte.weight", "tied_embeddings=1 !shards-missing" },
        { "layers.0.mlp.w, layers.1.mlp.experts.2.w, lm_head.weight, wte.weight",
          "layers=2 tied_embeddings=0 experts=3 dense_layers=1 !shards-missing" },
        { "layers.0.mlp.w, layers.100000.mlp.w", "!shards-missing" },
        { "lm_head.weight", "!shards-missing" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024], names[512], *rest = names, *at = text;
        strcpy(names, rows[i].tensors);
        at += sprintf(at, "{\"weight_map\": {");
        for (const char *between = "", *name; (name = strtok_r(rest, ", ", &rest)); between = ",") {
            at += sprintf(at, "%s\"%s\": \"f\"", between, name);
        }
        at += sprintf(at, "}}");
        if (!aic_model_text_read("i.json", text, (size_t)(at - text), &file, &error)) {
            fail_msg("%s: %s", rows[i].tensors, error.message);
        }
        const char *words = fields_in_words(NULL, &file);
        if (strcmp(words, rows[i].fields) != 0) {
            fail_msg("%s: %s, not %s", rows[i].tensors, words, rows[i].fields);
        }
    }
}

static void counts_of_an_index(void **state)
{
    static const struct {
        const char *metadata;
        double size, parameters; /* NaN: not used */
        const char *message;     /* it is refused */
    } cases[] = {
        { "", NAN, NAN, NULL },
        { "\"total_size\": 7", 7, NAN, NULL },
        { "\"total_size\": 0", NAN, NAN, NULL },
        { "\"total_size\": 1", 1, NAN, NULL },
        { "\"total_size\": 7.0", 7, NAN, NULL },
        { "\"total_size\": 7e3", 7000, NAN, NULL },
        { "\"total_size\": 9007199254740991", 9007199254740991, NAN, NULL },
        { "\"total_size\": 9007199254740992", NAN, NAN, "total_size is '9007199254740992'" },
        { "\"total_size\": 1e999", NAN, NAN, "total_size is '1e999'" },
        { "\"total_size\": -7", NAN, NAN, "total_size is '-7'" },
        { "\"total_size\": 07", NAN, NAN, "total_size is '07'" },
        { "\"total_size\": 7.5", NAN, NAN, "total_size is '7.5'" },
        { "\"total_size\": \"7\"", NAN, NAN, "total_size is '7'" },
        { "\"total_size\": true", NAN, NAN, "total_size is 'true'" },
        { "\"total_size\": {}", NAN, NAN, "total_size is '{'" },
        { "\"total_size\": 8, \"total_parameters\": 1", 8, 1, NULL },
        { "\"total_size\": 9, \"total_parameters\": 1", 9, NAN, NULL },
        { "\"total_size\": 8, \"total_parameters\": 64", 8, 64, NULL },
        { "\"total_size\": 8, \"total_parameters\": 65", 8, NAN, NULL },
        { "\"total_size\": 8, \"total_parameters\": \"4\"", 8, 4, NULL },
        { "\"total_size\": 8, \"total_parameters\": \"4a\"", NAN, NAN, "total_parameters is '4a'" },
        { "\"total_size\": 8, \"total_parameters\": \"\"", NAN, NAN, "total_parameters is ''" },
        { "\"total_parameters\": 4", NAN, NAN, NULL },
        { "\"total_parameters\": 0", NAN, NAN, NULL },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        int length =
            snprintf(text, sizeof text, "{\"metadata\": {%s}, \"weight_map\": {\"a\": \"f\"}}",
                     cases[i].metadata);
        bool taken = aic_model_text_read("i.json", text, (size_t)length, &file, &error);
        if (cases[i].message) {
            assert_false(taken);
            assert_non_null(strstr(error.message, cases[i].message));
            continue;
        }
        if (!taken) {
            fail_msg("%s: %s", cases[i].metadata, error.message);
        }
        assert_true(aic_or(file.stored.total_size, -1) == aic_or(cases[i].size, -1));
        assert_true(aic_or(file.model.params, -1) == aic_or(cases[i].parameters, -1));
        bool implausible = strstr(cases[i].metadata, "total_parameters") &&
                           isnan(cases[i].parameters) &&
                           !strstr(cases[i].metadata, "total_parameters\": 0");
        assert_int_equal(is_said(&file, "total-parameters-implausible"), implausible);
    }
}

/* Each tensor has the file that the map names, in whatever order files come. */
static void files_of_an_index(void **state)
{
    static const size_t counts[] = { 1, 2, 15, 16, 17, 33, 100 };
    (void)state;
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        static char text[16384];
        char *at = text, wanted[32];
        size_t tensors = 2 * counts[n] + 1;
        struct index index = { .file_count = 0 };
        struct reader reader;
        at += sprintf(at, "{\"weight_map\": {");
        for (size_t i = 0; i < tensors; i++) {
            at += sprintf(at, "%s\"t%zu\": \"f%zu\"", i > 0 ? "," : "", i, i / 2 * 37 % counts[n]);
        }
        at += sprintf(at, "}}");
        struct memory memory = { text, (size_t)(at - text), 0 };
        struct aic_stream stream = aic_memory_stream(&memory);
        assert_true(aic_reader_init(&reader, "i", &stream, &error));
        assert_true(aic_index_read(&reader, &index));
        assert_int_equal(index.file_count, counts[n]);
        assert_int_equal(index.tensors.count, tensors);
        for (size_t i = 0; i < tensors; i++) {
            const struct tensor *tensor = aic_tensor_at(&index.tensors, i);
            sprintf(wanted, "f%zu", i / 2 * 37 % counts[n]);
            assert_string_equal(index.files[tensor->file], wanted);
        }
        aic_index_clear(&index);
        aic_reader_clear(&reader);
    }
}

/* Names of files beside the index, and of tensors. */
static void names_of_an_index(void **state)
{
    static const struct {
        const char *tensor, *file; /* as they are typed */
        const char *message;
    } cases[] = {
        { "t", "f", NULL },
        { "t", ".f", NULL },
        { "t", "...", NULL },
        { "t", "f g", NULL },
        { "t", "f\\u00e9", NULL },
        { "t", "f~", NULL },
        { "t", "", "tensor 't': '' is not the name of a file beside it" },
        { "t", ".", "tensor 't': '.' is not the name" },
        { "t", "..", "tensor 't': '..' is not the name" },
        { "t", "a/b", "tensor 't': 'a/b' is not the name" },
        { "t", "/", "tensor 't': '/' is not the name" },
        { "t", "a\\\\b", "tensor 't': 'a\\b' is not the name" },
        { "t", "a\\u001f", "tensor 't': 'a?' is not the name" },
        { "t", "a\x7F", "tensor 't': 'a?' is not the name" },
        { "", "f", "weight_map: the name of a tensor has 0 bytes, not 1 to 255" },
    };
    char text[1024], letters[257];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int length = snprintf(text, sizeof text, "{\"weight_map\": {\"%s\": \"%s\"}}",
                              cases[i].tensor, cases[i].file);
        bool taken = aic_model_text_read("i.json", text, (size_t)length, &file, &error);
        if (taken ? cases[i].message != NULL : !strstr(error.message, cases[i].message)) {
            fail_msg("%s: %s", text, taken ? "taken" : error.message);
        }
    }
    for (size_t size = 255; size <= 256; size++) {
        memset(letters, 'x', size);
        letters[size] = '\0';
        int length = snprintf(text, sizeof text, "{\"weight_map\": {\"t\": \"%s\"}}", letters);
        assert_int_equal(aic_model_text_read("i.json", text, (size_t)length, &file, &error),
                         size == 255);
        length = snprintf(text, sizeof text, "{\"weight_map\": {\"%s\": \"f\"}}", letters);
        assert_int_equal(aic_model_text_read("i.json", text, (size_t)length, &file, &error),
                         size == 255);
        memset(letters, '0', size); /* "7.000..." */
        memcpy(letters, "7.", 2);
        length = snprintf(text, sizeof text,
                          "{\"metadata\": {\"total_size\": %s}, \"weight_map\": {\"t\": \"f\"}}",
                          letters);
        assert_int_equal(aic_model_text_read("i.json", text, (size_t)length, &file, &error),
                         size == 255);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_are_numbered),
        cmocka_unit_test(experts_are_numbered_or_stacked),
        cmocka_unit_test(embeddings_and_heads),
        cmocka_unit_test(large_matrices_of_layers_are_weights),
        cmocka_unit_test(an_index_says_what_its_names_say),
        cmocka_unit_test(counts_of_an_index),
        cmocka_unit_test(files_of_an_index),
        cmocka_unit_test(names_of_an_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
