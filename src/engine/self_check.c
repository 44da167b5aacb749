/* SPDX-License-Identifier: Apache-2.0 */
/* The self-check of a calculator's tables: a badly written row is a bug, found by a test. */
#include <aicalc/calculator.h>

#include <string.h>

#include <aicalc/formula.h>
#include <aicalc/text.h>

static bool fail(struct aic_error *error, const struct aic_calculator *calculator,
                 const char *field, const char *what)
{
    return aic_fail(error, AIC_ERR_CONFLICT, field, "%s: %s: %s", calculator->name, field, what);
}

static bool is_snake_case(const char *name)
{
    for (const char *c = name; *c; c++) {
        bool ok = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
        if (!ok) {
            return false;
        }
    }
    return name[0] != '\0' && name[0] != '_';
}

static size_t member_size(enum aic_kind kind)
{
    switch (kind) {
    case AIC_CHOICE:
        return sizeof(int);
    case AIC_FLAG:
        return sizeof(aic_flag);
    case AIC_REFERENCE:
        return sizeof(struct aic_name);
    default:
        return sizeof(double);
    }
}

/* No two rows of a table may share a name or overlap in the struct. */
static bool check_against_others(const struct aic_calculator *calculator,
                                 const struct aic_table *table, size_t index,
                                 struct aic_error *error)
{
    size_t offset, other_offset;
    const struct aic_field *field = aic_table_at(table, index, &offset);
    for (size_t i = 0; i < index; i++) {
        const struct aic_field *other = aic_table_at(table, i, &other_offset);
        if (strcmp(field->name, other->name) == 0) {
            return fail(error, calculator, field->name, "the name stands twice");
        }
        if (offset < other_offset + member_size(other->kind) &&
            other_offset < offset + member_size(field->kind)) {
            return fail(error, calculator, field->name, "shares its place with another field");
        }
    }
    return true;
}

static bool check_words(const struct aic_calculator *calculator, const struct aic_field *field,
                        struct aic_error *error)
{
    if (!is_snake_case(field->name)) {
        return fail(error, calculator, field->name, "the name is not snake_case");
    }
    if (!field->help || !field->help[0] || field->help[strlen(field->help) - 1] == '.') {
        return fail(error, calculator, field->name, "help is missing or ends with a full stop");
    }
    if (field->kind == AIC_CHOICE && (!field->choices || !field->choices[0])) {
        return fail(error, calculator, field->name, "a choice without choices");
    }
    return true;
}

static bool is_constant(const struct aic_calculator *calculator, struct aic_span name)
{
    return aic_constant_find(calculator, name) != NULL;
}

static bool check_names(const struct aic_calculator *calculator, const struct aic_field *field,
                        const char *names, struct aic_error *error)
{
    struct aic_span rest = { names, strlen(names) };
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        size_t inputs = aic_table_size(&calculator->inputs);
        size_t results = aic_table_size(&calculator->results);
        if (!is_constant(calculator, name) &&
            aic_table_find(&calculator->inputs, name.at, name.length) == inputs &&
            aic_table_find(&calculator->results, name.at, name.length) == results) {
            char words[96];
            struct aic_text text;
            aic_text_init(&text, words, sizeof words);
            aic_text_add(&text, "unknown name in its formula or rests_on: ");
            aic_text_add_bytes(&text, name.at, name.length);
            return fail(error, calculator, field->name, words);
        }
    }
    return true;
}

/* The compiler has seen the names of rows with cases: their conditions name choices too. */
static bool check_expressions(const struct aic_calculator *calculator,
                              const struct aic_field *field, struct aic_error *error)
{
    return aic_formula_has_cases(field->formula) ||
           check_names(calculator, field, field->formula, error);
}

static bool check_input(const struct aic_calculator *calculator, size_t index,
                        struct aic_error *error)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&calculator->inputs, index, &offset);
    struct aic_value value;
    if (!check_words(calculator, field, error) ||
        !check_against_others(calculator, &calculator->inputs, index, error)) {
        return false;
    }
    if (offset < sizeof(struct aic_origins) ||
        offset + member_size(field->kind) > calculator->in_size ||
        offset - sizeof(struct aic_origins) >= AIC_INPUT_MAX) {
        return fail(error, calculator, field->name, "lies outside the input struct");
    }
    if (field->default_text &&
        !aic_value_read(field, field->default_text, strlen(field->default_text), &value, error)) {
        return fail(error, calculator, field->name, "the default cannot be read");
    }
    if (field->kind == AIC_FLAG && !field->default_text) {
        return fail(error, calculator, field->name, "a flag without a default");
    }
    if (field->min < 0 || (field->flags & AIC_SIGNED && field->min > 0)) {
        return fail(error, calculator, field->name, "a least value that would not hold");
    }
    return !aic_field_is_derived(field) || !field->formula || aic_field_is_sentence(field) ||
           check_expressions(calculator, field, error);
}

/* What it is a part of is another number of the same dimension. */
static bool check_part(const struct aic_calculator *calculator, const struct aic_field *field,
                       struct aic_error *error)
{
    const struct aic_table *results = &calculator->results;
    const char *whole = field->part_of;
    size_t index = whole ? aic_table_find(results, whole, strlen(whole)) : 0;
    if (!whole) {
        return true;
    }
    if (index == aic_table_size(results) || strcmp(whole, field->name) == 0) {
        return fail(error, calculator, field->name, "is part of no other result");
    }
    const struct aic_field *sum = aic_table_at(results, index, NULL);
    bool adds_up = field->kind <= AIC_INTEGER && sum->kind <= AIC_INTEGER &&
                   field->dimension == sum->dimension;
    return adds_up || fail(error, calculator, field->name, "is part of another dimension");
}

static bool check_result(const struct aic_calculator *calculator, size_t index,
                         struct aic_error *error)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&calculator->results, index, &offset);
    if (!check_words(calculator, field, error) ||
        !check_against_others(calculator, &calculator->results, index, error)) {
        return false;
    }
    if (offset + member_size(field->kind) > calculator->out_size) {
        return fail(error, calculator, field->name, "lies outside the output struct");
    }
    if (!aic_field_words(field)) {
        return fail(error, calculator, field->name, "a result without a formula");
    }
    return (aic_field_is_sentence(field) || check_expressions(calculator, field, error)) &&
           (!field->rests_on || check_names(calculator, field, field->rests_on, error)) &&
           check_part(calculator, field, error);
}

static bool check_rule(const struct aic_calculator *calculator, const struct aic_member *member,
                       struct aic_error *error)
{
    const char *name = aic_member_name(member);
    size_t offset;
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    if (index == aic_table_size(&calculator->inputs) ||
        (aic_table_at(&calculator->inputs, index, &offset), offset != member->offset)) {
        return fail(error, calculator, name, "a rule names a member that no row has");
    }
    return true;
}

static bool check_rules(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (size_t r = 0; r < calculator->rule_count; r++) {
        const struct aic_rule *rule = &calculator->rules[r];
        if (!check_rule(calculator, &rule->subject, error)) {
            return false;
        }
        if (rule->conditions[0].test == AIC_TEST_NONE) {
            return fail(error, calculator, rule->subject.name, "a rule without conditions");
        }
        for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE;
             i++) {
            if (!check_rule(calculator, &rule->conditions[i].member, error)) {
                return false;
            }
        }
    }
    return true;
}

bool aic_calculator_check(const struct aic_calculator *calculator, struct aic_error *error)
{
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        if (!check_input(calculator, i, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        if (!check_result(calculator, i, error)) {
            return false;
        }
    }
    if (!calculator->examples || !calculator->examples[0]) {
        return fail(error, calculator, calculator->name, "no examples");
    }
    return check_rules(calculator, error);
}
