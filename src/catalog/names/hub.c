/* SPDX-License-Identifier: Apache-2.0 */
/* Names of Hugging Face, which look like paths: ORGANISATION/MODEL. */
#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/ascii.h"

/* True where both begin with the same organisation. */
static bool same_organisation(const char *name, struct aic_span alias)
{
    size_t i = 0;
    while (name[i] && name[i] != '/' && i < alias.length &&
           aic_lower(name[i]) == aic_lower(alias.at[i])) {
        i++;
    }
    return i < alias.length && name[i] == '/' && alias.at[i] == '/';
}

/* An organisation that is looked for in what models are called. */
struct organisation {
    const char *name;
    bool found;
};

static bool look(void *context, const struct aic_called *called)
{
    struct organisation *organisation = context;
    for (size_t i = 0; i < called->names && !organisation->found; i++) {
        organisation->found = same_organisation(organisation->name, called->at[i]);
    }
    return !organisation->found;
}

static bool has_organisation(const struct aic_entry *entry, const char *name)
{
    struct organisation organisation = { name, false };
    struct aic_called called;
    aic_called(AIC_MODELS, entry->node, &called);
    look(&organisation, &called);
    return organisation.found;
}

static bool is_path_for_sure(const char *name)
{
    static const char *const endings[] = { ".json", ".safetensors", ".gguf" };
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t end = strlen(endings[i]);
        if (length > end && strcmp(name + length - end, endings[i]) == 0) {
            return true;
        }
    }
    return strcmp(name, "-") == 0;
}

/* ORGANISATION/MODEL, and not "./x/y", "/x" or "~/x". */
static bool could_be_of_hub(const char *name)
{
    const char *slash = strchr(name, '/');
    return slash && slash[1] && !strchr(slash + 1, '/') && !strchr("./~", name[0]) &&
           !is_path_for_sure(name);
}

bool aic_model_is_path(const struct aic_catalog *catalog, const char *name)
{
    struct aic_entry entry;
    if (is_path_for_sure(name) || !strchr(name, '/')) {
        return is_path_for_sure(name);
    }
    if (!could_be_of_hub(name) || !aic_catalog_find(catalog, AIC_MODELS, name, &entry, NULL)) {
        return true;
    }
    bool is_known = has_organisation(&entry, name);
    aic_entry_clear(&entry);
    return !is_known;
}

bool aic_model_explain_missing(const struct aic_catalog *catalog, const char *path,
                               struct aic_error *error)
{
    struct organisation organisation = { path, false };
    struct aic_entry entry;
    struct aic_error as_name = { .code = AIC_OK };
    if (!error || error->code != AIC_ERR_FILE || !could_be_of_hub(path)) {
        return false;
    }
    if (aic_catalog_find(catalog, AIC_MODELS, path, &entry, &as_name)) {
        aic_suggest(error, "did you mean the model '%s' of the catalog?", aic_entry_name(&entry));
        aic_entry_clear(&entry);
        return false;
    }
    aic_called_each(catalog, AIC_MODELS, look, &organisation);
    if (organisation.found) {
        *error = as_name;
    }
    return false;
}
