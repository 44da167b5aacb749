/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of kinds and of entries: which, in what order, and in the columns of their kind. */
#include "cli/views/catalog/catalog.h"

#include <math.h>
#include <stdlib.h>

#include "cli/views/catalog/columns.h"

/* The entries of a listing that have its words, on their way to `visit`. */
struct filter {
    const struct cli_listing *listing;
    aic_entry_visitor *visit;
    void *context;
};

static bool pass(void *context, const struct aic_entry *entry)
{
    const struct filter *filter = context;
    const char *words = filter->listing->words;
    return (words && !aic_entry_has_words(filter->listing->kind, entry, words)) ||
           filter->visit(filter->context, entry);
}

bool cli_listing_each(const struct cli_listing *listing, aic_entry_visitor *visit, void *context,
                      struct aic_error *error)
{
    struct filter filter = { listing, visit, context };
    if (listing->entry) {
        return visit(context, listing->entry), true;
    }
    return aic_catalog_each(listing->catalog, listing->kind, pass, &filter, error);
}

static bool count_entry(void *context, const struct aic_entry *entry)
{
    (void)entry;
    ++*(double *)context;
    return true;
}

bool cli_listing_count(const struct cli_listing *listing, enum aic_catalog_kind kind, double *count,
                       struct aic_error *error)
{
    *count = 0;
    return aic_catalog_each(listing->catalog, kind, count_entry, count, error);
}

static bool add_kinds(const struct cli_listing *listing, struct doc *doc, struct aic_error *error)
{
    bool exact = doc->form == DOC_VALUES;
    const struct cli_column columns[] = {
        { .title = exact ? "kind" : "catalog" },
        { .title = "entries", .gap = 3 },
        { .title = exact ? "holds" : "what it holds", .gap = 2 },
    };
    doc_table(doc, (unsigned)doc->form, columns, 3, (struct doc_shape){ .unindented = true });
    for (enum aic_catalog_kind kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        double count;
        if (!cli_listing_count(listing, kind, &count, error)) {
            return false;
        }
        doc_cell(doc, aic_catalog_kind_name(kind));
        doc_number(doc, count);
        doc_cell(doc, aic_catalog_kind_holds(kind));
        doc_row(doc);
    }
    return true;
}

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
    rows->failed = !aic_entry_keep(entry, &row->entry);
    if (!rows->failed) {
        row->order = cli_fact_order(rows->kind, &row->entry, rows->count++);
    }
    return !rows->failed;
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

/* Whether a form has a column of facts: values have others than people. */
static bool has_column(const struct cli_fact_column *fact, bool exact)
{
    return fact->shown & (exact ? CLI_IN_VALUES : CLI_IN_TEXT);
}

/* The name, the columns of the kind; those of values have label, date and source as well. */
static void open_table(struct doc *doc, enum aic_catalog_kind kind)
{
    static const char *const about[] = { "label", "as_of", "source" };
    struct cli_column columns[DOC_COLUMNS_MAX] = { { .title = "name" } };
    bool exact = doc->form == DOC_VALUES;
    size_t count = 1;
    for (const struct cli_fact_column *fact = cli_fact_columns(kind); fact->fact; fact++) {
        bool is_number = fact->fact != CLI_FACT_TEXT;
        if (has_column(fact, exact)) {
            columns[count++] = (struct cli_column){
                .title = exact ? fact->key : fact->title,
                .right = is_number,
                .gap = 2,
                .overflow = is_number ? CLI_OVERFLOW_SHOWN : CLI_OVERFLOW_CUT,
            };
        }
    }
    for (size_t i = 0; exact && i < sizeof about / sizeof about[0]; i++) {
        columns[count++] = (struct cli_column){ .title = about[i] };
    }
    doc_table(doc, (unsigned)doc->form, columns, count, (struct doc_shape){ .fitted = true });
}

static void add_entry(struct doc *doc, enum aic_catalog_kind kind, const struct aic_entry *entry)
{
    bool exact = doc->form == DOC_VALUES;
    doc_cell(doc, aic_entry_name(entry));
    for (const struct cli_fact_column *fact = cli_fact_columns(kind); fact->fact; fact++) {
        if (has_column(fact, exact)) {
            struct aic_text *text = doc_words(doc);
            cli_fact_write(fact, entry, exact, text);
            doc_cell(doc, text->at);
        }
    }
    for (size_t i = doc->at; exact && doc->table && i < doc->table->count; i++) {
        const char *about = aic_json_member_text(entry->node, doc->table->columns[i].title);
        doc_cell(doc, about ? about : "");
    }
    doc_row(doc);
}

static bool add_entries(const struct cli_listing *listing, struct doc *doc, struct aic_error *error)
{
    struct rows rows = { .kind = listing->kind };
    bool ok = cli_listing_each(listing, keep, &rows, error);
    if (rows.failed) {
        ok = aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    if (ok && rows.count > 0) {
        qsort(rows.at, rows.count, sizeof rows.at[0], compare);
    }
    open_table(doc, listing->kind);
    for (size_t i = 0; i < rows.count; i++) {
        add_entry(doc, listing->kind, &rows.at[i].entry);
        aic_entry_clear(&rows.at[i].entry);
    }
    free(rows.at);
    return ok;
}

bool cli_catalog_document(const struct cli_listing *listing, struct doc *doc,
                          struct aic_error *error)
{
    if (listing->kind == AIC_CATALOG_KINDS) {
        return add_kinds(listing, doc, error);
    }
    if (listing->entry && doc->form == DOC_TEXT) {
        return cli_catalog_entry(listing->entry, doc), true;
    }
    return add_entries(listing, doc, error);
}
