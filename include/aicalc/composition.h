/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compositions: calculators made of calculators.
 *
 * A composition is a table of parts. From it an ordinary calculator is formed: its inputs are the
 * union of its parts' inputs under their plain names, then those of each part once more as
 * PART.NAME, which reach that part alone; its results are PART.NAME. To evaluate it asks the parts
 * in order: each gets the plain values that it has inputs for, and what the results of earlier
 * parts feed it (fed_by of its inputs, and the feeds of its row). So all that can be asked of a
 * calculator can be asked of a composition.
 *
 * Of one input of a part the first of these holds: PART.NAME as given, the plain name as given, the
 * result of an earlier part, a catalog's value, the default.
 */
#ifndef AICALC_COMPOSITION_H
#define AICALC_COMPOSITION_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * Conditions are texts: words that must all hold, in alternatives between '|'. A word is an input of the
 * part, else a plain one, else a result of an earlier part ("layout.fits"), that must have a value and, of
 * a flag, be true; "!gpus" must not; "layout=search" must have that value.
 */

/* How the results of a feed become one value. */
enum aic_feed_form {
    AIC_FEED_FIRST,  /* the first that has a value */
    AIC_FEED_SUM,    /* the sum of those that have one */
    AIC_FEED_SHARE,  /* the first over the second */
    AIC_FEED_PRODUCT /* of all, where each has a value */
};

/* An input of a part that results of earlier parts feed: this and not what its own row says. */
struct aic_feed {
    const char *input;
    const char *results; /* "layout.mfu_used network.mfu_with_network" */
    enum aic_feed_form form;
    const char *times;       /* a result: times that, where it has a value; NULL: as it is */
    const char *over;        /* inputs of the part: divided by each; NULL: as it is */
    bool whole;              /* rounded up to a whole number */
    const char *multiple_of; /* an input of the part: rounded up to whole ones; NULL: as it is */
    const char *unless;      /* a condition: not where it holds; NULL: always */
};

#define AIC_FEEDS_MAX 12 /* the last one ends the list */

/* What it means that a part is not asked. */
enum aic_unasked_kind {
    AIC_LACKS_INPUT, /* what a person would have to give: values that only it uses are refused */
    AIC_LACKS_DATUM, /* what no entry states, or nothing is left to do: such values have no effect */
    AIC_ANSWER_IS_NO /* an earlier part found that it cannot be: budgets on its results do not hold */
};

/* Why a part is not asked: the first whose condition holds. */
struct aic_unasked {
    const char *when;
    enum aic_unasked_kind kind;
    const char *reason; /* as answers say it: "one scale-up domain needs no fabric" */
    const char *add;    /* a flag that brings what it lacks, "--nic-bw 50GB/s"; NULL: none does */
};

#define AIC_UNASKED_MAX 6

struct aic_part_row {
    const struct aic_calculator *calculator;
    struct aic_unasked unasked[AIC_UNASKED_MAX];
    /* The part was asked before, and is asked once more when that part was. NULL: this row is the
     * first of the part, whose conditions and feeds are those of all. */
    const char *after;
    struct aic_feed feeds[AIC_FEEDS_MAX];
    /* The composition's own inputs and their defaults, which go to all parts, and results that others
     * are handed: no part of the answer. */
    bool is_own;
};

/* A plain name that means several things: it reaches this part and those of other rows with it, the others
 * need PART.NAME. Without a part it reaches none. */
struct aic_plain_name {
    const char *input, *part;
};

/* Plain values that a part is not asked with, though it has inputs of their names. */
struct aic_left_aside {
    const char *inputs, *part; /* the inputs space separated */
    const char *when;          /* a condition; NULL: never */
    bool first;                /* results that are handed on take their place */
};

/* A result of which answers say, where this question leaves it out, which other has it. */
struct aic_namesake {
    const char *result, *instead;
};

/* The answer in a sentence: the first whose condition holds, as those of struct aic_content; "a>b" among its
 * words compares two values. "{name}" in the sentence is that value, "{name~}" the band of a result, " (low..high)", or nothing. */
struct aic_composed_sentence {
    const char *when, *says;
};

/* What may be changed where the verdict is no, in the order in which it is tried. */
enum aic_way_out_how {
    AIC_WAY_WITHOUT, /* each of the inputs, where it was given, is not */
    AIC_WAY_MORE,    /* the least multiple of the input `by` */
    AIC_WAY_ENTRY, /* another entry with more memory, of the same provider; without the input `by` */
    AIC_WAY_VALUE  /* that value; NULL: half, and half of that */
};

struct aic_way_out {
    const char *input; /* of AIC_WAY_WITHOUT several, space separated */
    enum aic_way_out_how how;
    const char *by;
    const char *less; /* a result that it must lessen; NULL: none */
};

/* What a line below it tells, value by value, of several names that of the first with a value: those that are 1
 * or none are left out but for those that are `kept`, and the line where the first has no value. */
struct aic_composed_value {
    const char *label, *names;
    bool kept;
    const char *when; /* a condition, without which it is not told; NULL: always */
    const char *then; /* words behind it, "{name}" is that value; NULL: none */
};

/* Inputs whose default is an assumption of the composition or of a part, and the warning that says so. */
struct aic_assumed_input {
    const char *input, *id;
};

struct aic_composition_table {
    const char *name, *help;
    const struct aic_part_row *parts;        /* ends with a NULL calculator */
    const struct aic_plain_name *only;       /* ends with a NULL input; may be NULL */
    const struct aic_left_aside *aside;      /* ends with NULL inputs; may be NULL */
    const struct aic_namesake *namesakes;    /* ends with a NULL result; may be NULL */
    const struct aic_assumed_entry *assumes; /* ends with a NULL reference; may be NULL */
    const struct aic_assumed_input *assumed; /* ends with a NULL input; may be NULL */
    const struct aic_demand *demands;        /* ends with NULL inputs; may be NULL */
    const char *const *examples;             /* command lines, NULL-terminated */
    const char *asks;                        /* the inputs that matter most, space separated */
    /* The results in which answers are compared, those that decide first, space separated; those of
     * them that have a value are shown. NULL: the first of each part. */
    const char *decides;
    const struct aic_composed_sentence
        *sentences; /* ends with a NULL `says`; NULL: the verdict's */
    const struct aic_composed_sentence
        *endings; /* what is added to it: each whose condition holds; ends likewise; may be NULL */
    const struct aic_composed_sentence
        *titles; /* of a page: what, and for how much; ends likewise; NULL: the sentence */
    const char *line_title;                /* of the line of values; NULL: there is none */
    const struct aic_composed_value *line; /* ends with a NULL name */
    /* What its totals contain and lack, in place of what their parts say of them; ends with a NULL total. */
    const struct aic_content *contents;
    /* Inputs whose defaults are asked at half and at double, and the totals of which the first that has a value
     * is told to move, both space separated. NULL: none. */
    const char *moves, *moved;
    const struct aic_way_out *ways_out; /* ends with a NULL input */
    const char *yes,
        *deciding;       /* what the verdict is then, "fits", and the result that each way tells */
    const char *verdict; /* a flag among the results that says whether all of it is possible */
};

/* All compositions in the order of the help; NULL at and after the end. */
const struct aic_composition_table *aic_composition_table_at(size_t index);

/*
 * Forms the calculator of a table; NULL: the table is wrong (AIC_ERR_TABLE) or memory is short.
 * Nothing of it changes afterwards: threads may share it. Release with aic_composition_free().
 */
struct aic_composition *aic_composition_form(const struct aic_composition_table *table,
                                             struct aic_error *error);
void aic_composition_free(struct aic_composition *composition);
const struct aic_calculator *aic_composition_calculator(const struct aic_composition *composition);

/* A part as answers show it. */
struct aic_part_view {
    const char *name, *help;
    const struct aic_calculator *calculator;
    size_t first_input, inputs; /* its PART.NAME inputs in the table of the composition */
    size_t first_result, results;
    size_t in, out; /* where its structs lie in those of the composition */
    const struct aic_unasked
        *unasked; /* why it may not be asked; the first `when` NULL: it always is */
};

/* How many parts a calculator is made of (0: it is no composition), and the i-th of them. */
size_t aic_part_count(const struct aic_calculator *calculator);
struct aic_part_view aic_part_at(const struct aic_calculator *calculator, size_t index);
/* The table that a composition was formed from; NULL: the calculator is none. */
const struct aic_composition_table *aic_composition_table_of(
    const struct aic_calculator *calculator);
/* The result that says whether all of it is possible; false where the table names none. */
bool aic_part_verdict(const struct aic_calculator *calculator, size_t *result);
/* The k-th of the results in which answers of a composition are compared; the number of results at the end,
 * and where no such are named. */
size_t aic_deciding_at(const struct aic_calculator *calculator, size_t k);
/* True where these results hold an answer of the part. */
bool aic_part_is_asked(const struct aic_calculator *calculator, const void *out, size_t index);
/* Why a part was not asked; NULL: it was, or these results were read and do not say. */
const struct aic_unasked *aic_part_unasked(const struct aic_calculator *calculator, const void *out,
                                           size_t index);
/* The result that has what this one would say; NULL: none is named. */
const char *aic_result_instead(const struct aic_calculator *calculator, size_t result);
/* The part whose input, or result, this is; the number of parts where it is none's. */
size_t aic_part_of_input(const struct aic_calculator *calculator, size_t input);
size_t aic_part_of_result(const struct aic_calculator *calculator, size_t result);
size_t aic_part_of_assumption(const struct aic_calculator *calculator,
                              const struct aic_assumption *assumption);
/* A field in whose part the names of the assumption's results are; NULL: no composition's. */
const struct aic_field *aic_assumption_scope(const struct aic_calculator *calculator,
                                             const struct aic_assumption *assumption);

/*
 * The field of that name: its place in the table of inputs, or of results. In the words of a part's
 * field `of` names are the part's; an input that was handed the plain value is the plain one. False:
 * there is none. (`in` is for `of` alone; both may be NULL.)
 */
bool aic_name_find(const struct aic_calculator *calculator, const void *in,
                   const struct aic_field *of, struct aic_span name, bool *is_input, size_t *index);

/* The result that an input was handed; false where it was none. */
bool aic_part_feeder(const struct aic_calculator *calculator, const void *in, const void *out,
                     size_t input, size_t *result);

/* True for an input of a part that the composition itself handed a value of its own. */
bool aic_part_is_assumed(const struct aic_calculator *calculator, const void *in, const void *out,
                         size_t input);

/* True for an input of a part that holds no more than the plain input of its name: questions show
 * that one alone. */
bool aic_part_repeats(const struct aic_calculator *calculator, const void *in, size_t input);

/*
 * The order in which entries of catalogs are applied: the k-th input that may name one. In a
 * composition an entry that follows another in one of the parts follows it here too. The number
 * of inputs at the end; other inputs may be among them.
 */
size_t aic_reference_at(const struct aic_calculator *calculator, size_t k);

/* How many groups of inputs help shows: not those of PART.NAME, which are the parts' once more. */
size_t aic_plain_groups(const struct aic_calculator *calculator);

/* The plain input of the same name that reaches this input of a part; false: there is none. */
bool aic_part_plain(const struct aic_calculator *calculator, size_t input, size_t *plain);

/*
 * Evaluates as aic_evaluate() does, and asks only those parts again whose inputs differ from those
 * of the last evaluation with this `out`, which aic_evaluate_begin() was called with; all of them
 * where the notes are not quiet, because what is not asked again gives no warnings. With
 * `holds` a part that searches for a choice is not asked again at all: what it found stands.
 * The same as aic_evaluate() for other calculators.
 */
void aic_evaluate_begin(const struct aic_calculator *calculator, void *out, bool holds);
bool aic_evaluate_again(const struct aic_calculator *calculator, void *in, void *out,
                        struct aic_notes *notes);

/* Of rows with cases the number of the case that holds; of bands their ends, of judgements their
 * limits, of searches their goals: those of the calculator, of a composition those of its parts. */
void aic_find_cases(const struct aic_calculator *calculator, const void *in, const void *out,
                    unsigned char *input_cases, unsigned char *result_cases);
void aic_find_bands(const struct aic_calculator *calculator, const void *in, const void *out,
                    struct aic_ends *ends, double *limits, struct aic_searched_goal *goals);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
