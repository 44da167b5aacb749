/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables as values with a separator, as of RFC 4180: quoted where they must be.
 *
 * A sweep of a million rows of a hundred values is mostly this. Hence a row is gathered here
 * before it goes on.
 */
#include "cli/formats/grid.h"

#include <string.h>

void cli_grid_flush(struct cli_grid *grid)
{
    aic_sink_bytes(grid->sink, grid->row, grid->used);
    grid->used = 0;
}

static void put(struct cli_grid *grid, const char *bytes, size_t length)
{
    if (length > sizeof grid->row - grid->used) {
        cli_grid_flush(grid);
    }
    if (length > sizeof grid->row) {
        aic_sink_bytes(grid->sink, bytes, length);
        return;
    }
    memcpy(grid->row + grid->used, bytes, length);
    grid->used += length;
}

static bool needs_quotes(const char *text, char separator)
{
    return strchr(text, separator) || strpbrk(text, "\"\r\n");
}

static void write_text(struct cli_grid *grid, const char *text)
{
    if (!needs_quotes(text, grid->separator)) {
        put(grid, text, strlen(text));
        return;
    }
    put(grid, "\"", 1);
    for (const char *c = text; *c; c++) {
        put(grid, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    }
    put(grid, "\"", 1);
}

static void write_cell(struct cli_grid *grid, const struct cli_cell *cell)
{
    write_text(grid, cell->text);
    put(grid, &grid->separator, 1);
}

static void end_row(struct cli_grid *grid)
{
    grid->row[grid->used - 1] = '\n'; /* in place of a separator */
    cli_grid_flush(grid);
}

static void write_head(struct cli_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++) {
        cli_grid_cell(grid, grid->columns[i].title);
    }
    cli_grid_end(grid);
}

const struct cli_layout cli_layout_csv = {
    .head = write_head,
    .cell = write_cell,
    .end = end_row,
    .separator = ',',
};
