/* SPDX-License-Identifier: Apache-2.0 */
/* The catalogs as configured: those of the user, of the environment, of the command line. */
#include "cli/io/catalogs.h"

#include <stdlib.h>

#include "cli/io/system.h"

static bool add_catalog(struct aic_catalog *catalog, struct cli_files *files, const char *path,
                        struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_catalog_add(catalog, aic_base_name(path), text, length, error);
}

/* $XDG_CONFIG_HOME/aicalc/catalog.json, or ~/.config/...; that it is not there is no error. */
static bool add_user_catalog(struct aic_catalog *catalog, struct cli_files *files,
                             struct aic_error *error)
{
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    char path[4096];
    struct aic_text text;
    aic_text_init(&text, path, sizeof path);
    if (base && base[0] == '/') {
        aic_text_format(&text, "%s/aicalc/catalog.json", base);
    } else if (home && home[0] == '/') {
        aic_text_format(&text, "%s/.config/aicalc/catalog.json", home);
    } else {
        return true;
    }
    struct cli_status status;
    return text.cut || !cli_status_at(path, &status) || add_catalog(catalog, files, path, error);
}

bool cli_load_catalogs(struct aic_catalog *catalog, struct cli_files *files,
                       const char *const *paths, size_t count, bool no_config,
                       struct aic_error *error)
{
    const char *from_environment = getenv("AICALC_CATALOG");
    if (!no_config) {
        if (!add_user_catalog(catalog, files, error)) {
            return false;
        }
        if (from_environment && from_environment[0] &&
            !add_catalog(catalog, files, from_environment, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!add_catalog(catalog, files, paths[i], error)) {
            return false;
        }
    }
    return true;
}
