/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a report of checks: a section a check, a line a budget. */
#include "cli/check/check.h"

#include <math.h>

#include "cli/html/html.h"

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

static void write_check(const struct cli_check_view *view, size_t i, struct aic_sink *sink)
{
    const struct aic_check *check = &view->checks->at[i];
    html_put(sink, "<section aria-labelledby=\"c-%g\">\n<h2 id=\"c-%g\">%s ", (double)(i + 1),
             (double)(i + 1), check->name);
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
static void write_inputs(const struct cli_check_view *view, struct aic_sink *sink)
{
    if (view->checks->input_count == 0) {
        return;
    }
    html_section(sink, "inputs", "Inputs that changed", NULL);
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

void html_check(const struct cli_check_view *view, struct aic_sink *sink)
{
    char says[CLI_VALUE_SIZE], title[2 * CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, says, sizeof says);
    cli_check_summary(view, &text);
    cli_print(title, sizeof title, "check: %s", says);
    html_open(sink, title);
    html_head(sink, "check", says);
    aic_sink_text(sink, "<p class=\"verdict\">");
    html_pill(sink, cli_outcome_style(view->checks->outcome),
              aic_outcome_name(view->checks->outcome));
    aic_sink_text(sink, "</p>\n");
    html_command(sink, &view->asked);
    aic_sink_text(sink, "</header>\n");
    for (size_t i = 0; i < view->checks->count; i++) {
        write_check(view, i, sink);
    }
    write_inputs(view, sink);
    html_close(sink);
}
