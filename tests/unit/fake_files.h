/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that a test makes up: read in pieces as small as it likes, of a length that is told or not, with
 * the n-th call failing, and those behind it.
 */
#ifndef AICALC_TEST_FAKE_FILES_H
#define AICALC_TEST_FAKE_FILES_H

#include <string.h>

#include <aicalc/aicalc.h>

/* A file of a folder; the one without a name ends the list. */
struct fake_file {
    const char *name;
    const void *bytes;
    size_t length;
};

#define FAKE_FOLDER   "folder"
#define FAKE_OPEN_MAX 8

struct fake_handle {
    const struct fake_file *file;
    uint64_t at;
    struct fake_files *files;
};

struct fake_files {
    const struct fake_file *at;
    size_t piece;         /* bytes of a read at most; 0: all */
    uint64_t zeros;       /* that follow the bytes of each file */
    bool tells_no_length; /* as a pipe does not */
    long fails_at, calls; /* from which call on they fail; 0: none does */
    bool fails_once;      /* and then no more */
    int unopened;         /* calls for a file that failed */
    int open;             /* handles that were not closed */
    struct fake_handle handles[FAKE_OPEN_MAX];
};

static bool fake_fails(struct fake_files *files, struct aic_error *error)
{
    files->calls++;
    bool fails = files->fails_once ? files->calls == files->fails_at
                                   : files->calls >= files->fails_at && files->fails_at > 0;
    return fails && !aic_fail(error, AIC_ERR_FILE, "model", "the disk is broken");
}

static uint64_t fake_length(const struct fake_handle *handle)
{
    return handle->file->length + handle->files->zeros;
}

static bool fake_read(void *context, void *bytes, size_t length, size_t *count,
                      struct aic_error *error)
{
    struct fake_handle *handle = context;
    const struct fake_file *file = handle->file;
    uint64_t rest = fake_length(handle) - handle->at;
    size_t piece = handle->files->piece;
    *count = rest < length ? (size_t)rest : length;
    *count = piece > 0 && piece < *count ? piece : *count;
    if (fake_fails(handle->files, error)) {
        return false;
    }
    memset(bytes, 0, *count);
    if (handle->at < file->length) {
        size_t there = file->length - (size_t)handle->at;
        memcpy(bytes, (const char *)file->bytes + handle->at, there < *count ? there : *count);
    }
    handle->at += *count;
    return true;
}

static bool fake_skip(void *context, uint64_t length, uint64_t *count, struct aic_error *error)
{
    struct fake_handle *handle = context;
    uint64_t rest = fake_length(handle) - handle->at;
    *count = length < rest ? length : rest;
    handle->at += *count;
    return !fake_fails(handle->files, error);
}

static struct fake_handle *fake_free_handle(struct fake_files *files)
{
    for (size_t i = 0; i < FAKE_OPEN_MAX; i++) {
        if (!files->handles[i].file) {
            return &files->handles[i];
        }
    }
    return NULL;
}

static bool fake_open(void *context, const char *path, enum aic_opened *opened,
                      struct aic_stream *stream, struct aic_error *error)
{
    struct fake_files *files = context;
    struct fake_handle *handle = fake_free_handle(files);
    *opened = AIC_OPENED_NOTHING;
    if (fake_fails(files, error)) {
        files->unopened++;
        return false;
    }
    if (strcmp(path, FAKE_FOLDER) == 0) {
        *opened = AIC_OPENED_FOLDER;
        return true;
    }
    for (const struct fake_file *file = files->at; file->name; file++) {
        if (strcmp(path + strlen(FAKE_FOLDER "/"), file->name) == 0) {
            *handle = (struct fake_handle){ file, 0, files };
            *stream = (struct aic_stream){ fake_read, fake_skip, handle,
                                           files->tells_no_length ? AIC_LENGTH_UNKNOWN
                                                                  : fake_length(handle) };
            *opened = AIC_OPENED_FILE;
            files->open++;
            return true;
        }
    }
    return true;
}

static void fake_close(void *context, struct aic_stream *stream)
{
    struct fake_files *files = context;
    struct fake_handle *handle = stream->context;
    handle->file = NULL;
    files->open--;
}

static bool fake_list(void *context, const char *folder, aic_name_visitor *visit, void *visitor,
                      struct aic_error *error)
{
    struct fake_files *files = context;
    (void)folder;
    if (fake_fails(files, error)) {
        return false;
    }
    for (const struct fake_file *file = files->at; file->name; file++) {
        if (!visit(visitor, file->name)) {
            return true;
        }
    }
    return true;
}

/* Reads the file of the folder, or with NULL the folder. */
static inline bool fake_model(struct fake_files *files, const char *name,
                              struct aic_model_file *file, struct aic_error *error)
{
    const struct aic_files how = { fake_open, fake_close, fake_list, files };
    char path[AIC_FILE_NAME_SIZE + sizeof FAKE_FOLDER + 1] = FAKE_FOLDER;
    if (name) {
        strcat(strcat(path, "/"), name);
    }
    memset(error, 0, sizeof *error);
    return aic_model_file_read(&how, path, file, error);
}

/* A file as it is written. */
struct fake_bytes {
    char at[16384];
    size_t length;
};

static inline void put_bytes(struct fake_bytes *out, const void *bytes, size_t length)
{
    memcpy(out->at + out->length, bytes, length);
    out->length += length;
}

static inline void put_number(struct fake_bytes *out, uint64_t number, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        out->at[out->length++] = (char)(number >> 8 * i);
    }
}

/* Safetensors: the header, and `data` zeros. */
static inline void put_safetensors(struct fake_bytes *out, const char *header, size_t data)
{
    *out = (struct fake_bytes){ .length = 0 };
    put_number(out, strlen(header), 8);
    put_bytes(out, header, strlen(header));
    out->length += data;
}

/* A GGUF whose pairs and tensors are added one after the other; its data are not written. */
struct fake_gguf {
    struct fake_bytes pairs, tensors;
    uint64_t pair_count, tensor_count, offset;
};

static inline void put_text(struct fake_bytes *out, const char *text)
{
    put_number(out, strlen(text), 8);
    put_bytes(out, text, strlen(text));
}

static inline void gguf_key(struct fake_gguf *gguf, const char *key, uint32_t type)
{
    put_text(&gguf->pairs, key);
    put_number(&gguf->pairs, type, 4);
    gguf->pair_count++;
}

#define GGUF_IS_U32  4
#define GGUF_IS_TEXT 8
#define GGUF_IS_LIST 9

static inline void gguf_u32(struct fake_gguf *gguf, const char *key, uint32_t value)
{
    gguf_key(gguf, key, GGUF_IS_U32);
    put_number(&gguf->pairs, value, 4);
}

static inline void gguf_text(struct fake_gguf *gguf, const char *key, const char *value)
{
    gguf_key(gguf, key, GGUF_IS_TEXT);
    put_text(&gguf->pairs, value);
}

static inline void gguf_list(struct fake_gguf *gguf, const char *key, const uint32_t *values,
                             size_t count)
{
    gguf_key(gguf, key, GGUF_IS_LIST);
    put_number(&gguf->pairs, GGUF_IS_U32, 4);
    put_number(&gguf->pairs, count, 8);
    for (size_t i = 0; i < count; i++) {
        put_number(&gguf->pairs, values[i], 4);
    }
}

/* One of f32, of one or two (`rows` above 0) dimensions. */
static inline void gguf_tensor(struct fake_gguf *gguf, const char *name, uint64_t row,
                               uint64_t rows)
{
    put_text(&gguf->tensors, name);
    put_number(&gguf->tensors, rows > 0 ? 2 : 1, 4);
    put_number(&gguf->tensors, row, 8);
    if (rows > 0) {
        put_number(&gguf->tensors, rows, 8);
    }
    put_number(&gguf->tensors, 0, 4);
    put_number(&gguf->tensors, gguf->offset, 8);
    gguf->offset += (4 * row * (rows > 0 ? rows : 1) + 31) / 32 * 32;
    gguf->tensor_count++;
}

static inline void put_gguf(struct fake_bytes *out, const struct fake_gguf *gguf)
{
    *out = (struct fake_bytes){ .length = 0 };
    put_bytes(out, "GGUF\3\0\0\0", 8);
    put_number(out, gguf->tensor_count, 8);
    put_number(out, gguf->pair_count, 8);
    put_bytes(out, gguf->pairs.at, gguf->pairs.length);
    put_bytes(out, gguf->tensors.at, gguf->tensors.length);
}

#endif
