/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Field tables: one table describes everything.
 *
 * A calculator's input and output are plain structs. A table of `struct
 * aic_field` names each member, its unit, range, default and meaning; flags,
 * help, JSON, schema, sweeps, budgets and the manual are all made from it.
 *
 * Members have one of four types, checked when the table is compiled:
 *
 *     double            AIC_REAL and AIC_INTEGER; NaN: unset or left out
 *     int               AIC_CHOICE, the index in `choices`; -1: unset
 *     aic_flag          AIC_FLAG; 1 yes, 0 no, -1: unset
 *     struct aic_name   AIC_REFERENCE, the name of a catalog entry
 *
 * Whole numbers are doubles too: all below 2^53 are exact, products of
 * hostile input overflow to infinity (which is refused) and never wrap.
 * All bits set is "unset" in each of the first three: memset(out, 0xFF, size)
 * leaves everything out.
 */
#ifndef AICALC_FIELD_H
#define AICALC_FIELD_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <aicalc/catalog_kinds.h>
#include <aicalc/error.h>
#include <aicalc/quantity.h>
#include <aicalc/text.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef signed char aic_flag;

struct aic_name {
    const char *text; /* NULL: unset; the bytes belong to whoever set it */
};

enum aic_kind { AIC_REAL, AIC_INTEGER, AIC_CHOICE, AIC_FLAG, AIC_REFERENCE };

/* How far a result can be trusted, strongest first: a result has the weakest
 * of its own class and those of all it rests on. */
enum aic_basis {
    AIC_EXACT,     /* arithmetic on the inputs */
    AIC_PUBLISHED, /* rests on a vendor's or a paper's figure */
    AIC_ESTIMATE,  /* rests on a model of behaviour */
    AIC_ASSUMED    /* rests on a default that the user did not choose */
};

/* Which of two cases is better by a result, all else equal. */
enum aic_better { AIC_NEITHER_IS_BETTER, AIC_LESS_IS_BETTER, AIC_MORE_IS_BETTER };

/* Where the value of an input came from, weakest first. */
enum aic_origin {
    AIC_FROM_NOWHERE, /* unset */
    AIC_FROM_DEFAULT, /* the table's default, or one derived from other inputs */
    AIC_FROM_CATALOG, /* a catalog entry or a config.json */
    AIC_FROM_ANSWER,  /* the result of another calculator */
    AIC_FROM_PROGRAM, /* what a program does where its launch is silent */
    AIC_FROM_LAUNCH,  /* a text that is deployed; this and all below were chosen by the user */
    AIC_FROM_FILE,    /* --input */
    AIC_FROM_FLAG,
    AIC_FROM_SOLVE
};

/* Properties of a field (flags, or-ed). */
enum {
    AIC_ABOVE_MIN = 1, /* the value must be above `min`, not equal */
    AIC_BELOW_MAX = 2, /* the value must be below `max`, not equal */
    AIC_SIGNED = 4, /* may be any negative number; otherwise at least `min`, which is 0 or more */
    AIC_ASSUMPTION = 8,  /* input: results that rest on the default are `assumed` */
    AIC_DISK = 16,       /* tables print bytes in SI (disks, networks), not in GiB */
    AIC_KEY = 32,        /* result: one of the few that decide; printed first */
    AIC_TERM = 64,       /* result: a step of the arithmetic, shown by --explain only */
    AIC_LEAST = 128,     /* result: it decides between cases, and the least of it is best */
    AIC_MUST_HOLD = 256, /* result, a flag: a case in which it is false is not the best one */
    AIC_FACTOR = 512,    /* a ratio that is no share: tables do not show it in percent */
    AIC_OPEN = 1024,     /* input, a flag: may have no value, where both are looked at */
    AIC_OF_FILES = 2048, /* input: files of the model set it; help names a row of them once */
    AIC_CONVENTION =
        4096, /* input: its default is a convention, such as the length of a month, and no guess */
    AIC_UNBOUNDED = 8192, /* result: infinite where there is no upper limit; null in JSON */
    AIC_SOLVED = 16384    /* result: it costs as much as all others, and moves where they do */
};

/* Another word for a choice, in a list that ends with NULL: "awq" is "int4". */
struct aic_spelling {
    const char *word, *choice;
};

struct aic_field {
    const char *name; /* snake_case, as in JSON */
    const char *help; /* one lower-case phrase, no full stop */
    /* Bytes, because compositions have thousands of fields. */
    enum aic_kind kind : 8;
    enum aic_dimension dimension : 8;
    enum aic_catalog_kind catalog : 8; /* AIC_REFERENCE */
    enum aic_basis basis : 8;          /* results: their own class */
    unsigned flags;
    const char *unit;         /* what a count counts ("layer"); NULL: the dimension's base unit */
    size_t offset;            /* in the struct of its group */
    const char *default_text; /* inputs: default, as text that the user could type; NULL: unset */
    const char *example; /* inputs: a usual value as text, for hints, where the default is none */
    const char *usual; /* inputs: the unit that a bare number has; NULL: its dimension's, if any */
    double min, max;   /* in base units; max 0: no bound but 2^53 for whole numbers */
    const char *const *choices;       /* AIC_CHOICE: NULL-terminated */
    const struct aic_spelling *spelt; /* AIC_CHOICE: other words for some of them, or NULL */
    /* AIC_REFERENCE: stands before the names of the inputs that an entry sets; NULL: nothing. */
    const char *prefix;
    /*
     * Results: the expression over names of inputs, results and constants, as it stands in
     * the code. A derived input: its default in the same form. Cases read "a when x; b
     * otherwise; ". Parsed for the names it rests on, printed by --explain.
     */
    const char *formula;
    const char *sentence; /* instead of a formula: what a search or a sum over parts does */
    bool derived;         /* inputs: the default follows from others, by formula or sentence */
    enum aic_better better : 8;
    const char *rests_on; /* further names, space separated, that the formula does not show */
    /* Results: the result that this one and others of its dimension add up to. */
    const char *part_of;
    const char *taken_off; /* results: the part, as above, of which so much is not there */
    /* Inputs, a flag: what it stands for when it is set, "lora_rank 16, weight_dtype nf4". */
    const char *preset;
    /* Inputs: results of other calculators that feed it, "checkpoint.period storage.x". */
    const char *fed_by;
};

/* A run of fields: a section of help and of the printed answer. */
struct aic_group {
    const char *title;
    const struct aic_field *fields;
    size_t count;
};

/* A table: the groups of one struct, in order. */
struct aic_table {
    const struct aic_group *groups;
    size_t count;
    /* All of them, where the fields of one group follow those of the one before; NULL: they may not. */
    const struct aic_field *fields;
    size_t field_count;
};

/*
 * offsetof() that compiles only when the member has the type that the table
 * says: another type makes an array of negative size.
 */
#define AIC_OFFSET(type, member, wanted)                                                           \
    (offsetof(type, member) + 0 * sizeof(char[_Generic(((type *)0)->member, wanted : 1, default    \
                                                       : -1)]))

/*
 * Before a member of an output struct that is no double, and before the double that follows one: gives
 * it a place of 8 bytes, so that the order of the members is the order of the results. (Where
 * pointers have 32 bits, doubles lie at multiples of 4 unless told otherwise.)
 */
#ifdef __cplusplus
#define AIC_SLOT alignas(8)
#else
#define AIC_SLOT _Alignas(8)
#endif

/* Heads of table rows: { AIC_FIELD_INTEGER(struct x, layers), .help = "...", ... } */
#define AIC_FIELD_REAL(type, member)                                                               \
    .name = #member, .kind = AIC_REAL, .offset = AIC_OFFSET(type, member, double)
#define AIC_FIELD_INTEGER(type, member)                                                            \
    .name = #member, .kind = AIC_INTEGER, .offset = AIC_OFFSET(type, member, double)
#define AIC_FIELD_CHOICE(type, member, names)                                                      \
    .name = #member, .kind = AIC_CHOICE, .offset = AIC_OFFSET(type, member, int), .choices = (names)
#define AIC_FIELD_FLAG(type, member)                                                               \
    .name = #member, .kind = AIC_FLAG, .offset = AIC_OFFSET(type, member, aic_flag)
#define AIC_FIELD_REFERENCE(type, member, of)                                                      \
    .name = #member, .kind = AIC_REFERENCE, .offset = AIC_OFFSET(type, member, struct aic_name),   \
    .catalog = (of)

#define AIC_GROUP(title, rows)                                                                     \
    {                                                                                              \
        title, rows, sizeof(rows) / sizeof((rows)[0])                                              \
    }
#define AIC_TABLE(groups)                                                                          \
    {                                                                                              \
        groups, sizeof(groups) / sizeof((groups)[0]), NULL, 0                                      \
    }

/* True where a number has a value. */
static inline bool aic_is_set(double value)
{
    return !isnan(value);
}

/* `value`, or `otherwise` where it is unset. */
static inline double aic_or(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

/* Number of fields of a table, the i-th one and the offset of its member. */
size_t aic_table_size(const struct aic_table *table);
const struct aic_field *aic_table_at(const struct aic_table *table, size_t index, size_t *offset);

/* Index of the field called `name` (length bytes); aic_table_size() if there is none. */
size_t aic_table_find(const struct aic_table *table, const char *name, size_t length);

/*
 * The field called `name`. True: its index. False: the nearest name by its letters, else by its
 * words, NULL if none is near. `typed` (64 bytes or more) takes a copy of the name for the message.
 */
#define AIC_TYPED_SIZE 64
bool aic_table_lookup(const struct aic_table *table, struct aic_span name, size_t *index,
                      const char **nearest, char *typed);

/* Name of a choice's value and how many it has; name of a basis, of an origin. */
const char *aic_choice_name(const struct aic_field *field, int value);
size_t aic_choice_count(const struct aic_field *field);
const char *aic_basis_name(enum aic_basis basis);
const char *aic_origin_name(enum aic_origin origin);

/* True for the origins that name a source: an entry, an answer, a program, a line of a text. */
static inline bool aic_origin_has_source(enum aic_origin origin)
{
    return origin >= AIC_FROM_CATALOG && origin <= AIC_FROM_LAUNCH;
}

static inline bool aic_field_is_number(const struct aic_field *field)
{
    return field->kind == AIC_REAL || field->kind == AIC_INTEGER;
}

/* What a field's formula or its sentence says; NULL where it has neither. */
const char *aic_field_words(const struct aic_field *field);
/* True where these words are a sentence, which no numbers can be put into. */
bool aic_field_is_sentence(const struct aic_field *field);
/* True for an input whose default follows from others. */
static inline bool aic_field_is_derived(const struct aic_field *field)
{
    return field->derived;
}

/* Unit of a field as JSON shows it ("B", "layer", "1"); NULL for choices, flags, references. */
const char *aic_field_unit(const struct aic_field *field);

/*
 * One value of a field, outside its struct: `number` holds a real or whole
 * number, the index of a choice, 0 or 1 of a flag; `name` a reference.
 */
struct aic_value {
    bool set;
    double number;
    const char *name;
};

/* Reads a member; `at` is the struct plus the member's offset. */
struct aic_value aic_value_load(const struct aic_field *field, const void *at);
/* Writes a member as it is: no check. */
void aic_value_store(const struct aic_field *field, void *at, struct aic_value value);

/* Reads text as a value of the field (unit, choice name, true/false), range included.
 * A reference keeps pointing into `text`, which must then be NUL-terminated. */
bool aic_value_read(const struct aic_field *field, const char *text, size_t length,
                    struct aic_value *value, struct aic_error *error);
/* A bare number with the unit that it usually has, written to `out`; else the text as it is. */
struct aic_span aic_field_with_usual(const struct aic_field *field, struct aic_span text,
                                     char out[AIC_QUANTITY_SIZE]);
/* The number alone, in base units: any of its dimension. */
bool aic_field_read_number(const struct aic_field *field, const char *text, size_t length,
                           double *number, struct aic_error *error);
/* The same for a number that is in base units already. */
bool aic_value_from_number(const struct aic_field *field, double number, struct aic_value *value,
                           struct aic_error *error);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
