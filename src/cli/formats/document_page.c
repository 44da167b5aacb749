/* SPDX-License-Identifier: Apache-2.0 */
/* A document as a page of HTML. */
#include <math.h>

#include "cli/formats/document.h"
#include "cli/formats/html.h"

/* A page under way: what is open. */
struct page {
    const struct doc *doc;
    struct aic_sink *sink;
    bool in_section;
    enum doc_kind items; /* the kind of blocks that the open list has; DOC_KINDS: none is open */
};

static void end_items(struct page *page)
{
    aic_sink_text(page->sink, page->items == DOC_KINDS  ? ""
                              : page->items == DOC_PILL ? "</p>\n"
                                                        : "</ul>\n");
    page->items = DOC_KINDS;
}

/* Blocks of a kind are the items of one list; pills stand in one line. */
static void begin_item(struct page *page, enum doc_kind kind)
{
    if (page->items != kind) {
        end_items(page);
        aic_sink_text(page->sink,
                      kind == DOC_PILL ? "<p class=\"verdict\">" : "<ul class=\"plain\">\n");
        page->items = kind;
    }
}

static void write_pill(struct aic_sink *sink, const struct doc_block *block)
{
    if (block->id) {
        html_put(sink, "<a class=\"pill %s\" href=\"#%s\">%s</a>", html_class(block->style),
                 block->id, block->words);
    } else if (block->words) {
        html_pill(sink, block->style, block->words);
    }
}

static void write_section(struct aic_sink *sink, const struct doc_block *block)
{
    html_put(sink, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">%s", block->id,
             block->id, block->id, block->name);
    if (block->words) {
        aic_sink_text(sink, " ");
        html_pill(sink, block->style, block->words);
    }
    aic_sink_text(sink, "</h2>\n");
    if (block->note) {
        html_put(sink, "<p class=\"note\">%s</p>\n", block->note);
    }
}

static void end_section(struct page *page)
{
    if (page->in_section) {
        html_section_end(page->sink);
    }
    page->in_section = false;
}

static void write_head(const struct page *page, const struct doc_block *block)
{
    char title[2048];
    cli_print(title, sizeof title, "%s%s%s", block->wrapped ? "" : block->name,
              block->wrapped ? "" : ": ", block->words);
    html_open(page->sink, title);
    html_head(page->sink, block->name, block->note ? block->note : block->words);
}

static void write_line(const struct page *page, const struct doc_block *block)
{
    if (block->name) {
        html_put(page->sink, "<p class=\"note\"><code>%s</code> %s</p>\n", block->name,
                 block->words);
        return;
    }
    html_put(page->sink,
             block->style == CLI_BAD ? "<p class=\"callout bad\">%s</p>\n"
                                     : "<p class=\"note\">%s</p>\n",
             block->words);
}

static void write_item(struct page *page, const struct doc_block *block)
{
    struct aic_sink *sink = page->sink;
    bool strong = block->style == CLI_WARNING && !block->note;
    aic_sink_text(sink, strong ? "<li class=\"callout warn\">" : "<li class=\"callout\">");
    if (block->note) {
        html_pill(sink, block->style, block->note);
        aic_sink_text(sink, " ");
    }
    if (block->name) {
        html_put(sink, "<b>%s</b> ", block->name);
    }
    html_put(sink, "%s</li>\n", block->words);
}

/* A tenth of a percent is finer than anybody sees. */
static double percent(double share)
{
    return nearbyint(1000 * share) / 10;
}

/* From zero: what is, in its colour, and the limit as a line across. */
static void write_bar(struct aic_sink *sink, const struct doc_budget *budget)
{
    double most = 1.08 * fmax(budget->value, budget->limit);
    if (!budget->has_bar || !(budget->value >= 0) || !(budget->limit >= 0) || !(most > 0)) {
        return;
    }
    html_put(sink,
             "<svg class=\"bar %s\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
             "aria-hidden=\"true\"><rect class=\"track\" width=\"100\" height=\"8\"/>"
             "<rect class=\"fill\" y=\"1.5\" width=\"%g\" height=\"5\"/>"
             "<rect class=\"limit\" x=\"%g\" width=\"0.7\" height=\"8\"/></svg>\n",
             html_class(budget->style), percent(budget->value / most),
             percent(budget->limit / most));
}

/* "17.2 % left" or "4.3 % beyond the limit". */
static void write_margin(struct aic_sink *sink, double margin)
{
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    if (!aic_is_set(margin)) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    cli_add_percent(&text, fabs(margin), false);
    html_put(sink,
             margin < 0 ? "<span class=\"margin\">%s beyond the limit</span>"
                        : "<span class=\"margin\">%s to the limit</span>",
             words);
}

void html_budget(struct aic_sink *sink, const struct doc_budget *budget)
{
    aic_sink_text(sink, "<li class=\"budget\"><div class=\"line\">");
    html_pill(sink, budget->style, budget->verdict);
    html_put(sink, " <code>%s</code>", budget->budget);
    if (budget->actual[0]) {
        html_put(sink, " <span class=\"is\">is <b>%s</b></span>", budget->actual);
    }
    write_margin(sink, budget->margin);
    aic_sink_text(sink, "</div>\n");
    write_bar(sink, budget);
    if (budget->note[0]) {
        html_put(sink, "<p class=\"note\">%s</p>\n", budget->note);
    }
    aic_sink_text(sink, "</li>\n");
}

static void write_table(const struct page *page, const struct doc_table *table)
{
    struct cli_column columns[DOC_COLUMNS_MAX];
    struct cli_grid grid;
    doc_open_grid(page->doc, table, &html_layout, columns, &grid, page->sink);
    cli_grid_head(&grid);
    doc_write_rows(page->doc, table, &grid);
    html_table_end(page->sink);
}

/* The title of a list, which folds it away or stands above it. */
static void write_caption(const struct doc_shape *shape, struct aic_sink *sink)
{
    aic_sink_text(sink, shape->folded ? "<details class=\"inputs\">\n<summary>" : "<h3>");
    html_put(sink, "%s", shape->caption);
    if (shape->source > 0) {
        aic_sink_text(sink, " ");
        html_reference(sink, shape->source);
    }
    aic_sink_text(sink, shape->folded ? "</summary>\n" : "</h3>\n");
}

static void write_row(const struct doc_shape *shape, const struct doc_row *row,
                      struct aic_sink *sink)
{
    const struct cli_cell *name = &row->cells[0], *value = &row->cells[1];
    if (shape->names_rows) {
        html_put(sink, "<tr id=\"i-%s\">", name->text);
    } else {
        aic_sink_text(sink, "<tr>");
    }
    html_put(sink, "<th scope=\"row\"><code>%s</code></th>", name->text);
    if (shape->values) {
        html_put(sink, "<td class=\"v\">%s</td>", value->text);
    }
    html_put(sink, "<td>%s", row->cells[2].text);
    if (row->cells[3].text[0]) {
        html_put(sink, " <span class=\"moves\">%s</span>", row->cells[3].text);
    }
    aic_sink_text(sink, "</td></tr>\n");
}

static void write_list(const struct doc_table *list, struct aic_sink *sink)
{
    if (!list->first) {
        return;
    }
    if (list->shape.caption) {
        write_caption(&list->shape, sink);
    }
    aic_sink_text(sink, "<table class=\"inputs\">\n<tbody>\n");
    for (const struct doc_row *row = list->first; row; row = row->next) {
        write_row(&list->shape, row, sink);
    }
    aic_sink_text(sink, "</tbody>\n</table>\n");
    aic_sink_text(sink, list->shape.folded ? "</details>\n" : "");
}

/* "Asked: what it is for; for model llama-3.1-70b, gpus 64". */
static void write_asked(const struct doc_block *block, struct aic_sink *sink)
{
    const struct doc_row *row = block->table.first;
    html_put(sink, "<p class=\"asked\">Asked: %s", block->words);
    if (block->table.columns) {
        aic_sink_text(sink, row ? "; for " : "; for what is assumed below");
    }
    for (; row; row = row->next) {
        html_put(sink, row->next ? "<span>%s <b>%s</b>,</span> " : "<span>%s <b>%s</b></span>",
                 row->cells[0].text, row->cells[1].text);
    }
    aic_sink_text(sink, "</p>\n");
}

/* Blocks that are items of a list. */
static bool write_as_item(struct page *page, const struct doc_block *block)
{
    bool is_item = block->kind == DOC_ITEM || block->kind == DOC_BUDGET ||
                   block->kind == DOC_STEP || block->kind == DOC_PILL;
    if (!is_item) {
        return false;
    }
    begin_item(page, block->kind);
    if (block->kind == DOC_PILL) {
        write_pill(page->sink, block);
    } else if (block->kind == DOC_ITEM) {
        write_item(page, block);
    } else if (block->kind == DOC_BUDGET) {
        html_budget(page->sink, &block->budget);
    } else {
        html_put(page->sink,
                 "<li class=\"step\"><code class=\"copy\">%s</code><span>%s</span></li>\n",
                 block->name, block->words);
    }
    return true;
}

static void write_block(struct page *page, const struct doc_block *block)
{
    if (write_as_item(page, block)) {
        return;
    }
    end_items(page);
    switch (block->kind) {
    case DOC_HEAD:
        write_head(page, block);
        break;
    case DOC_ASKED:
        write_asked(block, page->sink);
        break;
    case DOC_BODY:
        aic_sink_text(page->sink, "</header>\n");
        break;
    case DOC_SECTION:
        end_section(page);
        page->in_section = block->id != NULL;
        if (block->id) {
            write_section(page->sink, block);
        }
        break;
    case DOC_LINE:
        write_line(page, block);
        break;
    case DOC_POINT:
        html_put(page->sink, "<p>%s</p>\n", block->words);
        break;
    case DOC_TABLE:
        write_table(page, &block->table);
        break;
    case DOC_LIST:
        write_list(&block->table, page->sink);
        break;
    case DOC_COMMAND:
        html_command(page->sink, block->asked);
        break;
    case DOC_OWN:
        block->write(block->context, page->sink);
        break;
    default: /* what only lines have */
        break;
    }
}

void doc_write_page(const struct doc *doc, struct aic_sink *sink)
{
    struct page page = { doc, sink, false, DOC_KINDS };
    for (const struct doc_block *block = doc_first(doc); block; block = doc_next(doc, block)) {
        write_block(&page, block);
    }
    end_items(&page);
    end_section(&page);
    html_close(sink);
}
