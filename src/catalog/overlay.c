/* SPDX-License-Identifier: Apache-2.0 */
/* Catalog documents of the user's: checked whole before any entry of theirs is used. */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/text.h>

#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/utf8.h"

static const char *const entry_keys[] = { "name",
                                          "label",
                                          "aliases",
                                          "preferred",
                                          "form_of",
                                          "year",
                                          "fields",
                                          "source",
                                          "as_of",
                                          "region",
                                          "notes",
                                          "published_params",
                                          "published_within",
                                          "unverified",
                                          NULL };

static const char *const document_keys[] = { "schema", "kind", "entries", "$schema", NULL };

const struct aic_field *aic_catalog_field(const char *name)
{
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
        if (index < aic_table_size(&calculator->inputs)) {
            return aic_table_at(&calculator->inputs, index, NULL);
        }
    }
    return NULL;
}

struct known_field {
    const char *name;
    bool found;
};

static bool look_for_field(void *context, const struct aic_entry *entry)
{
    struct known_field *known = context;
    const struct aic_json_value *fields = aic_json_member(entry->node, "fields");
    known->found = aic_json_member(fields, known->name) != NULL;
    return !known->found;
}

bool aic_catalog_field_is_known(enum aic_catalog_kind kind, const char *name)
{
    if (aic_catalog_field(name)) {
        return true;
    }
    const struct aic_catalog builtin = { .count = 0 };
    struct known_field known = { name, false };
    struct aic_error error;
    aic_catalog_each(&builtin, kind, look_for_field, &known, &error);
    return known.found;
}

bool aic_catalog_suggest_field(const char *name, struct aic_error *error)
{
    char spelt[AIC_TYPED_SIZE], typed[AIC_TYPED_SIZE];
    struct aic_text text;
    aic_text_init(&text, spelt, sizeof spelt);
    aic_text_add_spelt(&text, (struct aic_span){ name, strlen(name) }, '-', '_');
    const struct aic_span wanted = { spelt, text.length };
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        size_t index;
        const char *near = spelt; /* but for its dashes it may be an input */
        if (aic_table_lookup(&calculator->inputs, wanted, &index, &near, typed) || near) {
            return aic_suggest(error, "did you mean '%s'?", near);
        }
    }
    return false;
}

static bool check_fields(const struct aic_overlay *overlay, const struct aic_json_value *entry,
                         struct aic_error *error)
{
    const struct aic_json *json = &overlay->json;
    const struct aic_json_value *fields = aic_json_member(entry, "fields");
    if (!aic_json_is(fields, AIC_JSON_OBJECT)) {
        return aic_json_fail(json, entry, error, AIC_ERR_JSON, NULL, "an entry has no 'fields'");
    }
    AIC_JSON_EACH(field, fields) {
        if (!aic_catalog_field_is_known(overlay->kind, aic_json_key_of(field))) {
            aic_json_fail(json, field, error, AIC_ERR_UNKNOWN, aic_json_key_of(field),
                          "no calculator has a field '%s'", aic_json_key_of(field));
            return aic_catalog_suggest_field(aic_json_key_of(field), error);
        }
    }
    return true;
}

/* The keys that names are found by: lists of texts in which something is left when folded. */
static bool check_texts(const struct aic_overlay *overlay, const struct aic_json_value *entry,
                        const char *key, struct aic_error *error)
{
    const struct aic_json_value *list = aic_json_member(entry, key);
    bool ok = !list || aic_json_is(list, AIC_JSON_ARRAY);
    size_t count = 0;
    for (const struct aic_json_value *item = ok ? aic_json_first(list) : NULL; ok && item;
         item = aic_json_next(item)) {
        struct aic_folded folded;
        ok = ++count <= AIC_ALIASES_MAX && aic_json_is(item, AIC_JSON_STRING) &&
             aic_fold_bare(&folded, aic_span_of(aic_json_text_of(item)));
    }
    if (!ok) {
        aic_json_fail(&overlay->json, list, error, AIC_ERR_JSON, NULL,
                      "'%s' is not a list of names, at most %d", key, AIC_ALIASES_MAX);
        return aic_suggest(error, "for example \"%s\": [\"my-gpu\"]", key);
    }
    return true;
}

static bool check_year(const struct aic_overlay *overlay, const struct aic_json_value *entry,
                       struct aic_error *error)
{
    const struct aic_json_value *year = aic_json_member(entry, "year");
    double number = aic_json_is(year, AIC_JSON_NUMBER) ? aic_json_number_of(year) : 0;
    if (!year || (number >= 1900 && number < 2200 && number == (double)(int)number)) {
        return true;
    }
    aic_json_fail(&overlay->json, year, error, AIC_ERR_JSON, NULL, "'year' is not a year");
    return aic_suggest(error, "for example \"year\": 2024");
}

static bool check_names(const struct aic_overlay *overlay, const struct aic_json_value *entry,
                        struct aic_error *error)
{
    return check_texts(overlay, entry, "aliases", error) &&
           check_texts(overlay, entry, "preferred", error) && check_year(overlay, entry, error);
}

/* True where a text could steer a terminal or break the lines of an answer. */
static bool holds_control(const char *text)
{
    size_t length = text ? strlen(text) : 0, size;
    uint32_t character;
    for (size_t i = 0; i < length; i += size) {
        size = aic_utf8_read(text + i, length - i, &character);
        if (size == 0 || aic_utf8_is_control(character) || aic_utf8_is_hidden(character)) {
            return true;
        }
    }
    return false;
}

/* Refuses texts and keys that cannot be shown as they are; they reach answers and tables. */
static bool check_shown(const struct aic_json *json, const struct aic_json_value *value,
                        struct aic_error *error)
{
    if (holds_control(aic_json_key_of(value)) || holds_control(aic_json_text_of(value))) {
        aic_json_fail(json, value, error, AIC_ERR_JSON, NULL,
                      "a text of a catalog holds a line end or another control character");
        return aic_suggest(error, "write it in one line of plain characters");
    }
    AIC_JSON_EACH(child, value) {
        if (!check_shown(json, child, error)) {
            return false;
        }
    }
    return true;
}

static bool check_entry(const struct aic_overlay *overlay, const struct aic_json_value *entry,
                        struct aic_error *error)
{
    const struct aic_json *json = &overlay->json;
    if (!aic_json_is(entry, AIC_JSON_OBJECT)) {
        return aic_json_fail(json, entry, error, AIC_ERR_JSON, NULL, "an entry is not an object");
    }
    if (!aic_json_check_keys(json, entry, entry_keys, "an entry", error)) {
        return false;
    }
    const char *name = aic_json_member_text(entry, "name");
    if (!name || !*name) {
        return aic_json_fail(json, entry, error, AIC_ERR_MISSING, NULL, "an entry has no 'name'");
    }
    return check_names(overlay, entry, error) && check_fields(overlay, entry, error);
}

static bool read_kind(struct aic_overlay *overlay, struct aic_error *error)
{
    const struct aic_json_value *root = overlay->json.root;
    if (!aic_json_is_text(aic_json_member(root, "schema"), "aicalc-catalog/1")) {
        aic_json_fail(&overlay->json, root, error, AIC_ERR_JSON, NULL, "not a catalog");
        return aic_suggest(error, "a catalog has \"schema\": \"aicalc-catalog/1\", \"kind\" and "
                                  "\"entries\"; 'aicalc catalog gpus -o json' prints one");
    }
    const char *kind = aic_json_member_text(root, "kind");
    if (kind && aic_catalog_kind_find(kind, &overlay->kind)) {
        return true;
    }
    aic_json_fail(&overlay->json, aic_json_member(root, "kind"), error, AIC_ERR_UNKNOWN, NULL,
                  "'%s' is not a catalog kind", kind ? kind : "");
    return aic_catalog_kind_suggest(kind ? kind : "", error);
}

static bool check_document(struct aic_overlay *overlay, struct aic_error *error)
{
    const struct aic_json *json = &overlay->json;
    if (!check_shown(json, json->root, error) || !read_kind(overlay, error)) {
        return false;
    }
    if (!aic_json_check_keys(json, json->root, document_keys, "a catalog", error)) {
        return false;
    }
    const struct aic_json_value *entries = aic_json_member(json->root, "entries");
    if (!aic_json_is(entries, AIC_JSON_ARRAY)) {
        return aic_json_fail(json, json->root, error, AIC_ERR_MISSING, NULL,
                             "the catalog has no list 'entries'");
    }
    AIC_JSON_EACH(entry, entries) {
        if (!check_entry(overlay, entry, error)) {
            return false;
        }
    }
    return true;
}

bool aic_catalog_add(struct aic_catalog *catalog, const char *name, const char *text, size_t length,
                     struct aic_error *error)
{
    if (catalog->count == AIC_CATALOG_OVERLAYS) {
        return aic_fail(error, AIC_ERR_RANGE, NULL, "more than %d catalog files",
                        AIC_CATALOG_OVERLAYS);
    }
    struct aic_overlay *overlay = &catalog->overlays[catalog->count];
    if (!aic_json_parse(&overlay->json, name, text, length, AIC_JSON_FILE_MAX, 0, error)) {
        return false;
    }
    if (!aic_json_is(overlay->json.root, AIC_JSON_OBJECT)) {
        aic_json_fail(&overlay->json, overlay->json.root, error, AIC_ERR_JSON, NULL,
                      "a catalog is an object");
        aic_json_clear(&overlay->json);
        return false;
    }
    if (!check_document(overlay, error)) {
        aic_json_clear(&overlay->json);
        return false;
    }
    catalog->count++;
    return true;
}
