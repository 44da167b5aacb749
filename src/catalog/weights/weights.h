/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the readers of weights share.
 *
 * All bytes are a stranger's. Four rules keep them harmless: every length is compared with what is
 * left of the file before it is used; memory grows as bytes arrive, never by a count that was read;
 * products and sums are checked before they are formed; and there is no recursion.
 */
#ifndef AICALC_CATALOG_WEIGHTS_INTERNAL_H
#define AICALC_CATALOG_WEIGHTS_INTERNAL_H

#include <aicalc/json.h>
#include <aicalc/text.h>
#include <aicalc/weights.h>

#include "core/span.h"

/* Largest header, of safetensors' own library; the same for GGUF and for an index. */
#define HEADER_MAX     UINT64_C(100000000)
#define TENSORS_MAX    1000000
#define NAME_MAX_BYTES 255
/* Larger numbers are refused: 2^63 where a format says so, 2^53 where a double would round. */
#define BELOW_2_63 (UINT64_C(1) << 63)
#define BELOW_2_53 (UINT64_C(1) << 53)

/* Texts of files in messages: cut, control characters replaced. */
#define QUOTE_SIZE 84
struct quote {
    char text[QUOTE_SIZE];
};
struct quote aic_quoted(const char *text, size_t length);

/* A whole number as digits: doubles end at 2^53. */
struct digits {
    char text[24];
};
struct digits aic_digits(uint64_t value);

/* --------------------------------------------------------------- bytes (reader.c) --- */

#define READER_SIZE 65536

/* A file being read from its front, through a buffer. */
struct reader {
    const char *name; /* in messages */
    struct aic_stream stream;
    struct aic_error *error;
    uint64_t end;  /* nothing beyond this place is looked at: the file's end, or a header's */
    uint64_t base; /* place in the file of buffer[0] */
    size_t at, filled;
    bool ended;  /* the stream gave all that it has */
    bool failed; /* reading failed, and the error says so */
    unsigned char *buffer;
};

bool aic_reader_init(struct reader *reader, const char *name, const struct aic_stream *stream,
                     struct aic_error *error);
void aic_reader_clear(struct reader *reader);

static inline uint64_t aic_reader_place(const struct reader *reader)
{
    return reader->base + reader->at;
}

/* What is left up to the end that counts. */
static inline uint64_t aic_reader_rest(const struct reader *reader)
{
    return reader->end - aic_reader_place(reader);
}

/* Makes up to `wanted` bytes (at most READER_SIZE) lie in the buffer at `at`; returns how many do. */
size_t aic_reader_fill(struct reader *reader, size_t wanted);

/* The next byte, -1 at the end; the first one stays. */
int aic_reader_peek_slow(struct reader *reader);
static inline int aic_reader_peek(struct reader *reader)
{
    return reader->at < reader->filled && aic_reader_place(reader) < reader->end
               ? reader->buffer[reader->at]
               : aic_reader_peek_slow(reader);
}
static inline int aic_reader_next(struct reader *reader)
{
    int byte = aic_reader_peek(reader);
    reader->at += byte >= 0;
    return byte;
}

/* False, without an error unless reading failed, where the file ends before. */
bool aic_reader_take(struct reader *reader, void *bytes, size_t length);
/* At most aic_reader_rest() bytes. */
bool aic_reader_skip(struct reader *reader, uint64_t length);
/* A little-endian number of 1, 2, 4 or 8 bytes. */
bool aic_reader_number(struct reader *reader, size_t bytes, uint64_t *value);

/* A file in memory. */
struct memory {
    const char *bytes;
    size_t length, at;
};
struct aic_stream aic_memory_stream(struct memory *memory);

/* "NAME: byte N: WHAT"; what to do goes into aic_suggest(). Both return false; an error that reading
 * left is kept. */
bool aic_reader_fail(struct reader *reader, uint64_t place, const char *format, ...)
    AIC_PRINTF(3, 4);
/* "the file ends at byte N, in the middle of WHAT" */
bool aic_reader_fail_end(struct reader *reader, uint64_t place, const char *what);
bool aic_reader_fail_memory(struct reader *reader);
/* "NAME: WHAT" */
bool aic_weights_fail(struct aic_error *error, const char *name, const char *format, ...)
    AIC_PRINTF(3, 4);

/* -------------------------------------------------------------------- JSON (lexer.c) --- */

/* A text that was read: its head, and its whole length. */
struct lexeme {
    char text[NAME_MAX_BYTES + 1];
    size_t length; /* may be above NAME_MAX_BYTES: then the head alone is there */
    uint64_t place;
};

/* All skip blanks first; they fail with the place, and "JSON" where the grammar is broken. */
int aic_lex_next(struct reader *reader); /* the next byte that is no blank, which stays; -1: end */
bool aic_lex_expect(struct reader *reader, char byte);
bool aic_lex_text(struct reader *reader, struct lexeme *text);
/* A number or a literal, as it stands; what else stands there gives its first bytes. */
bool aic_lex_word(struct reader *reader, struct lexeme *word);
/* Any value, without recursion, at most AIC_JSON_DEPTH_MAX deep. */
bool aic_lex_skip_value(struct reader *reader);
/* Goes to the next member of an object or list: `more` false behind its last; `first`: at its head. */
bool aic_lex_more(struct reader *reader, char close, bool first, bool *more);
bool aic_lex_key(struct reader *reader, struct lexeme *key);
/* Passes an opening bracket; false without an error where there is none. */
bool aic_lex_open(struct reader *reader, char bracket);
/* The key of the next member, as aic_lex_more(), which it calls; `first` is false from then on. */
bool aic_lex_member(struct reader *reader, bool *first, struct lexeme *key, bool *more);
/* Digits alone, below 2^63; false without an error where it is anything else. */
bool aic_whole_number(const struct lexeme *word, uint64_t *value);
/* Blanks up to the end. */
bool aic_lex_finish(struct reader *reader);

/* ------------------------------------------------------------- tensors (tensors.c) --- */

struct tensor {
    const char *name;
    uint64_t elements, bytes;
    uint64_t begin;      /* of its data, in its file */
    uint64_t rows, last; /* dimensions of the matrix: rows, and what lies together */
    uint32_t file;
    uint16_t length; /* of the name */
    uint8_t type;
    uint8_t dimensions;
};

#define BLOCK_TENSORS 1024
#define ARENA_BYTES   65536

/* Memory that is only ever added to. */
struct arena {
    struct arena_block *first;
    size_t left;
};
void *aic_arena_take(struct arena *arena, size_t size); /* NULL: no memory; bytes, not aligned */
void aic_arena_clear(struct arena *arena);

/* All tensors of a model. */
struct tensors {
    struct tensor **blocks;
    size_t block_count, block_capacity;
    size_t count;
    struct arena names;
    const struct tensor **by_name; /* after aic_tensors_sort() */
};

static inline struct tensor *aic_tensor_at(const struct tensors *tensors, size_t index)
{
    return &tensors->blocks[index / BLOCK_TENSORS][index % BLOCK_TENSORS];
}

/* A new one with this name; NULL: no memory. */
struct tensor *aic_tensors_add(struct tensors *tensors, const char *name, size_t length);
/* For qsort() of pointers to tensors. */
int aic_tensors_by_name(const void *a, const void *b);
/* Puts them in order of their names; `twice`: one whose name another one has too, or NULL. */
bool aic_tensors_sort(struct tensors *tensors, const struct tensor **twice,
                      struct aic_error *error);
/* The tensor STEM + SUFFIX, or NULL. */
const struct tensor *aic_tensors_find(const struct tensors *tensors, const char *stem,
                                      size_t length, const char *suffix);
/* True where a name begins with STEM + SUFFIX. */
bool aic_tensors_has_prefix(const struct tensors *tensors, const char *stem, size_t length,
                            const char *suffix);
void aic_tensors_clear(struct tensors *tensors);

/* ---------------------------------------------------------------- the formats --- */

/* Sizes of a block of a number format; elements x bits of one. */
struct block {
    unsigned elements, bytes;
};
struct block aic_type_block(enum aic_type type);
/* The type of a name as safetensors writes it ("F8_E4M3"); false: there is none. */
bool aic_safetensors_type(const char *name, enum aic_type *type);
/* The type of an id of GGUF. False: `removed` is its name, or NULL where it never was. */
bool aic_gguf_type(uint64_t id, enum aic_type *type, const char **removed);
/* True for whole numbers and bool. */
bool aic_type_is_integer(enum aic_type type);

/* For qsort(): below 0, 0 or above 0, as a is below, equal to or above b. */
static inline int aic_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* a * b; false: 2^63 or more. */
bool aic_multiply(uint64_t a, uint64_t b, uint64_t *product);

/* Reads a header and adds its tensors; all checks of the format that one file allows. */
bool aic_safetensors_read(struct reader *reader, uint32_t file, struct tensors *tensors);

/* An index: names of tensors, of which nothing else is known, and the files that hold them. */
struct index {
    struct tensors tensors;
    const char **files; /* as they were met */
    uint32_t *order;    /* the same in order of their names */
    size_t file_count, file_capacity;
    double total_size, total_parameters; /* NaN: not there */
};
bool aic_index_read(struct reader *reader, struct index *index);
void aic_index_clear(struct index *index);

/* Keys of a GGUF that are kept. */
struct gguf_value {
    const char *key;
    uint64_t place;
    uint64_t number;           /* of whole numbers and flags; of a list how many there are */
    const unsigned char *list; /* its bytes, as they stand; NULL: no list, or not kept */
    uint8_t type, item;        /* of the value, of a list's items */
    bool is_signed_below_0;
};
enum {
    GGUF_U8,
    GGUF_I8,
    GGUF_U16,
    GGUF_I16,
    GGUF_U32,
    GGUF_I32,
    GGUF_F32,
    GGUF_BOOL,
    GGUF_TEXT,
    GGUF_LIST,
    GGUF_U64,
    GGUF_I64,
    GGUF_F64,
    GGUF_VALUE_TYPES
};

/* Bytes of a value; 0 for texts and lists. */
extern const size_t aic_gguf_sizes[GGUF_VALUE_TYPES];

struct gguf {
    struct gguf_value *values;
    size_t count, capacity;
    struct arena texts;
    char architecture[65]; /* empty: none, or longer than any */
    double tokens;         /* of the vocabulary; NaN: none */
    uint64_t alignment;
    uint64_t tensor_count;
    bool trailing;
};
/* The keys of a GGUF that say what the model is; all others are passed over. */
bool aic_gguf_key_is_kept(const char *key, size_t length);
bool aic_gguf_read(struct reader *reader, uint32_t file, struct gguf *gguf,
                   struct tensors *tensors);
void aic_gguf_clear(struct gguf *gguf);
/* The value of a whole key, or NULL. */
const struct gguf_value *aic_gguf_find(const struct gguf *gguf, const char *key);
/* Fields of the model; parts and counts of its tensors go into file->stored. */
bool aic_gguf_describe(const struct gguf *gguf, const struct tensors *tensors, const char *name,
                       struct aic_model_file *file, struct aic_error *error);

/* Widths of packed weights that a config.json gives; 0: it gives none. */
struct widths {
    double bits, num_bits;
};
struct aic_json_value;
struct widths aic_config_widths(const struct aic_json_value *config);
/* Parameters that a stored tensor of safetensors stands for. NaN where a width is missing; `missing`
 * is then what would say it. `in_block`: it is of a layer's attention, mixer, mlp or experts. */
double aic_parameters_of(const struct tensors *tensors, const struct tensor *tensor,
                         const struct widths *widths, bool in_block, const char **missing);
/* The same for safetensors. */
bool aic_safetensors_describe(const struct tensors *tensors, const struct widths *widths,
                              struct aic_model_file *file, struct aic_error *error);
/* What the names of an index alone say. */
bool aic_index_describe(const struct index *index, struct aic_model_file *file,
                        struct aic_error *error);

/* Parts by name. */
enum { WORDS_MAX = NAME_MAX_BYTES + 1 };
struct words {
    const char *at[WORDS_MAX];
    size_t length[WORDS_MAX];
    size_t count;
    double layer; /* the number of its layer; -1: none */
};
void aic_words_cut(const char *name, size_t length, struct words *words);
bool aic_word_is(const struct words *words, size_t i, const char *list);
bool aic_words_have(const struct words *words, const char *list);
/* A word that is a whole number of at most nine digits; -1: it is none, or not there. */
double aic_word_number(const struct words *words, size_t i);
enum aic_part aic_safetensors_part(const struct words *words);
bool aic_gguf_part_is_block(const struct words *words, double *block);
enum aic_part aic_gguf_part(const struct words *words, double layers);

/* Adds a tensor to what is stored: bytes by part and by type, and parameters. */
void aic_stored_add(struct aic_stored *stored, enum aic_part part, const struct tensor *tensor,
                    double parameters);
/* What is the same for both formats: params, warnings about parts. `known`: parameters were counted. */
void aic_stored_finish(struct aic_model_file *file, bool known);

#endif
