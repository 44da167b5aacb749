/* SPDX-License-Identifier: Apache-2.0 */
/* The comparison as rows: text, Markdown and values. */

#include "cli/views/diff/diff.h"

static void set_columns(struct cli_column *columns)
{
    static const char *const titles[CLI_DIFF_COLUMNS] = { "Result", "Before",   "After",
                                                          "Change", "Relative", "Origin" };
    for (size_t i = 0; i < CLI_DIFF_COLUMNS; i++) {
        bool right = i != CLI_DIFF_NAME && i != CLI_DIFF_ORIGIN;
        columns[i] = (struct cli_column){ .title = titles[i], .right = right, .gap = i ? 2 : 0 };
    }
}

static void add_row(const struct cli_diff_view *view, struct cli_grid *grid, size_t i)
{
    struct cli_diff_cells cells;
    cli_diff_cells(view, i, &cells);
    for (size_t column = 0; column < grid->count; column++) {
        cli_grid_cell(grid, cells.at[column]);
    }
    cli_grid_end(grid);
}

static void add_rows(struct cli_grid *grid, void *context)
{
    const struct cli_diff_view *view = *(const struct cli_diff_view **)context;
    for (size_t i = 0; i < view->diff->count; i++) {
        if (view->diff->rows[i].part != AIC_DIFF_WARNING) {
            add_row(view, grid, i);
        }
    }
}

/* True for the first row of its part. */
static bool is_first(const struct cli_diff_view *view, size_t i)
{
    return i == 0 || view->diff->rows[i - 1].part != view->diff->rows[i].part;
}

void cli_diff_part(const struct cli_diff_view *view, enum aic_diff_part part,
                   const struct cli_layout *layout, struct aic_sink *sink)
{
    struct cli_column columns[CLI_DIFF_COLUMNS];
    struct cli_grid grid;
    set_columns(columns);
    columns[CLI_DIFF_NAME].title = part == AIC_DIFF_INPUT ? "Input" : "Result";
    /* Results come from nowhere else. */
    cli_grid_init(&grid, sink, layout, columns,
                  part == AIC_DIFF_INPUT ? CLI_DIFF_COLUMNS : CLI_DIFF_ORIGIN);
    cli_grid_head(&grid);
    for (size_t i = 0; i < view->diff->count; i++) {
        if (view->diff->rows[i].part == part) {
            add_row(view, &grid, i);
        }
    }
}

void cli_diff_table(const struct cli_diff_view *view, struct aic_sink *sink)
{
    static const char *const headings[] = { "Inputs", "Results", "Warnings" };
    struct cli_column columns[CLI_DIFF_COLUMNS];
    struct cli_column words[] = { { .width = 4 }, { .gap = 2 } };
    struct cli_grid grid, warnings;
    set_columns(columns);
    cli_grid_init(&grid, sink, &cli_layout_text, columns, CLI_DIFF_COLUMNS);
    cli_grid_init(&warnings, sink, &cli_layout_text, words, 2);
    grid.indent = warnings.indent = CLI_INDENT;
    cli_grid_measure(&grid, add_rows, &view);
    aic_sink_text(sink, view->diff->calculator);
    aic_sink_text(sink, view->diff->count > 0 ? ": before, after, change\n"
                                              : ": the answers do not differ\n");
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (is_first(view, i)) {
            cli_heading(sink, headings[row->part], view->color);
        }
        if (row->part == AIC_DIFF_WARNING) {
            char text[3 * CLI_DIFF_CELL];
            cli_print(text, sizeof text, "%s: %s", row->name, cli_diff_warning(row));
            cli_grid_row(&warnings, (const char *[]){ row->after ? "new" : "gone", text });
        } else {
            add_row(view, &grid, i);
        }
    }
}

void cli_diff_markdown(const struct cli_diff_view *view, struct aic_sink *sink)
{
    struct cli_column columns[CLI_DIFF_COLUMNS];
    struct cli_grid grid;
    set_columns(columns);
    cli_grid_init(&grid, sink, &cli_layout_markdown, columns, CLI_DIFF_COLUMNS);
    cli_sink_markdown(sink, view->diff->calculator);
    aic_sink_text(sink,
                  view->diff->count > 0 ? ": differences\n" : ": the answers do not differ\n");
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        aic_sink_text(sink, is_first(view, i) ? "\n" : "");
        if (row->part == AIC_DIFF_WARNING) {
            aic_sink_text(sink, row->after ? "- new **" : "- gone **");
            cli_sink_markdown(sink, row->name);
            aic_sink_text(sink, "**: ");
            cli_sink_markdown(sink, cli_diff_warning(row));
            aic_sink_text(sink, "\n");
            continue;
        }
        if (is_first(view, i)) {
            columns[CLI_DIFF_NAME].title = row->part == AIC_DIFF_INPUT ? "Input" : "Result";
            cli_grid_head(&grid);
        }
        add_row(view, &grid, i);
    }
}

/* The value of a member in base units, or the text of a warning. */
static void add_value(struct cli_grid *grid, const struct aic_difference *row,
                      const struct aic_json_value *member)
{
    const struct aic_json_value *value = member ? aic_diff_value(member) : NULL;
    if (member && row->part == AIC_DIFF_WARNING) {
        cli_grid_cell(grid, cli_diff_warning(row));
    } else if (value && aic_json_is(value, AIC_JSON_NUMBER)) {
        cli_grid_number(grid, aic_json_number_of(value));
    } else if (value && aic_json_is(value, AIC_JSON_STRING)) {
        cli_grid_cell(grid, aic_json_text_of(value));
    } else {
        cli_grid_cell(grid, !value ? "" : aic_json_is_true(value) ? "true" : "false");
    }
}

void cli_diff_values(const struct cli_diff_view *view, const struct cli_layout *layout,
                     struct aic_sink *sink)
{
    static const char *const parts[] = { "input", "result", "warning" };
    struct cli_column columns[] = { { .title = "part" },    { .title = "name" },
                                    { .title = "before" },  { .title = "after" },
                                    { .title = "unit" },    { .title = "absolute" },
                                    { .title = "relative" } };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, layout, columns, sizeof columns / sizeof columns[0]);
    cli_grid_head(&grid);
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        const char *unit = aic_json_member_text(row->after ? row->after : row->before, "unit");
        cli_grid_cell(&grid, parts[row->part]);
        cli_grid_cell(&grid, row->name);
        add_value(&grid, row, row->before);
        add_value(&grid, row, row->after);
        cli_grid_cell(&grid, unit ? unit : "");
        cli_grid_number(&grid, row->absolute);
        cli_grid_number(&grid, row->relative);
        cli_grid_end(&grid);
    }
}
