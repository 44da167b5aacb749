/* SPDX-License-Identifier: Apache-2.0 */
/* The report as Markdown, for the summary of a pipeline's step. */
#include "cli/views/check/check.h"

/* The first line, by which a pipeline finds the comment that it wrote before. */
#define MARKER "<!-- aicalc check -->\n"

static void write_reason(const struct cli_check_view *view, const char *name, const char *budget,
                         const char *why, struct aic_sink *sink)
{
    char words[3 * CLI_CHECK_CELL];
    (void)view;
    cli_print(words, sizeof words, "%s%s%s", budget ? budget : "", budget ? ": " : "", why);
    cli_markdown_item(sink, name, words);
}

static void write_mistakes(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(&view->mistakes[i], &text);
        cli_markdown_item(sink, "error", words);
    }
    aic_sink_text(sink, view->mistake_count > 0 ? "\n" : "");
}

static void write_file(const struct cli_check_view *view, struct aic_sink *sink)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    write_mistakes(view, sink);
    if (view->mistake_count > 0) {
        return;
    }
    cli_check_lines(view, &cli_layout_markdown, sink);
    bool any = cli_check_reasons(view, write_reason, sink);
    for (size_t i = 0; i < view->checks->input_count; i++) {
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        cli_markdown_item(sink, "input that changed", words);
        any = true;
    }
    aic_sink_text(sink, any ? "\n" : "");
}

void cli_check_markdown(const struct cli_check_report *report, struct aic_sink *sink)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_sink_text(sink, MARKER);
    for (size_t i = 0; i < report->count; i++) {
        if (report->count > 1) {
            aic_sink_text(sink, "**");
            cli_sink_markdown(sink, cli_check_file(&report->files[i]));
            aic_sink_text(sink, "**\n\n");
        }
        write_file(&report->files[i], sink);
    }
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(report, &text);
    cli_sink_markdown(sink, words);
    aic_sink_text(sink, "\n");
}
