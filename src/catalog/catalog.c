/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs: finding entries in the built-in documents and in those laid over them. */
#include <aicalc/catalog.h>

#include <cjson/cJSON.h>
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

const char *aic_entry_text(const struct cJSON *node, const char *key)
{
    const struct cJSON *value = aic_json_member(node, key);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

static const struct cJSON *find_in_overlay(const struct aic_overlay *overlay, const char *name)
{
    const struct cJSON *entries = aic_json_member(overlay->json.root, "entries");
    for (const struct cJSON *node = entries->child; node; node = node->next) {
        if (strcmp(aic_entry_text(node, "name"), name) == 0) {
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
        const struct cJSON *node = overlay->kind == kind ? find_in_overlay(overlay, name) : NULL;
        if (node) {
            entry->node = node;
            entry->overlay = overlay;
            return true;
        }
    }
    return false;
}

static bool parse_builtin(enum aic_catalog_kind kind, struct aic_span text, struct aic_entry *entry,
                          struct aic_error *error)
{
    entry->overlay = NULL;
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

/* The nearest name so far on the way through all entries; "" before there is one. */
struct nearest {
    const char *wanted;
    char name[80]; /* longer names are never near */
};

static const char *name_of_two(const void *context, size_t i)
{
    return ((const char *const *)context)[i];
}

static bool keep_nearer(void *context, const struct aic_entry *entry)
{
    struct nearest *nearest = context;
    const char *const two[] = { nearest->name, aic_entry_text(entry->node, "name") };
    if (aic_nearest(nearest->wanted, name_of_two, two, 2) == two[1]) {
        struct aic_text text;
        aic_text_init(&text, nearest->name, sizeof nearest->name);
        aic_text_add(&text, two[1]);
    }
    return true;
}

static bool fail_unknown(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                         const char *name, struct aic_error *error)
{
    const char *kind_name = aic_catalog_kind_name(kind);
    struct nearest nearest = { name, "" };
    if (!aic_catalog_each(catalog, kind, keep_nearer, &nearest, error)) {
        return false;
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "no entry '%s' in catalog %s", name, kind_name);
    if (nearest.name[0]) {
        return aic_suggest(error, "did you mean '%s'? 'aicalc catalog %s' lists all", nearest.name,
                           kind_name);
    }
    return aic_suggest(error, "'aicalc catalog %s' lists all", kind_name);
}

bool aic_catalog_find(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      const char *name, struct aic_entry *entry, struct aic_error *error)
{
    if (find_overlaid(catalog, kind, name, entry)) {
        return true;
    }
    struct aic_span text;
    return find_builtin(kind, name, &text) ? parse_builtin(kind, text, entry, error)
                                           : fail_unknown(catalog, kind, name, error);
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
static void visit_added(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                        aic_entry_visitor *visit, void *context)
{
    for (size_t i = 0; i < catalog->count; i++) {
        if (catalog->overlays[i].kind != kind) {
            continue;
        }
        const struct cJSON *entries = aic_json_member(catalog->overlays[i].json.root, "entries");
        for (const struct cJSON *node = entries->child; node; node = node->next) {
            const char *name = aic_entry_text(node, "name");
            if (!is_added(catalog, i, name)) {
                continue;
            }
            struct aic_entry entry;
            find_overlaid(catalog, kind, name, &entry); /* in this overlay, or in a newer one */
            if (!visit(context, &entry)) {
                return;
            }
        }
    }
}

bool aic_catalog_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_entry_visitor *visit, void *context, struct aic_error *error)
{
    struct aic_scanner scanner;
    struct aic_span text;
    aic_scan_init(&scanner, kind);
    while (aic_scan_next(&scanner, &text)) {
        struct aic_entry builtin, entry;
        if (!parse_builtin(kind, text, &builtin, error)) {
            return false;
        }
        bool overlaid = find_overlaid(catalog, kind, aic_entry_text(builtin.node, "name"), &entry);
        bool go_on = visit(context, overlaid ? &entry : &builtin);
        aic_entry_clear(&builtin);
        if (!go_on) {
            return true;
        }
    }
    visit_added(catalog, kind, visit, context);
    return true;
}
