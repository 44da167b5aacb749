/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The header of a GGUF file, versions 2 and 3 (ggml-org/ggml, docs/gguf.md; llama.cpp c392e509, gguf.cpp):
 * keys with values, then tensors. Values are passed over but for those that say what the model is.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/utf8.h"

#define PAIRS_MAX      100000
#define KEY_MAX        65535
#define LIST_KEPT      100000 /* numbers of a list */
#define ALIGNMENT_MAX  (1U << 20)
#define DIMENSIONS_MAX 4

const size_t aic_gguf_sizes[GGUF_VALUE_TYPES] = {
    [GGUF_U8] = 1,  [GGUF_I8] = 1,   [GGUF_U16] = 2, [GGUF_I16] = 2, [GGUF_U32] = 4, [GGUF_I32] = 4,
    [GGUF_F32] = 4, [GGUF_BOOL] = 1, [GGUF_U64] = 8, [GGUF_I64] = 8, [GGUF_F64] = 8,
};

/* What is kept of the header while it is read. */
struct walk {
    struct reader *reader;
    struct gguf *gguf;
    struct quote key; /* of the pair, or of the tensor */
    uint64_t place;   /* where it begins */
};

static bool fail_cut(const struct walk *walk, const char *what)
{
    char message[QUOTE_SIZE + 40];
    struct aic_text text;
    aic_text_init(&text, message, sizeof message);
    aic_text_format(&text, "%s '%s'", what, walk->key.text);
    return aic_reader_fail_end(walk->reader, aic_reader_place(walk->reader), message);
}

/* A length or count that what is left cannot hold. */
static bool fail_long(const struct walk *walk, const char *what, uint64_t count, const char *of)
{
    struct reader *reader = walk->reader;
    uint64_t place = aic_reader_place(reader);
    bool limit = reader->end == HEADER_MAX;
    aic_reader_fail(reader, place, "%s '%s' has %s %s, but the %s ends at byte %s", what,
                    walk->key.text, aic_digits(count).text, of, limit ? "header" : "file",
                    aic_digits(reader->end).text);
    return aic_suggest(reader->error, limit ? "no model's header is longer"
                                            : "the download is not complete, or this is no GGUF");
}

/* The bytes of a text, which are the caller's to skip or to take. */
static bool read_text_length(const struct walk *walk, uint64_t *length)
{
    if (!aic_reader_number(walk->reader, 8, length)) {
        return fail_cut(walk, "the text of");
    }
    return *length <= aic_reader_rest(walk->reader) ||
           fail_long(walk, "the text of", *length, "bytes");
}

static bool skip_text(const struct walk *walk)
{
    uint64_t length;
    return read_text_length(walk, &length) &&
           (aic_reader_skip(walk->reader, length) || fail_cut(walk, "the text of"));
}

static bool fail_type(const struct walk *walk, uint64_t type)
{
    return aic_reader_fail(walk->reader, walk->place, "key '%s' has the unknown type %s",
                           walk->key.text, aic_digits(type).text);
}

/* The items of a list: texts are walked, numbers are passed over or taken. */
static bool read_items(const struct walk *walk, uint64_t item, uint64_t count, bool keep,
                       const unsigned char **list)
{
    struct reader *reader = walk->reader;
    uint64_t smallest = item == GGUF_TEXT ? 8 : aic_gguf_sizes[item];
    if (count > aic_reader_rest(reader) / smallest) {
        return fail_long(walk, "the list of", count, "entries");
    }
    if (item == GGUF_TEXT) {
        for (uint64_t i = 0; i < count; i++) {
            if (!skip_text(walk)) {
                return false;
            }
        }
        return true;
    }
    if (!keep || count > LIST_KEPT) {
        return aic_reader_skip(reader, count * smallest) || fail_cut(walk, "the list of");
    }
    unsigned char *bytes = aic_arena_take(&walk->gguf->texts, (size_t)(count * smallest));
    if (!bytes) {
        return aic_reader_fail_memory(reader);
    }
    *list = bytes;
    return aic_reader_take(reader, bytes, (size_t)(count * smallest)) ||
           fail_cut(walk, "the list of");
}

static bool check_flags(const struct walk *walk, const struct gguf_value *value)
{
    bool is_flag = value->type == GGUF_BOOL;
    bool are_flags = value->type == GGUF_LIST && value->item == GGUF_BOOL && value->list;
    bool ok = !is_flag || value->number <= 1;
    for (uint64_t i = 0; are_flags && i < value->number; i++) {
        ok = ok && value->list[i] <= 1;
    }
    return ok || aic_reader_fail(walk->reader, walk->place,
                                 "key '%s' holds a flag that is neither 0 nor 1", walk->key.text);
}

static bool read_list(const struct walk *walk, bool keep, struct gguf_value *value)
{
    struct reader *reader = walk->reader;
    uint64_t item;
    if (!aic_reader_number(reader, 4, &item) || !aic_reader_number(reader, 8, &value->number)) {
        return fail_cut(walk, "the list of");
    }
    if (item == GGUF_LIST) {
        return aic_reader_fail(reader, walk->place, "key '%s' holds a list of lists",
                               walk->key.text);
    }
    if (item >= GGUF_VALUE_TYPES) {
        return fail_type(walk, item);
    }
    value->item = (uint8_t)item;
    return read_items(walk, item, value->number, keep, &value->list);
}

static bool read_architecture(const struct walk *walk)
{
    char text[sizeof walk->gguf->architecture];
    uint64_t length;
    if (!read_text_length(walk, &length)) {
        return false;
    }
    if (length >= sizeof text) {
        return aic_reader_skip(walk->reader, length) || fail_cut(walk, "the text of");
    }
    if (!aic_reader_take(walk->reader, text, (size_t)length)) {
        return fail_cut(walk, "the text of");
    }
    text[length] = '\0';
    memcpy(walk->gguf->architecture, text, sizeof text);
    return true;
}

static bool read_value(const struct walk *walk, bool keep, struct gguf_value *value)
{
    struct reader *reader = walk->reader;
    uint64_t type;
    if (!aic_reader_number(reader, 4, &type)) {
        return fail_cut(walk, "the value of");
    }
    if (type >= GGUF_VALUE_TYPES) {
        return fail_type(walk, type);
    }
    value->type = (uint8_t)type;
    if (type == GGUF_TEXT) {
        return keep && strcmp(value->key, "general.architecture") == 0 ? read_architecture(walk)
                                                                       : skip_text(walk);
    }
    if (type == GGUF_LIST) {
        return read_list(walk, keep, value) && (!keep || check_flags(walk, value));
    }
    if (!aic_reader_number(reader, aic_gguf_sizes[type], &value->number)) {
        return fail_cut(walk, "the value of");
    }
    return !keep || check_flags(walk, value);
}

/* Names and keys: their bytes go into `out`, which has room for `most` and a NUL. */
static bool read_name(struct reader *reader, const char *what, uint64_t index, uint64_t most,
                      char *out, size_t *length)
{
    uint64_t place = aic_reader_place(reader), count;
    if (!aic_reader_number(reader, 8, &count)) {
        char middle[48];
        struct aic_text text;
        aic_text_init(&text, middle, sizeof middle);
        aic_text_format(&text, "%s %s", what, aic_digits(index).text);
        return aic_reader_fail_end(reader, place, middle);
    }
    if (count == 0) {
        return aic_reader_fail(reader, place, "%s %s has an empty name", what,
                               aic_digits(index).text);
    }
    if (count > most) {
        return aic_reader_fail(reader, place, "the name of %s %s has %s bytes, more than %s", what,
                               aic_digits(index).text, aic_digits(count).text,
                               aic_digits(most).text);
    }
    if (!aic_reader_take(reader, out, (size_t)count)) {
        reader->ended = true;
        aic_reader_fail(reader, place, "the name of %s %s has %s bytes, but the file ends before",
                        what, aic_digits(index).text, aic_digits(count).text);
        return aic_suggest(reader->error, "the download is not complete: fetch the file again");
    }
    out[count] = '\0';
    *length = (size_t)count;
    return true;
}

static bool is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)text[i] < 0x20 || (unsigned char)text[i] >= 0x7F) {
            return false;
        }
    }
    return true;
}

static bool keep_value(struct walk *walk, const char *key, size_t length, struct gguf_value *value)
{
    struct gguf *gguf = walk->gguf;
    if (gguf->count == gguf->capacity) {
        size_t capacity = gguf->capacity + gguf->capacity / 2 + 64;
        struct gguf_value *values = realloc(gguf->values, capacity * sizeof values[0]);
        if (!values) {
            return aic_reader_fail_memory(walk->reader);
        }
        gguf->values = values;
        gguf->capacity = capacity;
    }
    char *kept = aic_arena_take(&gguf->texts, length + 1);
    if (!kept) {
        return aic_reader_fail_memory(walk->reader);
    }
    memcpy(kept, key, length + 1);
    value->key = kept;
    gguf->values[gguf->count++] = *value;
    return true;
}

static bool read_pair(struct walk *walk, uint64_t index, char *key)
{
    struct reader *reader = walk->reader;
    size_t length = 0;
    walk->place = aic_reader_place(reader);
    if (!read_name(reader, "key", index, KEY_MAX, key, &length)) {
        return false;
    }
    if (!is_ascii(key, length)) {
        return aic_reader_fail(reader, walk->place, "key %s is not ASCII", aic_digits(index).text);
    }
    walk->key = aic_quoted(key, length);
    struct gguf_value value = { .key = key, .place = walk->place };
    bool keep = aic_gguf_key_is_kept(key, length);
    return read_value(walk, keep, &value) && (!keep || keep_value(walk, key, length, &value));
}

static int compare_keys(const void *a, const void *b)
{
    const struct gguf_value *first = a;
    const struct gguf_value *second = b;
    int order = strcmp(first->key, second->key);
    return order ? order : aic_order(first->place, second->place);
}

const struct gguf_value *aic_gguf_find(const struct gguf *gguf, const char *key)
{
    size_t low = 0, high = gguf->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(gguf->values[middle].key, key);
        if (order == 0) {
            return &gguf->values[middle];
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static bool find_alignment(struct walk *walk)
{
    const struct gguf_value *value = aic_gguf_find(walk->gguf, "general.alignment");
    walk->gguf->alignment = 32;
    if (!value) {
        return true;
    }
    uint64_t n = value->number;
    if (value->type != GGUF_U32 || n == 0 || (n & (n - 1)) != 0 || n > ALIGNMENT_MAX) {
        return aic_reader_fail(walk->reader, value->place,
                               "general.alignment is %s, not a power of two up to 2^20 of type u32",
                               value->type == GGUF_U32 ? aic_digits(n).text : "of another type");
    }
    walk->gguf->alignment = n;
    return true;
}

static bool read_pairs(struct walk *walk, uint64_t pairs)
{
    struct gguf *gguf = walk->gguf;
    char *key = malloc(KEY_MAX + 1);
    if (!key) {
        return aic_reader_fail_memory(walk->reader);
    }
    bool ok = true;
    for (uint64_t i = 0; ok && i < pairs; i++) {
        ok = read_pair(walk, i, key);
    }
    free(key);
    if (!ok) {
        return false;
    }
    if (gguf->count > 1) {
        qsort(gguf->values, gguf->count, sizeof gguf->values[0], compare_keys);
    }
    for (size_t i = 1; i < gguf->count; i++) {
        const struct gguf_value *value = &gguf->values[i];
        if (strcmp(gguf->values[i - 1].key, value->key) == 0) {
            return aic_reader_fail(walk->reader, value->place, "key '%s' is there twice",
                                   aic_quoted(value->key, strlen(value->key)).text);
        }
    }
    const struct gguf_value *tokens = aic_gguf_find(gguf, "tokenizer.ggml.tokens");
    gguf->tokens = tokens && tokens->type == GGUF_LIST ? (double)tokens->number : (double)NAN;
    return find_alignment(walk);
}

static bool fail_tensor(const struct walk *walk, const char *what)
{
    return aic_reader_fail(walk->reader, walk->place, "tensor '%s': %s", walk->key.text, what);
}

/* Elements and bytes of a shape; the first dimension is cut into blocks. */
static bool measure(const struct walk *walk, const uint64_t *shape, size_t dimensions,
                    struct tensor *tensor)
{
    struct block block = aic_type_block((enum aic_type)tensor->type);
    uint64_t elements = 1, bytes = 0;
    bool fits = true;
    for (size_t i = 0; fits && i < dimensions; i++) {
        fits = aic_multiply(elements, shape[i], &elements);
    }
    if (fits && elements <= BELOW_2_53 && tensor->last % block.elements != 0) {
        return aic_reader_fail(walk->reader, walk->place,
                               "tensor '%s': rows of %s elements are no blocks of %g %s",
                               walk->key.text, aic_digits(tensor->last).text,
                               (double)block.elements, aic_type_name((enum aic_type)tensor->type));
    }
    fits = fits && elements <= BELOW_2_53 &&
           aic_multiply(elements / block.elements, block.bytes, &bytes) && bytes <= BELOW_2_53;
    if (!fits) {
        fail_tensor(walk, "the elements of its shape overflow");
        return aic_suggest(walk->reader->error, "no tensor has 2^53 elements");
    }
    tensor->elements = elements;
    tensor->bytes = bytes;
    return true;
}

static bool read_shape(const struct walk *walk, uint64_t *shape, size_t *dimensions)
{
    uint64_t count;
    if (!aic_reader_number(walk->reader, 4, &count)) {
        return fail_cut(walk, "the shape of");
    }
    if (count > DIMENSIONS_MAX) {
        return aic_reader_fail(walk->reader, walk->place,
                               "tensor '%s' has %s dimensions, more than 4", walk->key.text,
                               aic_digits(count).text);
    }
    *dimensions = (size_t)count;
    for (size_t i = 0; i < count; i++) {
        if (!aic_reader_number(walk->reader, 8, &shape[i])) {
            return fail_cut(walk, "the shape of");
        }
        if (shape[i] >= BELOW_2_63) {
            return fail_tensor(walk, "the elements of its shape overflow");
        }
    }
    return true;
}

static bool read_tensor_type(const struct walk *walk, enum aic_type *type)
{
    uint64_t id;
    const char *removed;
    if (!aic_reader_number(walk->reader, 4, &id)) {
        return fail_cut(walk, "the type of");
    }
    if (aic_gguf_type(id, type, &removed)) {
        return true;
    }
    if (removed) {
        aic_reader_fail(walk->reader, walk->place,
                        "tensor '%s' has the type %s, which was removed from GGUF", walk->key.text,
                        removed);
        return aic_suggest(walk->reader->error, "quantize again");
    }
    aic_reader_fail(walk->reader, walk->place, "tensor '%s' has the type %s, which is not known",
                    walk->key.text, aic_digits(id).text);
    return aic_suggest(walk->reader->error,
                       "types of forks are not read: their blocks are unknown");
}

/* Data lies in the order of the header, each tensor at the next multiple of the alignment. Ends and
 * bytes are at most 2^53, and the alignment is 2^20: no sum overflows. */
static bool check_offset(const struct walk *walk, uint64_t offset, uint64_t bytes, uint64_t *end)
{
    uint64_t alignment = walk->gguf->alignment;
    uint64_t wanted = (*end + alignment - 1) / alignment * alignment;
    if (offset != wanted) {
        return aic_reader_fail(walk->reader, walk->place,
                               "tensor '%s': data begins at %s, not at %s", walk->key.text,
                               aic_digits(offset).text, aic_digits(wanted).text);
    }
    *end = offset + bytes;
    return *end <= BELOW_2_53 || fail_tensor(walk, "the bytes of all tensors overflow");
}

static bool read_tensor(struct walk *walk, uint64_t index, uint32_t file, struct tensors *tensors,
                        uint64_t *end)
{
    char name[NAME_MAX_BYTES + 1];
    size_t length = 0, dimensions = 0;
    uint64_t shape[DIMENSIONS_MAX] = { 0 }, offset = 0;
    struct tensor read = { .file = file };
    enum aic_type type = AIC_TYPES;
    walk->place = aic_reader_place(walk->reader);
    if (!read_name(walk->reader, "tensor", index, NAME_MAX_BYTES, name, &length)) {
        return false;
    }
    walk->key = aic_quoted(name, length);
    for (size_t i = 0; i < length;) {
        uint32_t character;
        size_t size = aic_utf8_read(name + i, length - i, &character);
        if (size == 0 || character == 0) {
            return aic_reader_fail(walk->reader, walk->place, "the name of tensor %s is not UTF-8",
                                   aic_digits(index).text);
        }
        i += size;
    }
    if (!read_shape(walk, shape, &dimensions) || !read_tensor_type(walk, &type)) {
        return false;
    }
    if (!aic_reader_number(walk->reader, 8, &offset)) {
        return fail_cut(walk, "the place of");
    }
    read.type = (uint8_t)type;
    read.dimensions = (uint8_t)dimensions;
    read.last = dimensions > 0 ? shape[0] : 1;
    read.rows = dimensions > 1 ? shape[1] : 1;
    read.begin = offset;
    if (dimensions == 0 && aic_type_block(type).elements > 1) {
        return fail_tensor(walk, "one element is no block of its type");
    }
    if (!measure(walk, shape, dimensions, &read) || !check_offset(walk, offset, read.bytes, end)) {
        return false;
    }
    struct tensor *tensor = aic_tensors_add(tensors, name, length);
    if (!tensor) {
        return aic_reader_fail_memory(walk->reader);
    }
    read.name = tensor->name;
    read.length = tensor->length;
    *tensor = read;
    return true;
}

static bool read_version(struct reader *reader)
{
    uint64_t version;
    if (!aic_reader_number(reader, 4, &version)) {
        return aic_reader_fail_end(reader, 4, "the version");
    }
    if (version == 2 || version == 3) {
        return true;
    }
    if (version == 1) {
        aic_reader_fail(reader, 4, "GGUF version 1 (2023) is not read");
        return aic_suggest(reader->error, "convert the model again");
    }
    if (version != 0 && (version & 0xFFFF) == 0) {
        return aic_reader_fail(reader, 4, "a big-endian GGUF, which is not read");
    }
    return aic_reader_fail(reader, 4, "GGUF version %s is not known: 2 and 3 are",
                           aic_digits(version).text);
}

static bool read_count(struct reader *reader, const char *what, uint64_t most, uint64_t *count)
{
    uint64_t place = aic_reader_place(reader);
    if (!aic_reader_number(reader, 8, count)) {
        return aic_reader_fail_end(reader, place, "the counts");
    }
    return *count <= most || aic_reader_fail(reader, place, "%s %s are more than %s",
                                             aic_digits(*count).text, what, aic_digits(most).text);
}

/* The file holds the last tensor; what lies behind it is worth a word. */
static bool check_length(struct reader *reader, struct gguf *gguf, uint64_t header, uint64_t end)
{
    uint64_t length = reader->stream.length, alignment = gguf->alignment;
    uint64_t start = header + (alignment - header % alignment) % alignment;
    uint64_t last = gguf->tensor_count > 0 ? start + end : header;
    if (length == AIC_LENGTH_UNKNOWN) {
        return true;
    }
    if (last > length) {
        aic_reader_fail(reader, length, "the tensors end at byte %s, but the file ends at byte %s",
                        aic_digits(last).text, aic_digits(length).text);
        return aic_suggest(reader->error, "the download is not complete: fetch the file again");
    }
    gguf->trailing = gguf->trailing || length - last > (alignment > 32 ? alignment : 32);
    return true;
}

bool aic_gguf_read(struct reader *reader, uint32_t file, struct gguf *gguf, struct tensors *tensors)
{
    struct walk walk = { .reader = reader, .gguf = gguf };
    uint64_t pairs, end = 0;
    reader->end = reader->end < HEADER_MAX ? reader->end : HEADER_MAX;
    if (!aic_reader_skip(reader, 4) || !read_version(reader) ||
        !read_count(reader, "tensors", TENSORS_MAX, &gguf->tensor_count) ||
        !read_count(reader, "keys", PAIRS_MAX, &pairs) || !read_pairs(&walk, pairs)) {
        return false;
    }
    if (gguf->tensor_count > TENSORS_MAX - tensors->count) {
        return aic_reader_fail(reader, 8, "%s tensors, with those of other parts, are more than %d",
                               aic_digits(gguf->tensor_count).text, TENSORS_MAX);
    }
    for (uint64_t i = 0; i < gguf->tensor_count; i++) {
        if (!read_tensor(&walk, i, file, tensors, &end)) {
            return false;
        }
    }
    return check_length(reader, gguf, aic_reader_place(reader), end);
}

void aic_gguf_clear(struct gguf *gguf)
{
    free(gguf->values);
    aic_arena_clear(&gguf->texts);
    *gguf = (struct gguf){ .values = NULL };
}
