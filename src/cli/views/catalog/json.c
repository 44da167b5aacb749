/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs for programs. */
#include "cli/formats/json.h"
#include "cli/views/catalog/catalog.h"

static bool add_entry(void *context, const struct aic_entry *entry)
{
    cli_json_node(context, entry->node, 1);
    return true;
}

static bool add_sorted(const struct cli_listing *listing, struct aic_json_writer *writer,
                       struct aic_error *error)
{
    struct cli_listing_rows rows;
    bool ok = cli_listing_rows_init(&rows, listing, error);
    for (size_t i = 0; i < rows.count; i++) {
        add_entry(writer, &rows.at[i].entry);
    }
    cli_listing_rows_clear(&rows);
    return ok;
}

static bool write_kinds(const struct cli_listing *listing, struct aic_json_writer *writer,
                        struct aic_error *error)
{
    cli_json_open(writer, "catalogs", '[', true);
    for (enum aic_catalog_kind kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        double count;
        if (!cli_listing_count(listing, kind, &count, error)) {
            return false;
        }
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "kind", aic_catalog_kind_name(kind));
        cli_json_number(writer, "entries", count);
        cli_json_text(writer, "holds", aic_catalog_kind_holds(kind));
        aic_json_close(writer);
    }
    aic_json_close(writer);
    return true;
}

static bool write_entries(const struct cli_listing *listing, struct aic_json_writer *writer,
                          struct aic_error *error)
{
    cli_json_text(writer, "kind", aic_catalog_kind_name(listing->kind));
    cli_json_open(writer, "entries", '[', true);
    bool ok = listing->choice && listing->choice->sorts
                  ? add_sorted(listing, writer, error)
                  : cli_listing_each(listing, add_entry, writer, error);
    aic_json_close(writer);
    return ok;
}

bool cli_catalog_json(const struct cli_listing *listing, struct aic_sink *sink,
                      struct aic_error *error)
{
    bool is_kinds = listing->kind == AIC_CATALOG_KINDS;
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "schema", is_kinds ? "aicalc/1" : "aicalc-catalog/1");
    bool ok =
        is_kinds ? write_kinds(listing, &writer, error) : write_entries(listing, &writer, error);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
    return ok;
}
