/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An answer: the results of a question, each with its basis, and the warnings.
 */
#ifndef AICALC_ANSWER_H
#define AICALC_ANSWER_H

#include <aicalc/formula.h>
#include <aicalc/json.h>
#include <aicalc/question.h>
#include <aicalc/registry.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct aic_answer {
    struct aic_question *question; /* the evaluation derives its defaults */
    void *out;
    enum aic_basis *basis;       /* of each result */
    enum aic_basis *input_basis; /* of each input that is used */
    unsigned char *input_cases;  /* of each field: the case of its formula that holds */
    unsigned char *result_cases;
    struct aic_ends *bands; /* of each band of the calculator; NaN where it does not hold */
    double *limits;         /* of each flag that judges */
    struct aic_searched_goal *goals; /* of each search */
    bool *used;                      /* of each input: a result that is there rests on it */
    struct aic_notes notes;
};

/* What a name in a formula is. */
enum aic_name_kind { AIC_NAME_UNKNOWN, AIC_NAME_INPUT, AIC_NAME_RESULT };

/*
 * Evaluates the question. False: `error` says why, and there is no answer.
 * Release with aic_answer_clear(), also after a failure; the question stays the caller's.
 */
bool aic_answer_init(struct aic_answer *answer, struct aic_question *question,
                     struct aic_error *error);
void aic_answer_clear(struct aic_answer *answer);

/*
 * Reads an answer that was saved as JSON, as it stands: nothing is computed, and what this version
 * does not know, or has in another unit, is not set. Both are the caller's to clear, also after a
 * failure; the document must outlive them. `registry` has the compositions; NULL: none are known.
 */
bool aic_answer_read(struct aic_answer *answer, struct aic_question *question,
                     const struct aic_json *json, struct aic_registry *registry,
                     struct aic_error *error);

/* Index of the result called `name`; fails with the nearest name. */
bool aic_answer_find(const struct aic_answer *answer, const char *name, size_t *index,
                     struct aic_error *error);

/* The value of a result; not set where it does not apply, and where no result has that index. */
struct aic_value aic_answer_result(const struct aic_answer *answer, size_t index);
/* The same as a part of what it adds up to: without what other results take off it. */
struct aic_value aic_answer_part(const struct aic_answer *answer, size_t index);

/* How far reality was found from a result. */
struct aic_error_band {
    struct aic_ends ends; /* in the unit of the result */
    const struct aic_band *row;
};

/* The band of a result in this answer; false where none is stated. */
bool aic_answer_band(const struct aic_answer *answer, size_t index, struct aic_error_band *band);

/* What a flag of this answer compares. */
struct aic_comparison {
    size_t result;
    double value, limit;
    double margin; /* what is left to the limit as a share of it, negative beyond; NaN: none */
    bool has_band;
    struct aic_error_band band; /* of the value */
    bool tight;                 /* the limit lies within it */
};

/* False for a result that is no flag, and for a flag that compares nothing. */
bool aic_answer_comparison(const struct aic_answer *answer, size_t flag,
                           struct aic_comparison *comparison);

/* What a name in the formula of a field (NULL: a name of the calculator) is, and its index in its
 * table. In a composition the names in the formulas of a part are the part's. */
enum aic_name_kind aic_answer_lookup(const struct aic_answer *answer, const struct aic_field *of,
                                     struct aic_span name, size_t *index);

/* The value of such a name, and its field; not set and NULL where there is none. */
struct aic_value aic_answer_value(const struct aic_answer *answer, const struct aic_field *of,
                                  struct aic_span name, const struct aic_field **field);

/* The case of a field's formula that holds in this answer; its condition may be empty. */
struct aic_span aic_answer_case(const struct aic_answer *answer, const struct aic_field *field,
                                struct aic_span *condition);
/* Its expression alone. */
struct aic_span aic_answer_formula(const struct aic_answer *answer, const struct aic_field *field);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
