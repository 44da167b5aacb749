/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a terminal: a line for each budget, what could not be judged, the sum. */
#include "cli/views/check/check.h"

static void write_reason(const struct cli_check_view *view, const char *name, const char *budget,
                         const char *why, struct aic_sink *sink)
{
    char words[3 * CLI_CHECK_CELL];
    cli_print(words, sizeof words, "%s%s%s: %s", name, budget ? ", " : "", budget ? budget : "",
              why);
    cli_wrapped(sink, view->columns, words, 0, 2);
}

static void write_inputs(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->checks->input_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        aic_sink_text(sink, i == 0 ? "Inputs that changed\n  " : "  ");
        aic_sink_text(sink, words);
        aic_sink_text(sink, "\n");
    }
    aic_sink_text(sink, view->checks->input_count > 0 ? "\n" : "");
}

static void write_mistakes(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(&view->mistakes[i], &text);
        cli_wrapped(sink, view->columns, words, 0, 2);
    }
    aic_sink_text(sink, view->mistake_count > 0 ? "\n" : "");
}

static void write_file(const struct cli_check_view *view, struct aic_sink *sink)
{
    write_mistakes(view, sink);
    if (view->mistake_count == 0) {
        cli_check_lines(view, &cli_layout_text, sink);
        aic_sink_text(sink, cli_check_reasons(view, write_reason, sink) ? "\n" : "");
        write_inputs(view, sink);
    }
}

void cli_check_table(const struct cli_check_report *report, struct aic_sink *sink)
{
    char words[256];
    struct aic_text text;
    for (size_t i = 0; i < report->count; i++) {
        if (report->count > 1) {
            aic_sink_text(sink, cli_check_file(&report->files[i]));
            aic_sink_text(sink, "\n");
        }
        write_file(&report->files[i], sink);
    }
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(report, &text);
    cli_styled_text(
        sink, report->files[0].color ? cli_outcome_style(cli_check_outcome(report)) : CLI_PLAIN,
        words);
    aic_sink_text(sink, "\n");
}
