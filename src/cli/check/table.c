/* SPDX-License-Identifier: Apache-2.0 */
/* The report for a terminal: a line for each budget, what could not be judged, the sum. */
#include <string.h>

#include "cli/check/check.h"
#include "cli/docs/lines.h"

struct widths {
    size_t at[CLI_CHECK_COLUMNS];
};

static bool is_right(int column)
{
    return column >= CLI_CHECK_ACTUAL;
}

/* Widths over the title and all lines; a column in which nothing stands has none. */
static void measure(const struct cli_check_view *view, struct widths *widths)
{
    memset(widths, 0, sizeof *widths);
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            struct cli_check_cells cells;
            if (cli_check_is_quiet(view, &check->lines[k])) {
                continue;
            }
            cli_check_cells(view, check, &check->lines[k], &cells);
            for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
                size_t width = cli_check_has(view, c) ? cli_width(cells.at[c]) : 0;
                widths->at[c] = width > widths->at[c] ? width : widths->at[c];
            }
        }
    }
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        size_t title = widths->at[c] > 0 ? cli_width(cli_check_title(view, c)) : 0;
        widths->at[c] = title > widths->at[c] ? title : widths->at[c];
    }
}

static void color(const struct cli_check_view *view, struct aic_sink *sink, const char *code)
{
    if (view->color) {
        aic_sink_text(sink, code);
    }
}

static const char *color_of(enum aic_outcome outcome)
{
    static const char *const codes[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = "\033[32m",
        [AIC_OUTCOME_WARN] = "\033[33m",
        [AIC_OUTCOME_FAIL] = "\033[31m",
        [AIC_OUTCOME_ERROR] = "\033[31m",
    };
    return codes[outcome];
}

/* One cell behind the ones before it; the last one in a line is not padded. */
static void write_cell(const struct widths *widths, struct aic_sink *sink, int column,
                       const char *text, size_t *pending)
{
    size_t width = widths->at[column];
    if (width == 0) {
        return;
    }
    size_t length = cli_width(text);
    size_t left = is_right(column) ? width - length : 0;
    if (length > 0) {
        cli_repeat(sink, ' ', *pending + left);
        aic_sink_text(sink, text);
        *pending = width - length - left + 2;
    } else {
        *pending += width + 2;
    }
}

static void write_titles(const struct cli_check_view *view, const struct widths *widths,
                         struct aic_sink *sink)
{
    size_t pending = 0;
    color(view, sink, "\033[1m");
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        write_cell(widths, sink, c, cli_check_title(view, c), &pending);
    }
    color(view, sink, "\033[0m");
    aic_sink_text(sink, "\n");
}

static void write_line(const struct cli_check_view *view, const struct widths *widths,
                       struct aic_sink *sink, const struct aic_check *check,
                       const struct aic_check_line *line)
{
    struct cli_check_cells cells;
    size_t pending = 0;
    cli_check_cells(view, check, line, &cells);
    color(view, sink, color_of(line->outcome));
    write_cell(widths, sink, CLI_CHECK_VERDICT, cells.at[CLI_CHECK_VERDICT], &pending);
    color(view, sink, "\033[0m");
    for (int c = CLI_CHECK_VERDICT + 1; c < CLI_CHECK_COLUMNS; c++) {
        write_cell(widths, sink, c, cells.at[c], &pending);
    }
    aic_sink_text(sink, "\n");
}

static void write_lines(const struct cli_check_view *view, struct aic_sink *sink)
{
    struct widths widths;
    measure(view, &widths);
    if (widths.at[CLI_CHECK_VERDICT] == 0) {
        return;
    }
    write_titles(view, &widths, sink);
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            if (!cli_check_is_quiet(view, &check->lines[k])) {
                write_line(view, &widths, sink, check, &check->lines[k]);
            }
        }
    }
    aic_sink_text(sink, "\n");
}

static void write_reason(const struct cli_check_view *view, struct aic_sink *sink,
                         const struct aic_check *check, const struct aic_check_line *line)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_check_visible(&text, check->name);
    if (line) {
        struct cli_check_cells cells;
        cli_check_cells(view, check, line, &cells);
        aic_text_format(&text, ", %s", cells.at[CLI_CHECK_BUDGET]);
    }
    aic_text_add(&text, ": ");
    cli_check_why(line ? line->why : check->why, &text);
    cli_wrapped(sink, (size_t)view->columns, words, 0, 2);
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
    write_lines(view, sink);
    write_reasons(view, sink);
    write_inputs(view, sink);
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(view, &text);
    color(view, sink, color_of(view->checks->outcome));
    aic_sink_text(sink, words);
    color(view, sink, "\033[0m");
    aic_sink_text(sink, "\n");
}
