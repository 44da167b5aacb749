/* SPDX-License-Identifier: Apache-2.0 */
/* Explanations: formulas with the numbers in them. */
#include <aicalc/explain.h>

#include <string.h>

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
    struct aic_value value = { false, 0, NULL };
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
        aic_text_add_bytes(text, name.at, name.length);
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
    aic_text_add_bytes(text, formula.at, formula.length);
    if (condition.length > 0) {
        aic_text_add(text, " when ");
        aic_text_add_bytes(text, condition.at, condition.length);
    }
}

#define MISSING_MAX   4 /* inputs that are named */
#define MISSING_DEPTH 8 /* results between a result and the inputs that it needs */

/* The unset inputs that a result needs. */
struct missing {
    const struct aic_answer *answer;
    size_t inputs[MISSING_MAX];
    size_t count;
};

static void add_missing(struct missing *missing, size_t input)
{
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

static void find_in_names(struct missing *missing, const struct aic_field *of, const char *words,
                          int depth)
{
    struct aic_span rest = { words, strlen(words) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t index;
        enum aic_name_kind kind = aic_answer_lookup(missing->answer, of, name, &index);
        if (kind == AIC_NAME_INPUT && !aic_question_value(missing->answer->question, index).set) {
            add_missing(missing, index);
        } else if (kind == AIC_NAME_RESULT && !aic_answer_result(missing->answer, index).set) {
            find_missing(missing, index, depth + 1);
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
}

void aic_explain_missing(const struct aic_answer *answer, size_t result, struct aic_text *text)
{
    struct missing missing = { .answer = answer };
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t part = aic_part_of_result(calculator, result);
    if (part < aic_part_count(calculator) && !aic_part_is_asked(calculator, answer->out, part)) {
        const struct aic_unasked *why = aic_part_unasked(calculator, answer->out, part);
        aic_text_format(text, "%s is not asked: %s%s%s", aic_part_at(calculator, part).name,
                        why ? why->reason : "", why && why->add ? ", give " : "",
                        why && why->add ? why->add : "");
        return;
    }
    if (aic_result_instead(calculator, result)) {
        aic_text_format(text, "%s has it here", aic_result_instead(calculator, result));
        return;
    }
    find_missing(&missing, result, 0);
    if (missing.count == 0) {
        aic_text_add(text, "does not apply to this question");
    }
    for (size_t i = 0; i < missing.count; i++) {
        const struct aic_table *inputs = &answer->question->calculator->inputs;
        aic_text_format(text, "%s%s",
                        i == 0                   ? "needs "
                        : i + 1 == missing.count ? " or "
                                                 : ", ",
                        aic_table_at(inputs, missing.inputs[i], NULL)->name);
    }
}
