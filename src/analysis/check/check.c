/* SPDX-License-Identifier: Apache-2.0 */
/* Checks: what kind of document it is, computing, judging, releasing. */
#include "analysis/check/check.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *aic_outcome_name(enum aic_outcome outcome)
{
    static const char *const names[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = "pass",
        [AIC_OUTCOME_WARN] = "warn",
        [AIC_OUTCOME_FAIL] = "fail",
        [AIC_OUTCOME_ERROR] = "error",
    };
    return outcome < AIC_OUTCOMES ? names[outcome] : "error";
}

const char *aic_check_text(const struct cJSON *object, const char *key)
{
    const struct cJSON *value = aic_json_member(object, key);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

bool aic_check_refuse(const struct aic_json *json, const struct cJSON *at, const char *message,
                      const char *suggestion, struct aic_error *error)
{
    aic_json_fail(json, at, error, AIC_ERR_JSON, NULL, "%s", message);
    return aic_suggest(error, "%s", suggestion);
}

struct aic_error *aic_check_keep(const struct aic_error *error)
{
    struct aic_error *kept = malloc(sizeof *kept);
    if (kept) {
        *kept = *error;
    }
    return kept;
}

bool aic_checks_allocate(struct aic_checks *checks, size_t check_count, size_t line_count,
                         struct aic_error *error)
{
    checks->at = calloc(check_count, sizeof checks->at[0]);
    checks->lines = calloc(line_count, sizeof checks->lines[0]);
    if (!checks->at || !checks->lines) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    checks->count = check_count;
    checks->line_count = line_count;
    return true;
}

void aic_check_line_init(struct aic_check_line *line, const struct cJSON *node)
{
    memset(line, 0, sizeof *line);
    line->node = node;
    line->margin = NAN;
    line->change = NAN;
}

/* Checks and their lines follow each other in the text, so that one walk finds all places. */
static bool find_places(struct aic_checks *checks, struct aic_error *error)
{
    size_t count = checks->count + checks->line_count;
    const struct cJSON **nodes = malloc(count * sizeof nodes[0]);
    struct aic_place *places = malloc(count * sizeof places[0]);
    bool ok = nodes && places;
    size_t next = 0;
    for (size_t i = 0; ok && i < checks->count; i++) {
        nodes[next++] = checks->at[i].node;
        for (size_t k = 0; k < checks->at[i].line_count; k++) {
            nodes[next++] = checks->at[i].lines[k].node;
        }
    }
    if (ok) {
        aic_json_places(checks->source.json, nodes, places, next);
    }
    next = 0;
    for (size_t i = 0; ok && i < checks->count; i++) {
        checks->at[i].place = places[next++];
        for (size_t k = 0; k < checks->at[i].line_count; k++) {
            checks->at[i].lines[k].place = places[next++];
        }
    }
    free(nodes);
    free(places);
    if (!ok) {
        aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return ok;
}

static bool read_file(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *earlier = checks->source.earlier;
    return (!earlier || aic_check_read_earlier(earlier, error)) &&
           aic_checks_read_file(checks, error) && aic_check_bind_inputs(checks, error) &&
           aic_check_compare(checks, error) && find_places(checks, error);
}

static bool read_saved(struct aic_checks *checks, struct aic_error *error)
{
    checks->saved = true;
    if (checks->source.earlier) {
        aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s is a saved answer, compared with itself only",
                 checks->source.json->name);
        return aic_suggest(error, "leave --baseline out");
    }
    return aic_checks_read_saved(checks, error) && find_places(checks, error);
}

bool aic_checks_read(struct aic_checks *checks, const struct aic_check_source *source,
                     struct aic_error *error)
{
    const struct aic_json *json = source->json;
    const char *schema = aic_check_text(json->root, "schema");
    memset(checks, 0, sizeof *checks);
    checks->source = *source;
    if (schema && strcmp(schema, "aicalc-check/1") == 0) {
        return read_file(checks, error);
    }
    if (schema && strcmp(schema, "aicalc/1") == 0) {
        return read_saved(checks, error);
    }
    const struct cJSON *at = aic_json_member(json->root, "schema");
    return aic_check_refuse(json, at ? at : json->root,
                            "neither a check file of schema 'aicalc-check/1' nor a saved answer "
                            "of schema 'aicalc/1'",
                            "begin with {\"schema\": \"aicalc-check/1\", \"checks\": [...]}; "
                            "'aicalc schema check' prints the form",
                            error);
}

void aic_checks_clear(struct aic_checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        free(checks->at[i].settings);
        free(checks->at[i].why);
        free(checks->at[i].warnings);
    }
    for (size_t i = 0; i < checks->line_count; i++) {
        free(checks->lines[i].why);
    }
    free(checks->at);
    free(checks->lines);
    free(checks->texts);
    free(checks->inputs);
    aic_question_clear(&checks->question);
    memset(checks, 0, sizeof *checks);
}

struct aic_recipe aic_check_recipe(const struct aic_checks *checks, const struct aic_check *check)
{
    return (struct aic_recipe){
        .calculator = check->calculator,
        .catalog = checks->source.catalog,
        .input = checks->saved ? checks->source.json : NULL,
        .settings = check->settings,
        .setting_count = check->setting_count,
        .settings_origin = AIC_FROM_FILE,
        .loader = checks->source.loader,
        .renews = checks->saved,
    };
}

/* Room to the limit as a share of it. */
static double margin_of(const struct aic_budget *budget, double actual)
{
    bool is_ceiling = budget->relation == AIC_AT_MOST || budget->relation == AIC_LESS;
    if (budget->relation == AIC_EQUAL) {
        return NAN;
    }
    double room = is_ceiling ? budget->limit - actual : actual - budget->limit;
    double margin = room / fabs(budget->limit);
    return isfinite(margin) ? margin : NAN;
}

static double change_of(const struct aic_field *field, struct aic_value before, double now)
{
    bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    if (!is_number || !before.set) {
        return NAN;
    }
    double change = now == before.number ? 0 : (now - before.number) / fabs(before.number);
    return isfinite(change) ? change : NAN;
}

bool aic_check_break(struct aic_check *check, const struct aic_error *why, struct aic_error *error)
{
    check->why = aic_check_keep(why);
    check->outcome = AIC_OUTCOME_ERROR;
    for (size_t i = 0; i < check->line_count; i++) {
        check->lines[i].outcome = AIC_OUTCOME_ERROR;
    }
    if (aic_code_is_internal(why->code)) {
        *error = *why;
        return false;
    }
    if (!check->why) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    return true;
}

void aic_check_take(struct aic_check_line *line, const struct aic_calculator *calculator,
                    double actual, bool pass)
{
    const struct aic_field *field = aic_budget_field(&line->budget, calculator);
    line->actual = (struct aic_value){ true, actual, NULL };
    line->margin = margin_of(&line->budget, actual);
    line->change = change_of(field, line->before, actual);
    line->outcome = pass                 ? AIC_OUTCOME_PASS
                    : line->budget.warns ? AIC_OUTCOME_WARN
                                         : AIC_OUTCOME_FAIL;
}

static bool judge(struct aic_check *check, const struct aic_answer *answer,
                  const struct aic_spread *spread, struct aic_error *error)
{
    for (size_t i = 0; i < check->line_count; i++) {
        struct aic_check_line *line = &check->lines[i];
        struct aic_verdict verdict;
        struct aic_error why = { .code = AIC_OK };
        line->basis = answer->basis[line->budget.result];
        if (aic_spread_judge(spread, &line->budget, answer, check->gate, &verdict, &why)) {
            aic_check_take(line, check->calculator, verdict.actual, verdict.pass);
            continue;
        }
        line->outcome = AIC_OUTCOME_ERROR;
        line->why = aic_check_keep(&why);
        if (!line->why) {
            return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        }
    }
    return true;
}

bool aic_check_take_warnings(struct aic_check *check, const struct aic_notes *notes,
                             struct aic_error *error)
{
    if (notes->count == 0) {
        return true;
    }
    check->warnings = malloc(notes->count * sizeof check->warnings[0]);
    if (!check->warnings) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    memcpy(check->warnings, notes->notes, notes->count * sizeof check->warnings[0]);
    check->warning_count = notes->count;
    return true;
}

static bool run_check(const struct aic_checks *checks, struct aic_check *check,
                      struct aic_error *error)
{
    const struct aic_recipe recipe = aic_check_recipe(checks, check);
    struct aic_question question;
    struct aic_answer answer = { .question = NULL };
    struct aic_spread spread = { .ranged = false };
    struct aic_error why = { .code = AIC_OK };
    bool answered = aic_recipe_ask(&recipe, &question, &why) &&
                    aic_spread_init(&spread, &question, &why) &&
                    aic_answer_init(&answer, &question, &why);
    bool ok = answered ? judge(check, &answer, &spread, error) &&
                             aic_check_take_warnings(check, &answer.notes, error)
                       : aic_check_break(check, &why, error);
    aic_answer_clear(&answer);
    aic_spread_clear(&spread);
    aic_question_clear(&question);
    return ok;
}

/* A check is as bad as its worst line, and the file as its worst check. */
static void sum_up(struct aic_checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        struct aic_check *check = &checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            enum aic_outcome outcome = check->lines[k].outcome;
            checks->tally[outcome]++;
            check->outcome = outcome > check->outcome ? outcome : check->outcome;
        }
        checks->outcome = check->outcome > checks->outcome ? check->outcome : checks->outcome;
    }
}

bool aic_checks_run(struct aic_checks *checks, struct aic_error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < checks->count; i++) {
        ok = checks->saved ? aic_check_run_saved(checks, error)
                           : run_check(checks, &checks->at[i], error);
    }
    sum_up(checks);
    return ok;
}
