/* SPDX-License-Identifier: Apache-2.0 */
/* A composition from inside: where the values of its parts lie, and how they go from one to another. */
#ifndef AICALC_ENGINE_COMPOSITION_H
#define AICALC_ENGINE_COMPOSITION_H

#include <string.h>

#include <aicalc/composition.h>

#include "core/span.h"
#include "engine/composition/pool.h"

#define PARTS_MAX   24
#define PLAIN_MAX   2048
#define FEEDS_MAX   64 /* inputs of a part that results feed */
#define SOURCES_MAX 4  /* results that may feed one input: the first with a value does */

/*
 * The input struct of a composition is a row of blocks, each with origins and then members, as the
 * struct of an ordinary calculator: first blocks with the plain inputs, then the struct of each
 * part. The output struct begins with a byte for each part, 1 where it was asked; then come the
 * structs of the parts, and behind them what is remembered of the last evaluation.
 */
#define IN_BLOCK (AIC_INPUT_MAX / sizeof(double)) /* plain inputs of one block */
#define PLAIN_OFFSET(i)                                                                            \
    ((i) / IN_BLOCK * (2 * AIC_INPUT_MAX) + sizeof(struct aic_origins) +                           \
     (i) % IN_BLOCK * sizeof(double))

/* How the plain input of its name goes to an input of a part. */
struct link {
    const struct aic_field *plain; /* NULL: none does */
    bool default_too; /* also the default of the composition's own input, which the part has not */
};

/* A result of a part, from which a value goes to another. */
struct source {
    const struct aic_field *field; /* NULL: none */
    size_t part, result;           /* their places */
};

/* One word of a condition: an input or a result that has a value, or that value. */
struct word {
    const struct aic_field *field;
    size_t part;   /* of a result; PARTS_MAX: it is an input */
    bool negated;  /* it must have none */
    double equals; /* NaN: any */
    bool last;     /* of its alternative */
};

struct condition {
    const struct word *words;
    size_t count; /* 0: it never holds */
};

/* Most inputs of a part that a fed value is divided by. */
#define DIVISORS_MAX 2

/* An input of a part that results of earlier parts feed. */
struct feed {
    size_t input; /* its place */
    const struct aic_field *field;
    const struct aic_feed *row; /* how, NULL: the first source with a value */
    struct source sources[SOURCES_MAX];
    size_t count;
    struct source times;
    const struct aic_field *over[DIVISORS_MAX]; /* NULL: no further ones */
    const struct aic_field *multiple_of;
    struct condition unless;
};

/* Inputs of a part that it is not asked with. */
struct aside {
    const struct aic_field *const *fields;
    size_t count;
    bool always, first;
    struct condition when;
};
#define ASIDES_MAX 8

struct part {
    const struct aic_part_row *row; /* its first in the table */
    const struct aic_calculator *calculator;
    struct aic_span prefix; /* "storage." */
    size_t in_base, out_base;
    size_t first_input, inputs, first_result, results;
    size_t first_band, first_judgement, first_search;
    const struct feed *feeds;
    size_t feed_count;
    struct condition unasked[AIC_UNASKED_MAX];
    struct aside asides[ASIDES_MAX];
    size_t aside_count;
};

/* A step of an evaluation, of a row of the table: a part is asked, or asked once more. */
struct step {
    size_t part;
    bool repeats;
    size_t after_part;        /* where it repeats: if that was asked too */
    const struct feed *feeds; /* where it repeats: those of its own row, which come first */
    size_t feed_count;
    /* Of the last evaluation, as offsets in the output struct: whether it gave an answer (a number), its
     * inputs before and after derived defaults, and its results. */
    size_t answered, before, after, out;
};

struct aic_composition {
    const struct aic_composition_table *table;
    struct aic_calculator calculator;
    struct aic_pool pool;
    struct part parts[PARTS_MAX];
    size_t part_count, own_count; /* parts, of which the first are the composition's own inputs */
    struct step steps[PARTS_MAX];
    size_t step_count;
    /* Inputs: the plain ones, those of the parts, then those of its own ones, which are not shown. */
    struct aic_field *inputs;
    struct link *links; /* of each input */
    size_t plain_count, plain_groups, shown_inputs, input_count;
    struct aic_field
        *results; /* those of the parts, then those of its own ones, which are not shown */
    size_t shown_results;
    const unsigned short *references; /* inputs that name entries, in the order of their applying */
    size_t reference_count;
    const unsigned short *deciding; /* results, in the order of their weight */
    size_t deciding_count;
    const char *defaults; /* an input struct that holds them */
    size_t keeps_choices; /* offset of a number in the output struct: see aic_evaluate_begin() */
};

/* The place of the part of that name; the number of parts where there is none. */
size_t aic_composition_part(const struct aic_composition *composition, struct aic_span name);
/* The place of the plain input of that name; the number of plain inputs where there is none. */
size_t aic_composition_plain(const struct aic_composition *composition, struct aic_span name);
/* The input of a part of that name, "tier"; NULL: it has none. */
const struct aic_field *aic_composition_input(const struct aic_composition *composition,
                                              const struct part *part, struct aic_span name);
/* Finds the result "layout.tp_used"; false where there is none. */
bool aic_composition_result(const struct aic_composition *composition, struct aic_span name,
                            struct source *source);

/* The part of an input or a result; NULL: a plain input. */
const struct part *aic_composition_part_of_input(const struct aic_composition *composition,
                                                 size_t input);
const struct part *aic_composition_part_of_result(const struct aic_composition *composition,
                                                  size_t result);

/* What is wrong with a table; always false. */
bool aic_composition_fail(const struct aic_composition *composition, struct aic_error *error,
                          const char *part, const char *what);

/* The steps of forming, in their order; false: `error` says what is wrong. Where memory is short
 * `pool.failed` says so. */
bool aic_composition_form_inputs(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_results(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_references(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_lists(struct aic_composition *composition, struct aic_error *error);
bool aic_composition_form_feeds(struct aic_composition *composition, struct aic_error *error);
void aic_composition_form_presets(struct aic_composition *composition);

/* One evaluation under way. */
struct run {
    const struct aic_composition *composition;
    char *in, *out; /* `out` NULL: rules and defaults alone */
    struct aic_notes *notes;
    bool remembers; /* parts whose inputs are those of the last evaluation are not asked again */
};

/* True where a value was set for the part itself, and not handed to it. */
static inline bool aic_is_of_part(unsigned char origin)
{
    return origin >= AIC_FROM_CATALOG && origin <= AIC_ORIGIN_BITS; /* no marks beside it */
}

/* Hands the part of a step its inputs: defaults, plain values, what earlier parts found but what it refused.
 * What was set for the part stays. `refused` is of its feeds, those of the step first. */
bool aic_run_hand_on(const struct run *run, const struct step *step, const bool *refused);

/* The k-th feed of a step: of its own row, then of the part; NULL at the end. */
const struct feed *aic_step_feed(const struct aic_composition *composition, const struct step *step,
                                 size_t k);

bool aic_condition_holds(const struct run *run, const struct condition *condition);
/* Unsets what was handed to a part. */
void aic_run_take_back(const struct run *run, const struct part *part);

/*
 * Refuses plain values that the user gave and no part that was asked took, and those that were given to
 * a part itself that is not asked; not where that part lacks a datum or has nothing to do.
 */
bool aic_run_check_unused(const struct run *run, struct aic_error *error);

/* What rules say of the values given for a part that is not asked because the answer is no: a question
 * that is wrong stays wrong. */
bool aic_run_check_rules(const struct run *run, const struct part *part, struct aic_error *error);

/* Evaluates all steps; see aic_evaluate_again(). */
bool aic_composition_evaluate(const struct aic_composition *composition, void *in, void *out,
                              struct aic_notes *notes, bool remembers);
/* The first half of it alone: rules and derived defaults, without what parts feed each other. */
bool aic_composition_derive(const struct aic_composition *composition, void *in,
                            struct aic_error *error);
/* A part that was not asked has this plus the place of its reason where one that was has 1. */
#define NOT_ASKED 0x10
/* Puts the name of a part in front of an error; always false. */
bool aic_name_part(const char *part, struct aic_error *error);

#endif
