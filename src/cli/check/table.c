/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a terminal: a line for each budget, what could not be judged, the sum. */
#include "cli/check/check.h"
#include "cli/io/sanitize.h"

static void write_reason(const struct cli_check_view *view, struct aic_sink *sink,
                         const struct aic_check *check, const struct aic_check_line *line)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_sanitize_line(&text, check->name, "");
    if (line) {
        struct cli_check_cells cells;
        cli_check_cells(view, check, line, &cells);
        aic_text_format(&text, ", %s", cells.at[CLI_CHECK_BUDGET]);
    }
    aic_text_add(&text, ": ");
    cli_check_why(line ? line->why : check->why, &text);
    cli_wrapped(sink, view->columns, words, 0, 2);
}

/* What the columns do not say: why something could not be judged. */
static void write_reasons(const struct cli_check_view *view, struct aic_sink *sink)
{
    bool any = false;
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        if (check->why) {
            write_reason(view, sink, check, NULL);
            any = true;
        }
        for (size_t k = 0; k < check->line_count; k++) {
            if (check->lines[k].why) {
                write_reason(view, sink, check, &check->lines[k]);
                any = true;
            }
        }
    }
    aic_sink_text(sink, any ? "\n" : "");
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

void cli_check_table(const struct cli_check_view *view, struct aic_sink *sink)
{
    char words[256];
    struct aic_text text;
    cli_check_lines(view, &cli_layout_text, sink);
    write_reasons(view, sink);
    write_inputs(view, sink);
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(view, &text);
    cli_styled_text(sink, view->color ? cli_outcome_style(view->checks->outcome) : CLI_PLAIN,
                    words);
    aic_sink_text(sink, "\n");
}
