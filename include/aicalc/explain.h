/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Explanations: a result's formula with the numbers in it, and the way down to the inputs.
 */
#ifndef AICALC_EXPLAIN_H
#define AICALC_EXPLAIN_H

#include <aicalc/answer.h>
#include <aicalc/text.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * Adds the alternative of the field's formula that holds, with every name
 * replaced by its value in base units: "80 * 4096". Names without a value stay.
 */
void aic_explain_numbers(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text);

/* Adds the formula as the table gives it, the alternative that holds only. */
void aic_explain_formula(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text);

/* Why a result has no value: "needs gpu_memory (of a gpu)"; or, and then false, that it does not apply to
 * this question. */
bool aic_explain_missing(const struct aic_answer *answer, size_t result, struct aic_text *text);

/*
 * The same for a person who checks the arithmetic. The alternative that holds, without its terms
 * that are a multiple of 0; `zeros` takes the names that are 0. An expression in which nothing
 * else is left stays as it is.
 */
void aic_explain_terms(const struct aic_answer *answer, const struct aic_field *field,
                       struct aic_text *text, struct aic_text *zeros);

/* An expression of a field with its names replaced by numbers of six digits, each with its unit; 12.3e9 B is
 * 12.3 * 10^9 B. Values and constants are written the same way. */
void aic_explain_with_numbers(const struct aic_answer *answer, const struct aic_field *of,
                              struct aic_span expression, struct aic_text *text);
void aic_explain_value(const struct aic_field *field, struct aic_value value,
                       struct aic_text *text);
void aic_explain_constant(const struct aic_constant *constant, struct aic_text *text);

/* What a node of an explanation stands for. */
enum aic_node_kind { AIC_NODE_RESULT, AIC_NODE_INPUT, AIC_NODE_CONSTANT };

/*
 * A node of the tree, in the order in which it is told: what it is, then what its formula names.
 * Each is explained once; `again` refers to where that was.
 */
struct aic_explained_node {
    enum aic_node_kind kind;
    size_t index; /* in its table, or in the list of constants */
    size_t depth; /* 0: asked for */
    bool again;
    bool computed; /* by a formula or a search; otherwise a value that came from somewhere */
};

/* The inequality of a search at one value of its input. */
struct aic_explained_probe {
    bool possible; /* the question can be asked with that value */
    double input, value, limit;
    bool holds;
};

/* Of a result that was searched: at the value found, and a step further. */
struct aic_explained_search {
    const struct aic_searched *row;
    struct aic_explained_probe found, next;
};

struct aic_explanation {
    const struct aic_answer *answer;
    struct aic_explained_node *nodes;
    size_t count, capacity;
    bool *results; /* of each: it is among the nodes */
    bool *inputs;
    bool *constants;
    struct aic_explained_search *searches;
    size_t search_count;
};

/*
 * Explains results of an answer down to their inputs. False without memory. Release with
 * aic_explanation_clear(), also after a failure.
 */
bool aic_explanation_init(struct aic_explanation *explanation, const struct aic_answer *answer,
                          const size_t *results, size_t count, struct aic_error *error);
void aic_explanation_clear(struct aic_explanation *explanation);

/* The search of a result; NULL where it was not searched, or cannot be asked about. */
const struct aic_explained_search *aic_explanation_search(const struct aic_explanation *explanation,
                                                          size_t result);

/* Whether what is explained rests on an assumption. */
bool aic_explanation_rests_on(const struct aic_explanation *explanation,
                              const struct aic_assumption *assumption);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
