/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables as values with a separator, as of RFC 4180: quoted where they must be.
 *
 * A sweep of a million rows of a hundred values is mostly this. Hence a row is gathered here
 * before it goes on.
 */
#include "cli/grid/grid.h"

#include <string.h>

static void flush(struct cli_grid *grid)
{
    aic_sink_bytes(grid->sink, grid->row, grid->used);
    grid->used = 0;
}

static void put(struct cli_grid *grid, const char *bytes, size_t length)
{
    if (length > sizeof grid->row - grid->used) {
        flush(grid);
    }
    if (length > sizeof grid->row) {
        aic_sink_bytes(grid->sink, bytes, length);
        return;
    }
    memcpy(grid->row + grid->used, bytes, length);
    grid->used += length;
}

void cli_grid_value(struct cli_grid *grid, const char *bytes, size_t length)
{
    if (grid->at++ > 0) {
        put(grid, &grid->layout->separator, 1);
    }
    put(grid, bytes, length);
}

static bool needs_quotes(const char *text, char separator)
{
    return strchr(text, separator) || strpbrk(text, "\"\r\n");
}

static void write_text(struct cli_grid *grid, const char *text)
{
    if (!needs_quotes(text, grid->layout->separator)) {
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
    if (grid->at > 0) {
        put(grid, &grid->layout->separator, 1);
    }
    write_text(grid, cell->text);
}

static void end_row(struct cli_grid *grid)
{
    put(grid, "\n", 1);
    flush(grid);
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
