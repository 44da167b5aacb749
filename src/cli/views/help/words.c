/* SPDX-License-Identifier: Apache-2.0 */
/* Tables in words. */
#include "cli/views/help/words.h"

#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/views/answer/view.h"
#include "core/ascii.h"

void cli_add_field_value(const struct aic_field *field, struct aic_text *text)
{
    const char *unit = aic_field_unit(field);
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        aic_text_add(text, unit && strcmp(unit, "1") != 0 ? unit : "number");
        break;
    case AIC_CHOICE:
        aic_text_add_names(text, aic_word_at, field->choices);
        break;
    case AIC_FLAG:
        aic_text_add(text, "yes or no");
        break;
    case AIC_REFERENCE:
        aic_text_format(text, "name of %s", aic_catalog_kind_name(field->catalog));
        if (field->prefix) {
            aic_text_format(text, ", whose fields are %s...", field->prefix);
        }
        break;
    }
}

void cli_add_field_range(const struct aic_field *field, struct aic_text *text)
{
    bool is_number = cli_is_number(field);
    bool above = field->flags & AIC_ABOVE_MIN;
    if (is_number && field->max > 0) {
        aic_text_format(text, "%g %s x %s %g", field->min,
                        above ? "<" : "<=", field->flags & AIC_BELOW_MAX ? "<" : "<=", field->max);
    } else if (is_number && (above || field->min > 0)) {
        aic_text_format(text, "x %s %g", above ? ">" : ">=", field->min);
    }
}

static const struct aic_field *find_input(const struct aic_calculator *calculator,
                                          const struct aic_member *member)
{
    const char *name = aic_member_name(member);
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    return aic_table_at(&calculator->inputs, index, NULL);
}

/* "engine is vllm", "gpus above 1", "sliding_window". */
static void add_condition(const struct aic_calculator *calculator,
                          const struct aic_condition *condition, struct aic_text *text)
{
    const struct aic_field *field = find_input(calculator, &condition->member);
    aic_text_add(text, field->name);
    if (condition->test == AIC_TEST_ABOVE) {
        aic_text_format(text, " above %g", condition->value);
    } else if (condition->test == AIC_TEST_EQUALS && field->kind == AIC_CHOICE) {
        aic_text_format(text, " %s", aic_choice_name(field, (int)condition->value));
    } else if (condition->test == AIC_TEST_EQUALS && field->kind == AIC_FLAG) {
        aic_text_add(text, condition->value > 0 ? " yes" : " no");
    } else if (condition->test == AIC_TEST_EQUALS) {
        aic_text_format(text, " %g", condition->value);
    }
}

void cli_add_rule(const struct aic_calculator *calculator, const struct aic_rule *rule,
                  struct aic_text *text)
{
    aic_text_add(text, rule->kind == AIC_NEEDS ? "needs " : "excludes ");
    for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE; i++) {
        aic_text_add(text, i ? " or " : "");
        add_condition(calculator, &rule->conditions[i], text);
    }
}

/* Behind the literals at the head of the values of a warning: the first value. */
static const char *skip_literals(const char *values)
{
    while (*values == '"' || *values == ' ') {
        if (*values++ == '"') {
            while (*values && *values != '"') {
                values += *values == '\\' && values[1] ? 2 : 1;
            }
            values += *values == '"';
        }
    }
    return values;
}

/* The next of values with commas between them, outside of parentheses; the last ends with those around them. */
static struct aic_span next_value(const char **values)
{
    int depth = 0;
    *values += strspn(*values, ", ");
    struct aic_span value = { *values, 0 };
    while (**values && (depth > 0 || !strchr(",)", **values))) {
        depth += (**values == '(') - (**values == ')');
        ++*values;
    }
    value.length = (size_t)(*values - value.at);
    return value;
}

static bool begins_with(struct aic_span text, const char *head)
{
    return text.length > strlen(head) && strncmp(text.at, head, strlen(head)) == 0;
}

/* Whether it is more than names and operators that people write; capitals are those of a macro. */
static bool is_code(struct aic_span value)
{
    for (size_t i = 0; i < value.length; i++) {
        char c = value.at[i];
        bool is_member =
            (c == '.' && aic_is_letter(value.at[i + 1])) || (c == '-' && value.at[i + 1] == '>');
        if (is_member || aic_lower(c) != c || strchr("?\"[&", c)) {
            return true;
        }
    }
    return false;
}

/* The name that a value is about: that of aic_format(name, ...).text or of a macro for it, or the value itself;
 * dots for what only the code can say. */
static struct aic_span subject_of(struct aic_span value)
{
    static const char *const calls[] = { "aic_format(", "aic_format_binary(", "BYTES_OF(",
                                         "TIME_OF(", "PERCENT(" };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (begins_with(value, calls[i])) {
            const char *rest = value.at + strlen(calls[i]);
            value = next_value(&rest);
        }
    }
    return is_code(value) ? (struct aic_span){ "...", 3 } : value;
}

void cli_add_warning(const struct aic_warning *warning, struct aic_text *text)
{
    const char *values = warning->values ? skip_literals(warning->values) : "";
    for (const char *at = warning->text; *at; at++) {
        if (at[0] == '%' && at[1] == '%') {
            aic_text_add(text, "%");
            at++;
        } else if (at[0] == '%' && at[1]) {
            struct aic_span subject = subject_of(next_value(&values));
            aic_text_add(text, "{");
            aic_text_add_bytes(text, subject.at, subject.length);
            aic_text_add(text, "}");
            at++;
        } else {
            aic_text_add_bytes(text, at, 1);
        }
    }
}
