/* SPDX-License-Identifier: Apache-2.0 */
/* The report as Markdown, for the summary of a pipeline's step. */
#include "cli/check/check.h"

static void write_reason(const struct cli_check_view *view, const char *name, const char *budget,
                         const char *why, struct aic_sink *sink)
{
    char words[3 * CLI_CHECK_CELL];
    (void)view;
    cli_print(words, sizeof words, "%s%s%s", budget ? budget : "", budget ? ": " : "", why);
    cli_markdown_item(sink, name, words);
}

void cli_check_markdown(const struct cli_check_view *view, struct aic_sink *sink)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    cli_check_lines(view, &cli_layout_markdown, sink);
    bool any = cli_check_reasons(view, write_reason, sink);
    for (size_t i = 0; i < view->checks->input_count; i++) {
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        cli_markdown_item(sink, "input that changed", words);
        any = true;
    }
    aic_sink_text(sink, any ? "\n" : "");
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(view, &text);
    cli_sink_markdown(sink, words);
    aic_sink_text(sink, "\n");
}
