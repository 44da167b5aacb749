/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of a catalog for people, for programs and for other tables. */
#include "cli/catalog/listing.h"

#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/report.h"

bool cli_catalog_table(const struct cli_listing *listing, struct aic_sink *sink,
                       struct aic_error *error)
{
    if (listing->kind == AIC_CATALOG_KINDS) {
        return cli_catalog_kinds(listing, &cli_layout_text, sink, error);
    }
    if (!listing->entry) {
        return cli_catalog_rows(listing, &cli_layout_text, sink, error);
    }
    cli_catalog_entry(listing->entry, sink);
    return true;
}

bool cli_catalog_values(const struct cli_listing *listing, const struct cli_layout *layout,
                        struct aic_sink *sink, struct aic_error *error)
{
    return listing->kind == AIC_CATALOG_KINDS ? cli_catalog_kinds(listing, layout, sink, error)
                                              : cli_catalog_rows(listing, layout, sink, error);
}

static bool add_json(void *context, const struct aic_entry *entry)
{
    cli_json_node(context, entry->node, 1);
    return true;
}

static bool count_entry(void *context, const struct aic_entry *entry)
{
    (void)entry;
    ++*(double *)context;
    return true;
}

static bool count_entries(const struct cli_listing *listing, enum aic_catalog_kind kind,
                          double *count, struct aic_error *error)
{
    *count = 0;
    return aic_catalog_each(listing->catalog, kind, count_entry, count, error);
}

/* What can be listed, for programs. */
static bool write_kinds(const struct cli_listing *listing, struct aic_json_writer *writer,
                        struct aic_error *error)
{
    cli_json_open(writer, "catalogs", '[', true);
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        double count;
        if (!count_entries(listing, kind, &count, error)) {
            return false;
        }
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "kind", aic_catalog_kind_name(kind));
        aic_json_key(writer, "entries");
        aic_json_number(writer, count);
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
    bool ok = cli_listing_each(listing, add_json, writer, error);
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

bool cli_catalog_kinds(const struct cli_listing *listing, const struct cli_layout *layout,
                       struct aic_sink *sink, struct aic_error *error)
{
    struct cli_column columns[] = {
        { .title = "catalog" },
        { .title = "entries", .gap = 3 },
        { .title = "what it holds", .gap = 2 },
    };
    struct cli_grid grid;
    columns[0].title = layout->separator ? "kind" : "catalog";
    columns[2].title = layout->separator ? "holds" : "what it holds";
    cli_grid_init(&grid, sink, layout, columns, 3);
    cli_grid_head(&grid);
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        double count;
        char number[AIC_NUMBER_SIZE];
        if (!count_entries(listing, kind, &count, error)) {
            return false;
        }
        number[aic_number_write(number, count)] = '\0';
        cli_grid_row(&grid, (const char *[]){ aic_catalog_kind_name(kind), number,
                                              aic_catalog_kind_holds(kind) });
    }
    return true;
}
