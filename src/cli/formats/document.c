/* SPDX-License-Identifier: Apache-2.0 */
/* Making a document: its blocks, its tables, and the memory that holds them. */
#include "cli/formats/document.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* Memory that is released at once. */
struct doc_chunk {
    struct doc_chunk *next;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

#define CHUNK_SIZE 65536

void *doc_room(struct doc *doc, size_t size)
{
    struct doc_chunk *chunk = doc->chunks;
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    if (doc->failed) {
        return NULL;
    }
    if (!chunk || size > chunk->size - chunk->used) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = malloc(sizeof *chunk + room);
        if (!chunk) {
            doc->failed = true;
            return NULL;
        }
        *chunk = (struct doc_chunk){ doc->chunks, 0, room };
        doc->chunks = chunk;
    }
    void *at = chunk->bytes + chunk->used;
    chunk->used += size;
    return memset(at, 0, size);
}

void doc_init(struct doc *doc, enum doc_form form)
{
    *doc = (struct doc){ .form = form, .columns = CLI_COLUMNS };
}

struct aic_text *doc_words(struct doc *doc)
{
    aic_text_init(&doc->text, doc->room, sizeof doc->room);
    return &doc->text;
}

void doc_clear(struct doc *doc)
{
    while (doc->chunks) {
        struct doc_chunk *next = doc->chunks->next;
        free(doc->chunks);
        doc->chunks = next;
    }
}

const char *doc_keep(struct doc *doc, const char *words)
{
    size_t size = strlen(words) + 1;
    char *kept = doc_room(doc, size);
    return kept ? memcpy(kept, words, size) : "";
}

static const char *keep_if(struct doc *doc, const char *words)
{
    return words ? doc_keep(doc, words) : NULL;
}

static const char *print(struct doc *doc, const char *format, va_list arguments)
{
    char words[sizeof doc->room];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_vformat(&text, format, arguments);
    return doc_keep(doc, words);
}

const char *doc_print(struct doc *doc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *words = print(doc, format, arguments);
    va_end(arguments);
    return words;
}

/* Links the block into the document; NULL without memory. */
static struct doc_block *link_block(struct doc *doc, const struct doc_block *block)
{
    struct doc_block *kept = doc_room(doc, sizeof *kept);
    if (kept) {
        *kept = *block;
        kept->in = block->in ? block->in : DOC_FOR_PEOPLE;
        kept->next = NULL;
        *(doc->last ? &doc->last->next : &doc->first) = kept;
        doc->last = kept;
    }
    return kept;
}

void doc_add(struct doc *doc, struct doc_block block)
{
    struct doc_budget *budget = &block.budget;
    block.id = keep_if(doc, block.id);
    block.name = keep_if(doc, block.name);
    block.words = keep_if(doc, block.words);
    block.note = keep_if(doc, block.note);
    budget->budget = keep_if(doc, budget->budget);
    budget->actual = keep_if(doc, budget->actual);
    budget->note = keep_if(doc, budget->note);
    link_block(doc, &block);
}

/* A number stays on a line with its unit, and a value with its label where two blanks part them. */
static void keep_together(const char *words, bool labelled, struct aic_text *text)
{
    for (char before = ' '; *words; before = *words++) {
        bool follows = before >= '0' && before <= '9';
        bool parts = before == ' ' || words[1] == ' ';
        if (*words == ' ' && (labelled ? !parts : follows)) {
            aic_text_add(text, CLI_JOINED);
        } else {
            aic_text_add_bytes(text, words, 1);
        }
    }
}

const char *doc_join(struct doc *doc, const char *words, bool labelled)
{
    char joined[2048];
    struct aic_text text;
    aic_text_init(&text, joined, sizeof joined);
    keep_together(words, labelled, &text);
    return doc_keep(doc, joined);
}

void doc_section(struct doc *doc, const char *id, const char *title, const char *note)
{
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .id = id, .name = title, .note = note });
}

void doc_point(struct doc *doc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *words = print(doc, format, arguments);
    va_end(arguments);
    doc_add(doc, (struct doc_block){ .kind = DOC_POINT, .words = words });
}

void doc_item(struct doc *doc, const char *name, const char *words)
{
    doc_add(doc, (struct doc_block){ .kind = DOC_ITEM, .name = name, .words = words });
}

void doc_own(struct doc *doc, void (*write)(const void *context, struct aic_sink *sink),
             const void *context)
{
    doc_add(doc, (struct doc_block){ .kind = DOC_OWN, .write = write, .context = context });
}

void doc_asked(struct doc *doc, const char *words)
{
    doc_list(doc, DOC_PAGE, NULL, (struct doc_shape){ 0 });
    if (!doc->failed) {
        doc->last->kind = DOC_ASKED;
        doc->last->words = doc_keep(doc, words);
    }
}

void doc_line(struct doc *doc, unsigned in, enum cli_style style, const char *words)
{
    doc_add(doc, (struct doc_block){ .kind = DOC_LINE, .in = in, .style = style, .words = words });
}

void doc_table(struct doc *doc, unsigned in, const struct cli_column *columns, size_t count,
               struct doc_shape shape)
{
    struct doc_block *block =
        link_block(doc, &(struct doc_block){ .kind = DOC_TABLE, .in = in, .table.shape = shape });
    doc->at = 0;
    doc->table = block ? &block->table : NULL;
    struct cli_column *kept = doc_room(doc, count * sizeof kept[0]);
    if (kept) {
        memcpy(kept, columns, count * sizeof kept[0]);
        doc->table->columns = kept;
        doc->table->count = count;
        for (size_t i = 0; i < count; i++) {
            kept[i].title = doc_keep(doc, kept[i].title ? kept[i].title : "");
        }
    }
}

/* What a row of a list says of its name. */
static const struct cli_column list_columns[] = {
    { .title = "name" }, { .title = "value" }, { .title = "help" }, { .title = "note" }
};

void doc_list(struct doc *doc, unsigned in, const char *label, struct doc_shape shape)
{
    shape.caption = keep_if(doc, shape.caption);
    doc_table(doc, in, list_columns, sizeof list_columns / sizeof list_columns[0], shape);
    if (!doc->failed) {
        doc->last->kind = DOC_LIST;
        doc->last->name = keep_if(doc, label);
    }
}

void doc_cell_as(struct doc *doc, struct cli_cell cell)
{
    struct doc_table *table = doc->table;
    if (doc->failed) {
        return;
    }
    if (doc->at == 0) {
        struct doc_row *row = doc_room(doc, sizeof *row + table->count * sizeof row->cells[0]);
        if (!row) {
            return;
        }
        for (size_t i = 0; i < table->count; i++) {
            row->cells[i].text = "";
        }
        *(table->last ? &table->last->next : &table->first) = row;
        table->last = row;
        table->rows++;
    }
    cell.text = doc_keep(doc, cell.text);
    table->last->cells[doc->at++] = cell;
}

void doc_cell(struct doc *doc, const char *text)
{
    doc_cell_as(doc, (struct cli_cell){ .text = text });
}

void doc_number(struct doc *doc, double number)
{
    char text[AIC_NUMBER_SIZE];
    text[aic_is_set(number) ? aic_number_write(text, number) : 0] = '\0';
    doc_cell(doc, text);
}

void doc_row(struct doc *doc)
{
    doc->at = 0;
}

const struct doc_block *doc_first(const struct doc *doc)
{
    const struct doc_block *block = doc->first;
    return !block || block->in & (unsigned)doc->form ? block : doc_next(doc, block);
}

const struct doc_block *doc_next(const struct doc *doc, const struct doc_block *block)
{
    do {
        block = block->next;
    } while (block && !(block->in & (unsigned)doc->form));
    return block;
}

static bool has_column(const struct doc *doc, const struct cli_column *column)
{
    return column->in == 0 || column->in & (unsigned)doc->form;
}

void doc_open_grid(const struct doc *doc, const struct doc_table *table,
                   const struct cli_layout *layout, struct cli_column *columns,
                   struct cli_grid *grid, struct aic_sink *sink)
{
    size_t count = 0;
    for (size_t i = 0; i < table->count && count < DOC_COLUMNS_MAX; i++) {
        if (has_column(doc, &table->columns[i])) {
            columns[count++] = table->columns[i];
        }
    }
    cli_grid_init(grid, sink, layout, columns, count);
    grid->indent = table->shape.unindented ? 0 : CLI_INDENT;
    grid->terminal = doc->columns;
    grid->color = doc->color;
    grid->ruled = table->shape.ruled;
}

void doc_write_rows(const struct doc *doc, const struct doc_table *table, struct cli_grid *grid)
{
    for (const struct doc_row *row = table->first; row; row = row->next) {
        for (size_t i = 0; i < table->count; i++) {
            if (has_column(doc, &table->columns[i])) {
                cli_grid_add(grid, row->cells[i]);
            }
        }
        cli_grid_end(grid);
    }
}

void doc_write_values(const struct doc *doc, struct aic_sink *sink)
{
    const struct doc_block *block = doc_first(doc);
    for (; block; block = doc_next(doc, block)) {
        struct cli_column columns[DOC_COLUMNS_MAX];
        struct cli_grid grid;
        doc_open_grid(doc, &block->table, &cli_layout_csv, columns, &grid, sink);
        cli_grid_head(&grid);
        doc_write_rows(doc, &block->table, &grid);
    }
}
