/* SPDX-License-Identifier: Apache-2.0 */
/* A document as Markdown, to be pasted into a review. */
#include <string.h>

#include "cli/formats/document.h"

static void write_head(const struct doc_block *block, struct aic_sink *sink)
{
    aic_sink_text(sink, "**");
    cli_sink_markdown(sink, block->name);
    aic_sink_text(sink, "**: ");
    cli_sink_markdown(sink, block->words);
    aic_sink_text(sink, "\n\n");
}

static void write_line(const struct doc_block *block, struct aic_sink *sink)
{
    const char *strong = block->style == CLI_STRONG ? "**" : "";
    aic_sink_text(sink, strong);
    if (block->code) {
        aic_sink_text(sink, block->words);
    } else {
        cli_sink_markdown(sink, block->words);
    }
    aic_sink_text(sink, strong);
    aic_sink_text(sink, "\n");
}

static void write_item(const struct doc_block *block, struct aic_sink *sink)
{
    aic_sink_text(sink, "- ");
    if (block->note) {
        cli_write(sink, "%s ", block->note);
    }
    if (block->name) {
        aic_sink_text(sink, "**");
        cli_sink_markdown(sink, block->name);
        aic_sink_text(sink, "**: ");
    }
    cli_sink_markdown(sink, block->words);
    aic_sink_text(sink, "\n");
}

/* Words in a span of code, where a backtick would end it. */
static void write_code(struct aic_sink *sink, const char *words)
{
    aic_sink_text(sink, "`");
    for (; *words; words++) {
        aic_sink_bytes(sink, *words == '`' ? "'" : words, 1);
    }
    aic_sink_text(sink, "`");
}

static void write_step(const struct doc_block *block, struct aic_sink *sink)
{
    aic_sink_text(sink, "- ");
    write_code(sink, block->name);
    aic_sink_text(sink, ": ");
    cli_sink_markdown(sink, block->words);
    aic_sink_text(sink, "\n");
}

/* Words in which names with '_' are code, so that nothing has to be escaped in them. */
static void write_words(struct aic_sink *sink, const char *words)
{
    static const char of_names[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    while (*words) {
        char part[CLI_VALUE_SIZE];
        size_t length = strspn(words, of_names);
        bool is_name = length < sizeof part && memchr(words, '_', length);
        if (length == 0) {
            length = strcspn(words, of_names);
        }
        length = length < sizeof part ? length : sizeof part - 1;
        cli_write_span((struct aic_span){ words, length }, part, sizeof part);
        if (is_name) {
            write_code(sink, part);
        } else {
            cli_sink_markdown(sink, part);
        }
        words += length;
    }
}

static void write_node(const struct doc_block *block, struct aic_sink *sink)
{
    cli_repeat(sink, ' ', CLI_INDENT * block->depth);
    aic_sink_text(sink, "- ");
    write_words(sink, block->name);
    if (block->code) {
        write_code(sink, block->words);
    } else {
        write_words(sink, block->words);
    }
    aic_sink_text(sink, "\n");
}

/* The budgets that stand with the first one, as a table; returns the last of them. */
static const struct doc_block *write_budgets(const struct doc *doc, const struct doc_block *block,
                                             struct aic_sink *sink)
{
    struct cli_column columns[] = {
        { .title = "Budget", .code = true },
        { .title = "Actual", .right = true },
        { .title = "Verdict" },
        { .title = "" },
    };
    const struct doc_block *last = block;
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_markdown, columns, 4);
    cli_grid_head(&grid);
    for (; block && block->kind == DOC_BUDGET; block = doc_next(doc, block)) {
        const struct doc_budget *budget = &block->budget;
        cli_grid_row(&grid,
                     (const char *[]){ budget->budget, budget->actual, budget->verdict, "" });
        last = block;
    }
    return last;
}

static void write_table(const struct doc *doc, const struct doc_table *table, struct aic_sink *sink)
{
    struct cli_column columns[DOC_COLUMNS_MAX];
    struct cli_grid grid;
    doc_open_grid(doc, table, &cli_layout_markdown, columns, &grid, sink);
    cli_grid_head(&grid);
    doc_write_rows(doc, table, &grid);
}

/* Writes a block, and those that belong to it; returns the last of them. */
static const struct doc_block *write_block(const struct doc *doc, const struct doc_block *block,
                                           struct aic_sink *sink)
{
    switch (block->kind) {
    case DOC_HEAD:
        write_head(block, sink);
        break;
    case DOC_SECTION: /* a table says by its titles what it is about */
    case DOC_GAP:
        aic_sink_text(sink, "\n");
        break;
    case DOC_LINE:
        write_line(block, sink);
        break;
    case DOC_POINT:
    case DOC_ITEM:
        write_item(block, sink);
        break;
    case DOC_STEP:
        write_step(block, sink);
        break;
    case DOC_NODE:
        write_node(block, sink);
        break;
    case DOC_BUDGET:
        return write_budgets(doc, block, sink);
    case DOC_TABLE:
        write_table(doc, &block->table, sink);
        break;
    case DOC_COMMAND:
        cli_asked_markdown(block->asked, sink);
        break;
    case DOC_OWN:
        block->write(block->context, sink);
        break;
    case DOC_PILL:
    case DOC_ASKED:
    case DOC_BODY:
    case DOC_LEGEND:
    case DOC_LIST:
    case DOC_KINDS:
        break;
    }
    return block;
}

void doc_write_markdown(const struct doc *doc, struct aic_sink *sink)
{
    for (const struct doc_block *block = doc_first(doc); block; block = doc_next(doc, block)) {
        block = write_block(doc, block, sink);
    }
}
