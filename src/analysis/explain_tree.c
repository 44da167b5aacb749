/* SPDX-License-Identifier: Apache-2.0 */
/* Explanations as a tree: results, what their formulas name, down to the inputs. */
#include <aicalc/explain.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

#include "analysis/probe.h"

#define WORDS    4096  /* of a formula and the names beside it */
#define ROUNDING 1e-12 /* beyond a limit by this share is not beyond it */

static const struct aic_calculator *calculator_of(const struct aic_explanation *explanation)
{
    return explanation->answer->question->calculator;
}

static bool add(struct aic_explanation *explanation, struct aic_explained_node node,
                struct aic_error *error)
{
    if (explanation->count == explanation->capacity) {
        size_t capacity = 2 * explanation->capacity + 64;
        struct aic_explained_node *nodes = realloc(explanation->nodes, capacity * sizeof nodes[0]);
        if (!nodes) {
            return aic_fail_memory(error);
        }
        explanation->nodes = nodes;
        explanation->capacity = capacity;
    }
    explanation->nodes[explanation->count++] = node;
    return true;
}

/* What was explained before, of its kind. */
static bool *seen(struct aic_explanation *explanation, const struct aic_explained_node *node)
{
    return node->kind == AIC_NODE_RESULT  ? &explanation->results[node->index]
           : node->kind == AIC_NODE_INPUT ? &explanation->inputs[node->index]
                                          : &explanation->constants[node->index];
}

/* A default that follows from other inputs is explained like a result. */
static bool is_computed_input(const struct aic_answer *answer, size_t index)
{
    const struct aic_question *question = answer->question;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    return aic_question_origin(question, index) == AIC_FROM_DEFAULT &&
           aic_field_is_derived(field) && aic_field_words(field);
}

/* What a name in the formula of a field stands for; false where it has no value here. */
static bool find_node(const struct aic_explanation *explanation, const struct aic_field *of,
                      struct aic_span name, struct aic_explained_node *node)
{
    const struct aic_answer *answer = explanation->answer;
    const struct aic_constant *constant = aic_constant_find(calculator_of(explanation), name);
    switch (aic_answer_lookup(answer, of, name, &node->index)) {
    case AIC_NAME_RESULT:
        node->kind = AIC_NODE_RESULT;
        node->computed = true;
        return aic_answer_result(answer, node->index).set;
    case AIC_NAME_INPUT:
        node->kind = AIC_NODE_INPUT;
        node->computed = is_computed_input(answer, node->index);
        return aic_question_value(answer->question, node->index).set;
    default:
        node->kind = AIC_NODE_CONSTANT;
        node->index = constant ? (size_t)(constant - calculator_of(explanation)->constants) : 0;
        return constant != NULL;
    }
}

static const struct aic_field *field_of(const struct aic_explanation *explanation,
                                        const struct aic_explained_node *node)
{
    const struct aic_calculator *calculator = calculator_of(explanation);
    return aic_table_at(node->kind == AIC_NODE_INPUT ? &calculator->inputs : &calculator->results,
                        node->index, NULL);
}

/* The names that a computed node rests on: those of its formula, and those beside it. */
static void write_names(const struct aic_explanation *explanation,
                        const struct aic_explained_node *node, struct aic_text *text)
{
    const struct aic_field *field = field_of(explanation, node);
    char zeros[WORDS];
    struct aic_text unused;
    aic_text_init(&unused, zeros, sizeof zeros);
    if (aic_field_words(field)) {
        aic_explain_terms(explanation->answer, field, text, &unused);
    }
    if (field->rests_on) {
        aic_text_format(text, " %s", field->rests_on);
    }
}

#define BELOW_MAX 160 /* names that one formula rests on */

/* What a computed node rests on, and the room to find it. */
struct below {
    char words[WORDS];
    struct aic_explained_node nodes[BELOW_MAX];
    size_t count;
};

static bool is_below(const struct below *below, const struct aic_explained_node *node)
{
    for (size_t i = 0; i < below->count; i++) {
        if (below->nodes[i].kind == node->kind && below->nodes[i].index == node->index) {
            return true;
        }
    }
    return false;
}

static void find_below(struct aic_explanation *explanation, const struct aic_explained_node *node,
                       struct below *below)
{
    struct aic_text text;
    aic_text_init(&text, below->words, sizeof below->words);
    write_names(explanation, node, &text);
    struct aic_span rest = { text.at, text.length };
    struct aic_span name;
    below->count = 0;
    while (aic_formula_next_name(&rest, &name) && below->count < BELOW_MAX) {
        struct aic_explained_node other = { .depth = node->depth + 1 };
        if (find_node(explanation, field_of(explanation, node), name, &other) &&
            !is_below(below, &other)) {
            other.again = *seen(explanation, &other);
            below->nodes[below->count++] = other;
        }
    }
}

static bool explain(struct aic_explanation *explanation, struct aic_explained_node node,
                    struct aic_error *error);

/* Values that came from somewhere, what was explained before, then what is still to be. */
static bool explain_below(struct aic_explanation *explanation, const struct below *below,
                          struct aic_error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < below->count; i++) {
        if (!below->nodes[i].again && !below->nodes[i].computed) {
            ok = explain(explanation, below->nodes[i], error);
        }
    }
    for (size_t i = 0; ok && i < below->count; i++) {
        ok = !below->nodes[i].again || explain(explanation, below->nodes[i], error);
    }
    for (size_t i = 0; ok && i < below->count; i++) {
        struct aic_explained_node node = below->nodes[i];
        if (!node.again && node.computed) {
            node.again = *seen(explanation, &node); /* below one of these */
            ok = explain(explanation, node, error);
        }
    }
    return ok;
}

static bool explain(struct aic_explanation *explanation, struct aic_explained_node node,
                    struct aic_error *error)
{
    *seen(explanation, &node) = true;
    if (!add(explanation, node, error)) {
        return false;
    }
    if (node.again || !node.computed) {
        return true;
    }
    struct below *below = malloc(sizeof *below);
    if (!below) {
        return aic_fail_memory(error);
    }
    find_below(explanation, &node, below);
    bool ok = explain_below(explanation, below, error);
    free(below);
    return ok;
}

static void try_search(struct aic_probe *probe, const struct aic_searched *row, size_t search,
                       struct aic_explained_probe *result, struct aic_ends *ends, double *limits,
                       struct aic_searched_goal *goals)
{
    result->possible = aic_probe_run_at(probe, row->input, result->input);
    if (!result->possible) {
        return;
    }
    aic_find_bands(probe->calculator, probe->in, probe->out, ends, limits, goals);
    result->value = aic_probe_number(probe, row->row);
    result->limit = goals[search].limit;
    result->possible = isfinite(result->value) && isfinite(result->limit);
    double slack = ROUNDING * fabs(result->limit);
    result->holds = strcmp(row->relation, "<=") == 0 ? result->value <= result->limit + slack
                                                     : result->value >= result->limit - slack;
}

/* Asks again at the values that the searches found, and a step further. */
static bool probe_searches(struct aic_explanation *explanation, struct aic_error *error)
{
    const struct aic_answer *answer = explanation->answer;
    const struct aic_bands *all = &calculator_of(explanation)->bands;
    struct aic_probe probe;
    struct aic_ends *ends = calloc(all->band_count + 1, sizeof ends[0]);
    double *limits = calloc(all->judgement_count + 1, sizeof limits[0]);
    struct aic_searched_goal *goals = calloc(all->search_count + 1, sizeof goals[0]);
    bool ok = aic_probe_init(&probe, answer->question, error);
    if (!ends || !limits || !goals) {
        ok = aic_fail_memory(error);
    }
    for (size_t i = 0; ok && i < all->search_count; i++) {
        const struct aic_searched *row = &all->searches[i];
        struct aic_explained_search *search = &explanation->searches[explanation->search_count];
        double found = aic_answer_result(answer, row->result).number;
        if (!explanation->results[row->result] || !isfinite(answer->goals[i].step)) {
            continue;
        }
        search->row = row;
        search->found.input = found;
        search->next.input = found + answer->goals[i].step;
        try_search(&probe, row, i, &search->found, ends, limits, goals);
        try_search(&probe, row, i, &search->next, ends, limits, goals);
        explanation->search_count += search->found.possible || search->next.possible;
    }
    aic_probe_clear(&probe);
    free(ends);
    free(limits);
    free(goals);
    return ok;
}

static size_t constant_count(const struct aic_calculator *calculator)
{
    size_t count = 0;
    while (calculator->constants && calculator->constants[count].name) {
        count++;
    }
    return count;
}

bool aic_explanation_init(struct aic_explanation *explanation, const struct aic_answer *answer,
                          const size_t *results, size_t count, struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    *explanation = (struct aic_explanation){ .answer = answer };
    explanation->results = calloc(aic_table_size(&calculator->results), sizeof(bool));
    explanation->inputs = calloc(aic_table_size(&calculator->inputs), sizeof(bool));
    explanation->constants = calloc(constant_count(calculator) + 1, sizeof(bool));
    explanation->searches =
        calloc(calculator->bands.search_count + 1, sizeof explanation->searches[0]);
    if (!explanation->results || !explanation->inputs || !explanation->constants ||
        !explanation->searches) {
        return aic_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        struct aic_explained_node node = { AIC_NODE_RESULT, results[i], 0,
                                           explanation->results[results[i]], true };
        if (aic_answer_result(answer, results[i]).set && !explain(explanation, node, error)) {
            return false;
        }
    }
    return probe_searches(explanation, error);
}

void aic_explanation_clear(struct aic_explanation *explanation)
{
    free(explanation->nodes);
    free(explanation->results);
    free(explanation->inputs);
    free(explanation->constants);
    free(explanation->searches);
    *explanation = (struct aic_explanation){ .answer = NULL };
}

const struct aic_explained_search *aic_explanation_search(const struct aic_explanation *explanation,
                                                          size_t result)
{
    for (size_t i = 0; i < explanation->search_count; i++) {
        if (explanation->searches[i].row->result == result) {
            return &explanation->searches[i];
        }
    }
    return NULL;
}

bool aic_explanation_rests_on(const struct aic_explanation *explanation,
                              const struct aic_assumption *assumption)
{
    const struct aic_field *of =
        aic_assumption_scope(explanation->answer->question->calculator, assumption);
    if (!assumption->when) {
        return true;
    }
    struct aic_span rest = { assumption->when, strlen(assumption->when) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        if (aic_answer_lookup(explanation->answer, of, name, &index) == AIC_NAME_RESULT &&
            explanation->results[index]) {
            return true;
        }
    }
    return false;
}
