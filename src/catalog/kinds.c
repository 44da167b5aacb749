/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of catalogs by name. */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/text.h>

#define KIND(constant, name, holds) [constant] = { #name, holds },
static const struct {
    const char *name, *holds;
} kinds[] = { AIC_EACH_CATALOG_KIND(KIND) };

const char *aic_catalog_kind_name(enum aic_catalog_kind kind)
{
    return kind < AIC_CATALOG_KINDS ? kinds[kind].name : NULL;
}

const char *aic_catalog_kind_holds(enum aic_catalog_kind kind)
{
    return kind < AIC_CATALOG_KINDS ? kinds[kind].holds : NULL;
}

const char *aic_catalog_kind_at(const void *context, size_t index)
{
    (void)context;
    return index < AIC_CATALOG_KINDS ? kinds[index].name : NULL;
}

bool aic_catalog_kind_find(const char *name, enum aic_catalog_kind *kind)
{
    for (size_t i = 0; i < AIC_CATALOG_KINDS; i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            *kind = (enum aic_catalog_kind)i;
            return true;
        }
    }
    return false;
}

bool aic_catalog_kind_suggest(const char *name, struct aic_error *error)
{
    char list[sizeof error->suggestion];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    aic_text_add_names(&text, aic_catalog_kind_at, NULL);
    return aic_suggest_name(error, aic_nearest(name, aic_catalog_kind_at, NULL, AIC_ALL_NAMES),
                            "kinds: %s", list);
}
