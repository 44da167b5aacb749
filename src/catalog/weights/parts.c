/* SPDX-License-Identifier: Apache-2.0 */
/* A model in several files: the shards of an index, the parts of a GGUF. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/sources.h"
#include "core/ascii.h"

/* ------------------------------------------------------------------ index --- */

/* Shards that were looked at. */
struct shards {
    const struct index *index;
    const char *name; /* of the index */
    size_t missing;
    const char *first; /* of those */
};

/* One shard, if it is there; a pointer to it is not the file. */
static bool read_shard(struct sources *sources, struct shards *shards, const char *path,
                       uint32_t number)
{
    const char *name = shards->index->files[number];
    struct aic_stream stream;
    struct reader reader;
    enum kind kind;
    char beside[PATH_SIZE];
    if (!aic_path_beside(beside, path, name, sources->error) ||
        !aic_open_file(sources, beside, &stream, &reader, &kind)) {
        return false;
    }
    if (kind == KIND_NOTHING || kind == KIND_POINTER) {
        shards->first = shards->missing++ ? shards->first : name;
        if (kind == KIND_POINTER) {
            aic_close_file(sources, &stream, &reader);
        }
        return true;
    }
    bool ok = kind == KIND_SAFETENSORS
                  ? aic_read_safetensors_file(sources, &reader, number)
                  : aic_reader_fail(&reader, 0, "a shard that is not safetensors");
    aic_close_file(sources, &stream, &reader);
    return ok;
}

static bool fail_missing(const struct sources *sources, const struct shards *shards)
{
    aic_weights_fail(sources->error, shards->name, "%g of %g shards are missing, first '%s'",
                     (double)shards->missing, (double)shards->index->file_count,
                     aic_quoted(shards->first, strlen(shards->first)).text);
    return aic_suggest(sources->error, "fetch them, or remove all to use the index alone");
}

static void warn_missing(struct sources *sources, const struct index *index)
{
    aic_warn(&sources->file->notes, "shards-missing",
             "none of the %g files of the index is there: what is known is their names%s",
             (double)index->file_count, aic_is_set(index->total_size) ? " and total_size" : "");
}

/* Each tensor is in the file that the map names. */
static bool check_map(struct sources *sources, const struct shards *shards)
{
    const struct index *index = shards->index;
    for (size_t i = 0; i < index->tensors.count; i++) {
        const struct tensor *entry = index->tensors.by_name[i];
        const struct tensor *tensor =
            aic_tensors_find(&sources->tensors, entry->name, entry->length, "");
        if (!tensor || tensor->file != entry->file) {
            const char *file = index->files[entry->file];
            return aic_weights_fail(
                sources->error, shards->name, "tensor '%s' is not in '%s', which weight_map names",
                aic_quoted(entry->name, entry->length).text, aic_quoted(file, strlen(file)).text);
        }
    }
    return true;
}

static void compare_index(struct sources *sources, const struct index *index)
{
    double bytes = 0;
    struct aic_notes *notes = &sources->file->notes;
    for (int part = 0; part < AIC_PARTS; part++) {
        bytes += aic_or(sources->file->stored.bytes[part], 0);
    }
    if (aic_is_set(index->total_size) && index->total_size != bytes) {
        aic_warn(notes, "index-differs",
                 "total_size of the index is %g, but the tensors of its files take %g bytes: the "
                 "headers count",
                 index->total_size, bytes);
    }
    if (sources->tensors.count > index->tensors.count) {
        aic_warn(notes, "index-differs",
                 "the files hold %g tensors, but weight_map names %g: the headers count",
                 (double)sources->tensors.count, (double)index->tensors.count);
    }
}

/* Two shards may not hold the same tensor. */
static bool check_twice(struct sources *sources, const struct shards *shards)
{
    const struct tensor *twice;
    if (!aic_tensors_sort(&sources->tensors, &twice, sources->error)) {
        return false;
    }
    return !twice || aic_weights_fail(sources->error, shards->name,
                                      "tensor '%s' is in its files twice, also in '%s'",
                                      aic_quoted(twice->name, twice->length).text,
                                      shards->index->files[twice->file]);
}

static bool read_shards(struct sources *sources, const struct index *index, const char *path)
{
    struct shards shards = { .index = index, .name = aic_file_name(path) };
    for (uint32_t i = 0; i < index->file_count; i++) {
        if (!read_shard(sources, &shards, path, i)) {
            return false;
        }
    }
    if (shards.missing == index->file_count) {
        sources->file->has_weights = true;
        sources->file->stored.tensors = (double)index->tensors.count;
        sources->file->stored.files = (double)index->file_count;
        warn_missing(sources, index);
        return aic_index_describe(index, sources->file, sources->error);
    }
    if (shards.missing > 0) {
        return fail_missing(sources, &shards);
    }
    if (!check_twice(sources, &shards) || !check_map(sources, &shards) ||
        !aic_safetensors_describe(&sources->tensors, &sources->widths, sources->file,
                                  sources->error)) {
        return false;
    }
    compare_index(sources, index);
    return true;
}

bool aic_read_index(struct sources *sources, struct reader *reader, const char *path)
{
    struct index index = { .file_count = 0 };
    bool ok = aic_index_read(reader, &index) && read_shards(sources, &index, path);
    aic_index_clear(&index);
    return ok;
}

/* ------------------------------------------------------------------- GGUF --- */

/* "-00001-of-00003.gguf" at the end of a name: five digits each. */
#define PART_END "-00000-of-00000.gguf"

static bool read_digits(const char *text, double *number)
{
    *number = 0;
    for (size_t i = 0; i < 5; i++) {
        if (!aic_is_digit(text[i])) {
            return false;
        }
        *number = *number * 10 + (text[i] - '0');
    }
    return true;
}

bool aic_gguf_part_name(const char *name, double *part, double *count)
{
    size_t length = strlen(name), end = sizeof PART_END - 1;
    if (length <= end) {
        return false;
    }
    const char *at = name + length - end;
    return at[0] == '-' && memcmp(at + 6, "-of-", 4) == 0 && memcmp(at + 15, ".gguf", 5) == 0 &&
           read_digits(at + 1, part) && read_digits(at + 10, count);
}

static double key_number(const struct gguf *gguf, const char *key)
{
    const struct gguf_value *value = aic_gguf_find(gguf, key);
    return value && value->type != GGUF_LIST ? (double)value->number : (double)NAN;
}

/* The file of that name is part `part` of `count`, and says so. */
static bool check_part(struct reader *reader, const struct gguf *gguf, double part, double count)
{
    double no = key_number(gguf, "split.no"), of = key_number(gguf, "split.count");
    if (no + 1 == part && of == count) {
        return true;
    }
    return aic_reader_fail(reader, aic_reader_place(reader),
                           "its name says part %g of %g, its keys say part %g of %g", part, count,
                           aic_or(no, -1) + 1, aic_or(of, 0));
}

static void name_part(char out[PATH_SIZE], const char *path, double part, double count)
{
    struct aic_text text;
    char digits[AIC_NUMBER_SIZE];
    aic_text_init(&text, out, PATH_SIZE);
    aic_text_add_bytes(&text, path, strlen(path) - (sizeof PART_END - 1));
    for (int i = 0; i < 2; i++) {
        double number = i == 0 ? part : count;
        size_t length = aic_number_write(digits, number);
        aic_text_add(&text, i == 0 ? "-" : "-of-");
        aic_text_add(&text, &"00000"[length < 5 ? length : 5]);
        aic_text_add_bytes(&text, digits, length);
    }
    aic_text_add(&text, ".gguf");
}

/* A further part: its tensors; its keys but those of the split are not looked at. */
static bool read_part(struct sources *sources, const char *path, double part, double count,
                      struct gguf *gguf)
{
    struct aic_stream stream;
    struct reader reader;
    enum kind kind;
    if (!aic_open_file(sources, path, &stream, &reader, &kind)) {
        return false;
    }
    if (kind == KIND_NOTHING) {
        aic_weights_fail(sources->error, aic_file_name(path),
                         "part %g of %g of the model is missing", part, count);
        return aic_suggest(sources->error, "all parts stand in one folder: fetch it");
    }
    bool ok = kind == KIND_POINTER ? aic_fail_pointer(&reader)
              : kind != KIND_GGUF
                  ? aic_reader_fail(&reader, 0, "a part of a GGUF that is no GGUF")
                  : aic_gguf_read(&reader, (uint32_t)part, gguf, &sources->tensors) &&
                        check_part(&reader, gguf, part, count);
    if (ok) {
        aic_add_length(sources, &stream);
    }
    aic_close_file(sources, &stream, &reader);
    return ok;
}

static bool describe_gguf(struct sources *sources, const struct gguf *gguf, const char *name,
                          bool trailing)
{
    const struct tensor *twice;
    if (!aic_tensors_sort(&sources->tensors, &twice, sources->error)) {
        return false;
    }
    if (twice) {
        return aic_weights_fail(sources->error, name, "tensor '%s' is there twice",
                                aic_quoted(twice->name, twice->length).text);
    }
    if (trailing) {
        aic_warn(&sources->file->notes, "trailing-bytes",
                 "bytes follow the last tensor: they are in file_bytes alone");
    }
    sources->file->has_weights = true;
    return aic_gguf_describe(gguf, &sources->tensors, name, sources->file, sources->error);
}

/* All parts in their order; the first one's keys describe the model. */
static bool read_parts(struct sources *sources, const char *path, double count)
{
    struct gguf first = { .count = 0 };
    bool trailing = false;
    char part_path[PATH_SIZE];
    double total = NAN;
    bool ok = true;
    for (double part = 1; ok && part <= count; part++) {
        struct gguf own = { .count = 0 };
        struct gguf *gguf = part == 1 ? &first : &own;
        name_part(part_path, path, part, count);
        ok = read_part(sources, part_path, part, count, gguf);
        trailing = trailing || gguf->trailing;
        total = part == 1 ? key_number(gguf, "split.tensors.count") : total;
        aic_gguf_clear(&own);
    }
    name_part(part_path, path, 1, count);
    if (ok && aic_is_set(total) && total != (double)sources->tensors.count) {
        ok = aic_weights_fail(sources->error, aic_file_name(part_path),
                              "split.tensors.count is %g, but its parts hold %g tensors", total,
                              (double)sources->tensors.count);
    }
    ok = ok && describe_gguf(sources, &first, aic_file_name(part_path), trailing);
    aic_gguf_clear(&first);
    return ok;
}

static bool fail_part(struct reader *reader, double no, double count)
{
    aic_reader_fail(reader, 0, "part %g of %g of a model, but its name does not say so", no + 1,
                    count);
    return aic_suggest(reader->error, "parts are called NAME-00001-of-00003.gguf, and stand in one "
                                      "folder");
}

bool aic_read_gguf_files(struct sources *sources, struct reader *reader, const char *path)
{
    struct gguf gguf = { .count = 0 };
    double part, of;
    bool ok = aic_gguf_read(reader, 0, &gguf, &sources->tensors);
    double count = ok ? key_number(&gguf, "split.count") : 0;
    if (ok && count > 1) {
        bool named =
            aic_gguf_part_name(aic_file_name(path), &part, &of) && sources->files->list != NULL;
        ok = named ? check_part(reader, &gguf, part, of)
                   : fail_part(reader, aic_or(key_number(&gguf, "split.no"), 0), count);
        aic_tensors_clear(&sources->tensors);
        ok = ok && read_parts(sources, path, count);
    } else if (ok) {
        aic_add_length(sources, &reader->stream);
        ok = describe_gguf(sources, &gguf, aic_file_name(path), gguf.trailing);
    }
    aic_gguf_clear(&gguf);
    return ok;
}
