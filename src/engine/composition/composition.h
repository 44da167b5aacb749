/* SPDX-License-Identifier: Apache-2.0 */
/* A composition from inside: where the values of its parts lie, and how they are handed on. */
#ifndef AICALC_ENGINE_COMPOSITION_H
#define AICALC_ENGINE_COMPOSITION_H

#include <aicalc/composition.h>

#include "engine/composition/pool.h"
#include "engine/field_index.h"
#include "engine/inputs.h"

#define PARTS_MAX  24
#define PLAIN_MAX  2048
#define FED_MAX    64 /* inputs of a part that results feed */
#define FED_BY_MAX 4  /* results that may feed one input, the first with a value does */

/* Plain inputs of one block, and where the i-th of them lies. */
#define IN_BLOCK (AIC_INPUT_MAX / sizeof(double))
#define AIC_PLAIN_OFFSET(i)                                                                        \
    ((i) / IN_BLOCK * (2 * AIC_INPUT_MAX) + sizeof(struct aic_origins) +                           \
     (i) % IN_BLOCK * sizeof(double))

/*
 * The input struct of a composition is a row of blocks, each with origins and then members, as the
 * struct of an ordinary calculator: first blocks with the plain inputs, then the struct of each
 * part. The output struct begins with which parts were asked; then come the structs of the parts,
 * and behind them what evaluations remember of the last one.
 */

/* An input of a part that the plain value goes to. */
struct link {
    size_t plain, own;             /* offsets in the input struct of the composition */
    size_t size;                   /* of the member */
    const struct aic_field *field; /* of the part */
    const struct aic_field *from;  /* the plain one */
    const int *choices; /* of each plain choice that of the part, -1: none; NULL: the same */
    bool narrower;      /* the part does not take every value that the plain input does */
    bool yields;        /* it gives way as an answer does, even where the user chose it */
    bool default_too;   /* the default of the composition's own input, which the part has not */
};

/* A result that may feed an input. */
struct feeder {
    const struct aic_field *field;
    size_t offset; /* in the output struct of the composition */
    size_t result; /* its place among the results of the composition */
    size_t part;
    const int *choices;
};

struct fed {
    size_t own;                    /* offset of the input */
    size_t input;                  /* its place among the inputs of the composition */
    const struct aic_field *field; /* under its long name */
    struct feeder feeders[FED_BY_MAX];
    size_t count;
    size_t multiple;      /* offset of the input that it is rounded up to; 0: none */
    struct feeder unless; /* without a field: always */
};

/* One word of a condition: a value that must be known, or equal. */
struct known {
    const struct aic_field *field;
    size_t offset;
    double equals; /* NaN: any value that is no default */
    bool last;     /* of its alternative */
};

struct part {
    size_t row; /* of the table, its first */
    bool is_own;
    const struct aic_calculator *calculator;
    struct aic_span prefix; /* "storage." */
    size_t in_base, out_base;
    size_t first_input, inputs, first_result, results;
    size_t first_band, first_judgement, first_search;
    const void *pristine;     /* its input struct with its defaults */
    const void *blank;        /* the same with nothing: of a part that is not asked */
    const struct link *links; /* in the order of its inputs */
    size_t link_count;
    const unsigned short *link_of;  /* of each plain input: 1 + its link; 0: none */
    const unsigned short *defaults; /* links that hand on a default, too */
    size_t default_count;
    const struct fed *fed;
    size_t fed_count;
    const struct known *asked;
    size_t asked_count;
    const char *needs; /* in words */
};

/* What an evaluation remembers of a row of the table. */
struct memory {
    size_t part;
    bool repeats;              /* a further row of a part that was asked before */
    size_t after_part;         /* where it repeats: the part after which it is asked */
    size_t before, after, out; /* offsets in the output struct */
    size_t ok;                 /* there a number: 0 where it was not asked, or failed */
};

struct aic_composition {
    const struct aic_composition_table *table;
    struct aic_calculator calculator;
    struct aic_pool pool;
    struct part parts[PARTS_MAX];
    size_t part_count, own_count; /* parts, of which the first are the composition's own */
    struct memory rows[PARTS_MAX];
    size_t row_count;
    size_t plain_count, plain_groups;
    size_t shown_inputs, input_count; /* of the table, and with those of its own parts behind it */
    const struct aic_field *input_fields; /* of both tables, in a row */
    const struct aic_field *results;
    const unsigned short *plain_of; /* of each input of a part: 1 + the plain one; 0: none */
    /* Of each plain input, of each part: 1 + the input of that name; 0: none. */
    const unsigned short *inputs_of;
    const unsigned char *input_part; /* of each input: 1 + its part; 0: a plain one */
    const unsigned char *result_part;
    const unsigned char *assumption_part; /* of each assumption: its part */
    const unsigned short *references; /* inputs that name entries, in the order of their applying */
    size_t reference_count;
    const unsigned short *deciding; /* results, in the order of their weight */
    size_t deciding_count;
    struct aic_field_index input_index, result_index;
    const void *pristine; /* the input struct with all defaults */
    size_t holds;         /* offset in the output struct: parts that try many cases are held */
};

/* The place of the part of that name; the number of parts where there is none. */
size_t aic_composition_part(const struct aic_composition *composition, const char *name,
                            size_t length);

/* The place among the inputs of a part of the one with the name of a plain input; `inputs` of the
 * part: it has none. */
static inline size_t aic_composition_input_of(const struct aic_composition *composition,
                                              size_t part, size_t plain)
{
    size_t number = composition->inputs_of[plain * composition->part_count + part];
    return number > 0 ? number - 1 : composition->parts[part].inputs;
}

size_t aic_member_size(enum aic_kind kind);

/* Whether two inputs have the same default, however it is written: "yes" or "true". */
bool aic_composition_same_default(const struct aic_field *a, const struct aic_field *b);

/* The steps of forming, in their order; false: memory, or `error` says what is wrong. */
bool aic_composition_form_fields(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_texts(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_links(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_references(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_feeds(struct aic_composition *composition, struct aic_error *error);

/* Of each choice of `from` the place in `to`, -1: none; NULL where they are the same. False: memory. */
bool aic_composition_map_choices(struct aic_pool *pool, const struct aic_field *from,
                                 const struct aic_field *to, const int **map);

bool aic_composition_fail(const struct aic_composition *composition, struct aic_error *error,
                          const char *part, const char *what);

/* Evaluates all rows; see aic_evaluate_again(). */
bool aic_composition_evaluate(const struct aic_composition *composition, void *in, void *out,
                              struct aic_notes *notes, bool remembers);
/* The first half of it alone: rules and derived defaults, without what parts feed each other. */
bool aic_composition_derive(const struct aic_composition *composition, void *in,
                            struct aic_error *error);
/* Puts the name of a part in front of an error. Always false. */
bool aic_name_part(const char *part, struct aic_error *error);

#endif
