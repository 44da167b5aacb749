/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GGUF files from words, and what is read of them in words:
 * keys "block_count 2; attention.head_count_kv [2 4]; embedding_length:u8 7", behind the architecture's name;
 * tensors "token_embd.weight 6 10; blk.0.attn_k.weight:q4_0 32 2", of f32 where no type is told.
 */
#ifndef AICALC_TEST_GGUF_WORDS_H
#define AICALC_TEST_GGUF_WORDS_H

#include "weight_words.h"

static inline unsigned gguf_value_type(const char *name)
{
    static const char *const names[] = { "u8",   "i8",   "u16",  "i16", "u32", "i32", "f32",
                                         "bool", "text", "list", "u64", "i64", "f64" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    fail_msg("no type of a value is called %s", name);
    return 0;
}

static inline void put_value(struct fake_bytes *out, unsigned type, const char *text)
{
    if (type == GGUF_IS_TEXT) {
        put_text(out, text);
    } else {
        put_number(out, *text == '-' ? (uint64_t)strtoll(text, NULL, 10) : strtoull(text, NULL, 10),
                   aic_gguf_sizes[type]);
    }
}

static inline void put_key(struct fake_gguf *gguf, const char *architecture, char *key, char *value)
{
    char whole[128], *type_name = strchr(key, ':');
    if (type_name) {
        *type_name++ = '\0';
    }
    snprintf(whole, sizeof whole, "%s%s%s", architecture, *architecture ? "." : "", key);
    unsigned type = gguf_value_type(type_name ? type_name : "u32");
    value += strspn(value, " ");
    if (*value != '[') {
        gguf_key(gguf, whole, type);
        put_value(&gguf->pairs, type, value);
        return;
    }
    struct fake_bytes items = { .length = 0 };
    uint64_t count = 0;
    for (char *item; (item = next_word(&value, " ]")); count++) {
        put_value(&items, type, item);
    }
    gguf_key(gguf, whole, GGUF_IS_LIST);
    put_number(&gguf->pairs, type, 4);
    put_number(&gguf->pairs, count, 8);
    put_bytes(&gguf->pairs, items.at, items.length);
}

/* The keys but the one that is called `without`. */
static inline void put_keys(struct fake_gguf *gguf, const char *architecture, const char *keys,
                            const char *without)
{
    char words[2048], *rest = words;
    assert_true(strlen(keys) < sizeof words);
    strcpy(words, keys);
    gguf_text(gguf, "general.architecture", architecture);
    for (char *pair; (pair = next_word(&rest, ";"));) {
        char *value = strchr(pair, ' ');
        assert_non_null(value);
        *value++ = '\0';
        if (!without || strcmp(pair, without) != 0) {
            put_key(gguf, architecture, pair, value);
        }
    }
}

static inline void put_tensor(struct fake_gguf *gguf, char *tensor)
{
    char *rest = tensor, *name = next_word(&rest, " "), *type_name = strchr(name, ':');
    enum aic_type type = AIC_TYPE_f32;
    uint64_t shape[4], dimensions = 0, elements = 1, id = 0;
    const char *removed;
    if (type_name) {
        *type_name++ = '\0';
        while (!aic_gguf_type(id, &type, &removed) || strcmp(aic_type_name(type), type_name) != 0) {
            assert_true(++id < 100);
        }
    }
    for (char *size; (size = next_word(&rest, " ")); dimensions++) {
        shape[dimensions] = strtoull(size, NULL, 10);
        elements *= shape[dimensions];
    }
    put_text(&gguf->tensors, name);
    put_number(&gguf->tensors, dimensions, 4);
    for (uint64_t i = 0; i < dimensions; i++) {
        put_number(&gguf->tensors, shape[i], 8);
    }
    put_number(&gguf->tensors, id, 4);
    put_number(&gguf->tensors, gguf->offset, 8);
    struct block block = aic_type_block(type);
    gguf->offset += (elements / block.elements * block.bytes + 31) / 32 * 32;
    gguf->tensor_count++;
}

static inline void put_tensors(struct fake_gguf *gguf, const char *tensors)
{
    char words[2048], *rest = words;
    assert_true(strlen(tensors) < sizeof words);
    strcpy(words, tensors);
    for (char *tensor; (tensor = next_word(&rest, ";"));) {
        put_tensor(gguf, tensor);
    }
}

/* Reads the file, whose data are not there and of a length that is not told. */
static inline bool read_gguf_words(const char *architecture, const char *keys, const char *without,
                                   const char *tensors, struct aic_model_file *file,
                                   struct aic_error *error)
{
    static struct fake_gguf gguf;
    static struct fake_bytes bytes;
    memset(&gguf, 0, sizeof gguf);
    put_keys(&gguf, architecture, keys, without);
    put_tensors(&gguf, tensors);
    put_gguf(&bytes, &gguf);
    const struct fake_file listed[] = { { "x.gguf", bytes.at, bytes.length }, { NULL, NULL, 0 } };
    struct fake_files pipe = { .at = listed, .tells_no_length = true };
    return fake_model(&pipe, "x.gguf", file, error);
}

static struct aic_model_file base, file;
static struct aic_error error;

/* What is said is `expected`: all of it, or with `before` what is not as it was there. */
static inline void check(const struct aic_model_file *before, const char *architecture,
                         const char *keys, const char *without, const char *tensors,
                         const char *expected)
{
    if (!read_gguf_words(architecture, keys, without, tensors, &file, &error)) {
        fail_msg("%s, %s; %s: %s", architecture, keys, tensors, error.message);
    }
    const char *words = fields_in_words(before, &file);
    if (strcmp(words, expected) != 0) {
        fail_msg("%s, %s; %s, without %s:\n%s, not\n%s", architecture, keys, tensors,
                 without ? without : "nothing", words, expected);
    }
}

/* A key, or further keys or tensors, and what is then another number, or unset: "heads=". */
struct change {
    const char *what, *changes;
};

static inline void check_model(const char *architecture, const char *keys, const char *tensors,
                               const char *expected)
{
    check(NULL, architecture, keys, NULL, tensors, expected);
    base = file;
}

static inline void check_missing(const char *architecture, const char *keys, const char *tensors,
                                 const struct change *rows)
{
    for (; rows->what; rows++) {
        check(&base, architecture, keys, rows->what, tensors, rows->changes);
    }
}

static inline void join(char out[2048], const char *first, const char *second)
{
    int length = snprintf(out, 2048, "%s; %s", first, second);
    assert_true(length < 2048);
}

/* Further tensors of the file with these keys and tensors. */
static inline void check_tensors(const char *keys, const char *tensors, const struct change *rows)
{
    char all[2048];
    for (; rows->what; rows++) {
        join(all, tensors, rows->what);
        check(&base, "a", keys, NULL, all, rows->changes);
    }
}

/* Further keys of these architectures. */
struct key_change {
    const char *architectures, *keys, *changes;
};

static inline void check_keys(const char *keys, const struct key_change *rows)
{
    char all[2048], names[256], *rest;
    for (; rows->architectures; rows++) {
        join(all, keys, rows->keys);
        strcpy(names, rows->architectures);
        rest = names;
        for (char *name; (name = next_word(&rest, " "));) {
            check(&base, name, all, NULL, "", rows->changes);
        }
    }
}

#endif
