/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Catalogs: facts of several kinds (catalog_kinds.h), such as models, GPUs and grids.
 *
 * An entry is a partial input: applying it sets the fields that the
 * calculator has, with origin `catalog`, as if each had been given. The
 * built-in catalogs are JSON inside the library; nothing of them is read
 * before an entry is asked for. Other catalogs can be laid over them.
 */
#ifndef AICALC_CATALOG_H
#define AICALC_CATALOG_H

#include <aicalc/json.h>
#include <aicalc/model.h>
#include <aicalc/question.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Month of this version's catalogs: the age of prices is counted to it, not to a clock. */
#define AIC_VERSION_DATE "2026-11"

#define AIC_CATALOG_OVERLAYS 8

/* One catalog document laid over the built-in ones. */
struct aic_overlay {
    struct aic_json json;
    enum aic_catalog_kind kind;
};

struct aic_catalog {
    struct aic_overlay overlays[AIC_CATALOG_OVERLAYS];
    size_t count;
};

/* An entry: `node` is its JSON object, `overlay` the document it comes from (NULL: built in). */
struct aic_entry {
    const struct aic_json_value *node;
    const struct aic_overlay *overlay;
    struct aic_json own; /* what aic_entry_clear() releases */
    char others[320];    /* "h100-pcie, h100-nvl": what the name that was typed is short for too */
    bool by_words;       /* the one that has all words typed, which are no name of it */
};

/*
 * Called with each entry of a catalog; false ends the walk.
 */
typedef bool aic_entry_visitor(void *context, const struct aic_entry *entry);

/*
 * Adds the names of all entries that a typed name could be, with commas, where it is refused because
 * they are several. False: it is none or one, or the catalog prefers one of them.
 */
bool aic_catalog_add_several(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                             const char *name, struct aic_text *list);

/* The name of a kind ("gpus") and what it holds, in a few words; NULL past the last. */
const char *aic_catalog_kind_name(enum aic_catalog_kind kind);
const char *aic_catalog_kind_holds(enum aic_catalog_kind kind);
/* The same for aic_nearest() and aic_text_add_names(); `context` is not used. */
const char *aic_catalog_kind_at(const void *context, size_t index);

/* The kind of that name; false: there is none, and `kind` is left alone. */
bool aic_catalog_kind_find(const char *name, enum aic_catalog_kind *kind);

/* Suggests the nearest kind to a name that is none, or lists all. Returns false. */
bool aic_catalog_kind_suggest(const char *name, struct aic_error *error);

void aic_catalog_init(struct aic_catalog *catalog);
void aic_catalog_clear(struct aic_catalog *catalog);

/*
 * Lays a catalog document over what is there: an entry of a known name
 * replaces it whole, others are added. `name` is what messages and sources call the
 * document; it and the text must outlive the catalog. Fails on anything that
 * is not strict JSON of the form aicalc-catalog/1, with unknown keys or fields.
 */
bool aic_catalog_add(struct aic_catalog *catalog, const char *name, const char *text, size_t length,
                     struct aic_error *error);

/*
 * Finds an entry by its name as people type it. Case, separators and an organisation or a maker in
 * front do not count. The first of these that holds for any entry is taken: its name, one of its
 * aliases or its label, all words typed in any order. Where several have all words, the
 * one that is "preferred" for them is taken, and `others` names the rest. Fails with
 * AIC_ERR_UNKNOWN and the list of what could be meant, or with the nearest names.
 * aic_entry_name() is the full name. Release with aic_entry_clear().
 */
bool aic_catalog_find(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      const char *name, struct aic_entry *entry, struct aic_error *error);
/* A copy that outlives the walk, not the catalog; false: no memory. To be cleared like any other. */
bool aic_entry_keep(const struct aic_entry *entry, struct aic_entry *kept);
const char *aic_entry_name(const struct aic_entry *entry);
void aic_entry_clear(struct aic_entry *entry);

/* True where an entry of that kind has all words: those of its name, label and aliases, the GPU of
 * a node, and "moe", "dense" or "mla" of a model. */
bool aic_entry_has_words(enum aic_catalog_kind kind, const struct aic_entry *entry,
                         const char *words);

/* Visits the entries of a catalog with overlays merged in, in order. */
bool aic_catalog_each(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_entry_visitor *visit, void *context, struct aic_error *error);

/* True where a built-in entry of that kind sets the field. */
bool aic_catalog_sets(enum aic_catalog_kind kind, const char *field);

/*
 * Applies the entries that the question's references name, in the order of
 * its table (an entry may name another one). A model that is a path is left
 * alone: see aic_model_file_apply(), as is one that was read.
 */
bool aic_catalog_apply(const struct aic_catalog *catalog, struct aic_question *question,
                       struct aic_error *error);

/* Applies one entry, as the reference to it would. */
bool aic_entry_apply(struct aic_question *question, enum aic_catalog_kind kind,
                     const struct aic_entry *entry, struct aic_error *error);

/*
 * True where the value of a model reference is a path by its form: it begins with '.' or '/', ends in ".json",
 * ".safetensors" or ".gguf", or is "-". Any other value is first the name of an entry, then a file or folder
 * that is there (recipe.h), then words of a name.
 */
bool aic_model_is_path(const char *name);

/* How the command begins that asks about a model of Hugging Face that no entry has; what follows is a
 * calculator. */
#define AIC_HUB_COMMAND "curl -sL https://huggingface.co/%s/raw/main/config.json | aicalc "

/* True where an entry has this name or alias, letters and digits alone counted: not by words of it. */
bool aic_catalog_has(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                     const char *name);

/* What an import found: errors of all lines, at most so many in words, else entries of both kinds. */
#define AIC_IMPORT_ERRORS_MAX 32
struct aic_import {
    struct aic_error errors[AIC_IMPORT_ERRORS_MAX];
    size_t error_count; /* of all, also of those without words */
    size_t overridden, added;
};

/*
 * Makes a catalog of a list of comma-separated values: the first line is "kind,name", then fields of that
 * kind and, if wanted, as_of and source; a cell is a quantity with its unit, or empty. All lines are of
 * one kind. A known name, as people type it, takes the fields over those it has; another is a new entry. False,
 * with nothing written, where a line is wrong. `name` is what messages and sources call the list.
 */
bool aic_catalog_import(const struct aic_catalog *catalog, const char *name, const char *text,
                        size_t length, struct aic_sink *sink, struct aic_import *import);

/* The built-in JSON of a catalog. */
const char *aic_catalog_builtin(enum aic_catalog_kind kind, size_t *length);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
