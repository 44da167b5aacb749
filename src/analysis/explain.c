/* SPDX-License-Identifier: Apache-2.0 */
/* Explanations: formulas with the numbers in them. */
#include <aicalc/explain.h>

#include <string.h>

#include <aicalc/catalog.h>
#include <aicalc/composition.h>

static void add_value(const struct aic_field *field, struct aic_value value, struct aic_text *text)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_text_add_number(text, value.number);
        break;
    case AIC_CHOICE:
        aic_text_add(text, aic_choice_name(field, (int)value.number));
        break;
    case AIC_FLAG:
        aic_text_add(text, value.number != 0 ? "true" : "false");
        break;
    case AIC_REFERENCE:
        aic_text_add(text, value.name);
        break;
    }
}

static void add_name(const struct aic_answer *answer, const struct aic_field *of,
                     struct aic_span name, struct aic_text *text)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_value value = { .set = false };
    const struct aic_field *field = NULL;
    size_t index;
    enum aic_name_kind kind = aic_answer_lookup(answer, of, name, &index);
    if (kind == AIC_NAME_INPUT) {
        field = aic_table_at(&calculator->inputs, index, NULL);
        value = aic_question_value(answer->question, index);
    } else if (kind == AIC_NAME_RESULT) {
        field = aic_table_at(&calculator->results, index, NULL);
        value = aic_answer_result(answer, index);
    }
    const struct aic_constant *constant = aic_constant_find(calculator, name);
    if (value.set) {
        add_value(field, value, text);
    } else if (!field && constant) {
        aic_text_add_number(text, constant->value);
    } else {
        aic_formula_add(text, name);
    }
}

void aic_explain_numbers(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text)
{
    struct aic_span rest = aic_answer_formula(answer, field);
    struct aic_span name;
    const char *done = rest.at;
    while (aic_formula_next_name(&rest, &name)) {
        aic_text_add_bytes(text, done, (size_t)(name.at - done));
        add_name(answer, field, name, text);
        done = name.at + name.length;
    }
    aic_text_add_bytes(text, done, (size_t)(rest.at + rest.length - done));
}

void aic_explain_formula(const struct aic_answer *answer, const struct aic_field *field,
                         struct aic_text *text)
{
    struct aic_span condition;
    struct aic_span formula = aic_answer_case(answer, field, &condition);
    aic_formula_add(text, formula);
    if (condition.length > 0) {
        aic_text_add(text, " when ");
        aic_formula_add(text, condition);
    }
}

#define MISSING_MAX   4 /* inputs that are named */
#define MISSING_DEPTH 8 /* results between a result and the inputs that it needs */

/* The unset inputs that a result needs. */
struct missing {
    const struct aic_answer *answer;
    size_t inputs[MISSING_MAX];
    size_t count;
    size_t found; /* each as often as it is named */
};

static void add_missing(struct missing *missing, size_t input)
{
    missing->found++;
    for (size_t i = 0; i < missing->count; i++) {
        if (missing->inputs[i] == input) {
            return;
        }
    }
    if (missing->count < MISSING_MAX) {
        missing->inputs[missing->count++] = input;
    }
}

static void find_missing(struct missing *missing, size_t result, int depth);
static void find_missing_input(struct missing *missing, size_t input, int depth);

/* Goes behind value_or(...) where that stands before the name: what has something to stand for it is not
 * missing. */
static bool skip_optional(struct aic_span *rest, const struct aic_span *name)
{
    static const char optional[] = "value_or(";
    const size_t length = sizeof optional - 1;
    const char *end = rest->at + rest->length, *at = rest->at;
    while (at + length <= name->at && memcmp(at, optional, length) != 0) {
        at++;
    }
    if (at + length > name->at) {
        return false;
    }
    at += length;
    for (size_t open = 1; open > 0 && at < end; at++) {
        open = *at == '(' ? open + 1 : *at == ')' ? open - 1 : open;
    }
    *rest = (struct aic_span){ at, (size_t)(end - at) };
    return true;
}

static void find_in_names(struct missing *missing, const struct aic_field *of, const char *words,
                          int depth)
{
    struct aic_span rest = { words, strlen(words) }, next = rest;
    struct aic_span name;
    while (aic_formula_next_name(&next, &name)) {
        size_t index;
        if (skip_optional(&rest, &name)) {
            next = rest;
            continue;
        }
        rest = next;
        enum aic_name_kind kind = aic_answer_lookup(missing->answer, of, name, &index);
        if (kind == AIC_NAME_INPUT && !aic_question_value(missing->answer->question, index).set) {
            find_missing_input(missing, index, depth + 1);
        } else if (kind == AIC_NAME_RESULT && !aic_answer_result(missing->answer, index).set) {
            find_missing(missing, index, depth + 1);
        }
    }
}

/* An input whose default follows from others has them for its cause. */
static void find_missing_input(struct missing *missing, size_t input, int depth)
{
    const struct aic_field *field =
        aic_table_at(&missing->answer->question->calculator->inputs, input, NULL);
    size_t before = missing->found;
    if (field->derived && field->formula && !aic_field_is_sentence(field) &&
        depth <= MISSING_DEPTH) {
        find_in_names(missing, field, field->formula, depth);
    }
    if (missing->found == before) {
        add_missing(missing, input);
    }
}

static void find_in_expression(struct missing *missing, const struct aic_field *of,
                               const char *limit, size_t row, int depth)
{
    const struct aic_calculator *calculator = missing->answer->question->calculator;
    find_in_names(missing, of, limit, depth);
    find_in_names(missing, of, aic_table_at(&calculator->results, row, NULL)->name, depth);
}

/* What a sentence does not name in the form of a formula: a flag compares, a search stays within. */
static void find_compared(struct missing *missing, size_t result, int depth)
{
    const struct aic_calculator *calculator = missing->answer->question->calculator;
    const struct aic_field *of = aic_table_at(&calculator->results, result, NULL);
    const struct aic_bands *bands = &calculator->bands;
    for (size_t i = 0; i < bands->judgement_count; i++) {
        const struct aic_judgement *judgement = &bands->judgements[i];
        if (judgement->flag == result) {
            find_in_expression(missing, of, judgement->limit, judgement->result, depth);
        }
    }
    for (size_t i = 0; i < bands->search_count; i++) {
        const struct aic_searched *search = &bands->searches[i];
        if (search->result == result) {
            find_in_expression(missing, of, search->limit, search->row, depth);
        }
    }
}

static void find_missing(struct missing *missing, size_t result, int depth)
{
    const struct aic_field *field =
        aic_table_at(&missing->answer->question->calculator->results, result, NULL);
    if (depth > MISSING_DEPTH) {
        return;
    }
    if (field->formula && !aic_field_is_sentence(field)) {
        find_in_names(missing, field, field->formula, depth);
    }
    if (field->rests_on) {
        find_in_names(missing, field, field->rests_on, depth);
    }
    find_compared(missing, result, depth);
}

/* "gpu_memory (of a gpu or node)": the input, and which references would set it; true if one would. */
static bool add_needed(const struct aic_answer *answer, size_t input, struct aic_text *text)
{
    const struct aic_table *inputs = &answer->question->calculator->inputs;
    const char *name = aic_table_at(inputs, input, NULL)->name;
    const char *dot = strchr(name, '.'); /* behind the part of a composition */
    size_t found = 0;
    aic_text_add(text, name);
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (field->kind == AIC_REFERENCE && i != input && !field->prefix &&
            !aic_question_value(answer->question, i).set &&
            aic_catalog_sets(field->catalog, dot ? dot + 1 : name)) {
            aic_text_format(text, found++ == 0 ? " (of a %s" : " or %s", field->name);
        }
    }
    aic_text_add(text, found > 0 ? ")" : "");
    return found > 0;
}

/* Those that a name of a catalog would set come first: they are the easiest to give. */
static void add_all_needed(const struct missing *missing, struct aic_text *text)
{
    char words[MISSING_MAX][160];
    bool is_easy[MISSING_MAX];
    size_t added = 0;
    for (size_t i = 0; i < missing->count; i++) {
        struct aic_text one;
        aic_text_init(&one, words[i], sizeof words[i]);
        is_easy[i] = add_needed(missing->answer, missing->inputs[i], &one);
    }
    for (int easy = 1; easy >= 0; easy--) {
        for (size_t i = 0; i < missing->count; i++) {
            if (is_easy[i] == easy) {
                aic_text_add(text, added == 0                    ? "needs "
                                   : added + 1 == missing->count ? " or "
                                                                 : ", ");
                aic_text_add(text, words[i]);
                added++;
            }
        }
    }
}

bool aic_explain_missing(const struct aic_answer *answer, size_t result, struct aic_text *text)
{
    struct missing missing = { .answer = answer };
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t part = aic_part_of_result(calculator, result);
    if (part < aic_part_count(calculator) && !aic_part_is_asked(calculator, answer->out, part)) {
        const struct aic_unasked *why = aic_part_unasked(calculator, answer->out, part);
        aic_text_format(text, "%s is not asked: %s%s%s", aic_part_at(calculator, part).name,
                        why ? why->reason : "", why && why->add ? ", give " : "",
                        why && why->add ? why->add : "");
        return true;
    }
    const char *no = aic_why_no(calculator, answer->out, result);
    if (no) {
        aic_text_add(text, no);
        return true;
    }
    if (aic_result_instead(calculator, result)) {
        aic_text_format(text, "%s has it here", aic_result_instead(calculator, result));
        return true;
    }
    find_missing(&missing, result, 0);
    if (missing.count == 0) {
        aic_text_add(text, "does not apply to this question");
    }
    add_all_needed(&missing, text);
    return missing.count > 0;
}
