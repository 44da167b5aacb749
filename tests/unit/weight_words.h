/* SPDX-License-Identifier: Apache-2.0 */
/* Headers of safetensors from words, bytes that come in pieces, and what is read of weights in words. */
#ifndef AICALC_TEST_WEIGHT_WORDS_H
#define AICALC_TEST_WEIGHT_WORDS_H

#include <stdio.h>
#include <stdlib.h>

#include "catalog/weights/sources.h"
#include "fake_files.h"

static inline double bytes_of(const char *name)
{
    enum aic_type type;
    assert_true(aic_safetensors_type(name, &type));
    struct block block = aic_type_block(type);
    return (double)block.bytes / block.elements;
}

/* The header of a safetensors file from words, "NAME TYPE DIM DIM, NAME ...", and the bytes of its data. */
static inline void write_header(char *header, size_t *data, const char *tensors)
{
    char words[1024], *rest = words, *tensor;
    char *at = header;
    *data = 0;
    assert_true(strlen(tensors) < sizeof words);
    strcpy(words, tensors);
    at += sprintf(at, "{");
    while ((tensor = strtok_r(rest, ",", &rest))) {
        char *word = tensor, *name = strtok_r(word, " ", &word), *type = strtok_r(word, " ", &word);
        double bytes = bytes_of(type);
        at += sprintf(at, "%s\"%s\": {\"dtype\": \"%s\", \"shape\": [",
                      *data || at > header + 1 ? "," : "", name, type);
        for (char *size, *between = ""; (size = strtok_r(word, " ", &word)); between = ",") {
            at += sprintf(at, "%s%s", between, size);
            bytes *= atof(size);
        }
        at += sprintf(at, "], \"data_offsets\": [%zu, %zu]}", *data, *data + (size_t)bytes);
        *data += (size_t)bytes;
    }
    sprintf(at, "}");
}

/* A config.json with `more` in it. */
#define CONFIG_OF(more)                                                                            \
    "{\"model_type\": \"llama\", \"hidden_size\": 4, \"intermediate_size\": 8, "                   \
    "\"num_hidden_layers\": 1, \"num_attention_heads\": 1, \"vocab_size\": 8, "                    \
    "\"max_position_embeddings\": 64, " more "}"

/* Reads a safetensors file of these tensors. */
static inline void read_tensors(struct aic_model_file *file, struct aic_error *error,
                                const char *tensors)
{
    static char header[8192];
    static struct fake_bytes bytes;
    size_t data;
    write_header(header, &data, tensors);
    put_safetensors(&bytes, header, data);
    assert_true(bytes.length <= sizeof bytes.at);
    if (!aic_model_text_read("x.safetensors", bytes.at, bytes.length, file, error)) {
        fail_msg("%s: %s", tensors, error->message);
    }
}

/* A reader over bytes that come in pieces. */
struct pieces {
    struct fake_file file[2];
    struct fake_files files;
    struct aic_stream stream;
    struct reader reader;
};

static inline void open_pieces(struct pieces *in, const void *bytes, size_t length, size_t piece,
                               struct aic_error *error)
{
    enum aic_opened opened;
    memset(in, 0, sizeof *in);
    memset(error, 0, sizeof *error);
    in->file[0] = (struct fake_file){ "t", bytes, length };
    in->files.at = in->file;
    in->files.piece = piece;
    assert_true(fake_open(&in->files, FAKE_FOLDER "/t", &opened, &in->stream, error));
    assert_true(aic_reader_init(&in->reader, "t", &in->stream, error));
}

static inline void close_pieces(struct pieces *in)
{
    aic_reader_clear(&in->reader);
    fake_close(&in->files, &in->stream);
}

/* Cuts a word off, which ends at one of `ends`; NULL where there is none. */
static inline char *next_word(char **rest, const char *ends)
{
    *rest += strspn(*rest, " ;[]");
    return **rest ? strtok_r(*rest, ends, rest) : NULL;
}

static inline struct aic_value field_of(const struct aic_model_file *file, size_t field)
{
    return aic_value_load(&aic_model_fields[field],
                          (const char *)&file->model + aic_model_fields[field].offset);
}

static inline bool is_said(const struct aic_model_file *file, const char *id)
{
    for (size_t i = 0; i < file->notes.count; i++) {
        if (strcmp(file->notes.notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

/* "layers=2 hidden=6": fields that are set, or with `before` those that are not as they were there; then
 * what is said of it, and was not of `before`: "!layers-differ". */
static inline const char *fields_in_words(const struct aic_model_file *before,
                                          const struct aic_model_file *file)
{
    static char words[2048];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < aic_model_field_count; i++) {
        struct aic_value value = field_of(file, i), old = { 0 };
        if (aic_model_fields[i].kind == AIC_REFERENCE) {
            continue;
        }
        if (before) {
            old = field_of(before, i);
        }
        if (value.set && (!old.set || old.number != value.number)) {
            aic_text_format(&text, " %s=%g", aic_model_fields[i].name, value.number);
        } else if (old.set && !value.set) {
            aic_text_format(&text, " %s=", aic_model_fields[i].name);
        }
    }
    for (size_t i = 0; i < file->notes.count; i++) {
        const char *id = file->notes.notes[i].id;
        if (strcmp(id, "length-unchecked") != 0 && !(before && is_said(before, id))) {
            aic_text_format(&text, " !%s", id);
        }
    }
    assert_false(text.cut);
    return words[0] ? words + 1 : words;
}

#endif
