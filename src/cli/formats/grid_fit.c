/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fitting the columns of text to a terminal. Where they need more room than there is, their titles
 * are broken into lines, and then columns are dropped from the right.
 */
#include "cli/formats/grid.h"

#include <string.h>

bool cli_column_is_hidden(const struct cli_column *column)
{
    return column->dropped || (column->optional && column->width == 0);
}

/* A word of a title ends: behind a '_', a blank, or the '.' of "train-memory.fits", but in no number. */
static bool ends_word(const char *c)
{
    bool is_dot = *c == '.' && c[1] >= 'a' && c[1] <= 'z';
    return *c == '_' || *c == ' ' || is_dot || c[1] == '\0';
}

/* The length of the part of a title that fits: up to the end of a word; a whole word at least. */
static size_t part_of(const char *title, size_t width)
{
    size_t end = 0;
    for (size_t i = 0; title[i]; i++) {
        if (ends_word(&title[i]) && (i + 1 <= width || end == 0)) {
            end = i + 1;
        }
    }
    return end;
}

static size_t longest_word(const char *title)
{
    size_t longest = 0;
    while (*title) {
        size_t length = part_of(title, 0);
        longest = length > longest ? length : longest;
        title += length;
    }
    return longest;
}

static size_t count_lines(const struct cli_column *column)
{
    size_t lines = 0;
    for (const char *at = column->title; *at; at += part_of(at, column->width)) {
        lines++;
    }
    return lines;
}

size_t cli_title_lines(const struct cli_grid *grid)
{
    size_t most = 1;
    for (size_t i = 0; i < grid->count && grid->broken; i++) {
        size_t lines = cli_column_is_hidden(&grid->columns[i]) ? 0 : count_lines(&grid->columns[i]);
        most = lines > most ? lines : most;
    }
    return most;
}

struct aic_span cli_title_part(const struct cli_grid *grid, const struct cli_column *column,
                               size_t at)
{
    const char *title = column->title;
    if (!grid->broken) {
        return (struct aic_span){ title, strlen(title) };
    }
    size_t first = cli_title_lines(grid) - count_lines(column);
    for (size_t skip = first; skip < at; skip++) {
        title += part_of(title, column->width);
    }
    size_t length = at < first ? 0 : part_of(title, column->width);
    while (length > 0 && title[length - 1] == ' ') {
        length--;
    }
    return (struct aic_span){ title, length };
}

static size_t total_width(const struct cli_grid *grid)
{
    size_t total = grid->indent;
    for (size_t i = 0; i < grid->count; i++) {
        const struct cli_column *column = &grid->columns[i];
        total += cli_column_is_hidden(column) ? 0 : column->gap + column->width;
    }
    return total;
}

/* The widths, with titles whole or broken, given those of the values. */
static size_t widen(const struct cli_column *column, bool broken)
{
    size_t title = broken ? longest_word(column->title) : cli_width(column->title);
    return title > column->width ? title : column->width;
}

/* The last column that may be dropped, if there are two of them. */
static struct cli_column *next_to_drop(const struct cli_grid *grid)
{
    struct cli_column *last = NULL;
    size_t left = 0;
    for (size_t i = 0; i < grid->count; i++) {
        if (grid->columns[i].droppable && !cli_column_is_hidden(&grid->columns[i])) {
            last = &grid->columns[i];
            left++;
        }
    }
    return left > 1 ? last : NULL;
}

void cli_grid_fit(struct cli_grid *grid)
{
    size_t titles = 0;
    for (size_t i = 0; i < grid->count; i++) {
        titles += widen(&grid->columns[i], false) - grid->columns[i].width;
    }
    grid->broken = total_width(grid) + titles > grid->terminal;
    for (size_t i = 0; i < grid->count; i++) {
        grid->columns[i].width = widen(&grid->columns[i], grid->broken);
    }
    struct cli_column *column;
    while (total_width(grid) > grid->terminal && (column = next_to_drop(grid))) {
        column->dropped = true;
    }
}
