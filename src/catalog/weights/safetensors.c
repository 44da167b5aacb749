/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of a safetensors file: eight bytes with the length N of a JSON object, that object, and data
 * (huggingface/safetensors, docs/source/metadata_parsing.mdx and safetensors/src/tensor.rs).
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"

#define DIMENSIONS_MAX 8

/* One tensor on its way in. */
struct entry {
    struct lexeme name;
    struct quote quote; /* of the name */
    enum aic_type type;
    uint64_t shape[DIMENSIONS_MAX];
    size_t dimensions;
    uint64_t begin, end;
    bool has_type, has_shape, has_offsets;
};

static bool fail_entry(struct reader *reader, const struct entry *entry, uint64_t place,
                       const char *what, const char *is)
{
    return aic_reader_fail(reader, place, "tensor '%s': %s%s%s%s", entry->quote.text, what,
                           is ? " '" : "", is ? is : "", is ? "'" : "");
}

static bool read_type(struct reader *reader, struct entry *entry)
{
    struct lexeme text;
    uint64_t place;
    if (aic_lex_next(reader) != '"') {
        return fail_entry(reader, entry, aic_reader_place(reader), "dtype is no text", NULL);
    }
    place = aic_reader_place(reader);
    if (!aic_lex_text(reader, &text)) {
        return false;
    }
    entry->has_type = true;
    if (text.length > NAME_MAX_BYTES || !aic_safetensors_type(text.text, &entry->type)) {
        return fail_entry(reader, entry, place, "unknown dtype",
                          aic_quoted(text.text, strlen(text.text)).text);
    }
    return true;
}

/* A list of whole numbers, at most `most`; `what` names it. */
static bool read_numbers(struct reader *reader, const struct entry *entry, const char *what,
                         uint64_t *numbers, size_t most, size_t *count)
{
    struct lexeme word;
    char message[64];
    struct aic_text text;
    aic_text_init(&text, message, sizeof message);
    if (!aic_lex_open(reader, '[')) {
        aic_text_format(&text, "%s is no list", what);
        return fail_entry(reader, entry, aic_reader_place(reader), message, NULL);
    }
    *count = 0;
    for (bool more = true, first = true;; first = false) {
        if (!aic_lex_more(reader, ']', first, &more) || !more) {
            return !reader->failed;
        }
        if (!aic_lex_word(reader, &word)) {
            return false;
        }
        uint64_t number;
        if (!aic_whole_number(&word, &number)) {
            aic_text_format(&text, "%s holds no whole number below 2^63, but", what);
            return fail_entry(reader, entry, word.place, message,
                              aic_quoted(word.text, strlen(word.text)).text);
        }
        if (*count == most) {
            aic_text_format(&text,
                            most == 2 ? "%s holds more than two numbers"
                                      : "%s has more than 8 dimensions",
                            what);
            return fail_entry(reader, entry, word.place, message, NULL);
        }
        numbers[(*count)++] = number;
    }
}

static bool read_offsets(struct reader *reader, struct entry *entry)
{
    uint64_t offsets[2] = { 0, 0 };
    size_t count;
    uint64_t place = aic_reader_place(reader);
    if (!read_numbers(reader, entry, "data_offsets", offsets, 2, &count)) {
        return false;
    }
    if (count != 2 || offsets[0] > offsets[1]) {
        return fail_entry(reader, entry, place, "data_offsets are not a begin and an end", NULL);
    }
    entry->begin = offsets[0];
    entry->end = offsets[1];
    entry->has_offsets = true;
    return true;
}

static bool read_member(struct reader *reader, const struct lexeme *key, struct entry *entry)
{
    bool type = strcmp(key->text, "dtype") == 0, shape = strcmp(key->text, "shape") == 0;
    bool offsets = strcmp(key->text, "data_offsets") == 0;
    if ((type && entry->has_type) || (shape && entry->has_shape) ||
        (offsets && entry->has_offsets)) {
        return fail_entry(reader, entry, key->place, "twice the key", key->text);
    }
    if (type) {
        return read_type(reader, entry);
    }
    if (offsets) {
        return read_offsets(reader, entry);
    }
    if (shape) {
        entry->has_shape = true;
        return read_numbers(reader, entry, "shape", entry->shape, DIMENSIONS_MAX,
                            &entry->dimensions);
    }
    return fail_entry(reader, entry, key->place, "unknown key",
                      aic_quoted(key->text, strlen(key->text)).text);
}

/* Elements and bytes of the shape, formed from left to right. */
static bool measure(struct reader *reader, const struct entry *entry, struct tensor *tensor)
{
    struct block block = aic_type_block(entry->type);
    unsigned bits_of_one = 8 * block.bytes / block.elements;
    uint64_t elements = 1, bits;
    bool fits = true;
    for (size_t i = 0; fits && i < entry->dimensions; i++) {
        fits = aic_multiply(elements, entry->shape[i], &elements);
    }
    if (!fits || !aic_multiply(elements, bits_of_one, &bits) || elements > BELOW_2_53) {
        fail_entry(reader, entry, entry->name.place, "the elements of its shape overflow", NULL);
        return aic_suggest(reader->error, "no tensor has 2^53 elements");
    }
    if (bits % 8 != 0) {
        return fail_entry(reader, entry, entry->name.place,
                          "the bits of its shape are no whole bytes", NULL);
    }
    tensor->elements = elements;
    tensor->bytes = bits / 8;
    if (entry->end - entry->begin != tensor->bytes) {
        return aic_reader_fail(reader, entry->name.place,
                               "tensor '%s': data_offsets hold %s bytes, its shape takes %s",
                               entry->quote.text, aic_digits(entry->end - entry->begin).text,
                               aic_digits(tensor->bytes).text);
    }
    return true;
}

static bool check_entry(struct reader *reader, const struct entry *entry)
{
    const char *missing = !entry->has_type      ? "dtype"
                          : !entry->has_shape   ? "shape"
                          : !entry->has_offsets ? "data_offsets"
                                                : NULL;
    return !missing || fail_entry(reader, entry, entry->name.place, "without the key", missing);
}

static bool add_entry(struct reader *reader, const struct entry *entry, uint32_t file,
                      struct tensors *tensors)
{
    struct tensor measured = { .elements = 0 };
    if (!check_entry(reader, entry) || !measure(reader, entry, &measured)) {
        return false;
    }
    if (tensors->count == TENSORS_MAX) {
        return aic_reader_fail(reader, entry->name.place, "more than %d tensors", TENSORS_MAX);
    }
    struct tensor *tensor = aic_tensors_add(tensors, entry->name.text, entry->name.length);
    if (!tensor) {
        return aic_reader_fail_memory(reader);
    }
    tensor->elements = measured.elements;
    tensor->bytes = measured.bytes;
    tensor->begin = entry->begin;
    tensor->rows = entry->shape[0]; /* 0: a number alone has none */
    tensor->last = entry->dimensions > 0 ? entry->shape[entry->dimensions - 1] : 1;
    tensor->dimensions = (uint8_t)entry->dimensions;
    tensor->type = (uint8_t)entry->type;
    tensor->file = file;
    return true;
}

static bool read_tensor(struct reader *reader, struct entry *entry, uint32_t file,
                        struct tensors *tensors)
{
    const struct lexeme *name = &entry->name;
    entry->quote = aic_quoted(name->text, strlen(name->text));
    if (name->length == 0 || name->length > NAME_MAX_BYTES) {
        return aic_reader_fail(reader, name->place,
                               "the name of a tensor has %s bytes, not 1 to %d",
                               aic_digits(name->length).text, NAME_MAX_BYTES);
    }
    if (!aic_lex_open(reader, '{')) {
        return fail_entry(reader, entry, aic_reader_place(reader), "no object", NULL);
    }
    struct lexeme key;
    bool more = true, first = true;
    while (more) {
        if (!aic_lex_member(reader, &first, &key, &more) ||
            (more && !read_member(reader, &key, entry))) {
            return false;
        }
    }
    return add_entry(reader, entry, file, tensors);
}

/* Texts by texts: nothing of them is used. */
static bool read_metadata(struct reader *reader)
{
    struct lexeme text;
    if (!aic_lex_open(reader, '{')) {
        return aic_reader_fail(reader, aic_reader_place(reader), "__metadata__ is no object");
    }
    bool more = true, first = true;
    while (more) {
        if (!aic_lex_member(reader, &first, &text, &more)) {
            return false;
        }
        if (more && aic_lex_next(reader) != '"') {
            return aic_reader_fail(reader, aic_reader_place(reader),
                                   "__metadata__ holds a value that is no text");
        }
        if (more && !aic_lex_text(reader, &text)) {
            return false;
        }
    }
    return !reader->failed;
}

static bool read_object(struct reader *reader, uint32_t file, struct tensors *tensors)
{
    bool has_metadata = false, more = true, first = true;
    if (aic_reader_peek(reader) != '{') {
        return aic_reader_fail(reader, aic_reader_place(reader), "a header begins with '{'");
    }
    aic_reader_next(reader);
    for (;;) {
        struct entry entry;
        memset(&entry, 0, sizeof entry);
        if (!aic_lex_member(reader, &first, &entry.name, &more)) {
            return false;
        }
        if (!more) {
            return aic_lex_finish(reader);
        }
        bool metadata = strcmp(entry.name.text, "__metadata__") == 0;
        if (metadata && has_metadata) {
            return aic_reader_fail(reader, entry.name.place, "__metadata__ is there twice");
        }
        has_metadata = has_metadata || metadata;
        if (!(metadata ? read_metadata(reader) : read_tensor(reader, &entry, file, tensors))) {
            return false;
        }
    }
}

static int compare_places(const void *a, const void *b)
{
    const struct tensor *first = *(const struct tensor *const *)a;
    const struct tensor *second = *(const struct tensor *const *)b;
    int by_begin = aic_order(first->begin, second->begin);
    int by_bytes = aic_order(first->bytes, second->bytes);
    return by_begin ? by_begin : by_bytes ? by_bytes : strcmp(first->name, second->name);
}

/* Each begins where the one before ended; `end`: of the last. */
static bool check_touching(struct reader *reader, const struct tensor *const *sorted, size_t count,
                           uint64_t *end)
{
    *end = 0;
    for (size_t i = 0; i < count; i++) {
        if (sorted[i]->begin != *end) {
            reader->failed = true;
            return aic_weights_fail(reader->error, reader->name,
                                    "tensor '%s': data begins at %s, not at %s: %s",
                                    aic_quoted(sorted[i]->name, sorted[i]->length).text,
                                    aic_digits(sorted[i]->begin).text, aic_digits(*end).text,
                                    sorted[i]->begin > *end ? "a hole" : "an overlap");
        }
        *end += sorted[i]->bytes;
    }
    return true;
}

static bool check_names(struct reader *reader, const struct tensor **sorted, size_t count)
{
    qsort(sorted, count, sizeof sorted[0], aic_tensors_by_name);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0) {
            reader->failed = true;
            return aic_weights_fail(reader->error, reader->name, "tensor '%s' is there twice",
                                    aic_quoted(sorted[i]->name, sorted[i]->length).text);
        }
    }
    return true;
}

static bool check_places(struct reader *reader, const struct tensors *tensors, size_t first,
                         uint64_t *end)
{
    size_t count = tensors->count - first;
    const struct tensor **sorted = malloc((count + 1) * sizeof sorted[0]);
    if (!sorted) {
        return aic_reader_fail_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        sorted[i] = aic_tensor_at(tensors, first + i);
    }
    bool ok = check_names(reader, sorted, count);
    if (ok) {
        qsort(sorted, count, sizeof sorted[0], compare_places);
        ok = check_touching(reader, sorted, count, end);
    }
    free(sorted);
    return ok;
}

/* The file ends where its last tensor does. */
static bool check_length(struct reader *reader, uint64_t end)
{
    uint64_t length = reader->stream.length;
    if (length == AIC_LENGTH_UNKNOWN || end == length) {
        return true;
    }
    if (end > length) {
        aic_reader_fail(reader, length, "the tensors end at byte %s, but the file ends at byte %s",
                        aic_digits(end).text, aic_digits(length).text);
        return aic_suggest(reader->error, "the download is not complete: fetch the file again");
    }
    aic_reader_fail(reader, end, "the tensors end at byte %s, but the file goes on to byte %s",
                    aic_digits(end).text, aic_digits(length).text);
    return aic_suggest(reader->error, "no safetensors library reads such a file");
}

bool aic_safetensors_read(struct reader *reader, uint32_t file, struct tensors *tensors)
{
    size_t first = tensors->count;
    uint64_t length = 0, end = 0;
    aic_reader_number(reader, 8, &length); /* there, and at most HEADER_MAX: see aic_sniff() */
    if (length > aic_reader_rest(reader)) {
        aic_reader_fail(reader, 0, "a header of %s bytes, but the file ends at byte %s",
                        aic_digits(length).text, aic_digits(reader->end).text);
        return aic_suggest(reader->error, "the download is not complete: fetch the file again");
    }
    reader->end = 8 + length;
    if (!read_object(reader, file, tensors) || !check_places(reader, tensors, first, &end)) {
        return false;
    }
    return check_length(reader, 8 + length + end);
}
