/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files of weights that are cut, broken or unreadable at every place, and what keys and tensors of a GGUF
 * say. Whole models and malformed files on a disk: tests/cases/weights.case.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fake_files.h"

static const char shard_1[] =
    "{\"__metadata__\": {\"format\": \"pt\"}, \"model.embed_tokens.weight\": {\"dtype\": \"F32\", "
    "\"shape\": [8, 4], \"data_offsets\": [0, 128]}}";
static const char shard_2[] =
    "{\"model.layers.0.self_attn.q_proj.weight\": {\"dtype\": \"BF16\", \"shape\": [4, 4], "
    "\"data_offsets\": [0, 32]}, \"model.norm.weight\": {\"dtype\": \"BF16\", \"shape\": [4], "
    "\"data_offsets\": [32, 40]}}";
static const char map[] =
    "{\"metadata\": {\"total_size\": 168, \"other\": [1, {\"a\": null}]}, \"weight_map\": {"
    "\"model.embed_tokens.weight\": \"a.safetensors\", "
    "\"model.layers.0.self_attn.q_proj.weight\": \"b.safetensors\", "
    "\"model.norm.weight\": \"b.safetensors\"}, \"others\": [-12, {\"b\": 3.5}]}";
static const char config[] =
    "{\"model_type\": \"llama\", \"hidden_size\": 4, \"intermediate_size\": 8, "
    "\"num_hidden_layers\": 1, \"num_attention_heads\": 1, \"vocab_size\": 8, "
    "\"max_position_embeddings\": 64, \"torch_dtype\": \"bfloat16\"}";

static struct fake_bytes first, second, gguf_1, gguf_2;
static struct aic_model_file file;
static struct aic_error error;

/* A GGUF of two layers of `architecture`, whose keys the caller adds. */
static struct fake_gguf *start(const char *architecture)
{
    static struct fake_gguf gguf;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", architecture);
    return &gguf;
}

/* The key behind the name of the architecture "a". */
static void add(struct fake_gguf *gguf, const char *key, uint32_t value)
{
    char whole[128];
    snprintf(whole, sizeof whole, "a.%s", key);
    gguf_u32(gguf, whole, value);
}

static struct fake_gguf *start_two_layers(void)
{
    struct fake_gguf *gguf = start("a");
    add(gguf, "block_count", 2);
    add(gguf, "embedding_length", 8);
    add(gguf, "attention.head_count", 2);
    add(gguf, "context_length", 65536);
    return gguf;
}

static int write_samples(void **state)
{
    (void)state;
    put_safetensors(&first, shard_1, 128);
    put_safetensors(&second, shard_2, 40);
    for (uint32_t part = 0; part < 2; part++) {
        struct fake_gguf *gguf = start_two_layers();
        gguf_u32(gguf, "split.no", part);
        gguf_u32(gguf, "split.count", 2);
        gguf_tensor(gguf, part ? "blk.1.attn_k.weight" : "blk.0.attn_k.weight", 8, 8);
        put_gguf(part ? &gguf_2 : &gguf_1, gguf);
        struct fake_bytes *out = part ? &gguf_2 : &gguf_1;
        out->length = (out->length + 31) / 32 * 32 + 256;
    }
    return 0;
}

static void check_refused(struct fake_files *files, const char *name, const char *what)
{
    if (fake_model(files, name, &file, &error)) {
        fail_msg("%s is taken: %s", name ? name : "the folder", what);
    }
    assert_int_not_equal(error.code, AIC_OK);
    assert_true(error.message[0]);
    assert_int_equal(files->open, 0);
}

/* Each file cut behind each of its bytes is refused, whether its length is told or not. */
static void every_cut_is_refused(void **state)
{
    const struct fake_file whole[] = {
        { "a.safetensors", first.at, first.length },
        { "model.safetensors.index.json", map, sizeof map - 1 },
        { "x-00001-of-00002.gguf", gguf_1.at, gguf_1.length },
    };
    (void)state;
    for (size_t f = 0; f < sizeof whole / sizeof whole[0]; f++) {
        size_t header = f == 0 ? 8 + sizeof shard_1 - 1 : f == 1 ? whole[f].length : 0;
        header = f == 2 ? whole[f].length - 256 - 32 : header;
        for (size_t length = 0; length < header; length++) {
            struct fake_file cut[] = { { whole[f].name, whole[f].bytes, length },
                                       { NULL, NULL, 0 } };
            struct fake_files files = { .at = cut };
            check_refused(&files, cut[0].name, "cut");
            struct fake_files pipe = { .at = cut, .tells_no_length = true, .piece = 7 };
            check_refused(&pipe, cut[0].name, "cut in a pipe");
        }
    }
}

/* Calls for files fail from the n-th on, for every n: so does the reading, with that error. */
static void every_call_may_fail(void **state)
{
    const struct fake_file sharded[] = { { "model.safetensors.index.json", map, sizeof map - 1 },
                                         { "a.safetensors", first.at, first.length },
                                         { "b.safetensors", second.at, second.length },
                                         { "config.json", config, sizeof config - 1 },
                                         { NULL, NULL, 0 } };
    const struct fake_file split[] = { { "x-00001-of-00002.gguf", gguf_1.at, gguf_1.length },
                                       { "x-00002-of-00002.gguf", gguf_2.at, gguf_2.length },
                                       { NULL, NULL, 0 } };
    const struct fake_file single[] = { { "a.safetensors", first.at, first.length },
                                        { NULL, NULL, 0 } };
    const struct fake_file *const folders[] = { sharded, split, single };
    (void)state;
    for (size_t f = 0; f < sizeof folders / sizeof folders[0]; f++) {
        for (size_t piece = 1; piece < 200; piece += 66) {
            struct fake_files files = { .at = folders[f], .piece = piece };
            while (files.calls = 0, files.fails_at++, !fake_model(&files, NULL, &file, &error)) {
                assert_string_equal(error.message, "the disk is broken");
                assert_int_equal(files.open, 0);
            }
            assert_true(files.fails_at > 3 && files.calls < files.fails_at);
            assert_int_equal(files.open, 0);
        }
    }
}

/* Texts that are no JSON, or not the JSON that is wanted. */
static void headers_are_refused(void **state)
{
    static const struct {
        const char *header, *message;
    } cases[] = {
        { "{\"a\" 5}", "'5', where ':' is wanted" },
        { "{\"a\" ; {}}", "';', where ':' is wanted" },
        { "{\"a\": {\"dtype\": F32}}", "dtype is no text" },
        { "{\"\\u12x4\": {}}", "an escape that is no character" },
        { "{\"\\ud800x\": {}}", "an escape that is no character" },
        { "{\"\\ud800\\n\": {}}", "an escape that is no character" },
        { "{\"\\ud800\\u0041\": {}}", "an escape that is no character" },
        { "{\"\\udc00\": {}}", "an escape that is no character" },
        { "{\"\\u0000\": {}}", "a NUL in a text" },
        { "{\"\\q\": {}}", "an unknown escape" },
        { "{\"\x01\": {}}", "a control character inside a text" },
        { "{\"\xC3(\": {}}", "a text that is not UTF-8" },
        { "{\"\xFF\": {}}", "a text that is not UTF-8" },
        { "{\"a\": {\"shape\": [1 2]}}", "where ',' or ']' is wanted" },
        { "{\"a\": {\"shape\": [}}", "'}'" },
        { "{\"a\": {\"shape\": 7}}", "is no list" },
        { "{\"a\": {\"data_offsets\": [1]}}", "not a begin and an end" },
        { "{\"a\": {\"dtype\": \"F32\" \"shape\": []}}", "where ',' or '}' is wanted" },
        { "{\"a\": {\"dtype\": \"F32\", \"dtype\": \"F32\"}}", "twice the key" },
        { "{\"a\": {\"color\": 1}}", "unknown key" },
        { "{\"a\": 1}", "no object" },
        { "{\"__metadata__\": 1}", "__metadata__ is no object" },
        { "{\"__metadata__\": {\"a\": 1}}", "" },
        { "{\"__metadata__\": {}, \"__metadata__\": {}}", "__metadata__ is there twice" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_bytes bytes;
        put_safetensors(&bytes, cases[i].header, 0);
        assert_false(aic_model_text_read("x.safetensors", bytes.at, bytes.length, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("%s: %s", cases[i].header, error.message);
        }
    }
}

/* An index whose members before the map are these. */
static void indexes_are_refused(void **state)
{
    static const struct {
        const char *before, *message;
    } cases[] = {
        { "\"metadata\": {\"a\": }, ", "'}' is no value" },
        { "\"metadata\": {\"a\": tru}, ", "'tru' is no value" },
        { "\"metadata\": {\"a\": +1}, ", "'+1' is no value" },
        { "\"metadata\": {\"a\": {\"b\" 1}}, ", "where ':' is wanted" },
        { "\"metadata\": {\"a\": [1 2]}, ", "where ',' or ']' is wanted" },
        { "\"metadata\": {5: 1}, ", "where a text is wanted" },
        { "\"metadata\": {\"total_size\": 1.5}, ", "total_size is '1.5'" },
        { "\"metadata\": {\"total_size\": \"9\"}, ", "total_size is '9'" },
        { "\"metadata\": {\"total_size\": \"\\q\"}, ", "an unknown escape" },
        { "\"metadata\": {\"a\": "
          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}, ",
          "more than 32 levels" },
        { "\"metadata\": [], ", "metadata must be an object" },
        { "\"metadata\": \"x\", ", "metadata must be an object" },
        { "\"weight_map\": 1, ", "weight_map is no object" },
        { "\"weight_map\": {}, ", "weight_map is empty" },
        { "\"weight_map\": {\"a\": \"f\"}, ", "weight_map is there twice" },
        { "\"weight_map\": {\"\": \"f\"}, ", "has 0 bytes, not 1 to 255" },
        { "\"weight_map\": {\"a\": 1}, ", "the file that holds it is no text" },
        { "\"weight_map\": {\"a\": \"../b\"}, ", "is not the name of a file beside it" },
        { "\"weight_map\": {\"a\": \"f\", \"a\": \"f\"}, ", "tensor 'a' is there twice" },
        { "\"weight_map\": {\"a\": \"\\q\"}, ", "an unknown escape" },
        { "\"weight_map\": {5: 1}, ", "where a text is wanted" },
        { "5: 1, ", "where a text is wanted" },
    };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int length =
            snprintf(text, sizeof text, "{%s\"weight_map\": {\"x\": \"y\"}}", cases[i].before);
        assert_false(aic_model_text_read("i.json", text, (size_t)length, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("%s: %s", text, error.message);
        }
    }
}

/* More entries than a model has: files, and tensors. */
static void endless_indexes_are_refused(void **state)
{
    static const struct {
        long entries;
        const char *format, *message;
    } cases[] = { { 10001, "%s\"t%ld\": \"f%ld\"", "more than 10000 files" },
                  { 1000001, "%s\"t%ld\": \"f\"", "more than 1000000 tensors" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = malloc((size_t)cases[i].entries * 32 + 64), *at = text;
        assert_non_null(text);
        at += sprintf(at, "{\"weight_map\": {");
        for (long n = 0; n < cases[i].entries; n++) {
            at += sprintf(at, cases[i].format, n > 0 ? "," : "", n, n);
        }
        at += sprintf(at, "}}");
        assert_false(aic_model_text_read("i.json", text, (size_t)(at - text), &file, &error));
        free(text);
        assert_non_null(strstr(error.message, cases[i].message));
    }
}

/* Shards that do not belong together. */
static void folders_are_refused(void **state)
{
    static const char elsewhere[] =
        "{\"weight_map\": {\"model.embed_tokens.weight\": \"b.safetensors\", "
        "\"model.norm.weight\": \"a.safetensors\"}}";
    const struct fake_file index = { "model.safetensors.index.json", map, sizeof map - 1 };
    const struct fake_file a = { "a.safetensors", first.at, first.length };
    const struct fake_file b = { "b.safetensors", second.at, second.length };
    const struct fake_file end = { NULL, NULL, 0 };
    const struct {
        struct fake_file files[5];
        const char *message;
    } cases[] = {
        { { index, a, end }, "1 of 2 shards are missing, first 'b.safetensors'" },
        { { index, a, { "b.safetensors", first.at, first.length }, end }, "in its files twice" },
        { { index, a, { "b.safetensors", map, sizeof map - 1 }, end }, "not safetensors" },
        { { { index.name, elsewhere, sizeof elsewhere - 1 }, a, b, end }, "weight_map names" },
        { { a, b, end }, "2 safetensors files without an index" },
        { { { "x-00001-of-00002.gguf", gguf_1.at, gguf_1.length }, end }, "part 2 of 2" },
        { { { "x-00001-of-00002.gguf", gguf_1.at, gguf_1.length },
            { "x-00002-of-00002.gguf", gguf_1.at, gguf_1.length },
            end },
          "its keys say part 1 of 2" },
        { { { "x-00001-of-00002.gguf", gguf_1.at, gguf_1.length },
            { "x-00002-of-00002.gguf", map, sizeof map - 1 },
            end },
          "no GGUF" },
        { { { "x.gguf", gguf_1.at, gguf_1.length }, { "y.gguf", gguf_2.at, gguf_2.length }, end },
          "2 GGUF models" },
        { { { "config.json", "{", 1 }, end }, "config.json" },
        { { { "notes.txt", "", 0 }, end }, "no model is in this folder" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_files files = { .at = cases[i].files };
        check_refused(&files, NULL, cases[i].message);
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("wanted %s, got %s", cases[i].message, error.message);
        }
    }
}

/* A shard may hold more than the map names, and a config that cannot be read counts for nothing. */
static void folders_are_read(void **state)
{
    static const char less[] = "{\"metadata\": {\"total_size\": 168}, \"weight_map\": {"
                               "\"model.embed_tokens.weight\": \"a.safetensors\", "
                               "\"model.norm.weight\": \"b.safetensors\"}}";
    static const char empty[] = "{\"model_type\": 7}";
    const struct fake_file listed[] = { { "model.safetensors.index.json", less, sizeof less - 1 },
                                        { "a.safetensors", first.at, first.length },
                                        { "b.safetensors", second.at, second.length },
                                        { "config.json", empty, sizeof empty - 1 },
                                        { NULL, NULL, 0 } };
    struct fake_files files = { .at = listed };
    (void)state;
    assert_true(fake_model(&files, NULL, &file, &error));
    assert_int_equal(file.stored.tensors, 3);
    assert_string_equal(file.notes.notes[0].id, "config-not-read");
    bool differs = false;
    for (size_t i = 0; i < file.notes.count; i++) {
        differs = differs || strcmp(file.notes.notes[i].id, "index-differs") == 0;
    }
    assert_true(differs);
}

static void read_gguf(const struct fake_gguf *gguf)
{
    struct fake_bytes bytes;
    put_gguf(&bytes, gguf);
    struct fake_file files[] = { { "x.gguf", bytes.at, bytes.length }, { NULL, NULL, 0 } };
    struct fake_files pipe = { .at = files, .tells_no_length = true };
    if (!fake_model(&pipe, "x.gguf", &file, &error)) {
        fail_msg("%s", error.message);
    }
}

static bool is_noted(const char *id)
{
    for (size_t i = 0; i < file.notes.count; i++) {
        if (strcmp(file.notes.notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* Which layers slide follows from the architecture, or from a key. */
static void windows_follow_the_architecture(void **state)
{
    static const struct {
        const char *architecture;
        uint32_t window, pattern; /* 0: no such key, but where it is told to be 0 */
        bool told;
        double sliding, chunked, size;
    } cases[] = {
        { "gemma2", 0, 0, false, 3, NAN, 4096 },   { "gemma3", 512, 0, false, 5, NAN, 512 },
        { "llama4", 0, 0, false, NAN, 5, 8192 },   { "llama4", 0, 0, true, NAN, NAN, NAN },
        { "llama", 1024, 3, false, 4, NAN, 1024 }, { "llama", 1024, 1, false, NAN, NAN, NAN },
        { "phi3", 1024, 0, false, NAN, NAN, NAN }, { "smallthinker", 64, 0, false, 4, NAN, 64 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_gguf *gguf = start(cases[i].architecture);
        char key[96];
#define KEY(name) (snprintf(key, sizeof key, "%s.%s", cases[i].architecture, name), key)
        gguf_u32(gguf, KEY("block_count"), 6);
        gguf_u32(gguf, KEY("embedding_length"), 64);
        gguf_u32(gguf, KEY("attention.head_count"), 4);
        gguf_u32(gguf, KEY("context_length"), 65536);
        if (cases[i].window > 0 || cases[i].told) {
            gguf_u32(gguf, KEY("attention.sliding_window"), cases[i].window);
        }
        if (cases[i].pattern > 0) {
            gguf_u32(gguf, KEY("attention.sliding_window_pattern"), cases[i].pattern);
        }
#undef KEY
        read_gguf(gguf);
        const struct aic_model *m = &file.model;
        double size = aic_is_set(m->chunk_size) ? m->chunk_size : m->sliding_window;
        if (aic_or(m->sliding_layers, 0) != aic_or(cases[i].sliding, 0) ||
            aic_or(m->chunked_layers, 0) != aic_or(cases[i].chunked, 0) ||
            aic_or(size, 0) != aic_or(cases[i].size, 0)) {
            fail_msg("%s %u %u: %g sliding, %g chunked, of %g", cases[i].architecture,
                     (unsigned)cases[i].window, (unsigned)cases[i].pattern, m->sliding_layers,
                     m->chunked_layers, size);
        }
        assert_int_equal(m->kv_heads, 4); /* as many as heads, where no key says */
    }
}

/* States of recurrent layers, by the keys of their kind; all layers are, having no kv heads. */
static void states_follow_the_kind(void **state)
{
    static const struct {
        const char *keys[3];
        uint32_t values[3];
        double state, conv;
    } cases[] = {
        /* 4 bytes x heads x 32 x 32; three convolutions of 3 tokens behind */
        { { "kda.head_dim", "ssm.conv_kernel" }, { 32, 4 }, 4 * 2 * 32 * 32, 3 * 2 * 32 * 3 },
        /* RWKV: a matrix of a head's size for each channel, two shifted tokens */
        { { "wkv.head_size" }, { 64 }, 4 * 8 * 64, 2 * 8 },
        { { "wkv.head_size", "token_shift_count" }, { 64, 1 }, 4 * 8 * 64, 8 },
        { { "shortconv.l_cache" }, { 3 }, NAN, 8 * 2 },
        { { "ssm.inner_size", "ssm.state_size", "ssm.conv_kernel" }, { 16, 4, 4 }, 256, 48 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_gguf *gguf = start_two_layers();
        gguf_list(gguf, "a.attention.head_count_kv", (const uint32_t[]){ 0, 0 }, 2);
        for (size_t k = 0; k < 3 && cases[i].keys[k]; k++) {
            add(gguf, cases[i].keys[k], cases[i].values[k]);
        }
        read_gguf(gguf);
        assert_int_equal(file.model.linear_layers, 2);
        if (aic_or(file.model.linear_state, 0) != aic_or(cases[i].state, 0) ||
            file.model.linear_conv != cases[i].conv) {
            fail_msg("%s: state %g, conv %g", cases[i].keys[0], file.model.linear_state,
                     file.model.linear_conv);
        }
    }
}

/* What no field can say leaves the heads unset, with a warning. */
static void layers_that_differ_are_told(void **state)
{
    static const struct {
        const char *key;
        uint32_t values[2];
        size_t count; /* 0: no list */
    } cases[] = {
        { "attention.shared_kv_layers", { 1 }, 0 },
        { "attention.compress_ratios", { 0, 4 }, 2 },
        { "attention.head_count_kv", { 1, 2 }, 2 },
        { "attention.head_count_kv", { 1 }, 1 }, /* shorter than the layers */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_gguf *gguf = start_two_layers();
        char key[96];
        snprintf(key, sizeof key, "a.%s", cases[i].key);
        if (cases[i].count > 0) {
            gguf_list(gguf, key, cases[i].values, cases[i].count);
        } else {
            gguf_u32(gguf, key, cases[i].values[0]);
        }
        read_gguf(gguf);
        assert_true(is_noted("layers-differ"));
        assert_true(isnan(file.model.kv_heads) && isnan(file.model.heads));
        assert_int_equal(file.model.layers, 2);
    }
}

static void tensors_tell_what_keys_do_not(void **state)
{
    struct fake_gguf *gguf = start_two_layers();
    (void)state;
    add(gguf, "expert_count", 4);
    add(gguf, "expert_shared_count", 2);
    gguf_u32(gguf, "general.alignment", 64);
    gguf->offset = 0;
    gguf_tensor(gguf, "token_embd.weight", 16, 16);     /* 1,024 bytes: a multiple of 64 */
    gguf_tensor(gguf, "position_embd.weight", 16, 32);  /* 2,048 */
    gguf_tensor(gguf, "blk.0.attn_qkv.weight", 16, 48); /* queries, keys and values in one */
    gguf_tensor(gguf, "blk.0.ffn_up_exps.weight", 16, 16);
    gguf_tensor(gguf, "blk.0.ffn_up_shexp.weight", 16, 3);
    gguf->offset = (gguf->offset + 63) / 64 * 64;
    gguf_tensor(gguf, "blk.1.attn_qkv.weight", 16, 48);
    gguf_tensor(gguf, "blk.1.ffn_up.weight", 16, 16);
    gguf_tensor(gguf, "blk.1.ffn_up.scale", 16, 0);
    read_gguf(gguf);
    const struct aic_model *m = &file.model;
    assert_int_equal(m->layers, 2);
    assert_int_equal(m->learned_positions, 32);
    assert_int_equal(m->shared_experts, 1); /* 3 rows are not two of a width */
    assert_int_equal(m->shared_expert_ffn, 3);
    assert_int_equal(m->dense_layers, 1);
    assert_int_equal(m->dense_leading, 0); /* the dense one is behind */
    assert_int_equal(m->tied_embeddings, 1);
}

static void latent_heads_need_more_than_their_positions(void **state)
{
    struct fake_gguf *gguf = start_two_layers();
    (void)state;
    add(gguf, "attention.kv_lora_rank", 512);
    add(gguf, "attention.key_length", 64);
    add(gguf, "rope.dimension_count", 64);
    read_gguf(gguf);
    assert_true(isnan(file.model.qk_nope_head_dim));
    assert_int_equal(file.model.qk_rope_head_dim, 64);
}

static void ggufs_are_refused(void **state)
{
    struct fake_bytes bytes;
    struct fake_file files[] = { { "x.gguf", bytes.at, 0 }, { NULL, NULL, 0 } };
    struct fake_files pipe = { .at = files, .tells_no_length = true };
    (void)state;

    struct fake_gguf *gguf = start("a");
    add(gguf, "block_count", 200000);
    put_gguf(&bytes, gguf);
    files[0].length = bytes.length;
    check_refused(&pipe, "x.gguf", "200,000 layers");
    assert_non_null(strstr(error.message, "are not from 1 to 100000"));

    gguf = start("a"); /* one element of q4_0, whose blocks have 32 */
    put_text(&gguf->tensors, "t");
    put_number(&gguf->tensors, 0, 4);
    put_number(&gguf->tensors, 2, 4);
    put_number(&gguf->tensors, 0, 8);
    gguf->tensor_count = 1;
    put_gguf(&bytes, gguf);
    files[0].length = bytes.length;
    check_refused(&pipe, "x.gguf", "an element");
    assert_non_null(strstr(error.message, "one element is no block of its type"));

    gguf = start("a"); /* two of 2^52 bytes, and one more */
    gguf_tensor(gguf, "a", UINT64_C(1) << 50, 0);
    gguf_tensor(gguf, "b", UINT64_C(1) << 50, 0);
    gguf_tensor(gguf, "c", 1, 0);
    put_gguf(&bytes, gguf);
    files[0].length = bytes.length;
    check_refused(&pipe, "x.gguf", "2^53 bytes");
    assert_non_null(strstr(error.message, "the bytes of all tensors overflow"));
}

/* A name of the architecture that is longer than any says nothing of the model's keys. */
static void a_long_architecture_is_none(void **state)
{
    char name[81];
    memset(name, 'x', 80);
    name[80] = '\0';
    struct fake_gguf *gguf = start(name);
    (void)state;
    gguf_u32(gguf, "x.block_count", 2);
    read_gguf(gguf);
    assert_true(isnan(file.model.layers));
}

/* A header that ends where no header does any more. */
static void endless_headers_are_refused(void **state)
{
    struct fake_gguf *gguf = start("a");
    struct fake_bytes bytes;
    (void)state;
    gguf_key(gguf, "list", GGUF_IS_LIST);
    put_number(&gguf->pairs, 0, 4); /* bytes */
    uint64_t before = 8 + 16 + gguf->pairs.length + 8;
    put_number(&gguf->pairs, 100000000 - before, 8);
    gguf->pair_count++;
    put_gguf(&bytes, gguf);
    struct fake_file files[] = { { "x.gguf", bytes.at, bytes.length }, { NULL, NULL, 0 } };
    struct fake_files endless = { .at = files, .zeros = UINT64_C(1) << 40 };
    check_refused(&endless, "x.gguf", "a header of 10^8 bytes");
    assert_non_null(strstr(error.message, "the header goes on behind byte 100000000"));
}

/* Bytes that are of another kind of file. */
static void other_files_are_named(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *message;
    } cases[] = {
        { "PK\3\4aaaaaaaa", 12, "a PyTorch file" },
        { "\x80\2}q\1aaaaaaa", 12, "a PyTorch file" },
        { "<!DOCTYPE html>", 15, "a web page" },
        { "tjggaaaaaaaa", 12, "a file of GGML before GGUF" },
        { "abcdefghijkl", 12, "neither safetensors nor GGUF nor JSON" },
        { "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF{}", 10, "a header of" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(aic_model_text_read("x", cases[i].bytes, cases[i].length, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("%s: %s", cases[i].message, error.message);
        }
    }
}

/* Packed formats beside their scales, experts before a dense layer, and a layer beyond all. */
static void packed_weights_are_counted(void **state)
{
    static const struct {
        const char *header;
        size_t data;
        double mlp;
        const char *warning; /* NULL: none */
    } cases[] = {
        { "{\"model.layers.0.mlp.up_proj.weight_packed\": {\"dtype\": \"U8\", \"shape\": [4, 8], "
          "\"data_offsets\": [0, 32]}, \"model.layers.0.mlp.up_proj.weight_scale\": {\"dtype\": "
          "\"F8_E4M3\", \"shape\": [4, 1], \"data_offsets\": [32, 36]}}",
          36, 64, NULL },
        { "{\"model.layers.0.mlp.up_proj.weight_packed\": {\"dtype\": \"U8\", \"shape\": [4, 8], "
          "\"data_offsets\": [0, 32]}}",
          32, NAN, "packed-unknown" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_bytes bytes;
        put_safetensors(&bytes, cases[i].header, cases[i].data);
        assert_true(aic_model_text_read("x", bytes.at, bytes.length, &file, &error));
        assert_true(aic_or(file.stored.counted[AIC_PART_mlp], -1) == aic_or(cases[i].mlp, -1));
        assert_int_equal(file.notes.count > 0 && cases[i].warning, cases[i].warning != NULL);
    }
}

static void layers_are_counted_by_their_numbers(void **state)
{
    static const char beyond[] = "{\"model.layers.100000000.mlp.up_proj.weight\": {\"dtype\": "
                                 "\"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}";
    static const char dense_behind[] =
        "{\"model.layers.0.mlp.experts.0.up_proj.weight\": {\"dtype\": \"F32\", \"shape\": [2, 2], "
        "\"data_offsets\": [0, 16]}, \"model.layers.1.mlp.up_proj.weight\": {\"dtype\": \"F32\", "
        "\"shape\": [2, 2], \"data_offsets\": [16, 32]}}";
    struct fake_bytes bytes;
    (void)state;
    put_safetensors(&bytes, beyond, 16);
    assert_true(aic_model_text_read("x", bytes.at, bytes.length, &file, &error));
    assert_true(isnan(file.model.layers));
    put_safetensors(&bytes, dense_behind, 32);
    assert_true(aic_model_text_read("x", bytes.at, bytes.length, &file, &error));
    assert_int_equal(file.model.layers, 2);
    assert_int_equal(file.model.dense_layers, 1);
    assert_int_equal(file.model.dense_leading, 0);
}

/* A text that is longer than what is read at once is passed over, and blanks alone are no JSON. */
static void long_texts_are_passed_over(void **state)
{
    enum { LONG = 200000 };
    char *bytes = calloc(LONG + 128, 1);
    struct fake_bytes head = { .length = 0 };
    (void)state;
    assert_non_null(bytes);
    put_bytes(&head, "GGUF\3\0\0\0", 8);
    put_number(&head, 0, 8);
    put_number(&head, 1, 8);
    put_text(&head, "tokenizer.chat_template");
    put_number(&head, GGUF_IS_TEXT, 4);
    put_number(&head, LONG, 8);
    assert_true(head.length <= 128);
    memcpy(bytes, head.at, head.length);
    assert_true(aic_model_text_read("x.gguf", bytes, head.length + LONG, &file, &error));
    assert_false(aic_model_text_read("x.gguf", bytes, head.length + LONG - 1, &file, &error));
    memset(bytes, ' ', LONG);
    assert_false(aic_model_text_read("x", bytes, LONG, &file, &error));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(every_call_may_fail),
        cmocka_unit_test(headers_are_refused),
        cmocka_unit_test(indexes_are_refused),
        cmocka_unit_test(endless_indexes_are_refused),
        cmocka_unit_test(folders_are_refused),
        cmocka_unit_test(folders_are_read),
        cmocka_unit_test(windows_follow_the_architecture),
        cmocka_unit_test(states_follow_the_kind),
        cmocka_unit_test(layers_that_differ_are_told),
        cmocka_unit_test(tensors_tell_what_keys_do_not),
        cmocka_unit_test(latent_heads_need_more_than_their_positions),
        cmocka_unit_test(ggufs_are_refused),
        cmocka_unit_test(a_long_architecture_is_none),
        cmocka_unit_test(endless_headers_are_refused),
        cmocka_unit_test(other_files_are_named),
        cmocka_unit_test(packed_weights_are_counted),
        cmocka_unit_test(layers_are_counted_by_their_numbers),
        cmocka_unit_test(long_texts_are_passed_over),
    };
    return cmocka_run_group_tests(tests, write_samples, NULL);
}
