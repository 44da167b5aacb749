/* SPDX-License-Identifier: Apache-2.0 */
/* Entries of a catalog for people, for programs and for other tables. */
#include "cli/catalog/listing.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "cli/io/json.h"
#include "cli/io/output.h"

static const char *member_text(const struct aic_entry *entry, const char *key)
{
    const struct cJSON *value = aic_json_member(entry->node, key);
    return value && cJSON_IsString(value) ? value->valuestring : "";
}

/* Calls `show` for the entries of a listing. */
static bool each(const struct cli_listing *listing,
                 bool (*show)(void *context, const struct aic_entry *entry), void *context,
                 struct aic_error *error)
{
    return listing->entry ? show(context, listing->entry)
                          : aic_catalog_each(listing->catalog, listing->kind, show, context, error);
}

/* Columns of the label beside a name. */
#define LABEL_WIDTH 47

static bool add_name(void *context, const struct aic_entry *entry)
{
    struct cli_grid *grid = context;
    const char *label = member_text(entry, "label");
    const char *words = *label ? label : member_text(entry, "source");
    char cut[4 * LABEL_WIDTH];
    struct aic_text text;
    aic_text_init(&text, cut, sizeof cut);
    aic_text_add_bytes(&text, words, cli_fitting(words, LABEL_WIDTH));
    cli_grid_row(grid, (const char *[]){ member_text(entry, "name"), cut });
    return true;
}

static void add_member(struct cli_grid *grid, const struct cJSON *member, bool is_field)
{
    char name[128];
    char value[8192];
    struct aic_text text;
    struct aic_sink sink = cli_text_sink(&text);
    struct aic_json_writer writer;
    cli_print(name, sizeof name, "%s%s", is_field ? "  " : "", member->string);
    aic_text_init(&text, value, sizeof value);
    aic_json_writer_init(&writer, &sink);
    cli_json_node(&writer, member, 0);
    cli_grid_row(grid, (const char *[]){ name, value });
}

/* A member a line, those of "fields" a step to the right. */
static void show_entry(struct cli_grid *grid, const struct aic_entry *entry)
{
    for (const struct cJSON *member = entry->node->child; member; member = member->next) {
        if (strcmp(member->string, "fields") != 0) {
            add_member(grid, member, false);
            continue;
        }
        for (const struct cJSON *field = member->child; field; field = field->next) {
            add_member(grid, field, true);
        }
    }
}

bool cli_catalog_table(const struct cli_listing *listing, struct aic_sink *sink,
                       struct aic_error *error)
{
    struct cli_column columns[] = { { .width = listing->entry ? 25 : 29 }, { .gap = 1 } };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.indent = CLI_INDENT;
    if (listing->entry) {
        show_entry(&grid, listing->entry);
        return true;
    }
    return each(listing, add_name, &grid, error);
}

static bool add_json(void *context, const struct aic_entry *entry)
{
    cli_json_node(context, entry->node, 1);
    return true;
}

bool cli_catalog_json(const struct cli_listing *listing, struct aic_sink *sink,
                      struct aic_error *error)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "schema", "aicalc-catalog/1");
    cli_json_text(&writer, "kind", aic_catalog_kind_name(listing->kind));
    cli_json_open(&writer, "entries", '[', true);
    bool ok = each(listing, add_json, &writer, error);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
    return ok;
}

static bool add_row(void *context, const struct aic_entry *entry)
{
    cli_grid_row(context,
                 (const char *[]){ member_text(entry, "name"), member_text(entry, "label"),
                                   member_text(entry, "as_of"), member_text(entry, "source") });
    return true;
}

bool cli_catalog_rows(const struct cli_listing *listing, const struct cli_layout *layout,
                      struct aic_sink *sink, struct aic_error *error)
{
    struct cli_column columns[] = {
        { .title = "Name" }, { .title = "Label" }, { .title = "As of" }, { .title = "Source" }
    };
    struct cli_column keys[] = {
        { .title = "name" }, { .title = "label" }, { .title = "as_of" }, { .title = "source" }
    };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, layout, layout->separator ? keys : columns, 4);
    cli_grid_head(&grid);
    return each(listing, add_row, &grid, error);
}

static bool count_entry(void *context, const struct aic_entry *entry)
{
    (void)entry;
    ++*(double *)context;
    return true;
}

bool cli_catalog_kinds(const struct aic_catalog *catalog, struct aic_sink *sink,
                       struct aic_error *error)
{
    struct cli_column columns[] = {
        { .title = "catalog" },
        { .title = "entries", .gap = 3 },
        { .title = "what it holds", .gap = 2 },
    };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 3);
    cli_grid_head(&grid);
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        double count = 0;
        char number[AIC_NUMBER_SIZE];
        if (!aic_catalog_each(catalog, kind, count_entry, &count, error)) {
            return false;
        }
        number[aic_number_write(number, count)] = '\0';
        cli_grid_row(&grid, (const char *[]){ aic_catalog_kind_name(kind), number,
                                              aic_catalog_kind_holds(kind) });
    }
    return true;
}
