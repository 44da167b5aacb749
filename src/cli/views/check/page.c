/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a report of checks: a section a check, a line a budget. */
#include "cli/views/check/check.h"

#include <math.h>

#include "cli/formats/html.h"

/* What the numbers of a line do not say. */
static void write_note(const struct cli_check_view *view, const struct aic_check_line *line,
                       const struct cli_check_cells *cells, char *out, size_t capacity)
{
    const char *change = cells->at[CLI_CHECK_CHANGE];
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    if (line->why) {
        cli_check_why(line->why, &text);
    } else if (change[0]) {
        aic_text_format(&text, view->checks->saved ? "%s" : "%s since the baseline", change);
    }
}

static void write_line(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct aic_sink *sink)
{
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    char note[2 * CLI_CHECK_CELL];
    struct cli_check_cells cells;
    cli_check_cells(view, check, line, &cells);
    write_note(view, line, &cells, note, sizeof note);
    bool is_judged = cli_is_number(field) && line->actual.set && !view->checks->saved;
    html_budget(sink, &(struct html_budget){ cli_outcome_style(line->outcome),
                                             cells.at[CLI_CHECK_VERDICT],
                                             cells.at[CLI_CHECK_BUDGET], cells.at[CLI_CHECK_ACTUAL],
                                             note, line->actual.number, line->budget.limit,
                                             is_judged ? line->margin : NAN, is_judged });
}

static void write_warnings(const struct aic_check *check, struct aic_sink *sink)
{
    aic_sink_text(sink, check->warning_count > 0 ? "<ul class=\"plain\">\n" : "");
    for (size_t i = 0; i < check->warning_count; i++) {
        html_warning(sink, cli_check_is_measured(&check->warnings[i]), check->warnings[i].id,
                     check->warnings[i].text);
    }
    aic_sink_text(sink, check->warning_count > 0 ? "</ul>\n" : "");
}

/* `number` is that of the section on the page. */
static void write_check(const struct cli_check_view *view, const struct aic_check *check,
                        size_t number, struct aic_sink *sink)
{
    html_put(sink, "<section aria-labelledby=\"c-%g\">\n<h2 id=\"c-%g\">%s ", (double)number,
             (double)number, check->name);
    html_pill(sink, cli_outcome_style(check->outcome), aic_outcome_name(check->outcome));
    html_put(sink, "</h2>\n<p class=\"note\">%s: %s</p>\n", check->calculator->name,
             check->calculator->help);
    if (check->why) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(check->why, &text);
        html_put(sink, "<p class=\"callout bad\">%s</p>\n", words);
    }
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (size_t k = 0; k < check->line_count; k++) {
        if (!cli_check_is_quiet(view, &check->lines[k])) {
            write_line(view, check, &check->lines[k], sink);
        }
    }
    aic_sink_text(sink, "</ul>\n");
    write_warnings(check, sink);
    html_section_end(sink);
}

/* Inputs that a saved answer has otherwise. */
static void write_inputs(const struct cli_check_view *view, size_t number, struct aic_sink *sink)
{
    if (view->checks->input_count == 0) {
        return;
    }
    char id[32];
    cli_print(id, sizeof id, "inputs-%g", (double)number);
    html_section(sink, id, "Inputs that changed", NULL);
    aic_sink_text(sink, "<ul>\n");
    for (size_t i = 0; i < view->checks->input_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        html_put(sink, "<li>%s</li>\n", words);
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

static void write_mistakes(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(&view->mistakes[i], &text);
        html_put(sink, "<p class=\"callout bad\">%s</p>\n", words);
    }
}

static void write_files(const struct cli_check_report *report, struct aic_sink *sink)
{
    size_t number = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        if (report->count > 1) {
            html_put(sink, "<p class=\"note\">%s</p>\n", cli_check_file(view));
        }
        write_mistakes(view, sink);
        for (size_t k = 0; view->mistake_count == 0 && k < view->checks->count; k++) {
            write_check(view, &view->checks->at[k], ++number, sink);
        }
    }
    for (size_t i = 0; i < report->count; i++) {
        if (report->files[i].mistake_count == 0) {
            write_inputs(&report->files[i], i + 1, sink);
        }
    }
}

void html_check(const struct cli_check_report *report, struct aic_sink *sink)
{
    char says[CLI_VALUE_SIZE], title[2 * CLI_VALUE_SIZE];
    struct aic_text text;
    enum aic_outcome outcome = cli_check_outcome(report);
    aic_text_init(&text, says, sizeof says);
    cli_check_summary(report, &text);
    cli_print(title, sizeof title, "check: %s", says);
    html_open(sink, title);
    html_head(sink, "check", says);
    aic_sink_text(sink, "<p class=\"verdict\">");
    html_pill(sink, cli_outcome_style(outcome), aic_outcome_name(outcome));
    aic_sink_text(sink, "</p>\n");
    html_command(sink, &report->asked);
    aic_sink_text(sink, "</header>\n");
    write_files(report, sink);
    html_close(sink);
}
