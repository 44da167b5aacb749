/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Saved answers: every result must come out as it was. Each is a line whose
 * budget is "RESULT == VALUE"; what was a default or a catalog's value then may have
 * changed since, and is named where a result did.
 */
#include "analysis/check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/answer_document.h"
#include "analysis/input_document.h"

/* Results of two versions agree to this: the order of two additions may change. */
#define SAME 1e-12

/* Room for the text of a line: the name of a result, " == " and a value. */
#define TEXT_SIZE 192

/* The words of a line, to be pasted as a budget. */
static void write_text(const struct aic_field *field, const struct aic_json_value *value,
                       struct aic_text *text)
{
    char quantity[AIC_QUANTITY_SIZE];
    aic_text_format(text, "%s == ", field->name);
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        aic_quantity_write(quantity, sizeof quantity, aic_json_number_of(value), field->dimension,
                           NULL, AIC_UNITS_RAW);
        aic_text_add(text, quantity);
    } else {
        aic_text_add(text, aic_json_is(value, AIC_JSON_STRING) ? aic_json_text_of(value)
                           : aic_json_is_true(value)           ? "true"
                                                               : "false");
    }
}

/* A choice that no longer exists stays unset; any other value of the wrong kind is refused. */
static bool read_value(const struct aic_field *field, const struct aic_json_value *value,
                       struct aic_value *out)
{
    *out = aic_document_value(field, value);
    if (!out->set) {
        out->number = NAN;
    }
    return out->set || (field->kind == AIC_CHOICE && aic_json_is(value, AIC_JSON_STRING));
}

static bool find_result(const struct aic_json *json, const struct aic_calculator *calculator,
                        const struct aic_json_value *member, size_t *index, struct aic_error *error)
{
    const char *near;
    char typed[AIC_TYPED_SIZE];
    const struct aic_span name = { aic_json_key_of(member), strlen(aic_json_key_of(member)) };
    if (aic_table_lookup(&calculator->results, name, index, &near, typed)) {
        return true;
    }
    aic_json_fail(json, member, error, AIC_ERR_UNKNOWN, NULL, "%s has no result '%s'",
                  calculator->name, typed);
    if (!aic_suggest_new_name(error, calculator, name)) {
        aic_suggest_name(error, near, "'aicalc help %s' lists the results", calculator->name);
    }
    return false;
}

static bool check_unit(const struct aic_json *json, const struct aic_field *field,
                       const struct aic_json_value *member, struct aic_error *error)
{
    const char *unit = aic_json_member_text(member, "unit");
    const char *wanted = aic_field_unit(field);
    if (!unit || !wanted || strcmp(unit, wanted) == 0) {
        return true;
    }
    aic_json_fail(json, member, error, AIC_ERR_UNIT, field->name, "%s is in '%s' here", field->name,
                  unit);
    return aic_suggest(error, "an answer has it in '%s'", wanted);
}

static bool read_line(const struct aic_json *json, const struct aic_calculator *calculator,
                      const struct aic_json_value *member, struct aic_check_line *line, char *words,
                      struct aic_error *error)
{
    aic_check_line_init(line, member);
    if (!find_result(json, calculator, member, &line->budget.result, error)) {
        return false;
    }
    const struct aic_field *field = aic_budget_field(&line->budget, calculator);
    const struct aic_json_value *value = aic_json_member(member, "value");
    if (!value || !read_value(field, value, &line->before)) {
        aic_json_fail(json, member, error, AIC_ERR_VALUE, field->name,
                      "%s: the value is missing or of the wrong kind", field->name);
        return aic_suggest(error, "give the answer as -o json printed it");
    }
    struct aic_text text;
    aic_text_init(&text, words, TEXT_SIZE);
    write_text(field, value, &text);
    line->budget.text = (struct aic_span){ words, text.length };
    line->budget.relation = AIC_EQUAL;
    line->budget.limit = line->before.number;
    return check_unit(json, field, member, error);
}

/* `inputs` and `results` are objects, and there is a result to compare. */
static bool check_form(const struct aic_json *json, struct aic_error *error)
{
    const struct aic_json_value *inputs = aic_json_member(json->root, "inputs");
    const struct aic_json_value *results = aic_json_member(json->root, "results");
    if (aic_json_member(json->root, "cases")) {
        return aic_check_refuse(json, aic_json_member(json->root, "cases"),
                                "a sweep cannot be checked", "save single answers", error);
    }
    if (!aic_json_is(inputs, AIC_JSON_OBJECT) || !aic_json_is(results, AIC_JSON_OBJECT)) {
        return aic_check_refuse(json, json->root, "not an answer: 'inputs' or 'results' is missing",
                                "give what 'aicalc CALCULATOR ... -o json' wrote", error);
    }
    if (!aic_json_first(results)) {
        return aic_check_refuse(json, results, "no results: nothing would be checked",
                                "give the answer as -o json printed it", error);
    }
    AIC_JSON_EACH(member, results) {
        if (!aic_json_is(member, AIC_JSON_OBJECT)) {
            return aic_check_refuse(json, member, "a result is an object with a value",
                                    "give the answer as -o json printed it", error);
        }
    }
    return true;
}

/* Asks once, so that names that no longer exist are reported before anything is computed. */
static bool check_question(const struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_recipe recipe = aic_check_recipe(checks, &checks->at[0]);
    struct aic_question question;
    bool ok = aic_recipe_ask(&recipe, &question, error);
    aic_question_clear(&question);
    if (!ok && error->line == 0 && !aic_code_is_internal(error->code)) {
        aic_json_locate(checks->source.json, NULL, error);
    }
    return ok;
}

bool aic_checks_read_saved(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    const struct aic_calculator *calculator;
    if (!aic_check_calculator(json, json->root, checks->source.registry, &calculator, error) ||
        !check_form(json, error)) {
        return false;
    }
    const struct aic_json_value *results = aic_json_member(json->root, "results");
    size_t count = aic_json_count(results);
    if (!aic_checks_allocate(checks, 1, count, error)) {
        return false;
    }
    struct aic_check *check = &checks->at[0];
    *check = (struct aic_check){ .name = checks->source.name,
                                 .calculator = calculator,
                                 .node = json->root,
                                 .lines = checks->lines };
    checks->texts = malloc(count * TEXT_SIZE);
    if (!checks->texts) {
        return aic_fail_memory(error);
    }
    const struct aic_json_value *member = aic_json_first(results);
    for (size_t i = 0; i < count; i++, member = aic_json_next(member)) {
        char *words = checks->texts + i * TEXT_SIZE;
        if (!read_line(json, calculator, member, &check->lines[check->line_count++], words,
                       error)) {
            return false;
        }
    }
    return check_question(checks, error);
}

/* Numbers to the last digits, all else exactly. */
static bool is_same(double then, double now)
{
    return then == now || /* also where neither has an upper limit */
           fabs(then - now) <= SAME * fmax(fabs(then), fabs(now));
}

/* An end of a range, "low" or "high", is as it was, or the saved answer has none. */
static bool is_same_end(const struct aic_field *field, const struct aic_json_value *member,
                        const char *key, struct aic_value now)
{
    const struct aic_json_value *node = aic_json_member(member, key);
    struct aic_value then;
    return !node || (read_value(field, node, &then) && then.set && now.set &&
                     is_same(then.number, now.number));
}

static bool keep_reason(struct aic_check_line *line, const char *name, const char *reason,
                        struct aic_error *error)
{
    struct aic_error why = { .code = AIC_OK };
    aic_fail(&why, AIC_ERR_CONFLICT, name, "%s", reason);
    line->why = aic_check_keep(&why);
    if (!line->why) {
        return aic_fail_memory(error);
    }
    return true;
}

static bool judge_line(const struct aic_check *check, struct aic_check_line *line,
                       const struct aic_answer *answer, const struct aic_spread *spread,
                       struct aic_error *error)
{
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    struct aic_value now = aic_answer_result(answer, line->budget.result);
    struct aic_value low, high;
    line->basis = answer->basis[line->budget.result];
    line->outcome = AIC_OUTCOME_FAIL;
    if (!now.set) {
        return keep_reason(line, field->name, "no longer applies", error);
    }
    bool same = line->before.set && is_same(line->before.number, now.number);
    const struct aic_verdict verdict = { now.number, same, NULL };
    aic_check_take(line, check->calculator, &verdict);
    if (!line->before.set) {
        return keep_reason(line, field->name, "had a value that no longer exists", error);
    }
    aic_spread_ends(spread, line->budget.result, &low, &high);
    if (same && (!is_same_end(field, line->node, "low", low) ||
                 !is_same_end(field, line->node, "high", high))) {
        line->outcome = AIC_OUTCOME_FAIL;
        return keep_reason(line, field->name, "the ends of its range differ", error);
    }
    return true;
}

/* An input of the saved answer that has another value today, or none. */
static void add_changed(struct aic_checks *checks, const struct aic_json_value *member)
{
    const struct aic_question *question = &checks->question;
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, aic_json_key_of(member), strlen(aic_json_key_of(member)));
    bool gone = index == aic_table_size(inputs) || !aic_question_value(question, index).set;
    if (gone || !aic_document_is_same(question, index, aic_json_member(member, "value"))) {
        checks->inputs[checks->input_count++] =
            (struct aic_check_input){ aic_json_key_of(member), index, member, gone };
    }
}

/* What the results rest on and the saved answer does not know. */
static void add_new(struct aic_checks *checks, const struct aic_answer *answer, size_t index)
{
    const struct aic_json_value *then = aic_json_member(checks->source.json->root, "inputs");
    const char *name = aic_table_at(&checks->question.calculator->inputs, index, NULL)->name;
    if (answer->used[index] && !aic_json_member(then, name)) {
        checks->inputs[checks->input_count++] =
            (struct aic_check_input){ name, index, NULL, false };
    }
}

static bool find_changed(struct aic_checks *checks, const struct aic_answer *answer,
                         struct aic_error *error)
{
    const struct aic_json_value *inputs = aic_json_member(checks->source.json->root, "inputs");
    size_t count = aic_table_size(&checks->question.calculator->inputs);
    checks->inputs = calloc(aic_json_count(inputs) + count, sizeof checks->inputs[0]);
    if (!checks->inputs) {
        return aic_fail_memory(error);
    }
    AIC_JSON_EACH(member, inputs) {
        add_changed(checks, member);
    }
    for (size_t i = 0; i < count; i++) {
        add_new(checks, answer, i);
    }
    return true;
}

bool aic_check_run_saved(struct aic_checks *checks, struct aic_error *error)
{
    struct aic_check *check = &checks->at[0];
    const struct aic_recipe recipe = aic_check_recipe(checks, check);
    struct aic_answer answer = { .question = NULL };
    struct aic_spread spread = { .ranged = false };
    struct aic_error why = { .code = AIC_OK };
    bool differs = false;
    bool answered = aic_recipe_ask(&recipe, &checks->question, &why) &&
                    aic_spread_init(&spread, &checks->question, &why) &&
                    aic_answer_init(&answer, &checks->question, &why);
    bool ok = answered ? aic_check_take_warnings(check, &answer.notes, error)
                       : aic_check_break(check, &why, error);
    for (size_t i = 0; ok && answered && i < check->line_count; i++) {
        ok = judge_line(check, &check->lines[i], &answer, &spread, error);
        differs = differs || check->lines[i].outcome == AIC_OUTCOME_FAIL;
    }
    if (ok && differs) {
        ok = find_changed(checks, &answer, error);
    }
    aic_answer_clear(&answer);
    aic_spread_clear(&spread);
    return ok;
}
