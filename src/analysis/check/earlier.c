/* SPDX-License-Identifier: Apache-2.0 */
/* Earlier reports: the values that relative budgets start from. */
#include "analysis/check/check.h"

#include <string.h>

#include "analysis/answer_document.h"

static bool refuse_report(const struct aic_json *json, const struct aic_json_value *at,
                          struct aic_error *error)
{
    return aic_check_refuse(json, at, "not a report of schema 'aicalc-report/1'",
                            "give what 'aicalc check FILE -o json' wrote", error);
}

bool aic_check_read_earlier(const struct aic_json *earlier, struct aic_error *error)
{
    const struct aic_json_value *root = earlier->root;
    const struct aic_json_value *checks = aic_json_member(root, "checks");
    if (!aic_json_is_text(aic_json_member(root, "schema"), "aicalc-report/1") ||
        !aic_json_is(checks, AIC_JSON_ARRAY)) {
        const struct aic_json_value *at = aic_json_member(root, "schema");
        return refuse_report(earlier, at ? at : root, error);
    }
    AIC_JSON_EACH(check, checks) {
        if (!aic_json_member_text(check, "name") ||
            !aic_json_is(aic_json_member(check, "budgets"), AIC_JSON_ARRAY)) {
            return refuse_report(earlier, check, error);
        }
    }
    return true;
}

/* The check of that name and calculator; a report that names no calculator is believed. */
static const struct aic_json_value *find_check(const struct aic_json *earlier, const char *file,
                                               const struct aic_check *check)
{
    const struct aic_json_value *checks = earlier ? aic_json_member(earlier->root, "checks") : NULL;
    AIC_JSON_EACH(node, checks) {
        const char *calculator = aic_json_member_text(node, "calculator");
        const char *of = aic_json_member_text(node, "file"); /* in a report of several files */
        if (strcmp(aic_json_member_text(node, "name"), check->name) == 0 &&
            (!of || !file || strcmp(of, file) == 0)) {
            bool is_same = !calculator || strcmp(calculator, check->calculator->name) == 0;
            return is_same ? node : NULL;
        }
    }
    return NULL;
}

/* The value of a budget that was judged then; not set where there is none that fits the field. */
static struct aic_value actual_of(const struct aic_field *field,
                                  const struct aic_json_value *budget)
{
    const char *unit = aic_json_member_text(budget, "unit");
    const char *wanted = aic_field_unit(field);
    bool is_same_unit = !wanted || !unit || strcmp(unit, wanted) == 0;
    return aic_document_value(field, is_same_unit ? aic_json_member(budget, "actual") : NULL);
}

/* How well a budget of then suits one of now: they may have tested two ends of one range. */
static int suits(const struct aic_check *check, const struct aic_check_line *line,
                 const struct aic_json_value *budget)
{
    const char *text = aic_json_member_text(budget, "budget");
    const char *result = aic_json_member_text(budget, "result");
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    struct aic_budget then;
    struct aic_error ignored;
    if (!result || strcmp(result, field->name) != 0 || !actual_of(field, budget).set) {
        return 0;
    }
    if (!text || !aic_budget_read_relative(&then, check->calculator, text, &ignored)) {
        return 1;
    }
    bool is_same = then.text.length == line->budget.text.length &&
                   memcmp(then.text.at, line->budget.text.at, then.text.length) == 0;
    return is_same ? 3 : then.relation == line->budget.relation ? 2 : 1;
}

static struct aic_value find_before(const struct aic_check *check,
                                    const struct aic_check_line *line,
                                    const struct aic_json_value *then)
{
    const struct aic_json_value *budgets = aic_json_member(then, "budgets");
    const struct aic_json_value *best = NULL;
    int most = 0;
    AIC_JSON_EACH(budget, budgets) {
        int how = suits(check, line, budget);
        best = how > most ? budget : best;
        most = how > most ? how : most;
    }
    return best ? actual_of(aic_budget_field(&line->budget, check->calculator), best)
                : (struct aic_value){ .set = false };
}

static bool refuse_relative(const struct aic_checks *checks, const struct aic_check *check,
                            const struct aic_check_line *line, struct aic_error *error)
{
    const struct aic_json *earlier = checks->source.earlier;
    const char *result = aic_budget_field(&line->budget, check->calculator)->name;
    if (!earlier) {
        aic_json_fail(checks->source.json, line->node, error, AIC_ERR_MISSING, result,
                      "'%s' is relative to an earlier report, and none is given",
                      aic_json_text_of(line->node));
        return aic_suggest(error, "give one: --baseline OLD.json; or make the first: "
                                  "--write-baseline NEW.json");
    }
    aic_json_fail(checks->source.json, line->node, error, AIC_ERR_MISSING, result,
                  "'%s' is relative, and %s has no %s of the check '%s'",
                  aic_json_text_of(line->node), earlier->name, result, check->name);
    return aic_suggest(error, "the report needs a plain budget on it, such as 'warn: %s >= 0'",
                       result);
}

static bool compare_check(struct aic_checks *checks, struct aic_check *check,
                          struct aic_error *error)
{
    const struct aic_json_value *then =
        find_check(checks->source.earlier, checks->source.file, check);
    for (size_t i = 0; i < check->line_count; i++) {
        struct aic_check_line *line = &check->lines[i];
        line->before = find_before(check, line, then);
        line->recorded = line->budget.kind != AIC_LIMIT_PLAIN && !checks->source.earlier &&
                         checks->source.records;
        if (line->recorded) {
            continue;
        }
        bool ok = line->budget.kind == AIC_LIMIT_PLAIN || line->before.set
                      ? aic_budget_resolve(&line->budget, check->calculator, line->before.number,
                                           error) ||
                            aic_json_locate(checks->source.json, line->node, error)
                      : refuse_relative(checks, check, line, error);
        if (!aic_check_went_on(checks, ok, error)) {
            return false;
        }
    }
    return true;
}

bool aic_check_compare(struct aic_checks *checks, struct aic_error *error)
{
    for (size_t i = 0; i < checks->count; i++) {
        const struct aic_check *check = &checks->at[i];
        if (check->name && check->calculator && !compare_check(checks, &checks->at[i], error)) {
            return false;
        }
    }
    return true;
}
