/* SPDX-License-Identifier: Apache-2.0 */
/* Check files: their form, and their budgets bound to results. */
#include "analysis/check/check.h"

#include <stdlib.h>
#include <string.h>

static bool read_name(const struct aic_json *json, struct aic_check *check, struct aic_error *error)
{
    const struct aic_json_value *name = aic_json_member(check->node, "name");
    const char *text = aic_json_text_of(name);
    if (!text || !*text) {
        return aic_check_refuse(json, name ? name : check->node, "a check without a name",
                                "give it a \"name\" that says what must hold", error);
    }
    if (strlen(text) > AIC_CHECK_NAME_MAX) {
        aic_json_fail(json, name, error, AIC_ERR_RANGE, NULL, "the name has more than %d bytes",
                      AIC_CHECK_NAME_MAX);
        return aic_suggest(error, "one line of a report has to hold it");
    }
    check->name = text;
    return true;
}

static bool read_gate(const struct aic_json *json, struct aic_check *check, struct aic_error *error)
{
    static const char *const words[] = {
        [AIC_GATE_WORST] = "worst",
        [AIC_GATE_LOW] = "low",
        [AIC_GATE_MID] = "mid",
        [AIC_GATE_HIGH] = "high",
    };
    const struct aic_json_value *gate = aic_json_member(check->node, "gate");
    if (!gate) {
        check->gate = AIC_GATE_WORST;
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (aic_json_is_text(gate, words[i])) {
            check->gate = (enum aic_gate)i;
            return true;
        }
    }
    return aic_check_refuse(json, gate, "'gate' is not one of its values",
                            "values: worst, low, mid, high", error);
}

/* The members of a list that must be there and hold something; NULL after a failure. */
static const struct aic_json_value *filled_list(const struct aic_json *json,
                                                const struct aic_json_value *object,
                                                const char *key, const char *message,
                                                const char *suggestion, struct aic_error *error)
{
    const struct aic_json_value *list = aic_json_member(object, key);
    if (!aic_json_is(list, AIC_JSON_ARRAY) || !aic_json_first(list)) {
        aic_check_refuse(json, list ? list : object, message, suggestion, error);
        return NULL;
    }
    return aic_json_first(list);
}

/* How many checks an entry of the list is: one, or one for each case and calculator of its texts. */
static size_t checks_of(const struct aic_checks *checks, const struct aic_json_value *node)
{
    const struct aic_check_texts *texts = aic_check_texts_of(checks, node);
    size_t count = 0;
    for (size_t i = 0; texts && i < texts->launch.case_count; i++) {
        const struct aic_launch_case *of = &texts->launch.cases[i];
        size_t calculators = 0;
        while (calculators < 3 && of->calculators[calculators]) {
            calculators++;
        }
        count += aic_json_member(node, "calculator") ? 1 : calculators;
    }
    return texts ? count : 1;
}

/* Reads the texts that checks name; counts checks and budgets before memory is taken for them. */
static bool count_all(struct aic_checks *all, const struct aic_json_value *first, size_t *checks,
                      size_t *lines, struct aic_error *error)
{
    const struct aic_json *json = all->source.json;
    for (const struct aic_json_value *check = first; check; check = aic_json_next(check)) {
        const struct aic_json_value *budgets = aic_json_member(check, "budgets");
        if (aic_json_member(check, "from") && !aic_check_read_texts(all, check, error)) {
            return false;
        }
        size_t of_check = checks_of(all, check);
        *lines += aic_json_is(budgets, AIC_JSON_ARRAY) ? of_check * aic_json_count(budgets) : 0;
        *checks += of_check;
        if (*checks > AIC_CHECKS_MAX) {
            aic_json_fail(json, check, error, AIC_ERR_RANGE, NULL, "more than %d checks",
                          AIC_CHECKS_MAX);
            return aic_suggest(error, "cut the file in two");
        }
        if (*lines > AIC_CHECK_LINES_MAX) {
            aic_json_fail(json, check, error, AIC_ERR_RANGE, NULL, "more than %d budgets",
                          AIC_CHECK_LINES_MAX);
            return aic_suggest(error, "cut the file in two");
        }
    }
    return true;
}

static bool bind_budget(const struct aic_json *json, const struct aic_check *check,
                        struct aic_check_line *line, struct aic_error *error)
{
    if (!aic_json_is(line->node, AIC_JSON_STRING)) {
        return aic_check_refuse(json, line->node, "a budget is a text",
                                "for example \"total_memory <= 75GiB\"", error);
    }
    return aic_budget_read_relative(&line->budget, check->calculator, aic_json_text_of(line->node),
                                    error) ||
           aic_json_locate(json, line->node, error);
}

/* A case asks several calculators: a budget is of the one that has its result. */
static bool is_of_other(const struct aic_check *check, const struct aic_json_value *node)
{
    struct aic_budget budget;
    const char *text = aic_json_text_of(node);
    if (!check->launch || !text || aic_json_member(check->node, "calculator") ||
        aic_budget_read_relative(&budget, check->calculator, text, NULL)) {
        return false;
    }
    for (size_t i = 0; i < 3 && check->launch->calculators[i]; i++) {
        const struct aic_calculator *other =
            aic_registry_find(NULL, check->launch->calculators[i], NULL);
        if (aic_budget_read_relative(&budget, other, text, NULL)) {
            return true;
        }
    }
    return false;
}

/* Binds the budgets of a check; `next` is the first line that is free. */
static bool bind_budgets(struct aic_checks *checks, struct aic_check *check,
                         struct aic_check_line *next, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    const struct aic_json_value *node =
        filled_list(json, check->node, "budgets", "a check without budgets checks nothing",
                    "give it \"budgets\", for example [\"fits\"]", error);
    check->lines = next;
    if (!node) {
        return aic_check_mistake(checks, error);
    }
    for (; node && check->calculator; node = aic_json_next(node)) {
        struct aic_check_line *line = &check->lines[check->line_count];
        aic_check_line_init(line, node);
        if (is_of_other(check, node)) {
            continue; /* of another calculator of the same case */
        }
        if (bind_budget(json, check, line, error)) {
            check->line_count++;
        } else if (!aic_check_mistake(checks, error)) {
            return false;
        }
    }
    return true;
}

/* {"RESULT": "VALUE"}, in the words of a command line. */
static bool bind_measured(const struct aic_json *json, struct aic_check *check,
                          struct aic_error *error)
{
    const struct aic_json_value *measured = aic_json_member(check->node, "measured");
    if (!measured) {
        return true;
    }
    if (!aic_json_is(measured, AIC_JSON_OBJECT)) {
        return aic_check_refuse(json, measured, "'measured' is an object of results",
                                "for example {\"step_time\": \"9.5s\"}", error);
    }
    size_t count = 0;
    AIC_JSON_EACH(node, measured) {
        if (!aic_json_is(node, AIC_JSON_STRING)) {
            return aic_check_refuse(json, node, "a measured value is a text",
                                    "with its unit, for example \"9.5s\"", error);
        }
        count++;
    }
    check->measured = calloc(count + 1, sizeof check->measured[0]);
    if (!check->measured) {
        return aic_fail_memory(error);
    }
    AIC_JSON_EACH(node, measured) {
        struct aic_span name = { aic_json_key_of(node), strlen(aic_json_key_of(node)) };
        struct aic_span value = { aic_json_text_of(node), strlen(aic_json_text_of(node)) };
        if (!aic_measured_bind(&check->measured[check->measured_count++], check->calculator, name,
                               value, error)) {
            return aic_json_locate(json, node, error);
        }
    }
    return true;
}

/* What a check says, whatever its calculator is. */
static bool read_form(struct aic_checks *checks, struct aic_check *check, struct aic_error *error)
{
    static const char *const names[] = { "name",     "calculator", "inputs", "budgets", "gate",
                                         "measured", "from",       "set",    NULL };
    const struct aic_json *json = checks->source.json;
    return aic_check_went_on(
               checks, aic_json_check_keys(json, check->node, names, "a check", error), error) &&
           aic_check_went_on(checks, read_name(json, check, error), error) &&
           aic_check_went_on(checks, read_gate(json, check, error), error) &&
           aic_check_went_on(checks,
                             (check->launch && !aic_json_member(check->node, "calculator")) ||
                                 aic_check_calculator(json, check->node, checks->source.registry,
                                                      &check->calculator, error),
                             error);
}

static bool read_check(struct aic_checks *checks, struct aic_check *check,
                       struct aic_check_line *next, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    if (!aic_json_is(check->node, AIC_JSON_OBJECT)) {
        aic_check_refuse(json, check->node, "a check is an object",
                         "with name, calculator, inputs and budgets", error);
        return aic_check_mistake(checks, error);
    }
    return read_form(checks, check, error) && bind_budgets(checks, check, next, error) &&
           (!check->calculator ||
            aic_check_went_on(checks, bind_measured(json, check, error), error));
}

/* "CHECK: CASE" where a check has several. */
static bool name_case(struct aic_check *check, size_t cases, bool several, struct aic_error *error)
{
    char name[2 * AIC_CHECK_NAME_MAX];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    aic_text_add(&text, check->name ? check->name : "");
    if (cases > 1) {
        aic_text_format(&text, ": %s", check->launch->name);
    }
    if (several) {
        aic_text_format(&text, " (%s)", check->calculator->name);
    }
    check->own_name = malloc(text.length + 1);
    if (!check->own_name) {
        return aic_fail_memory(error);
    }
    memcpy(check->own_name, name, text.length + 1);
    check->name = check->own_name;
    return true;
}

/* The checks of one entry of the list: as many as its texts have cases and calculators. */
static bool read_cases(struct aic_checks *checks, const struct aic_json_value *node, size_t *at,
                       struct aic_check_line **next, struct aic_error *error)
{
    const struct aic_check_texts *texts = aic_check_texts_of(checks, node);
    bool is_named = aic_json_member(node, "calculator") != NULL;
    for (size_t i = 0; i < texts->launch.case_count; i++) {
        const struct aic_launch_case *of = &texts->launch.cases[i];
        bool several = !is_named && of->calculators[1];
        for (size_t k = 0; k < (is_named ? 1 : 3) && of->calculators[k]; k++) {
            struct aic_check *check = &checks->at[(*at)++];
            check->node = node;
            check->launch = of;
            check->calculator = aic_registry_find(NULL, of->calculators[k], NULL);
            if (!read_check(checks, check, *next, error) ||
                !name_case(check, texts->launch.case_count, several, error)) {
                return false;
            }
            *next += check->line_count;
        }
    }
    return true;
}

static bool is_name_new(const struct aic_checks *checks, size_t index, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    const char *name = checks->at[index].name;
    for (size_t i = 0; name && i < index; i++) {
        if (checks->at[i].name && strcmp(checks->at[i].name, name) == 0) {
            aic_json_fail(json, aic_json_member(checks->at[index].node, "name"), error,
                          AIC_ERR_CONFLICT, NULL, "two checks are called '%s'", name);
            return aic_suggest(error, "reports tell checks apart by their names");
        }
    }
    return true;
}

bool aic_checks_read_file(struct aic_checks *checks, struct aic_error *error)
{
    static const char *const names[] = { "schema", "defaults", "checks", "$schema", NULL };
    const struct aic_json *json = checks->source.json;
    size_t check_count = 0;
    size_t line_count = 0;
    if (!aic_check_went_on(
            checks, aic_json_check_keys(json, json->root, names, "a check file", error), error)) {
        return false;
    }
    const struct aic_json_value *node =
        filled_list(json, json->root, "checks", "no checks: nothing would be checked",
                    "list at least one under \"checks\"", error);
    if (!node || !count_all(checks, node, &check_count, &line_count, error) ||
        !aic_checks_allocate(checks, check_count, line_count, error)) {
        return false;
    }
    struct aic_check_line *next = checks->lines;
    for (size_t i = 0; i < check_count; node = aic_json_next(node)) {
        if (aic_check_texts_of(checks, node)) {
            if (!read_cases(checks, node, &i, &next, error)) {
                return false;
            }
            continue;
        }
        checks->at[i].node = node;
        if (!read_check(checks, &checks->at[i], next, error) ||
            !aic_check_went_on(checks, is_name_new(checks, i, error), error)) {
            return false;
        }
        next += checks->at[i++].line_count;
    }
    return true;
}
