/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weight_files FOLDER: writes the files that tests/cases/weights.case asks about, the same bytes every
 * time. Data is a hole: a file of 688 GB takes some MB on disk.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *root;

static void *grow(void *at, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted > *capacity) {
        *capacity = 2 * wanted + 64;
        at = realloc(at, *capacity * size);
        if (!at) {
            perror("realloc");
            exit(2);
        }
    }
    return at;
}

void list_add(struct list *list, const char *type, int dimensions, const uint64_t *shape,
              const char *format, ...)
{
    va_list arguments;
    list->at = grow(list->at, &list->capacity, list->count + 1, sizeof list->at[0]);
    struct tensor *tensor = &list->at[list->count++];
    memset(tensor, 0, sizeof *tensor);
    tensor->type = type;
    tensor->dimensions = dimensions;
    for (int i = 0; i < dimensions; i++) {
        tensor->shape[i] = shape[i];
    }
    va_start(arguments, format);
    vsnprintf(tensor->name, sizeof tensor->name, format, arguments);
    va_end(arguments);
}

void list_clear(struct list *list)
{
    free(list->at);
    *list = (struct list){ NULL, 0, 0 };
}

void put(struct bytes *bytes, const void *data, size_t length)
{
    bytes->at = grow(bytes->at, &bytes->capacity, bytes->length + length, 1);
    memcpy(bytes->at + bytes->length, data, length);
    bytes->length += length;
}

void put_text(struct bytes *bytes, const char *text)
{
    put(bytes, text, strlen(text));
}

void put_number(struct bytes *bytes, size_t size, uint64_t number)
{
    unsigned char raw[8];
    for (size_t i = 0; i < 8; i++) {
        raw[i] = (unsigned char)(number >> 8 * i);
    }
    put(bytes, raw, size);
}

static void fail(const char *path)
{
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    exit(2);
}

void write_file(const char *name, struct bytes *head, uint64_t length)
{
    char path[4096];
    const char *slash = strchr(name, '/');
    if (slash) {
        snprintf(path, sizeof path, "%s/%.*s", root, (int)(slash - name), name);
        if (mkdir(path, 0755) != 0 && errno != EEXIST) {
            fail(path);
        }
    }
    snprintf(path, sizeof path, "%s/%s", root, name);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    size_t size = head->length < length ? head->length : (size_t)length;
    if (descriptor < 0 || write(descriptor, head->at, size) != (ssize_t)size ||
        ftruncate(descriptor, (off_t)length) != 0 || close(descriptor) != 0) {
        fail(path);
    }
    free(head->at);
    *head = (struct bytes){ NULL, 0, 0 };
}

void write_text(const char *name, const char *text)
{
    struct bytes bytes = { NULL, 0, 0 };
    put(&bytes, text, strlen(text) + 1);
    write_file(name, &bytes, strlen(text));
}

uint64_t elements(const struct tensor *tensor)
{
    uint64_t product = 1;
    for (int i = 0; i < tensor->dimensions; i++) {
        product *= tensor->shape[i];
    }
    return product;
}

static uint64_t bits_of(const char *type)
{
    static const struct {
        const char *type;
        uint64_t bits;
    } all[] = { { "F64", 64 }, { "I64", 64 }, { "F32", 32 },    { "I32", 32 },
                { "I16", 16 }, { "U32", 32 }, { "BF16", 16 },   { "F16", 16 },
                { "U8", 8 },   { "I8", 8 },   { "F8_E4M3", 8 }, { "F4", 4 } };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(all[i].type, type) == 0) {
            return all[i].bits;
        }
    }
    fprintf(stderr, "no type %s\n", type);
    exit(2);
}

static void put_entry(struct bytes *bytes, const struct tensor *tensor, uint64_t at, uint64_t size)
{
    char text[512];
    int length = snprintf(text, sizeof text, "\"%s\":{\"dtype\":\"%s\",\"shape\":[", tensor->name,
                          tensor->type);
    for (int d = 0; d < tensor->dimensions; d++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%llu", d ? "," : "",
                           (unsigned long long)tensor->shape[d]);
    }
    snprintf(text + length, sizeof text - (size_t)length, "],\"data_offsets\":[%llu,%llu]}",
             (unsigned long long)at, (unsigned long long)(at + size));
    put_text(bytes, text);
}

uint64_t safetensors(struct bytes *bytes, const struct list *list, bool metadata, size_t padding,
                     bool reversed)
{
    uint64_t end = 0;
    uint64_t *at = calloc(list->count + 1, sizeof at[0]);
    put_number(bytes, 8, 0);
    put_text(bytes, metadata ? "{\"__metadata__\":{\"format\":\"pt\"}" : "{");
    for (size_t i = 0; i < list->count; i++) {
        at[i + 1] = at[i] + elements(&list->at[i]) * bits_of(list->at[i].type) / 8;
    }
    end = at[list->count];
    for (size_t i = 0; i < list->count; i++) {
        size_t k = reversed ? list->count - 1 - i : i;
        put_text(bytes, i > 0 || metadata ? "," : "");
        put_entry(bytes, &list->at[k], at[k], at[k + 1] - at[k]);
    }
    free(at);
    put_text(bytes, "}");
    while ((bytes->length - 8) % padding != 0) {
        put_text(bytes, " ");
    }
    for (int i = 0; i < 8; i++) {
        bytes->at[i] = (unsigned char)((bytes->length - 8) >> 8 * i);
    }
    return bytes->length + end;
}

void write_safetensors(const char *name, struct list *list, bool metadata)
{
    struct bytes bytes = { NULL, 0, 0 };
    uint64_t length = safetensors(&bytes, list, metadata, 8, false);
    write_file(name, &bytes, length);
    list_clear(list);
}

void write_raw(const char *name, const char *text, size_t size, uint64_t data, int64_t length)
{
    struct bytes bytes = { NULL, 0, 0 };
    put_number(&bytes, 8, length < 0 ? size : (uint64_t)length);
    put(&bytes, text, size);
    write_file(name, &bytes, 8 + size + data);
}

/* ------------------------------------------------------------------ GGUF --- */

static const struct {
    const char *name;
    unsigned id, elements, bytes;
} types[] = {
    { "f32", 0, 1, 4 },         { "f16", 1, 1, 2 },        { "q4_0", 2, 32, 18 },
    { "q4_1", 3, 32, 20 },      { "q5_0", 6, 32, 22 },     { "q5_1", 7, 32, 24 },
    { "q8_0", 8, 32, 34 },      { "q2_k", 10, 256, 84 },   { "q3_k", 11, 256, 110 },
    { "q4_k", 12, 256, 144 },   { "q5_k", 13, 256, 176 },  { "q6_k", 14, 256, 210 },
    { "iq2_xxs", 16, 256, 66 }, { "iq4_nl", 20, 32, 18 },  { "iq4_xs", 23, 256, 136 },
    { "i32", 26, 1, 4 },        { "iq1_m", 29, 256, 56 },  { "bf16", 30, 1, 2 },
    { "tq1_0", 34, 256, 54 },   { "mxfp4", 39, 32, 17 },   { "nvfp4", 40, 64, 36 },
    { "iq1_s", 19, 256, 50 },   { "iq3_s", 21, 256, 110 }, { "q1_0", 41, 128, 18 },
    { "q2_0", 42, 64, 18 },     { "tq2_0", 35, 256, 66 },
};

void put_string(struct bytes *bytes, const char *text)
{
    put_number(bytes, 8, strlen(text));
    put_text(bytes, text);
}

void key_number(struct gguf *gguf, const char *key, unsigned type, size_t size, uint64_t value)
{
    put_string(&gguf->keys, key);
    put_number(&gguf->keys, 4, type);
    put_number(&gguf->keys, size, value);
    gguf->count++;
}

void key_u32(struct gguf *gguf, const char *key, uint64_t value)
{
    key_number(gguf, key, 4, 4, value);
}

void key_text(struct gguf *gguf, const char *key, const char *value)
{
    put_string(&gguf->keys, key);
    put_number(&gguf->keys, 4, 8);
    put_string(&gguf->keys, value);
    gguf->count++;
}

void key_list(struct gguf *gguf, const char *key, unsigned type, size_t size, size_t count,
              const uint64_t *values)
{
    put_string(&gguf->keys, key);
    put_number(&gguf->keys, 4, 9);
    put_number(&gguf->keys, 4, type);
    put_number(&gguf->keys, 8, count);
    for (size_t i = 0; i < count; i++) {
        put_number(&gguf->keys, size, values ? values[i] : 0);
    }
    gguf->count++;
}

void key_tokens(struct gguf *gguf, size_t count)
{
    char token[32];
    put_string(&gguf->keys, "tokenizer.ggml.tokens");
    put_number(&gguf->keys, 4, 9);
    put_number(&gguf->keys, 4, 8);
    put_number(&gguf->keys, 8, count);
    for (size_t i = 0; i < count; i++) {
        snprintf(token, sizeof token, "t%d", (int)i);
        put_string(&gguf->keys, token);
    }
    gguf->count++;
    key_list(gguf, "tokenizer.ggml.scores", 6, 4, count, NULL);
}

static uint64_t put_tensor(struct bytes *bytes, const struct tensor *tensor, uint64_t at)
{
    size_t t = 0;
    while (strcmp(types[t].name, tensor->type) != 0) {
        t++;
    }
    put_string(bytes, tensor->name);
    put_number(bytes, 4, (uint64_t)tensor->dimensions);
    for (int d = 0; d < tensor->dimensions; d++) {
        put_number(bytes, 8, tensor->shape[d]);
    }
    put_number(bytes, 4, types[t].id);
    put_number(bytes, 8, at);
    return at + elements(tensor) / types[t].elements * types[t].bytes;
}

void write_gguf(const char *name, struct gguf *gguf)
{
    struct bytes bytes = { NULL, 0, 0 };
    uint64_t at = 0, alignment = gguf->alignment ? gguf->alignment : 32;
    put_text(&bytes, "GGUF");
    put_number(&bytes, 4, gguf->version ? gguf->version : 3);
    put_number(&bytes, 8, gguf->tensors.count);
    put_number(&bytes, 8, gguf->count);
    put(&bytes, gguf->keys.at ? gguf->keys.at : (unsigned char *)"", gguf->keys.length);
    for (size_t i = 0; i < gguf->tensors.count; i++) {
        uint64_t end = put_tensor(&bytes, &gguf->tensors.at[i], at);
        at = (end + alignment - 1) / alignment * alignment;
    }
    while (gguf->tensors.count > 0 && bytes.length % alignment != 0) {
        put(&bytes, "", 1);
    }
    uint64_t length = bytes.length + at + gguf->extra;
    length = gguf->cut < 0 ? bytes.length : length - (uint64_t)gguf->cut;
    write_file(name, &bytes, length);
    free(gguf->keys.at);
    list_clear(&gguf->tensors);
    *gguf = (struct gguf){ .count = 0 };
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "weight_files FOLDER\n");
        return 2;
    }
    root = argv[1];
    if (mkdir(root, 0755) != 0 && errno != EEXIST) {
        fail(root);
    }
    write_good_safetensors();
    write_good_gguf();
    write_bad_safetensors();
    write_bad_gguf();
    return 0;
}
