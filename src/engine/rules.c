/* SPDX-License-Identifier: Apache-2.0 */
/* Rules over inputs: "x needs y" and "x excludes y" are checked and reported here alone. */
#include "engine/rules.h"

#include <string.h>

#include <aicalc/text.h>

#include "engine/inputs.h"

const char *aic_member_name(const struct aic_member *member)
{
    const char *dot = strrchr(member->name, '.');
    return dot ? dot + 1 : member->name;
}

/* Parts of compositions come here in every evaluation. Each member of a rule is an input, says
 * aic_calculator_check(). */
static const struct aic_field *field_of(const struct aic_calculator *calculator,
                                        const struct aic_member *member)
{
    if (member->field) {
        return member->field;
    }
    const char *name = aic_member_name(member);
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    return aic_table_at(&calculator->inputs, index, NULL);
}

/* A member as a number: NaN where it is unset; a reference counts 1. */
static double member_number(const void *in, const struct aic_member *member)
{
    const char *at = (const char *)in + member->offset;
    switch (member->type) {
    case AIC_MEMBER_NUMBER: {
        double number;
        memcpy(&number, at, sizeof number);
        return number;
    }
    case AIC_MEMBER_CHOICE: {
        int choice;
        memcpy(&choice, at, sizeof choice);
        return choice >= 0 ? (double)choice : (double)NAN;
    }
    case AIC_MEMBER_FLAG: {
        aic_flag flag;
        memcpy(&flag, at, sizeof flag);
        return flag >= 0 ? (double)flag : (double)NAN;
    }
    case AIC_MEMBER_NAME:
        break;
    }
    struct aic_name name;
    memcpy(&name, at, sizeof name);
    return name.text ? 1 : (double)NAN;
}

static bool holds(const void *in, const struct aic_condition *condition)
{
    if (condition->test == AIC_TEST_GIVEN) {
        return aic_origin_get(in, condition->member.offset) >= AIC_FROM_CATALOG;
    }
    double number = member_number(in, &condition->member);
    if (condition->test == AIC_TEST_EQUALS) {
        return number == condition->value;
    }
    return condition->test == AIC_TEST_ABOVE ? number > condition->value : !isnan(number);
}

/* "mode 'async'", "compression_ratio above 1", "gpus" */
static void describe(const struct aic_calculator *calculator, const struct aic_condition *condition,
                     struct aic_text *text)
{
    const struct aic_field *field = field_of(calculator, &condition->member);
    const char *name = aic_member_name(&condition->member);
    if (condition->test == AIC_TEST_EQUALS && field->kind == AIC_CHOICE) {
        aic_text_format(text, "%s '%s'", name, aic_choice_name(field, (int)condition->value));
    } else if (condition->test == AIC_TEST_EQUALS && field->kind == AIC_FLAG) {
        aic_text_format(text, "%s %s", name, condition->value != 0 ? "true" : "false");
    } else if (condition->test == AIC_TEST_EQUALS) {
        aic_text_format(text, "%s %g", name, condition->value);
    } else if (condition->test == AIC_TEST_ABOVE) {
        aic_text_format(text, "%s above %g", name, condition->value);
    } else {
        aic_text_add(text, name);
    }
}

static void describe_all(const struct aic_calculator *calculator, const struct aic_rule *rule,
                         struct aic_text *text)
{
    for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE; i++) {
        if (i > 0) {
            aic_text_add(text, " or ");
        }
        describe(calculator, &rule->conditions[i], text);
    }
}

/* A usual value of the one input that a rule asks for; NULL: there are several, or it has none. */
static const char *example_of(const struct aic_calculator *calculator, const struct aic_rule *rule)
{
    const struct aic_condition *first = &rule->conditions[0];
    bool is_one = first->test == AIC_TEST_SET && rule->conditions[1].test == AIC_TEST_NONE;
    return is_one ? field_of(calculator, &first->member)->example : NULL;
}

static bool fail_rule(const struct aic_calculator *calculator, const struct aic_rule *rule,
                      const struct aic_condition *broken, struct aic_error *error)
{
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    const char *name = aic_member_name(&rule->subject);
    const char *why = rule->why ? rule->why : "";
    const char *colon = rule->why ? ": " : "";
    if (rule->kind == AIC_NEEDS) {
        describe_all(calculator, rule, &text);
        aic_fail(error, AIC_ERR_CONFLICT, name, "%s without %s%s%s", name, words, colon, why);
        const char *example = example_of(calculator, rule);
        return aic_suggest(error, "give %s%s%s, or leave %s out", words, example ? " such as " : "",
                           example ? example : "", name);
    }
    describe(calculator, broken, &text);
    aic_fail(error, AIC_ERR_CONFLICT, name, "%s together with %s%s%s", name, words, colon, why);
    return aic_suggest(error, "leave one of the two out");
}

static void ignore(const struct aic_calculator *calculator, const struct aic_member *member,
                   void *in)
{
    aic_input_reset(field_of(calculator, member), member->offset, in);
}

static bool is_chosen(const void *in, const struct aic_member *member)
{
    return aic_origin_get(in, member->offset) >= AIC_FROM_LAUNCH;
}

/* Chosen for this calculator. What was chosen for a composition may have its use in another part. */
static bool is_chosen_here(const void *in, const struct aic_member *member)
{
    return is_chosen(in, member) && !aic_is_passed(in, member->offset);
}

static bool any_holds(const struct aic_rule *rule, const void *in)
{
    for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE; i++) {
        if (holds(in, &rule->conditions[i])) {
            return true;
        }
    }
    return false;
}

static bool apply_needs(const struct aic_calculator *calculator, const struct aic_rule *rule,
                        void *in, struct aic_error *error)
{
    if (any_holds(rule, in)) {
        return true;
    }
    if (is_chosen_here(in, &rule->subject)) {
        return fail_rule(calculator, rule, NULL, error);
    }
    ignore(calculator, &rule->subject, in);
    return true;
}

static bool apply_excludes(const struct aic_calculator *calculator, const struct aic_rule *rule,
                           void *in, struct aic_error *error)
{
    for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE; i++) {
        const struct aic_condition *condition = &rule->conditions[i];
        if (!holds(in, condition)) {
            continue;
        }
        if (!is_chosen(in, &rule->subject)) {
            ignore(calculator, &rule->subject, in);
            return true;
        }
        if (is_chosen(in, &condition->member)) {
            return fail_rule(calculator, rule, condition, error);
        }
        if (condition->test == AIC_TEST_GIVEN) {
            ignore(calculator, &condition->member, in);
            continue;
        }
        if (is_chosen_here(in, &rule->subject)) {
            return fail_rule(calculator, rule, condition, error);
        }
        ignore(calculator, &rule->subject, in);
        return true;
    }
    return true;
}

bool aic_rules_refuse(const struct aic_calculator *calculator, const void *in, const char *name,
                      struct aic_error *error)
{
    for (size_t r = 0; r < calculator->rule_count; r++) {
        const struct aic_rule *rule = &calculator->rules[r];
        if (strcmp(aic_member_name(&rule->subject), name) != 0) {
            continue;
        }
        if (rule->kind == AIC_NEEDS) {
            if (!any_holds(rule, in)) {
                fail_rule(calculator, rule, NULL, error);
                return true;
            }
            continue;
        }
        for (size_t i = 0; i < AIC_CONDITIONS_MAX && rule->conditions[i].test != AIC_TEST_NONE;
             i++) {
            if (holds(in, &rule->conditions[i])) {
                fail_rule(calculator, rule, &rule->conditions[i], error);
                return true;
            }
        }
    }
    return false;
}

bool aic_rules_apply(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    for (size_t r = 0; r < calculator->rule_count; r++) {
        const struct aic_rule *rule = &calculator->rules[r];
        if (aic_origin_get(in, rule->subject.offset) < AIC_FROM_CATALOG) {
            continue;
        }
        bool (*apply)(const struct aic_calculator *, const struct aic_rule *, void *,
                      struct aic_error *) = rule->kind == AIC_NEEDS ? apply_needs : apply_excludes;
        if (!apply(calculator, rule, in, error)) {
            return false;
        }
    }
    return true;
}
