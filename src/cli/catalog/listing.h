/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of a catalog as they are to be shown. */
#ifndef AICALC_CLI_CATALOG_LISTING_H
#define AICALC_CLI_CATALOG_LISTING_H

#include <aicalc/aicalc.h>

#include "cli/formats/grid.h"

struct cli_listing {
    const struct aic_catalog *catalog;
    enum aic_catalog_kind kind;    /* AIC_CATALOG_KINDS: the kinds themselves */
    const struct aic_entry *entry; /* this one; NULL: all of the kind */
    const char *words;             /* but only those that have all of them; NULL: all */
};

/* Calls `visit` with the entries of a listing, in the order of the catalog. */
bool cli_listing_each(const struct cli_listing *listing, aic_entry_visitor *visit, void *context,
                      struct aic_error *error);

bool cli_catalog_table(const struct cli_listing *listing, struct aic_sink *sink,
                       struct aic_error *error);
/* One entry, its values in words. */
void cli_catalog_entry(const struct aic_entry *entry, struct aic_sink *sink);

bool cli_catalog_json(const struct cli_listing *listing, struct aic_sink *sink,
                      struct aic_error *error);

/* A row of an entry or of a kind in this layout; values have label, date and source as well. */
bool cli_catalog_values(const struct cli_listing *listing, const struct cli_layout *layout,
                        struct aic_sink *sink, struct aic_error *error);

/* What cli_catalog_values() shows of entries, put in order, and of the kinds. */
bool cli_catalog_rows(const struct cli_listing *listing, const struct cli_layout *layout,
                      struct aic_sink *sink, struct aic_error *error);
bool cli_catalog_kinds(const struct cli_listing *listing, const struct cli_layout *layout,
                       struct aic_sink *sink, struct aic_error *error);

#endif
