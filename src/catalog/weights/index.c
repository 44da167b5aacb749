/* SPDX-License-Identifier: Apache-2.0 */
/* A safetensors index: {"metadata": {"total_size": N}, "weight_map": {TENSOR: FILE}}. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/json/json.h"

/* Shards of one model. */
#define FILES_MAX 10000

/* A file beside the index, and no path to anywhere else. */
static bool is_plain_name(const struct lexeme *file)
{
    if (file->length == 0 || file->length > NAME_MAX_BYTES || strcmp(file->text, ".") == 0 ||
        strcmp(file->text, "..") == 0) {
        return false;
    }
    for (const char *c = file->text; *c; c++) {
        if (*c == '/' || *c == '\\' || (unsigned char)*c < 0x20 || *c == 0x7F) {
            return false;
        }
    }
    return true;
}

static char *keep(struct index *index, const struct lexeme *text)
{
    char *kept = aic_arena_take(&index->tensors.names, text->length + 1);
    if (kept) {
        memcpy(kept, text->text, text->length + 1);
    }
    return kept;
}

/* Where a file stands, or would stand, among those in order of their names. */
static size_t find_place(const struct index *index, const char *file)
{
    size_t low = 0, high = index->file_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(index->files[index->order[middle]], file) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool grow_files(struct index *index)
{
    size_t capacity = index->file_capacity ? 2 * index->file_capacity : 16;
    const char **files = realloc(index->files, capacity * sizeof files[0]);
    if (!files) {
        return false;
    }
    index->files = files;
    uint32_t *order = realloc(index->order, capacity * sizeof order[0]);
    if (!order) {
        return false;
    }
    index->order = order;
    index->file_capacity = capacity;
    return true;
}

/* The number of a file, which is mostly that of the tensor before. */
static bool find_file(struct reader *reader, struct index *index, const struct lexeme *file,
                      uint32_t *number)
{
    if (index->tensors.count > 0) {
        *number = aic_tensor_at(&index->tensors, index->tensors.count - 1)->file;
        if (strcmp(index->files[*number], file->text) == 0) {
            return true;
        }
    }
    size_t place = find_place(index, file->text);
    if (place < index->file_count && strcmp(index->files[index->order[place]], file->text) == 0) {
        *number = index->order[place];
        return true;
    }
    if (index->file_count == FILES_MAX) {
        return aic_reader_fail(reader, file->place, "more than %d files", FILES_MAX);
    }
    const char *kept = keep(index, file);
    if (!kept || (index->file_count == index->file_capacity && !grow_files(index))) {
        return aic_reader_fail_memory(reader);
    }
    memmove(&index->order[place + 1], &index->order[place],
            (index->file_count - place) * sizeof index->order[0]);
    *number = (uint32_t)index->file_count++;
    index->files[*number] = kept;
    index->order[place] = *number;
    return true;
}

static bool add_entry(struct reader *reader, struct index *index, const struct lexeme *name,
                      const struct lexeme *file)
{
    uint32_t number = 0;
    if (index->tensors.count == TENSORS_MAX) {
        return aic_reader_fail(reader, name->place, "more than %d tensors", TENSORS_MAX);
    }
    if (!find_file(reader, index, file, &number)) {
        return false;
    }
    struct tensor *tensor = aic_tensors_add(&index->tensors, name->text, name->length);
    if (!tensor) {
        return aic_reader_fail_memory(reader);
    }
    tensor->file = number;
    return true;
}

static bool read_entry(struct reader *reader, struct index *index, const struct lexeme *name)
{
    struct lexeme file;
    if (name->length == 0 || name->length > NAME_MAX_BYTES) {
        return aic_reader_fail(reader, name->place,
                               "weight_map: the name of a tensor has %s bytes, not 1 to %d",
                               aic_digits(name->length).text, NAME_MAX_BYTES);
    }
    struct quote quote = aic_quoted(name->text, name->length);
    if (aic_lex_next(reader) != '"') {
        return aic_reader_fail(reader, aic_reader_place(reader),
                               "tensor '%s': the file that holds it is no text", quote.text);
    }
    if (!aic_lex_text(reader, &file)) {
        return false;
    }
    if (!is_plain_name(&file)) {
        aic_reader_fail(reader, file.place, "tensor '%s': '%s' is not the name of a file beside it",
                        quote.text, aic_quoted(file.text, strlen(file.text)).text);
        return aic_suggest(reader->error, "an index names files of its own folder");
    }
    return add_entry(reader, index, name, &file);
}

static bool read_map(struct reader *reader, struct index *index)
{
    uint64_t place = aic_reader_place(reader);
    struct lexeme name;
    const struct tensor *twice;
    bool more = true, first = true;
    if (!aic_lex_open(reader, '{')) {
        return aic_reader_fail(reader, aic_reader_place(reader), "weight_map is no object");
    }
    while (more) {
        if (!aic_lex_member(reader, &first, &name, &more) ||
            (more && !read_entry(reader, index, &name))) {
            return false;
        }
    }
    if (index->tensors.count == 0) {
        return aic_reader_fail(reader, place, "weight_map is empty");
    }
    if (!aic_tensors_sort(&index->tensors, &twice, reader->error)) {
        return aic_reader_fail_memory(reader);
    }
    return !twice || aic_reader_fail(reader, place, "weight_map: tensor '%s' is there twice",
                                     aic_quoted(twice->name, twice->length).text);
}

/* A count that may be written as 238208.0; NaN where it is 0. */
static bool read_count(struct reader *reader, const char *key, bool as_text, double *count)
{
    struct lexeme word;
    double value = NAN;
    bool text = aic_lex_next(reader) == '"';
    if (!(text ? aic_lex_text(reader, &word) : aic_lex_word(reader, &word))) {
        return false;
    }
    if ((!text || as_text) && word.length <= NAME_MAX_BYTES &&
        aic_json_is_number(word.text, word.length)) {
        aic_number_read(word.text, word.length, 0, &value);
    }
    if (!(value >= 0 && value <= AIC_MAX_INTEGER && value == floor(value))) {
        return aic_reader_fail(reader, word.place, "%s is '%s', not a whole number up to 2^53", key,
                               aic_quoted(word.text, strlen(word.text)).text);
    }
    *count = value > 0 ? value : (double)NAN;
    return true;
}

static bool read_metadata(struct reader *reader, struct index *index)
{
    struct lexeme key;
    bool more = true, first = true;
    if (aic_lex_next(reader) != '{') {
        return aic_reader_fail(reader, aic_reader_place(reader), "metadata must be an object");
    }
    aic_reader_next(reader);
    while (aic_lex_member(reader, &first, &key, &more)) {
        if (!more) {
            return !reader->failed;
        }
        bool ok = strcmp(key.text, "total_size") == 0
                      ? read_count(reader, "total_size", false, &index->total_size)
                  : strcmp(key.text, "total_parameters") == 0
                      ? read_count(reader, "total_parameters", true, &index->total_parameters)
                      : aic_lex_skip_value(reader);
        if (!ok) {
            return false;
        }
    }
    return false;
}

bool aic_index_read(struct reader *reader, struct index *index)
{
    struct lexeme key;
    bool has_map = false, more = true, first = true;
    index->total_size = index->total_parameters = NAN;
    if (!aic_lex_expect(reader, '{')) {
        return false;
    }
    while (aic_lex_member(reader, &first, &key, &more)) {
        if (!more) {
            return aic_lex_finish(reader);
        }
        bool map = strcmp(key.text, "weight_map") == 0;
        if (map && has_map) {
            return aic_reader_fail(reader, key.place, "weight_map is there twice");
        }
        has_map = has_map || map;
        bool ok = map                                 ? read_map(reader, index)
                  : strcmp(key.text, "metadata") == 0 ? read_metadata(reader, index)
                                                      : aic_lex_skip_value(reader);
        if (!ok) {
            return false;
        }
    }
    return false;
}

void aic_index_clear(struct index *index)
{
    free(index->files);
    free(index->order);
    aic_tensors_clear(&index->tensors);
    *index = (struct index){ .files = NULL };
}
