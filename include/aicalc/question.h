/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A question: the inputs of one calculator being put together.
 *
 * There is one way in for a value: (field, text or number, origin, source).
 * A value of a weaker origin never replaces a stronger one; of equal origins
 * the later one holds, which is how a later catalog entry overrides an
 * earlier one.
 */
#ifndef AICALC_QUESTION_H
#define AICALC_QUESTION_H

#include <aicalc/calculator.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The source of a value that is no default. */
struct aic_source {
    const char *name;     /* "models:llama-3.1-8b", "checkpoint.period"; NULL: nothing to say */
    enum aic_basis basis; /* how far to trust it: a catalog's figure is published at best */
    bool unverified;      /* the entry marks this field as not checked against its source */
    bool aged;            /* a price that held long before this version */
};

/* An input that was given as LOW..HIGH; its value is the middle. */
struct aic_range {
    size_t input;
    double low, high;
};

#define AIC_RANGES_MAX 12

struct aic_question {
    const struct aic_calculator *calculator;
    void *in;                   /* the calculator's input struct */
    struct aic_source *sources; /* of each input */
    struct aic_range ranges[AIC_RANGES_MAX];
    size_t range_count;
    struct aic_notes notes;    /* what reading catalogs and files had to say */
    struct aic_chunk *strings; /* names and sources that the question keeps */
};

/*
 * Starts a question with the calculator's defaults. Fails with AIC_ERR_MEMORY, with AIC_ERR_UNKNOWN
 * where there is no calculator (aic_calculator_find() has found none), or with
 * AIC_ERR_TABLE where a default of the table cannot be read. Release with
 * aic_question_clear(), also after a failure.
 */
bool aic_question_init(struct aic_question *question, const struct aic_calculator *calculator,
                       struct aic_error *error);
void aic_question_clear(struct aic_question *question);

/* A copy of the string that lives as long as the question; NULL without memory. */
const char *aic_question_keep(struct aic_question *question, const char *string, size_t length);

/* Index of the input called `name`, dashes or underscores; fails with the nearest name. */
bool aic_question_find(const struct aic_question *question, const char *name, size_t *index,
                       struct aic_error *error);

/* Tells what a name that is an alias stands for, where that is not plain: warning `other-name`. */
void aic_question_note_alias(struct aic_question *question, const char *name);

/* The value of an input, by its place or by its name (not set where none has it), and its origin. The
 * input of a part of a composition that holds the plain one has none of its own. */
struct aic_value aic_question_value(const struct aic_question *question, size_t index);
struct aic_value aic_question_value_of(const struct aic_question *question, const char *name);
enum aic_origin aic_question_origin(const struct aic_question *question, size_t index);

/*
 * Sets one input from text as a user types it, or from a number in base units
 * (a flag: 0 or 1). The text and the source's name are kept by the question;
 * `source` may be NULL. The value is checked against its field even if a
 * stronger one is there already, which then stays.
 */
bool aic_question_set_text(struct aic_question *question, size_t index, const char *text,
                           enum aic_origin origin, const struct aic_source *source,
                           struct aic_error *error);
bool aic_question_set_number(struct aic_question *question, size_t index, double number,
                             enum aic_origin origin, const struct aic_source *source,
                             struct aic_error *error);

/*
 * Sets a numeric input to LOW..HIGH, both ends included: its value is the
 * middle (rounded down for a whole number). aic_question_set_text() calls this for
 * text with ".." in it. Setting the input anew drops its range.
 */
bool aic_question_set_range(struct aic_question *question, size_t index, double low, double high,
                            enum aic_origin origin, struct aic_error *error);

/* The range of an input, or NULL. */
const struct aic_range *aic_question_range(const struct aic_question *question, size_t index);

/* Marks the name in a reference as that of a file which was read: no entry of a catalog is meant. */
bool aic_question_mark_read(struct aic_question *question, size_t index, struct aic_error *error);
bool aic_question_is_read(const struct aic_question *question, size_t index);

/* Unsets an input, back to its default. */
void aic_question_reset(struct aic_question *question, size_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
