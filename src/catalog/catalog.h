/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of catalogs share: texts of entries, and the scan of a built-in document. */
#ifndef AICALC_CATALOG_CATALOG_H
#define AICALC_CATALOG_CATALOG_H

#include <aicalc/catalog.h>
#include <aicalc/formula.h>

/* A string member of an entry, NULL where it is missing. */
const char *aic_entry_text(const struct cJSON *node, const char *key);

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

/* Finds the entry of that name in what is left, which ends with a NUL; false if there is none. */
bool aic_scan_find(const struct aic_scanner *scanner, const char *name, struct aic_span *entry);

#endif
