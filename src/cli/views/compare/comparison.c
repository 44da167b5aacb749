/* SPDX-License-Identifier: Apache-2.0 */
/* What is shown of cases side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/views/answer/screen.h"
#include "cli/views/compare/compare.h"

bool cli_comparison_init(struct cli_comparison *comparison, size_t count, struct aic_error *error)
{
    comparison->cases = calloc(count, sizeof comparison->cases[0]);
    return comparison->cases || aic_fail_memory(error);
}

void cli_comparison_clear(struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        aic_answer_clear(&comparison->cases[i].answer);
        aic_question_clear(&comparison->cases[i].question);
    }
    free(comparison->cases);
    free(comparison->rows);
    free(comparison->inputs);
    *comparison = (struct cli_comparison){ .cases = NULL };
}

struct aic_value cli_case_value(const struct cli_comparison *comparison, size_t at, size_t result)
{
    const struct cli_case *one = &comparison->cases[at];
    struct aic_value none = { false, 0, NULL };
    return one->is_possible ? aic_answer_result(&one->answer, result) : none;
}

struct aic_ratio cli_case_ratio(const struct cli_comparison *comparison, size_t at, size_t result)
{
    if (comparison->cases[at].why[0] || comparison->cases[comparison->first].why[0]) {
        return (struct aic_ratio){ AIC_COMPARES_NOT, NAN };
    }
    return aic_compare(aic_table_at(&comparison->calculator->results, result, NULL),
                       cli_case_value(comparison, comparison->first, result),
                       cli_case_value(comparison, at, result));
}

void cli_case_input(const struct cli_comparison *comparison, size_t at, size_t input, char *out,
                    size_t capacity)
{
    const struct cli_case *one = &comparison->cases[at];
    const struct aic_field *field = aic_table_at(&comparison->calculator->inputs, input, NULL);
    struct aic_value value = { false, 0, NULL };
    if (one->is_possible) {
        value = aic_question_value(&one->question, input);
    }
    out[0] = '\0';
    if (value.set) {
        cli_write_value(field, value, comparison->units, out, capacity);
    }
}

static bool has_row(const struct cli_comparison *comparison, size_t result)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        if (comparison->rows[i] == result) {
            return true;
        }
    }
    return false;
}

static void add_row(struct cli_comparison *comparison, size_t result)
{
    if (!has_row(comparison, result)) {
        comparison->rows[comparison->row_count++] = result;
    }
}

/* The first screens of all cases; that of the first one gives the order. */
static void add_screens(struct cli_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct cli_screen screen;
        if (!comparison->cases[i].is_possible) {
            continue;
        }
        cli_find_screen(&comparison->cases[i].answer, &screen);
        for (size_t row = 0; row < screen.count; row++) {
            add_row(comparison, screen.rows[row]);
        }
    }
}

/* All results that any case has. */
static void add_all(struct cli_comparison *comparison)
{
    const struct aic_table *results = &comparison->calculator->results;
    for (size_t result = 0; result < aic_table_size(results); result++) {
        bool is_term = aic_table_at(results, result, NULL)->flags & AIC_TERM;
        for (size_t i = 0; i < comparison->count && !is_term; i++) {
            if (cli_case_value(comparison, i, result).set) {
                add_row(comparison, result);
            }
        }
    }
}

static bool is_same_input(const struct cli_comparison *comparison, size_t at, size_t input)
{
    const struct aic_question *first = &comparison->cases[comparison->first].question;
    struct aic_value a = aic_question_value(first, input);
    struct aic_value b = aic_question_value(&comparison->cases[at].question, input);
    if (!a.set || !b.set) {
        return a.set == b.set;
    }
    return a.name && b.name ? strcmp(a.name, b.name) == 0 : a.number == b.number;
}

/* An input that the cases do not share, and that somebody chose in one of them. */
static bool differs(const struct cli_comparison *comparison, size_t input, bool all)
{
    bool same = true;
    bool given = all;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cli_case *one = &comparison->cases[i];
        if (one->is_possible) {
            same = same && is_same_input(comparison, i, input);
            given = given || aic_question_origin(&one->question, input) >= AIC_FROM_LAUNCH;
        }
    }
    return !same && given;
}

/* How many possible cases have a warning of this id. */
static size_t cases_with(const struct cli_comparison *comparison, const char *id)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cli_case *one = &comparison->cases[i];
        count += one->is_possible && aic_warned(&one->answer.notes, id);
    }
    return count;
}

/* Why a case cannot be compared with the others. */
static void find_lack(const struct cli_comparison *comparison, struct cli_case *one,
                      size_t possible)
{
    const struct aic_field *flag = aic_results_lack(comparison->calculator, one->answer.out);
    const struct aic_notes *notes = &one->answer.notes;
    struct aic_text text;
    aic_text_init(&text, one->why, sizeof one->why);
    if (flag) {
        aic_text_format(&text, "%s is false", flag->name);
    }
    for (size_t i = 0; i < notes->count; i++) {
        const struct aic_note *note = &notes->notes[i];
        if (aic_note_leaves_out(note) && cases_with(comparison, note->id) < possible) {
            aic_text_format(&text, "%s%s (%s)", text.length > 0 ? "; " : "", note->id, note->text);
        }
    }
}

/* Which cases can be compared; the first of them is what the others are compared with. */
static void find_first(struct cli_comparison *comparison)
{
    size_t possible = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        possible += comparison->cases[i].is_possible;
    }
    bool found = false;
    for (size_t i = 0; i < comparison->count; i++) {
        struct cli_case *one = &comparison->cases[i];
        if (one->is_possible) {
            find_lack(comparison, one, possible);
        }
        if (!found && one->is_possible && !one->why[0]) {
            comparison->first = i;
            found = true;
        }
    }
    for (size_t i = comparison->count; i-- > 0 && !found;) {
        comparison->first = comparison->cases[i].is_possible ? i : comparison->first;
    }
}

bool cli_comparison_choose(struct cli_comparison *comparison, const size_t *chosen,
                           size_t chosen_count, bool all, struct aic_error *error)
{
    const struct aic_table *inputs = &comparison->calculator->inputs;
    size_t results = aic_table_size(&comparison->calculator->results);
    comparison->rows = calloc(results + 1, sizeof comparison->rows[0]);
    comparison->inputs = calloc(aic_table_size(inputs) + 1, sizeof comparison->inputs[0]);
    if (!comparison->rows || !comparison->inputs) {
        return aic_fail_memory(error);
    }
    find_first(comparison);
    for (size_t i = 0; chosen && i < chosen_count; i++) {
        add_row(comparison, chosen[i]);
    }
    if (!chosen) {
        add_screens(comparison);
    }
    if (!chosen && all) {
        add_all(comparison);
    }
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        if (differs(comparison, i, all)) {
            comparison->inputs[comparison->input_count++] = i;
        }
    }
    return true;
}
