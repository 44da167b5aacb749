/* SPDX-License-Identifier: Apache-2.0 */
/* What all layouts of a table have alike. */
#include "cli/formats/grid.h"

void cli_grid_init(struct cli_grid *grid, struct aic_sink *sink, const struct cli_layout *layout,
                   struct cli_column *columns, size_t count)
{
    grid->sink = sink;
    grid->layout = layout;
    grid->separator = layout->separator;
    grid->columns = columns;
    grid->count = count;
    grid->at = 0;
    grid->measuring = grid->color = grid->ruled = grid->broken = false;
    grid->indent = grid->line = grid->blanks = grid->used = 0;
    grid->terminal = CLI_COLUMNS;
}

void cli_grid_measure(struct cli_grid *grid, cli_grid_rows *rows, void *context)
{
    if (grid->layout->measures) {
        grid->measuring = true;
        rows(grid, context);
        grid->measuring = false;
    }
}

void cli_grid_head(struct cli_grid *grid)
{
    grid->layout->head(grid);
}

void cli_grid_add(struct cli_grid *grid, struct cli_cell cell)
{
    grid->layout->cell(grid, &cell);
    grid->at++;
}

void cli_grid_cell(struct cli_grid *grid, const char *text)
{
    cli_grid_add(grid, (struct cli_cell){ .text = text });
}

void cli_grid_number(struct cli_grid *grid, double number)
{
    char text[AIC_NUMBER_SIZE];
    text[aic_is_set(number) ? aic_number_write(text, number) : 0] = '\0';
    cli_grid_cell(grid, text);
}

void cli_grid_end(struct cli_grid *grid)
{
    while (grid->at < grid->count) {
        cli_grid_cell(grid, "");
    }
    grid->at = 0;
    if (!grid->measuring) {
        grid->layout->end(grid);
    }
}

void cli_grid_row(struct cli_grid *grid, const char *const *cells)
{
    for (size_t i = 0; i < grid->count; i++) {
        cli_grid_cell(grid, cells[i]);
    }
    cli_grid_end(grid);
}

void cli_grid_note(struct cli_grid *grid, const char *words)
{
    if (!grid->layout->note) {
        while (grid->at + 1 < grid->count) {
            cli_grid_cell(grid, "");
        }
        cli_grid_cell(grid, words);
        cli_grid_end(grid);
    } else if (!grid->measuring) {
        grid->layout->note(grid, words);
        grid->at = 0;
    }
}
