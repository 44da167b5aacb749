/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a report in words, the same ones for every format. */
#include <string.h>

#include "cli/io/sanitize.h"
#include "cli/views/check/check.h"

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

/* Text from a file, on one line. */
static void add_safely(struct aic_text *text, const char *string)
{
    cli_sanitize_line(text, string, "");
}

void cli_check_budget(const struct cli_check_view *view, const struct aic_check *check,
                      const struct aic_check_line *line, struct aic_text *text)
{
    char typed[256];
    if (view->checks->saved) {
        aic_text_add(text, field_of(check, line)->name);
        return;
    }
    cli_write_span(line->budget.text, typed, sizeof typed);
    add_safely(text, typed);
}

void cli_check_name(const struct aic_check *check, struct aic_text *text)
{
    add_safely(text, check->name);
}

void cli_check_change(const struct cli_check_view *view, const struct aic_check *check,
                      const struct aic_check_line *line, struct aic_text *text)
{
    if (aic_is_set(line->change)) {
        cli_add_percent(text, line->change, true);
    } else if (line->before.set && line->actual.set && line->before.number != line->actual.number) {
        aic_text_add(text, "was ");
        add_value(view, field_of(check, line), line->before, text);
    }
}

enum cli_style cli_outcome_style(enum aic_outcome outcome)
{
    static const enum cli_style styles[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = CLI_GOOD,
        [AIC_OUTCOME_WARN] = CLI_WARNING,
        [AIC_OUTCOME_FAIL] = CLI_BAD,
        [AIC_OUTCOME_ERROR] = CLI_BAD,
    };
    return styles[outcome];
}

void cli_check_why(const struct aic_error *why, struct aic_text *text)
{
    add_safely(text, why->message);
    if (why->suggestion[0]) {
        aic_text_add(text, "; ");
        add_safely(text, why->suggestion);
    }
}

/* "is 78.20 GiB, 4.27 % over the limit of 75.00 GiB" */
static void add_comparison(const struct cli_check_view *view, const struct aic_check *check,
                           const struct aic_check_line *line, struct aic_text *text)
{
    const struct aic_field *field = field_of(check, line);
    bool is_floor = line->budget.relation == AIC_AT_LEAST || line->budget.relation == AIC_MORE;
    aic_text_add(text, line->no ? line->no : "is ");
    add_value(view, field, line->actual, text);
    if (line->recorded) {
        aic_text_add(text, ", recorded: a later run is compared with it");
        return;
    }
    if (view->checks->saved || line->budget.relation == AIC_EQUAL) {
        aic_text_add(text, view->checks->saved ? ", was " : ", not ");
        add_value(view, field, limit_of(line), text);
        return;
    }
    aic_text_add(text, ", ");
    if (line->margin < 0) {
        cli_add_percent(text, line->margin, false);
        aic_text_add(text, " ");
    }
    aic_text_add(text, line->margin < 0 ? (is_floor ? "below" : "over") : "against");
    aic_text_add(text, " the limit of ");
    add_value(view, field, limit_of(line), text);
    if (aic_is_set(line->change)) {
        aic_text_add(text, ", ");
        cli_add_percent(text, line->change, true);
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
        if (line->mends) {
            aic_text_format(text, "; mended by %s", line->mends);
        }
    }
}

const char *cli_check_file(const struct cli_check_view *view)
{
    return view->file ? view->file : "standard input";
}

enum aic_outcome cli_check_outcome(const struct cli_check_report *report)
{
    enum aic_outcome worst = AIC_OUTCOME_PASS;
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        enum aic_outcome outcome =
            view->mistake_count > 0 ? AIC_OUTCOME_ERROR : view->checks->outcome;
        worst = outcome > worst ? outcome : worst;
    }
    return worst;
}

static void add_count(struct aic_text *text, const char *separator, size_t count, const char *what)
{
    aic_text_format(text, "%s%g %s%s", separator, (double)count, what, count == 1 ? "" : "s");
}

/* How much there is of what, of all files. */
struct sum {
    size_t checks, lines, mistakes, tally[AIC_OUTCOMES];
    bool saved; /* saved answers, and no check file */
};

static struct sum sum_of(const struct cli_check_report *report)
{
    struct sum sum = { .saved = true };
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        sum.mistakes += view->mistake_count;
        if (view->mistake_count > 0) {
            continue;
        }
        sum.saved = sum.saved && view->checks->saved;
        sum.checks += view->checks->count;
        sum.lines += view->checks->line_count;
        for (int k = 0; k < AIC_OUTCOMES; k++) {
            sum.tally[k] += view->checks->tally[k];
        }
    }
    return sum;
}

void cli_check_summary(const struct cli_check_report *report, struct aic_text *text)
{
    const struct sum sum = sum_of(report);
    const char *separator = ": ";
    aic_text_add(text, aic_outcome_name(cli_check_outcome(report)));
    if (report->count > 1) {
        add_count(text, separator, report->count, "file");
        separator = ", ";
    }
    if (sum.checks > 0) {
        add_count(text, separator, sum.checks, sum.saved ? "answer" : "check");
        add_count(text, ", ", sum.lines, sum.saved ? "result" : "budget");
        separator = ": ";
    }
    for (int i = 0; i < AIC_OUTCOMES; i++) {
        if (sum.tally[i] > 0) {
            aic_text_format(text, "%s%g %s", separator, (double)sum.tally[i],
                            aic_outcome_name((enum aic_outcome)i));
            separator = ", ";
        }
    }
    if (sum.mistakes > 0) {
        add_count(text, separator, sum.mistakes, "mistake");
    }
    if (report->shard.parts > 1) {
        aic_text_add(text, "; ");
        cli_shard_add(&report->shard, "check", text);
    }
}

/* A value of the saved answer as it stands, in the words of its field where that is known. */
static void add_saved(const struct cli_check_view *view, const struct aic_field *field,
                      const struct aic_json_value *value, struct aic_text *text)
{
    bool is_number = aic_json_is(value, AIC_JSON_NUMBER);
    if (is_number && field && (field->kind == AIC_REAL || field->kind == AIC_INTEGER)) {
        add_value(view, field, (struct aic_value){ true, aic_json_number_of(value), NULL }, text);
    } else if (is_number) {
        aic_text_add_number(text, aic_json_number_of(value));
    } else if (aic_json_is(value, AIC_JSON_STRING)) {
        add_safely(text, aic_json_text_of(value));
    } else {
        aic_text_add(text, aic_json_is_true(value) ? "yes" : "no");
    }
}

void cli_check_input(const struct cli_check_view *view, const struct aic_check_input *input,
                     struct aic_text *text)
{
    const struct aic_question *question = &view->checks->question;
    const struct aic_field *field =
        input->gone ? NULL : aic_table_at(&question->calculator->inputs, input->index, NULL);
    add_safely(text, input->name);
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
                    aic_origin_has_source(origin) ? source->name : aic_origin_name(origin));
}
