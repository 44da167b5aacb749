/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Models from their own files: config.json, safetensors (one file, or an index with its shards), GGUF
 * (one file, or the parts of a split one), and folders of these.
 *
 * Of weight files the header alone is read, which gives the shape and the number format of each tensor:
 * counts and bytes are exact, and a file of 400 GB costs one small read. What a header does not say
 * stays unset.
 *
 * The library opens nothing. The host gives it streams and the names in a folder; aic_model_file_read()
 * fills a partial input, which aic_model_file_apply() sets with origin `catalog`.
 */
#ifndef AICALC_WEIGHTS_H
#define AICALC_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <aicalc/model.h>
#include <aicalc/parts.h>
#include <aicalc/question.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* "embedding", "q4_k". */
const char *aic_part_name(enum aic_part part);
const char *aic_type_name(enum aic_type type);

/* What headers say of a model. NaN: nothing. */
struct aic_stored {
    double counted[AIC_PARTS]; /* parameters */
    double bytes[AIC_PARTS];
    double by_type[AIC_TYPES]; /* bytes, of all parts */
    double tensors, files, file_bytes;
    double total_size; /* what an index alone says */
};

/* Bytes of a stream that does not know its length. */
#define AIC_LENGTH_UNKNOWN UINT64_MAX

/* A file that is read once, from its front; the functions return false after filling the error. */
struct aic_stream {
    /* The next bytes, at most `length`; `count` 0: the end. */
    bool (*read)(void *context, void *bytes, size_t length, size_t *count, struct aic_error *error);
    /* Goes `length` bytes further, to the end at most; `count`: how many that were. */
    bool (*skip)(void *context, uint64_t length, uint64_t *count, struct aic_error *error);
    void *context;
    uint64_t length; /* of the whole file, as its descriptor says */
};

/* What stands at a path. */
enum aic_opened { AIC_OPENED_NOTHING, AIC_OPENED_FILE, AIC_OPENED_FOLDER };

/* Called with each name in a folder; false ends the walk. */
typedef bool aic_name_visitor(void *context, const char *name);

/* How the reader gets at files. */
struct aic_files {
    /* A file is to be closed. Fails where something is there that cannot be read. `list` and a folder:
     * NULL where there are none (then no file is beside another). */
    bool (*open)(void *context, const char *path, enum aic_opened *opened,
                 struct aic_stream *stream, struct aic_error *error);
    void (*close)(void *context, struct aic_stream *stream);
    bool (*list)(void *context, const char *folder, aic_name_visitor *visit, void *visitor,
                 struct aic_error *error);
    void *context;
};

#define AIC_FILE_NAME_SIZE 256

/* What was read: fields, sizes, and what there is to say about them. */
struct aic_model_file {
    struct aic_model model;
    unsigned char from_weights[AIC_MODEL_FIELDS]; /* of each field: 1 header, 0 config.json */
    struct aic_stored stored;
    bool has_weights;
    char name[AIC_FILE_NAME_SIZE];   /* last part of the path */
    char config[AIC_FILE_NAME_SIZE]; /* of the config.json; empty: none was read */
    struct aic_notes notes;
};

/*
 * Reads the model at a path: a file of any of the kinds (its first bytes decide), a folder, or "-".
 * Files may come from strangers: no length is used before it was checked, no count is allocated, memory
 * stays below four times the bytes of the headers. Adds the warnings of docs/methods/model.md to
 * file->notes. False: `error` names the file and the place.
 */
bool aic_model_file_read(const struct aic_files *files, const char *path,
                         struct aic_model_file *file, struct aic_error *error);

/* The same for a file that is in memory; others beside it are not there. */
bool aic_model_text_read(const char *path, const char *bytes, size_t length,
                         struct aic_model_file *file, struct aic_error *error);

/* Sets the inputs that the question has. Where the user chose another value of a field that decides
 * sizes, what was counted and stored is left out: warning stored-set-aside. */
bool aic_model_file_apply(struct aic_question *question, const struct aic_model_file *file,
                          struct aic_error *error);

/* True for a field of the model group that decides how many parameters there are. */
bool aic_model_decides_size(const char *field);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
