/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Test files of models: headers of the real shape, data that is a hole. What one file holds is a list of
 * tensors, which is written as safetensors or as GGUF.
 */
#ifndef WEIGHT_FILES_H
#define WEIGHT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tensor {
    char name[128];
    const char *type;
    uint64_t shape[4];
    int dimensions;
};

/* Ends with count; the caller frees with list_clear(). */
struct list {
    struct tensor *at;
    size_t count, capacity;
};

void list_add(struct list *list, const char *type, int dimensions, const uint64_t *shape,
              const char *format, ...) __attribute__((format(printf, 5, 6)));
void list_clear(struct list *list);
/* ADD(list, "BF16", (64, 32), "x.%d.weight", i) */
#define SHAPE(...)                                                                                 \
    (const uint64_t[])                                                                             \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define ADD(list, type, shape, ...)                                                                \
    list_add(list, type, sizeof(SHAPE shape) / sizeof(uint64_t), SHAPE shape, __VA_ARGS__)

struct bytes {
    unsigned char *at;
    size_t length, capacity;
};
void put(struct bytes *bytes, const void *data, size_t length);
void put_text(struct bytes *bytes, const char *text);
void put_number(struct bytes *bytes, size_t size, uint64_t number); /* little-endian */

/* Where files go; names may hold one '/'. Writes the head, then a hole up to `length`; frees it. */
extern const char *root;
void write_file(const char *name, struct bytes *head, uint64_t length);
void write_text(const char *name, const char *text);

uint64_t elements(const struct tensor *tensor);

/* safetensors: the header, padded; `metadata` in it or not; returns the length of the file. */
uint64_t safetensors(struct bytes *bytes, const struct list *list, bool metadata, size_t padding,
                     bool reversed);
void write_safetensors(const char *name, struct list *list, bool metadata);
/* Any text with the length before it, -1: its own. */
void write_raw(const char *name, const char *text, size_t size, uint64_t data, int64_t length);

/* GGUF: keys and tensors of a file. */
struct gguf {
    struct bytes keys;
    uint64_t count;
    struct list tensors;
    unsigned version, alignment;
    uint64_t extra; /* bytes behind the data */
    int64_t cut;    /* the file is so much shorter; -1: the data is missing */
};
void key_u32(struct gguf *gguf, const char *key, uint64_t value);
void key_number(struct gguf *gguf, const char *key, unsigned type, size_t size, uint64_t value);
void key_text(struct gguf *gguf, const char *key, const char *value);
void key_list(struct gguf *gguf, const char *key, unsigned type, size_t size, size_t count,
              const uint64_t *values);
void key_tokens(struct gguf *gguf, size_t count);
void put_string(struct bytes *bytes, const char *text);
void write_gguf(const char *name, struct gguf *gguf);

/* Shapes of models (models.c). */
struct llama {
    int layers, hidden, ffn, heads, kv_heads, head_dim, vocab;
};
extern const struct llama llama_8b, tiny, gguf_tiny;
void add_llama(struct list *list, const struct llama *m, const char *type, bool tied);
void write_good_safetensors(void);
void write_good_gguf(void);
void write_bad_safetensors(void);
void write_bad_gguf(void);
void llama_keys(struct gguf *gguf, const char *architecture, const struct llama *m,
                uint64_t context);
void add_llama_gguf(struct list *list, const struct llama *m,
                    const char *(*type)(const char *, int), bool tied, bool bias);
const char *all_f16(const char *name, int layer);

#endif
