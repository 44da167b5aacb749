/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of entries: collected, put in order, and shown in the columns of their kind. */
#include <math.h>
#include <stdlib.h>

#include "cli/catalog/columns.h"
#include "cli/catalog/listing.h"

#define COLUMNS_MAX 16
#define CELL_SIZE   256

/* An entry that is kept for its place. */
struct row {
    struct cli_fact_order order;
    struct aic_entry entry;
};

struct rows {
    enum aic_catalog_kind kind;
    struct row *at;
    size_t count, capacity;
    bool failed;
};

static bool keep(void *context, const struct aic_entry *entry)
{
    struct rows *rows = context;
    if (rows->count == rows->capacity) {
        size_t capacity = 2 * rows->capacity + 64;
        struct row *at = realloc(rows->at, capacity * sizeof at[0]);
        if (!at) {
            rows->failed = true;
            return false;
        }
        rows->at = at;
        rows->capacity = capacity;
    }
    struct row *row = &rows->at[rows->count];
    cli_fact_order(rows->kind, entry, rows->count, &row->order);
    rows->failed = !aic_entry_keep(entry, &row->entry);
    rows->count += !rows->failed;
    return !rows->failed;
}

static void clear(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        aic_entry_clear(&rows->at[i].entry);
    }
    free(rows->at);
}

/* What has no number comes last. */
static int compare(const void *first, const void *second)
{
    const struct row *a = first, *b = second;
    int order = aic_compare_names(a->order.text, b->order.text);
    if (order == 0 && isnan(a->order.number) != isnan(b->order.number)) {
        order = isnan(a->order.number) ? 1 : -1;
    }
    if (order == 0 && a->order.number != b->order.number && !isnan(a->order.number)) {
        order = a->order.number < b->order.number ? -1 : 1;
    }
    return order != 0 ? order
                      : aic_compare_names(aic_entry_name(&a->entry), aic_entry_name(&b->entry));
}

/* Columns of a grid with what they show; those of values have label, date and source as well. */
struct table {
    const struct rows *rows;
    bool exact;
    struct cli_column columns[COLUMNS_MAX];
    const struct cli_fact_column *facts[COLUMNS_MAX];
    size_t count, fact_count;
};

static void add_column(struct table *table, const char *title, const struct cli_fact_column *fact)
{
    bool is_number = fact && fact->fact != CLI_FACT_TEXT;
    table->facts[table->count] = fact;
    table->columns[table->count++] = (struct cli_column){
        .title = title,
        .right = is_number,
        .gap = 2,
        .overflow = is_number ? CLI_OVERFLOW_SHOWN : CLI_OVERFLOW_CUT,
    };
}

static void make_columns(struct table *table)
{
    const struct cli_fact_column *fact = cli_fact_columns(table->rows->kind);
    add_column(table, "name", NULL);
    table->columns[0].gap = 0;
    table->columns[0].overflow = CLI_OVERFLOW_SHOWN;
    for (; fact->fact != CLI_FACT_END; fact++) {
        if (fact->shown & (table->exact ? CLI_IN_VALUES : CLI_IN_TEXT)) {
            add_column(table, table->exact ? fact->key : fact->title, fact);
        }
    }
    table->fact_count = table->count;
    if (table->exact) {
        add_column(table, "label", NULL);
        add_column(table, "as_of", NULL);
        add_column(table, "source", NULL);
    }
}

static void add_row(const struct table *table, const struct row *row, struct cli_grid *grid)
{
    cli_grid_cell(grid, aic_entry_name(&row->entry));
    for (size_t i = 1; i < table->fact_count; i++) {
        char cell[CELL_SIZE];
        struct aic_text text;
        aic_text_init(&text, cell, sizeof cell);
        cli_fact_write(table->facts[i], &row->entry, table->exact, &text);
        cli_grid_cell(grid, cell);
    }
    for (size_t i = table->fact_count; i < table->count; i++) {
        const char *about = aic_json_member_text(row->entry.node, table->columns[i].title);
        cli_grid_cell(grid, about ? about : "");
    }
    cli_grid_end(grid);
}

static void add_rows(struct cli_grid *grid, void *context)
{
    const struct table *table = context;
    for (size_t i = 0; i < table->rows->count; i++) {
        add_row(table, &table->rows->at[i], grid);
    }
}

bool cli_catalog_rows(const struct cli_listing *listing, const struct cli_layout *layout,
                      struct aic_sink *sink, struct aic_error *error)
{
    struct rows rows = { .kind = listing->kind };
    bool ok = cli_listing_each(listing, keep, &rows, error);
    if (rows.failed) {
        ok = aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    if (ok && rows.count > 0) {
        qsort(rows.at, rows.count, sizeof rows.at[0], compare);
    }
    if (ok) {
        struct table table = { .rows = &rows, .exact = layout->separator != 0 };
        struct cli_grid grid;
        make_columns(&table);
        cli_grid_init(&grid, sink, layout, table.columns, table.count);
        grid.indent = layout->measures ? CLI_INDENT : 0;
        cli_grid_measure(&grid, add_rows, &table);
        cli_grid_fit(&grid);
        cli_grid_head(&grid);
        add_rows(&grid, &table);
    }
    clear(&rows);
    return ok;
}
