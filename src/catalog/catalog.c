/* SPDX-License-Identifier: Apache-2.0 */
/* Catalogs: finding entries in the built-in documents and in those laid over them. */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/text.h>

#include "catalog/catalog.h"
#include "core/ascii.h"
#include "core/span.h"

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
                                                    struct aic_span name)
{
    AIC_JSON_EACH(node, aic_json_member(overlay->json.root, "entries")) {
        if (aic_span_is(name, aic_json_member_text(node, "name"))) {
            return node;
        }
    }
    return NULL;
}

/* The entry of the newest overlay of this kind that has it. */
static bool find_overlaid(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                          struct aic_span name, struct aic_entry *entry)
{
    memset(entry, 0, sizeof *entry);
    for (size_t i = catalog->count; i-- > 0;) {
        const struct aic_overlay *overlay = &catalog->overlays[i];
        entry->node = overlay->kind == kind ? find_in_overlay(overlay, name) : NULL;
        if (entry->node) {
            entry->overlay = overlay;
            return true;
        }
    }
    return false;
}

/* How an entry begins: its brace is the last of its line, and no other is, but for that of the document. */
static const char head[] = "{\n      \"name\": \"";

/* Where the first entry of the text begins, NULL without one. By braces, of which there are few: the
 * whole text is looked through for each name that is looked up. */
static const char *find_entry(const char *text)
{
    text = strchr(text, '{');
    while (text && (text[1] != head[1] || strncmp(text, head, strlen(head)) != 0)) {
        text = strchr(text + 1, '{');
    }
    return text;
}

bool aic_builtin_next(const char **rest, struct aic_span *entry, struct aic_span *name)
{
    const char *start = find_entry(*rest);
    if (!start) {
        return false;
    }
    const char *text = start + strlen(head);
    const char *next = find_entry(text);
    const char *end = next ? next : strrchr(text, ']'); /* of the list of entries */
    *rest = end;
    while (*end != '}') {
        end--;
    }
    *entry = (struct aic_span){ start, (size_t)(end - start) + 1 };
    *name = (struct aic_span){ text, (size_t)(strchr(text, '"') - text) };
    return true;
}

/* Built-in names have small letters, digits, dashes and points: what was typed otherwise is none of them. */
static bool may_be_builtin(struct aic_span name)
{
    size_t i = 0;
    while (i < name.length && ((aic_is_name(name.at[i]) && aic_lower(name.at[i]) == name.at[i]) ||
                               name.at[i] == '-' || name.at[i] == '.')) {
        i++;
    }
    return i == name.length;
}

/* The built-in entry of that name, as text. */
static bool find_builtin(enum aic_catalog_kind kind, struct aic_span name, struct aic_span *entry)
{
    size_t length;
    const char *rest = aic_catalog_builtin(kind, &length);
    struct aic_span found;
    bool goes_on = may_be_builtin(name);
    while (goes_on && aic_builtin_next(&rest, entry, &found)) {
        if (aic_spans_agree(found, name)) {
            return true;
        }
    }
    return false;
}

bool aic_builtin_parse(enum aic_catalog_kind kind, struct aic_span text, struct aic_entry *entry,
                       struct aic_error *error)
{
    memset(entry, 0, sizeof *entry);
    bool fine = aic_json_parse(&entry->own, aic_catalog_kind_name(kind), text.at, text.length,
                               AIC_JSON_FILE_MAX, 0, error);
    entry->node = entry->own.root;
    return fine;
}

bool aic_catalog_find_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                            const char *name, struct aic_entry *entry, bool *known,
                            struct aic_error *error)
{
    const struct aic_span wanted = { name, strlen(name) };
    struct aic_span text;
    *known = find_overlaid(catalog, kind, wanted, entry);
    if (*known) {
        return true;
    }
    *known = find_builtin(kind, wanted, &text);
    return *known && aic_builtin_parse(kind, text, entry, error);
}

bool aic_catalog_has_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                           const char *name)
{
    const struct aic_span wanted = { name, strlen(name) };
    struct aic_entry entry;
    struct aic_span text;
    return find_overlaid(catalog, kind, wanted, &entry) || find_builtin(kind, wanted, &text);
}

/* True where neither the built-in catalog nor an earlier overlay has the entry. */
static bool is_added(const struct aic_catalog *catalog, size_t overlay, struct aic_span name)
{
    struct aic_span text;
    const enum aic_catalog_kind kind = catalog->overlays[overlay].kind;
    for (size_t i = 0; i < overlay; i++) {
        if (catalog->overlays[i].kind == kind && find_in_overlay(&catalog->overlays[i], name)) {
            return false;
        }
    }
    return !find_builtin(kind, name, &text);
}

/* The entries of overlays whose names are new. */
static bool visit_added(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                        aic_raw_visitor *visit, void *context)
{
    for (size_t i = 0; i < catalog->count; i++) {
        const struct aic_overlay *overlay = &catalog->overlays[i];
        const struct aic_json_value *entries = aic_json_member(overlay->json.root, "entries");
        AIC_JSON_EACH(node, overlay->kind == kind ? entries : NULL) {
            const char *text = aic_json_member_text(node, "name");
            const struct aic_span name = { text, strlen(text) }, none = { NULL, 0 };
            struct aic_entry entry; /* in this overlay, or in a newer one */
            if (is_added(catalog, i, name) && find_overlaid(catalog, kind, name, &entry) &&
                !visit(context, none, &entry)) {
                return false;
            }
        }
    }
    return true;
}

bool aic_catalog_walk(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_raw_visitor *visit, void *context)
{
    size_t length;
    const char *rest = aic_catalog_builtin(kind, &length);
    struct aic_span text, name;
    struct aic_entry entry;
    while (aic_builtin_next(&rest, &text, &name)) {
        if (!visit(context, text, find_overlaid(catalog, kind, name, &entry) ? &entry : NULL)) {
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
    parsing->failed = !aic_builtin_parse(parsing->kind, text, &builtin, parsing->error);
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

bool aic_catalog_sets(enum aic_catalog_kind kind, const char *field)
{
    char key[96]; /* as it stands in the text, which is not parsed for it */
    struct aic_text text;
    size_t length;
    aic_text_init(&text, key, sizeof key);
    aic_text_format(&text, "\"%s\":", field);
    return !text.cut && strstr(aic_catalog_builtin(kind, &length), key);
}
