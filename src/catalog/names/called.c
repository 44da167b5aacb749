/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an entry can be found by: its name, its label, its aliases, and words that describe it.
 * Names are looked for in all entries of a catalog: those that are built in are read as text,
 * because parsing them would take most of the time of a query.
 */

#include "catalog/catalog.h"
#include "catalog/names/names.h"

/* The parts of an entry that matter, as they come. */
struct parts {
    struct aic_span name, label, gpu;
    struct aic_span aliases[AIC_ALIASES_MAX];
    size_t alias_count;
    bool has_experts, is_latent;
};

static void add(struct aic_called *called, struct aic_span text)
{
    if (text.length > 0 && called->count < sizeof called->at / sizeof called->at[0]) {
        called->at[called->count++] = text;
    }
}

static void add_to(struct aic_span *list, size_t *count, struct aic_span text)
{
    if (*count < AIC_ALIASES_MAX) {
        list[(*count)++] = text;
    }
}

/* Words that describe a model; which of them do is seen from its fields. */
static const char *const shapes[] = { "dense", "moe", "mla" };

/* Names first, then the words that people filter by. */
static void gather(enum aic_catalog_kind kind, const struct parts *parts, struct aic_called *called)
{
    add(called, parts->name);
    add(called, parts->label);
    for (size_t i = 0; i < parts->alias_count; i++) {
        add(called, parts->aliases[i]);
    }
    called->names = called->count;
    add(called, parts->gpu); /* of a node */
    if (kind == AIC_MODELS) {
        add(called, aic_span_of(shapes[parts->has_experts]));
        add(called, aic_span_of(parts->is_latent ? shapes[2] : ""));
    }
}

static struct aic_span text_of(const struct aic_json_value *object, const char *key)
{
    const char *text = aic_json_member_text(object, key);
    return aic_span_of(text ? text : "");
}

static void read_list(const struct aic_json_value *list, struct aic_span *out, size_t *count)
{
    AIC_JSON_EACH(item, list) {
        add_to(out, count, aic_span_of(aic_json_text_of(item)));
    }
}

void aic_called(enum aic_catalog_kind kind, const struct aic_json_value *node,
                struct aic_called *called)
{
    const struct aic_json_value *fields = aic_json_member(node, "fields");
    const struct aic_json_value *year = aic_json_member(node, "year");
    struct parts parts = {
        .name = text_of(node, "name"),
        .label = text_of(node, "label"),
        .gpu = text_of(kind == AIC_NODES ? fields : NULL, "gpu"),
        .has_experts = aic_json_member(fields, "experts") != NULL,
        .is_latent = aic_json_member(fields, "kv_lora_rank") != NULL,
    };
    *called = (struct aic_called){ .year = year ? aic_json_number_of(year) : 0 };
    read_list(aic_json_member(node, "aliases"), parts.aliases, &parts.alias_count);
    read_list(aic_json_member(node, "preferred"), called->preferred, &called->preferred_count);
    gather(kind, &parts, called);
}

static bool is_key(struct aic_span key, const char *name)
{
    return key.length == strlen(name) && memcmp(key.at, name, key.length) == 0;
}

static void scan_list(struct aic_span list, struct aic_span *out, size_t *count)
{
    struct aic_span rest = aic_scan_inside(list), item;
    while (aic_scan_item(&rest, &item)) {
        add_to(out, count, aic_scan_inside(item));
    }
}

static void scan_fields(struct aic_span fields, struct parts *parts)
{
    struct aic_span rest = aic_scan_inside(fields), key, value;
    while (aic_scan_member(&rest, &key, &value)) {
        if (is_key(key, "gpu")) {
            parts->gpu = aic_scan_inside(value);
        }
        parts->has_experts = parts->has_experts || is_key(key, "experts");
        parts->is_latent = parts->is_latent || is_key(key, "kv_lora_rank");
    }
}

/* Reads what stands before "fields", and leaves that value at the head of `text`. All that is read
 * here stands before it in every built-in entry (a test holds that). */
static void scan_names(struct aic_span *text, struct parts *parts, struct aic_called *called)
{
    struct aic_span key, value;
    *text = (struct aic_span){ text->at + 1, text->length - 1 };
    while (aic_scan_key(text, &key) && !is_key(key, "fields") && aic_scan_item(text, &value)) {
        if (is_key(key, "name")) {
            parts->name = aic_scan_inside(value);
        } else if (is_key(key, "label")) {
            parts->label = aic_scan_inside(value);
        } else if (is_key(key, "aliases")) {
            scan_list(value, parts->aliases, &parts->alias_count);
        } else if (is_key(key, "preferred")) {
            scan_list(value, called->preferred, &called->preferred_count);
        } else if (is_key(key, "year")) {
            aic_number_read(value.at, value.length, 0, &called->year);
        }
    }
}

/* Whether an entry without these fields can have all letters: words of models and nodes come from
 * their fields. */
static bool may_have(enum aic_catalog_kind kind, const struct parts *parts, uint64_t letters)
{
    uint64_t there = aic_letters(parts->name) | aic_letters(parts->label);
    for (size_t i = 0; i < parts->alias_count; i++) {
        there |= aic_letters(parts->aliases[i]);
    }
    for (size_t i = 0; kind == AIC_MODELS && i < sizeof shapes / sizeof shapes[0]; i++) {
        there |= aic_letters(aic_span_of(shapes[i]));
    }
    return kind == AIC_NODES || (letters & ~there) == 0;
}

/* Reads an entry; false where it cannot have all letters, and `text` is then behind its names. */
static bool scan(enum aic_catalog_kind kind, struct aic_span *text, uint64_t letters,
                 struct aic_called *called)
{
    struct parts parts = { .alias_count = 0 };
    *called = (struct aic_called){ .year = 0 };
    scan_names(text, &parts, called);
    if (!may_have(kind, &parts, letters)) {
        return false;
    }
    if (kind == AIC_MODELS || kind == AIC_NODES) {
        scan_fields(*text, &parts);
    }
    gather(kind, &parts, called);
    return true;
}

void aic_called_scan(enum aic_catalog_kind kind, struct aic_span text, struct aic_called *called)
{
    scan(kind, &text, 0, called);
}

struct calling {
    enum aic_catalog_kind kind;
    aic_called_visitor *visit;
    void *context;
};

static bool read_and_visit(void *context, struct aic_span text, const struct aic_entry *entry)
{
    const struct calling *calling = context;
    struct aic_called called;
    if (entry) {
        aic_called(calling->kind, entry->node, &called);
    } else {
        aic_called_scan(calling->kind, text, &called);
    }
    return calling->visit(calling->context, &called);
}

/* From the names of one entry to those of the next: what stands between is most of a catalog. */
static void each_builtin(enum aic_catalog_kind kind, uint64_t letters, aic_called_visitor *visit,
                         void *context)
{
    struct aic_scanner scanner;
    aic_scan_init(&scanner, kind);
    while (aic_scan_start(&scanner)) {
        struct aic_called called;
        if (scan(kind, &scanner.rest, letters, &called) && !visit(context, &called)) {
            return;
        }
    }
}

void aic_called_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                     uint64_t letters, aic_called_visitor *visit, void *context)
{
    struct calling calling = { kind, visit, context };
    if (catalog->count > 0) {
        aic_catalog_walk(catalog, kind, read_and_visit, &calling);
    } else {
        each_builtin(kind, letters, visit, context);
    }
}

enum aic_fit aic_called_fit(const struct aic_called *called, struct aic_span words)
{
    struct aic_folded texts[sizeof called->at / sizeof called->at[0]];
    size_t count = 0;
    for (size_t i = 0; i < called->count; i++) {
        count += aic_fold(&texts[count], called->at[i]);
    }
    enum aic_fit worst = words.length > 0 ? AIC_FIT_WORD : AIC_FIT_NONE;
    struct aic_span word;
    while (worst > AIC_FIT_NONE && aic_fold_next(&words, &word)) {
        enum aic_fit best = AIC_FIT_NONE;
        for (size_t i = 0; i < count && best < AIC_FIT_WORD; i++) {
            enum aic_fit fit = aic_fold_fit(word, &texts[i]);
            best = fit > best ? fit : best;
        }
        worst = best < worst ? best : worst;
    }
    return worst;
}

bool aic_entry_has_words(enum aic_catalog_kind kind, const struct aic_entry *entry,
                         const char *words)
{
    struct aic_folded folded;
    struct aic_called called;
    if (!aic_fold_bare(&folded, aic_span_of(words))) {
        return false;
    }
    aic_called(kind, entry->node, &called);
    return aic_called_fit(&called, aic_folded_span(&folded)) > AIC_FIT_NONE;
}
