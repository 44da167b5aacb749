/* SPDX-License-Identifier: Apache-2.0 */
/* Tables as text in columns: no blanks at the end of a line, colours where there are any. */
#include "cli/formats/grid.h"

#include <string.h>

#include "cli/io/sanitize.h"

#define MARK       " <"
#define MARK_WIDTH (sizeof MARK - 1)

/* Fewer columns than these beside the cells before it, and a note starts a line of its own. */
#define SHORTEST_NOTE 24
#define NOTE_GAP      2
#define NOTE_INDENT   4

/* Columns that wrapped words have at least, beyond the terminal if need be: not a letter a line. */
#define NARROWEST 8

/* Blanks that wait; a line begins with its indent. */
static void put_blanks(struct cli_grid *grid)
{
    cli_repeat(grid->sink, ' ', grid->blanks);
    grid->line += grid->blanks;
    grid->blanks = 0;
}

static void put(struct cli_grid *grid, const char *text, size_t length, enum cli_style style)
{
    if (length > 0) {
        put_blanks(grid);
        cli_styled(grid->sink, grid->color ? style : CLI_PLAIN, (struct aic_span){ text, length });
        grid->line += cli_width_of(text, length);
    }
}

static void end_line(struct cli_grid *grid)
{
    aic_sink_text(grid->sink, "\n");
    grid->line = 0;
    grid->blanks = grid->indent;
}

static void begin_cell(struct cli_grid *grid, const struct cli_column *column)
{
    if (grid->line == 0 && grid->blanks == 0) {
        grid->blanks = grid->indent;
    }
    grid->blanks += column->gap;
}

static size_t value_width(const struct cli_column *column)
{
    return column->width - (column->marks ? MARK_WIDTH : 0);
}

/* A text at the left or the right end of its columns. */
static void put_padded(struct cli_grid *grid, const struct cli_column *column, const char *text,
                       size_t length, size_t width, enum cli_style style)
{
    size_t used = cli_width_of(text, length);
    size_t pad = used < width ? width - used : 0;
    grid->blanks += column->right ? pad : 0;
    put(grid, text, length, style);
    grid->blanks += column->right ? 0 : pad;
}

/* What fits of a phrase. */
static void put_cut(struct cli_grid *grid, const char *text, size_t width)
{
    bool dots;
    size_t length = cli_fitting_phrase(text, width, &dots);
    put(grid, text, length, CLI_PLAIN);
    put(grid, "..", dots ? 2 : 0, CLI_PLAIN);
}

/* Whole words below each other, from here on. */
static void put_wrapped(struct cli_grid *grid, const char *text)
{
    size_t start = grid->line + grid->blanks;
    size_t least = start + NARROWEST;
    size_t end = least > grid->terminal ? least : grid->terminal;
    while (*text) {
        size_t length = cli_fitting(text, end - start);
        put(grid, text, length, CLI_PLAIN);
        text += length + (text[length] == ' ');
        if (*text) {
            end_line(grid);
            grid->blanks = start;
        }
    }
}

/* The phrase that fits; where it would be cut in the middle what stands before two blanks, or nothing. */
static void put_phrase(struct cli_grid *grid, const char *text, size_t width)
{
    bool dots;
    size_t length = cli_fitting_phrase(text, width, &dots);
    if (dots) {
        const char *blanks = strstr(text, "  ");
        length = blanks ? (size_t)(blanks - text) : 0;
    }
    put(grid, text, length, CLI_PLAIN);
}

/* The text with what must not break a line escaped; itself where there is nothing. */
static const char *one_line(const char *text, char *out, size_t capacity)
{
    struct aic_text safe;
    const char *c = text;
    while ((unsigned char)*c >= 0x20) {
        c++;
    }
    if (!*c) {
        return text;
    }
    aic_text_init(&safe, out, capacity);
    cli_sanitize_line(&safe, text, "");
    return out;
}

static void write_cell(struct cli_grid *grid, const struct cli_cell *cell)
{
    struct cli_column *column = &grid->columns[grid->at];
    char buffer[2048];
    const char *text = one_line(cell->text, buffer, sizeof buffer);
    if (grid->measuring) {
        size_t width = cli_width(text);
        width += column->marks ? MARK_WIDTH : 0;
        column->width = width > column->width ? width : column->width;
        return;
    }
    if (cli_column_is_hidden(column)) {
        return;
    }
    begin_cell(grid, column);
    size_t start = grid->line + grid->blanks;
    size_t room = grid->terminal > start ? grid->terminal - start : 0;
    if (column->overflow == CLI_OVERFLOW_CUT) {
        put_cut(grid, room < column->least ? "" : text, room);
    } else if (column->overflow == CLI_OVERFLOW_PHRASE) {
        put_phrase(grid, text, room);
    } else if (column->overflow == CLI_OVERFLOW_WRAPPED) {
        put_wrapped(grid, text);
    } else {
        put_padded(grid, column, text, strlen(text), value_width(column), cell->style);
    }
    if (column->marks) {
        put(grid, MARK, cell->marked ? MARK_WIDTH : 0, CLI_GOOD);
        grid->blanks += cell->marked ? 0 : MARK_WIDTH;
    }
    if (column->overflow == CLI_OVERFLOW_BREAKS && cli_width(text) > column->width) {
        end_line(grid);
        grid->blanks = start + column->width;
    }
}

static void end_row(struct cli_grid *grid)
{
    end_line(grid);
    grid->blanks = 0;
}

static void write_note(struct cli_grid *grid, const char *words)
{
    grid->blanks += NOTE_GAP;
    if (grid->line + grid->blanks + SHORTEST_NOTE > grid->terminal) {
        end_line(grid);
        grid->blanks = NOTE_INDENT;
    }
    put_wrapped(grid, words);
    end_row(grid);
}

/* One line of the titles, which end together at the bottom. */
static void write_title_line(struct cli_grid *grid, size_t at)
{
    for (size_t i = 0; i < grid->count; i++) {
        const struct cli_column *column = &grid->columns[i];
        if (cli_column_is_hidden(column)) {
            continue;
        }
        struct aic_span part = cli_title_part(grid, column, at);
        size_t mark = column->marks && part.length + MARK_WIDTH <= column->width ? MARK_WIDTH : 0;
        begin_cell(grid, column);
        put_padded(grid, column, part.at, part.length, column->width - mark, CLI_STRONG);
        grid->blanks += mark;
    }
    end_row(grid);
}

static void write_rule(struct cli_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++) {
        const struct cli_column *column = &grid->columns[i];
        if (!cli_column_is_hidden(column)) {
            begin_cell(grid, column);
            put_blanks(grid);
            cli_repeat(grid->sink, '-', column->width);
            grid->line += column->width;
        }
    }
    end_row(grid);
}

static void write_head(struct cli_grid *grid)
{
    for (size_t i = 0; i < grid->count && !grid->broken; i++) {
        struct cli_column *column = &grid->columns[i];
        size_t width = cli_width(column->title);
        if (!cli_column_is_hidden(column) && width > column->width) {
            column->width = width;
        }
    }
    size_t lines = cli_title_lines(grid);
    for (size_t at = 0; at < lines; at++) {
        write_title_line(grid, at);
    }
    if (grid->ruled) {
        write_rule(grid);
    }
}

const struct cli_layout cli_layout_text = {
    .measures = true,
    .head = write_head,
    .cell = write_cell,
    .end = end_row,
    .note = write_note,
};
