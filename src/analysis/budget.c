/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets: reading, binding, judging. */
#include <aicalc/budget.h>

#include <math.h>
#include <string.h>

#include <aicalc/explain.h>
#include <aicalc/text.h>

static struct aic_span trimmed(struct aic_span text)
{
    while (text.length > 0 && (text.at[0] == ' ' || text.at[0] == '\t')) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 &&
           (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\t')) {
        text.length--;
    }
    return text;
}

static struct aic_span after(struct aic_span text, size_t count)
{
    return (struct aic_span){ text.at + count, text.length - count };
}

static bool starts_with(struct aic_span text, const char *prefix)
{
    size_t length = strlen(prefix);
    return text.length >= length && memcmp(text.at, prefix, length) == 0;
}

/* The operators; the longer of two that start alike comes first. */
static const struct {
    const char *sign;
    enum aic_relation relation;
} relations[] = {
    { "<=", AIC_AT_MOST }, { ">=", AIC_AT_LEAST }, { "==", AIC_EQUAL },
    { "<", AIC_LESS },     { ">", AIC_MORE },
};

bool aic_relation_read(struct aic_span *text, enum aic_relation *relation)
{
    for (size_t i = 0; i < sizeof relations / sizeof relations[0]; i++) {
        if (starts_with(*text, relations[i].sign)) {
            *relation = relations[i].relation;
            *text = trimmed(after(*text, strlen(relations[i].sign)));
            return true;
        }
    }
    return false;
}

const struct aic_field *aic_budget_field(const struct aic_budget *budget,
                                         const struct aic_calculator *calculator)
{
    return aic_table_at(&calculator->results, budget->result, NULL);
}

static bool fail_form(const char *text, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_VALUE, NULL, "budget: '%s' is not of the form RESULT OP QUANTITY",
             text);
    return aic_suggest(error, "for example 'total_memory <= 75GiB'; operators: <= < >= > ==");
}

/* A name alone: only a flag can stand so. */
static bool bind_flag(struct aic_budget *budget, const struct aic_field *field, const char *text,
                      struct aic_error *error)
{
    if (field->kind != AIC_FLAG) {
        return fail_form(text, error);
    }
    budget->relation = AIC_EQUAL;
    budget->limit = 1;
    return true;
}

/* "+10%", "-5%" and "+5GiB" are changes; "-5GiB" is a plain limit below zero. */
static enum aic_limit limit_kind(struct aic_span limit)
{
    bool is_signed = limit.at[0] == '+' || limit.at[0] == '-';
    if (is_signed && limit.at[limit.length - 1] == '%') {
        return AIC_LIMIT_SHARE;
    }
    return limit.at[0] == '+' ? AIC_LIMIT_MORE : AIC_LIMIT_PLAIN;
}

static bool bind_number(struct aic_budget *budget, const struct aic_field *field,
                        struct aic_span limit, struct aic_error *error)
{
    budget->kind = limit_kind(limit);
    bool is_share = budget->kind == AIC_LIMIT_SHARE;
    double *value = budget->kind == AIC_LIMIT_PLAIN ? &budget->limit : &budget->change;
    return aic_quantity_read(limit.at, limit.length, is_share ? AIC_RATIO : field->dimension,
                             field->name, value, error);
}

static bool bind_limit(struct aic_budget *budget, const struct aic_field *field,
                       struct aic_span limit, struct aic_error *error)
{
    struct aic_value value;
    if (aic_field_is_number(field)) {
        return bind_number(budget, field, limit, error);
    }
    if (budget->relation != AIC_EQUAL) {
        aic_fail(error, AIC_ERR_VALUE, field->name, "budget: %s is no number, only == fits it",
                 field->name);
        return aic_suggest(error, "write '%s == %s'", field->name,
                           field->kind == AIC_FLAG ? "true" : field->choices[0]);
    }
    if (!aic_value_read(field, limit.at, limit.length, &value, error)) {
        return false;
    }
    budget->limit = value.number;
    return true;
}

bool aic_budget_read_relative(struct aic_budget *budget, const struct aic_calculator *calculator,
                              const char *text, struct aic_error *error)
{
    struct aic_span rest = trimmed((struct aic_span){ text, strlen(text) });
    budget->warns = starts_with(rest, "warn:");
    if (budget->warns) {
        rest = trimmed(after(rest, strlen("warn:")));
    }
    budget->text = rest;
    budget->kind = AIC_LIMIT_PLAIN;
    budget->change = 0;
    budget->limit = NAN;
    size_t length = strcspn(rest.at, " \t<>=");
    if (length == 0) {
        return fail_form(text, error);
    }
    if (!aic_result_find(calculator, (struct aic_span){ rest.at, length },
                         "budget: ", &budget->result, error)) {
        return false;
    }
    const struct aic_field *field = aic_budget_field(budget, calculator);
    rest = trimmed(after(rest, length));
    if (rest.length == 0) {
        return bind_flag(budget, field, text, error);
    }
    if (!aic_relation_read(&rest, &budget->relation) || rest.length == 0) {
        return fail_form(text, error);
    }
    return bind_limit(budget, field, rest, error);
}

bool aic_budget_read(struct aic_budget *budget, const struct aic_calculator *calculator,
                     const char *text, struct aic_error *error)
{
    if (!aic_budget_read_relative(budget, calculator, text, error)) {
        return false;
    }
    if (budget->kind == AIC_LIMIT_PLAIN) {
        return true;
    }
    const char *name = aic_budget_field(budget, calculator)->name;
    aic_fail(error, AIC_ERR_CONFLICT, name,
             "budget: '%s' is relative to an earlier report, and there is none here", text);
    return aic_suggest(error, budget->kind == AIC_LIMIT_MORE
                                  ? "write the limit without '+', or put the budget into a check "
                                    "file: 'aicalc check FILE --baseline OLD.json'"
                                  : "write the limit itself, or put the budget into a check "
                                    "file: 'aicalc check FILE --baseline OLD.json'");
}

bool aic_budget_resolve(struct aic_budget *budget, const struct aic_calculator *calculator,
                        double before, struct aic_error *error)
{
    if (budget->kind == AIC_LIMIT_PLAIN) {
        return true;
    }
    bool is_share = budget->kind == AIC_LIMIT_SHARE;
    budget->limit = before + (is_share ? fabs(before) * budget->change : budget->change);
    const char *name = aic_budget_field(budget, calculator)->name;
    if (!isfinite(budget->limit)) {
        return aic_fail(error, AIC_ERR_RANGE, name, "budget: the limit on %s is too large", name);
    }
    return true;
}

bool aic_budget_holds(const struct aic_budget *budget, double actual)
{
    switch (budget->relation) {
    case AIC_AT_MOST:
        return actual <= budget->limit;
    case AIC_LESS:
        return actual < budget->limit;
    case AIC_AT_LEAST:
        return actual >= budget->limit;
    case AIC_MORE:
        return actual > budget->limit;
    case AIC_EQUAL:
        break;
    }
    return actual == budget->limit;
}

double aic_budget_margin(const struct aic_budget *budget, double actual)
{
    bool is_ceiling = budget->relation == AIC_AT_MOST || budget->relation == AIC_LESS;
    if (budget->relation == AIC_EQUAL) {
        return NAN;
    }
    double room = is_ceiling ? budget->limit - actual : actual - budget->limit;
    double margin = room / fabs(budget->limit);
    return isfinite(margin) ? margin : NAN;
}

bool aic_budget_judge_value(const struct aic_budget *budget,
                            const struct aic_calculator *calculator, const void *out,
                            struct aic_verdict *verdict, struct aic_error *error)
{
    const struct aic_field *field = aic_budget_field(budget, calculator);
    struct aic_value value = aic_value_load(field, (const char *)out + field->offset);
    *verdict = (struct aic_verdict){ .actual = NAN };
    if (!value.set) {
        const char *name = field->name;
        verdict->no = aic_why_no(calculator, out, budget->result);
        if (verdict->no) {
            return true;
        }
        aic_fail(error, AIC_ERR_MISSING, name,
                 "budget: %s does not apply to this question, so it can be neither held nor "
                 "exceeded",
                 name);
        return aic_suggest(error, "give the inputs that it needs: 'aicalc help %s' shows them",
                           calculator->name);
    }
    verdict->actual = value.number;
    verdict->pass = aic_budget_holds(budget, value.number);
    return true;
}

bool aic_budget_judge(const struct aic_budget *budget, const struct aic_answer *answer,
                      struct aic_verdict *verdict, struct aic_error *error)
{
    bool judged =
        aic_budget_judge_value(budget, answer->question->calculator, answer->out, verdict, error);
    if (!judged) {
        char why[sizeof error->suggestion];
        struct aic_text text;
        aic_text_init(&text, why, sizeof why);
        if (aic_explain_missing(answer, budget->result, &text)) {
            aic_suggest(error, "it %s", why);
        }
    }
    return judged;
}
