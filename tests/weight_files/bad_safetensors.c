/* SPDX-License-Identifier: Apache-2.0 */
/* Malformed safetensors and indexes: each breaks one rule of its format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

#define TEXT(text) text, sizeof(text) - 1

/* Texts behind their length; `length` -1: the true one. */
static const struct {
    const char *name;
    const char *text;
    size_t size;
    unsigned data; /* bytes behind the header */
    int64_t length;
} headers[] = {
    /* clang-format off */
    { "st-8-bytes.safetensors",
      TEXT(""), 0, 2 },
    { "st-length-huge.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, INT64_MAX },
    { "st-length-100mb.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, 100000001 },
    { "st-length-beyond.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, 1000 },
    { "st-length-zero.safetensors",
      TEXT("{}"), 0, 0 },
    { "st-length-short.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, 20 },
    { "st-space-first.safetensors",
      TEXT(" {\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, -1 },
    { "st-list.safetensors",
      TEXT("[1, 2, 3]"), 0, -1 },
    { "st-not-utf8.safetensors",
      TEXT("{\"a\377\": {\"dtype\": \"F32\", \"shape\": [], \"data_offsets\": [0, 4]}}"), 4, -1 },
    { "st-nul.safetensors",
      TEXT("{\"a\000\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]"
      "}}"), 16, -1 },
    { "st-trailing-text.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}x"), 16, -1 },
    { "st-comma.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]},}"), 16, -1 },
    { "st-duplicate-tensor.safetensors",
      TEXT("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},\"a\":{\"dtyp"
      "e\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}"), 8, -1 },
    { "st-duplicate-key.safetensors",
      TEXT("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0"
      ",8]}}"), 8, -1 },
    { "st-unknown-key.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16], \""
      "strides\": [1, 2]}}"), 16, -1 },
    { "st-no-dtype.safetensors",
      TEXT("{\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}}"), 8, -1 },
    { "st-no-shape.safetensors",
      TEXT("{\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}}"), 8, -1 },
    { "st-no-offsets.safetensors",
      TEXT("{\"a\":{\"dtype\":\"F32\",\"shape\":[2]}}"), 8, -1 },
    { "st-dtype-unknown.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F128\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, -1 },
    { "st-dtype-case.safetensors",
      TEXT("{\"a\": {\"dtype\": \"f32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, -1 },
    { "st-dtype-number.safetensors",
      TEXT("{\"a\": {\"dtype\": 32, \"shape\": [2, 2], \"data_offsets\": [0, 16]}}"), 16, -1 },
    { "st-shape-negative.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [-2, -2], \"data_offsets\": [0, 16]}}"
      ""), 16, -1 },
    { "st-shape-real.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2.0, 2], \"data_offsets\": [0, 16]}}"
      ""), 16, -1 },
    { "st-shape-text.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": \"2x2\", \"data_offsets\": [0, 16]}}"), 16, -1 },
    { "st-shape-true.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [true, 4], \"data_offsets\": [0, 16]}"
      "}"), 16, -1 },
    { "st-shape-overflow.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [4294967296, 4294967296], \"data_offs"
      "ets\": [0, 16]}}"), 16, -1 },
    { "st-shape-overflow-bits.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [1152921504606846976], \"data_offsets"
      "\": [0, 16]}}"), 16, -1 },
    { "st-shape-zero-overflow.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [4611686018427387904, 461168601842738"
      "7904, 0], \"data_offsets\": [0, 0]}}"), 0, -1 },
    { "st-shape-2-to-64.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [18446744073709551616], \"data_offset"
      "s\": [0, 0]}}"), 0, -1 },
    { "st-dimensions-9.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [1, 1, 1, 1, 1, 1, 1, 1, 4], \"data_o"
      "ffsets\": [0, 16]}}"), 16, -1 },
    { "st-offsets-three.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16, 16]"
      "}}"), 16, -1 },
    { "st-offsets-reversed.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [16, 0]}}"), 16, -1 },
    { "st-offsets-too-few.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 12]}}"), 12, -1 },
    { "st-offsets-negative.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [-16, 0]}}"), 16, -1 },
    { "st-offsets-huge.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [1844674407"
      "3709551600, 18446744073709551616]}}"), 16, -1 },
    { "st-hole-first.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [8, 24]}}"), 24, -1 },
    { "st-hole.safetensors",
      TEXT("{\"a\": {\"dtype\": \"U8\", \"shape\": [4], \"data_offsets\": [0, 4]}, \"b\":"
      " {\"dtype\": \"U8\", \"shape\": [4], \"data_offsets\": [8, 12]}}"), 12, -1 },
    { "st-overlap.safetensors",
      TEXT("{\"a\": {\"dtype\": \"U8\", \"shape\": [4], \"data_offsets\": [0, 4]}, \"b\":"
      " {\"dtype\": \"U8\", \"shape\": [4], \"data_offsets\": [2, 6]}}"), 6, -1 },
    { "st-f4-odd.safetensors",
      TEXT("{\"a\": {\"dtype\": \"F4\", \"shape\": [3], \"data_offsets\": [0, 2]}}"), 2, -1 },
    { "st-metadata-number.safetensors",
      TEXT("{\"__metadata__\":{\"n\":1},\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offs"
      "ets\":[0,1]}}"), 1, -1 },
    { "st-metadata-list.safetensors",
      TEXT("{\"__metadata__\":[\"x\"]}"), 0, -1 },
    { "st-tensor-list.safetensors",
      TEXT("{\"a\":[1,2]}"), 0, -1 },
    { "st-name-empty.safetensors",
      TEXT("{\"\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}"), 1, -1 },
    { "st-name-nul.safetensors",
      TEXT("{\"a\\u0000b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}"), 1, -1 },
    { "st-name-long.safetensors",
      TEXT("{\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxx\": {\"dtype\": \"U8\", \"shape\": [1], \"data_of"
      "fsets\": [0, 1]}}"), 1, -1 },
    { "st-nan.safetensors",
      TEXT("{\"a\":{\"dtype\":\"U8\",\"shape\":[NaN],\"data_offsets\":[0,1]}}"), 1, -1 },
    { "st-deep.safetensors",
      TEXT("{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
      "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
      "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]"
      "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
      "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
      "]]]]]]]]]]]]]]]]]]]]]]}"), 0, -1 },
    { "st-exponent.safetensors",
      TEXT("{\"a\":{\"dtype\":\"U8\",\"shape\":[1e0],\"data_offsets\":[0,1]}}"), 1, -1 },
    /* clang-format on */
};

/* Files as they stand. */
static const struct {
    const char *name;
    const char *text;
    size_t size;
} texts[] = {
    /* clang-format off */
    { "ix-traversal.safetensors.index.json",
      TEXT("{\"metadata\":{\"total_size\":4},\"weight_map\":{\"a\":\"../../etc/passwd\"}}"
      "") },
    { "ix-absolute.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":\"/etc/passwd\"}}") },
    { "ix-dots.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":\"..\"}}") },
    { "ix-number.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":7}}") },
    { "ix-empty.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{}}") },
    { "ix-list.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":[\"a\"]}") },
    { "ix-metadata-list.safetensors.index.json",
      TEXT("{\"metadata\":[],\"weight_map\":{\"a\":\"x.safetensors\"}}") },
    { "ix-metadata-text.safetensors.index.json",
      TEXT("{\"metadata\":\"x\",\"weight_map\":{\"a\":\"x.safetensors\"}}") },
    { "ix-total-negative.safetensors.index.json",
      TEXT("{\"metadata\":{\"total_size\":-5},\"weight_map\":{\"a\":\"x.safetensors\"}}") },
    { "ix-total-text.safetensors.index.json",
      TEXT("{\"metadata\":{\"total_size\":\"5\"},\"weight_map\":{\"a\":\"x.safetensors\"}"
      "}") },
    { "ix-duplicate.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":\"x.safetensors\",\"a\":\"y.safetensor"
      "s\"}}") },
    { "tensor-lost/model.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":\"s.safetensors\",\"b\":\"s.safetensor"
      "s\"}}") },
    { "tensor-twice/model.safetensors.index.json",
      TEXT("{\"metadata\":{},\"weight_map\":{\"a\":\"s1.safetensors\",\"b\":\"s2.safetens"
      "ors\"}}") },
    { "pickle.bin.safetensors",
      TEXT("PK\003\004\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
      "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
      "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"
      "\000\000\000") },
    { "lfs-pointer.safetensors",
      TEXT("version https://git-lfs.github.com/spec/v1\012oid sha256:00000000000000000000"
      "00000000000000000000000000000000000000000000\012size 4976698672\012") },
    { "web-page.safetensors",
      TEXT("<!DOCTYPE html><html><body>404</body></html>") },
    { "text.safetensors",
      TEXT("this is not a model file, it is text of some length") },
    /* clang-format on */
};

static void write_shards(void)
{
    struct list l = { NULL, 0, 0 };
    ADD(&l, "F32", (2), "a");
    write_safetensors("tensor-lost/s.safetensors", &l, false);
    ADD(&l, "F32", (2), "a");
    write_safetensors("tensor-twice/s1.safetensors", &l, false);
    ADD(&l, "F32", (2), "a");
    ADD(&l, "F32", (2), "b");
    write_safetensors("tensor-twice/s2.safetensors", &l, false);
    ADD(&l, "F32", (2), "a");
    write_safetensors("one-shard-missing/model-00001-of-00002.safetensors", &l, false);
    write_text("one-shard-missing/model.safetensors.index.json",
               "{\"metadata\": {\"total_size\": 16}, \"weight_map\": "
               "{\"a\": \"model-00001-of-00002.safetensors\", "
               "\"b\": \"model-00002-of-00002.safetensors\"}}");
}

/* The same bytes for all of many tensors. */
static void write_same_data(void)
{
    struct bytes text = { NULL, 0, 0 };
    char entry[128];
    for (int i = 0; i < 1000; i++) {
        snprintf(entry, sizeof entry,
                 "%s\"w%d\": {\"dtype\": \"F32\", \"shape\": [2, 2], \"data_offsets\": [0, 16]}",
                 i > 0 ? ", " : "{", i);
        put_text(&text, entry);
    }
    put_text(&text, "}");
    write_raw("st-same-data.safetensors", (const char *)text.at, text.length, 16, -1);
    free(text.at);
}

/* A file that ends early or late; `by`: bytes more than it should have. */
static void write_cut(const char *name, int by, bool half)
{
    struct list l = { NULL, 0, 0 };
    struct bytes bytes = { NULL, 0, 0 };
    add_llama(&l, &tiny, "BF16", false);
    uint64_t length = safetensors(&bytes, &l, false, 8, false);
    length = half ? bytes.length / 2 : (uint64_t)((int64_t)length + by);
    write_file(name, &bytes, length);
    list_clear(&l);
}

void write_bad_safetensors(void)
{
    struct bytes bytes = { NULL, 0, 0 };
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        write_raw(headers[i].name, headers[i].text, headers[i].size, headers[i].data,
                  headers[i].length);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        put(&bytes, texts[i].text, texts[i].size);
        write_file(texts[i].name, &bytes, bytes.length);
    }
    put_number(&bytes, 7, 8);
    write_file("st-7-bytes.safetensors", &bytes, 7);
    write_file("st-empty-file.safetensors", &bytes, 0);
    write_same_data();
    write_cut("st-file-short.safetensors", -1, false);
    write_cut("st-file-long.safetensors", 1, false);
    write_cut("st-file-half.safetensors", 0, true);
    write_shards();
}
