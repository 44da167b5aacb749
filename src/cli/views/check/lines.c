/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a report as a table, in text and in Markdown, and what its columns do not say. */
#include "cli/views/check/check.h"

#include <string.h>

static const char *title_of(const struct cli_check_view *view, int column)
{
    static const char *const budgets[] = { "Verdict", "Check",  "Budget", "Actual",
                                           "Limit",   "Margin", "Change" };
    static const char *const results[] = { "Verdict", "Answer", "Result", "Now",
                                           "Saved",   "Margin", "Change" };
    return view->checks->saved ? results[column] : budgets[column];
}

/* Columns that this report has. */
static bool has_column(const struct cli_check_view *view, int column)
{
    if (column == CLI_CHECK_MARGIN) {
        return !view->checks->saved;
    }
    return column != CLI_CHECK_CHANGE || view->checks->saved || view->checks->source.earlier;
}

bool cli_check_is_quiet(const struct cli_check_view *view, const struct aic_check_line *line)
{
    return view->checks->saved && line->outcome == AIC_OUTCOME_PASS;
}

static size_t count_lines(const struct cli_check_view *view)
{
    size_t count = 0;
    for (size_t i = 0; i < view->checks->line_count; i++) {
        count += !cli_check_is_quiet(view, &view->checks->lines[i]);
    }
    return count;
}

static void add_line(const struct cli_check_view *view, struct cli_grid *grid,
                     const struct aic_check *check, const struct aic_check_line *line)
{
    struct cli_check_cells cells;
    cli_check_cells(view, check, line, &cells);
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        struct cli_cell cell = { .text = cells.at[c] };
        if (c == CLI_CHECK_VERDICT) {
            cell.style = cli_outcome_style(line->outcome);
            cell.marked = line->outcome > AIC_OUTCOME_PASS;
        }
        if (has_column(view, c)) {
            cli_grid_add(grid, cell);
        }
    }
    cli_grid_end(grid);
}

static void add_lines(struct cli_grid *grid, void *context)
{
    const struct cli_check_view *view = *(const struct cli_check_view **)context;
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            if (!cli_check_is_quiet(view, &check->lines[k])) {
                add_line(view, grid, check, &check->lines[k]);
            }
        }
    }
}

static void show_reason(const struct cli_check_view *view, const struct aic_check *check,
                        const struct aic_check_line *line, cli_check_reason *show,
                        struct aic_sink *sink)
{
    struct cli_check_cells cells;
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_check_why(line ? line->why : check->why, &text);
    cli_check_cells(view, check, line ? line : &check->lines[0], &cells);
    show(view, cells.at[CLI_CHECK_NAME], line ? cells.at[CLI_CHECK_BUDGET] : NULL, words, sink);
}

bool cli_check_is_measured(const struct aic_note *note)
{
    return strcmp(note->id, AIC_MEASURED_OUTSIDE) == 0;
}

static void show_note(const struct cli_check_view *view, const struct aic_check *check,
                      const struct aic_note *note, cli_check_reason *show, struct aic_sink *sink)
{
    struct cli_check_cells cells;
    cli_check_cells(view, check, &check->lines[0], &cells);
    show(view, cells.at[CLI_CHECK_NAME], NULL, note->text, sink);
}

bool cli_check_reasons(const struct cli_check_view *view, cli_check_reason *show,
                       struct aic_sink *sink)
{
    bool any = false;
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        if (check->why) {
            show_reason(view, check, NULL, show, sink);
            any = true;
        }
        for (size_t k = 0; k < check->line_count; k++) {
            if (check->lines[k].why) {
                show_reason(view, check, &check->lines[k], show, sink);
                any = true;
            }
        }
        for (size_t k = 0; k < check->warning_count; k++) {
            if (cli_check_is_measured(&check->warnings[k])) {
                show_note(view, check, &check->warnings[k], show, sink);
                any = true;
            }
        }
    }
    return any;
}

void cli_check_lines(const struct cli_check_view *view, const struct cli_layout *layout,
                     struct aic_sink *sink)
{
    struct cli_column columns[CLI_CHECK_COLUMNS];
    struct cli_grid grid;
    size_t count = 0;
    for (int c = 0; c < CLI_CHECK_COLUMNS; c++) {
        if (has_column(view, c)) {
            columns[count++] = (struct cli_column){ .title = title_of(view, c),
                                                    .gap = c > 0 ? 2 : 0,
                                                    .right = c >= CLI_CHECK_ACTUAL,
                                                    .optional = true };
        }
    }
    if (count_lines(view) == 0) {
        return;
    }
    cli_grid_init(&grid, sink, layout, columns, count);
    grid.color = view->color;
    cli_grid_measure(&grid, add_lines, &view);
    cli_grid_head(&grid);
    add_lines(&grid, &view);
    aic_sink_text(sink, "\n");
}
