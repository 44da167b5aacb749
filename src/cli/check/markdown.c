/* SPDX-License-Identifier: Apache-2.0 */
/* The report as Markdown, for the summary of a pipeline's step. */
#include "cli/check/check.h"

static void write_header(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        if (cli_check_has(view, c)) {
            aic_sink_text(sink, "| ");
            aic_sink_text(sink, cli_check_title(view, c));
            aic_sink_text(sink, " ");
        }
    }
    aic_sink_text(sink, "|\n");
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        if (cli_check_has(view, c)) {
            aic_sink_text(sink, c >= CLI_CHECK_ACTUAL ? "|---:" : "|---");
        }
    }
    aic_sink_text(sink, "|\n");
}

static void write_line(const struct cli_check_view *view, struct aic_sink *sink,
                       const struct aic_check *check, const struct aic_check_line *line)
{
    struct cli_check_cells cells;
    bool is_bad = line->outcome > AIC_OUTCOME_PASS;
    cli_check_cells(view, check, line, &cells);
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        bool is_bold = c == CLI_CHECK_VERDICT && is_bad;
        if (!cli_check_has(view, c)) {
            continue;
        }
        aic_sink_text(sink, is_bold ? "| **" : "| ");
        cli_sink_markdown(sink, cells.at[c]);
        aic_sink_text(sink, is_bold ? "** " : " ");
    }
    aic_sink_text(sink, "|\n");
}

static void write_table(const struct cli_check_view *view, struct aic_sink *sink)
{
    bool started = false;
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            if (cli_check_is_quiet(view, &check->lines[k])) {
                continue;
            }
            if (!started) {
                write_header(view, sink);
                started = true;
            }
            write_line(view, sink, check, &check->lines[k]);
        }
    }
    aic_sink_text(sink, started ? "\n" : "");
}

/* A list of what the columns do not say. */
static void write_item(struct aic_sink *sink, const char *strong, const char *words)
{
    aic_sink_text(sink, "- **");
    cli_sink_markdown(sink, strong);
    aic_sink_text(sink, "**: ");
    cli_sink_markdown(sink, words);
    aic_sink_text(sink, "\n");
}

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
        write_item(sink, cells.at[CLI_CHECK_NAME], words);
    }
    for (size_t k = 0; k < check->line_count; k++) {
        if (check->lines[k].why) {
            cli_check_cells(view, check, &check->lines[k], &cells);
            aic_text_init(&text, words, sizeof words);
            aic_text_format(&text, "%s: ", cells.at[CLI_CHECK_BUDGET]);
            cli_check_why(check->lines[k].why, &text);
            write_item(sink, cells.at[CLI_CHECK_NAME], words);
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
    write_table(view, sink);
    for (size_t i = 0; i < view->checks->count; i++) {
        any = write_reasons(view, sink, &view->checks->at[i]) || any;
    }
    for (size_t i = 0; i < view->checks->input_count; i++) {
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        write_item(sink, "input that changed", words);
        any = true;
    }
    aic_sink_text(sink, any ? "\n" : "");
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(view, &text);
    cli_sink_markdown(sink, words);
    aic_sink_text(sink, "\n");
}
