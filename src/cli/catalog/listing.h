/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of a catalog as they are to be shown. */
#ifndef AICALC_CLI_CATALOG_LISTING_H
#define AICALC_CLI_CATALOG_LISTING_H

#include <aicalc/aicalc.h>

#include "cli/grid/grid.h"

struct cli_listing {
    const struct aic_catalog *catalog;
    enum aic_catalog_kind kind;
    const struct aic_entry *entry; /* this one; NULL: all of the kind */
};

bool cli_catalog_table(const struct cli_listing *listing, struct aic_sink *sink,
                       struct aic_error *error);
bool cli_catalog_json(const struct cli_listing *listing, struct aic_sink *sink,
                      struct aic_error *error);

/* Name, label, date and source of each entry, in columns of this layout. */
bool cli_catalog_rows(const struct cli_listing *listing, const struct cli_layout *layout,
                      struct aic_sink *sink, struct aic_error *error);

/* The kinds of catalogs, with how many entries each has. */
bool cli_catalog_kinds(const struct aic_catalog *catalog, struct aic_sink *sink,
                       struct aic_error *error);

#endif
