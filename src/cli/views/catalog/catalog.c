/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of kinds and of entries: which, in what order, and in the columns of their kind. */
#include "cli/views/catalog/catalog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/views/catalog/columns.h"

/* Most facts of a list: its own, and those that options name. */
#define COLUMNS_MAX (DOC_COLUMNS_MAX - 4)

/* The entries of a listing that have its words, on their way to `visit`. */
struct filter {
    const struct cli_listing *listing;
    aic_entry_visitor *visit;
    void *context;
};

static bool pass(void *context, const struct aic_entry *entry)
{
    const struct filter *filter = context;
    const struct cli_listing *listing = filter->listing;
    return (listing->words && !aic_entry_has_words(listing->kind, entry, listing->words)) ||
           (listing->choice && !cli_entry_choice_has(listing->choice, entry)) ||
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

/* Where an entry stands: as --sort has it, else as its kind is listed. */
static struct cli_fact_order place_of(const struct cli_listing *listing,
                                      const struct aic_entry *entry, size_t place)
{
    const struct cli_entry_choice *choice = listing->choice;
    if (!choice || !choice->sorts) {
        return cli_fact_order(listing->kind, entry, place);
    }
    const char *text = cli_fact_text(&choice->sort.column, entry);
    double number = cli_fact_number(&choice->sort.column, entry);
    return (struct cli_fact_order){ text ? text : "", choice->descends ? -number : number };
}

static bool keep(void *context, const struct aic_entry *entry)
{
    struct cli_listing_rows *rows = context;
    if (rows->count == rows->capacity) {
        size_t capacity = 2 * rows->capacity + 64;
        struct cli_listing_row *at = realloc(rows->at, capacity * sizeof at[0]);
        if (!at) {
            rows->failed = true;
            return false;
        }
        rows->at = at;
        rows->capacity = capacity;
    }
    struct cli_listing_row *row = &rows->at[rows->count];
    rows->failed = !aic_entry_keep(entry, &row->entry);
    if (!rows->failed) {
        row->order = place_of(rows->listing, &row->entry, rows->count++);
    }
    return !rows->failed;
}

/* What has no number comes last. */
static int compare(const void *first, const void *second)
{
    const struct cli_listing_row *a = first, *b = second;
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

bool cli_listing_rows_init(struct cli_listing_rows *rows, const struct cli_listing *listing,
                           struct aic_error *error)
{
    *rows = (struct cli_listing_rows){ .listing = listing };
    bool ok = cli_listing_each(listing, keep, rows, error);
    if (rows->failed) {
        ok = aic_fail_memory(error);
    }
    if (ok && rows->count > 0) {
        qsort(rows->at, rows->count, sizeof rows->at[0], compare);
    }
    size_t top = listing->choice ? listing->choice->top : 0;
    while (top > 0 && rows->count > top) {
        aic_entry_clear(&rows->at[--rows->count].entry);
    }
    return ok;
}

void cli_listing_rows_clear(struct cli_listing_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        aic_entry_clear(&rows->at[i].entry);
    }
    free(rows->at);
}

/* Whether a form has a column of facts: values have others than people. */
static bool has_column(const struct cli_fact_column *fact, bool exact)
{
    return fact->shown & (exact ? CLI_IN_VALUES : CLI_IN_TEXT);
}

/* The columns of a list: those of its kind, and the fields that options name. */
static size_t list_facts(const struct cli_listing *listing, bool exact,
                         const struct cli_fact_column **facts)
{
    const struct cli_entry_choice *choice = listing->choice;
    size_t count = 0;
    for (const struct cli_fact_column *fact = cli_fact_columns(listing->kind); fact->fact; fact++) {
        if (has_column(fact, exact)) {
            facts[count++] = fact;
        }
    }
    for (size_t i = 0; choice && i < choice->count + choice->sorts; i++) {
        const struct cli_fact_column *fact =
            i < choice->count ? &choice->conditions[i].field.column : &choice->sort.column;
        bool is_there = !has_column(fact, exact) || count == COLUMNS_MAX;
        for (size_t k = 0; k < count; k++) {
            is_there |= strcmp(facts[k]->key, fact->key) == 0;
        }
        if (!is_there) {
            facts[count++] = fact;
        }
    }
    return count;
}

/* The name and the facts; those of values have label, date and source as well. */
static void open_table(struct doc *doc, const struct cli_fact_column *const *facts, size_t count)
{
    static const char *const about[] = { "label", "as_of", "source" };
    struct cli_column columns[DOC_COLUMNS_MAX] = { { .title = "name" } };
    bool exact = doc->form == DOC_VALUES;
    for (size_t i = 0; i < count; i++) {
        bool is_number = facts[i]->fact != CLI_FACT_TEXT;
        columns[i + 1] = (struct cli_column){
            .title = exact ? facts[i]->key : facts[i]->title,
            .right = is_number,
            .gap = 2,
            .overflow = is_number ? CLI_OVERFLOW_SHOWN : CLI_OVERFLOW_CUT,
        };
    }
    count++;
    for (size_t i = 0; exact && i < sizeof about / sizeof about[0]; i++) {
        columns[count++] = (struct cli_column){ .title = about[i] };
    }
    doc_table(doc, (unsigned)doc->form, columns, count, (struct doc_shape){ .fitted = true });
}

static void add_entry(struct doc *doc, const struct cli_fact_column *const *facts, size_t count,
                      const struct aic_entry *entry)
{
    bool exact = doc->form == DOC_VALUES;
    doc_cell(doc, aic_entry_name(entry));
    for (size_t i = 0; i < count; i++) {
        struct aic_text *text = doc_words(doc);
        cli_fact_write(facts[i], entry, exact, text);
        doc_cell(doc, text->at);
    }
    for (size_t i = doc->at; exact && doc->table && i < doc->table->count; i++) {
        const char *about = aic_json_member_text(entry->node, doc->table->columns[i].title);
        doc_cell(doc, about ? about : "");
    }
    doc_row(doc);
}

/* "gpu_memory_bw is not stated by 4": entries of which nobody knows whether a condition holds. */
static void add_silent(struct doc *doc, const struct cli_entry_choice *choice)
{
    for (size_t i = 0; i < choice->count; i++) {
        if (choice->conditions[i].silent > 0) {
            doc_line(doc, DOC_FOR_PEOPLE, CLI_PLAIN,
                     doc_print(doc, "%s is not stated by %g", choice->conditions[i].field.name,
                               choice->conditions[i].silent));
        }
    }
}

static bool add_entries(const struct cli_listing *listing, struct doc *doc, struct aic_error *error)
{
    struct cli_listing_rows rows;
    const struct cli_fact_column *facts[COLUMNS_MAX];
    bool ok = cli_listing_rows_init(&rows, listing, error);
    size_t count = list_facts(listing, doc->form == DOC_VALUES, facts);
    open_table(doc, facts, count);
    for (size_t i = 0; i < rows.count; i++) {
        add_entry(doc, facts, count, &rows.at[i].entry);
    }
    if (listing->choice) {
        add_silent(doc, listing->choice);
    }
    cli_listing_rows_clear(&rows);
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
