/* SPDX-License-Identifier: Apache-2.0 */
/* Checks: reading either kind of document, computing and judging, releasing. */
#include "analysis/check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/effect.h>
#include <aicalc/next_step.h>
#include <aicalc/text.h>

/* The nodes of a check and of its lines, into a list; or their places out of it. */
static size_t list_nodes(const struct aic_check *check, const struct aic_json_value **nodes)
{
    nodes[0] = check->node;
    for (size_t k = 0; k < check->line_count; k++) {
        nodes[k + 1] = check->lines[k].node;
    }
    return check->line_count + 1;
}

static size_t take_places(struct aic_check *check, const struct aic_place *places)
{
    check->place = places[0];
    for (size_t k = 0; k < check->line_count; k++) {
        check->lines[k].place = places[k + 1];
    }
    return check->line_count + 1;
}

/*
 * Checks and their lines follow each other in the text, so that one walk finds all places. Those of
 * texts have one node for several cases, and are looked up by themselves.
 */
static bool find_places(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    size_t count = checks->count + checks->line_count, next = 0;
    const struct aic_json_value **nodes = malloc(count * sizeof nodes[0]);
    struct aic_place *places = malloc(count * sizeof places[0]);
    bool ok = nodes && places;
    for (size_t i = 0; ok && i < checks->count; i++) {
        next += checks->at[i].launch ? 0 : list_nodes(&checks->at[i], nodes + next);
    }
    if (ok) {
        aic_json_places(json, nodes, places, next);
    }
    next = 0;
    for (size_t i = 0; ok && i < checks->count; i++) {
        next += checks->at[i].launch ? 0 : take_places(&checks->at[i], places + next);
    }
    for (size_t i = 0; ok && i < checks->count; i++) {
        if (checks->at[i].launch) {
            aic_json_places(json, nodes, places, list_nodes(&checks->at[i], nodes));
            take_places(&checks->at[i], places);
        }
    }
    free(nodes);
    free(places);
    if (!ok) {
        aic_fail_memory(error);
    }
    return ok;
}

static bool read_file(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *earlier = checks->source.earlier;
    return (!earlier || aic_check_read_earlier(earlier, error)) &&
           aic_checks_read_file(checks, error) && aic_check_bind_inputs(checks, error) &&
           aic_check_compare(checks, error) &&
           (checks->mistake_count > 0 || find_places(checks, error));
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

static bool read_any(struct aic_checks *checks, struct aic_error *error)
{
    const struct aic_json *json = checks->source.json;
    const struct aic_json_value *at = aic_json_member(json->root, "schema");
    if (aic_json_is_text(at, "aicalc-check/1")) {
        return read_file(checks, error);
    }
    if (aic_json_is_text(at, "aicalc/1")) {
        return read_saved(checks, error);
    }
    return aic_check_refuse(json, at ? at : json->root,
                            "neither a check file of schema 'aicalc-check/1' nor a saved answer "
                            "of schema 'aicalc/1'",
                            "begin with {\"schema\": \"aicalc-check/1\", \"checks\": [...]}; "
                            "'aicalc schema check' prints the form",
                            error);
}

bool aic_checks_read(struct aic_checks *checks, const struct aic_check_source *source,
                     struct aic_error *error)
{
    memset(checks, 0, sizeof *checks);
    checks->source = *source;
    if (!read_any(checks, error) && !aic_check_mistake(checks, error)) {
        return false;
    }
    if (checks->mistake_count > 0) {
        *error = checks->mistakes[0];
        return false;
    }
    return true;
}

static void clear_check(struct aic_check *check)
{
    free(check->settings);
    free(check->measured);
    free(check->why);
    free(check->warnings);
    free(check->own_name);
}

void aic_checks_keep(struct aic_checks *checks, size_t first, size_t count)
{
    for (size_t i = 0; i < checks->count; i++) {
        if (i < first || i >= first + count) {
            clear_check(&checks->at[i]);
        }
    }
    if (count > 0) {
        memmove(checks->at, checks->at + first, count * sizeof checks->at[0]);
    }
    checks->count = count;
    checks->line_count = 0;
    for (size_t i = 0; i < count; i++) { /* nothing was judged yet: lines hold no memory */
        struct aic_check *check = &checks->at[i];
        struct aic_check_line *lines = checks->lines + checks->line_count;
        memmove(lines, check->lines, check->line_count * sizeof lines[0]);
        check->lines = lines;
        checks->line_count += check->line_count;
    }
}

void aic_checks_clear(struct aic_checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        clear_check(&checks->at[i]);
    }
    for (size_t i = 0; i < checks->line_count; i++) {
        free(checks->lines[i].why);
        free(checks->lines[i].mends);
    }
    free(checks->at);
    free(checks->lines);
    free(checks->texts);
    free(checks->mistakes);
    free(checks->inputs);
    aic_question_clear(&checks->question);
    aic_check_clear_texts(checks);
    memset(checks, 0, sizeof *checks);
}

/* "--zero 3: total_memory 52.5 GiB" of the nearest change. */
static bool keep_mends(struct aic_check_line *line, const struct aic_calculator *calculator,
                       const struct aic_steps *steps, struct aic_error *error)
{
    char words[512], number[AIC_QUANTITY_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    bool leaves_out = true; /* what stands in front, and not what a change takes the place of */
    for (size_t i = 0; i < steps->steps[0].change_count; i++) {
        const struct aic_change *change = &steps->steps[0].changes[i];
        leaves_out = leaves_out && change->without;
        aic_text_add(&text, text.length > 0 && !change->without ? " " : "");
        if (leaves_out) {
            aic_text_format(&text, "%s%s", i == 0 ? "leaving out " : ", ",
                            aic_table_at(&calculator->inputs, change->input, NULL)->name);
        }
        aic_change_flag(calculator, change, &text);
    }
    const struct aic_field *field = aic_table_at(&calculator->results, steps->deciding, NULL);
    if (aic_is_set(steps->steps[0].number) && field->kind == AIC_REAL) {
        aic_quantity_show(number, sizeof number, steps->steps[0].number, field->dimension, NULL,
                          field->dimension == AIC_BYTES && !(field->flags & AIC_DISK)
                              ? AIC_UNITS_IEC
                              : AIC_UNITS_AUTO,
                          field->dimension == AIC_RATIO && !(field->flags & AIC_FACTOR));
        aic_text_format(&text, ": %s %s", field->name, number);
    }
    line->mends = malloc(text.length + 1);
    if (!line->mends) {
        return aic_fail_memory(error);
    }
    memcpy(line->mends, words, text.length + 1);
    return true;
}

/* The nearest change that mends a budget, found by asking; of a composition one that fits and exceeds it all the
 * same is none. */
static bool find_mends(const struct aic_checks *checks, const struct aic_check *check,
                       struct aic_check_line *line, const struct aic_answer *answer,
                       struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_field *field = aic_budget_field(&line->budget, calculator);
    const struct aic_recipe recipe = aic_check_recipe(checks, check);
    struct aic_steps steps;
    if (!aic_field_is_number(field) && field->kind != AIC_FLAG) {
        return true;
    }
    bool ok = calculator->composition
                  ? aic_ways_out_find(&steps, answer, &recipe, &line->budget, 1, error)
                  : aic_steps_find(&steps, answer, &line->budget, 1, line->budget.result, error);
    const bool mends = ok && steps.count > 0 && !(calculator->composition && steps.holds);
    return ok && (!mends || keep_mends(line, calculator, &steps, error));
}

static bool judge(const struct aic_checks *checks, struct aic_check *check,
                  const struct aic_answer *answer, const struct aic_spread *spread,
                  struct aic_error *error)
{
    for (size_t i = 0; i < check->line_count; i++) {
        struct aic_check_line *line = &check->lines[i];
        struct aic_verdict verdict;
        struct aic_error why = { .code = AIC_OK };
        line->basis = answer->basis[line->budget.result];
        if (aic_spread_judge(spread, &line->budget, answer, check->gate, &verdict, &why)) {
            aic_check_take(line, check->calculator, &verdict);
            if (checks->source.only_worse) {
                aic_check_forgive(line);
            }
            if (line->recorded) { /* the first value has nothing to be compared with */
                line->outcome = AIC_OUTCOME_PASS;
                line->margin = NAN;
            }
            if (line->outcome == AIC_OUTCOME_FAIL &&
                !find_mends(checks, check, line, answer, error)) {
                return false;
            }
            aic_check_find_line(checks, check, answer, line);
            continue;
        }
        line->outcome = AIC_OUTCOME_ERROR;
        line->why = aic_check_keep(&why);
        if (!line->why) {
            return aic_fail_memory(error);
        }
    }
    return true;
}

static bool explain_measured(struct aic_check *check, struct aic_answer *answer,
                             struct aic_error *why)
{
    for (size_t i = 0; i < check->measured_count; i++) {
        const struct aic_measured *measured = &check->measured[i];
        if (!aic_measured_explain(&check->measured[i], answer, why)) {
            return false;
        }
        if (measured->has_band && !measured->inside) {
            check->outcome = AIC_OUTCOME_WARN;
        }
    }
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
    bool answered =
        aic_recipe_ask(&recipe, &question, &why) && aic_spread_init(&spread, &question, &why) &&
        aic_answer_init(&answer, &question, &why) && aic_effect_warn(&answer, &recipe, &why) &&
        explain_measured(check, &answer, &why);
    bool ok = answered ? judge(checks, check, &answer, &spread, error) &&
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
        bool goes_on = !checks->source.tick || checks->source.tick(checks->source.tick_context);
        if (ok && !goes_on && i + 1 < checks->count) {
            ok = aic_fail_stopped(error);
        }
    }
    sum_up(checks);
    return ok;
}
