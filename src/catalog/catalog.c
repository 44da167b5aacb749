/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs: finding entries in the built-in documents and in those laid over them. */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/text.h>

#include "catalog/catalog.h"

void aic_catalog_init(struct aic_catalog *catalog)
{
    catalog->count = 0;
}

void aic_catalog_clear(struct aic_catalog *catalog)
{
    while (catalog->count > 0) {
        aic_json_clear(&catalog->overlays[--catalog->count].json);
    }
}

void aic_entry_clear(struct aic_entry *entry)
{
    aic_json_clear(&entry->own);
    entry->node = NULL;
}

bool aic_entry_keep(const struct aic_entry *entry, struct aic_entry *kept)
{
    const struct aic_json *own = &entry->own;
    *kept = *entry;
    if (entry->overlay) {
        return true;
    }
    bool fine = aic_json_parse(&kept->own, own->name, own->text, own->length, own->length, 0, NULL);
    kept->node = kept->own.root;
    return fine;
}

const char *aic_entry_name(const struct aic_entry *entry)
{
    return aic_json_member_text(entry->node, "name");
}

static const struct aic_json_value *find_in_overlay(const struct aic_overlay *overlay,
                                                    const char *name)
{
    const struct aic_json_value *entries = aic_json_member(overlay->json.root, "entries");
    AIC_JSON_EACH(node, entries) {
        if (strcmp(aic_json_member_text(node, "name"), name) == 0) {
            return node;
        }
    }
    return NULL;
}

/* The entry of the newest overlay of this kind that has it. */
static bool find_overlaid(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                          const char *name, struct aic_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    for (size_t i = catalog->count; i-- > 0;) {
        const struct aic_overlay *overlay = &catalog->overlays[i];
        const struct aic_json_value *node =
            overlay->kind == kind ? find_in_overlay(overlay, name) : NULL;
        if (node) {
            entry->node = node;
            entry->overlay = overlay;
            return true;
        }
    }
    return false;
}

/* Not checked again: the tests parse every built-in document strictly. */
static bool parse_builtin(enum aic_catalog_kind kind, struct aic_span text, struct aic_entry *entry,
                          struct aic_error *error)
{
    entry->overlay = NULL;
    entry->others[0] = '\0';
    if (!aic_json_parse(&entry->own, aic_catalog_kind_name(kind), text.at, text.length,
                        AIC_JSON_FILE_MAX, 0, error)) {
        return false;
    }
    entry->node = entry->own.root;
    return true;
}

/* The built-in entry of that name, as text. */
static bool find_builtin(enum aic_catalog_kind kind, const char *name, struct aic_span *text)
{
    struct aic_scanner scanner;
    aic_scan_init(&scanner, kind);
    return aic_scan_find(&scanner, name, text);
}

bool aic_catalog_find_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                            const char *name, struct aic_entry *entry, bool *known,
                            struct aic_error *error)
{
    struct aic_span text;
    *known = find_overlaid(catalog, kind, name, entry);
    if (*known) {
        return true;
    }
    *known = find_builtin(kind, name, &text);
    return *known && parse_builtin(kind, text, entry, error);
}

/* True where neither the built-in catalog nor an earlier overlay has the entry. */
static bool is_added(const struct aic_catalog *catalog, size_t overlay, const char *name)
{
    struct aic_span text;
    enum aic_catalog_kind kind = catalog->overlays[overlay].kind;
    if (find_builtin(kind, name, &text)) {
        return false;
    }
    for (size_t i = 0; i < overlay; i++) {
        if (catalog->overlays[i].kind == kind && find_in_overlay(&catalog->overlays[i], name)) {
            return false;
        }
    }
    return true;
}

/* Visits the entries of overlays whose names are new. */
static bool visit_added(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                        aic_raw_visitor *visit, void *context)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (catalog->overlays[i].kind != kind) {
            continue;
        }
        const struct aic_json_value *entries =
            aic_json_member(catalog->overlays[i].json.root, "entries");
        AIC_JSON_EACH(node, entries) {
            const char *name = aic_json_member_text(node, "name");
            if (!is_added(catalog, i, name)) {
                continue;
            }
            struct aic_entry entry;
            find_overlaid(catalog, kind, name, &entry); /* in this overlay, or in a newer one */
            if (!visit(context, (struct aic_span){ NULL, 0 }, &entry)) {
                return false;
            }
        }
    }
    return true;
}

/* The overlaid entry of the same name as a built-in one, whose name is its first member. */
static bool find_over(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      struct aic_span text, struct aic_entry *entry)
{
    struct aic_span inside = aic_scan_inside(text), key, value;
    char name[80];
    struct aic_text copy;
    if (catalog->count == 0 || !aic_scan_member(&inside, &key, &value)) {
        return false;
    }
    value = aic_scan_inside(value);
    aic_text_init(&copy, name, sizeof name);
    aic_text_add_bytes(&copy, value.at, value.length);
    return find_overlaid(catalog, kind, name, entry);
}

bool aic_catalog_walk(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_raw_visitor *visit, void *context)
{
    struct aic_scanner scanner;
    struct aic_span text;
    struct aic_entry entry;
    aic_scan_init(&scanner, kind);
    while (aic_scan_next(&scanner, &text)) {
        if (!visit(context, text, find_over(catalog, kind, text, &entry) ? &entry : NULL)) {
            return false;
        }
    }
    return visit_added(catalog, kind, visit, context);
}

/* A walk with all entries parsed. */
struct parsing {
    enum aic_catalog_kind kind;
    aic_entry_visitor *visit;
    void *context;
    struct aic_error *error;
    bool failed;
};

static bool parse_and_visit(void *context, struct aic_span text, const struct aic_entry *entry)
{
    struct parsing *parsing = context;
    if (entry) {
        return parsing->visit(parsing->context, entry);
    }
    struct aic_entry builtin;
    parsing->failed = !parse_builtin(parsing->kind, text, &builtin, parsing->error);
    if (parsing->failed) {
        return false;
    }
    bool go_on = parsing->visit(parsing->context, &builtin);
    aic_entry_clear(&builtin);
    return go_on;
}

bool aic_catalog_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_entry_visitor *visit, void *context, struct aic_error *error)
{
    struct parsing parsing = { kind, visit, context, error, false };
    aic_catalog_walk(catalog, kind, parse_and_visit, &parsing);
    return !parsing.failed;
}
