/* SPDX-License-Identifier: Apache-2.0 */
/* The report as Markdown, for the summary of a pipeline's step. */
#include "cli/check/check.h"

/* What the columns do not say: why something could not be judged. */
static bool write_reasons(const struct cli_check_view *view, struct aic_sink *sink,
                          const struct aic_check *check)
{
    struct cli_check_cells cells;
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    bool any = check->why != NULL;
    if (check->why) {
        cli_check_cells(view, check, &check->lines[0], &cells);
        aic_text_init(&text, words, sizeof words);
        cli_check_why(check->why, &text);
        cli_markdown_item(sink, cells.at[CLI_CHECK_NAME], words);
    }
    for (size_t k = 0; k < check->line_count; k++) {
        if (check->lines[k].why) {
            cli_check_cells(view, check, &check->lines[k], &cells);
            aic_text_init(&text, words, sizeof words);
            aic_text_format(&text, "%s: ", cells.at[CLI_CHECK_BUDGET]);
            cli_check_why(check->lines[k].why, &text);
            cli_markdown_item(sink, cells.at[CLI_CHECK_NAME], words);
            any = true;
        }
    }
    return any;
}

void cli_check_markdown(const struct cli_check_view *view, struct aic_sink *sink)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    bool any = false;
    cli_check_lines(view, &cli_layout_markdown, sink);
    for (size_t i = 0; i < view->checks->count; i++) {
        any = write_reasons(view, sink, &view->checks->at[i]) || any;
    }
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
