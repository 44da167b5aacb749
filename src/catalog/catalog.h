/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of catalogs share: texts of entries, and the scan of a built-in document. */
#ifndef AICALC_CATALOG_CATALOG_H
#define AICALC_CATALOG_CATALOG_H

#include <aicalc/catalog.h>
#include <aicalc/formula.h>

/* The entry of exactly that name. False with `known` where it cannot be read; without, there is
 * none, and `error` is left alone. */
bool aic_catalog_find_exact(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                            const char *name, struct aic_entry *entry, bool *known,
                            struct aic_error *error);

/*
 * Visits the entries of a catalog with overlays merged in, in order, without parsing the built-in
 * ones: either `text` is the JSON of one, or `entry` is laid over it or beside it.
 */
typedef bool aic_raw_visitor(void *context, struct aic_span text, const struct aic_entry *entry);
bool aic_catalog_walk(const struct aic_catalog *catalog, enum aic_catalog_kind kind,
                      aic_raw_visitor *visit, void *context);

/*
 * Walks the entries of a built-in catalog as text. Parsing whole catalogs would take
 * most of the time of a query; braces and strings are enough to tell entries
 * apart, because the tests parse every built-in document strictly.
 */
struct aic_scanner {
    struct aic_span rest;
};

void aic_scan_init(struct aic_scanner *scanner, enum aic_catalog_kind kind);
bool aic_scan_next(struct aic_scanner *scanner, struct aic_span *entry);

/* Goes to the brace of the next entry, wherever in an entry the scanner is, without looking at what
 * is between; what is left must end with a NUL. False if there is none. */
bool aic_scan_start(struct aic_scanner *scanner);

/* Takes the next member from the head of an object, its key alone, or the next value from that of a list, whose
 * bracket is passed already; blanks around values are left out. */
bool aic_scan_member(struct aic_span *rest, struct aic_span *key, struct aic_span *value);
bool aic_scan_key(struct aic_span *rest, struct aic_span *key);
bool aic_scan_item(struct aic_span *rest, struct aic_span *value);

/* A text without its quotes, an object or a list without its first bracket. */
static inline struct aic_span aic_scan_inside(struct aic_span value)
{
    size_t quotes = value.at[0] == '"' ? 2 : 1;
    return (struct aic_span){ value.at + 1, value.length - quotes };
}

/* Finds the entry of that name in what is left, which ends with a NUL; false if there is none. */
bool aic_scan_find(const struct aic_scanner *scanner, const char *name, struct aic_span *entry);

#endif
