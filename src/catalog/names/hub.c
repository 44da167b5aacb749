/* SPDX-License-Identifier: Apache-2.0 */
/* What a value of --model is by its form: a path, or a name of Hugging Face, ORGANISATION/MODEL. */
#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/ascii.h"

bool aic_model_is_path(const char *name)
{
    static const char *const endings[] = { ".json", ".safetensors", ".gguf" };
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t end = strlen(endings[i]);
        if (length > end && strcmp(name + length - end, endings[i]) == 0) {
            return true;
        }
    }
    return name[0] == '.' || name[0] == '/' || strcmp(name, "-") == 0;
}

bool aic_name_is_of_hub(const char *name)
{
    const char *slash = strchr(name, '/');
    return slash && slash[1] && !strchr(slash + 1, '/') && name[0] != '~' && !strchr(name, ' ') &&
           !aic_model_is_path(name);
}

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

bool aic_called_has_organisation(const struct aic_called *called, const char *name)
{
    for (size_t i = 0; i < called->names; i++) {
        if (same_organisation(name, called->at[i])) {
            return true;
        }
    }
    return false;
}
