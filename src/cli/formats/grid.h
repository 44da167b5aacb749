/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables: columns, and cells that are added row by row. What a row becomes is the layout's: text
 * in columns for a terminal, Markdown, or values with a separator (CSV).
 *
 * Nothing of a table is kept, so that one of a million rows needs no more memory than one of ten.
 * Text in columns has to know the widest cell of each before the first row: cli_grid_measure()
 * calls the function that adds the rows once more, and nothing is written.
 */
#ifndef AICALC_CLI_FORMATS_GRID_H
#define AICALC_CLI_FORMATS_GRID_H

#include <string.h>

#include "cli/formats/lines.h"

#define CLI_ROW_SIZE 4096

/* What text does with a cell that has not enough columns. */
enum cli_overflow {
    CLI_OVERFLOW_SHOWN,   /* it pushes what follows to the right */
    CLI_OVERFLOW_BREAKS,  /* it pushes what follows to a line of its own */
    CLI_OVERFLOW_WRAPPED, /* it goes on in the next line, whole words below each other */
    CLI_OVERFLOW_PHRASE,  /* it ends after a phrase; where none fits, it is left out */
    CLI_OVERFLOW_CUT      /* it is cut after a phrase or a word */
};

struct cli_column {
    const char *title;
    unsigned in;    /* of a document: the forms that have it; 0: all that the table is in */
    bool code;      /* names, which Markdown shows as code */
    bool apart;     /* of aligned tables of a document: each has its own width */
    bool right;     /* numbers stand at the right end */
    bool optional;  /* text leaves it out where nothing stands in it */
    bool marks;     /* text has room for a mark behind its cells */
    bool droppable; /* cli_grid_fit() may drop it from text */
    enum cli_overflow overflow;
    size_t gap;   /* columns of a terminal before it */
    size_t width; /* of its widest cell, its mark included; or as set by the caller */
    size_t least; /* of a cut column: with fewer columns than these, it is left out */
    bool dropped; /* there was no room for it */
};

struct cli_cell {
    const char *text;
    enum cli_style style;
    bool marked; /* the least of its column, or what fails: a mark in text, bold in Markdown */
    bool markup; /* Markdown of its own: only '|' is escaped */
};

struct cli_grid;

/* How rows are written. */
struct cli_layout {
    bool measures; /* widths must be known before the first row */
    void (*head)(struct cli_grid *grid);
    void (*cell)(struct cli_grid *grid, const struct cli_cell *cell);
    void (*end)(struct cli_grid *grid);
    void (*note)(struct cli_grid *grid, const char *words);
    char separator; /* of values; 0: the layout has none */
};

extern const struct cli_layout cli_layout_text, cli_layout_markdown, cli_layout_csv;

struct cli_grid {
    struct aic_sink *sink;
    const struct cli_layout *layout;
    struct cli_column *columns;
    size_t count;
    size_t at;      /* the column under way */
    bool measuring; /* cells widen their columns, and nothing is written */
    /* Of text. */
    bool color;
    bool ruled;              /* a line of dashes below the titles */
    bool broken;             /* titles stand in several lines */
    size_t indent, terminal; /* columns before a row, and of the terminal */
    size_t line, blanks;     /* columns of the line so far; blanks that wait for what follows */
    /* Of values: the row so far, which goes out in one piece. */
    char separator;
    size_t used;
    char row[CLI_ROW_SIZE];
};

/* Options of text stay as they are: no indent, 80 columns, no colour. */
void cli_grid_init(struct cli_grid *grid, struct aic_sink *sink, const struct cli_layout *layout,
                   struct cli_column *columns, size_t count);

/* Widens the columns to all cells that `rows` adds, where the layout needs that. */
typedef void cli_grid_rows(struct cli_grid *grid, void *context);
void cli_grid_measure(struct cli_grid *grid, cli_grid_rows *rows, void *context);

/* The titles, and what parts them from the rows. */
void cli_grid_head(struct cli_grid *grid);

/* The next cell of the row, plain or as it says. */
void cli_grid_cell(struct cli_grid *grid, const char *text);
void cli_grid_add(struct cli_grid *grid, struct cli_cell cell);

/* A number to its last digit; empty where it is not set. */
void cli_grid_number(struct cli_grid *grid, double number);

/*
 * The same for values only: bytes that need no quotes, such as a number, fewer than CLI_ROW_SIZE.
 * Sweeps write hundreds of millions of them.
 */
void cli_grid_flush(struct cli_grid *grid);
static inline void cli_grid_value(struct cli_grid *grid, const char *bytes, size_t length)
{
    size_t used = grid->used;
    if (length >= sizeof grid->row - used) {
        cli_grid_flush(grid);
        used = 0;
    }
    memcpy(grid->row + used, bytes, length);
    grid->row[used + length] = grid->separator; /* behind the last value: a line end instead */
    grid->used = used + length + 1;
    grid->at++;
}

/* Ends the row; its other cells are empty. */
void cli_grid_end(struct cli_grid *grid);

/* A row of plain cells, one for each column. */
void cli_grid_row(struct cli_grid *grid, const char *const *cells);

/* Ends the row with words that concern all columns left; they stand in the last one. */
void cli_grid_note(struct cli_grid *grid, const char *words);

/*
 * Fits the columns of text to the terminal: titles are broken at '_' and blanks, then columns are
 * dropped from the right, one that is droppable always stays.
 */
void cli_grid_fit(struct cli_grid *grid);

/* A column of text that is not shown. */
bool cli_column_is_hidden(const struct cli_column *column);

/* Lines that the titles take, and the part of one in the line `at`, counted from the top. */
size_t cli_title_lines(const struct cli_grid *grid);
struct aic_span cli_title_part(const struct cli_grid *grid, const struct cli_column *column,
                               size_t at);

/* Text in Markdown: '|' and what else it would read as its own is escaped, line ends are blanks. */
void cli_sink_markdown(struct aic_sink *sink, const char *text);

#endif
