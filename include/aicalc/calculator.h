/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A calculator, for whoever asks it: two structs, two tables, one pure function. What one needs to
 * write a calculator stands in calculator_rows.h.
 *
 *     aic_inputs_init(calculator, in, &error);          defaults of the table
 *     aic_evaluate(calculator, in, out, &notes);        rules, derived defaults, compute()
 *
 * compute() allocates nothing, prints nothing and keeps nothing between
 * calls; two threads may run it at once.
 */
#ifndef AICALC_CALCULATOR_H
#define AICALC_CALCULATOR_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/band.h>
#include <aicalc/error.h>
#include <aicalc/field.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Largest input struct, in bytes. */
#define AIC_INPUT_MAX 1536

/*
 * First member of every input struct: the origin of each value, at the byte
 * offset of its member, so that a rule can tell a chosen value from a default.
 */
struct aic_origins {
    unsigned char at[AIC_INPUT_MAX];
};

/* Marks beside an origin, by the type of the member: the value is a derived default. */
enum {
    AIC_DERIVED_NUMBER = 0x10,
    AIC_DERIVED_CHOICE = 0x20,
    AIC_DERIVED_FLAG = 0x40,
    AIC_DERIVED = 0x70 /* any of them */
};

/*
 * Beside an origin in a composition (composition.h): the value was handed to the part, from the
 * plain name or from the answer of an earlier part, and is handed on anew at each evaluation.
 */
#define AIC_PASSED 0x80
/* The origin without the marks beside it. */
#define AIC_ORIGIN_BITS 0x0F

/*
 * Origin of a value at `offset` bytes in any input struct; the same for writing. The origin lies so
 * many bytes before its value, also where input structs are members of a larger one.
 */
static inline unsigned char *aic_origin_at(void *in, size_t offset)
{
    return (unsigned char *)in + offset - sizeof(struct aic_origins);
}
static inline enum aic_origin aic_origin_get(const void *in, size_t offset)
{
    unsigned char at = ((const unsigned char *)in)[offset - sizeof(struct aic_origins)];
    return (enum aic_origin)(at & AIC_ORIGIN_BITS);
}
/* True where the value was handed to a part of a composition, not set there. */
static inline bool aic_is_passed(const void *in, size_t offset)
{
    return ((const unsigned char *)in)[offset - sizeof(struct aic_origins)] & AIC_PASSED;
}

struct aic_note {
    const char *id; /* static */
    char text[400];
};

#define AIC_NOTES_MAX 48

/* What compute() has to say beside its results. */
struct aic_notes {
    struct aic_error error;
    bool quiet; /* warnings are not wanted: sweeps and searches set this */
    bool brief; /* nor are rows marked AIC_SOLVED: probes set this */
    size_t count;
    struct aic_note notes[AIC_NOTES_MAX];
};

void aic_notes_init(struct aic_notes *notes);

/* Adds a warning, unless notes->quiet. Formats of aic_fail(). */
void aic_warn(struct aic_notes *notes, const char *id, const char *format, ...) AIC_PRINTF(3, 4);
/* True where a warning of this id is among the notes. */
bool aic_warned(const struct aic_notes *notes, const char *id);

struct aic_assumption {
    const char *id;
    const char *text;   /* what is assumed and its error band */
    const char *source; /* paper, repository and commit, document */
    const char *when; /* results, space separated: stated when one of them is given; NULL: always */
};

/* A constant that formulas name. */
struct aic_constant {
    const char *name;
    double value;
    const char *unit;
    const char *meaning; /* what it is, and its source */
};

/* A warning that compute() may give. */
struct aic_warning {
    const char *id;
    const char *condition; /* as it stands in the code, or in words */
    const char *text;      /* a format of aic_warn() */
    const char *values;    /* the text as a literal, then the values of the format; NULL: none */
};

/* A name that an input or a result had in an earlier version. It is refused; the error teaches. */
struct aic_old_name {
    const char *name;
    const char *now;     /* the name that it has now; NULL: it is gone */
    const char *instead; /* where it is gone: what to give, as a suggestion says it */
};

/* Another name that people type for an input; answers show the input's own. */
struct aic_alias {
    const char *name, *input;
    const char *note; /* what it stands for here, where that is not plain; NULL: nothing to say */
};

/* What of an answer a person sees first. */
#define AIC_SCREEN_ROWS 8

struct aic_screen {
    const char *says; /* the answer in one sentence; "{name}" is that value; NULL: none */
    unsigned short rows[AIC_SCREEN_ROWS]; /* the results that decide, by their place in the table */
    size_t count;
};

/* A flag among the results that leaves others out where it is false: they have no value because the answer
 * is no, and a budget on them is exceeded. */
struct aic_denial {
    const char *flag, *reason; /* "no replica keeps the limits" */
};

/* How an entry is found that nobody named. */
enum aic_assumed_how {
    AIC_ENTRY_NAMED,  /* `by` is its name */
    AIC_ENTRY_OF_GPU, /* the first node without a price that has the GPU that the input `by` names */
    AIC_DOMAIN_OF_GPU, /* the same, unless the GPU's own scale-up link joins more than the node has */
    AIC_ENTRY_OF_PORT /* the first ib- fabric, else the first roce- one, whose port has the rate of `by` */
};

/* An entry that is taken where the reference names none: an engineer would take it before asking. */
struct aic_assumed_entry {
    const char *reference; /* the input, of a composition also of one part: "fabric.fabric" */
    enum aic_assumed_how how;
    const char *by;
    const char *unless; /* inputs, space separated, of which none may have a value; NULL: none */
    const char *source; /* what answers say of it: "node-assumed" */
};

/* What calculators are written with (calculator_rows.h). */
struct aic_rule;
struct aic_lever;
struct aic_settling;
struct aic_asked_as;
struct aic_usual_cases;
struct aic_choice;
struct aic_stack;
struct aic_content;
struct aic_hired;
struct aic_demand;

struct aic_calculator {
    const char *name; /* as typed */
    const char *help; /* one line */
    size_t in_size, out_size;
    struct aic_table inputs, results;
    const struct aic_rule *rules; /* may be NULL */
    size_t rule_count;
    const struct aic_assumption *assumptions; /* ends with a NULL id */
    const char *const *examples;              /* command lines, NULL-terminated */
    /* Gives unset inputs their derived defaults; may be NULL. Knows no errors. */
    void (*derive_defaults)(void *in);
    /* Fills `out` (all unset before). False: notes->error says why. */
    bool (*compute)(const void *in, void *out, struct aic_notes *notes);
    const struct aic_constant *constants; /* ends with a NULL name; may be NULL */
    /*
     * Of each row whose formula has cases ("a when x; b otherwise"): the number of the one that
     * holds, in arrays of the length of the tables. May be NULL.
     */
    void (*find_cases)(const void *in, const void *out, unsigned char *input_cases,
                       unsigned char *result_cases);
    const struct aic_old_name *old_names; /* ends with a NULL name; may be NULL */
    const struct aic_alias *aliases;      /* ends with a NULL name; may be NULL */
    /* Which rows a person sees first, and the sentence above them. May be NULL. */
    void (*find_screen)(const void *in, const void *out, struct aic_screen *screen);
    const struct aic_lever *levers;            /* ends with a NULL verdict; may be NULL */
    const struct aic_settling *settlings;      /* ends with a NULL reason; may be NULL */
    const struct aic_usual_cases *usual_cases; /* may be NULL */
    const struct aic_asked_as *asked_as;       /* ends with a NULL result; may be NULL */
    const char *const *first_warnings; /* ids of those that change a decision; may be NULL */
    struct aic_bands bands;
    const struct aic_warning *warnings; /* ends with a NULL id; may be NULL */
    const unsigned short *asks;         /* the inputs that matter most, as indices */
    size_t asks_count;
    /* The references that a name behind the calculator's stands for, the first that knows it, "node gpu";
     * NULL: the model. */
    const char *named;
    const struct aic_choice *choices; /* may be NULL */
    size_t choice_count;
    const struct aic_stack *stacks; /* ends with a NULL rest; may be NULL */
    /* Offsets of the inputs whose defaults are derived, in the order of the table; NULL: all inputs
     * are looked at. */
    const unsigned short *derived;
    size_t derived_count;
    const struct aic_composition *composition; /* what it is made of; NULL: of its own rows */
    const struct aic_assumed_entry *assumes;   /* ends with a NULL reference; may be NULL */
    const struct aic_denial *denials;          /* ends with a NULL flag; may be NULL */
    const struct aic_content *contents;        /* ends with a NULL total; may be NULL */
    const struct aic_demand *demands;          /* ends with NULL inputs; may be NULL */
    const struct aic_hired *hired;             /* hours that a usual price would pay; may be NULL */
};

/* Index of the input of that name or alias; false if there is none. `alias` (may be NULL) takes the
 * alias, NULL where the name is the input's own. */
bool aic_input_find(const struct aic_calculator *calculator, struct aic_span name, size_t *index,
                    const struct aic_alias **alias);

/* The name of an input as it is typed, with dashes or underscores, as the tables have it. Names of
 * parts keep their dashes: "train-time.micro-batch" is train-time.micro_batch. */
void aic_input_add_name(struct aic_text *text, const char *typed);

/* What was called so in an earlier version, or NULL. */
const struct aic_old_name *aic_old_name_find(const struct aic_calculator *calculator,
                                             struct aic_span name);

/* Finds a result by its name; where there is none, the error says what is near, what it was called before, or that
 * it is a parameter. `of` stands in front of it, "--fields: ". */
bool aic_result_find(const struct aic_calculator *calculator, struct aic_span name, const char *of,
                     size_t *index, struct aic_error *error);

/*
 * For an error about a name that the calculator does not have: suggests what became of it since an
 * earlier version. False where there was no such name; the error is as it was.
 */
bool aic_suggest_new_name(struct aic_error *error, const struct aic_calculator *calculator,
                          struct aic_span name);

/* Why a result has no value, where that is because the answer is no; NULL otherwise. */
const char *aic_why_no(const struct aic_calculator *calculator, const void *out, size_t result);

/* Whether all words of a formula or a condition are those of people: inputs, results, constants and choices
 * of the calculator, and nothing of C but its operators; otherwise the first that is not. */
bool aic_formula_is_plain(const struct aic_calculator *calculator, const char *words,
                          struct aic_span *strange);

/* The constant of that name that the calculator's formulas use, or NULL. */
const struct aic_constant *aic_constant_find(const struct aic_calculator *calculator,
                                             struct aic_span name);

/* All calculators in the order of the help; NULL at and after the end. */
const struct aic_calculator *aic_calculator_at(size_t index);
/* The calculator of that name, or NULL. */
const struct aic_calculator *aic_calculator_find(const char *name);
/* Their names, for aic_nearest() and aic_text_add_names(); `context` is not used. */
const char *aic_calculator_name_at(const void *context, size_t index);

/*
 * Unsets everything and reads the defaults of the table into `in`. False: one of them cannot be
 * read, which is a mistake in the calculator (AIC_ERR_TABLE).
 */
bool aic_inputs_init(const struct aic_calculator *calculator, void *in, struct aic_error *error);

/* The first half of aic_evaluate(): rules and derived defaults, without computing. */
bool aic_derive_defaults(const struct aic_calculator *calculator, void *in,
                         struct aic_error *error);

/*
 * Rules, derived defaults, compute(), and the check that every result is finite.
 * `in` is changed where an input is ignored or derived. False: see
 * notes->error. Allocates nothing.
 */
bool aic_evaluate(const struct aic_calculator *calculator, void *in, void *out,
                  struct aic_notes *notes);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
