/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of catalogs share. */
#ifndef AICALC_CATALOG_CATALOG_H
#define AICALC_CATALOG_CATALOG_H

#include <aicalc/catalog.h>
#include <aicalc/formula.h>

/* The entry of exactly that name. False with `known` where it cannot be read; without, there is
 * none, and `error` is left alone. */
bool aic_catalog_find_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                            const char *name, struct aic_entry *entry, bool *known,
                            struct aic_error *error);

/* True where an entry of exactly that name is there; nothing is read of it. */
bool aic_catalog_has_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                           const char *name);

/*
 * Takes the next built-in entry, as text, from the head of `rest`, which aic_catalog_builtin() gives.
 * Each begins with a brace and its name in the next line, and nothing else does (a test holds that): so
 * entries are told apart without reading them, and one is parsed where one is wanted.
 */
bool aic_builtin_next(const char **rest, struct aic_span *entry, struct aic_span *name);

/* The entry that such a text is. */
bool aic_builtin_parse(enum aic_catalog_kind kind, struct aic_span text, struct aic_entry *entry,
                       struct aic_error *error);

/* Visits the entries of a catalog with overlays merged in, in order, without parsing the built-in
 * ones: either `text` is the JSON of one, or `entry` is laid over it or beside it. */
typedef bool aic_raw_visitor(void *context, struct aic_span text, const struct aic_entry *entry);
bool aic_catalog_walk(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_raw_visitor *visit, void *context);

/* Names the entry of a reference that nobody named, where the calculator assumes one and it is found. */
bool aic_catalog_assume(const struct aic_catalog *catalog, struct aic_question *question,
                        size_t reference, struct aic_error *error);

/* The input of the first calculator that has a field of entries; NULL where none has it. */
const struct aic_field *aic_catalog_field(const char *name);

/* True where some calculator has the field, or a built-in entry of this kind. */
bool aic_catalog_field_is_known(enum aic_catalog_kind kind, const char *name);

/* Suggests the nearest input of any calculator to a field that nobody has. Returns false. */
bool aic_catalog_suggest_field(const char *name, struct aic_error *error);

#endif
