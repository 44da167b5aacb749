/* SPDX-License-Identifier: Apache-2.0 */
/* A document as text for a terminal. */
#include <string.h>

#include "cli/formats/document.h"

static enum cli_style style_of(const struct doc *doc, enum cli_style style)
{
    return doc->color ? style : CLI_PLAIN;
}

static void write_head(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    cli_styled_text(sink, style_of(doc, CLI_STRONG), block->name);
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, doc->columns, block->words, strlen(block->name) + 2, CLI_INDENT);
}

static void write_section(const struct doc *doc, const struct doc_block *block,
                          struct aic_sink *sink)
{
    bool dots;
    if (!block->wrapped) {
        cli_heading(sink, block->name, doc->color);
        return;
    }
    size_t used = strlen(block->name) + 2;
    aic_sink_text(sink, block->depth > 0 ? "" : "\n");
    cli_styled_text(sink, style_of(doc, CLI_STRONG), block->name);
    aic_sink_text(sink, ": ");
    size_t length =
        cli_fitting_phrase(block->note, doc->columns > used + 2 ? doc->columns - used : 2, &dots);
    if (dots) {
        cli_wrapped(sink, doc->columns, block->note, used, 2 * CLI_INDENT);
    } else {
        aic_sink_bytes(sink, block->note, length);
        aic_sink_text(sink, "\n");
    }
}

static void write_line(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    if (block->wrapped) {
        cli_wrapped(sink, doc->columns, block->words, 0, CLI_INDENT);
    } else {
        cli_styled_text(sink, style_of(doc, block->style), block->words);
        aic_sink_text(sink, "\n");
    }
}

/* Columns of the longest mark of an item: "gone". */
#define MARK_WIDTH 4

static void write_item(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    size_t used = CLI_INDENT + 2;
    if (!block->name) {
        cli_paragraph(sink, doc->columns, block->words);
    } else if (block->note) {
        cli_repeat(sink, ' ', CLI_INDENT);
        aic_sink_text(sink, block->note);
        cli_repeat(sink, ' ', MARK_WIDTH - cli_width(block->note) + 2);
        cli_write(sink, "%s: %s\n", block->name, block->words);
    } else {
        cli_repeat(sink, ' ', CLI_INDENT);
        cli_styled_text(sink, style_of(doc, CLI_WARNING), block->name);
        aic_sink_text(sink, ": ");
        cli_wrapped(sink, doc->columns, block->words, used + strlen(block->name), 2 * CLI_INDENT);
    }
}

/* What to type stands on one line however long, so that it can be copied whole; below it what it gives. */
static void write_step(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    cli_repeat(sink, ' ', CLI_INDENT);
    cli_write(sink, "%s\n", block->name);
    cli_repeat(sink, ' ', 2 * CLI_INDENT);
    aic_sink_text(sink, "-> ");
    cli_wrapped(sink, doc->columns, block->words, 2 * CLI_INDENT + 3, 3 * CLI_INDENT);
}

#define LEGEND_GAP "   "

/* Things in a line, the next line where there is no room for one. */
static const struct doc_block *write_legend(const struct doc *doc, const struct doc_block *block,
                                            struct aic_sink *sink)
{
    const struct doc_block *last = block;
    size_t used = 0;
    for (; block && block->kind == DOC_LEGEND; block = doc_next(doc, block)) {
        size_t width = cli_width(block->words);
        bool fits = used > 0 && used + strlen(LEGEND_GAP) + width <= doc->columns;
        last = block;
        if (!fits && block->wrapped) {
            continue; /* it needs no line of its own */
        }
        if (fits) {
            aic_sink_text(sink, LEGEND_GAP);
            used += strlen(LEGEND_GAP);
        } else {
            aic_sink_text(sink, "\n");
            cli_repeat(sink, ' ', CLI_INDENT);
            used = CLI_INDENT;
        }
        aic_sink_text(sink, block->words);
        used += width;
    }
    aic_sink_text(sink, used > 0 ? "\n" : "");
    return last;
}

static void write_node(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    size_t indent = CLI_INDENT * (block->depth + 1);
    size_t most = doc->columns / 2;
    indent = indent < most ? indent : most;
    cli_repeat(sink, ' ', indent);
    aic_sink_text(sink, block->name);
    cli_wrapped(sink, doc->columns, block->words, indent + cli_width(block->name),
                indent + 2 * CLI_INDENT);
}

/* Columns of the longest verdict: "exceeded". */
#define VERDICT_WIDTH 8

static void write_budget(const struct doc *doc, const struct doc_budget *budget,
                         struct aic_sink *sink)
{
    cli_repeat(sink, ' ', CLI_INDENT);
    cli_styled_text(sink, style_of(doc, budget->style), budget->verdict);
    cli_repeat(sink, ' ', VERDICT_WIDTH - cli_width(budget->verdict) + 2);
    cli_write(sink, "%s   (%s%s)\n", budget->budget, budget->actual[0] ? "is " : "",
              budget->actual[0] ? budget->actual : budget->note);
}

/* Widens the columns of a grid to the cells of a table. */
static void measure(const struct doc *doc, const struct doc_table *table, struct cli_grid *grid)
{
    grid->measuring = true;
    doc_write_rows(doc, table, grid);
    grid->measuring = false;
}

/* The same to the cells of all aligned tables, but for columns that are apart. */
static void measure_aligned(const struct doc *doc, struct cli_grid *grid)
{
    for (const struct doc_block *block = doc_first(doc); block; block = doc_next(doc, block)) {
        if (block->kind == DOC_TABLE && block->table.shape.aligned) {
            struct cli_column columns[DOC_COLUMNS_MAX];
            struct cli_grid other;
            doc_open_grid(doc, &block->table, grid->layout, columns, &other, NULL);
            measure(doc, &block->table, &other);
            for (size_t i = 0; i < grid->count && i < other.count; i++) {
                bool widens = !columns[i].apart && columns[i].width > grid->columns[i].width;
                grid->columns[i].width = widens ? columns[i].width : grid->columns[i].width;
            }
        }
    }
}

/* Words with less room than they need at least go, and what is apart with them. */
static void drop_words(struct cli_grid *grid)
{
    size_t used = grid->indent;
    bool drops = false;
    for (size_t i = 0; i < grid->count; i++) {
        const struct cli_column *column = &grid->columns[i];
        bool is_words = column->overflow == CLI_OVERFLOW_WRAPPED && column->least > 0;
        drops = drops || (is_words && used + column->gap + column->least > grid->terminal);
        used += cli_column_is_hidden(column) ? 0 : column->gap + column->width;
    }
    for (size_t i = 0; i < grid->count && drops; i++) {
        struct cli_column *column = &grid->columns[i];
        column->dropped = column->dropped || column->apart || column->least > 0;
    }
}

/* Shows of the columns that are not frozen those from `at` on that fit; returns the next one. */
static size_t choose_columns(struct cli_grid *grid, const struct doc_shape *shape, size_t at)
{
    size_t used = grid->indent, last = at;
    for (size_t i = 0; i < grid->count; i++) {
        grid->columns[i].dropped = i >= shape->frozen;
        used += i < shape->frozen ? grid->columns[i].gap + grid->columns[i].width : 0;
    }
    while (last < grid->count) {
        size_t width = 0;
        for (size_t i = last; i < last + shape->together && i < grid->count; i++) {
            width += grid->columns[i].gap + grid->columns[i].width;
        }
        if (last > at && used + width > grid->terminal) {
            break;
        }
        used += width;
        for (size_t i = 0; i < shape->together && last < grid->count; i++) {
            grid->columns[last++].dropped = false;
        }
    }
    return last;
}

static void write_grid(const struct doc *doc, const struct doc_table *table, struct cli_grid *grid)
{
    if (!table->shape.untitled) {
        cli_grid_head(grid);
    }
    doc_write_rows(doc, table, grid);
}

static void write_table(const struct doc *doc, const struct doc_table *table, struct aic_sink *sink)
{
    struct cli_column columns[DOC_COLUMNS_MAX];
    struct cli_grid grid;
    size_t at = table->shape.frozen;
    doc_open_grid(doc, table, &cli_layout_text, columns, &grid, sink);
    measure(doc, table, &grid);
    if (table->shape.aligned) {
        measure_aligned(doc, &grid);
    }
    drop_words(&grid);
    if (table->shape.fitted) {
        cli_grid_fit(&grid);
    }
    if (at == 0) {
        write_grid(doc, table, &grid);
        return;
    }
    for (size_t i = 0; i < grid.count; i++) {
        size_t width = cli_width(columns[i].title);
        columns[i].width = width > columns[i].width ? width : columns[i].width;
    }
    do {
        at = choose_columns(&grid, &table->shape, at);
        aic_sink_text(sink, "\n");
        write_grid(doc, table, &grid);
    } while (at < grid.count);
}

/* "label name value, name value", wrapped at the terminal's width. */
static void write_list(const struct doc *doc, const struct doc_block *block, struct aic_sink *sink)
{
    size_t used = CLI_INDENT + cli_width(block->name);
    for (const struct doc_row *row = block->table.first; row; row = row->next) {
        const char *name = row->cells[0].text, *value = row->cells[1].text;
        size_t width = cli_width(name) + (value[0] ? 1 + cli_width(value) : 0);
        if (row == block->table.first) {
            cli_repeat(sink, ' ', CLI_INDENT);
            aic_sink_text(sink, block->name);
        } else {
            aic_sink_text(sink, ",");
            used++;
        }
        bool fits = used + 1 + width + 1 <= doc->columns;
        aic_sink_text(sink, fits ? " " : "\n    ");
        used = (fits ? used + 1 : 2 * CLI_INDENT) + width;
        cli_write(sink, value[0] ? "%s %s" : "%s", name, value);
    }
    aic_sink_text(sink, block->table.first ? "\n" : "");
}

/* Writes a block, and those that belong to it; returns the last of them. */
static const struct doc_block *write_block(const struct doc *doc, const struct doc_block *block,
                                           struct aic_sink *sink)
{
    switch (block->kind) {
    case DOC_HEAD:
        write_head(doc, block, sink);
        break;
    case DOC_SECTION:
        write_section(doc, block, sink);
        break;
    case DOC_GAP:
        aic_sink_text(sink, "\n");
        break;
    case DOC_LINE:
        write_line(doc, block, sink);
        break;
    case DOC_POINT:
        cli_paragraph(sink, doc->columns, block->words);
        break;
    case DOC_ITEM:
        write_item(doc, block, sink);
        break;
    case DOC_STEP:
        write_step(doc, block, sink);
        break;
    case DOC_LEGEND:
        return write_legend(doc, block, sink);
    case DOC_NODE:
        write_node(doc, block, sink);
        break;
    case DOC_BUDGET:
        write_budget(doc, &block->budget, sink);
        break;
    case DOC_TABLE:
        write_table(doc, &block->table, sink);
        break;
    case DOC_LIST:
        write_list(doc, block, sink);
        break;
    case DOC_OWN:
        block->write(block->context, sink);
        break;
    case DOC_PILL:
    case DOC_ASKED:
    case DOC_BODY:
    case DOC_COMMAND:
    case DOC_KINDS:
        break;
    }
    return block;
}

void doc_write_text(const struct doc *doc, struct aic_sink *sink)
{
    for (const struct doc_block *block = doc_first(doc); block; block = doc_next(doc, block)) {
        block = write_block(doc, block, sink);
    }
}
