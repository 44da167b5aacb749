/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of a catalog as they are to be shown. */
#ifndef AICALC_CLI_VIEWS_CATALOG_CATALOG_H
#define AICALC_CLI_VIEWS_CATALOG_CATALOG_H

#include "cli/formats/document.h"
#include "cli/views/catalog/choice.h"

struct cli_listing {
    const struct aic_catalog *catalog;
    enum aic_catalog_kind kind;      /* AIC_CATALOG_KINDS: the kinds themselves */
    const struct aic_entry *entry;   /* this one; NULL: all of the kind */
    const char *words;               /* but only those that have all of them; NULL: all */
    struct cli_entry_choice *choice; /* and meet its conditions; NULL: all */
};

/* Calls `visit` with the entries of a listing, in the order of the catalog. */
bool cli_listing_each(const struct cli_listing *listing, aic_entry_visitor *visit, void *context,
                      struct aic_error *error);

/* The entries of a listing in its order. */
struct cli_listing_row {
    struct cli_fact_order order;
    struct aic_entry entry;
};
struct cli_listing_rows {
    const struct cli_listing *listing;
    struct cli_listing_row *at;
    size_t count, capacity;
    bool failed; /* without memory */
};
/* To be cleared also where it fails. */
bool cli_listing_rows_init(struct cli_listing_rows *rows, const struct cli_listing *listing,
                           struct aic_error *error);
void cli_listing_rows_clear(struct cli_listing_rows *rows);

/* How many entries a kind has. */
bool cli_listing_count(const struct cli_listing *listing, enum aic_catalog_kind kind, double *count,
                       struct aic_error *error);

bool cli_catalog_json(const struct cli_listing *listing, struct aic_sink *sink,
                      struct aic_error *error);

/* A row of a kind or of an entry, in order; a single entry as text has a line for each of its values. */
bool cli_catalog_document(const struct cli_listing *listing, struct doc *doc,
                          struct aic_error *error);

/* One entry, its values in words. */
void cli_catalog_entry(const struct aic_entry *entry, struct doc *doc);

#endif
