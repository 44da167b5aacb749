/* SPDX-License-Identifier: Apache-2.0 */
/* Explanations: formulas with the numbers in them. */
#include <aicalc/explain.h>

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

static void add_name(const struct aic_answer *answer, struct aic_span name, struct aic_text *text)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_value value = { false, 0, NULL };
    const struct aic_field *field = NULL;
    size_t index;
    enum aic_name_kind kind = aic_answer_lookup(answer, name, &index);
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
        add_name(answer, name, text);
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
