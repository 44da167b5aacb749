/* SPDX-License-Identifier: Apache-2.0 */
/* Skimming the built-in catalogs: where an entry starts and ends, and its name. */
#include "catalog_internal.h"

#include <string.h>

/* Behind the closing quote of the string that starts at text[i]. */
static size_t skip_string(struct aic_span text, size_t i)
{
    for (i++; i < text.length && text.at[i] != '"'; i++) {
        if (text.at[i] == '\\') {
            i++;
        }
    }
    return i + 1;
}

void aic_skim_init(struct aic_skimmer *skimmer, enum aic_catalog_kind kind)
{
    size_t length;
    const char *text = aic_catalog_builtin(kind, &length);
    const char *start = strchr(text, '['); /* the first array is that of the entries */
    skimmer->rest.at = start;
    skimmer->rest.length = length - (size_t)(start - text);
}

bool aic_skim_next(struct aic_skimmer *skimmer, struct aic_span *entry)
{
    struct aic_span *rest = &skimmer->rest;
    const char *start = memchr(rest->at, '{', rest->length);
    if (!start) {
        return false;
    }
    rest->length -= (size_t)(start - rest->at);
    rest->at = start;
    size_t depth = 0;
    for (size_t i = 0; i < rest->length;) {
        char c = rest->at[i];
        if (c == '"') {
            i = skip_string(*rest, i);
            continue;
        }
        depth += c == '{';
        i++;
        if (c == '}' && --depth == 0) {
            *entry = (struct aic_span){ rest->at, i };
            rest->at += i;
            rest->length -= i;
            return true;
        }
    }
    return false;
}

/* "name" is the first key of every built-in entry (a test holds that). */
bool aic_skim_is_named(struct aic_span entry, const char *name)
{
    static const char key[] = "\"name\"";
    size_t length = strlen(name);
    const char *end = entry.at + entry.length;
    const char *at = memchr(entry.at, '"', entry.length);
    if (!at || (size_t)(end - at) < sizeof key || memcmp(at, key, sizeof key - 1) != 0) {
        return false;
    }
    at = memchr(at + sizeof key - 1, '"', (size_t)(end - at) - (sizeof key - 1));
    return at && (size_t)(end - at) > length + 2 && memcmp(at + 1, name, length) == 0 &&
           at[length + 1] == '"';
}
