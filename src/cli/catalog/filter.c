/* SPDX-License-Identifier: Apache-2.0 */
/* Which entries a listing is of. */
#include "cli/catalog/listing.h"

/* The entries of a listing that have its words, on their way to `visit`. */
struct filter {
    const struct cli_listing *listing;
    aic_entry_visitor *visit;
    void *context;
};

static bool pass(void *context, const struct aic_entry *entry)
{
    const struct filter *filter = context;
    return !aic_entry_has_words(filter->listing->kind, entry, filter->listing->words) ||
           filter->visit(filter->context, entry);
}

bool cli_listing_each(const struct cli_listing *listing, aic_entry_visitor *visit, void *context,
                      struct aic_error *error)
{
    struct filter filter = { listing, visit, context };
    if (listing->entry) {
        return visit(context, listing->entry), true;
    }
    return listing->words
               ? aic_catalog_each(listing->catalog, listing->kind, pass, &filter, error)
               : aic_catalog_each(listing->catalog, listing->kind, visit, context, error);
}
