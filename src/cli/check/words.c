/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a report in words, the same ones for every format. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "cli/check/check.h"
#include "cli/render/sanitize.h"

/* Digits of a margin or a change. */
#define PERCENT_DIGITS 3

void cli_check_visible(struct aic_text *text, const char *string)
{
    static const char hex[] = "0123456789abcdef";
    char escape[CLI_ESCAPE_SIZE];
    for (size_t left = strlen(string); left > 0;) {
        size_t size = cli_visible(string, left, escape);
        if ((unsigned char)*string < 0x20) { /* line ends and styles as well */
            size = 1;
            aic_text_format(text, "\\x%c%c", hex[*string >> 4], hex[*string & 15]);
        } else if (escape[0]) {
            aic_text_add(text, escape);
        } else {
            aic_text_add_bytes(text, string, size);
        }
        string += size;
        left -= size;
    }
}

static const struct aic_field *field_of(const struct aic_check *check,
                                        const struct aic_check_line *line)
{
    return aic_budget_field(&line->budget, check->calculator);
}

static void add_value(const struct cli_check_view *view, const struct aic_field *field,
                      struct aic_value value, struct aic_text *text)
{
    char words[CLI_VALUE_SIZE];
    if (value.set) {
        cli_write_value(field, value, view->units, words, sizeof words);
        aic_text_add(text, words);
    }
}

static struct aic_value limit_of(const struct aic_check_line *line)
{
    return (struct aic_value){ aic_is_set(line->budget.limit), line->budget.limit, NULL };
}

/* "+12.3 %"; nothing for NaN. */
static void add_percent(struct aic_text *text, double share, bool with_sign)
{
    char number[AIC_NUMBER_SIZE];
    double percent = 100 * share;
    if (!isfinite(percent)) {
        return;
    }
    number[aic_number_write_short(number, with_sign ? percent : fabs(percent), PERCENT_DIGITS)] =
        '\0';
    aic_text_format(text, "%s%s %%", with_sign && percent > 0 ? "+" : "", number);
}

static void add_budget(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct aic_text *text)
{
    char typed[256];
    struct aic_text copy;
    if (view->checks->saved) {
        aic_text_add(text, field_of(check, line)->name);
        return;
    }
    aic_text_init(&copy, typed, sizeof typed);
    aic_text_add_bytes(&copy, line->budget.text.at, line->budget.text.length);
    cli_check_visible(text, typed);
}

void cli_check_cells(const struct cli_check_view *view, const struct aic_check *check,
                     const struct aic_check_line *line, struct cli_check_cells *cells)
{
    struct aic_text text[CLI_CHECK_COLUMNS];
    for (int i = 0; i < CLI_CHECK_COLUMNS; i++) {
        aic_text_init(&text[i], cells->at[i], CLI_CHECK_CELL);
    }
    aic_text_add(&text[CLI_CHECK_VERDICT], aic_outcome_name(line->outcome));
    cli_check_visible(&text[CLI_CHECK_NAME], check->name);
    add_budget(view, check, line, &text[CLI_CHECK_BUDGET]);
    add_value(view, field_of(check, line), line->actual, &text[CLI_CHECK_ACTUAL]);
    add_value(view, field_of(check, line), limit_of(line), &text[CLI_CHECK_LIMIT]);
    add_percent(&text[CLI_CHECK_MARGIN], line->margin, true);
    if (aic_is_set(line->change)) {
        add_percent(&text[CLI_CHECK_CHANGE], line->change, true);
    } else if (line->before.set && line->actual.set && line->before.number != line->actual.number) {
        aic_text_add(&text[CLI_CHECK_CHANGE], "was ");
        add_value(view, field_of(check, line), line->before, &text[CLI_CHECK_CHANGE]);
    }
}

const char *cli_check_title(const struct cli_check_view *view, int column)
{
    static const char *const budgets[] = { "Verdict", "Check",  "Budget", "Actual",
                                           "Limit",   "Margin", "Change" };
    static const char *const results[] = { "Verdict", "Answer", "Result", "Now",
                                           "Saved",   "Margin", "Change" };
    return view->checks->saved ? results[column] : budgets[column];
}

bool cli_check_has(const struct cli_check_view *view, int column)
{
    if (column == CLI_CHECK_MARGIN) {
        return !view->checks->saved;
    }
    return column != CLI_CHECK_CHANGE || view->checks->saved || view->checks->source.earlier;
}

bool cli_check_is_quiet(const struct cli_check_view *view, const struct aic_check_line *line)
{
    return view->checks->saved && line->outcome == AIC_OUTCOME_PASS;
}

void cli_check_why(const struct aic_error *why, struct aic_text *text)
{
    cli_check_visible(text, why->message);
    if (why->suggestion[0]) {
        aic_text_add(text, "; ");
        cli_check_visible(text, why->suggestion);
    }
}

/* "is 78.20 GiB, 4.27 % over the limit of 75.00 GiB" */
static void add_comparison(const struct cli_check_view *view, const struct aic_check *check,
                           const struct aic_check_line *line, struct aic_text *text)
{
    const struct aic_field *field = field_of(check, line);
    bool is_floor = line->budget.relation == AIC_AT_LEAST || line->budget.relation == AIC_MORE;
    aic_text_add(text, "is ");
    add_value(view, field, line->actual, text);
    if (view->checks->saved || line->budget.relation == AIC_EQUAL) {
        aic_text_add(text, view->checks->saved ? ", was " : ", not ");
        add_value(view, field, limit_of(line), text);
        return;
    }
    aic_text_add(text, ", ");
    if (line->margin < 0) {
        add_percent(text, line->margin, false);
        aic_text_add(text, " ");
    }
    aic_text_add(text, line->margin < 0 ? (is_floor ? "below" : "over") : "against");
    aic_text_add(text, " the limit of ");
    add_value(view, field, limit_of(line), text);
    if (aic_is_set(line->change)) {
        aic_text_add(text, ", ");
        add_percent(text, line->change, true);
        aic_text_add(text, " since the baseline");
    }
}

void cli_check_message(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct aic_text *text)
{
    if (check->why) {
        cli_check_why(check->why, text);
    } else if (line->why) {
        cli_check_why(line->why, text);
    } else {
        add_comparison(view, check, line, text);
    }
}

static void add_count(struct aic_text *text, size_t count, const char *what)
{
    aic_text_format(text, "%g %s%s", (double)count, what, count == 1 ? "" : "s");
}

void cli_check_summary(const struct cli_check_view *view, struct aic_text *text)
{
    const struct aic_checks *checks = view->checks;
    const char *separator = ": ";
    aic_text_format(text, "%s: ", aic_outcome_name(checks->outcome));
    add_count(text, checks->count, checks->saved ? "answer" : "check");
    aic_text_add(text, ", ");
    add_count(text, checks->line_count, checks->saved ? "result" : "budget");
    for (int i = 0; i < AIC_OUTCOMES; i++) {
        if (checks->tally[i] > 0) {
            aic_text_format(text, "%s%g %s", separator, (double)checks->tally[i],
                            aic_outcome_name((enum aic_outcome)i));
            separator = ", ";
        }
    }
}

/* A value of the saved answer as it stands, in the words of its field where that is known. */
static void add_saved(const struct cli_check_view *view, const struct aic_field *field,
                      const struct cJSON *value, struct aic_text *text)
{
    bool is_number = cJSON_IsNumber(value);
    if (is_number && field && (field->kind == AIC_REAL || field->kind == AIC_INTEGER)) {
        add_value(view, field, (struct aic_value){ true, value->valuedouble, NULL }, text);
    } else if (is_number) {
        aic_text_add_number(text, value->valuedouble);
    } else if (cJSON_IsString(value)) {
        cli_check_visible(text, value->valuestring);
    } else {
        aic_text_add(text, cJSON_IsTrue(value) ? "yes" : "no");
    }
}

void cli_check_input(const struct cli_check_view *view, const struct aic_check_input *input,
                     struct aic_text *text)
{
    const struct aic_question *question = &view->checks->question;
    const struct aic_field *field =
        input->gone ? NULL : aic_table_at(&question->calculator->inputs, input->index, NULL);
    cli_check_visible(text, input->name);
    aic_text_add(text, " ");
    if (input->before) {
        add_saved(view, field, aic_json_member(input->before, "value"), text);
        aic_text_add(text, " -> ");
    }
    if (input->gone) {
        aic_text_add(text, "gone");
        return;
    }
    const struct aic_source *source = &question->sources[input->index];
    enum aic_origin origin = aic_question_origin(question, input->index);
    add_value(view, field, aic_question_value(question, input->index), text);
    aic_text_format(text, " (%s)",
                    origin == AIC_FROM_CATALOG && source->name ? source->name
                                                               : aic_origin_name(origin));
}
